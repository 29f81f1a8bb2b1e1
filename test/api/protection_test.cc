// Per-key protection end to end: the tests change bytes of memtables and loaded blocks in memory,
// and every read, flush and compaction returns Corruption or the right data. Also the checks of new
// files. Tests that damage bytes need sync points.
#include <map>
#include <mutex>
#include <random>

#include "rocksdb/cache.h"
#include "rocksdb/statistics.h"
#include "test/support/at_sync_point.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

constexpr int kKeys = 60;

std::string ValueOf(int i, int version = 2) {
  return "value" + std::to_string(version) + "-" + std::to_string(i * 7) + std::string(i % 31, 'x');
}

class ProtectionTest : public DbTest {
 protected:
  ProtectionTest() {
    options_ = SmallOptions(4);
    options_.disable_auto_compactions = true;
    options_.avoid_flush_during_shutdown = true;
    options_.avoid_flush_during_recovery = true;
    options_.max_bgerror_resume_count = 0;
    options_.write_buffer_size = 1 << 20;
    options_.memtable_protection_bytes_per_key = 8;
    options_.block_protection_bytes_per_key = 8;
    UseTable();
  }

  void UseTable(bool cached = false) {
    BlockBasedTableOptions table;
    table.block_size = 300;
    table.no_block_cache = !cached;
    table.verify_compression = true;
    table.detect_filter_construct_corruption = true;
    table.filter_policy.reset(NewBloomFilterPolicy(10));
    options_.table_factory.reset(NewBlockBasedTableFactory(table));
  }
  // Two versions of each key: a read that loses the newer one returns a stale value.
  void Fill() {
    for (int version = 1; version <= 2; ++version) {
      for (int i = 0; i < kKeys; ++i) ASSERT_OK(Put(NumberedKey(i), ValueOf(i, version)));
    }
  }

  // What reads returned while an entry or block was damaged.
  struct Found {
    int right = 0;
    int told = 0;
    int wrong = 0;
  };
  static void Judge(const Status& s, const std::string& value, const std::string& truth,
                    Found* found) {
    if (s.IsCorruption()) {
      ++found->told;
    } else if (s.ok() && value == truth) {
      ++found->right;
    } else {
      ++found->wrong;
      ADD_FAILURE() << s.ToString() << " '" << value << "' instead of '" << truth << "'";
    }
  }

  void ReadByKey(Found* found) {
    std::vector<std::string> names;
    for (int i = 0; i < kKeys; ++i) names.push_back(NumberedKey(i));
    const std::vector<Slice> keys(names.begin(), names.end());
    std::vector<std::string> values;
    const std::vector<Status> each = db_->MultiGet(ReadOptions(), keys, &values);
    for (int i = 0; i < kKeys; ++i) {
      std::string value;
      Status s = db_->Get(ReadOptions(), keys[i], &value);
      Judge(s, value, ValueOf(i), found);
      Judge(each[i], values[i], ValueOf(i), found);
    }
  }

  void ReadInOrder(bool forward, Found* found) {
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    int seen = 0;
    forward ? it->SeekToFirst() : it->SeekToLast();
    for (; it->Valid() && seen < kKeys; ++seen) {
      const int i = forward ? seen : kKeys - 1 - seen;
      Judge(Status::OK(), it->key().ToString() + it->value().ToString(),
            NumberedKey(i) + ValueOf(i), found);
      forward ? it->Next() : it->Prev();
    }
    if (it->status().IsCorruption()) {
      ++found->told;
    } else if (!it->status().ok() || seen != kKeys || it->Valid()) {
      ++found->wrong;
      ADD_FAILURE() << "a scan ends after " << seen << " keys: " << it->status().ToString();
    }
  }

  Found ReadEverything() {
    Found found;
    ReadByKey(&found);
    ReadInOrder(true, &found);
    ReadInOrder(false, &found);
    return found;
  }
  void ExpectAllRight() {
    const Found found = ReadEverything();
    EXPECT_EQ(found.told + found.wrong, 0);
  }

  Options options_;
};

// ---- What works without damage ----

TEST_F(ProtectionTest, EveryCheckAtOncePassesWhatIsRight) {
  options_.paranoid_memory_checks = true;
  options_.paranoid_file_checks = true;
  options_.compression = kSnappyCompression;
  ASSERT_OK(Open(options_));
  Fill();
  ExpectAllRight();
  ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), "x", "y"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ExpectAllRight();
  Fill();
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  ExpectAllRight();
  ASSERT_OK(Open(options_));
  ExpectAllRight();
}

TEST_F(ProtectionTest, ChangedOptionsHoldForMemtablesAndTablesMadeLater) {
  options_.memtable_protection_bytes_per_key = 0;
  options_.block_protection_bytes_per_key = 0;
  ASSERT_OK(Open(options_));
  ASSERT_OK(db_->SetOptions({{"memtable_protection_bytes_per_key", "4"},
                             {"block_protection_bytes_per_key", "2"},
                             {"paranoid_memory_checks", "true"},
                             {"paranoid_file_checks", "true"}}));
  Fill();
  ASSERT_OK(db_->Flush(FlushOptions()));
  Fill();
  ExpectAllRight();
}

