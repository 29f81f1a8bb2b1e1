// One table file of the tree: identity, bounds, sequence range, and what its properties recorded.
// Made by flush, compaction, ingestion or MANIFEST recovery; immutable once it is part of a
// TreeVersion, except for marked_for_compaction and the fields marked "set once after publication".
// Shared by every TreeVersion that contains the file: when the last reference goes, the deleter
// given at creation reports the file on disk as obsolete.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/advanced_options.h"
#include "rocksdb/slice.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

struct FileMeta {
  uint64_t number = 0;
  uint32_t path_id = 0;
  uint64_t file_size = 0;
  std::string smallest;  // internal keys; largest may be an exclusive end (IsExclusiveEnd)
  std::string largest;
  // As recorded in the MANIFEST. smallest_seqno may have been lowered to keep the files of one
  // flush strictly ordered (docs/formats.md); largest_seqno is always exact.
  SequenceNumber smallest_seqno = kLargestSequence;
  SequenceNumber largest_seqno = 0;
  // Orders Level 0, newest first: the larger epoch wins wherever two files overlap. A flush
  // reserves one per file when it picks its memtables (hazard 5); a compaction's output gets the
  // lowest of its inputs (EpochOfOutput), so that it takes the place of its oldest one. 0 =
  // unknown: written by a library without epochs; no file of Level 0 may be recorded so.
  uint64_t epoch = 0;
  // Seconds since 1970; 0 = unknown. The ancestor time survives compactions (the oldest input's),
  // the creation time is that of this very file. A ttl looks at the first, a period at the second.
  uint64_t oldest_ancestor_time = 0;
  uint64_t creation_time = 0;
  // Bytes from the end of the data blocks to the end of the file: what a reader fetches in one
  // piece when it opens the table. 0 = unknown.
  uint64_t tail_size = 0;
  // Bytes below that this file's range tombstones are expected to free, as recorded in the
  // MANIFEST.
  uint64_t range_deletion_credit = 0;
  std::array<uint64_t, 2> unique_id{0, 0};  // {0,0} = unknown
  // Kept for rewriting the record as it was; databases with separated values are refused at open.
  uint64_t oldest_blob_file_number = 0;
  // Automatic compactions take the file down. SuggestCompactRange sets it in files of an installed
  // tree, under the state lock and the MANIFEST lock; either is enough to read it.
  bool marked_for_compaction = false;
  bool persist_user_defined_timestamps = true;
  Temperature temperature = Temperature::kUnknown;
  std::string checksum;            // empty = unknown
  std::string checksum_func_name;  // empty = unknown

  // From the table's properties; zero until known (see stats_known).
  uint64_t num_entries = 0;
  uint64_t num_deletions = 0;  // includes range deletions
  uint64_t num_range_deletions = 0;
  uint64_t raw_key_size = 0;
  uint64_t raw_value_size = 0;
  // Seconds since 1970; 0 = the table does not tell. No key of the file came later.
  uint64_t newest_key_time = 0;
  bool stats_known = false;
  // Weight of the file in scores and priorities: always file_size, deletions weigh nothing extra.
  uint64_t compensated_size = 0;

  // Set once after publication: the database's open reader for this file, owned by its table cache.
  mutable std::atomic<const void*> pinned_reader{nullptr};
  // The same of a table cache that is bounded: where it keeps the reader while that is open.
  mutable std::atomic<void*> reader_slot{nullptr};
  // The file is part of an installed tree, so that losing its last owner makes it obsolete. Set
  // once, and cleared only where another object stands for the same table from then on
  // (TableCountLoad). A file whose record failed half way is not: the record may be on disk all the
  // same.
  mutable std::atomic<bool> installed{false};
  // Reported as the file's number of sampled reads; no read counts into it.
  mutable std::atomic<uint64_t> sampled_reads{0};

  // REQUIRES: the bound is an internal key. CheckTree makes sure of it for every tree that is built
  // with checks on.
  Slice smallest_user_key() const { return UserKeyOf(smallest); }
  Slice largest_user_key() const { return UserKeyOf(largest); }
  // True when the file's last user key is not itself part of the file.
  bool ends_exclusive() const { return IsExclusiveEnd(largest); }

  FileMeta() = default;
  // A copy to publish under changed attributes; the fields set after publication start afresh.
  std::shared_ptr<FileMeta> Clone() const;
};

// The name of the file's checksum function as metadata shows it: "Unknown" without a checksum.
std::string ChecksumName(const FileMeta& file);

using FilePtr = std::shared_ptr<const FileMeta>;
using FileList = std::vector<FilePtr>;

}  // namespace ROCKSDB_NAMESPACE
