// Picks of a LOG, made again: see replay.h.
#include "tools/lsm_sim/replay.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>

#include "compaction/picker.h"
#include "options/options_file.h"
#include "rocksdb/convenience.h"
#include "schedule/scheduler.h"
#include "tools/lsm_sim/json_value.h"
#include "version/tree_builder.h"

namespace lsm_sim {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: the policy code that runs here

constexpr char kMark[] = "EVENT_LOG_v1 ";

struct Event {
  uint64_t change = 0;
  JsonValue line;
};

std::string FromHex(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<char>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

std::shared_ptr<FileMeta> FileOf(const JsonValue& json) {
  auto file = std::make_shared<FileMeta>();
  file->number = json.Whole("number");
  file->file_size = file->compensated_size = json.Whole("size");
  file->epoch = json.Whole("epoch");
  file->smallest = FromHex(json.Text("smallest"));
  file->largest = FromHex(json.Text("largest"));
  file->smallest_seqno = json.Whole("smallest_seqno");
  file->largest_seqno = json.Whole("largest_seqno");
  file->oldest_ancestor_time = json.Whole("ancestor_time");
  file->creation_time = json.Whole("creation_time");
  file->newest_key_time = json.Whole("newest_key_time");
  file->num_entries = json.Whole("entries");
  file->num_deletions = json.Whole("deletions");
  file->stats_known = true;
  return file;
}

std::vector<std::string> KeysOf(const std::vector<JsonValue>& list) {
  std::vector<std::string> keys;
  for (const JsonValue& one : list) keys.push_back(FromHex(one.text));
  return keys;
}

// File numbers by level, ascending: what a pick is compared by.
using InputNumbers = std::map<int, std::vector<uint64_t>>;

InputNumbers NumbersOf(const JsonValue& line) {
  constexpr char kPrefix[] = "files_L";
  InputNumbers numbers;
  for (const auto& [name, value] : line.members) {
    if (name.rfind(kPrefix, 0) != 0) continue;
    std::vector<uint64_t>& level = numbers[std::stoi(name.substr(sizeof(kPrefix) - 1))];
    for (const JsonValue& one : value.list) level.push_back(std::stoull(one.text));
    std::sort(level.begin(), level.end());
  }
  return numbers;
}

InputNumbers NumbersOf(const CompactionPick& pick) {
  InputNumbers numbers;
  for (const CompactionPick::Inputs& input : pick.inputs) {
    std::vector<uint64_t>& level = numbers[input.level];
    for (const FilePtr& file : input.files) level.push_back(file->number);
    std::sort(level.begin(), level.end());
  }
  return numbers;
}

std::string TextOf(const InputNumbers& numbers, int output_level) {
  std::string text;
  for (const auto& [level, files] : numbers) {
    text += (text.empty() ? "L" : " + L") + std::to_string(level) + ":";
    for (const uint64_t number : files) text += " " + std::to_string(number);
  }
  return text + " -> L" + std::to_string(output_level);
}

// The family of one replay, and the jobs that run in it.
class FamilyReplay {
 public:
  FamilyReplay(CfConfigPtr config, ReplayResult* result)
      : config_(config), family_(0, std::move(config)), result_(*result) {}

  Status Apply(const Event& event) {
    const std::string& kind = event.line.Text("event");
    if (kind == "family_opened") return Open(event);
    if (!opened_) return Status::OK();  // recovery's own
    if (kind == "compaction_picked") return Pick(event);
    if (kind == "tree_changed") return Change(event);
    return Rebalance(event);
  }

 private:
  struct Job {
    InputNumbers inputs;
    bool moves = false;
    int output_level = 0;
  };

  Status Open(const Event& event) {
    if (event.line.Whole("files") > 0) {
      return Status::NotSupported("the database had tables already when this LOG began");
    }
    machine_.processors = static_cast<uint32_t>(event.line.Whole("processors"));
    machine_.limits.compactions = static_cast<int>(event.line.Whole("compaction_threads"));
    machine_.max_subcompactions = static_cast<uint32_t>(event.line.Whole("max_subcompactions"));
    opened_ = true;
    last_change_ = event.change;
    return Status::OK();
  }

  // The event is `steps` changes long, so it should begin where the last one has ended.
  void Follow(const Event& event, uint64_t steps) {
    if (event.change != last_change_ + steps) ++result_.untold;
    last_change_ = event.change;
  }

  Status Pick(const Event& event) {
    Follow(event, 1);
    machine_.now_seconds = event.line.Whole("time_micros") / 1'000'000;
    const uint64_t job = event.line.Whole("job");
    Job recorded{NumbersOf(event.line), event.line.Whole("moves") != 0,
                 static_cast<int>(event.line.Whole("output_level"))};
    std::optional<CompactionPick> again;
    if (event.line.Whole("manual") != 0) {
      ++result_.manual;
    } else {
      PickContext ctx = MakePickContext(family_, machine_);
      ctx.flush_first = event.line.Whole("flush_first") != 0;
      ctx.pace = static_cast<uint32_t>(event.line.Whole("pace"));
      ctx.most_leaving = static_cast<uint32_t>(event.line.Whole("most_leaving"));
      again = PickCompaction(ctx);
      Compare(job, recorded, again);
      if (again && !Same(recorded, *again)) again.reset();
    }
    Status s = again ? StartSame(*again, job) : StartOther(event, recorded, job);
    jobs_[job] = std::move(recorded);
    return s;
  }

  static bool Same(const Job& recorded, const CompactionPick& again) {
    return recorded.inputs == NumbersOf(again) && recorded.output_level == again.output_level &&
           recorded.moves == again.trivial_move;
  }

  void Compare(uint64_t job, const Job& recorded, const std::optional<CompactionPick>& again) {
    ++result_.picks;
    if (again && Same(recorded, *again)) {
      ++result_.identical;
      return;
    }
    std::string text =
        "job " + std::to_string(job) + ": " + TextOf(recorded.inputs, recorded.output_level) +
        "; again: " + (again ? TextOf(NumbersOf(*again), again->output_level) : "nothing");
    text += result_.untold > 0 ? " (the LOG leaves out a change before it)"
            : again && recorded.inputs == NumbersOf(*again) ? " (one moves, the other rewrites)"
                                                            : " (from the same tree)";
    result_.different.push_back(std::move(text));
  }

  Status StartSame(const CompactionPick& pick, uint64_t job) {
    family_.StartJob(pick, job);
    return Status::OK();
  }

  // A pick that this picker did not make holds its files all the same.
  Status StartOther(const Event& event, const Job& recorded, uint64_t job) {
    CompactionPick pick;
    pick.tree = family_.tree();
    pick.output_level = recorded.output_level;
    pick.exclusive = event.line.Whole("exclusive") != 0;
    for (const auto& [level, numbers] : recorded.inputs) {
      CompactionPick::Inputs inputs{level, {}};
      for (const uint64_t number : numbers) {
        int found = -1;
        FilePtr file = family_.tree()->FindFile(number, &found);
        if (file == nullptr || found != level) {
          return Status::Corruption("the LOG does not tell where table " + std::to_string(number) +
                                    " of job " + std::to_string(job) + " came from");
        }
        inputs.files.push_back(std::move(file));
      }
      pick.inputs.push_back(std::move(inputs));
    }
    family_.StartJob(pick, job);
    return Status::OK();
  }

  Status Change(const Event& event) {
    ++result_.changes;
    const uint64_t job = event.line.Whole("job");
    const auto running = jobs_.find(job);
    const std::vector<JsonValue>& files = event.line.List("files");
    if (running == jobs_.end()) {
      Follow(event, (files.empty() ? 0 : 1) + (config_->bucketized ? 1 : 0));
    } else {
      Follow(event, 2);
    }
    VersionEdit edit;
    if (running != jobs_.end()) Remove(running->second, &edit);
    const auto level = static_cast<int>(event.line.Whole("level"));
    for (const JsonValue& file : files) edit.AddFile(level, FileOf(file));
    Status s = Install(edit);
    if (running != jobs_.end()) {
      family_.EndJob(job);
      jobs_.erase(running);
    }
    if (s.ok() && event.line.Has("boundaries")) SetBoundaries(event);
    return s;
  }

  void Remove(const Job& job, VersionEdit* edit) {
    for (const auto& [level, numbers] : job.inputs) {
      for (const uint64_t number : numbers) {
        edit->DeleteFile(level, number);
        const FilePtr file = family_.tree()->FindFile(number, nullptr);
        if (job.moves && file != nullptr)
          edit->AddFile(job.output_level, std::const_pointer_cast<FileMeta>(file));
      }
    }
  }

  Status Install(const VersionEdit& edit) {
    if (edit.new_files.empty() && edit.deleted_files.empty()) return Status::OK();
    TreePtr tree;
    TreeBuilder builder(config_->order, family_.tree(), family_.tree()->num_levels());
    Status s = builder.Apply(edit);
    if (s.ok()) s = builder.Build(&tree);
    if (s.ok()) family_.SetTree(std::move(tree));
    return s;
  }

  Status Rebalance(const Event& event) {
    ++result_.changes;
    Follow(event, 1);
    SetBoundaries(event);
    return Status::OK();
  }

  void SetBoundaries(const Event& event) {
    auto map = std::make_shared<BucketMap>(config_->order, KeysOf(event.line.List("boundaries")));
    BucketStats stats(map->size(), config_->options.bucket_options.window_flushes);
    family_.SetBuckets(std::move(map), std::move(stats));
  }

  const CfConfigPtr config_;
  FamilyState family_;
  ReplayResult& result_;
  Machine machine_;
  bool opened_ = false;
  uint64_t last_change_ = 0;
  std::map<uint64_t, Job> jobs_;
};

// The decision lines of each family, in the order in which things happened.
std::map<std::string, std::vector<Event>> EventsOf(const std::string& log) {
  std::map<std::string, std::vector<Event>> families;
  std::istringstream lines(log);
  for (std::string text; std::getline(lines, text);) {
    const size_t mark = text.find(kMark);
    if (mark == std::string::npos) continue;
    Event event;
    if (!ParseJson(std::string_view(text).substr(mark + sizeof(kMark) - 1), &event.line)) continue;
    if (!event.line.Has("change")) continue;
    event.change = event.line.Whole("change");
    families[event.line.Text("cf_name")].push_back(std::move(event));
  }
  for (auto& [name, events] : families) {
    std::stable_sort(events.begin(), events.end(),
                     [](const Event& a, const Event& b) { return a.change < b.change; });
  }
  return families;
}

bool HasOpening(const std::vector<Event>& events) {
  return std::any_of(events.begin(), events.end(), [](const Event& event) {
    return event.line.Text("event") == "family_opened";
  });
}

Status ReadFile(const std::string& path, std::string* text) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream all;
  all << file.rdbuf();
  if (!file.good()) return Status::IOError("cannot read", path);
  *text = all.str();
  return Status::OK();
}

// The OPTIONS file of the lowest number beside `path`; empty without one.
std::string OptionsBeside(const std::string& path) {
  constexpr char kPrefix[] = "OPTIONS-";
  std::string first;
  std::error_code error;
  const auto parent = std::filesystem::absolute(path, error).parent_path();
  for (const auto& entry : std::filesystem::directory_iterator(parent, error)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind(kPrefix, 0) != 0) continue;
    if (first.empty() || entry.path().string() < first) first = entry.path().string();
  }
  return first;
}

}  // namespace

