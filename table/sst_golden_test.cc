// Files made by stock RocksDB 10.6.2 (test/interop/golden/make_sst.py): keys key00000, key00002 ...
// key00398; every fiftieth entry from the seventh on is a deletion; tombstones [key00100, key00110)
// and [key00105, key00120).
#include "rocksdb/slice_transform.h"
#include "table/sst_test_files.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr int kEntries = 200;

std::string KeyAt(int i) {
  char text[16];
  std::snprintf(text, sizeof(text), "key%05d", i);
  return text;
}

std::string ValueAt(int i) {
  std::string piece = "value-" + std::to_string(i) + "-", value;
  for (int n = 0; n < 4; ++n) value += piece;
  return value;
}

bool IsDeletion(int i) { return i % 50 == 7; }

struct Golden {
  const char* name;
  uint32_t format_version;
  // Length of the prefixes that its prefix extractor cuts.
  size_t prefix = 0;
};

std::ostream& operator<<(std::ostream& out, const Golden& g) { return out << g.name; }

class GoldenSst : public testing::TestWithParam<Golden> {
 protected:
  void SetUp() override {
    std::string contents;
    ASSERT_TRUE(
        ReadFileToString(FileSystem::Default().get(), GoldenPath(GetParam().name), &contents).ok());
    ASSERT_OK(files_.SetContents(contents));
    BlockBasedTableOptions table;
    table.filter_policy.reset(NewBloomFilterPolicy(10));
    TableReaderOptions how(TestOrder());
    if (GetParam().prefix > 0) {
      how.prefix_extractor.reset(NewFixedPrefixTransform(GetParam().prefix));
    }
    Status s = files_.Open(table, how, &reader_);
    ASSERT_OK(s);
  }

  SstFiles files_;
  std::unique_ptr<TableReader> reader_;
};

TEST_P(GoldenSst, IsReadForwardAndBackward) {
  std::unique_ptr<InternalIterator> it(reader_->NewIterator(ReadOptions(), {}));
  const auto seen = Forward(it.get());
  ASSERT_OK(it->status()) << it->status().ToString();
  ASSERT_EQ(seen.size(), static_cast<size_t>(kEntries));
  for (int i = 0; i < kEntries; ++i) {
    EXPECT_EQ(UserKeyOf(seen[i].first), KeyAt(2 * i));
    EXPECT_EQ(TypeOf(seen[i].first), IsDeletion(i) ? kTypeDeletion : kTypeValue);
    EXPECT_EQ(seen[i].second, IsDeletion(i) ? "" : ValueAt(i));
  }
  EXPECT_EQ(Backward(it.get()), seen);
}

TEST_P(GoldenSst, AnswersGetsAndSeeks) {
  ReadOptions whole_order;
  whole_order.total_order_seek = true;
  std::unique_ptr<InternalIterator> it(reader_->NewIterator(whole_order, {}));
  for (int i = 0; i < kEntries; ++i) {
    EXPECT_EQ(Find(reader_.get(), KeyAt(2 * i)), IsDeletion(i) ? "DELETED" : ValueAt(i));
    EXPECT_EQ(Find(reader_.get(), KeyAt(2 * i + 1)), "MISSING");
    it->Seek(MakeInternalKey(KeyAt(2 * i - 1), kLargestSequence, kSeekType));
    ASSERT_TRUE(it->Valid());
    EXPECT_EQ(UserKeyOf(it->key()), KeyAt(2 * i));
    it->SeekForPrev(MakeInternalKey(KeyAt(2 * i + 1), 0, kSeekForPrevType));
    ASSERT_TRUE(it->Valid());
    EXPECT_EQ(UserKeyOf(it->key()), KeyAt(2 * i));
  }
}

TEST_P(GoldenSst, ShowsTombstonesAndProperties) {
  const auto tombstones = reader_->RangeTombstones();
  ASSERT_NE(tombstones, nullptr);
  // All sequence numbers are the file's global one, 0.
  EXPECT_EQ(tombstones->num_tombstones(), 2u);
  const auto properties = reader_->Properties();
  EXPECT_EQ(properties->num_entries, static_cast<uint64_t>(kEntries) + 2);
  EXPECT_EQ(properties->num_deletions, 4u + 2u);
  EXPECT_EQ(properties->num_range_deletions, 2u);
  EXPECT_EQ(properties->format_version, GetParam().format_version);
  EXPECT_EQ(properties->comparator_name, "leveldb.BytewiseComparator");
  EXPECT_EQ(properties->db_id, "SST Writer");
  EXPECT_EQ(properties->property_collectors_names, "[]");
}

TEST_P(GoldenSst, VerifiesAndIsDumped) {
  Status s = reader_->VerifyChecksums(ReadOptions());
  EXPECT_OK(s);
  std::ostringstream text;
  EXPECT_OK(reader_->Dump(text));
  EXPECT_NE(text.str().find("rocksdb.properties"), std::string::npos);
}

TEST_P(GoldenSst, EstimatesOffsetsAndSamplesKeys) {
  uint64_t before = 0;
  for (int i = 0; i < kEntries; i += 10) {
    const uint64_t offset = reader_->ApproximateOffsetOf(
        ReadOptions(), MakeInternalKey(KeyAt(2 * i), kLargestSequence, kSeekType));
    EXPECT_GE(offset, before);
    before = offset;
  }
  EXPECT_GT(before, 0u);
  std::vector<KeyAnchor> anchors;
  ASSERT_OK(reader_->SampleKeys(ReadOptions(), 4, &anchors));
  EXPECT_GE(anchors.size(), 3u);
  EXPECT_LE(anchors.size(), 4u);
}

INSTANTIATE_TEST_SUITE_P(Stock, GoldenSst,
                         testing::Values(Golden{"v6_xxh3_bloom", 6}, Golden{"v6_snappy", 6},
                                         Golden{"v6_lz4_ribbon", 6}, Golden{"v6_zstd_dict", 6},
                                         Golden{"v6_partitioned", 6}, Golden{"v6_first_key", 6},
                                         Golden{"v5_hash_index", 5, 5}, Golden{"v5_crc32c_zlib", 5},
                                         Golden{"v4_xxhash64_legacy_bloom", 4},
                                         Golden{"v3_xxhash_prefix", 3, 7},
                                         Golden{"v2_nochecksum", 2}),
                         [](const auto& param) { return std::string(param.param.name); });

}  // namespace

}  // namespace ROCKSDB_NAMESPACE
