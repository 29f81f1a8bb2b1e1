// Replay of logs at open, through the public API over logs in memory that the test cuts or damages.
#include "db/recovery/wal_replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "db/batch/write_batch_internal.h"
#include "db/log/log_writer.h"
#include "env/fault_fs.h"
#include "env/filename.h"
#include "env/mem_fs.h"
#include "rocksdb/db.h"
#include "rocksdb/env.h"
#include "test/support/scratch.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class OpensNoFileAgain : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "OpensNoFileAgain"; }
  IOStatus ReopenWritableFile(const std::string& /*path*/, const FileOptions& /*options*/,
                              std::unique_ptr<FSWritableFile>* /*file*/,
                              IODebugContext* /*dbg*/) override {
    return IOStatus::NotSupported("ReopenWritableFile");
  }
};

class WalReplayTest : public testing::Test {
 protected:
  WalReplayTest() {
    options_.env = env_.get();
    options_.create_if_missing = true;
    options_.create_missing_column_families = true;
    options_.avoid_flush_during_recovery = true;
    options_.avoid_flush_during_shutdown = true;
  }
  ~WalReplayTest() override { Close(); }

  Status Open() {
    return DB::Open(options_, "/db", {{kDefaultColumnFamilyName, options_}, {"second", options_}},
                    &families_, &db_);
  }
  Status OpenReader(bool refuse_logs = false) {
    return DB::OpenForReadOnly(options_, "/db",
                               {{kDefaultColumnFamilyName, options_}, {"second", options_}},
                               &families_, &db_, refuse_logs);
  }
  void Close() {
    for (ColumnFamilyHandle* h : families_) EXPECT_OK(db_->DestroyColumnFamilyHandle(h));
    families_.clear();
    db_.reset();
  }
  void Put(int family, const std::string& key) {
    ASSERT_OK(db_->Put(WriteOptions(), families_[family], key, "v"));
  }
  bool Has(int family, const std::string& key) {
    std::string value;
    return db_->Get(ReadOptions(), families_[family], key, &value).ok();
  }
  std::vector<uint64_t> Logs() {
    std::vector<std::string> names;
    EXPECT_OK(env_->GetChildren("/db", &names));
    std::vector<uint64_t> logs;
    for (const std::string& name : names) {
      uint64_t number;
      FileType type;
      if (ParseFileName(name, &number, &type) && type == kWalFile) logs.push_back(number);
    }
    std::sort(logs.begin(), logs.end());
    return logs;
  }
  void CutTail(uint64_t log, uint64_t bytes) {
    const std::string path = WalFileName("/db", log);
    uint64_t size = 0;
    ASSERT_OK(env_->GetFileSize(path, &size));
    ASSERT_GT(size, bytes);
    ASSERT_OK(fs_->Truncate(path, size - bytes, IOOptions(), nullptr));
  }

  void FlipByte(uint64_t log, size_t at) {
    const std::string path = WalFileName("/db", log);
    std::string bytes;
    ASSERT_OK(ReadFileToString(env_.get(), path, &bytes));
    ASSERT_LT(at, bytes.size());
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    ASSERT_OK(WriteStringToFile(env_.get(), bytes, path));
  }
  // A log behind those that are there. REQUIRES: the database is closed.
  void AddLog(const std::vector<std::string>& records) {
    const uint64_t number = Logs().back() + 1;
    std::unique_ptr<WritableFileWriter> file;
    ASSERT_OK(
        WritableFileWriter::Create(fs_.get(), WalFileName("/db", number), FileOptions(), &file));
    log::Writer writer(std::move(file), number, false, false);
    for (const std::string& record : records) ASSERT_OK(writer.AddRecord(record));
    ASSERT_OK(writer.Close());
  }
  static std::string Batch(SequenceNumber sequence, const std::string& key) {
    WriteBatch batch;
    EXPECT_OK(batch.Put(key, "v"));
    BatchAccess::SetSequence(&batch, sequence);
    return batch.Data();
  }

