// Shared by the tests of pickers: a family drawn as text, picks shown as text, and the scene that
// answers the cases in compaction/testdata. Included by tests only.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compaction/manual_picker.h"
#include "compaction/patience.h"
#include "compaction/picker.h"
#include "rocksdb/convenience.h"
#include "test/support/status_assertions.h"
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

inline ColumnFamilyOptions FifoOptions() {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_style = kCompactionStyleFIFO;
  cf.compaction_options_fifo.max_table_files_size = 3 << 20;
  return cf;
}

inline ColumnFamilyOptions UniversalOptions() {
  ColumnFamilyOptions cf = SmallOptions();
  cf.compaction_style = kCompactionStyleUniversal;
  cf.level0_file_num_compaction_trigger = 3;
  return cf;
}

// Jobs that could start side by side, at most `limit`, as the scheduler counts them: 0 exactly when
// there is no pick.
inline size_t EligibleJobs(const PickContext& ctx, size_t limit) {
  const CompactionPolicy& policy = PolicyFor(ctx.options().compaction_style);
  if (limit == 0 || !policy.Pick(ctx)) return 0;
  return std::max<size_t>(1, policy.Eligible(ctx, limit));
}

// Makes a context as the scheduler does. REQUIRES: all arguments outlive it.
inline PickContext ContextOf(const TreePtr& tree, const CfConfig& config, const BucketMap& map,
                             const std::vector<RunningJob>& jobs,
                             const std::vector<std::string>& cursors) {
  PickContext ctx = PickContext::Of(tree, config, config.bucketized ? &map : nullptr, jobs);
  ctx.cursors = &cursors;
  return ctx;
}

struct PickerScene {
  explicit PickerScene(Drawing drawn, const ColumnFamilyOptions& cf = SmallOptions())
      : drawing(std::move(drawn)) {
    EXPECT_OK(MakeCfConfig(DBOptions(), cf, &config));
    map = std::make_unique<BucketMap>(kOrder, drawing.boundaries);
  }
  explicit PickerScene(const std::string& text, const ColumnFamilyOptions& cf = SmallOptions())
      : PickerScene(Draw(text, kOrder, cf.num_levels), cf) {}
  PickContext Context() {
    PickContext ctx = ContextOf(drawing.tree, *config, *map, drawing.jobs, cursors);
    ctx.now_seconds = 1000000;
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
    const Status s = PickCompactFiles(Context(), numbers, level, -1, CompactionOptions(), &pick);
    return s.ok() ? pick.DebugString() : s.ToString();
  }

  Drawing drawing;
  CfConfigPtr config;
  std::unique_ptr<BucketMap> map;
  std::vector<std::string> cursors;
};

// The scene of the cases in compaction/testdata.
//
// Settings are options of a column family by their names, and
//   style=fifo|universal|leveled   begins anew with the options above
//   oldest_snapshot=N|none   cursorL=KEY (of level L)   cursors=none
//   pace=N   most_leaving=N   flush_first=yes|no   as in PickContext
// Questions:
//   pick       what is compacted next
//   details    what else that pick says
//   eligible N how many jobs could start, N at most        needed    whether there is work
//   targets    sizes of the levels                         scores    of the levels
//   pending    bytes that wait for compaction
//   patience L how large level L may grow before it is due
//   manual [level=L] [to=L] [all=yes] [begin=KEY] [end=KEY] [exclusive=yes] [rewrite=yes]
//          [new=NUMBER]
//                                                                a step of CompactRange
//   files N ... to=L                                       a CompactFiles
class PickerCases : public DrawnScene {
 protected:
  void Set(const std::string& name, const std::string& value) override {
    if (name == "style") {
      cf_ = value == "fifo"        ? FifoOptions()
            : value == "universal" ? UniversalOptions()
                                   : SmallOptions();
    } else if (name == "oldest_snapshot") {
      oldest_snapshot_.reset();
      if (value != "none") oldest_snapshot_ = std::stoull(value);
    } else if (name == "pace") {
      pace_ = static_cast<uint32_t>(std::stoul(value));
    } else if (name == "most_leaving") {
      most_leaving_ = static_cast<uint32_t>(std::stoul(value));
    } else if (name == "flush_first") {
      flush_first_ = value == "yes";
    } else if (name == "cursors") {
      has_cursors_ = value != "none";
    } else if (name.compare(0, 6, "cursor") == 0) {
      cursors_.resize(7);
      cursors_.at(std::stoul(name.substr(6))) = MakeInternalKey(value, 0, kTypeValue);
    } else {
      const ColumnFamilyOptions base = cf_;
      EXPECT_OK(GetColumnFamilyOptionsFromMap(ConfigOptions(), base, {{name, value}}, &cf_));
    }
  }
  std::string Ask(const Words& words) override {
    PickerScene scene(Drawn(cf_.num_levels), cf_);
    scene.cursors = cursors_;
    PickContext ctx = scene.Context();
    if (oldest_snapshot_) ctx.oldest_snapshot = *oldest_snapshot_;
    if (!has_cursors_) ctx.cursors = nullptr;
    ctx.pace = pace_;
    ctx.flush_first = flush_first_;
    ctx.most_leaving = most_leaving_;
    if (words[0] == "pick") return PickerScene::Show(PickCompaction(ctx));
    if (words[0] == "details") return Details(PickCompaction(ctx));
    if (words[0] == "eligible") return std::to_string(EligibleJobs(ctx, std::stoul(words.at(1))));
    if (words[0] == "needed") return NeedsCompaction(ctx) ? "yes" : "no";
    if (words[0] == "targets") return Targets(ctx.targets);
    if (words[0] == "scores") return Scores(ctx);
    if (words[0] == "pending") {
      return Megabytes(PendingCompactionBytes(*ctx.tree, *ctx.config, ctx.map, ctx.targets));
    }
    if (words[0] == "patience") {
      return Megabytes(PatientBytes(ctx, std::stoi(words.at(1))));
    }
    if (words[0] == "manual") return Manual(words, &scene);
    if (words[0] == "files") return Files(words, &scene);
    return "unknown question " + words[0];
  }

