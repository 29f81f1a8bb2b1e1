// Reading and writing of single option values; see option_type.h.
#include <charconv>
#include <limits>

#include "options/option_text.h"
#include "options/option_type.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// "+5" is 5.
std::string_view WithoutPlus(std::string_view text) {
  const std::string_view trimmed = TrimSpaces(text);
  const bool plus =
      trimmed.size() > 1 && trimmed[0] == '+' && trimmed[1] >= '0' && trimmed[1] <= '9';
  return plus ? trimmed.substr(1) : text;
}

}  // namespace

Status ParseScalar(const std::string& text, bool* v) { return ParseBool(text, v); }
Status ParseScalar(const std::string& text, int* v) { return ParseInt(WithoutPlus(text), v); }
Status ParseScalar(const std::string& text, uint32_t* v) {
  return ParseUint32(WithoutPlus(text), v);
}
// As in stock -1 is the largest number, which many options take for "no limit". Stock wraps other
// negative numbers around as well; nobody can mean what comes of that, so they are refused.
Status ParseScalar(const std::string& text, uint64_t* v) {
  if (TrimSpaces(text) == "-1") {
    *v = std::numeric_limits<uint64_t>::max();
    return Status::OK();
  }
  return ParseUint64(WithoutPlus(text), v);
}
Status ParseScalar(const std::string& text, int64_t* v) { return ParseInt64(WithoutPlus(text), v); }
Status ParseScalar(const std::string& text, double* v) { return ParseDouble(text, v); }

Status ParseScalar(const std::string& text, uint8_t* v) {
  uint32_t wide = 0;
  Status s = ParseUint32(text, &wide);
  if (s.ok() && wide > std::numeric_limits<uint8_t>::max()) {
    s = Status::InvalidArgument("number out of range", text);
  }
  if (s.ok()) {
    *v = static_cast<uint8_t>(wide);
  }
  return s;
}

std::string ScalarText(double v) {
  // The largest double has 309 digits before the point.
  char text[330];
  const auto end = std::to_chars(text, text + sizeof(text), v, std::chars_format::fixed, 6).ptr;
  return std::string(text, end);
}

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