  // Nothing is lost over several openings, and what recovery gave up stays away.
  void ExpectGoesOnWithout(const std::string& lost) {
    for (int opening = 0; opening < 3; ++opening) {
      ASSERT_OK(Open());
      EXPECT_TRUE(Has(0, "a"));
      EXPECT_FALSE(Has(0, lost));
      Put(0, std::to_string(opening));
      for (int i = 0; i <= opening; ++i) EXPECT_TRUE(Has(0, std::to_string(i)));
      Close();
    }
  }

  std::shared_ptr<MemFileSystem> mem_ = std::make_shared<MemFileSystem>();
  std::shared_ptr<FaultFileSystem> fs_ = std::make_shared<FaultFileSystem>(mem_);
  std::unique_ptr<Env> env_ = NewCompositeEnv(fs_);
  Options options_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> families_;
};

TEST_F(WalReplayTest, BothFamiliesComeBack) {
  ASSERT_OK(Open());
  Put(0, "a");
  Put(1, "b");
  Close();
  ASSERT_OK(Open());
  EXPECT_TRUE(Has(0, "a"));
  EXPECT_TRUE(Has(1, "b"));
  EXPECT_FALSE(Has(0, "b"));
}

TEST_F(WalReplayTest, ALogThatCarriesOnAfterATornOneLosesNothing) {
  ASSERT_OK(Open());
  Put(0, "a");
  Put(0, "torn");
  Close();
  const std::vector<uint64_t> first = Logs();
  ASSERT_FALSE(first.empty());
  CutTail(first.back(), 3);
  ASSERT_OK(Open());  // keeps the torn log and starts another
  EXPECT_FALSE(Has(0, "torn"));
  Put(0, "b");
  Put(1, "c");
  // The flush of one family moves the MANIFEST's last sequence past the torn log.
  ASSERT_OK(db_->Flush(FlushOptions(), families_[1]));
  Put(0, "d");
  Close();
  Status s = Open();
  ASSERT_OK(s);
  for (const char* key : {"a", "b", "d"}) EXPECT_TRUE(Has(0, key)) << key;
  EXPECT_TRUE(Has(1, "c"));
}

TEST_F(WalReplayTest, ATornLogWithoutARecordDoesNotHideThoseBehindIt) {
  ASSERT_OK(Open());
  Put(1, "a");
  Put(0, "flushed");
  ASSERT_OK(db_->Flush(FlushOptions(), families_[0]));
  const uint64_t torn = Logs().back();
  Put(0, "torn");
  Close();
  ASSERT_OK(fs_->Truncate(WalFileName("/db", torn), 3, IOOptions(), nullptr));
  ASSERT_OK(Open());
  Put(0, "b");
  Put(1, "c");
  // The log before the torn one goes: nothing says any more where the one behind it must begin.
  ASSERT_OK(db_->Flush(FlushOptions(), families_[1]));
  Put(0, "d");
  Close();
  ASSERT_EQ(Logs().front(), torn);
  ASSERT_OK(Open());
  for (const char* key : {"flushed", "b", "d"}) EXPECT_TRUE(Has(0, key)) << key;
  for (const char* key : {"a", "c"}) EXPECT_TRUE(Has(1, key)) << key;
}

TEST_F(WalReplayTest, WhatWasRefusedBehindDamageStaysRefused) {
  ASSERT_OK(Open());
  Put(0, "a");
  Put(0, "lost");
  Close();
  const uint64_t damaged = Logs().back();
  AddLog({Batch(3, "behind the gap")});
  CutTail(damaged, 3);
  ExpectGoesOnWithout("behind the gap");
}

TEST_F(WalReplayTest, AFileSystemThatCannotTruncateKeepsTheTornLog) {
  ASSERT_OK(Open());
  Put(0, "a");
  Put(0, "torn");
  Close();
  CutTail(Logs().back(), 3);
  fs_->FailNth(FsOp::kTruncate, 1, IOStatus::NotSupported("Truncate"));
  ExpectGoesOnWithout("torn");
}

