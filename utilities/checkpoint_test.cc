// Checkpoints of whole databases: what they hold, what they cost, and what is left after failures.
#include "rocksdb/utilities/checkpoint.h"

#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <thread>

#include "rocksdb/metadata.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "test/support/faulty_db.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class CheckpointTest : public DbTest {
 protected:
  Status Create(const std::string& directory, uint64_t log_size = 0, uint64_t* sequence = nullptr) {
    Checkpoint* raw = nullptr;
    Status s = Checkpoint::Create(db_.get(), &raw);
    const std::unique_ptr<Checkpoint> checkpoint(raw);
    return s.ok() ? checkpoint->CreateCheckpoint(directory, log_size, sequence) : s;
  }
  // Goes on with the checkpoint instead of the database.
  Status OpenCopy(const Options& options, const std::string& directory) {
    Close();
    DB* raw = nullptr;
    Options existing = options;
    existing.create_if_missing = false;
    Status s = DB::Open(existing, directory, &raw);
    db_.reset(raw);
    return s;
  }
  static size_t CountFiles(const std::string& directory, const std::string& ending) {
    size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(directory))
      count += entry.path().extension() == ending;
    return count;
  }
};

TEST_F(CheckpointTest, HoldsWhatTheDatabaseHeldAndOpensByItself) {
  const Options options = SmallOptions();
  ASSERT_OK(Open(options));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(Put("b", "2"));
  uint64_t sequence = 0;
  ASSERT_OK(Create(dir_ / "copy", 0, &sequence));
  EXPECT_EQ(sequence, db_->GetLatestSequenceNumber());
  ASSERT_OK(Put("c", "3"));
  ASSERT_OK(OpenCopy(options, dir_ / "copy"));
  EXPECT_EQ(Contents(), "a=1 b=2");
  EXPECT_EQ(db_->GetLatestSequenceNumber(), sequence);
}

TEST_F(CheckpointTest, CanBeMadeOfADatabaseThatIsOpenForReadingOnly) {
  const Options options = SmallOptions();
  ASSERT_OK(Open(options));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(Put("b", "2"));
  Close();
  DB* raw = nullptr;
  ASSERT_OK(DB::OpenForReadOnly(options, DbPath(), &raw));
  db_.reset(raw);
  VectorWalPtr logs;
  ASSERT_OK(db_->GetSortedWalFiles(logs));
  EXPECT_EQ(logs.size(), 1u);
  // A log of no more than this is copied; a flush would be refused.
  ASSERT_OK(Create(dir_ / "copy", 1 << 20));
  ASSERT_OK(OpenCopy(options, dir_ / "copy"));
  EXPECT_EQ(Contents(), "a=1 b=2");
}

TEST_F(CheckpointTest, LinksTablesInsteadOfCopyingThem) {
  ASSERT_OK(Open(SmallOptions()));
  ASSERT_OK(Put("a", std::string(1000, 'x')));
  ASSERT_OK(Create(dir_ / "copy"));
  size_t tables = 0;
  for (const auto& entry : std::filesystem::directory_iterator(dir_ / "copy")) {
    if (entry.path().extension() != ".sst") continue;
    struct stat copy, original;
    ASSERT_EQ(stat(entry.path().c_str(), &copy), 0);
    ASSERT_EQ(stat((DbPath() + "/" + entry.path().filename().string()).c_str(), &original), 0);
    EXPECT_EQ(copy.st_ino, original.st_ino);
    ++tables;
  }
  EXPECT_EQ(tables, 1u);
}

TEST_F(CheckpointTest, StaysCompleteWhenTheDatabaseRewritesItsTables) {
  const Options options = SmallOptions();
  ASSERT_OK(Open(options));
  for (int i = 0; i < 2000; ++i) ASSERT_OK(Put(NumberedKey(i), std::string(100, 'v')));
  ASSERT_OK(Create(dir_ / "copy"));
  for (int i = 0; i < 2000; ++i) ASSERT_OK(db_->Delete(WriteOptions(), NumberedKey(i)));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  ASSERT_OK(OpenCopy(options, dir_ / "copy"));
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(Get(NumberedKey(i)).size(), 100u) << i;
}

