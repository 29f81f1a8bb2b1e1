// Iterators over whole super versions. Nothing is opened here: runs and levels open a file when the
// walk comes to it.
#include "db/read/tree_iterators.h"

#include <algorithm>
#include <span>

#include "compaction/file_list_iterator.h"
#include "table/merging_iterator.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Those of `files`, disjoint and in key order, that could hold keys the iterator may show, given
// its bounds. An optimization only: the user's iterator leaves out keys beyond its bounds in any
// case.
std::span<const FilePtr> Wanted(const ReadOptions& options, const InternalKeyOrder& order,
                                const FileList& files) {
  auto first = files.begin(), last = files.end();
  if (options.iterate_lower_bound != nullptr) {
    first = std::partition_point(first, last, [&](const FilePtr& f) {
      return order.CompareUserKeys(f->largest_user_key(), *options.iterate_lower_bound) < 0;
    });
  }
  if (options.iterate_upper_bound != nullptr) {
    last = std::partition_point(first, last, [&](const FilePtr& f) {
      return order.CompareUserKeys(f->smallest_user_key(), *options.iterate_upper_bound) < 0;
    });
  }
  return {first, last};
}

// What an iterator opens files with as its walk reaches them, long after the caller's options are
// gone. All children share it.
struct Opening {
  TableCache* const tables;
  const CfConfig* const config;
  const ReadOptions options;
};

// Used once, for one iterator.
class Gatherer {
 public:
  Gatherer(const ReadOptions& options, const SuperVersion& sv, TableCache* tables)
      : options_(options),
        sv_(sv),
        opening_(std::make_shared<const Opening>(Opening{tables, sv.config.get(), options})),
        order_(sv.tree->order()) {}

  std::vector<std::unique_ptr<InternalIterator>> Take() && {
    AddMemtable(*sv_.mem);
    for (const MemTablePtr& mem : sv_.imm) AddMemtable(*mem);
    if (options_.read_tier == kMemtableTier) return std::move(children_);
    // The highest run is the newest. The merge needs no order of its children; it is kept for ties.
    for (size_t run = sv_.tree->l0().RunCount(); run-- > 0;) AddList(sv_.tree->l0_run(run), 0);
    for (int level = 1; level <= sv_.tree->deepest_level(); ++level)
      AddList(sv_.tree->files(level), level);
    return std::move(children_);
  }

 private:
  // A filter of prefixes does not know whether a scan with auto_prefix_mode leaves its prefix.
  bool MaySkipByPrefix(const MemTable& mem) const {
    const bool within_prefix =
        options_.prefix_same_as_start || (!options_.total_order_seek && !options_.auto_prefix_mode);
    return within_prefix && mem.CutsPrefixesBy(sv_.config->options.prefix_extractor.get());
  }
  void AddMemtable(const MemTable& mem) {
    children_.emplace_back(mem.NewIterator(nullptr, MaySkipByPrefix(mem)));
    // Protected memtables check their range deletions here: an iterator asks about them key by key
    // and would have no way to say that one is damaged.
    if (!mem.checked() || options_.ignore_range_deletions) [[likely]]
      return;
    (void)mem.RangeTombstones();  // looks at each
    Status s = mem.TombstoneStatus();
    if (!s.ok()) children_.emplace_back(NewEmptyInternalIterator(s));
  }
  void AddList(const FileList& files, int level) {
    const std::span<const FilePtr> wanted = Wanted(options_, order_, files);
    if (wanted.empty()) return;
    ConcatOptions concat;
    concat.upper_bound = options_.iterate_upper_bound;
    auto open = [opening = opening_, level](const FilePtr& file) {
      TableIterOptions how;
      how.prefix_extractor = opening->config->options.prefix_extractor.get();
      return opening->tables->NewIterator(opening->options, *opening->config, file, level, how);
    };
    children_.emplace_back(NewFileSpanIterator(order_, wanted, std::move(open), concat));
  }

  const ReadOptions& options_;
  const SuperVersion& sv_;
  const std::shared_ptr<const Opening> opening_;
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
  // A tree without range deletions, as most are, costs nothing for each of its files.
  const TreeVersion& tree = *sv.tree;
  if (tree.deepest_level() >= 0 && tree.summary(0).any_range_deletions) {
    for (const FilePtr& file : tree.files(0)) view->AddFile(file);
  }
  for (int level = 1; level <= tree.deepest_level(); ++level) {
    if (tree.summary(level).any_range_deletions) view->AddLevel(tree.files(level), level);
  }
  return view;
}

}  // namespace ROCKSDB_NAMESPACE
