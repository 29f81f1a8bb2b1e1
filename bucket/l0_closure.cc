// Closed sets of L0 files: see l0_closure.h.
#include "bucket/l0_closure.h"

#include <algorithm>

#include "version/clean_cut.h"

namespace ROCKSDB_NAMESPACE {

namespace {

uint64_t SumBytes(const FileList& files) {
  uint64_t bytes = 0;
  for (const FilePtr& f : files) bytes += f->file_size;
  return bytes;
}

double Ratio(uint64_t base, uint64_t l0) {
  return static_cast<double>(base) / static_cast<double>(std::max<uint64_t>(1, l0));
}

}  // namespace

bool FindFreeBase(const L0View& view, const UserRange& range, FileList* base) {
  const L0PickInput& in = view.in();
  // The range the job will write is that of both sides: base files reach beyond the level-0 files,
  // and their neighbours may be inputs of a job whose output fills the gap (hazard 2).
  UserRange covered = range;
  CleanCut(*in.tree, in.base_level, &covered, base);
  if (view.held().AnyOf(*base)) return false;
  return std::none_of(in.jobs->begin(), in.jobs->end(), [&](const RunningJob& job) {
    return job.exclusive || WritesInto(view.order(), job, in.base_level, covered);
  });
}

void L0Closure::Join(uint32_t index, Draft* draft) const {
  const auto [first, last] = view_.in().tree->l0().SpanOf(index);
  const UserRange range = UserRange::Of(*view_.files()[index]);
  if (draft->members.empty()) draft->range = range;
  Extend(view_.order(), &draft->range, range);
  draft->members.push_back(index);
  draft->first = std::min(draft->first, first);
  draft->last = std::max(draft->last, last);
  draft->bytes += view_.files()[index]->file_size;
}

// The newest member does not change here: only older files join. Each round looks at all of them
// again, since a file that widens the range may reach one that was passed over before.
bool L0Closure::Close(Draft* draft) const {
  const L0Intervals& l0 = view_.in().tree->l0();
  std::vector<bool> joined = member_;
  for (uint32_t i : draft->members) joined[i] = true;
  const uint32_t newest = *std::min_element(draft->members.begin(), draft->members.end());
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = newest + 1; i < joined.size(); ++i) {
      const auto [first, last] = l0.SpanOf(i);
      if (joined[i] || last < draft->first || first > draft->last) continue;
      // An older file that stays in level 0 while newer ones go down would hide them (hazard 1).
      if (view_.busy(i)) return false;
      Join(i, draft);
      joined[i] = grew = true;
    }
  }
  return true;
}

// Beyond the limit a job still grows while it rewrites more of the base level than it takes out of
// level 0 and the next file makes that ratio better: many small files over a wide range would else
// rewrite the same base files one by one.
bool L0Closure::TooLarge(const Draft& draft, const FileList& base) const {
  const uint64_t base_bytes = SumBytes(base);
  if (draft.bytes + base_bytes <= view_.in().max_job_bytes) return false;
  const double ratio = Ratio(base_bytes, draft.bytes);
  return ratio < 1 || ratio > Ratio(SumBytes(base_), now_.bytes);
}

bool L0Closure::TryAdd(uint32_t index) {
  if (view_.busy(index)) return false;
  Draft draft = now_;
  Join(index, &draft);
  if (!Close(&draft)) return false;
  FileList base;
  if (!FindFreeBase(view_, draft.range, &base)) return false;
  // Last, since it is no reason to leave a bucket alone for ever: the first file may exceed the
  // limit.
  if (!empty() && TooLarge(draft, base)) return false;
  now_ = std::move(draft);
  for (uint32_t i : now_.members) member_[i] = true;
  base_ = std::move(base);
  return true;
}

FileList L0Closure::Files() const {
  std::vector<uint32_t> sorted = now_.members;
  std::sort(sorted.begin(), sorted.end());
  FileList files;
  files.reserve(sorted.size());
  for (uint32_t i : sorted) files.push_back(view_.files()[i]);
  return files;
}

}  // namespace ROCKSDB_NAMESPACE
