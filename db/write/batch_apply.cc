// Batch records to memtable entries. The hot path of every write: one loop over the bytes, each
// copied once, into the memtable.
#include "db/write/batch_apply.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "db/batch/batch_reader.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// ---- What a live write may not do ----

Status MissingFamily(uint32_t cf) {
  return Status::InvalidArgument("Invalid column family specified in write batch: " +
                                 std::to_string(cf));
}

Status TakesNoWrites(const ColumnFamily& family) {
  return Status::InvalidArgument("Writes to column family " + family.name +
                                 " are not allowed (disallow_memtable_writes)");
}

Status TakesNoMerges(const ColumnFamily& family) {
  return Status::InvalidArgument("Merge requires a merge_operator of column family " + family.name);
}

Status EndsBeforeItBegins() { return Status::InvalidArgument("end key comes before start key"); }

// `family` may be null: there is none.
Status CheckUpdate(const BatchReader& record, const ColumnFamily* family,
                   const UpdateRules& rules) {
  if (family != nullptr && record.type == kTypeMerge && !family->takes_merges)
    return TakesNoMerges(*family);
  if (rules.merges_only) return Status::OK();
  if (family == nullptr)
    return rules.ignore_missing_families ? Status::OK() : MissingFamily(record.cf);
  if (!family->takes_writes) return TakesNoWrites(*family);
  if (record.type == kTypeRangeDeletion &&
      family->order.CompareUserKeys(record.key, record.value) > 0) {
    return EndsBeforeItBegins();
  }
  return Status::OK();
}

// ---- What it may ----

// Inserts into one memtable after another; keeps the hint of the one in use and publishes its
// counts on leaving it. One per batch and thread.
//
//   records   cf0 cf0 cf0 | cf3 cf3 | cf0         Enter looks a family up at each bar,
//   memtable  m0          | m3      | m0          Leave publishes counts at each and at the end
class Inserter {
 public:
  Inserter(const ColumnFamilySet& families, const ApplyOptions& options, ApplyResult* result)
      : families_(families),
        options_(options),
        result_(result),
        // Recovery may meet a record that a memtable has.
        all_new_(!options.concurrent && options.recovering_log == 0),
        kept_log_(options.prepared_in != 0 ? options.prepared_in : UINT64_MAX) {}
  ~Inserter() { Leave(); }

