// Remembers where the volume of a sorted stream of keys lies, in bounded memory: at most 2K keys
// however long the stream. FlushTally keeps one for the median of each piece; the sample that a
// flush takes of its memtables comes in the same form (VolumeSample).
//
//   volume  0 ----|----|----|----|----|----> total     a sample every `stride` bytes; when 2K are
//   keys    a   b f  g h    k  m  n o  q               held, every second one is dropped and the
//                                                      stride doubles
//
// Not thread-safe. Add costs one addition and one comparison unless a sample is due.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

// A key and the bytes of all entries before it.
struct VolumeSample {
  std::string user_key;
  uint64_t bytes_before = 0;
};

class VolumeSampler {
 public:
  // REQUIRES: resolution >= 1. Memory: up to 2 * resolution samples; error of a quantile: about 1 /
  // resolution of the volume, or one entry where that is larger.
  explicit VolumeSampler(size_t resolution = 64) : capacity_(2 * resolution) {}

  // REQUIRES: keys come in ascending order; equal keys (versions of one) may repeat.
  void Add(const Slice& user_key, uint64_t bytes) {
    if (total_ >= next_) Keep(user_key);
    total_ += bytes;
  }

  uint64_t total() const { return total_; }
  const std::vector<VolumeSample>& samples() const { return samples_; }
  // A key near half of the volume; empty when nothing was added. With one key it is that key, which
  // a split must not use: see BucketStats::MiddleKey.
  std::string Median() const;
  void Clear();

 private:
  void Keep(const Slice& user_key);
  void Thin();

  size_t capacity_;
  uint64_t total_ = 0;
  uint64_t next_ = 0;
  uint64_t stride_ = 1;
  std::vector<VolumeSample> samples_;
};

}  // namespace ROCKSDB_NAMESPACE
