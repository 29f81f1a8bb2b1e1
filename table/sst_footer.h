// The last bytes of an SST file: format version, checksum type and the place of the metaindex
// (and, before version 6, of the index). SstWriter writes them last; SstReader and SstSalvage read
// them first. The functions work on bytes and touch no file.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "rocksdb/table.h"
#include "table/extent.h"

namespace ROCKSDB_NAMESPACE {

// The last eight bytes of a file, little-endian: the present magic number, and that of format
// version 0.
inline constexpr uint64_t kSstMagic = 0x88e241b785f4cff7ull;
inline constexpr uint64_t kLegacySstMagic = 0xdb4775248b80fb57ull;
// Sizes of whole footers, magic included.
inline constexpr size_t kFooterBytes = 53;
inline constexpr size_t kLegacyFooterBytes = 48;
inline constexpr uint32_t kNewestReadableFormat = 7;

struct SstFooter {
  uint32_t format_version = 6;
  ChecksumType checksum = kXXH3;
  // Mixed into every checksum of the file by ContextTerm; non-zero from version 6 on.
  uint32_t context_base = 0;
  Extent metaindex;
  // Null from version 6 on, where the metaindex names the index.
  Extent index;

  // The bytes that end a file. REQUIRES: format_version >= 1; from version 6 on metaindex.end() ==
  // footer_offset, because the footer then stores only the metaindex's size.
  std::string Encode(uint64_t footer_offset) const;
};

// `tail` is the end of a file of file_size bytes, at least kFooterBytes of it unless the file is
// shorter. Corruption if the file is damaged or not an SST file, NotSupported if it uses features
// of the future. Messages name `file`. Before version 6 the extents in *footer are the file's own,
// unchecked.
[[nodiscard]] Status DecodeFooter(const Slice& tail, uint64_t file_size, const std::string& file,
                                  SstFooter* footer);

}  // namespace ROCKSDB_NAMESPACE
