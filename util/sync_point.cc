// See sync_point.h.
#include "util/sync_point.h"

#ifdef BUCKETLSM_SYNC_POINTS

namespace ROCKSDB_NAMESPACE {

SyncPoints& SyncPoints::Get() {
  // Never destroyed: threads that outlive main() may still pass.
  static auto* points = new SyncPoints();
  return *points;
}

void SyncPoints::SetCallback(const std::string& name, std::function<void(void*)> fn) {
  MutexLock lock(&mu_);
  callbacks_[name] = std::move(fn);
}

void SyncPoints::LoadOrder(const std::vector<std::pair<std::string, std::string>>& order) {
  MutexLock lock(&mu_);
  must_follow_.clear();
  passed_.clear();
  for (const auto& [first, second] : order) {
    must_follow_.emplace(second, first);
  }
  changed_.SignalAll();
}

void SyncPoints::Enable() { enabled_.store(true, std::memory_order_release); }

void SyncPoints::Disable() {
  enabled_.store(false, std::memory_order_release);
  MutexLock lock(&mu_);
  changed_.SignalAll();
  while (running_callbacks_ > 0) {
    changed_.Wait();
  }
}

void SyncPoints::Clear() {
  Disable();
  MutexLock lock(&mu_);
  callbacks_.clear();
  must_follow_.clear();
  passed_.clear();
}

bool SyncPoints::MayPass(const std::string& name) const {
  const auto [from, to] = must_follow_.equal_range(name);
  for (auto it = from; it != to; ++it) {
    if (passed_.count(it->second) == 0) {
      return false;
    }
  }
  return true;
}

namespace {

// Counts a running call. An exception ends the count as well, so that the test reports it instead
// of hanging.
class CallCount {
 public:
  CallCount(int* count, CondVar* changed) : count_(count), changed_(changed) { ++*count_; }
  ~CallCount() {
    --*count_;
    changed_->SignalAll();
  }

 private:
  int* const count_;
  CondVar* const changed_;
};

}  // namespace

void SyncPoints::Pass(const char* name, void* arg) {
  const std::string point = name;
  MutexLock lock(&mu_);
  while (enabled() && !MayPass(point)) {
    changed_.Wait();
  }
  if (!enabled()) {
    return;
  }
  if (const auto found = callbacks_.find(point); found != callbacks_.end()) {
    // A copy: the test may replace it while it runs.
    const std::function<void(void*)> callback = found->second;
    const CallCount running(&running_callbacks_, &changed_);
    MutexUnlock unlocked(&mu_);
    callback(arg);
  }
  // After the callback, so that a thread which waits for this point sees the callback's effects.
  passed_.insert(point);
  changed_.SignalAll();
}

}  // namespace ROCKSDB_NAMESPACE

#endif
