// Sources and settings of user iterators.
#include "db/read/user_iterators.h"

#include "db/read/tree_iterators.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// An iterator holds one super version for as long as it lives. That keeps the family as well: its
// handle may be gone. The end of the hold deletes files that only this super version kept.
struct HeldVersion {
  HeldVersion(FamilyPtr f, std::shared_ptr<ObsoleteFiles> o)
      : family(std::move(f)), obsolete(std::move(o)), sv(family->super_versions.Take()) {}
  ~HeldVersion() {
    family->super_versions.Return(sv);
    // A dropped family whose last holder this is lets its files go here.
    family.reset();
    if (obsolete->waiting() > 0) obsolete->Purge();
  }
  HeldVersion(const HeldVersion&) = delete;
  HeldVersion& operator=(const HeldVersion&) = delete;
  FamilyPtr family;
  std::shared_ptr<ObsoleteFiles> obsolete;
  SuperVersion* sv;
};

}  // namespace

// For Refresh: remembers what New was asked for. Holds the family, so its handle may go.
class UserIterators::Sources final : public DbIter::Factory {
 public:
  Sources(UserIterators* maker, const ReadOptions& options, FamilyPtr family)
      : maker_(maker), options_(options), family_(std::move(family)) {}
  Status Rebuild(const Snapshot* snapshot, DbIter::Sources* out) override {
    if (snapshot != nullptr && maker_->parts_.context.secondary) return ReadPath::SnapshotRefused();
    *out = maker_->MakeSources(options_, family_, snapshot);
    return Status::OK();
  }
  SequenceNumber NewestSequence() const override {
    return maker_->parts_.versions->last_sequence();
  }
  uint64_t NewestSuperVersion() const override { return family_->super_versions.current_number(); }

 private:
  UserIterators* const maker_;
  const ReadOptions options_;
  const FamilyPtr family_;
};

DbIter::Sources UserIterators::MakeSources(const ReadOptions& options, const FamilyPtr& family,
                                           const Snapshot* snapshot) {
  DbIter::Sources sources;
  // The super version first, the sequence number second, as in ReadPath::Get: the other way round a
  // flush or compaction in between could drop the only version that the older number may see.
  auto held = std::make_shared<HeldVersion>(family, parts_.obsolete);
  const SuperVersion& sv = *held->sv;
  BUCKETLSM_SYNC_POINT("UserIterators::MakeSources:HaveSuperVersion");
  sources.sequence =
      snapshot != nullptr ? snapshot->GetSequenceNumber() : parts_.versions->last_sequence();
  sources.inner = NewTreeIterator(options, sv, parts_.tables.get());
  sources.range_dels = NewRangeDelView(options, sv, parts_.tables.get());
  sources.super_version_number = sv.number;
  sources.hold = std::move(held);
  return sources;
}

// Stock's words, which its users compare with.
Status UserIterators::CheckTier(const ReadOptions& options) {
  return options.read_tier != kPersistedTier
             ? Status::OK()
             : Status::NotSupported("ReadTier::kPersistedData is not yet supported in iterators.");
}

Iterator* UserIterators::New(const ReadOptions& given, const FamilyPtr& family,
                             const Snapshot* snapshot) {
  ReadOptions options = given;
  options.io_activity = Env::IOActivity::kDBIterator;
  if (Status s = CheckTier(options); !s.ok()) return NewErrorIterator(s);
  const Status s = ReadPath::CheckTimestamp(options, *family);
  if (!s.ok()) return NewErrorIterator(s);
  DbIter::Sources sources = MakeSources(options, family, snapshot);
  const auto* held = static_cast<const HeldVersion*>(sources.hold.get());
  // Tombstones of Level 0 were read just now; those of deeper levels fail when they are needed.
  if (sources.range_dels != nullptr && !sources.range_dels->status().ok()) {
    return NewErrorIterator(sources.range_dels->status());
  }
  const std::shared_ptr<const CfConfig> config = held->sv->config;
  DbIter::Config c;
  c.order = config->order;
  c.merge_operator = config->options.merge_operator.get();
  c.prefix_extractor = config->options.prefix_extractor.get();
  c.max_sequential_skip = config->options.max_sequential_skip_in_iterations;
  c.info_log = parts_.context.info_log.get();
  c.stats = parts_.context.stats;
  c.clock = parts_.context.clock.get();
  // Comparator, merge operator and extractor live in it; SetOptions may replace it meanwhile.
  c.keep = config;
  auto factory = std::make_unique<Sources>(this, options, family);
  RecordTick(parts_.context.stats, NO_ITERATOR_CREATED);
  return new DbIter(options, std::move(c), std::move(sources), std::move(factory));
}

std::vector<Iterator*> UserIterators::NewForAll(const ReadOptions& options,
                                                const std::vector<ColumnFamilyHandle*>& families) {
  // A snapshot held while they are made gives them one view. Each keeps its own super version
  // afterwards.
  const Snapshot* own = options.snapshot == nullptr ? reads_.TakeSnapshot() : nullptr;
  const Snapshot* at = own != nullptr ? own : options.snapshot;
  std::vector<Iterator*> iterators;
  iterators.reserve(families.size());
  for (ColumnFamilyHandle* cf : families) iterators.push_back(New(options, FamilyOf(cf), at));
  if (own != nullptr) parts_.snapshots.Release(own);
  return iterators;
}

}  // namespace ROCKSDB_NAMESPACE
