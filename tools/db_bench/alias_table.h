// Draws an index with given probabilities in constant time (Walker's alias method).
// A thread builds its table once and reads it on every operation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/db_bench/random.h"

namespace bench {

class AliasTable {
 public:
  AliasTable() = default;

  // REQUIRES: weights not empty, none negative, not all zero.
  explicit AliasTable(const std::vector<double>& weights) : cells_(weights.size()) {
    double total = 0;
    for (double w : weights) total += w;
    std::vector<double> share(weights.size());
    std::vector<uint32_t> poor, rich;
    for (uint32_t i = 0; i < weights.size(); ++i) {
      share[i] = weights[i] * static_cast<double>(weights.size()) / total;
      cells_[i] = {1.0, i};
      (share[i] < 1.0 ? poor : rich).push_back(i);
    }
    // One rich index tops up each poor cell, and may become poor itself.
    while (!poor.empty() && !rich.empty()) {
      const uint32_t taker = poor.back();
      const uint32_t giver = rich.back();
      poor.pop_back();
      cells_[taker] = {share[taker], giver};
      share[giver] -= 1.0 - share[taker];
      if (share[giver] < 1.0) {
        rich.pop_back();
        poor.push_back(giver);
      }
    }
  }

  uint32_t Next(Random* rng) const {
    const uint32_t i = static_cast<uint32_t>(rng->Below(cells_.size()));
    return rng->Unit() < cells_[i].keep ? i : cells_[i].other;
  }

  size_t size() const { return cells_.size(); }

 private:
  // A draw picks a cell, then keeps it with probability `keep`, else takes `other`.
  struct Cell {
    double keep;
    uint32_t other;
  };
  std::vector<Cell> cells_;
};

}  // namespace bench
