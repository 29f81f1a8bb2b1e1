// The calls of DB about entities: values made of columns, in one family or spread over several.
#include <algorithm>

#include "db/db_impl.h"
#include "db/read/family_walk.h"
#include "db/read/multi_get.h"
#include "rocksdb/attribute_groups.h"

namespace ROCKSDB_NAMESPACE {
namespace {

Status NoFamily() { return Status::InvalidArgument("A column family handle is null"); }

bool NamesAllFamilies(const PinnableAttributeGroups& groups) {
  return std::all_of(groups.begin(), groups.end(), [](const PinnableAttributeGroup& group) {
    return group.column_family() != nullptr;
  });
}

// With a null handle among the groups of a key none of them is read.
void RefuseGroups(PinnableAttributeGroups* groups) {
  for (PinnableAttributeGroup& group : *groups) {
    group.SetStatus(group.column_family() == nullptr
                        ? NoFamily()
                        : Status::Incomplete("Another group of the key has no column family"));
  }
}

// The lookups of many groups, which end up in these again.
struct GroupLookups {
  std::vector<PinnableAttributeGroup*> groups;
  std::vector<ColumnFamilyHandle*> families;
  std::vector<Slice> keys;

  void Add(const Slice& key, PinnableAttributeGroups* of_key) {
    for (PinnableAttributeGroup& group : *of_key) group.Reset();
    if (!NamesAllFamilies(*of_key)) return RefuseGroups(of_key);
    for (PinnableAttributeGroup& group : *of_key) {
      groups.push_back(&group);
      families.push_back(group.column_family());
      keys.push_back(key);
    }
  }
  void Run(DB* db, const ReadOptions& options) {
    const size_t n = groups.size();
    if (n == 0) return;
    std::vector<PinnableWideColumns> columns(n);
    std::vector<Status> statuses(n);
    db->MultiGetEntity(options, n, families.data(), keys.data(), columns.data(), statuses.data());
    for (size_t i = 0; i < n; ++i) {
      if (statuses[i].ok()) groups[i]->SetColumns(std::move(columns[i]));
      groups[i]->SetStatus(statuses[i]);
    }
  }
};

// Why the families cannot be walked together; OK if they can.
Status CheckWalk(const std::vector<ColumnFamilyHandle*>& families) {
  if (families.empty()) return Status::InvalidArgument("No column family was given");
  for (ColumnFamilyHandle* family : families) {
    if (family == nullptr) return NoFamily();
    if (family->GetComparator() != families[0]->GetComparator())
      return Status::InvalidArgument("Different comparators are used by the column families");
  }
  return Status::OK();
}

}  // namespace

// ---- writes ----

Status DBImpl::PutEntity(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                         const WideColumns& columns) {
  if (cf == nullptr) return NoFamily();
  WriteBatch batch(0, 0, options.protection_bytes_per_key, 0);
  Status s = batch.PutEntity(cf, key, columns);
  return s.ok() ? Write(options, &batch) : s;
}

Status DBImpl::PutEntity(const WriteOptions& options, const Slice& key,
                         const AttributeGroups& groups) {
  WriteBatch batch(0, 0, options.protection_bytes_per_key, 0);
  Status s = batch.PutEntity(key, groups);
  return s.ok() ? Write(options, &batch) : s;
}

// ---- reads ----

Status DBImpl::GetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                         PinnableWideColumns* columns) {
  if (cf == nullptr) return NoFamily();
  if (columns == nullptr) return Status::InvalidArgument("Cannot call GetEntity without columns");
  columns->Reset();
  return reads_.GetEntity(options, FamilyOf(cf).get(), key, columns);
}

Status DBImpl::GetEntity(const ReadOptions& options, const Slice& key,
                         PinnableAttributeGroups* groups) {
  if (groups == nullptr) return Status::InvalidArgument("Cannot call GetEntity without groups");
  GroupLookups lookups;
  lookups.Add(key, groups);
  lookups.Run(this, options);
  return NamesAllFamilies(*groups) ? Status::OK() : NoFamily();
}

void DBImpl::MultiGetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, size_t num_keys,
                            const Slice* keys, PinnableWideColumns* results, Status* statuses,
                            bool sorted_input) {
  std::vector<ColumnFamilyHandle*> cfs(num_keys, cf);
  MultiGetEntity(options, num_keys, cfs.data(), keys, results, statuses, sorted_input);
}

void DBImpl::MultiGetEntity(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                            const Slice* keys, PinnableWideColumns* results, Status* statuses,
                            bool /*sorted_input*/) {
  if (std::any_of(cfs, cfs + num_keys, [](ColumnFamilyHandle* cf) { return cf == nullptr; })) {
    std::fill_n(statuses, num_keys, NoFamily());
    return;
  }
  ROCKSDB_NAMESPACE::MultiGet(&parts_, &reads_)
      .RunEntities(options, num_keys, cfs, keys, results, statuses);
}

void DBImpl::MultiGetEntity(const ReadOptions& options, size_t num_keys, const Slice* keys,
                            PinnableAttributeGroups* results) {
  GroupLookups lookups;
  for (size_t i = 0; i < num_keys; ++i) lookups.Add(keys[i], &results[i]);
  lookups.Run(this, options);
}

FamilyWalk DBImpl::WalkOver(const ReadOptions& options,
                            const std::vector<ColumnFamilyHandle*>& families) {
  std::vector<std::unique_ptr<Iterator>> iterators;
  for (Iterator* it : iterators_.NewForAll(options, families)) iterators.emplace_back(it);
  return FamilyWalk(families[0]->GetComparator(), families, std::move(iterators));
}

std::unique_ptr<Iterator> DBImpl::NewCoalescingIterator(
    const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) {
  const Status s = CheckWalk(families);
  if (!s.ok()) return std::unique_ptr<Iterator>(NewErrorIterator(s));
  return std::make_unique<CoalescingIterator>(WalkOver(options, families));
}

std::unique_ptr<AttributeGroupIterator> DBImpl::NewAttributeGroupIterator(
    const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) {
  const Status s = CheckWalk(families);
  if (!s.ok()) return NewAttributeGroupErrorIterator(s);
  return std::make_unique<AttributeGroupWalkIterator>(WalkOver(options, families));
}

}  // namespace ROCKSDB_NAMESPACE