TEST_F(WalReplayTest, AFileSystemThatOpensNoFileAgainKeepsItsLogs) {
  ASSERT_OK(Open());
  Put(0, "a");
  Close();
  const auto env = NewCompositeEnv(std::make_shared<OpensNoFileAgain>(fs_));
  options_.env = env.get();
  for (int opening = 0; opening < 2; ++opening) {
    ASSERT_OK(Open());
    EXPECT_TRUE(Has(0, "a"));
    Close();
  }
}

TEST_F(WalReplayTest, ATruncationThatFailsFailsTheOpening) {
  ASSERT_OK(Open());
  Put(0, "a");
  Put(0, "torn");
  Close();
  CutTail(Logs().back(), 3);
  fs_->FailNth(FsOp::kTruncate, 1, IOStatus::IOError("planned"));
  EXPECT_TRUE(Open().IsIOError());
  ASSERT_OK(Open());
  EXPECT_TRUE(Has(0, "a"));
}

TEST_F(WalReplayTest, AGapAfterDamageEndsTheReplay) {
  ASSERT_OK(Open());
  Put(0, "a");
  Close();
  ASSERT_OK(Open());
  Put(0, "b");
  Put(0, "lost");
  Close();
  const uint64_t damaged = Logs().back();
  ASSERT_OK(Open());
  Put(0, "after");
  Close();
  CutTail(damaged, 3);
  Status s = Open();
  ASSERT_OK(s);
  EXPECT_TRUE(Has(0, "a"));
  EXPECT_TRUE(Has(0, "b"));
  EXPECT_FALSE(Has(0, "lost"));
  EXPECT_FALSE(Has(0, "after"));
}

// The result of each recovery mode for a log whose second record is damaged and whose first and
// third are whole.
struct Verdict {
  WALRecoveryMode mode;
  bool opens;
  bool third;
};
const Verdict kVerdicts[] = {{WALRecoveryMode::kTolerateCorruptedTailRecords, false, false},
                             {WALRecoveryMode::kAbsoluteConsistency, false, false},
                             {WALRecoveryMode::kPointInTimeRecovery, true, false},
                             {WALRecoveryMode::kSkipAnyCorruptedRecords, true, true}};

class DamagedReplayTest : public WalReplayTest, public testing::WithParamInterface<Verdict> {
 protected:
  void ExpectVerdict(const std::string& first, const std::string& third, const char* why) {
    options_.wal_recovery_mode = GetParam().mode;
    const Status s = Open();
    ASSERT_EQ(s.ok(), GetParam().opens) << s.ToString();
    if (!s.ok()) {
      EXPECT_TRUE(s.IsCorruption());
      EXPECT_NE(s.ToString().find(why), std::string::npos) << s.ToString();
      return;
    }
    EXPECT_TRUE(Has(0, "before"));
    EXPECT_TRUE(Has(0, first));
    EXPECT_EQ(Has(0, third), GetParam().third);
  }
};
INSTANTIATE_TEST_SUITE_P(Modes, DamagedReplayTest, testing::ValuesIn(kVerdicts));

TEST_P(DamagedReplayTest, ARecordTooShortForABatchIsDamage) {
  ASSERT_OK(Open());
  Put(0, "before");
  Close();
  AddLog({Batch(2, "first"), "short", Batch(3, "third")});
  ExpectVerdict("first", "third", "log record too small");
}

TEST_P(DamagedReplayTest, ARecordWhoseNumbersAreTooLargeIsDamage) {
  ASSERT_OK(Open());
  Put(0, "before");
  Close();
  AddLog({Batch(2, "first"), Batch(kLargestSequence, "second"), Batch(3, "third")});
  ExpectVerdict("first", "third", "too large");
}

TEST_P(DamagedReplayTest, ABatchThatIsNoneIsDamageAlsoWhereMemtablesCheckTheirEntries) {
  options_.memtable_protection_bytes_per_key = 8;
  ASSERT_OK(Open());
  Put(0, "before");
  Close();
  std::string garbage = Batch(3, "second");
  garbage[12] = 0x7e;  // no such kind of record
  AddLog({Batch(2, "first"), garbage, Batch(3, "third")});
  ExpectVerdict("first", "third", "unknown");
}