  // *skip: the record is not wanted (missing family that may be ignored, or already in tables).
  // A family is looked up once for each run of records that name it.
  Status Enter(uint32_t cf, bool* skip) REQUIRES_LOCK(write_leadership) {
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
      return MissingFamily(cf);
    }
    if (!family_->takes_writes) [[unlikely]] {
      const ColumnFamily& refuses = *std::exchange(family_, nullptr);
      *skip = true;
      return options_.recovering_log != 0 ? Status::OK() : TakesNoWrites(refuses);
    }
    // Its tables have these records: a second time would fold merge operands in twice.
    if (options_.recovering_log != 0 && options_.recovering_log < family_->log_number()) {
      family_ = nullptr;
      *skip = true;
      return Status::OK();
    }
    mem_ = family_->writing_memtable();
    return Status::OK();
  }

  // One update. kPlain: nothing is guarded or folded. `guard` may be null: not protected.
  template <bool kPlain>
  Status Apply(const BatchReader& record, SequenceNumber seq, const uint64_t* guard)
      REQUIRES_LOCK(write_leadership) {
    bool skip;
    Status s = Enter(record.cf, &skip);
    if (s.ok() && record.type == kTypeRangeDeletion) s = CheckRange(record, &skip);
    if (s.ok() && record.type == kTypeMerge) s = CheckMerge();
    const bool insert = s.ok() && !skip;
    if constexpr (!kPlain) {
      const bool folds = insert && Folds(record.type);
      if (guard != nullptr) {
        // What is inserted as it is gets checked as a memtable entry. A record that is passed over
        // must be the guarded one, too: a bit flipped in its family's id would make it pass for a
        // missing family's.
        if (insert && !folds) return AddGuarded(record, seq, *guard);
        if (RecordGuard(record) != *guard) return GuardMismatch();
      }
      if (folds) return AddOperand(seq, record.key, record.value);
    }
    if (!insert) return s;
    if (all_new_) return mem_->AddNew(seq, record.type, record.key, record.value);
    return mem_->Add(seq, record.type, record.key, record.value, options_.concurrent, &hint_);
  }

  // The memtables that take records from here on keep this log alive.
  void KeepLog(uint64_t number) { kept_log_ = std::min(kept_log_, number); }

  void Leave() {
    if (entered_ && family_ != nullptr) {
      result_->inserted = true;
      if (options_.unlogged) mem_->MarkUnlogged();
      if (kept_log_ != UINT64_MAX) [[unlikely]]
        mem_->KeepLog(kept_log_);
      // Counts first: ShouldFlush and a flush that checks them must see these entries.
      mem_->PublishCounts(&hint_);
      if (mem_->ShouldFlush()) {
        // Only marks it. Switching needs the state lock; the next leader does that.
        mem_->ClaimFlush();
        result_->memtable_full = true;
      }
    }
    hint_ = MemTable::Hint();
    entered_ = false;
  }

 private:
  // Sets *skip for a range without keys, which leaves no entry behind, as in stock.
  Status CheckRange(const BatchReader& record, bool* skip) const {
    if (family_ == nullptr) return Status::OK();
    const int c = family_->order.CompareUserKeys(record.key, record.value);
    if (c == 0) *skip = true;
    return c <= 0 ? Status::OK() : EndsBeforeItBegins();
  }

  // Operands that an earlier opening logged are kept: the next one may know how to fold them.
  Status CheckMerge() const {
    if (family_ == nullptr || family_->takes_merges || options_.recovering_log != 0)
      return Status::OK();
    return TakesNoMerges(*family_);
  }

  // An entry of this type may be folded. REQUIRES: a family has been entered.
  // The memtable's own limit counts, not the family's present option: SetOptions holds from the
  // next memtable on.
  bool Folds(ValueType type) const {
    return options_.folder != nullptr && type == kTypeMerge &&
           mem_->options().max_successive_merges > 0;
  }
  // The operand, or what it was folded into.
  Status AddOperand(SequenceNumber seq, const Slice& key, const Slice& operand)
      REQUIRES_LOCK(write_leadership) {
    std::string folded;
    ValueType type = kTypeMerge;
    // A folded value can outgrow what a record may have; the operand itself has passed that check.
    const bool fold = options_.folder->Fold(family_, seq, key, operand, &folded, &type) &&
                      key.size() + folded.size() <= kMostRecordBytes;
    if (!fold) return mem_->Add(seq, kTypeMerge, key, operand, false, &hint_);
    return mem_->Add(seq, type, key, folded, false, &hint_);
  }
  Status AddGuarded(const BatchReader& record, SequenceNumber seq, uint64_t guard) {
    return mem_->AddGuarded(seq, record.type, record.key, record.value,
                            EntryGuardOf(guard, record.cf, seq), options_.concurrent, &hint_);
  }

  const ColumnFamilySet& families_;
  const ApplyOptions& options_;
  ApplyResult* const result_;
  const bool all_new_;  // no memtable has a record of the batch, and no other thread inserts
  uint64_t kept_log_;   // UINT64_MAX: none
  // Null: the family is passed over. The memtable is that of a family that is not.
  ColumnFamily* family_ = nullptr;
  MemTable* mem_ = nullptr;
  uint32_t cf_ = 0;
  bool entered_ = false;
  MemTable::Hint hint_;
};

// Hands out the guards of a batch, record by record.
class GuardWalk {
 public:
  explicit GuardWalk(const BatchGuards* guards) : guards_(guards) {}
  bool active() const { return guards_ != nullptr; }
  // Null when there are fewer guards than records. REQUIRES: active().
  const uint64_t* Next() { return at_ < guards_->size() ? &(*guards_)[at_++] : nullptr; }
  // REQUIRES: active().
  bool AtEnd() const { return at_ == guards_->size(); }

 private:
  const BatchGuards* const guards_;
  size_t at_ = 0;
};

Status Damaged(ApplyResult* result) {
  result->damaged = true;
  return GuardMismatch();
}

// The marks of a batch that recovery replays. A section is gathered as bytes, because its updates
// get their numbers from the commit, which may be in a later log.
class MarkReplay {
 public:
  MarkReplay(const char* contents, const ApplyOptions& options, GuardWalk* guards,
             Inserter* inserter, ApplyResult* result)
      : contents_(contents),
        options_(options),
        guards_(*guards),
        inserter_(*inserter),
        result_(*result) {}

  // The mark that the reader stands on, and of a section all up to its end.
  Status Take(BatchReader* reader, SequenceNumber* seq) REQUIRES_LOCK(write_leadership) {
    switch (reader->type) {
      case kTypeBeginPrepareXID:
        return GatherSection(reader);
      case kTypeRollbackXID: {
        RecoveredSections::Section dropped;
        (void)options_.sections->Take(reader->key, &dropped);
        return Status::OK();
      }
      case kTypeCommitXID:
        return ApplySection(reader->key, seq);
      case kTypeEndPrepareXID:
        return Status::Corruption("WriteBatch ends a prepared section that has not begun");
      case kTypeCommitXIDAndTimestamp:
        return Status::NotSupported("user-defined timestamps: a commit with a timestamp");
      default:
        return Status::NotSupported(reader->type == kTypeBeginUnprepareXID
                                        ? "write-unprepared transactions in the log"
                                        : "write-prepared transactions in the log");
    }
  }

