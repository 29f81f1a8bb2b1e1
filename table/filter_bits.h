// The bits of a filter block: building them from keys, and asking them. FilterPolicy hands these
// out; SstWriter and SstReader use them. One filter covers a whole file, or a partition of it. A
// filter may answer yes for what was never added, never no for what was: damaged or unknown bits
// must match everything.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "util/hash.h"

namespace ROCKSDB_NAMESPACE {

// Behind the bits of every filter: five bytes that tell what they are.
inline constexpr size_t kFilterTailBytes = 5;

// Collects hashes; the bits are laid out at the end, when their number is known. One thread.
class FilterBitsBuilder {
 public:
  virtual ~FilterBitsBuilder() = default;
  // Adds Hash64() of a key or of a prefix. A hash equal to the one before is dropped: versions of
  // one key and keys of one prefix follow each other.
  void AddHash(uint64_t hash) {
    if (hashes_.empty() || hashes_.back() != hash) hashes_.push_back(hash);
  }
  // For whole keys and prefixes mixed: drops what equals either of the last two.
  void AddHashAndAlt(uint64_t hash, uint64_t alt);
  size_t NumAdded() const { return hashes_.size(); }
  // What was added and not dropped, in order; for those who check the finished filter.
  const std::vector<uint64_t>& added() const { return hashes_; }
  // The finished filter with its tail; starts over. REQUIRES: NumAdded() > 0.
  virtual std::string Finish() = 0;
  // Bytes Finish() would return for `entries`, the tail included; grows with `entries`.
  virtual size_t SizeFor(size_t entries) const = 0;
  // How many entries fit into `bytes`, about; at least 1. By halving over SizeFor().
  size_t EntriesFor(size_t bytes) const;

 protected:
  std::vector<uint64_t> hashes_;
};

// Immutable; any number of threads may ask.
class FilterBitsReader {
 public:
  virtual ~FilterBitsReader() = default;
  // False only when `key` was not added. `hash` is Hash64(key), computed once per lookup.
  virtual bool MayMatch(const Slice& key, uint64_t hash) const = 0;
};

}  // namespace ROCKSDB_NAMESPACE
