// OptionKind<T>: how a value of type T is read from text, written, compared and logged; and
// FieldCodec, which turns a pointer to member into an OptionCodec. Included by the option tables
// only.
//
//    field's type                     OptionKind<...>
//    bool, integers, double           the scalar one
//    enum                             names from enum_names.h
//    struct with a StructTable        "{a=1;b=2}" by its own table, or the older unnamed form
//    std::vector of those             "x:y:z"
//    shared_ptr or pointer to a       its id, and its own options in braces; made again by the
//    Customizable                     object registry
//    std::vector of those             "{a}:{b}", each as above
//    anything else                    a row must say OPAQUE_, FOREIGN_ or UNNAMED_OPTION
//
// Every OptionKind has kName (for the documentation), Parse, Format, Log and Equal. Parse leaves
// the value as it was on failure. Format gives what Parse reads back.
#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "options/enum_names.h"
#include "options/object_registry.h"
#include "options/option_spec.h"
#include "options/option_text.h"
#include "rocksdb/customizable.h"

namespace ROCKSDB_NAMESPACE {

// -- Scalars (option_scalar.cc) ------------------------------------------------------------------

[[nodiscard]] Status ParseScalar(const std::string& text, bool* v);
[[nodiscard]] Status ParseScalar(const std::string& text, int* v);
[[nodiscard]] Status ParseScalar(const std::string& text, uint8_t* v);
[[nodiscard]] Status ParseScalar(const std::string& text, uint32_t* v);
// Integers take a suffix: K, M, G or T, in powers of 1024.
[[nodiscard]] Status ParseScalar(const std::string& text, uint64_t* v);
[[nodiscard]] Status ParseScalar(const std::string& text, int64_t* v);
[[nodiscard]] Status ParseScalar(const std::string& text, double* v);

// With six decimals and a point in every locale; ParseScalar reads it back.
std::string ScalarText(double v);
inline std::string ScalarText(std::integral auto v) { return std::to_string(v); }

// Name() or GetId() for text, "nullptr" for null; with properties in braces if `detailed`.
std::string FormatObject(const ConfigOptions& config, const Customizable* object, bool detailed);
std::string LogPointer(const void* p);

// Only declared: a field of any other type than those below does not compile as an OPTION.
template <class T, class = void>
struct OptionKind;

template <class T>
struct OptionKind<T, std::enable_if_t<std::is_arithmetic_v<T>>> {
  static constexpr const char* kName = std::is_same_v<T, bool>        ? "bool"
                                       : std::is_floating_point_v<T>  ? "double"
                                       : std::is_signed_v<T>          ? "int"
                                       : sizeof(T) == sizeof(uint8_t) ? "uint8"
                                       : sizeof(T) == 4               ? "uint32"
                                                                      : "uint64";
  static Status Parse(const ConfigOptions&, const std::string& text, T* v) {
    return ParseScalar(text, v);
  }
  static std::string Format(const ConfigOptions&, const T& v) {
    if constexpr (std::is_same_v<T, bool>) {
      return v ? "true" : "false";
    } else {
      return ScalarText(v);
    }
  }
  static std::string Log(const T& v) { return ScalarText(v); }
  static bool Equal(const T& a, const T& b) { return a == b; }
};

template <>
struct OptionKind<std::string> {
  static constexpr const char* kName = "string";
  static Status Parse(const ConfigOptions& config, const std::string& text, std::string* v) {
    *v = config.input_strings_escaped ? UnescapeOptionValue(text) : text;
    return Status::OK();
  }
  static std::string Format(const ConfigOptions&, const std::string& v) {
    return EscapeOptionValue(v);
  }
  static std::string Log(const std::string& v) { return v; }
  static bool Equal(const std::string& a, const std::string& b) { return a == b; }
};

template <class E>
struct OptionKind<E, std::enable_if_t<std::is_enum_v<E>>> {
  static constexpr const char* kName = EnumNames<E>::kTypeName;
  static Status Parse(const ConfigOptions&, const std::string& text, E* v) {
    for (const auto& [name, value] : EnumNames<E>::kValues) {
      if (text == name) {
        *v = value;
        return Status::OK();
      }
    }
    return Status::InvalidArgument(std::string("not a ") + kName, text);
  }
  static std::string Format(const ConfigOptions&, const E& v) { return EnumText(v); }
  static std::string Log(const E& v) {
    if constexpr (std::is_same_v<E, CompressionType>) {
      return CompressionLogName(v);
    } else {
      return std::to_string(static_cast<int>(v));
    }
  }
  static bool Equal(const E& a, const E& b) { return a == b; }
};

// -- Lists: "a:b:c" ------------------------------------------------------------------------------

template <class T>
struct OptionKind<std::vector<T>, std::enable_if_t<!std::is_class_v<T>>> {
  static constexpr const char* kName = "list";
  static Status Parse(const ConfigOptions& config, const std::string& text, std::vector<T>* v) {
    std::vector<std::string> items;
    Status s = SplitOptionList(text, ':', &items);
    std::vector<T> parsed(items.size());
    for (size_t i = 0; s.ok() && i < items.size(); ++i) {
      s = OptionKind<T>::Parse(config, items[i], &parsed[i]);
    }
    if (s.ok()) {
      v->swap(parsed);
    }
    return s;
  }
  static std::string Format(const ConfigOptions& config, const std::vector<T>& v) {
    std::string out;
    for (const T& item : v) {
      out += (out.empty() ? "" : ":") + OptionKind<T>::Format(config, item);
    }
    return out;
  }
  static std::string Log(const std::vector<T>& v) { return Format(ConfigOptions(), v); }
  static bool Equal(const std::vector<T>& a, const std::vector<T>& b) { return a == b; }
};

// -- Nested structs: specialize StructTable<T> with `static const OptionTable& Get()` -------------

template <class T>
struct StructTable;

template <class T>
concept OptionStruct = requires {
  {StructTable<T>::Get()};
};

template <OptionStruct T>
struct OptionKind<T, void> {
  static constexpr const char* kName = "struct";
  static Status Parse(const ConfigOptions& config, const std::string& text, T* v) {
    // From the present value, so that fields which the text does not name keep their values.
    T parsed = *v;
    OptionMap pairs;
    Status s = Shorthand(text, &pairs) ? Status::OK() : SplitOptionText(text, &pairs);
    if (s.ok()) {
      s = ParseOptions(config, StructTable<T>::Get(), pairs, &parsed);
    }
    if (s.ok()) {
      *v = std::move(parsed);
    }
    return s;
  }
  static std::string Format(const ConfigOptions& config, const T& v) {
    std::string out = "{";
    FormatOptions(config, StructTable<T>::Get(), &v, ";", /*keep_empty=*/true, &out);
    return out + "}";
  }
  static std::string Log(const T& v) { return Format(ConfigOptions(), v); }
  static bool Equal(const T& a, const T& b) {
    std::string mismatch;
    return OptionsEqual(StructTable<T>::Get(), &a, &b, &mismatch);
  }

