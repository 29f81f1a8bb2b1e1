// DB::MultiGet and DB::MultiGetEntity: many keys, of many families, as they were at one moment.
// Called by the facade.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "db/read/read_path.h"

namespace ROCKSDB_NAMESPACE {

// One call. Holds each family's super version until it is destroyed.
class MultiGet {
 public:
  MultiGet(DbParts* parts, ReadPath* reads) : parts_(*parts), reads_(*reads) {}
  MultiGet(const MultiGet&) = delete;
  MultiGet& operator=(const MultiGet&) = delete;

  // As DB::MultiGet. `timestamps` may be null. Called once.
  void Run(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs, const Slice* keys,
           PinnableSlice* values, std::string* timestamps, Status* statuses);
  // As DB::MultiGetEntity. Called once.
  void RunEntities(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                   const Slice* keys, PinnableWideColumns* results, Status* statuses);

 private:
  const SuperVersion& VersionOf(ColumnFamily* family);
  // The sequence number that all keys are read at.
  SequenceNumber HoldVersions(const ReadOptions& options, size_t num_keys,
                              ColumnFamilyHandle** cfs);
  // TimedOut or Aborted: this key and the rest are not read any more. InvalidArgument: none is.
  Status MayRead(const ReadOptions& options, ColumnFamilyHandle* cf) const;
  // Counts what was found.
  Status ReadOne(const ReadOptions& options, SequenceNumber sequence, ColumnFamilyHandle* cf,
                 const Slice& key, PinnableSlice* value);
  Status ReadEntity(const ReadOptions& options, SequenceNumber sequence, ColumnFamilyHandle* cf,
                    const Slice& key, PinnableWideColumns* columns);
  void Release();
  void Count(size_t num_keys) const;

  DbParts& parts_;
  ReadPath& reads_;
  // A handful of families: a linear search beats a map.
  std::vector<std::pair<ColumnFamily*, std::unique_ptr<SuperVersionHold>>> held_;
  const Snapshot* own_ = nullptr;
  uint64_t bytes_ = 0;
  uint64_t found_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
