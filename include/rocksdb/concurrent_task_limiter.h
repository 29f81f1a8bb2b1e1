// ConcurrentTaskLimiter: a cap on how many compactions run at once, shared between column families
// or databases. Thread-safe.
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

  virtual const std::string& GetName() const = 0;
  const char* Name() const override { return GetName().c_str(); }

  virtual void SetMaxOutstandingTask(int32_t limit) = 0;  // negative: no limit; 0: none may run
  virtual void ResetMaxOutstandingTask() = 0;             // no limit
  virtual int32_t GetOutstandingTask() const = 0;

  // A token that must live while the task runs, or null when the limit is reached. With `force`
  // there always is one.
  virtual std::unique_ptr<TaskLimiterToken> GetToken(bool force) = 0;

 private:
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

// The caller owns the result.
ConcurrentTaskLimiter* NewConcurrentTaskLimiter(const std::string& name, int32_t limit);

}  // namespace ROCKSDB_NAMESPACE
