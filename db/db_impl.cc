// Reads, writes, snapshots and iterators of DBImpl.
#include "db/db_impl.h"

#include <algorithm>

#include "db/read/tree_iterators.h"
#include "db/whole_library.h"
#include "env/listening_fs.h"
#include "util/io_activity.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

DBImpl::DBImpl(const std::string& name, std::shared_ptr<const DbConfig> config, bool read_only) {
  DbContext& c = parts_.context;
  c.dbname = name;
  c.env = config->options.env;
  c.fs = ListenToFiles(config->options.env->GetFileSystem(), config->options.listeners);
  c.clock = config->options.env->GetSystemClock();
  parts_.counters.Start(c.NowMicros());
  c.info_log = config->options.info_log;
  c.stats_holder = config->options.statistics;
  c.stats = c.stats_holder.get();
  c.file_options = FileOptions(config->options);
  c.db = this;
  c.read_only = read_only;
  // In the order in which they refer to each other.
  parts_.events = std::make_unique<EventLog>(&c);
  parts_.errors = std::make_unique<ErrorHandler>(&c);
  parts_.tables = std::make_unique<TableCache>(&c, config->table_cache_capacity);
  parts_.obsolete = std::make_shared<ObsoleteFiles>(&c, parts_.tables.get(), parts_.events.get());
  parts_.versions = std::make_unique<VersionSet>(&c, &parts_.families, parts_.obsolete);
  parts_.wals = std::make_unique<WalManager>(&c, parts_.obsolete, config->wal_dir);
  parts_.controller = std::make_unique<WriteController>(config->options.delayed_write_rate);
  c.set_config(std::move(config));
  writes_ = std::make_unique<WritePath>(&parts_);
  background_ = std::make_unique<Background>(&parts_);
  reads_ = std::make_unique<ReadPath>(&parts_);
  parts_.writes = writes_.get();
  parts_.background = background_.get();
  parts_.jobs = background_.get();
}

Status DBImpl::CheckOpen() const {
  return closed_ ? Status::Aborted("The database is closed") : Status::OK();
}

// ---- writes ----

Status DBImpl::Write(const WriteOptions& options, WriteBatch* updates) {
  return writes_->Write(options, updates);
}

namespace {

// Keeps room for one small update without growing in the usual case.
constexpr size_t kBatchSlack = 24;

}  // namespace

Status DBImpl::Put(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   const Slice& value) {
  WriteBatch batch(key.size() + value.size() + kBatchSlack, 0, options.protection_bytes_per_key, 0);
  Status s = batch.Put(cf, key, value);
  return s.ok() ? Write(options, &batch) : s;
}

Status DBImpl::Delete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key) {
  WriteBatch batch(key.size() + kBatchSlack, 0, options.protection_bytes_per_key, 0);
  Status s = batch.Delete(cf, key);
  return s.ok() ? Write(options, &batch) : s;
}

Status DBImpl::SingleDelete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key) {
  WriteBatch batch(key.size() + kBatchSlack, 0, options.protection_bytes_per_key, 0);
  Status s = batch.SingleDelete(cf, key);
  return s.ok() ? Write(options, &batch) : s;
}

Status DBImpl::DeleteRange(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& begin,
                           const Slice& end) {
  WriteBatch batch(begin.size() + end.size() + kBatchSlack, 0, options.protection_bytes_per_key, 0);
  Status s = batch.DeleteRange(cf, begin, end);
  return s.ok() ? Write(options, &batch) : s;
}

Status DBImpl::Merge(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                     const Slice& operand) {
  {
    ColumnFamily* family = FamilyOf(cf).get();
    // Refused here, not at the first read: an operand that nobody can fold must not get into the
    // log.
    SuperVersionHold sv(&family->super_versions);
    if (sv->config->options.merge_operator == nullptr) {
      return Status::NotSupported("Provide a merge_operator when opening DB");
    }
  }
  WriteBatch batch(key.size() + operand.size() + kBatchSlack, 0, options.protection_bytes_per_key,
                   0);
  Status s = batch.Merge(cf, key, operand);
  return s.ok() ? Write(options, &batch) : s;
}

Status DBImpl::FlushWAL(bool sync) { return writes_->FlushWal(sync); }
Status DBImpl::SyncWAL() { return writes_->SyncWal(); }

Status DBImpl::LockWAL() {
  MutexLock lock(&wal_lock_mutex_);
  if (wal_lock_count_ == 0) {
    // Leadership of the write queue is the lock: whoever has it sees no half-written group.
    auto alone = std::make_unique<WriteQueue::Exclusive>(&parts_.queue);
    // With manual_wal_flush records may wait in our own buffer; who copies files must find them.
    IOStatus s = parts_.wals->Flush();
    if (!s.ok()) return s;
    wal_lock_ = std::move(alone);
  }
  ++wal_lock_count_;
  return Status::OK();
}

Status DBImpl::UnlockWAL() {
  MutexLock lock(&wal_lock_mutex_);
  if (wal_lock_count_ == 0) return Status::Aborted("LockWAL() has not been called");
  if (--wal_lock_count_ == 0) wal_lock_.reset();
  return Status::OK();
}

