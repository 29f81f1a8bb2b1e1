// See random.h.
#include "util/random.h"

#include <random>

namespace ROCKSDB_NAMESPACE {

Random64& Random64::ForThisThread() {
  // Two draws: one random_device number has 32 bits.
  thread_local Random64 generator = [] {
    std::random_device entropy;
    return Random64((static_cast<uint64_t>(entropy()) << 32) | entropy());
  }();
  return generator;
}

}  // namespace ROCKSDB_NAMESPACE
