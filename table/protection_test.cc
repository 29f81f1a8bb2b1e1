// Damage to blocks in memory with block_protection_bytes_per_key: every changed bit of an entry is
// reported, and no read is wrong. Also the checks made while a table is built: verify_compression,
// detect_filter_construct_corruption.
#include "rocksdb/cache.h"
#include "table/block.h"
#include "table/block_protection.h"
#include "table/cached_block.h"
#include "table/sst_test_files.h"
#include "test/support/status_assertions.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr int kKeys = 40;
#ifdef BUCKETLSM_SANITIZED
constexpr size_t kStride = 11;
#else
constexpr size_t kStride = 3;
#endif

std::string KeyOf(int i) { return "key" + std::to_string(1000 + 3 * i); }
std::string ValueOf(int i) { return std::to_string(i * i) + std::string(i % 13, 'v'); }

EntryMap TwoVersions() {
  EntryMap entries;
  for (int i = 0; i < kKeys; ++i) {
    entries[MakeInternalKey(KeyOf(i), 9, kTypeValue)] = ValueOf(i);
    entries[MakeInternalKey(KeyOf(i), 5, kTypeValue)] = "stale";
  }
  return entries;
}

struct Shape {
  BlockBasedTableOptions::IndexType index;
  uint32_t format_version;
  int restarts;
  int index_restarts;
};

BlockBasedTableOptions CachedOptions(const Shape& shape, std::shared_ptr<Cache> cache) {
  BlockBasedTableOptions table;
  table.index_type = shape.index;
  table.format_version = shape.format_version;
  table.block_restart_interval = shape.restarts;
  table.index_block_restart_interval = shape.index_restarts;
  table.block_size = 200;
  table.metadata_block_size = 60;
  table.cache_index_and_filter_blocks = true;
  table.block_cache = std::move(cache);
  return table;
}

enum class Answer { kRight, kCorrupt, kWrong };

Answer Judge(const std::string& found, const std::string& truth) {
  if (found == truth) return Answer::kRight;
  const bool reported =
      found.compare(0, 10, "Corruption") == 0 && found.find(SstFiles::kName) != std::string::npos;
  return reported ? Answer::kCorrupt : Answer::kWrong;
}

// A table whose blocks are all in the cache.
class CachedTable {
 public:
  CachedTable(const Shape& shape, uint32_t bytes) : cache_(NewLRUCache(8 << 20)) {
    const BlockBasedTableOptions table = CachedOptions(shape, cache_);
    EXPECT_OK(files_.Build(table, TableBuilderOptions(TestOrder()), entries_));
    TableReaderOptions how(TestOrder());
    how.block_protection_bytes_per_key = bytes;
    EXPECT_OK(files_.Open(table, how, &reader_));
    EXPECT_EQ(Scan(true), Answer::kRight);
    EXPECT_EQ(Scan(false), Answer::kRight);
  }

  std::vector<Block*> Blocks(CacheEntryRole role) {
    std::vector<Block*> blocks;
    cache_->ApplyToAllEntries(
        [&](const Slice&, Cache::ObjectPtr obj, size_t, const Cache::CacheItemHelper* helper) {
          if (helper->role == role) blocks.push_back(static_cast<Block*>(obj));
        },
        {});
    return blocks;
  }
  size_t charge() const { return cache_->GetUsage(); }

  Answer Get(int i) { return Judge(Find(reader_.get(), KeyOf(i)), ValueOf(i)); }

  // Reads all entries. The entries before an error must be right.
  Answer Scan(bool forward) {
    std::unique_ptr<InternalIterator> it(reader_->NewIterator(ReadOptions(), {}));
    const auto at = [&](size_t n) { return std::next(entries_.begin(), static_cast<long>(n)); };
    size_t seen = 0;
    for (forward ? it->SeekToFirst() : it->SeekToLast(); it->Valid(); ++seen) {
      if (seen >= entries_.size()) return Answer::kWrong;
      const auto truth = at(forward ? seen : entries_.size() - 1 - seen);
      if (it->key() != truth->first || it->value() != truth->second) return Answer::kWrong;
      forward ? it->Next() : it->Prev();
    }
    error = it->status().ToString();
    if (!it->status().ok()) return Judge(error, "");
    return seen == entries_.size() ? Answer::kRight : Answer::kWrong;
  }