void DBImpl::EndWalLock() {
  MutexLock lock(&wal_lock_mutex_);
  wal_lock_.reset();
  wal_lock_count_ = 0;
}

// ---- point reads ----

Status DBImpl::Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   PinnableSlice* value, std::string* timestamp) {
  if (timestamp != nullptr) timestamp->clear();
  if (value == nullptr) return Status::InvalidArgument("Cannot call Get without value");
  value->Reset();
  return reads_->Get(options, FamilyOf(cf).get(), key, value);
}

Status DBImpl::GetMergeOperands(const ReadOptions& options, ColumnFamilyHandle* cf,
                                const Slice& key, PinnableSlice* operands,
                                GetMergeOperandsOptions* how, int* number) {
  return reads_->GetOperands(options, FamilyOf(cf).get(), key, operands, *how, number);
}

void DBImpl::MultiGet(const ReadOptions& options, const size_t num_keys, ColumnFamilyHandle** cfs,
                      const Slice* keys, PinnableSlice* values, std::string* timestamps,
                      Status* statuses, const bool sorted_input) {
  (void)sorted_input;
  const IoActivityScope activity(Env::IOActivity::kMultiGet);
  Statistics* stats = parts_.context.stats;
  HistogramTimer timer(parts_.context.clock.get(), stats, DB_MULTIGET);
  // One super version a family and one sequence for all, so that the keys are read at the same
  // moment.
  std::vector<std::pair<ColumnFamily*, std::unique_ptr<SuperVersionHold>>> held;
  // A handful of families: a linear search beats a map.
  auto version_of = [&](ColumnFamily* family) -> const SuperVersion& {
    for (const auto& [f, sv] : held) {
      if (f == family) return **sv;
    }
    held.emplace_back(family, std::make_unique<SuperVersionHold>(&family->super_versions));
    return **held.back().second;
  };
  // Between two families' super versions a batch over both may come and one of them be switched: a
  // snapshot from before keeps to what all of them have.
  const bool several = std::any_of(cfs, cfs + num_keys, [&](auto* cf) { return cf != cfs[0]; });
  const Snapshot* own = several && options.snapshot == nullptr ? GetSnapshot() : nullptr;
  for (size_t i = 0; i < num_keys; ++i) {
    version_of(FamilyOf(cfs[i]).get());
    BUCKETLSM_SYNC_POINT("DBImpl::MultiGet:HaveSuperVersion");
  }
  // Second, after all super versions: see MakeSources.
  const SequenceNumber sequence =
      own != nullptr ? own->GetSequenceNumber() : reads_->SequenceFor(options);
  uint64_t bytes = 0, found = 0;
  for (size_t i = 0; i < num_keys; ++i) {
    if (timestamps != nullptr) timestamps[i].clear();
    values[i].Reset();
    if (options.deadline.count() != 0 &&
        parts_.context.NowMicros() >= static_cast<uint64_t>(options.deadline.count())) {
      statuses[i] = Status::TimedOut("Deadline exceeded");
      continue;
    }
    // Looked at before each key, so one value may go beyond it, as in stock.
    if (bytes > options.value_size_soft_limit) {
      statuses[i] = Status::Aborted("value_size_soft_limit is exceeded");
      continue;
    }
    statuses[i] =
        reads_->GetFrom(options, version_of(FamilyOf(cfs[i]).get()), sequence, keys[i], &values[i]);
    if (!statuses[i].ok()) continue;
    bytes += values[i].size();
    ++found;
  }
  if (own != nullptr) ReleaseSnapshot(own);
  PERF_COUNT(multiget_read_bytes, bytes);
  if (stats == nullptr) return;
  RecordTick(stats, NUMBER_MULTIGET_CALLS);
  RecordTick(stats, NUMBER_MULTIGET_KEYS_READ, num_keys);
  RecordTick(stats, NUMBER_MULTIGET_KEYS_FOUND, found);
  RecordTick(stats, NUMBER_MULTIGET_BYTES_READ, bytes);
  RecordInHistogram(stats, BYTES_PER_MULTIGET, bytes);
}

bool DBImpl::KeyMayExist(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                         std::string* value, std::string* timestamp, bool* value_found) {
  (void)timestamp;
  return reads_->KeyMayExist(options, FamilyOf(cf).get(), key, value, value_found);
}

// ---- iterators ----

namespace {

// Gives the super version back, and lets files that only it kept be deleted.
// Iterators keep one for as long as they live. It keeps the family too: the handle may be gone.
struct HeldVersion {
  HeldVersion(FamilyPtr f, std::shared_ptr<ObsoleteFiles> o)
      : family(std::move(f)), obsolete(std::move(o)), sv(family->super_versions.Take()) {}
  ~HeldVersion() {
    family->super_versions.Return(sv);
    if (obsolete->waiting() > 0) obsolete->Purge();
  }
  HeldVersion(const HeldVersion&) = delete;
  HeldVersion& operator=(const HeldVersion&) = delete;
  FamilyPtr family;
  std::shared_ptr<ObsoleteFiles> obsolete;
  SuperVersion* sv;
};

}  // namespace

