// What tests of the schedule share: families drawn as text, on a machine that the test describes.
// Included by tests only.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "compaction/picker_fixture.h"
#include "schedule/scheduler.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {

// A family whose tree, buckets and running jobs are those of the drawing.
inline std::unique_ptr<FamilyState> DrawFamily(uint32_t id, const std::string& text,
                                               const ColumnFamilyOptions& cf = SmallOptions()) {
  Drawing drawing;
  Status s = ParseDrawing(kOrder, text, cf.num_levels, &drawing);
  EXPECT_OK(s);
  CfConfigPtr config;
  s = MakeCfConfig(DBOptions(), cf, &config);
  EXPECT_OK(s);
  auto family = std::make_unique<FamilyState>(id, config);
  family->SetTree(drawing.tree);
  auto map = std::make_shared<BucketMap>(config->order, drawing.boundaries);
  BucketStats stats(map->size(), cf.bucket_options.window_flushes);
  family->SetBuckets(std::move(map), std::move(stats));
  for (RunningJob& job : drawing.jobs) family->AddJob(std::move(job));
  return family;
}

struct ScheduleScene {
  ScheduleScene() {
    machine.processors = 2;
    machine.limits.flushes = 2;
    machine.limits.compactions = 4;
    machine.now_seconds = 1000000;
  }
  FamilyState* Add(uint32_t id, const std::string& text,
                   const ColumnFamilyOptions& cf = SmallOptions()) {
    owned.push_back(DrawFamily(id, text, cf));
    families.push_back(owned.back().get());
    return families.back();
  }
  Calls Wanted() { return Scheduler::Wanted(families, machine, load); }
  // Starts what is next, as Background does: "2: L0: f2 f1 -> L1". "none" when nothing is.
  std::string Start() {
    auto choice = scheduler.NextCompaction(families, machine);
    if (!choice) return "none";
    choice->family->StartJob(choice->pick, ++last_job);
    ++load.running_compactions;
    return std::to_string(choice->family->id()) + ": " + choice->pick.DebugString();
  }

  Machine machine;
  Load load;
  Scheduler scheduler;
  std::vector<std::unique_ptr<FamilyState>> owned;
  std::vector<FamilyState*> families;
  uint64_t last_job = 0;
};

}  // namespace ROCKSDB_NAMESPACE
