// Tables return the entries that were written, with every combination of options; compared with a
// map.
#include "rocksdb/slice_transform.h"
#include "table/properties_block.h"
#include "table/sst_test_files.h"
#include "test/support/status_assertions.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

namespace {

struct TripShape {
  const char* name;
  uint32_t format_version = 6;
  CompressionType compression = kNoCompression;
  ChecksumType checksum = kXXH3;
  BlockBasedTableOptions::IndexType index = BlockBasedTableOptions::kBinarySearch;
  bool partition_filters = false;
  int index_restarts = 1;
  // Several versions of a user key, also across the ends of blocks.
  bool duplicates = false;
  uint32_t dictionary = 0;
  bool align = false;
  bool direct = false;
};

std::ostream& operator<<(std::ostream& out, const TripShape& s) { return out << s.name; }

class RoundTrip : public testing::TestWithParam<TripShape> {
 protected:
  BlockBasedTableOptions Table() const {
    const TripShape& shape = GetParam();
    BlockBasedTableOptions table;
    table.format_version = shape.format_version;
    table.checksum = shape.checksum;
    table.index_type = shape.index;
    table.partition_filters = shape.partition_filters;
    table.index_block_restart_interval = shape.index_restarts;
    table.block_size = 512;
    table.metadata_block_size = 256;
    table.block_align = shape.align;
    table.filter_policy.reset(NewBloomFilterPolicy(10));
    return table;
  }

  void SetUp() override {
    RecordProperty("seed", kSeed);
    const TripShape& shape = GetParam();
    Random64 random(kSeed);
    for (int i = 0; i < 2000; ++i) {
      std::string user = "k" + std::to_string(random.Uniform(100000));
      if (random.OneIn(20)) user.append(random.Uniform(300), 'x');
      const uint64_t versions = shape.duplicates ? 1 + random.Uniform(60) : 1;
      for (uint64_t v = 0; v < versions; ++v) {
        const ValueType type = random.OneIn(10) ? kTypeDeletion : kTypeValue;
        std::string value = type == kTypeDeletion ? std::string()
                                                  : std::string(random.Uniform(40), 'a' + i % 26) +
                                                        std::to_string(random.Next());
        entries_[MakeInternalKey(user, 1 + random.Uniform(1 << 20), type)] = value;
      }
      if (entries_.size() > 4000) break;
    }
    TableBuilderOptions how(TestOrder());
    how.compression = shape.compression;
    how.compression_opts.max_dict_bytes = shape.dictionary;
    if (shape.direct) files_.WriteDirectly();
    Status s = files_.Build(Table(), how, entries_, &properties_);
    ASSERT_OK(s);
    s = files_.Open(Table(), TableReaderOptions(TestOrder()), &reader_);
    ASSERT_OK(s);
  }

