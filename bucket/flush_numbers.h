// Epochs and recorded sequence numbers for the files of one flush: rule 3 of the design, so that
// stock RocksDB, 10.6 with epochs and 7.8 without, puts them in the same order and finds the tree
// well formed. Called by the flush job after its files are written, with epochs reserved when the
// memtables were picked (hazard 5).
//
// Two pieces of one memtable have disjoint keys but interleaved sequence numbers:
//
//      seqno        1    20          90   100
//      piece 1      |-----------------------|      [1, 100]
//      piece 2           |------------|            [20, 90]     nested: 7.8 refuses to open this
//
// Newest (largest end) first, each *recorded* smallest is lowered below the one before it:
//
//      piece 1      |-----------------------|      [1, 100]   epoch e+1
//      piece 2   |--------------------|            [0, 90]    epoch e
//
// Lowering is harmless: the smallest number only orders files and sets priorities. The largest is
// never touched. A piece whose numbers are all equal keeps them: every reader accepts it, and a
// file that is one range tombstone must stay true. Where the last would sink to the older file
// below it, there is no room, and pieces from the last upward are recorded as single-valued
// (smallest = largest), which both versions accept.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// Gives `pieces` the epochs first_epoch, first_epoch + 1, ... (the largest sequence number gets the
// highest) and their recorded smallest sequence numbers. `older`: the newest file already in level
// 0, or null. REQUIRES: pieces have true sequence bounds and are not yet published.
void NumberFlushPieces(uint64_t first_epoch, const FileMeta* older,
                       const std::vector<std::shared_ptr<FileMeta>>& pieces);

// Epoch of files that a compaction writes: the lowest of its inputs', so that an intra-L0 output
// takes the place of its oldest input. 0 when an input's epoch is unknown.
uint64_t EpochOfOutput(const FileList& inputs);

// Smallest sequence number to record for the output of an intra-L0 job so that 7.8 accepts its
// place among the files that stay: the true one where that fits, else the largest (single-valued).
SequenceNumber RecordedSmallestOfL0Output(const TreeVersion& tree, const FileList& inputs,
                                          SequenceNumber smallest, SequenceNumber largest);

}  // namespace ROCKSDB_NAMESPACE
