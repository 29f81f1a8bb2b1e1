// Times at the end of values.
#include "utilities/ttl_values.h"

#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// May 2013: no value of this kind is older. A smaller number means that the value has no time.
constexpr int32_t kFirstTime = 1368146402;

}  // namespace

Status AppendTtlTime(SystemClock* clock, std::string* value) {
  int64_t now = 0;
  Status s = clock->GetCurrentTime(&now);
  if (s.ok()) AppendFixed32(value, static_cast<uint32_t>(now));
  return s;
}

Status SplitTtlValue(const Slice& stored, Slice* value, int32_t* seconds) {
  if (stored.size() < kTtlTimeBytes) {
    return Status::Corruption("A value of a database with ttl is too short to have a time");
  }
  *value = Slice(stored.data(), stored.size() - kTtlTimeBytes);
  *seconds = static_cast<int32_t>(LoadFixed32(stored.end() - kTtlTimeBytes));
  if (*seconds < kFirstTime) {
    return Status::Corruption("A value of a database with ttl has no time: it was not written so");
  }
  return Status::OK();
}

bool IsTtlExpired(SystemClock* clock, int32_t seconds, int32_t ttl) {
  int64_t now = 0;
  if (ttl <= 0 || !clock->GetCurrentTime(&now).ok()) return false;
  return int64_t{seconds} + ttl < now;
}

}  // namespace ROCKSDB_NAMESPACE
