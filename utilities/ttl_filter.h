// The compaction filter of a DBWithTTL: drops values that have expired, and passes the others to
// the application's filter without their times. The factory holds the ttl of one column family.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "rocksdb/compaction_filter.h"
#include "rocksdb/system_clock.h"

namespace ROCKSDB_NAMESPACE {

// One part of a compaction uses it. At most one of the application's filters is not null.
class TtlFilter final : public CompactionFilter {
 public:
  TtlFilter(int32_t ttl, std::shared_ptr<SystemClock> clock, const CompactionFilter* user,
            std::unique_ptr<CompactionFilter> owned)
      : ttl_(ttl),
        clock_(std::move(clock)),
        owned_(std::move(owned)),
        user_(owned_ != nullptr ? owned_.get() : user) {}

  const char* Name() const override { return "TtlCompactionFilter"; }
  bool IgnoreSnapshots() const override { return user_ == nullptr || user_->IgnoreSnapshots(); }
  Decision FilterV2(int level, const Slice& key, ValueType value_type, const Slice& existing_value,
                    std::string* new_value, std::string* skip_until) const override;

 private:
  const int32_t ttl_;
  const std::shared_ptr<SystemClock> clock_;
  const std::unique_ptr<CompactionFilter> owned_;
  const CompactionFilter* const user_;
};

// Compactions of many threads use it at once.
class TtlFilterFactory final : public CompactionFilterFactory {
 public:
  // The application's filter, or its factory; both may be null.
  TtlFilterFactory(int32_t ttl, std::shared_ptr<SystemClock> clock, const CompactionFilter* user,
                   std::shared_ptr<CompactionFilterFactory> user_factory)
      : ttl_(ttl), clock_(std::move(clock)), user_(user), user_factory_(std::move(user_factory)) {}

  static const char* kClassName() { return "TtlCompactionFilterFactory"; }
  const char* Name() const override { return kClassName(); }
  const Customizable* Inner() const override { return user_factory_.get(); }
  std::unique_ptr<CompactionFilter> CreateCompactionFilter(
      const CompactionFilter::Context& context) override;

  void SetTtl(int32_t ttl) { ttl_.store(ttl); }
  int32_t GetTtl() const { return ttl_.load(); }

 private:
  std::atomic<int32_t> ttl_;
  const std::shared_ptr<SystemClock> clock_;
  const CompactionFilter* const user_;
  const std::shared_ptr<CompactionFilterFactory> user_factory_;
};

}  // namespace ROCKSDB_NAMESPACE