 private:
  // Older texts give bare values in a fixed order instead of names: "-14:32767:0".
  static bool Shorthand(const std::string& text, OptionMap* pairs) {
    if constexpr (requires { StructTable<T>::kShorthand; }) {
      if (text.find('=') == std::string::npos && !text.empty()) {
        std::vector<std::string> items;
        if (!SplitOptionList(text, ':', &items).ok()) {
          return false;
        }
        size_t i = 0;
        for (const char* name : StructTable<T>::kShorthand) {
          if (i < items.size()) {
            pairs->emplace(name, items[i++]);
          }
        }
        return i == items.size() && i >= StructTable<T>::kFewest && text.back() != ':';
      }
    }
    return false;
  }
};

template <OptionStruct T>
struct OptionKind<std::vector<T>, void> {
  static constexpr const char* kName = "list of structs";
  static Status Parse(const ConfigOptions& config, const std::string& text, std::vector<T>* v) {
    std::vector<std::string> items;
    Status s = SplitOptionList(text, ':', &items);
    std::vector<T> parsed;
    if (s.ok() && items.size() == 1 && items[0].size() < text.size() &&
        items[0].find('{') != std::string::npos) {
      return Parse(config, items[0], v);  // the list itself was in braces
    }
    for (size_t i = 0; s.ok() && i < items.size(); ++i) {
      s = OptionKind<T>::Parse(config, items[i], &parsed.emplace_back());
    }
    if (s.ok()) {
      v->swap(parsed);
    }
    return s;
  }
  static std::string Format(const ConfigOptions& config, const std::vector<T>& v) {
    std::string out;
    for (const T& item : v) {
      out += (out.empty() ? "" : ":") + OptionKind<T>::Format(config, item);
    }
    return v.empty() ? out : "{" + out + "}";
  }
  static std::string Log(const std::vector<T>& v) { return Format(ConfigOptions(), v); }
  static bool Equal(const std::vector<T>& a, const std::vector<T>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), OptionKind<T>::Equal);
  }
};

