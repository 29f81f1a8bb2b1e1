// The key space as equal cells: the simulator's data are numbers of distinct keys by cell, so that
// a hundred million keys need no memory. Keys are uniform within a cell. User keys of the real
// policy code are the cells' numbers as text, in cell order.
//
//   cell         0    1    2    3    4 ...
//   user keys   [00000000 .. 00000000~]  [00000001 .. 00000001~]
//
// Plain data and arithmetic; no randomness but what the caller passes in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/slice.h"

namespace lsm_sim {

using ROCKSDB_NAMESPACE::Slice;

class KeyCells {
 public:
  // REQUIRES: keys > 0, cells > 0.
  KeyCells(uint64_t keys, uint32_t cells);

  uint32_t count() const { return static_cast<uint32_t>(names_.size()); }
  double keys_per_cell() const { return keys_per_cell_; }
  // First and last user key of a cell.
  const std::string& Begin(uint32_t cell) const { return names_[cell]; }
  std::string Last(uint32_t cell) const { return names_[cell] + "~"; }
  // The cell that begins at or holds `user_key`; count() behind the last one.
  uint32_t CellOf(const Slice& user_key) const;

 private:
  double keys_per_cell_;
  std::vector<std::string> names_;
};

// Distinct keys by cell, from cell `first` on.
struct Contents {
  uint32_t first = 0;
  std::vector<double> keys;
  // For checks, and empty without them: the newest and the oldest flush whose keys may be in the
  // cell.
  std::vector<uint32_t> newest;
  std::vector<uint32_t> oldest;

  uint32_t end() const { return first + static_cast<uint32_t>(keys.size()); }
  double At(uint32_t cell) const { return cell < first || cell >= end() ? 0 : keys[cell - first]; }
  double Total() const;
};

// What a merge leaves of `inputs` within [begin, end): of a and b independent keys out of K, a + b
// - ab/K are distinct.
Contents Merge(const std::vector<const Contents*>& inputs, uint32_t begin, uint32_t end,
               double keys_per_cell);

// Distinct keys after `writes` random writes into a cell.
double Distinct(double writes, double keys_per_cell);

}  // namespace lsm_sim
