// Benchmarks that only put: the fill and overwrite family.
// Bodies run on measured threads; they must not read flags inside their loops.
#include "tools/db_bench/permutation.h"
#include "tools/db_bench/workload.h"

namespace bench {
namespace {

// Puts batches of the keys that `next_key()` yields until the budget ends.
template <typename NextKey>
Status PutLoop(ThreadContext* t, OpBudget budget, NextKey next_key) {
  const int64_t batch_size = t->settings.batch_size;
  WriteBatch batch;
  RateGate& gate = t->shared->write_gate;
  while (const int64_t puts = budget.Claim(batch_size)) {
    batch.Clear();
    int64_t bytes = 0;
    for (int64_t i = 0; i < puts; ++i) {
      const uint64_t number = next_key();
      const Slice value = t->values.Next();
      Status s = batch.Put(t->Family(number), t->keys.Make(number), value);
      if (!s.ok()) return s;
      bytes += t->settings.key_size + static_cast<int64_t>(value.size());
    }
    // The benchmark asked for this wait, not the engine: latencies leave it out.
    if (gate.limited()) {
      gate.Wait(bytes);
      t->stats.SkipTime();
    }
    Status s = t->db->Write(t->write_options, &batch);
    if (!s.ok()) return s;
    t->stats.AddBytes(bytes);
    t->stats.AddUserWrite(bytes);
    t->stats.Finish(OpKind::kWrite, puts);
  }
  return Status::OK();
}

Status FillSequential(ThreadContext* t) {
  uint64_t number = 0;
  return PutLoop(t, t->Budget(t->settings.writes, 0), [&] { return number++; });
}

Status FillRandom(ThreadContext* t) {
  const uint64_t num = static_cast<uint64_t>(t->settings.num);
  return PutLoop(t, t->Budget(t->settings.writes, t->settings.duration),
                 [t, num] { return t->rng.Below(num); });
}

// The threads share one permutation: each takes every threads-th position.
Status FillUnique(ThreadContext* t) {
  const uint64_t num = static_cast<uint64_t>(t->settings.num);
  const Permutation order(num, t->settings.seed);
  uint64_t position = static_cast<uint64_t>(t->index);
  const uint64_t step = static_cast<uint64_t>(t->threads);
  const int64_t mine = static_cast<int64_t>((num + step - 1 - position) / step);
  return PutLoop(t, t->Budget(std::min(mine, t->settings.writes), 0), [&] {
    const uint64_t number = order(position);
    position += step;
    return number;
  });
}

constexpr Workload kFillTable[] = {
    {.name = "fillseq",
     .sentence = "put --num keys in order, into an empty database",
     .body = FillSequential,
     .fresh_db = true},
    {.name = "fillrandom",
     .sentence = "put --num random keys into an empty database",
     .body = FillRandom,
     .fresh_db = true},
    {.name = "filluniquerandom",
     .sentence =
         "put every key once, in random order, into an empty database; threads share the keys",
     .body = FillUnique,
     .fresh_db = true},
    {.name = "fillbatch",
     .sentence = "fillseq in batches of 1000",
     .body = FillSequential,
     .fresh_db = true,
     .batch_size = 1000},
    {.name = "fillsync",
     .sentence = "fillrandom of --num/1000 keys, each write synced",
     .body = FillRandom,
     .fresh_db = true,
     .num_divisor = 1000,
     .sync = true},
    {.name = "fill100K",
     .sentence = "fillrandom of --num/1000 keys with values of 100000 bytes",
     .body = FillRandom,
     .fresh_db = true,
     .num_divisor = 1000,
     .value_size = 100000},
    {.name = "overwrite",
     .sentence = "put --num random keys into the database as it is",
     .body = FillRandom},
    {.name = "ycsbload",
     .sentence = "YCSB load phase: the same as filluniquerandom",
     .body = FillUnique,
     .fresh_db = true},
};

}  // namespace

std::span<const Workload> FillWorkloads() { return kFillTable; }

}  // namespace bench
