// Which operation the calling thread does I/O for. Operations set it with a scope on their stack;
// file readers and writers look it up to choose histograms. Entering and leaving a scope each cost
// one thread-local store.
#pragma once

#include "rocksdb/env.h"
#include "rocksdb/statistics.h"

namespace ROCKSDB_NAMESPACE {

// initial-exec: a shared library would otherwise call a function for each access.
extern constinit thread_local Env::IOActivity io_activity_of_thread
    __attribute__((tls_model("initial-exec")));

// Nests: the inner activity counts until its scope ends.
class IoActivityScope {
 public:
  explicit IoActivityScope(Env::IOActivity activity) : before_(io_activity_of_thread) {
    io_activity_of_thread = activity;
  }
  ~IoActivityScope() { io_activity_of_thread = before_; }
  IoActivityScope(const IoActivityScope&) = delete;
  IoActivityScope& operator=(const IoActivityScope&) = delete;

 private:
  const Env::IOActivity before_;
};

// The activity given to a call, or else the thread's.
inline Env::IOActivity ActivityOr(Env::IOActivity given) {
  return given != Env::IOActivity::kUnknown ? given : io_activity_of_thread;
}

// The histogram of file reads (writes) for an activity; HISTOGRAM_ENUM_MAX when it has none.
uint32_t FileReadHistogram(Env::IOActivity activity);
uint32_t FileWriteHistogram(Env::IOActivity activity);

}  // namespace ROCKSDB_NAMESPACE
