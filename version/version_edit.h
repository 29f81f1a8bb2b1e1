// One MANIFEST record: what changed in one column family (files added and removed, counters,
// options of record). Filled by flushes, compactions and the version set; read back by recovery and
// by tools. Encodes and decodes RocksDB's tags exactly; ours sit behind the safe-to-ignore bit (1
// << 13), length-prefixed, so that stock libraries skip them. No I/O here.
//
// An absent optional means "unchanged", so an edit holds only what it is about. Plain data, owned
// by one thread at a time; the files in it become shared and immutable when a tree is built from
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

struct VersionEdit {
  // Database-wide.
  std::optional<std::string> db_id;
  std::optional<uint64_t> next_file_number;
  std::optional<SequenceNumber> last_sequence;
  std::optional<uint64_t> min_log_to_keep;
  std::optional<uint32_t> max_column_family;
  // Write-ahead logs tracked in the MANIFEST (tags 8199/8200): kept as raw (number, synced size or
  // UINT64_MAX) pairs.
  std::vector<std::pair<uint64_t, uint64_t>> wal_additions;
  std::optional<uint64_t> wals_deleted_before;
  // Atomic groups (tag 300): this edit and the following `remaining` ones apply together.
  bool in_atomic_group = false;
  uint32_t atomic_group_remaining = 0;

  // Of one column family.
  // Everything from here to bucket_boundaries is about the family of this id.
  uint32_t column_family = 0;
  std::optional<std::string> added_column_family;  // name
  bool drops_column_family = false;
  std::optional<std::string> comparator;
  std::optional<uint64_t> log_number;
  std::optional<uint64_t> prev_log_number;
  std::optional<bool> persist_user_defined_timestamps;
  std::optional<std::string> full_history_ts_low;
  std::vector<std::pair<int, std::string>> compact_cursors;  // (level, internal key)
  std::vector<std::pair<int, uint64_t>> deleted_files;       // (level, number)
  std::vector<std::pair<int, std::shared_ptr<FileMeta>>> new_files;
  // Ours (tag 0x6B17, ignored by stock): the bucket map's boundaries, encoded by bucket/bucket_map.
  // They replace those recorded before; stock drops the record when it rewrites the MANIFEST.
  std::optional<std::string> bucket_boundaries;

  // Entries about separated values (tags 400/401), kept undecoded: the database refuses them by
  // name at open.
  std::vector<std::pair<uint32_t, std::string>> blob_records;

  void AddFile(int level, std::shared_ptr<FileMeta> file) {
    new_files.emplace_back(level, std::move(file));
  }
  void DeleteFile(int level, uint64_t number) { deleted_files.emplace_back(level, number); }

  // Appends the record's bytes. False when a new file lacks a bound or (for level 0) has epoch 0:
  // stock would read such a tree as an empty database. *dst then holds part of a record.
  [[nodiscard]] bool EncodeTo(std::string* dst) const;
  // Replaces this edit by what `record` says. Corruption naming the tag on malformed or unknown,
  // not ignorable input; the edit then holds what was read up to there.
  [[nodiscard]] Status DecodeFrom(const Slice& record);
  std::string DebugString(bool hex = true) const;
};

}  // namespace ROCKSDB_NAMESPACE