// For Refresh: remembers what NewIterator was asked for. Holds the family, so its handle may go.
class DBImpl::IteratorSources final : public DbIter::Factory {
 public:
  IteratorSources(DBImpl* db, const ReadOptions& options, FamilyPtr family)
      : db_(db), options_(options), family_(std::move(family)) {}
  Status Rebuild(const Snapshot* snapshot, DbIter::Sources* out) override {
    *out = db_->MakeSources(options_, family_, snapshot);
    return Status::OK();
  }

 private:
  DBImpl* const db_;
  const ReadOptions options_;
  const FamilyPtr family_;
};

DbIter::Sources DBImpl::MakeSources(const ReadOptions& options, const FamilyPtr& family,
                                    const Snapshot* snapshot) {
  DbIter::Sources sources;
  // The super version first, the sequence number second, as in ReadPath::Get: the other way round a
  // flush or compaction in between could drop the only version that the older number may see.
  auto held = std::make_shared<HeldVersion>(family, parts_.obsolete);
  const SuperVersion& sv = *held->sv;
  BUCKETLSM_SYNC_POINT("DBImpl::MakeSources:HaveSuperVersion");
  sources.sequence =
      snapshot != nullptr ? snapshot->GetSequenceNumber() : parts_.versions->last_sequence();
  sources.inner = NewTreeIterator(options, sv, parts_.tables.get());
  sources.range_dels = NewRangeDelView(options, sv, parts_.tables.get());
  sources.super_version_number = sv.number;
  sources.hold = std::move(held);
  return sources;
}

Iterator* DBImpl::NewFamilyIterator(const ReadOptions& given, const FamilyPtr& family,
                                    const Snapshot* snapshot) {
  ReadOptions options = given;
  options.io_activity = Env::IOActivity::kDBIterator;
  // Stock's words, which its users compare with.
  if (options.read_tier == kPersistedTier) {
    return NewErrorIterator(
        Status::NotSupported("ReadTier::kPersistedData is not yet supported in iterators."));
  }
  DbIter::Sources sources = MakeSources(options, family, snapshot);
  const auto* held = static_cast<const HeldVersion*>(sources.hold.get());
  // Tombstones of Level 0 were read just now; those of deeper levels fail when they are needed.
  if (sources.range_dels != nullptr && !sources.range_dels->status().ok()) {
    return NewErrorIterator(sources.range_dels->status());
  }
  const std::shared_ptr<const CfConfig> config = held->sv->config;
  DbIter::Config c;
  c.order = config->order;
  c.merge_operator = config->options.merge_operator.get();
  c.prefix_extractor = config->options.prefix_extractor.get();
  c.max_sequential_skip = config->options.max_sequential_skip_in_iterations;
  c.info_log = parts_.context.info_log.get();
  c.stats = parts_.context.stats;
  c.clock = parts_.context.clock.get();
  // Comparator, merge operator and extractor live in it; SetOptions may replace it meanwhile.
  c.keep = config;
  auto factory = std::make_unique<IteratorSources>(this, options, family);
  RecordTick(parts_.context.stats, NO_ITERATOR_CREATED);
  return new DbIter(options, std::move(c), std::move(sources), std::move(factory));
}

Iterator* DBImpl::NewIterator(const ReadOptions& options, ColumnFamilyHandle* cf) {
  return NewFamilyIterator(options, FamilyOf(cf), options.snapshot);
}

Status DBImpl::NewIterators(const ReadOptions& options,
                            const std::vector<ColumnFamilyHandle*>& families,
                            std::vector<Iterator*>* iterators) {
  // A snapshot held while they are made gives them one view. Each keeps its own super version
  // afterwards.
  const Snapshot* own = options.snapshot == nullptr ? GetSnapshot() : nullptr;
  const Snapshot* at = own != nullptr ? own : options.snapshot;
  iterators->clear();
  for (ColumnFamilyHandle* cf : families)
    iterators->push_back(NewFamilyIterator(options, FamilyOf(cf), at));
  if (own != nullptr) ReleaseSnapshot(own);
  return Status::OK();
}

// ---- snapshots, identity ----

const Snapshot* DBImpl::GetSnapshot() {
  // Read under the list's lock: else a later snapshot could come before an earlier one in the list.
  return parts_.snapshots.Create([this] { return parts_.versions->last_sequence(); },
                                 static_cast<int64_t>(parts_.context.NowSeconds()));
}

void DBImpl::ReleaseSnapshot(const Snapshot* snapshot) { parts_.snapshots.Release(snapshot); }

Status DBImpl::GetDbIdentity(std::string& identity) const {
  identity = parts_.context.db_id;
  return Status::OK();
}

Status DBImpl::GetDbSessionId(std::string& session_id) const {
  session_id = parts_.context.db_session_id;
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