TEST_P(DamagedReplayTest, TwoDamagedBlocksAreToldOnceAndPassedOverWhereAsked) {
  ASSERT_OK(Open());
  Put(0, "before");
  // Six records, one a block and a little of the next.
  for (char c = 'a'; c < 'g'; c++) {
    ASSERT_OK(db_->Put(WriteOptions(), families_[0], std::string(1, c), std::string(32768, c)));
  }
  Close();
  const uint64_t log = Logs().back();
  FlipByte(log, 2 * 32768 + 20000);  // in c
  FlipByte(log, 4 * 32768 + 20000);  // in e
  ExpectVerdict("b", "f", "checksum mismatch");
  if (GetParam().opens) {
    EXPECT_FALSE(Has(0, "c"));
    EXPECT_FALSE(Has(0, "e"));
  }
}

TEST_P(DamagedReplayTest, ALogThatCanNotBeReadIsAnErrorInEveryMode) {
  ASSERT_OK(Open());
  Put(0, "a");
  Close();
  options_.wal_recovery_mode = GetParam().mode;
  for (const FsOp op : {FsOp::kOpenRead, FsOp::kRead}) {
    fs_->FailNth(op, 1, IOStatus::IOError("planned"), false, ".log");
    const Status s = Open();
    EXPECT_TRUE(s.IsIOError()) << s.ToString();
    EXPECT_NE(s.ToString().find("planned"), std::string::npos);
    Close();
  }
  ASSERT_OK(Open());
  EXPECT_TRUE(Has(0, "a"));
}

TEST_F(WalReplayTest, AFamilyAheadOfTheDamageIsToldNotSilentlyNewerThanTheOthers) {
  ASSERT_OK(Open());
  Put(0, "a");
  Put(0, "lost");
  Close();
  const uint64_t damaged = Logs().back();
  ASSERT_OK(Open());
  Put(1, "c");
  ASSERT_OK(db_->Flush(FlushOptions(), families_[1]));
  Close();
  CutTail(damaged, 3);
  const Status s = Open();
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  EXPECT_NE(s.ToString().find("Column family inconsistency"), std::string::npos) << s.ToString();
  EXPECT_NE(s.ToString().find("second"), std::string::npos) << s.ToString();
}

TEST_F(WalReplayTest, AFamilyFlushedWithOlderDataOnlyIsNotAheadOfTheDamage) {
  ASSERT_OK(Open());
  Put(1, "old");
  Put(0, "lost");
  const uint64_t damaged = Logs().back();
  ASSERT_OK(db_->Flush(FlushOptions(), families_[1]));
  Close();
  ASSERT_GT(Logs().size(), 1u) << "the first log is needed by the other family";
  CutTail(damaged, 3);
  const Status s = Open();
  ASSERT_OK(s);
  EXPECT_TRUE(Has(1, "old"));
  EXPECT_FALSE(Has(0, "lost"));
}

TEST_F(WalReplayTest, ATableThatForgotItsSequenceNumbersMayBeAheadOfTheDamage) {
  ASSERT_OK(Open());
  Put(0, "a");
  const uint64_t damaged = Logs().back();
  Put(1, "newer");
  for (int i = 0; i < 2; i++) {  // two tables that overlap: no mere move
    ASSERT_OK(db_->Flush(FlushOptions(), families_[1]));
    Put(1, "newer");
  }
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), families_[1], nullptr, nullptr));
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  ASSERT_EQ(files.size(), 1u);
  ASSERT_EQ(files[0].largest_seqno, 0u);
  Close();
  CutTail(damaged, 3);  // the log loses a record that the table holds
  const Status s = Open();
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  EXPECT_NE(s.ToString().find("Column family inconsistency"), std::string::npos) << s.ToString();
}

