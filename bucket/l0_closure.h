// Grows a closed set of L0 files (see l0_picker.h) and finds what it needs at the base level. Used
// by l0_picker, and by the pickers that start from given files (aged, marked, manual). Pure, on one
// thread; refers to an L0View that must outlive it.
//
//      newest   f9                [-------]
//               f7        [-----------]           TryAdd(f7): joins f7, then every older file over
//               f5   [---------]                  the range so far, until none is left: f5, f4.
//      oldest   f4  [----]                        f9 is newer and stays.
//      base        [ b1 ][ b2 ][ b3 ][ b4 ]       needs b1 b2 b3, all idle, their range free
//
// All or nothing: a file joins with everything that must come along, or the set stays as it was.
#pragma once

#include <cstdint>
#include <vector>

#include "bucket/l0_view.h"

namespace ROCKSDB_NAMESPACE {

// Which files of the base level a range needs, whole user keys only (a user key split over two
// files pulls in both). False when one of them is busy or a running job writes into the range they
// and `range` cover together.
bool FindFreeBase(const L0View& view, const UserRange& range, FileList* base);

// A set of L0 files that is closed at all times, and the base files it needs. Starts empty.
class L0Closure {
 public:
  explicit L0Closure(const L0View& view) : view_(view), member_(view.files().size(), false) {}

  // Adds file `index` (of the newest-first list) and all that must come with it, provided every one
  // of them is idle, the base is free and the job stays below the byte limit. The first file may
  // exceed it, and so may those that make rewriting the base cheaper. False: unchanged. REQUIRES:
  // the file is no member.
  bool TryAdd(uint32_t index);

  bool empty() const { return now_.members.empty(); }
  // Newest first.
  FileList Files() const;
  const FileList& base() const { return base_; }

 private:
  // Files in order of joining, and the L0 intervals from the first to the last that they cover. L0
  // files overlap exactly where their intervals do, so that growing needs no key comparison.
  struct Draft {
    std::vector<uint32_t> members;
    uint32_t first = UINT32_MAX;
    uint32_t last = 0;
    uint64_t bytes = 0;
    // Of the members; meaningless without any.
    UserRange range;
  };
  void Join(uint32_t index, Draft* draft) const;
  // Closes over age and overlap; false when a busy file would have to join.
  bool Close(Draft* draft) const;
  bool TooLarge(const Draft& draft, const FileList& base) const;

  const L0View& view_;
  Draft now_;
  // Of each L0 file: whether it is in now_.members.
  std::vector<bool> member_;
  FileList base_;
};

}  // namespace ROCKSDB_NAMESPACE
