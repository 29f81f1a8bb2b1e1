// Blocks of a table that lie side by side, read with one call, each straight into the memory where
// it will live: a scan pays one call for many blocks and copies none.
//
//   file     | a | b | c | d | e | f |        a walk at b reads c and d with it, and then comes to
//   c held           -  [c] [d]
//
// SstIterator has one where blocks are stored as they are and the file reads side by side; else it
// reads through windows (readahead.h). The walk has to look like a scan first, or earlier ones have
// to have gone on from there; then the bytes that are read at once double. Either direction. One
// thread.
//
// Invariant: held blocks are those that the walk comes to next, in its order, whole and unchecked.
#pragma once

#include <vector>

#include "env/file_io.h"
#include "rocksdb/advanced_cache.h"
#include "table/block.h"
#include "table/extent.h"
#include "table/readahead.h"
#include "table/scan_run.h"

namespace ROCKSDB_NAMESPACE {

// Knows where a walk goes on.
class BlockRoute {
 public:
  virtual ~BlockRoute() = default;
  // Appends blocks that come behind `from` on the walk, until their bytes exceed `most`, the walk
  // ends, or one does not touch the one before it.
  virtual void Continue(const Extent& from, bool forward, size_t most,
                        std::vector<Extent>* blocks) = 0;
  // How many bytes the walk will want behind `from`, and which way, by what earlier walks did. 0:
  // no idea.
  virtual size_t Expected(const Extent& from, bool* forward) const = 0;
};

class BlockBatch {
 public:
  // Takes of the policy what concerns automatic windows. REQUIRES: the route outlives this.
  BlockBatch(const ReadaheadPolicy& policy, BlockRoute* route)
      : policy_(policy), route_(route), window_(policy.initial) {}
  ~BlockBatch();
  BlockBatch(const BlockBatch&) = delete;
  BlockBatch& operator=(const BlockBatch&) = delete;

  // True with *block set to the block and its trailer. False: the walk is no scan, or the rest of
  // it is this block, and the caller reads it. After an error the result is true and *status has
  // the error. `cache`: where blocks would go, and whose memory they live in; may be null.
  bool Read(const RandomAccessFileReader& file, const IOOptions& io, const Cache* cache,
            const Extent& extent, BlockBytes* block, Status* status);
  bool LongScan() const { return run_.Long(); }
  // A long scan whose cache had no room left at its last read: there its blocks would only replace
  // each other.
  bool PassesByCache() const { return cache_is_full_ && LongScan(); }

 private:
  struct Held {
    Extent extent;
    BlockBytes bytes;
  };
  // Whether the block is held; those before it go.
  bool Has(const Extent& extent);
  // What is read with the block. Empty: nothing, so far.
  void Plan(const Extent& extent);
  // How many bytes behind it, and which way. 0: none.
  size_t Ahead(const Extent& extent, ScanRun::Way way, bool* forward);
  // Reads planned_ and holds what could be read.
  Status Fill(const RandomAccessFileReader& file, const IOOptions& io, const Cache* cache);

  const ReadaheadPolicy policy_;
  BlockRoute* const route_;
  size_t window_;
  ScanRun run_;
  std::vector<Extent> planned_;
  std::vector<Held> held_;
  size_t next_ = 0;  // index into held_
  bool cache_is_full_ = false;
  Statistics* stats_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
