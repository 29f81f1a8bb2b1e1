// Names of table properties, and TableProperties as text, sum and size. Files store the names.
#include "rocksdb/table_properties.h"

#include <unordered_map>

#include "rocksdb/convenience.h"
#include "util/braced_pairs.h"
#include "util/coding.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

const uint32_t TablePropertiesCollectorFactory::Context::kUnknownColumnFamily = INT32_MAX;

using Names = TablePropertiesNames;

const std::string Names::kDbId = "rocksdb.creating.db.identity";
const std::string Names::kDbSessionId = "rocksdb.creating.session.identity";
const std::string Names::kDbHostId = "rocksdb.creating.host.identity";
const std::string Names::kOriginalFileNumber = "rocksdb.original.file.number";
const std::string Names::kColumnFamilyName = "rocksdb.column.family.name";
const std::string Names::kColumnFamilyId = "rocksdb.column.family.id";
const std::string Names::kCreationTime = "rocksdb.creation.time";
const std::string Names::kOldestKeyTime = "rocksdb.oldest.key.time";
const std::string Names::kNewestKeyTime = "rocksdb.newest.key.time";
const std::string Names::kFileCreationTime = "rocksdb.file.creation.time";
const std::string Names::kDataSize = "rocksdb.data.size";
const std::string Names::kIndexSize = "rocksdb.index.size";
const std::string Names::kIndexPartitions = "rocksdb.index.partitions";
const std::string Names::kTopLevelIndexSize = "rocksdb.top-level.index.size";
const std::string Names::kFilterSize = "rocksdb.filter.size";
const std::string Names::kRawKeySize = "rocksdb.raw.key.size";
const std::string Names::kRawValueSize = "rocksdb.raw.value.size";
const std::string Names::kTailStartOffset = "rocksdb.tail.start.offset";
const std::string Names::kSlowCompressionEstimatedDataSize =
    "rocksdb.sample_for_compression.slow.data.size";
const std::string Names::kFastCompressionEstimatedDataSize =
    "rocksdb.sample_for_compression.fast.data.size";
const std::string Names::kNumDataBlocks = "rocksdb.num.data.blocks";
const std::string Names::kNumEntries = "rocksdb.num.entries";
const std::string Names::kNumFilterEntries = "rocksdb.num.filter_entries";
const std::string Names::kDeletedKeys = "rocksdb.deleted.keys";
const std::string Names::kMergeOperands = "rocksdb.merge.operands";
const std::string Names::kNumRangeDeletions = "rocksdb.num.range-deletions";
const std::string Names::kFormatVersion = "rocksdb.format.version";
const std::string Names::kFixedKeyLen = "rocksdb.fixed.key.length";
const std::string Names::kIndexKeyIsUserKey = "rocksdb.index.key.is.user.key";
const std::string Names::kIndexValueIsDeltaEncoded = "rocksdb.index.value.is.delta.encoded";
const std::string Names::kCompression = "rocksdb.compression";
const std::string Names::kCompressionOptions = "rocksdb.compression_options";
const std::string Names::kSequenceNumberTimeMapping = "rocksdb.seqno.time.map";
const std::string Names::kUserDefinedTimestampsPersisted =
    "rocksdb.user.defined.timestamps.persisted";
const std::string Names::kKeyLargestSeqno = "rocksdb.key.largest.seqno";
const std::string Names::kKeySmallestSeqno = "rocksdb.key.smallest.seqno";
const std::string Names::kFilterPolicy = "rocksdb.filter.policy";
const std::string Names::kComparator = "rocksdb.comparator";
const std::string Names::kMergeOperator = "rocksdb.merge.operator";
const std::string Names::kPrefixExtractorName = "rocksdb.prefix.extractor.name";
const std::string Names::kPropertyCollectors = "rocksdb.property.collectors";

