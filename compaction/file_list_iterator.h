// Iterators over several files of one tree: a sorted level, or a group of disjoint L0 files. Used
// by reads and compactions; the opener knows how to reach the tables.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "table/concat_iterator.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// Never returns nullptr; a failure is an iterator with that status.
using TableOpener = std::function<InternalIterator*(const FilePtr&)>;

// Lays disjoint `files`, in key order, end to end. The files are kept alive by the iterator.
InternalIterator* NewFileListIterator(const InternalKeyOrder& order, FileList files,
                                      TableOpener open, const ConcatOptions& options = {});

// Distributes files over as few groups of mutually disjoint files as a greedy pass finds; each in
// key order.
std::vector<FileList> GroupDisjoint(const InternalKeyOrder& order, FileList files);

}  // namespace ROCKSDB_NAMESPACE
