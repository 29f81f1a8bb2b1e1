// Tables written from entries of the fuzzer's choice, under table options of its choice, must read
// back as they were: forward, backward, by seeks, by lookups, with their range deletions and
// counts.
//
// Input: options, then entries (key length, key, sequence and type, value length, value).
#include <map>

#include "rocksdb/comparator.h"
#include "test/fuzz/table_use.h"

namespace bucketlsm_fuzz {
namespace {

struct Choice {
  explicit Choice(Draws* draws) : order(BytewiseComparator()), how(order) {
    const uint8_t a = draws->Byte(), b = draws->Byte(), c = draws->Byte();
    if ((a & 1) != 0) order = InternalKeyOrder(ReverseBytewiseComparator());
    table.block_size = 16u << (a >> 1 & 7);
    table.block_restart_interval = 1 + (a >> 4);
    table.index_block_restart_interval = 1 + (b & 3);
    table.format_version = 2 + (b >> 2 & 7) % 5;
    table.checksum = static_cast<ChecksumType>(b >> 5 & 3);
    table.metadata_block_size = 64;
    table.no_block_cache = true;
    const uint8_t index = c & 3;
    if (index == 1) table.index_type = BlockBasedTableOptions::kTwoLevelIndexSearch;
    if (index == 2) table.index_type = BlockBasedTableOptions::kBinarySearchWithFirstKey;
    if ((c & 4) != 0) table.filter_policy.reset(NewBloomFilterPolicy(10));
    table.partition_filters = index == 1 && (c & 8) != 0;
    table.whole_key_filtering = (c & 16) == 0;
    if ((c & 32) != 0)
      table.index_shortening =
          BlockBasedTableOptions::IndexShorteningMode::kShortenSeparatorsAndSuccessor;
    static constexpr CompressionType kTypes[] = {kNoCompression, kSnappyCompression,
                                                 kLZ4Compression, kZSTD};
    how = TableBuilderOptions(order);
    how.compression = kTypes[c >> 6];
    if (draws->Flag()) how.compression_opts.max_dict_bytes = 256;
    if (draws->Flag()) how.prefix_extractor.reset(NewFixedPrefixTransform(2));
  }

  InternalKeyOrder order;
  BlockBasedTableOptions table;
  TableBuilderOptions how;
};

class WrittenTable {
 public:
  explicit WrittenTable(Draws* draws) : choice_(draws), points_(Less{choice_.order}) {
    while (!draws->empty() && points_.size() < 300) AddEntry(draws);
  }

  void Check() {
    const std::string file = Write();
    TableReaderOptions how(choice_.order);
    how.prefix_extractor = choice_.how.prefix_extractor;
    TableUse use(choice_.table, how, file);
    FUZZ_OK(use.status());
    ReadOptions ro;
    ro.total_order_seek = true;
    const std::unique_ptr<InternalIterator> it(use.reader()->NewIterator(ro, {}));
    CheckWalks(it.get());
    for (const auto& [key, value] : points_) {
      CheckSeek(it.get(), key);
      CheckGet(use.reader(), key);
    }
    CheckTombstones(*use.reader());
    FUZZ_OK(use.reader()->VerifyChecksums(ReadOptions()));
    FUZZ_CHECK(use.reader()->Properties()->num_entries == points_.size() + ranges_.size(),
               "num_entries");
  }

 private:
  struct Less {
    InternalKeyOrder order;
    bool operator()(const std::string& a, const std::string& b) const {
      return order.Compare(a, b) < 0;
    }
  };
  using Points = std::map<std::string, std::string, Less>;

