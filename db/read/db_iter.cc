// Forward and backward walks over internal entries; the rules they keep are in the header.
//
// Entries of one key lie newest first, so the two directions differ:
//
//   forward    a@9 -> a@7 -> a@3 | b@8    the first visible entry decides; the rest is skipped
//   backward   a@9 <- a@7 <- a@3 | b@8    every older entry of a key is met before its newest
//                                         visible one: all are looked at, the last visible counts
//
// Both leave long runs by a seek: forward past them, backward to the newest visible entry.
#include "db/read/db_iter.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "db/batch/batch_reader.h"
#include "db/read/merge_helper.h"
#include "util/entity_codec.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

// Inlined with a known `move`: it is a good part of what a step costs.
[[gnu::always_inline]] inline void DbIter::EndMove(Move move) {
  if (move == Move::kSeek) {
    if (config_.stats != nullptr) RecordSeek();
  } else if (valid_) {
    ++(move == Move::kNext ? counters_.found_nexts : counters_.found_prevs);
  }
  if (PerfCounting()) {
    PerfContext& perf = ThisPerfContext();
    ++(move == Move::kSeek   ? perf.iter_seek_count
       : move == Move::kNext ? perf.iter_next_count
                             : perf.iter_prev_count);
    if (valid_) perf.iter_read_bytes += key_.size() + value_.size();
    // A step always passes over the entry it began at.
    perf.internal_key_skipped_count += passed_.hidden + (move == Move::kSeek ? 0 : 1);
    perf.internal_delete_skipped_count += passed_.deleted;
    perf.internal_recent_skipped_count += passed_.recent;
    perf.internal_merge_count += passed_.merged;
  }
  passed_ = Passed();
}

// Times one call and counts what it met.
class DbIter::Measured {
 public:
  Measured(DbIter* it, Move move)
      : it_(it),
        move_(move),
        timer_(it->config_.clock, move == Move::kSeek ? it->config_.stats : nullptr, DB_SEEK),
        cpu_(CpuMetric(move), kEnableTimeAndCPUTimeExceptForMutex, CLOCK_THREAD_CPUTIME_ID) {}
  ~Measured() { it_->EndMove(move_); }

 private:
  static uint64_t PerfContextBase::*CpuMetric(Move move) {
    return move == Move::kSeek   ? &PerfContextBase::iter_seek_cpu_nanos
           : move == Move::kNext ? &PerfContextBase::iter_next_cpu_nanos
                                 : &PerfContextBase::iter_prev_cpu_nanos;
  }
  DbIter* const it_;
  const Move move_;
  const HistogramTimer timer_;
  const PerfTimer cpu_;
};

DbIter::DbIter(const ReadOptions& read_options, Config config, Sources sources,
               std::unique_ptr<Factory> factory)
    : options_(read_options),
      config_(std::move(config)),
      sources_(std::move(sources)),
      factory_(std::move(factory)),
      inner_(sources_.inner.get()),
      check_prefix_(read_options.prefix_same_as_start && config_.prefix_extractor != nullptr),
      pin_data_(read_options.pin_data),
      tailing_(read_options.tailing && read_options.snapshot == nullptr && factory_ != nullptr) {}

DbIter::~DbIter() {
  FlushCounters();
  RecordTick(config_.stats, NO_ITERATOR_DELETED);
}

void DbIter::RecordSeek() {
  RecordTick(config_.stats, NUMBER_DB_SEEK);
  if (valid_) RecordTick(config_.stats, NUMBER_DB_SEEK_FOUND);
  RecordTick(config_.stats, ITER_BYTES_READ, std::exchange(counters_.bytes, 0));
}

void DbIter::FlushCounters() {
  Statistics* stats = config_.stats;
  if (stats != nullptr) {
    RecordTick(stats, NUMBER_DB_NEXT, counters_.nexts);
    RecordTick(stats, NUMBER_DB_NEXT_FOUND, counters_.found_nexts);
    RecordTick(stats, NUMBER_DB_PREV, counters_.prevs);
    RecordTick(stats, NUMBER_DB_PREV_FOUND, counters_.found_prevs);
    RecordTick(stats, ITER_BYTES_READ, counters_.bytes);
    RecordTick(stats, NUMBER_ITER_SKIP, counters_.skips);
  }
  counters_ = Counters();
}

