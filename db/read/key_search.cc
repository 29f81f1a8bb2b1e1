// See key_search.h.
#include "db/read/key_search.h"

#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

KeySearch::KeySearch(DbParts* parts, ReadPath* reads, const ReadOptions& options,
                     const SuperVersion& sv, SequenceNumber sequence, const Slice& key,
                     size_t index)
    : parts_(*parts),
      reads_(*reads),
      options_(options),
      sv_(sv),
      index_(index),
      key_(key, sequence),
      lookup_(sv.tree->order(), key, sequence, &sv.config->options.merge_operator),
      walk_(*sv.tree, key) {}

bool KeySearch::Start() {
  return reads_.SettledInMemory(options_, sv_, key_, &lookup_) || SearchTables();
}

bool KeySearch::GoOn() { return SearchTables(); }

bool KeySearch::SearchNext() {
  if (!awaited_.wanted) return SearchNextTable();
  status_ = table_->GoOn(options_, key_.internal_key(), &lookup_, &awaited_);
  return true;
}

bool KeySearch::SearchNextTable() {
  const FileMeta* file = walk_.Next();
  if (file == nullptr) return false;
  // As in ReadPath::SearchLevels: what lies below Level 0 is a source as a whole.
  if (walk_.level() == 0 || walk_.level() != level_) lookup_.EndSource();
  if (lookup_.done()) return false;
  level_ = walk_.level();
  const bool skip_filters = level_ > 0 && level_ == sv_.tree->deepest_level() &&
                            sv_.config->options.optimize_filters_for_hits;
  status_ = parts_.tables->GetOrAwait(options_, *sv_.config, *file, level_, key_, &lookup_,
                                      skip_filters, &table_, &awaited_);
  return true;
}

bool KeySearch::SearchTables() {
  PERF_TIMER(get_from_output_files_time);
  while (status_.ok() && !lookup_.done() && SearchNext()) {
    if (awaited_.wanted) return false;
  }
  if (status_.ok() && lookup_.done()) reads_.CountHit(level_, lookup_);
  lookup_.Finish();
  return true;
}

}  // namespace ROCKSDB_NAMESPACE
