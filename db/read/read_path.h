// Point lookups: memtables, then the L0 files of the key's range newest first, then one file per
// level, until the answer is certain. Takes no lock; allocates nothing when a plain value is found
// in the block cache.
#pragma once

#include "db/state/db_parts.h"
#include "rocksdb/wide_columns.h"
#include "util/merge_fold.h"
#include "util/point_lookup.h"

namespace ROCKSDB_NAMESPACE {

class ReadPath {
 public:
  explicit ReadPath(DbParts* parts) : parts_(*parts) {}

  // `value` may be null when only existence matters. NotFound when the key is absent or deleted.
  [[nodiscard]] Status Get(const ReadOptions& options, ColumnFamily* family, const Slice& key,
                           PinnableSlice* value);
  // The same against a super version already held, at `sequence`; not counted as a Get.
  [[nodiscard]] Status GetFrom(const ReadOptions& options, const SuperVersion& sv,
                               SequenceNumber sequence, const Slice& key, PinnableSlice* value);
  // The same with all columns; a plain value is one column without a name.
  [[nodiscard]] Status GetEntity(const ReadOptions& options, ColumnFamily* family, const Slice& key,
                                 PinnableWideColumns* columns);
  [[nodiscard]] Status GetEntityFrom(const ReadOptions& options, const SuperVersion& sv,
                                     SequenceNumber sequence, const Slice& key,
                                     PinnableWideColumns* columns);
  // InvalidArgument for a read at a timestamp: no family has any.
  [[nodiscard]] static Status CheckTimestamp(const ReadOptions& options,
                                             const ColumnFamily& family) {
    return options.timestamp == nullptr ? Status::OK() : TimestampRefused(family);
  }
  // A secondary instance keeps no old versions of what its primary compacts.
  [[nodiscard]] static Status SnapshotRefused() {
    return Status::NotSupported("snapshot not supported in secondary mode");
  }
  // The operands of a key that is not folded yet, oldest first; see DB::GetMergeOperands.
  [[nodiscard]] Status GetOperands(const ReadOptions& options, ColumnFamily* family,
                                   const Slice& key, PinnableSlice* operands,
                                   const GetMergeOperandsOptions& how, int* number);
  // Folds `operand`, which is about to get `sequence`, over what a Get of the key sees: *value and
  // *type are the entry to write in its place.
  [[nodiscard]] Status FoldOperand(const ReadOptions& options, const SuperVersion& sv,
                                   SequenceNumber sequence, const Slice& key, const Slice& operand,
                                   std::string* value, ValueType* type);
  // Looks at memory only. *found_value is false only where the value would have to be read from a
  // file.
  bool KeyMayExist(const ReadOptions& options, ColumnFamily* family, const Slice& key,
                   std::string* value, bool* found_value);
  // Whether the family has a merge operator.
  static bool FoldsMerges(ColumnFamily* family) {
    SuperVersionHold sv(&family->super_versions);
    return sv->config->options.merge_operator != nullptr;
  }
  // A snapshot of the present moment, for SnapshotList::Release in the end.
  // `for_conflicts`: see SnapshotList::Create.
  const Snapshot* TakeSnapshot(bool for_conflicts = false);
  SequenceNumber SequenceFor(const ReadOptions& options) const {
    return options.snapshot != nullptr ? options.snapshot->GetSequenceNumber()
                                       : parts_.versions->last_sequence();
  }

  // The parts of a lookup, for those that make many at once (key_search.h).
  // Feeds `lookup` the memtables. True: nothing more needs to be looked at.
  bool SettledInMemory(const ReadOptions& options, const SuperVersion& sv, const LookupKey& key,
                       PointLookup* lookup);
  // A table of `level` settled the lookup.
  void CountHit(int level, const PointLookup& lookup);
  // Makes the user's answer from `lookup`; folds merges. An OK result may have the subcode
  // kMergeOperandThresholdExceeded.
  Status Result(const ReadOptions& options, const SuperVersion& sv, PointLookup* lookup,
                PinnableSlice* value);
  Status EntityResult(const ReadOptions& options, const SuperVersion& sv, PointLookup* lookup,
                      PinnableWideColumns* columns);

 private:
  [[nodiscard]] static Status TimestampRefused(const ColumnFamily& family);
  // Get, once the options are found good.
  Status GetNow(const ReadOptions& options, ColumnFamily* family, const Slice& key,
                PinnableSlice* value);
  // Each step adds to `lookup` what its source has of the key and stops once that settles it. An
  // error means that a source could not be read, so nothing is known.
  Status Search(const ReadOptions& options, const SuperVersion& sv, const LookupKey& key,
                PointLookup* lookup);
  Status SearchFiles(const ReadOptions& options, const SuperVersion& sv, const LookupKey& key,
                     PointLookup* lookup);
  bool SearchMemory(const ReadOptions& options, const SuperVersion& sv, const LookupKey& key,
                    PointLookup* lookup);
  // How many of the newest memtables the end of the process might lose: those from the oldest one
  // with an entry that no log has. kPersistedTier passes them over.
  size_t VolatileMemtables(const SuperVersion& sv) const;
  Status SearchL0(const ReadOptions& options, const SuperVersion& sv, const LookupKey& key,
                  PointLookup* lookup);
  Status SearchLevels(const ReadOptions& options, const SuperVersion& sv, const LookupKey& key,
                      PointLookup* lookup);
  void CountGet(const Status& s, const PinnableSlice* value);
  void CountRead(const Status& s, uint64_t bytes);
  // What a merge is made of; counted.
  Status PartsOfMerge(const PointLookup& lookup, MergeBase* base, std::vector<Slice>* oldest_first);

  DbParts& parts_;
};

}  // namespace ROCKSDB_NAMESPACE
