// Counters behind rocksdb.cfstats, rocksdb.levelstats and rocksdb.stats of one column family: what
// flushes and compactions moved, per output level, and how long writers were held up, by cause.
// Guarded by the state lock, except the stall counters, which are atomic.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace ROCKSDB_NAMESPACE {

// Why writers of a column family were slowed down or stopped; the causes stock reports.
enum class StallCause : int { kMemtables = 0, kL0, kPendingBytes, kCount };

struct LevelCounters {
  uint64_t micros = 0;
  uint64_t cpu_micros = 0;
  uint64_t bytes_read_start_levels = 0;
  uint64_t bytes_read_output_level = 0;
  uint64_t bytes_written = 0;
  uint64_t bytes_moved = 0;
  uint64_t input_files = 0;
  uint64_t output_files = 0;
  uint64_t records_in = 0;
  uint64_t records_dropped = 0;
  uint64_t jobs = 0;
  void Add(const LevelCounters& o) {
    micros += o.micros, cpu_micros += o.cpu_micros;
    bytes_read_start_levels += o.bytes_read_start_levels,
        bytes_read_output_level += o.bytes_read_output_level;
    bytes_written += o.bytes_written, bytes_moved += o.bytes_moved;
    input_files += o.input_files, output_files += o.output_files;
    records_in += o.records_in, records_dropped += o.records_dropped, jobs += o.jobs;
  }
};

struct FamilyStats {
  std::vector<LevelCounters> levels;  // by output level; flushes count at level 0
  LevelCounters flush;                // flushes alone
  uint64_t manual_compactions = 0;
  uint64_t bucket_splits = 0;
  uint64_t bucket_merges = 0;
  // Most L0->base jobs that ran at the same time since opening, for rocksdb.bucket-stats.
  uint64_t max_parallel_l0_jobs = 0;
  static constexpr size_t kCauses = static_cast<size_t>(StallCause::kCount);
  std::array<std::atomic<uint64_t>, kCauses> slowdowns{};
  std::array<std::atomic<uint64_t>, kCauses> stops{};
  std::array<std::atomic<uint64_t>, kCauses> stall_micros{};
  void AddAt(int level, const LevelCounters& counters) {
    if (levels.size() <= static_cast<size_t>(level)) levels.resize(static_cast<size_t>(level) + 1);
    levels[static_cast<size_t>(level)].Add(counters);
  }
};

}  // namespace ROCKSDB_NAMESPACE
