// Units that the reports print sizes in. Used by the reports of this folder only.
#pragma once

#include <cstdint>
#include <string>

#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

constexpr double kKB = 1024.0;
constexpr double kMB = kKB * 1024.0;
constexpr double kGB = kMB * 1024.0;

// "36.55 KB": never less than kilobytes.
inline std::string SizeText(uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (size >= kGB * 1024.0) return Format("%.2f TB", size / kGB / 1024.0);
  if (size >= kGB) return Format("%.2f GB", size / kGB);
  return size >= kMB ? Format("%.2f MB", size / kMB) : Format("%.2f KB", size / kKB);
}

}  // namespace ROCKSDB_NAMESPACE
