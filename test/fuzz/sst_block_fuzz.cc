// A table file of which one block is the fuzzer's: data, index, filter, dictionary, range
// deletions, properties, metaindex or footer. All else is right, and nothing carries a checksum, so
// the bytes reach their parser through the table reader as they would from a file.
//
// Input: part, format version, compression type of that block, flags; then the block.
#include "rocksdb/comparator.h"
#include "table/block_builder.h"
#include "table/bloom_filter.h"
#include "table/properties_block.h"
#include "table/sst_footer.h"
#include "test/fuzz/table_use.h"

namespace bucketlsm_fuzz {
namespace {

enum Part : uint8_t {
  kDataPart,
  kFilterPart,
  kIndexPart,
  kDictionaryPart,
  kRangeDeletionPart,
  kPropertiesPart,
  kMetaIndexPart,
  kFooterPart,
  kParts
};
// What the properties say about the index.
constexpr uint8_t kTwoLevel = 1;
constexpr uint8_t kFirstKeysSst = 2;
constexpr uint8_t kInternalKeys = 4;
constexpr uint8_t kWholeValues = 8;
constexpr uint8_t kPartitionedFilter = 16;
constexpr uint8_t kGlobalSequenceSst = 32;

class TableWithPart {
 public:
  TableWithPart(Draws* draws)
      : part_(static_cast<Part>(draws->Byte() % kParts)),
        version_(1 + draws->Byte() % 7),
        type_(static_cast<char>(draws->Byte())),
        flags_(draws->Byte()),
        bytes_(draws->Rest()) {}

  std::string Make() {
    const Extent data = Put(kDataPart, DataBlock());
    const Extent filter = Put(kFilterPart, FilterBlock());
    const Extent index = Put(kIndexPart, IndexBlock(data));
    std::map<std::string, Extent> names;
    const std::string policy = "rocksdb.BuiltinBloomFilter";
    names[((flags_ & kPartitionedFilter) != 0 ? "partitionedfilter." : "fullfilter.") + policy] =
        filter;
    names["rocksdb.index"] = index;
    if (part_ == kDictionaryPart) names["rocksdb.compression_dict"] = Put(kDictionaryPart, "");
    names["rocksdb.range_del"] = Put(kRangeDeletionPart, RangeDeletions());
    names["rocksdb.properties"] = Put(kPropertiesPart, Properties());
    const Extent metaindex = Put(kMetaIndexPart, MetaIndex(names));
    if (part_ == kFooterPart) return file_ + bytes_.ToString();
    SstFooter footer;
    footer.format_version = version_;
    footer.checksum = kNoChecksum;
    footer.metaindex = metaindex;
    if (version_ >= 6) {
      footer.context_base = 99;
    } else {
      footer.index = index;
    }
    return file_ + footer.Encode(file_.size());
  }

 private:
  static void Fill(const std::map<std::string, std::string>& entries, ByteBuffer* out) {
    BlockBuilder builder(out, 4);
    builder.Begin();
    for (const auto& [key, value] : entries) builder.Add(key, value);
    builder.Finish();
  }
  static std::string BlockOf(const std::map<std::string, std::string>& entries) {
    ByteBuffer out;
    Fill(entries, &out);
    return out.ToSlice().ToString();
  }
  static std::string DataBlock() {
    std::map<std::string, std::string> entries;
    for (int i = 100; i < 112; i++) {
      entries[MakeInternalKey("key" + std::to_string(i), 9, kTypeValue)] = "value";
    }
    return BlockOf(entries);
  }
  static std::string FilterBlock() {
    const std::unique_ptr<FilterBitsBuilder> builder = NewBloomBuilder(10000);
    for (int i = 100; i < 112; i++) builder->AddHash(Hash64("key" + std::to_string(i)));
    return builder->Finish();
  }
  static std::string IndexBlock(const Extent& data) {
    ByteBuffer out;
    BlockBuilder builder(&out, 1);
    builder.Begin();
    std::string extent;
    data.AppendTo(&extent);
    builder.AddUnsized("key2", extent, extent);
    builder.Finish();
    return out.ToSlice().ToString();
  }
  static std::string RangeDeletions() {
    return BlockOf({{MakeInternalKey("key103", 20, kTypeRangeDeletion), "key105"}});
  }
  std::string Properties() const {
    TableProperties p;
    const bool index_here = part_ == kIndexPart;
    p.num_entries = 12;
    p.compression_name = "ZSTD";
    p.index_key_is_user_key = index_here && (flags_ & kInternalKeys) != 0 ? 0 : 1;
    p.index_value_is_delta_encoded = index_here && (flags_ & kWholeValues) != 0 ? 0 : 1;
    uint32_t type = BlockBasedTableOptions::kBinarySearch;
    if (index_here && (flags_ & kTwoLevel) != 0) type = 2;
    if (index_here && (flags_ & kFirstKeysSst) != 0) type = 3;
    AppendFixed32(&p.user_collected_properties[BlockBasedTablePropertyNames::kIndexType], type);
    if ((flags_ & kGlobalSequenceSst) != 0) {
      AppendFixed32(&p.user_collected_properties[property_names::kExternalVersion], 2);
      AppendFixed64(&p.user_collected_properties[property_names::kExternalSequence], 5);
    }
    ByteBuffer out;
    BuildPropertiesBlock(p, &out);
    return out.ToSlice().ToString();
  }
  static std::string MetaIndex(const std::map<std::string, Extent>& names) {
    std::map<std::string, std::string> entries;
    for (const auto& [name, extent] : names) extent.AppendTo(&entries[name]);
    return BlockOf(entries);
  }
  Extent Put(Part part, const std::string& right) {
    const std::string& bytes = part == part_ ? bytes_.ToString() : right;
    const Extent where{file_.size(), bytes.size()};
    file_ += bytes;
    file_.push_back(part == part_ ? type_ : '\0');
    file_.append(4, '\0');
    return where;
  }

  const Part part_;
  const uint32_t version_;
  const char type_;
  const uint8_t flags_;
  const Slice bytes_;
  std::string file_;
};

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(sst_block) {
  Draws draws(input);
  const std::string file = TableWithPart(&draws).Make();
  BlockBasedTableOptions table;
  table.filter_policy.reset(NewBloomFilterPolicy(10));
  table.no_block_cache = true;
  TableReaderOptions how{InternalKeyOrder(BytewiseComparator())};
  TableUse(table, how, file).Everything(Draws(input));
}
