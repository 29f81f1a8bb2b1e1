// Cells and densities: see key_cells.h.
#include "tools/lsm_sim/key_cells.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace lsm_sim {

KeyCells::KeyCells(uint64_t keys, uint32_t cells)
    : keys_per_cell_(static_cast<double>(keys) / static_cast<double>(cells)) {
  names_.reserve(cells);
  for (uint32_t cell = 0; cell < cells; ++cell) {
    char name[16];
    std::snprintf(name, sizeof(name), "%08x", cell);
    names_.emplace_back(name);
  }
}

uint32_t KeyCells::CellOf(const Slice& user_key) const {
  uint32_t cell = count();
  const char* const end = user_key.data() + std::min<size_t>(8, user_key.size());
  const auto read = std::from_chars(user_key.data(), end, cell, 16);
  return read.ec == std::errc() ? std::min(cell, count()) : count();
}

double Contents::Total() const { return std::accumulate(keys.begin(), keys.end(), 0.0); }

namespace {

void MergeGenerations(const Contents& input, uint32_t from, uint32_t to, Contents* merged) {
  if (input.newest.empty()) return;
  merged->newest.resize(merged->keys.size(), 0);
  merged->oldest.resize(merged->keys.size(), UINT32_MAX);
  for (uint32_t cell = from; cell < to; ++cell) {
    if (input.At(cell) == 0) continue;
    uint32_t& newest = merged->newest[cell - merged->first];
    uint32_t& oldest = merged->oldest[cell - merged->first];
    newest = std::max(newest, input.newest[cell - input.first]);
    oldest = std::min(oldest, input.oldest[cell - input.first]);
  }
}

}  // namespace

Contents Merge(const std::vector<const Contents*>& inputs, uint32_t begin, uint32_t end,
               double keys_per_cell) {
  Contents merged{begin, std::vector<double>(end - begin, 0.0)};
  for (const Contents* input : inputs) {
    const uint32_t from = std::max(begin, input->first);
    const uint32_t to = std::min(end, input->end());
    for (uint32_t cell = from; cell < to; ++cell) {
      double& a = merged.keys[cell - begin];
      const double b = input->keys[cell - input->first];
      a += b - a * b / keys_per_cell;
    }
    MergeGenerations(*input, from, to, &merged);
  }
  return merged;
}

double Distinct(double writes, double keys_per_cell) {
  return keys_per_cell * -std::expm1(-writes / keys_per_cell);
}

}  // namespace lsm_sim
