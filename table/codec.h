// Compression and decompression of single blocks in the form that SST files hold: from
// format_version 2 on a varint32 with the raw size precedes the compressed bytes (snappy has its
// own). SstWriter and the readers of blocks use it. It never trusts a length that it reads:
// decompression writes exactly as many bytes as the caller gave space for, or fails. A compressor
// belongs to one thread; any number of threads share dictionaries and decompress.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/compression_type.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "table/byte_buffer.h"

namespace ROCKSDB_NAMESPACE {

// Whether the library was built with this codec.
bool CodecAvailable(CompressionType type);
// The name as the properties block spells it ("NoCompression", "Snappy", "Zlib", "LZ4", "ZSTD"
// ...).
const char* CodecName(CompressionType type);
// Whether a file whose properties name this codec may hold blocks of zstd: the name is zstd's own,
// missing, or unknown.
bool MayHoldZstd(const std::string& codec_name);

// Bytes that prime a codec, and zstd's digest of them. Immutable.
class CodecDictionary {
 public:
  // Digests the bytes when `type` is kZSTD; the other codecs take them as they are. Blocks of every
  // codec can be decompressed with the result; those of zstd take longer without a digest.
  CodecDictionary(std::string bytes, CompressionType type);
  ~CodecDictionary();
  CodecDictionary(const CodecDictionary&) = delete;
  CodecDictionary& operator=(const CodecDictionary&) = delete;

  const std::string& bytes() const { return bytes_; }
  // The ZSTD_DDict that zstd decompresses with; nullptr for other codecs.
  const void* zstd_digest() const { return zstd_digest_; }
  size_t MemoryUsage() const;

 private:
  std::string bytes_;
  void* zstd_digest_ = nullptr;
};

// Sets *size to the size of the decompressed block and moves *in past the length in front of it.
// Corruption when there is no length, or when so few bytes cannot hold so many, so that a damaged
// length does not cost gigabytes. NotSupported for codecs that are not built in.
[[nodiscard]] Status DecompressedSize(CompressionType type, uint32_t format_version, Slice* in,
                                      size_t* size);
// Decompresses `in`, as DecompressedSize left it, to exactly `size` bytes at `out`; Corruption
// when the bytes become more or fewer. `dictionary` may be nullptr. Keeps one zstd context per
// thread.
[[nodiscard]] Status DecompressBlock(CompressionType type, const Slice& in,
                                     const CodecDictionary* dictionary, char* out, size_t size);

// Compresses one block after the other with one codec and one set of options; keeps the codec's
// contexts between blocks.
class BlockCompressor {
 public:
  // REQUIRES: CodecAvailable(type).
  BlockCompressor(CompressionType type, const CompressionOptions& options);
  ~BlockCompressor();
  BlockCompressor(const BlockCompressor&) = delete;
  BlockCompressor& operator=(const BlockCompressor&) = delete;

  CompressionType type() const { return type_; }
  // Primes the codec for every following block. Copies the bytes.
  void SetDictionary(const std::string& bytes);
  // Appends the compressed form of `raw` to *out. Returns false, with *out as before, when
  // compression does not save enough (CompressionOptions::max_compressed_bytes_per_kb) or the
  // codec fails; the caller then stores the block raw.
  bool Compress(const Slice& raw, ByteBuffer* out);

 private:
  // Each compresses into room[0, limit) and returns the length; 0 when the codec fails or the
  // result does not fit.
  size_t CompressSnappy(const Slice& raw, char* room);
  size_t CompressLz4(const Slice& raw, char* room, size_t limit);
  size_t CompressZstd(const Slice& raw, char* room, size_t limit);
  size_t CompressZlib(const Slice& raw, char* room, size_t limit);
  // How many bytes of space the codec gets.
  size_t Bound(size_t raw_size) const;

  const CompressionType type_;
  const CompressionOptions options_;
  std::string dictionary_;
  // ZSTD_CCtx and ZSTD_CDict; nullptr for other codecs.
  void* zstd_context_ = nullptr;
  void* zstd_dictionary_ = nullptr;
  // The codec's work area, with slack to align it; made on first use.
  std::vector<char> lz4_state_;
};

// Makes a dictionary of at most options.max_dict_bytes out of sample blocks, which lie end to end
// in `samples`; the i-th block is lengths[i] bytes long. Empty when the samples do not suffice.
// zstd with zstd_max_train_bytes > 0 makes a dictionary of its own format: its trainer chooses the
// content (use_zstd_dict_trainer), or the content is the samples' beginning and zstd only adds the
// statistics of the samples. In all other cases the dictionary is the samples' beginning.
std::string TrainDictionary(CompressionType type, const CompressionOptions& options,
                            const std::string& samples, const std::vector<size_t>& lengths);

}  // namespace ROCKSDB_NAMESPACE