TEST_F(WalReplayTest, ACompactionThatDroppedADeletionMayBeAheadOfTheDamage) {
  ASSERT_OK(Open());
  ColumnFamilyHandle* second = families_[1];
  Put(1, "a");
  Put(1, "c");
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), second, nullptr, nullptr));
  Put(1, "b");  // between the keys below: keeps its sequence number in level 5
  Put(1, "m");  // not between them: level 5 need not keep a deletion of it
  ASSERT_OK(db_->Flush(FlushOptions(), second));
  const uint64_t damaged = Logs().back();
  Put(0, "kept");
  Put(0, "lost");
  ASSERT_OK(db_->Delete(WriteOptions(), second, "m"));
  const SequenceNumber deleted = db_->GetLatestSequenceNumber();
  ASSERT_OK(db_->Flush(FlushOptions(), second));
  std::vector<std::string> level0;
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  for (const LiveFileMetaData& file : files) {
    if (file.level == 0) level0.push_back(file.name);
  }
  ASSERT_EQ(level0.size(), 2u);
  ASSERT_OK(db_->CompactFiles(CompactionOptions(), second, level0, 5));
  db_->GetLiveFilesMetaData(&files);
  for (const LiveFileMetaData& file : files) {
    EXPECT_LT(file.largest_seqno, deleted) << "no table holds the deletion";
    EXPECT_TRUE(file.level == 6 || file.smallest_seqno > 0u) << "nor a trace of it";
  }
  Close();
  CutTail(damaged, 30);  // all of the deletion, a part of what was written before it
  const Status s = Open();
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  EXPECT_NE(s.ToString().find("Column family inconsistency"), std::string::npos) << s.ToString();
}

TEST_F(WalReplayTest, AnEmptyFamilyBornAfterTheDamageIsNotAheadOfIt) {
  std::unique_ptr<DB> alone;
  ASSERT_OK(DB::Open(options_, "/db", &alone));
  ASSERT_OK(alone->Put(WriteOptions(), "flushed", "v"));
  ASSERT_OK(alone->Flush(FlushOptions()));
  ASSERT_OK(alone->Put(WriteOptions(), "lost", "v"));
  ASSERT_OK(alone->Close());
  alone.reset();
  const uint64_t damaged = Logs().back();
  ASSERT_OK(Open());  // makes the second family
  EXPECT_TRUE(Has(0, "lost"));
  Close();
  CutTail(damaged, 3);
  const Status s = Open();
  ASSERT_OK(s);
  EXPECT_TRUE(Has(0, "flushed"));
  EXPECT_FALSE(Has(0, "lost"));
}

TEST_F(WalReplayTest, ALogLargerThanAMemtableIsFlushedWholeEvenIfFlushesAreAvoided) {
  options_.write_buffer_size = 4 << 20;
  ASSERT_OK(Open());
  for (int i = 0; i < 300; i++) {
    ASSERT_OK(db_->Put(WriteOptions(), families_[i % 2], "key" + std::to_string(i),
                       std::string(1000, 'v')));
  }
  Close();
  const uint64_t old = Logs().back();
  options_.write_buffer_size = 64 << 10;
  ASSERT_OK(Open());
  for (int i = 0; i < 300; i++) EXPECT_TRUE(Has(i % 2, "key" + std::to_string(i))) << i;
  for (ColumnFamilyHandle* family : families_) {
    uint64_t entries = 1;
    ASSERT_TRUE(db_->GetIntProperty(family, "rocksdb.num-entries-active-mem-table", &entries));
    EXPECT_EQ(entries, 0u) << "replay flushes all of it or nothing";
  }
  EXPECT_GT(Logs().front(), old) << "the log is not needed any more";
}