 private:
  Status GatherSection(BatchReader* reader) {
    RecoveredSections::Section section;
    section.updates.assign(kBatchHeaderBytes, '\0');
    section.log = options_.recovering_log;
    uint32_t count = 0;
    while (reader->Next()) {
      const uint64_t* guard = guards_.active() ? guards_.Next() : nullptr;
      if (guards_.active() && (guard == nullptr || RecordGuard(*reader) != *guard)) {
        result_.damaged = true;
        return GuardMismatch();
      }
      if (reader->is_update) {
        section.updates.append(contents_ + reader->offset(),
                               reader->end_offset() - reader->offset());
        ++count;
      } else if (reader->type == kTypeEndPrepareXID) {
        section.name = reader->key.ToString();
        StoreFixed32(section.updates.data() + 8, count);
        options_.sections->Keep(std::move(section));
        return Status::OK();
      } else if (reader->type != kTypeLogData && reader->type != kTypeNoop) {
        return Status::Corruption("WriteBatch has a mark inside a prepared section");
      }
    }
    Status s = reader->status();
    return s.ok() ? Status::Corruption("WriteBatch has a prepared section without end") : s;
  }

  Status ApplySection(const Slice& name, SequenceNumber* seq) REQUIRES_LOCK(write_leadership) {
    RecoveredSections::Section section;
    if (!options_.sections->Take(name, &section)) {
      result_.lacks_section = true;
      return Status::OK();
    }
    inserter_.KeepLog(section.log);
    BatchReader updates(section.updates);
    while (updates.Next()) {
      Status s = inserter_.Apply<false>(updates, (*seq)++, nullptr);
      // As in ApplyRecords: what the live write passed over is passed over.
      if (!s.ok() && !s.IsInvalidArgument()) return s;
    }
    return updates.status();
  }

  const char* const contents_;
  const ApplyOptions& options_;
  GuardWalk& guards_;
  Inserter& inserter_;
  ApplyResult& result_;
};

// All records of a batch; kPlain as for Inserter::Apply.
template <bool kPlain>
Status ApplyRecords(const Slice& contents, const ApplyOptions& options, Inserter* inserter,
                    ApplyResult* result, SequenceNumber seq) REQUIRES_LOCK(write_leadership) {
  BatchReader reader(contents);
  GuardWalk guards(options.guards);
  Status refused;  // the first one, unless recovering
  while (reader.Next()) {
    const uint64_t* guard = nullptr;
    if (!kPlain && guards.active()) {
      guard = guards.Next();
      if (guard == nullptr) return Damaged(result);
    }
    Status s;
    if (reader.is_update) [[likely]] {
      // A record that is refused or passed over takes its number all the same: recovery, which may
      // judge another way, must give the others the numbers they have here.
      s = inserter->Apply<kPlain>(reader, seq++, guard);
    } else {
      if (guard != nullptr && RecordGuard(reader) != *guard) s = GuardMismatch();
      const bool mark = reader.type != kTypeLogData && reader.type != kTypeNoop;
      if (s.ok() && mark && options.sections != nullptr) {
        s = MarkReplay(contents.data(), options, &guards, inserter, result).Take(&reader, &seq);
      }
    }
    // The user's mistake in one record. The batch is in the log, so the rest must be applied.
    if (s.IsInvalidArgument()) {
      if (refused.ok() && options.recovering_log == 0) refused = s;
    } else if (!s.ok()) {
      result->damaged = guards.active() && s.IsCorruption();
      return s;
    }
  }
  result->next_sequence = seq;
  Status s = reader.status();
  // With guards a batch that no longer parses, or has lost records, changed after they were made.
  if (guards.active() && !(s.ok() && guards.AtEnd())) return Damaged(result);
  return s.ok() ? refused : s;
}

}  // namespace

Status CheckUpdates(const Slice& contents, const ColumnFamilySet& families,
                    const UpdateRules& rules) {
  BatchReader record(contents);
  const ColumnFamily* family = nullptr;
  // Looked up once for each run of records that name it.
  std::optional<uint32_t> entered;
  while (record.Next()) {
    if (!record.is_update) continue;
    if (entered != record.cf) family = families.FindRaw(record.cf);
    entered = record.cf;
    Status s = CheckUpdate(record, family, rules);
    if (!s.ok()) return s;
  }
  return record.status();
}

Status ApplyBatch(const Slice& contents, SequenceNumber first_sequence,
                  const ColumnFamilySet& families, const ApplyOptions& options,
                  ApplyResult* result) {
  Inserter inserter(families, options, result);
  // Two copies of the loop, so that the usual one has no test for what it never meets.
  const bool plain = options.guards == nullptr && options.folder == nullptr;
  return plain ? ApplyRecords<true>(contents, options, &inserter, result, first_sequence)
               : ApplyRecords<false>(contents, options, &inserter, result, first_sequence);
}

}  // namespace ROCKSDB_NAMESPACE
