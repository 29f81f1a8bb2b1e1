// Benchmarks of point lookups, one key at a time or many. Bodies run on measured threads.
#include <cmath>

#include "tools/db_bench/flags.h"
#include "tools/db_bench/workload.h"
#include "tools/db_bench/write_beside.h"

namespace bench {
namespace {

// Key numbers, uniform or - with --read_random_exp_range - exponentially skewed and scattered.
class ReadKeys {
 public:
  explicit ReadKeys(ThreadContext* t)
      : rng_(&t->rng),
        num_(static_cast<uint64_t>(t->settings.num)),
        range_(FLAGS_read_random_exp_range) {}

  uint64_t Next() {
    const uint64_t drawn = rng_->Below(num_);
    if (range_ == 0) return drawn;
    const double skewed = std::exp(-rng_->Unit() * range_) * static_cast<double>(num_);
    return Scatter(static_cast<uint64_t>(skewed)) % num_;
  }

 private:
  Random* rng_;
  uint64_t num_;
  double range_;
};

template <typename MakeKey>
Status GetLoop(ThreadContext* t, MakeKey make_key) {
  OpBudget budget = t->Budget(t->settings.reads, t->settings.duration);
  ReadKeys numbers(t);
  PinnableSlice value;
  int64_t gets = 0;
  int64_t found = 0;
  RateGate& gate = t->shared->read_gate;
  while (budget.Next()) {
    const uint64_t number = numbers.Next();
    if (gate.limited()) {
      gate.Wait(1);
      t->stats.SkipTime();
    }
    value.Reset();
    const Slice key = make_key(number);
    Status s = t->db->Get(t->read_options, t->Family(number), key, &value);
    ++gets;
    if (s.ok()) {
      ++found;
      t->stats.AddBytes(static_cast<int64_t>(key.size() + value.size()));
    } else if (!s.IsNotFound()) {
      return s;
    }
    t->stats.Finish(OpKind::kRead);
  }
  t->stats.tally().gets = gets;
  t->stats.tally().found = found;
  return Status::OK();
}

Status ReadRandom(ThreadContext* t) {
  return GetLoop(t, [t](uint64_t number) { return t->keys.Make(number); });
}

// A key with a '.' behind it lies between two keys; no benchmark writes it.
Status ReadMissing(ThreadContext* t) {
  std::string key;
  return GetLoop(t, [t, &key](uint64_t number) {
    const Slice present = t->keys.Make(number);
    key.assign(present.data(), present.size());
    key.push_back('.');
    return Slice(key);
  });
}

// The keys of one MultiGet. The constructor allocates all memory, before the loop.
class KeyGroup {
 public:
  KeyGroup(size_t count, size_t key_size)
      : bytes_(count * key_size), keys(count), families(count), key_size_(key_size) {
    for (size_t i = 0; i < count; ++i) keys[i] = Slice(bytes_.data() + i * key_size, key_size);
  }
  void Set(size_t i, const Slice& key) {
    std::copy(key.data(), key.data() + key_size_, bytes_.data() + i * key_size_);
  }
  // REQUIRES: no more keys than before.
  void Shrink(size_t count) {
    keys.resize(count);
    families.resize(count);
  }

 private:
  std::vector<char> bytes_;

 public:
  std::vector<Slice> keys;
  std::vector<ColumnFamilyHandle*> families;

 private:
  size_t key_size_;
};

void DrawGroup(ThreadContext* t, ReadKeys* numbers, uint64_t stride, KeyGroup* group) {
  uint64_t number = numbers->Next();
  const uint64_t num = static_cast<uint64_t>(t->settings.num);
  for (size_t i = 0; i < group->keys.size(); ++i) {
    group->Set(i, t->keys.Make(number));
    group->families[i] = t->Family(number);
    number = stride > 0 ? (number + stride) % num : numbers->Next();
  }
}

Status MultiRead(ThreadContext* t) {
  const size_t most = static_cast<size_t>(t->settings.batch_size);
  const uint64_t stride = static_cast<uint64_t>(FLAGS_multiread_stride);
  const bool batched = FLAGS_multiread_batched;
  OpBudget budget = t->Budget(t->settings.reads, t->settings.duration);
  ReadKeys numbers(t);
  KeyGroup group(most, static_cast<size_t>(t->settings.key_size));
  std::vector<PinnableSlice> pinned(most);
  std::vector<std::string> copied(most);
  std::vector<Status> results(most);
  OpStats::Tally& tally = t->stats.tally();
  RateGate& gate = t->shared->read_gate;
  while (const int64_t gets = budget.Claim(t->settings.batch_size)) {
    const size_t count = static_cast<size_t>(gets);
    // The last of a run may be smaller.
    if (count < group.keys.size()) group.Shrink(count);
    if (gate.limited()) {
      gate.Wait(gets);
      t->stats.SkipTime();
    }
    DrawGroup(t, &numbers, stride, &group);
    if (batched) {
      for (PinnableSlice& value : pinned) value.Reset();
      t->db->MultiGet(t->read_options, count, group.families.data(), group.keys.data(),
                      pinned.data(), results.data());
    } else {
      results = t->db->MultiGet(t->read_options, group.families, group.keys, &copied);
    }
    for (size_t i = 0; i < count; ++i) {
      if (results[i].ok()) {
        ++tally.found;
        t->stats.AddBytes(t->settings.key_size +
                          static_cast<int64_t>(batched ? pinned[i].size() : copied[i].size()));
      } else if (!results[i].IsNotFound()) {
        return results[i];
      }
    }
    tally.gets += gets;
    t->stats.Finish(OpKind::kRead, gets);
  }
  return Status::OK();
}

Status ReadWhileWriting(ThreadContext* t) {
  return t->stats.excluded() ? WriteBesideOthers(t) : ReadRandom(t);
}

Status MultiReadWhileWriting(ThreadContext* t) {
  return t->stats.excluded() ? WriteBesideOthers(t) : MultiRead(t);
}

constexpr Workload kReadTable[] = {
    {.name = "readrandom",
     .sentence = "get random keys",
     .body = ReadRandom,
     .describe = FoundText},
    {.name = "readmissing",
     .sentence = "get keys that do not exist",
     .body = ReadMissing,
     .describe = FoundText},
    {.name = "multireadrandom",
     .sentence = "get random keys, --batch_size at a time",
     .body = MultiRead,
     .describe = FoundText},
    {.name = "readwhilewriting",
     .sentence = "get random keys beside one thread that writes",
     .body = ReadWhileWriting,
     .describe = FoundText,
     .extra_writer = true},
    {.name = "multireadwhilewriting",
     .sentence = "multireadrandom beside one thread that writes",
     .body = MultiReadWhileWriting,
     .describe = FoundText,
     .extra_writer = true},
};

}  // namespace

std::span<const Workload> ReadWorkloads() { return kReadTable; }

}  // namespace bench
