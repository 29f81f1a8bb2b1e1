// Get and its relatives. One PointLookup collects what the sources have of a key, newest source
// first, until a value, a deletion or the end settles it; only then is anything copied or folded.
#include "db/read/read_path.h"

#include <algorithm>
#include <iterator>

#include "db/batch/batch_reader.h"
#include "db/read/merge_helper.h"
#include "util/entity_codec.h"
#include "util/io_activity.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"
#include "version/user_range.h"

namespace ROCKSDB_NAMESPACE {

const Snapshot* ReadPath::TakeSnapshot(bool for_conflicts) {
  // Reads the sequence number under the list's lock: else a later snapshot could come before an
  // earlier one in the list.
  return parts_.snapshots.Create([this] { return parts_.versions->last_sequence(); },
                                 static_cast<int64_t>(parts_.context.NowSeconds()), for_conflicts);
}

// Stock's words, which programs compare with.
Status ReadPath::TimestampRefused(const ColumnFamily& family) {
  return Status::InvalidArgument("cannot call this method on column family " + family.name +
                                 " that does not enable timestamp");
}

Status ReadPath::Get(const ReadOptions& options, ColumnFamily* family, const Slice& key,
                     PinnableSlice* value) {
  if (options.timestamp != nullptr) [[unlikely]]
    return TimestampRefused(*family);
  return GetNow(options, family, key, value);
}

// One local status in every return: it is made in its place and never moved.
Status ReadPath::GetNow(const ReadOptions& options, ColumnFamily* family, const Slice& key,
                        PinnableSlice* value) {
  const IoActivityScope activity(Env::IOActivity::kGet);
  PERF_CPU_TIMER(get_cpu_nanos);
  // The super version first, the sequence second: a flush between the two could otherwise have
  // dropped the only version that the older sequence may see.
  PERF_TIMER(get_snapshot_time);
  SuperVersionHold sv(&family->super_versions);
  BUCKETLSM_SYNC_POINT("ReadPath::Get:HaveSuperVersion");
  const SequenceNumber sequence = SequenceFor(options);
  PERF_TIMER_STOP(get_snapshot_time);
  HistogramTimer timer(parts_.context.clock.get(), parts_.context.stats, DB_GET);
  Status s = GetFrom(options, *sv, sequence, key, value);
  if (s.ok() && value != nullptr) PERF_COUNT(get_read_bytes, value->size());
  CountGet(s, value);
  return s;
}

void ReadPath::CountGet(const Status& s, const PinnableSlice* value) {
  Statistics* stats = parts_.context.stats;
  if (stats == nullptr) return;
  RecordTick(stats, NUMBER_KEYS_READ);
  if (!s.ok() || value == nullptr) return;
  RecordTick(stats, BYTES_READ, value->size());
  RecordInHistogram(stats, BYTES_PER_READ, value->size());
}

void ReadPath::CountRead(const Status& s, uint64_t bytes) {
  Statistics* stats = parts_.context.stats;
  if (stats == nullptr) return;
  RecordTick(stats, NUMBER_KEYS_READ);
  if (!s.ok()) return;
  RecordTick(stats, BYTES_READ, bytes);
  RecordInHistogram(stats, BYTES_PER_READ, bytes);
}

Status ReadPath::GetEntity(const ReadOptions& options, ColumnFamily* family, const Slice& key,
                           PinnableWideColumns* columns) {
  Status s = CheckTimestamp(options, *family);
  if (!s.ok()) return s;
  const IoActivityScope activity(Env::IOActivity::kGetEntity);
  PERF_CPU_TIMER(get_cpu_nanos);
  // In this order: see Get.
  SuperVersionHold sv(&family->super_versions);
  const SequenceNumber sequence = SequenceFor(options);
  HistogramTimer timer(parts_.context.clock.get(), parts_.context.stats, DB_GET);
  s = GetEntityFrom(options, *sv, sequence, key, columns);
  if (s.ok()) PERF_COUNT(get_read_bytes, columns->serialized_size());
  CountRead(s, columns->serialized_size());
  return s;
}

Status ReadPath::GetEntityFrom(const ReadOptions& options, const SuperVersion& sv,
                               SequenceNumber sequence, const Slice& key,
                               PinnableWideColumns* columns) {
  if (key.size() > kMostRecordBytes) return Status::InvalidArgument("key is too large");
  const LookupKey lookup_key(key, sequence);
  PointLookup lookup(sv.tree->order(), key, sequence, &sv.config->options.merge_operator);
  Status s = Search(options, sv, lookup_key, &lookup);
  return s.ok() ? EntityResult(options, sv, &lookup, columns) : s;
}

Status ReadPath::GetFrom(const ReadOptions& options, const SuperVersion& sv,
                         SequenceNumber sequence, const Slice& key, PinnableSlice* value) {
  if (key.size() > kMostRecordBytes) [[unlikely]]
    return Status::InvalidArgument("key is too large");
  const LookupKey lookup_key(key, sequence);
  PointLookup lookup(sv.tree->order(), key, sequence, &sv.config->options.merge_operator);
  Status s = Search(options, sv, lookup_key, &lookup);
  PERF_TIMER(get_post_process_time);
  return s.ok() ? Result(options, sv, &lookup, value) : s;
}

// Newest first, as everywhere here: the first visible entry of a key settles it, merge operands
// excepted, which go on collecting until their operator has enough.
bool ReadPath::SearchMemory(const ReadOptions& options, const SuperVersion& sv,
                            const LookupKey& key, PointLookup* lookup) {
  PERF_TIMER(get_from_memtable_time);
  const size_t skip = options.read_tier == kPersistedTier ? VolatileMemtables(sv) : 0;
  PERF_COUNT(get_from_memtable_count, 1 + sv.imm.size() - skip);
  if (skip == 0 && sv.mem->Get(key, lookup)) return true;
  for (size_t i = skip == 0 ? 0 : skip - 1; i < sv.imm.size(); ++i) {
    if (sv.imm[i]->Get(key, lookup)) return true;
  }
  return lookup->done();
}

// Newer memtables count as well, though a log has all of theirs: without what lies below them they
// would show a state that the family never was in.
size_t ReadPath::VolatileMemtables(const SuperVersion& sv) const {
  for (size_t i = sv.imm.size(); i > 0; --i) {
    if (sv.imm[i - 1]->HoldsUnlogged()) return i + 1;
  }
  return sv.mem->HoldsUnlogged() || parts_.wals->holds_unflushed() ? 1 : 0;
}

Status ReadPath::SearchL0(const ReadOptions& options, const SuperVersion& sv, const LookupKey& key,
                          PointLookup* lookup) {
  const TreeVersion& tree = *sv.tree;
  const Slice user_key = key.user_key();
  const int interval = tree.l0().Find(tree.order(), user_key);
  // The key lies in no file of Level 0.
  if (interval < 0) return Status::OK();
  const FileList& files = tree.files(0);
  // All files whose range holds the key, newest first (docs/buckets.md, rule 8); none is left out
  // because of the bucket it was written for.
  for (const uint32_t i : tree.l0().intervals()[static_cast<size_t>(interval)].files) {
    Status s = parts_.tables->Get(options, *sv.config, *files[i], 0, key, lookup, false);
    if (!s.ok()) return s;
    lookup->EndSource();
    if (lookup->done()) {
      CountHit(0, *lookup);
      return s;
    }
  }
  return Status::OK();
}

// Deeper is older: the first level that settles the key ends the search.
Status ReadPath::SearchLevels(const ReadOptions& options, const SuperVersion& sv,
                              const LookupKey& key, PointLookup* lookup) {
  const TreeVersion& tree = *sv.tree;
  const Slice user_key = key.user_key();
  const int deepest = tree.deepest_level();
  for (int level = 1; level <= deepest; ++level) {
    const FileList& files = tree.files(level);
    size_t i = tree.FirstFileAtOrAfter(level, user_key);
    // Two files can share a user key only where the first ends with it; such trees come from old
    // libraries.
    for (; i < files.size() &&
           tree.order().CompareUserKeys(files[i]->smallest_user_key(), user_key) <= 0;
         ++i) {
      // Most keys that come this far are there, so the filter would say yes at a price.
      const bool skip_filters = level == deepest && sv.config->options.optimize_filters_for_hits;
      Status s =
          parts_.tables->Get(options, *sv.config, *files[i], level, key, lookup, skip_filters);
      if (!s.ok()) return s;
      if (lookup->done()) {
        CountHit(level, *lookup);
        return s;
      }
    }
    // Not earlier: of two files that share the key, either may have its newest visible entry.
    lookup->EndSource();
    if (lookup->done()) {
      CountHit(level, *lookup);
      break;
    }
  }
  return Status::OK();
}

// A value came from a file of `level`, or the entry that ends a merge: its base, a deletion, or the
// operand that was enough.
void ReadPath::CountHit(int level, const PointLookup& lookup) {
  const LookupResult result = lookup.result();
  if (result != LookupResult::kFound && result != LookupResult::kMerge) return;
  if (lookup.ran_out()) return;
  RecordTick(parts_.context.stats, level == 0   ? GET_HIT_L0
                                   : level == 1 ? GET_HIT_L1
                                                : GET_HIT_L2_AND_UP);
  PERF_COUNT_LEVEL(user_key_return_count, 1, static_cast<uint32_t>(level));
}

bool ReadPath::SettledInMemory(const ReadOptions& options, const SuperVersion& sv,
                               const LookupKey& key, PointLookup* lookup) {
  Statistics* stats = parts_.context.stats;
  const bool in_memory = SearchMemory(options, sv, key, lookup);
  RecordTick(stats, in_memory ? MEMTABLE_HIT : MEMTABLE_MISS);
  if (!in_memory && options.read_tier != kMemtableTier) return false;
  lookup->Finish();
  return true;
}

Status ReadPath::Search(const ReadOptions& options, const SuperVersion& sv, const LookupKey& key,
                        PointLookup* lookup) {
  if (SettledInMemory(options, sv, key, lookup)) return Status::OK();
  return SearchFiles(options, sv, key, lookup);
}

Status ReadPath::SearchFiles(const ReadOptions& options, const SuperVersion& sv,
                             const LookupKey& key, PointLookup* lookup) {
  PERF_TIMER(get_from_output_files_time);
  Status s = SearchL0(options, sv, key, lookup);
  if (s.ok() && !lookup->done()) s = SearchLevels(options, sv, key, lookup);
  lookup->Finish();
  return s;
}

namespace {

Status ValueElsewhere() { return Status::NotSupported("blob files: the value is in a blob file"); }

std::vector<Slice> OldestFirst(const PointLookup& lookup) {
  return {lookup.operands().rbegin(), lookup.operands().rend()};
}

// The status of a result that `operands` operands went into.
Status Folded(const ReadOptions& options, size_t operands) {
  const auto& threshold = options.merge_operand_count_threshold;
  return threshold.has_value() && operands > *threshold ? Status::OkMergeOperandThresholdExceeded()
                                                        : Status::OK();
}

// The base that a merge folds its operands over.
Status BaseOf(const PointLookup& lookup, MergeBase* base) {
  if (!lookup.has_base()) return Status::OK();
  if (lookup.value_type() == kTypeBlobIndex) return ValueElsewhere();
  const bool entity = lookup.value_type() == kTypeWideColumnEntity;
  base->kind = entity ? MergeBase::kEntity : MergeBase::kPlain;
  base->bytes = lookup.value();
  return Status::OK();
}

}  // namespace

Status ReadPath::FoldOperand(const ReadOptions& options, const SuperVersion& sv,
                             SequenceNumber sequence, const Slice& key, const Slice& operand,
                             std::string* value, ValueType* type) {
  const LookupKey lookup_key(key, sequence);
  PointLookup lookup(sv.tree->order(), key, sequence, &sv.config->options.merge_operator);
  Status s = Search(options, sv, lookup_key, &lookup);
  if (s.ok() && lookup.result() == LookupResult::kCorrupt) s = lookup.status();
  MergeBase base;
  if (s.ok()) s = BaseOf(lookup, &base);
  if (!s.ok()) return s;
  std::vector<Slice> operands = OldestFirst(lookup);
  operands.push_back(operand);
  MergeResult merged;
  s = FoldFull(sv.config->options.merge_operator.get(), key, base, operands,
               parts_.context.info_log.get(), parts_.context.stats, &merged);
  if (!s.ok()) return s;
  // The fold replaces operand and history: what is written is a base, not an operand.
  *type = merged.is_entity ? kTypeWideColumnEntity : kTypeValue;
  if (merged.is_operand) {
    value->assign(merged.operand.data(), merged.operand.size());
  } else {
    *value = std::move(merged.bytes);
  }
  return s;
}

Status ReadPath::PartsOfMerge(const PointLookup& lookup, MergeBase* base,
                              std::vector<Slice>* oldest_first) {
  Status s = BaseOf(lookup, base);
  if (!s.ok()) return s;
  *oldest_first = OldestFirst(lookup);
  RecordInHistogram(parts_.context.stats, READ_NUM_MERGE_OPERANDS, oldest_first->size());
  PERF_COUNT(internal_merge_point_lookup_count, oldest_first->size());
  return s;
}

// A plain value passes to the user with what pins it, uncopied; entities and folded values are made
// here.
Status ReadPath::Result(const ReadOptions& options, const SuperVersion& sv, PointLookup* lookup,
                        PinnableSlice* value) {
  switch (lookup->result()) {
    case LookupResult::kNotFound:
    case LookupResult::kDeleted:
      return Status::NotFound();
    case LookupResult::kCorrupt:
      return lookup->status();
    case LookupResult::kFound:
      if (lookup->value_type() == kTypeBlobIndex) return ValueElsewhere();
      if (value == nullptr) return Status::OK();
      if (lookup->value_type() == kTypeWideColumnEntity) {
        Slice column;
        Status s = EntityDefaultValue(lookup->value(), &column);
        if (s.ok()) value->PinSelf(column);
        return s;
      }
      if (lookup->value_type() == kTypeValuePreferredSeqno) {
        const Slice stored = lookup->value();
        if (stored.size() < sizeof(uint64_t))
          return Status::Corruption("Value with a preferred sequence is too short");
        value->PinSelf(Slice(stored.data(), stored.size() - sizeof(uint64_t)));
        return Status::OK();
      }
      lookup->MoveValueTo(value);
      return Status::OK();
    case LookupResult::kMerge:
      break;
  }
  MergeBase base;
  std::vector<Slice> oldest_first;
  Status s = PartsOfMerge(*lookup, &base, &oldest_first);
  if (!s.ok()) return s;
  std::string merged;
  s = MergeForRead(sv.config->options.merge_operator.get(), lookup->user_key(), base, oldest_first,
                   parts_.context.info_log.get(), parts_.context.stats, &merged);
  if (!s.ok()) return s;
  if (value != nullptr) {
    *value->GetSelf() = std::move(merged);
    value->PinSelf();
  }
  return Folded(options, oldest_first.size());
}

Status ReadPath::EntityResult(const ReadOptions& options, const SuperVersion& sv,
                              PointLookup* lookup, PinnableWideColumns* columns) {
  if (lookup->result() == LookupResult::kFound && lookup->value_type() == kTypeWideColumnEntity) {
    PinnableSlice stored;
    lookup->MoveValueTo(&stored);
    return columns->SetWideColumnValue(std::move(stored));
  }
  if (lookup->result() != LookupResult::kMerge) {
    PinnableSlice plain;
    Status s = Result(options, sv, lookup, &plain);
    if (s.ok()) columns->SetPlainValue(std::move(plain));
    return s;
  }
  MergeBase base;
  std::vector<Slice> oldest_first;
  Status s = PartsOfMerge(*lookup, &base, &oldest_first);
  if (!s.ok()) return s;
  s = MergeForEntityRead(sv.config->options.merge_operator.get(), lookup->user_key(), base,
                         oldest_first, parts_.context.info_log.get(), parts_.context.stats,
                         columns);
  return s.ok() ? Folded(options, oldest_first.size()) : s;
}

Status ReadPath::GetOperands(const ReadOptions& options, ColumnFamily* family, const Slice& key,
                             PinnableSlice* operands, const GetMergeOperandsOptions& how,
                             int* number) {
  if (key.size() > kMostRecordBytes) [[unlikely]]
    return Status::InvalidArgument("key is too large");
  Status s = CheckTimestamp(options, *family);
  if (!s.ok()) return s;
  SuperVersionHold sv(&family->super_versions);
  const SequenceNumber sequence = SequenceFor(options);
  const LookupKey lookup_key(key, sequence);
  // All operands: the operator is not asked whether fewer would do.
  PointLookup lookup(sv->tree->order(), key, sequence);
  s = Search(options, *sv, lookup_key, &lookup);
  if (!s.ok()) return s;
  if (lookup.result() == LookupResult::kCorrupt) return lookup.status();
  if (lookup.result() == LookupResult::kNotFound || lookup.result() == LookupResult::kDeleted)
    return Status::NotFound();
  const auto newest = lookup.operands().begin();
  // The callback may end the list before its oldest operands; then the base is left out as well.
  auto oldest = lookup.operands().end();
  bool all = true;
  if (how.continue_cb) {
    const auto last = std::find_if(
        newest, oldest, [&how](const Slice& operand) { return !how.continue_cb(operand); });
    all = last == oldest;
    if (!all) oldest = last + 1;
  }
  std::vector<Slice> found;
  if (all && (lookup.result() == LookupResult::kFound || lookup.has_base())) {
    if (lookup.value_type() == kTypeBlobIndex) return ValueElsewhere();
    Slice base = lookup.value();
    if (lookup.value_type() == kTypeWideColumnEntity) {
      s = EntityDefaultValue(lookup.value(), &base);
      if (!s.ok()) return s;
    }
    found.push_back(base);
  }
  std::reverse_copy(newest, oldest, std::back_inserter(found));
  *number = static_cast<int>(found.size());
  // The caller's array is too small; *number says how large it must be.
  if (*number > how.expected_max_number_of_operands)
    return Status::Incomplete(Status::SubCode::KMergeOperandsInsufficientCapacity);
  for (size_t i = 0; i < found.size(); ++i) operands[i].PinSelf(found[i]);
  return Folded(options, found.size());
}

// True when in doubt. A key that is surely deleted or absent in memory and filters gives false.
bool ReadPath::KeyMayExist(const ReadOptions& options, ColumnFamily* family, const Slice& key,
                           std::string* value, bool* found_value) {
  ReadOptions memory_only = options;
  // Incomplete means that a block would have to be read: the key may be there.
  memory_only.read_tier = kBlockCacheTier;
  PinnableSlice pinned;
  Status s = Get(memory_only, family, key, &pinned);
  if (s.ok() && value != nullptr) value->assign(pinned.data(), pinned.size());
  // Callers look at it for absent keys as well, where it stays true as in stock.
  if (found_value != nullptr) *found_value = !s.IsIncomplete();
  return s.ok() || s.IsIncomplete();
}

}  // namespace ROCKSDB_NAMESPACE
