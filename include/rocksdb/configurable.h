// Configurable: base of objects whose options can be read and set by name. The engine configures
// through option strings; a class that has no options inherits answers that say so.
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

// Configure from one thread before the object is shared; reading options afterwards is safe from
// any thread as far as the subclass's overrides are.
class Configurable {
 public:
  virtual ~Configurable() = default;

  // The option struct of type T this object was registered with, or null. The result stays owned by
  // the object and valid as long. T is not checked against what was registered under the name.
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

  // Sets options from name -> value, in no order; stops at the first that is refused, and what was
  // set before stays. A name not recognized gives InvalidArgument unless config_options says to
  // ignore such names; `unused` receives them when given. At the end PrepareOptions is called if
  // config_options.invoke_prepare_options.
  Status ConfigureFromMap(const ConfigOptions& config_options,
                          const std::unordered_map<std::string, std::string>& opt_map);
  Status ConfigureFromMap(const ConfigOptions& config_options,
                          const std::unordered_map<std::string, std::string>& opt_map,
                          std::unordered_map<std::string, std::string>* unused);
  // From "name=value;name={nested=value}" text; InvalidArgument if it cannot be split.
  Status ConfigureFromString(const ConfigOptions& config_options, const std::string& opts);

  // One option at a time. The base class knows none: NotFound, and an empty set of names. Override
  // the three together.
  virtual Status ConfigureOption(const ConfigOptions& config_options, const std::string& name,
                                 const std::string& value);
  virtual Status GetOption(const ConfigOptions& config_options, const std::string& name,
                           std::string* value) const;
  virtual Status GetOptionNames(const ConfigOptions& config_options,
                                std::unordered_set<std::string>* result) const;

  // "name=value;" for every option, with config_options.delimiter in place of ";" and in no order;
  // empty for an object without any. Always OK; options that cannot be read are left out.
  Status GetOptionString(const ConfigOptions& config_options, std::string* result) const;
  // The same, in braces unless there are no options.
  std::string ToString(const ConfigOptions& config_options) const {
    return ToString(config_options, "");
  }
  std::string ToString(const ConfigOptions& config_options, const std::string& prefix) const;
  // A multi-line listing for the info log. Default: nothing.
  virtual std::string GetPrintableOptions() const { return ""; }

  // Called once the object is fully configured, before use. Default: OK. ValidateOptions asks
  // whether the object fits the options it is used with; default: OK.
  virtual Status PrepareOptions(const ConfigOptions& config_options);
  virtual Status ValidateOptions(const DBOptions& db_opts,
                                 const ColumnFamilyOptions& cf_opts) const;

  // True when both objects have the same options, compared as text; *mismatch names the first that
  // differs. Without options of its own any other object will do.
  virtual bool AreEquivalent(const ConfigOptions& config_options, const Configurable* other,
                             std::string* mismatch) const;

 protected:
  // Makes *opt_ptr reachable by GetOptions(name); the first of one name counts. REQUIRES: it lives
  // as long as this object.
  void RegisterOptions(const std::string& name, void* opt_ptr) {
    registered_.emplace_back(name, opt_ptr);
  }
  template <typename T>
  void RegisterOptions(T* opt_ptr) {
    RegisterOptions(T::kName(), opt_ptr);
  }

  // Null for a name not registered. A wrapper may ask the object inside.
  virtual const void* GetOptionsPtr(const std::string& name) const;
  // `header` is put before every name.
  virtual std::string SerializeOptions(const ConfigOptions& config_options,
                                       const std::string& header) const;

 private:
  std::vector<std::pair<std::string, void*>> registered_;
};

}  // namespace ROCKSDB_NAMESPACE
