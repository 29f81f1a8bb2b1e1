// See thread_pool.h. A worker's life:
//
//    started by Schedule, SetLimit or ReleaseThreads when there are more jobs than idle workers
//      -> waits while there is no job it may run (MayRun) and no reason to go (MustLeave)
//      -> takes the first job, counts itself busy, runs it without the lock, looks again
//      -> leaves when there are more workers than the limit, or the pool ends; joined by the next
//         SetLimit, or in EndAll
#include "util/thread_pool.h"

#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "util/perf_context_imp.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

namespace {

int NiceValue(CpuPriority priority) {
  switch (priority) {
    case CpuPriority::kIdle:
      return 19;
    case CpuPriority::kLow:
      return 10;
    case CpuPriority::kHigh:
      return -1;
    case CpuPriority::kNormal:
      break;
  }
  return 0;
}

// Both may be refused: a thread without the right to change its priorities keeps them.
void SetThreadNice(CpuPriority priority) {
  const auto thread_id = static_cast<id_t>(syscall(SYS_gettid));
  (void)setpriority(PRIO_PROCESS, thread_id, NiceValue(priority));
}

void SetThreadIoIdle() {
  constexpr int kWhoProcess = 1;
  constexpr int kClassIdle = 3 << 13;
  (void)syscall(SYS_ioprio_set, kWhoProcess, 0, kClassIdle);
}

}  // namespace

WorkerPool::WorkerPool(std::string thread_name, Env::Priority priority, StartHook on_start)
    : thread_name_(std::move(thread_name)), priority_(priority), on_start_(std::move(on_start)) {}

WorkerPool::~WorkerPool() { EndAll(false); }

void WorkerPool::Schedule(std::function<void()> job, void* tag, std::function<void()> cancel) {
  MutexLock lock(&mu_);
  if (ending_) {
    return;
  }
  queue_.push_back(Job{std::move(job), std::move(cancel), tag});
  StartWorkersFor(queue_.size());
  work_or_exit_.Signal();
}

int WorkerPool::Unschedule(void* tag) {
  std::vector<Job> withdrawn;
  {
    MutexLock lock(&mu_);
    const auto gone = std::stable_partition(queue_.begin(), queue_.end(),
                                            [tag](const Job& job) { return job.tag != tag; });
    std::move(gone, queue_.end(), std::back_inserter(withdrawn));
    queue_.erase(gone, queue_.end());
  }
  for (Job& job : withdrawn) {
    if (job.cancel) {
      job.cancel();
    }
  }
  return static_cast<int>(withdrawn.size());
}

void WorkerPool::SetLimit(int num, bool may_shrink) {
  std::vector<std::thread> left;
  {
    MutexLock lock(&mu_);
    left.swap(left_);
    const auto wanted = static_cast<size_t>(std::max(num, 0));
    if (!ending_ && (wanted > limit_ || (wanted < limit_ && may_shrink))) {
      limit_ = wanted;
      StartWorkersFor(queue_.size());
      work_or_exit_.SignalAll();
    }
  }
  // Without the lock, which those that leave have yet to let go.
  for (std::thread& worker : left) worker.join();
}

void WorkerPool::SetBackgroundThreads(int num) { SetLimit(num, true); }

void WorkerPool::IncreaseThreadsTo(int num) { SetLimit(num, false); }

int WorkerPool::GetBackgroundThreads() {
  MutexLock lock(&mu_);
  return static_cast<int>(limit_);
}

unsigned int WorkerPool::GetQueueLen() const {
  MutexLock lock(&mu_);
  return static_cast<unsigned int>(queue_.size());
}

int WorkerPool::ReserveThreads(int n) {
  MutexLock lock(&mu_);
  const size_t in_use = busy_ + reserved_;
  const size_t idle = limit_ > in_use ? limit_ - in_use : 0;
  const size_t taken = std::min(idle, static_cast<size_t>(std::max(n, 0)));
  reserved_ += taken;
  return static_cast<int>(taken);
}

int WorkerPool::ReleaseThreads(int n) {
  MutexLock lock(&mu_);
  const size_t given = std::min(reserved_, static_cast<size_t>(std::max(n, 0)));
  reserved_ -= given;
  StartWorkersFor(queue_.size());
  work_or_exit_.SignalAll();
  return static_cast<int>(given);
}

void WorkerPool::LowerIoPriority() {
  MutexLock lock(&mu_);
  low_io_priority_ = true;
}

