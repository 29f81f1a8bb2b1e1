// The figures of the published evaluation that the simulator can repeat, beside the published
// numbers: inputs of compactions (Figure 4), busy threads (5), spread of subcompactions (Table I),
// degrees of parallelism (10), throughput (11), stalls (12), completion (13), static against
// dynamic buckets (15). What it can not repeat is left out: reads, and systems other than this one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/lsm_sim/sweep.h"

namespace lsm_sim {

struct FigureValue {
  std::string figure;
  std::string what;
  std::optional<double> published;
  double simulated = 0;
};

struct FigureData {
  std::vector<FigureValue> values;
  std::vector<SweepPoint> degrees;
  // Runs whose timelines are drawn, named "workload config".
  std::vector<NamedOutcome> runs;
};

// `settings`: over the preset, for all runs.
[[nodiscard]] rocks::Status MakeFigures(const std::string& preset, const std::string& settings,
                                        uint64_t seed, FigureData* data);

// One row a value, with the difference in percent; of percentages, in points.
std::string FigureTable(const FigureData& data);
// figure,what,published,simulated.
std::string FigureCsv(const FigureData& data);

}  // namespace lsm_sim
