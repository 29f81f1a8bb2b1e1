#include "utilities/transactions/wait_graph.h"

#include <algorithm>
#include <utility>

namespace ROCKSDB_NAMESPACE {

bool WaitGraph::Begin(TransactionID waiter, Wait wait, int64_t depth, int64_t now) {
  MutexLock lock(&mutex_);
  const auto [place, is_new] = waits_.emplace(waiter, std::move(wait));
  assert(is_new);
  (void)is_new;
  // Breadth first, so the shortest circle is found. A transaction may be met on several ways; the
  // depth bounds the work.
  std::vector<Step> steps;
  for (const TransactionID holder : place->second.holders) steps.push_back({holder, -1});
  for (size_t at = 0; at < steps.size(); ++at) {
    if (static_cast<int64_t>(at) >= depth) {
      Remember(DeadlockPath(now, true));
      waits_.erase(waiter);
      return false;
    }
    const TransactionID met = steps[at].id;
    if (met == waiter) {
      steps.resize(at + 1);
      Remember(DeadlockPath(PathTo(steps), now));
      waits_.erase(waiter);
      return false;
    }
    const auto next = waits_.find(met);
    if (next == waits_.end()) continue;
    for (const TransactionID holder : next->second.holders) {
      steps.push_back({holder, static_cast<int64_t>(at)});
    }
  }
  return true;
}

void WaitGraph::End(TransactionID waiter) {
  MutexLock lock(&mutex_);
  waits_.erase(waiter);
}

std::vector<DeadlockInfo> WaitGraph::PathTo(const std::vector<Step>& steps) const {
  std::vector<DeadlockInfo> path;
  for (int64_t at = static_cast<int64_t>(steps.size()) - 1; at >= 0;
       at = steps[static_cast<size_t>(at)].from) {
    const TransactionID id = steps[static_cast<size_t>(at)].id;
    const Wait& wait = waits_.at(id);
    path.push_back({id, wait.cf, wait.exclusive, wait.key});
  }
  std::reverse(path.begin(), path.end());
  return path;
}

void WaitGraph::Remember(DeadlockPath deadlock) {
  deadlocks_.push_front(std::move(deadlock));
  if (deadlocks_.size() > capacity_) deadlocks_.pop_back();
}

std::vector<DeadlockPath> WaitGraph::Deadlocks() const {
  MutexLock lock(&mutex_);
  return {deadlocks_.begin(), deadlocks_.end()};
}

void WaitGraph::SetCapacity(uint32_t deadlocks) {
  MutexLock lock(&mutex_);
  capacity_ = deadlocks;
  while (deadlocks_.size() > capacity_) deadlocks_.pop_back();
}

}  // namespace ROCKSDB_NAMESPACE