namespace {

using NumberField = uint64_t TableProperties::*;

// A number by its name.
struct NumberProperty {
  const char* name;
  NumberField field;
};

// The properties that can be summed over files, by their names in a map of sums.
constexpr NumberProperty kSummed[] = {
    {"data_size", &TableProperties::data_size},
    {"index_size", &TableProperties::index_size},
    {"index_partitions", &TableProperties::index_partitions},
    {"top_level_index_size", &TableProperties::top_level_index_size},
    {"filter_size", &TableProperties::filter_size},
    {"raw_key_size", &TableProperties::raw_key_size},
    {"raw_value_size", &TableProperties::raw_value_size},
    {"num_data_blocks", &TableProperties::num_data_blocks},
    {"num_entries", &TableProperties::num_entries},
    {"num_filter_entries", &TableProperties::num_filter_entries},
    {"num_deletions", &TableProperties::num_deletions},
    {"num_merge_operands", &TableProperties::num_merge_operands},
    {"num_range_deletions", &TableProperties::num_range_deletions},
    {"slow_compression_estimated_data_size",
     &TableProperties::slow_compression_estimated_data_size},
    {"fast_compression_estimated_data_size",
     &TableProperties::fast_compression_estimated_data_size},
};

// All strings, with their names in serialized text.
struct TextField {
  const char* name;
  std::string TableProperties::*field;
};

constexpr TextField kTexts[] = {
    {"db_id", &TableProperties::db_id},
    {"db_session_id", &TableProperties::db_session_id},
    {"db_host_id", &TableProperties::db_host_id},
    {"column_family_name", &TableProperties::column_family_name},
    {"seqno_to_time_mapping", &TableProperties::seqno_to_time_mapping},
    {"filter_policy_name", &TableProperties::filter_policy_name},
    {"comparator_name", &TableProperties::comparator_name},
    {"merge_operator_name", &TableProperties::merge_operator_name},
    {"prefix_extractor_name", &TableProperties::prefix_extractor_name},
    {"property_collectors_names", &TableProperties::property_collectors_names},
    {"compression_name", &TableProperties::compression_name},
    {"compression_options", &TableProperties::compression_options},
};

// The numbers that are in serialized text beside those of kSummed.
constexpr NumberProperty kSingle[] = {
    {"orig_file_number", &TableProperties::orig_file_number},
    {"column_family_id", &TableProperties::column_family_id},
    {"creation_time", &TableProperties::creation_time},
    {"oldest_key_time", &TableProperties::oldest_key_time},
    {"newest_key_time", &TableProperties::newest_key_time},
    {"file_creation_time", &TableProperties::file_creation_time},
    {"tail_start_offset", &TableProperties::tail_start_offset},
    {"format_version", &TableProperties::format_version},
    {"fixed_key_len", &TableProperties::fixed_key_len},
    {"index_key_is_user_key", &TableProperties::index_key_is_user_key},
    {"index_value_is_delta_encoded", &TableProperties::index_value_is_delta_encoded},
    {"user_defined_timestamps_persisted", &TableProperties::user_defined_timestamps_persisted},
    {"key_largest_seqno", &TableProperties::key_largest_seqno},
    {"key_smallest_seqno", &TableProperties::key_smallest_seqno},
    {"external_sst_file_global_seqno_offset",
     &TableProperties::external_sst_file_global_seqno_offset},
};

// Collects "name=value; " lines. The names are stock's, because tools and people parse them.
class PropertyText {
 public:
  PropertyText(const std::string& prop_delim, const std::string& kv_delim)
      : prop_delim_(prop_delim), kv_delim_(kv_delim) {}

  void Add(const std::string& name, const std::string& value) {
    text_ += name + kv_delim_ + value + prop_delim_;
  }
  void Add(const std::string& name, uint64_t value) { Add(name, std::to_string(value)); }
  void AddAverage(const std::string& name, uint64_t sum, uint64_t count) {
    const double average = count == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(count);
    Add(name, std::to_string(average));
  }
  void AddName(const std::string& name, const std::string& value) {
    Add(name, value.empty() ? "N/A" : value);
  }
  std::string Take() { return std::move(text_); }

