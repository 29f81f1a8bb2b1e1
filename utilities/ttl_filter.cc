// Which values have expired, and what the application's filter makes of the others.
#include "utilities/ttl_filter.h"

#include "utilities/ttl_values.h"

namespace ROCKSDB_NAMESPACE {

CompactionFilter::Decision TtlFilter::FilterV2(int level, const Slice& key, ValueType value_type,
                                               const Slice& existing_value, std::string* new_value,
                                               std::string* skip_until) const {
  Slice value;
  int32_t seconds = 0;
  // A value without a time is not ours to drop: readers report it.
  if (!SplitTtlValue(existing_value, &value, &seconds).ok()) return Decision::kKeep;
  // Operands do not expire: when they are merged, the result is as old as the merge.
  if (value_type == ValueType::kValue && IsTtlExpired(clock_.get(), seconds, ttl_)) {
    return Decision::kRemove;
  }
  if (user_ == nullptr) return Decision::kKeep;
  const Decision decision = user_->FilterV2(level, key, value_type, value, new_value, skip_until);
  // A changed value is as old as the one before.
  if (decision == Decision::kChangeValue) new_value->append(value.end(), kTtlTimeBytes);
  return decision;
}

std::unique_ptr<CompactionFilter> TtlFilterFactory::CreateCompactionFilter(
    const CompactionFilter::Context& context) {
  std::unique_ptr<CompactionFilter> owned;
  if (user_ == nullptr && user_factory_ != nullptr) {
    owned = user_factory_->CreateCompactionFilter(context);
  }
  return std::make_unique<TtlFilter>(GetTtl(), clock_, user_, std::move(owned));
}

}  // namespace ROCKSDB_NAMESPACE