  Answer SeekBothWays(int i) {
    std::unique_ptr<InternalIterator> it(reader_->NewIterator(ReadOptions(), {}));
    it->Seek(MakeInternalKey(KeyOf(i), kLargestSequence, kSeekType));
    if (it->Valid() && it->value() != ValueOf(i)) return Answer::kWrong;
    if (!it->Valid()) return Judge(it->status().ToString(), "");
    it->SeekForPrev(MakeInternalKey(KeyOf(i), 0, kSeekType));
    if (it->Valid() && it->value() != "stale") return Answer::kWrong;
    if (!it->Valid()) return Judge(it->status().ToString(), "");
    for (int back = 0; back < 2 && i > 0; ++back) {
      it->Prev();
      if (!it->Valid()) return Judge(it->status().ToString(), "");
    }
    return i == 0 || it->value() == "stale" ? Answer::kRight : Answer::kWrong;
  }

  // Changes one bit of every third byte of the blocks (fewer under sanitizers), one at a time.
  void FlipBytes(CacheEntryRole role) {
    for (Block* block : Blocks(role)) {
      char* bytes = const_cast<char*>(block->data());
      for (size_t i = 0; i < block->contents().size(); i += kStride) {
        const char before = bytes[i];
        bytes[i] = static_cast<char>(before ^ (1 << (i % 8)));
        ++flips;
        const Answer forward = Scan(true), backward = Scan(false);
        wrong += (forward == Answer::kWrong) + (backward == Answer::kWrong);
        const bool entry = i < block->entries_size();
        unreported += entry && (forward != Answer::kCorrupt || backward != Answer::kCorrupt);
        for (int k = 0; k < kKeys; k += 1 + static_cast<int>(i % 3)) {
          wrong += Get(k) == Answer::kWrong;
          wrong += SeekBothWays(k) == Answer::kWrong;
        }
        bytes[i] = before;
      }
    }
  }

  int flips = 0;
  int wrong = 0;
  int unreported = 0;
  // The error of the last scan.
  std::string error;

 private:
  const EntryMap entries_ = TwoVersions();
  std::shared_ptr<Cache> cache_;
  SstFiles files_;
  std::unique_ptr<TableReader> reader_;
};

class BlockProtection : public testing::TestWithParam<Shape> {
 protected:
  void ExpectFlipsAreTold(CacheEntryRole role, uint32_t guard_bytes, int least_flips) {
    CachedTable table(GetParam(), guard_bytes);
    table.FlipBytes(role);
    EXPECT_GE(table.flips, least_flips);
    EXPECT_EQ(table.wrong, 0);
    EXPECT_EQ(table.unreported, 0);
    EXPECT_EQ(table.Scan(true), Answer::kRight);
  }
};

TEST_P(BlockProtection, EveryChangedBitOfADataEntryIsReportedAndNoReadIsWrong) {
  ExpectFlipsAreTold(CacheEntryRole::kDataBlock, 8, 100);
}

TEST_P(BlockProtection, EveryChangedBitOfAnIndexEntryIsReportedAndNoReadIsWrong) {
  ExpectFlipsAreTold(CacheEntryRole::kIndexBlock, 4, 20);
}

using T = BlockBasedTableOptions;
INSTANTIATE_TEST_SUITE_P(Shapes, BlockProtection,
                         testing::Values(Shape{T::kBinarySearch, 6, 4, 1},
                                         Shape{T::kBinarySearch, 3, 1, 4},
                                         Shape{T::kTwoLevelIndexSearch, 5, 16, 3},
                                         Shape{T::kBinarySearchWithFirstKey, 6, 3, 2}));

