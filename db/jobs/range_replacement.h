// IngestExternalFileArg::atomic_replace_range: the files of a tree whose place the ingested ones
// take. db/jobs/ingestion.h removes them in the record that adds the others.
//
//   replaced      [d ------------- m)
//   L0     [a . b]    [e . g]               [e . g] goes
//   L5        [b ...... k]                  has an entry in the range: refused
//   L6     [a .................... z]       has none (b, then p): stays
//
// No memtable has an entry in the range by then.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/jobs/ingest_placement.h"

namespace ROCKSDB_NAMESPACE {

// What is replaced: every key, or those in [start, limit).
struct ReplacedRange {
  bool everything = true;
  std::string start;
  std::string limit;

  // REQUIRES: !everything. Lives as long as this object.
  UserRange range() const { return UserRange{start, limit, true}; }
  bool Holds(const InternalKeyOrder& order, const UserRange& other) const;
  bool Meets(const InternalKeyOrder& order, const UserRange& other) const {
    return everything || Overlaps(order, range(), other);
  }
};

// The range that the caller asks to have replaced, if any. InvalidArgument or NotSupported: not
// with these options.
[[nodiscard]] Status TakeReplacedRange(const IngestExternalFileArg& arg,
                                       std::optional<ReplacedRange>* replaced);

struct Replacement {
  // The tree that was looked at, and without the files that go.
  TreePtr tree;
  TreePtr rest;
  std::vector<std::pair<int, FilePtr>> files;
};

// Looks into tables that reach out of the range, so no lock should be held. InvalidArgument: such a
// table has entries on both sides.
[[nodiscard]] Status FindReplacedFiles(const IngestSource& source, TableCache* tables, TreePtr tree,
                                       const ReplacedRange& range, Replacement* result);

// A job for each level, which keeps the files from others while the MANIFEST is written.
std::vector<RunningJob> JobsOfReplacement(const InternalKeyOrder& order,
                                          const Replacement& replacement);

}  // namespace ROCKSDB_NAMESPACE
