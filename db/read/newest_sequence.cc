// Looks for the newest entry of a key from the newest source on.
//
//   mem  imm  [history]  |  level 0  level 1 ...
//    E9   E7      E4     |                            E: no older entry is in this memtable
//
// With `since` 8 the search ends after `mem`, with 5 after the history; with 3 tables follow, those
// without a number above 3 excepted.
#include "db/read/newest_sequence.h"

#include "db/batch/batch_reader.h"
#include "util/point_lookup.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// One search; `lookup` takes the newest entry first and is not asked for more.
struct NewestSearch {
  const SuperVersion& sv;
  const LookupKey& key;
  const SequenceNumber since;
  PointLookup* const lookup;

  bool Met() const { return lookup->done() || lookup->sequence() != kLargestSequence; }
  // Whether memory alone answers the question.
  bool InMemory(const MemTable& mem) {
    mem.Get(key, lookup);
    return Met() || mem.earliest_seq() <= since;
  }
  bool InMemory() {
    if (InMemory(*sv.mem)) return true;
    for (const MemTablePtr& mem : sv.imm) {
      if (InMemory(*mem)) return true;
    }
    for (const MemTablePtr& mem : sv.history) {
      if (InMemory(*mem)) return true;
    }
    return false;
  }
  // The number from which on memory has all entries.
  SequenceNumber KeptSince() const {
    const MemTable* oldest = sv.mem.get();
    if (!sv.imm.empty()) oldest = sv.imm.back().get();
    if (!sv.history.empty()) oldest = sv.history.back().get();
    return oldest->earliest_seq();
  }
  // Files whose entries are all too old to matter are not opened.
  Status InFile(TableCache* tables, const FileMeta& file, int level) {
    if (file.largest_seqno <= since) return Status::OK();
    return tables->Get(ReadOptions(), *sv.config, file, level, key, lookup, false);
  }
  Status InTables(TableCache* tables) {
    const TreeVersion& tree = *sv.tree;
    const Slice user_key = key.user_key();
    Status s;
    const int interval = tree.l0().Find(tree.order(), user_key);
    if (interval >= 0) {
      for (const uint32_t i : tree.l0().intervals()[static_cast<size_t>(interval)].files) {
        s = InFile(tables, *tree.files(0)[i], 0);
        if (s.ok()) lookup->EndSource();
        if (!s.ok() || Met()) return s;
      }
    }
    for (int level = 1; level <= tree.deepest_level(); ++level) {
      const FileList& files = tree.files(level);
      for (size_t i = tree.FirstFileAtOrAfter(level, user_key);
           i < files.size() &&
           tree.order().CompareUserKeys(files[i]->smallest_user_key(), user_key) <= 0;
           ++i) {
        s = InFile(tables, *files[i], level);
        if (!s.ok() || Met()) return s;
      }
      lookup->EndSource();
      if (Met()) return s;
    }
    return s;
  }
};

}  // namespace

Status FindNewestSequence(DbParts* parts, ColumnFamily* family, const Slice& key,
                          SequenceNumber since, bool memory_only, SequenceNumber* newest,
                          bool* complete, SequenceNumber* kept_since) {
  if (key.size() > kMostRecordBytes) return Status::InvalidArgument("key is too large");
  SuperVersionHold sv(&family->super_versions);
  const LookupKey lookup_key(key, kLargestSequence);
  PointLookup lookup(sv->tree->order(), key, kLargestSequence);
  NewestSearch search{*sv, lookup_key, since, &lookup};
  const bool answered = search.InMemory();
  Status s;
  if (!answered && !memory_only) s = search.InTables(parts->tables.get());
  if (s.ok() && lookup.result() == LookupResult::kCorrupt) s = lookup.status();
  if (!s.ok()) return s;
  lookup.Finish();
  *newest = lookup.sequence() == kLargestSequence ? 0 : lookup.sequence();
  *complete = answered || !memory_only;
  if (!*complete && kept_since != nullptr) *kept_since = search.KeptSince();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
