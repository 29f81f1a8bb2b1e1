// A database whose files are encrypted does all that another one does, and no plain byte of it is
// on the disk.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "rocksdb/env_encryption.h"
#include "rocksdb/sst_file_writer.h"
#include "rocksdb/utilities/backup_engine.h"
#include "rocksdb/utilities/checkpoint.h"
#include "rocksdb/utilities/transaction_db.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

constexpr char kMark[] = "only-for-those-with-the-key";

class EncryptedDatabase : public DbTest {
 protected:
  EncryptedDatabase() {
    std::shared_ptr<EncryptionProvider> provider;
    EXPECT_OK(EncryptionProvider::CreateFromString(ConfigOptions(), "CTR://test", &provider));
    env_.reset(NewEncryptedEnv(Env::Default(), provider));
    options_ = SmallOptions(4);
    options_.create_if_missing = true;
    options_.env = env_.get();
  }
  ~EncryptedDatabase() override { Close(); }

  static std::string Marked(int i) { return kMark + std::to_string(i); }
  // In tables of several levels, and in a log.
  void Fill() {
    ASSERT_OK(Open(options_));
    for (int i = 0; i < 3000; ++i) {
      ASSERT_OK(Put(NumberedKey(i), Marked(i)));
      if (i % 700 == 699) ASSERT_OK(db_->Flush(FlushOptions()));
      if (i == 1500) ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    }
  }
  static void ExpectFilled(DB* db) {
    for (int i = 0; i < 3000; i += 7) {
      std::string value;
      ASSERT_OK(db->Get(ReadOptions(), NumberedKey(i), &value));
      ASSERT_EQ(value, Marked(i));
    }
  }
  void ExpectFilledAt(const std::string& path) {
    DB* raw = nullptr;
    ASSERT_OK(DB::OpenForReadOnly(options_, path, &raw));
    const std::unique_ptr<DB> copy(raw);
    ExpectFilled(copy.get());
  }
  // The info log is plain, as in stock; it shows no data.
  static void ExpectNothingPlain(const std::string& directory) {
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      std::stringstream bytes;
      bytes << in.rdbuf();
      const std::string found = bytes.str();
      EXPECT_EQ(found.find(kMark), std::string::npos) << entry.path();
      const bool readable = std::all_of(found.begin(), found.end(), [](unsigned char c) {
        return std::isprint(c) != 0 || std::isspace(c) != 0;
      });
      EXPECT_TRUE(readable || entry.path().filename() != "LOG");
      ++files;
    }
    EXPECT_GT(files, 3);
  }

  std::unique_ptr<Env> env_;
  Options options_;
};

TEST_F(EncryptedDatabase, LeavesNothingPlainAndOpensAgain) {
  Fill();
  ExpectNothingPlain(dir_ / "db");
  ASSERT_OK(Open(options_));
  ExpectFilled(db_.get());
  ReadOptions async;
  async.async_io = true;
  async.readahead_size = 20000;
  EXPECT_EQ(Contents(async), Contents());
}

TEST_F(EncryptedDatabase, WithoutTheKeyItDoesNotOpenAndStaysAsItIs) {
  Fill();
  Close();
  Options plain = options_;
  plain.env = Env::Default();
  const Status s = Open(plain);
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  ASSERT_OK(Open(options_));
  ExpectFilled(db_.get());
}

TEST_F(EncryptedDatabase, CheckpointsAreEncryptedAndOpen) {
  Fill();
  Checkpoint* raw = nullptr;
  ASSERT_OK(Checkpoint::Create(db_.get(), &raw));
  const std::unique_ptr<Checkpoint> maker(raw);
  ASSERT_OK(maker->CreateCheckpoint(dir_ / "copy"));
  ExpectNothingPlain(dir_ / "copy");
  ExpectFilledAt(dir_ / "copy");
}

TEST_F(EncryptedDatabase, BackupsAreEncryptedWhereTheirEnvIs) {
  Fill();
  BackupEngineOptions where(dir_ / "backups", env_.get());
  BackupEngine* raw = nullptr;
  ASSERT_OK(BackupEngine::Open(where, env_.get(), &raw));
  const std::unique_ptr<BackupEngine> backups(raw);
  ASSERT_OK(backups->CreateNewBackup(db_.get(), true));
  ExpectNothingPlain(dir_ / "backups");
  ASSERT_OK(backups->VerifyBackup(1, true));
  ASSERT_OK(backups->RestoreDBFromLatestBackup(dir_ / "restored", dir_ / "restored"));
  ExpectNothingPlain(dir_ / "restored");
  ExpectFilledAt(dir_ / "restored");
}

TEST_F(EncryptedDatabase, TakesInTablesThatWereWrittenEncryptedAndRefusesPlainOnes) {
  ASSERT_OK(Open(options_));
  const auto write = [this](const Options& options, const std::string& path) {
    SstFileWriter writer(EnvOptions(), options);
    ASSERT_OK(writer.Open(path));
    for (int i = 0; i < 3000; ++i) ASSERT_OK(writer.Put(NumberedKey(i), Marked(i)));
    ASSERT_OK(writer.Finish());
  };
  Options plain = options_;
  plain.env = Env::Default();
  write(plain, dir_ / "plain.sst");
  EXPECT_TRUE(
      db_->IngestExternalFile({dir_ / "plain.sst"}, IngestExternalFileOptions()).IsCorruption());
  write(options_, dir_ / "own.sst");
  ASSERT_OK(db_->IngestExternalFile({dir_ / "own.sst"}, IngestExternalFileOptions()));
  ExpectFilled(db_.get());
  ExpectNothingPlain(dir_ / "db");
}

TEST_F(EncryptedDatabase, SecondaryInstancesFollowIt) {
  ASSERT_OK(Open(options_));
  DB* raw = nullptr;
  Options options = options_;
  options.max_open_files = -1;
  ASSERT_OK(DB::OpenAsSecondary(options, dir_ / "db", dir_ / "secondary", &raw));
  const std::unique_ptr<DB> secondary(raw);
  for (int i = 0; i < 3000; ++i) {
    ASSERT_OK(Put(NumberedKey(i), Marked(i)));
    if (i % 1000 == 999) ASSERT_OK(db_->Flush(FlushOptions()));
    if (i % 1000 == 500) ASSERT_OK(secondary->TryCatchUpWithPrimary());
  }
  ASSERT_OK(secondary->TryCatchUpWithPrimary());
  ExpectFilled(secondary.get());
}

TEST_F(EncryptedDatabase, FindsPreparedTransactionsAgain) {
  TransactionDB* raw = nullptr;
  ASSERT_OK(TransactionDB::Open(options_, TransactionDBOptions(), dir_ / "db", &raw));
  std::unique_ptr<TransactionDB> db(raw);
  std::unique_ptr<Transaction> prepared(db->BeginTransaction(WriteOptions()));
  ASSERT_OK(prepared->SetName("x"));
  ASSERT_OK(prepared->Put("k", Marked(1)));
  ASSERT_OK(prepared->Prepare());
  prepared.reset();
  db.reset();
  ExpectNothingPlain(dir_ / "db");
  ASSERT_OK(TransactionDB::Open(options_, TransactionDBOptions(), dir_ / "db", &raw));
  db.reset(raw);
  prepared.reset(db->GetTransactionByName("x"));
  ASSERT_NE(prepared, nullptr);
  ASSERT_OK(prepared->Commit());
  std::string value;
  ASSERT_OK(db->Get(ReadOptions(), "k", &value));
  EXPECT_EQ(value, Marked(1));
}

}  // namespace
}  // namespace system_test
