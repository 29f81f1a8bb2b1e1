// WorkerPool: threads taking jobs from one queue in order of arrival; an environment has one for
// each priority. Jobs may be withdrawn by tag until they start.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "rocksdb/env.h"
#include "rocksdb/threadpool.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Invariants:
// T1. busy_ <= live_ <= workers_.size(); a worker takes a job only while
//     busy_ + reserved_ < limit_.
// T2. A job is in queue_, or being run by one worker counted in busy_, or gone; moving it needs
//     mu_.
// T3. While a queued job may run there is a worker awake, or one that will look at the queue
//     before it sleeps; or the system refused the pool its first thread. Then the job waits for
//     the next call that starts workers, which tries again, or for WaitForJobs, which runs it.
// T4. Workers beyond limit_ leave as soon as they are idle; their threads are joined at the end.
// Thread-safe. Jobs run without the lock, so they may use the pool; only ending it from a job would
// wait for itself.
class WorkerPool : public ThreadPool {
 public:
  // Called in each new worker before its first job.
  using StartHook = std::function<void()>;

  WorkerPool(std::string thread_name, Env::Priority priority, StartHook on_start = nullptr);
  ~WorkerPool() override;
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // cancel() runs instead of job(), in the caller of Unschedule, if the job is withdrawn.
  // Jobs start in the order of this call. Dropped silently while the pool is being ended.
  void Schedule(std::function<void()> job, void* tag = nullptr,
                std::function<void()> cancel = nullptr);
  // Withdraws what has this tag and has not started; returns how many. Does not wait for jobs of
  // that tag that run.
  int Unschedule(void* tag);

  // Threads start at the first job that needs them; one that cannot be started leaves its jobs to
  // the others. Shrinking lets running jobs end.
  void SetBackgroundThreads(int num) override;
  void IncreaseThreadsTo(int num);
  int GetBackgroundThreads() override;
  unsigned int GetQueueLen() const override;

  // Both end all threads, without and with the queued jobs, and leave a pool that can be used
  // again.
  void JoinAllThreads() override;
  void WaitForJobsAndJoinAllThreads() override;
  void SubmitJob(const std::function<void()>& job) override { Schedule(job); }
  void SubmitJob(std::function<void()>&& job) override { Schedule(std::move(job)); }
  // Reserved threads take no jobs until they are released: room for work that somebody does
  // elsewhere. The number reserved, at most what is idle.
  int ReserveThreads(int n) override;
  int ReleaseThreads(int n) override;

  // Apply to every worker, from its next job on.
  void LowerIoPriority();
  void SetCpuPriority(CpuPriority priority);

 private:
  struct Job {
    std::function<void()> run;
    std::function<void()> cancel;
    void* tag;
  };

  void SetLimit(int num, bool may_shrink);
  void Work(size_t id);
  bool MayRun() const REQUIRES_LOCK(mu_);
  bool MustLeave() const REQUIRES_LOCK(mu_);
  // False: the system has no thread to give.
  bool StartWorker() REQUIRES_LOCK(mu_);
  void StartWorkersFor(size_t jobs) REQUIRES_LOCK(mu_);
  // Gives up the lock for each job. REQUIRES: no worker is alive.
  void RunQueueHere() REQUIRES_LOCK(mu_);
  void ApplyPriorities(CpuPriority* cpu_applied, bool* io_applied) REQUIRES_LOCK(mu_);
  void EndAll(bool finish_queue);

  const std::string thread_name_;
  const Env::Priority priority_;
  const StartHook on_start_;

  mutable Mutex mu_;
  CondVar work_or_exit_{&mu_};
  std::deque<Job> queue_ GUARDED_BY(mu_);
  std::vector<std::thread> workers_ GUARDED_BY(mu_);
  size_t limit_ GUARDED_BY(mu_) = 1;
  size_t live_ GUARDED_BY(mu_) = 0;  // workers that have not left
  size_t busy_ GUARDED_BY(mu_) = 0;  // workers running a job
  // For the names of threads.
  size_t next_worker_ GUARDED_BY(mu_) = 0;
  size_t reserved_ GUARDED_BY(mu_) = 0;
  bool ending_ GUARDED_BY(mu_) = false;
  bool finish_queue_ GUARDED_BY(mu_) = false;
  bool low_io_priority_ GUARDED_BY(mu_) = false;
  CpuPriority cpu_priority_ GUARDED_BY(mu_) = CpuPriority::kNormal;
};

}  // namespace ROCKSDB_NAMESPACE
