// DB::MultiGet and DB::MultiGetEntity: many keys, of many families, as they were at one moment.
// Called by the facade.
//
//   for each key, in the caller's order:  memtables, tables --> settled: answered at once
//                                                            -> needs a block: waits
//   as soon as many wait, and in the end: read all blocks together, let them go on; again
//
// With everything in the block cache it does what as many Gets do, and nothing else.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "db/read/read_path.h"
#include "db/read/search_room.h"

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
  Status MayRead(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key) const;
  // Looks all keys up. `answers` turns lookups into results: see multi_get.cc.
  template <class Answers>
  void Search(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
              const Slice* keys, Status* statuses, Answers* answers);
  // Lets the searches, all of which wait, go on until they are settled, and clears the room.
  template <class Answers>
  void Settle(const ReadOptions& options, SearchRoom* room, Status* statuses, Answers* answers);
  template <class Answers>
  void Answer(KeySearch* search, Status* statuses, Answers* answers);
  // Takes back what lies behind the soft limit: searches that wait are answered after later keys.
  template <class Answers>
  void KeepSoftLimit(const ReadOptions& options, size_t num_keys, Status* statuses,
                     Answers* answers);
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
