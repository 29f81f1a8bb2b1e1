// Taking whole user keys: see clean_cut.h.
#include "version/clean_cut.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// True when both hold versions of one user key.
bool ShareAKey(const InternalKeyOrder& order, const FileMeta& left, const FileMeta& right) {
  return !left.ends_exclusive() &&
         ComparePlaces(order, left.largest_user_key(), right.smallest_user_key()) == 0;
}

}  // namespace

void CleanCut(const TreeVersion& tree, int level, UserRange* range, FileList* files) {
  files->clear();
  auto [first, last] = tree.OverlappingSpan(level, *range);
  if (first == last) return;
  const FileList& all = tree.files(level);
  // One file at a time: the versions of one key may reach over several files.
  while (first > 0 && ShareAKey(tree.order(), *all[first - 1], *all[first])) --first;
  while (last < all.size() && ShareAKey(tree.order(), *all[last - 1], *all[last])) ++last;
  files->assign(all.begin() + static_cast<ptrdiff_t>(first),
                all.begin() + static_cast<ptrdiff_t>(last));
  Extend(tree.order(), range, UserRange::Of(*files->front()));
  Extend(tree.order(), range, UserRange::Of(*files->back()));
}

std::vector<FileList> WholeKeys(const TreeVersion& tree, int level) {
  std::vector<FileList> groups;
  for (const FilePtr& file : tree.files(level)) {
    if (groups.empty() || !ShareAKey(tree.order(), *groups.back().back(), *file))
      groups.emplace_back();
    groups.back().push_back(file);
  }
  return groups;
}

}  // namespace ROCKSDB_NAMESPACE
