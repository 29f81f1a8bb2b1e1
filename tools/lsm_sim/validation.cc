// Measured beside simulated: see validation.h.
#include "tools/lsm_sim/validation.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "tools/lsm_sim/presets.h"
#include "tools/lsm_sim/print.h"
#include "tools/lsm_sim/settings.h"
#include "tools/lsm_sim/sim_report.h"

namespace lsm_sim {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: Status only

// The bars.
constexpr double kShare = 0.15;
constexpr double kDepth = 2;
constexpr double kStallSeconds = 2;

enum class Bar { kShare, kDepth, kStall };

struct FigureRow {
  const char* name;
  double CellFigures::*member;
  Bar bar;
};

constexpr FigureRow kFigures[] = {
    {"ops", &CellFigures::ops, Bar::kShare},
    {"write_amp", &CellFigures::write_amp, Bar::kShare},
    {"mean_jobs", &CellFigures::mean_jobs, Bar::kShare},
    {"depth", &CellFigures::depth, Bar::kDepth},
    {"stall", &CellFigures::stall, Bar::kStall},
};

bool Within(Bar bar, double measured, double simulated) {
  const double off = std::abs(simulated - measured);
  // Figures have a few digits only.
  const bool by_share = off <= kShare * measured + 1e-9;
  if (bar == Bar::kShare) return by_share;
  if (bar == Bar::kDepth) return off <= kDepth + 1e-9;
  return by_share || off <= kStallSeconds + 1e-9;
}

bool ParseNumber(const std::string& text, double* value) {
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, *value);
  return read.ec == std::errc() && read.ptr == end && !text.empty();
}

bool ParseMeasured(const std::string& name, double value, CellFigures* figures) {
  for (const FigureRow& row : kFigures) {
    if (name != row.name) continue;
    figures->*row.member = value;
    return true;
  }
  return false;
}

// "workload config name=value ... : name=value ...".
bool ParseCell(const std::string& line, Cell* cell) {
  std::istringstream words(line);
  words >> cell->workload >> cell->config;
  bool measured = false;
  size_t figures = 0;
  for (std::string word; words >> word;) {
    if (word == ":") {
      measured = true;
      continue;
    }
    const size_t at = word.find('=');
    double value = 0;
    if (at == std::string::npos || !ParseNumber(word.substr(at + 1), &value)) return false;
    const std::string name = word.substr(0, at);
    if (measured) {
      if (!ParseMeasured(name, value, &cell->measured)) return false;
      ++figures;
    } else if (name == "seed") {
      cell->seed = static_cast<uint64_t>(value);
    } else {
      cell->settings += (cell->settings.empty() ? "" : ",") + word;
    }
  }
  return figures == std::size(kFigures);
}

}  // namespace

Status ParseCells(const std::string& text, std::vector<Cell>* cells) {
  cells->clear();
  std::istringstream lines(text);
  size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
    Cell cell;
    SimSpec spec;
    if (!ParseCell(line, &cell))
      return Status::Corruption("line " + std::to_string(number) + " is no cell", line);
    Status s = SpecOf(cell, &spec);
    if (!s.ok()) return Status::Corruption("line " + std::to_string(number), s.ToString());
    cells->push_back(std::move(cell));
  }
  return Status::OK();
}

Status SpecOf(const Cell& cell, SimSpec* spec) {
  Status s = MakeSpec("emulated", cell.workload, cell.config, spec);
  if (s.ok()) s = ApplySettings(cell.settings, spec);
  spec->seed = cell.seed;
  return s;
}

Status Simulate(const Cell& cell, CellFigures* simulated) {
  SimSpec spec;
  Status s = SpecOf(cell, &spec);
  if (!s.ok()) return s;
  // db_bench looks at Level 0 four times a second, and so does this.
  spec.sample_seconds = 0.25;
  NamedOutcome run{cell.config, spec.user_bytes, {}};
  run.outcome = Simulation(std::move(spec)).Run();
  uint64_t depth = 0;
  for (const Sample& sample : run.outcome.timeline) depth = std::max(depth, sample.l0_depth);
  simulated->ops = Throughput(run);
  simulated->write_amp = run.outcome.WriteAmplification();
  simulated->mean_jobs = run.outcome.MeanJobs();
  simulated->depth = static_cast<double>(depth);
  simulated->stall = run.outcome.stall_seconds;
  return s;
}

std::vector<std::string> Missed(const CellFigures& measured, const CellFigures& simulated) {
  std::vector<std::string> missed;
  for (const FigureRow& row : kFigures) {
    if (!Within(row.bar, measured.*row.member, simulated.*row.member)) missed.push_back(row.name);
  }
  return missed;
}

Status ValidationTable(const std::vector<Cell>& cells, std::string* table, bool* passed) {
  table->clear();
  size_t bars = 0, missed_bars = 0, whole_cells = 0;
  Print(table, "%-10s %-8s %-9s %10s %10s %10s\n", "workload", "config", "figure", "measured",
        "simulated", "difference");
  for (const Cell& cell : cells) {
    CellFigures simulated;
    Status s = Simulate(cell, &simulated);
    if (!s.ok()) return s;
    if (!cell.settings.empty()) Print(table, "# %s\n", cell.settings.c_str());
    size_t missed_here = 0;
    for (const FigureRow& row : kFigures) {
      const double m = cell.measured.*row.member, v = simulated.*row.member;
      const bool within = Within(row.bar, m, v);
      missed_here += within ? 0 : 1;
      char difference[32];
      if (row.bar == Bar::kShare && m > 0) {
        std::snprintf(difference, sizeof(difference), "%+.1f %%", 100 * (v / m - 1));
      } else {
        std::snprintf(difference, sizeof(difference), "%+.1f", v - m);
      }
      Print(table, "%-10s %-8s %-9s %10.2f %10.2f %10s%s\n", cell.workload.c_str(),
            cell.config.c_str(), row.name, m, v, difference, within ? "" : "  missed");
    }
    bars += std::size(kFigures);
    missed_bars += missed_here;
    whole_cells += missed_here == 0 ? 1 : 0;
  }
  Print(table, "%zu of %zu bars met; all five of them in %zu of %zu cells\n", bars - missed_bars,
        bars, whole_cells, cells.size());
  *passed = missed_bars == 0;
  return Status::OK();
}

}  // namespace lsm_sim