Status DbIter::status() const {
  // An error of the sources ends the walk (inner_ is not valid) without passing through Fail.
  if (!status_.ok()) return status_;
  return inner_->status();
}

void DbIter::Fail(const Status& s) {
  if (status_.ok()) status_ = s;
  valid_ = false;
}

bool DbIter::InnerFailed() {
  if (inner_->status().ok()) return false;
  Fail(inner_->status());
  return true;
}

bool DbIter::ParseInner(ParsedInternalKey* ikey) {
  Status s = ParseInternalKey(inner_->key(), ikey);
  if (s.ok()) return true;
  Fail(s);
  return false;
}

bool DbIter::PastUpperBound(const Slice& user_key) const {
  return options_.iterate_upper_bound != nullptr &&
         config_.order.CompareUserKeys(user_key, *options_.iterate_upper_bound) >= 0;
}

bool DbIter::BeforeLowerBound(const Slice& user_key) const {
  return options_.iterate_lower_bound != nullptr &&
         config_.order.CompareUserKeys(user_key, *options_.iterate_lower_bound) < 0;
}

void DbIter::RememberPrefix(const Slice& user_key) {
  if (!check_prefix_) return;
  has_prefix_ = config_.prefix_extractor->InDomain(user_key);
  if (has_prefix_) prefix_ = config_.prefix_extractor->Transform(user_key).ToString();
}

bool DbIter::LeftPrefix(const Slice& user_key) const {
  if (!check_prefix_ || !has_prefix_) return false;
  return !config_.prefix_extractor->InDomain(user_key) ||
         config_.prefix_extractor->Transform(user_key) != Slice(prefix_);
}

// Asked for every entry that could be shown. Point entries and tombstones are kept apart, so a
// tombstone counts also where the files it lies in have no entry any more.
SequenceNumber DbIter::Covering(const Slice& user_key) {
  RangeDelView* dels = sources_.range_dels.get();
  if (dels == nullptr || dels->empty() || options_.ignore_range_deletions) return 0;
  const SequenceNumber seq = dels->MaxCovering(user_key, sources_.sequence);
  if (!dels->status().ok()) Fail(dels->status());
  return seq;
}

// For applications that would rather stop than walk through a field of deletions.
bool DbIter::TooManySkipped() {
  ++counters_.skips;
  if (options_.max_skippable_internal_keys == 0 ||
      ++skipped_ <= options_.max_skippable_internal_keys)
    return false;
  Fail(Status::Incomplete("Too many internal keys skipped."));
  return true;
}

bool DbIter::TakeEntity(const Slice& stored) {
  // The columns point into what they are decoded from.
  Status s = DecodeEntity(pin_data_ ? Keep(stored) : stored, &columns_);
  if (!s.ok()) {
    Fail(s);
    return false;
  }
  is_entity_ = true;
  const bool has_default = !columns_.empty() && columns_[0].name().empty();
  value_ = has_default ? columns_[0].value() : Slice();
  return true;
}

bool DbIter::TakeValue(ValueType type, const Slice& stored) {
  is_entity_ = false;
  switch (type) {
    case kTypeValue:
      value_ = stored;
      return true;
    case kTypeValuePreferredSeqno:
      if (stored.size() < sizeof(uint64_t)) break;
      value_ = Slice(stored.data(), stored.size() - sizeof(uint64_t));
      return true;
    // Files of other databases may hold one; the value itself is out of reach.
    case kTypeBlobIndex:
      Fail(Status::NotSupported("blob files: the value of key " + Slice(key_).ToString(true) +
                                " is in a blob file"));
      return false;
    case kTypeWideColumnEntity:
      return TakeEntity(stored);
    default:
      break;
  }
  Fail(Status::Corruption("Value of key " + Slice(key_).ToString(true) + " cannot be read"));
  return false;
}

bool DbIter::BaseOf(ValueType type, const Slice& stored, MergeBase* base) {
  if (type == kTypeWideColumnEntity) {
    *base = MergeBase{MergeBase::kEntity, stored};
    return true;
  }
  if (!TakeValue(type, stored)) return false;
  *base = MergeBase{MergeBase::kPlain, value_};
  return true;
}

