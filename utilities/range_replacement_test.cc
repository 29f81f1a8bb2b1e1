// IngestExternalFileArg::atomic_replace_range: what goes, what stays, what is refused.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "rocksdb/compaction_filter.h"
#include "rocksdb/sst_file_writer.h"
#include "test/support/scratch.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class RangeReplacement : public system_test::DbTest {
 protected:
  RangeReplacement() {
    // A flush makes one table.
    options_ = system_test::SmallOptions(0);
    options_.disable_auto_compactions = true;
    how_.snapshot_consistency = false;
  }

  std::string Make(const std::string& name, const std::vector<std::string>& keys) {
    SstFileWriter writer(EnvOptions(), options_);
    EXPECT_OK(writer.Open(dir_ / name));
    for (const std::string& key : keys) EXPECT_OK(writer.Put(key, name));
    EXPECT_OK(writer.Finish());
    return dir_ / name;
  }
  // Keys of one memtable, flushed.
  void Flushed(const std::vector<std::string>& keys, const std::string& value = "old") {
    for (const std::string& key : keys) ASSERT_OK(Put(key, value));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  Status Replace(const std::vector<std::string>& files, const RangeOpt& range) {
    IngestExternalFileArg arg;
    arg.column_family = db_->DefaultColumnFamily();
    arg.external_files = files;
    arg.options = how_;
    arg.atomic_replace_range = range;
    return db_->IngestExternalFiles({arg});
  }
  void Reopen() { ASSERT_OK(Open(options_)); }

  Options options_;
  IngestExternalFileOptions how_;
};

TEST_F(RangeReplacement, WhatLiesInTheRangeGoesAndTheFilesTakeItsPlace) {
  ASSERT_OK(Open(options_));
  Flushed({"c", "d"});
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  Flushed({"c", "e"}, "newer");
  Flushed({"a"});
  Flushed({"k"});
  const SequenceNumber before = db_->GetLatestSequenceNumber();
  std::unique_ptr<Iterator> earlier(db_->NewIterator(ReadOptions()));
  ASSERT_OK(Replace({Make("n", {"d", "f"})}, {"c", "k"}));
  EXPECT_EQ(Contents(), "a=old d=n f=n k=old");
  // Nothing is left that the file would have to be newer than.
  EXPECT_EQ(db_->GetLatestSequenceNumber(), before);
  EXPECT_EQ(Property("rocksdb.num-files-at-level6"), "1");
  earlier->SeekToFirst();
  earlier->Next();
  EXPECT_EQ(earlier->key().ToString() + earlier->value().ToString(), "cnewer");
  // Its tables are closed with the database.
  earlier.reset();
  Reopen();
  EXPECT_EQ(Contents(), "a=old d=n f=n k=old");
  ASSERT_OK(Put("e", "new"));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ(Contents(), "a=old d=n e=new f=n k=old");
}

TEST_F(RangeReplacement, MemtablesAreFlushedAndReplacedToo) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("b", "old"));
  ASSERT_OK(Put("c", "old"));
  const std::string file = Make("n", {"c"});
  how_.allow_blocking_flush = false;
  EXPECT_TRUE(Replace({file}, {"b", "x"}).IsInvalidArgument());
  EXPECT_EQ(Contents(), "b=old c=old");
  // The limit is not part of the range.
  ASSERT_OK(Replace({Make("m", {"a"})}, {"a", "b"}));
  EXPECT_EQ(Contents(), "a=m b=old c=old");
  how_.allow_blocking_flush = true;
  ASSERT_OK(Replace({file}, {"b", "x"}));
  EXPECT_EQ(Contents(), "a=m c=n");
  Reopen();
  EXPECT_EQ(Contents(), "a=m c=n");
}

TEST_F(RangeReplacement, WithoutBoundsTheWholeFamilyIsReplaced) {
  ASSERT_OK(Open(options_));
  for (uint64_t i = 0; i < 3000; ++i) ASSERT_OK(Put(system_test::NumberedKey(i), "value"));
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "a", "zz"));
  ASSERT_OK(Put("in memory", "old"));
  ASSERT_OK(Replace({Make("n", {"b", "x"}), Make("m", {"x"})}, RangeOpt()));
  EXPECT_EQ(Contents(), "b=n x=m");
  std::vector<LiveFileMetaData> tables;
  db_->GetLiveFilesMetaData(&tables);
  EXPECT_EQ(tables.size(), 2u);
  Reopen();
  EXPECT_EQ(Contents(), "b=n x=m");
}

