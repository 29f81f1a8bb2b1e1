// What picks change: see pick_edit.h.
#include "compaction/pick_edit.h"

#include <algorithm>

#include "bucket/flush_numbers.h"

namespace ROCKSDB_NAMESPACE {

void StartPick(const CompactionPick& pick, uint64_t job_id, std::vector<RunningJob>* running,
               std::vector<std::string>* cursors) {
  running->push_back(pick.ToRunningJob(job_id));
  if (pick.next_cursor.empty()) return;
  const auto level = static_cast<size_t>(pick.start_level());
  if (cursors->size() <= level) cursors->resize(level + 1);
  (*cursors)[level] = pick.next_cursor;
}

void EndPick(uint64_t job_id, std::vector<RunningJob>* running) {
  std::erase_if(*running, [job_id](const RunningJob& job) { return job.job_id == job_id; });
}

uint64_t JobsOutOfL0(const std::vector<RunningJob>& running) {
  return static_cast<uint64_t>(std::count_if(
      running.begin(), running.end(),
      [](const RunningJob& job) { return job.start_level == 0 && job.output_level > 0; }));
}

VersionEdit EditFor(const CompactionPick& pick,
                    const std::vector<std::shared_ptr<FileMeta>>& outputs) {
  VersionEdit edit;
  FileList all;
  for (const CompactionPick::Inputs& input : pick.inputs) {
    for (const FilePtr& file : input.files) {
      edit.DeleteFile(input.level, file->number);
      if (pick.trivial_move)
        edit.AddFile(pick.output_level, std::const_pointer_cast<FileMeta>(file));
      all.push_back(file);
    }
  }
  // A file within level 0 takes the place of the oldest input, so that it stays below all that is
  // newer than that one (hazard 1).
  const uint64_t epoch = EpochOfOutput(all);
  for (const auto& file : outputs) {
    file->epoch = epoch;
    edit.AddFile(pick.output_level, file);
  }
  return edit;
}

void NumberOutputs(const CompactionPick& pick, const TreeVersion& base,
                   const std::vector<std::shared_ptr<FileMeta>>& outputs) {
  if (pick.output_level > 0) return;
  for (const auto& file : outputs) {
    file->smallest_seqno = RecordedSmallestOfL0Output(base.files(0), pick.inputs[0].files,
                                                      file->smallest_seqno, file->largest_seqno);
  }
}

}  // namespace ROCKSDB_NAMESPACE