// Folding may be expensive, so it is done once for a key, when all operands are there.
bool DbIter::TakeMerged(const MergeBase& base) {
  if (config_.merge_operator == nullptr) {
    Fail(Status::InvalidArgument(
        "merge_operator is not set, but the database holds merge operands"));
    return false;
  }
  // Operators fold in the order of writing.
  std::vector<Slice> oldest_first(operands_.rbegin(), operands_.rend());
  std::string result;
  bool is_entity = false;
  Status s = MergeStored(config_.merge_operator, key_, base, oldest_first, config_.info_log,
                         config_.stats, &result, &is_entity);
  if (!s.ok()) {
    Fail(s);
    return false;
  }
  // Only now: `base` may have been in value_space_ until here.
  value_space_.swap(result);
  return TakeValue(is_entity ? kTypeWideColumnEntity : kTypeValue, value_space_);
}

Slice DbIter::Keep(const Slice& bytes) {
  if (bytes.empty()) return Slice();
  char* const copy = kept_.Allocate(bytes.size());
  std::memcpy(copy, bytes.data(), bytes.size());
  return {copy, bytes.size()};
}

// Copies also what could be pinned where it lies: a copy needs no table, memtable or block, and so
// outlives a Refresh.
void DbIter::Pin() {
  shown_key_ = Keep(key_);
  if (!is_entity_) value_ = Keep(value_);
}

void DbIter::Publish() {
  valid_ = true;
  shown_key_ = key_;
  if (pin_data_) [[unlikely]]
    Pin();
  if (!is_entity_) [[likely]] {
    columns_.clear();
    // A plain value shows as the one column without a name.
    columns_.emplace_back(Slice(), value_);
  }
  counters_.bytes += key_.size() + value_.size();
}

bool DbIter::StartSeek(Direction direction, bool total_order) {
  if (tailing_) [[unlikely]] {
    const Status s = Refresh();
    if (!s.ok()) {
      Fail(s);
      return false;
    }
  }
  if (total_order != total_order_) {
    total_order_ = total_order;
    inner_->SetTotalOrder(total_order);
  }
  status_ = Status::OK();
  direction_ = direction;
  valid_ = false;
  past_current_ = false;
  skipped_ = 0;
  return true;
}

// inner_ may stand on any entry of key_ or behind them (invariant 1), and in either direction.
// After new sources it stands on the first one again, which FindForward and FindBackward pass over.
bool DbIter::StepToNewest() {
  if (factory_->NewestSuperVersion() == sources_.super_version_number) {
    sources_.sequence = factory_->NewestSequence();
    return true;
  }
  const Status s = Refresh();
  if (!s.ok()) {
    Fail(s);
    return false;
  }
  if (direction_ == Direction::kForward) {
    SwitchToForward();
    past_current_ = true;
  } else {
    SwitchToBackward();
  }
  return true;
}

// ---- forward ----

void DbIter::ReseekPast(const Slice& user_key) {
  seek_space_.clear();
  AppendInternalKey(&seek_space_, user_key, 0, kTypeDeletion);
  inner_->Seek(seek_space_);
  // An entry with sequence 0 of the same key may still be there; the caller's loop steps over it.
}

// True when the entry under inner_ must be passed over; moves inner_.
bool DbIter::SkipForward(const ParsedInternalKey& ikey, bool* skip_current, uint64_t* run) {
  // Two reasons to pass over an entry: its key is done with, or it is newer than the view. Long
  // runs of either (a hot key, a busy writer beside a long scan) are left by a seek.
  const bool hidden = *skip_current && config_.order.SameUserKey(ikey.user_key, key_);
  const bool too_new = ikey.sequence > sources_.sequence;
  if (!hidden && !too_new) return false;
  ++(hidden ? passed_.hidden : passed_.recent);
  if (hidden && ++*run > config_.max_sequential_skip) {
    *run = 0;
    RecordTick(config_.stats, NUMBER_OF_RESEEKS_IN_ITERATION, 1);
    // Lands on an entry of key_ with sequence 0 if there is one; no other can be left.
    ReseekPast(key_);
    if (inner_->Valid() && config_.order.SameUserKey(UserKeyOf(inner_->key()), key_))
      inner_->Next();
  } else if (!hidden && ++*run > config_.max_sequential_skip) {
    *run = 0;
    RecordTick(config_.stats, NUMBER_OF_RESEEKS_IN_ITERATION, 1);
    seek_space_.clear();
    AppendInternalKey(&seek_space_, ikey.user_key, sources_.sequence, kSeekType);
    inner_->Seek(seek_space_);
  } else {
    inner_->Next();
  }
  return true;
}

