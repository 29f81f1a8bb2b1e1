// The tables that may hold one user key, newest first: those of the key's interval of Level 0, then
// one of each level. It decides nothing and reads nothing. One thread.
#pragma once

#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

class TableWalk {
 public:
  // The tree and the key's bytes have to outlive this.
  TableWalk(const TreeVersion& tree, const Slice& user_key);

  // The next table; null: there is none left. It lives as long as the tree.
  const FileMeta* Next();
  // The level of the table that Next returned last.
  int level() const { return level_; }

 private:
  void EnterLevel(int level);

  const TreeVersion& tree_;
  const Slice user_key_;
  // The tables of the key in Level 0; null: none.
  const std::vector<uint32_t>* newest_ = nullptr;
  int level_ = 0;
  // Of the next table of this level: a place in *newest_ in Level 0, else in the level.
  size_t at_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