  static constexpr int kSeed = 20240607;
  EntryMap entries_;
  TableProperties properties_;
  SstFiles files_;
  std::unique_ptr<TableReader> reader_;
};

TEST_P(RoundTrip, IteratesInBothDirections) {
  const std::vector<std::pair<std::string, std::string>> expected(entries_.begin(), entries_.end());
  for (const bool compaction : {false, true}) {
    TableIterOptions how;
    how.for_compaction = compaction;
    how.readahead = compaction ? 3000 : 0;
    std::unique_ptr<InternalIterator> it(reader_->NewIterator(ReadOptions(), how));
    EXPECT_EQ(Forward(it.get()), expected);
    EXPECT_EQ(Backward(it.get()), expected);
    EXPECT_OK(it->status()) << it->status().ToString();
  }
}

TEST_P(RoundTrip, SeeksLikeAMap) {
  std::unique_ptr<InternalIterator> it(reader_->NewIterator(ReadOptions(), {}));
  Random64 random(kSeed + 1);
  for (int i = 0; i < 3000; ++i) {
    const std::string target = MakeInternalKey("k" + std::to_string(random.Uniform(100000)),
                                               random.Uniform(1 << 20), kSeekType);
    auto at = entries_.lower_bound(target);
    it->Seek(target);
    ASSERT_EQ(it->Valid(), at != entries_.end());
    if (it->Valid()) {
      ASSERT_EQ(it->key(), at->first);
      ASSERT_EQ(it->value(), at->second);
      if (random.OneIn(2)) {
        it->Prev();
        ASSERT_EQ(it->Valid(), at != entries_.begin());
        if (it->Valid()) {
          ASSERT_EQ(it->key(), std::prev(at)->first);
          it->Next();
          ASSERT_EQ(it->key(), at->first);
        }
      }
    }
    it->SeekForPrev(target);
    auto before = entries_.upper_bound(target);
    ASSERT_EQ(it->Valid(), before != entries_.begin());
    if (!it->Valid()) continue;
    ASSERT_EQ(it->key(), std::prev(before)->first);
  }
}

TEST_P(RoundTrip, FindsTheNewestVisibleVersion) {
  Random64 random(kSeed + 2);
  for (int i = 0; i < 3000; ++i) {
    const std::string user = "k" + std::to_string(random.Uniform(100000));
    const SequenceNumber snapshot = random.OneIn(2) ? kLargestSequence : random.Uniform(1 << 20);
    auto at = entries_.lower_bound(MakeInternalKey(user, snapshot, kSeekType));
    std::string expected = "MISSING";
    if (at != entries_.end() && UserKeyOf(at->first) == Slice(user)) {
      expected = TypeOf(at->first) == kTypeDeletion ? "DELETED" : at->second;
    }
    ASSERT_EQ(Find(reader_.get(), user, snapshot), expected) << user;
  }
}

TEST_P(RoundTrip, StoresTrueProperties) {
  const auto read = reader_->Properties();
  EXPECT_EQ(read->num_entries, entries_.size());
  EXPECT_EQ(read->num_entries, properties_.num_entries);
  uint64_t keys = 0, values = 0, deletions = 0;
  for (const auto& [key, value] : entries_) {
    keys += key.size();
    values += value.size();
    deletions += TypeOf(key) == kTypeDeletion ? 1 : 0;
  }
  EXPECT_EQ(read->raw_key_size, keys);
  EXPECT_EQ(read->raw_value_size, values);
  EXPECT_EQ(read->num_deletions, deletions);
  EXPECT_EQ(read->data_size, properties_.data_size);
  EXPECT_EQ(read->num_data_blocks, properties_.num_data_blocks);
  EXPECT_EQ(read->index_key_is_user_key, properties_.index_key_is_user_key);
  EXPECT_GT(read->num_filter_entries, 0u);
  EXPECT_OK(reader_->VerifyChecksums(ReadOptions()));
}

// Nothing is to be cut off a direct file; whatever its last blocks are.
TEST(SstWriter, EndsADirectFileAtAUnit) {
  for (int keys = 1; keys < 300; keys += 7) {
    EntryMap entries;
    for (int i = 0; i < keys; ++i)
      entries[MakeInternalKey("key" + std::to_string(i), 1, kTypeValue)] = std::string(i, 'v');
    SstFiles files;
    files.WriteDirectly();
    ASSERT_OK(files.Build(BlockBasedTableOptions(), TableBuilderOptions(TestOrder()), entries));
    EXPECT_EQ(files.contents().size() % DirectAppends::kUnit, 0u) << keys;
    std::unique_ptr<TableReader> reader;
    ASSERT_OK(files.Open(BlockBasedTableOptions(), TableReaderOptions(TestOrder()), &reader));
    EXPECT_OK(reader->VerifyChecksums(ReadOptions()));
    EXPECT_EQ(Find(reader.get(), "key0"), "");
  }
}

constexpr auto kPartitioned = BlockBasedTableOptions::kTwoLevelIndexSearch;
INSTANTIATE_TEST_SUITE_P(
    Options, RoundTrip,
    testing::Values(
        TripShape{.name = "Plain"}, TripShape{.name = "Versions", .duplicates = true},
        TripShape{.name = "Snappy", .compression = kSnappyCompression},
        TripShape{.name = "Lz4", .compression = kLZ4Compression},
        TripShape{.name = "Lz4hc", .format_version = 5, .compression = kLZ4HCCompression},
        TripShape{.name = "Zstd", .compression = kZSTD},
        TripShape{.name = "Zlib", .format_version = 5, .compression = kZlibCompression},
        TripShape{.name = "ZstdDictionary", .compression = kZSTD, .dictionary = 2048},
        TripShape{.name = "Lz4Dictionary", .compression = kLZ4Compression, .dictionary = 2048},
        TripShape{.name = "ZlibDictionary", .compression = kZlibCompression, .dictionary = 2048},
        TripShape{.name = "V2Crc", .format_version = 2, .checksum = kCRC32c},
        TripShape{.name = "V3XxHash", .format_version = 3, .checksum = kxxHash},
        TripShape{.name = "V4XxHash64", .format_version = 4, .checksum = kxxHash64},
        TripShape{.name = "V5NoChecksum", .format_version = 5, .checksum = kNoChecksum},
        TripShape{.name = "IndexRestarts", .index_restarts = 8},
        TripShape{.name = "FirstKeys", .index = BlockBasedTableOptions::kBinarySearchWithFirstKey},
        TripShape{.name = "Partitioned", .index = kPartitioned, .partition_filters = true},
        TripShape{.name = "PartitionedVersions",
                  .index = kPartitioned,
                  .partition_filters = true,
                  .index_restarts = 4,
                  .duplicates = true},
        TripShape{.name = "PartitionedZstd", .compression = kZSTD, .index = kPartitioned},
        TripShape{.name = "Aligned", .align = true}, TripShape{.name = "Direct", .direct = true},
        TripShape{.name = "DirectV5", .format_version = 5, .direct = true},
        TripShape{.name = "DirectPartitionedZstd",
                  .compression = kZSTD,
                  .index = kPartitioned,
                  .partition_filters = true,
                  .direct = true}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(SstWriter, WritesAFileOfTombstonesOnly) {
  SstFiles files;
  TableBuilderOptions how(TestOrder());
  EntryMap entries;
  entries[MakeInternalKey("b", 7, kTypeRangeDeletion)] = "f";
  entries[MakeInternalKey("d", 9, kTypeRangeDeletion)] = "k";
  ASSERT_OK(files.Build(BlockBasedTableOptions(), how, entries));
  std::unique_ptr<TableReader> reader;
  Status s = files.Open(BlockBasedTableOptions(), TableReaderOptions(TestOrder()), &reader);
  ASSERT_OK(s);
  std::unique_ptr<InternalIterator> it(reader->NewIterator(ReadOptions(), {}));
  EXPECT_TRUE(Forward(it.get()).empty());
  EXPECT_OK(it->status());
  EXPECT_EQ(reader->RangeTombstones()->MaxCoveringSeq("e", kLargestSequence), 9u);
  EXPECT_EQ(reader->RangeTombstones()->MaxCoveringSeq("c", kLargestSequence), 7u);
  EXPECT_EQ(reader->Properties()->num_range_deletions, 2u);
  EXPECT_EQ(reader->Properties()->num_entries, 2u);
}

TEST(SstReader, ServesPrefixSeeksFromTheFilter) {
  SstFiles files;
  BlockBasedTableOptions table;
  table.filter_policy.reset(NewBloomFilterPolicy(20));
  for (const bool partitioned : {false, true}) {
    table.partition_filters = partitioned;
    table.metadata_block_size = 128;
    if (partitioned) table.index_type = kPartitioned;
    TableBuilderOptions how(TestOrder());
    how.prefix_extractor.reset(NewFixedPrefixTransform(3));
    EntryMap entries;
    for (int i = 0; i < 900; i += 2) {
      for (const char* tail : {"aa", "bb", "cc"}) {
        entries[MakeInternalKey(std::to_string(100 + i) + tail, 5, kTypeValue)] = tail;
      }
    }
    ASSERT_OK(files.Build(table, how, entries));
    TableReaderOptions open(TestOrder());
    open.prefix_extractor = how.prefix_extractor;
    std::unique_ptr<TableReader> reader;
    ASSERT_OK(files.Open(table, open, &reader));
    TableIterOptions prefixed;
    prefixed.prefix_extractor = how.prefix_extractor.get();
    std::unique_ptr<InternalIterator> it(reader->NewIterator(ReadOptions(), prefixed));
    int wrong = 0;
    for (int i = 0; i < 900; ++i) {
      const std::string prefix = std::to_string(100 + i);
      it->Seek(MakeInternalKey(prefix + "b", kLargestSequence, kSeekType));
      if (i % 2 == 0) {
        ASSERT_TRUE(it->Valid()) << i;
        EXPECT_EQ(UserKeyOf(it->key()), prefix + "bb");
        it->SeekForPrev(MakeInternalKey(prefix + "b", 0, kSeekForPrevType));
        ASSERT_TRUE(it->Valid()) << i;
        EXPECT_EQ(UserKeyOf(it->key()), prefix + "aa");
      } else {
        wrong += it->Valid() ? 1 : 0;
      }
    }
    EXPECT_LT(wrong, 20);
    ReadOptions whole_order;
    whole_order.total_order_seek = true;
    it.reset(reader->NewIterator(whole_order, prefixed));
    it->Seek(MakeInternalKey("101", kLargestSequence, kSeekType));
    ASSERT_TRUE(it->Valid());
    EXPECT_EQ(UserKeyOf(it->key()), "102aa");
  }
}

TEST(SstReader, ShowsIngestedFilesUnderTheirGlobalSequence) {
  SstFiles files;
  TableBuilderOptions how(TestOrder());
  how.external_file = true;
  EntryMap entries;
  for (int i = 0; i < 300; ++i) {
    entries[MakeInternalKey("key" + std::to_string(1000 + i), 0, kTypeValue)] = "v";
  }
  ASSERT_OK(files.Build(BlockBasedTableOptions(), how, entries));
  TableReaderOptions open(TestOrder());
  open.largest_seqno = 77;
  std::unique_ptr<TableReader> reader;
  ASSERT_OK(files.Open(BlockBasedTableOptions(), open, &reader));
  std::unique_ptr<InternalIterator> it(reader->NewIterator(ReadOptions(), {}));
  const auto seen = Forward(it.get());
  ASSERT_EQ(seen.size(), entries.size());
  for (const auto& [key, value] : seen) EXPECT_EQ(SequenceOf(key), 77u);
  EXPECT_EQ(Backward(it.get()), seen);
  EXPECT_EQ(Find(reader.get(), "key1001", 77), "v");
  EXPECT_EQ(Find(reader.get(), "key1001", 76), "MISSING");
}

TEST(SstReader, ShowsDeletionsAndOperandsAmongTheCollectedPropertiesToo) {
  EntryMap entries;
  for (int i = 0; i < 6; ++i) {
    const ValueType type = i == 0 ? kTypeValue : i < 3 ? kTypeDeletion : kTypeMerge;
    entries[MakeInternalKey("k" + std::to_string(i), 5, type)] = "";
  }
  SstFiles files;
  ASSERT_OK(files.Build(BlockBasedTableOptions(), TableBuilderOptions(TestOrder()), entries));
  std::unique_ptr<TableReader> reader;
  ASSERT_OK(files.Open(BlockBasedTableOptions(), TableReaderOptions(TestOrder()), &reader));
  TableProperties p = *reader->Properties();
  bool present = false;
  EXPECT_EQ(GetDeletedKeys(p.user_collected_properties), 2u);
  EXPECT_EQ(GetMergeOperands(p.user_collected_properties, &present), 3u);
  EXPECT_TRUE(present);
  // Whoever writes these properties for another table writes its numbers, and each name once.
  p.num_deletions = 7;
  ByteBuffer out;
  BuildPropertiesBlock(p, &out);
  std::unique_ptr<Block> block;
  ASSERT_OK(Block::Make(BlockKind::kProperties, BlockBytes::Borrow(out.ToSlice()), kNoCompression,
                        &block));
  TableProperties again;
  ASSERT_OK(ParsePropertiesBlock(*block, 0, &again));
  EXPECT_EQ(again.num_deletions, 7u);
  EXPECT_EQ(GetDeletedKeys(again.user_collected_properties), 7u);
}

TEST(SstReader, RefusesAFileOfAnotherIdentity) {
  SstFiles files;
  TableBuilderOptions how(TestOrder());
  how.db_id = "some database";
  how.db_session_id = "WK5GDF5EYEUQ7PH166WI";
  how.file_number = 9;
  ASSERT_TRUE(
      files.Build(BlockBasedTableOptions(), how, {{MakeInternalKey("a", 1, kTypeValue), "1"}})
          .ok());
  TableReaderOptions open(TestOrder());
  open.unique_id[0] = 1;
  std::unique_ptr<TableReader> reader;
  Status s = files.Open(BlockBasedTableOptions(), open, &reader);
  EXPECT_TRUE(s.IsCorruption());
  EXPECT_NE(s.ToString().find("Mismatch in unique ID"), std::string::npos) << s.ToString();
}

}  // namespace

}  // namespace ROCKSDB_NAMESPACE
