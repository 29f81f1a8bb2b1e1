// Many keys at one moment.
#include "db/read/multi_get.h"

#include <algorithm>

#include "db/batch/batch_reader.h"
#include "db/read/awaited_reads.h"
#include "util/io_activity.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// So many searches wait at most: they bound the memory that blocks are read into. Chosen, not
// measured.
constexpr size_t kMostWaiting = 64;

Status SoftLimitExceeded() { return Status::Aborted("value_size_soft_limit is exceeded"); }

}  // namespace

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
    if (i > 0 && cfs[i] == cfs[i - 1]) continue;
    VersionOf(FamilyOf(cfs[i]).get());
    BUCKETLSM_SYNC_POINT("MultiGet::HoldVersions:HaveSuperVersion");
  }
  // Second, after all super versions: see ReadPath::Get.
  return own_ != nullptr ? own_->GetSequenceNumber() : reads_.SequenceFor(options);
}

Status MultiGet::MayRead(const ReadOptions& options, ColumnFamilyHandle* cf,
                         const Slice& key) const {
  if (options.deadline.count() != 0 &&
      parts_.context.NowMicros() >= static_cast<uint64_t>(options.deadline.count())) {
    return Status::TimedOut("Deadline exceeded");
  }
  // Checked before each key, so one value may go beyond it, as in stock.
  if (bytes_ > options.value_size_soft_limit) return SoftLimitExceeded();
  if (key.size() > kMostRecordBytes) return Status::InvalidArgument("key is too large");
  return ReadPath::CheckTimestamp(options, *FamilyOf(cf));
}

template <class Answers>
void MultiGet::Answer(KeySearch* search, Status* statuses, Answers* answers) {
  const size_t i = search->index();
  PERF_TIMER(get_post_process_time);
  statuses[i] = search->status().ok() ? answers->Take(search->super_version(), search->lookup(), i)
                                      : search->status();
  if (!statuses[i].ok()) return;
  bytes_ += answers->BytesOf(i);
  ++found_;
}

template <class Answers>
void MultiGet::Settle(const ReadOptions& options, SearchRoom* room, Status* statuses,
                      Answers* answers) {
  std::vector<KeySearch*> waiting;
  for (KeySearch& search : *room) waiting.push_back(&search);
  while (!waiting.empty()) {
    ReadAwaited(options, waiting);
    std::erase_if(waiting, [&](KeySearch* search) {
      if (!search->GoOn()) return false;
      Answer(search, statuses, answers);
      return true;
    });
  }
  room->Clear();
}

template <class Answers>
void MultiGet::KeepSoftLimit(const ReadOptions& options, size_t num_keys, Status* statuses,
                             Answers* answers) {
  if (bytes_ <= options.value_size_soft_limit) return;
  bytes_ = 0;
  found_ = 0;
  for (size_t i = 0; i < num_keys; ++i) {
    if (bytes_ > options.value_size_soft_limit && !statuses[i].IsTimedOut()) {
      answers->Drop(i);
      statuses[i] = SoftLimitExceeded();
    } else if (statuses[i].ok()) {
      bytes_ += answers->BytesOf(i);
      ++found_;
    }
  }
}

template <class Answers>
void MultiGet::Search(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                      const Slice* keys, Status* statuses, Answers* answers) {
  HistogramTimer timer(parts_.context.clock.get(), parts_.context.stats, DB_MULTIGET);
  const SequenceNumber sequence = HoldVersions(options, num_keys, cfs);
  SearchRoom room(std::clamp<size_t>(num_keys, 1, kMostWaiting));
  ColumnFamilyHandle* family = nullptr;
  const SuperVersion* sv = nullptr;  // of `family`
  for (size_t i = 0; i < num_keys; ++i) {
    answers->Drop(i);
    statuses[i] = MayRead(options, cfs[i], keys[i]);
    if (!statuses[i].ok()) continue;
    if (cfs[i] != family) sv = &VersionOf(FamilyOf(cfs[i]).get());
    family = cfs[i];
    KeySearch* search = room.Add(&parts_, &reads_, options, *sv, sequence, keys[i], i);
    if (search->Start()) {
      Answer(search, statuses, answers);
      room.DropLast();
    } else if (room.full()) {
      Settle(options, &room, statuses, answers);
    }
  }
  Settle(options, &room, statuses, answers);
  KeepSoftLimit(options, num_keys, statuses, answers);
  Release();
  Count(num_keys);
}

namespace {

// Results of MultiGet.
struct Values {
  ReadPath& reads;
  const ReadOptions& options;
  PinnableSlice* values;
  std::string* timestamps;

  Status Take(const SuperVersion& sv, PointLookup* lookup, size_t i) {
    return reads.Result(options, sv, lookup, &values[i]);
  }
  void Drop(size_t i) {
    if (timestamps != nullptr) timestamps[i].clear();
    values[i].Reset();
  }
  size_t BytesOf(size_t i) const { return values[i].size(); }
};

// Results of MultiGetEntity.
struct Entities {
  ReadPath& reads;
  const ReadOptions& options;
  PinnableWideColumns* results;

  Status Take(const SuperVersion& sv, PointLookup* lookup, size_t i) {
    return reads.EntityResult(options, sv, lookup, &results[i]);
  }
  void Drop(size_t i) { results[i].Reset(); }
  size_t BytesOf(size_t i) const { return results[i].serialized_size(); }
};

}  // namespace

void MultiGet::Run(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                   const Slice* keys, PinnableSlice* values, std::string* timestamps,
                   Status* statuses) {
  const IoActivityScope activity(Env::IOActivity::kMultiGet);
  Values answers{reads_, options, values, timestamps};
  Search(options, num_keys, cfs, keys, statuses, &answers);
}

void MultiGet::RunEntities(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                           const Slice* keys, PinnableWideColumns* results, Status* statuses) {
  const IoActivityScope activity(Env::IOActivity::kMultiGetEntity);
  Entities answers{reads_, options, results};
  Search(options, num_keys, cfs, keys, statuses, &answers);
}

void MultiGet::Release() {
  if (own_ != nullptr) parts_.snapshots.Release(own_);
  own_ = nullptr;
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
