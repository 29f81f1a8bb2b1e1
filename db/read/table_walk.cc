// See table_walk.h.
#include "db/read/table_walk.h"

namespace ROCKSDB_NAMESPACE {

TableWalk::TableWalk(const TreeVersion& tree, const Slice& user_key)
    : tree_(tree), user_key_(user_key) {
  const int interval = tree.l0().Find(tree.order(), user_key);
  if (interval >= 0) newest_ = &tree.l0().intervals()[static_cast<size_t>(interval)].files;
}

void TableWalk::EnterLevel(int level) {
  level_ = level;
  if (level <= tree_.deepest_level()) at_ = tree_.FirstFileAtOrAfter(level, user_key_);
}

const FileMeta* TableWalk::Next() {
  if (level_ == 0) {
    if (newest_ != nullptr && at_ < newest_->size()) return tree_.files(0)[(*newest_)[at_++]].get();
    EnterLevel(1);
  }
  for (; level_ <= tree_.deepest_level(); EnterLevel(level_ + 1)) {
    const FileList& files = tree_.files(level_);
    // Two files can share a user key only where the first ends with it; such trees come from old
    // libraries.
    if (at_ < files.size() &&
        tree_.order().CompareUserKeys(files[at_]->smallest_user_key(), user_key_) <= 0) {
      return files[at_++].get();
    }
  }
  return nullptr;
}

}  // namespace ROCKSDB_NAMESPACE
