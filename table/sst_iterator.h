// Iterators over the point entries of one SST file: an index walk that leads a data cursor from
// block to block. Made by SstReader::NewIterator; range tombstones are not among the entries. One
// thread each.
//
//   index walk   [ ..c | ..m | ..z ]        where the present block lies, what its last key may be
//                         |
//   data cursor         [ d  f  k ]         one block, pinned by block_; holds key_ and value_
//
// Invariant: while valid_, data_ is attached to block_, the block at index_.extent(), and key_ and
// value_ show its current entry.
#pragma once

#include "table/block_cursor.h"
#include "table/readahead.h"
#include "table/sst_file.h"
#include "table/sst_index.h"
#include "table/table_reader.h"
#include "util/internal_iterator.h"

namespace ROCKSDB_NAMESPACE {

// Asked before a seek whether the target's prefix may be in the file at all. Implemented by
// SstReader over its filter. True when in doubt: a wrong "no" hides entries.
class PrefixGate {
 public:
  virtual ~PrefixGate() = default;
  virtual bool MayContain(const ReadOptions& ro, const Slice& target, bool backward) const = 0;
};

// Everything referred to has to outlive the iterator; SstReader owns it all.
struct SstIteratorArgs {
  const SstFile& file;
  const SstIndex& index;
  // What entries of an ingested file count as.
  SequenceNumber global_sequence = kNoGlobalSequence;
  const PrefixGate* gate = nullptr;  // nullptr: every seek goes ahead
  TableIterOptions how;
};

// The caller owns the iterator. `ro` is copied; what its pointers name (bounds) must outlive it.
InternalIterator* NewSstIterator(const ReadOptions& ro, const SstIteratorArgs& args);

}  // namespace ROCKSDB_NAMESPACE