 private:
  const std::string& prop_delim_;
  const std::string& kv_delim_;
  std::string text_;
};

void AddContents(const TableProperties& p, PropertyText* out) {
  out->Add("# data blocks", p.num_data_blocks);
  out->Add("# entries", p.num_entries);
  out->Add("# deletions", p.num_deletions);
  out->Add("# merge operands", p.num_merge_operands);
  out->Add("# range deletions", p.num_range_deletions);
  out->Add("raw key size", p.raw_key_size);
  out->AddAverage("raw average key size", p.raw_key_size, p.num_entries);
  out->Add("raw value size", p.raw_value_size);
  out->AddAverage("raw average value size", p.raw_value_size, p.num_entries);
  out->Add("data block size", p.data_size);
  out->Add("index block size (user-key? " + std::to_string(p.index_key_is_user_key) +
               ", delta-value? " + std::to_string(p.index_value_is_delta_encoded) + ")",
           p.index_size);
  if (p.index_partitions != 0) {
    out->Add("# index partitions", p.index_partitions);
    out->Add("top-level index size", p.top_level_index_size);
  }
  out->Add("filter block size", p.filter_size);
  out->Add("# entries for filter", p.num_filter_entries);
  out->Add("(estimated) table size", p.data_size + p.index_size + p.filter_size);
}

void AddClasses(const TableProperties& p, PropertyText* out) {
  out->AddName("filter policy name", p.filter_policy_name);
  out->AddName("prefix extractor name", p.prefix_extractor_name);
  const bool cf_known =
      p.column_family_id != TablePropertiesCollectorFactory::Context::kUnknownColumnFamily;
  out->Add("column family ID", cf_known ? std::to_string(p.column_family_id) : "N/A");
  out->AddName("column family name", p.column_family_name);
  out->AddName("comparator name", p.comparator_name);
  out->Add("user defined timestamps persisted",
           p.user_defined_timestamps_persisted != 0 ? "true" : "false");
  out->Add("largest sequence number in file", p.key_largest_seqno);
  out->AddName("merge operator name", p.merge_operator_name);
  out->AddName("property collectors names", p.property_collectors_names);
  out->AddName("SST file compression algo", p.compression_name);
  out->AddName("SST file compression options", p.compression_options);
}

void AddOrigin(const TableProperties& p, PropertyText* out) {
  out->Add("creation time", p.creation_time);
  out->Add("time stamp of earliest key", p.oldest_key_time);
  out->Add("time stamp of newest key", p.newest_key_time);
  out->Add("file creation time", p.file_creation_time);
  out->Add("slow compression estimated data size", p.slow_compression_estimated_data_size);
  out->Add("fast compression estimated data size", p.fast_compression_estimated_data_size);
  out->Add("DB identity", p.db_id);
  out->Add("DB session identity", p.db_session_id);
  out->Add("DB host id", p.db_host_id);
  out->Add("original file number", p.orig_file_number);
}

size_t MapBytes(const UserCollectedProperties& map) {
  size_t bytes = 0;
  for (const auto& [name, value] : map) {
    // A tree node has three pointers and a colour beside the strings.
    bytes += name.capacity() + value.capacity() + 2 * sizeof(std::string) + 4 * sizeof(void*);
  }
  return bytes;
}

constexpr const char* kUserCollected = "user_collected_properties";
constexpr const char* kReadable = "readable_properties";

Status ParsePairs(const std::string& name, const std::string& text,
                  UserCollectedProperties* properties) {
  std::unordered_map<std::string, std::string> pairs;
  Status s = SplitBracedPairs(text, &pairs);
  properties->clear();
  for (auto it = pairs.begin(); s.ok() && it != pairs.end(); ++it) {
    std::string key, value;
    if (!UnescapeKey(it->first, &key) || !UnescapeKey(it->second, &value)) {
      return Status::InvalidArgument("Table property " + name + " is not in hexadecimal",
                                     it->first);
    }
    properties->emplace(std::move(key), std::move(value));
  }
  return s;
}

// NotFound for a name that is no property's.
Status ParseField(const std::string& name, const std::string& value, TableProperties* p) {
  for (const NumberProperty& n : kSummed) {
    if (name == n.name) return ParseUint64(value, &(p->*n.field));
  }
  for (const NumberProperty& n : kSingle) {
    if (name == n.name) return ParseUint64(value, &(p->*n.field));
  }
  for (const TextField& t : kTexts) {
    if (name != t.name) continue;
    return UnescapeKey(value, &(p->*t.field))
               ? Status::OK()
               : Status::InvalidArgument("Table property " + name + " is not in hexadecimal",
                                         value);
  }
  if (name == kUserCollected) return ParsePairs(name, value, &p->user_collected_properties);
  if (name == kReadable) return ParsePairs(name, value, &p->readable_properties);
  return Status::NotFound(name);
}

uint64_t NumberIn(const UserCollectedProperties& props, const std::string& name, bool* present) {
  const auto found = props.find(name);
  *present = found != props.end();
  uint64_t value = 0;
  if (!*present) return 0;
  Slice in = found->second;
  return TakeVarint64(&in, &value) ? value : 0;
}

}  // namespace

