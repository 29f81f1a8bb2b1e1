// rocksdb/convenience.h: options from and to text. Splits the text and passes it to the tables. On
// failure the result is always the base options, never half-changed ones.
#include "rocksdb/convenience.h"

#include "options/option_rules.h"
#include "options/option_tables.h"
#include "options/option_text.h"
#include "options/option_type.h"
#include "options/table_options_table.h"
#include "rocksdb/memtablerep.h"

namespace ROCKSDB_NAMESPACE {

namespace {

ConfigOptions ConfigFor(bool input_strings_escaped, bool ignore_unknown_options) {
  ConfigOptions config;
  config.input_strings_escaped = input_strings_escaped;
  config.ignore_unknown_options = ignore_unknown_options;
  return config;
}

// Changes a copy of `base`; *result receives the copy, or `base` itself on failure.
template <class T>
Status FromMap(const ConfigOptions& config, const OptionTable& table, const T& base,
               const OptionMap& values, T* result) {
  T changed = base;
  Status s = ParseOptions(config, table, values, &changed);
  *result = s.ok() ? std::move(changed) : base;
  return s;
}

template <class T>
Status FromString(const ConfigOptions& config, const OptionTable& table, const T& base,
                  const std::string& text, T* result) {
  OptionMap values;
  Status s = SplitOptionText(text, &values);
  if (!s.ok()) {
    *result = T(base);
    return s;
  }
  return FromMap(config, table, base, values, result);
}

Status ToString(const ConfigOptions& config, const OptionTable& table, const void* options,
                std::string* text) {
  text->clear();
  FormatOptions(config, table, options, config.delimiter, /*keep_empty=*/false, text);
  return Status::OK();
}

ConfigOptions WithDelimiter(const std::string& delimiter) {
  ConfigOptions config;
  config.delimiter = delimiter;
  return config;
}

}  // namespace

ConfigOptions::ConfigOptions() = default;
ConfigOptions::ConfigOptions(const DBOptions& options) : env(options.env) {}

Status StringToMap(const std::string& opts_str,
                   std::unordered_map<std::string, std::string>* opts_map) {
  return SplitOptionText(opts_str, opts_map);
}

Status GetColumnFamilyOptionsFromMap(const ConfigOptions& config_options,
                                     const ColumnFamilyOptions& base_options,
                                     const std::unordered_map<std::string, std::string>& opts_map,
                                     ColumnFamilyOptions* new_options) {
  return FromMap(config_options, ColumnFamilyOptionsTable(), base_options, opts_map, new_options);
}

Status GetColumnFamilyOptionsFromMap(const ColumnFamilyOptions& base_options,
                                     const std::unordered_map<std::string, std::string>& opts_map,
                                     ColumnFamilyOptions* new_options, bool input_strings_escaped,
                                     bool ignore_unknown_options) {
  return GetColumnFamilyOptionsFromMap(ConfigFor(input_strings_escaped, ignore_unknown_options),
                                       base_options, opts_map, new_options);
}

Status GetDBOptionsFromMap(const ConfigOptions& config_options, const DBOptions& base_options,
                           const std::unordered_map<std::string, std::string>& opts_map,
                           DBOptions* new_options) {
  return FromMap(config_options, DBOptionsTable(), base_options, opts_map, new_options);
}

Status GetDBOptionsFromMap(const DBOptions& base_options,
                           const std::unordered_map<std::string, std::string>& opts_map,
                           DBOptions* new_options, bool input_strings_escaped,
                           bool ignore_unknown_options) {
  return GetDBOptionsFromMap(ConfigFor(input_strings_escaped, ignore_unknown_options), base_options,
                             opts_map, new_options);
}

Status GetBlockBasedTableOptionsFromMap(
    const ConfigOptions& config_options, const BlockBasedTableOptions& table_options,
    const std::unordered_map<std::string, std::string>& opts_map,
    BlockBasedTableOptions* new_table_options) {
  BlockBasedTableOptions changed = table_options;
  Status s = ParseTableOptions(config_options, opts_map, &changed);
  *new_table_options = s.ok() ? changed : table_options;
  return s;
}

Status GetBlockBasedTableOptionsFromMap(
    const BlockBasedTableOptions& table_options,
    const std::unordered_map<std::string, std::string>& opts_map,
    BlockBasedTableOptions* new_table_options, bool input_strings_escaped,
    bool ignore_unknown_options) {
  return GetBlockBasedTableOptionsFromMap(ConfigFor(input_strings_escaped, ignore_unknown_options),
                                          table_options, opts_map, new_table_options);
}

Status GetColumnFamilyOptionsFromString(const ConfigOptions& config_options,
                                        const ColumnFamilyOptions& base_options,
                                        const std::string& opts_str,
                                        ColumnFamilyOptions* new_options) {
  return FromString(config_options, ColumnFamilyOptionsTable(), base_options, opts_str,
                    new_options);
}

Status GetColumnFamilyOptionsFromString(const ColumnFamilyOptions& base_options,
                                        const std::string& opts_str,
                                        ColumnFamilyOptions* new_options) {
  return GetColumnFamilyOptionsFromString(ConfigFor(false, false), base_options, opts_str,
                                          new_options);
}

Status GetDBOptionsFromString(const ConfigOptions& config_options, const DBOptions& base_options,
                              const std::string& opts_str, DBOptions* new_options) {
  return FromString(config_options, DBOptionsTable(), base_options, opts_str, new_options);
}

Status GetDBOptionsFromString(const DBOptions& base_options, const std::string& opts_str,
                              DBOptions* new_options) {
  return GetDBOptionsFromString(ConfigFor(false, false), base_options, opts_str, new_options);
}

Status GetBlockBasedTableOptionsFromString(const ConfigOptions& config_options,
                                           const BlockBasedTableOptions& table_options,
                                           const std::string& opts_str,
                                           BlockBasedTableOptions* new_table_options) {
  OptionMap values;
  Status s = SplitOptionText(opts_str, &values);
  if (!s.ok()) {
    *new_table_options = BlockBasedTableOptions(table_options);
    return s;
  }
  return GetBlockBasedTableOptionsFromMap(config_options, table_options, values, new_table_options);
}

Status GetBlockBasedTableOptionsFromString(const BlockBasedTableOptions& table_options,
                                           const std::string& opts_str,
                                           BlockBasedTableOptions* new_table_options) {
  return GetBlockBasedTableOptionsFromString(ConfigFor(false, false), table_options, opts_str,
                                             new_table_options);
}

Status GetOptionsFromString(const ConfigOptions& config_options, const Options& base_options,
                            const std::string& opts_str, Options* new_options) {
  Options changed = base_options;
  OptionMap values, rest;
  Status s = SplitOptionText(opts_str, &values);
  if (s.ok()) {
    // A name that is not an option of the database is tried as one of the column family; a name
    // that is neither is an error.
    s = ParseOptions(config_options, DBOptionsTable(), values, static_cast<DBOptions*>(&changed),
                     &rest);
  }
  if (s.ok()) {
    s = ParseOptions(config_options, ColumnFamilyOptionsTable(), rest,
                     static_cast<ColumnFamilyOptions*>(&changed));
  }
  *new_options = s.ok() ? changed : base_options;
  return s;
}

Status GetOptionsFromString(const Options& base_options, const std::string& opts_str,
                            Options* new_options) {
  return GetOptionsFromString(ConfigFor(false, false), base_options, opts_str, new_options);
}

Status GetMemTableRepFactoryFromString(const std::string& opts_str,
                                       std::unique_ptr<MemTableRepFactory>* result) {
  return MemTableRepFactory::CreateFromString(ConfigOptions(), opts_str, result);
}

Status GetStringFromDBOptions(const ConfigOptions& config_options, const DBOptions& db_options,
                              std::string* opts_str) {
  return ToString(config_options, DBOptionsTable(), &db_options, opts_str);
}

Status GetStringFromDBOptions(std::string* opts_str, const DBOptions& db_options,
                              const std::string& delimiter) {
  return GetStringFromDBOptions(WithDelimiter(delimiter), db_options, opts_str);
}

Status GetStringFromColumnFamilyOptions(const ConfigOptions& config_options,
                                        const ColumnFamilyOptions& cf_options,
                                        std::string* opts_str) {
  return ToString(config_options, ColumnFamilyOptionsTable(), &cf_options, opts_str);
}

Status GetStringFromColumnFamilyOptions(std::string* opts_str,
                                        const ColumnFamilyOptions& cf_options,
                                        const std::string& delimiter) {
  return GetStringFromColumnFamilyOptions(WithDelimiter(delimiter), cf_options, opts_str);
}

Status GetStringFromCompressionType(std::string* compression_str,
                                    CompressionType compression_type) {
  *compression_str = EnumText(compression_type);
  return compression_str->empty() ? Status::InvalidArgument("Unknown compression type")
                                  : Status::OK();
}

const std::vector<CompressionType>& GetSupportedCompressions() {
  static const std::vector<CompressionType> linked = [] {
    std::vector<CompressionType> found;
    for (const auto& [name, type] : EnumNames<CompressionType>::kValues) {
      const bool listed = !found.empty() && found.back() == type;  // two names of one type
      if (CompressionIsLinked(type) && !listed) {
        found.push_back(type);
      }
    }
    return found;
  }();
  return linked;
}

}  // namespace ROCKSDB_NAMESPACE
