// Iterators over whole super versions. Nothing is opened here: runs and levels open a file when the
// walk comes to it.
#include "db/read/tree_iterators.h"

#include "compaction/file_list_iterator.h"
#include "table/merging_iterator.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Files that could hold keys the iterator may show, given its bounds.
// An optimization only: the user's iterator leaves out keys beyond its bounds in any case.
bool Wanted(const ReadOptions& options, const InternalKeyOrder& order, const FileMeta& file) {
  if (options.iterate_upper_bound != nullptr &&
      order.CompareUserKeys(file.smallest_user_key(), *options.iterate_upper_bound) >= 0) {
    return false;
  }
  return options.iterate_lower_bound == nullptr ||
         order.CompareUserKeys(file.largest_user_key(), *options.iterate_lower_bound) >= 0;
}

// Used once, for one iterator.
class Gatherer {
 public:
  Gatherer(const ReadOptions& options, const SuperVersion& sv, TableCache* tables)
      : options_(options), sv_(sv), tables_(tables), order_(sv.tree->order()) {}

  std::vector<std::unique_ptr<InternalIterator>> Take() && {
    const bool prefix =
        sv_.config->options.prefix_extractor != nullptr && !options_.total_order_seek;
    AddMemtable(*sv_.mem, prefix);
    for (const MemTablePtr& mem : sv_.imm) AddMemtable(*mem, prefix);
    if (options_.read_tier == kMemtableTier) return std::move(children_);
    const auto& runs = sv_.tree->l0().runs();
    const FileList& l0 = sv_.tree->files(0);
    // The highest run is the newest. The merge needs no order of its children; it is kept for ties.
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
      FileList files;
      for (const uint32_t i : *run) files.push_back(l0[i]);
      AddList(files, 0);
    }
    for (int level = 1; level <= sv_.tree->deepest_level(); ++level)
      AddList(sv_.tree->files(level), level);
    return std::move(children_);
  }

 private:
  void AddMemtable(const MemTable& mem, bool prefix) {
    children_.emplace_back(mem.NewIterator(nullptr, prefix));
    // Protected memtables check their range deletions here: an iterator asks about them key by key
    // and would have no way to say that one is damaged.
    if (!mem.checked() || options_.ignore_range_deletions) [[likely]]
      return;
    (void)mem.RangeTombstones();  // looks at each
    Status s = mem.TombstoneStatus();
    if (!s.ok()) children_.emplace_back(NewEmptyInternalIterator(s));
  }
  void AddList(const FileList& files, int level) {
    FileList wanted;
    for (const FilePtr& file : files) {
      if (Wanted(options_, order_, *file)) wanted.push_back(file);
    }
    if (wanted.empty()) return;
    ConcatOptions concat;
    concat.upper_bound = options_.iterate_upper_bound;
    TableCache* tables = tables_;
    const CfConfig* config = sv_.config.get();
    // Copied into the opener: files open as the walk reaches them, long after the caller's options
    // are gone.
    const ReadOptions options = options_;
    auto open = [tables, config, options, level](const FilePtr& file) {
      return tables->NewIterator(options, *config, file, level, TableIterOptions());
    };
    children_.emplace_back(NewFileListIterator(order_, std::move(wanted), std::move(open), concat));
  }

  const ReadOptions& options_;
  const SuperVersion& sv_;
  TableCache* const tables_;
  const InternalKeyOrder order_;
  std::vector<std::unique_ptr<InternalIterator>> children_;
};

}  // namespace

std::unique_ptr<InternalIterator> NewTreeIterator(const ReadOptions& options,
                                                  const SuperVersion& sv, TableCache* tables) {
  return std::unique_ptr<InternalIterator>(
      NewMergingIterator(sv.tree->order(), Gatherer(options, sv, tables).Take()));
}

std::unique_ptr<RangeDelView> NewRangeDelView(const ReadOptions& options, const SuperVersion& sv,
                                              TableCache* tables) {
  if (options.ignore_range_deletions) return nullptr;
  auto view = std::make_unique<RangeDelView>(tables, *sv.config);
  view->AddMemtable(sv.mem->RangeTombstones());
  for (const MemTablePtr& mem : sv.imm) view->AddMemtable(mem->RangeTombstones());
  for (const FilePtr& file : sv.tree->files(0)) view->AddFile(file);
  for (int level = 1; level <= sv.tree->deepest_level(); ++level)
    view->AddLevel(sv.tree->files(level), level);
  return view;
}

}  // namespace ROCKSDB_NAMESPACE
