// Helpers for the CreateFromString() of an application's own Customizable classes: from text to an
// object, by the makers of the object registry.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "rocksdb/configurable.h"
#include "rocksdb/convenience.h"
#include "rocksdb/customizable.h"
#include "rocksdb/status.h"
#include "rocksdb/utilities/object_registry.h"

namespace ROCKSDB_NAMESPACE {

namespace detail {
// The registry that the options name, or the default one.
inline ObjectRegistry* RegistryOf(const ConfigOptions& config_options) {
  return config_options.registry != nullptr ? config_options.registry.get()
                                            : ObjectRegistry::Default().get();
}
// What an unknown name means.
inline Status UnlessIgnored(const ConfigOptions& config_options, Status s) {
  return s.IsNotSupported() && config_options.ignore_unsupported_options ? Status::OK() : s;
}
// Makes an object with `make`, configures it, and puts it into *result. An empty id makes none.
template <typename Holder, typename Make>
Status NewObject(const ConfigOptions& config_options, const std::string& id,
                 const std::unordered_map<std::string, std::string>& opt_map, const Make& make,
                 Holder* result) {
  if (id.empty()) {
    *result = nullptr;
    return Customizable::ConfigureNewObject(config_options, nullptr, opt_map);
  }
  Holder made = nullptr;
  Status s = make(RegistryOf(config_options), &made);
  if (!s.ok()) {
    return UnlessIgnored(config_options, s);
  }
  s = Customizable::ConfigureNewObject(config_options, &*made, opt_map);
  if (s.ok()) {
    *result = std::move(made);
  }
  return s;
}
}  // namespace detail

// New...: makes the object with this id and configures it. An empty id without options gives null.
// An id that nobody can make is NotSupported, or OK without a change when the options ignore such
// objects.
template <typename T>
Status NewSharedObject(const ConfigOptions& config_options, const std::string& id,
                       const std::unordered_map<std::string, std::string>& opt_map,
                       std::shared_ptr<T>* result) {
  const auto make = [&](ObjectRegistry* registry, std::shared_ptr<T>* made) {
    return registry->NewSharedObject<T>(id, made);
  };
  return detail::NewObject(config_options, id, opt_map, make, result);
}

template <typename T>
Status NewUniqueObject(const ConfigOptions& config_options, const std::string& id,
                       const std::unordered_map<std::string, std::string>& opt_map,
                       std::unique_ptr<T>* result) {
  const auto make = [&](ObjectRegistry* registry, std::unique_ptr<T>* made) {
    return registry->NewUniqueObject<T>(id, made);
  };
  return detail::NewObject(config_options, id, opt_map, make, result);
}

template <typename T>
Status NewStaticObject(const ConfigOptions& config_options, const std::string& id,
                       const std::unordered_map<std::string, std::string>& opt_map, T** result) {
  const auto make = [&](ObjectRegistry* registry, T** made) {
    return registry->NewStaticObject<T>(id, made);
  };
  return detail::NewObject(config_options, id, opt_map, make, result);
}

// Shared with everybody who asks for the id.
template <typename T>
Status NewManagedObject(const ConfigOptions& config_options, const std::string& id,
                        const std::unordered_map<std::string, std::string>& opt_map,
                        std::shared_ptr<T>* result) {
  if (id.empty()) {
    result->reset();
    return Customizable::ConfigureNewObject(config_options, result->get(), opt_map);
  }
  Status s =
      detail::RegistryOf(config_options)->GetOrCreateManagedObject<T>(id, result, [&](T* object) {
        return object->ConfigureFromMap(config_options, opt_map);
      });
  return detail::UnlessIgnored(config_options, s);
}

// Load...: the same from text such as "id=Name;option=value" or a bare id. Without an id the
// present *result is the one meant.
template <typename T>
Status LoadSharedObject(const ConfigOptions& config_options, const std::string& value,
                        std::shared_ptr<T>* result) {
  std::string id;
  std::unordered_map<std::string, std::string> options;
  Status s = Customizable::GetOptionsMap(config_options, result->get(), value, &id, &options);
  return s.ok() ? NewSharedObject(config_options, id, options, result) : s;
}
template <typename T>
Status LoadUniqueObject(const ConfigOptions& config_options, const std::string& value,
                        std::unique_ptr<T>* result) {
  std::string id;
  std::unordered_map<std::string, std::string> options;
  Status s = Customizable::GetOptionsMap(config_options, result->get(), value, &id, &options);
  return s.ok() ? NewUniqueObject(config_options, id, options, result) : s;
}
template <typename T>
Status LoadStaticObject(const ConfigOptions& config_options, const std::string& value, T** result) {
  std::string id;
  std::unordered_map<std::string, std::string> options;
  Status s = Customizable::GetOptionsMap(config_options, *result, value, &id, &options);
  return s.ok() ? NewStaticObject(config_options, id, options, result) : s;
}
template <typename T>
Status LoadManagedObject(const ConfigOptions& config_options, const std::string& value,
                         std::shared_ptr<T>* result) {
  std::string id;
  std::unordered_map<std::string, std::string> options;
  Status s = Customizable::GetOptionsMap(config_options, nullptr, value, &id, &options);
  return s.ok() ? NewManagedObject(config_options, id, options, result) : s;
}

}  // namespace ROCKSDB_NAMESPACE
