// The four codec libraries behind one interface. zlib, lz4 and zstd take raw bytes as a
// dictionary, zstd also its own format; snappy has no dictionaries.
#include "table/codec.h"

#include <algorithm>
#include <cstdlib>

#ifdef SNAPPY
#include <snappy.h>
#endif
#ifdef LZ4
#include <lz4.h>
#include <lz4hc.h>
#endif
#ifdef ZLIB
#include <zlib.h>
#endif
#ifdef ZSTD
#include <zdict.h>
#include <zstd.h>
#endif

namespace ROCKSDB_NAMESPACE {

namespace {

#ifdef ZSTD
// Keeps one decompression context per thread. A context takes about 150 KB, and making one for
// each block would cost time.
ZSTD_DCtx* ThreadZstdContext() {
  struct Holder {
    ZSTD_DCtx* context = ZSTD_createDCtx();
    ~Holder() { ZSTD_freeDCtx(context); }
  };
  thread_local Holder holder;
  return holder.context;
}
#endif

Status Garbled(CompressionType type) {
  return Status::Corruption(std::string("Corrupted compressed block contents: ") + CodecName(type));
}

Status Unavailable(CompressionType type) {
  return Status::NotSupported(std::string("Compression type not supported in this build: ") +
                              CodecName(type));
}

#ifdef ZSTD
int ZstdLevel(const CompressionOptions& options) {
  return options.level == CompressionOptions::kDefaultCompressionLevel ? ZSTD_CLEVEL_DEFAULT
                                                                       : options.level;
}

// Makes a dictionary in zstd's own format, for TrainDictionary().
std::string MakeZstdDictionary(const CompressionOptions& options, const std::string& samples,
                               const std::vector<size_t>& lengths) {
  std::string dictionary(options.max_dict_bytes, '\0');
  const auto count = static_cast<unsigned>(lengths.size());
  size_t n;
  if (options.use_zstd_dict_trainer) {
    n = ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), samples.data(), lengths.data(),
                              count);
  } else {
    ZDICT_params_t how{};
    how.compressionLevel = ZstdLevel(options);
    n = ZDICT_finalizeDictionary(dictionary.data(), dictionary.size(), samples.data(),
                                 std::min(samples.size(), dictionary.size()), samples.data(),
                                 lengths.data(), count, how);
  }
  // zstd fails when the samples are too few or too similar; the file then gets no dictionary.
  dictionary.resize(ZDICT_isError(n) ? 0 : n);
  return dictionary;
}
#endif

// Each of these functions returns whether exactly `size` bytes came out. In a build without the
// library all return false, but DecompressedSize has refused the block before.
bool UncompressSnappy(const Slice& in, char* out) {
#ifdef SNAPPY
  // RawUncompress writes as many bytes as the stream's own length says; DecompressedSize took
  // `size` from there.
  return snappy::RawUncompress(in.data(), in.size(), out);
#else
  return false;
#endif
}

bool UncompressLz4(const Slice& in, const CodecDictionary* dictionary, char* out, size_t size) {
#ifdef LZ4
  const int in_size = static_cast<int>(in.size());
  const int out_size = static_cast<int>(size);
  if (dictionary == nullptr) {
    return LZ4_decompress_safe(in.data(), out, in_size, out_size) == out_size;
  }
  const std::string& bytes = dictionary->bytes();
  return LZ4_decompress_safe_usingDict(in.data(), out, in_size, out_size, bytes.data(),
                                       static_cast<int>(bytes.size())) == out_size;
#else
  return false;
#endif
}

bool UncompressZstd(const Slice& in, const CodecDictionary* dictionary, char* out, size_t size) {
#ifdef ZSTD
  ZSTD_DCtx* context = ThreadZstdContext();
  size_t n;
  if (dictionary == nullptr) {
    n = ZSTD_decompressDCtx(context, out, size, in.data(), in.size());
  } else if (const void* digest = dictionary->zstd_digest(); digest != nullptr) {
    n = ZSTD_decompress_usingDDict(context, out, size, in.data(), in.size(),
                                   static_cast<const ZSTD_DDict*>(digest));
  } else {
    const std::string& bytes = dictionary->bytes();
    n = ZSTD_decompress_usingDict(context, out, size, in.data(), in.size(), bytes.data(),
                                  bytes.size());
  }
  return !ZSTD_isError(n) && n == size;
#else
  return false;
#endif
}

