// Options by the maps of rocksdb/utilities/options_type.h: text to fields, back, and comparison.
#include <atomic>
#include <cctype>

#include "rocksdb/advanced_options.h"
#include "rocksdb/env.h"
#include "rocksdb/table.h"
#include "rocksdb/utilities/options_type.h"
#include "util/braced_pairs.h"
#include "util/option_escapes.h"
#include "util/option_number.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// ---- Enumerators that have types of their own ----

template <typename E>
struct NamedValue {
  const char* name;
  E value;
};

constexpr NamedValue<CompactionStyle> kStyleNames[] = {
    {"kCompactionStyleLevel", kCompactionStyleLevel},
    {"kCompactionStyleUniversal", kCompactionStyleUniversal},
    {"kCompactionStyleFIFO", kCompactionStyleFIFO},
    {"kCompactionStyleNone", kCompactionStyleNone}};
constexpr NamedValue<CompactionPri> kPriorityNames[] = {
    {"kByCompensatedSize", kByCompensatedSize},
    {"kOldestLargestSeqFirst", kOldestLargestSeqFirst},
    {"kOldestSmallestSeqFirst", kOldestSmallestSeqFirst},
    {"kMinOverlappingRatio", kMinOverlappingRatio},
    {"kRoundRobin", kRoundRobin}};
constexpr NamedValue<CompactionStopStyle> kStopStyleNames[] = {
    {"kCompactionStopStyleSimilarSize", kCompactionStopStyleSimilarSize},
    {"kCompactionStopStyleTotalSize", kCompactionStopStyleTotalSize}};
constexpr NamedValue<CompressionType> kCompressionNames[] = {
    {"kNoCompression", kNoCompression},
    {"kSnappyCompression", kSnappyCompression},
    {"kZlibCompression", kZlibCompression},
    {"kBZip2Compression", kBZip2Compression},
    {"kLZ4Compression", kLZ4Compression},
    {"kLZ4HCCompression", kLZ4HCCompression},
    {"kXpressCompression", kXpressCompression},
    {"kZSTD", kZSTD},
    {"kZSTDNotFinalCompression", kZSTD},
    {"kDisableCompressionOption", kDisableCompressionOption}};
constexpr NamedValue<ChecksumType> kChecksumNames[] = {{"kNoChecksum", kNoChecksum},
                                                       {"kCRC32c", kCRC32c},
                                                       {"kxxHash", kxxHash},
                                                       {"kxxHash64", kxxHash64},
                                                       {"kXXH3", kXXH3}};
constexpr NamedValue<EncodingType> kEncodingNames[] = {{"kPlain", kPlain}, {"kPrefix", kPrefix}};
constexpr NamedValue<Temperature> kTemperatureNames[] = {{"kUnknown", Temperature::kUnknown},
                                                         {"kHot", Temperature::kHot},
                                                         {"kWarm", Temperature::kWarm},
                                                         {"kCold", Temperature::kCold}};

template <typename E, size_t kCount>
Status ParseNamed(const NamedValue<E> (&names)[kCount], const std::string& text, void* field) {
  for (const NamedValue<E>& n : names) {
    if (text == n.name) {
      *static_cast<E*>(field) = n.value;
      return Status::OK();
    }
  }
  return Status::InvalidArgument("No such value", text);
}

template <typename E, size_t kCount>
Status PrintNamed(const NamedValue<E> (&names)[kCount], const void* field, std::string* text) {
  for (const NamedValue<E>& n : names) {
    if (*static_cast<const E*>(field) == n.value) {
      *text = n.name;
      return Status::OK();
    }
  }
  return Status::InvalidArgument("A value without a name");
}

// ---- Fields ----

