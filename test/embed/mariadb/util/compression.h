// Stands in for the header of RocksDB's own sources that MariaDB's plugin includes: which
// compressions there are, and what the server's variables call them.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "rocksdb/convenience.h"

namespace ROCKSDB_NAMESPACE {

inline bool CompressionTypeSupported(CompressionType wanted) {
  const auto built_in = GetSupportedCompressions();
  return std::find(built_in.begin(), built_in.end(), wanted) != built_in.end();
}

// Empty for what the server has no name for.
inline std::string CompressionTypeToString(CompressionType wanted) {
  using Named = std::pair<CompressionType, const char*>;
  constexpr std::array names = {
      Named{kNoCompression, "NoCompression"}, Named{kSnappyCompression, "Snappy"},
      Named{kZlibCompression, "Zlib"},        Named{kBZip2Compression, "BZip2"},
      Named{kLZ4Compression, "LZ4"},          Named{kLZ4HCCompression, "LZ4HC"},
      Named{kXpressCompression, "Xpress"},    Named{kZSTD, "ZSTD"}};
  for (const auto& [type, name] : names) {
    if (type == wanted) return name;
  }
  return "";
}

}  // namespace ROCKSDB_NAMESPACE