TEST_F(CheckpointTest, ShortLogsAreCopiedAndLongOnesFlushed) {
  const Options options = SmallOptions();
  ASSERT_OK(Open(options));
  ASSERT_OK(Put("a", "1"));
  uint64_t sequence = 0;
  ASSERT_OK(Create(dir_ / "with_log", 1 << 20, &sequence));
  EXPECT_EQ(CountFiles(dir_ / "with_log", ".sst"), 0u);
  EXPECT_EQ(CountFiles(dir_ / "with_log", ".log"), 1u);
  ASSERT_OK(Create(dir_ / "flushed", 1));
  EXPECT_EQ(CountFiles(dir_ / "flushed", ".sst"), 1u);
  EXPECT_EQ(CountFiles(dir_ / "flushed", ".log"), 0u);
  ASSERT_OK(OpenCopy(options, dir_ / "with_log"));
  EXPECT_EQ(Contents(), "a=1");
  EXPECT_EQ(db_->GetLatestSequenceNumber(), sequence);
}

TEST_F(CheckpointTest, DatabasesWithTwoPhaseCommitAreAlwaysFlushed) {
  Options options = SmallOptions();
  options.allow_2pc = true;
  ASSERT_OK(Open(options));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(Create(dir_ / "copy", UINT64_MAX));
  EXPECT_EQ(CountFiles(dir_ / "copy", ".sst"), 1u);
}

TEST_F(CheckpointTest, LogsInAnotherDirectoryAreCopiedIntoTheCheckpoint) {
  Options options = SmallOptions();
  options.wal_dir = dir_ / "logs";
  ASSERT_OK(Open(options));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(Create(dir_ / "copy", UINT64_MAX));
  options.wal_dir.clear();
  ASSERT_OK(OpenCopy(options, dir_ / "copy"));
  EXPECT_EQ(Contents(), "a=1");
}

TEST_F(CheckpointTest, UnwrittenRecordsOfTheLogAreInTheCheckpoint) {
  Options options = SmallOptions();
  options.manual_wal_flush = true;
  ASSERT_OK(Open(options));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(Create(dir_ / "copy", UINT64_MAX));
  ASSERT_OK(OpenCopy(options, dir_ / "copy"));
  EXPECT_EQ(Contents(), "a=1");
}

TEST_F(CheckpointTest, AnExistingDirectoryIsRefusedAndKept) {
  ASSERT_OK(Open(SmallOptions()));
  std::filesystem::create_directory(dir_ / "copy");
  const Status s = Create(dir_ / "copy");
  EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
  EXPECT_NE(s.ToString().find("Directory exists"), std::string::npos) << s.ToString();
  EXPECT_TRUE(std::filesystem::exists(dir_ / "copy"));
  EXPECT_TRUE(Create("///").IsInvalidArgument());
  EXPECT_TRUE(Create("").IsInvalidArgument());
}

TEST_F(CheckpointTest, LeftoversOfAnInterruptedCheckpointAreReplaced) {
  ASSERT_OK(Open(SmallOptions()));
  ASSERT_OK(Put("a", "1"));
  std::filesystem::create_directory(dir_ / "copy.tmp");
  ASSERT_OK(WriteStringToFile(Env::Default(), "rubbish", dir_ / "copy.tmp/000999.sst"));
  ASSERT_OK(Create((dir_ / "copy") + "/"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "copy.tmp"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "copy/000999.sst"));
  ASSERT_OK(OpenCopy(SmallOptions(), dir_ / "copy"));
  EXPECT_EQ(Contents(), "a=1");
}