Status ParseField(OptionType type, const std::string& text, void* field) {
  switch (type) {
    case OptionType::kBoolean:
      return ParseBool(text, static_cast<bool*>(field));
    case OptionType::kInt:
      return ParseOptionNumber(text, static_cast<int*>(field));
    case OptionType::kInt32T:
      return ParseOptionNumber(text, static_cast<int32_t*>(field));
    case OptionType::kInt64T:
      return ParseOptionNumber(text, static_cast<int64_t*>(field));
    case OptionType::kUInt:
      return ParseOptionNumber(text, static_cast<unsigned int*>(field));
    case OptionType::kUInt8T:
      return ParseOptionNumber(text, static_cast<uint8_t*>(field));
    case OptionType::kUInt32T:
      return ParseOptionNumber(text, static_cast<uint32_t*>(field));
    case OptionType::kUInt64T:
      return ParseOptionNumber(text, static_cast<uint64_t*>(field));
    case OptionType::kSizeT:
      return ParseOptionNumber(text, static_cast<size_t*>(field));
    case OptionType::kDouble:
      return ParseDouble(text, static_cast<double*>(field));
    case OptionType::kAtomicInt: {
      int number = 0;
      Status s = ParseOptionNumber(text, &number);
      if (s.ok()) static_cast<std::atomic<int>*>(field)->store(number);
      return s;
    }
    case OptionType::kString:
      *static_cast<std::string*>(field) = text;
      return Status::OK();
    case OptionType::kEncodedString:
      return UnescapeKey(text, static_cast<std::string*>(field))
                 ? Status::OK()
                 : Status::InvalidArgument("Not in hexadecimal", text);
    case OptionType::kCompactionStyle:
      return ParseNamed(kStyleNames, text, field);
    case OptionType::kCompactionPri:
      return ParseNamed(kPriorityNames, text, field);
    case OptionType::kCompactionStopStyle:
      return ParseNamed(kStopStyleNames, text, field);
    case OptionType::kCompressionType:
      return ParseNamed(kCompressionNames, text, field);
    case OptionType::kChecksumType:
      return ParseNamed(kChecksumNames, text, field);
    case OptionType::kEncodingType:
      return ParseNamed(kEncodingNames, text, field);
    case OptionType::kTemperature:
      return ParseNamed(kTemperatureNames, text, field);
    default:
      return Status::NotSupported("A field of this type needs a function to read it");
  }
}

Status PrintField(OptionType type, const void* field, std::string* text) {
  switch (type) {
    case OptionType::kBoolean:
      *text = *static_cast<const bool*>(field) ? "true" : "false";
      return Status::OK();
    case OptionType::kInt:
      *text = std::to_string(*static_cast<const int*>(field));
      return Status::OK();
    case OptionType::kInt32T:
      *text = std::to_string(*static_cast<const int32_t*>(field));
      return Status::OK();
    case OptionType::kInt64T:
      *text = std::to_string(*static_cast<const int64_t*>(field));
      return Status::OK();
    case OptionType::kUInt:
      *text = std::to_string(*static_cast<const unsigned int*>(field));
      return Status::OK();
    case OptionType::kUInt8T:
      *text = std::to_string(*static_cast<const uint8_t*>(field));
      return Status::OK();
    case OptionType::kUInt32T:
      *text = std::to_string(*static_cast<const uint32_t*>(field));
      return Status::OK();
    case OptionType::kUInt64T:
      *text = std::to_string(*static_cast<const uint64_t*>(field));
      return Status::OK();
    case OptionType::kSizeT:
      *text = std::to_string(*static_cast<const size_t*>(field));
      return Status::OK();
    case OptionType::kDouble:
      *text = DoubleText(*static_cast<const double*>(field));
      return Status::OK();
    case OptionType::kAtomicInt:
      *text = std::to_string(static_cast<const std::atomic<int>*>(field)->load());
      return Status::OK();
    case OptionType::kString:
      *text = EscapeOptionValue(*static_cast<const std::string*>(field));
      return Status::OK();
    case OptionType::kEncodedString:
      *text = EscapeKey(*static_cast<const std::string*>(field));
      return Status::OK();
    case OptionType::kCompactionStyle:
      return PrintNamed(kStyleNames, field, text);
    case OptionType::kCompactionPri:
      return PrintNamed(kPriorityNames, field, text);
    case OptionType::kCompactionStopStyle:
      return PrintNamed(kStopStyleNames, field, text);
    case OptionType::kCompressionType:
      return PrintNamed(kCompressionNames, field, text);
    case OptionType::kChecksumType:
      return PrintNamed(kChecksumNames, field, text);
    case OptionType::kEncodingType:
      return PrintNamed(kEncodingNames, field, text);
    case OptionType::kTemperature:
      return PrintNamed(kTemperatureNames, field, text);
    default:
      return Status::NotSupported("A field of this type needs a function to write it");
  }
}

