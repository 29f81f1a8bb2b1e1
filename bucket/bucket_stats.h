// How much each bucket received in the last W flushes, and where the middle of it lay.
// Owned by the column family, changed under its lock once a flush and once a rebalance; read by the
// bucket manager. It only counts: it decides nothing and reads no clock.
//
//            flush -7 ... flush -1   now        medians of the flushed pieces
//  bucket 0     12M         0M       3M         c, d, b, ...
//  bucket 1     40M        64M      61M         m, m, n, ...
//
// Memory: per bucket 4 bytes a flush of the window, one string holding its medians back to back,
// two bytes of counters; with the default window of 8 and 16-byte keys 210 bytes (MemoryPerBucket;
// a test allows 240).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bucket/bucket_map.h"

namespace ROCKSDB_NAMESPACE {

// What one flush put into one bucket. Several pieces may name one bucket (walks of one flush that
// run in parallel meet inside it); they add up.
struct BucketPiece {
  size_t bucket = 0;
  uint64_t bytes = 0;
  std::string median;  // user key at half the volume; empty when unknown
};

class BucketStats {
 public:
  BucketStats(size_t buckets, uint32_t window);

  size_t size() const { return medians_.size(); }
  uint32_t window() const { return window_; }
  // Flushes recorded, at most window().
  uint32_t flushes() const { return flushes_; }

  // Counts one flush; buckets not named received nothing.
  // REQUIRES: every piece's bucket < size().
  void RecordFlush(const std::vector<BucketPiece>& pieces);
  // Bytes bucket i received in the window, and all of them; rounded up to kVolumeUnit per flush.
  uint64_t Volume(size_t i) const;
  uint64_t Total() const;
  // Temperature of bucket i in thousandths: 1000 means exactly its share. Every bucket is 1000
  // while nothing was written, so that nothing is hot or cold then.
  uint64_t Temperature(size_t i) const;
  // Of all buckets. Reads each volume once; calling Temperature() for each bucket would read them
  // all each time.
  std::vector<uint64_t> Temperatures() const;
  // Median of the medians of bucket i strictly inside it; empty when there is none.
  std::string MiddleKey(const BucketMap& map, size_t i) const;

  // Consecutive flushes for which NoteHot reported bucket i as hot.
  uint32_t HotFor(size_t i) const { return hot_for_[i]; }
  void NoteHot(size_t i, bool hot);

  // Follow a change of the map: both halves inherit half the volume, and each the medians on its
  // side; a merged bucket inherits both. Either way the count of hot flushes starts at 0 again.
  void Split(const InternalKeyOrder& order, size_t i, const Slice& key);
  void Merge(size_t i);

  // Bytes of one bucket on average, before the allocator rounds up.
  size_t MemoryPerBucket() const;

 private:
  static constexpr uint64_t kVolumeUnit = 64;  // 256 GiB a flush fit 32 bits

  // Volumes of bucket i, one slot a flush. Slots are used in turn; the next flush replaces slot_.
  uint32_t* Slots(size_t i) { return volumes_.data() + i * window_; }
  const uint32_t* Slots(size_t i) const { return volumes_.data() + i * window_; }
  void DropMediansOf(uint32_t slot);
  uint64_t TemperatureOf(size_t i, uint64_t total) const;

  uint32_t window_;
  uint32_t flushes_ = 0;
  uint32_t slot_ = 0;                 // where the next flush is counted
  std::vector<uint32_t> volumes_;     // window_ slots for each bucket, in units of kVolumeUnit
  std::vector<std::string> medians_;  // per bucket: (slot byte, varint length, key)*
  std::vector<uint16_t> hot_for_;
};

}  // namespace ROCKSDB_NAMESPACE
