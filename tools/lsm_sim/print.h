// Appends formatted text, at most 511 bytes at a time.
#pragma once

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <string>

namespace lsm_sim {

[[gnu::format(printf, 2, 3)]] inline void Print(std::string* text, const char* format, ...) {
  char line[512];
  va_list args;
  va_start(args, format);
  std::vsnprintf(line, sizeof(line), format, args);
  va_end(args);
  *text += line;
}

inline unsigned long long Whole(uint64_t n) { return static_cast<unsigned long long>(n); }

}  // namespace lsm_sim
