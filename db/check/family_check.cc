// One column family's check: see family_check.h.
#include "db/check/family_check.h"

#include "bucket/bucket_audit.h"
#include "db/check/record_check.h"
#include "db/state/family_view.h"
#include "version/tree_audit.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// All audits look at one view: writers and jobs go on meanwhile without disturbing it. Memtables
// keep growing, so entries newer than the view's moment are left out.
class FamilyCheck {
 public:
  FamilyCheck(DbParts* parts, const FamilyPtr& family, const TreeCheckOptions& options,
              TreeCheckReport* report)
      : parts_(*parts),
        view_(parts, family, true),
        newest_(parts->versions->last_sequence()),
        options_(options),
        report_(report) {}

  void Run() {
    const TreeVersion& tree = view_.tree();
    FaultList faults(&report_->faults, options_.max_faults);
    AuditLevels(tree, &faults);
    AuditLevel0(tree, &faults);
    // The cached intervals are what reads and pickers rely on: compared with the files themselves.
    AuditIntervals(tree.order(), tree.files(0), tree.l0(), &faults);
    if (const BucketMap* map = view_.bucket_map()) {
      AuditBuckets(*map, &faults);
      report_->straddling_files = CountStraddlers(*map, tree.files(0));
    }
    AuditNewest(tree, &faults);
    if (!options_.read_entries) {
      report_->files = tree.total_files();
      return;
    }
    CheckEntries(tree);
  }

 private:
  void AuditNewest(const TreeVersion& tree, FaultList* faults) {
    // Read after the view was taken: all that its files hold was published before.
    const SequenceNumber now = parts_.versions->last_sequence();
    for (int level = 0; level < tree.num_levels(); ++level) {
      for (const FilePtr& file : tree.files(level)) {
        if (file->largest_seqno <= now) continue;
        faults->Add(TreeFault::kSequenceBounds,
                    "a file is newer than the database, which is at " + std::to_string(now), level,
                    *file);
      }
    }
  }

  Status OpenTable(const FilePtr& file, int level, RecordCheck::OpenedFile* out) {
    ReadOptions read;
    read.verify_checksums = options_.verify_checksums;
    read.fill_cache = false;
    const CfConfig& config = view_.config();
    TableCache& tables = *parts_.tables;
    Status s = tables.Properties(config, *file, level, &out->properties);
    if (s.ok()) s = tables.RangeTombstones(config, *file, level, &out->tombstones);
    if (!s.ok()) return s;
    // A file without a properties block has nothing to compare with.
    if (out->properties != nullptr && out->properties->num_entries == 0) out->properties.reset();
    TableIterOptions how;
    // Reads straight through and leaves the block cache to the users.
    how.for_compaction = true;
    out->entries.reset(tables.NewIterator(read, config, file, level, how));
    return s;
  }

  void CheckEntries(const TreeVersion& tree) {
    RecordCheck check(
        tree.order(), options_,
        [this](const FilePtr& f, int level, RecordCheck::OpenedFile* out) {
          return OpenTable(f, level, out);
        },
        report_);
    const SuperVersion& sv = *view_.sv;
    std::vector<MemTablePtr> memtables{sv.mem};
    memtables.insert(memtables.end(), sv.imm.begin(), sv.imm.end());
    for (const MemTablePtr& mem : memtables) {
      check.AddMemtable(std::unique_ptr<InternalIterator>(mem->NewIterator()),
                        mem->RangeTombstones(), newest_);
    }
    // Files of Level 0 may overlap, so each is a source of its own.
    for (const FilePtr& file : tree.files(0)) check.AddFiles(0, FileList{file});
    for (int level = 1; level <= tree.deepest_level(); ++level) {
      check.AddFiles(level, tree.files(level));
    }
    check.Run();
  }

  DbParts& parts_;
  const FamilyView view_;
  const SequenceNumber newest_;  // after the view: whatever it shows is published by then
  const TreeCheckOptions options_;
  TreeCheckReport* const report_;
};

}  // namespace

void CheckFamily(DbParts* parts, const FamilyPtr& family, const TreeCheckOptions& options,
                 TreeCheckReport* report) {
  FamilyCheck(parts, family, options, report).Run();
}

}  // namespace ROCKSDB_NAMESPACE
