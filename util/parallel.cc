#include "util/parallel.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace ROCKSDB_NAMESPACE {

void RunInParallel(size_t n, size_t threads, const std::function<void(size_t)>& work) {
  std::atomic<size_t> next{0};
  const auto take = [&next, &work, n] {
    for (size_t i = next.fetch_add(1); i < n; i = next.fetch_add(1)) work(i);
  };
  std::vector<std::thread> helpers;
  for (threads = std::min(threads, n); threads > 1; --threads) {
    try {
      helpers.emplace_back(take);
    } catch (const std::system_error&) {
      break;
    }
  }
  take();
  for (std::thread& helper : helpers) helper.join();
}

}  // namespace ROCKSDB_NAMESPACE
