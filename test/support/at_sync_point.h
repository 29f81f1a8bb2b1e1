// At: lets a test change what a place in the engine is about to use. Absent without sync points.
#pragma once

#include <functional>

#include "rocksdb/rocksdb_namespace.h"
#include "util/sync_point.h"

#ifdef BUCKETLSM_SYNC_POINTS
namespace system_test {

using ROCKSDB_NAMESPACE::SyncPoints;

// Runs `fn` with what a place in the code is about to use, while it lives.
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
