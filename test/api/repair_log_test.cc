// RepairDB after a kill: which records of a log that was being written belong into the repaired
// database. Logs are written over older ones, files are ingested between records.
#include "rocksdb/sst_file_writer.h"
#include "rocksdb/utilities/checkpoint.h"
#include "rocksdb/utilities/tree_check.h"
#include "test/support/damage.h"

namespace system_test {
namespace {

class RepairLogTest : public DbTest {
 protected:
  RepairLogTest() {
    options_ = SmallOptions();
    options_.write_buffer_size = 4 << 20;
    options_.disable_auto_compactions = true;
    options_.merge_operator = std::make_shared<AppendOperator>();
  }

  // So many tables and logs that the log in use lies over an old one.
  void FlushOldKeys() {
    for (int round = 0; round < 5; ++round) {
      for (int i = 0; i < 1000; ++i) ASSERT_OK(Put("a" + std::to_string(i), "old"));
      ASSERT_OK(db_->Flush(FlushOptions()));
    }
  }
  void PutMany(const std::string& prefix, int count) {
    for (int i = 0; i < count; ++i) ASSERT_OK(Put(prefix + std::to_string(i), "in the log"));
  }
  int Present(const std::string& prefix, int count) {
    int present = 0;
    for (int i = 0; i < count; ++i) present += Get(prefix + std::to_string(i)) == "in the log";
    return present;
  }
  // `stored`: the file itself says what number it got.
  void Ingest(const std::vector<std::string>& keys, const std::string& value, bool stored) {
    const std::string path = dir_ / "ingested.sst";
    SstFileWriter writer{EnvOptions(), options_};
    ASSERT_OK(writer.Open(path));
    for (const std::string& key : keys) ASSERT_OK(writer.Put(key, value));
    ASSERT_OK(writer.Finish());
    IngestExternalFileOptions how;
    how.write_global_seqno = stored;
    ASSERT_OK(db_->IngestExternalFile({path}, how));
  }
  // What the files hold now is what they will hold.
  void Kill() {
    ASSERT_OK(db_->FlushWAL(true));
    ASSERT_OK(db_->DisableFileDeletions());
    CopyDatabase(DbPath(), dir_ / "killed");
    Close();
    CopyDatabase(dir_ / "killed", DbPath());
  }
  void ForgetManifest() {
    fs::remove(Manifest(DbPath()));
    fs::remove(fs::path(DbPath()) / "CURRENT");
  }
  // Half a table under a number that no MANIFEST knows, as a killed job leaves it.
  void LeaveHalfATable() {
    const std::string whole = FileBytes(Tables(DbPath()).front());
    SetFileBytes(fs::path(DbPath()) / "000999.sst", whole.substr(0, whole.size() / 2));
  }
  void RepairAndOpen() {
    ASSERT_OK(RepairDB(DbPath(), options_));
    ASSERT_OK(Open(options_));
    ASSERT_OK(CheckTree(db_.get(), db_->DefaultColumnFamily(), TreeCheckOptions(), nullptr));
  }

