// Counters behind rocksdb.cfstats, rocksdb.levelstats and rocksdb.stats of one column family: what
// flushes and compactions moved, per output level, and how long writers were held up, by cause.
// Guarded by the state lock, except the stall counters, which are atomic.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "rocksdb/table_properties.h"

namespace ROCKSDB_NAMESPACE {

// Why writers of a column family were slowed down or stopped; the causes stock reports.
enum class StallCause : int { kMemtables = 0, kL0, kPendingBytes, kCount };

// Sums over jobs that were installed, by the level they wrote to. Bytes are of files.
struct LevelCounters {
  uint64_t micros = 0;
  uint64_t cpu_micros = 0;
  uint64_t bytes_read_start_levels = 0;
  uint64_t bytes_read_output_level = 0;
  uint64_t bytes_written = 0;
  uint64_t bytes_before_compression = 0;  // keys and values of what was written
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
    bytes_before_compression += o.bytes_before_compression;
    input_files += o.input_files, output_files += o.output_files;
    records_in += o.records_in, records_dropped += o.records_dropped, jobs += o.jobs;
  }
  void CountOutputs(const std::vector<TableProperties>& tables) {
    for (const TableProperties& one : tables)
      bytes_before_compression += one.raw_key_size + one.raw_value_size;
  }
};

// Files that were ingested.
struct IngestCounters {
  uint64_t bytes = 0;
  uint64_t files = 0;
  uint64_t level0_files = 0;
  uint64_t entries = 0;
};

// What flushes and compactions did; plain, so that reports can copy it.
struct JobTotals {
  std::vector<LevelCounters> levels;  // by output level; flushes count at level 0
  LevelCounters flush;                // flushes alone
  LevelCounters ingest;               // ingested files alone, each as a job
  IngestCounters ingested;
  uint64_t manual_compactions = 0;
  uint64_t bucket_splits = 0;
  uint64_t bucket_merges = 0;
  // Most L0->base jobs that ran at the same time since opening, for rocksdb.bucket-stats.
  uint64_t max_parallel_l0_jobs = 0;

  void AddAt(int level, const LevelCounters& counters) {
    if (levels.size() <= static_cast<size_t>(level)) levels.resize(static_cast<size_t>(level) + 1);
    levels[static_cast<size_t>(level)].Add(counters);
  }
  // What came in from outside; write amplification is relative to it.
  uint64_t bytes_in() const { return flush.bytes_written + ingested.bytes; }
  LevelCounters Sum() const {
    LevelCounters sum;
    for (const LevelCounters& level : levels) sum.Add(level);
    return sum;
  }
};

// How often and how long writers were held up, copied.
struct StallTotals {
  static constexpr size_t kCauses = static_cast<size_t>(StallCause::kCount);
  std::array<uint64_t, kCauses> slowdowns{};
  std::array<uint64_t, kCauses> stops{};
  std::array<uint64_t, kCauses> micros{};
  // Those of kL0 for which a running job was about to lower level 0.
  uint64_t l0_slowdowns_clearing = 0;
  uint64_t l0_stops_clearing = 0;
};

// Where the interval of reports begins.
struct ReportMark {
  uint64_t micros = 0;  // 0: no dump yet
  uint64_t flushed_bytes = 0;
  LevelCounters sum;
  IngestCounters ingested;
};

// The inherited part is guarded by the state lock; the stall counters are atomic, as writers that
// waited add to them.
struct FamilyStats : JobTotals {
  static constexpr size_t kCauses = StallTotals::kCauses;
  std::atomic<uint64_t> opened_micros{0};  // since when it counts: the opening or the last Reset
  ReportMark last_report;
  std::array<std::atomic<uint64_t>, kCauses> slowdowns{};
  std::array<std::atomic<uint64_t>, kCauses> stops{};
  std::array<std::atomic<uint64_t>, kCauses> stall_micros{};
  std::atomic<uint64_t> l0_slowdowns_clearing{0};
  std::atomic<uint64_t> l0_stops_clearing{0};

  // Counts anew from `now_micros`.
  void Reset(uint64_t now_micros) {
    static_cast<JobTotals&>(*this) = JobTotals();
    opened_micros = now_micros;
    last_report = ReportMark();
    for (auto* counts : {&slowdowns, &stops, &stall_micros}) {
      for (auto& count : *counts) count.store(0, std::memory_order_relaxed);
    }
    l0_slowdowns_clearing.store(0, std::memory_order_relaxed);
    l0_stops_clearing.store(0, std::memory_order_relaxed);
  }

  StallTotals Stalls() const {
    StallTotals t;
    for (size_t i = 0; i < kCauses; ++i) {
      t.slowdowns[i] = slowdowns[i].load(std::memory_order_relaxed);
      t.stops[i] = stops[i].load(std::memory_order_relaxed);
      t.micros[i] = stall_micros[i].load(std::memory_order_relaxed);
    }
    t.l0_slowdowns_clearing = l0_slowdowns_clearing.load(std::memory_order_relaxed);
    t.l0_stops_clearing = l0_stops_clearing.load(std::memory_order_relaxed);
    return t;
  }
};

}  // namespace ROCKSDB_NAMESPACE
