// The token bucket behind NewGenericRateLimiter. Waiting requests stand in one queue per priority;
// one of the waiting threads at a time sleeps until the next refill and then serves the queues.
//
//    Request(n)   enough left, nobody before me -> take it
//                 else -> end of my queue -> nobody sleeping? sleep until the next refill, then
//                                            refill and serve all queues; else wait to be woken
//
//    refill       available = bytes of a period, part of it kept for HIGH and USER
//    serve        USER, HIGH, MID, LOW in turn (the lower ones sometimes first); the first in each
//                 queue takes what there is and is woken when it has all it asked for
//
// The limiter therefore needs no thread of its own.
#include "rocksdb/rate_limiter.h"

#include <algorithm>
#include <array>
#include <deque>

#include "util/mutex.h"
#include "util/random.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr int kPriorities = Env::IO_TOTAL;

// One flushing thread competes with several compacting threads, each with one request at a time. If
// the first to ask got the bytes of a period, the flush would get one share among many, and writers
// would stall behind it. So each period keeps a part for the priorities HIGH and USER: as much as
// they have lately used and some more, but never the share that `fairness` promises the others.
//
// Invariants:
//  R1. available_ > 0 only if no request waits, or the rest is kept for higher priorities, or until
//      the waiters are served under the same lock.
//  R2. While requests wait, exactly one of the waiting threads sleeps with a timeout, or has been
//      woken to do so.
//  R3. Totals count a request once all of its bytes are granted.
class TokenBucket final : public RateLimiter {
 public:
  TokenBucket(int64_t rate, int64_t period_us, int32_t fairness, Mode mode, bool auto_tuned,
              int64_t burst)
      : RateLimiter(mode),
        period_us_(std::max<int64_t>(period_us, 1)),
        fairness_(std::clamp(fairness, 1, 100)),
        max_rate_(rate),
        auto_tuned_(auto_tuned),
        fixed_burst_(burst) {
    SetRate(auto_tuned ? std::max<int64_t>(rate / 2, 1) : rate);
    available_ = refill_.load();
    next_refill_ = CondVar::NowMicros() + static_cast<uint64_t>(period_us_);
  }

  ~TokenBucket() override {
    MutexLock lock(&mu_);
    // Releases the waiting threads, then waits until they have left this object.
    ending_ = true;
    for (auto& queue : queues_) {
      for (Waiter* waiter : queue) {
        waiter->wake.Signal();
      }
    }
    while (inside_ > 0) {
      all_out_.Wait();
    }
  }

  void SetBytesPerSecond(int64_t bytes_per_second) override {
    MutexLock lock(&mu_);
    max_rate_ = std::max<int64_t>(bytes_per_second, 1);
    SetRate(max_rate_);
  }

  Status SetSingleBurstBytes(int64_t bytes) override {
    if (bytes < 0) {
      return Status::InvalidArgument("single_burst_bytes must not be negative");
    }
    fixed_burst_.store(bytes, std::memory_order_relaxed);
    return Status::OK();
  }

  using RateLimiter::Request;
  void Request(const int64_t asked, const Env::IOPriority pri, Statistics* stats) override {
    MutexLock lock(&mu_);
    const int64_t bytes = std::max<int64_t>(asked, 0);
    const int queue = std::min<int>(pri, kPriorities - 1);
    ++inside_;
    RefillIfDue();
    // No request overtakes a waiter of the same or a higher priority; a request for 0 bytes takes
    // nothing from them.
    if (bytes == 0 || (bytes <= AvailableTo(queue) && NobodyWaits(queue))) {
      Grant(bytes, queue);
    } else if (!ending_) {
      RecordTick(stats, NUMBER_RATE_LIMITER_DRAINS, 1);
      Wait(bytes, queue);
    }
    total_requests_[queue] += 1;
    total_bytes_[queue] += bytes;
    if (--inside_ == 0) {
      all_out_.Signal();
    }
  }

  int64_t GetSingleBurstBytes() const override {
    const int64_t fixed = fixed_burst_.load(std::memory_order_relaxed);
    return fixed != 0 ? fixed : refill_.load(std::memory_order_relaxed);
  }
  int64_t GetBytesPerSecond() const override { return rate_.load(std::memory_order_relaxed); }

  int64_t GetTotalBytesThrough(const Env::IOPriority pri) const override {
    MutexLock lock(&mu_);
    return Total(total_bytes_, pri);
  }
  int64_t GetTotalRequests(const Env::IOPriority pri) const override {
    MutexLock lock(&mu_);
    return Total(total_requests_, pri);
  }
  Status GetTotalPendingRequests(int64_t* pending, const Env::IOPriority pri) const override {
    MutexLock lock(&mu_);
    std::array<int64_t, kPriorities> lengths;
    for (int i = 0; i < kPriorities; ++i) {
      lengths[i] = static_cast<int64_t>(queues_[i].size());
    }
    *pending = Total(lengths, pri);
    return Status::OK();
  }

