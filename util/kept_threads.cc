// See the header.
#include "util/kept_threads.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// What a thread has from the one that starts it.
struct Standing {
  pid_t process = 0;
  int nice = 0;
  int64_t io_priority = 0;
  int policy = 0;
  int real_time_priority = 0;
  cpu_set_t processors;

  bool operator==(const Standing& other) const {
    return process == other.process && nice == other.nice && io_priority == other.io_priority &&
           policy == other.policy && real_time_priority == other.real_time_priority &&
           CPU_EQUAL(&processors, &other.processors);
  }
};

// Of the calling thread. What the system does not tell counts as the same for all.
Standing OwnStanding() {
  constexpr int kThisThread = 1;  // IOPRIO_WHO_PROCESS with 0
  Standing own;
  own.process = getpid();
  own.nice = getpriority(PRIO_PROCESS, 0);
  own.io_priority = syscall(SYS_ioprio_get, kThisThread, 0);
  own.policy = sched_getscheduler(0);
  sched_param parameters = {};
  (void)sched_getparam(0, &parameters);
  own.real_time_priority = parameters.sched_priority;
  CPU_ZERO(&own.processors);
  (void)sched_getaffinity(0, sizeof(own.processors), &own.processors);
  return own;
}

constexpr size_t kMostShared = 16;
constexpr uint64_t kIdleMicros = 10'000'000;

}  // namespace

struct KeptThreads::Thread {
  Standing standing;
  std::function<void()> work;  // empty while it is idle
  CondVar wake;

  Thread(const Standing& s, Mutex* mutex) : standing(s), wake(mutex) {}
};

struct KeptThreads::State {
  Mutex mutex;
  size_t most GUARDED_BY(mutex) = 0;
  uint64_t idle_micros = 0;
  // The one that was used last is last: its memory is in the caches, and the others may end.
  std::vector<std::shared_ptr<Thread>> idle GUARDED_BY(mutex);
};

KeptThreads::KeptThreads(size_t most, uint64_t idle_micros) : state_(std::make_shared<State>()) {
  MutexLock lock(&state_->mutex);
  state_->most = most;
  state_->idle_micros = idle_micros;
}

KeptThreads::~KeptThreads() {
  MutexLock lock(&state_->mutex);
  state_->most = 0;
  for (const auto& thread : state_->idle) thread->wake.Signal();
  state_->idle.clear();
}

KeptThreads& KeptThreads::Shared() {
  // Never destroyed: threads may outlive everything that is.
  static auto* const shared = new KeptThreads(kMostShared, kIdleMicros);
  return *shared;
}

size_t KeptThreads::idle() const {
  MutexLock lock(&state_->mutex);
  return state_->idle.size();
}

bool KeptThreads::Run(std::function<void()> work) {
  const Standing own = OwnStanding();
  {
    MutexLock lock(&state_->mutex);
    auto& idle = state_->idle;
    const auto found = std::find_if(idle.rbegin(), idle.rend(),
                                    [&own](const auto& one) { return one->standing == own; });
    if (found != idle.rend()) {
      const std::shared_ptr<Thread> thread = *found;
      idle.erase(std::next(found).base());
      thread->work = std::move(work);
      thread->wake.Signal();
      return true;
    }
  }
  auto thread = std::make_shared<Thread>(own, &state_->mutex);
  thread->work = std::move(work);
  try {
    std::thread(Live, state_, std::move(thread)).detach();
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

void KeptThreads::Live(std::shared_ptr<State> state, std::shared_ptr<Thread> self) {
  (void)pthread_setname_np(pthread_self(), "rocksdb:helper");
  while (self->work) {
    std::exchange(self->work, nullptr)();
    MutexLock lock(&state->mutex);
    if (state->idle.size() >= state->most) return;
    state->idle.push_back(self);
    const uint64_t until = CondVar::NowMicros() + state->idle_micros;
    bool late = false;
    while (!self->work && state->most > 0 && !late) late = self->wake.TimedWaitUntilMicros(until);
    const auto still = std::find(state->idle.begin(), state->idle.end(), self);
    if (still != state->idle.end()) state->idle.erase(still);
  }
}

}  // namespace ROCKSDB_NAMESPACE
