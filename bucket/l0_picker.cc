// Picking from level 0: see l0_picker.h.
//
//    PickL0ToBase   CandidatesToLeave: the buckets that are due, best first
//                     GrowInBucket: an L0Closure fed with the bucket's files, oldest first
//                       the first closure that is not empty is the pick
//    PickIntraL0    CandidatesWithin, if no file could go down: files next to each other in age
//    EligibleL0Jobs how many such picks could stand side by side, by loads and hulls alone
#include "bucket/l0_picker.h"

#include <algorithm>
#include <iterator>

#include "bucket/l0_closure.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Half-way from the trigger to the slow-down.
size_t Middle(const L0PickInput& in) {
  const auto trigger = static_cast<size_t>(std::max(1, in.trigger));
  return std::max(trigger, (trigger + static_cast<size_t>(std::max(0, in.slowdown))) / 2);
}

// One trigger's worth below the slow-down. The max keeps a slow-down near the trigger from lowering
// the weight.
size_t Deepest(const L0PickInput& in) {
  const int deepest = in.slowdown - std::max(1, in.trigger);
  return std::max(Middle(in), static_cast<size_t>(std::max(0, deepest)));
}

bool IsWithin(const RunningJob& job) { return job.start_level == 0 && job.output_level == 0; }

// A job out of level 0 would take a shared device from the flush, or from a job that keeps buckets
// from the slow-down meanwhile. That one bridges the moments between two flushes, too: what begins
// in one of them lasts for many flushes.
bool BelongsToOthers(const L0PickInput& in) {
  if (in.most_leaving == 0) return false;
  if (in.flush_first) return true;
  return FlushHasDevice(in.most_leaving) && std::any_of(in.jobs->begin(), in.jobs->end(), IsWithin);
}

// How far `running` jobs raise the weight at which a bucket is due: see the diagram in l0_picker.h.
// At Deepest() no bucket waits any longer.
size_t PacedTrigger(const L0PickInput& in, size_t running) {
  const auto trigger = static_cast<size_t>(std::max(1, in.trigger));
  if (BelongsToOthers(in)) return Deepest(in);
  if (running < in.pace && !in.flush_first) return trigger;
  const size_t beyond = running - std::min<size_t>(running, in.pace);
  return std::min(Middle(in) + trigger * beyond, Deepest(in));
}

bool Due(const L0View& view, const BucketLoad& load, bool by_size, size_t running) {
  if (view.in().trigger < 1 || load.files == 0) return false;
  return by_size || BucketWeight(load) >= DueWeight(view.in(), load, running);
}

// Of the files that make a bucket this deep, running jobs hold so many that no other job may leave
// level 0 yet; but flushes go on.
bool IsDeepBehindJobs(const L0PickInput& in, const BucketLoad& load) {
  if (in.map == nullptr || in.pace == 0 || in.trigger < 1) return false;
  return load.depth_all >= Deepest(in) && BucketWeight(load) >= static_cast<size_t>(in.trigger);
}

// For a job within level 0. On a shared device that is all that keeps a bucket from the slow-down,
// so two run whenever they can; further ones would take the device from the flush before they must.
bool DueWithin(const L0View& view, const BucketLoad& load) {
  const L0PickInput& in = view.in();
  if (in.most_leaving == 0) {
    return Due(view, load, false, in.jobs->size()) || IsDeepBehindJobs(in, load);
  }
  // No flush fills level 0: jobs out of it are to begin once those that run are done.
  if (FlushHasDevice(in.most_leaving) && view.within() > 0 && !in.flush_first) return false;
  const auto trigger = static_cast<size_t>(std::max(1, in.trigger));
  return in.trigger >= 1 &&
         BucketWeight(load) >= (view.within() < kWithinAtTrigger ? trigger : Middle(in));
}

// Those that have waited too long first, then by most files, smallest job, lowest keys.
std::vector<BucketLoad> BestFirst(std::vector<BucketLoad> loads) {
  std::stable_sort(loads.begin(), loads.end(), [](const BucketLoad& a, const BucketLoad& b) {
    // The sort is stable, so buckets that are equal in all of this stay in key order: picks are
    // reproducible.
    if (a.overdue != b.overdue) return a.overdue;
    if (BucketWeight(a) != BucketWeight(b)) return BucketWeight(a) > BucketWeight(b);
    return a.l0_bytes + a.base_bytes < b.l0_bytes + b.base_bytes;
  });
  return loads;
}

