// OptionTypeInfo: how one field of an option struct is read from text, written, and compared. A
// Configurable class describes its options by a map from names to such objects, and registers the
// map with its struct.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rocksdb/convenience.h"
#include "rocksdb/customizable.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class OptionTypeInfo;
struct ColumnFamilyOptions;
struct DBOptions;

// The type of the field. For the kinds from kStruct on, and kEnum, the functions of the
// OptionTypeInfo do the work.
enum class OptionType {
  kBoolean,
  kInt,
  kInt32T,
  kInt64T,
  kUInt,
  kUInt8T,
  kUInt32T,
  kUInt64T,
  kSizeT,
  kDouble,
  kAtomicInt,
  kString,
  kCompactionStyle,
  kCompactionPri,
  kCompressionType,
  kCompactionStopStyle,
  kChecksumType,
  kEncodingType,
  kEnv,
  kEnum,
  kStruct,
  kVector,
  kConfigurable,
  kCustomizable,
  // In hexadecimal.
  kEncodedString,
  kTemperature,
  kArray,
  kStringMap,
  kUnknown,
};

// How two values are compared, and whether the name still means an option.
enum class OptionVerificationType {
  kNormal,
  // The same name is enough. The next two: null is equal to anything; a null in the first is.
  kByName,
  kByNameAllowNull,
  kByNameAllowFromNull,
  // Accepted and ignored.
  kDeprecated,
  // Another name of an option.
  kAlias,
};

// Flags, to be combined by |. The lowest byte is the level from which on differences count, one of
// ConfigOptions::SanityLevel.
enum class OptionTypeFlags : uint32_t {
  kNone = 0x00,
  kCompareDefault = 0x0,
  kCompareNever = ConfigOptions::kSanityLevelNone,
  kCompareLoose = ConfigOptions::kSanityLevelLooselyCompatible,
  kCompareExact = ConfigOptions::kSanityLevelExactMatch,

  // Can change after PrepareOptions().
  kMutable = 0x0100,
  // The field is a pointer of this kind.
  kRawPointer = 0x0200,
  kShared = 0x0400,
  kUnique = 0x0800,
  kAllowNull = 0x1000,
  kDontSerialize = 0x2000,
  kDontPrepare = 0x4000,
  // Text has the id only.
  kStringNameOnly = 0x8000,
};

inline OptionTypeFlags operator|(const OptionTypeFlags& a, const OptionTypeFlags& b) {
  return static_cast<OptionTypeFlags>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}
inline OptionTypeFlags operator&(const OptionTypeFlags& a, const OptionTypeFlags& b) {
  return static_cast<OptionTypeFlags>(static_cast<uint32_t>(a) & static_cast<uint32_t>(b));
}

// Work on the field at `addr`. A comparison puts the name of what differs into *mismatch.
using ParseFunc = std::function<Status(const ConfigOptions& opts, const std::string& name,
                                       const std::string& value, void* addr)>;
using SerializeFunc = std::function<Status(const ConfigOptions& opts, const std::string& name,
                                           const void* addr, std::string* value)>;
using EqualsFunc = std::function<bool(const ConfigOptions& opts, const std::string& name,
                                      const void* addr1, const void* addr2, std::string* mismatch)>;
using PrepareFunc =
    std::function<Status(const ConfigOptions& opts, const std::string& name, void* addr)>;
using ValidateFunc =
    std::function<Status(const DBOptions& db_opts, const ColumnFamilyOptions& cf_opts,
                         const std::string& name, const void* addr)>;

// ---- Enumerators by name, and lists of values; lists are "a:b:c", with braces around elements
// that contain the separator ----

// False for an unknown name, or value.
template <typename T>
bool ParseEnum(const std::unordered_map<std::string, T>& type_map, const std::string& type,
               T* value) {
  const auto found = type_map.find(type);
  if (found == type_map.end()) {
    return false;
  }
  *value = found->second;
  return true;
}
template <typename T>
bool SerializeEnum(const std::unordered_map<std::string, T>& type_map, const T& type,
                   std::string* value) {
  for (const auto& [name, known] : type_map) {
    if (known == type) {
      *value = name;
      return true;
    }
  }
  return false;
}

template <typename T>
Status ParseVector(const ConfigOptions& config_options, const OptionTypeInfo& elem_info,
                   char separator, const std::string& name, const std::string& value,
                   std::vector<T>* result);
