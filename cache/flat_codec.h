// Compression for objects in the compressed secondary cache. Its results never reach a file, so no
// file format binds it. LZ4 and ZSTD where built in; other types do not compress. Stateless and
// thread-safe.
#pragma once

#include <string>

#include "rocksdb/compression_type.h"
#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {
namespace flat_codec {

// Compresses `raw` into *out. False, with *out undefined, when that fails or does not make it
// smaller.
bool Compress(CompressionType type, const CompressionOptions& options, const Slice& raw,
              std::string* out);
// REQUIRES: `packed` came from Compress with this type, of raw_size bytes. False when it is
// damaged.
bool Decompress(CompressionType type, const Slice& packed, size_t raw_size, std::string* raw);

}  // namespace flat_codec
}  // namespace ROCKSDB_NAMESPACE
