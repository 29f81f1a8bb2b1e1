// Decides whether an output file ends before a key: at a cut point, when the file is large enough,
// or when it overlaps too much of the level below its own. Pure, of one thread, one object a list
// of outputs. TableOutputs calls it for every new user key, so everything is inline.
//
//   cuts           g                  p           a file ends before g and before p
//   keys       a b   h  i  j  k  l  m   q
//   grandparents  [-----9M-----][--5M--]          and before l, if 10M may be overlapped at most
//
// Files are ended by the key that no longer fits, not by the one that filled them: so a file never
// ends between two versions of a key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "util/internal_key.h"
#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

class OutputCutter {
 public:
  struct Limits {
    // Soft: a file ends at the first new user key beyond it.
    uint64_t file_size = UINT64_MAX;
    uint64_t grandparent_overlap = UINT64_MAX;
  };

  // REQUIRES: `cuts` (user keys) and `grandparents` are in key order, outlive this object and do
  // not change.
  OutputCutter(const InternalKeyOrder& order, const std::vector<std::string>& cuts,
               const FileList& grandparents, const Limits& limits)
      : order_(order), cuts_(cuts), grandparents_(grandparents), limits_(limits) {}

  // The next cut point that is not behind `user_key`; null when there is none. Each is given once,
  // in order.
  const std::string* CutUpTo(const Slice& user_key) {
    if (next_cut_ >= cuts_.size() || order_.CompareUserKeys(user_key, cuts_[next_cut_]) < 0)
      return nullptr;
    return &cuts_[next_cut_++];
  }
  // The next cut point, wherever it lies; null when there is none.
  const std::string* NextCut() { return next_cut_ < cuts_.size() ? &cuts_[next_cut_++] : nullptr; }

  // Whether the output that is open, `bytes` large so far, ends before `user_key`; false when none
  // is open. REQUIRES: called once for every new user key, after CutUpTo(): it moves its position
  // in the level below.
  bool EndsBefore(const Slice& user_key, bool open, uint64_t bytes) {
    const bool crowded = PastGrandparents(user_key, open);
    return open && (crowded || bytes >= limits_.file_size);
  }

  // To be called when an output has ended, whatever the reason.
  void OutputEnded() { overlapped_bytes_ = 0; }

 private:
  bool PastGrandparents(const Slice& user_key, bool open) {
    while (grandparent_ < grandparents_.size() &&
           order_.CompareUserKeys(user_key, grandparents_[grandparent_]->largest_user_key()) > 0) {
      // Files passed over while no output is open weigh on no output.
      if (open) overlapped_bytes_ += grandparents_[grandparent_]->file_size;
      ++grandparent_;
    }
    return overlapped_bytes_ > limits_.grandparent_overlap;
  }

  const InternalKeyOrder& order_;
  const std::vector<std::string>& cuts_;
  const FileList& grandparents_;
  const Limits limits_;
  size_t next_cut_ = 0;
  size_t grandparent_ = 0;
  // By the open output.
  uint64_t overlapped_bytes_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
