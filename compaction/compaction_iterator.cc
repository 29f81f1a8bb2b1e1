// What survives a flush or compaction; rules in the header.
//
// How one record goes through Advance():
//
//    input -> EnterRecord   count it; a new user key resets what is known of the key
//          -> DropsHere     skipped by the filter, hidden in its stripe, or covered by a tombstone
//          -> merge         HandleMerge: collects the operands of the stripe, folds
//          -> single delete HandleSingleDelete: looks at the next record
//          -> else          filter, then drop a deletion that has nothing left to delete; for one
//                           that is younger than a snapshot HandleYoungDeletion looks for older
//                           records
//          -> Emit
//
// Some steps must look at the next record. They move the input and leave input_consumed_ false: the
// record under the input is then still to be processed.
#include "compaction/compaction_iterator.h"

#include <algorithm>

#include "util/entity_codec.h"
#include "util/logging.h"
#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

void CompactionIterator::Counters::Add(const Counters& more) {
  input_records += more.input_records;
  input_deletions += more.input_deletions;
  input_raw_key_bytes += more.input_raw_key_bytes;
  input_raw_value_bytes += more.input_raw_value_bytes;
  dropped_hidden += more.dropped_hidden;
  dropped_obsolete += more.dropped_obsolete;
  dropped_range_del += more.dropped_range_del;
  dropped_by_filter += more.dropped_by_filter;
  single_delete_mismatches += more.single_delete_mismatches;
  single_delete_fallthrough += more.single_delete_fallthrough;
  output_records += more.output_records;
  filter_nanos += more.filter_nanos;
}

CompactionIterator::CompactionIterator(InternalIterator* input, Config config)
    : input_(input),
      config_(std::move(config)),
      oldest_snapshot_(config_.snapshots.empty() ? kLargestSequence : config_.snapshots.front()) {}

void CompactionIterator::SeekToFirst() {
  input_->SeekToFirst();
  Start();
}

void CompactionIterator::Start() {
  input_consumed_ = false;
  Advance();
}

void CompactionIterator::Next() { Advance(); }

Status CompactionIterator::status() const { return status_.ok() ? input_->status() : status_; }

void CompactionIterator::Fail(const Status& s) {
  if (status_.ok()) status_ = s;
  valid_ = false;
}

// Number of snapshots older than seq: records with the same number are seen by the same snapshots.
size_t CompactionIterator::StripeOf(SequenceNumber seq) const {
  if (config_.snapshots.empty()) return 0;
  return static_cast<size_t>(
      std::lower_bound(config_.snapshots.begin(), config_.snapshots.end(), seq) -
      config_.snapshots.begin());
}

bool CompactionIterator::NothingBelow(const Slice& user_key) const {
  return config_.nothing_below && config_.nothing_below(user_key);
}

bool CompactionIterator::CoveredInStripe(const ParsedInternalKey& ikey, size_t stripe) const {
  if (config_.tombstones == nullptr || config_.tombstones->empty()) return false;
  const SequenceNumber top =
      stripe < config_.snapshots.size() ? config_.snapshots[stripe] : kLargestSequence;
  return config_.tombstones->MaxCoveringSeq(ikey.user_key, top) > ikey.sequence;
}

// After this, slices into the old record are gone: copy what is needed first (current_ is such a
// copy).
void CompactionIterator::StepInput() {
  input_->Next();
  input_consumed_ = false;
  entered_key_ = Slice();
}

