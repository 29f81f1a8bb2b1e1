// Which point of a MANIFEST's history can still be opened when tables are missing
// (best_efforts_recovery): fed with every edit and with what is on disk, it says how many edits
// count for each family. No I/O.
//
//   edits      0: +1   1: +2   2: -1 -2 +3   3: +4         table 3 is missing
//   points   0       1       2             3       4       0, 1 and 2 are whole: 2 is chosen
//
// Point p is the state after the first p edits. Points lie between atomic groups only.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "version/version_edit.h"

namespace ROCKSDB_NAMESPACE {

// How much of a MANIFEST is taken.
struct RecoveryPlan {
  size_t edits = 0;  // read in all
  // Families whose newest tree lacks tables: how many edits count for them. Only what these say of
  // tables, logs and buckets is left out: that a family was made or dropped always holds.
  std::map<uint32_t, size_t> limits;

  bool Takes(uint32_t family, size_t edit) const {
    const auto it = limits.find(family);
    return it == limits.end() || edit < it->second;
  }
};

class RecoveryPoints {
 public:
  using IsThere = std::function<bool(uint32_t family, const FileMeta& file)>;
  // `is_there` is asked once for each table that an edit adds.
  explicit RecoveryPoints(IsThere is_there) : is_there_(std::move(is_there)) {}

  // The next edit. REQUIRES: atomic groups come whole.
  void Take(const VersionEdit& edit);
  // The records that every MANIFEST must have were there: without them it describes no database.
  bool complete() const { return seen_next_file_ && seen_log_ && seen_last_sequence_; }
  // The newest whole point of each family, or, with `together`, of all at once. A family without a
  // whole point, and all of them when the common one lies before complete(), is empty.
  RecoveryPlan Choose(bool together) const;
  // Of the newest tree.
  const std::set<uint64_t>& MissingOf(uint32_t family) const;

 private:
  // Points first <= p < end at which tables are missing; `before`: the last point before them.
  struct Gap {
    size_t before = 0;
    size_t first = 0;
    size_t end = SIZE_MAX;
  };
  struct Family {
    std::set<uint64_t> missing;
    std::vector<Gap> gaps;

    bool in_gap() const { return !gaps.empty() && gaps.back().end == SIZE_MAX; }
  };
  // The newest point that is not after `point` and lies in no gap of the family.
  static size_t WholePoint(const Family& family, size_t point);
  void EndPoint();

  const IsThere is_there_;
  std::map<uint32_t, Family> families_;  // those that edits have named and not dropped
  std::set<uint32_t> touched_;           // since the last point
  size_t edits_ = 0;
  size_t last_point_ = 0;
  size_t complete_at_ = 0;  // the first point at which complete() holds
  bool seen_next_file_ = false;
  bool seen_log_ = false;
  bool seen_last_sequence_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