  void AddEntry(Draws* draws) {
    const std::string user_key = draws->Bytes(draws->Byte() % 24).ToString();
    const SequenceNumber seq = 1 + draws->Byte();
    const uint8_t kind = draws->Byte();
    const std::string value = draws->Bytes(draws->Byte() % 64).ToString();
    if (kind % 16 == 15) {
      if (choice_.order.CompareUserKeys(user_key, value) < 0) {
        ranges_[MakeInternalKey(user_key, seq, kTypeRangeDeletion)] = value;
      }
      return;
    }
    // One entry for each key and sequence number, as a database has it.
    const std::string probe = MakeInternalKey(user_key, seq, kSeekType);
    const auto next = points_.lower_bound(probe);
    if (next != points_.end() && UserKeyOf(next->first) == Slice(user_key) &&
        SequenceOf(next->first) == seq) {
      return;
    }
    points_[MakeInternalKey(user_key, seq, kind % 4 == 3 ? kTypeDeletion : kTypeValue)] =
        kind % 4 == 3 ? "" : value;
  }
  std::string Write() {
    std::string file;
    const auto writer = WriterTo(&file);
    const std::unique_ptr<TableFactory> factory(NewBlockBasedTableFactory(choice_.table));
    const std::unique_ptr<TableBuilder> builder(
        factory->NewTableBuilder(choice_.how, writer.get()));
    for (const auto& [key, value] : points_) builder->Add(key, value);
    std::map<std::string, std::string, Less> ranges(ranges_.begin(), ranges_.end(),
                                                    Less{choice_.order});
    for (const auto& [key, end] : ranges) builder->Add(key, end);
    FUZZ_OK(builder->Finish());
    FUZZ_OK(writer->Close());
    FUZZ_CHECK(builder->FileSize() == file.size(), "FileSize");
    return file;
  }
  void CheckWalks(InternalIterator* it) const {
    auto want = points_.begin();
    for (it->SeekToFirst(); it->Valid(); it->Next(), ++want) {
      FUZZ_CHECK(want != points_.end() && it->key() == Slice(want->first), "forward key");
      FUZZ_CHECK(it->value() == Slice(want->second), "forward value");
    }
    FUZZ_OK(it->status());
    FUZZ_CHECK(want == points_.end(), "forward ends early");
    auto back = points_.rbegin();
    for (it->SeekToLast(); it->Valid(); it->Prev(), ++back) {
      FUZZ_CHECK(back != points_.rend() && it->key() == Slice(back->first), "backward key");
      FUZZ_CHECK(it->value() == Slice(back->second), "backward value");
    }
    FUZZ_OK(it->status());
    FUZZ_CHECK(back == points_.rend(), "backward ends early");
  }
  // At the entry itself, and at where a reader of its user key would begin.
  void CheckSeek(InternalIterator* it, const std::string& key) const {
    it->Seek(key);
    FUZZ_CHECK(it->Valid() && it->key() == Slice(key), "Seek misses an entry");
    const std::string from = MakeInternalKey(UserKeyOf(key), kLargestSequence, kSeekType);
    it->Seek(from);
    const auto want = points_.lower_bound(from);
    FUZZ_CHECK(it->Valid() && it->key() == Slice(want->first), "Seek to the newest version");
    it->SeekForPrev(from);
    FUZZ_CHECK(it->Valid() == (want != points_.begin()), "SeekForPrev");
    FUZZ_CHECK(!it->Valid() || it->key() == Slice(std::prev(want)->first), "SeekForPrev key");
    FUZZ_OK(it->status());
  }
  void CheckGet(TableReader* reader, const std::string& key) const {
    const Slice user_key = UserKeyOf(key);
    const LookupKey target(user_key, SequenceOf(key));
    PointLookup lookup(choice_.order, user_key, SequenceOf(key));
    FUZZ_OK(reader->Get(ReadOptions(), target.internal_key(), &lookup, false));
    if (TypeOf(key) == kTypeDeletion) {
      FUZZ_CHECK(lookup.result() == LookupResult::kDeleted, "a deletion is not found");
    } else {
      FUZZ_CHECK(lookup.result() == LookupResult::kFound, "an entry is not found");
      FUZZ_CHECK(Slice(lookup.value().ToString()) == Slice(points_.find(key)->second), "Get value");
    }
  }
  void CheckTombstones(const TableReader& reader) const {
    const auto list = reader.RangeTombstones();
    FUZZ_CHECK((list == nullptr) == ranges_.empty(), "range deletions lost or made up");
    if (list == nullptr) return;
    for (const auto& [key, value] : points_) {
      SequenceNumber want = 0;
      for (const auto& [start, end] : ranges_) {
        const bool covers = choice_.order.CompareUserKeys(UserKeyOf(start), UserKeyOf(key)) <= 0 &&
                            choice_.order.CompareUserKeys(UserKeyOf(key), end) < 0;
        if (covers) want = std::max(want, SequenceOf(start));
      }
      FUZZ_CHECK(list->MaxCoveringSeq(UserKeyOf(key), kLargestSequence) == want,
                 "a range deletion covers too much or too little");
    }
  }

  Choice choice_;
  Points points_;
  std::map<std::string, std::string> ranges_;
};

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(sst_written) {
  Draws draws(input);
  WrittenTable(&draws).Check();
}
