// Named places in the code where a test runs a callback or forces an order between threads. They
// compile to nothing unless BUCKETLSM_SYNC_POINTS is defined; release builds never define it.
//
//    engine   BUCKETLSM_SYNC_POINT("FlushJob:Written");
//    test     SyncPoints::Get().LoadOrder({{"FlushJob:Written", "Test:MayGoOn"}});
//             SyncPoints::Get().Enable();    // now a thread at Test:MayGoOn waits for the flush
#pragma once

#include "rocksdb/rocksdb_namespace.h"

#ifdef BUCKETLSM_SYNC_POINTS

#include <atomic>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe. Nothing happens before Enable().
class SyncPoints {
 public:
  static SyncPoints& Get();

  // fn(arg) runs each time a thread passes `name`; it may block.
  void SetCallback(const std::string& name, std::function<void(void*)> fn);

  // For each pair: a thread at `second` waits until some thread has passed `first`. Forgets earlier
  // orders and which points were passed.
  void LoadOrder(const std::vector<std::pair<std::string, std::string>>& order);

  void Enable();
  // Lets waiting threads go and waits for running callbacks.
  void Disable();
  // Disables and forgets callbacks, orders and what was passed.
  void Clear();

  bool enabled() const { return enabled_.load(std::memory_order_acquire); }
  // The macros call this. Waits for the points that must come first, runs the callback without the
  // lock, then marks the point as passed.
  void Pass(const char* name, void* arg);

 private:
  SyncPoints() = default;
  bool MayPass(const std::string& name) const REQUIRES_LOCK(mu_);

  std::atomic<bool> enabled_{false};
  Mutex mu_;
  CondVar changed_{&mu_};
  int running_callbacks_ GUARDED_BY(mu_) = 0;
  std::map<std::string, std::function<void(void*)>> callbacks_ GUARDED_BY(mu_);
  std::multimap<std::string, std::string> must_follow_ GUARDED_BY(mu_);
  std::set<std::string> passed_ GUARDED_BY(mu_);
};

}  // namespace ROCKSDB_NAMESPACE

#define BUCKETLSM_SYNC_POINT_ARG(name, arg)                      \
  do {                                                           \
    auto& sync_points_ = ::ROCKSDB_NAMESPACE::SyncPoints::Get(); \
    if (sync_points_.enabled()) sync_points_.Pass(name, (arg));  \
  } while (false)
#define BUCKETLSM_SYNC_POINT(name) BUCKETLSM_SYNC_POINT_ARG(name, nullptr)

#else

#define BUCKETLSM_SYNC_POINT(name) ((void)0)
#define BUCKETLSM_SYNC_POINT_ARG(name, arg) ((void)0)

#endif
