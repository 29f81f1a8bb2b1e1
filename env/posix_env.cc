// Env::Default(): the POSIX file system and clock, and the process's background threads.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <thread>
#include <vector>

#include "env/composite_env.h"
#include "util/mutex.h"
#include "util/string_util.h"
#include "util/thread_activity.h"
#include "util/thread_pool.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Never destroyed: databases in static objects may close after main() has ended.
class PosixEnv final : public CompositeEnv {
 public:
  PosixEnv() : CompositeEnv(FileSystem::Default(), SystemClock::Default()) {
    // Names of threads as tools show them.
    static constexpr const char* kNames[] = {"rocksdb:bot", "rocksdb:low", "rocksdb:high",
                                             "rocksdb:user"};
    static constexpr ThreadStatus::ThreadType kTypes[] = {
        ThreadStatus::BOTTOM_PRIORITY, ThreadStatus::LOW_PRIORITY, ThreadStatus::HIGH_PRIORITY,
        ThreadStatus::USER};
    thread_status_updater_ = CreateThreadStatusUpdater();
    for (int i = 0; i < TOTAL; ++i) {
      pools_[i] = std::make_unique<WorkerPool>(kNames[i], static_cast<Priority>(i), [this, i] {
        thread_status_updater_->RegisterThread(kTypes[i]);
      });
      // The BOTTOM pool starts without threads: its jobs run in LOW until the application gives it
      // some.
      pools_[i]->SetBackgroundThreads(i == BOTTOM ? 0 : 1);
    }
  }

  const char* Name() const override { return kDefaultName(); }
  const char* NickName() const override { return "posix"; }

  void Schedule(void (*f)(void* arg), void* arg, Priority pri, void* tag,
                void (*u)(void* arg)) override {
    std::function<void()> cancel;
    if (u != nullptr) {
      cancel = [u, arg] { u(arg); };
    }
    Pool(pri).Schedule([f, arg] { f(arg); }, tag, std::move(cancel));
  }
  int UnSchedule(void* tag, Priority pri) override { return Pool(pri).Unschedule(tag); }

  void StartThread(void (*f)(void*), void* arg) override {
    MutexLock lock(&mu_);
    started_.emplace_back([f, arg] { f(arg); });
  }
  void WaitForJoin() override {
    // Joined without the lock, because a thread that ends may start another one.
    std::vector<std::thread> waited_for;
    {
      MutexLock lock(&mu_);
      waited_for.swap(started_);
    }
    for (std::thread& thread : waited_for) {
      thread.join();
    }
  }

  int ReserveThreads(int n, Priority pri) override { return Pool(pri).ReserveThreads(n); }
  int ReleaseThreads(int n, Priority pri) override { return Pool(pri).ReleaseThreads(n); }
  unsigned int GetThreadPoolQueueLen(Priority pri) const override {
    return Pool(pri).GetQueueLen();
  }
  void SetBackgroundThreads(int n, Priority pri) override { Pool(pri).SetBackgroundThreads(n); }
  int GetBackgroundThreads(Priority pri) override { return Pool(pri).GetBackgroundThreads(); }
  void IncBackgroundThreadsIfNeeded(int n, Priority pri) override {
    Pool(pri).IncreaseThreadsTo(n);
  }
  void LowerThreadPoolIOPriority(Priority pri) override { Pool(pri).LowerIoPriority(); }
  void LowerThreadPoolCPUPriority(Priority pri) override {
    Pool(pri).SetCpuPriority(CpuPriority::kLow);
  }
  Status LowerThreadPoolCPUPriority(Priority pri, CpuPriority cpu) override {
    Pool(pri).SetCpuPriority(cpu);
    return Status::OK();
  }

  Status GetThreadList(std::vector<ThreadStatus>* list) override {
    thread_status_updater_->List(list);
    return Status::OK();
  }

  Status GetHostName(char* name, uint64_t len) override {
    if (gethostname(name, len) == 0) {
      return Status::OK();
    }
    return errno == EFAULT || errno == EINVAL ? Status::InvalidArgument(ErrnoText(errno))
                                              : Status::IOError("GetHostName", ErrnoText(errno));
  }

 private:
  // The application passed an unknown priority; LOW runs the job.
  WorkerPool& Pool(Priority pri) const { return *pools_[pri < TOTAL ? pri : LOW]; }

  std::array<std::unique_ptr<WorkerPool>, TOTAL> pools_;
  Mutex mu_;
  std::vector<std::thread> started_ GUARDED_BY(mu_);
};

}  // namespace

Env* Env::Default() {
  static Env* const env = new PosixEnv();
  return env;
}

}  // namespace ROCKSDB_NAMESPACE
