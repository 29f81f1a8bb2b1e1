// Configuring objects by name: the parts of Configurable and Customizable common to all classes.
#include "rocksdb/configurable.h"

#include <cstdint>
#include <cstdio>

#include "rocksdb/convenience.h"
#include "rocksdb/customizable.h"
#include "util/braced_pairs.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

Status Configurable::ConfigureFromMap(const ConfigOptions& config_options,
                                      const std::unordered_map<std::string, std::string>& opt_map) {
  return ConfigureFromMap(config_options, opt_map, nullptr);
}

Status Configurable::ConfigureFromMap(const ConfigOptions& config_options,
                                      const std::unordered_map<std::string, std::string>& opt_map,
                                      std::unordered_map<std::string, std::string>* unused) {
  for (const auto& [name, value] : opt_map) {
    Status s = ConfigureOption(config_options, name, value);
    // Only unknown names are ignored, never a bad value of a known option.
    if (s.IsNotFound() && (unused != nullptr || config_options.ignore_unknown_options)) {
      if (unused != nullptr) {
        unused->emplace(name, value);
      }
    } else if (!s.ok()) {
      return s.IsNotFound() ? Status::InvalidArgument("Unrecognized option", name) : s;
    }
  }
  return config_options.invoke_prepare_options ? PrepareOptions(config_options) : Status::OK();
}

Status Configurable::ConfigureFromString(const ConfigOptions& config_options,
                                         const std::string& opts) {
  std::unordered_map<std::string, std::string> opt_map;
  Status s = SplitBracedPairs(opts, &opt_map);
  return s.ok() ? ConfigureFromMap(config_options, opt_map) : s;
}

Status Configurable::ConfigureOption(const ConfigOptions& /*config_options*/,
                                     const std::string& name, const std::string& /*value*/) {
  return Status::NotFound("Could not find option", name);
}

Status Configurable::GetOption(const ConfigOptions& /*config_options*/, const std::string& name,
                               std::string* /*value*/) const {
  return Status::NotFound("Could not find option", name);
}

Status Configurable::GetOptionNames(const ConfigOptions& /*config_options*/,
                                    std::unordered_set<std::string>* result) const {
  result->clear();
  return Status::OK();
}

Status Configurable::GetOptionString(const ConfigOptions& config_options,
                                     std::string* result) const {
  *result = SerializeOptions(config_options, "");
  return Status::OK();
}

std::string Configurable::ToString(const ConfigOptions& config_options,
                                   const std::string& prefix) const {
  std::string text = SerializeOptions(config_options, prefix);
  return text.find('=') == std::string::npos ? text : "{" + text + "}";
}

std::string Configurable::SerializeOptions(const ConfigOptions& config_options,
                                           const std::string& header) const {
  std::unordered_set<std::string> names;
  std::string text;
  if (!GetOptionNames(config_options, &names).ok()) {
    return text;
  }
  for (const std::string& name : names) {
    std::string value;
    if (GetOption(config_options, name, &value).ok()) {
      text += header + name + "=" + value + config_options.delimiter;
    }
  }
  return text;
}

Status Configurable::PrepareOptions(const ConfigOptions& /*config_options*/) {
  return Status::OK();
}

Status Configurable::ValidateOptions(const DBOptions& /*db_opts*/,
                                     const ColumnFamilyOptions& /*cf_opts*/) const {
  return Status::OK();
}

// By text: objects that write the same text count as equal.
bool Configurable::AreEquivalent(const ConfigOptions& config_options, const Configurable* other,
                                 std::string* mismatch) const {
  if (this == other) {
    return true;
  }
  std::unordered_set<std::string> names;
  if (other == nullptr || !GetOptionNames(config_options, &names).ok()) {
    return false;
  }
  for (const std::string& name : names) {
    std::string mine;
    std::string theirs;
    if (!GetOption(config_options, name, &mine).ok() ||
        !other->GetOption(config_options, name, &theirs).ok() || mine != theirs) {
      *mismatch = name;
      return false;
    }
  }
  return true;
}

const void* Configurable::GetOptionsPtr(const std::string& name) const {
  for (const auto& [known, pointer] : registered_) {
    if (known == name) {
      return pointer;
    }
  }
  return nullptr;
}

bool Customizable::IsInstanceOf(const std::string& name) const {
  if (name.empty()) {
    return false;
  }
  const std::string nick = NickName();
  return name == Name() || (!nick.empty() && name == nick);
}

bool Customizable::AreEquivalent(const ConfigOptions& config_options, const Configurable* other,
                                 std::string* mismatch) const {
  if (this == other) {
    return true;
  }
  const auto* named = dynamic_cast<const Customizable*>(other);
  if (named == nullptr || GetId() != named->GetId()) {
    *mismatch = "id";
    return false;
  }
  return Configurable::AreEquivalent(config_options, other, mismatch);
}

std::string Customizable::GenerateIndividualId() const {
  return Format("%s@%p#%d", Name(), static_cast<const void*>(this), 0);
}

Status Customizable::GetOptionsMap(const ConfigOptions& /*config_options*/,
                                   const Customizable* base, const std::string& opt_value,
                                   std::string* id,
                                   std::unordered_map<std::string, std::string>* options) {
  options->clear();
  id->clear();
  const std::string text = StripBraces(opt_value);
  if (text.find('=') == std::string::npos) {
    *id = text;
    return Status::OK();
  }
  Status s = SplitBracedPairs(text, options);
  if (!s.ok()) {
    return s;
  }
  if (const auto named = options->find("id"); named != options->end()) {
    *id = named->second;
    options->erase(named);
  } else if (base != nullptr) {
    *id = base->GetId();
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
