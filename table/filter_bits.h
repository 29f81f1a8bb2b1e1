// The bits of a filter block: the interfaces that build them from keys and that ask them.
// FilterPolicy makes the objects; SstWriter and SstReader use them. One filter covers a whole
// file, or a partition of it. A filter may answer yes for a key that was never added, but never no
// for one that was, so damaged or unknown bits must match everything.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "util/hash.h"

namespace ROCKSDB_NAMESPACE {

// Five bytes behind the bits of every filter tell its form.
inline constexpr size_t kFilterTailBytes = 5;

// Collects hashes; Finish() lays the bits out, when their number is known. One thread.
class FilterBitsBuilder {
 public:
  virtual ~FilterBitsBuilder() = default;
  // Adds Hash64() of a key or of a prefix. Drops a hash equal to the one before: versions of one
  // key and keys of one prefix follow each other.
  void AddHash(uint64_t hash) {
    if (hashes_.empty() || hashes_.back() != hash) hashes_.push_back(hash);
  }
  // Adds a whole key and its prefix. Drops a hash that equals either of the last two.
  void AddHashAndAlt(uint64_t hash, uint64_t alt);
  size_t NumAdded() const { return hashes_.size(); }
  // The hashes that were added and not dropped, in order; FilterWriter checks the finished filter
  // with them.
  const std::vector<uint64_t>& added() const { return hashes_; }
  // Returns the finished filter with its tail and starts over. REQUIRES: NumAdded() > 0.
  virtual std::string Finish() = 0;
  // The bytes that Finish() would return for `entries`, tail included; grows with `entries`.
  virtual size_t SizeFor(size_t entries) const = 0;
  // About how many entries fit into `bytes`; at least 1. Searches over SizeFor() by halving.
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