 private:
  // "level=1" of the words of a question.
  static std::map<std::string, std::string> Arguments(const Words& words) {
    std::map<std::string, std::string> arguments;
    for (const std::string& word : words) {
      const size_t equals = word.find('=');
      if (equals != std::string::npos) arguments[word.substr(0, equals)] = word.substr(equals + 1);
    }
    return arguments;
  }
  static std::string Manual(const Words& words, PickerScene* scene) {
    std::map<std::string, std::string> arguments = Arguments(words);
    ManualRequest request;
    if (arguments.count("level") > 0) request.level = std::stoi(arguments["level"]);
    if (arguments.count("to") > 0) request.output_level = std::stoi(arguments["to"]);
    request.exclusive = arguments.count("exclusive") > 0;
    request.forbid_trivial_move = arguments.count("rewrite") > 0;
    request.all_levels = arguments.count("all") > 0;
    if (arguments.count("new") > 0) request.written_since = std::stoull(arguments.at("new"));
    const Slice begin = arguments["begin"], end = arguments["end"];
    if (!begin.empty()) request.begin = &begin;
    if (!end.empty()) request.end = &end;
    std::string next;
    const std::string answer = scene->Manual(request, &next);
    return next.empty() ? answer : answer + ", next from " + next;
  }
  static std::string Files(const Words& words, PickerScene* scene) {
    std::vector<uint64_t> numbers;
    for (size_t i = 1; i < words.size(); ++i) {
      if (words[i].find('=') == std::string::npos) numbers.push_back(std::stoull(words[i]));
    }
    return scene->Files(numbers, std::stoi(Arguments(words).at("to")));
  }
  static std::string Details(const std::optional<CompactionPick>& pick) {
    if (!pick) return "none";
    std::string s = std::to_string(pick->max_subcompactions) + " subcompactions, path " +
                    std::to_string(pick->output_path_id);
    if (pick->trivial_move) s += ", a move";
    if (pick->bottommost) s += ", bottommost";
    if (pick->older_may_come) s += ", older data may come";
    if (pick->oldest_of_level0) s += ", the oldest of L0";
    if (pick->compression != kNoCompression) s += ", compressed";
    if (!pick->grandparents.empty()) s += ", grandparents " + DrawNumbers(pick->grandparents);
    if (pick->stretched_file_size > 0 && !pick->grandparents.empty()) {
      EXPECT_EQ(2 * pick->target_file_size, pick->stretched_file_size);
      s += " followed";
    }
    return s;
  }
  static std::string Targets(const LevelTargets& targets) {
    std::string s = "base L" + std::to_string(targets.base_level);
    for (size_t level = 1; level < targets.bytes.size(); ++level) {
      if (targets.bytes[level] == LevelTargets::kUnlimited) continue;
      s += ", L" + std::to_string(level) + " " + Megabytes(targets.bytes[level]);
    }
    if (targets.unnecessary >= 0) s += ", unnecessary to L" + std::to_string(targets.unnecessary);
    return s;
  }
  static std::string Scores(const PickContext& ctx) {
    std::string s;
    for (const LevelScore& score :
         ScoreLevels(*ctx.tree, *ctx.config, ctx.map, *ctx.jobs, ctx.targets)) {
      s += (s.empty() ? "L" : " L") + std::to_string(score.level) + "=" +
           std::to_string(score.score);
    }
    return s.empty() ? "no scores" : s;
  }
  // "9M"; a number that is no multiple of a megabyte is shown in bytes.
  static std::string Megabytes(uint64_t bytes) {
    return bytes % (1 << 20) == 0 ? std::to_string(bytes >> 20) + "M"
                                  : std::to_string(bytes) + " bytes";
  }

  ColumnFamilyOptions cf_ = SmallOptions();
  std::optional<SequenceNumber> oldest_snapshot_;
  bool has_cursors_ = true;
  uint32_t pace_ = 0;
  bool flush_first_ = false;
  uint32_t most_leaving_ = 0;
  std::vector<std::string> cursors_;
};

}  // namespace ROCKSDB_NAMESPACE