template <typename T>
Status SerializeVector(const ConfigOptions& config_options, const OptionTypeInfo& elem_info,
                       char separator, const std::string& name, const std::vector<T>& vec,
                       std::string* value);
template <typename T>
bool VectorsAreEqual(const ConfigOptions& config_options, const OptionTypeInfo& elem_info,
                     const std::string& name, const std::vector<T>& vec1,
                     const std::vector<T>& vec2, std::string* mismatch);
template <typename T, size_t kSize>
Status ParseArray(const ConfigOptions& config_options, const OptionTypeInfo& elem_info,
                  char separator, const std::string& name, const std::string& value,
                  std::array<T, kSize>* result);
template <typename T, size_t kSize>
Status SerializeArray(const ConfigOptions& config_options, const OptionTypeInfo& elem_info,
                      char separator, const std::string& name, const std::array<T, kSize>& array,
                      std::string* value);
template <typename T, size_t kSize>
bool ArraysAreEqual(const ConfigOptions& config_options, const OptionTypeInfo& elem_info,
                    const std::string& name, const std::array<T, kSize>& array1,
                    const std::array<T, kSize>& array2, std::string* mismatch);

// A plain value: `offset` is that of the field in its struct. Maps of them live as long as the
// process.
class OptionTypeInfo {
 public:
  using TypeMap = std::unordered_map<std::string, OptionTypeInfo>;

  OptionTypeInfo(int offset, OptionType type,
                 OptionVerificationType verification = OptionVerificationType::kNormal,
                 OptionTypeFlags flags = OptionTypeFlags::kNone,
                 const ParseFunc& parse_func = nullptr,
                 const SerializeFunc& serialize_func = nullptr,
                 const EqualsFunc& equals_func = nullptr)
      : offset_(offset),
        parse_func_(parse_func),
        serialize_func_(serialize_func),
        equals_func_(equals_func),
        type_(type),
        verification_(verification),
        flags_(flags) {}

  // ---- Makers for kinds that need functions ----

  template <typename T>
  static OptionTypeInfo Enum(
      int offset, const std::unordered_map<std::string, T>* const map,
      OptionTypeFlags flags = OptionTypeFlags::kNone,
      OptionVerificationType verification = OptionVerificationType::kNormal) {
    return OptionTypeInfo(
        offset, OptionType::kEnum, verification, flags,
        [map](const ConfigOptions&, const std::string& name, const std::string& value, void* addr) {
          return ParseEnum<T>(*map, value, static_cast<T*>(addr))
                     ? Status::OK()
                     : Status::InvalidArgument("No mapping for enum " + name, value);
        },
        [map](const ConfigOptions&, const std::string& name, const void* addr, std::string* value) {
          return SerializeEnum<T>(*map, *static_cast<const T*>(addr), value)
                     ? Status::OK()
                     : Status::InvalidArgument("No mapping for enum", name);
        },
        &EnumsAreEqual<T>);
  }

  // A struct inside the struct, whose own fields the map describes: "name={a=1;b=2}", and each
  // field on its own as "name.a=1".
  static OptionTypeInfo Struct(const std::string& struct_name, const TypeMap* struct_map,
                               int offset, OptionVerificationType verification,
                               OptionTypeFlags flags);
  static OptionTypeInfo Struct(const std::string& struct_name, const TypeMap* struct_map,
                               int offset, OptionVerificationType verification,
                               OptionTypeFlags flags, const ParseFunc& parse_func);

  template <typename T>
  static OptionTypeInfo Vector(int offset, OptionVerificationType verification,
                               OptionTypeFlags flags, const OptionTypeInfo& elem_info,
                               char separator = ':') {
    using List = std::vector<T>;
    return OptionTypeInfo(
        offset, OptionType::kVector, verification, flags,
        [elem_info, separator](const ConfigOptions& opts, const std::string& name,
                               const std::string& value, void* addr) {
          return ParseVector<T>(opts, elem_info, separator, name, value, static_cast<List*>(addr));
        },
        [elem_info, separator](const ConfigOptions& opts, const std::string& name, const void* addr,
                               std::string* value) {
          return SerializeVector<T>(opts, elem_info, separator, name,
                                    *static_cast<const List*>(addr), value);
        },
        [elem_info](const ConfigOptions& opts, const std::string& name, const void* addr1,
                    const void* addr2, std::string* mismatch) {
          return VectorsAreEqual<T>(opts, elem_info, name, *static_cast<const List*>(addr1),
                                    *static_cast<const List*>(addr2), mismatch);
        });
  }

