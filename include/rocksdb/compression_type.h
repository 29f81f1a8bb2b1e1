// Block compression algorithms and their tuning knobs. The numbers are stored in every block
// trailer, so they may never change.
#pragma once

#include <cstdint>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// The algorithm that compressed a block. Values 0x80..0xFE are free for an application's own
// CompressionManager; this library reads and writes none of them and has no such manager
// (ColumnFamilyOptions::compression_manager is refused).
enum CompressionType : unsigned char {
  // Always available. The others need their library at build time; opening refuses an option that
  // names a missing one, and a block that needs it gives NotSupported.
  kNoCompression = 0x00,
  kSnappyCompression = 0x01,
  kZlibCompression = 0x02,
  // Never linked.
  kBZip2Compression = 0x03,
  kLZ4Compression = 0x04,
  // Denser than LZ4 and slower to write; the same decoder reads both.
  kLZ4HCCompression = 0x05,
  // Never linked.
  kXpressCompression = 0x06,
  kZSTD = 0x07,
  // Not a type of its own: the highest number that the library knows.
  kLastBuiltinCompression = kZSTD,

  // Blocks of this type and all types above can be neither read nor written.
  kFirstCustomCompression = 0x80,
  kCustomCompression80 = 0x80,
  kCustomCompression81 = 0x81,
  kCustomCompression82 = 0x82,
  kCustomCompression83 = 0x83,
  kCustomCompression84 = 0x84,
  kCustomCompression85 = 0x85,
  kCustomCompression86 = 0x86,
  kCustomCompression87 = 0x87,
  kCustomCompression88 = 0x88,
  kCustomCompression89 = 0x89,
  kCustomCompression8A = 0x8A,
  kCustomCompression8B = 0x8B,
  kCustomCompression8C = 0x8C,
  kCustomCompression8D = 0x8D,
  kCustomCompression8E = 0x8E,
  kCustomCompression8F = 0x8F,
  kCustomCompression90 = 0x90,
  kCustomCompression91 = 0x91,
  kCustomCompression92 = 0x92,
  kCustomCompression93 = 0x93,
  kCustomCompression94 = 0x94,
  kCustomCompression95 = 0x95,
  kCustomCompression96 = 0x96,
  kCustomCompression97 = 0x97,
  kCustomCompression98 = 0x98,
  kCustomCompression99 = 0x99,
  kCustomCompression9A = 0x9A,
  kCustomCompression9B = 0x9B,
  kCustomCompression9C = 0x9C,
  kCustomCompression9D = 0x9D,
  kCustomCompression9E = 0x9E,
  kCustomCompression9F = 0x9F,
  kCustomCompressionA0 = 0xA0,
  kCustomCompressionA1 = 0xA1,
  kCustomCompressionA2 = 0xA2,
  kCustomCompressionA3 = 0xA3,
  kCustomCompressionA4 = 0xA4,
  kCustomCompressionA5 = 0xA5,
  kCustomCompressionA6 = 0xA6,
  kCustomCompressionA7 = 0xA7,
  kCustomCompressionA8 = 0xA8,
  kCustomCompressionA9 = 0xA9,
  kCustomCompressionAA = 0xAA,
  kCustomCompressionAB = 0xAB,
  kCustomCompressionAC = 0xAC,
  kCustomCompressionAD = 0xAD,
  kCustomCompressionAE = 0xAE,
  kCustomCompressionAF = 0xAF,
  kCustomCompressionB0 = 0xB0,
  kCustomCompressionB1 = 0xB1,
  kCustomCompressionB2 = 0xB2,
  kCustomCompressionB3 = 0xB3,
  kCustomCompressionB4 = 0xB4,
  kCustomCompressionB5 = 0xB5,
  kCustomCompressionB6 = 0xB6,
  kCustomCompressionB7 = 0xB7,
  kCustomCompressionB8 = 0xB8,
  kCustomCompressionB9 = 0xB9,
  kCustomCompressionBA = 0xBA,
  kCustomCompressionBB = 0xBB,
  kCustomCompressionBC = 0xBC,
  kCustomCompressionBD = 0xBD,
  kCustomCompressionBE = 0xBE,
  kCustomCompressionBF = 0xBF,
  kCustomCompressionC0 = 0xC0,
  kCustomCompressionC1 = 0xC1,
  kCustomCompressionC2 = 0xC2,
  kCustomCompressionC3 = 0xC3,
  kCustomCompressionC4 = 0xC4,
  kCustomCompressionC5 = 0xC5,
  kCustomCompressionC6 = 0xC6,
  kCustomCompressionC7 = 0xC7,
  kCustomCompressionC8 = 0xC8,
  kCustomCompressionC9 = 0xC9,
  kCustomCompressionCA = 0xCA,
  kCustomCompressionCB = 0xCB,
  kCustomCompressionCC = 0xCC,
  kCustomCompressionCD = 0xCD,
  kCustomCompressionCE = 0xCE,
  kCustomCompressionCF = 0xCF,
  kCustomCompressionD0 = 0xD0,
  kCustomCompressionD1 = 0xD1,
  kCustomCompressionD2 = 0xD2,
  kCustomCompressionD3 = 0xD3,
  kCustomCompressionD4 = 0xD4,
  kCustomCompressionD5 = 0xD5,
  kCustomCompressionD6 = 0xD6,
  kCustomCompressionD7 = 0xD7,
  kCustomCompressionD8 = 0xD8,
  kCustomCompressionD9 = 0xD9,
  kCustomCompressionDA = 0xDA,
  kCustomCompressionDB = 0xDB,
  kCustomCompressionDC = 0xDC,
  kCustomCompressionDD = 0xDD,
  kCustomCompressionDE = 0xDE,
  kCustomCompressionDF = 0xDF,
  kCustomCompressionE0 = 0xE0,
  kCustomCompressionE1 = 0xE1,
  kCustomCompressionE2 = 0xE2,
  kCustomCompressionE3 = 0xE3,
  kCustomCompressionE4 = 0xE4,
  kCustomCompressionE5 = 0xE5,
  kCustomCompressionE6 = 0xE6,
  kCustomCompressionE7 = 0xE7,
  kCustomCompressionE8 = 0xE8,
  kCustomCompressionE9 = 0xE9,
  kCustomCompressionEA = 0xEA,
  kCustomCompressionEB = 0xEB,
  kCustomCompressionEC = 0xEC,
  kCustomCompressionED = 0xED,
  kCustomCompressionEE = 0xEE,
  kCustomCompressionEF = 0xEF,
  kCustomCompressionF0 = 0xF0,
  kCustomCompressionF1 = 0xF1,
  kCustomCompressionF2 = 0xF2,
  kCustomCompressionF3 = 0xF3,
  kCustomCompressionF4 = 0xF4,
  kCustomCompressionF5 = 0xF5,
  kCustomCompressionF6 = 0xF6,
  kCustomCompressionF7 = 0xF7,
  kCustomCompressionF8 = 0xF8,
  kCustomCompressionF9 = 0xF9,
  kCustomCompressionFA = 0xFA,
  kCustomCompressionFB = 0xFB,
  kCustomCompressionFC = 0xFC,
  kCustomCompressionFD = 0xFD,
  kCustomCompressionFE = 0xFE,
  kLastCustomCompression = kCustomCompressionFE,

