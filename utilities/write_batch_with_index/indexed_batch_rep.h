// What a WriteBatchWithIndex consists of, and the steps that its reads share: the batch answers
// alone (Settle), or the database does and operands of the batch are merged over that (Complete).
// write_batch_with_index.cc reads plain values with them, entity_reads.cc columns.
#pragma once

#include <string>

#include "rocksdb/utilities/write_batch_with_index.h"
#include "utilities/write_batch_with_index/batch_index.h"
#include "utilities/write_batch_with_index/batch_lookup.h"

namespace ROCKSDB_NAMESPACE {

struct WriteBatchWithIndex::Rep {
  Rep(const Comparator* fallback, size_t reserved_bytes, bool overwrite_key, size_t max_bytes,
      size_t protection_bytes_per_key)
      : batch(reserved_bytes, max_bytes, protection_bytes_per_key,
              fallback == nullptr ? 0 : fallback->timestamp_size()),
        index(&batch, fallback == nullptr ? BytewiseComparator() : fallback, overwrite_key) {}

  // Adds an update to the batch with `add`, and then to the index.
  template <typename AddToBatch>
  Status Update(ColumnFamilyHandle* cf, AddToBatch add) {
    const size_t record = batch.GetDataSize();
    Status s = add();
    if (s.ok()) index.Add(cf, record);
    return s;
  }

  // What the batch says about a key.
  Status Find(ColumnFamilyHandle* cf, const Slice& key, BatchLookup* found) {
    const BatchIndex::Family* const family = index.Get(cf);
    const BatchIndex::Node* newest = family->AtOrBefore(key);
    if (newest != nullptr && !family->SameKey(newest, key)) newest = nullptr;
    return found->Collect(batch, *family, newest);
  }

  // Merges what was found with the base: of the batch, or the database's (null: it has none).
  Status Fold(ColumnFamilyHandle* cf, const Slice& key, const BatchLookup& found,
              const Slice* database_value, std::string* value);
  // Completes a lookup whose answer may lie in the database, which answered `s` and *value.
  Status Complete(ColumnFamilyHandle* cf, const Slice& key, const BatchLookup& found, Status s,
                  PinnableSlice* value);
  // Answers from the batch alone; false: the database has to be asked as well.
  bool Settle(ColumnFamilyHandle* cf, const Slice& key, const BatchLookup& found,
              PinnableSlice* value, Status* s);

  // The same with all columns.
  bool SettleEntity(ColumnFamilyHandle* cf, const Slice& key, const BatchLookup& found,
                    PinnableWideColumns* columns, Status* s);
  Status CompleteEntity(ColumnFamilyHandle* cf, const Slice& key, const BatchLookup& found,
                        Status s, PinnableWideColumns* columns);
  Status FoldEntity(ColumnFamilyHandle* cf, const Slice& key, const BatchLookup& found,
                    const MergeBase& base, PinnableWideColumns* columns);

  WriteBatch batch;
  BatchIndex index;
};

}  // namespace ROCKSDB_NAMESPACE