  template <typename T, size_t kSize>
  static OptionTypeInfo Array(int offset, OptionVerificationType verification,
                              OptionTypeFlags flags, const OptionTypeInfo& elem_info,
                              char separator = ':') {
    using List = std::array<T, kSize>;
    return OptionTypeInfo(
        offset, OptionType::kArray, verification, flags,
        [elem_info, separator](const ConfigOptions& opts, const std::string& name,
                               const std::string& value, void* addr) {
          return ParseArray<T, kSize>(opts, elem_info, separator, name, value,
                                      static_cast<List*>(addr));
        },
        [elem_info, separator](const ConfigOptions& opts, const std::string& name, const void* addr,
                               std::string* value) {
          return SerializeArray<T, kSize>(opts, elem_info, separator, name,
                                          *static_cast<const List*>(addr), value);
        },
        [elem_info](const ConfigOptions& opts, const std::string& name, const void* addr1,
                    const void* addr2, std::string* mismatch) {
          return ArraysAreEqual<T, kSize>(opts, elem_info, name, *static_cast<const List*>(addr1),
                                          *static_cast<const List*>(addr2), mismatch);
        });
  }

  // A std::map<std::string, std::string>; names and values are in hexadecimal in text.
  static OptionTypeInfo StringMap(
      int offset, OptionVerificationType verification = OptionVerificationType::kNormal,
      OptionTypeFlags flags = OptionTypeFlags::kNone, char kv_separator = '=',
      char item_separator = ';');

  // Pointers to a Customizable type T, which T::CreateFromString() makes.
  template <typename T>
  static OptionTypeInfo AsCustomSharedPtr(int offset, OptionVerificationType verification,
                                          OptionTypeFlags flags) {
    return OptionTypeInfo(offset, OptionType::kCustomizable, verification,
                          flags | OptionTypeFlags::kShared, &ParseCustom<T, std::shared_ptr<T>>);
  }
  template <typename T>
  static OptionTypeInfo AsCustomSharedPtr(int offset, OptionVerificationType verification,
                                          OptionTypeFlags flags,
                                          const SerializeFunc& serialize_func,
                                          const EqualsFunc& equals_func) {
    return OptionTypeInfo(offset, OptionType::kCustomizable, verification,
                          flags | OptionTypeFlags::kShared, &ParseCustom<T, std::shared_ptr<T>>,
                          serialize_func, equals_func);
  }
  template <typename T>
  static OptionTypeInfo AsCustomUniquePtr(int offset, OptionVerificationType verification,
                                          OptionTypeFlags flags) {
    return OptionTypeInfo(offset, OptionType::kCustomizable, verification,
                          flags | OptionTypeFlags::kUnique, &ParseCustom<T, std::unique_ptr<T>>);
  }
  template <typename T>
  static OptionTypeInfo AsCustomUniquePtr(int offset, OptionVerificationType verification,
                                          OptionTypeFlags flags,
                                          const SerializeFunc& serialize_func,
                                          const EqualsFunc& equals_func) {
    return OptionTypeInfo(offset, OptionType::kCustomizable, verification,
                          flags | OptionTypeFlags::kUnique, &ParseCustom<T, std::unique_ptr<T>>,
                          serialize_func, equals_func);
  }
  template <typename T>
  static OptionTypeInfo AsCustomRawPtr(int offset, OptionVerificationType verification,
                                       OptionTypeFlags flags) {
    return OptionTypeInfo(offset, OptionType::kCustomizable, verification,
                          flags | OptionTypeFlags::kRawPointer, &ParseCustom<T, T*>);
  }
  template <typename T>
  static OptionTypeInfo AsCustomRawPtr(int offset, OptionVerificationType verification,
                                       OptionTypeFlags flags, const SerializeFunc& serialize_func,
                                       const EqualsFunc& equals_func) {
    return OptionTypeInfo(offset, OptionType::kCustomizable, verification,
                          flags | OptionTypeFlags::kRawPointer, &ParseCustom<T, T*>, serialize_func,
                          equals_func);
  }

