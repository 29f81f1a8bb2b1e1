// Configuring objects by name: the parts of Configurable and Customizable common to all classes.
#include "rocksdb/configurable.h"

#include <cstdint>
#include <cstdio>

#include "rocksdb/convenience.h"
#include "rocksdb/customizable.h"
#include "rocksdb/utilities/options_type.h"
#include "util/braced_pairs.h"
#include "util/rtti.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

Status Configurable::ConfigureFromMap(const ConfigOptions& config_options,
                                      const std::unordered_map<std::string, std::string>& opt_map) {
  return ConfigureFromMap(config_options, opt_map, nullptr);
}

Status Configurable::ConfigureFromMap(const ConfigOptions& config_options,
                                      const std::unordered_map<std::string, std::string>& opt_map,
                                      std::unordered_map<std::string, std::string>* unused) {
  Status s = ConfigureOptions(config_options, opt_map, unused);
  return s.ok() && config_options.invoke_prepare_options ? PrepareOptions(config_options) : s;
}

Status Configurable::ConfigureOptions(const ConfigOptions& config_options,
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
  return Status::OK();
}

Status Configurable::ConfigureFromString(const ConfigOptions& config_options,
                                         const std::string& opts) {
  if (opts.find_first_of("=;") == std::string::npos) {
    Status s = ParseStringOptions(config_options, opts);
    return s.ok() && config_options.invoke_prepare_options ? PrepareOptions(config_options) : s;
  }
  std::unordered_map<std::string, std::string> opt_map;
  Status s = SplitBracedPairs(opts, &opt_map);
  return s.ok() ? ConfigureFromMap(config_options, opt_map) : s;
}

Status Configurable::ConfigureOption(const ConfigOptions& config_options, const std::string& name,
                                     const std::string& value) {
  const std::string short_name = GetOptionName(name);
  for (const RegisteredOptions& r : registered_) {
    std::string inside;
    const OptionTypeInfo* info =
        r.type_map == nullptr ? nullptr : OptionTypeInfo::Find(short_name, *r.type_map, &inside);
    if (info == nullptr) {
      continue;
    }
    if (!info->IsEditable(config_options)) {
      return Status::InvalidArgument("Option not changeable", name);
    }
    return ParseOption(config_options, *info, inside, value,
                       reinterpret_cast<char*>(this) + r.opt_offset);
  }
  return Status::NotFound("Could not find option", name);
}

Status Configurable::ParseOption(const ConfigOptions& config_options,
                                 const OptionTypeInfo& opt_info, const std::string& opt_name,
                                 const std::string& opt_value, void* opt_ptr) {
  return opt_info.Parse(config_options, opt_name, opt_value, opt_ptr);
}

bool Configurable::OptionsAreEqual(const ConfigOptions& config_options,
                                   const OptionTypeInfo& opt_info, const std::string& opt_name,
                                   const void* const this_ptr, const void* const that_ptr,
                                   std::string* bad_name) const {
  return opt_info.AreEqual(config_options, opt_name, this_ptr, that_ptr, bad_name);
}

Status Configurable::GetOption(const ConfigOptions& config_options, const std::string& name,
                               std::string* value) const {
  const std::string short_name = GetOptionName(name);
  for (const RegisteredOptions& r : registered_) {
    std::string inside;
    const OptionTypeInfo* info =
        r.type_map == nullptr ? nullptr : OptionTypeInfo::Find(short_name, *r.type_map, &inside);
    if (info != nullptr) {
      // Nested values are always separated by this one.
      ConfigOptions embedded = config_options;
      embedded.delimiter = ";";
      return info->Serialize(embedded, inside, reinterpret_cast<const char*>(this) + r.opt_offset,
                             value);
    }
  }
  return Status::NotFound("Could not find option", name);
}

