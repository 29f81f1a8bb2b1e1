// Lines of decisions: see decision_log.h.
#include "db/jobs/decision_log.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::string Hex(const std::string& key) { return Slice(key).ToString(true); }

std::string Listed(const std::vector<std::string>& objects) {
  std::string text = "[";
  for (const std::string& one : objects) text += (text.size() > 1 ? ", " : "") + one;
  return text + "]";
}

std::string FileJson(const FileMeta& file) {
  EventLine line;
  line.Int("number", file.number).Int("size", file.file_size).Int("epoch", file.epoch);
  line.Text("smallest", Hex(file.smallest)).Text("largest", Hex(file.largest));
  line.Int("smallest_seqno", file.smallest_seqno).Int("largest_seqno", file.largest_seqno);
  line.Int("ancestor_time", file.oldest_ancestor_time).Int("creation_time", file.creation_time);
  line.Int("newest_key_time", file.newest_key_time);
  line.Int("entries", file.num_entries).Int("deletions", file.num_deletions);
  return line.Finish();
}

std::string BoundariesJson(const BucketMap& map) {
  std::vector<std::string> keys;
  for (const std::string& key : map.boundaries()) keys.push_back("\"" + Hex(key) + "\"");
  return Listed(keys);
}

}  // namespace

EventLine DecisionLog::Begin(const DecisionOrigin& origin, const char* event) const {
  EventLine line = events_.Begin();
  line.Int("job", static_cast<uint64_t>(origin.job)).Text("event", event);
  line.Text("cf_name", origin.family).Int("change", origin.change);
  return line;
}

void DecisionLog::Opened(const DecisionOrigin& origin, const TreeVersion& tree,
                         const Machine& machine) const {
  EventLine line = Begin(origin, "family_opened");
  line.Int("files", tree.total_files()).Int("processors", machine.processors);
  line.Signed("compaction_threads", machine.limits.compactions);
  line.Int("max_subcompactions", machine.max_subcompactions);
  events_.Write(line);
}

void DecisionLog::Picked(const DecisionOrigin& origin, const CompactionPick& pick) const {
  EventLine line = Begin(origin, "compaction_picked");
  line.Int("manual", pick.manual).Int("moves", pick.trivial_move).Int("drops", pick.deletion_only);
  line.Int("exclusive", pick.exclusive).Int("flush_first", pick.flush_first);
  line.Int("pace", pick.pace).Int("most_leaving", pick.most_leaving);
  line.Signed("output_level", pick.output_level);
  for (const CompactionPick::Inputs& input : pick.inputs) {
    std::vector<uint64_t> numbers;
    for (const FilePtr& file : input.files) numbers.push_back(file->number);
    line.Ints("files_L" + std::to_string(input.level), numbers);
  }
  events_.Write(line);
}

void DecisionLog::Installed(const DecisionOrigin& origin, int level,
                            const std::vector<std::shared_ptr<FileMeta>>& files,
                            const BucketMap* boundaries) const {
  EventLine line = Begin(origin, "tree_changed");
  std::vector<std::string> objects;
  for (const auto& file : files) objects.push_back(FileJson(*file));
  line.Signed("level", level).Raw("files", Listed(objects));
  if (boundaries != nullptr) line.Raw("boundaries", BoundariesJson(*boundaries));
  events_.Write(line);
}

void DecisionLog::Rebalanced(const DecisionOrigin& origin, const BucketMap& boundaries) const {
  EventLine line = Begin(origin, "buckets_changed");
  events_.Write(line.Raw("boundaries", BoundariesJson(boundaries)));
}

}  // namespace ROCKSDB_NAMESPACE
