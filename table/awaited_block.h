// A data block that the cache does not have and one lookup of many waits for. Lookups of a MultiGet
// go as far as they can without reading data blocks; then the blocks of all of them are read
// together, and they go on. db/read/key_search.h holds one, TableReader fills it.
//
//   GetOrAwait -> wanted -> ReadAwaited: `block` or `status` -> GoOn -> done, or wanted again
#pragma once

#include "rocksdb/status.h"
#include "table/block.h"
#include "table/extent.h"

namespace ROCKSDB_NAMESPACE {

struct AwaitedBlock {
  // The lookup waits for the block at `extent`.
  bool wanted = false;
  // The filter was asked and let the key pass.
  bool passed_filter = false;
  Extent extent;
  // What reading gave: the block, or why there is none.
  BlockRef block;
  Status status;
};

// Blocks of one table that are being read. Many can go on at once.
class AwaitedRead {
 public:
  AwaitedRead() = default;
  // Takes back what was not finished.
  virtual ~AwaitedRead() = default;
  AwaitedRead(const AwaitedRead&) = delete;
  AwaitedRead& operator=(const AwaitedRead&) = delete;

  // Waits until the read is done; then each block was read or has a status. Called once.
  virtual void Finish() = 0;
};

}  // namespace ROCKSDB_NAMESPACE
