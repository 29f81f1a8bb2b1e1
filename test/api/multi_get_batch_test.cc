// MultiGet reads the blocks that many keys need together, and answers what single Gets do.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "rocksdb/convenience.h"
#include "rocksdb/env.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/statistics.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "test/support/read_counts.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class MultiGetBatch : public DbTest {
 protected:
  MultiGetBatch() {
    options_ = SmallOptions(4);
    options_.disable_auto_compactions = true;
    options_.merge_operator = std::make_shared<AppendOperator>();
    options_.statistics = CreateDBStatistics();
    table_.block_size = 1024;
    table_.filter_policy.reset(NewBloomFilterPolicy(10));
    UseTable();
  }
  ~MultiGetBatch() override { Close(); }

  // A cold cache for each opening.
  void UseTable() {
    table_.block_cache = NewLRUCache(8 << 20);
    options_.table_factory.reset(NewBlockBasedTableFactory(table_));
  }
  void Count() {
    env_ = NewCompositeEnv(std::make_shared<CountingFileSystem>(&counts_));
    options_.env = env_.get();
  }
  Status Reopen() {
    Close();
    UseTable();
    return Open(options_);
  }
  // One file at the bottom with keys 0 ... n - 1.
  void OneFile(int n, size_t value_size = 200) {
    SetBuckets(&options_, 0);
    options_.write_buffer_size = 64 << 20;
    options_.target_file_size_base = 64 << 20;
    ASSERT_OK(Open(options_));
    for (int i = 0; i < n; ++i) ASSERT_OK(Put(NumberedKey(i), Value(i, value_size)));
    ASSERT_OK(db_->Flush(FlushOptions()));
    ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    ASSERT_OK(Reopen());
  }
  static std::string Value(int i, size_t size) {
    return std::to_string(i) + std::string(size, static_cast<char>('a' + i % 26));
  }
  struct Answers {
    std::vector<PinnableSlice> values;
    std::vector<Status> statuses;
  };
  Answers Ask(const std::vector<std::string>& keys, const ReadOptions& read = ReadOptions()) {
    Answers answers{std::vector<PinnableSlice>(keys.size()), std::vector<Status>(keys.size())};
    const std::vector<Slice> slices(keys.begin(), keys.end());
    db_->MultiGet(read, db_->DefaultColumnFamily(), keys.size(), slices.data(),
                  answers.values.data(), answers.statuses.data());
    return answers;
  }
  // Single Gets of the same keys answer the same.
  void ExpectAsGets(const std::vector<std::string>& keys, const ReadOptions& read = ReadOptions()) {
    const Answers answers = Ask(keys, read);
    for (size_t i = 0; i < keys.size(); ++i) {
      std::string value;
      const Status s = db_->Get(read, keys[i], &value);
      EXPECT_EQ(s.ToString(), answers.statuses[i].ToString()) << keys[i];
      EXPECT_EQ(value, answers.values[i].ToString()) << keys[i];
    }
  }

  Options options_;
  BlockBasedTableOptions table_;
  ReadCounts counts_;
  std::unique_ptr<Env> env_;
};

TEST_F(MultiGetBatch, ManyMissingBlocksOfAFileAreOneMultiRead) {
  Count();
  OneFile(1000);
  ASSERT_EQ(Get(NumberedKey(999)), Value(999, 200));
  counts_.Reset();
  std::vector<std::string> keys;
  for (int i = 0; i < 800; i += 40) keys.push_back(NumberedKey(i));
  const Answers answers = Ask(keys);
  for (size_t i = 0; i < keys.size(); ++i) {
    ASSERT_OK(answers.statuses[i]);
    EXPECT_EQ(answers.values[i].ToString(), Value(static_cast<int>(i) * 40, 200));
  }
  EXPECT_EQ(counts_.multi_reads, 1u);
  EXPECT_EQ(counts_.requests, 20u);
  EXPECT_EQ(counts_.reads, 0u);
  HistogramData batch;
  options_.statistics->histogramData(MULTIGET_IO_BATCH_SIZE, &batch);
  EXPECT_EQ(batch.max, 20.0);
  // They are in the cache now.
  ExpectAsGets(keys);
  EXPECT_EQ(counts_.multi_reads + counts_.reads, 1u);
}