TEST_F(CheckpointTest, TablesInOtherDirectoriesAreRefused) {
  Options options = SmallOptions();
  options.db_paths = {{dir_ / "elsewhere", 1 << 30}};
  ASSERT_OK(Open(options));
  ASSERT_OK(Put("a", "1"));
  const Status s = Create(dir_ / "copy");
  EXPECT_TRUE(s.IsNotSupported()) << s.ToString();
  EXPECT_FALSE(std::filesystem::exists(dir_ / "copy"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "copy.tmp"));
}

TEST_F(CheckpointTest, DeletionsAreAllowedAgainAfterwards) {
  ASSERT_OK(Open(SmallOptions()));
  ASSERT_OK(Create(dir_ / "copy"));
  ASSERT_NOT_OK(Create(dir_ / "copy"));
  EXPECT_EQ(IntProperty("rocksdb.is-file-deletions-enabled"), 1u);
}

// Each batch writes one number to two families. A copy that mixed moments would show families that
// disagree, a number that is missing, or another last sequence number than the one returned.
TEST_F(CheckpointTest, TakenWhileWritersRunIsAConsistentPrefix) {
  const Options base = SmallOptions();
  Options options = base;
  options.create_missing_column_families = true;
  ASSERT_OK(OpenFamilies(options, {"default", "twin"}));
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    for (int i = 0; !stop; ++i) {
      WriteBatch batch;
      EXPECT_OK(batch.Put(NumberedKey(i), std::string(50, 'v')));
      EXPECT_OK(batch.Put(handles_[1], NumberedKey(i), std::string(50, 'w')));
      EXPECT_OK(db_->Write(WriteOptions(), &batch));
    }
  });
  const int rounds = Scaled(20);
  std::vector<uint64_t> sequences(rounds);
  for (int round = 0; round < rounds; ++round) {
    EXPECT_OK(Create(dir_ / ("copy" + std::to_string(round)), round % 2 == 0 ? 0 : UINT64_MAX,
                     &sequences[round]));
  }
  stop = true;
  writer.join();
  for (int round = 0; round < rounds; ++round) {
    std::vector<ColumnFamilyDescriptor> families{{"default", base}, {"twin", base}};
    std::vector<ColumnFamilyHandle*> handles;
    DB* raw = nullptr;
    Close();
    ASSERT_OK(DB::Open(base, dir_ / ("copy" + std::to_string(round)), families, &handles, &raw));
    db_.reset(raw);
    handles_ = handles;
    EXPECT_EQ(db_->GetLatestSequenceNumber(), sequences[round]) << round;
    std::unique_ptr<Iterator> one(db_->NewIterator(ReadOptions(), handles_[0]));
    std::unique_ptr<Iterator> two(db_->NewIterator(ReadOptions(), handles_[1]));
    uint64_t count = 0;
    two->SeekToFirst();
    for (one->SeekToFirst(); one->Valid(); one->Next(), two->Next(), ++count) {
      ASSERT_TRUE(two->Valid()) << round;
      ASSERT_EQ(one->key().ToString(), NumberedKey(count)) << round;
      ASSERT_EQ(two->key().ToString(), NumberedKey(count)) << round;
    }
    EXPECT_FALSE(two->Valid()) << round;
    EXPECT_EQ(count * 2, sequences[round]) << round;
  }
}

// ---- failures

