// Configurable: base of objects whose options can be read and set by name. The engine configures
// them through option strings. A class without options inherits the defaults, which report that
// there are none.
#pragma once

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

  // Handle one option at a time. The base class knows no options: it returns NotFound and an empty
  // set of names. Subclasses override the three together.
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

 protected:
  // Makes *opt_ptr available to GetOptions(name); the first one under a name counts. REQUIRES: it
  // lives as long as this object.
  void RegisterOptions(const std::string& name, void* opt_ptr) {
    registered_.emplace_back(name, opt_ptr);
  }
  template <typename T>
  void RegisterOptions(T* opt_ptr) {
    RegisterOptions(T::kName(), opt_ptr);
  }

  // nullptr for an unknown name. A wrapper may ask the object inside.
  virtual const void* GetOptionsPtr(const std::string& name) const;
  // Puts `header` before every name.
  virtual std::string SerializeOptions(const ConfigOptions& config_options,
                                       const std::string& header) const;

 private:
  std::vector<std::pair<std::string, void*>> registered_;
};

}  // namespace ROCKSDB_NAMESPACE