TEST_F(RangeReplacement, ATableThatReachesOverAnEndIsRefusedUnlessItIsEmptyThere) {
  ASSERT_OK(Open(options_));
  Flushed({"a", "c", "z"});
  const std::string file = Make("n", {"d"});
  for (const RangeOpt& range : {RangeOpt("b", "e"), RangeOpt("a", "e"), RangeOpt("c", "zz")}) {
    const Status s = Replace({file}, range);
    EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
    EXPECT_NE(s.ToString().find("cuts through"), std::string::npos) << s.ToString();
  }
  EXPECT_EQ(Contents(), "a=old c=old z=old");
  ASSERT_OK(Replace({file}, {"d", "y"}));
  EXPECT_EQ(Contents(), "a=old c=old d=n z=old");
  // A range deletion is an entry wherever it reaches.
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "p", "r"));
  ASSERT_OK(Put("zzz", "old"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_TRUE(Replace({Make("q", {"q"})}, {"q", "y"}).IsInvalidArgument());
  EXPECT_EQ(Get("q"), "NOT_FOUND");
}

TEST_F(RangeReplacement, ARangeDeletionThatBeginsWhereTheRangeEndsIsNoEntryInIt) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "old"));
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "m", "p"));
  Flushed({"z"});
  const std::string file = Make("n", {"e"});
  // One key more, and it is.
  EXPECT_TRUE(Replace({file}, {"d", "mm"}).IsInvalidArgument());
  ASSERT_OK(Replace({file}, {"d", "m"}));
  EXPECT_EQ(Contents(), "a=old e=n z=old");
  // A file that ends exclusively there is newer than nothing either.
  SstFileWriter writer(EnvOptions(), options_);
  ASSERT_OK(writer.Open(dir_ / "deletion"));
  ASSERT_OK(writer.DeleteRange("g", "m"));
  ASSERT_OK(writer.Finish());
  IngestExternalFileOptions how;
  how.snapshot_consistency = false;
  const SequenceNumber before = db_->GetLatestSequenceNumber();
  ASSERT_OK(db_->IngestExternalFile({dir_ / "deletion"}, how));
  EXPECT_EQ(db_->GetLatestSequenceNumber(), before);
  Reopen();
  EXPECT_EQ(Contents(), "a=old e=n z=old");
}

TEST_F(RangeReplacement, WhatCannotBeKeptIsRefused) {
  ASSERT_OK(Open(options_));
  const std::string file = Make("n", {"d", "f"});
  EXPECT_TRUE(Replace({file}, {"d", "f"}).IsInvalidArgument());
  EXPECT_TRUE(Replace({file}, {"e", "z"}).IsInvalidArgument());
  EXPECT_TRUE(Replace({file}, {"z", "a"}).IsInvalidArgument());
  EXPECT_TRUE(Replace({file}, {"d", OptSlice()}).IsNotSupported());
  EXPECT_TRUE(Replace({file}, {OptSlice(), "z"}).IsNotSupported());
  how_.snapshot_consistency = true;
  EXPECT_TRUE(Replace({file}, {"a", "z"}).IsNotSupported());
  how_.snapshot_consistency = false;
  how_.ingest_behind = true;
  EXPECT_TRUE(Replace({file}, {"a", "z"}).IsInvalidArgument());
  EXPECT_EQ(Contents(), "");
}

// Answers the first compaction's question only when it is told to.
class HoldingFilter : public CompactionFilter {
 public:
  const char* Name() const override { return "HoldingFilter"; }
  bool Filter(int /*level*/, const Slice& /*key*/, const Slice& /*value*/, std::string* /*changed*/,
              bool* /*value_changed*/) const override {
    asked = true;
    system_test::WaitUntil([this] { return released.load(); });
    return false;
  }
  mutable std::atomic<bool> asked{false};
  std::atomic<bool> released{false};
};

TEST_F(RangeReplacement, ACompactionInTheRangeComesFirst) {
  HoldingFilter filter;
  options_.compaction_filter = &filter;
  ASSERT_OK(Open(options_));
  Flushed({"a", "c"});
  Flushed({"a", "c"});
  std::thread compaction(
      [this] { EXPECT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr)); });
  system_test::WaitUntil([&] { return filter.asked.load(); });
  const std::string file = Make("n", {"b"});
  EXPECT_TRUE(Replace({file}, {"a", "d"}).IsTryAgain());
  EXPECT_TRUE(Replace({file}, RangeOpt()).IsTryAgain());
  filter.released = true;
  compaction.join();
  ASSERT_OK(Replace({file}, {"a", "d"}));
  EXPECT_EQ(Contents(), "b=n");
  Close();
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
