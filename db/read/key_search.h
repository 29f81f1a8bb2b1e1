// The search for one key of a MultiGet. It goes through memtables and tables like ReadPath::Get,
// but stops where a data block has to be read, so that the blocks of many searches can be read
// together. MultiGet owns searches; AwaitedReads reads for them. One thread.
//
//   Start --true--> settled: status(), lookup()
//     | false: waits for awaited() in table()
//     v
//   [block read] -> GoOn --true--> settled
//                     | false: waits for another block
#pragma once

#include "db/read/read_path.h"
#include "db/read/table_walk.h"
#include "table/awaited_block.h"

namespace ROCKSDB_NAMESPACE {

class KeySearch {
 public:
  // All of these, and the key's bytes, have to outlive the search. `index` is the key's place in
  // the caller's arrays. REQUIRES: the key is no longer than kMostRecordBytes.
  KeySearch(DbParts* parts, ReadPath* reads, const ReadOptions& options, const SuperVersion& sv,
            SequenceNumber sequence, const Slice& key, size_t index);
  KeySearch(const KeySearch&) = delete;
  KeySearch& operator=(const KeySearch&) = delete;

  // True: the key is settled. Called once.
  bool Start();
  // The same. REQUIRES: the search waits, and its block was read.
  bool GoOn();

  // REQUIRES: the search waits.
  AwaitedBlock* awaited() { return &awaited_; }
  TableReader* table() const { return table_.reader(); }

  // An error means that a table could not be read, so nothing is known of the key.
  const Status& status() const { return status_; }
  PointLookup* lookup() { return &lookup_; }
  const SuperVersion& super_version() const { return sv_; }
  size_t index() const { return index_; }

 private:
  bool SearchTables();
  // Goes on in the table that the key waits in, or looks it up in the next one. False: none is
  // left, or none is needed.
  bool SearchNext();
  bool SearchNextTable();

  DbParts& parts_;
  ReadPath& reads_;
  const ReadOptions& options_;
  const SuperVersion& sv_;
  const size_t index_;
  const LookupKey key_;
  PointLookup lookup_;
  TableWalk walk_;
  int level_ = 0;  // of the last table
  TableCache::Handle table_;
  AwaitedBlock awaited_;
  Status status_;
};

}  // namespace ROCKSDB_NAMESPACE