#ifdef ZLIB
// Negative means raw deflate, without zlib's header and checksum, which the block's trailer makes
// superfluous. The format demands it and stock's readers assume it. They know no byte of the
// dictionary further back than 2^14.
constexpr int kZlibWindowBits = -14;

// Only the window size of the application's value takes effect: readers would not understand
// zlib's and gzip's wrapping (positive values, and those plus 16) or bigger windows. With values
// that zlib does not know, deflate refuses (0) and blocks stay uncompressed.
int WrittenWindowBits(int asked) {
  const bool gzip = asked >= 24 && asked <= 31;
  const int64_t size = gzip ? int64_t{asked} - 16 : std::abs(int64_t{asked});
  return size >= 8 && size <= 15 ? -static_cast<int>(std::clamp<int64_t>(size, 9, -kZlibWindowBits))
                                 : 0;
}

bool InflateAll(z_stream* stream, const CodecDictionary* dictionary) {
  if (dictionary != nullptr) {
    const std::string& bytes = dictionary->bytes();
    if (inflateSetDictionary(stream, reinterpret_cast<const Bytef*>(bytes.data()),
                             static_cast<uInt>(bytes.size())) != Z_OK) {
      return false;
    }
  }
  // Both must hold: the stream ended, and it ended exactly at the recorded size.
  return inflate(stream, Z_FINISH) == Z_STREAM_END && stream->avail_out == 0;
}
#endif

bool UncompressZlib(const Slice& in, const CodecDictionary* dictionary, char* out, size_t size) {
#ifdef ZLIB
  z_stream stream{};
  if (inflateInit2(&stream, kZlibWindowBits) != Z_OK) return false;
  // zlib only reads the input; its interface predates const.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out);
  stream.avail_out = static_cast<uInt>(size);
  const bool done = InflateAll(&stream, dictionary);
  inflateEnd(&stream);
  return done;
#else
  return false;
#endif
}

// Whether `stored` bytes can become `size` bytes at all, so that a damaged length does not ask for
// gigabytes.
bool Plausible(CompressionType type, const Slice& in, size_t size) {
  // Each ratio is the most that the format can express, rounded up; the slack covers small blocks.
  constexpr uint64_t kSlack = 64;
  const auto at_most = [&](uint64_t ratio) { return size <= ratio * in.size() + kSlack; };
  switch (type) {
    case kSnappyCompression:
      return at_most(64);
    case kLZ4Compression:
    case kLZ4HCCompression:
      return at_most(256);
    case kZlibCompression:
      return at_most(1040);
#ifdef ZSTD
    // A zstd frame usually records its size; then the two must agree.
    case kZSTD: {
      const unsigned long long told = ZSTD_getFrameContentSize(in.data(), in.size());
      if (told == ZSTD_CONTENTSIZE_ERROR) return false;
      return told == ZSTD_CONTENTSIZE_UNKNOWN ? at_most(65536) : told == size;
    }
#endif
    default:
      return true;
  }
}

}  // namespace

bool CodecAvailable(CompressionType type) {
  switch (type) {
    case kNoCompression:
      return true;
#ifdef SNAPPY
    case kSnappyCompression:
      return true;
#endif
#ifdef LZ4
    case kLZ4Compression:
    case kLZ4HCCompression:
      return true;
#endif
#ifdef ZLIB
    case kZlibCompression:
      return true;
#endif
#ifdef ZSTD
    case kZSTD:
      return true;
#endif
    default:
      return false;
  }
}

