// What tests of pickers share: a family drawn as text, and picks shown as text. Included by tests
// only.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compaction/manual_picker.h"
#include "compaction/picker.h"
#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {

inline ColumnFamilyOptions SmallOptions() {
  ColumnFamilyOptions cf;
  cf.num_levels = 7;
  cf.level0_file_num_compaction_trigger = 2;
  cf.target_file_size_base = 4 << 20;
  cf.max_bytes_for_level_base = 10 << 20;
  cf.max_bytes_for_level_multiplier = 10;
  cf.level_compaction_dynamic_level_bytes = false;
  cf.compression = kNoCompression;
  cf.ttl = 0;
  cf.periodic_compaction_seconds = 0;
  return cf;
}

struct PickerScene {
  explicit PickerScene(const std::string& text, const ColumnFamilyOptions& cf = SmallOptions()) {
    Status s = ParseDrawing(kOrder, text, cf.num_levels, &drawing);
    EXPECT_TRUE(s.ok()) << s.ToString();
    s = MakeCfConfig(DBOptions(), cf, &config);
    EXPECT_TRUE(s.ok()) << s.ToString();
    map = std::make_unique<BucketMap>(kOrder, drawing.boundaries);
  }
  PickContext Context() {
    PickContext ctx = PickContext::Of(drawing.tree, *config,
                                      config->bucketized ? map.get() : nullptr, drawing.jobs);
    ctx.now_seconds = 1000000;
    ctx.cursors = &cursors;
    ctx.max_subcompactions = 4;
    return ctx;
  }
  static std::string Show(const std::optional<CompactionPick>& pick) {
    return pick ? pick->DebugString() : "none";
  }
  std::string Pick() { return Show(PickCompaction(Context())); }
  std::string Manual(ManualRequest r, std::string* next = nullptr) {
    CompactionPick pick;
    std::optional<std::string> next_begin;
    const ManualAnswer answer = PickManual(Context(), r, &pick, &next_begin);
    if (next != nullptr) *next = next_begin.value_or("");
    if (answer == ManualAnswer::kBusy) return "busy";
    return answer == ManualAnswer::kNothing ? "nothing" : pick.DebugString();
  }
  std::string Files(const std::vector<uint64_t>& numbers, int level) {
    CompactionPick pick;
    const Status s = PickCompactFiles(Context(), numbers, level, CompactionOptions(), &pick);
    return s.ok() ? pick.DebugString() : s.ToString();
  }

  Drawing drawing;
  CfConfigPtr config;
  std::unique_ptr<BucketMap> map;
  std::vector<std::string> cursors;
};

}  // namespace ROCKSDB_NAMESPACE