void CompactionIterator::Emit(const ParsedInternalKey& ikey, const Slice& value) {
  SequenceNumber seq = ikey.sequence;
  const bool plain =
      ikey.type != kTypeMerge && ikey.type != kTypeDeletion && ikey.type != kTypeSingleDeletion;
  // Equal numbers make blocks compress better, and no reader can tell: every snapshot sees the
  // record and nothing lies below. Deletions and operands keep theirs; their place in time matters.
  if (config_.zero_sequences && plain && seq <= oldest_snapshot_) seq = 0;
  // The common case: the record comes out as it went in, so its bytes are used where they are.
  if (entered_key_.size() == ikey.user_key.size() + kInternalTailBytes &&
      entered_key_.data() == ikey.user_key.data() &&
      TailOf(entered_key_) == PackTail(seq, ikey.type)) {
    key_ = entered_key_;
  } else if (current_is_entered_ || ikey.user_key.data() == current_.data()) {
    key_ = current_.WithTail(PackTail(seq, ikey.type));
  } else {
    // ikey.user_key never points into key_space_.
    key_space_.Assign(ikey.user_key);
    key_ = key_space_.WithTail(PackTail(seq, ikey.type));
  }
  value_ = value;
  valid_ = true;
  ++counters_.output_records;
}

// Takes the record under input_ apart, into value_ as well, and notes whether it begins a new user
// key. False on failure and at the upper bound.
bool CompactionIterator::EnterRecord(ParsedInternalKey* ikey) {
  entered_key_ = input_->key();
  Status s = ParseInternalKey(entered_key_, ikey);
  if (!s.ok()) {
    Fail(s);
    return false;
  }
  // Compared with a copy: the input has moved since the key began.
  const bool new_key =
      !have_current_ || !config_.order.SameUserKey(ikey->user_key, current_.ToSlice());
  if (new_key && PastUpper(ikey->user_key)) {
    ended_ = true;
    return false;
  }
  value_ = input_->value();
  ++counters_.input_records;
  counters_.input_raw_key_bytes += entered_key_.size();
  counters_.input_raw_value_bytes += value_.size();
  if (ikey->type == kTypeDeletion || ikey->type == kTypeSingleDeletion) ++counters_.input_deletions;
  current_is_entered_ = new_key;
  if (new_key) {
    current_.Assign(ikey->user_key);
    have_current_ = true;
    have_stripe_ = false;
    filtered_current_ = false;
  }
  return true;
}

// Rules 1 and 2 for everything that does not depend on the type.
bool CompactionIterator::DropsHere(const ParsedInternalKey& ikey, size_t stripe) {
  if (!skip_until_.empty()) {
    // Ahead of all other rules: the filter has spoken for the whole stretch.
    if (config_.order.CompareUserKeys(ikey.user_key, skip_until_) < 0) {
      ++counters_.dropped_by_filter;
      return true;
    }
    skip_until_.clear();
  }
  // A single delete stays although a newer version hides it: if a younger single delete cancels
  // that version, this one must still meet the put it was written for.
  if (have_stripe_ && last_stripe_ == stripe && ikey.type != kTypeSingleDeletion) {
    ++counters_.dropped_hidden;
    return true;
  }
  // After the test for hidden ones, which is cheaper. A covered record hides nothing itself, so
  // have_stripe_ stays as it is.
  if (CoveredInStripe(ikey, stripe)) {
    ++counters_.dropped_range_del;
    // Older versions, which a snapshot may see, are not the newest for that.
    filtered_current_ = true;
    return true;
  }
  return false;
}

