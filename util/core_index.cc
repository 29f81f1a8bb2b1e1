// See core_index.h.
#include "util/core_index.h"

#include <sched.h>

#include <algorithm>
#include <bit>
#include <thread>

namespace ROCKSDB_NAMESPACE {

size_t CurrentCore(size_t mask) {
  const int cpu = sched_getcpu();
  return cpu < 0 ? 0 : static_cast<size_t>(cpu) & mask;
}

size_t PowerOfTwoCores() {
  static const size_t count =
      std::bit_ceil(std::max<size_t>(1, std::thread::hardware_concurrency()));
  return count;
}

}  // namespace ROCKSDB_NAMESPACE
