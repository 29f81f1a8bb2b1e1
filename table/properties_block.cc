// One table of fields serves both directions: the name, the field, and when the property is left
// out.
#include "table/properties_block.h"

#include <algorithm>
#include <climits>
#include <map>
#include <vector>

#include "table/block_builder.h"
#include "table/block_cursor.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

using Names = TablePropertiesNames;

struct NumberFact {
  const std::string* name;
  uint64_t TableProperties::*field;
  // False: written only when it is not 0.
  bool always;
};

struct TextFact {
  const std::string* name;
  std::string TableProperties::*field;
};

// Stock writes the numbers marked `always` even when they are 0; a missing one of the others means
// 0.
const std::vector<NumberFact>& NumberFacts() {
  using P = TableProperties;
  static const std::vector<NumberFact> facts = {
      {&Names::kOriginalFileNumber, &P::orig_file_number, true},
      {&Names::kDataSize, &P::data_size, true},
      {&Names::kIndexSize, &P::index_size, true},
      {&Names::kIndexPartitions, &P::index_partitions, false},
      {&Names::kTopLevelIndexSize, &P::top_level_index_size, false},
      {&Names::kIndexKeyIsUserKey, &P::index_key_is_user_key, true},
      {&Names::kIndexValueIsDeltaEncoded, &P::index_value_is_delta_encoded, true},
      {&Names::kFilterSize, &P::filter_size, true},
      {&Names::kRawKeySize, &P::raw_key_size, true},
      {&Names::kRawValueSize, &P::raw_value_size, true},
      {&Names::kNumDataBlocks, &P::num_data_blocks, true},
      {&Names::kNumEntries, &P::num_entries, true},
      {&Names::kNumFilterEntries, &P::num_filter_entries, true},
      {&Names::kDeletedKeys, &P::num_deletions, true},
      {&Names::kMergeOperands, &P::num_merge_operands, true},
      {&Names::kNumRangeDeletions, &P::num_range_deletions, true},
      {&Names::kFormatVersion, &P::format_version, true},
      {&Names::kFixedKeyLen, &P::fixed_key_len, true},
      {&Names::kColumnFamilyId, &P::column_family_id, true},
      {&Names::kCreationTime, &P::creation_time, true},
      {&Names::kOldestKeyTime, &P::oldest_key_time, true},
      {&Names::kNewestKeyTime, &P::newest_key_time, true},
      {&Names::kFileCreationTime, &P::file_creation_time, false},
      {&Names::kSlowCompressionEstimatedDataSize, &P::slow_compression_estimated_data_size, false},
      {&Names::kFastCompressionEstimatedDataSize, &P::fast_compression_estimated_data_size, false},
      {&Names::kTailStartOffset, &P::tail_start_offset, true},
  };
  return facts;
}

const std::vector<TextFact>& TextFacts() {
  using P = TableProperties;
  static const std::vector<TextFact> facts = {
      {&Names::kDbId, &P::db_id},
      {&Names::kDbSessionId, &P::db_session_id},
      {&Names::kDbHostId, &P::db_host_id},
      {&Names::kColumnFamilyName, &P::column_family_name},
      {&Names::kFilterPolicy, &P::filter_policy_name},
      {&Names::kComparator, &P::comparator_name},
      {&Names::kMergeOperator, &P::merge_operator_name},
      {&Names::kPrefixExtractorName, &P::prefix_extractor_name},
      {&Names::kPropertyCollectors, &P::property_collectors_names},
      {&Names::kCompression, &P::compression_name},
      {&Names::kCompressionOptions, &P::compression_options},
      {&Names::kSequenceNumberTimeMapping, &P::seqno_to_time_mapping},
  };
  return facts;
}

std::string AsVarint(uint64_t v) {
  std::string bytes;
  AppendVarint64(&bytes, v);
  return bytes;
}

// Which field a name is read into: one of the two.
struct NamedField {
  Slice name;
  uint64_t TableProperties::*number = nullptr;
  std::string TableProperties::*text = nullptr;
};

// In the order of a block's names.
const std::vector<NamedField>& FieldsByName() {
  static const std::vector<NamedField> sorted = [] {
    std::vector<NamedField> fields;
    for (const NumberFact& f : NumberFacts()) fields.push_back({*f.name, f.field, nullptr});
    // Read like the others; BuildPropertiesBlock writes them by rules of their own.
    fields.push_back({Names::kUserDefinedTimestampsPersisted,
                      &TableProperties::user_defined_timestamps_persisted, nullptr});
    fields.push_back({Names::kKeyLargestSeqno, &TableProperties::key_largest_seqno, nullptr});
    fields.push_back({Names::kKeySmallestSeqno, &TableProperties::key_smallest_seqno, nullptr});
    for (const TextFact& f : TextFacts()) fields.push_back({*f.name, nullptr, f.field});
    std::sort(fields.begin(), fields.end(),
              [](const NamedField& x, const NamedField& y) { return x.name.compare(y.name) < 0; });
    return fields;
  }();
  return sorted;
}

