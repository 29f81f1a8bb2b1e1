// Which of two level-0 files is newer: the one order that reads, pickers and stock RocksDB must
// agree on.
#pragma once

#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

// Newest first by sequence numbers alone, as trees without epochs are ordered.
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