// Large enough to be put into memtables by several threads, a piece at a time.
TEST_F(WalReplayTest, ALargeLogOfManyKindsOfRecordsComesBackAsItWas) {
  std::mt19937_64 random(system_test::TestSeed());
  options_.merge_operator = std::make_shared<system_test::AppendOperator>();
  ASSERT_OK(Open());
  for (int i = 0; i < 12000; ++i) {
    const auto key = [&] { return "key" + std::to_string(random() % 4000); };
    WriteBatch batch;
    for (uint64_t n = 1 + random() % 3; n > 0; --n) {
      ColumnFamilyHandle* family = families_[random() % 2];
      switch (random() % 8) {
        case 0:
          ASSERT_OK(batch.Delete(family, key()));
          break;
        case 1:
          ASSERT_OK(batch.Merge(family, key(), std::to_string(i)));
          break;
        case 2: {
          const std::string from = key();
          if (random() % 20 == 0) ASSERT_OK(batch.DeleteRange(family, from, from + "~"));
          break;
        }
        case 3:
          ASSERT_OK(batch.PutLogData("a note"));
          break;
        default:
          ASSERT_OK(batch.Put(family, key(), std::string(random() % 900, 'v')));
      }
    }
    ASSERT_OK(db_->Write(WriteOptions(), &batch));
  }
  const auto contents = [&] {
    std::string all = std::to_string(db_->GetLatestSequenceNumber());
    for (ColumnFamilyHandle* family : families_) {
      std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions(), family));
      for (it->SeekToFirst(); it->Valid(); it->Next()) {
        all += '|' + it->key().ToString() + '=' + it->value().ToString();
      }
      EXPECT_OK(it->status());
    }
    return all;
  };
  const std::string before = contents();
  Close();
  // Once into memtables that stay, once into some that fill up on the way, and once by one thread.
  ASSERT_OK(Open());
  EXPECT_TRUE(before == contents());
  Close();
  options_.max_file_opening_threads = 1;
  ASSERT_OK(Open());
  EXPECT_TRUE(before == contents());
  Close();
  options_.max_file_opening_threads = 16;
  options_.write_buffer_size = 600 << 10;
  ASSERT_OK(Open());
  EXPECT_TRUE(before == contents());
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  EXPECT_FALSE(files.empty());
}

TEST_F(WalReplayTest, AMissingLogDirectoryIsADatabaseWithoutLogsToReaders) {
  options_.wal_dir = "/logs";
  ASSERT_OK(Open());
  Put(0, "a");
  ASSERT_OK(db_->Flush(FlushOptions(), families_[0]));
  Close();
  std::vector<std::string> names;
  ASSERT_OK(mem_->GetChildren("/logs", IOOptions(), &names, nullptr));
  for (const std::string& name : names)
    ASSERT_OK(mem_->DeleteFile("/logs/" + name, IOOptions(), nullptr));
  ASSERT_OK(mem_->DeleteDir("/logs", IOOptions(), nullptr));
  const Status s = OpenReader();
  ASSERT_OK(s);
  EXPECT_TRUE(Has(0, "a"));
  EXPECT_TRUE(env_->FileExists("/logs").IsNotFound()) << "a read-only open creates no directory";
}

TEST_F(WalReplayTest, AReaderMayRefuseADatabaseThatHasALog) {
  ASSERT_OK(Open());
  Put(0, "a");
  ASSERT_OK(db_->Flush(FlushOptions(), families_[0]));
  Close();
  const Status refused = OpenReader(true);
  EXPECT_TRUE(refused.IsCorruption()) << refused.ToString();
  EXPECT_NE(refused.ToString().find(".log"), std::string::npos) << refused.ToString();
  std::vector<std::string> names;
  ASSERT_OK(mem_->GetChildren("/db", IOOptions(), &names, nullptr));
  for (const std::string& name : names) {
    if (name.find(".log") == std::string::npos) continue;
    ASSERT_OK(mem_->DeleteFile("/db/" + name, IOOptions(), nullptr));
  }
  const Status s = OpenReader(true);
  ASSERT_OK(s);
  EXPECT_TRUE(Has(0, "a"));
}

TEST_F(WalReplayTest, AReaderHasNoLogToSync) {
  ASSERT_OK(Open());
  Put(0, "a");
  EXPECT_OK(db_->SyncWAL());
  Close();
  ASSERT_OK(OpenReader());
  const uint64_t before = fs_->Count(FsOp::kDirSync);
  EXPECT_TRUE(db_->SyncWAL().IsNotSupported());
  EXPECT_TRUE(db_->FlushWAL(true).IsNotSupported());
  EXPECT_OK(db_->FlushWAL(false));
  EXPECT_EQ(fs_->Count(FsOp::kDirSync), before);
  EXPECT_TRUE(Has(0, "a"));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
