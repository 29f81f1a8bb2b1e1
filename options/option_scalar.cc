// Reading and writing of single option values; see option_type.h.
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "options/option_type.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// log2 of what a size suffix multiplies by; -1 for a character that is none.
int SuffixShift(char c) {
  switch (c) {
    case 'k':
    case 'K':
      return 10;
    case 'm':
    case 'M':
      return 20;
    case 'g':
    case 'G':
      return 30;
    case 't':
    case 'T':
      return 40;
    default:
      return -1;
  }
}

// Magnitude of a decimal integer with optional suffix.
Status ParseMagnitude(const std::string& digits, uint64_t* v) {
  if (digits.empty() || digits[0] < '0' || digits[0] > '9') {
    return Status::InvalidArgument("not an integer", digits);
  }
  errno = 0;
  char* end = nullptr;
  uint64_t n = std::strtoull(digits.c_str(), &end, 10);
  if (errno == ERANGE) {
    return Status::InvalidArgument("integer out of range", digits);
  }
  if (*end != '\0') {
    const int shift = SuffixShift(*end);
    if (shift < 0 || end[1] != '\0') {
      return Status::InvalidArgument("not an integer", digits);
    }
    if (n > (std::numeric_limits<uint64_t>::max() >> shift)) {
      return Status::InvalidArgument("integer out of range", digits);
    }
    n <<= shift;
  }
  *v = n;
  return Status::OK();
}

template <class T>
Status ParseUnsigned(const std::string& text, T* v) {
  uint64_t wide = 0;
  Status s = ParseMagnitude(text, &wide);
  if (s.ok() && wide > std::numeric_limits<T>::max()) {
    s = Status::InvalidArgument("integer out of range", text);
  }
  if (s.ok()) {
    *v = static_cast<T>(wide);
  }
  return s;
}

template <class T>
Status ParseSigned(const std::string& text, T* v) {
  const bool negative = !text.empty() && text[0] == '-';
  uint64_t magnitude = 0;
  Status s = ParseMagnitude(negative ? text.substr(1) : text, &magnitude);
  const uint64_t limit = static_cast<uint64_t>(std::numeric_limits<T>::max()) + (negative ? 1 : 0);
  if (s.ok() && magnitude > limit) {
    s = Status::InvalidArgument("integer out of range", text);
  }
  if (s.ok()) {
    *v = static_cast<T>(negative ? uint64_t{0} - magnitude : magnitude);
  }
  return s;
}

}  // namespace

Status ParseScalar(const std::string& text, bool* v) {
  if (text == "true" || text == "1") {
    *v = true;
  } else if (text == "false" || text == "0") {
    *v = false;
  } else {
    return Status::InvalidArgument("not a bool", text);
  }
  return Status::OK();
}

Status ParseScalar(const std::string& text, int* v) { return ParseSigned(text, v); }
Status ParseScalar(const std::string& text, int64_t* v) { return ParseSigned(text, v); }
Status ParseScalar(const std::string& text, uint8_t* v) { return ParseUnsigned(text, v); }
Status ParseScalar(const std::string& text, uint32_t* v) { return ParseUnsigned(text, v); }
Status ParseScalar(const std::string& text, uint64_t* v) { return ParseUnsigned(text, v); }

Status ParseScalar(const std::string& text, double* v) {
  char* end = nullptr;
  const double d = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') {
    return Status::InvalidArgument("not a number", text);
  }
  *v = d;
  return Status::OK();
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
  if (properties.empty() || properties == "id=" + id) {
    return id;
  }
  const bool has_id = properties.compare(0, 3, "id=") == 0;
  return has_id ? "{" + properties + "}" : "{id=" + id + ";" + properties + "}";
}

std::string LogPointer(const void* p) {
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), "%p", p);
  return buffer;
}

std::string CompressionLogName(CompressionType type) {
  if (type == kDisableCompressionOption) {
    return "Disabled";
  }
  if (type == kNoCompression) {
    return "NoCompression";
  }
  std::string name = EnumText(type);
  if (name.empty()) {
    char buffer[32];
    std::snprintf(buffer, sizeof(buffer), "CustomCompression%02X", static_cast<unsigned>(type));
    return buffer;
  }
  constexpr std::string_view kTail = "Compression";
  if (name.size() > kTail.size() && name.ends_with(kTail)) {
    name.resize(name.size() - kTail.size());
  }
  return name.substr(1);
}

}  // namespace ROCKSDB_NAMESPACE