  // ---- Changes; each returns this object ----

  OptionTypeInfo& SetParseFunc(const ParseFunc& f) {
    parse_func_ = f;
    return *this;
  }
  OptionTypeInfo& SetSerializeFunc(const SerializeFunc& f) {
    serialize_func_ = f;
    return *this;
  }
  OptionTypeInfo& SetEqualsFunc(const EqualsFunc& f) {
    equals_func_ = f;
    return *this;
  }
  OptionTypeInfo& SetPrepareFunc(const PrepareFunc& f) {
    prepare_func_ = f;
    return *this;
  }
  OptionTypeInfo& SetValidateFunc(const ValidateFunc& f) {
    validate_func_ = f;
    return *this;
  }
  void SetFlags(OptionTypeFlags flags) { flags_ = flags; }

  // ---- What it is ----

  OptionType GetType() const { return type_; }
  OptionTypeFlags GetFlags() const { return flags_; }
  bool IsEnabled(OptionTypeFlags flag) const { return (flags_ & flag) == flag; }
  bool IsEnabled(OptionVerificationType verification) const {
    return verification_ == verification;
  }
  bool IsMutable() const { return IsEnabled(OptionTypeFlags::kMutable); }
  // With mutable_options_only the other options stay as they are.
  bool IsEditable(const ConfigOptions& opts) const {
    return !opts.mutable_options_only || IsMutable();
  }
  bool IsDeprecated() const { return IsEnabled(OptionVerificationType::kDeprecated); }
  bool IsAlias() const { return IsEnabled(OptionVerificationType::kAlias); }
  bool IsByName() const {
    return IsEnabled(OptionVerificationType::kByName) ||
           IsEnabled(OptionVerificationType::kByNameAllowNull) ||
           IsEnabled(OptionVerificationType::kByNameAllowFromNull);
  }
  // From which level on differences count.
  ConfigOptions::SanityLevel GetSanityLevel() const;
  bool ShouldSerialize() const {
    return !IsDeprecated() && !IsAlias() && !IsEnabled(OptionTypeFlags::kDontSerialize);
  }
  bool ShouldPrepare() const {
    return !IsDeprecated() && !IsAlias() && !IsEnabled(OptionTypeFlags::kDontPrepare) &&
           (prepare_func_ != nullptr || IsConfigurable());
  }
  bool ShouldValidate() const {
    return !IsDeprecated() && !IsAlias() && !IsEnabled(OptionTypeFlags::kDontPrepare) &&
           (validate_func_ != nullptr || IsConfigurable());
  }
  bool CanBeNull() const {
    return IsEnabled(OptionTypeFlags::kAllowNull) ||
           IsEnabled(OptionVerificationType::kByNameAllowNull) ||
           IsEnabled(OptionVerificationType::kByNameAllowFromNull);
  }
  bool IsSharedPtr() const { return IsEnabled(OptionTypeFlags::kShared); }
  bool IsUniquePtr() const { return IsEnabled(OptionTypeFlags::kUnique); }
  bool IsRawPtr() const { return IsEnabled(OptionTypeFlags::kRawPointer); }
  bool IsStruct() const { return type_ == OptionType::kStruct; }
  bool IsConfigurable() const { return type_ == OptionType::kConfigurable || IsCustomizable(); }
  bool IsCustomizable() const { return type_ == OptionType::kCustomizable; }

  // The field in a struct; the object that it is or points to.
  const void* GetOffset(const void* base) const { return static_cast<const char*>(base) + offset_; }
  void* GetOffset(void* base) const { return static_cast<char*>(base) + offset_; }
  template <typename T>
  const T* GetOffsetAs(const void* base) const {
    return static_cast<const T*>(GetOffset(base));
  }
  template <typename T>
  T* GetOffsetAs(void* base) const {
    return static_cast<T*>(GetOffset(base));
  }
  template <typename T>
  const T* AsRawPointer(const void* const base) const {
    return base == nullptr ? nullptr : Pointee<const T>(GetOffset(base));
  }
  template <typename T>
  T* AsRawPointer(void* base) const {
    return base == nullptr ? nullptr : Pointee<T>(GetOffset(base));
  }

  // ---- The work: on the field of the struct at opt_ptr ----