void CompactionIterator::Advance() {
  valid_ = false;
  if (queue_at_ < queue_.size()) {
    key_ = queue_[queue_at_].key;
    value_ = queue_[queue_at_].value;
    ++queue_at_;
    ++counters_.output_records;
    valid_ = true;
    return;
  }
  queue_.clear();
  queue_at_ = 0;
  while (!valid_ && !ended_ && status_.ok()) {
    if (input_consumed_ && input_->Valid()) StepInput();
    if (!input_->Valid()) return;
    if (config_.cancel_all->load(std::memory_order_relaxed) ||
        config_.cancel_this->load(std::memory_order_relaxed)) {
      Fail(Status::ShutdownInProgress("job canceled"));
      return;
    }
    input_consumed_ = true;
    ParsedInternalKey ikey;
    if (!EnterRecord(&ikey)) return;
    const size_t stripe = StripeOf(ikey.sequence);
    if (DropsHere(ikey, stripe)) continue;
    if (ikey.type == kTypeMerge) {
      HandleMerge(ikey, stripe);
      continue;
    }
    if (ikey.type == kTypeSingleDeletion) {
      HandleSingleDelete(ikey, stripe);
      continue;
    }
    if (config_.filter != nullptr && !RunFilter(&ikey)) continue;
    have_stripe_ = true;
    last_stripe_ = stripe;
    // It still hides what is older: have_stripe_ was set above. A single deletion here is what the
    // filter made of a value (kPurge).
    const bool deletion = ikey.type == kTypeDeletion || ikey.type == kTypeSingleDeletion;
    if (deletion && NothingBelow(ikey.user_key)) {
      if (ikey.sequence <= oldest_snapshot_) {
        ++counters_.dropped_obsolete;
        continue;
      }
      if (ikey.type == kTypeDeletion) {
        HandleYoungDeletion(ikey.sequence, stripe);
        continue;
      }
    }
    Emit(ikey, value_);
  }
}

// The application's filter sees the newest version of each key, once, if that is a value; snapshots
// do not keep a record from it. False: the record is gone. REQUIRES: there is a filter.
bool CompactionIterator::RunFilter(ParsedInternalKey* ikey) {
  if (filtered_current_) return true;
  filtered_current_ = true;
  const bool entity = ikey->type == kTypeWideColumnEntity;
  if (ikey->type != kTypeValue && !entity) return true;
  WideColumns columns;
  if (entity) {
    const Status s = DecodeEntity(value_, &columns);
    if (!s.ok()) {
      Fail(s);
      return false;
    }
  }
  value_space_.clear();
  std::string skip_until;
  NewColumns changed;
  PerfTimer timer(config_.time_filter ? &counters_.filter_nanos : nullptr, kUninitialized);
  const auto decision = config_.filter->FilterV3(
      config_.filter_level, ikey->user_key,
      entity ? CompactionFilter::ValueType::kWideColumnEntity : CompactionFilter::ValueType::kValue,
      entity ? nullptr : &value_, entity ? &columns : nullptr, &value_space_, &changed,
      &skip_until);
  timer.Stop();
  if (decision == CompactionFilter::Decision::kChangeWideColumnEntity) {
    return ChangeToEntity(&changed, ikey);
  }
  return ApplyDecision(decision, ikey, &skip_until);
}

// Takes the operand under input_ into `operands` unless the filter drops it. False on failure.
bool CompactionIterator::TakeOperand(std::vector<Pending>* operands) {
  const Slice key = input_->key();
  const Slice value = input_->value();
  std::string changed, skip_until;
  auto decision = CompactionFilter::Decision::kKeep;
  // A filter that ignores snapshots may take values from them, as in stock, operands not.
  const bool in_snapshot =
      !config_.snapshots.empty() && TailSequence(TailOf(key)) <= config_.snapshots.back();
  if (config_.filter != nullptr && !in_snapshot) {
    decision = config_.filter->FilterV3(config_.filter_level, current_.ToSlice(),
                                        CompactionFilter::ValueType::kMergeOperand, &value, nullptr,
                                        &changed, nullptr, &skip_until);
  }
  switch (decision) {
    case CompactionFilter::Decision::kRemoveAndSkipUntil:
      if (config_.order.CompareUserKeys(skip_until, current_.ToSlice()) > 0) {
        // Later records of the key fall to skip_until_, the operands taken so far here.
        counters_.dropped_by_filter += operands->size() + 1;
        operands->clear();
        skip_until_.swap(skip_until);
        return true;
      }
      [[fallthrough]];  // no progress: keep
    case CompactionFilter::Decision::kKeep:
      operands->push_back(Pending{key.ToString(), value.ToString()});
      return true;
    case CompactionFilter::Decision::kChangeValue:
      operands->push_back(Pending{key.ToString(), std::move(changed)});
      return true;
    case CompactionFilter::Decision::kRemove:
    case CompactionFilter::Decision::kPurge:
      ++counters_.dropped_by_filter;
      return true;
    default:
      Fail(Status::NotSupported("compaction filter decision on an operand " +
                                std::to_string(static_cast<int>(decision))));
      return false;
  }
}

