// Decides whether an output file ends before a key: at a cut point, when the file is large enough,
// where files of the level below end, or when it overlaps too many of them. Pure, of one thread,
// one object a list of outputs. TableOutputs calls it for every new user key, so everything is
// inline; prefixes of keys decide most comparisons, and the size of the output is asked for rarely.
//
//   cuts           g                  p           a file ends before g and before p
//   keys       a b   h  i  j  k  l  m   q
//   grandparents  [-----9M-----][--5M--]          and before l, if 10M may be overlapped at most
//
// Outputs follow the files below: so fewer of these are rewritten once for each of two outputs, or
// for an output that has nothing for them:
//
//   keys       a b c d e  f g h       w x y       size 2/3 of its target or more at e: ends there
//   grandparents [-----][-----][--][--][----]     nothing in the two short ones: ends before w
//
// Three million writes to 10 to 50 ranges have a write amplification of 3.0 in place of 3.4, one
// million to 10 ranges of 3 GB 4.1 in place of 5.1; without the second rule 4.5.
//
// Files are ended by the key that no longer fits, not by the one that filled them: so a file never
// ends between two versions of a key.
#pragma once

#include <algorithm>
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
    // Soft: a file ends at the first new user key beyond it, unless it may follow files below.
    uint64_t file_size = UINT64_MAX;
    // What a file that follows files below may grow to until one ends; 0: none follows.
    uint64_t stretched_file_size = 0;
    uint64_t grandparent_overlap = UINT64_MAX;
  };

  // REQUIRES: `cuts` (user keys) and `grandparents` are in key order, outlive this object and do
  // not change.
  OutputCutter(const InternalKeyOrder& order, const std::vector<std::string>& cuts,
               const FileList& grandparents, const Limits& limits)
      : order_(order), cuts_(cuts), grandparents_(grandparents), limits_(limits) {
    SetCutPrefix();
    SetGrandparentPrefix();
  }

  // The next cut point that is not behind `user_key`; null when there is none. Each is given once,
  // in order.
  const std::string* CutUpTo(const Slice& user_key) {
    if (next_cut_ >= cuts_.size() || BytewisePrefix(user_key) < cut_prefix_ ||
        order_.CompareUserKeys(user_key, cuts_[next_cut_]) < 0)
      return nullptr;
    return NextCut();
  }
  // The next cut point, wherever it lies; null when there is none.
  const std::string* NextCut() {
    if (next_cut_ >= cuts_.size()) return nullptr;
    const std::string* cut = &cuts_[next_cut_++];
    SetCutPrefix();
    return cut;
  }

  // Whether the output that is open ends before `user_key`; false when none is open. `added`: bytes
  // of the keys and values in it. `size_of()`: its size so far, which is expensive to tell and
  // asked for where a file below ends, and as late as it may have come to the limit, if it grows by
  // at most kGrowth bytes for each that is added; where it grows faster, the output ends later.
  // REQUIRES: called once for every new user key, after CutUpTo(): it moves its position in the
  // level below.
  template <class SizeOf>
  bool EndsBefore(const Slice& user_key, bool open, uint64_t added, const SizeOf& size_of) {
    const Passed passed = PassGrandparents(user_key, open);
    if (!open) return false;
    if (passed.files > 0 && EndsBehindGrandparents(passed, size_of)) return true;
    return added >= look_at_ && IsFull(added, size_of());
  }

  // To be called when an output has ended, whatever the reason.
  void OutputEnded() {
    overlapped_bytes_ = 0;
    look_at_ = 0;
  }

 private:
  // Chosen, not measured: blocks of one record with a short key grow by 6.
  static constexpr uint64_t kGrowth = 8;

  // The least that skipped files have to hold for an output to end before them, and the least that
  // it has to hold itself, in parts of the target: what they save against one file more. Chosen,
  // not measured.
  static constexpr uint64_t kSkippedPart = 8, kOpenPart = 32;

  // Files of the level below between two keys: all that end there, and what is in those of them
  // into which neither key falls.
  struct Passed {
    size_t files = 0;
    uint64_t skipped_bytes = 0;
  };

  uint64_t Limit() const {
    const bool may_follow = grandparent_ < grandparents_.size();
    return may_follow ? std::max(limits_.file_size, limits_.stretched_file_size)
                      : limits_.file_size;
  }
  bool IsFull(uint64_t added, uint64_t size) {
    const uint64_t limit = Limit();
    if (size >= limit) return true;
    look_at_ = added + (limit - size) / kGrowth;
    return false;
  }
  Passed PassGrandparents(const Slice& user_key, bool open) {
    Passed passed;
    while (grandparent_ < grandparents_.size() && BytewisePrefix(user_key) >= grandparent_prefix_ &&
           order_.CompareUserKeys(user_key, grandparents_[grandparent_]->largest_user_key()) > 0) {
      const uint64_t bytes = grandparents_[grandparent_]->file_size;
      // Files passed over while no output is open weigh on no output.
      if (open) overlapped_bytes_ += bytes;
      // The last key may lie in the first of them.
      if (passed.files++ > 0) passed.skipped_bytes += bytes;
      ++grandparent_;
      SetGrandparentPrefix();
    }
    // Behind the last of them the limit is another.
    if (passed.files > 0) look_at_ = 0;
    return passed;
  }
  template <class SizeOf>
  bool EndsBehindGrandparents(const Passed& passed, const SizeOf& size_of) const {
    if (overlapped_bytes_ > limits_.grandparent_overlap) return true;
    if (limits_.stretched_file_size == 0) return false;
    const uint64_t size = size_of(), target = limits_.file_size;
    const bool skips = passed.skipped_bytes > target / kSkippedPart && size >= target / kOpenPart;
    return skips || size >= target / 3 * 2;
  }
  // A smaller prefix decides; without bytewise order no prefix is smaller than 0.
  uint64_t PrefixOf(const Slice& user_key) const {
    return order_.bytewise() ? BytewisePrefix(user_key) : 0;
  }
  void SetCutPrefix() { cut_prefix_ = next_cut_ < cuts_.size() ? PrefixOf(cuts_[next_cut_]) : 0; }
  void SetGrandparentPrefix() {
    grandparent_prefix_ = grandparent_ < grandparents_.size()
                              ? PrefixOf(grandparents_[grandparent_]->largest_user_key())
                              : 0;
  }

  const InternalKeyOrder& order_;
  const std::vector<std::string>& cuts_;
  const FileList& grandparents_;
  const Limits limits_;
  size_t next_cut_ = 0;
  uint64_t cut_prefix_ = 0;
  size_t grandparent_ = 0;
  uint64_t grandparent_prefix_ = 0;  // of its largest key
  // The size of the open output is asked for once this many bytes are in it.
  uint64_t look_at_ = 0;
  // By the open output.
  uint64_t overlapped_bytes_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
