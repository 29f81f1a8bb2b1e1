// What WriteBatch and the indexed batch have in common: recording updates without applying them.
// Code that only fills a batch takes a WriteBatchBase*. Nothing here touches a database.
//
// Conventions: a call without a column family means the default one. A SliceParts argument is the
// concatenation of its parts. Forms with a timestamp need a comparator that declares its size.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rocksdb/attribute_groups.h"
#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/wide_columns.h"

namespace ROCKSDB_NAMESPACE {

class ColumnFamilyHandle;
class Slice;
class Status;
class WriteBatch;
struct SliceParts;

// Not synchronized: one thread at a time. The default bodies of SliceParts forms join the parts
// into one string first.
class WriteBatchBase {
 public:
  virtual ~WriteBatchBase() = default;

  // Sets `key` to `value`.
  virtual Status Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& value) = 0;
  virtual Status Put(const Slice& key, const Slice& value) = 0;
  virtual Status Put(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts,
                     const Slice& value) = 0;
  virtual Status Put(ColumnFamilyHandle* cf, const SliceParts& key, const SliceParts& value);
  virtual Status Put(const SliceParts& key, const SliceParts& value);

  // Put() whose entry is to be treated as written at `write_unix_time` by tiered storage.
  // NotSupported in this library.
  virtual Status TimedPut(ColumnFamilyHandle* cf, const Slice& key, const Slice& value,
                          uint64_t write_unix_time) = 0;

  // Sets `key` to an entity; column names must be distinct, else InvalidArgument. With groups: one
  // entity in each of the families named.
  virtual Status PutEntity(ColumnFamilyHandle* cf, const Slice& key,
                           const WideColumns& columns) = 0;
  virtual Status PutEntity(const Slice& key, const AttributeGroups& groups) = 0;

  // Leaves an operand for the merge operator to combine with what `key` holds.
  virtual Status Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand) = 0;
  virtual Status Merge(const Slice& key, const Slice& operand) = 0;
  virtual Status Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts,
                       const Slice& operand) = 0;
  virtual Status Merge(ColumnFamilyHandle* cf, const SliceParts& key, const SliceParts& operand);
  virtual Status Merge(const SliceParts& key, const SliceParts& operand);

  // Removes `key`, present or not.
  virtual Status Delete(ColumnFamilyHandle* cf, const Slice& key) = 0;
  virtual Status Delete(const Slice& key) = 0;
  virtual Status Delete(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts) = 0;
  virtual Status Delete(ColumnFamilyHandle* cf, const SliceParts& key);
  virtual Status Delete(const SliceParts& key);

  // Removes a key that was Put() exactly once since its last removal, and never merged.
  virtual Status SingleDelete(ColumnFamilyHandle* cf, const Slice& key) = 0;
  virtual Status SingleDelete(const Slice& key) = 0;
  virtual Status SingleDelete(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts) = 0;
  virtual Status SingleDelete(ColumnFamilyHandle* cf, const SliceParts& key);
  virtual Status SingleDelete(const SliceParts& key);

  // Removes every key in [begin, end).
  virtual Status DeleteRange(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end) = 0;
  virtual Status DeleteRange(const Slice& begin, const Slice& end) = 0;
  virtual Status DeleteRange(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end,
                             const Slice& ts) = 0;
  virtual Status DeleteRange(ColumnFamilyHandle* cf, const SliceParts& begin,
                             const SliceParts& end);
  virtual Status DeleteRange(const SliceParts& begin, const SliceParts& end);

  // Carries `blob` into the WAL and to Handler::LogData(); it changes no key and takes no sequence
  // number.
  virtual Status PutLogData(const Slice& blob) = 0;

  // Forgets all updates and save points.
  virtual void Clear() = 0;

  // The batch to hand to DB::Write(), owned by this object and good as long as it.
  virtual WriteBatch* GetWriteBatch() = 0;

  // Save points nest. Rolling back drops what came after the newest one and removes it; popping
  // only removes it. Both say NotFound when there is none.
  virtual void SetSavePoint() = 0;
  virtual Status RollbackToSavePoint() = 0;
  virtual Status PopSavePoint() = 0;

  // An update that would make the batch larger than this fails with MemoryLimit and leaves the
  // batch as it was. Zero: no limit.
  virtual void SetMaxBytes(size_t max_bytes) = 0;
};

}  // namespace ROCKSDB_NAMESPACE
