// Batch records to memtable entries.
#include "db/batch_apply.h"

#include "db/batch_reader.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Inserts into one memtable after another; keeps the hint of the one in use and publishes its
// counts on leaving it.
class Inserter {
 public:
  Inserter(const ColumnFamilySet& families, const ApplyOptions& options, ApplyResult* result)
      : families_(families), options_(options), result_(result) {}
  ~Inserter() { Leave(); }

  // *skip: the record is not wanted (missing family that may be ignored, or already in tables).
  Status Enter(uint32_t cf, bool* skip) {
    *skip = false;
    if (entered_ && cf == cf_) {
      *skip = family_ == nullptr;
      return Status::OK();
    }
    Leave();
    cf_ = cf;
    entered_ = true;
    family_ = families_.FindRaw(cf);
    if (family_ == nullptr) {
      *skip = true;
      if (options_.ignore_missing_families || options_.recovering_log != 0) return Status::OK();
      return Status::InvalidArgument("Invalid column family specified in write batch: " +
                                     std::to_string(cf));
    }
    if (!family_->takes_writes) [[unlikely]] {
      *skip = true;
      if (options_.recovering_log != 0) return Status::OK();
      return Status::InvalidArgument("Writes to column family " + family_->name +
                                     " are not allowed (disallow_memtable_writes)");
    }
    if (options_.recovering_log != 0 && options_.recovering_log < family_->log_number) {
      family_ = nullptr;
      *skip = true;
    }
    return Status::OK();
  }

  // REQUIRES: Enter() was OK and did not say skip.
  Status Add(SequenceNumber seq, ValueType type, const Slice& key, const Slice& value) {
    if (options_.folder != nullptr && type == kTypeMerge) [[unlikely]]
      return AddOperand(seq, key, value);
    return family_->mem->Add(seq, type, key, value, options_.concurrent, &hint_);
  }

  void Leave() {
    if (entered_ && family_ != nullptr) {
      MemTable* mem = family_->mem.get();
      mem->PublishCounts(&hint_);
      if (mem->ShouldFlush()) {
        mem->ClaimFlush();
        result_->memtable_full = true;
      }
    }
    hint_ = MemTable::Hint();
    entered_ = false;
  }

 private:
  // The operand, or what it was folded into.
  Status AddOperand(SequenceNumber seq, const Slice& key, const Slice& operand) {
    MemTable* mem = family_->mem.get();
    std::string folded;
    ValueType type = kTypeMerge;
    const bool fold = mem->options().max_successive_merges > 0 &&
                      options_.folder->Fold(family_, seq, key, operand, &folded, &type) &&
                      key.size() + folded.size() <= kMostRecordBytes;
    if (!fold) return mem->Add(seq, kTypeMerge, key, operand, false, &hint_);
    return mem->Add(seq, type, key, folded, false, &hint_);
  }

  const ColumnFamilySet& families_;
  const ApplyOptions& options_;
  ApplyResult* const result_;
  ColumnFamily* family_ = nullptr;
  uint32_t cf_ = 0;
  bool entered_ = false;
  MemTable::Hint hint_;
};

Status CheckRange(const ColumnFamily* family, const Slice& begin, const Slice& end) {
  if (family != nullptr && family->order.CompareUserKeys(begin, end) > 0) {
    return Status::InvalidArgument("end key comes before start key");
  }
  return Status::OK();
}

}  // namespace

Status ApplyBatch(const Slice& contents, SequenceNumber first_sequence,
                  const ColumnFamilySet& families, const ApplyOptions& options,
                  ApplyResult* result) {
  BatchReader reader(contents);
  Inserter inserter(families, options, result);
  SequenceNumber seq = first_sequence;
  Status refused;  // the first one, unless recovering
  while (reader.Next()) {
    if (!reader.is_update) {
      if (reader.type == kTypeLogData || reader.type == kTypeNoop) continue;
      return Status::NotSupported("two-phase commit records in a write batch");
    }
    bool skip;
    Status s = inserter.Enter(reader.cf, &skip);
    if (s.ok() && reader.type == kTypeRangeDeletion)
      s = CheckRange(families.FindRaw(reader.cf), reader.key, reader.value);
    if (s.ok() && !skip) s = inserter.Add(seq, reader.type, reader.key, reader.value);
    if (s.IsInvalidArgument()) {
      if (refused.ok() && options.recovering_log == 0) refused = s;
    } else if (!s.ok()) {
      return s;
    }
    ++seq;
  }
  result->next_sequence = seq;
  return reader.status().ok() ? refused : reader.status();
}

}  // namespace ROCKSDB_NAMESPACE