  Options options_;
};

TEST_F(RepairLogTest, RecordsBeforeAnIngestionStayBesideATableThatTheManifestDoesNotKnow) {
  ASSERT_OK(Open(options_));
  ASSERT_NO_FATAL_FAILURE(FlushOldKeys());
  ASSERT_NO_FATAL_FAILURE(PutMany("x", 100));
  ASSERT_NO_FATAL_FAILURE(Ingest({"a0", "a5"}, "new", false));
  ASSERT_NO_FATAL_FAILURE(PutMany("y", 2));
  ASSERT_NO_FATAL_FAILURE(Kill());
  LeaveHalfATable();
  ASSERT_NO_FATAL_FAILURE(RepairAndOpen());
  EXPECT_EQ(100, Present("x", 100));
  EXPECT_EQ(2, Present("y", 2));
  EXPECT_EQ("new", Get("a5"));
  EXPECT_EQ("old", Get("a6"));
}

TEST_F(RepairLogTest, RecordsBeforeAnIngestionStayWithoutAManifest) {
  ASSERT_OK(Open(options_));
  ASSERT_NO_FATAL_FAILURE(FlushOldKeys());
  ASSERT_NO_FATAL_FAILURE(PutMany("x", 100));
  ASSERT_NO_FATAL_FAILURE(Ingest({"a0", "a5"}, "new", true));
  ASSERT_NO_FATAL_FAILURE(PutMany("y", 2));
  ASSERT_NO_FATAL_FAILURE(Kill());
  ForgetManifest();
  ASSERT_NO_FATAL_FAILURE(RepairAndOpen());
  EXPECT_EQ(100, Present("x", 100));
  EXPECT_EQ(2, Present("y", 2));
  EXPECT_EQ("new", Get("a5"));
  EXPECT_EQ("old", Get("a6"));
}

TEST_F(RepairLogTest, WhereALogIsReallyDamagedTheNumberOfAnIngestedFileTakesNoOtherRecord) {
  ASSERT_OK(Open(options_));
  ASSERT_NO_FATAL_FAILURE(FlushOldKeys());
  // Three blocks; only the first is damaged.
  ASSERT_NO_FATAL_FAILURE(PutMany("x", 2000));
  ASSERT_NO_FATAL_FAILURE(Ingest({"a0", "a5"}, "new", true));
  ASSERT_NO_FATAL_FAILURE(Kill());
  const fs::path log = Logs(DbPath()).back();
  ASSERT_GT(fs::file_size(log), 3u << 15);
  FlipBit(log, 20, 1);
  ForgetManifest();
  ASSERT_NO_FATAL_FAILURE(RepairAndOpen());
  const int present = Present("x", 2000);
  EXPECT_GT(present, 500);
  EXPECT_LT(present, 2000);
  EXPECT_EQ("in the log", Get("x1999"));
}

TEST_F(RepairLogTest, TheManifestSaysThatItsTablesHoldNothingOfALaterLog) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("first", "1"));
  const Snapshot* first = db_->GetSnapshot();
  ASSERT_NO_FATAL_FAILURE(FlushOldKeys());
  ASSERT_NO_FATAL_FAILURE(PutMany("x", 2000));
  ASSERT_NO_FATAL_FAILURE(Ingest({"a0", "a5"}, "new", false));
  const Slice from = "a0", to = "a9999";
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), &from, &to));
  db_->ReleaseSnapshot(first);
  ASSERT_NO_FATAL_FAILURE(Kill());
  FlipBit(Logs(DbPath()).back(), 20, 1);
  LeaveHalfATable();
  ASSERT_NO_FATAL_FAILURE(RepairAndOpen());
  const int present = Present("x", 2000);
  EXPECT_GT(present, 500);
  EXPECT_LT(present, 2000);
  EXPECT_EQ("in the log", Get("x1999"));
  EXPECT_EQ("new", Get("a5"));
}

// A compaction that takes in an ingested file makes a table of this database with its number.
TEST_F(RepairLogTest, OldBytesBehindTheLastRecordAreNoDamage) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("first", "1"));
  // Keeps the numbers of all that follows.
  const Snapshot* first = db_->GetSnapshot();
  ASSERT_NO_FATAL_FAILURE(FlushOldKeys());
  ASSERT_NO_FATAL_FAILURE(PutMany("x", 100));
  ASSERT_NO_FATAL_FAILURE(Ingest({"a0", "a5"}, "new", true));
  const Slice from = "a0", to = "a9999";
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), &from, &to));
  db_->ReleaseSnapshot(first);
  ASSERT_NO_FATAL_FAILURE(Kill());
  ASSERT_GT(fs::file_size(Logs(DbPath()).back()), 30u << 10) << "the log lies over no other";
  ForgetManifest();
  ASSERT_NO_FATAL_FAILURE(RepairAndOpen());
  EXPECT_EQ(100, Present("x", 100));
  EXPECT_EQ("new", Get("a5"));
}

TEST_F(RepairLogTest, AnOperandInATableAndInALogOverOldBytesIsAppliedOnce) {
  options_.create_missing_column_families = true;
  for (const bool forget : {false, true}) {
    SCOPED_TRACE(forget ? "without MANIFEST" : "with MANIFEST");
    Close();
    fs::remove_all(DbPath());
    ASSERT_OK(OpenFamilies(options_, {"default", "other"}));
    ASSERT_OK(db_->Put(WriteOptions(), handles_[1], "names", "the family"));
    ASSERT_OK(db_->Flush(FlushOptions(), handles_[1]));
    ASSERT_NO_FATAL_FAILURE(FlushOldKeys());
    ASSERT_OK(db_->Put(WriteOptions(), handles_[1], "keeps", "the log"));
    ASSERT_OK(db_->Merge(WriteOptions(), "sum", "1"));
    ASSERT_OK(db_->Flush(FlushOptions()));
    ASSERT_OK(db_->Merge(WriteOptions(), "sum", "2"));
    ASSERT_NO_FATAL_FAILURE(Ingest({"a0", "a5"}, "new", true));
    ASSERT_NO_FATAL_FAILURE(Kill());
    ASSERT_GE(Logs(DbPath()).size(), 2u);
    if (forget) {
      ForgetManifest();
    } else {
      LeaveHalfATable();
    }
    ASSERT_OK(RepairDB(DbPath(), options_));
    ASSERT_OK(OpenFamilies(options_, {"default", "other"}));
    EXPECT_EQ("1,2", Get("sum"));
    std::string value;
    EXPECT_OK(db_->Get(ReadOptions(), handles_[1], "keeps", &value));
  }
}

