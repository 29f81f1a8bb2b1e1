// DBOptions::wal_compression: logs become smaller, and everything that reads logs reads them.
// Stock's reading is in test/interop.
#ifdef ZSTD
#include <filesystem>
#include <random>
#include <thread>

#include "rocksdb/transaction_log.h"
#include "rocksdb/utilities/checkpoint.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class WalCompression : public DbTest {
 protected:
  WalCompression() {
    options_ = SmallOptions();
    options_.write_buffer_size = 64 << 20;
    options_.avoid_flush_during_shutdown = true;
    options_.wal_recovery_mode = WALRecoveryMode::kAbsoluteConsistency;
    options_.wal_compression = kZSTD;
  }
  // Of several log blocks, and not to be compressed.
  static std::string Noise(size_t size) {
    std::mt19937_64 random(size);
    std::string bytes(size, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    return bytes;
  }
  void PutSome() {
    for (int i = 0; i < 100; ++i)
      ASSERT_OK(Put(NumberedKey(i), std::string(1000, 'o') + std::to_string(i)));
    ASSERT_OK(Put("noise", Noise(100000)));
    ASSERT_OK(Put("last", std::string(200000, 'o')));
  }
  void ExpectSome() {
    for (int i = 0; i < 100; ++i)
      ASSERT_EQ(Get(NumberedKey(i)), std::string(1000, 'o') + std::to_string(i));
    EXPECT_TRUE(Get("noise") == Noise(100000));
    EXPECT_TRUE(Get("last") == std::string(200000, 'o'));
  }
  uint64_t LogBytes() {
    VectorLogPtr files;
    EXPECT_OK(db_->GetSortedWalFiles(files));
    uint64_t bytes = 0;
    for (const auto& file : files) bytes += file->SizeFileBytes();
    return bytes;
  }

  Options options_;
};

TEST_F(WalCompression, LogsAreSmallerAndAreReplayed) {
  ASSERT_OK(Open(options_));
  PutSome();
  EXPECT_GT(LogBytes(), 100000u);
  EXPECT_LT(LogBytes(), 150000u);
  ASSERT_OK(Open(options_));
  ExpectSome();
}

TEST_F(WalCompression, OpeningsWithAndWithoutItReadEachOthersLogs) {
  options_.avoid_flush_during_recovery = true;
  ASSERT_OK(Open(options_));
  PutSome();
  options_.wal_compression = kNoCompression;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("plain", "1"));
  options_.wal_compression = kZSTD;
  ASSERT_OK(Open(options_));
  ExpectSome();
  EXPECT_EQ(Get("plain"), "1");
}

TEST_F(WalCompression, OtherAlgorithmsMeanNone) {
  options_.wal_compression = kLZ4Compression;
  ASSERT_OK(Open(options_));
  EXPECT_EQ(db_->GetDBOptions().wal_compression, kNoCompression);
  PutSome();
  EXPECT_GT(LogBytes(), 400000u);
}

TEST_F(WalCompression, RecycledLogsShowNothingOfTheirFormerUse) {
  options_.recycle_log_file_num = 2;
  options_.wal_recovery_mode = WALRecoveryMode::kPointInTimeRecovery;
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 4; ++round) {
    PutSome();
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  ASSERT_OK(Put("after", "1"));
  ASSERT_OK(Open(options_));
  ExpectSome();
  EXPECT_EQ(Get("after"), "1");
}

TEST_F(WalCompression, GroupsOfWritersAreReplayed) {
  ASSERT_OK(Open(options_));
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w) {
    writers.emplace_back([this, w] {
      WriteOptions how;
      for (int i = 0; i < 200; ++i) {
        how.sync = i % 50 == 0;
        ASSERT_OK(db_->Put(how, NumberedKey(w * 1000 + i), std::string(100, 'o')));
      }
    });
  }
  for (std::thread& t : writers) t.join();
  ASSERT_OK(Open(options_));
  for (int w = 0; w < 4; ++w) {
    for (int i = 0; i < 200; ++i) ASSERT_EQ(Get(NumberedKey(w * 1000 + i)), std::string(100, 'o'));
  }
}

TEST_F(WalCompression, BufferedLogsHaveWhatWasFlushed) {
  options_.manual_wal_flush = true;
  ASSERT_OK(Open(options_));
  PutSome();
  ASSERT_OK(db_->FlushWAL(true));
  // A copy, as the process would leave it if it ended here.
  std::filesystem::copy(DbPath(), dir_ / "copy");
  Close();
  ASSERT_OK(DB::Open(options_, dir_ / "copy", &db_));
  ExpectSome();
}

TEST_F(WalCompression, RepairAndCheckpointsReadThem) {
  ASSERT_OK(Open(options_));
  PutSome();
  std::unique_ptr<Checkpoint> checkpoint;
  Checkpoint* raw = nullptr;
  ASSERT_OK(Checkpoint::Create(db_.get(), &raw));
  checkpoint.reset(raw);
  ASSERT_OK(checkpoint->CreateCheckpoint(dir_ / "copy", UINT64_MAX));
  checkpoint.reset();
  Close();
  std::filesystem::remove(dir_ / "db/CURRENT");
  ASSERT_OK(RepairDB(DbPath(), options_));
  ASSERT_OK(Open(options_));
  ExpectSome();
  Close();
  ASSERT_OK(DB::Open(options_, dir_ / "copy", &db_));
  ExpectSome();
}

TEST_F(WalCompression, ADamagedRecordIsReported) {
  ASSERT_OK(Open(options_));
  PutSome();
  VectorLogPtr files;
  ASSERT_OK(db_->GetSortedWalFiles(files));
  const std::string path = DbPath() + files.back()->PathName();
  Close();
  std::string bytes;
  ASSERT_OK(ReadFileToString(Env::Default(), path, &bytes));
  bytes[bytes.size() / 2] ^= 1;
  ASSERT_OK(WriteStringToFile(Env::Default(), bytes, path));
  const Status s = Open(options_);
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
}

}  // namespace
}  // namespace system_test
#endif
