// Iterators over several files of one tree: a sorted level, or a group of disjoint L0 files. Used
// by reads and compactions; the opener knows how to reach the tables.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "table/concat_iterator.h"
#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// Called when the iterator gets to a file, so possibly long after it was made.
// Never returns nullptr; a failure is an iterator with that status.
using TableOpener = std::function<InternalIterator*(const FilePtr&)>;

// Lays disjoint `files`, in key order, end to end; opens each when it is reached. The files are
// kept alive by the iterator, except that a single one is its opener's iterator itself. The caller
// owns the result.
InternalIterator* NewFileListIterator(const InternalKeyOrder& order, FileList files,
                                      TableOpener open, const ConcatOptions& options = {});

// The same over files that somebody else holds, such as a tree that is there for as long as the
// iterator: it costs nothing for each file. REQUIRES: `files` outlive the result.
InternalIterator* NewFileSpanIterator(const InternalKeyOrder& order, std::span<const FilePtr> files,
                                      TableOpener open, const ConcatOptions& options = {});

// Distributes files over groups of mutually disjoint files, as few as a greedy pass in key order
// finds; each in key order. A merge then has a child for each group instead of each file. The
// groups are in no order of age: they serve a merge by internal key, not one that reads newest
// first.
std::vector<FileList> GroupDisjoint(const InternalKeyOrder& order, FileList files);

}  // namespace ROCKSDB_NAMESPACE
