// Iterators over the point entries of one SST file: a walk over the index leads a data cursor from
// block to block. SstReader::NewIterator makes them; they do not show range tombstones. One thread
// each.
//
//   index walk   [ ..c | ..m | ..z ]        where the present block lies, what its last key may be
//                         |
//   data cursor         [ d  f  k ]         one block, pinned by block_; holds key_ and value_
//
// Blocks that come next are read ahead by a BlockBatch, for which a second walk over the index runs
// ahead of the first, or through the windows of a Readahead.
//
// Invariant: while valid_, data_ is attached to block_, the block at index_.extent(), and key_ and
// value_ show its current entry.
#pragma once

#include "table/block_batch.h"
#include "table/block_cursor.h"
#include "table/readahead.h"
#include "table/sst_file.h"
#include "table/sst_index.h"
#include "table/table_reader.h"
#include "util/internal_iterator.h"

namespace ROCKSDB_NAMESPACE {

// Tells, before a seek, whether the target's prefix may be in the file. SstReader implements it
// with its filter. True when in doubt: a wrong "no" would hide entries.
class PrefixGate {
 public:
  virtual ~PrefixGate() = default;
  virtual bool MayContain(const ReadOptions& ro, const Slice& target, bool backward) const = 0;
};

// REQUIRES: everything referred to outlives the iterator; SstReader owns it all.
struct SstIteratorArgs {
  const SstFile& file;
  const SstIndex& index;
  // The sequence number that all entries of an ingested file have.
  SequenceNumber global_sequence = kNoGlobalSequence;
  // nullptr: every seek goes ahead.
  const PrefixGate* gate = nullptr;
  TableIterOptions how;
};

// The caller owns the iterator. The iterator copies `ro`; REQUIRES: what its pointers name
// (bounds) outlives the iterator.
InternalIterator* NewSstIterator(const ReadOptions& ro, const SstIteratorArgs& args);

}  // namespace ROCKSDB_NAMESPACE