// "Custom" stands for numbers that have no name here.
const char* CodecName(CompressionType type) {
  switch (type) {
    case kNoCompression:
      return "NoCompression";
    case kSnappyCompression:
      return "Snappy";
    case kZlibCompression:
      return "Zlib";
    case kBZip2Compression:
      return "BZip2";
    case kLZ4Compression:
      return "LZ4";
    case kLZ4HCCompression:
      return "LZ4HC";
    case kXpressCompression:
      return "Xpress";
    case kZSTD:
      return "ZSTD";
    case kDisableCompressionOption:
      return "DisableOption";
    default:
      return "Custom";
  }
}

bool MayHoldZstd(const std::string& codec_name) {
  for (const CompressionType other :
       {kNoCompression, kSnappyCompression, kZlibCompression, kBZip2Compression, kLZ4Compression,
        kLZ4HCCompression, kXpressCompression}) {
    if (codec_name == CodecName(other)) return false;
  }
  return true;
}

CodecDictionary::CodecDictionary(std::string bytes, CompressionType type)
    : bytes_(std::move(bytes)) {
#ifdef ZSTD
  // Digests once for all blocks of the file.
  if (type == kZSTD) zstd_digest_ = ZSTD_createDDict(bytes_.data(), bytes_.size());
#endif
}

CodecDictionary::~CodecDictionary() {
#ifdef ZSTD
  ZSTD_freeDDict(static_cast<ZSTD_DDict*>(zstd_digest_));
#endif
}

size_t CodecDictionary::MemoryUsage() const {
  size_t total = sizeof(*this) + bytes_.capacity();
#ifdef ZSTD
  if (zstd_digest_ != nullptr) total += ZSTD_sizeof_DDict(static_cast<ZSTD_DDict*>(zstd_digest_));
#endif
  return total;
}

Status DecompressedSize(CompressionType type, uint32_t format_version, Slice* in, size_t* size) {
  if (!CodecAvailable(type) || type == kNoCompression) return Unavailable(type);
#ifdef SNAPPY
  if (type == kSnappyCompression) {
    const bool told = snappy::GetUncompressedLength(in->data(), in->size(), size);
    return told && Plausible(type, *in, *size) ? Status::OK() : Garbled(type);
  }
#endif
  uint32_t raw_size = 0;
  if (format_version >= 2) {
    if (!TakeVarint32(in, &raw_size)) return Garbled(type);
  } else if (type == kLZ4Compression || type == kLZ4HCCompression) {
    // The oldest files hold the size as a 64-bit word.
    uint64_t wide = 0;
    if (!TakeFixed64(in, &wide) || wide > INT32_MAX) return Garbled(type);
    raw_size = static_cast<uint32_t>(wide);
  } else {
    return Status::NotSupported("Block without its raw size: format_version 1 or 0 with ",
                                CodecName(type));
  }
  // The codecs take int lengths.
  if (raw_size > INT32_MAX || in->size() > INT32_MAX) return Garbled(type);
  *size = raw_size;
  return Plausible(type, *in, *size) ? Status::OK() : Garbled(type);
}

Status DecompressBlock(CompressionType type, const Slice& in, const CodecDictionary* dictionary,
                       char* out, size_t size) {
  bool ok = false;
  switch (type) {
    case kSnappyCompression:
      ok = UncompressSnappy(in, out);
      break;
    case kLZ4Compression:
    case kLZ4HCCompression:
      ok = UncompressLz4(in, dictionary, out, size);
      break;
    case kZSTD:
      ok = UncompressZstd(in, dictionary, out, size);
      break;
    case kZlibCompression:
      ok = UncompressZlib(in, dictionary, out, size);
      break;
    default:
      return Unavailable(type);
  }
  return ok ? Status::OK() : Garbled(type);
}

BlockCompressor::BlockCompressor(CompressionType type, const CompressionOptions& options)
    : type_(type), options_(options) {
#ifdef ZSTD
  if (type_ == kZSTD) {
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, ZstdLevel(options_));
    // Blocks have a checksum of their own; the frame checksum is for applications that ask for
    // both.
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, options_.checksum ? 1 : 0);
    zstd_context_ = context;
  }
