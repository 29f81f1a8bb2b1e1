// The text of object requests, and when the hooks run; see object_registry.h.
#include "options/object_registry.h"

namespace ROCKSDB_NAMESPACE {

void RegisterTableObjects() __attribute__((weak));

void EnsureObjectsRegistered() {
  // The initializer of a static local runs once in a process, even when several threads arrive here
  // at the same time.
  static const bool registered = [] {
    RegisterBuiltinObjects();
    if (&RegisterTableObjects != nullptr) {
      RegisterTableObjects();
    }
    return true;
  }();
  (void)registered;
}

void CompleteRequest(const Customizable& present, ObjectRequest* request) {
  request->id = present.GetId();
  ConfigOptions embedded = request->config;
  embedded.delimiter = ";";
  std::string text;
  OptionMap properties;
  // An object that cannot tell gets the named properties alone.
  if (present.GetOptionString(embedded, &text).ok() && SplitOptionText(text, &properties).ok()) {
    properties.erase("id");
    request->properties.merge(properties);
  }
}

Status ParseObjectRequest(const std::string& text, std::string* id, OptionMap* properties) {
  const std::string_view trimmed = TrimSpaces(text);
  // Braces around nothing: neither a name nor properties.
  if (trimmed == "{}") {
    id->clear();
    return Status::OK();
  }
  if (trimmed.find('=') == std::string_view::npos) {
    *id = std::string(trimmed);
    return Status::OK();
  }
  // "name;a=b" is short for "id=name;a=b".
  const size_t first = trimmed.find_first_of("=;");
  Status s;
  if (trimmed[first] == ';' && trimmed.front() != '{') {
    *id = std::string(TrimSpaces(trimmed.substr(0, first)));
    s = SplitOptionText(trimmed.substr(first + 1), properties);
  } else {
    s = SplitOptionText(trimmed, properties);
  }
  if (auto it = properties->find("id"); it != properties->end()) {
    *id = it->second;
    properties->erase(it);
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