TEST_F(MultiGetBatch, NeighbouringBlocksAreOneRequestAndSharedBlocksAreReadOnce) {
  Count();
  OneFile(200);
  counts_.Reset();
  std::vector<std::string> keys;
  for (int i = 60; i > 20; --i) keys.push_back(NumberedKey(i));
  keys.push_back(NumberedKey(60));
  const Answers answers = Ask(keys);
  for (const Status& s : answers.statuses) EXPECT_OK(s);
  EXPECT_EQ(answers.values.front().ToString(), answers.values.back().ToString());
  EXPECT_EQ(counts_.multi_reads, 1u);
  EXPECT_EQ(counts_.requests, 1u);
  EXPECT_EQ(counts_.reads, 0u);
}

TEST_F(MultiGetBatch, FillsNoCacheWhereTheCallerDoesNotWantIt) {
  Count();
  OneFile(1000);
  ReadOptions read;
  read.fill_cache = false;
  const std::vector<std::string> keys = {NumberedKey(10), NumberedKey(500), NumberedKey(900)};
  counts_.Reset();
  for (int round = 0; round < 2; ++round) {
    for (const Status& s : Ask(keys, read).statuses) EXPECT_OK(s);
  }
  EXPECT_EQ(counts_.multi_reads, 2u);
  read.read_tier = kBlockCacheTier;
  for (const Status& s : Ask(keys, read).statuses) EXPECT_TRUE(s.IsIncomplete()) << s.ToString();
  EXPECT_EQ(counts_.multi_reads, 2u);
}

TEST_F(MultiGetBatch, ADamagedBlockFailsItsKeysOnly) {
  OneFile(1000);
  std::vector<LiveFileMetaData> files;
  db_->GetLiveFilesMetaData(&files);
  ASSERT_EQ(files.size(), 1u);
  const std::string path = files[0].db_path + files[0].name;
  Close();
  std::string bytes;
  ASSERT_OK(ReadFileToString(Env::Default(), path, &bytes));
  const size_t at = bytes.find(Value(500, 200));
  ASSERT_NE(at, std::string::npos);
  bytes[at + 50] ^= 1;
  ASSERT_OK(WriteStringToFile(Env::Default(), bytes, path));
  ASSERT_OK(Reopen());
  const std::vector<std::string> keys = {NumberedKey(10), NumberedKey(500), NumberedKey(990),
                                         NumberedKey(500), "missing"};
  const Answers answers = Ask(keys);
  EXPECT_OK(answers.statuses[0]);
  EXPECT_TRUE(answers.statuses[1].IsCorruption()) << answers.statuses[1].ToString();
  EXPECT_OK(answers.statuses[2]);
  EXPECT_TRUE(answers.statuses[3].IsCorruption());
  EXPECT_TRUE(answers.statuses[4].IsNotFound());
  ExpectAsGets(keys);
}

TEST_F(MultiGetBatch, AFailedReadFailsItsKeysOnly) {
  auto fs = NewFaultyFileSystem();
  const std::unique_ptr<Env> env = NewCompositeEnv(fs);
  options_.env = env.get();
  OneFile(1000);
  const std::vector<std::string> keys = {NumberedKey(10), NumberedKey(300), NumberedKey(600)};
  for (uint64_t nth = 1; nth <= 3; ++nth) {
    ASSERT_OK(Reopen());
    fs->FailNth(FsOp::kRead, nth, IOStatus::IOError("planned"), false, ".sst");
    const Answers answers = Ask(keys);
    for (size_t i = 0; i < keys.size(); ++i) {
      EXPECT_EQ(answers.statuses[i].IsIOError(), i + 1 == nth) << answers.statuses[i].ToString();
      EXPECT_EQ(answers.statuses[i].ok(), i + 1 != nth);
    }
    fs->ClearFaults();
    ExpectAsGets(keys);
  }
  // A short answer is completed, as for single reads.
  ASSERT_OK(Reopen());
  fs->DamageNthRead(ReadDamage::kShort, 2, false, ".sst");
  for (const Status& s : Ask(keys).statuses) EXPECT_OK(s);
  Close();
}

