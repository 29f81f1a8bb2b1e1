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
// T2. A job is in queue_, or run by one worker that busy_ counts, or gone; it moves under mu_.
// T3. While a queued job may run, a worker is awake or will look at the queue before it sleeps,
//     unless the system refused the pool its first thread. Then the job waits for the next call
//     that starts workers, which tries again, or for WaitForJobs, which runs it.
// T4. Workers beyond limit_ leave as soon as they are idle; their threads are joined by the next
//     change of the limit, or at the end.
// Thread-safe. Jobs run without the lock, so they may use the pool; but a job that ends the pool
// waits for itself.
class WorkerPool : public ThreadPool {
 public:
  // Called in each new worker before its first job.
  using StartHook = std::function<void()>;

  WorkerPool(std::string thread_name, Env::Priority priority, StartHook on_start = nullptr);
  ~WorkerPool() override;
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // If the job is withdrawn, the thread that calls Unschedule runs cancel() instead of job(). Jobs
  // start in the order of this call. A pool that is being ended drops the job silently.
  void Schedule(std::function<void()> job, void* tag = nullptr,
                std::function<void()> cancel = nullptr);
  // Withdraws the jobs with this tag that have not started and returns how many. Does not wait for
  // those that run.
  int Unschedule(void* tag);

  // Threads start with the first job that needs them; if one cannot start, the others run its jobs.
  // Shrinking lets running jobs end.
  void SetBackgroundThreads(int num) override;
  void IncreaseThreadsTo(int num);
  int GetBackgroundThreads() override;
  unsigned int GetQueueLen() const override;
  // Threads that have not left.
  size_t live_workers() const {
    MutexLock lock(&mu_);
    return live_;
  }

  // Both end all threads; the second runs the queued jobs first. The pool can be used again.
  void JoinAllThreads() override;
  void WaitForJobsAndJoinAllThreads() override;
  void SubmitJob(const std::function<void()>& job) override { Schedule(job); }
  void SubmitJob(std::function<void()>&& job) override { Schedule(std::move(job)); }
  // Reserved threads take no jobs until they are released, so that work elsewhere has processors.
  // Returns how many were reserved, at most the idle ones.
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
  // Releases the lock for each job. REQUIRES: no worker is alive.
  void RunQueueHere() REQUIRES_LOCK(mu_);
  void ApplyPriorities(CpuPriority* cpu_applied, bool* io_applied) REQUIRES_LOCK(mu_);
  // The calling worker goes over to left_.
  void Leave() REQUIRES_LOCK(mu_);
  void EndAll(bool finish_queue);

  const std::string thread_name_;
  const Env::Priority priority_;
  const StartHook on_start_;

  mutable Mutex mu_;
  CondVar work_or_exit_{&mu_};
  std::deque<Job> queue_ GUARDED_BY(mu_);
  std::vector<std::thread> workers_ GUARDED_BY(mu_);
  // Of workers that have left: nothing but the end of the thread is to come.
  std::vector<std::thread> left_ GUARDED_BY(mu_);
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
