// PlainTableOptions from text.
#include "options/option_text.h"
#include "rocksdb/convenience.h"
#include "rocksdb/table.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

Status ParseSize(const std::string& text, size_t* value) {
  uint64_t number = 0;
  Status s = ParseUint64(text, &number);
  if (s.ok()) {
    *value = static_cast<size_t>(number);
  }
  return s;
}

Status ParseEncoding(const std::string& text, EncodingType* value) {
  if (text != "kPlain" && text != "kPrefix") {
    return Status::InvalidArgument("encoding_type is kPlain or kPrefix, not", text);
  }
  *value = text == "kPlain" ? kPlain : kPrefix;
  return Status::OK();
}

// NotFound for a name that is no option's.
Status SetOption(const std::string& name, const std::string& value, PlainTableOptions* o) {
  if (name == "user_key_len") return ParseUint32(value, &o->user_key_len);
  if (name == "bloom_bits_per_key") return ParseInt(value, &o->bloom_bits_per_key);
  if (name == "hash_table_ratio") return ParseDouble(value, &o->hash_table_ratio);
  if (name == "index_sparseness") return ParseSize(value, &o->index_sparseness);
  if (name == "huge_page_tlb_size") return ParseSize(value, &o->huge_page_tlb_size);
  if (name == "encoding_type") return ParseEncoding(value, &o->encoding_type);
  if (name == "full_scan_mode") return ParseBool(value, &o->full_scan_mode);
  if (name == "store_index_in_file") return ParseBool(value, &o->store_index_in_file);
  return Status::NotFound(name);
}

}  // namespace

Status GetPlainTableOptionsFromMap(const ConfigOptions& config_options,
                                   const PlainTableOptions& table_options,
                                   const std::unordered_map<std::string, std::string>& opts_map,
                                   PlainTableOptions* new_table_options) {
  PlainTableOptions changed = table_options;
  *new_table_options = table_options;
  for (const auto& [name, value] : opts_map) {
    Status s = SetOption(name, value, &changed);
    if (s.IsNotFound() && !config_options.ignore_unknown_options) {
      return Status::InvalidArgument("Could not find option", name);
    }
    if (!s.ok() && !s.IsNotFound()) {
      return s;
    }
  }
  *new_table_options = changed;
  return Status::OK();
}

Status GetPlainTableOptionsFromString(const ConfigOptions& config_options,
                                      const PlainTableOptions& table_options,
                                      const std::string& opts_str,
                                      PlainTableOptions* new_table_options) {
  OptionMap values;
  Status s = SplitOptionText(opts_str, &values);
  if (!s.ok()) {
    *new_table_options = PlainTableOptions(table_options);
    return s;
  }
  return GetPlainTableOptionsFromMap(config_options, table_options, values, new_table_options);
}

}  // namespace ROCKSDB_NAMESPACE
