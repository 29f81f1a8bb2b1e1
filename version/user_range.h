// A range of user keys whose end may be exclusive, and the overlap tests that every decision about
// files uses. Hazard 3: a file cut at a bucket boundary by a range tombstone ends exclusively
// there; it must not be taken to overlap the neighbour that begins at that key.
//
//       [a ----- g)          ends exclusively at g: EndsBefore the next
//                [g ---- p]  overlaps [p - z], not [q - z]
#pragma once

#include "rocksdb/slice.h"
#include "util/internal_key.h"
#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

// Orders user keys by their place in the key space: timestamps excluded, because all versions of a
// key belong together wherever files, buckets or jobs are separated (hazard 4).
inline int ComparePlaces(const InternalKeyOrder& order, const Slice& a, const Slice& b) {
  return order.bytewise() ? a.compare(b) : order.user_comparator()->CompareWithoutTimestamp(a, b);
}

// [smallest, largest] or, when exclusive_end, [smallest, largest). The slices' owner must outlive
// it; a range Of() a file points into that file's bounds.
struct UserRange {
  Slice smallest;
  Slice largest;
  bool exclusive_end = false;

  static UserRange Of(const FileMeta& f) {
    return UserRange{f.smallest_user_key(), f.largest_user_key(), f.ends_exclusive()};
  }
};

// True when every key of `a` is smaller than every key of `b`.
inline bool EndsBefore(const InternalKeyOrder& order, const UserRange& a, const UserRange& b) {
  const int c = ComparePlaces(order, a.largest, b.smallest);
  return c < 0 || (c == 0 && a.exclusive_end);
}
inline bool Overlaps(const InternalKeyOrder& order, const UserRange& a, const UserRange& b) {
  return !EndsBefore(order, a, b) && !EndsBefore(order, b, a);
}
inline bool Contains(const InternalKeyOrder& order, const UserRange& range, const Slice& user_key) {
  if (ComparePlaces(order, user_key, range.smallest) < 0) return false;
  const int c = ComparePlaces(order, user_key, range.largest);
  return c < 0 || (c == 0 && !range.exclusive_end);
}
// Grows *range to cover `more`, whatever lies between them. Where both end at one key the inclusive
// end wins. Takes over the slices of `more`, so its owner must outlive *range too.
inline void Extend(const InternalKeyOrder& order, UserRange* range, const UserRange& more) {
  if (ComparePlaces(order, more.smallest, range->smallest) < 0) range->smallest = more.smallest;
  const int c = ComparePlaces(order, more.largest, range->largest);
  if (c > 0) {
    range->largest = more.largest;
    range->exclusive_end = more.exclusive_end;
  } else if (c == 0) {
    range->exclusive_end = range->exclusive_end && more.exclusive_end;
  }
}

}  // namespace ROCKSDB_NAMESPACE