// The filter gives columns in any order.
bool CompactionIterator::ChangeToEntity(NewColumns* changed, ParsedInternalKey* ikey) {
  std::sort(changed->begin(), changed->end());
  WideColumns columns;
  for (const auto& [name, value] : *changed) columns.emplace_back(name, value);
  value_space_.clear();
  const Status s = EncodeEntity(columns, &value_space_);
  if (!s.ok()) {
    Fail(s);
    return false;
  }
  ikey->type = kTypeWideColumnEntity;
  value_ = value_space_;
  return true;
}

bool CompactionIterator::ApplyDecision(CompactionFilter::Decision decision, ParsedInternalKey* ikey,
                                       std::string* skip_until) {
  switch (decision) {
    case CompactionFilter::Decision::kKeep:
      return true;
    case CompactionFilter::Decision::kRemove:
    case CompactionFilter::Decision::kPurge:
      ikey->type =
          decision == CompactionFilter::Decision::kRemove ? kTypeDeletion : kTypeSingleDeletion;
      value_ = Slice();
      ++counters_.dropped_by_filter;
      return true;
    case CompactionFilter::Decision::kChangeValue:
      ikey->type = kTypeValue;
      value_ = value_space_;
      return true;
    case CompactionFilter::Decision::kRemoveAndSkipUntil:
      if (config_.order.CompareUserKeys(*skip_until, ikey->user_key) <= 0)
        return true;  // no progress: keep
      skip_until_.swap(*skip_until);
      ++counters_.dropped_by_filter;
      return false;
    default:
      Fail(Status::NotSupported("compaction filter decision " +
                                std::to_string(static_cast<int>(decision))));
      return false;
  }
}

// A deletion that only some snapshots see, with nothing below the inputs. Those it hides go here:
// if no older record of the key is left then, every snapshot reads the same without it.
void CompactionIterator::HandleYoungDeletion(SequenceNumber seq, size_t stripe) {
  StepInput();
  while (input_->Valid() &&
         config_.order.SameUserKey(UserKeyOf(input_->key()), current_.ToSlice())) {
    const uint64_t tail = TailOf(input_->key());
    // A hidden single delete may still have to meet its put.
    if (StripeOf(TailSequence(tail)) != stripe || TailType(tail) == kTypeSingleDeletion) {
      Emit(ParsedInternalKey{current_.ToSlice(), seq, kTypeDeletion}, Slice());
      return;
    }
    ParsedInternalKey hidden;
    if (!EnterRecord(&hidden)) return;
    ++counters_.dropped_hidden;
    StepInput();
  }
  // An error of the input looks like its end; older records may be there all the same.
  if (input_->status().ok()) ++counters_.dropped_obsolete;
}

