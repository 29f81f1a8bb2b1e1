// Which of two level-0 files is newer: the one order that reads, pickers and stock RocksDB must
// agree on. If two of them ordered overlapping files differently, one would read an older value.
// Used by TreeBuilder, the checkers and the numbering of flushes; both forms are strict orders, so
// std::sort may use them.
#pragma once

#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

// Newest first by sequence numbers alone, as trees without epochs are ordered. The file number
// decides last, so that only a file and itself tie.
inline bool NewerBySequence(const FileMeta& a, const FileMeta& b) {
  if (a.largest_seqno != b.largest_seqno) return a.largest_seqno > b.largest_seqno;
  if (a.smallest_seqno != b.smallest_seqno) return a.smallest_seqno > b.smallest_seqno;
  return a.number > b.number;
}

// Newest first by epoch, ties by sequence.
// REQUIRES: both have an epoch.
inline bool NewerByEpoch(const FileMeta& a, const FileMeta& b) {
  return a.epoch != b.epoch ? a.epoch > b.epoch : NewerBySequence(a, b);
}

}  // namespace ROCKSDB_NAMESPACE
