// What a MANIFEST says of the families that a secondary instance has open, up to where it was read:
// fed edit by edit, and the source from which trees are made. No I/O.
//
// Invariant: a table has one FileMeta for as long as the view names it, even when the MANIFEST is
// read anew or replaced by another: open readers hang on the object. It is tracked, and counts as
// installed from the moment its reader is opened: the reader is closed once neither view nor any
// tree has the table.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "db/state/obsolete_files.h"
#include "version/version_edit.h"

namespace ROCKSDB_NAMESPACE {

class ManifestView {
 public:
  struct Place {
    int level = 0;
    std::shared_ptr<FileMeta> file;
  };
  struct Family {
    std::string name;
    std::string comparator;
    uint64_t log_number = 0;
    std::string boundaries;           // of buckets, as recorded
    std::map<uint64_t, Place> files;  // by number
    // Grow with each change of files or boundaries, and with each change that may have brought data
    // which is in no table of before: flushes and ingestions, also such as replace tables, but no
    // compaction.
    uint64_t changes = 0;
    uint64_t additions = 0;
  };

  // Families of other names are passed over. `former`: the view that this one will replace, whose
  // FileMetas it takes over; null: none. REQUIRES: it lives until Replace().
  ManifestView(std::set<std::string> wanted, std::string dbname,
               std::shared_ptr<ObsoleteFiles> obsolete, const ManifestView* former);
  ManifestView(const ManifestView&) = delete;
  ManifestView& operator=(const ManifestView&) = delete;

  // Corruption when the edit contradicts those before it; the view is then of no further use, but
  // as `former` of the next one.
  [[nodiscard]] Status Take(const VersionEdit& edit);
  // Whether the view and its former one have ids that differ. A MANIFEST may have none.
  bool IsOfAnother() const;
  // The MANIFEST was read to its end: the view stands in the place of its former one, and knows the
  // id that this one knew.
  void Replace();

  // Of the wanted families that were not dropped, by id.
  const std::map<uint32_t, Family>& families() const { return families_; }
  // Over all families.
  uint64_t additions() const { return additions_; }
  // The records that every MANIFEST must have were there.
  bool complete() const { return seen_next_file_ && seen_last_sequence_ && seen_log_; }
  const std::string& db_id() const { return db_id_; }
  SequenceNumber last_sequence() const { return last_sequence_; }
  uint64_t next_file_number() const { return next_file_; }
  // 0: not recorded.
  uint64_t min_log_to_keep() const { return min_log_; }

 private:
  Status TakeFamily(const VersionEdit& edit, Family* family);
  // *adds: some of the new tables hold what no table of before did.
  Status TakeFiles(const VersionEdit& edit, Family* family, bool* adds);
  std::shared_ptr<FileMeta> Adopt(uint32_t family, const std::shared_ptr<FileMeta>& file) const;

  const std::set<std::string> wanted_;
  const std::string dbname_;
  const std::shared_ptr<ObsoleteFiles> obsolete_;
  const ManifestView* former_;
  std::map<uint32_t, Family> families_;
  std::set<uint32_t> passed_over_;
  uint64_t additions_ = 0;
  std::string db_id_;
  SequenceNumber last_sequence_ = 0;
  uint64_t next_file_ = 0;
  uint64_t min_log_ = 0;
  bool seen_next_file_ = false;
  bool seen_last_sequence_ = false;
  bool seen_log_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
