// What decisions have to know of running jobs: the files they hold and the key range they will
// write to. The scheduler keeps one RunningJob for each job of a column family, from the pick to
// the installation of the result, under the state lock; pickers and stall rules read the list
// during one call and never change it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "version/file_meta.h"
#include "version/user_range.h"

namespace ROCKSDB_NAMESPACE {

// One running compaction (a trivial move is one too). Owned strings, so it outlives the tree it was
// picked from.
//
// A job makes three things busy:
//  1. its input files, for every other job;
//  2. at output_level the whole range from its first to its last key, gaps included (hazard 2);
//  3. everything, when it is exclusive.
// A flush is not a job in this sense: what it adds is newer than all inputs and joins level 0 on
// top.
struct RunningJob {
  uint64_t job_id = 0;
  int start_level = 0;
  int output_level = 0;  // equal to start_level (0) for intra-L0
  std::vector<uint64_t> inputs;
  // Range of all inputs: busy at the output level as a whole (hazard 2).
  std::string smallest_user_key;
  std::string largest_user_key;
  bool exclusive_end = false;
  uint64_t input_bytes = 0;
  bool exclusive = false;  // nothing else may start while it runs (exclusive manual compaction)

  bool Holds(uint64_t number) const;
  UserRange range() const { return UserRange{smallest_user_key, largest_user_key, exclusive_end}; }
};

// The files that running jobs hold, as a hash set: RunningJob::Holds searches a list. A copy of the
// numbers, so it may outlive the jobs.
class FilesInJobs {
 public:
  FilesInJobs() = default;
  explicit FilesInJobs(const std::vector<RunningJob>& jobs);
  bool Holds(const FileMeta& file) const {
    return !numbers_.empty() && numbers_.count(file.number) != 0;
  }
  bool AnyOf(const FileList& files) const;

 private:
  std::unordered_set<uint64_t> numbers_;
};

// True when `job` will put files into `range` of `level`: the whole range between its first and
// last key is taken, also where none of its inputs lies (hazard 2). Levels that the job only reads
// do not count; for those check whether it holds the files.
bool WritesInto(const InternalKeyOrder& order, const RunningJob& job, int level,
                const UserRange& range);

}  // namespace ROCKSDB_NAMESPACE
