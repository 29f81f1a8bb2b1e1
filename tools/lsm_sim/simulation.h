// The virtual clock: writers fill memtables, jobs take the time that machine and device give their
// bytes, and after each of these events the engine decides anew. Time jumps from event to event.
//
//   writers --bytes--> memtable --full--> Engine::Seal
//   Engine::Start --> streams of the job's parts --all done, and a latency for its files-->
//   Engine::Finish
//
// Deterministic: equal specs give equal runs.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <vector>

#include "tools/db_bench/random.h"
#include "tools/lsm_sim/engine.h"
#include "tools/lsm_sim/machine_model.h"
#include "tools/lsm_sim/write_load.h"

namespace lsm_sim {

struct SimSpec {
  std::string name;
  rocks::DBOptions db;
  rocks::ColumnFamilyOptions cf;
  MachineSpec machine;
  LoadSpec load;
  uint64_t keys = 3'200'000;  // of the key space
  uint64_t writes = 3'200'000;
  // Of one entry: as writers count it (key and value), in a memtable with all that belongs to it,
  // and in a table. The last two are those of the cell that the model is calibrated on.
  double user_bytes = 1016;
  double memtable_bytes = 1076;
  double entry_bytes = 1024.5;
  uint32_t processors = 2;  // as the engine counts them
  uint64_t seed = 42;
  bool track_generations = false;  // for checks; takes memory and time
  double sample_seconds = 1;       // between two lines of the timeline
};

// One line of the timeline.
struct Sample {
  double seconds = 0;
  double user_bytes = 0;  // written so far
  uint64_t l0_files = 0;
  uint64_t l0_depth = 0;
  int compactions = 0;
  int l0_compactions = 0;
  int threads = 0;  // that merge: the parts of all compactions
  int flushes = 0;
  uint64_t pending_bytes = 0;
  uint64_t buckets = 0;
  const char* state = "";  // "", "delay" or "stop", with the cause
};

struct Outcome {
  double write_seconds = 0;  // until the last write
  double drain_seconds = 0;  // from there until no job was left
  double stall_seconds = 0;  // time that writers lost to delays and stops
  double stop_seconds = 0;   // of these: stopped
  double job_seconds = 0;    // compactions times seconds, while writers wrote
  int most_jobs = 0;
  // Of jobs from Level 0 to the base level in several parts: seconds from the end of the first part
  // to that of the last, and of each such job from begin to end.
  std::vector<double> part_spreads;
  std::vector<double> l0_job_seconds;
  uint64_t most_depth = 0;
  uint64_t most_buckets = 0;
  double core_seconds = 0;
  Counters counters;
  std::vector<Sample> timeline;

  double MeanJobs() const { return write_seconds > 0 ? job_seconds / write_seconds : 0; }
  double WriteAmplification() const {
    return counters.user_bytes > 0
               ? (counters.flushed_bytes + counters.compacted_bytes) / counters.user_bytes
               : 0;
  }
};

class Simulation {
 public:
  explicit Simulation(SimSpec spec);

  // Runs to the end, and until the tree is at rest.
  Outcome Run();
  // Called after each event; for checks and for people who look on. May be null.
  void set_observer(std::function<void(const Simulation&)> observer) {
    observer_ = std::move(observer);
  }

  const Engine& engine() const { return engine_; }
  double now() const { return now_; }
  double user_bytes() const { return user_bytes_; }
  // How full the memtable is that writers fill.
  double MemtableShare() const { return active_.bytes / MemtableLimit(); }
  // Distinct keys that were written so far, by cell.
  const std::vector<double>& written() const { return written_; }

 private:
  struct Running {
    Job job;
    std::list<std::list<Stream>::iterator> parts;
    double began = 0;
    double first_part_end = -1;
    double ends = -1;  // once its parts are done
  };

  double WriterRate() const;
  // User bytes that fill a memtable.
  double MemtableLimit() const;
  double UserBytesInAll() const;
  double PhaseEnd() const;
  double MergeRate(const Job& job) const;
  double JobSeconds(const Job& job) const;
  double NextEvent() const;
  void Advance(double seconds);
  void Write(double bytes);
  void SealFull();
  void StartJobs();
  void EndParts();
  void NoteParts(const Running& running);
  void EndJobs();
  void TakeSample();

  const SimSpec spec_;
  const KeyCells cells_;
  WriteLoad load_;
  Engine engine_;
  bench::Random random_;
  double now_ = 0;
  double next_sample_ = 0;
  double user_bytes_ = 0;  // written so far
  Memtable active_;
  std::vector<double> written_;
  std::list<Stream> streams_;  // the first one is the writers'
  std::list<Running> running_;
  Outcome outcome_;
  std::function<void(const Simulation&)> observer_;
};

}  // namespace lsm_sim