TEST_F(MultiGetBatch, ReadsWithDirectIo) {
  // Not every file system has it; the answers are the same.
  options_.use_direct_reads = true;
  Status opened = Open(options_);
  options_.use_direct_reads = opened.ok();
  for (const CompressionType compression : {kNoCompression, kSnappyCompression}) {
    options_.compression = compression;
    Close();
    ASSERT_OK(DestroyDB(DbPath(), options_));
    OneFile(1000);
    std::vector<std::string> keys;
    for (int i = 999; i >= 0; i -= 7) keys.push_back(NumberedKey(i));
    keys.push_back(NumberedKey(5000));
    const Answers answers = Ask(keys);
    for (size_t i = 0; i + 1 < keys.size(); ++i) {
      EXPECT_EQ(answers.values[i].ToString(), Value(999 - 7 * static_cast<int>(i), 200));
    }
    ExpectAsGets(keys);
  }
}

TEST_F(MultiGetBatch, TheSoftLimitCutsInTheCallersOrder) {
  OneFile(1000);
  // The first key has to be read, the second is in memory and answered before it.
  ASSERT_OK(Put(NumberedKey(1), Value(1, 200)));
  ReadOptions read;
  read.value_size_soft_limit = 150;
  const Answers answers = Ask({NumberedKey(500), NumberedKey(1), NumberedKey(900)}, read);
  EXPECT_OK(answers.statuses[0]);
  EXPECT_EQ(answers.values[0].ToString(), Value(500, 200));
  EXPECT_TRUE(answers.statuses[1].IsAborted()) << answers.statuses[1].ToString();
  EXPECT_TRUE(answers.values[1].empty());
  EXPECT_TRUE(answers.statuses[2].IsAborted());
  EXPECT_EQ(options_.statistics->getTickerCount(NUMBER_MULTIGET_KEYS_FOUND), 1u);
}

// A deadline that has passed ends the call, cached or not.
TEST_F(MultiGetBatch, ADeadlineThatHasPassedEndsTheCall) {
  OneFile(100);
  ReadOptions read;
  read.deadline = std::chrono::microseconds(1);
  for (const Status& s : Ask({NumberedKey(1), NumberedKey(50)}, read).statuses) {
    EXPECT_TRUE(s.IsTimedOut()) << s.ToString();
  }
}

// What a tree can be made of, in one: levels, buckets, runs of Level 0, merges over several files,
// deletions and range deletions.
class MultiGetTrees : public MultiGetBatch {
 protected:
  void Write(std::mt19937_64* random, ColumnFamilyHandle* family, int count) {
    WriteOptions write;
    for (int i = 0; i < count; ++i) {
      const std::string key = NumberedKey((*random)() % kKeys);
      switch ((*random)() % 10) {
        case 0:
          ASSERT_OK(db_->Delete(write, family, key));
          break;
        case 1:
        case 2:
          ASSERT_OK(db_->Merge(write, family, key, std::to_string(i)));
          break;
        case 3:
          if (i % 8 == 0) {
            ASSERT_OK(
                db_->DeleteRange(write, family, key, NumberedKey(std::stoi(key.substr(3)) + 5)));
          }
          break;
        case 4:
          ASSERT_OK(db_->PutEntity(write, family, key, {{"", key}, {"c", std::to_string(i)}}));
          break;
        default:
          ASSERT_OK(db_->Put(write, family, key, Value(i, (*random)() % 300)));
      }
    }
  }
  // Several flushes, some of them compacted down.
  void Grow(std::mt19937_64* random, ColumnFamilyHandle* family) {
    for (int round = 0; round < 6; ++round) {
      Write(random, family, Scaled(600) + 100);
      ASSERT_OK(db_->Flush(FlushOptions(), family));
      if (round == 1 || round == 3) {
        CompactRangeOptions how;
        how.change_level = true;
        how.target_level = round == 1 ? 3 : 2;
        // Above files that lie deeper, so only where the level is free.
        const Status s = db_->CompactRange(how, family, nullptr, nullptr);
        ASSERT_TRUE(s.ok() || s.IsNotSupported() || s.IsInvalidArgument()) << s.ToString();
      }
    }
    Write(random, family, 50);
  }
  void CompareEntities(const ReadOptions& read, const std::vector<ColumnFamilyHandle*>& families,
                       const std::vector<Slice>& slices) {
    std::vector<PinnableWideColumns> results(slices.size());
    std::vector<Status> statuses(slices.size());
    auto handles = families;
    db_->MultiGetEntity(read, slices.size(), handles.data(), slices.data(), results.data(),
                        statuses.data());
    for (size_t i = 0; i < slices.size(); ++i) {
      PinnableWideColumns one;
      const Status s = db_->GetEntity(read, families[i], slices[i], &one);
      EXPECT_EQ(s.ToString(), statuses[i].ToString());
      EXPECT_EQ(one.columns(), results[i].columns()) << slices[i].ToString();
    }
  }
  void Compare(std::mt19937_64* random, ReadOptions read) {
    std::vector<std::string> keys;
    std::vector<ColumnFamilyHandle*> families;
    const size_t count = 1 + (*random)() % 150;
    for (size_t i = 0; i < count; ++i) {
      keys.push_back(NumberedKey((*random)() % (kKeys + 20)));
      families.push_back(handles_[(*random)() % handles_.size()]);
    }
    if ((*random)() % 2 == 0) std::sort(keys.begin(), keys.end());
    const std::vector<Slice> slices(keys.begin(), keys.end());
    std::vector<PinnableSlice> values(count);
    std::vector<Status> statuses(count);
    db_->MultiGet(read, count, families.data(), slices.data(), values.data(), statuses.data());
    for (size_t i = 0; i < count; ++i) {
      std::string value;
      const Status s = db_->Get(read, families[i], keys[i], &value);
      ASSERT_EQ(s.ToString(), statuses[i].ToString()) << keys[i];
      ASSERT_EQ(value, values[i].ToString()) << keys[i];
    }
    CompareEntities(read, families, slices);
  }