// "name.field" without "name."; the name itself gives "".
std::string NameInside(const std::string& struct_name, const std::string& opt_name) {
  const std::string prefix = struct_name + ".";
  if (opt_name == struct_name || opt_name.empty()) return "";
  return StartsWith(opt_name, prefix) ? opt_name.substr(prefix.size()) : opt_name;
}

Status Named(const Status& s, const std::string& name, const std::string& value) {
  if (s.ok() || s.IsNotSupported()) return s;
  const std::string why = s.getState() == nullptr ? "" : s.getState();
  return Status::InvalidArgument("Error parsing " + name + "=" + value, why);
}

}  // namespace

// ---- One option ----

ConfigOptions::SanityLevel OptionTypeInfo::GetSanityLevel() const {
  if (IsDeprecated() || IsAlias()) return ConfigOptions::kSanityLevelNone;
  const auto level = static_cast<uint32_t>(flags_ & OptionTypeFlags::kCompareExact);
  return level == 0 ? ConfigOptions::kSanityLevelExactMatch
                    : static_cast<ConfigOptions::SanityLevel>(level);
}

Status OptionTypeInfo::Parse(const ConfigOptions& config_options, const std::string& opt_name,
                             const std::string& opt_value, void* const opt_ptr) const {
  if (IsDeprecated()) return Status::OK();
  const std::string value =
      config_options.input_strings_escaped ? StripBraces(opt_value) : opt_value;
  void* field = GetOffset(opt_ptr);
  if (parse_func_ != nullptr) {
    ConfigOptions copy = config_options;
    copy.invoke_prepare_options = false;
    return Named(parse_func_(copy, opt_name, value, field), opt_name, value);
  }
  if (IsConfigurable()) return ParseObject(config_options, opt_name, value, opt_ptr);
  const bool escaped = config_options.input_strings_escaped && type_ == OptionType::kString;
  return Named(ParseField(type_, escaped ? UnescapeOptionValue(value) : value, field), opt_name,
               value);
}

// Options of an object that exists already.
Status OptionTypeInfo::ParseObject(const ConfigOptions& config_options, const std::string& name,
                                   const std::string& value, void* opt_ptr) const {
  auto* object = AsRawPointer<Configurable>(opt_ptr);
  if (value.empty()) return Status::OK();
  if (object == nullptr) return Status::NotFound("Could not find configurable", name);
  return object->ConfigureFromString(config_options, value);
}

Status OptionTypeInfo::Serialize(const ConfigOptions& config_options, const std::string& opt_name,
                                 const void* const opt_ptr, std::string* opt_value) const {
  opt_value->clear();
  if (!ShouldSerialize()) return Status::OK();
  const void* field = GetOffset(opt_ptr);
  if (serialize_func_ != nullptr) {
    return serialize_func_(config_options, opt_name, field, opt_value);
  }
  if (IsCustomizable()) {
    const auto* object = AsRawPointer<Customizable>(opt_ptr);
    if (object == nullptr) {
      *opt_value = "nullptr";
    } else if (IsEnabled(OptionTypeFlags::kStringNameOnly) && !config_options.IsDetailed()) {
      *opt_value = object->GetId();
    } else {
      const std::string options = object->ToString(config_options);
      const std::string inside = StripBraces(options);
      *opt_value = inside.empty() ? object->GetId()
                                  : "{" + std::string(kIdPropName()) + "=" + object->GetId() + ";" +
                                        inside + "}";
    }
    return Status::OK();
  }
  if (IsConfigurable()) {
    const auto* object = AsRawPointer<Configurable>(opt_ptr);
    if (object != nullptr) *opt_value = object->ToString(config_options);
    return Status::OK();
  }
  if (config_options.mutable_options_only && !IsMutable()) return Status::OK();
  return PrintField(type_, field, opt_value);
}

