// One table entry per option: everything this library knows about an option follows from its entry
// (parsing, writing, comparing, changing at run time, the LOG line, the documentation row). The
// tables: db_options_table, cf_options_table, table_options_table, nested_options_table.
//
//    OPTION(write_buffer_size, kLive, "...")         a row: name, flags, sentence
//       |
//       +-- OptionCodec   made by option_type.h from the field's type: parse, format, equal, log
//
//    ParseOption, FormatOptions, OptionsEqual, LogRows, DescribeOptions: work on any table
//
// Objects are void* here: each must be of its table's struct. Stateless and thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "rocksdb/convenience.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

struct OptionTable;

enum OptionFlag : uint16_t {
  kFixed = 0,           // decided at open
  kLive = 1 << 0,       // changeable on an open database
  kUnwritten = 1 << 1,  // has no text form: never written or compared, shown in LOG only
  kPrivate = 1 << 2,    // unknown to stock: written as a comment (see options_file.h)
  kWordInLog = 1 << 3,  // LOG shows the text form ("true", "kUnknown") rather than a number
  kByName = 1 << 4,     // an object, compared by name
  kMayAppear = 1 << 5,  // with kByName: a file that says "nullptr" agrees with any object
  kHasInner = 1 << 7,   // an object whose own options go by "name.inner"
  kGuarded = 1 << 6,    // a difference endangers data: compared even at the loose sanity level
};

// How one field of one struct is handled; type-erased by option_type.h.
struct OptionCodec {
  // For the documentation: "uint64", "struct", "object" ...
  const char* type_name;
  // Sets the field of *object; a failure leaves it unchanged.
  Status (*parse)(const ConfigOptions&, const std::string& text, void* object);
  // Text that parse reads back; empty where the type has none.
  std::string (*format)(const ConfigOptions&, const void* object);
  // Whether two objects agree in the field. Objects without a text form always agree, because they
  // cannot be compared.
  bool (*equal)(const void* a, const void* b);
  // For the LOG, in stock's words: enumerations as numbers, objects by name.
  std::string (*log)(const void* object);
  // For a nested struct: its own table, and its address inside the object.
  const OptionTable& (*nested)();
  void* (*nested_object)(void* object);
};

struct OptionSpec {
  const char* name;
  const OptionCodec* codec;
  uint16_t flags;
  const char* help;

  bool Is(OptionFlag flag) const { return (flags & flag) != 0; }
};

// The options of one struct, in the order in which they are listed.
struct OptionTable {
  const char* struct_name;
  const OptionSpec* specs;
  size_t count;
  // Names accepted and ignored.
  const char* const* retired;
  size_t retired_count;
  // Other names of options: {alias, name} pairs.
  const std::pair<const char*, const char*>* aliases;
  size_t alias_count;

  const OptionSpec* begin() const { return specs; }
  const OptionSpec* end() const { return specs + count; }
  // nullptr if there is none of that name.
  const OptionSpec* Find(std::string_view name) const;
  bool IsRetired(std::string_view name) const;
};

// Sets one option of *object, which must be of the table's struct. Accepts "outer.inner" too.
// NotFound: no such option. InvalidArgument: malformed, or not changeable while
// config.mutable_options_only. Every error names the option.
[[nodiscard]] Status ParseOption(const ConfigOptions& config, const OptionTable& table,
                                 const std::string& name, const std::string& value, void* object);

// Sets all options in the map. With `unknown`, names not found are collected there; without it they
// are an error unless config.ignore_unknown_options. *object may be half changed on failure.
[[nodiscard]] Status ParseOptions(const ConfigOptions& config, const OptionTable& table,
                                  const std::unordered_map<std::string, std::string>& values,
                                  void* object,
                                  std::unordered_map<std::string, std::string>* unknown = nullptr);

// Appends "name=value" + delimiter for every written option; options whose text is empty only with
// keep_empty.
void FormatOptions(const ConfigOptions& config, const OptionTable& table, const void* object,
                   const std::string& delimiter, bool keep_empty, std::string* out);

// True if all written options are equal; else *mismatch is the name of one that differs.
bool OptionsEqual(const OptionTable& table, const void* a, const void* b, std::string* mismatch);

// "prefix.name: value" for every option, nested ones as "prefix.outer.inner".
std::vector<std::pair<std::string, std::string>> LogRows(const OptionTable& table,
                                                         const void* object);

// One row of the reference documentation.
struct OptionDoc {
  std::string scope;  // struct name
  std::string name;
  std::string type;
  std::string default_value;
  bool live;
  std::string help;
};
// `defaults` is a default-constructed object of the table's struct.
std::vector<OptionDoc> DescribeOptions(const OptionTable& table, const void* defaults);

}  // namespace ROCKSDB_NAMESPACE
