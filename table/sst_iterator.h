// Iterators over the point entries of one SST file: an index walk that leads a data cursor from
// block to block. Made by SstReader::NewIterator.
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

// Asked before a seek whether the target's prefix may be in the file at all.
class PrefixGate {
 public:
  virtual ~PrefixGate() = default;
  virtual bool MayContain(const ReadOptions& ro, const Slice& target, bool backward) const = 0;
};

struct SstIteratorArgs {
  const SstFile& file;
  const SstIndex& index;
  SequenceNumber global_sequence = kNoGlobalSequence;
  const PrefixGate* gate = nullptr;  // nullptr: every seek goes ahead
  TableIterOptions how;
};

InternalIterator* NewSstIterator(const ReadOptions& ro, const SstIteratorArgs& args);

}  // namespace ROCKSDB_NAMESPACE
