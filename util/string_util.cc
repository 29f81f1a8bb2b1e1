// See string_util.h.
#include "util/string_util.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <limits>

namespace ROCKSDB_NAMESPACE {

namespace {

Status BadNumber(std::string_view text, const char* kind) {
  return Status::InvalidArgument(std::string("not ") + kind, "'" + std::string(text) + "'");
}

// The factor of a suffix such as K, kb, MiB; 0 for anything else.
uint64_t SuffixFactor(std::string_view suffix) {
  if (suffix.empty()) {
    return 1;
  }
  const size_t power = std::string_view("kmgt").find(
      static_cast<char>(std::tolower(static_cast<unsigned char>(suffix[0]))));
  const std::string rest = ToLower(suffix.substr(1));
  if (power == std::string_view::npos || !(rest.empty() || rest == "b" || rest == "ib")) {
    return 0;
  }
  return uint64_t{1} << (10 * (power + 1));
}

template <typename Wide>
Status ParseWhole(std::string_view text, Wide* value) {
  const std::string trimmed = Trim(text);
  const char* const end = trimmed.data() + trimmed.size();
  Wide number = 0;
  const auto [stop, error] = std::from_chars(trimmed.data(), end, number);
  if (error != std::errc()) {
    return BadNumber(text, "a number");
  }
  const uint64_t factor = SuffixFactor({stop, static_cast<size_t>(end - stop)});
  // Checked before multiplying: a suffix must not wrap a number around.
  const Wide limit = factor == 0 ? 0 : static_cast<Wide>(std::numeric_limits<Wide>::max() / factor);
  const bool too_small = std::is_signed_v<Wide> && number < 0 && factor != 1 && number < 0 - limit;
  if (factor == 0 || number > limit || too_small) {
    return BadNumber(text, "a number in range");
  }
  *value = number * static_cast<Wide>(factor);
  return Status::OK();
}

template <typename Narrow, typename Wide>
Status ParseNarrow(std::string_view text, Narrow* value) {
  Wide wide = 0;
  Status s = ParseWhole(text, &wide);
  if (s.ok() &&
      (wide < std::numeric_limits<Narrow>::min() || wide > std::numeric_limits<Narrow>::max())) {
    return BadNumber(text, "a number in range");
  }
  if (s.ok()) {
    *value = static_cast<Narrow>(wide);
  }
  return s;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const int letter = std::tolower(static_cast<unsigned char>(c));
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

constexpr char kHexDigits[] = "0123456789ABCDEF";

}  // namespace

std::string HumanCount(uint64_t n) {
  constexpr uint64_t kFrom = 10000;  // below, the number itself is short enough
  for (const char* unit : {"", "K", "M", "G"}) {
    if (n < kFrom || *unit == 'G') {
      return std::to_string(n) + unit;
    }
    n /= 1000;
  }
  return std::to_string(n);
}

std::string HumanMicros(uint64_t micros) {
  const auto value = static_cast<double>(micros);
  if (micros < 10000) {
    return Format("%.0f us", value);
  }
  return micros < 10000000 ? Format("%.3f ms", value / 1e3) : Format("%.3f sec", value / 1e6);
}

// Leaves `ap` as it was: a logger of an application hands its arguments to ours and then to its
// own, as it may with stock's.
std::string FormatV(const char* format, va_list ap) {
  char small[512];
  va_list copy;
  va_copy(copy, ap);
  const int length = std::vsnprintf(small, sizeof(small), format, copy);
  va_end(copy);
  std::string text;
  if (length >= static_cast<int>(sizeof(small))) {
    text.resize(static_cast<size_t>(length));
    va_copy(copy, ap);
    std::vsnprintf(text.data(), text.size() + 1, format, copy);
    va_end(copy);
  } else if (length > 0) {
    text.assign(small, static_cast<size_t>(length));
  }
  return text;
}

std::string Format(const char* format, ...) {
  va_list ap;
  va_start(ap, format);
  std::string text = FormatV(format, ap);
  va_end(ap);
  return text;
}

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t at = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, at));
    if (at == text.size()) {
      break;
    }
    text.remove_prefix(at + 1);
    if (text.empty()) {
      parts.emplace_back();
    }
  }
  return parts;
}

std::string Trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\v\f";
  const size_t from = text.find_first_not_of(kBlanks);
  if (from == std::string_view::npos) {
    return "";
  }
  return std::string(text.substr(from, text.find_last_not_of(kBlanks) - from + 1));
}

bool StartsWith(std::string_view text, std::string_view prefix) { return text.starts_with(prefix); }
bool EndsWith(std::string_view text, std::string_view suffix) { return text.ends_with(suffix); }

std::string ToLower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return lower;
}

Status ParseUint64(std::string_view text, uint64_t* value) { return ParseWhole(text, value); }
Status ParseInt64(std::string_view text, int64_t* value) { return ParseWhole(text, value); }
Status ParseUint32(std::string_view text, uint32_t* value) {
  return ParseNarrow<uint32_t, uint64_t>(text, value);
}
Status ParseInt(std::string_view text, int* value) {
  return ParseNarrow<int, int64_t>(text, value);
}

Status ParseDouble(std::string_view text, double* value) {
  const std::string trimmed = Trim(text);
  const char* const end = trimmed.data() + trimmed.size();
  double number = 0;
  const auto [stop, error] = std::from_chars(trimmed.data(), end, number);
  if (error != std::errc() || stop != end) {
    return BadNumber(text, "a number");
  }
  *value = number;
  return Status::OK();
}

std::string DoubleText(double value) {
  // The largest double has 309 digits before the point.
  char text[330];
  const auto end = std::to_chars(text, text + sizeof(text), value, std::chars_format::fixed, 6).ptr;
  return std::string(text, end);
}

Status ParseBool(std::string_view text, bool* value) {
  const std::string word = Trim(text);
  if (word != "true" && word != "1" && word != "false" && word != "0") {
    return BadNumber(text, "true or false");
  }
  *value = word == "true" || word == "1";
  return Status::OK();
}

bool TakeDecimal(Slice* in, uint64_t* value) {
  uint64_t number = 0;
  const auto [stop, error] = std::from_chars(in->begin(), in->end(), number);
  if (error != std::errc()) {
    return false;
  }
  *value = number;
  in->remove_prefix(static_cast<size_t>(stop - in->data()));
  return true;
}

std::string EscapeKey(const Slice& key) {
  std::string hex;
  hex.reserve(key.size() * 2);
  for (const char c : key.ToStringView()) {
    hex.push_back(kHexDigits[static_cast<unsigned char>(c) >> 4]);
    hex.push_back(kHexDigits[static_cast<unsigned char>(c) & 15]);
  }
  return hex;
}

bool UnescapeKey(std::string_view hex, std::string* key) {
  if (hex.size() % 2 != 0) {
    return false;
  }
  key->clear();
  key->reserve(hex.size() / 2);
  for (size_t i = 0; i < hex.size(); i += 2) {
    const int high = HexDigit(hex[i]);
    const int low = HexDigit(hex[i + 1]);
    if (high < 0 || low < 0) {
      return false;
    }
    key->push_back(static_cast<char>(high << 4 | low));
  }
  return true;
}

std::string ErrnoText(int error_number) {
  char buffer[256];
  return strerror_r(error_number, buffer, sizeof(buffer));  // the GNU form
}

}  // namespace ROCKSDB_NAMESPACE
