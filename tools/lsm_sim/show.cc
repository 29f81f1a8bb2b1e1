// Frames: see show.h.
#include "tools/lsm_sim/show.h"

#include <algorithm>

#include "tools/lsm_sim/print.h"
#include "tools/support/l0_drawing.h"
#include "version/running_job.h"

namespace lsm_sim {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: the state that is drawn

// Columns of the drawing of Level 0, and jobs that a frame lists.
constexpr size_t kWidth = 96;
constexpr size_t kMostJobs = 8;
constexpr int kBar = 20;

std::string FillBar(double share) {
  const int full = std::clamp(static_cast<int>(share * kBar), 0, kBar);
  return "[" + std::string(static_cast<size_t>(full), '#') +
         std::string(static_cast<size_t>(kBar - full), '.') + "]";
}

void DrawWriters(const Simulation& simulation, std::string* text) {
  const Engine& engine = simulation.engine();
  const StallVerdict& stall = engine.family().stall;
  const char* state = stall.kind == StallVerdict::kNone   ? "go"
                      : stall.kind == StallVerdict::kStop ? "stopped"
                                                          : "delayed";
  Print(text, "%.1f s  written %.1f MB  writers %s", simulation.now(),
        simulation.user_bytes() / 1e6, state);
  if (stall.kind == StallVerdict::kDelay)
    Print(text, " to %.2f MB/s", static_cast<double>(engine.delay_rate()) / 1e6);
  Print(text, "\nmemtable %s, %zu full, %d being flushed\n",
        FillBar(simulation.MemtableShare()).c_str(), engine.waiting(), engine.running_flushes());
}

void DrawLevel0(const FamilyState& family, std::string* text) {
  tools::L0Snapshot snapshot;
  snapshot.boundaries = family.buckets()->boundaries();
  const FilesInJobs held(family.running());
  for (const FilePtr& file : family.tree()->files(0)) {
    snapshot.files.push_back({file->number, file->smallest_user_key().ToString(),
                              file->largest_user_key().ToString(), file->file_size,
                              held.Holds(*file)});
  }
  Print(text, "Level 0: %zu files, %llu deep, %zu buckets\n", family.tree()->files(0).size(),
        Whole(family.tree()->l0().MaxDepth()), family.buckets()->size());
  *text += tools::DrawL0(snapshot, kWidth);
}

void DrawBelow(const FamilyState& family, std::string* text) {
  const TreeVersion& tree = *family.tree();
  for (int level = 1; level < tree.num_levels(); ++level) {
    if (tree.files(level).empty()) continue;
    Print(text, "Level %d: %zu files, %.1f MB\n", level, tree.files(level).size(),
          static_cast<double>(tree.level_bytes(level)) / 1e6);
  }
}

void DrawJobs(const FamilyState& family, std::string* text) {
  const std::vector<RunningJob>& jobs = family.running();
  Print(text, "%zu compactions\n", jobs.size());
  for (size_t i = 0; i < std::min(jobs.size(), kMostJobs); ++i) {
    Print(text, "  job %llu: L%d -> L%d, %zu files, %.1f MB\n", Whole(jobs[i].job_id),
          jobs[i].start_level, jobs[i].output_level, jobs[i].inputs.size(),
          static_cast<double>(jobs[i].input_bytes) / 1e6);
  }
  if (jobs.size() > kMostJobs) Print(text, "  and %zu more\n", jobs.size() - kMostJobs);
}

}  // namespace

std::string DrawFrame(const Simulation& simulation) {
  std::string text;
  const FamilyState& family = simulation.engine().family();
  DrawWriters(simulation, &text);
  DrawLevel0(family, &text);
  DrawBelow(family, &text);
  DrawJobs(family, &text);
  return text;
}

void ShowFrames(SimSpec spec, double seconds, const std::function<bool(const std::string&)>& show) {
  double next = 0;
  bool wanted = true;
  Simulation simulation(std::move(spec));
  simulation.set_observer([&](const Simulation& now) {
    if (!wanted || now.now() < next) return;
    wanted = show(DrawFrame(now));
    while (next <= now.now()) next += seconds;
  });
  simulation.Run();
  if (wanted) show(DrawFrame(simulation));
}

}  // namespace lsm_sim
