// The simulated database: one column family whose tree, buckets, picks, stalls and rebalancing are
// decided by the production code of schedule/ and below. Only bytes and time are modelled; see
// simulation.h for the clock.
//
// A job is decided when it starts (its outputs are worked out then), takes the time of its parts,
// and changes the tree when it ends, in the order in which Background does it.
//
// Not thread-safe; no clock; deterministic.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "bucket/flush_planner.h"
#include "compaction/output_cutter.h"
#include "options/db_config.h"
#include "rocksdb/options.h"
#include "schedule/scheduler.h"
#include "tools/lsm_sim/key_cells.h"
#include "util/processor_demand.h"
#include "version/version_edit.h"

namespace lsm_sim {

namespace rocks = ROCKSDB_NAMESPACE;

// One memtable: writes by cell.
struct Memtable {
  std::vector<double> writes;
  double bytes = 0;
};

// A flush or compaction that runs.
struct Job {
  enum Kind { kFlush, kCompaction };
  Kind kind = kCompaction;
  uint64_t id = 0;
  rocks::CompactionPick pick;
  // Flush: what it decided and reserved.
  rocks::FlushDecision decision;
  std::vector<rocks::BucketPiece> pieces;
  uint64_t first_epoch = 0;
  size_t memtables = 0;
  std::vector<std::shared_ptr<rocks::FileMeta>> outputs;
  // Bytes that each of its threads writes. Empty: nothing is rewritten.
  std::vector<double> parts;
};

struct Counters {
  double user_bytes = 0;
  double flushed_bytes = 0;
  double compacted_bytes = 0;  // written
  uint64_t flushes = 0;
  uint64_t compactions = 0;
  uint64_t moves = 0;
  uint64_t splits = 0;
  uint64_t merges = 0;
  // By start level, and of jobs within Level 0: jobs, input files, input bytes.
  struct Inputs {
    uint64_t jobs = 0;
    uint64_t files = 0;
    double bytes = 0;

    double FilesAJob() const { return static_cast<double>(files) / static_cast<double>(jobs); }
    double BytesAJob() const { return bytes / static_cast<double>(jobs); }
  };
  std::array<Inputs, 8> inputs;
  Inputs within_l0;
};

class Engine {
 public:
  // REQUIRES: valid options with bytewise keys. `entry_bytes`: of a key and its value in a table.
  Engine(const rocks::DBOptions& db, const rocks::ColumnFamilyOptions& cf, uint32_t processors,
         const KeyCells& cells, double entry_bytes);

  // Contents get generations from now on.
  void TrackGenerations() { tracks_generations_ = true; }

  // A full memtable waits to be flushed.
  void Seal(Memtable memtable);
  // The next job that may start now; it counts as running.
  std::optional<Job> Start(uint64_t now_seconds);
  // Installs the job's result.
  void Finish(Job* job);
  // The threads of a compaction had `passed` seconds together and wanted a processor for `wanted`.
  // How many threads the device is worth (UsefulThreads) is not modelled: any number.
  void NoteDemand(double wanted, double passed);

  rocks::FamilyState& family() { return *family_; }
  const rocks::FamilyState& family() const { return *family_; }
  // Bytes a second of delayed writers.
  uint64_t delay_rate() const { return delay_rate_; }
  const Counters& counters() const { return counters_; }
  Counters& counters() { return counters_; }
  int running_compactions() const { return load_.running_compactions; }
  int running_flushes() const { return load_.running_flushes; }
  // Memtables that are full and still in memory.
  size_t waiting() const { return sealed_.size(); }
  // REQUIRES: the file is part of the tree.
  const Contents& ContentsOf(uint64_t file_number) const { return contents_.at(file_number); }
  // Distinct keys of the whole tree, by cell: for checks.
  Contents Everything() const;

 private:
  Job StartFlush(rocks::FamilyState* family);
  Job StartCompaction(rocks::CompactionPick pick);
  void PlanFlush(const Memtable& all, Job* job);
  void MergeInputs(Job* job);
  std::vector<uint32_t> PartEnds(const rocks::CompactionPick& pick, uint32_t begin,
                                 uint32_t end) const;
  // Cuts `merged` into files as TableOutputs would, and adds them to the job.
  void WriteFiles(const Contents& merged, const std::vector<std::string>& cuts,
                  const rocks::FileList& grandparents, const rocks::OutputCutter::Limits& limits,
                  Job* job);
  std::shared_ptr<rocks::FileMeta> MakeFile(Contents contents);
  void Apply(const rocks::VersionEdit& edit);
  void InstallFlush(Job* job);
  void RebalanceBuckets();
  void Judge();

  const KeyCells& cells_;
  const double entry_bytes_;
  rocks::Machine machine_;
  rocks::ProcessorDemand demand_;
  rocks::BucketSizingInputs sizing_;
  uint64_t most_delay_rate_;
  std::unique_ptr<rocks::FamilyState> family_;
  std::vector<rocks::FamilyState*> families_;
  rocks::Scheduler scheduler_;
  rocks::Load load_;
  uint64_t delay_rate_;
  std::vector<Memtable> sealed_;  // oldest first
  std::unordered_map<uint64_t, Contents> contents_;
  bool tracks_generations_ = false;
  uint32_t generation_ = 0;  // of the last flush
  uint64_t next_file_ = 1;
  uint64_t next_job_ = 1;
  uint64_t last_sequence_ = 0;
  Counters counters_;
};

}  // namespace lsm_sim