#ifdef BUCKETLSM_SYNC_POINTS

// ---- Memtables ----

class DamagedMemtableTest : public ProtectionTest {
 protected:
  // The bytes of every entry added meanwhile, in order.
  void FillAndNote() {
    const At noted("MemTable::AddGuarded:Linked",
                   [this](void* entry) { entries_.push_back(*static_cast<Slice*>(entry)); });
    Fill();
    ASSERT_EQ(entries_.size(), static_cast<size_t>(2 * kKeys));
  }
  // Of the entry's bytes or its checksum.
  char* ByteOf(size_t entry, size_t byte) {
    const size_t size = entries_[entry].size() + options_.memtable_protection_bytes_per_key;
    return const_cast<char*>(entries_[entry].data()) + byte % size;
  }
  std::vector<Slice> entries_;
};

TEST_F(DamagedMemtableTest, EveryReadTellsItOrIsRight) {
  std::mt19937_64 random(TestSeed());
  for (const bool paranoid : {false, true}) {
    options_.paranoid_memory_checks = paranoid;
    ASSERT_OK(DestroyDB(DbPath(), options_));
    ASSERT_OK(Open(options_));
    entries_.clear();
    FillAndNote();
    ExpectAllRight();
    for (size_t entry = 0; entry < entries_.size(); ++entry) {
      for (int round = 0; round < 4; ++round) {
        char* byte = ByteOf(entry, random());
        const char before = *byte;
        *byte = static_cast<char>(before ^ (1 << (random() % 8)));
        const Found found = ReadEverything();
        EXPECT_EQ(found.wrong, 0);
        EXPECT_GE(found.told, 2) << "scans both ways, and a lookup of it or of the next key";
        *byte = before;
      }
    }
    ExpectAllRight();
    Close();
  }
}

TEST_F(DamagedMemtableTest, TheFlushFailsAndTheLogStillHasTheTruth) {
  std::mt19937_64 random(TestSeed());
  for (int round = 0; round < 6; ++round) {
    ASSERT_OK(DestroyDB(DbPath(), options_));
    ASSERT_OK(Open(options_));
    entries_.clear();
    FillAndNote();
    *ByteOf(random() % entries_.size(), random()) ^= 8;
    Status s = db_->Flush(FlushOptions());
    EXPECT_TRUE(s.IsCorruption()) << s.ToString();
    EXPECT_EQ(Property("rocksdb.num-files-at-level0"), "0");
    EXPECT_EQ(ReadEverything().wrong, 0);
    EXPECT_NOT_OK(Put("later", "x")) << "writes stop";
    ASSERT_OK(Open(options_));
    ExpectAllRight();
    ASSERT_OK(db_->Flush(FlushOptions()));
    ExpectAllRight();
    Close();
  }
}

TEST_F(DamagedMemtableTest, ARangeTombstoneIsToldByLookupsIteratorsAndFlush) {
  ASSERT_OK(Open(options_));
  Fill();
  Slice tombstone;
  {
    const At noted("MemTable::AddGuarded:Linked",
                   [&](void* entry) { tombstone = *static_cast<Slice*>(entry); });
    ASSERT_OK(db_->DeleteRange(WriteOptions(), db_->DefaultColumnFamily(), NumberedKey(5),
                               NumberedKey(9)));
  }
  const_cast<char*>(tombstone.data())[tombstone.size() - 2] ^= 2;
  EXPECT_NE(Get(NumberedKey(6)).find("Corruption"), std::string::npos) << Get(NumberedKey(6));
  std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
  it->SeekToFirst();
  EXPECT_FALSE(it->Valid());
  EXPECT_TRUE(it->status().IsCorruption()) << it->status().ToString();
  it.reset();
  EXPECT_TRUE(db_->Flush(FlushOptions()).IsCorruption());
}

TEST_F(DamagedMemtableTest, ARecordThatChangesWhileItIsCopiedIsNotInserted) {
  ASSERT_OK(Open(options_));
  Fill();
  {
    const At damage("MemTable::AddGuarded:Encoded",
                    [](void* entry) { static_cast<char*>(entry)[14] ^= 1; });
    Status s = Put(NumberedKey(3), ValueOf(3));
    EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  }
  EXPECT_EQ(ReadEverything().wrong, 0);
  ASSERT_OK(Open(options_));
  ExpectAllRight();
}

// ---- Blocks ----

