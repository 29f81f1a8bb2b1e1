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
// never touched. 7.8 compares neighbours only; but neighbours change with every job that takes
// files out of level 0, so what is kept here holds for every two files, hence for any that remain:
//
//  1. Of the files that record a range (smallest < largest), sorted by largest, newest first, each
//     smallest is strictly below the one before.
//  2. No two single-valued files (smallest == largest) have the same number.
//
// A single-valued piece keeps its number, unless a tombstone cut in two gave its neighbour the same
// one. Where a range would be lowered onto one that is there already, no number is free: from the
// oldest piece upward, pieces are recorded as single-valued (smallest = largest). Only one
// tombstone cut into more pieces than there are free numbers defeats this; 10.6 reads such a tree
// all the same.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "version/tree_version.h"

namespace ROCKSDB_NAMESPACE {

// Gives `pieces` the epochs first_epoch, first_epoch + 1, ... (the largest sequence number gets the
// highest) and their recorded smallest sequence numbers. `level0`: the files the pieces will join.
// REQUIRES: pieces have true sequence bounds, newer than those of `level0`, and are not yet
// published.
void NumberFlushPieces(uint64_t first_epoch, const FileList& level0,
                       const std::vector<std::shared_ptr<FileMeta>>& pieces);

// Epoch of files that a compaction writes: the lowest of its inputs', so that an intra-L0 output
// takes the place of its oldest input. 0 when an input's epoch is unknown.
uint64_t EpochOfOutput(const FileList& inputs);

// Smallest sequence number to record for the output of an intra-L0 job so that 1 and 2 hold among
// `level0` without `inputs`: the true one or the nearest that fits, else the largest
// (single-valued).
SequenceNumber RecordedSmallestOfL0Output(const FileList& level0, const FileList& inputs,
                                          SequenceNumber smallest, SequenceNumber largest);

}  // namespace ROCKSDB_NAMESPACE
