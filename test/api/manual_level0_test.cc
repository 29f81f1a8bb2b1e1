// Manual compactions whose data stays in Level 0, through the public API.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "db/state/module_fixture.h"
#include "rocksdb/db.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class ManualLevel0 : public ModuleTest {
 protected:
  ~ManualLevel0() override {
    const Status s = db_ == nullptr ? Status::OK() : db_->Close();
    EXPECT_OK(s);
  }
  // Four flushes over the same keys.
  void OpenWithFourFiles(Options options) {
    options.env = env_.get();
    options.create_if_missing = true;
    options.disable_auto_compactions = true;
    options.compression = kNoCompression;
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options, "/db", &raw));
    db_.reset(raw);
    for (int round = 0; round < 4; ++round) {
      for (int i = 0; i < 500; ++i)
        ASSERT_OK(db_->Put(WriteOptions(), "key" + std::to_string(1000 + i),
                           std::to_string(round) + std::string(100, 'v')));
      ASSERT_OK(db_->Flush(FlushOptions()));
    }
  }
  std::string FilesAt(int level) {
    std::string count;
    EXPECT_TRUE(db_->GetProperty("rocksdb.num-files-at-level" + std::to_string(level), &count));
    return count;
  }
  void ExpectNewest() {
    std::string value;
    ASSERT_OK(db_->Get(ReadOptions(), "key1250", &value));
    EXPECT_EQ('3', value[0]);
  }

  std::unique_ptr<DB> db_;
};

TEST_F(ManualLevel0, CompactRangeLeavesTheFilesOfAFifoFamilyWhereTtlAndSizeFindThem) {
  Options options;
  options.compaction_style = kCompactionStyleFIFO;
  options.num_levels = 7;
  OpenWithFourFiles(options);
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ("4", FilesAt(0));
  EXPECT_EQ("0", FilesAt(1));
  ExpectNewest();
  ASSERT_OK(db_->SetOptions(db_->DefaultColumnFamily(),
                            {{"compaction_options_fifo", "{max_table_files_size=100000;}"}}));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ("1", FilesAt(0)) << "one file is some 60 KB";
  ExpectNewest();
}

TEST_F(ManualLevel0, FilesOfAFifoFamilyAreNotMovedOutOfLevel0) {
  Options options;
  options.compaction_style = kCompactionStyleFIFO;
  options.num_levels = 7;
  OpenWithFourFiles(options);
  CompactRangeOptions move;
  move.change_level = true;
  move.target_level = 3;
  EXPECT_TRUE(db_->CompactRange(move, nullptr, nullptr).IsNotSupported());
  move.target_level = -1;
  ASSERT_OK(db_->CompactRange(move, nullptr, nullptr));
  EXPECT_EQ("4", FilesAt(0)) << "the ttl and size rules see Level 0 only";
  ExpectNewest();
}

TEST_F(ManualLevel0, ADatabaseOfOneLevelIsRewrittenIntoOneFile) {
  Options options;
  options.compaction_style = kCompactionStyleUniversal;
  options.num_levels = 1;
  OpenWithFourFiles(options);
  std::vector<std::string> names;
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  for (const LiveFileMetaData& file : files) names.push_back(file.name);
  CompactionOptions limited;
  limited.compression = kNoCompression;
  limited.output_file_size_limit = 4000;
  ASSERT_OK(db_->CompactFiles(limited, names, 0));
  EXPECT_EQ("1", FilesAt(0));
  ExpectNewest();
  CompactRangeOptions wide;
  wide.max_subcompactions = 4;
  ASSERT_OK(db_->CompactRange(wide, nullptr, nullptr));
  EXPECT_EQ("1", FilesAt(0));
  ExpectNewest();
}

TEST_F(ManualLevel0, DeletionsLeaveADatabaseOfOneLevel) {
  Options options;
  options.compaction_style = kCompactionStyleUniversal;
  options.num_levels = 1;
  OpenWithFourFiles(options);
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "key1000", "key1100"));
  for (int i = 100; i < 500; ++i)
    ASSERT_OK(db_->Delete(WriteOptions(), "key" + std::to_string(1000 + i)));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ("0", FilesAt(0));
}

TEST_F(ManualLevel0, AFifoFamilyDropsWhatAnotherStyleLeftBelowBeforeNewData) {
  Options options;
  OpenWithFourFiles(options);
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ("1", FilesAt(6));
  ASSERT_OK(db_->Close());
  db_.reset();
  options.compaction_style = kCompactionStyleFIFO;
  options.compaction_options_fifo.max_table_files_size = 20000;
  options.env = env_.get();
  DB* raw = nullptr;
  ASSERT_OK(DB::Open(options, "/db", &raw));
  db_.reset(raw);
  ASSERT_OK(db_->Put(WriteOptions(), "key1000", "newer"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  std::string value;
  ASSERT_OK(db_->Get(ReadOptions(), "key1000", &value));
  EXPECT_EQ("newer", value);
  EXPECT_TRUE(db_->Get(ReadOptions(), "key1250", &value).IsNotFound());
  EXPECT_EQ("0", FilesAt(6));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