template <typename IsDue>
std::vector<BucketLoad> Candidates(const L0View& view, IsDue due) {
  std::vector<BucketLoad> loads;
  std::copy_if(view.loads().begin(), view.loads().end(), std::back_inserter(loads), due);
  return BestFirst(std::move(loads));
}

std::vector<BucketLoad> CandidatesToLeave(const L0View& view, bool by_size) {
  return Candidates(view, [&](const BucketLoad& load) {
    return Due(view, load, by_size, view.in().jobs->size());
  });
}

std::vector<BucketLoad> CandidatesWithin(const L0View& view) {
  return Candidates(view, [&](const BucketLoad& load) { return DueWithin(view, load); });
}

double WeightOverTrigger(const L0View& view, const BucketLoad& load) {
  return static_cast<double>(BucketWeight(load)) / view.in().trigger;
}

// Files of the bucket join from the oldest up, each bringing older ones only, so that none is met
// that has joined already. One that cannot join keeps out, by closure, all newer ones that overlap
// it.
std::optional<L0Pick> GrowInBucket(const L0View& view, const BucketLoad& load) {
  L0Closure closure(view);
  for (auto i = static_cast<uint32_t>(view.files().size()); i-- > 0;) {
    if (view.InBucket(i, load.bucket)) closure.TryAdd(i);
  }
  if (closure.empty()) return std::nullopt;
  L0Pick pick;
  pick.l0 = closure.Files();
  pick.base = closure.base();
  pick.bucket = load.bucket;
  pick.weight = WeightOverTrigger(view, load);
  return pick;
}

// The longest series of idle files, newest first, that may become one file: of the files that
// overlap the series' range none lies between its members in age without being a member. Takes one
// more file as long as that lowers the cost per file saved.
class IntraL0Series {
 public:
  IntraL0Series(const L0View& view, size_t bucket) : view_(view), bucket_(bucket) {}

  FileList Find() {
    for (uint32_t i = 0; i < view_.files().size(); ++i) {
      if (!view_.InBucket(i, bucket_) || Has(now_, i)) continue;
      if (view_.busy(i)) {
        // A busy file newer than the series does not matter. One among its members would keep its
        // place in age while the output takes that of the oldest member: the series ends before it.
        if (now_.members.empty()) continue;
        break;
      }
      if (!TryAppend(i)) break;
    }
    return Files();
  }

 private:
  // The members that a series would have, and what they cover.
  struct Draft {
    std::vector<uint32_t> members;
    UserRange range;
    uint64_t bytes = 0;
  };

  bool TryAppend(uint32_t i) {
    Draft draft = now_;
    Join(i, &draft);
    // The output takes the place of the oldest member: a file that stays in between would hide the
    // newer data in it.
    if (!JoinBetween(i, &draft)) return false;
    if (now_.members.empty()) {
      now_ = std::move(draft);
      return true;
    }
    if (draft.bytes > view_.in().max_job_bytes) return false;
    // Cost / (n - 1) must not rise: comparing cross-multiplied, n = files so far.
    const uint64_t before = now_.members.size(), after = draft.members.size();
    if (before >= 2 && Cost(draft) * (before - 1) >= Cost(now_) * (after - 1)) return false;
    now_ = std::move(draft);
    return true;
  }
  void Join(uint32_t i, Draft* draft) const {
    const FileMeta& f = *view_.files()[i];
    if (draft->members.empty()) draft->range = UserRange::Of(f);
    Extend(view_.order(), &draft->range, UserRange::Of(f));
    draft->members.push_back(i);
    draft->bytes += f.file_size;
  }
  // Takes along the files between the newest member and file `last` that lie over the range, which
  // may grow by that. False: one of them is busy.
  bool JoinBetween(uint32_t last, Draft* draft) const {
    for (bool grew = true; grew;) {
      grew = false;
      for (uint32_t i = draft->members.front() + 1; i < last; ++i) {
        if (Has(*draft, i)) continue;
        if (!Overlaps(view_.order(), draft->range, UserRange::Of(*view_.files()[i]))) continue;
        if (view_.busy(i)) return false;
        Join(i, draft);
        grew = true;
      }
    }
    return true;
  }
  uint64_t Cost(const Draft& draft) const {
    return draft.bytes + (view_.in().most_leaving > 0 ? kCostOfJob : 0);
  }
  static bool Has(const Draft& draft, uint32_t i) {
    return std::find(draft.members.begin(), draft.members.end(), i) != draft.members.end();
  }
  FileList Files() const {
    FileList files;
    std::vector<uint32_t> sorted = now_.members;
    std::sort(sorted.begin(), sorted.end());
    for (uint32_t i : sorted) files.push_back(view_.files()[i]);
    return files;
  }