  static constexpr uint64_t kKeys = 2000;
};

TEST_F(MultiGetTrees, AnswersWhatSingleGetsDo) {
  std::mt19937_64 random(TestSeed());
  for (int round = 0; round < 6; ++round) {
    SetBuckets(&options_, round % 2 == 0 ? 4 : 0);
    options_.compression = round % 3 == 0 ? kSnappyCompression : kNoCompression;
    options_.max_open_files = round == 5 ? 20 : -1;
    table_.no_block_cache = round == 4;
    table_.index_type = round % 3 == 1   ? BlockBasedTableOptions::kTwoLevelIndexSearch
                        : round % 3 == 2 ? BlockBasedTableOptions::kBinarySearchWithFirstKey
                                         : BlockBasedTableOptions::kBinarySearch;
    table_.cache_index_and_filter_blocks = round % 2 == 1;
    table_.filter_policy.reset(round == 2 ? nullptr : NewBloomFilterPolicy(8));
    options_.block_protection_bytes_per_key = round == 3 ? 8 : 0;
    UseTable();
    if (table_.no_block_cache) {
      table_.block_cache.reset();
      options_.table_factory.reset(NewBlockBasedTableFactory(table_));
    }
    Close();
    ASSERT_OK(DestroyDB(DbPath(), options_));
    options_.create_missing_column_families = true;
    ASSERT_OK(OpenFamilies(options_, {kDefaultColumnFamilyName, "other"}));
    for (ColumnFamilyHandle* family : handles_) Grow(&random, family);
    const Snapshot* snapshot = db_->GetSnapshot();
    for (ColumnFamilyHandle* family : handles_) Write(&random, family, 200);
    for (ColumnFamilyHandle* family : handles_) ASSERT_OK(db_->Flush(FlushOptions(), family));
    for (int i = 0; i < Scaled(20) + 4; ++i) {
      ReadOptions read;
      read.snapshot = i % 3 == 0 ? snapshot : nullptr;
      read.fill_cache = i % 4 != 1;
      read.verify_checksums = i % 5 != 2;
      read.ignore_range_deletions = i % 7 == 3;
      read.async_io = i % 2 == 0;
      read.optimize_multiget_for_io = i % 8 != 6;
      if (i % 6 == 5) read.read_tier = kPersistedTier;
      Compare(&random, read);
    }
    db_->ReleaseSnapshot(snapshot);
    Close();
  }
}

}  // namespace
}  // namespace system_test
