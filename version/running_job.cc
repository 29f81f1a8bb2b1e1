// Conflict tests against running jobs: see running_job.h.
#include "version/running_job.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

bool RunningJob::Holds(uint64_t number) const {
  return std::find(inputs.begin(), inputs.end(), number) != inputs.end();
}

FilesInJobs::FilesInJobs(const std::vector<RunningJob>& jobs) {
  for (const RunningJob& job : jobs) numbers_.insert(job.inputs.begin(), job.inputs.end());
}

bool FilesInJobs::AnyOf(const FileList& files) const {
  return std::any_of(files.begin(), files.end(), [&](const FilePtr& f) { return Holds(*f); });
}

bool WritesInto(const InternalKeyOrder& order, const RunningJob& job, int level,
                const UserRange& range) {
  return job.output_level == level && Overlaps(order, job.range(), range);
}

}  // namespace ROCKSDB_NAMESPACE