// The loop behind every forward move. Bounds and prefix are looked at first, before an entry is
// counted as skipped or its value touched: nothing beyond them may cost anything.
void DbIter::FindForward(bool skip_current) {
  PERF_TIMER(find_next_user_entry_time);
  valid_ = false;
  past_current_ = false;
  uint64_t run = 0;
  while (inner_->Valid()) {
    ParsedInternalKey ikey;
    if (!ParseInner(&ikey)) return;
    if (PastUpperBound(ikey.user_key) || LeftPrefix(ikey.user_key)) return;
    if (SkipForward(ikey, &skip_current, &run)) {
      if (TooManySkipped()) return;
      continue;
    }
    run = 0;
    key_.assign(ikey.user_key.data(), ikey.user_key.size());
    const SequenceNumber covering = Covering(ikey.user_key);
    if (!status_.ok()) return;
    const bool deleted = ikey.type == kTypeDeletion || ikey.type == kTypeSingleDeletion ||
                         ikey.type == kTypeDeletionWithTimestamp || covering > ikey.sequence;
    if (deleted) {
      // All older entries of this key are hidden by the deletion.
      skip_current = true;
      ++passed_.deleted;
      inner_->Next();
      if (TooManySkipped()) return;
      continue;
    }
    if (ikey.type == kTypeMerge) {
      CollectMergeForward();
    } else if (TakeValue(ikey.type, inner_->value())) {
      Publish();
    }
    return;
  }
}

// inner_ stands on the newest visible operand of key_; consumes operands down to a base value or
// the next key.
void DbIter::CollectMergeForward() {
  operands_.clear();
  operands_.push_back(inner_->value().ToString());
  ++passed_.merged;
  past_current_ = true;
  const SequenceNumber covering = Covering(key_);
  // Ends at a base value, a deletion, a range tombstone over the rest, another key, or the end.
  for (inner_->Next(); inner_->Valid(); inner_->Next()) {
    ParsedInternalKey ikey;
    if (!ParseInner(&ikey)) return;
    if (!config_.order.SameUserKey(ikey.user_key, key_)) break;
    if (covering > ikey.sequence || ikey.type == kTypeDeletion || ikey.type == kTypeSingleDeletion)
      break;
    if (ikey.type == kTypeMerge) {
      operands_.push_back(inner_->value().ToString());
      ++passed_.merged;
      continue;
    }
    MergeBase base;
    if (BaseOf(ikey.type, inner_->value(), &base) && TakeMerged(base)) Publish();
    return;
  }
  if (InnerFailed()) return;
  if (TakeMerged(MergeBase())) Publish();
}

void DbIter::SeekToFirst() {
  if (options_.iterate_lower_bound != nullptr) {
    Seek(*options_.iterate_lower_bound);
    return;
  }
  const Measured measured(this, Move::kSeek);
  if (!StartSeek(Direction::kForward, /*total_order=*/true)) return;
  has_prefix_ = false;
  {
    PERF_TIMER(seek_internal_seek_time);
    inner_->SeekToFirst();
  }
  FindForward(false);
  if (valid_) RememberPrefix(key_);
}

void DbIter::Seek(const Slice& given) {
  const Measured measured(this, Move::kSeek);
  // A tailing iterator lets go of the sources that `given` may point into.
  const std::string copy = tailing_ ? given.ToString() : std::string();
  const Slice target = tailing_ ? Slice(copy) : given;
  if (!StartSeek(Direction::kForward, /*total_order=*/false)) return;
  if (target.size() > kMostRecordBytes) [[unlikely]]
    return Fail(Status::InvalidArgument("key is too large"));
  Slice from = target;
  // A target before the lower bound means the bound itself.
  if (BeforeLowerBound(target)) from = *options_.iterate_lower_bound;
  RememberPrefix(target);
  seek_space_.clear();
  AppendInternalKey(&seek_space_, from, sources_.sequence, kSeekType);
  {
    PERF_TIMER(seek_internal_seek_time);
    inner_->Seek(seek_space_);
  }
  FindForward(false);
}

void DbIter::Next() {
  const Measured measured(this, Move::kNext);
  ++counters_.nexts;
  skipped_ = 0;
  if (tailing_ && !StepToNewest()) [[unlikely]]
    return;
  if (direction_ == Direction::kBackward) {
    SwitchToForward();
    // After a merge inner_ stands past the key already (invariant 1).
  } else if (!past_current_) {
    inner_->Next();
  }
  FindForward(true);
}

