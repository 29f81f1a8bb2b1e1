// Reading and writing of single option values; see option_type.h.
#include "options/option_type.h"
#include "util/option_number.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

Status ParseScalar(const std::string& text, bool* v) { return ParseBool(text, v); }
Status ParseScalar(const std::string& text, int* v) { return ParseOptionNumber(text, v); }
Status ParseScalar(const std::string& text, uint8_t* v) { return ParseOptionNumber(text, v); }
Status ParseScalar(const std::string& text, uint32_t* v) { return ParseOptionNumber(text, v); }
Status ParseScalar(const std::string& text, uint64_t* v) { return ParseOptionNumber(text, v); }
Status ParseScalar(const std::string& text, int64_t* v) { return ParseOptionNumber(text, v); }
Status ParseScalar(const std::string& text, double* v) { return ParseDouble(text, v); }

std::string ScalarText(double v) { return DoubleText(v); }

std::string FormatObject(const ConfigOptions& config, const Customizable* object, bool detailed) {
  if (object == nullptr) {
    return "nullptr";
  }
  const std::string id = object->GetId();
  std::string properties;
  if (detailed && !object->GetOptionString(config, &properties).ok()) {
    properties.clear();
  }
  // Short if the object has no properties besides its id.
  if (properties.empty() || properties == "id=" + id) {
    return id;
  }
  return StartsWith(properties, "id=") ? "{" + properties + "}"
                                       : "{id=" + id + ";" + properties + "}";
}

std::string LogPointer(const void* p) { return p == nullptr ? "(nil)" : Format("%p", p); }

std::string CompressionLogName(CompressionType type) {
  if (type == kDisableCompressionOption) {
    return "Disabled";
  }
  if (type == kNoCompression) {
    return "NoCompression";
  }
  std::string name = EnumText(type);
  if (name.empty()) {
    return Format("CustomCompression%02X", static_cast<unsigned>(type));
  }
  constexpr std::string_view kTail = "Compression";
  if (EndsWith(name, kTail)) {
    name.resize(name.size() - kTail.size());
  }
  return name.substr(1);
}

}  // namespace ROCKSDB_NAMESPACE