std::string TableProperties::ToString(const std::string& prop_delim,
                                      const std::string& kv_delim) const {
  PropertyText text(prop_delim, kv_delim);
  AddContents(*this, &text);
  AddClasses(*this, &text);
  AddOrigin(*this, &text);
  return text.Take();
}

void TableProperties::Add(const TableProperties& tp) {
  for (const NumberProperty& summed : kSummed) this->*summed.field += tp.*summed.field;
}

std::map<std::string, uint64_t> TableProperties::GetAggregatablePropertiesAsMap() const {
  std::map<std::string, uint64_t> result;
  for (const NumberProperty& summed : kSummed) result[summed.name] = this->*summed.field;
  return result;
}

std::size_t TableProperties::ApproximateMemoryUsage() const {
  size_t bytes = sizeof(*this);
  for (const TextField& text : kTexts) bytes += (this->*text.field).size();
  return bytes + MapBytes(user_collected_properties) + MapBytes(readable_properties);
}

// Strings and properties of collectors are in hexadecimal, so that no byte of theirs ends a value.
Status TableProperties::Serialize(const ConfigOptions& opts, std::string* output) const {
  output->clear();
  const auto add = [&](const std::string& name, const std::string& value) {
    *output += name + "=" + value + opts.delimiter;
  };
  for (const NumberProperty& n : kSummed) add(n.name, std::to_string(this->*n.field));
  for (const NumberProperty& n : kSingle) add(n.name, std::to_string(this->*n.field));
  for (const TextField& t : kTexts) add(t.name, EscapeKey(this->*t.field));
  for (const auto* map : {&user_collected_properties, &readable_properties}) {
    std::string pairs;
    for (const auto& [name, value] : *map) pairs += EscapeKey(name) + "=" + EscapeKey(value) + ";";
    add(map == &readable_properties ? kReadable : kUserCollected, "{" + pairs + "}");
  }
  return Status::OK();
}

Status TableProperties::Parse(const ConfigOptions& opts, const std::string& serialized,
                              TableProperties* table_properties) {
  std::unordered_map<std::string, std::string> pairs;
  Status s = SplitBracedPairs(serialized, &pairs);
  for (auto it = pairs.begin(); s.ok() && it != pairs.end(); ++it) {
    s = ParseField(it->first, it->second, table_properties);
    if (s.IsNotFound()) {
      s = opts.ignore_unknown_options
              ? Status::OK()
              : Status::InvalidArgument("No such table property", it->first);
    }
  }
  return s;
}

bool TableProperties::AreEqual(const ConfigOptions& /*opts*/,
                               const TableProperties* other_table_properties,
                               std::string* mismatch) const {
  const TableProperties& that = *other_table_properties;
  const auto differs = [&](const char* name, bool same) {
    if (!same) *mismatch = name;
    return !same;
  };
  for (const NumberProperty& n : kSummed) {
    if (differs(n.name, this->*n.field == that.*n.field)) return false;
  }
  for (const NumberProperty& n : kSingle) {
    if (differs(n.name, this->*n.field == that.*n.field)) return false;
  }
  for (const TextField& t : kTexts) {
    if (differs(t.name, this->*t.field == that.*t.field)) return false;
  }
  return !differs(kUserCollected, user_collected_properties == that.user_collected_properties) &&
         !differs(kReadable, readable_properties == that.readable_properties);
}

uint64_t GetDeletedKeys(const UserCollectedProperties& props) {
  bool present;
  return NumberIn(props, Names::kDeletedKeys, &present);
}

uint64_t GetMergeOperands(const UserCollectedProperties& props, bool* property_present) {
  return NumberIn(props, Names::kMergeOperands, property_present);
}

}  // namespace ROCKSDB_NAMESPACE
