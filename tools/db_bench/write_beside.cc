// The writer beside reading benchmarks: see write_beside.h.
#include "tools/db_bench/write_beside.h"

#include "tools/db_bench/flags.h"

namespace bench {

Status WriteBesideOthers(ThreadContext* t) {
  const uint64_t num = static_cast<uint64_t>(t->settings.num);
  const bool own_end = FLAGS_finish_after_writes;
  SharedState* shared = t->shared;
  for (int64_t done = 0; !own_end || done < t->settings.writes; ++done) {
    if (shared->stop.load(std::memory_order_relaxed)) break;
    if (!own_end && shared->measured_running.load(std::memory_order_relaxed) == 0) break;
    const uint64_t number = t->rng.Below(num);
    const Slice value = t->values.Next();
    const int64_t bytes = t->settings.key_size + static_cast<int64_t>(value.size());
    shared->write_gate.Wait(bytes);
    Status s = t->db->Put(t->write_options, t->Family(number), t->keys.Make(number), value);
    if (!s.ok()) return s;
    t->stats.AddUserWrite(bytes);
    t->stats.Finish(OpKind::kWrite);
  }
  return Status::OK();
}

}  // namespace bench
