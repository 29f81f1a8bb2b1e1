// Choosing a job's compaction filter: see filter_choice.h.
#include "compaction/filter_choice.h"

namespace ROCKSDB_NAMESPACE {

Status ChooseFilter(const ColumnFamilyOptions& options, const CompactionFilter::Context& job,
                    FilterChoice* choice) {
  CompactionFilterFactory* factory = options.compaction_filter_factory.get();
  if (job.reason == TableFileCreationReason::kCompaction) {
    choice->filter = options.compaction_filter;
  }
  if (choice->filter == nullptr && factory != nullptr &&
      factory->ShouldFilterTableFileCreation(job.reason)) {
    choice->made = factory->CreateCompactionFilter(job);
    choice->filter = choice->made.get();
  }
  if (choice->filter == nullptr || choice->filter->IgnoreSnapshots()) return Status::OK();
  return Status::NotSupported(
      "CompactionFilter::IgnoreSnapshots() = false is not supported anymore.");
}

}  // namespace ROCKSDB_NAMESPACE
