// What an opening finds: databases of LevelDB, a MANIFEST whose last record is torn, and what who
// opens for reading is told. And what the end of an iterator leaves of a dropped family.
#include <atomic>

#include "rocksdb/listener.h"
#include "test/support/damage.h"

namespace system_test {
namespace {

class OpeningTest : public DbTest {
 protected:
  Status OpenReadOnly(const Options& options, const std::string& path) {
    DB* raw = nullptr;
    Status s = DB::OpenForReadOnly(options, path, &raw);
    reader_.reset(raw);
    return s;
  }

  Options options_ = SmallOptions();
  std::unique_ptr<DB> reader_;
};

TEST_F(OpeningTest, TablesWithTheNamesOfLevelDbAreRead) {
  options_.disable_auto_compactions = true;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  Close();
  for (const fs::path& table : Tables(DbPath()))
    fs::rename(table, fs::path(table).replace_extension(".ldb"));
  ASSERT_OK(Open(options_));
  EXPECT_EQ("1", Get("a"));
  ASSERT_OK(Put("b", "2"));
  CompactRangeOptions force;
  force.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_->CompactRange(force, nullptr, nullptr));
  ASSERT_OK(Open(options_));
  EXPECT_EQ("a=1 b=2", Contents());
  EXPECT_TRUE(FilesLike(DbPath(), "", ".ldb").empty());
}

TEST_F(OpeningTest, TablesWithTheNamesOfLevelDbAreRepaired) {
  options_.disable_auto_compactions = true;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(Put("b", "2"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  Close();
  for (const fs::path& table : Tables(DbPath()))
    fs::rename(table, fs::path(table).replace_extension(".ldb"));
  ASSERT_OK(RepairDB(DbPath(), options_));
  ASSERT_OK(Open(options_));
  EXPECT_EQ("a=1 b=2", Contents());
  Close();
  // Without a MANIFEST, too.
  fs::remove(fs::path(DbPath()) / "CURRENT");
  fs::remove(Manifest(DbPath()));
  ASSERT_OK(RepairDB(DbPath(), options_));
  ASSERT_OK(Open(options_));
  EXPECT_EQ("a=1 b=2", Contents());
}

// Nobody has been given the database yet that they would be told about.
TEST_F(OpeningTest, FlushesOfRecoveryAreNotTold) {
  struct Listener final : EventListener {
    void OnFlushBegin(DB*, const FlushJobInfo&) override { ++flushes; }
    void OnFlushCompleted(DB*, const FlushJobInfo&) override { ++flushes; }
    void OnTableFileCreated(const TableFileCreationInfo& info) override {
      if (info.reason == TableFileCreationReason::kRecovery) ++tables;
    }
    int flushes = 0, tables = 0;
  };
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  Close();
  const auto listener = std::make_shared<Listener>();
  options_.listeners = {listener};
  ASSERT_OK(Open(options_));
  EXPECT_EQ(listener->flushes, 0);
  EXPECT_EQ(listener->tables, 1);
  ASSERT_OK(Put("b", "2"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_EQ(listener->flushes, 2);
}

// Writes without a log take numbers that no log has.
TEST_F(OpeningTest, ATornManifestIsNoDamageWhereTheLogThatItNamesIsThere) {
  options_.avoid_flush_during_shutdown = true;
#ifdef BUCKETLSM
  options_.spare_log_files = 0;
#endif
  WriteOptions unlogged;
  unlogged.disableWAL = true;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(db_->Put(unlogged, "b", "2"));
  ASSERT_OK(Put("c", "3"));
  Close();
  const fs::path manifest = Manifest(DbPath());
  const std::string whole = FileBytes(manifest);
  SetFileBytes(manifest, whole + "xyz");
  ASSERT_OK(Open(options_));
  EXPECT_EQ("3", Get("c"));
  Close();
  // Where it is gone, so is the end of the MANIFEST.
  ASSERT_OK(Open(options_));
  const std::string before = FileBytes(Manifest(DbPath()));
  ASSERT_OK(Put("d", "4"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(Put("e", "5"));
  Close();
  SetFileBytes(Manifest(DbPath()), before + "xyz");
  const Status s = Open(options_);
  EXPECT_FALSE(s.ok());
  EXPECT_NE(std::string::npos, s.ToString().find("MANIFEST")) << s.ToString();
}

TEST_F(OpeningTest, WhoOpensForReadingMayFindADatabaseAndLearnsWhyThereIsNone) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  Close();
  options_.error_if_exists = true;
  EXPECT_OK(OpenReadOnly(options_, DbPath()));
  const Status s = OpenReadOnly(options_, dir_ / "none");
  EXPECT_TRUE(s.IsIOError() && s.IsPathNotFound()) << s.ToString();
  EXPECT_FALSE(fs::exists(dir_ / "none"));
}

TEST_F(OpeningTest, WhoOpensForReadingLeavesTheLogOfTheWriterAlone) {
  ASSERT_OK(Open(options_));
  const std::vector<fs::path> before = FilesLike(DbPath(), "LOG", "");
  ASSERT_OK(OpenReadOnly(options_, DbPath()));
  EXPECT_EQ(reader_->GetDBOptions().info_log, nullptr);
  EXPECT_EQ(before, FilesLike(DbPath(), "LOG", ""));
}

TEST_F(OpeningTest, IteratorsOfThePersistedTierAreRefusedAtOnce) {
  ASSERT_OK(Open(options_));
  ReadOptions read;
  read.read_tier = kPersistedTier;
  std::vector<Iterator*> iterators;
  EXPECT_TRUE(db_->NewIterators(read, {db_->DefaultColumnFamily()}, &iterators).IsNotSupported());
  EXPECT_TRUE(iterators.empty());
}

class CountsDeletions : public EventListener {
 public:
  void OnTableFileDeleted(const TableFileDeletionInfo&) override { ++deleted; }
  std::atomic<int> deleted{0};
};

TEST_F(OpeningTest, TheLastIteratorOfADroppedFamilyTakesItsFilesAlong) {
  const auto listener = std::make_shared<CountsDeletions>();
  options_.listeners.push_back(listener);
  ASSERT_OK(Open(options_));
  ColumnFamilyHandle* family = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "x", &family));
  ASSERT_OK(db_->Put(WriteOptions(), family, "k", "v"));
  ASSERT_OK(db_->Flush(FlushOptions(), family));
  std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions(), family));
  ASSERT_OK(db_->DropColumnFamily(family));
  ASSERT_OK(db_->DestroyColumnFamilyHandle(family));
  EXPECT_EQ(0, listener->deleted);
  it.reset();
  EXPECT_EQ(1, listener->deleted);
  EXPECT_TRUE(Tables(DbPath()).empty());
}

}  // namespace
}  // namespace system_test