Status Configurable::GetOptionNames(const ConfigOptions& config_options,
                                    std::unordered_set<std::string>* result) const {
  result->clear();
  for (const RegisteredOptions& r : registered_) {
    if (r.type_map == nullptr) {
      continue;
    }
    for (const auto& [name, info] : *r.type_map) {
      if (info.ShouldSerialize() && info.IsEditable(config_options)) {
        result->insert(name);
      }
    }
  }
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

Status Configurable::PrepareOptions(const ConfigOptions& config_options) {
  Status s;
  for (const RegisteredOptions& r : registered_) {
    if (r.type_map == nullptr) {
      continue;
    }
    for (auto it = r.type_map->begin(); s.ok() && it != r.type_map->end(); ++it) {
      s = it->second.Prepare(config_options, it->first,
                             reinterpret_cast<char*>(this) + r.opt_offset);
    }
  }
  return s;
}

Status Configurable::ValidateOptions(const DBOptions& db_opts,
                                     const ColumnFamilyOptions& cf_opts) const {
  Status s;
  for (const RegisteredOptions& r : registered_) {
    if (r.type_map == nullptr) {
      continue;
    }
    for (auto it = r.type_map->begin(); s.ok() && it != r.type_map->end(); ++it) {
      s = it->second.Validate(db_opts, cf_opts, it->first,
                              reinterpret_cast<const char*>(this) + r.opt_offset);
    }
  }
  return s;
}

// By text: objects that write the same text count as equal.
bool Configurable::AreEquivalent(const ConfigOptions& config_options, const Configurable* other,
                                 std::string* mismatch) const {
  if (this == other) {
    return true;
  }
  if (other == nullptr) {
    return false;
  }
  bool compared = false;
  for (const RegisteredOptions& r : registered_) {
    const void* theirs = other->GetOptionsPtr(r.name);
    if (r.type_map == nullptr || theirs == nullptr) {
      continue;
    }
    const void* mine = reinterpret_cast<const char*>(this) + r.opt_offset;
    for (const auto& [name, info] : *r.type_map) {
      if (config_options.IsCheckEnabled(info.GetSanityLevel()) &&
          !OptionsAreEqual(config_options, info, name, mine, theirs, mismatch)) {
        return false;
      }
    }
    compared = true;
  }
  // Then all options of the object are in the maps.
  if (compared) {
    return true;
  }
  std::unordered_set<std::string> names;
  if (!GetOptionNames(config_options, &names).ok()) {
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
  for (const RegisteredOptions& r : registered_) {
    if (r.name == name) {
      return reinterpret_cast<const char*>(this) + r.opt_offset;
    }
  }
  return nullptr;
}

void Configurable::RegisterOptions(const std::string& name, void* opt_ptr,
                                   const std::unordered_map<std::string, OptionTypeInfo>* opt_map) {
  registered_.push_back(
      {name, static_cast<char*>(opt_ptr) - reinterpret_cast<char*>(this), opt_map});
}

Status Configurable::ParseStringOptions(const ConfigOptions& /*config_options*/,
                                        const std::string& opts_str) {
  return opts_str.empty() ? Status::OK() : Status::InvalidArgument("Cannot parse option", opts_str);
}

std::string Configurable::GetOptionName(const std::string& long_name) const { return long_name; }

Status Configurable::GetOptionsMap(const std::string& opt_value, const std::string& default_id,
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
  } else {
    *id = default_id;
  }
  return Status::OK();
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
  if (other == nullptr) {
    *mismatch = "id";
    return false;
  }
  // One that does not say its type is of an application's class, which is compared with its kind.
  const auto* named = IsTyped(*other) ? dynamic_cast<const Customizable*>(other)
                                      : static_cast<const Customizable*>(other);
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
  return Configurable::GetOptionsMap(opt_value, base == nullptr ? "" : base->GetId(), id, options);
}

Status Customizable::ConfigureNewObject(
    const ConfigOptions& config_options, Customizable* object,
    const std::unordered_map<std::string, std::string>& options) {
  if (object == nullptr) {
    return options.empty() ? Status::OK()
                           : Status::InvalidArgument("Options for an object that does not exist");
  }
  return object->ConfigureFromMap(config_options, options);
}

std::string Customizable::GetOptionName(const std::string& long_name) const {
  const std::string prefix = std::string(Name()) + ".";
  return long_name.compare(0, prefix.size(), prefix) == 0 ? long_name.substr(prefix.size())
                                                          : long_name;
}

}  // namespace ROCKSDB_NAMESPACE
