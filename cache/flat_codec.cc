// Calls into the compression libraries; see flat_codec.h.
#include "cache/flat_codec.h"

#if defined(LZ4)
#include <lz4.h>
#endif
#if defined(ZSTD)
#include <zstd.h>
#endif

namespace ROCKSDB_NAMESPACE {
namespace flat_codec {

namespace {

#if defined(LZ4)
bool CompressLz4(const Slice& raw, std::string* out) {
  // The library's lengths are int.
  if (raw.size() > LZ4_MAX_INPUT_SIZE) return false;
  const int room = static_cast<int>(out->size());
  const int n = LZ4_compress_default(raw.data(), out->data(), static_cast<int>(raw.size()), room);
  if (n <= 0) return false;
  out->resize(static_cast<size_t>(n));
  return true;
}

bool DecompressLz4(const Slice& packed, std::string* raw) {
  const int size = static_cast<int>(raw->size());
  return LZ4_decompress_safe(packed.data(), raw->data(), static_cast<int>(packed.size()), size) ==
         size;
}
#endif

#if defined(ZSTD)
bool CompressZstd(const CompressionOptions& options, const Slice& raw, std::string* out) {
  const int level = options.level == CompressionOptions::kDefaultCompressionLevel
                        ? ZSTD_CLEVEL_DEFAULT
                        : options.level;
  const size_t n = ZSTD_compress(out->data(), out->size(), raw.data(), raw.size(), level);
  if (ZSTD_isError(n)) return false;
  out->resize(n);
  return true;
}

bool DecompressZstd(const Slice& packed, std::string* raw) {
  return ZSTD_decompress(raw->data(), raw->size(), packed.data(), packed.size()) == raw->size();
}
#endif

}  // namespace

bool Compress(CompressionType type, const CompressionOptions& options, const Slice& raw,
              std::string* out) {
  // Less memory than the input, so that compression fails if it does not shrink it.
  out->resize(raw.empty() ? 0 : raw.size() - 1);
  (void)options;
  switch (type) {
#if defined(LZ4)
    case kLZ4Compression:
    case kLZ4HCCompression:
      return CompressLz4(raw, out);
#endif
#if defined(ZSTD)
    case kZSTD:
      return CompressZstd(options, raw, out);
#endif
    default:
      return false;
  }
}

bool Decompress(CompressionType type, const Slice& packed, size_t raw_size, std::string* raw) {
  // The length was kept beside the bytes, so no header is needed.
  raw->resize(raw_size);
  (void)packed;
  switch (type) {
#if defined(LZ4)
    case kLZ4Compression:
    case kLZ4HCCompression:
      return DecompressLz4(packed, raw);
#endif
#if defined(ZSTD)
    case kZSTD:
      return DecompressZstd(packed, raw);
#endif
    default:
      return false;
  }
}

}  // namespace flat_codec
}  // namespace ROCKSDB_NAMESPACE