class CheckpointFaultTest : public testing::Test {
 protected:
  CheckpointFaultTest() : fs_(NewFaultyFileSystem()), env_(NewCompositeEnv(fs_)) {
    fs_->Ignore("/LOG");
    options_ = SmallOptions();
    options_.env = env_.get();
    DB* raw = nullptr;
    EXPECT_OK(env_->CreateDirIfMissing("/copies"));
    EXPECT_OK(DB::Open(options_, "/db", &raw));
    db_.reset(raw);
    EXPECT_OK(db_->Put(WriteOptions(), "a", "1"));
    EXPECT_OK(db_->Flush(FlushOptions()));
    EXPECT_OK(db_->Put(WriteOptions(), "b", "2"));
  }
  ~CheckpointFaultTest() override {
    if (db_ != nullptr) {
      EXPECT_OK(db_->Close());
    }
    db_.reset();
    EXPECT_EQ(fs_->OpenFiles(), 0);
  }
  // Without a flush, so that every operation counted belongs to the checkpoint.
  Status Create(const std::string& directory) {
    Checkpoint* raw = nullptr;
    Status s = Checkpoint::Create(db_.get(), &raw);
    const std::unique_ptr<Checkpoint> checkpoint(raw);
    return s.ok() ? checkpoint->CreateCheckpoint(directory, UINT64_MAX) : s;
  }
  std::vector<std::string> Copies() {
    std::vector<std::string> names;
    EXPECT_OK(env_->GetChildren("/copies", &names));
    return names;
  }
  void ExpectWhole(const std::string& directory) {
    DB* raw = nullptr;
    ASSERT_OK(DB::OpenForReadOnly(options_, directory, &raw));
    const std::unique_ptr<DB> copy(raw);
    std::string value;
    EXPECT_OK(copy->Get(ReadOptions(), "a", &value));
    EXPECT_OK(copy->Get(ReadOptions(), "b", &value));
  }

  std::shared_ptr<FaultyFileSystem> fs_;
  std::unique_ptr<Env> env_;
  Options options_;
  std::unique_ptr<DB> db_;
};

TEST_F(CheckpointFaultTest, AnyFailureLeavesNothingBehind) {
  int failures = 0;
  for (int op = 0; op < static_cast<int>(FsOp::kCount); ++op) {
    for (uint64_t nth = 1;; ++nth) {
      fs_->ResetCounts();
      fs_->FailNth(static_cast<FsOp>(op), nth, IOStatus::IOError("injected"), false, "/copies");
      const Status s = Create("/copies/copy");
      const bool injected = fs_->Injected() > 0;
      fs_->ClearFaults();
      if (!injected) {
        ASSERT_OK(s) << "operation " << op;
        ASSERT_NO_FATAL_FAILURE(ExpectWhole("/copies/copy"));
        ASSERT_OK(DestroyDB("/copies/copy", options_));
        break;
      }
      ++failures;
      if (s.ok()) {
        // An operation whose failure does no harm: the look for leftovers before.
        ASSERT_OK(DestroyDB("/copies/copy", options_));
        continue;
      }
      EXPECT_NE(s.ToString().find("injected"), std::string::npos) << s.ToString();
      EXPECT_TRUE(Copies().empty()) << "operation " << op << ", number " << nth;
    }
  }
  EXPECT_GT(failures, 10);
}

TEST_F(CheckpointFaultTest, FilesAreCopiedWhereLinksAreNotSupported) {
  fs_->FailNth(FsOp::kLink, 1, IOStatus::NotSupported("no links"));
  fs_->ResetCounts();
  ASSERT_OK(Create("/copies/copy"));
  fs_->ClearFaults();
  ExpectWhole("/copies/copy");
}

TEST_F(CheckpointFaultTest, AFullDiskLeavesNothingBehind) {
  fs_->SetSpace(100);
  const Status s = Create("/copies/copy");
  fs_->UnlimitSpace();
  EXPECT_TRUE(s.IsNoSpace()) << s.ToString();
  EXPECT_TRUE(Copies().empty());
  ASSERT_OK(Create("/copies/copy"));
  ExpectWhole("/copies/copy");
}

TEST_F(CheckpointFaultTest, SurvivesAPowerCutOnceItIsDone) {
  ASSERT_OK(Create("/copies/copy"));
  fs_->SetActive(false);
  db_->Close().PermitUncheckedError();
  db_.reset();
  ASSERT_OK(fs_->Crash(PowerCut()));
  fs_->SetActive(true);
  ExpectWhole("/copies/copy");
}

