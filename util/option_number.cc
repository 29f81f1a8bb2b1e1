#include "util/option_number.h"

#include <limits>

#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

std::string WithoutPlus(const std::string& text) {
  const std::string trimmed = Trim(text);
  const bool plus =
      trimmed.size() > 1 && trimmed[0] == '+' && trimmed[1] >= '0' && trimmed[1] <= '9';
  return plus ? trimmed.substr(1) : text;
}

}  // namespace

Status ParseOptionNumber(const std::string& text, uint64_t* value) {
  if (Trim(text) == "-1") {
    *value = std::numeric_limits<uint64_t>::max();
    return Status::OK();
  }
  return ParseUint64(WithoutPlus(text), value);
}

Status ParseOptionNumber(const std::string& text, int64_t* value) {
  return ParseInt64(WithoutPlus(text), value);
}

}  // namespace ROCKSDB_NAMESPACE
