// Picking from level 0: see l0_picker.h.
#include "bucket/l0_picker.h"

#include <algorithm>
#include <utility>

#include "bucket/l0_closure.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// With buckets off all files touch the one bucket.
bool InBucket(const L0PickInput& in, size_t bucket, const FileMeta& f) {
  return in.map == nullptr || in.map->Touches(bucket, UserRange::Of(f));
}

// First and last bucket that `range` touches.
std::pair<size_t, size_t> BucketsOf(const L0PickInput& in, const UserRange& range) {
  return in.map == nullptr ? std::pair<size_t, size_t>{0, 0} : in.map->BucketsOf(range);
}

void MeasureDepths(const L0PickInput& in, const FilesInJobs& busy, std::vector<BucketLoad>* loads) {
  const auto& intervals = in.tree->l0().intervals();
  const FileList& files = in.tree->files(0);
  for (size_t k = 0; k + 1 < intervals.size(); k++) {
    size_t idle = 0;
    for (uint32_t i : intervals[k].files) idle += busy.Holds(*files[i]) ? 0 : 1;
    // An interval up to and with a key: its end is exclusive only when the next one begins at, not
    // after, that key.
    const auto& end = intervals[k + 1];
    const auto [first, last] = BucketsOf(in, {intervals[k].begin, end.begin, !end.begin_exclusive});
    for (size_t b = first; b <= last; b++) {
      (*loads)[b].depth = std::max((*loads)[b].depth, idle);
      (*loads)[b].depth_all = std::max((*loads)[b].depth_all, intervals[k].files.size());
    }
  }
}

void AddFile(const L0PickInput& in, const FileMeta& f, BucketLoad* load) {
  if (load->files++ == 0) load->hull = UserRange::Of(f);
  load->l0_bytes += f.file_size;
  Extend(in.tree->order(), &load->hull, UserRange::Of(f));
}

// Idle files of each bucket, and the bytes a job over all of them would take.
void MeasureFiles(const L0PickInput& in, const FilesInJobs& busy, std::vector<BucketLoad>* loads) {
  for (const FilePtr& f : in.tree->files(0)) {
    if (busy.Holds(*f)) continue;
    const auto [first, last] = BucketsOf(in, UserRange::Of(*f));
    for (size_t b = first; b <= last; b++) AddFile(in, *f, &(*loads)[b]);
  }
  if (in.base_level >= in.tree->num_levels()) return;
  for (BucketLoad& load : *loads) {
    if (load.files > 0) load.base_bytes = in.tree->BytesOverlapping(in.base_level, load.hull);
  }
}

size_t Buckets(const L0PickInput& in) { return in.map == nullptr ? 1 : in.map->size(); }

bool StockWouldWait(const L0PickInput& in) {
  return in.map == nullptr && std::any_of(in.jobs->begin(), in.jobs->end(),
                                          [](const RunningJob& j) { return j.start_level == 0; });
}

bool AnyExclusive(const L0PickInput& in) {
  return std::any_of(in.jobs->begin(), in.jobs->end(),
                     [](const RunningJob& job) { return job.exclusive; });
}

bool Due(const L0PickInput& in, const BucketLoad& load) {
  if (in.trigger < 1 || load.files == 0) return false;
  return in.by_size || BucketWeight(load) >= static_cast<size_t>(in.trigger);
}

// Due buckets: most files first, then the smallest job, then the lowest keys.
std::vector<BucketLoad> Candidates(const L0PickInput& in) {
  std::vector<BucketLoad> loads = MeasureBuckets(in);
  loads.erase(std::remove_if(loads.begin(), loads.end(),
                             [&](const BucketLoad& load) { return !Due(in, load); }),
              loads.end());
  std::stable_sort(loads.begin(), loads.end(), [](const BucketLoad& a, const BucketLoad& b) {
    if (BucketWeight(a) != BucketWeight(b)) return BucketWeight(a) > BucketWeight(b);
    return a.l0_bytes + a.base_bytes < b.l0_bytes + b.base_bytes;
  });
  return loads;
}

double WeightOverTrigger(const L0PickInput& in, const BucketLoad& load) {
  return static_cast<double>(BucketWeight(load)) / in.trigger;
}

// Files of the bucket join from the oldest up; the first that cannot join ends it, because
// everything newer that overlaps it could not join either, and everything else is better left to
// its own job.
std::optional<L0Pick> GrowInBucket(const L0PickInput& in, const FilesInJobs& busy,
                                   const BucketLoad& load) {
  L0Closure closure(in, busy);
  const FileList& files = in.tree->files(0);
  for (size_t n = files.size(); n-- > 0;) {
    const auto i = static_cast<uint32_t>(n);
    if (!InBucket(in, load.bucket, *files[i]) || closure.Has(i)) continue;
    closure.TryAdd(i);
  }
  if (closure.empty()) return std::nullopt;
  L0Pick pick;
  pick.l0 = closure.Files();
  pick.base = closure.base();
  pick.bucket = load.bucket;
  pick.disjoint = closure.Disjoint();
  pick.weight = WeightOverTrigger(in, load);
  return pick;
}

