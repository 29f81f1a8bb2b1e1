// Copies a column family's state for reports.
#include "db/state/family_view.h"

namespace ROCKSDB_NAMESPACE {

FamilyView::FamilyView(DbParts* db, FamilyPtr of, bool deep)
    : parts(*db), family(std::move(of)), sv(&family->super_versions) {
  // Most metadata calls need files only, and take no lock.
  if (!deep) return;
  StateLock lock(&parts.context.mutex);
  buckets = family->state().buckets();
  bucket_stats = family->state().bucket_stats();
  running = family->state().running();
  stall = family->state().stall;
  jobs = family->stats();
  stalls = family->stats().Stalls();
  opened_micros = family->stats().opened_micros;
  last_report = family->stats().last_report;
  pending_compaction_bytes = family->state().pending_bytes;
}

const BucketMap* FamilyView::bucket_map() const {
  return config().bucketized ? buckets.get() : nullptr;
}

LevelTargets FamilyView::Targets() const {
  return LevelTargets::Of(tree(), config().options, &config());
}

}  // namespace ROCKSDB_NAMESPACE