bool OptionTypeInfo::AreEqual(const ConfigOptions& config_options, const std::string& opt_name,
                              const void* const this_ptr, const void* const that_ptr,
                              std::string* mismatch) const {
  if (!config_options.IsCheckEnabled(GetSanityLevel())) return true;
  const void* mine = GetOffset(this_ptr);
  const void* theirs = GetOffset(that_ptr);
  bool equal = false;
  if (equals_func_ != nullptr) {
    if (equals_func_(config_options, opt_name, mine, theirs, mismatch)) return true;
    if (mismatch->empty()) *mismatch = opt_name;
    return false;
  }
  if (IsByName()) {
    equal = AreEqualByName(config_options, opt_name, this_ptr, that_ptr);
  } else if (IsConfigurable()) {
    const auto* a = AsRawPointer<Configurable>(this_ptr);
    const auto* b = AsRawPointer<Configurable>(that_ptr);
    std::string inside;
    equal =
        a == b || (a != nullptr && b != nullptr && a->AreEquivalent(config_options, b, &inside));
    if (!equal && !inside.empty()) {
      *mismatch = opt_name + "." + inside;
      return false;
    }
  } else {
    std::string a, b;
    equal = PrintField(type_, mine, &a).ok() && PrintField(type_, theirs, &b).ok() && a == b;
  }
  if (!equal) *mismatch = opt_name;
  return equal;
}

bool OptionTypeInfo::AreEqualByName(const ConfigOptions& config_options,
                                    const std::string& opt_name, const void* const this_ptr,
                                    const void* const that_ptr) const {
  std::string that_value;
  return Serialize(config_options, opt_name, that_ptr, &that_value).ok() &&
         AreEqualByName(config_options, opt_name, this_ptr, that_value);
}

bool OptionTypeInfo::AreEqualByName(const ConfigOptions& config_options,
                                    const std::string& opt_name, const void* const this_ptr,
                                    const std::string& that_value) const {
  std::string this_value;
  if (!IsByName() || !Serialize(config_options, opt_name, this_ptr, &this_value).ok()) return false;
  const std::string null = "nullptr";
  if (IsEnabled(OptionVerificationType::kByNameAllowFromNull) && that_value == null) return true;
  if (IsEnabled(OptionVerificationType::kByNameAllowNull) &&
      (that_value == null || this_value == null)) {
    return true;
  }
  return this_value == that_value;
}

Status OptionTypeInfo::Prepare(const ConfigOptions& config_options, const std::string& name,
                               void* opt_ptr) const {
  if (!ShouldPrepare()) return Status::OK();
  if (prepare_func_ != nullptr) return prepare_func_(config_options, name, GetOffset(opt_ptr));
  auto* object = AsRawPointer<Configurable>(opt_ptr);
  if (object != nullptr) return object->PrepareOptions(config_options);
  return CanBeNull() ? Status::OK() : Status::NotFound("Missing configurable object", name);
}

Status OptionTypeInfo::Validate(const DBOptions& db_opts, const ColumnFamilyOptions& cf_opts,
                                const std::string& name, const void* opt_ptr) const {
  if (!ShouldValidate()) return Status::OK();
  if (validate_func_ != nullptr) return validate_func_(db_opts, cf_opts, name, GetOffset(opt_ptr));
  const auto* object = AsRawPointer<Configurable>(opt_ptr);
  if (object != nullptr) return object->ValidateOptions(db_opts, cf_opts);
  return CanBeNull() ? Status::OK() : Status::NotFound("Missing configurable object", name);
}

// ---- Whole structs ----

Status OptionTypeInfo::ParseType(const ConfigOptions& config_options, const std::string& opts_str,
                                 const TypeMap& type_map, void* opt_addr,
                                 std::unordered_map<std::string, std::string>* unused) {
  std::unordered_map<std::string, std::string> opts_map;
  Status s = SplitBracedPairs(opts_str, &opts_map);
  return s.ok() ? ParseType(config_options, opts_map, type_map, opt_addr, unused) : s;
}

