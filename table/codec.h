// Compression and decompression of single blocks in the form SST files hold them: from
// format_version 2 on a varint32 with the raw size precedes the compressed bytes (snappy has its
// own). Used by SstWriter and by whoever reads blocks. It never trusts a length it reads:
// decompression writes exactly the bytes it was given room for, or fails. Compressors belong to one
// thread; dictionaries and decompression are shared freely.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/compression_type.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "table/byte_buffer.h"

namespace ROCKSDB_NAMESPACE {

// Compiled in?
bool CodecAvailable(CompressionType type);
// The name as the properties block spells it ("NoCompression", "Snappy", "Zlib", "LZ4", "ZSTD"
// ...).
const char* CodecName(CompressionType type);
// Whether a file whose properties name this codec may hold blocks of zstd: the name is zstd's own,
// missing, or unknown.
bool MayHoldZstd(const std::string& codec_name);

// Bytes that prime a codec, with the form zstd digests them into. Immutable.
class CodecDictionary {
 public:
  // Digests the bytes when `type` is kZSTD; the other codecs take them as they are. Blocks of every
  // codec can be decompressed with the result; those of zstd take longer without a digest.
  CodecDictionary(std::string bytes, CompressionType type);
  ~CodecDictionary();
  CodecDictionary(const CodecDictionary&) = delete;
  CodecDictionary& operator=(const CodecDictionary&) = delete;

  const std::string& bytes() const { return bytes_; }
  // What zstd decompresses with (ZSTD_DDict); null for other codecs.
  const void* zstd_digest() const { return zstd_digest_; }
  size_t MemoryUsage() const;

 private:
  std::string bytes_;
  void* zstd_digest_ = nullptr;
};

// The size a compressed block will have once decompressed; *in is moved past the length in front of
// it. Corruption when it does not say, or says more than so few bytes can hold, so that a damaged
// length does not cost gigabytes. NotSupported for codecs that are not built in.
[[nodiscard]] Status DecompressedSize(CompressionType type, uint32_t format_version, Slice* in,
                                      size_t* size);
// `in` as DecompressedSize left it; writes exactly `size` bytes to `out`, and Corruption when they
// become more or fewer. `dictionary` may be null. Keeps one zstd context per thread.
[[nodiscard]] Status DecompressBlock(CompressionType type, const Slice& in,
                                     const CodecDictionary* dictionary, char* out, size_t size);

// Compresses one block after the other with one codec and its settings; keeps the codec's contexts
// between blocks.
class BlockCompressor {
 public:
  // REQUIRES: CodecAvailable(type).
  BlockCompressor(CompressionType type, const CompressionOptions& options);
  ~BlockCompressor();
  BlockCompressor(const BlockCompressor&) = delete;
  BlockCompressor& operator=(const BlockCompressor&) = delete;

  CompressionType type() const { return type_; }
  // For every following block. The bytes are copied.
  void SetDictionary(const std::string& bytes);
  // Appends the compressed form of `raw` to *out; false, with *out as before, when it does not save
  // enough (CompressionOptions::max_compressed_bytes_per_kb) or the codec fails: the caller then
  // stores the block raw.
  bool Compress(const Slice& raw, ByteBuffer* out);

 private:
  // Each compresses into room[0, limit) and returns the length, 0 for failure or no fit.
  size_t CompressSnappy(const Slice& raw, char* room);
  size_t CompressLz4(const Slice& raw, char* room, size_t limit);
  size_t CompressZstd(const Slice& raw, char* room, size_t limit);
  size_t CompressZlib(const Slice& raw, char* room, size_t limit);
  // Bytes of room to offer the codec.
  size_t Bound(size_t raw_size) const;

  const CompressionType type_;
  const CompressionOptions options_;
  std::string dictionary_;
  // ZSTD_CCtx and ZSTD_CDict; null for other codecs.
  void* zstd_context_ = nullptr;
  void* zstd_dictionary_ = nullptr;
  // The codec's work area with slack to align it; made on first use.
  std::vector<char> lz4_state_;
};

// A dictionary of at most options.max_dict_bytes out of sample blocks laid end to end in `samples`,
// the i-th of them lengths[i] bytes long; empty when the samples do not suffice. zstd with
// zstd_max_train_bytes > 0 makes a dictionary of its own format: its trainer chooses the content
// (use_zstd_dict_trainer), or the content is the samples' beginning and zstd only adds the
// statistics of the samples. In all other cases the dictionary is the samples' beginning.
std::string TrainDictionary(CompressionType type, const CompressionOptions& options,
                            const std::string& samples, const std::vector<size_t>& lengths);

}  // namespace ROCKSDB_NAMESPACE
