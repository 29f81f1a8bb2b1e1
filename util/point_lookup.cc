// The transitions of PointLookup. Nothing here allocates when a plain value is found in stable or
// pinned memory.
#include "util/point_lookup.h"

#include "rocksdb/merge_operator.h"

namespace ROCKSDB_NAMESPACE {

bool PointLookup::SameKey(const Slice& other) const {
  const Comparator* user = order_.user_comparator();
  if (user->timestamp_size() == 0) {
    return order_.SameUserKey(user_key_, other);
  }
  return user->EqualWithoutTimestamp(user_key_, other);
}

void PointLookup::NoteSequence(const ParsedInternalKey& key) {
  if (sequence_ != kLargestSequence) return;
  sequence_ = std::max(key.sequence, max_covering_seq_);
  const size_t ts = order_.user_comparator()->timestamp_size();
  if (ts > 0 && key.user_key.size() >= ts) {
    timestamp_.assign(key.user_key.data() + key.user_key.size() - ts, ts);
  }
}

bool PointLookup::OfferSameKey(const ParsedInternalKey& key, const Slice& value, Cleanable* pin) {
  if (done_) return false;
  if (key.sequence > snapshot_) return true;
  NoteSequence(key);
  // Entries come newest first, so all that follow are covered as well.
  if (key.sequence < max_covering_seq_) {
    TakeDeletion();
    return false;
  }
  switch (key.type) {
    case kTypeValue:
    case kTypeBlobIndex:
    case kTypeWideColumnEntity:
      TakeBase(value, key.type, pin);
      return false;
    case kTypeValuePreferredSeqno:
      // The value is followed by the 8-byte sequence number it would prefer to have.
      if (value.size() < sizeof(uint64_t)) {
        Fail(Status::Corruption("Value is too short to hold its preferred sequence number"));
        return false;
      }
      TakeBase(Slice(value.data(), value.size() - sizeof(uint64_t)), kTypeValue, pin);
      return false;
    case kTypeDeletion:
    case kTypeSingleDeletion:
    case kTypeDeletionWithTimestamp:
    case kTypeRangeDeletion:
      TakeDeletion();
      return false;
    case kTypeMerge:
      TakeOperand(value, pin);
      return !done_;
    default:
      Fail(Status::Corruption("Unrecognized value type " +
                              std::to_string(static_cast<unsigned>(key.type)) + " for key " +
                              user_key_.ToString(true)));
      return false;
  }
}

Slice PointLookup::Keep(const Slice& value, Cleanable* pin, bool* copied) {
  *copied = pin == nullptr;
  if (pin == nullptr) {
    return copies_.emplace_back(value.data(), value.size());
  }
  if (pin->HasCleanups()) pin->DelegateCleanupsTo(&pins_);
  return value;
}

void PointLookup::TakeBase(const Slice& value, ValueType type, Cleanable* pin) {
  value_ = Keep(value, pin, &value_copied_);
  value_type_ = type;
  has_base_ = true;
  if (operands_.empty()) result_ = LookupResult::kFound;
  done_ = true;
}

void PointLookup::TakeDeletion() {
  // With operands the result stays kMerge: they fold over nothing.
  if (operands_.empty()) result_ = LookupResult::kDeleted;
  done_ = true;
}

void PointLookup::TakeOperand(const Slice& value, Cleanable* pin) {
  bool copied;
  operands_.push_back(Keep(value, pin, &copied));
  result_ = LookupResult::kMerge;
  // Operators get the operands newest first here, oldest first where they merge.
  if (stopper_ != nullptr && *stopper_ != nullptr) done_ = (*stopper_)->ShouldMerge(operands_);
}

void PointLookup::Fail(const Status& status) {
  status_ = status;
  result_ = LookupResult::kCorrupt;
  done_ = true;
}

void PointLookup::Finish() {
  if (done_) return;
  if (result_ == LookupResult::kNotFound && max_covering_seq_ > 0) {
    result_ = LookupResult::kDeleted;
    if (sequence_ == kLargestSequence) sequence_ = max_covering_seq_;
  }
  ran_out_ = true;
  done_ = true;
}

void PointLookup::MoveValueTo(PinnableSlice* out) {
  if (value_copied_) {
    // The value was copied last, because the lookup takes nothing after it.
    *out->GetSelf() = std::move(copies_.back());
    out->PinSelf();
  } else if (pins_.HasCleanups()) {
    out->PinSlice(value_, &pins_);
  } else {
    out->PinSelf(value_);
  }
}

}  // namespace ROCKSDB_NAMESPACE