Status OptionTypeInfo::ParseType(const ConfigOptions& config_options,
                                 const std::unordered_map<std::string, std::string>& opts_map,
                                 const TypeMap& type_map, void* opt_addr,
                                 std::unordered_map<std::string, std::string>* unused) {
  for (const auto& [name, value] : opts_map) {
    std::string inside;
    const OptionTypeInfo* info = Find(name, type_map, &inside);
    if (info != nullptr) {
      Status s = info->Parse(config_options, inside, value, opt_addr);
      if (!s.ok()) return s;
    } else if (unused != nullptr) {
      (*unused)[name] = value;
    } else if (!config_options.ignore_unknown_options) {
      return Status::NotFound("Unrecognized option", name);
    }
  }
  return Status::OK();
}

Status OptionTypeInfo::SerializeType(const ConfigOptions& config_options, const TypeMap& type_map,
                                     const void* opt_addr, std::string* result) {
  // By name, so that equal structs give equal text.
  for (const auto& [name, info] :
       std::map<std::string, OptionTypeInfo>(type_map.begin(), type_map.end())) {
    if (!info.ShouldSerialize()) continue;
    std::string value;
    Status s = info.Serialize(config_options, name, opt_addr, &value);
    if (!s.ok()) return s;
    *result += name + "=" + value + config_options.delimiter;
  }
  return Status::OK();
}

bool OptionTypeInfo::TypesAreEqual(const ConfigOptions& config_options, const TypeMap& map,
                                   const void* this_addr, const void* that_addr,
                                   std::string* mismatch) {
  for (const auto& [name, info] : map) {
    if (!info.AreEqual(config_options, name, this_addr, that_addr, mismatch)) return false;
  }
  return true;
}

Status OptionTypeInfo::ParseStruct(const ConfigOptions& config_options,
                                   const std::string& struct_name, const TypeMap* map,
                                   const std::string& opt_name, const std::string& value,
                                   void* opt_addr) {
  const std::string inside = NameInside(struct_name, opt_name);
  if (inside.empty()) return ParseType(config_options, value, *map, opt_addr);
  std::string name;
  const OptionTypeInfo* info = Find(inside, *map, &name);
  return info == nullptr ? Status::InvalidArgument("Unrecognized option " + struct_name, inside)
                         : info->Parse(config_options, name, value, opt_addr);
}

Status OptionTypeInfo::SerializeStruct(const ConfigOptions& config_options,
                                       const std::string& struct_name, const TypeMap* map,
                                       const std::string& opt_name, const void* opt_addr,
                                       std::string* value) {
  const std::string inside = NameInside(struct_name, opt_name);
  if (inside.empty()) {
    // Inside a value the delimiter is always this one.
    ConfigOptions embedded = config_options;
    embedded.delimiter = ";";
    std::string text;
    Status s = SerializeType(embedded, *map, opt_addr, &text);
    if (s.ok()) *value = "{" + text + "}";
    return s;
  }
  std::string name;
  const OptionTypeInfo* info = Find(inside, *map, &name);
  return info == nullptr ? Status::InvalidArgument("Unrecognized option " + struct_name, inside)
                         : info->Serialize(config_options, name, opt_addr, value);
}

bool OptionTypeInfo::StructsAreEqual(const ConfigOptions& config_options,
                                     const std::string& struct_name, const TypeMap* map,
                                     const std::string& opt_name, const void* this_addr,
                                     const void* that_addr, std::string* mismatch) {
  const std::string inside = NameInside(struct_name, opt_name);
  std::string what;
  bool equal = false;
  if (inside.empty()) {
    equal = TypesAreEqual(config_options, *map, this_addr, that_addr, &what);
  } else {
    std::string name;
    const OptionTypeInfo* info = Find(inside, *map, &name);
    equal = info != nullptr && info->AreEqual(config_options, name, this_addr, that_addr, &what);
  }
  if (!equal) *mismatch = struct_name + "." + what;
  return equal;
}

