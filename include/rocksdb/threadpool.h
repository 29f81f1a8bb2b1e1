// ThreadPool: threads that run queued jobs in order of arrival. NewThreadPool makes one for
// applications; the environment has its own pools behind Env::Schedule.
#pragma once

#include <functional>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

class ThreadPool {
 public:
  virtual ~ThreadPool() = default;

  // Ends the threads after the jobs they are running; queued jobs are dropped.
  virtual void JoinAllThreads() = 0;
  // Ends the threads once the queue is empty.
  virtual void WaitForJobsAndJoinAllThreads() = 0;

  virtual void SetBackgroundThreads(int num) = 0;
  virtual int GetBackgroundThreads() = 0;
  virtual unsigned int GetQueueLen() const = 0;

  virtual void SubmitJob(const std::function<void()>& job) = 0;
  virtual void SubmitJob(std::function<void()>&& job) = 0;

  // Takes up to this many idle threads out of service, or returns them to it; returns their
  // number.
  virtual int ReserveThreads(int threads_to_be_reserved) {
    (void)threads_to_be_reserved;
    return 0;
  }
  virtual int ReleaseThreads(int threads_to_be_released) {
    (void)threads_to_be_released;
    return 0;
  }
};

// The caller owns the result.
ThreadPool* NewThreadPool(int num_threads);

}  // namespace ROCKSDB_NAMESPACE
