// Benchmarks in which one thread both reads and writes. Bodies run on measured threads.
#include "tools/db_bench/flags.h"
#include "tools/db_bench/workload.h"

namespace bench {
namespace {

int64_t BytesOf(const ThreadContext& t, const Slice& value) {
  return t.settings.key_size + static_cast<int64_t>(value.size());
}

// The wait is not part of the operation. REQUIRES: the operation has not begun.
void PassWriteGate(ThreadContext* t, const Slice& value) {
  if (!t->shared->write_gate.limited()) return;
  t->shared->write_gate.Wait(BytesOf(*t, value));
  t->stats.SkipTime();
}

Status PutOne(ThreadContext* t, uint64_t number, const Slice& value) {
  t->stats.AddUserWrite(BytesOf(*t, value));
  return t->db->Put(t->write_options, t->Family(number), t->keys.Make(number), value);
}

Status ReadOrWrite(ThreadContext* t) {
  OpBudget budget = t->Budget(t->settings.reads_or_writes, t->settings.duration);
  const uint64_t num = static_cast<uint64_t>(t->settings.num);
  const uint64_t read_percent = static_cast<uint64_t>(FLAGS_readwritepercent);
  OpStats::Tally& tally = t->stats.tally();
  PinnableSlice value;
  while (budget.Next()) {
    const uint64_t number = t->rng.Below(num);
    if (t->rng.Below(100) < read_percent) {
      value.Reset();
      Status s = t->db->Get(t->read_options, t->Family(number), t->keys.Make(number), &value);
      if (!s.ok() && !s.IsNotFound()) return s;
      ++tally.gets;
      tally.found += s.ok();
      t->stats.Finish(OpKind::kRead);
    } else {
      const Slice fresh = t->values.Next();
      PassWriteGate(t, fresh);
      Status s = PutOne(t, number, fresh);
      if (!s.ok()) return s;
      ++tally.puts;
      t->stats.Finish(OpKind::kWrite);
    }
  }
  return Status::OK();
}

std::string ReadWriteText(const OpStats& stats) {
  const OpStats::Tally& tally = stats.tally();
  return "( reads:" + std::to_string(tally.gets) + " writes:" + std::to_string(tally.puts) +
         " total:" + std::to_string(tally.gets + tally.puts) +
         " found:" + std::to_string(tally.found) + ")";
}

Status Update(ThreadContext* t) {
  OpBudget budget = t->Budget(t->settings.reads_or_writes, t->settings.duration);
  const uint64_t num = static_cast<uint64_t>(t->settings.num);
  OpStats::Tally& tally = t->stats.tally();
  PinnableSlice old;
  while (budget.Next()) {
    const uint64_t number = t->rng.Below(num);
    const Slice value = t->values.Next();
    PassWriteGate(t, value);
    old.Reset();
    Status s = t->db->Get(t->read_options, t->Family(number), t->keys.Make(number), &old);
    if (!s.ok() && !s.IsNotFound()) return s;
    if (s.ok()) {
      ++tally.found;
      t->stats.AddBytes(BytesOf(*t, old));
    }
    s = PutOne(t, number, value);
    if (!s.ok()) return s;
    ++tally.puts;
    t->stats.AddBytes(BytesOf(*t, value));
    t->stats.Finish(OpKind::kUpdate);
  }
  return Status::OK();
}

std::string UpdateText(const OpStats& stats) {
  return "( updates:" + std::to_string(stats.tally().puts) +
         " found:" + std::to_string(stats.tally().found) + ")";
}

constexpr Workload kMixedTable[] = {
    {.name = "readrandomwriterandom",
     .sentence = "get or put random keys, --readwritepercent of them gets",
     .body = ReadOrWrite,
     .describe = ReadWriteText},
    {.name = "updaterandom",
     .sentence = "get a random key, then put it",
     .body = Update,
     .describe = UpdateText},
};

}  // namespace

std::span<const Workload> MixedWorkloads() { return kMixedTable; }

}  // namespace bench