  // Deprecated options and aliases are accepted and change nothing. InvalidArgument names option
  // and value.
  Status Parse(const ConfigOptions& config_options, const std::string& opt_name,
               const std::string& opt_value, void* const opt_ptr) const;
  Status Serialize(const ConfigOptions& config_options, const std::string& opt_name,
                   const void* const opt_ptr, std::string* opt_value) const;
  // Differences below the level of the options do not count.
  bool AreEqual(const ConfigOptions& config_options, const std::string& opt_name,
                const void* const this_ptr, const void* const that_ptr,
                std::string* mismatch) const;
  // The texts of both, or one of them and a text.
  bool AreEqualByName(const ConfigOptions& config_options, const std::string& opt_name,
                      const void* const this_ptr, const void* const that_ptr) const;
  bool AreEqualByName(const ConfigOptions& config_options, const std::string& opt_name,
                      const void* const this_ptr, const std::string& that_value) const;
  Status Prepare(const ConfigOptions& config_options, const std::string& name, void* opt_ptr) const;
  Status Validate(const DBOptions& db_opts, const ColumnFamilyOptions& cf_opts,
                  const std::string& name, const void* opt_ptr) const;

  // ---- The same for whole structs. Unknown names go to *unused; without it they are refused
  // unless the options ignore them ----

  static Status ParseType(const ConfigOptions& config_options, const std::string& opts_str,
                          const TypeMap& type_map, void* opt_addr,
                          std::unordered_map<std::string, std::string>* unused = nullptr);
  static Status ParseType(const ConfigOptions& config_options,
                          const std::unordered_map<std::string, std::string>& opts_map,
                          const TypeMap& type_map, void* opt_addr,
                          std::unordered_map<std::string, std::string>* unused = nullptr);
  static Status SerializeType(const ConfigOptions& config_options, const TypeMap& type_map,
                              const void* opt_addr, std::string* value);
  static bool TypesAreEqual(const ConfigOptions& config_options, const TypeMap& map,
                            const void* this_addr, const void* that_addr, std::string* mismatch);

  // For a struct inside a struct: opt_name is the struct's own name, or "name.field".
  static Status ParseStruct(const ConfigOptions& config_options, const std::string& struct_name,
                            const TypeMap* map, const std::string& opt_name,
                            const std::string& value, void* opt_addr);
  static Status SerializeStruct(const ConfigOptions& config_options, const std::string& struct_name,
                                const TypeMap* map, const std::string& opt_name,
                                const void* opt_addr, std::string* value);
  static bool StructsAreEqual(const ConfigOptions& config_options, const std::string& struct_name,
                              const TypeMap* map, const std::string& opt_name,
                              const void* this_addr, const void* that_addr, std::string* mismatch);

  // The option of a name, or the struct of "struct.field"; *elem_name is the name in it. Null when
  // there is none.
  static const OptionTypeInfo* Find(const std::string& opt_name, const TypeMap& type_map,
                                    std::string* elem_name);

  // The text from `start` to the next delimiter outside of braces. *end is the delimiter's place,
  // npos at the end of the text. Outer braces and spaces are taken off.
  static Status NextToken(const std::string& opts, char delimiter, size_t start, size_t* end,
                          std::string* token);

  // The option that names an object: "id", alone or behind a dot.
  static const char* kIdPropName() { return "id"; }
  static const char* kIdPropSuffix() { return ".id"; }

 private:
  template <typename T>
  T* Pointee(const void* field) const {
    using Plain = std::remove_const_t<T>;
    if (IsUniquePtr()) {
      return static_cast<const std::unique_ptr<Plain>*>(field)->get();
    }
    if (IsSharedPtr()) {
      return static_cast<const std::shared_ptr<Plain>*>(field)->get();
    }
    if (IsRawPtr()) {
      return *static_cast<T* const*>(field);
    }
    return static_cast<T*>(const_cast<void*>(field));
  }
  template <typename T, typename Pointer>
  static Status ParseCustom(const ConfigOptions& opts, const std::string& /*name*/,
                            const std::string& value, void* addr) {
    return T::CreateFromString(opts, value, static_cast<Pointer*>(addr));
  }
  template <typename T>
  static bool EnumsAreEqual(const ConfigOptions& /*opts*/, const std::string& /*name*/,
                            const void* addr1, const void* addr2, std::string* /*mismatch*/) {
    return *static_cast<const T*>(addr1) == *static_cast<const T*>(addr2);
  }

