// See the header.
#include "db/secondary/catch_up.h"

#include <algorithm>
#include <cinttypes>
#include <utility>

#include "env/plain_io.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::set<std::string> NamesOf(const std::vector<ColumnFamilyDescriptor>& families) {
  std::set<std::string> names;
  for (const ColumnFamilyDescriptor& d : families) names.insert(d.name);
  return names;
}

}  // namespace

CatchUp::CatchUp(DbParts* parts, const std::vector<ColumnFamilyDescriptor>& families)
    : parts_(*parts),
      wanted_(families),
      manifest_(&parts->context, parts->obsolete, NamesOf(families)),
      logs_(parts, &families_) {}

Status CatchUp::Run() {
  Status s;
  {
    const WriteQueue::Exclusive alone(&parts_.queue);
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      s = Attempt();
      if (!s.IsTryAgain() && !IsMissing(s)) break;
    }
    if (s.ok()) Publish();
  }
  if (!s.ok())
    LogWarn(parts_.context.info_log.get(), "Catching up failed: %s", s.ToString().c_str());
  // Readers of tables that no tree has any more.
  parts_.obsolete->Purge();
  return s;
}

Status CatchUp::Attempt() {
  Status s = ReadManifestAndLogs();
  BUCKETLSM_SYNC_POINT("CatchUp::Attempt:HaveManifest");
  if (s.ok()) s = FollowFamilies();
  if (s.ok()) s = logs_.Replay();
  return s;
}

// Invariant 1, and invariant 2 of ReplayedLogs.
Status CatchUp::ReadManifestAndLogs() {
  Status s = manifest_.ReadNew();
  if (!s.ok()) return s;
  const uint64_t additions = manifest_.view().additions();
  const ManifestView& view = manifest_.view();
  parts_.versions->SetMinLogToKeep(view.min_log_to_keep());
  s = logs_.Find(OldestLog());
  if (s.ok()) s = manifest_.ReadNew();
  if (s.ok() && manifest_.view().additions() != additions)
    return Status::TryAgain("The primary changes faster than it can be followed");
  return s;
}

uint64_t CatchUp::OldestLog() const {
  const ManifestView& view = manifest_.view();
  if (view.min_log_to_keep() != 0) return view.min_log_to_keep();
  uint64_t oldest = UINT64_MAX;
  for (const auto& [id, family] : view.families()) oldest = std::min(oldest, family.log_number);
  return oldest;
}

Status CatchUp::MakeFamilies() {
  const ManifestView& view = manifest_.view();
  SecondaryFamilies made;
  const auto db = parts_.context.config();
  for (const ColumnFamilyDescriptor& d : wanted_) {
    const auto it = std::find_if(view.families().begin(), view.families().end(),
                                 [&d](const auto& one) { return one.second.name == d.name; });
    if (it == view.families().end())
      return Status::InvalidArgument("Column family not found", d.name);
    std::shared_ptr<const CfConfig> config;
    Status s = MakeCfConfig(db->options, d.options, &config);
    if (!s.ok()) return s;
    auto family = std::make_shared<ColumnFamily>(&parts_.context, it->first, d.name, config);
    made.push_back(std::make_unique<SecondaryFamily>(&parts_, std::move(family)));
  }
  if (!view.db_id().empty()) parts_.context.db_id = view.db_id();
  StateLock lock(&parts_.context.mutex);
  for (const auto& one : made) parts_.families.Add(one->family());
  families_ = std::move(made);
  return Status::OK();
}

// Its handles go on showing what it had.
void CatchUp::Drop(const FamilyPtr& family) {
  StateLock lock(&parts_.context.mutex);
  family->dropped = true;
  parts_.families.Remove(family->id);
  LogInfo(parts_.context.info_log.get(), "The primary has dropped column family %" PRIu32 " (%s)",
          family->id, family->name.c_str());
}

Status CatchUp::FollowFamilies() {
  const ManifestView& view = manifest_.view();
  if (families_.empty()) {
    Status s = MakeFamilies();
    if (!s.ok()) return s;
  }
  for (auto it = families_.begin(); it != families_.end();) {
    const FamilyPtr& family = (*it)->family();
    const auto now = view.families().find(family->id);
    if (now == view.families().end()) {
      Drop(family);
      it = families_.erase(it);
      continue;
    }
    Status s = (*it)->Follow(now->second, logs_.filling());
    if (!s.ok()) return s;
    ++it;
  }
  return Status::OK();
}

void CatchUp::Publish() {
  const ManifestView& view = manifest_.view();
  DbContext& c = parts_.context;
  SequenceNumber last = std::max(view.last_sequence(), logs_.last_sequence());
  last = std::max(last, parts_.versions->last_sequence());
  for (const auto& one : families_) last = std::max(last, one->largest_sequence());
  parts_.versions->MarkFileNumberUsed(view.next_file_number() - 1);
  const PublicationGate::Publication alone(&gate_);
  StateLock lock(&c.mutex);
  parts_.versions->set_last_sequence(last);
  BUCKETLSM_SYNC_POINT("CatchUp::Publish:HaveSequence");
  for (const auto& one : families_) one->Publish();
}

}  // namespace ROCKSDB_NAMESPACE
