// Facts about a picked compaction: see compaction_pick.h.
#include "compaction/compaction_pick.h"

#include "version/tree_drawing.h"

namespace ROCKSDB_NAMESPACE {

UserRange CompactionPick::range() const {
  UserRange range;
  bool first = true;
  for (const Inputs& in : inputs) {
    for (const FilePtr& f : in.files) {
      if (first) range = UserRange::Of(*f);
      first = false;
      Extend(tree->order(), &range, UserRange::Of(*f));
    }
  }
  return range;
}

uint64_t CompactionPick::InputBytes() const {
  uint64_t bytes = 0;
  for (const Inputs& in : inputs) {
    for (const FilePtr& f : in.files) bytes += f->file_size;
  }
  return bytes;
}

size_t CompactionPick::InputFiles() const {
  size_t n = 0;
  for (const Inputs& in : inputs) n += in.files.size();
  return n;
}

RunningJob CompactionPick::ToRunningJob(uint64_t job_id) const {
  RunningJob job;
  job.job_id = job_id;
  job.start_level = start_level();
  job.output_level = output_level;
  job.input_bytes = InputBytes();
  job.exclusive = exclusive;
  for (const Inputs& in : inputs) {
    for (const FilePtr& f : in.files) job.inputs.push_back(f->number);
  }
  const UserRange all = range();
  job.smallest_user_key = all.smallest.ToString();
  job.largest_user_key = all.largest.ToString();
  job.exclusive_end = all.exclusive_end;
  return job;
}

std::string CompactionPick::DebugString() const {
  std::string s;
  for (const Inputs& in : inputs) {
    if (in.files.empty()) continue;
    s += (s.empty() ? "L" : " + L") + std::to_string(in.level) + ": " + DrawNumbers(in.files);
  }
  s += " -> L" + std::to_string(output_level);
  if (trivial_move) s += " move";
  if (deletion_only) s += " drop";
  if (!cut_points.empty()) {
    s += " cut";
    for (const std::string& key : cut_points) s += " " + key;
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