// From before the entries of key_ to its first entry, so that FindForward(true) passes over them.
void DbIter::SwitchToForward() {
  direction_ = Direction::kForward;
  seek_space_.clear();
  AppendInternalKey(&seek_space_, key_, kLargestSequence, kSeekType);
  inner_->Seek(seek_space_);
}

// ---- backward ----

// Leaves inner_ on the last entry whose user key is smaller than `user_key`.
void DbIter::StepBefore(const Slice& user_key) {
  seek_space_.clear();
  AppendInternalKey(&seek_space_, user_key, kLargestSequence, kMaxValue);
  inner_->SeekForPrev(seek_space_);
  // The bound sorts before every real entry of the key; this loop is for one that is its equal.
  while (inner_->Valid() && config_.order.SameUserKey(UserKeyOf(inner_->key()), user_key))
    inner_->Prev();
}

void DbIter::SwitchToBackward() {
  direction_ = Direction::kBackward;
  StepBefore(key_);
}

void DbIter::SeekToLast() {
  if (options_.iterate_upper_bound != nullptr) {
    SeekForPrev(*options_.iterate_upper_bound);
    if (valid_ && PastUpperBound(key_)) Prev();
    return;
  }
  const Measured measured(this, Move::kSeek);
  if (!StartSeek(Direction::kBackward, /*total_order=*/true)) return;
  has_prefix_ = false;
  {
    PERF_TIMER(seek_internal_seek_time);
    inner_->SeekToLast();
  }
  FindBackward();
  if (valid_) RememberPrefix(key_);
}

void DbIter::SeekForPrev(const Slice& given) {
  const Measured measured(this, Move::kSeek);
  const std::string copy = tailing_ ? given.ToString() : std::string();
  const Slice target = tailing_ ? Slice(copy) : given;
  if (!StartSeek(Direction::kBackward, /*total_order=*/false)) return;
  if (target.size() > kMostRecordBytes) [[unlikely]]
    return Fail(Status::InvalidArgument("key is too large"));
  RememberPrefix(target);
  // The upper bound is excluded, a target is included.
  if (PastUpperBound(target)) {
    StepBefore(*options_.iterate_upper_bound);
  } else {
    seek_space_.clear();
    // After every entry of the target, so that the walk back meets all of them.
    AppendInternalKey(&seek_space_, target, 0, kSeekForPrevType);
    inner_->SeekForPrev(seek_space_);
  }
  FindBackward();
}

void DbIter::Prev() {
  const Measured measured(this, Move::kPrev);
  ++counters_.prevs;
  skipped_ = 0;
  if (tailing_ && !StepToNewest()) [[unlikely]]
    return;
  if (direction_ == Direction::kForward) SwitchToBackward();
  FindBackward();
}

void DbIter::FindBackward() {
  valid_ = false;
  while (inner_->Valid()) {
    ParsedInternalKey ikey;
    if (!ParseInner(&ikey)) return;
    if (BeforeLowerBound(ikey.user_key) || LeftPrefix(ikey.user_key)) return;
    key_.assign(ikey.user_key.data(), ikey.user_key.size());
    // Not found: the key is deleted or too new, and inner_ stands before it: on to the one before.
    const bool found = ResolveBackward(&ikey);
    if (!status_.ok()) return;
    if (found) {
      Publish();
      return;
    }
  }
  InnerFailed();
}

bool DbIter::StepBackInKey(ParsedInternalKey* entry) {
  inner_->Prev();
  return inner_->Valid() && ParseInner(entry) && config_.order.SameUserKey(entry->user_key, key_);
}