#endif
}

BlockCompressor::~BlockCompressor() {
#ifdef ZSTD
  ZSTD_freeCCtx(static_cast<ZSTD_CCtx*>(zstd_context_));
  ZSTD_freeCDict(static_cast<ZSTD_CDict*>(zstd_dictionary_));
#endif
}

void BlockCompressor::SetDictionary(const std::string& bytes) {
  dictionary_ = bytes;
#ifdef ZSTD
  if (type_ == kZSTD) {
    ZSTD_freeCDict(static_cast<ZSTD_CDict*>(zstd_dictionary_));
    zstd_dictionary_ =
        ZSTD_createCDict(dictionary_.data(), dictionary_.size(), ZstdLevel(options_));
    // The context refers to the dictionary, which therefore stays until the next one or the end.
    ZSTD_CCtx_refCDict(static_cast<ZSTD_CCtx*>(zstd_context_),
                       static_cast<ZSTD_CDict*>(zstd_dictionary_));
  }
#endif
}

size_t BlockCompressor::Bound(size_t raw_size) const {
#ifdef SNAPPY
  // snappy::RawCompress writes without a limit.
  if (type_ == kSnappyCompression) return snappy::MaxCompressedLength(raw_size);
#endif
  return raw_size;
}

bool BlockCompressor::Compress(const Slice& raw, ByteBuffer* out) {
  // The libraries take int lengths. An option of zero or less switches compression off.
  if (raw.size() > INT32_MAX || options_.max_compressed_bytes_per_kb <= 0) return false;
  const size_t before = out->size();
  const auto per_kb = static_cast<uint64_t>(options_.max_compressed_bytes_per_kb);
  // A larger result would not be worth decompressing later. Codecs that take a limit stop as soon
  // as they pass it. The limit never exceeds the raw block, whatever the option says: the buffer
  // has no space for more, and storing the block raw costs less.
  const size_t acceptable =
      static_cast<size_t>(raw.size() * std::min<uint64_t>(per_kb, 1024) >> 10);
  // Compresses directly into the output, without a second buffer or a copy.
  char* const start = out->Room(kMaxVarint32Bytes + Bound(raw.size()));
  char* room = start;
  if (type_ != kSnappyCompression) room = StoreVarint32(room, static_cast<uint32_t>(raw.size()));
  const auto prefix = static_cast<size_t>(room - start);
  // In a tiny block the length in front alone would use up the saving.
  if (acceptable <= prefix) return false;
  size_t n = 0;
  switch (type_) {
    case kSnappyCompression:
      n = CompressSnappy(raw, room);
      break;
    case kLZ4Compression:
    case kLZ4HCCompression:
      n = CompressLz4(raw, room, acceptable - prefix);
      break;
    case kZSTD:
      n = CompressZstd(raw, room, acceptable - prefix);
      break;
    case kZlibCompression:
      n = CompressZlib(raw, room, acceptable - prefix);
      break;
    default:
      break;
  }
  if (n == 0 || prefix + n > acceptable) return false;
  // Keeps the bytes that were used of what Room() gave.
  out->Truncate(before + prefix + n);
  return true;
}

size_t BlockCompressor::CompressSnappy(const Slice& raw, char* room) {
  size_t n = 0;
#ifdef SNAPPY
  snappy::RawCompress(raw.data(), raw.size(), room, &n);
#endif
  return n;
}

#ifdef LZ4
namespace {

// `memory` is aligned and has the size of an LZ4_stream_t. Returns 0 where `limit` does not do.
int CompressPlainLz4(const Slice& raw, const Slice& dictionary, int acceleration, char* memory,
                     char* room, int limit) {
  const int size = static_cast<int>(raw.size());
  // Places in so small an input fit 16 bits. Measured: 4 KB in 3.35 us, not 3.55.
  if (dictionary.empty()) {
    return LZ4_compress_fast_extState(memory, raw.data(), room, size, limit, acceleration);
  }
  LZ4_stream_t* stream = LZ4_initStream(memory, sizeof(LZ4_stream_t));
  LZ4_loadDict(stream, dictionary.data(), static_cast<int>(dictionary.size()));
  return LZ4_compress_fast_continue(stream, raw.data(), room, size, limit, acceleration);
}

}  // namespace
#endif

