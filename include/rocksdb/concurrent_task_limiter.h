// ConcurrentTaskLimiter: counts tasks and says when there are enough. Thread-safe. Our engine takes
// no tokens: ColumnFamilyOptions::compaction_thread_limiter has no effect. It works for tasks of an
// application.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/customizable.h"

namespace ROCKSDB_NAMESPACE {

class TaskLimiterToken;

class ConcurrentTaskLimiter : public Customizable {
 public:
  ~ConcurrentTaskLimiter() override = default;
  static const char* Type() { return "ConcurrentTaskLimiter"; }

  // As given when it was made; for logs. Valid as long as the limiter.
  virtual const std::string& GetName() const = 0;
  const char* Name() const override { return GetName().c_str(); }

  // Holds for tokens asked for from now on; those out stay good even above a lower limit.
  virtual void SetMaxOutstandingTask(int32_t limit) = 0;  // negative: no limit; 0: none may run
  virtual void ResetMaxOutstandingTask() = 0;             // no limit
  // Tokens now out, forced ones included.
  virtual int32_t GetOutstandingTask() const = 0;

  // A token that must live while the task runs, or null when the limit is reached. Does not wait.
  // With `force` there always is one. The limiter must outlive its tokens.
  virtual std::unique_ptr<TaskLimiterToken> GetToken(bool force) = 0;

 private:
  // One running task; its end gives the place back, in any thread.
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

// limit: as for SetMaxOutstandingTask. The caller owns the result.
ConcurrentTaskLimiter* NewConcurrentTaskLimiter(const std::string& name, int32_t limit);

}  // namespace ROCKSDB_NAMESPACE
