// Objects of the application, for the CreateFromString() of classes whose built-in ones are known
// by name: what none of those names is for the makers of the object registry.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/utilities/customizable_util.h"

namespace ROCKSDB_NAMESPACE {

// NotSupported if no maker has the name, also where the options ignore unknown objects: whoever
// parses options decides about that.
template <class T>
[[nodiscard]] Status LoadRegistered(const ConfigOptions& options, const std::string& text,
                                    std::shared_ptr<T>* result) {
  ConfigOptions strict = options;
  strict.ignore_unsupported_options = false;
  return LoadSharedObject<T>(strict, text, result);
}

}  // namespace ROCKSDB_NAMESPACE