 private:
  struct Waiter {
    Waiter(Mutex* mu, int64_t bytes) : missing(bytes), wake(mu) {}
    int64_t missing;
    CondVar wake;
  };

  static int64_t Total(const std::array<int64_t, kPriorities>& of, Env::IOPriority pri) {
    if (pri < Env::IO_TOTAL) {
      return of[pri];
    }
    int64_t sum = 0;
    for (const int64_t one : of) {
      sum += one;
    }
    return sum;
  }

  static bool IsUrgent(int queue) { return queue >= Env::IO_HIGH; }

  // Of this priority or a higher one.
  bool NobodyWaits(int queue) const REQUIRES_LOCK(mu_) {
    return std::all_of(queues_.begin() + queue, queues_.end(),
                       [](const auto& q) { return q.empty(); });
  }

  int64_t AvailableTo(int queue) const REQUIRES_LOCK(mu_) {
    const int64_t kept = std::max<int64_t>(0, kept_ - urgent_bytes_);
    return IsUrgent(queue) ? available_ : std::max<int64_t>(0, available_ - kept);
  }

  void Grant(int64_t bytes, int queue) REQUIRES_LOCK(mu_) {
    available_ -= bytes;
    if (IsUrgent(queue)) urgent_bytes_ += bytes;
  }

  // This period keeps for urgent requests twice what the last one gave them, or half of what it
  // kept.
  void KeepForUrgent() REQUIRES_LOCK(mu_) {
    const int64_t most = available_ - std::max<int64_t>(1, available_ / fairness_);
    kept_ =
        std::clamp<int64_t>(std::max(2 * urgent_bytes_, kept_ / 2), 0, std::max<int64_t>(0, most));
    urgent_bytes_ = 0;
  }

  void SetRate(int64_t rate) {
    rate_.store(rate, std::memory_order_relaxed);
    const double per_period = static_cast<double>(rate) * static_cast<double>(period_us_) / 1e6;
    refill_.store(std::max<int64_t>(1, static_cast<int64_t>(std::min(per_period, 9e18))),
                  std::memory_order_relaxed);
  }

  void RefillIfDue() REQUIRES_LOCK(mu_) {
    const uint64_t now = CondVar::NowMicros();
    if (now < next_refill_) {
      return;
    }
    ++periods_;
    periods_drained_ += NobodyWaits(0) && available_ > 0 ? 0 : 1;
    if (auto_tuned_ && periods_ >= kTunePeriods) {
      Tune();
    }
    // Counted from now, not from the due time: bytes of quiet periods are not saved up.
    next_refill_ = now + static_cast<uint64_t>(period_us_);
    available_ = refill_.load(std::memory_order_relaxed);
    KeepForUrgent();
    ServeQueues();
  }

  // Follows demand in steps of a twentieth (chosen, not measured): many drained periods mean that
  // more is wanted.
  void Tune() REQUIRES_LOCK(mu_) {
    const int64_t now = rate_.load(std::memory_order_relaxed);
    const int64_t percent_drained = periods_drained_ * 100 / periods_;
    int64_t wanted = now;
    if (percent_drained == 0) {
      wanted = 0;
    } else if (percent_drained < 50) {
      wanted = now / 21 * 20;
    } else if (percent_drained > 90) {
      wanted = now + std::max<int64_t>(now / 20, 1);
    }
    SetRate(std::clamp(wanted, std::max<int64_t>(max_rate_ / 20, 1), max_rate_));
    periods_ = 0;
    periods_drained_ = 0;
  }

  // USER always goes first; of the others, the higher of two yields once in `fairness` times.
  std::array<int, kPriorities> OrderOfQueues() REQUIRES_LOCK(mu_) {
    std::array<int, kPriorities> order = {Env::IO_USER, Env::IO_HIGH, Env::IO_MID, Env::IO_LOW};
    const auto times = static_cast<uint64_t>(fairness_);
    if (random_.OneIn(times)) {
      std::rotate(order.begin() + 1, order.begin() + 2, order.end());
    }
    if (random_.OneIn(times)) {
      const auto mid = std::find(order.begin(), order.end(), static_cast<int>(Env::IO_MID));
      const auto low = std::find(order.begin(), order.end(), static_cast<int>(Env::IO_LOW));
      std::iter_swap(mid, low);
    }
    return order;
  }

