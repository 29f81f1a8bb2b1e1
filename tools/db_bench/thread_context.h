// The argument of a workload function: the random stream, key maker, value maker and counters of
// its thread, and the state that it shares with the other threads. The runner makes one per thread.
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

// The state that all threads of a benchmark share without a lock. Fields that change are atomic, or
// thread-safe themselves.
struct SharedState {
  BenchDb* db = nullptr;
  RateGate write_gate;                   // its unit is a byte
  RateGate read_gate;                    // its unit is an operation
  std::atomic<bool> stop{false};         // a thread failed; the others must end
  std::atomic<int> measured_running{0};  // threads that are not excluded and still run
  std::atomic<uint64_t> next_insert{0};  // YCSB: the first key number not yet inserted
  uint64_t threads_before = 0;           // threads of earlier benchmarks of this run
};

// Copies of the flags that the measured loops need.
struct LoopSettings {
  int64_t num;
  int64_t reads;
  int64_t writes;
  int64_t reads_or_writes;  // of benchmarks that do both: the larger of the two that was given
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
        rng(StreamSeed(loop.seed, FirstStream())),
        keys(shape),
        values(StreamSeed(loop.seed, FirstStream() + 1), ratio, sizer, max_value) {}

  // Each thread has two random streams of its own. They are numbered over all benchmarks of a run,
  // so that a benchmark draws other keys than the one before it.
  uint64_t FirstStream() const {
    return 1000 + 2 * (shared->threads_before + static_cast<uint64_t>(index));
  }
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
  // Valid for the whole benchmark: nobody reopens the database while threads run.
  DB* const db;
  // The draws of a thread do not depend on the scheduling of threads.
  Random rng;
  KeyMaker keys;
  ValueMaker values;
  OpStats stats;
};

}  // namespace bench
