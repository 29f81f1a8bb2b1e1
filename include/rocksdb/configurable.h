// Configurable: base of objects whose options can be read and set by name. The engine configures
// them through option strings. A class without options inherits the defaults, which report that
// there are none.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

struct ConfigOptions;
struct ColumnFamilyOptions;
struct DBOptions;
class Logger;
class OptionTypeInfo;

// One thread configures the object before it is shared. Reading options afterwards is safe from
// any thread if the subclass's overrides are.
class Configurable {
 public:
  virtual ~Configurable() = default;

  // The option struct of type T that this object registered, or nullptr. The object keeps owning
  // it, and the pointer stays valid as long as the object. T is not checked against the type
  // registered under the name.
  template <typename T>
  const T* GetOptions() const {
    return GetOptions<T>(T::kName());
  }
  template <typename T>
  T* GetOptions() {
    return GetOptions<T>(T::kName());
  }
  template <typename T>
  const T* GetOptions(const std::string& name) const {
    return static_cast<const T*>(GetOptionsPtr(name));
  }
  template <typename T>
  T* GetOptions(const std::string& name) {
    return static_cast<T*>(const_cast<void*>(GetOptionsPtr(name)));
  }

  // Sets options from name -> value, in no particular order. Stops at the first refused option;
  // those set before stay set. An unknown name gives InvalidArgument unless config_options ignores
  // such names; `unused` receives them if given. At the end it calls PrepareOptions if
  // config_options.invoke_prepare_options.
  Status ConfigureFromMap(const ConfigOptions& config_options,
                          const std::unordered_map<std::string, std::string>& opt_map);
  Status ConfigureFromMap(const ConfigOptions& config_options,
                          const std::unordered_map<std::string, std::string>& opt_map,
                          std::unordered_map<std::string, std::string>* unused);
  // Sets options from "name=value;name={nested=value}" text; InvalidArgument if the text cannot be
  // split.
  Status ConfigureFromString(const ConfigOptions& config_options, const std::string& opts);

  // Handle one option at a time. The base class knows the options of registered maps; for others it
  // returns NotFound. Subclasses override the three together.
  virtual Status ConfigureOption(const ConfigOptions& config_options, const std::string& name,
                                 const std::string& value);
  virtual Status GetOption(const ConfigOptions& config_options, const std::string& name,
                           std::string* value) const;
  virtual Status GetOptionNames(const ConfigOptions& config_options,
                                std::unordered_set<std::string>* result) const;

  // Writes "name=value;" for every option, with config_options.delimiter in place of ";" and in no
  // particular order; an empty string without options. Always OK; options that cannot be read are
  // left out.
  Status GetOptionString(const ConfigOptions& config_options, std::string* result) const;
  // Returns the same text, in braces unless there are no options.
  std::string ToString(const ConfigOptions& config_options) const {
    return ToString(config_options, "");
  }
  std::string ToString(const ConfigOptions& config_options, const std::string& prefix) const;
  // A multi-line listing for the info log. The default is empty.
  virtual std::string GetPrintableOptions() const { return ""; }

  // PrepareOptions is called once the object is fully configured, before its use. ValidateOptions
  // checks whether the object fits the options that it is used with. Both default to OK.
  virtual Status PrepareOptions(const ConfigOptions& config_options);
  virtual Status ValidateOptions(const DBOptions& db_opts,
                                 const ColumnFamilyOptions& cf_opts) const;

  // True when both objects have the same options, compared as text; *mismatch names the first that
  // differs. An object without options equals any other.
  virtual bool AreEquivalent(const ConfigOptions& config_options, const Configurable* other,
                             std::string* mismatch) const;

  // Splits "id=Name;a=b", or a bare name, into the id and the options. Without an id in the text it
  // is `default_id`.
  static Status GetOptionsMap(const std::string& opt_value, const std::string& default_id,
                              std::string* id,
                              std::unordered_map<std::string, std::string>* options);

 protected:
  // An option struct that the object registered. It is kept as its distance from the object, so
  // that a copy of the object registers the copied struct.
  struct RegisteredOptions {
    std::string name;
    intptr_t opt_offset;
    const std::unordered_map<std::string, OptionTypeInfo>* type_map;
  };

  // Makes *opt_ptr available to GetOptions(name), and its options, which the map describes, to
  // option text. Null: none. The first struct under a name counts. REQUIRES: the struct is a part
  // of this object; the map outlives it.
  void RegisterOptions(const std::string& name, void* opt_ptr,
                       const std::unordered_map<std::string, OptionTypeInfo>* opt_map);
  template <typename T>
  void RegisterOptions(T* opt_ptr, const std::unordered_map<std::string, OptionTypeInfo>* opt_map) {
    RegisterOptions(T::kName(), opt_ptr, opt_map);
  }
  bool HasRegisteredOptions() const { return !registered_.empty(); }

  // For classes whose options can be text without names: ConfigureFromString() calls it for text
  // that has no '=' and no ';'. The default accepts an empty one only.
  virtual Status ParseStringOptions(const ConfigOptions& config_options,
                                    const std::string& opts_str);
  // Sets options; those with unknown names go to *unused if it is given.
  virtual Status ConfigureOptions(const ConfigOptions& config_options,
                                  const std::unordered_map<std::string, std::string>& opts_map,
                                  std::unordered_map<std::string, std::string>* unused);
  // Set and compare one option of a registered struct, which the pointers point to.
  virtual Status ParseOption(const ConfigOptions& config_options, const OptionTypeInfo& opt_info,
                             const std::string& opt_name, const std::string& opt_value,
                             void* opt_ptr);
  virtual bool OptionsAreEqual(const ConfigOptions& config_options, const OptionTypeInfo& opt_info,
                               const std::string& opt_name, const void* const this_ptr,
                               const void* const that_ptr, std::string* bad_name) const;
  // The short name of an option, for classes that put a prefix before it.
  virtual std::string GetOptionName(const std::string& long_name) const;

  // nullptr for an unknown name. A wrapper may ask the object inside.
  virtual const void* GetOptionsPtr(const std::string& name) const;
  // Puts `header` before every name.
  virtual std::string SerializeOptions(const ConfigOptions& config_options,
                                       const std::string& header) const;

 private:
  std::vector<RegisteredOptions> registered_;
};

}  // namespace ROCKSDB_NAMESPACE
