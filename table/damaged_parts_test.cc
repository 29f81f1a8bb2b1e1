// Behaviour around a damaged or missing part of a table: a walk over the index goes on behind it,
// VerifyChecksums and repair find it, and a cache tier copes without memory.
#include "rocksdb/cache.h"
#include "table/block.h"
#include "table/cached_block.h"
#include "table/sst_salvage.h"
#include "table/sst_test_files.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr int kPairs = 400;
std::string PairKey(int i) { return "key" + std::to_string(1000 + i); }

class DamagedParts : public testing::Test {
 protected:
  // Without filter and dictionary the first partition of the index lies right behind the data.
  void Build(ChecksumType checksum, BlockBasedTableOptions::IndexType index) {
    table_.checksum = checksum;
    table_.block_size = 256;
    table_.metadata_block_size = 128;
    table_.index_type = index;
    EntryMap entries;
    for (int i = 0; i < kPairs; ++i) {
      entries[MakeInternalKey(PairKey(i), 5, kTypeValue)] = "value" + std::to_string(i);
    }
    TableBuilderOptions how(TestOrder());
    how.compression = kNoCompression;
    ASSERT_OK(files_.Build(table_, how, entries, &properties_));
  }
  // Makes the first entry share bytes with an entry before it, which does not exist.
  void DamageBlockAt(uint64_t offset) {
    std::string bytes = files_.contents();
    bytes[offset] = 0x7f;
    ASSERT_OK(files_.SetContents(bytes));
  }
  void Open() { ASSERT_OK(files_.Open(table_, TableReaderOptions(TestOrder()), &reader_)); }
  void Salvage(uint64_t* entries) {
    std::unique_ptr<RandomAccessFileReader> file;
    ASSERT_OK(files_.OpenReader(&file));
    ASSERT_OK(SstSalvage::Open(std::move(file), files_.contents().size(), &salvage_));
    *entries = 0;
    ASSERT_TRUE(salvage_
                    ->Scan(TestOrder(), kNoGlobalSequence,
                           [&](const Slice&, const Slice&) {
                             ++*entries;
                             return Status::OK();
                           })
                    .ok());
  }

  SstFiles files_;
  BlockBasedTableOptions table_;
  TableProperties properties_;
  std::unique_ptr<TableReader> reader_;
  std::unique_ptr<SstSalvage> salvage_;
};

TEST_F(DamagedParts, ASeekToTheEndForgetsAPartitionThatFailedBefore) {
  table_.no_block_cache = true;
  for (const ChecksumType checksum : {kCRC32c, kNoChecksum}) {
    Build(checksum, BlockBasedTableOptions::kTwoLevelIndexSearch);
    DamageBlockAt(properties_.data_size);
    Open();
    std::unique_ptr<InternalIterator> it(reader_->NewIterator(ReadOptions(), {}));
    it->SeekToFirst();
    EXPECT_FALSE(it->Valid());
    EXPECT_TRUE(it->status().IsCorruption()) << it->status().ToString();
    it->Seek(MakeInternalKey("z", kLargestSequence, kSeekType));
    EXPECT_FALSE(it->Valid());
    EXPECT_OK(it->status()) << it->status().ToString();
    it->Seek(MakeInternalKey(PairKey(kPairs - 1), kLargestSequence, kSeekType));
    EXPECT_TRUE(it->Valid());
  }
}

TEST_F(DamagedParts, AnIndexThatCouldNotBeReadIsReadByTheNextSeek) {
  table_.block_cache = NewLRUCache(1 << 20);
  table_.cache_index_and_filter_blocks = true;
  for (const auto index :
       {BlockBasedTableOptions::kBinarySearch, BlockBasedTableOptions::kTwoLevelIndexSearch}) {
    Build(kCRC32c, index);
    Open();
    table_.block_cache->EraseUnRefEntries();
    ReadOptions cached;
    cached.read_tier = kBlockCacheTier;
    std::unique_ptr<InternalIterator> it(reader_->NewIterator(cached, {}));
    const std::string target = MakeInternalKey(PairKey(7), kLargestSequence, kSeekType);
    it->Seek(target);
    EXPECT_FALSE(it->Valid());
    EXPECT_TRUE(it->status().IsIncomplete()) << it->status().ToString();
    // Brings the whole partition into the cache.
    EXPECT_EQ("value7", Find(reader_.get(), PairKey(7)));
    it->Seek(target);
    EXPECT_TRUE(it->Valid()) << it->status().ToString();
    EXPECT_OK(it->status());
  }
}