// Walks back over all entries of key_ (oldest to newest) and keeps what the newest visible ones
// say. Leaves inner_ before them.
bool DbIter::ResolveBackward(ParsedInternalKey* entry) {
  const SequenceNumber covering = Covering(key_);
  bool have_base = false;
  ValueType base_type = kTypeDeletion;
  operands_.clear();
  uint64_t run = 0;
  bool any_visible = false;
  for (bool more = true; more; more = StepBackInKey(entry)) {
    const ParsedInternalKey& ikey = *entry;
    if (ikey.sequence > sources_.sequence) {
      ++passed_.recent;
      if (TooManySkipped()) return false;
      if (++run > config_.max_sequential_skip) return ResolveBySeek();
      continue;
    }
    // It hides the one before.
    if (any_visible && TooManySkipped()) return false;
    any_visible = true;
    // One more than forward: a key with that many visible entries costs a walk there as well.
    if (run++ > config_.max_sequential_skip) return ResolveBySeek();
    if (ikey.type == kTypeMerge && covering <= ikey.sequence) {
      operands_.push_back(inner_->value().ToString());
      continue;
    }
    operands_.clear();
    have_base =
        ikey.type != kTypeDeletion && ikey.type != kTypeSingleDeletion && covering <= ikey.sequence;
    base_type = ikey.type;
    if (have_base)
      value_space_.assign(inner_->value().data(), inner_->value().size());
    else
      ++passed_.deleted;
  }
  if (!status_.ok() || InnerFailed()) return false;
  // Newest first, as CollectMergeForward leaves them.
  std::reverse(operands_.begin(), operands_.end());
  if (!have_base && operands_.empty()) {
    if (any_visible) TooManySkipped();
    return false;
  }
  if (operands_.empty()) return TakeValue(base_type, value_space_);
  MergeBase base;
  if (have_base && !BaseOf(base_type, value_space_, &base)) return false;
  return TakeMerged(base);
}

// Many versions: find the newest visible one from the front, then step before the key again.
bool DbIter::ResolveBySeek() {
  RecordTick(config_.stats, NUMBER_OF_RESEEKS_IN_ITERATION, 1);
  seek_space_.clear();
  AppendInternalKey(&seek_space_, key_, sources_.sequence, kSeekType);
  inner_->Seek(seek_space_);
  const SequenceNumber covering = Covering(key_);
  operands_.clear();
  bool have_base = false;
  ValueType base_type = kTypeDeletion;
  for (; inner_->Valid(); inner_->Next()) {
    ParsedInternalKey ikey;
    if (!ParseInner(&ikey)) return false;
    if (!config_.order.SameUserKey(ikey.user_key, key_)) break;
    if (covering > ikey.sequence || ikey.type == kTypeDeletion || ikey.type == kTypeSingleDeletion)
      break;
    if (ikey.type == kTypeMerge) {
      operands_.push_back(inner_->value().ToString());
      continue;
    }
    have_base = true;
    base_type = ikey.type;
    value_space_.assign(inner_->value().data(), inner_->value().size());
    break;
  }
  if (InnerFailed()) return false;
  // Invariant 2 again.
  StepBefore(key_);
  if (InnerFailed()) return false;
  if (!have_base && operands_.empty()) return false;
  if (operands_.empty()) return TakeValue(base_type, value_space_);
  MergeBase base;
  if (have_base && !BaseOf(base_type, value_space_, &base)) return false;
  return TakeMerged(base);
}

// ---- the rest ----

Status DbIter::Refresh(const Snapshot* snapshot) {
  if (factory_ == nullptr) return Status::NotSupported("Refresh() is not supported");
  Sources fresh;
  // The old sources stay in use if this fails.
  Status s = factory_->Rebuild(snapshot, &fresh);
  if (!s.ok()) return s;
  valid_ = false;
  status_ = Status::OK();
  // In this order: iterators read from what `hold` keeps.
  sources_.inner.reset();
  sources_.range_dels.reset();
  sources_ = std::move(fresh);
  inner_ = sources_.inner.get();
  if (total_order_) inner_->SetTotalOrder(true);
  return Status::OK();
}

Status DbIter::GetProperty(std::string name, std::string* value) {
  if (value == nullptr) return Status::InvalidArgument("GetProperty: the result string is null");
  if (name == "rocksdb.iterator.super-version-number") {
    *value = std::to_string(sources_.super_version_number);
    return Status::OK();
  }
  if (name == "rocksdb.iterator.is-key-pinned" || name == "rocksdb.iterator.is-value-pinned") {
    if (!valid_) {
      *value = "Iterator is not valid.";
      return Status::OK();
    }
    *value = pin_data_ ? "1" : "0";
    return Status::OK();
  }
  if (name == "rocksdb.iterator.internal-key") {
    *value = valid_ && direction_ == Direction::kForward && !past_current_
                 ? UserKeyOf(inner_->key()).ToString()
                 : key_;
    return Status::OK();
  }
  if (name == "rocksdb.iterator.write-time")
    return Status::NotSupported("rocksdb.iterator.write-time");
  return Status::InvalidArgument("Unidentified property.", name);
}

}  // namespace ROCKSDB_NAMESPACE
