// See the header.
#include "utilities/backup/job_team.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "util/mutex.h"
#include "util/thread_pool.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

// Thread-safe.
class Team {
 public:
  explicit Team(const std::vector<Job>& jobs) : jobs_(jobs) {}

  void Work() {
    while (!failed_) {
      const size_t mine = next_.fetch_add(1);
      if (mine >= jobs_.size()) return;
      IOStatus s = jobs_[mine]();
      if (s.ok()) continue;
      MutexLock lock(&mutex_);
      if (first_failure_.ok()) first_failure_ = std::move(s);
      failed_ = true;
    }
  }
  IOStatus Result() {
    MutexLock lock(&mutex_);
    return std::move(first_failure_);
  }

 private:
  const std::vector<Job>& jobs_;
  std::atomic<size_t> next_{0};
  std::atomic<bool> failed_{false};
  Mutex mutex_;
  IOStatus first_failure_ GUARDED_BY(mutex_);
};

}  // namespace

IOStatus RunJobs(int threads, std::optional<CpuPriority> priority, const std::vector<Job>& jobs) {
  Team team(jobs);
  const int members = std::min<int>(threads, static_cast<int>(std::min<size_t>(jobs.size(), 1024)));
  if (members <= 1 && !priority) {
    team.Work();
    return team.Result();
  }
  WorkerPool pool("backup_engine", Env::Priority::LOW);
  pool.SetBackgroundThreads(members);
  if (priority) pool.SetCpuPriority(*priority);
  for (int i = 0; i < members; ++i) pool.Schedule([&team] { team.Work(); });
  pool.WaitForJobsAndJoinAllThreads();
  return team.Result();
}

}  // namespace ROCKSDB_NAMESPACE::backup
