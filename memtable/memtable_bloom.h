// MemTableBloom: a Bloom filter over the prefixes or keys of a memtable, for concurrent Add and
// MayContain. Each key touches one 64-byte line. MemTable owns it; its size is fixed and it is
// never cleared. It never excludes a key whose Add happened before: bits are only set, and the
// memtable's links order Add before a reader that can see the key.
#pragma once

#include <atomic>
#include <cstdint>

#include "rocksdb/slice.h"
#include "util/arena.h"
#include "util/hash.h"

namespace ROCKSDB_NAMESPACE {

class MemTableBloom {
 public:
  // `bytes` is rounded to whole lines; 0 makes a filter that excludes nothing.
  MemTableBloom(size_t bytes, ConcurrentArena* arena);
  MemTableBloom(const MemTableBloom&) = delete;
  MemTableBloom& operator=(const MemTableBloom&) = delete;

  bool enabled() const { return lines_ != 0; }
  size_t bytes() const { return lines_ * sizeof(Line); }

  // Safe with any other call.
  void Add(const Slice& key);
  // False: the key was never added. REQUIRES: enabled().
  bool MayContain(const Slice& key) const;

 private:
  // Chosen, not measured.
  static constexpr int kProbes = 6;
  struct alignas(64) Line {
    std::atomic<uint64_t> words[8];
  };

  Line* LineOf(uint64_t hash) const;

  Line* line_ = nullptr;
  uint64_t lines_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