TEST_F(CheckpointFaultTest, APowerCutAtAnyChangeLeavesTheWholeCheckpointOrNone) {
  for (uint64_t changes = 0; changes < 40; ++changes) {
    fs_->CutPowerAfter(changes);
    const Status s = Create("/copies/copy");
    fs_->CutPowerAfter(UINT64_MAX);
    fs_->SetActive(false);
    db_->Close().PermitUncheckedError();
    db_.reset();
    ASSERT_OK(fs_->Crash(PowerCut()));
    fs_->SetActive(true);
    const bool there = env_->FileExists("/copies/copy").ok();
    EXPECT_TRUE(there || !s.ok()) << changes;
    if (there) {
      ASSERT_NO_FATAL_FAILURE(ExpectWhole("/copies/copy"));
      ASSERT_OK(DestroyDB("/copies/copy", options_));
    }
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options_, "/db", &raw));
    db_.reset(raw);
    ASSERT_OK(db_->Put(WriteOptions(), "b", "2"));
    if (s.ok()) return;
  }
  FAIL() << "a checkpoint takes more changes than expected";
}

// ---- export

TEST_F(CheckpointTest, AnExportedFamilyIsFlushedLinkedAndDescribed) {
  Options options = SmallOptions(/*buckets=*/0);
  options.create_missing_column_families = true;
  ASSERT_OK(OpenFamilies(options, {"default", "other"}));
  ASSERT_OK(Put("not exported", "x"));
  ASSERT_OK(db_->Put(WriteOptions(), handles_[1], "a", "1"));
  ASSERT_OK(db_->Put(WriteOptions(), handles_[1], "b", "2"));
  Checkpoint* raw = nullptr;
  ASSERT_OK(Checkpoint::Create(db_.get(), &raw));
  const std::unique_ptr<Checkpoint> checkpoint(raw);
  ExportImportFilesMetaData* metadata = nullptr;
  ASSERT_OK(checkpoint->ExportColumnFamily(handles_[1], dir_ / "export", &metadata));
  const std::unique_ptr<ExportImportFilesMetaData> owned(metadata);
  EXPECT_EQ(metadata->db_comparator_name, BytewiseComparator()->Name());
  ASSERT_EQ(metadata->files.size(), 1u);
  const LiveFileMetaData& file = metadata->files[0];
  EXPECT_EQ(file.column_family_name, "other");
  EXPECT_EQ(file.db_path, dir_ / "export");
  EXPECT_EQ(file.smallestkey, "a");
  EXPECT_EQ(file.largestkey, "b");
  EXPECT_EQ(file.smallest.size(), 9u);
  EXPECT_EQ(file.level, 0);
  EXPECT_EQ(std::filesystem::file_size(dir_ / "export" + file.name), file.size);
  EXPECT_EQ(CountFiles(dir_ / "export", ".sst"), 1u);
  ExportImportFilesMetaData* again = nullptr;
  EXPECT_TRUE(
      checkpoint->ExportColumnFamily(handles_[1], dir_ / "export", &again).IsInvalidArgument());
  EXPECT_EQ(again, nullptr);
  EXPECT_TRUE(
      checkpoint->ExportColumnFamily(handles_[1], dir_ / "more", &metadata).IsInvalidArgument());
}

TEST_F(CheckpointTest, AnEmptyFamilyExportsAnEmptyDirectory) {
  ASSERT_OK(Open(SmallOptions()));
  Checkpoint* raw = nullptr;
  ASSERT_OK(Checkpoint::Create(db_.get(), &raw));
  const std::unique_ptr<Checkpoint> checkpoint(raw);
  ExportImportFilesMetaData* metadata = nullptr;
  ASSERT_OK(checkpoint->ExportColumnFamily(db_->DefaultColumnFamily(), dir_ / "export", &metadata));
  const std::unique_ptr<ExportImportFilesMetaData> owned(metadata);
  EXPECT_TRUE(metadata->files.empty());
  EXPECT_TRUE(std::filesystem::is_empty(dir_ / "export"));
}

}  // namespace
}  // namespace system_test
