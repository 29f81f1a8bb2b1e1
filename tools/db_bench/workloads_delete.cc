// Benchmarks that delete. Bodies run on measured threads.
#include "tools/db_bench/workload.h"

namespace bench {
namespace {

template <typename NextKey>
Status DeleteLoop(ThreadContext* t, OpBudget budget, NextKey next_key) {
  const int64_t batch_size = t->settings.batch_size;
  WriteBatch batch;
  while (const int64_t deletes = budget.Claim(batch_size)) {
    batch.Clear();
    for (int64_t i = 0; i < deletes; ++i) {
      const uint64_t number = next_key();
      Status s = batch.Delete(t->Family(number), t->keys.Make(number));
      if (!s.ok()) return s;
    }
    Status s = t->db->Write(t->write_options, &batch);
    if (!s.ok()) return s;
    t->stats.AddUserWrite(t->settings.key_size * deletes);
    t->stats.Finish(OpKind::kDelete, deletes);
  }
  return Status::OK();
}

Status DeleteSequential(ThreadContext* t) {
  uint64_t number = 0;
  return DeleteLoop(t, t->Budget(t->settings.deletes, 0), [&] { return number++; });
}

Status DeleteRandom(ThreadContext* t) {
  const uint64_t num = static_cast<uint64_t>(t->settings.num);
  return DeleteLoop(t, t->Budget(t->settings.deletes, t->settings.duration),
                    [t, num] { return t->rng.Below(num); });
}

constexpr Workload kDeleteTable[] = {
    {.name = "deleteseq", .sentence = "delete --num keys in order", .body = DeleteSequential},
    {.name = "deleterandom", .sentence = "delete --num random keys", .body = DeleteRandom},
};

}  // namespace

std::span<const Workload> DeleteWorkloads() { return kDeleteTable; }

}  // namespace bench
