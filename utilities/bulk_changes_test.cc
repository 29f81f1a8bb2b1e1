// Changes of whole column families: import of exported ones, clipping, and compactions whose
// outputs a partitioner cuts.
#include <gtest/gtest.h>

#include "rocksdb/sst_file_writer.h"
#include "rocksdb/sst_partitioner.h"
#include "rocksdb/utilities/checkpoint.h"
#include "test/support/damage.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class BulkChanges : public system_test::DbTest {
 protected:
  BulkChanges() {
    options_ = system_test::SmallOptions();
    options_.disable_auto_compactions = true;
  }
  void Export(const std::string& to, ExportImportFilesMetaData* exported) {
    Checkpoint* raw = nullptr;
    ASSERT_OK(Checkpoint::Create(db_.get(), &raw));
    const std::unique_ptr<Checkpoint> checkpoint(raw);
    ExportImportFilesMetaData* made = nullptr;
    ASSERT_OK(checkpoint->ExportColumnFamily(db_->DefaultColumnFamily(), to, &made));
    *exported = *made;
    delete made;
  }
  // Opens the database with all families that it has.
  void Reopen() {
    std::vector<std::string> names;
    Close();
    ASSERT_OK(DB::ListColumnFamilies(options_, DbPath(), &names));
    ASSERT_OK(OpenFamilies(options_, names));
  }
  size_t TableFiles() const {
    size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(DbPath()))
      count += entry.path().extension() == ".sst" ? 1 : 0;
    return count;
  }

  Options options_;
};

TEST_F(BulkChanges, AnExportedFamilyBecomesANewOneWithItsHistory) {
  ASSERT_OK(Open(options_));
  for (const char* value : {"1", "2", "3"}) {
    ASSERT_OK(Put("a", value));
    ASSERT_OK(Put("k" + std::string(value), value));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "k1", "k2"));
  ExportImportFilesMetaData exported;
  Export(dir_ / "export", &exported);
  const SequenceNumber newest = db_->GetLatestSequenceNumber();
  Close();
  ASSERT_OK(DestroyDB(DbPath(), options_));
  ASSERT_OK(Open(options_));
  ColumnFamilyHandle* family = nullptr;
  ASSERT_OK(db_->CreateColumnFamilyWithImport(options_, "new", ImportColumnFamilyOptions(),
                                              exported, &family));
  EXPECT_EQ(Contents(ReadOptions(), family), "a=3 k2=2 k3=3");
  EXPECT_GE(db_->GetLatestSequenceNumber(), newest);
  ASSERT_OK(db_->Put(WriteOptions(), family, "a", "4"));
  EXPECT_EQ(Contents(ReadOptions(), family), "a=4 k2=2 k3=3");
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), family, nullptr, nullptr));
  EXPECT_EQ(Contents(ReadOptions(), family), "a=4 k2=2 k3=3");
  ASSERT_OK(db_->DestroyColumnFamilyHandle(family));
  Reopen();
  EXPECT_EQ(Contents(ReadOptions(), handles_[1]), "a=4 k2=2 k3=3");
  EXPECT_EQ(Contents(), "");
}

TEST_F(BulkChanges, ExportsOfSeveralFamiliesJoinWhereTheirKeysAreApart) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  ExportImportFilesMetaData first, second, third;
  Export(dir_ / "first", &first);
  ASSERT_OK(db_->Delete(WriteOptions(), "a"));
  ASSERT_OK(Put("m", "2"));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  Export(dir_ / "second", &second);
  ASSERT_OK(Put("b", "3"));
  Export(dir_ / "third", &third);
  ColumnFamilyHandle* family = nullptr;
  ImportColumnFamilyOptions move;
  move.move_files = true;
  const size_t before = TableFiles();
  EXPECT_TRUE(db_->CreateColumnFamilyWithImport(options_, "new", ImportColumnFamilyOptions(),
                                                {&second, &third}, &family)
                  .IsInvalidArgument());
  EXPECT_EQ(family, nullptr);
  EXPECT_EQ(TableFiles(), before);
  ASSERT_OK(db_->CreateColumnFamilyWithImport(options_, "new", move, {&first, &second}, &family));
  EXPECT_EQ(Contents(ReadOptions(), family), "a=1 m=2");
  EXPECT_FALSE(std::filesystem::exists(first.files[0].db_path + "/" + first.files[0].name));
  ASSERT_OK(db_->DestroyColumnFamilyHandle(family));
}

