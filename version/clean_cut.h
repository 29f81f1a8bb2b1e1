// Whole user keys: which files of a level a job has to take for a range of keys. Versions of one
// key may lie in two neighbours, and leaving part of them behind would put newer ones below older
// ones. Used by every picker that reads a level below 0. Pure.
//
//     level   [a ---- k@9] [k@5 ---- p]  [q -- z]      range: [c, f]
//     taken   [a ---- k@9] [k@5 ---- p]                both hold versions of k
#pragma once

#include <vector>

#include "version/tree_version.h"
#include "version/user_range.h"

namespace ROCKSDB_NAMESPACE {

// Replaces *files by those of `level` that overlap *range, and adds neighbours until no further
// file shares a user key with an end. *range grows to cover them. REQUIRES: level >= 1.
void CleanCut(const TreeVersion& tree, int level, UserRange* range, FileList* files);

// The files of `level` in order, in groups that share no user key. REQUIRES: level >= 1.
std::vector<FileList> WholeKeys(const TreeVersion& tree, int level);

}  // namespace ROCKSDB_NAMESPACE
