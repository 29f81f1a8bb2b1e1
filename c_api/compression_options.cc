// Compression options that go together, and those of the last level.
#include "c_api/handles.h"

using ROCKSDB_NAMESPACE::CompressionOptions;
using ROCKSDB_NAMESPACE::CompressionType;

void rocksdb_options_set_compression_per_level(rocksdb_options_t* options, const int* types,
                                               size_t count) {
  auto& levels = options->rep.compression_per_level;
  levels.resize(count);
  for (size_t i = 0; i < count; ++i) {
    levels[i] = static_cast<CompressionType>(types[i]);
  }
}

void rocksdb_options_set_min_level_to_compress(rocksdb_options_t* options, int level) {
  if (level < 0) {
    return;
  }
  auto& levels = options->rep.compression_per_level;
  levels.assign(static_cast<size_t>(options->rep.num_levels), options->rep.compression);
  for (size_t i = 0; i < levels.size() && i < static_cast<size_t>(level); ++i) {
    levels[i] = CompressionType::kNoCompression;
  }
}

static void SetBasics(CompressionOptions* target, int window_bits, int level, int strategy,
                      int max_dict_bytes) {
  target->window_bits = window_bits;
  target->level = level;
  target->strategy = strategy;
  target->max_dict_bytes = static_cast<uint32_t>(max_dict_bytes);
}

void rocksdb_options_set_compression_options(rocksdb_options_t* options, int window_bits, int level,
                                             int strategy, int max_dict_bytes) {
  SetBasics(&options->rep.compression_opts, window_bits, level, strategy, max_dict_bytes);
}

void rocksdb_options_set_bottommost_compression_options(rocksdb_options_t* options, int window_bits,
                                                        int level, int strategy, int max_dict_bytes,
                                                        unsigned char enabled) {
  auto& bottommost = options->rep.bottommost_compression_opts;
  SetBasics(&bottommost, window_bits, level, strategy, max_dict_bytes);
  bottommost.enabled = enabled != 0;
}

void rocksdb_options_set_bottommost_compression_options_zstd_max_train_bytes(
    rocksdb_options_t* options, int value, unsigned char enabled) {
  auto& bottommost = options->rep.bottommost_compression_opts;
  bottommost.zstd_max_train_bytes = static_cast<uint32_t>(value);
  bottommost.enabled = enabled != 0;
}

void rocksdb_options_set_bottommost_compression_options_use_zstd_dict_trainer(
    rocksdb_options_t* options, unsigned char value, unsigned char enabled) {
  auto& bottommost = options->rep.bottommost_compression_opts;
  bottommost.use_zstd_dict_trainer = value != 0;
  bottommost.enabled = enabled != 0;
}

unsigned char rocksdb_options_get_bottommost_compression_options_use_zstd_dict_trainer(
    rocksdb_options_t* options) {
  return options->rep.bottommost_compression_opts.use_zstd_dict_trainer;
}

void rocksdb_options_set_bottommost_compression_options_max_dict_buffer_bytes(
    rocksdb_options_t* options, uint64_t value, unsigned char enabled) {
  auto& bottommost = options->rep.bottommost_compression_opts;
  bottommost.max_dict_buffer_bytes = value;
  bottommost.enabled = enabled != 0;
}