  const L0View& view_;
  const size_t bucket_;
  Draft now_;
};

// For what it would save. REQUIRES: two files or more.
bool IsDear(const L0View& view, const FileList& files) {
  uint64_t bytes = 0;
  for (const FilePtr& f : files) bytes += f->file_size;
  return bytes / (files.size() - 1) >= view.in().max_bytes_saving_a_file;
}

// Two jobs that leave level 0 for overlapping ranges cannot run side by side.
bool MeetsAny(const InternalKeyOrder& order, const std::vector<UserRange>& ranges,
              const UserRange& range) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const UserRange& r) { return Overlaps(order, r, range); });
}

}  // namespace

uint32_t JobsAtTheTrigger(uint32_t processors, uint32_t threads, uint32_t demand) {
  const uint32_t left = processors > 1 ? processors - 1 : 1;
  const uint32_t most = std::max(left, threads > 2 ? threads - 2 : 1);
  const uint64_t busy = uint64_t{left} * 100 / std::clamp<uint32_t>(demand, 1, 100);
  return static_cast<uint32_t>(std::min<uint64_t>(busy, most));
}

size_t DueWeight(const L0PickInput& in, const BucketLoad& load, size_t running) {
  // What is held back makes its job cheaper as long as all of it goes in one.
  const bool full = BelongsToOthers(in) && load.l0_bytes >= in.max_job_bytes;
  if (in.map == nullptr || in.pace == 0 || load.overdue || full)
    return static_cast<size_t>(std::max(1, in.trigger));
  const size_t due = PacedTrigger(in, running);
  // While no other job runs a costly one may start: waiting would leave the processors idle. A
  // shared device is not idle while a flush is at work.
  const bool may_wait = running > 0 || BelongsToOthers(in);
  if (!may_wait || !load.filling || load.base_bytes <= kFairBase * load.l0_bytes) return due;
  const uint64_t fair = due * load.base_bytes / (kFairBase * std::max<uint64_t>(1, load.l0_bytes));
  const size_t latest = in.most_leaving > 0 ? Deepest(in) : Middle(in);
  return std::max<size_t>(due, std::min<uint64_t>(fair, latest));
}

std::optional<L0Pick> PickL0ToBase(const L0View& view, bool by_size) {
  if (view.may_leave() == 0 || view.any_exclusive()) return std::nullopt;
  for (const BucketLoad& load : CandidatesToLeave(view, by_size)) {
    if (auto pick = GrowInBucket(view, load)) return pick;
  }
  return std::nullopt;
}

std::optional<L0Pick> PickIntraL0(const L0View& view) {
  if (view.any_exclusive()) return std::nullopt;
  for (const BucketLoad& load : CandidatesWithin(view)) {
    // Two more than the trigger, as in stock: the job out of level 0 rewrites the data again, so a
    // job within level 0 has to save some files. Depth counts idle files; those of a running job
    // leave soon.
    if (load.depth < static_cast<size_t>(view.in().trigger) + 2) continue;
    L0Pick pick;
    pick.l0 = IntraL0Series(view, load.bucket).Find();
    if (pick.l0.size() < kIntraL0Min || IsDear(view, pick.l0)) continue;
    pick.bucket = load.bucket;
    pick.intra_l0 = true;
    pick.weight = WeightOverTrigger(view, load);
    return pick;
  }
  return std::nullopt;
}

size_t EligibleL0Jobs(const L0View& view, size_t limit, bool by_size) {
  if (view.any_exclusive()) return 0;
  limit = std::min(limit, view.may_leave());
  std::vector<UserRange> taken;
  for (const RunningJob& job : *view.in().jobs) {
    // No second job can start within the range that such a job spans.
    if (job.start_level == 0 || job.output_level == view.in().base_level) {
      taken.push_back(job.range());
    }
  }
  size_t count = 0;
  for (const BucketLoad& load : CandidatesToLeave(view, by_size)) {
    if (count >= limit) break;
    // Lighter buckets may still be due, though the heaviest come first: a costly one waits where a
    // lighter one does not (kFairBase).
    if (!Due(view, load, by_size, view.in().jobs->size() + count)) continue;
    if (MeetsAny(view.order(), taken, load.hull)) continue;
    taken.push_back(load.hull);
    ++count;
  }
  return count;
}

}  // namespace ROCKSDB_NAMESPACE
