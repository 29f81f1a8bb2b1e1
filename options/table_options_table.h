// BlockBasedTableOptions as text, for the table factory: parse, write, list for LOG. The entries
// are in table_options_table.cc.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "options/option_type.h"
#include "rocksdb/convenience.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

// Sets the named options of *options; InvalidArgument names the first wrong one. A failure may
// leave *options half changed, so callers pass a copy.
[[nodiscard]] Status ParseTableOptions(const ConfigOptions& config,
                                       const std::unordered_map<std::string, std::string>& values,
                                       BlockBasedTableOptions* options);

// "name=value;..." of all options.
std::string FormatTableOptions(const ConfigOptions& config, const BlockBasedTableOptions& options);

// Value of one option as text. NotFound if there is none of that name.
[[nodiscard]] Status FormatTableOption(const ConfigOptions& config,
                                       const BlockBasedTableOptions& options,
                                       const std::string& name, std::string* value);

// The multi-line listing that the LOG shows under "table_factory options:".
std::string PrintableTableOptions(const BlockBasedTableOptions& options);

// A block-based factory for the options that `values` change in *base (null: the defaults).
// NotSupported where the table floor is not linked.
[[nodiscard]] Status MakeBlockBasedFactory(
    const ConfigOptions& config, const BlockBasedTableOptions* base,
    const std::unordered_map<std::string, std::string>& values,
    std::shared_ptr<TableFactory>* result);

// The block-based options inside a factory; nullptr for other formats.
const BlockBasedTableOptions* TableOptionsOf(const TableFactory* factory);

// A table factory as an option. Text without an id, or with the id of the present factory, changes
// a copy of the present factory, so that "block_based_table_factory={block_size=8K}" keeps the
// rest.
template <>
struct OptionKind<std::shared_ptr<TableFactory>> {
  static constexpr const char* kName = "object";
  static Status Parse(const ConfigOptions& config, const std::string& text,
                      std::shared_ptr<TableFactory>* v);
  static std::string Format(const ConfigOptions& config, const std::shared_ptr<TableFactory>& v);
  static std::string Log(const std::shared_ptr<TableFactory>& v);
  static bool Equal(const std::shared_ptr<TableFactory>& a, const std::shared_ptr<TableFactory>& b);
};

}  // namespace ROCKSDB_NAMESPACE
