// ConcurrentTaskLimiter: counts tasks and limits their number. Thread-safe. The engine takes no
// tokens: ColumnFamilyOptions::compaction_thread_limiter has no effect. An application may limit
// its own tasks with it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

class TaskLimiterToken;

class ConcurrentTaskLimiter {
 public:
  virtual ~ConcurrentTaskLimiter() = default;

  // The name that it was made with, for logs. Valid as long as the limiter.
  virtual const std::string& GetName() const = 0;

  // Applies to tokens that are requested from now on; existing ones stay valid even above a lower
  // limit.
  // A negative number means no limit; with 0 no task may run.
  virtual void SetMaxOutstandingTask(int32_t limit) = 0;
  // Removes the limit.
  virtual void ResetMaxOutstandingTask() = 0;
  // The number of existing tokens, forced ones included.
  virtual int32_t GetOutstandingTask() const = 0;

  // Returns a token that must live while the task runs, or nullptr when the limit is reached. Does
  // not wait. With `force` it always returns one. REQUIRES: the limiter outlives its tokens.
  virtual std::unique_ptr<TaskLimiterToken> GetToken(bool force) = 0;

 private:
  // A token is one running task; its destruction, in any thread, ends the task.
  friend class TaskLimiterToken;
  virtual void GiveBack() = 0;
};

// One running task.
class TaskLimiterToken {
 public:
  explicit TaskLimiterToken(ConcurrentTaskLimiter* limiter) : limiter_(limiter) {}
  ~TaskLimiterToken() { limiter_->GiveBack(); }
  TaskLimiterToken(const TaskLimiterToken&) = delete;
  TaskLimiterToken& operator=(const TaskLimiterToken&) = delete;

 private:
  ConcurrentTaskLimiter* const limiter_;
};

// `limit` is as for SetMaxOutstandingTask. The caller owns the result.
ConcurrentTaskLimiter* NewConcurrentTaskLimiter(const std::string& name, int32_t limit);

}  // namespace ROCKSDB_NAMESPACE