TEST_F(DamagedParts, VerifyChecksumsReadsThePartitionsOfTheIndexFromTheFile) {
  table_.block_cache = NewLRUCache(1 << 20);
  Build(kCRC32c, BlockBasedTableOptions::kTwoLevelIndexSearch);
  Open();
  std::unique_ptr<InternalIterator> it(reader_->NewIterator(ReadOptions(), {}));
  // All partitions are in the cache now.
  EXPECT_EQ(size_t{kPairs}, Forward(it.get()).size());
  EXPECT_OK(reader_->VerifyChecksums(ReadOptions()));
  ASSERT_OK(files_.Overwrite(properties_.data_size + 1, "\x7f"));
  EXPECT_EQ("value7", Find(reader_.get(), PairKey(7)));
  ReadOptions lax;
  lax.verify_checksums = false;
  EXPECT_TRUE(reader_->VerifyChecksums(lax).IsCorruption());
}

TEST_F(DamagedParts, SalvageCountsAPartitionThatCannotBeWalked) {
  Build(kNoChecksum, BlockBasedTableOptions::kTwoLevelIndexSearch);
  DamageBlockAt(properties_.data_size);
  uint64_t entries = 0;
  Salvage(&entries);
  EXPECT_GT(entries, 0u);
  EXPECT_LT(entries, uint64_t{kPairs});
  EXPECT_EQ(1u, salvage_->bad_blocks());
  EXPECT_NE("", salvage_->trouble());
}

TEST_F(DamagedParts, SalvageSeesTheLevelsOfAnIndexWithoutProperties) {
  for (const auto index :
       {BlockBasedTableOptions::kBinarySearch, BlockBasedTableOptions::kTwoLevelIndexSearch}) {
    Build(kCRC32c, index);
    const size_t at = files_.contents().find(BytewiseComparator()->Name());
    ASSERT_NE(at, std::string::npos);
    DamageBlockAt(at);
    uint64_t entries = 0;
    Salvage(&entries);
    EXPECT_EQ(nullptr, salvage_->properties());
    EXPECT_EQ(uint64_t{kPairs}, entries);
    EXPECT_EQ(properties_.num_data_blocks, salvage_->good_blocks());
    EXPECT_EQ(0u, salvage_->bad_blocks());
  }
}

TEST_F(DamagedParts, SalvageCountsADataBlockThatCannotBeWalkedAsBad) {
  Build(kNoChecksum, BlockBasedTableOptions::kBinarySearch);
  DamageBlockAt(0);
  uint64_t entries = 0;
  Salvage(&entries);
  EXPECT_LT(entries, uint64_t{kPairs});
  EXPECT_EQ(1u, salvage_->bad_blocks());
  EXPECT_EQ(properties_.num_data_blocks - 1, salvage_->good_blocks());
  EXPECT_NE("", salvage_->trouble());
}

class SpentAllocator final : public MemoryAllocator {
 public:
  const char* Name() const override { return "SpentAllocator"; }
  void* Allocate(size_t /*size*/) override { return nullptr; }
  void Deallocate(void* /*p*/) override {}
};

TEST(CachedBlock, IsNotRebuiltWithoutMemory) {
  SpentAllocator none;
  for (const BlockKind kind : {BlockKind::kData, BlockKind::kIndex, BlockKind::kFilter}) {
    Cache::ObjectPtr object = nullptr;
    size_t charge = 0;
    const Status s = CacheHelperFor(kind)->create_cb(
        "twelve bytes", kNoCompression, CacheTier::kVolatileTier, nullptr, &none, &object, &charge);
    EXPECT_TRUE(s.IsMemoryLimit()) << s.ToString();
    EXPECT_EQ(nullptr, object);
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
