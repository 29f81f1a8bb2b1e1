// The counter behind NewConcurrentTaskLimiter.
#include "rocksdb/concurrent_task_limiter.h"

#include <atomic>

namespace ROCKSDB_NAMESPACE {

namespace {

class CountingLimiter final : public ConcurrentTaskLimiter {
 public:
  CountingLimiter(const std::string& name, int32_t limit) : name_(name), limit_(limit) {}

  const std::string& GetName() const override { return name_; }
  void SetMaxOutstandingTask(int32_t limit) override { limit_.store(limit); }
  void ResetMaxOutstandingTask() override { limit_.store(-1); }
  int32_t GetOutstandingTask() const override { return running_.load(); }

  std::unique_ptr<TaskLimiterToken> GetToken(bool force) override {
    // A compare-and-swap, so that two callers never both take the last place.
    int32_t running = running_.load();
    do {
      const int32_t limit = limit_.load();
      if (!force && limit >= 0 && running >= limit) {
        return nullptr;
      }
    } while (!running_.compare_exchange_weak(running, running + 1));
    return std::make_unique<TaskLimiterToken>(this);
  }

 private:
  void GiveBack() override { running_.fetch_sub(1); }

  const std::string name_;
  std::atomic<int32_t> limit_;
  std::atomic<int32_t> running_{0};
};

}  // namespace

ConcurrentTaskLimiter* NewConcurrentTaskLimiter(const std::string& name, int32_t limit) {
  return new CountingLimiter(name, limit);
}

}  // namespace ROCKSDB_NAMESPACE