  // Only an option's value ("follow the other compression setting"); never written to a block.
  kDisableCompressionOption = 0xff,
};

// Tuning for the chosen CompressionType. An algorithm ignores the fields it has no use for. Each
// table records the values in its properties as text.
struct CompressionOptions {
  // Stands for the level that the algorithm itself calls its default.
  static constexpr int kDefaultCompressionLevel = 32767;

  // zlib: log2 of the history window; the sign does not matter. Readers expect a raw deflate
  // stream of at most 14 bits, so that is what tables contain: 15 means 14, 8 means 9, 24 to 31
  // mean the same less 16.
  int window_bits = -14;
  // A larger level is slower and denser. The default means zlib's own, level 3 of ZSTD, 9 of
  // LZ4HC. LZ4 takes -n as acceleration n and ignores positive levels; Snappy has no levels.
  int level = kDefaultCompressionLevel;
  // zlib: the deflate strategy.
  int strategy = 0;
  // Upper bound in bytes of a dictionary that is built for each file from sampled blocks; 0 builds
  // none. The file stores it once, and it costs memory while the table is open. Snappy cannot use
  // one.
  uint32_t max_dict_bytes = 0;
  // ZSTD: bytes of samples from which a dictionary in ZSTD's own format is made
  // (use_zstd_dict_trainer); 0 uses the samples themselves as the dictionary, as all other types
  // do.
  uint32_t zstd_max_train_bytes = 0;
  // Has no effect: the thread that writes the file compresses its blocks.
  uint32_t parallel_threads = 1;
  // For bottommost_compression_opts only: false means that compression_opts applies to the
  // bottommost level too. Ignored in compression_opts.
  bool enabled = false;
  // Bytes of uncompressed blocks held back at most while samples for the dictionary are gathered;
  // 0 means 16 MiB. At the limit the dictionary is made of the blocks held so far.
  uint64_t max_dict_buffer_bytes = 0;
  // ZSTD with zstd_max_train_bytes > 0. true: ZSTD's trainer chooses the content of the
  // dictionary. false: the content is the samples' beginning, and ZSTD only adds the statistics of
  // the samples.
  bool use_zstd_dict_trainer = true;
  // A block is stored raw unless it shrinks to at most this many bytes per 1024 of input (896: by
  // an eighth). 0 or less stores every block raw.
  int max_compressed_bytes_per_kb = 1024 * 7 / 8;
  // ZSTD: makes the library add and check its own frame checksum, on top of the block's.
  bool checksum = false;

  // Requires compression to shrink a block by at least `ratio` (input size / output size), rounded
  // to 1/1024. REQUIRES: ratio > 0.
  void SetMinRatio(double ratio) {
    max_compressed_bytes_per_kb = static_cast<int>(1024.0 / ratio + 0.5);
  }

  bool operator==(const CompressionOptions& o) const {
    return window_bits == o.window_bits && level == o.level && strategy == o.strategy &&
           max_dict_bytes == o.max_dict_bytes && zstd_max_train_bytes == o.zstd_max_train_bytes &&
           parallel_threads == o.parallel_threads && enabled == o.enabled &&
           max_dict_buffer_bytes == o.max_dict_buffer_bytes &&
           use_zstd_dict_trainer == o.use_zstd_dict_trainer &&
           max_compressed_bytes_per_kb == o.max_compressed_bytes_per_kb && checksum == o.checksum;
  }
};

}  // namespace ROCKSDB_NAMESPACE
