// One iterator over files that do not overlap, laid end to end: a level, or a run of disjoint
// Level 0 files (rule 8 of docs/buckets.md). A scan over many small files costs what a scan over
// one costs: at most one file is open at a time, and it is opened when the position first reaches
// it. compaction/file_list_iterator makes it. It knows nothing of versions, buckets or the table
// cache.
//
//   files        [--f0--]   [--f1--]      [----f2----]
//   Seek(k)                            ^ k            f2 is opened; f0 and f1 are not touched
//   Next() past f1's last key                         f1 is let go, f2 is opened and entered
#pragma once

#include <functional>
#include <memory>

#include "util/internal_iterator.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

// The bounds of ordered, disjoint files, as internal keys. The owner of the files implements it.
// Immutable, since iterators of several threads may share one.
class FileBoundsList {
 public:
  virtual ~FileBoundsList() = default;
  virtual size_t count() const = 0;
  // REQUIRES for both: i < count().
  virtual Slice smallest(size_t i) const = 0;
  virtual Slice largest(size_t i) const = 0;
};

// Opens file i and returns an iterator that the caller owns. Never returns nullptr: after a
// failure the iterator's status has the error. REQUIRES: callable as long as the concatenating
// iterator lives.
using FileOpener = std::function<InternalIterator*(size_t i)>;

struct ConcatOptions {
  // Exclusive user-key bound: going forward, files that begin at or beyond it are not opened.
  // nullptr: none. REQUIRES: outlives the iterator.
  const Slice* upper_bound = nullptr;
};

// The caller owns the result. The iterator shares `files`, so the owner's version may go away
// first. REQUIRES: order's comparator outlives the iterator.
InternalIterator* NewConcatIterator(const InternalKeyOrder& order,
                                    std::shared_ptr<const FileBoundsList> files, FileOpener opener,
                                    const ConcatOptions& options = {});

// Index of the first file whose largest key is at or after `ikey`; files.count() when there is
// none.
size_t FindFileFor(const InternalKeyOrder& order, const FileBoundsList& files, const Slice& ikey);

}  // namespace ROCKSDB_NAMESPACE