  void ServeQueues() REQUIRES_LOCK(mu_) {
    for (const int index : OrderOfQueues()) {
      auto& queue = queues_[index];
      while (!queue.empty() && AvailableTo(index) > 0) {
        Waiter* first = queue.front();
        const int64_t part = std::min(first->missing, AvailableTo(index));
        Grant(part, index);
        first->missing -= part;
        if (first->missing > 0) {
          break;  // the rest comes with later refills
        }
        queue.pop_front();
        first->wake.Signal();
      }
    }
  }

  // REQUIRES: bytes > 0, because a request leaves the queue only when it is served or the limiter
  // ends.
  void Wait(int64_t bytes, int queue) REQUIRES_LOCK(mu_) {
    Waiter self(&mu_, bytes);
    queues_[queue].push_back(&self);
    while (self.missing > 0 && !ending_) {
      // R2: the sleeping thread serves all queues and wakes this one in its turn.
      if (has_sleeper_) {
        self.wake.Wait();
        continue;
      }
      has_sleeper_ = true;
      self.wake.TimedWaitUntilMicros(next_refill_);
      has_sleeper_ = false;
      RefillIfDue();
    }
    if (self.missing > 0) {  // the limiter ends
      auto& waiting = queues_[queue];
      waiting.erase(std::find(waiting.begin(), waiting.end(), &self));
    } else if (!has_sleeper_) {
      // The thread that slept leaves; without a successor no thread would refill for the others.
      WakeNextSleeper();
    }
  }

  void WakeNextSleeper() REQUIRES_LOCK(mu_) {
    for (auto& queue : queues_) {
      if (!queue.empty()) {
        queue.front()->wake.Signal();
        return;
      }
    }
  }

  // How many periods pass between two steps of Tune. Chosen, not measured.
  static constexpr int64_t kTunePeriods = 100;

  const int64_t period_us_;
  const int32_t fairness_;
  std::atomic<int64_t> rate_{0};
  std::atomic<int64_t> refill_{0};  // bytes a period

  mutable Mutex mu_;
  CondVar all_out_{&mu_};
  int64_t max_rate_ GUARDED_BY(mu_);
  const bool auto_tuned_;
  std::atomic<int64_t> fixed_burst_;
  int64_t available_ GUARDED_BY(mu_) = 0;
  int64_t kept_ GUARDED_BY(mu_) = 0;          // of this period's bytes, for urgent requests
  int64_t urgent_bytes_ GUARDED_BY(mu_) = 0;  // granted to them in this period
  uint64_t next_refill_ GUARDED_BY(mu_) = 0;
  bool has_sleeper_ GUARDED_BY(mu_) = false;
  bool ending_ GUARDED_BY(mu_) = false;
  int inside_ GUARDED_BY(mu_) = 0;
  int64_t periods_ GUARDED_BY(mu_) = 0;
  int64_t periods_drained_ GUARDED_BY(mu_) = 0;
  std::array<std::deque<Waiter*>, kPriorities> queues_ GUARDED_BY(mu_);
  std::array<int64_t, kPriorities> total_bytes_ GUARDED_BY(mu_) = {};
  std::array<int64_t, kPriorities> total_requests_ GUARDED_BY(mu_) = {};
  Random64 random_ GUARDED_BY(mu_){301};
};

}  // namespace

size_t RateLimiter::RequestToken(size_t bytes, size_t alignment, Env::IOPriority io_priority,
                                 Statistics* stats, RateLimiter::OpType op_type) {
  if (io_priority >= Env::IO_TOTAL || !IsRateLimited(op_type)) {
    return bytes;
  }
  size_t part = std::min(bytes, static_cast<size_t>(std::max<int64_t>(GetSingleBurstBytes(), 1)));
  if (alignment > 0) {
    // Direct I/O cannot write less than a unit.
    part = std::max(alignment, part / alignment * alignment);
    part = std::min(part, bytes);
  }
  // A burst may be smaller than one aligned unit, which then takes several requests.
  for (size_t left = part; left > 0;) {
    const size_t once = std::min(left, static_cast<size_t>(GetSingleBurstBytes()));
    Request(static_cast<int64_t>(once), io_priority, stats, op_type);
    left -= once;
  }
  return part;
}

RateLimiter* NewGenericRateLimiter(int64_t rate_bytes_per_sec, int64_t refill_period_us,
                                   int32_t fairness, RateLimiter::Mode mode, bool auto_tuned,
                                   int64_t single_burst_bytes) {
  return new TokenBucket(std::max<int64_t>(rate_bytes_per_sec, 1), refill_period_us, fairness, mode,
                         auto_tuned, single_burst_bytes);
}

}  // namespace ROCKSDB_NAMESPACE
