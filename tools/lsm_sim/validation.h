// Holds the simulator against runs of db_bench on the emulated device. A cell is one measured run:
// what ran, how it differed from the preset "emulated", and its figures. The model's numbers come
// from one cell, which the file of the cells names; none is fitted to another.
//
//   fillrandom off seed=42 writes=1000000 : ops=24854 write_amp=3.88 mean_jobs=2.26 depth=20
//   stall=4.2
//
// tools/bench/cells.py makes these lines from the results of tools/bench.sh --suite device. Lines
// that begin with # are comments.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/status.h"
#include "tools/lsm_sim/simulation.h"

namespace lsm_sim {

// What is compared.
struct CellFigures {
  double ops = 0;  // a second
  double write_amp = 0;
  double mean_jobs = 0;  // compactions at once, while writers wrote
  double depth = 0;      // deepest Level 0
  double stall = 0;      // seconds
};

struct Cell {
  std::string workload;
  std::string config;
  uint64_t seed = 42;
  std::string settings;  // "name=value,..." over the preset; see settings.h
  CellFigures measured;
};

// Corruption names the line that is not a cell.
[[nodiscard]] ROCKSDB_NAMESPACE::Status ParseCells(const std::string& text,
                                                   std::vector<Cell>* cells);
[[nodiscard]] ROCKSDB_NAMESPACE::Status SpecOf(const Cell& cell, SimSpec* spec);
[[nodiscard]] ROCKSDB_NAMESPACE::Status Simulate(const Cell& cell, CellFigures* simulated);

// The names of the figures that miss their bar: throughput, write amplification and mean jobs
// within 15 %, the depth within 2, the stall time within 15 % or 2 seconds. Empty: none.
std::vector<std::string> Missed(const CellFigures& measured, const CellFigures& simulated);

// Simulates all cells. One row for each figure of each cell; *passed: no bar is missed.
[[nodiscard]] ROCKSDB_NAMESPACE::Status ValidationTable(const std::vector<Cell>& cells,
                                                        std::string* table, bool* passed);

}  // namespace lsm_sim
