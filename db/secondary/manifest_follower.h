// Reads a primary's MANIFEST beside its writer: goes on where it stopped, and passes to another
// MANIFEST when CURRENT names one. Writes nothing.
//
//   CURRENT -> MANIFEST-5  [ e1 e2 | e3 e4 ]          view = e1..e2, then e1..e4
//           -> MANIFEST-9            [ s1 s2 s3 | e5 ]  view = s1..s3, then e5 as well
//
// A new MANIFEST begins with the whole state, so the rest of the old one need not be read.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "db/log/log_follower.h"
#include "db/secondary/manifest_view.h"
#include "db/state/db_context.h"

namespace ROCKSDB_NAMESPACE {

// One thread at a time.
class ManifestFollower {
 public:
  ManifestFollower(const DbContext* context, std::shared_ptr<ObsoleteFiles> obsolete,
                   std::set<std::string> wanted);

  // Takes up everything that the MANIFEST in force holds by now; atomic groups whole or not at all.
  // After a failure the view holds all edits up to some moment, and the next call begins at the
  // MANIFEST's beginning again.
  [[nodiscard]] Status ReadNew();
  const ManifestView& view() const { return *view_; }

 private:
  // A MANIFEST that goes while it is looked for is followed by another, which CURRENT names.
  static constexpr int kAttempts = 16;

  Status ReadOther(const std::string& path, uint64_t number);
  Status ReadEdits(const std::string& path, log::Follower* follower, ManifestView* view);
  Status TakeEdit(VersionEdit edit, ManifestView* view);
  std::unique_ptr<ManifestView> NewView(const ManifestView* former) const;

  const DbContext& context_;
  const std::shared_ptr<ObsoleteFiles> obsolete_;
  const std::set<std::string> wanted_;
  std::unique_ptr<ManifestView> view_;       // never null
  std::unique_ptr<log::Follower> follower_;  // null: from the beginning
  uint64_t number_ = 0;                      // of the MANIFEST being followed
  std::vector<VersionEdit> group_;           // an atomic group whose end is yet to come
};

}  // namespace ROCKSDB_NAMESPACE
