// What a run of the simulator prints: a table of runs, the inputs of compactions by level, and the
// timeline as CSV. Text of simulated quantities only, so that equal runs print equal bytes.
#pragma once

#include <string>
#include <vector>

#include "tools/lsm_sim/simulation.h"

namespace lsm_sim {

struct NamedOutcome {
  std::string name;
  double user_bytes = 0;  // of one operation
  Outcome outcome;
};

// Operations a second.
double Throughput(const NamedOutcome& run);
// One row for each run; throughput over that of the run "off", or of the last run.
std::string SummaryTable(const std::vector<NamedOutcome>& runs);
// Jobs, files a job and megabytes a job by start level.
std::string InputTable(const NamedOutcome& run);
std::string TimelineCsv(const std::vector<NamedOutcome>& runs);

}  // namespace lsm_sim