// A single delete and the put it meets in the same stripe vanish together. have_stripe_ stays as it
// is: a newer record that hid them still hides what is older.
void CompactionIterator::HandleSingleDelete(const ParsedInternalKey& ikey, size_t stripe) {
  filtered_current_ = true;
  const SequenceNumber seq = ikey.sequence;
  StepInput();
  // An error of the input looks like its end; the put may be there all the same. The stream ends
  // here.
  if (!input_->Valid() && !input_->status().ok()) return;
  if (input_->Valid() && config_.order.SameUserKey(UserKeyOf(input_->key()), current_.ToSlice())) {
    const uint64_t tail = TailOf(input_->key());
    const ValueType type = TailType(tail);
    if (StripeOf(TailSequence(tail)) == stripe) {
      if (type == kTypeSingleDeletion) {
        // Two in a row: the older one decides; the newer adds nothing.
        ++counters_.dropped_hidden;
        ++counters_.single_delete_mismatches;
        return;
      }
      // The application misuses single deletes: keep it and count it.
      if (type == kTypeDeletion || type == kTypeMerge) {
        ++counters_.single_delete_mismatches;
      } else {
        // Entered like any other record, so that the job's count is right; both vanish.
        ParsedInternalKey put;
        if (!EnterRecord(&put)) return;
        input_consumed_ = true;
        if (seq > config_.oldest_conflict_snapshot) {
          LeavePair(seq, put.sequence);
        } else {
          counters_.dropped_hidden += 2;
        }
        return;
      }
    }
  }
  if (seq <= oldest_snapshot_ && NothingBelow(current_.ToSlice())) {
    ++counters_.dropped_obsolete;
    return;
  }
  have_stripe_ = true;
  last_stripe_ = stripe;
  ++counters_.single_delete_fallthrough;
  ParsedInternalKey single{current_.ToSlice(), seq, kTypeSingleDeletion};
  Emit(single, Slice());
}

// A transaction may ask whether the key was written after its snapshot. The put stays for the next
// job, which drops both; nobody reads its value.
void CompactionIterator::LeavePair(SequenceNumber deletion, SequenceNumber put) {
  queue_.clear();
  queue_.push_back(
      Pending{MakeInternalKey(current_.ToSlice(), deletion, kTypeSingleDeletion), std::string()});
  queue_.push_back(Pending{MakeInternalKey(current_.ToSlice(), put, kTypeValue), std::string()});
  ShowQueue();
}

void CompactionIterator::ShowQueue() {
  key_ = queue_[0].key;
  value_ = queue_[0].value;
  queue_at_ = 1;
  ++counters_.output_records;
  valid_ = true;
}

// Collects the operands of one stripe and folds them as far as possible.
void CompactionIterator::HandleMerge(const ParsedInternalKey& first, size_t stripe) {
  have_stripe_ = true;
  last_stripe_ = stripe;
  filtered_current_ = true;
  const ParsedInternalKey newest{current_.ToSlice(), first.sequence, kTypeMerge};
  std::vector<Pending> operands;  // newest first
  if (!TakeOperand(&operands)) return;
  MergeBase base;
  bool have_base = false;
  bool covered = false;
  bool same_key = true;
  StepInput();
  // Ends at another key, at another stripe (a snapshot lies between), at a base, or where the
  // filter takes over.
  while (input_->Valid() && !have_base && skip_until_.empty()) {
    const Slice key = input_->key();
    if (!config_.order.SameUserKey(UserKeyOf(key), current_.ToSlice())) {
      same_key = false;
      break;
    }
    const uint64_t tail = TailOf(key);
    if (StripeOf(TailSequence(tail)) != stripe) break;
    // The filter took all operands so far: what comes now is a record of its own.
    if (operands.empty() && TailType(tail) != kTypeMerge) break;
    ParsedInternalKey ikey;
    if (!EnterRecord(&ikey)) return;
    // A covered record ends the search like a deletion does: nothing older can count.
    covered = CoveredInStripe(ikey, stripe);
    if (ikey.type == kTypeMerge && !covered) {
      if (!TakeOperand(&operands)) return;
      StepInput();
      continue;
    }
    have_base = true;
    if (covered) {
      ++counters_.dropped_range_del;
    } else if (!ReadBase(ikey, &base)) {
      return;
    }
  }
  if (!input_->status().ok()) return;
  if (operands.empty()) {
    // The filter took them all; what follows is treated as if they had never been. A covered
    // operand is the only record that can have been taken as base then; the tombstone deletes it.
    have_stripe_ = false;
    filtered_current_ = false;
    input_consumed_ = have_base;
    return;
  }
  // Only when the input holds no older record of the key may the operands be folded over nothing.
  const bool at_end = !input_->Valid() || !same_key;
  const bool bottom = at_end && !have_base && first.sequence <= oldest_snapshot_ &&
                      NothingBelow(current_.ToSlice());
  if (!FinishMerge(newest, &operands, have_base ? &base : nullptr, covered, bottom)) return;
  if (have_base) input_consumed_ = true;
}

