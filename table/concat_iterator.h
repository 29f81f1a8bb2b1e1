// One iterator over files that do not overlap, laid end to end: a level, or a group of disjoint L0
// files. At most one file is open at a time, opened when the position first reaches it.
#pragma once

#include <functional>
#include <memory>

#include "util/internal_iterator.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

// The bounds of ordered, disjoint files, as internal keys. Implemented by whoever owns the files.
class FileBoundsList {
 public:
  virtual ~FileBoundsList() = default;
  virtual size_t count() const = 0;
  // REQUIRES for both: i < count().
  virtual Slice smallest(size_t i) const = 0;
  virtual Slice largest(size_t i) const = 0;
};

// Opens file i. Never returns nullptr: a failure is an iterator whose status tells.
using FileOpener = std::function<InternalIterator*(size_t i)>;

struct ConcatOptions {
  // Exclusive user-key bound: files that begin at or beyond it are not opened going forward.
  // nullptr: none. REQUIRES: outlives the iterator.
  const Slice* upper_bound = nullptr;
};

// `files` is shared so that the owner's version may go away first.
InternalIterator* NewConcatIterator(const InternalKeyOrder& order,
                                    std::shared_ptr<const FileBoundsList> files, FileOpener opener,
                                    const ConcatOptions& options = {});

// The first file whose largest key is at or after `ikey`; files.count() when there is none.
size_t FindFileFor(const InternalKeyOrder& order, const FileBoundsList& files, const Slice& ikey);

}  // namespace ROCKSDB_NAMESPACE
