// Which compaction filter a job that writes tables gets. Called by compactions and flushes, once
// for each of their parts; made filters are used by one thread.
#pragma once

#include <memory>

#include "rocksdb/compaction_filter.h"
#include "rocksdb/options.h"

namespace ROCKSDB_NAMESPACE {

// The filter of a job, and what keeps it alive where a factory made it.
struct FilterChoice {
  const CompactionFilter* filter = nullptr;  // null: the job is not filtered
  std::unique_ptr<CompactionFilter> made;
};

// For compactions: the option's own filter, else what the factory makes. Other jobs get what the
// factory makes for them: only a factory knows the kind of job. NotSupported for a filter that does
// not want to see what snapshots see, as in stock. REQUIRES: *choice is fresh.
[[nodiscard]] Status ChooseFilter(const ColumnFamilyOptions& options,
                                  const CompactionFilter::Context& job, FilterChoice* choice);

}  // namespace ROCKSDB_NAMESPACE