constexpr Shape kPlainShape{T::kBinarySearch, 6, 4, 1};

TEST(BlockProtectionCost, TheChecksumsAreChargedToTheCache) {
  std::map<uint32_t, size_t> charge;
  for (const uint32_t bytes : {0u, 1u, 8u}) {
    CachedTable table(kPlainShape, bytes);
    charge[bytes] = table.charge();
    for (const Block* block : table.Blocks(CacheEntryRole::kDataBlock)) {
      EXPECT_EQ(block->guards() != nullptr, bytes > 0);
    }
  }
  EXPECT_GE(charge[1], charge[0] + 2 * kKeys);
  EXPECT_GE(charge[8], charge[1] + 7 * 2 * kKeys);
}

TEST(BlockProtectionCost, TheErrorSaysThatTheChecksumDoesNotMatch) {
  CachedTable table(kPlainShape, 2);
  Block* block = table.Blocks(CacheEntryRole::kDataBlock).front();
  const_cast<char*>(block->data())[block->entries_size() - 1] ^= 1;
  EXPECT_EQ(table.Scan(true), Answer::kCorrupt);
  EXPECT_NE(table.error.find("entry does not match its checksum in block"), std::string::npos)
      << table.error;
}

TEST(BlockProtectionCost, ABlockRebuiltByALowerTierIsProtectedToo) {
  CachedTable table(kPlainShape, 8);
  Block* block = table.Blocks(CacheEntryRole::kDataBlock).front();
  const Cache::CacheItemHelper* helper = CacheHelperFor(BlockKind::kData);
  BlockContext context;
  context.guard_bytes = 8;
  Cache::ObjectPtr rebuilt = nullptr;
  size_t charge = 0;
  ASSERT_TRUE(helper
                  ->create_cb(block->contents(), kNoCompression, CacheTier::kVolatileTier, &context,
                              nullptr, &rebuilt, &charge)
                  .ok());
  EXPECT_NE(static_cast<Block*>(rebuilt)->guards(), nullptr);
  EXPECT_GT(charge, block->contents().size() + block->guards()->MemoryUsage());
  helper->del_cb(rebuilt, nullptr);
}

TEST(BlockProtectionCost, BlocksThatCannotBeDecodedAreRefused) {
  CachedTable table(kPlainShape, 8);
  const Block* good = table.Blocks(CacheEntryRole::kDataBlock).front();
  std::string bytes = good->contents().ToString();
  bytes[1] = '\x7f';  // the first key's length
  std::unique_ptr<Block> block;
  ASSERT_TRUE(
      Block::Make(BlockKind::kData, BlockBytes::Borrow(bytes), kNoCompression, &block).ok());
  EXPECT_TRUE(ProtectBlock(BlockKind::kData, 8, IndexFormat(), block.get()).IsCorruption());
}

// ---- Checks while building ----

EntryMap Repetitive() {
  EntryMap entries;
  for (int i = 0; i < 400; ++i) {
    entries[MakeInternalKey(KeyOf(i), 5, kTypeValue)] = std::string(100, 'a' + i % 7);
  }
  return entries;
}

TEST(VerifyCompression, GoodBlocksPassWithAndWithoutADictionary) {
  for (const CompressionType type :
       {kSnappyCompression, kLZ4Compression, kLZ4HCCompression, kZSTD, kZlibCompression}) {
    for (const uint32_t dictionary : {0u, 4096u}) {
      BlockBasedTableOptions table;
      table.verify_compression = true;
      table.block_size = 512;
      TableBuilderOptions how(TestOrder());
      how.compression = type;
      how.compression_opts.max_dict_bytes = dictionary;
      SstFiles files;
      ASSERT_OK(files.Build(table, how, Repetitive())) << int{type} << " " << dictionary;
      std::unique_ptr<TableReader> reader;
      ASSERT_OK(files.Open(table, TableReaderOptions(TestOrder()), &reader));
      std::unique_ptr<InternalIterator> it(reader->NewIterator(ReadOptions(), {}));
      EXPECT_EQ(Forward(it.get()).size(), 400u);
    }
  }
}