// Its own entries say number 0. Properties that say its number do not fit their checksum any more.
TEST_F(RepairLogTest, TheRestOfADamagedIngestedTableIsAsNewAsItWas) {
  const std::string value(100, 'n');
  struct Case {
    bool stored, forget, properties;
  };
  for (const Case& c : {Case{false, false, false}, Case{true, false, false},
                        Case{true, true, false}, Case{false, false, true}}) {
    SCOPED_TRACE(std::string(c.stored ? "the file says its number" : "the MANIFEST does") +
                 (c.forget ? ", without MANIFEST" : "") + (c.properties ? ", no properties" : ""));
    ASSERT_OK(DestroyDB(DbPath(), options_));
    ASSERT_OK(Open(options_));
    std::vector<std::string> keys;
    for (int i = 0; i < 500; ++i) {
      keys.push_back(NumberedKey(i));
      ASSERT_OK(Put(keys.back(), "old"));
    }
    ASSERT_OK(db_->Flush(FlushOptions()));
    ASSERT_NO_FATAL_FAILURE(Ingest(keys, value, c.stored));
    std::vector<LiveFileMetaData> files;
    db_->GetLiveFilesMetaData(&files);
    const auto newest = std::max_element(
        files.begin(), files.end(),
        [](const auto& x, const auto& y) { return x.largest_seqno < y.largest_seqno; });
    const std::string path = DbPath() + newest->name;
    Close();
    const size_t at = c.properties ? FileBytes(path).find(BytewiseComparator()->Name()) : 100;
    ASSERT_NO_FATAL_FAILURE(FlipBit(path, at, 3));
    if (c.forget) ForgetManifest();
    ASSERT_NO_FATAL_FAILURE(RepairAndOpen());
    EXPECT_EQ(Get(keys[0]), c.properties ? value : "old");
    EXPECT_EQ(Get(keys[499]), value);
    Close();
  }
}

// It lies in the last level, with 0 for a number, as entries do whose numbers were forgotten.
TEST_F(RepairLogTest, AnOperandOnAnIngestedValueIsKept) {
  ASSERT_OK(Open(options_));
  ASSERT_NO_FATAL_FAILURE(Ingest({"sum"}, "base", true));
  ASSERT_OK(db_->Merge(WriteOptions(), "sum", "1"));
  ASSERT_NO_FATAL_FAILURE(Kill());
  ForgetManifest();
  ASSERT_NO_FATAL_FAILURE(RepairAndOpen());
  EXPECT_EQ("base,1", Get("sum"));
}

TEST_F(RepairLogTest, AnOperandOnAnImportedValueIsKept) {
  ASSERT_OK(OpenFamilies(options_, {"default"}));
  ColumnFamilyHandle* moved = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "moved", &moved));
  handles_.push_back(moved);
  for (const char* value : {"older", "base"}) {
    ASSERT_OK(db_->Put(WriteOptions(), moved, "sum", value));
    ASSERT_OK(db_->Flush(FlushOptions(), moved));
  }
  // Takes its number from the value that stays.
  CompactRangeOptions fold;
  fold.bottommost_level_compaction = BottommostLevelCompaction::kForce;
  ASSERT_OK(db_->CompactRange(fold, moved, nullptr, nullptr));
  Checkpoint* checkpoint = nullptr;
  ASSERT_OK(Checkpoint::Create(db_.get(), &checkpoint));
  const std::unique_ptr<Checkpoint> exporter(checkpoint);
  ExportImportFilesMetaData* exported = nullptr;
  ASSERT_OK(exporter->ExportColumnFamily(moved, dir_ / "export", &exported));
  const std::unique_ptr<ExportImportFilesMetaData> files(exported);
  Close();
  fs::remove_all(DbPath());
  ASSERT_OK(OpenFamilies(options_, {"default"}));
  moved = nullptr;
  // Numbers of files that the database of the export did not have.
  ASSERT_NO_FATAL_FAILURE(FlushOldKeys());
  ASSERT_OK(db_->CreateColumnFamilyWithImport(options_, "moved", ImportColumnFamilyOptions(),
                                              *files, &moved));
  handles_.push_back(moved);
  ASSERT_OK(db_->Merge(WriteOptions(), moved, "sum", "1"));
  ASSERT_NO_FATAL_FAILURE(Kill());
  ForgetManifest();
  ASSERT_OK(RepairDB(DbPath(), options_));
  ASSERT_OK(OpenFamilies(options_, {"default", "moved"}));
  std::string value;
  ASSERT_OK(db_->Get(ReadOptions(), handles_[1], "sum", &value));
  EXPECT_EQ("base,1", value);
}

}  // namespace
}  // namespace system_test
