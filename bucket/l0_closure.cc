// Closed sets of L0 files: see l0_closure.h.
#include "bucket/l0_closure.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

namespace {

uint64_t SumBytes(const FileList& files) {
  uint64_t bytes = 0;
  for (const FilePtr& f : files) bytes += f->file_size;
  return bytes;
}

UserRange Hull(const InternalKeyOrder& order, const UserRange& range, const FileList& files) {
  UserRange hull = range;
  for (const FilePtr& f : files) Extend(order, &hull, UserRange::Of(*f));
  return hull;
}

// True when files[i] and files[i + 1] hold versions of one user key.
bool ShareAKey(const InternalKeyOrder& order, const FileMeta& left, const FileMeta& right) {
  return !left.ends_exclusive() &&
         ComparePlaces(order, left.largest_user_key(), right.smallest_user_key()) == 0;
}

}  // namespace

void CleanCut(const TreeVersion& tree, int level, UserRange* range, FileList* files) {
  tree.FilesOverlapping(level, *range, files);
  const FileList& all = tree.files(level);
  if (files->empty()) return;
  size_t first =
      static_cast<size_t>(std::find(all.begin(), all.end(), files->front()) - all.begin());
  size_t last = first + files->size() - 1;
  while (first > 0 && ShareAKey(tree.order(), *all[first - 1], *all[first])) first--;
  while (last + 1 < all.size() && ShareAKey(tree.order(), *all[last], *all[last + 1])) last++;
  files->assign(all.begin() + static_cast<ptrdiff_t>(first),
                all.begin() + static_cast<ptrdiff_t>(last + 1));
  *range = Hull(tree.order(), *range, *files);
}

bool FindFreeBase(const L0PickInput& in, const FilesInJobs& busy, const UserRange& range,
                  FileList* base) {
  UserRange covered = range;
  CleanCut(*in.tree, in.base_level, &covered, base);
  if (busy.AnyOf(*base)) return false;
  return std::none_of(in.jobs->begin(), in.jobs->end(), [&](const RunningJob& job) {
    return job.exclusive || WritesInto(in.tree->order(), job, in.base_level, covered);
  });
}

bool L0Closure::Has(uint32_t index) const {
  return std::binary_search(members_.begin(), members_.end(), index);
}

uint64_t L0Closure::Bytes(const std::vector<uint32_t>& members) const {
  uint64_t bytes = 0;
  for (uint32_t i : members) bytes += in_.tree->files(0)[i]->file_size;
  return bytes;
}

bool L0Closure::Close(std::vector<uint32_t>* members, UserRange* range) const {
  const FileList& files = in_.tree->files(0);
  const InternalKeyOrder& order = in_.tree->order();
  std::vector<bool> member(files.size(), false);
  for (uint32_t i : *members) member[i] = true;
  const uint32_t newest = *std::min_element(members->begin(), members->end());
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = newest + 1; i < files.size(); i++) {
      if (member[i]) continue;
      const UserRange more = UserRange::Of(*files[i]);
      if (!Overlaps(order, *range, more)) continue;
      if (busy_.Holds(*files[i])) return false;
      members->push_back(i);
      member[i] = true;
      Extend(order, range, more);
      grew = true;
    }
  }
  std::sort(members->begin(), members->end());
  return true;
}

// The newest member never changes here: only older files join.
bool L0Closure::TryAdd(uint32_t index) {
  const FileList& files = in_.tree->files(0);
  if (busy_.Holds(*files[index])) return false;
  std::vector<uint32_t> members = members_;
  members.push_back(index);
  UserRange range = UserRange::Of(*files[index]);
  if (!empty()) Extend(in_.tree->order(), &range, range_);
  if (!Close(&members, &range)) return false;
  FileList base;
  if (!FindFreeBase(in_, busy_, range, &base)) return false;
  if (!empty() && Bytes(members) + SumBytes(base) > in_.max_job_bytes) return false;
  members_ = std::move(members);
  range_ = range;
  base_ = std::move(base);
  return true;
}

FileList L0Closure::Files() const {
  FileList files;
  for (uint32_t i : members_) files.push_back(in_.tree->files(0)[i]);
  return files;
}

bool L0Closure::Disjoint() const {
  const FileList& files = in_.tree->files(0);
  for (size_t a = 0; a < members_.size(); a++) {
    for (size_t b = a + 1; b < members_.size(); b++) {
      if (Overlaps(in_.tree->order(), UserRange::Of(*files[members_[a]]),
                   UserRange::Of(*files[members_[b]]))) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace ROCKSDB_NAMESPACE