size_t BlockCompressor::CompressLz4(const Slice& raw, char* room, size_t limit) {
#ifdef LZ4
  const bool high = type_ == kLZ4HCCompression;
  const bool default_level = options_.level == CompressionOptions::kDefaultCompressionLevel;
  const size_t state = high ? sizeof(LZ4_streamHC_t) : sizeof(LZ4_stream_t);
  if (lz4_state_.empty()) lz4_state_.resize(state + 64);
  // The library refuses an unaligned state; a cache line is more than it asks for.
  const auto misaligned = reinterpret_cast<uintptr_t>(lz4_state_.data()) & 63;
  char* memory = lz4_state_.data() + (64 - misaligned);
  const int dict_size = static_cast<int>(dictionary_.size());
  int n = 0;
  if (high) {
    LZ4_streamHC_t* stream = LZ4_initStreamHC(memory, state);
    // 0 is the library's own default level.
    LZ4_resetStreamHC_fast(stream, default_level ? 0 : options_.level);
    if (dict_size > 0) LZ4_loadDictHC(stream, dictionary_.data(), dict_size);
    n = LZ4_compress_HC_continue(stream, raw.data(), room, static_cast<int>(raw.size()),
                                 static_cast<int>(limit));
  } else {
    // Stock reads the level the same way: a negative level is an acceleration factor, others mean
    // none.
    const int acceleration = options_.level < 0 ? -options_.level : 1;
    n = CompressPlainLz4(raw, dictionary_, acceleration, memory, room, static_cast<int>(limit));
  }
  return n > 0 ? static_cast<size_t>(n) : 0;
#else
  return 0;
#endif
}

size_t BlockCompressor::CompressZstd(const Slice& raw, char* room, size_t limit) {
#ifdef ZSTD
  const size_t n =
      ZSTD_compress2(static_cast<ZSTD_CCtx*>(zstd_context_), room, limit, raw.data(), raw.size());
  return ZSTD_isError(n) ? 0 : n;
#else
  return 0;
#endif
}

size_t BlockCompressor::CompressZlib(const Slice& raw, char* room, size_t limit) {
#ifdef ZLIB
  z_stream stream{};
  const bool default_level = options_.level == CompressionOptions::kDefaultCompressionLevel;
  constexpr int kMemoryLevel = 8;
  if (deflateInit2(&stream, default_level ? Z_DEFAULT_COMPRESSION : options_.level, Z_DEFLATED,
                   WrittenWindowBits(options_.window_bits), kMemoryLevel,
                   options_.strategy) != Z_OK) {
    return 0;
  }
  bool ok = true;
  if (!dictionary_.empty()) {
    ok = deflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(dictionary_.data()),
                              static_cast<uInt>(dictionary_.size())) == Z_OK;
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(raw.data()));
  stream.avail_in = static_cast<uInt>(raw.size());
  stream.next_out = reinterpret_cast<Bytef*>(room);
  stream.avail_out = static_cast<uInt>(limit);
  ok = ok && deflate(&stream, Z_FINISH) == Z_STREAM_END;
  const size_t n = limit - stream.avail_out;
  deflateEnd(&stream);
  return ok ? n : 0;
#else
  return 0;
#endif
}

std::string TrainDictionary(CompressionType type, const CompressionOptions& options,
                            const std::string& samples, const std::vector<size_t>& lengths) {
  // Snappy has no dictionaries. Without samples zstd would finalize one without content.
  if (type == kSnappyCompression || samples.empty()) return {};
#ifdef ZSTD
  if (type == kZSTD && options.zstd_max_train_bytes > 0) {
    return MakeZstdDictionary(options, samples, lengths);
  }
#endif
  return samples.substr(0, options.max_dict_bytes);
}

}  // namespace ROCKSDB_NAMESPACE