  Status ParseObject(const ConfigOptions& config_options, const std::string& name,
                     const std::string& value, void* opt_ptr) const;

  int offset_;
  ParseFunc parse_func_;
  SerializeFunc serialize_func_;
  EqualsFunc equals_func_;
  PrepareFunc prepare_func_;
  ValidateFunc validate_func_;
  OptionType type_;
  OptionVerificationType verification_;
  OptionTypeFlags flags_;
};

// ---- Lists ----

namespace detail {
// An element as text, in braces if it contains the separator.
inline std::string ListElement(const std::string& text, char separator) {
  const bool braced = !text.empty() && text.front() == '{' && text.back() == '}';
  return braced || text.find(separator) == std::string::npos ? text : "{" + text + "}";
}
}  // namespace detail

template <typename T>
Status ParseVector(const ConfigOptions& config_options, const OptionTypeInfo& elem_info,
                   char separator, const std::string& name, const std::string& value,
                   std::vector<T>* result) {
  result->clear();
  Status s;
  for (size_t start = 0, end = 0; s.ok() && start < value.size() && end != std::string::npos;
       start = end + 1) {
    std::string token;
    s = OptionTypeInfo::NextToken(value, separator, start, &end, &token);
    if (s.ok()) {
      T element;
      s = elem_info.Parse(config_options, name, token, &element);
      if (s.ok()) {
        result->push_back(element);
      } else if (config_options.ignore_unsupported_options && s.IsNotSupported()) {
        s = Status::OK();
      }
    }
  }
  return s;
}

template <typename T>
Status SerializeVector(const ConfigOptions& config_options, const OptionTypeInfo& elem_info,
                       char separator, const std::string& name, const std::vector<T>& vec,
                       std::string* value) {
  std::string text;
  for (size_t i = 0; i < vec.size(); ++i) {
    std::string element;
    Status s = elem_info.Serialize(config_options, name, &vec[i], &element);
    if (!s.ok()) {
      return s;
    }
    text += (i > 0 ? std::string(1, separator) : "") + detail::ListElement(element, separator);
  }
  // So that a list with a separator of option text stays one value.
  *value = text.find('=') != std::string::npos ? "{" + text + "}" : text;
  return Status::OK();
}

template <typename T>
bool VectorsAreEqual(const ConfigOptions& config_options, const OptionTypeInfo& elem_info,
                     const std::string& name, const std::vector<T>& vec1,
                     const std::vector<T>& vec2, std::string* mismatch) {
  if (vec1.size() != vec2.size()) {
    *mismatch = name;
    return false;
  }
  for (size_t i = 0; i < vec1.size(); ++i) {
    if (!elem_info.AreEqual(config_options, name, &vec1[i], &vec2[i], mismatch)) {
      return false;
    }
  }
  return true;
}

template <typename T, size_t kSize>
Status ParseArray(const ConfigOptions& config_options, const OptionTypeInfo& elem_info,
                  char separator, const std::string& name, const std::string& value,
                  std::array<T, kSize>* result) {
  std::vector<T> elements;
  Status s = ParseVector<T>(config_options, elem_info, separator, name, value, &elements);
  if (s.ok() && elements.size() != kSize) {
    return Status::InvalidArgument("Wrong number of elements for " + name, value);
  }
  if (s.ok()) {
    std::move(elements.begin(), elements.end(), result->begin());
  }
  return s;
}

template <typename T, size_t kSize>
Status SerializeArray(const ConfigOptions& config_options, const OptionTypeInfo& elem_info,
                      char separator, const std::string& name, const std::array<T, kSize>& array,
                      std::string* value) {
  return SerializeVector<T>(config_options, elem_info, separator, name,
                            std::vector<T>(array.begin(), array.end()), value);
}

template <typename T, size_t kSize>
bool ArraysAreEqual(const ConfigOptions& config_options, const OptionTypeInfo& elem_info,
                    const std::string& name, const std::array<T, kSize>& array1,
                    const std::array<T, kSize>& array2, std::string* mismatch) {
  return VectorsAreEqual<T>(config_options, elem_info, name,
                            std::vector<T>(array1.begin(), array1.end()),
                            std::vector<T>(array2.begin(), array2.end()), mismatch);
}

}  // namespace ROCKSDB_NAMESPACE