// The longest row of idle files, newest first, that may become one file: of the files that overlap
// the row's range none lies between its members in age without being one of them. Takes one more
// file as long as that lowers the bytes rewritten per file saved.
class IntraL0Row {
 public:
  IntraL0Row(const L0PickInput& in, const FilesInJobs& busy, size_t bucket)
      : in_(in), busy_(busy), bucket_(bucket) {}

  FileList Find() {
    const FileList& files = in_.tree->files(0);
    for (uint32_t i = 0; i < files.size(); i++) {
      if (!InBucket(in_, bucket_, *files[i])) continue;
      if (busy_.Holds(*files[i])) {
        if (row_.empty()) continue;
        break;
      }
      if (!TryAppend(i)) break;
    }
    return Files();
  }

 private:
  bool TryAppend(uint32_t i) {
    const FileMeta& f = *in_.tree->files(0)[i];
    UserRange range = UserRange::Of(f);
    if (row_.empty()) {
      Accept(i, range);
      return true;
    }
    Extend(in_.tree->order(), &range, range_);
    if (Interleaved(range, i) || bytes_ + f.file_size > in_.max_job_bytes) return false;
    // bytes / (n - 1) must not rise: comparing cross-multiplied, n = files so far.
    const uint64_t n = row_.size();
    if (n >= 2 && (bytes_ + f.file_size) * (n - 1) >= bytes_ * n) return false;
    Accept(i, range);
    return true;
  }
  // A file that is not in the row lies between the newest of the row and file `last`, over the
  // range.
  bool Interleaved(const UserRange& range, uint32_t last) const {
    for (uint32_t i = row_.front() + 1; i < last; i++) {
      if (std::find(row_.begin(), row_.end(), i) != row_.end()) continue;
      if (Overlaps(in_.tree->order(), range, UserRange::Of(*in_.tree->files(0)[i]))) return true;
    }
    return false;
  }
  void Accept(uint32_t i, const UserRange& range) {
    row_.push_back(i);
    range_ = range;
    bytes_ += in_.tree->files(0)[i]->file_size;
  }
  FileList Files() const {
    FileList files;
    for (uint32_t i : row_) files.push_back(in_.tree->files(0)[i]);
    return files;
  }

  const L0PickInput& in_;
  const FilesInJobs& busy_;
  const size_t bucket_;
  std::vector<uint32_t> row_;
  UserRange range_;
  uint64_t bytes_ = 0;
};

// Two jobs that leave level 0 for overlapping ranges can not run side by side.
bool MeetsAny(const InternalKeyOrder& order, const std::vector<UserRange>& ranges,
              const UserRange& range) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const UserRange& r) { return Overlaps(order, r, range); });
}

}  // namespace

std::vector<BucketLoad> MeasureBuckets(const L0PickInput& in) {
  const FilesInJobs busy(*in.jobs);
  std::vector<BucketLoad> loads(Buckets(in));
  for (size_t i = 0; i < loads.size(); i++) loads[i].bucket = i;
  MeasureDepths(in, busy, &loads);
  MeasureFiles(in, busy, &loads);
  // Stock counts files, wherever they lie.
  if (in.map == nullptr) loads[0].depth = loads[0].files;
  return loads;
}

size_t BucketWeight(const BucketLoad& load) { return std::max(load.depth, load.files / kSpread); }

std::optional<L0Pick> PickL0ToBase(const L0PickInput& in) {
  if (StockWouldWait(in) || AnyExclusive(in)) return std::nullopt;
  const FilesInJobs busy(*in.jobs);
  for (const BucketLoad& load : Candidates(in)) {
    if (auto pick = GrowInBucket(in, busy, load)) return pick;
  }
  return std::nullopt;
}

std::optional<L0Pick> PickIntraL0(const L0PickInput& in) {
  if (AnyExclusive(in)) return std::nullopt;
  const FilesInJobs busy(*in.jobs);
  for (const BucketLoad& load : Candidates(in)) {
    if (load.depth < static_cast<size_t>(in.trigger) + 2) continue;
    L0Pick pick;
    pick.l0 = IntraL0Row(in, busy, load.bucket).Find();
    if (pick.l0.size() < kIntraL0Min) continue;
    pick.bucket = load.bucket;
    pick.intra_l0 = true;
    pick.weight = WeightOverTrigger(in, load);
    return pick;
  }
  return std::nullopt;
}

size_t EligibleL0Jobs(const L0PickInput& in, size_t limit) {
  if (StockWouldWait(in) || AnyExclusive(in)) return 0;
  std::vector<UserRange> taken;
  for (const RunningJob& job : *in.jobs) {
    if (job.start_level == 0 || job.output_level == in.base_level) taken.push_back(job.range());
  }
  size_t count = 0;
  for (const BucketLoad& load : Candidates(in)) {
    if (count >= limit) break;
    if (MeetsAny(in.tree->order(), taken, load.hull)) continue;
    taken.push_back(load.hull);
    count++;
  }
  return count;
}

}  // namespace ROCKSDB_NAMESPACE
