// Promises of the rules: see rules.h.
#include "tools/lsm_sim/rules.h"

#include <algorithm>
#include <vector>

#include "compaction/level_targets.h"
#include "compaction/pick_edit.h"
#include "tools/lsm_sim/presets.h"
#include "version/running_job.h"

namespace lsm_sim {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: the state that is checked

// Events between two looks at every cell of the tree, which takes longer than the event.
constexpr uint64_t kEventsPerLook = 16;

std::string JobsInEachOthersWay(const FamilyState& family) {
  const std::vector<RunningJob>& jobs = family.running();
  for (size_t i = 0; i < jobs.size(); ++i) {
    for (size_t k = i + 1; k < jobs.size(); ++k) {
      for (const uint64_t input : jobs[i].inputs) {
        if (jobs[k].Holds(input)) return "two jobs have input " + std::to_string(input);
      }
      if (jobs[i].output_level > 0 && jobs[i].output_level == jobs[k].output_level &&
          Overlaps(family.config()->order, jobs[i].range(), jobs[k].range())) {
        return "two jobs write one range of level " + std::to_string(jobs[i].output_level);
      }
    }
  }
  return "";
}

// Downwards from the newest file of Level 0, the generations of each cell only fall.
std::string OlderAboveNewer(const Simulation& simulation) {
  const TreeVersion& tree = *simulation.engine().family().tree();
  std::vector<uint32_t> oldest_above(simulation.written().size(), UINT32_MAX);
  for (int level = 0; level < tree.num_levels(); ++level) {
    for (const FilePtr& file : tree.files(level)) {
      const Contents& c = simulation.engine().ContentsOf(file->number);
      for (uint32_t cell = c.first; cell < c.end(); ++cell) {
        if (c.At(cell) == 0) continue;
        uint32_t& above = oldest_above[cell];
        if (c.newest[cell - c.first] >= above) {
          return "older data above newer in cell " + std::to_string(cell) + " over file " +
                 std::to_string(file->number) + " of level " + std::to_string(level);
        }
        above = c.oldest[cell - c.first];
      }
    }
  }
  return "";
}

}  // namespace

SimSpec RandomSpec(uint64_t seed) {
  bench::Random random(seed);
  SimSpec spec;
  const Status s = MakeSpec("emulated", random.Below(2) == 0 ? "fillrandom" : "mixgraph1",
                            random.Below(4) == 0 ? "off" : "buckets", &spec);
  s.PermitUncheckedError();  // these names exist
  spec.seed = seed;
  spec.track_generations = true;
  spec.writes = 60'000 + random.Below(100'000);
  spec.keys = spec.writes / (1 + random.Below(4));
  spec.machine.merge_rate = 2e6 + 40e6 * random.Unit();
  spec.machine.flush_rate = (0.5 + 4 * random.Unit()) * spec.machine.merge_rate;
  spec.machine.cores = 0.2 + 4 * random.Unit();
  spec.processors = static_cast<uint32_t>(1 + random.Below(80));
  spec.db.max_background_jobs = static_cast<int>(2 + random.Below(60));
  spec.db.max_subcompactions = static_cast<uint32_t>(1 + random.Below(3));
  spec.cf.write_buffer_size = (1 + random.Below(8)) << 20;
  spec.cf.max_write_buffer_number = static_cast<int>(2 + random.Below(4));
  spec.cf.target_file_size_base = (256 + random.Below(2048)) << 10;
  spec.cf.max_bytes_for_level_base = (4 + random.Below(16)) << 20;
  spec.cf.level0_file_num_compaction_trigger = static_cast<int>(2 + random.Below(5));
  spec.cf.level_compaction_dynamic_level_bytes = random.Below(4) > 0;
  spec.cf.bucket_options.initial_buckets = static_cast<uint32_t>(1 + random.Below(40));
  spec.cf.bucket_options.window_flushes = static_cast<uint32_t>(2 + random.Below(8));
  spec.cf.bucket_options.flush_threads = static_cast<uint32_t>(random.Below(4));
  return spec;
}

std::string BrokenRule(const Simulation& simulation) {
  const FamilyState& family = simulation.engine().family();
  std::string broken = JobsInEachOthersWay(family);
  if (!broken.empty()) return broken;
  const auto& options = family.config()->options;
  const auto deepest =
      static_cast<size_t>(options.level0_stop_writes_trigger + options.max_write_buffer_number);
  if (family.tree()->l0().MaxDepth() > deepest) {
    return "Level 0 is " + std::to_string(family.tree()->l0().MaxDepth()) + " deep";
  }
  if (family.buckets()->size() > options.bucket_options.max_buckets) {
    return std::to_string(family.buckets()->size()) + " buckets";
  }
  return OlderAboveNewer(simulation);
}

std::string BrokenRuleAtRest(const Simulation& simulation) {
  const FamilyState& family = simulation.engine().family();
  if (!family.running().empty() || simulation.engine().waiting() > 0)
    return "something is left to do";
  const auto trigger =
      static_cast<size_t>(family.config()->options.level0_file_num_compaction_trigger);
  const size_t load =
      family.map() != nullptr ? family.tree()->l0().MaxDepth() : family.tree()->files(0).size();
  if (load >= trigger) return "Level 0 starves at a depth of " + std::to_string(load);
  const CfConfig& config = *family.config();
  const LevelTargets targets = LevelTargets::Of(*family.tree(), config.options, &config);
  for (const LevelScore& level :
       ScoreLevels(*family.tree(), config, family.map(), family.running(), targets)) {
    if (level.score >= 1) {
      return "level " + std::to_string(level.level) + " has " + std::to_string(level.score) +
             " times its target";
    }
  }
  return "";
}

std::string CheckSeed(uint64_t seed) {
  std::string broken;
  uint64_t events = 0;
  Simulation simulation(RandomSpec(seed));
  simulation.set_observer([&](const Simulation& now) {
    if (!broken.empty() || ++events % kEventsPerLook != 0) return;
    broken = BrokenRule(now);
    if (!broken.empty()) broken += " after " + std::to_string(now.now()) + " s";
  });
  simulation.Run();
  if (broken.empty()) broken = BrokenRule(simulation);
  if (broken.empty()) broken = BrokenRuleAtRest(simulation);
  return broken.empty() ? "" : "seed " + std::to_string(seed) + ": " + broken;
}

}  // namespace lsm_sim
