// What a workload function is given: its thread's own random stream, key and value makers and
// counters, and what it shares with the other threads. Made by the runner, one per thread.
#pragma once

#include <atomic>
#include <cstdint>

#include "tools/db_bench/bench_db.h"
#include "tools/db_bench/key_maker.h"
#include "tools/db_bench/op_budget.h"
#include "tools/db_bench/op_stats.h"
#include "tools/db_bench/random.h"
#include "tools/db_bench/rate_gate.h"
#include "tools/db_bench/value_maker.h"

namespace bench {

// One per benchmark.
// Shared by all threads of a benchmark without a lock: what changes is atomic or has its own rules.
struct SharedState {
  BenchDb* db = nullptr;
  RateGate write_gate;                   // in bytes
  RateGate read_gate;                    // in operations
  std::atomic<bool> stop{false};         // a thread failed: all others end
  std::atomic<int> measured_running{0};  // threads that are not excluded and still run
  std::atomic<uint64_t> next_insert{0};  // YCSB: the first key number not yet inserted
};

// Flags that the measured loops need, copied once.
struct LoopSettings {
  int64_t num;
  int64_t reads;
  int64_t writes;
  int64_t deletes;
  int64_t duration;
  int64_t ops_between_checks;
  int64_t batch_size;
  int64_t key_size;
  uint64_t seed;
};

struct ThreadContext {
  ThreadContext(int thread_index, int thread_count, const LoopSettings& loop, SharedState* state,
                const KeyMaker::Shape& shape, const ValueSizer& sizer, double ratio,
                uint32_t max_value)
      : index(thread_index),
        threads(thread_count),
        settings(loop),
        shared(state),
        db(state->db->db()),
        rng(StreamSeed(loop.seed, 1000 + 2 * static_cast<uint64_t>(thread_index))),
        keys(shape),
        values(StreamSeed(loop.seed, 1001 + 2 * static_cast<uint64_t>(thread_index)), ratio, sizer,
               max_value) {}

  OpBudget Budget(int64_t max_ops, int64_t seconds) const {
    return {max_ops, seconds, settings.ops_between_checks, &shared->stop};
  }
  ColumnFamilyHandle* Family(uint64_t number) const { return shared->db->Family(number); }

  const int index;
  const int threads;
  const LoopSettings settings;
  ReadOptions read_options;
  WriteOptions write_options;
  SharedState* const shared;
  // Good for the whole benchmark: no database is reopened while threads run.
  DB* const db;
  // Its own stream: what a thread draws does not depend on how threads take turns.
  Random rng;
  KeyMaker keys;
  ValueMaker values;
  OpStats stats;
};

}  // namespace bench
