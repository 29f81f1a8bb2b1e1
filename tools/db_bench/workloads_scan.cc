// Benchmarks of iterators. Bodies run on measured threads.
#include <memory>

#include "tools/db_bench/flags.h"
#include "tools/db_bench/workload.h"
#include "tools/db_bench/write_beside.h"

namespace bench {
namespace {

int64_t EntrySize(const Iterator& it) {
  return static_cast<int64_t>(it.key().size() + it.value().size());
}

// Iterates over the column families, one after the other, up to --reads entries in all.
template <bool kForward>
Status ReadWhole(ThreadContext* t) {
  OpBudget budget = t->Budget(t->settings.reads, 0);
  for (ColumnFamilyHandle* family : t->shared->db->families()) {
    std::unique_ptr<Iterator> it(t->db->NewIterator(t->read_options, family));
    kForward ? it->SeekToFirst() : it->SeekToLast();
    while (it->Valid() && budget.Next()) {
      t->stats.AddBytes(EntrySize(*it));
      t->stats.Finish(OpKind::kRead);
      kForward ? it->Next() : it->Prev();
    }
    if (!it->status().ok()) return it->status();
  }
  return Status::OK();
}

// Sets bounds at most --max_scan_distance keys from the seek. The slices must outlive the iterator.
class ScanBounds {
 public:
  ScanBounds(const KeyMaker& keys, int64_t num, int64_t distance, bool backward)
      : maker_(keys),
        num_(static_cast<uint64_t>(num)),
        distance_(static_cast<uint64_t>(distance)),
        backward_(backward) {}

  void Apply(uint64_t start, ReadOptions* options) {
    if (distance_ == 0) return;
    if (backward_) {
      bound_ = maker_.Make(start > distance_ ? start - distance_ : 0);
      options->iterate_lower_bound = &bound_;
    } else {
      bound_ = maker_.Make(start + distance_ < num_ ? start + distance_ : num_);
      options->iterate_upper_bound = &bound_;
    }
  }
  bool active() const { return distance_ > 0; }

 private:
  KeyMaker maker_;
  Slice bound_;
  uint64_t num_;
  uint64_t distance_;
  bool backward_;
};

// Seeks to `key`, takes up to `steps` further entries, and adds their bytes to the stats.
bool SeekAndWalk(Iterator* it, const Slice& key, int64_t steps, bool backward, OpStats* stats) {
  it->Seek(key);
  const bool found = it->Valid() && it->key() == key;
  for (int64_t i = 0; i < steps && it->Valid(); ++i) {
    stats->AddBytes(EntrySize(*it));
    backward ? it->Prev() : it->Next();
  }
  return found;
}

Status SeekRandom(ThreadContext* t) {
  OpBudget budget = t->Budget(t->settings.reads, t->settings.duration);
  const int64_t steps = FLAGS_seek_nexts;
  const bool backward = FLAGS_reverse_iterator;
  ScanBounds bounds(t->keys, t->settings.num, FLAGS_max_scan_distance, backward);
  const uint64_t num = static_cast<uint64_t>(t->settings.num);
  ReadOptions options = t->read_options;
  OpStats::Tally& tally = t->stats.tally();
  RateGate& gate = t->shared->read_gate;
  std::unique_ptr<Iterator> kept;
  if (options.tailing) kept.reset(t->db->NewIterator(options, t->Family(0)));
  while (budget.Next()) {
    const uint64_t number = t->rng.Below(num);
    if (gate.limited()) {
      gate.Wait(1);
      t->stats.SkipTime();
    }
    std::unique_ptr<Iterator> own;
    if (kept == nullptr) {
      bounds.Apply(number, &options);
      own.reset(t->db->NewIterator(options, t->Family(number)));
    }
    Iterator* it = kept != nullptr ? kept.get() : own.get();
    ++tally.gets;
    tally.found += SeekAndWalk(it, t->keys.Make(number), steps, backward, &t->stats);
    if (!it->status().ok()) return it->status();
    // Deleting the iterator is part of the operation.
    own.reset();
    t->stats.Finish(OpKind::kSeek);
  }
  return Status::OK();
}

Status SeekWhileWriting(ThreadContext* t) {
  return t->stats.excluded() ? WriteBesideOthers(t) : SeekRandom(t);
}

Status NewIterators(ThreadContext* t) {
  OpBudget budget = t->Budget(t->settings.reads, t->settings.duration);
  for (uint64_t i = 0; budget.Next(); ++i) {
    std::unique_ptr<Iterator> it(t->db->NewIterator(t->read_options, t->Family(i)));
    if (!it->status().ok()) return it->status();
    it.reset();
    t->stats.Finish(OpKind::kOther);
  }
  return Status::OK();
}

constexpr Workload kScanTable[] = {
    {.name = "readseq", .sentence = "iterate forward over the database", .body = ReadWhole<true>},
    {.name = "readreverse",
     .sentence = "iterate backward over the database",
     .body = ReadWhole<false>},
    {.name = "seekrandom",
     .sentence = "seek to random keys, then --seek_nexts steps",
     .body = SeekRandom,
     .describe = FoundText},
    {.name = "seekrandomwhilewriting",
     .sentence = "seekrandom beside one thread that writes",
     .body = SeekWhileWriting,
     .describe = FoundText,
     .extra_writer = true},
    {.name = "newiterator", .sentence = "create and delete iterators", .body = NewIterators},
};

}  // namespace

std::span<const Workload> ScanWorkloads() { return kScanTable; }

}  // namespace bench
