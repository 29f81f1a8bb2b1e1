// Many keys at one moment.
#include "db/read/multi_get.h"

#include <algorithm>

#include "util/io_activity.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

const SuperVersion& MultiGet::VersionOf(ColumnFamily* family) {
  for (const auto& [f, sv] : held_) {
    if (f == family) return **sv;
  }
  held_.emplace_back(family, std::make_unique<SuperVersionHold>(&family->super_versions));
  return **held_.back().second;
}

SequenceNumber MultiGet::HoldVersions(const ReadOptions& options, size_t num_keys,
                                      ColumnFamilyHandle** cfs) {
  // Between taking two families' super versions a batch over both may be written and one of the
  // memtables switched. A snapshot from before shows only what all super versions have.
  const bool several = std::any_of(cfs, cfs + num_keys, [&](auto* cf) { return cf != cfs[0]; });
  own_ = several && options.snapshot == nullptr ? reads_.TakeSnapshot() : nullptr;
  for (size_t i = 0; i < num_keys; ++i) {
    VersionOf(FamilyOf(cfs[i]).get());
    BUCKETLSM_SYNC_POINT("MultiGet::HoldVersions:HaveSuperVersion");
  }
  // Second, after all super versions: see ReadPath::Get.
  return own_ != nullptr ? own_->GetSequenceNumber() : reads_.SequenceFor(options);
}

Status MultiGet::MayRead(const ReadOptions& options, ColumnFamilyHandle* cf) const {
  if (options.deadline.count() != 0 &&
      parts_.context.NowMicros() >= static_cast<uint64_t>(options.deadline.count())) {
    return Status::TimedOut("Deadline exceeded");
  }
  // Checked before each key, so one value may go beyond it, as in stock.
  if (bytes_ > options.value_size_soft_limit) {
    return Status::Aborted("value_size_soft_limit is exceeded");
  }
  return ReadPath::CheckTimestamp(options, *FamilyOf(cf));
}

Status MultiGet::ReadEntity(const ReadOptions& options, SequenceNumber sequence,
                            ColumnFamilyHandle* cf, const Slice& key,
                            PinnableWideColumns* columns) {
  Status s = MayRead(options, cf);
  if (s.ok()) {
    s = reads_.GetEntityFrom(options, VersionOf(FamilyOf(cf).get()), sequence, key, columns);
  }
  if (!s.ok()) return s;
  bytes_ += columns->serialized_size();
  ++found_;
  return s;
}

void MultiGet::RunEntities(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                           const Slice* keys, PinnableWideColumns* results, Status* statuses) {
  const IoActivityScope activity(Env::IOActivity::kMultiGetEntity);
  HistogramTimer timer(parts_.context.clock.get(), parts_.context.stats, DB_MULTIGET);
  const SequenceNumber sequence = HoldVersions(options, num_keys, cfs);
  for (size_t i = 0; i < num_keys; ++i) {
    results[i].Reset();
    statuses[i] = ReadEntity(options, sequence, cfs[i], keys[i], &results[i]);
  }
  Release();
  Count(num_keys);
}

void MultiGet::Release() {
  if (own_ != nullptr) parts_.snapshots.Release(own_);
  own_ = nullptr;
}

Status MultiGet::ReadOne(const ReadOptions& options, SequenceNumber sequence,
                         ColumnFamilyHandle* cf, const Slice& key, PinnableSlice* value) {
  Status s = MayRead(options, cf);
  if (s.ok()) s = reads_.GetFrom(options, VersionOf(FamilyOf(cf).get()), sequence, key, value);
  if (!s.ok()) return s;
  bytes_ += value->size();
  ++found_;
  return s;
}

void MultiGet::Run(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                   const Slice* keys, PinnableSlice* values, std::string* timestamps,
                   Status* statuses) {
  const IoActivityScope activity(Env::IOActivity::kMultiGet);
  HistogramTimer timer(parts_.context.clock.get(), parts_.context.stats, DB_MULTIGET);
  const SequenceNumber sequence = HoldVersions(options, num_keys, cfs);
  for (size_t i = 0; i < num_keys; ++i) {
    if (timestamps != nullptr) timestamps[i].clear();
    values[i].Reset();
    statuses[i] = ReadOne(options, sequence, cfs[i], keys[i], &values[i]);
  }
  Release();
  Count(num_keys);
}

void MultiGet::Count(size_t num_keys) const {
  PERF_COUNT(multiget_read_bytes, bytes_);
  Statistics* stats = parts_.context.stats;
  if (stats == nullptr) return;
  RecordTick(stats, NUMBER_MULTIGET_CALLS);
  RecordTick(stats, NUMBER_MULTIGET_KEYS_READ, num_keys);
  RecordTick(stats, NUMBER_MULTIGET_KEYS_FOUND, found_);
  RecordTick(stats, NUMBER_MULTIGET_BYTES_READ, bytes_);
  RecordInHistogram(stats, BYTES_PER_MULTIGET, bytes_);
}

}  // namespace ROCKSDB_NAMESPACE