TEST_F(BulkChanges, AnImportThatFailsLeavesNoFamily) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  ExportImportFilesMetaData exported;
  Export(dir_ / "export", &exported);
  const auto import = [&] {
    ColumnFamilyHandle* family = nullptr;
    const Status s = db_->CreateColumnFamilyWithImport(options_, "new", ImportColumnFamilyOptions(),
                                                       exported, &family);
    EXPECT_EQ(family, nullptr);
    return s;
  };
  exported.db_comparator_name = "other";
  EXPECT_EQ(import().ToString(), "Invalid argument: Comparator name mismatch");
  exported.db_comparator_name = BytewiseComparator()->Name();
  exported.files[0].name = "/none.sst";
  EXPECT_FALSE(import().ok());
  exported.files.clear();
  EXPECT_TRUE(import().IsInvalidArgument());
  Reopen();
  EXPECT_EQ(handles_.size(), 1u);
}

TEST_F(BulkChanges, AClippedFamilyKeepsTheRangeAlone) {
  ASSERT_OK(Open(options_));
  for (const char* key : {"a", "b", "c", "d", "e", "f"}) ASSERT_OK(Put(key, "1"));
  const Snapshot* snapshot = db_->GetSnapshot();
  EXPECT_TRUE(db_->ClipColumnFamily(db_->DefaultColumnFamily(), "e", "b").IsInvalidArgument());
  ASSERT_OK(db_->ClipColumnFamily(db_->DefaultColumnFamily(), "b", "e"));
  EXPECT_EQ(Contents(), "b=1 c=1 d=1");
  EXPECT_EQ(Get("f", snapshot), "1");
  db_->ReleaseSnapshot(snapshot);
  // Nothing lies outside any more.
  ASSERT_OK(db_->ClipColumnFamily(db_->DefaultColumnFamily(), "b", "e"));
  Reopen();
  EXPECT_EQ(Contents(), "b=1 c=1 d=1");
}

TEST_F(BulkChanges, WhereTheFirstKeyCannotBeReadClippingFails) {
  ASSERT_OK(Open(options_));
  for (int i = 100; i < 400; ++i) ASSERT_OK(Put("k" + std::to_string(i), std::string(100, 'v')));
  ASSERT_OK(db_->Flush(FlushOptions()));
  Close();
  const auto tables = system_test::Tables(DbPath());
  ASSERT_FALSE(tables.empty());
  system_test::FlipBit(tables.front(), 50, 1);
  ASSERT_OK(Open(options_));
  const Status s = db_->ClipColumnFamily(db_->DefaultColumnFamily(), "k150", "k200");
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
}

TEST_F(BulkChanges, APartitionerCutsTheOutputsOfCompactions) {
  options_.sst_partitioner_factory = NewSstPartitionerFixedPrefixFactory(1);
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 2; ++round) {
    for (const char* key : {"a1", "a2", "b1", "b2", "c1"}) ASSERT_OK(Put(key, "v"));
    ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "a2", "b2"));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  std::string ranges;
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.smallestkey < b.smallestkey; });
  for (const auto& file : files) ranges += file.smallestkey + "-" + file.largestkey + " ";
  EXPECT_EQ(ranges, "a1-a1 b2-b2 c1-c1 ");
  EXPECT_EQ(Contents(), "a1=v b2=v c1=v");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
