// CheckTree on real databases: sound ones pass while they are written to. A changed MANIFEST makes
// a tree wrong; CheckTree reports it with file, key and both sequence numbers.
#include "rocksdb/utilities/tree_check.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

#include "db/log/log_writer.h"
#include "db/state/manifest_recovery.h"
#include "env/current_file.h"
#include "env/mem_fs.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class TreeCheckTest : public testing::Test {
 protected:
  TreeCheckTest() : fs_(std::make_shared<MemFileSystem>()), env_(NewCompositeEnv(fs_)) {
    options_.env = env_.get();
    options_.create_if_missing = true;
    options_.disable_auto_compactions = true;
    options_.bucket_options.enabled = false;
  }
  void Open() { ASSERT_OK(DB::Open(options_, "/db", &db_)); }
  void Put(const std::string& key) { ASSERT_OK(db_->Put(WriteOptions(), key, "value of " + key)); }
  void Flush() { ASSERT_OK(db_->Flush(FlushOptions())); }
  // Two overlapping files: k@1 m@2 and, newer, k@3 x@4.
  void TwoFiles() {
    Open();
    Put("k");
    Put("m");
    Flush();
    Put("k");
    Put("x");
    Flush();
    db_.reset();
  }
  // Rewrites the MANIFEST with each file entry changed by `change`.
  void ChangeFiles(const std::function<void(int* level, FileMeta*)>& change) {
    std::string path;
    uint64_t number = 0;
    ASSERT_OK(GetCurrentManifest(fs_.get(), "/db", &path, &number));
    std::unique_ptr<ManifestReader> reader;
    ASSERT_OK(ManifestReader::Open(fs_.get(), path, &reader));
    std::vector<std::string> records;
    VersionEdit edit;
    while (reader->Next(&edit)) {
      for (auto& [level, file] : edit.new_files) change(&level, file.get());
      records.emplace_back();
      ASSERT_TRUE(edit.EncodeTo(&records.back()));
    }
    ASSERT_OK(reader->status());
    std::unique_ptr<WritableFileWriter> file;
    ASSERT_OK(WritableFileWriter::Create(fs_.get(), path, FileOptions(), &file));
    log::Writer writer(std::move(file), number, false, false);
    for (const std::string& record : records) ASSERT_OK(writer.AddRecord(record));
    ASSERT_OK(writer.Close());
  }
  TreeCheckReport Check(bool strict = true) {
    TreeCheckOptions how;
    how.strict_tombstone_bounds = strict;
    TreeCheckReport report;
    const Status s = CheckTree(db_.get(), nullptr, how, &report);
    EXPECT_EQ(report.faults.empty(), s.ok()) << s.ToString();
    EXPECT_TRUE(s.ok() || s.IsCorruption());
    return report;
  }

  std::shared_ptr<FileSystem> fs_;
  std::unique_ptr<Env> env_;
  Options options_;
  std::unique_ptr<DB> db_;
};

TEST_F(TreeCheckTest, ASoundDatabaseOfMemtableLevel0AndLevelsHasNoFault) {
  options_.bucket_options.enabled = true;
  options_.bucket_options.initial_buckets = 4;
  options_.bucket_options.min_file_size = 1;
  Open();
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 200; ++i) Put("key" + std::to_string(i * 7 % 200));
    ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "key10", "key15"));
    if (round < 3) Flush();
    if (round == 1) ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  }
  const TreeCheckReport report = Check();
  EXPECT_TRUE(report.faults.empty()) << report.ToString();
  EXPECT_EQ(200u, report.keys);
  EXPECT_EQ(1u, report.memtables);
  EXPECT_GT(report.files, 4u);
  EXPECT_GT(report.range_deletions, 0u);
}

