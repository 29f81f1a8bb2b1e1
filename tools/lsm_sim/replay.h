// Repeats the compaction picks of a real database from its LOG: the tree of each moment is built
// from the lines of db/jobs/decision_log.h, the production picker is asked again, and its answer is
// held against the pick that the database made.
//
// A LOG can be replayed when it begins with the first opening of the database. Picks of manual
// compactions are applied and not compared. Deterministic; reads files, writes none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/status.h"

namespace lsm_sim {

struct ReplayResult {
  uint64_t picks = 0;      // compared
  uint64_t identical = 0;  // of these
  uint64_t manual = 0;     // not compared
  uint64_t changes = 0;    // of trees and buckets
  // Changes that the LOG does not tell; picks after one may differ for that reason.
  uint64_t untold = 0;
  // One line for each pick that differs, and why.
  std::vector<std::string> different;

  double Share() const {
    return picks == 0 ? 1 : static_cast<double>(identical) / static_cast<double>(picks);
  }
};

// `log`: the text of a LOG. `families`: the options of the database as it was opened.
[[nodiscard]] ROCKSDB_NAMESPACE::Status ReplayText(
    const std::string& log, const ROCKSDB_NAMESPACE::DBOptions& db,
    const std::vector<ROCKSDB_NAMESPACE::ColumnFamilyDescriptor>& families, ReplayResult* result);

// Reads the LOG, and the options from `options_file`; without one, from the first OPTIONS file
// beside the LOG.
[[nodiscard]] ROCKSDB_NAMESPACE::Status ReplayFile(const std::string& path,
                                                   const std::string& options_file,
                                                   ReplayResult* result);

std::string Describe(const ReplayResult& result);

}  // namespace lsm_sim