TEST(DetectFilterCorruption, GoodFiltersPassWholeAndInParts) {
  for (const bool parts : {false, true}) {
    BlockBasedTableOptions table;
    table.detect_filter_construct_corruption = true;
    table.filter_policy.reset(NewBloomFilterPolicy(10));
    if (parts) {
      table.index_type = BlockBasedTableOptions::kTwoLevelIndexSearch;
      table.partition_filters = true;
      table.metadata_block_size = 128;
    }
    TableBuilderOptions how(TestOrder());
    how.prefix_extractor.reset(NewFixedPrefixTransform(5));
    SstFiles files;
    EXPECT_OK(files.Build(table, how, Repetitive())) << parts;
  }
}

#ifdef BUCKETLSM_SYNC_POINTS

// Flips a bit of what the code at a sync point is about to use.
class FlipAt {
 public:
  FlipAt(const char* place, size_t byte) {
    SyncPoints::Get().SetCallback(place, [byte](void* at) { static_cast<char*>(at)[byte] ^= 4; });
    SyncPoints::Get().Enable();
  }
  ~FlipAt() { SyncPoints::Get().Clear(); }
};

TEST(VerifyCompression, ABlockThatDoesNotDecompressToItselfFailsTheTable) {
  for (const CompressionType type :
       {kSnappyCompression, kLZ4Compression, kZSTD, kZlibCompression}) {
    for (const size_t byte : {0, 3, 9, 20}) {
      const FlipAt damage("SstWriter::EmitCompressed:Compressed", byte);
      BlockBasedTableOptions table;
      table.verify_compression = true;
      TableBuilderOptions how(TestOrder());
      how.compression = type;
      SstFiles files;
      Status s = files.Build(table, how, Repetitive());
      EXPECT_TRUE(s.IsCorruption()) << int{type} << " " << byte << " " << s.ToString();
    }
  }
}

TEST(DetectFilterCorruption, AFilterThatLostAKeyFailsTheTable) {
  for (const char* place :
       {"FilterWriter::CutCheckedPart:Hashes", "FilterWriter::CutCheckedPart:Built"}) {
    for (const bool parts : {false, true}) {
      for (const size_t byte : {0, 40}) {
        // Bits of the filter may be clear: the flip then sets one, which loses no key.
        const bool certain = std::string(place).find("Hashes") != std::string::npos;
        const FlipAt damage(place, byte);
        BlockBasedTableOptions table;
        table.detect_filter_construct_corruption = true;
        table.filter_policy.reset(NewBloomFilterPolicy(10));
        if (parts) {
          table.index_type = BlockBasedTableOptions::kTwoLevelIndexSearch;
          table.partition_filters = true;
          table.metadata_block_size = 128;
        }
        SstFiles files;
        Status s = files.Build(table, TableBuilderOptions(TestOrder()), Repetitive());
        EXPECT_TRUE(s.IsCorruption() || (!certain && s.ok())) << place << s.ToString();
      }
    }
  }
}

TEST(DetectFilterCorruption, ClearedBitsFailTheTable) {
  SyncPoints::Get().SetCallback("FilterWriter::CutCheckedPart:Built",
                                [](void* bits) { std::memset(bits, 0, 64); });
  SyncPoints::Get().Enable();
  BlockBasedTableOptions table;
  table.detect_filter_construct_corruption = true;
  table.filter_policy.reset(NewBloomFilterPolicy(10));
  SstFiles files;
  Status s = files.Build(table, TableBuilderOptions(TestOrder()), Repetitive());
  SyncPoints::Get().Clear();
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
}

#endif

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