// -- Named objects, held by shared_ptr or plain pointer ------------------------------------------

template <class P>
struct ObjectPointer;
template <class T>
struct ObjectPointer<std::shared_ptr<T>> {
  using Class = std::remove_const_t<T>;
  static void Assign(std::shared_ptr<Class> made, std::shared_ptr<T>* v) { *v = std::move(made); }
};
template <class T>
struct ObjectPointer<T*> {
  using Class = std::remove_const_t<T>;
  // A plain pointer has no owner, so an object made from text lives as long as the process.
  static void Assign(std::shared_ptr<Class> made, T** v) {
    static Mutex& mutex = *new Mutex;
    static std::vector<std::shared_ptr<Class>>& kept = *new std::vector<std::shared_ptr<Class>>();
    *v = made.get();
    if (made != nullptr) {
      MutexLock lock(&mutex);
      kept.push_back(std::move(made));
    }
  }
};

template <class P>
concept NamedObject = requires {
  typename ObjectPointer<P>::Class;
}
&&std::is_base_of_v<Customizable, typename ObjectPointer<P>::Class>;

template <NamedObject P>
struct OptionKind<P, void> {
  using Class = typename ObjectPointer<P>::Class;
  static constexpr const char* kName = "object";

  static Status Parse(const ConfigOptions& config, const std::string& text, P* v) {
    std::shared_ptr<Class> made;
    const Class* present = *v == nullptr ? nullptr : &**v;
    Status s = MakeObject<Class, std::is_pointer_v<P>>(config, text, &made, present);
    if (s.IsNotSupported() && config.ignore_unsupported_options) {
      return Status::OK();
    }
    if (s.ok()) {
      ObjectPointer<P>::Assign(std::move(made), v);
    }
    return s;
  }
  static std::string Format(const ConfigOptions& config, const P& v) {
    return FormatObject(config, v == nullptr ? nullptr : &*v, config.IsDetailed() || !kNameOnly);
  }
  static std::string Log(const P& v) { return v == nullptr ? "None" : v->Name(); }
  static bool Equal(const P& a, const P& b) {
    return Format(ConfigOptions(), a) == Format(ConfigOptions(), b);
  }

 private:
  // The options of a table factory have their own section of the OPTIONS file.
  static constexpr bool kNameOnly = std::is_same_v<Class, TableFactory>;
};

template <NamedObject P>
struct OptionKind<std::vector<P>, void> {
  static constexpr const char* kName = "list of objects";
  // Objects that nothing here can make are left out where unsupported options are.
  static Status Parse(const ConfigOptions& config, const std::string& text, std::vector<P>* v) {
    std::vector<std::string> items;
    Status s = SplitOptionList(text, ':', &items);
    std::vector<P> parsed;
    for (size_t i = 0; s.ok() && i < items.size(); ++i) {
      P made = nullptr;
      s = OptionKind<P>::Parse(config, items[i], &made);
      if (made != nullptr) {
        parsed.push_back(std::move(made));
      }
    }
    if (s.ok()) {
      v->swap(parsed);
    }
    return s;
  }
  static std::string Format(const ConfigOptions& config, const std::vector<P>& v) {
    std::string out;
    for (const P& item : v) {
      out += (out.empty() ? "" : ":") + OptionKind<P>::Format(config, item);
    }
    return v.empty() ? out : "{" + out + "}";
  }
  static std::string Log(const std::vector<P>& v) {
    std::string out;
    for (const P& item : v) {
      out += (out.empty() ? "" : ";") + (item == nullptr ? "nullptr" : item->ToString());
    }
    return out;
  }
  static bool Equal(const std::vector<P>& a, const std::vector<P>& b) {
    return Format(ConfigOptions(), a) == Format(ConfigOptions(), b);
  }
};

// -- Everything without a text form --------------------------------------------------------------

template <class T>
struct OpaqueType {
  static constexpr const char* kName = "opaque";
  static Status Parse(const ConfigOptions&, const std::string&, T*) {
    return Status::InvalidArgument("can only be set in code");
  }
  static std::string Format(const ConfigOptions&, const T&) { return ""; }
  static std::string Log(const T& v) {
    if constexpr (requires { v->Name(); }) {
      return v == nullptr ? "None" : v->Name();
    } else if constexpr (requires { LogPointer(&*v); }) {
      return LogPointer(v == nullptr ? nullptr : static_cast<const void*>(&*v));
    } else if constexpr (requires { v.size(); }) {
      return std::to_string(v.size());
    } else {
      return "";
    }
  }
  static bool Equal(const T&, const T&) { return true; }
};