Status ReplayText(const std::string& log, const DBOptions& db,
                  const std::vector<ColumnFamilyDescriptor>& families, ReplayResult* result) {
  *result = ReplayResult();
  const auto events = EventsOf(log);
  bool any = false;
  for (const ColumnFamilyDescriptor& family : families) {
    const auto found = events.find(family.name);
    if (found == events.end()) continue;
    any = true;
    if (!HasOpening(found->second)) {
      return Status::NotSupported("family " + family.name +
                                  " was made after the database was opened");
    }
    CfConfigPtr config;
    Status s = MakeCfConfig(db, family.options, &config);
    if (!s.ok()) return s;
    FamilyReplay replay(std::move(config), result);
    for (const Event& event : found->second) {
      s = replay.Apply(event);
      if (!s.ok()) return s;
    }
  }
  if (!any) return Status::InvalidArgument("the LOG has no lines of decisions");
  return Status::OK();
}

Status ReplayFile(const std::string& path, const std::string& options_file, ReplayResult* result) {
  const std::string from = options_file.empty() ? OptionsBeside(path) : options_file;
  if (from.empty()) return Status::InvalidArgument("no OPTIONS file beside", path);
  std::string text, log;
  OptionsFile file;
  DBOptions db;
  std::vector<ColumnFamilyDescriptor> families;
  Status s = ReadFile(from, &text);
  if (s.ok()) s = ParseOptionsFile(text, &file);
  if (s.ok()) s = OptionsFromFile(ConfigOptions(), file, nullptr, &db, &families);
  if (s.ok()) s = ReadFile(path, &log);
  return s.ok() ? ReplayText(log, db, families, result) : s;
}

std::string Describe(const ReplayResult& result) {
  std::string text;
  for (const std::string& line : result.different) text += line + "\n";
  char end[256];
  std::snprintf(
      end, sizeof(end),
      "%llu of %llu picks identical (%.2f %%); %llu manual ones not compared, %llu changes of "
      "trees and buckets, %llu not in the LOG\n",
      static_cast<unsigned long long>(result.identical),
      static_cast<unsigned long long>(result.picks), 100 * result.Share(),
      static_cast<unsigned long long>(result.manual),
      static_cast<unsigned long long>(result.changes),
      static_cast<unsigned long long>(result.untold));
  return text + end;
}

}  // namespace lsm_sim
