// Carries out one CompactionPick: reads the inputs, writes the outputs, reports what happened. Made
// by CompactionRunner and run on a background thread without any database lock; installing the
// result is the caller's business. It must never touch the tree, the MANIFEST or an input file.
//
//   inputs -> one iterator a level or group of L0 files -> merge -> CompactionIterator ->
//   TableOutputs
//             \___________________ once for each part, side by side ___________________________/
//
// Parts (subcompactions) run on threads of their own. They have adjacent ranges of user keys, share
// no state that changes, and their outputs are put together in key order when all have ended. The
// job has no result before the last part is done and the directory is synced.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compaction/compaction_iterator.h"
#include "compaction/compaction_pick.h"
#include "compaction/filter_choice.h"
#include "compaction/table_outputs.h"
#include "rocksdb/compaction_job_stats.h"
#include "table/table_reader.h"
#include "util/merge_meter.h"
#include "util/right_of_way.h"

namespace ROCKSDB_NAMESPACE {

class CompactionJob {
 public:
  // One thread's share of the job, for listeners.
  struct PartReport {
    size_t index = 0;
    Status status;
    CompactionJobStats stats;
  };
  // What the job needs from the database. The functions may be called from several threads at once.
  struct Services {
    TableOutputs::Settings outputs;  // everything that does not depend on the pick
    // An iterator over one input file; never null, a failure is an iterator with that status.
    std::function<InternalIterator*(const FilePtr&, int level, const ReadOptions&,
                                    const TableIterOptions&)>
        open;
    // The range tombstones of one input file, not clipped to its bounds; null or empty when it has
    // none.
    std::function<Status(const FilePtr&, int level,
                         std::shared_ptr<const FragmentedRangeTombstones>*)>
        tombstones;
    // Keys that cut a file into pieces of similar size, for subcompactions. May be null: then the
    // job is one part.
    std::function<Status(const FilePtr&, int level, size_t max, std::vector<KeyAnchor>*)> sample;
    std::vector<SequenceNumber> snapshots;  // ascending
    // See CompactionIterator::Config.
    SequenceNumber oldest_conflict_snapshot = kLargestSequence;
    // Properties of the inputs by path, for the application's filter factory. May be null.
    std::function<TablePropertiesCollection()> input_properties;
    // Read between records; when one of them turns true the job ends with ShutdownInProgress. Not
    // null.
    const std::atomic<bool>* cancel_all = &kNeverCanceled;
    uint64_t readahead = 2 << 20;
    // The system caches no input, so that what is read ahead lies in this process, and nobody has
    // said how much that should be.
    bool spare_memory = false;
    // Compare what was read with what the inputs' properties say; a difference fails the job.
    bool verify_record_count = true;
    // Asked between records whether a flush goes first. May be null.
    RightOfWay* right_of_way = nullptr;
    // Where the work of each part is measured. May be null.
    MergeMeter* meter = nullptr;
    // Called by the thread of each part, before and after its work. May be null.
    std::function<void(bool begin, const PartReport&)> on_part;
    bool report_io = false;  // measure file times into the stats
    const std::atomic<bool>* cancel_this = &kNeverCanceled;
  };
  // Filled by Run() when it returns OK; files without epochs, which the installer gives them.
  struct Result {
    std::vector<std::shared_ptr<FileMeta>> files;  // key order
    std::vector<std::string> paths;
    std::vector<TableProperties> properties;
    CompactionIterator::Counters counters;
    uint64_t bytes_written = 0;
    uint64_t records_written = 0;
    uint64_t subcompactions = 1;
    uint64_t setup_micros = 0;        // choosing the parts
    uint64_t tombstones_dropped = 0;  // range tombstones with nothing left to delete
    CompactionJobStats stats;         // sums over the parts, without what the pick knows
  };

  // REQUIRES: `pick` outlives the job; it holds the tree, and so the input files.
  CompactionJob(const CompactionPick& pick, std::shared_ptr<const CfConfig> config,
                Services services);
  ~CompactionJob();

  // Once, from one thread; blocks until all parts have ended. On failure nothing is left on disk,
  // and the first failing part's error is returned. After OK the outputs are synced, closed and
  // named in the synced directory, but belong to no tree yet.
  [[nodiscard]] Status Run();
  Result& result() { return result_; }
  // Removes the outputs again: they could not be installed. REQUIRES: no record of them can have
  // reached the MANIFEST.
  void Abandon(const Status& why = Status::OK());

 private:
  struct Part;

  Status GatherTombstones();
  std::vector<std::string> SampleSplitKeys();
  void MakeParts();
  void RunPart(Part* part);
  void SumUp(Status* s);
  Status RunPartInternal(Part* part);
  // Elsewhere in Level 0 data of older files lies beside the output, and must stay deleted.
  bool MayDropDeletions() const { return pick_.output_level > 0 || pick_.oldest_of_level0; }
  // Old records of the last level need no sequence numbers.
  bool ZeroesSequences() const { return pick_.bottommost && pick_.output_level > 0; }
  // Bytes that the iterator over one of so many runs holds.
  static size_t HeldOfEach(size_t runs);
  uint64_t ReadaheadOfEach(size_t runs) const;
  // All of them merged, unbounded: each part seeks to its beginning.
  std::unique_ptr<InternalIterator> OpenInputs();
  // Null: the factory makes none, or there is none.
  std::shared_ptr<SstPartitioner> MakePartitioner() const;
  TableOutputs::Settings OutputSettings(const Part& part) const;
  [[nodiscard]] Status MakeFilter(FilterChoice* choice) const;
  uint64_t OldestAncestorTime() const;
  // Of the inputs' keys, or later where an input's table does not tell; 0: unknown.
  uint64_t NewestKeyTime() const;
  Status CheckCounts() const;
  Status CheckOneFile() const;

  const CompactionPick& pick_;
  const std::shared_ptr<const CfConfig> config_;
  const Services services_;
  // Of all inputs, cut to their files' bounds; made before the parts start and only read by them.
  // Slices in the three below point into tombstone_sources_.
  std::unique_ptr<FragmentedRangeTombstones> tombstones_;
  std::vector<std::shared_ptr<const FragmentedRangeTombstones>> tombstone_sources_;
  std::vector<RangeTombstone> kept_tombstones_;
  std::vector<std::unique_ptr<Part>> parts_;
  Result result_;
};

}  // namespace ROCKSDB_NAMESPACE
