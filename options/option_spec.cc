// The operations that work on any option table; see option_spec.h.
#include "options/option_spec.h"

#include "options/option_text.h"

namespace ROCKSDB_NAMESPACE {

namespace {

Status WithName(const Status& s, const std::string& name) {
  const char* detail = s.getState();
  const std::string text = "Error parsing " + name + ": " + (detail == nullptr ? "" : detail);
  return s.IsNotSupported() ? Status::NotSupported(text) : Status::InvalidArgument(text);
}

Status NotChangeable(const std::string& name) {
  return Status::InvalidArgument("Option not changeable: " + name);
}

Status SetSpec(const ConfigOptions& config, const OptionSpec& spec, const std::string& name,
               const std::string& value, void* object) {
  if (config.mutable_options_only && !spec.Is(kLive)) {
    return NotChangeable(name);
  }
  // An inner field of a live struct is live.
  ConfigOptions inner = config;
  inner.mutable_options_only = false;
  Status s = spec.codec->parse(inner, value, object);
  return s.ok() ? s : WithName(s, name);
}

// "outer.inner" of a nested struct or object.
Status SetInner(const ConfigOptions& config, const OptionTable& table, const std::string& name,
                const std::string& value, void* object) {
  const size_t dot = name.find('.');
  const OptionSpec* outer = dot == std::string::npos ? nullptr : table.Find(name.substr(0, dot));
  if (outer != nullptr && outer->Is(kHasInner)) {
    // The object's own parser sets the option, because only it knows the object's options. Doubled
    // braces keep a value with ';' in one piece.
    return SetSpec(config, *outer, name, "{" + name.substr(dot + 1) + "={" + value + "}}", object);
  }
  if (outer == nullptr || outer->codec->nested == nullptr) {
    return Status::NotFound("No such option", name);
  }
  if (config.mutable_options_only && !outer->Is(kLive)) {
    return NotChangeable(name);
  }
  const OptionSpec* inner = outer->codec->nested().Find(name.substr(dot + 1));
  if (inner == nullptr) {
    return Status::NotFound("No such option", name);
  }
  ConfigOptions free = config;
  free.mutable_options_only = false;
  return SetSpec(free, *inner, name, value, outer->codec->nested_object(object));
}

}  // namespace

const OptionSpec* OptionTable::Find(std::string_view name) const {
  for (size_t i = 0; i < alias_count; ++i) {
    if (name == aliases[i].first) {
      name = aliases[i].second;
      break;
    }
  }
  for (const OptionSpec& spec : *this) {
    if (name == spec.name) {
      return &spec;
    }
  }
  return nullptr;
}

bool OptionTable::IsRetired(std::string_view name) const {
  for (size_t i = 0; i < retired_count; ++i) {
    if (name == retired[i]) {
      return true;
    }
  }
  return false;
}

Status ParseOption(const ConfigOptions& config, const OptionTable& table, const std::string& name,
                   const std::string& value, void* object) {
  if (table.IsRetired(name)) {
    // Old OPTIONS files name them, so only a change of an open database fails.
    return config.mutable_options_only ? NotChangeable(name) : Status::OK();
  }
  if (const OptionSpec* spec = table.Find(name)) {
    return SetSpec(config, *spec, name, value, object);
  }
  return SetInner(config, table, name, value, object);
}

Status ParseOptions(const ConfigOptions& config, const OptionTable& table, const OptionMap& values,
                    void* object, OptionMap* unknown) {
  // "outer={...}" before "outer.inner", which refines it.
  for (const bool dotted : {false, true}) {
    for (const auto& [name, value] : values) {
      if ((name.find('.') != std::string::npos) != dotted) {
        continue;
      }
      Status s = ParseOption(config, table, name, value, object);
      if (s.IsNotFound() && unknown != nullptr) {
        unknown->emplace(name, value);
      } else if (s.IsNotFound() && !config.ignore_unknown_options) {
        return Status::InvalidArgument("Extra option not recognized: " + name);
      } else if (!s.ok() && !s.IsNotFound()) {
        return s;
      }
    }
  }
  return Status::OK();
}

void FormatOptions(const ConfigOptions& config, const OptionTable& table, const void* object,
                   const std::string& delimiter, bool keep_empty, std::string* out) {
  for (const OptionSpec& spec : table) {
    if (spec.Is(kUnwritten) || (config.mutable_options_only && !spec.Is(kLive))) {
      continue;
    }
    ConfigOptions inner = config;
    inner.mutable_options_only = false;
    const std::string value = spec.codec->format(inner, object);
    if (!value.empty() || keep_empty) {
      *out += std::string(spec.name) + "=" + value + delimiter;
    }
  }
}

bool OptionsEqual(const OptionTable& table, const void* a, const void* b, std::string* mismatch) {
  for (const OptionSpec& spec : table) {
    if (!spec.Is(kUnwritten) && !spec.codec->equal(a, b)) {
      *mismatch = spec.name;
      return false;
    }
  }
  return true;
}

std::vector<std::pair<std::string, std::string>> LogRows(const OptionTable& table,
                                                         const void* object) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const OptionSpec& spec : table) {
    // A nested struct has a line for each of its options, but none for itself.
    if (spec.codec->nested != nullptr) {
      const void* inner = spec.codec->nested_object(const_cast<void*>(object));
      for (auto& [name, value] : LogRows(spec.codec->nested(), inner)) {
        rows.emplace_back(std::string(spec.name) + "." + name, value);
      }
      continue;
    }
    rows.emplace_back(spec.name, spec.Is(kWordInLog) ? spec.codec->format(ConfigOptions(), object)
                                                     : spec.codec->log(object));
  }
  return rows;
}

std::vector<OptionDoc> DescribeOptions(const OptionTable& table, const void* defaults) {
  std::vector<OptionDoc> docs;
  for (const OptionSpec& spec : table) {
    std::string value = spec.codec->format(ConfigOptions(), defaults);
    docs.push_back({table.struct_name, spec.name, spec.codec->type_name, std::move(value),
                    spec.Is(kLive), spec.help});
  }
  return docs;
}

}  // namespace ROCKSDB_NAMESPACE
