// Whole numbers in option text: those of string_util.h, with a sign.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// "+5" is 5. As in stock "-1" is the largest uint64_t, which many options take for "no limit".
// Stock wraps other negative numbers around as well; nobody can mean what comes of that, so they
// are refused. *value is unchanged on failure.
[[nodiscard]] Status ParseOptionNumber(const std::string& text, uint64_t* value);
[[nodiscard]] Status ParseOptionNumber(const std::string& text, int64_t* value);

// Of any other size.
template <class T>
[[nodiscard]] Status ParseOptionNumber(const std::string& text, T* value) {
  std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t> wide = 0;
  Status s = ParseOptionNumber(text, &wide);
  if (s.ok() && !std::in_range<T>(wide)) {
    return Status::InvalidArgument("not a number in range", "'" + text + "'");
  }
  if (s.ok()) {
    *value = static_cast<T>(wide);
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
