// Carries out one CompactionPick: reads the inputs, writes the outputs, reports what happened. Runs
// on a background thread without any database lock; installing the result is the caller's business.
// Range splits (subcompactions) run on threads of their own.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compaction/compaction_pick.h"
#include "compaction/filter_choice.h"
#include "compaction/record_stream.h"
#include "compaction/table_outputs.h"
#include "rocksdb/compaction_job_stats.h"
#include "table/table_reader.h"

namespace ROCKSDB_NAMESPACE {

class CompactionJob {
 public:
  // One thread's share of the job, for listeners.
  struct PartReport {
    size_t index = 0;
    Status status;
    CompactionJobStats stats;
  };
  // What the database lends to the job. The functions may be called from several threads at once.
  struct Services {
    TableOutputs::Settings outputs;  // everything that does not depend on the pick
    std::function<InternalIterator*(const FilePtr&, int level, const ReadOptions&,
                                    const TableIterOptions&)>
        open;
    std::function<Status(const FilePtr&, int level,
                         std::shared_ptr<const FragmentedRangeTombstones>*)>
        tombstones;
    // Keys that cut a file into pieces of similar size, for subcompactions.
    std::function<Status(const FilePtr&, int level, size_t max, std::vector<KeyAnchor>*)> sample;
    std::vector<SequenceNumber> snapshots;  // ascending
    const std::atomic<bool>* cancel = nullptr;
    uint64_t readahead = 2 << 20;
    bool verify_record_count = true;
    // Called by the thread of each part, before and after its work. May be null.
    std::function<void(bool begin, const PartReport&)> on_part;
    bool report_io = false;  // measure file times into the stats
  };
  struct Result {
    std::vector<std::shared_ptr<FileMeta>> files;  // key order
    std::vector<std::string> paths;
    std::vector<TableProperties> properties;
    RecordStream::Counters counters;
    uint64_t bytes_written = 0;
    uint64_t records_written = 0;
    uint64_t subcompactions = 1;
    uint64_t setup_micros = 0;        // choosing the parts
    uint64_t tombstones_dropped = 0;  // range tombstones with nothing left to delete
    CompactionJobStats stats;         // sums over the parts; what the pick tells is left out
  };

  CompactionJob(const CompactionPick& pick, std::shared_ptr<const CfConfig> config,
                Services services);
  ~CompactionJob();

  // On failure nothing is left on disk.
  [[nodiscard]] Status Run();
  Result& result() { return result_; }
  // Removes the outputs again: they could not be installed.
  void Abandon();

 private:
  struct Part;

  Status GatherTombstones();
  std::vector<std::string> SplitKeys();
  void MakeParts();
  void RunPart(Part* part);
  void SumUp(Status* s);
  Status RunPartInternal(Part* part);
  // Old records of the last level need no numbers.
  bool ZeroesSequences() const { return pick_.bottommost && pick_.output_level > 0; }
  std::unique_ptr<InternalIterator> OpenInputs(const Part& part);
  TableOutputs::Settings OutputSettings(const Part& part) const;
  [[nodiscard]] Status MakeFilter(FilterChoice* choice) const;
  uint64_t OldestAncestorTime() const;
  Status CheckCounts() const;

  const CompactionPick& pick_;
  const std::shared_ptr<const CfConfig> config_;
  const Services services_;
  std::unique_ptr<FragmentedRangeTombstones> tombstones_;
  std::vector<std::shared_ptr<const FragmentedRangeTombstones>> tombstone_sources_;
  std::vector<RangeTombstone> kept_tombstones_;
  std::vector<std::unique_ptr<Part>> parts_;
  Result result_;
};

}  // namespace ROCKSDB_NAMESPACE
