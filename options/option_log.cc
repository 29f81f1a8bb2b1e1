// LOG dump of options; see option_log.h.
#include "options/option_log.h"

#include "options/enum_names.h"
#include "options/option_rules.h"
#include "options/option_tables.h"
#include "options/table_options_table.h"
#include "util/logging.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Column of the colon; longer names run over it.
constexpr size_t kDbColumn = 48;
constexpr size_t kFamilyColumn = 46;

std::string Line(size_t column, const std::string& name, const std::string& value) {
  std::string line = "Options." + name;
  if (line.size() < column) {
    line.insert(0, column - line.size(), ' ');
  }
  return line + ": " + value;
}

void LogAll(Logger* log, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    LogHeader(log, "%s", line.c_str());
  }
}

// One line per level instead of the list.
void AppendLevels(const std::string& name, const std::vector<std::string>& values,
                  std::vector<std::string>* lines) {
  for (size_t i = 0; i < values.size(); ++i) {
    lines->push_back(Line(kFamilyColumn, name + "[" + std::to_string(i) + "]", values[i]));
  }
}

std::vector<std::string> CompressionNames(const std::vector<CompressionType>& types) {
  std::vector<std::string> names;
  for (CompressionType type : types) {
    names.push_back(CompressionLogName(type));
  }
  return names;
}

std::vector<std::string> Numbers(const std::vector<int>& values) {
  std::vector<std::string> texts;
  for (int value : values) {
    texts.push_back(std::to_string(value));
  }
  return texts;
}

}  // namespace

void LogFamilyOptions(Logger* log, const std::string& name, const ColumnFamilyOptions& options) {
  LogHeader(log, "--------------- Options for column family [%s]:", name.c_str());
  for (const std::string& line : LogLines(options)) LogHeader(log, "%s", line.c_str());
}

std::vector<std::string> BuildLogLines() {
  std::vector<std::string> lines = {"Compression algorithms supported:"};
  for (const auto& [name, type] : EnumNames<CompressionType>::kValues) {
    if (type == kNoCompression || type == kDisableCompressionOption) continue;
    if (name != EnumText(type)) continue;
    lines.push_back("\t" + std::string(name) +
                    " supported: " + (CompressionIsLinked(type) ? "1" : "0"));
  }
  // The allocator is that of the application; memory allocators of jemalloc are refused.
  lines.emplace_back("Jemalloc supported: 0");
  return lines;
}

std::vector<std::string> LogLines(const DBOptions& options) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : LogRows(DBOptionsTable(), &options)) {
    // Stock has a space behind this one name.
    lines.push_back(Line(kDbColumn, name == "delayed_write_rate" ? name + " " : name, value));
  }
  return lines;
}

std::vector<std::string> LogLines(const ColumnFamilyOptions& options) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : LogRows(ColumnFamilyOptionsTable(), &options)) {
    if (name == "compression_per_level") {
      AppendLevels("compression", CompressionNames(options.compression_per_level), &lines);
    } else if (name == "max_bytes_for_level_multiplier_additional") {
      AppendLevels("max_bytes_for_level_multiplier_addtl",
                   Numbers(options.max_bytes_for_level_multiplier_additional), &lines);
    } else {
      lines.push_back(Line(kFamilyColumn, name, value));
    }
    if (name == "table_factory" && options.table_factory != nullptr) {
      lines.push_back("           table_factory options: " +
                      options.table_factory->GetPrintableOptions());
    }
  }
  return lines;
}

void DBOptions::Dump(Logger* log) const { LogAll(log, LogLines(*this)); }

void ColumnFamilyOptions::Dump(Logger* log) const { LogAll(log, LogLines(*this)); }

void Options::Dump(Logger* log) const {
  DBOptions::Dump(log);
  DumpCFOptions(log);
}

void Options::DumpCFOptions(Logger* log) const { ColumnFamilyOptions::Dump(log); }

std::vector<OptionDoc> DescribeAllOptions() {
  const DBOptions db;
  const ColumnFamilyOptions cf;
  const BlockBasedTableOptions table;
  std::vector<OptionDoc> docs;
  auto add = [&docs](const OptionTable& options, const void* defaults) {
    for (OptionDoc& doc : DescribeOptions(options, defaults)) {
      docs.push_back(std::move(doc));
    }
    for (const OptionSpec& spec : options) {
      if (spec.codec->nested != nullptr) {
        const void* inner = spec.codec->nested_object(const_cast<void*>(defaults));
        for (OptionDoc& doc : DescribeOptions(spec.codec->nested(), inner)) {
          doc.name = std::string(spec.name) + "." + doc.name;
          docs.push_back(std::move(doc));
        }
      }
    }
  };
  add(DBOptionsTable(), &db);
  add(ColumnFamilyOptionsTable(), &cf);
  add(BlockBasedTable(), &table);
  return docs;
}

}  // namespace ROCKSDB_NAMESPACE
