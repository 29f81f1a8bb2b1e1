// Replay of logs at open, through the public API on an in-memory file system whose logs are cut.
#include "db/wal_replay.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "env/filename.h"
#include "env/mem_fs.h"
#include "rocksdb/db.h"
#include "rocksdb/env.h"

namespace ROCKSDB_NAMESPACE {
namespace {

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
  void Close() {
    for (ColumnFamilyHandle* h : families_) EXPECT_TRUE(db_->DestroyColumnFamilyHandle(h).ok());
    families_.clear();
    db_.reset();
  }
  void Put(int family, const std::string& key) {
    ASSERT_TRUE(db_->Put(WriteOptions(), families_[family], key, "v").ok());
  }
  bool Has(int family, const std::string& key) {
    std::string value;
    return db_->Get(ReadOptions(), families_[family], key, &value).ok();
  }
  std::vector<uint64_t> Logs() {
    std::vector<std::string> names;
    EXPECT_TRUE(env_->GetChildren("/db", &names).ok());
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
    ASSERT_TRUE(env_->GetFileSize(path, &size).ok());
    ASSERT_GT(size, bytes);
    ASSERT_TRUE(fs_->Truncate(path, size - bytes, IOOptions(), nullptr).ok());
  }

  std::shared_ptr<MemFileSystem> fs_ = std::make_shared<MemFileSystem>();
  std::unique_ptr<Env> env_ = NewCompositeEnv(fs_);
  Options options_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> families_;
};

TEST_F(WalReplayTest, BothFamiliesComeBack) {
  ASSERT_TRUE(Open().ok());
  Put(0, "a");
  Put(1, "b");
  Close();
  ASSERT_TRUE(Open().ok());
  EXPECT_TRUE(Has(0, "a"));
  EXPECT_TRUE(Has(1, "b"));
  EXPECT_FALSE(Has(0, "b"));
}

TEST_F(WalReplayTest, ALogThatCarriesOnAfterATornOneLosesNothing) {
  ASSERT_TRUE(Open().ok());
  Put(0, "a");
  Put(0, "torn");
  Close();
  const std::vector<uint64_t> first = Logs();
  ASSERT_FALSE(first.empty());
  CutTail(first.back(), 3);
  ASSERT_TRUE(Open().ok());  // keeps the torn log and starts another
  EXPECT_FALSE(Has(0, "torn"));
  Put(0, "b");
  Put(1, "c");
  // The flush of one family moves the MANIFEST's last sequence past the torn log.
  ASSERT_TRUE(db_->Flush(FlushOptions(), families_[1]).ok());
  Put(0, "d");
  Close();
  Status s = Open();
  ASSERT_TRUE(s.ok()) << s.ToString();
  for (const char* key : {"a", "b", "d"}) EXPECT_TRUE(Has(0, key)) << key;
  EXPECT_TRUE(Has(1, "c"));
}

TEST_F(WalReplayTest, AGapAfterDamageEndsTheReplay) {
  ASSERT_TRUE(Open().ok());
  Put(0, "a");
  Close();
  ASSERT_TRUE(Open().ok());
  Put(0, "b");
  Put(0, "lost");
  Close();
  const uint64_t damaged = Logs().back();
  ASSERT_TRUE(Open().ok());
  Put(0, "after");
  Close();
  CutTail(damaged, 3);
  Status s = Open();
  ASSERT_TRUE(s.ok()) << s.ToString();
  EXPECT_TRUE(Has(0, "a"));
  EXPECT_TRUE(Has(0, "b"));
  EXPECT_FALSE(Has(0, "lost"));
  EXPECT_FALSE(Has(0, "after"));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