// Flips a bit of each block of a kind as soon as it is protected.
class BlockDamage {
 public:
  BlockDamage(const char* place, uint64_t seed)
      : random_(seed), at_(place, [this](void* contents) {
          const Slice block = *static_cast<Slice*>(contents);
          std::lock_guard<std::mutex> lock(mutex_);
          // The entries; the restart points at the end are not among them.
          const size_t entries = block.size() * 3 / 4;
          const_cast<char*>(block.data())[random_() % entries] ^= 1 << (random_() % 8);
          ++blocks_;
        }) {}
  int blocks() const { return blocks_; }

 private:
  std::mutex mutex_;
  std::mt19937_64 random_;
  int blocks_ = 0;
  const At at_;
};

TEST_F(ProtectionTest, DamageToLoadedBlocksIsToldByEveryReadAndNoReadIsWrong) {
  const uint64_t seed = TestSeed();
  // Indexes are loaded by the reads, not while the database opens.
  options_.skip_stats_update_on_db_open = true;
  ASSERT_OK(Open(options_));
  Fill();
  ASSERT_OK(db_->Flush(FlushOptions()));
  for (const uint8_t bytes : {uint8_t{2}, uint8_t{4}, uint8_t{8}}) {
    for (const char* place : {"SstFile::Protect:Data", "SstFile::Protect:Index"}) {
      options_.block_protection_bytes_per_key = bytes;
      ASSERT_OK(Open(options_));
      {
        const BlockDamage damage(place, seed + bytes);
        const Found found = ReadEverything();
        EXPECT_EQ(found.wrong, 0) << place;
        EXPECT_GT(found.told, 2) << place;
        EXPECT_GT(damage.blocks(), 0) << place;
      }
      ASSERT_OK(Open(options_));
      ExpectAllRight();
    }
  }
}

TEST_F(ProtectionTest, DamageToCachedBlocksIsToldUntilTheyLeaveTheCache) {
  UseTable(true);
  const uint64_t seed = TestSeed();
  ASSERT_OK(Open(options_));
  Fill();
  ASSERT_OK(db_->Flush(FlushOptions()));
  {
    const BlockDamage damage("SstFile::Protect:Data", seed);
    EXPECT_EQ(ReadEverything().wrong, 0);
    EXPECT_GT(damage.blocks(), 0);
  }
  const Found found = ReadEverything();
  EXPECT_EQ(found.wrong, 0);
  EXPECT_GT(found.told, 2);
  UseTable(true);
  ASSERT_OK(Open(options_));
  ExpectAllRight();
}

TEST_F(ProtectionTest, ACompactionThatMeetsADamagedBlockFailsAndChangesNothing) {
  // Indexes are loaded by the compaction, not while the database opens.
  options_.skip_stats_update_on_db_open = true;
  for (const char* place : {"SstFile::Protect:Data", "SstFile::Protect:Index"}) {
    ASSERT_OK(DestroyDB(DbPath(), options_));
    ASSERT_OK(Open(options_));
    Fill();
    ASSERT_OK(db_->Flush(FlushOptions()));
    Fill();
    ASSERT_OK(db_->Flush(FlushOptions()));
    ASSERT_OK(Open(options_));
    {
      const BlockDamage damage(place, 5);
      Status s = db_->CompactRange(CompactRangeOptions(), nullptr, nullptr);
      EXPECT_TRUE(s.IsCorruption()) << s.ToString();
      EXPECT_GT(damage.blocks(), 0);
    }
    ASSERT_OK(Open(options_));
    ExpectAllRight();
    ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    ExpectAllRight();
    Close();
  }
}

// ---- New files ----

TEST_F(ProtectionTest, ATableThatIsBuiltWrongFailsItsFlushAndIsNotInstalled) {
  options_.compression = kSnappyCompression;
  options_.paranoid_file_checks = true;
  const std::map<std::string, std::function<void(void*)>> damages = {
      {"SstWriter::EmitCompressed:Compressed",
       [](void* bytes) { static_cast<char*>(bytes)[6] ^= 1; }},
      {"FilterWriter::CutCheckedPart:Hashes",
       [](void* bytes) { static_cast<char*>(bytes)[6] ^= 1; }},
      {"TableOutputs::CheckContent",
       [](void* path) {
         const std::string& name = *static_cast<std::string*>(path);
         std::filesystem::resize_file(name, std::filesystem::file_size(name) - 1);
       }},
  };
  for (const auto& [place, fn] : damages) {
    ASSERT_OK(DestroyDB(DbPath(), options_));
    ASSERT_OK(Open(options_));
    Fill();
    {
      const At damage(place.c_str(), fn);
      Status s = db_->Flush(FlushOptions());
      EXPECT_TRUE(s.IsCorruption()) << place << ": " << s.ToString();
    }
    EXPECT_EQ(Property("rocksdb.num-files-at-level0"), "0") << place;
    ExpectAllRight();
    ASSERT_OK(Open(options_));
    ASSERT_OK(db_->Flush(FlushOptions()));
    ExpectAllRight();
    Close();
  }
}

#endif  // BUCKETLSM_SYNC_POINTS

}  // namespace
}  // namespace system_test