// The record under the operands as the merge operator gets to see it. False: the stream has failed.
bool CompactionIterator::ReadBase(const ParsedInternalKey& ikey, MergeBase* base) {
  base->bytes = input_->value();
  switch (ikey.type) {
    case kTypeDeletion:
    case kTypeSingleDeletion:
      return true;
    case kTypeValue:
      base->kind = MergeBase::kPlain;
      return true;
    case kTypeWideColumnEntity:
      base->kind = MergeBase::kEntity;
      return true;
    case kTypeValuePreferredSeqno:
      // The value, and behind it the number it would like to have.
      if (base->bytes.size() < sizeof(SequenceNumber)) {
        Fail(Status::Corruption("Value is too short to hold its preferred sequence number"));
        return false;
      }
      base->kind = MergeBase::kPlain;
      base->bytes.remove_suffix(sizeof(SequenceNumber));
      return true;
    default:
      Fail(Status::NotSupported("merge over a record of type " + std::to_string(ikey.type)));
      return false;
  }
}

// Folds what it can and emits the result. Operands that must stay come out as they are, the base
// behind them unless a range tombstone covers it: the job may drop that tombstone. False: the
// stream has failed.
bool CompactionIterator::FinishMerge(const ParsedInternalKey& newest,
                                     std::vector<Pending>* operands, const MergeBase* base,
                                     bool base_covered, bool bottom) {
  std::vector<Slice> oldest_first;
  for (auto it = operands->rbegin(); it != operands->rend(); ++it)
    oldest_first.push_back(it->value);
  if (config_.merge_operator != nullptr && (base != nullptr || bottom)) {
    MergeResult result;
    Status s =
        FoldFull(config_.merge_operator, current_.ToSlice(), base != nullptr ? *base : MergeBase(),
                 oldest_first, config_.logger, config_.stats, &result);
    if (s.ok()) {
      value_space_ = result.value().ToString();
      ParsedInternalKey whole{current_.ToSlice(), newest.sequence,
                              result.is_entity ? kTypeWideColumnEntity : kTypeValue};
      Emit(whole, value_space_);
      return true;
    }
    if (!result.compaction_may_keep_operands) {
      // Nobody has asked for this key, so LOG says which it is.
      LogError(config_.logger, "Merge operator %s failed on key %s", config_.merge_operator->Name(),
               current_.ToSlice().ToString(true).c_str());
      Fail(s);
      return false;
    }
  } else if (config_.merge_operator != nullptr && operands->size() > 1) {
    std::string folded;
    if (FoldPartial(config_.merge_operator, current_.ToSlice(), oldest_first, config_.logger,
                    &folded)) {
      value_space_.swap(folded);
      Emit(newest, value_space_);
      return true;
    }
  }
  queue_ = std::move(*operands);
  queue_at_ = 0;
  if (base != nullptr && !base_covered) QueueBase();
  ShowQueue();
  return true;
}

// The record under input_, as the next one of this stripe. A deletion with nothing to delete says
// no more than its absence, and would have its file rewritten again and again.
void CompactionIterator::QueueBase() {
  const Slice key = input_->key();
  const uint64_t tail = TailOf(key);
  const bool deletion = TailType(tail) == kTypeDeletion || TailType(tail) == kTypeSingleDeletion;
  if (deletion && TailSequence(tail) <= oldest_snapshot_ && NothingBelow(current_.ToSlice())) {
    ++counters_.dropped_obsolete;
    return;
  }
  queue_.push_back(Pending{key.ToString(), deletion ? std::string() : input_->value().ToString()});
}

}  // namespace ROCKSDB_NAMESPACE