// Objects that stock makes from text and this library does not: text of one counts as that of an
// unknown object.
template <class T>
struct ForeignType : OpaqueType<T> {
  static Status Parse(const ConfigOptions& config, const std::string& text, T*) {
    return text.empty() || text == "nullptr" || config.ignore_unsupported_options
               ? Status::OK()
               : Status::NotSupported("can only be set in code");
  }
};

// Objects of classes without a text form: only "nullptr" is written or read.
template <class T>
struct UnnamedType {
  static constexpr const char* kName = "object";
  static Status Parse(const ConfigOptions& config, const std::string& text, T* v) {
    if (text == "nullptr" || text.empty()) {
      *v = nullptr;
    } else if (!config.ignore_unsupported_options) {
      return Status::NotSupported("can only be set in code");
    }
    return Status::OK();
  }
  static std::string Format(const ConfigOptions&, const T&) { return "nullptr"; }
  static std::string Log(const T& v) { return v == nullptr ? "None" : "set"; }
  static bool Equal(const T&, const T&) { return true; }
};

// -- From a member pointer to a codec ------------------------------------------------------------

template <class S, auto kMember, template <class...> class Type>
struct FieldCodec {
  using Value = std::remove_cvref_t<decltype(std::declval<S&>().*kMember)>;
  using Handler = Type<Value>;

  static Value& In(void* object) { return static_cast<S*>(object)->*kMember; }
  static const Value& In(const void* object) { return static_cast<const S*>(object)->*kMember; }

  static Status Parse(const ConfigOptions& config, const std::string& text, void* object) {
    return Handler::Parse(config, text, &In(object));
  }
  static std::string Format(const ConfigOptions& config, const void* object) {
    return Handler::Format(config, In(object));
  }
  static bool Equal(const void* a, const void* b) { return Handler::Equal(In(a), In(b)); }
  static std::string Log(const void* object) { return Handler::Log(In(object)); }
  static const OptionTable& Nested() {
    if constexpr (OptionStruct<Value>) {
      return StructTable<Value>::Get();
    } else {
      static const OptionTable kNone{};
      return kNone;
    }
  }
  static void* NestedObject(void* object) { return &In(object); }

  // The compiler makes one for each field of each struct, so a table holds plain pointers and needs
  // no start-up code.
  static constexpr OptionCodec kCodec = {
      Handler::kName, Parse, Format, Equal, Log, OptionStruct<Value> ? Nested : nullptr,
      NestedObject};
};

template <class T>
using TypeWithText = OptionKind<T>;

}  // namespace ROCKSDB_NAMESPACE

// Entries of a table whose struct the file names OPTION_STRUCT. OPTION: a field with a text form;
// RENAMED_OPTION: one whose text has another name; UNNAMED_OPTION: an object that text can only set
// to "nullptr"; FOREIGN_OPTION: text of it is accepted and ignored; OPAQUE_OPTION: text of it is an
// error. The last two are shown in LOG only.
#define NAMED_ROW(name, field, Type, flags, help)                              \
  ::ROCKSDB_NAMESPACE::OptionSpec {                                            \
    name,                                                                      \
        &::ROCKSDB_NAMESPACE::FieldCodec<OPTION_STRUCT, &OPTION_STRUCT::field, \
                                         ::ROCKSDB_NAMESPACE::Type>::kCodec,   \
        static_cast<uint16_t>(flags), help                                     \
  }
#define OPTION_ROW(field, Type, flags, help) NAMED_ROW(#field, field, Type, flags, help)
#define RENAMED_OPTION(name, field, flags, help) NAMED_ROW(name, field, TypeWithText, flags, help)
#define FOREIGN_OPTION(field, help) OPTION_ROW(field, ForeignType, kUnwritten, help)
#define OPTION(field, flags, help) OPTION_ROW(field, TypeWithText, flags, help)
#define UNNAMED_OPTION(field, flags, help) OPTION_ROW(field, UnnamedType, flags, help)
#define OPAQUE_OPTION(field, help) OPTION_ROW(field, OpaqueType, kUnwritten, help)