TEST_F(TreeCheckTest, SwappedEpochsAreFoundWithFilesKeyAndBothNumbers) {
  TwoFiles();
  std::vector<uint64_t> epochs;
  ChangeFiles([&](int*, FileMeta* file) { epochs.push_back(file->epoch); });
  ASSERT_EQ(2u, epochs.size());
  ChangeFiles([&](int*, FileMeta* file) { file->epoch = epochs[0] + epochs[1] - file->epoch; });
  Open();
  const TreeCheckReport report = Check();
  ASSERT_EQ(2u, report.faults.size()) << report.ToString();
  EXPECT_EQ(TreeFault::kEpochOrder, report.faults[0].kind);
  const TreeFault& fault = report.faults[1];
  EXPECT_EQ(TreeFault::kKeyOrder, fault.kind);
  EXPECT_EQ("k", fault.key);
  EXPECT_EQ(1u, fault.sequence);
  EXPECT_EQ(3u, fault.other_sequence);
  EXPECT_LT(fault.file, fault.other_file) << "the older file is asked first";
  EXPECT_NE(std::string::npos, fault.ToString().find("0x6B")) << fault.ToString();
}

TEST_F(TreeCheckTest, ANewerFileOnADeeperLevelIsFound) {
  TwoFiles();
  ChangeFiles([](int* level, FileMeta* file) { *level = file->largest_seqno == 4 ? 1 : 0; });
  Open();
  const TreeCheckReport report = Check();
  ASSERT_EQ(1u, report.faults.size()) << report.ToString();
  EXPECT_EQ(TreeFault::kKeyOrder, report.faults[0].kind);
  EXPECT_EQ(0, report.faults[0].level);
  EXPECT_EQ(1, report.faults[0].other_level);
}

TEST_F(TreeCheckTest, RecordsThatDoNotFitTheirFilesAreFound) {
  TwoFiles();
  ChangeFiles([](int*, FileMeta* file) {
    if (file->largest_seqno == 4) {
      file->largest = MakeInternalKey("m", 1, kTypeValue);
    } else {
      file->smallest_seqno = 0;
      file->largest_seqno = 1;
    }
  });
  Open();
  const TreeCheckReport report = Check();
  ASSERT_EQ(2u, report.faults.size()) << report.ToString();
  EXPECT_EQ(TreeFault::kFileBounds, report.faults[0].kind);
  EXPECT_EQ("x", report.faults[0].key);
  EXPECT_EQ(TreeFault::kSequenceBounds, report.faults[1].kind);
  EXPECT_EQ("m", report.faults[1].key);
}

TEST_F(TreeCheckTest, WithoutReadingEntriesOnlyTheDescriptionIsChecked) {
  TwoFiles();
  ChangeFiles([](int* level, FileMeta* file) { *level = file->largest_seqno == 4 ? 1 : 0; });
  Open();
  TreeCheckOptions how;
  how.read_entries = false;
  TreeCheckReport report;
  EXPECT_OK(CheckTree(db_.get(), nullptr, how, &report)) << report.ToString();
  EXPECT_EQ(2u, report.files);
  EXPECT_EQ(0u, report.entries);
}

TEST_F(TreeCheckTest, RunsBesideThreadsThatWriteFlushAndCompactWhileWritersGoOn) {
  options_.disable_auto_compactions = false;
  options_.write_buffer_size = 64 << 10;
  options_.level0_file_num_compaction_trigger = 2;
  options_.bucket_options.enabled = true;
  options_.bucket_options.initial_buckets = 4;
  options_.bucket_options.min_file_size = 1;
  Open();
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (int i = 0; !stop; ++i) {
      const std::string key = "key" + std::to_string(i * 31 % 500);
      EXPECT_OK(db_->Put(WriteOptions(), key, std::string(200, 'v')));
      if (i % 40 == 0) {
        EXPECT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), key, key + "5"));
      }
    }
  });
  for (int round = 0; round < 20; ++round) {
    const TreeCheckReport report = Check();
    EXPECT_TRUE(report.faults.empty()) << report.ToString();
  }
  stop = true;
  writer.join();
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
