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

class Configurable {
 public:
  virtual ~Configurable() = default;

  // The option struct of type T this object was registered with, or null. The result stays owned
  // by the object.
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

  // Sets options from name -> value; stops at the first that is refused. Names not recognized are
  // an error unless config_options says to ignore them; `unused` receives them when given.
  Status ConfigureFromMap(const ConfigOptions& config_options,
                          const std::unordered_map<std::string, std::string>& opt_map);
  Status ConfigureFromMap(const ConfigOptions& config_options,
                          const std::unordered_map<std::string, std::string>& opt_map,
                          std::unordered_map<std::string, std::string>* unused);
  Status ConfigureFromString(const ConfigOptions& config_options, const std::string& opts);

  // One option at a time. The base class knows none: NotFound. Override the Set/Get pair.
  virtual Status ConfigureOption(const ConfigOptions& config_options, const std::string& name,
                                 const std::string& value);
  virtual Status GetOption(const ConfigOptions& config_options, const std::string& name,
                           std::string* value) const;
  virtual Status GetOptionNames(const ConfigOptions& config_options,
                                std::unordered_set<std::string>* result) const;

  // "name=value;" for every option; empty for an object without any.
  Status GetOptionString(const ConfigOptions& config_options, std::string* result) const;
  std::string ToString(const ConfigOptions& config_options) const {
    return ToString(config_options, "");
  }
  std::string ToString(const ConfigOptions& config_options, const std::string& prefix) const;
  // A multi-line listing for the info log.
  virtual std::string GetPrintableOptions() const { return ""; }

  // Called once the object is fully configured, before use.
  virtual Status PrepareOptions(const ConfigOptions& config_options);
  virtual Status ValidateOptions(const DBOptions& db_opts,
                                 const ColumnFamilyOptions& cf_opts) const;

  // True when both objects have the same options; *mismatch names the first that differs.
  virtual bool AreEquivalent(const ConfigOptions& config_options, const Configurable* other,
                             std::string* mismatch) const;

 protected:
  // Makes *opt_ptr reachable by GetOptions(name). REQUIRES: it lives as long as this object.
  void RegisterOptions(const std::string& name, void* opt_ptr) {
    registered_.emplace_back(name, opt_ptr);
  }
  template <typename T>
  void RegisterOptions(T* opt_ptr) {
    RegisterOptions(T::kName(), opt_ptr);
  }

  virtual const void* GetOptionsPtr(const std::string& name) const;
  virtual std::string SerializeOptions(const ConfigOptions& config_options,
                                       const std::string& header) const;

 private:
  std::vector<std::pair<std::string, void*>> registered_;
};

}  // namespace ROCKSDB_NAMESPACE