void WorkerPool::SetCpuPriority(CpuPriority priority) {
  MutexLock lock(&mu_);
  cpu_priority_ = priority;
}

bool WorkerPool::MayRun() const { return !queue_.empty() && busy_ + reserved_ < limit_; }

bool WorkerPool::MustLeave() const {
  return live_ > limit_ || (ending_ && (!finish_queue_ || queue_.empty()));
}

bool WorkerPool::StartWorker() {
  try {
    BUCKETLSM_SYNC_POINT("WorkerPool::StartWorker");
    workers_.emplace_back([this, id = next_worker_] { Work(id); });
  } catch (const std::system_error&) {
    return false;
  }
  ++next_worker_;
  // Counted here, not by the thread, so that the next call does not start another for the same job.
  ++live_;
  return true;
}

void WorkerPool::StartWorkersFor(size_t jobs) {
  for (size_t idle = live_ - busy_; idle < jobs && live_ < limit_; ++idle) {
    // The jobs stay queued (T3). They must not run here, because the caller may hold locks that
    // they need.
    if (!StartWorker()) return;
  }
}

void WorkerPool::RunQueueHere() {
  while (!queue_.empty()) {
    Job job = std::move(queue_.front());
    queue_.pop_front();
    MutexUnlock unlocked(&mu_);
    job.run();
    job = Job();
  }
}

void WorkerPool::ApplyPriorities(CpuPriority* cpu_applied, bool* io_applied) {
  const CpuPriority cpu = cpu_priority_;
  const bool io = low_io_priority_;
  if (*cpu_applied == cpu && *io_applied == io) {
    return;
  }
  MutexUnlock unlocked(&mu_);
  if (*cpu_applied != cpu) {
    SetThreadNice(cpu);
  }
  if (io && !*io_applied) {
    SetThreadIoIdle();
  }
  *cpu_applied = cpu;
  *io_applied = io;
}

void WorkerPool::Work(size_t id) {
  pthread_setname_np(pthread_self(), (thread_name_ + std::to_string(id)).substr(0, 15).c_str());
  iostats_context.thread_pool_id = priority_;
  if (on_start_) {
    on_start_();
  }
  CpuPriority cpu_applied = CpuPriority::kNormal;
  bool io_applied = false;
  MutexLock lock(&mu_);
  for (;;) {
    while (!MayRun() && !MustLeave()) {
      work_or_exit_.Wait();
    }
    if (MustLeave()) {
      break;
    }
    Job job = std::move(queue_.front());
    queue_.pop_front();
    ++busy_;  // before the lock is released, so that T2 holds
    ApplyPriorities(&cpu_applied, &io_applied);
    {
      MutexUnlock unlocked(&mu_);
      job.run();
      job = Job();  // destroys what the job captured, without the lock
    }
    --busy_;
  }
  Leave();
  work_or_exit_.SignalAll();
}

void WorkerPool::Leave() {
  --live_;
  const auto own = std::find_if(workers_.begin(), workers_.end(), [](const std::thread& worker) {
    return worker.get_id() == std::this_thread::get_id();
  });
  // Who ends the pool may have taken them all.
  if (own == workers_.end()) return;
  left_.push_back(std::move(*own));
  workers_.erase(own);
}

void WorkerPool::EndAll(bool finish_queue) {
  std::vector<std::thread> ended;
  {
    MutexLock lock(&mu_);
    ending_ = true;
    finish_queue_ = finish_queue;
    if (finish_queue) {
      reserved_ = 0;
      // Without a thread the pool would never finish its queue.
      limit_ = std::max<size_t>(limit_, queue_.empty() ? 0 : 1);
      StartWorkersFor(queue_.size());
      if (live_ == 0) RunQueueHere();
    } else {
      queue_.clear();
    }
    work_or_exit_.SignalAll();
    // Joined without the lock, which the workers need to leave.
    ended.swap(workers_);
    std::move(left_.begin(), left_.end(), std::back_inserter(ended));
    left_.clear();
  }
  for (std::thread& worker : ended) {
    worker.join();
  }
  MutexLock lock(&mu_);
  // The pool may be used again.
  ending_ = false;
}

void WorkerPool::JoinAllThreads() { EndAll(false); }

void WorkerPool::WaitForJobsAndJoinAllThreads() { EndAll(true); }

ThreadPool* NewThreadPool(int num_threads) {
  auto* pool = new WorkerPool("rocksdb:pool", Env::USER);
  pool->SetBackgroundThreads(num_threads);
  return pool;
}

}  // namespace ROCKSDB_NAMESPACE