const OptionTypeInfo* OptionTypeInfo::Find(const std::string& opt_name, const TypeMap& type_map,
                                           std::string* elem_name) {
  if (const auto found = type_map.find(opt_name); found != type_map.end()) {
    *elem_name = opt_name;
    return &found->second;
  }
  const size_t dot = opt_name.find('.');
  if (dot == std::string::npos || dot == 0) return nullptr;
  const auto found = type_map.find(opt_name.substr(0, dot));
  if (found == type_map.end()) return nullptr;
  const OptionTypeInfo& outer = found->second;
  if (!outer.IsStruct() && !outer.IsConfigurable()) return nullptr;
  *elem_name = opt_name.substr(dot + 1);
  return &outer;
}

Status OptionTypeInfo::NextToken(const std::string& opts, char delimiter, size_t start, size_t* end,
                                 std::string* token) {
  int depth = 0;
  size_t at = start;
  for (; at < opts.size() && (depth > 0 || opts[at] != delimiter); ++at) {
    depth += opts[at] == '{' ? 1 : 0;
    depth -= opts[at] == '}' ? 1 : 0;
    if (depth < 0) return Status::InvalidArgument("Braces do not match", opts);
  }
  if (depth > 0) return Status::InvalidArgument("Braces do not match", opts);
  *end = at == opts.size() ? std::string::npos : at;
  *token = StripBraces(opts.substr(start, at - start));
  return Status::OK();
}

// ---- Makers ----

namespace {

using Map = std::map<std::string, std::string>;

bool MapsAreEqual(const ConfigOptions& /*opts*/, const std::string& /*name*/, const void* addr1,
                  const void* addr2, std::string* /*mismatch*/) {
  return *static_cast<const Map*>(addr1) == *static_cast<const Map*>(addr2);
}

}  // namespace

OptionTypeInfo OptionTypeInfo::Struct(const std::string& struct_name, const TypeMap* struct_map,
                                      int offset, OptionVerificationType verification,
                                      OptionTypeFlags flags) {
  return Struct(struct_name, struct_map, offset, verification, flags,
                [struct_name, struct_map](const ConfigOptions& opts, const std::string& name,
                                          const std::string& value, void* addr) {
                  return ParseStruct(opts, struct_name, struct_map, name, value, addr);
                });
}

OptionTypeInfo OptionTypeInfo::Struct(const std::string& struct_name, const TypeMap* struct_map,
                                      int offset, OptionVerificationType verification,
                                      OptionTypeFlags flags, const ParseFunc& parse_func) {
  return OptionTypeInfo(
      offset, OptionType::kStruct, verification, flags, parse_func,
      [struct_name, struct_map](const ConfigOptions& opts, const std::string& name,
                                const void* addr, std::string* value) {
        return SerializeStruct(opts, struct_name, struct_map, name, addr, value);
      },
      [struct_name, struct_map](const ConfigOptions& opts, const std::string& name,
                                const void* addr1, const void* addr2, std::string* mismatch) {
        return StructsAreEqual(opts, struct_name, struct_map, name, addr1, addr2, mismatch);
      });
}

OptionTypeInfo OptionTypeInfo::StringMap(int offset, OptionVerificationType verification,
                                         OptionTypeFlags flags, char kv_separator,
                                         char item_separator) {
  return OptionTypeInfo(
      offset, OptionType::kStringMap, verification, flags,
      [=](const ConfigOptions&, const std::string&, const std::string& value, void* addr) {
        Map parsed;
        for (const std::string& item : Split(value, item_separator)) {
          if (item.empty()) continue;
          const size_t at = item.find(kv_separator);
          std::string k, v;
          if (at == std::string::npos || !UnescapeKey(item.substr(0, at), &k) ||
              !UnescapeKey(item.substr(at + 1), &v)) {
            return Status::InvalidArgument("Not a pair in hexadecimal", item);
          }
          parsed[k] = v;
        }
        *static_cast<Map*>(addr) = std::move(parsed);
        return Status::OK();
      },
      [=](const ConfigOptions&, const std::string&, const void* addr, std::string* value) {
        std::string text;
        for (const auto& [k, v] : *static_cast<const Map*>(addr)) {
          text += EscapeKey(k) + kv_separator + EscapeKey(v) + item_separator;
        }
        *value = "{" + text + "}";
        return Status::OK();
      },
      &MapsAreEqual);
}

}  // namespace ROCKSDB_NAMESPACE
