// The common interface of WriteBatch and the indexed batch: recording updates without applying
// them. Code that only fills a batch takes a WriteBatchBase*. Nothing here uses a database.
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

// Not thread-safe. The default bodies of SliceParts forms first join the parts into one string.
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

  // A Put() whose entry tiered storage treats as written at `write_unix_time`. NotSupported in
  // this library.
  virtual Status TimedPut(ColumnFamilyHandle* cf, const Slice& key, const Slice& value,
                          uint64_t write_unix_time) = 0;

  // Sets `key` to an entity; column names must be distinct, else InvalidArgument. With groups:
  // sets one entity in each of the named families.
  virtual Status PutEntity(ColumnFamilyHandle* cf, const Slice& key,
                           const WideColumns& columns) = 0;
  virtual Status PutEntity(const Slice& key, const AttributeGroups& groups) = 0;

  // Writes an operand; the merge operator combines it with the value of `key`.
  virtual Status Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& operand) = 0;
  virtual Status Merge(const Slice& key, const Slice& operand) = 0;
  virtual Status Merge(ColumnFamilyHandle* cf, const Slice& key, const Slice& ts,
                       const Slice& operand) = 0;
  virtual Status Merge(ColumnFamilyHandle* cf, const SliceParts& key, const SliceParts& operand);
  virtual Status Merge(const SliceParts& key, const SliceParts& operand);

  // Removes `key`, whether or not it exists.
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

  // Writes `blob` to the WAL and passes it to Handler::LogData(); it changes no key and takes no
  // sequence number.
  virtual Status PutLogData(const Slice& blob) = 0;

  // Removes all updates and save points.
  virtual void Clear() = 0;

  // The batch for DB::Write(). This object owns it, and it is valid as long as this object.
  virtual WriteBatch* GetWriteBatch() = 0;

  // Save points nest. Rolling back drops the updates after the newest one and removes it; popping
  // only removes it. Both return NotFound when there is none.
  virtual void SetSavePoint() = 0;
  virtual Status RollbackToSavePoint() = 0;
  virtual Status PopSavePoint() = 0;

  // An update that would make the batch larger than this fails with MemoryLimit and leaves the
  // batch as it was. Zero: no limit.
  virtual void SetMaxBytes(size_t max_bytes) = 0;
};

}  // namespace ROCKSDB_NAMESPACE
