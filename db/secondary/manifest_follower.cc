// See the header.
#include "db/secondary/manifest_follower.h"

#include <utility>

#include "db/state/version_set.h"
#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {

ManifestFollower::ManifestFollower(const DbContext* context,
                                   std::shared_ptr<ObsoleteFiles> obsolete,
                                   std::set<std::string> wanted)
    : context_(*context), obsolete_(std::move(obsolete)), wanted_(std::move(wanted)) {
  view_ = NewView(nullptr);
}

std::unique_ptr<ManifestView> ManifestFollower::NewView(const ManifestView* former) const {
  return std::make_unique<ManifestView>(wanted_, context_.dbname, obsolete_, former);
}

Status ManifestFollower::ReadNew() {
  Status s;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::string path;
    uint64_t number = 0;
    s = VersionSet::ReadCurrent(context_.fs.get(), context_.dbname, &path, &number);
    if (!s.ok()) return s;
    if (follower_ != nullptr && number == number_) {
      s = ReadEdits(path, follower_.get(), view_.get());
      // Whatever was wrong, half of a record's edits may be missing from the view.
      if (!s.ok()) follower_.reset();
      return s;
    }
    s = ReadOther(path, number);
    if (!IsMissing(s)) return s;
  }
  return s;
}

Status ManifestFollower::ReadOther(const std::string& path, uint64_t number) {
  std::unique_ptr<log::Follower> follower;
  Status s =
      log::Follower::Open(context_.fs.get(), path, context_.file_options, number, true, &follower);
  if (!s.ok()) return s;
  std::unique_ptr<ManifestView> fresh = NewView(view_.get());
  group_.clear();
  s = ReadEdits(path, follower.get(), fresh.get());
  if (s.ok() && !fresh->complete())
    s = Status::Corruption("MANIFEST " + path, "lacks its file, log or sequence number");
  if (s.ok() && fresh->IsOfAnother()) {
    s = Status::Corruption("MANIFEST " + path, "is of another database");
  }
  if (!s.ok()) {
    follower_.reset();
    return s;
  }
  fresh->Replace();
  view_ = std::move(fresh);
  follower_ = std::move(follower);
  number_ = number;
  return s;
}

Status ManifestFollower::ReadEdits(const std::string& path, log::Follower* follower,
                                   ManifestView* view) {
  Slice record;
  while (follower->Next(&record)) {
    VersionEdit edit;
    Status s = edit.DecodeFrom(record);
    if (s.ok()) s = TakeEdit(std::move(edit), view);
    if (s.IsNotSupported()) return s;
    if (!s.ok()) return Status::Corruption("MANIFEST " + path, s.ToString());
  }
  return follower->status();
}

Status ManifestFollower::TakeEdit(VersionEdit edit, ManifestView* view) {
  const bool counts_down =
      edit.in_atomic_group &&
      (group_.empty() || edit.atomic_group_remaining + 1 == group_.back().atomic_group_remaining);
  if (!counts_down && (edit.in_atomic_group || !group_.empty()))
    return Status::Corruption("an atomic group is interrupted");
  const bool last = edit.atomic_group_remaining == 0;
  group_.push_back(std::move(edit));
  if (!last) return Status::OK();
  Status s;
  for (const VersionEdit& one : group_) {
    if (s.ok()) s = view->Take(one);
  }
  group_.clear();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
