// Rate limiters.
#include "rocksdb/rate_limiter.h"

#include "c_api/handles.h"

using ROCKSDB_NAMESPACE::RateLimiter;

static rocksdb_ratelimiter_t* Create(int64_t rate, int64_t refill_period_us, int32_t fairness,
                                     RateLimiter::Mode mode, bool auto_tuned) {
  return new rocksdb_ratelimiter_t{
      std::shared_ptr<RateLimiter>(ROCKSDB_NAMESPACE::NewGenericRateLimiter(
          rate, refill_period_us, fairness, mode, auto_tuned))};
}

rocksdb_ratelimiter_t* rocksdb_ratelimiter_create(int64_t rate_bytes_per_sec,
                                                  int64_t refill_period_us, int32_t fairness) {
  return Create(rate_bytes_per_sec, refill_period_us, fairness, RateLimiter::Mode::kWritesOnly,
                false);
}

rocksdb_ratelimiter_t* rocksdb_ratelimiter_create_auto_tuned(int64_t rate_bytes_per_sec,
                                                             int64_t refill_period_us,
                                                             int32_t fairness) {
  return Create(rate_bytes_per_sec, refill_period_us, fairness, RateLimiter::Mode::kWritesOnly,
                true);
}

rocksdb_ratelimiter_t* rocksdb_ratelimiter_create_with_mode(int64_t rate_bytes_per_sec,
                                                            int64_t refill_period_us,
                                                            int32_t fairness, int mode,
                                                            bool auto_tuned) {
  return Create(rate_bytes_per_sec, refill_period_us, fairness,
                static_cast<RateLimiter::Mode>(mode), auto_tuned);
}

void rocksdb_ratelimiter_destroy(rocksdb_ratelimiter_t* limiter) { delete limiter; }