// Finds the fields of names that come in order: both sides go forward once.
class FieldWalk {
 public:
  // Null: no field has the name. REQUIRES: it is larger than the names before.
  const NamedField* Find(const Slice& name) {
    int order = 1;
    while (at_ != end_ && (order = at_->name.compare(name)) < 0) ++at_;
    return at_ != end_ && order == 0 ? &*at_ : nullptr;
  }

 private:
  std::vector<NamedField>::const_iterator at_ = FieldsByName().begin();
  const std::vector<NamedField>::const_iterator end_ = FieldsByName().end();
};

Status StoreProperty(const NamedField* field, const Slice& name, const Slice& value,
                     TableProperties* properties) {
  if (field == nullptr) {
    properties->user_collected_properties[name.ToString()] = value.ToString();
  } else if (field->text != nullptr) {
    (properties->*field->text).assign(value.data(), value.size());
  } else {
    Slice in = value;
    if (!TakeVarint64(&in, &(properties->*field->number))) {
      return Status::Corruption("Detect malformed value in properties meta-block", name);
    }
    // Applications look for these two among the collected ones.
    if (name == TablePropertiesNames::kDeletedKeys || name == TablePropertiesNames::kMergeOperands)
      properties->user_collected_properties[name.ToString()] = value.ToString();
  }
  return Status::OK();
}

}  // namespace

void BuildPropertiesBlock(const TableProperties& properties, ByteBuffer* out) {
  // One map for fields and collected properties, because readers expect one order over all names.
  // A field wins over a collected property of the same name.
  std::map<std::string, std::string> sorted(properties.user_collected_properties.begin(),
                                            properties.user_collected_properties.end());
  for (const NumberFact& f : NumberFacts()) {
    const uint64_t value = properties.*f.field;
    if (f.always || value != 0) sorted[*f.name] = AsVarint(value);
  }
  if (properties.user_defined_timestamps_persisted == 0) {
    // A missing property means yes, as in files from before there was a choice.
    sorted[Names::kUserDefinedTimestampsPersisted] = AsVarint(0);
  }
  if (properties.key_largest_seqno != UINT64_MAX) {
    sorted[Names::kKeyLargestSeqno] = AsVarint(properties.key_largest_seqno);
  }
  for (const TextFact& f : TextFacts()) {
    const std::string& value = properties.*f.field;
    if (!value.empty()) sorted[*f.name] = value;
  }
  // One restart point for the block, as stock writes it: readers go from front to back.
  BlockBuilder builder(out, INT_MAX);
  for (const auto& [name, value] : sorted) builder.Add(name, value);
  builder.Finish();
}

Status ParsePropertiesBlock(const Block& block, uint64_t block_offset,
                            TableProperties* properties) {
  BlockWalker walker;
  walker.Attach(block);
  FieldWalk fields;
  std::string previous;
  for (walker.First(); walker.valid(); walker.Advance()) {
    const Slice name = walker.key();
    // A repeated name or names out of order mean that the block was written wrong: its checksum
    // holds.
    if (!previous.empty() && name.compare(previous) <= 0) {
      return Status::Corruption("Properties block is not sorted", name);
    }
    previous.assign(name.data(), name.size());
    Status s = StoreProperty(fields.Find(name), name, walker.value(), properties);
    if (!s.ok()) return s;
    if (name == Slice(property_names::kExternalSequence)) {
      properties->external_sst_file_global_seqno_offset =
          block_offset + static_cast<uint64_t>(walker.value().data() - block.data());
    }
  }
  if (walker.corrupt()) return Status::Corruption("bad entry in properties block");
  return Status::OK();
}

std::string CompressionOptionsText(const CompressionOptions& o) {
  std::string text;
  // The text equals stock's, because tools compare it.
  const auto add = [&text](const char* name, int64_t value) {
    text += name;
    text += '=';
    text += std::to_string(value);
    text += "; ";
  };
  add("window_bits", o.window_bits);
  add("level", o.level);
  add("strategy", o.strategy);
  add("max_dict_bytes", o.max_dict_bytes);
  add("zstd_max_train_bytes", o.zstd_max_train_bytes);
  add("enabled", o.enabled);
  add("max_dict_buffer_bytes", static_cast<int64_t>(o.max_dict_buffer_bytes));
  add("use_zstd_dict_trainer", o.use_zstd_dict_trainer);
  add("max_compressed_bytes_per_kb", o.max_compressed_bytes_per_kb);
  add("checksum", o.checksum);
  return text;
}

}  // namespace ROCKSDB_NAMESPACE
