// At: lets a test change the argument of a sync point. Only in builds with sync points.
#pragma once

#include <functional>

#include "rocksdb/rocksdb_namespace.h"
#include "util/sync_point.h"

#ifdef BUCKETLSM_SYNC_POINTS
namespace system_test {

using ROCKSDB_NAMESPACE::SyncPoints;

// While it lives, each thread that passes the sync point `place` runs `fn` with its argument.
class At {
 public:
  At(const char* place, std::function<void(void*)> fn) {
    SyncPoints::Get().SetCallback(place, std::move(fn));
    SyncPoints::Get().Enable();
  }
  ~At() { SyncPoints::Get().Clear(); }
  At(const At&) = delete;
  At& operator=(const At&) = delete;
};

}  // namespace system_test
#endif  // BUCKETLSM_SYNC_POINTS
