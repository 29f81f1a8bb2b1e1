// The state that the workers of one run share. A worker holds the gate shared during an operation.
// It holds the gate alone to reopen the database, to create and drop families, to write over the
// keys of all threads, and to compare the whole database.
//
// Invariants
//  1. Only the owner of a key, with the gate shared, and a holder of the gate alone read and write
//     live() of the key.
//  2. The set of families and the open database change only while one worker holds the gate alone
//  and
//     no worker has a snapshot.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

#include "tools/db_stress/base_state.h"
#include "tools/db_stress/kill_point.h"
#include "tools/db_stress/option_draw.h"
#include "tools/db_stress/stress_db.h"
#include "tools/db_stress/trace.h"

namespace stress {

// A shared mutex whose readers cannot starve a writer.
class FairGate {
 public:
  void lock_shared() {
    const std::lock_guard<std::mutex> turn(turn_);
    gate_.lock_shared();
  }
  void unlock_shared() { gate_.unlock_shared(); }
  void lock() {
    turn_.lock();
    gate_.lock();
  }
  void unlock() {
    gate_.unlock();
    turn_.unlock();
  }

 private:
  // A thread holds it while it waits for the gate: a waiting writer keeps new readers out.
  std::mutex turn_;
  std::shared_mutex gate_;
};

// A snapshot and what one block of its owner's keys held when the owner took it.
struct HeldSnapshot {
  const rocksdb::Snapshot* snapshot;
  uint32_t slot, generation, first;
  std::vector<Word> words;
};

// The run mode creates it, and all workers use it. Counters and flags are atomic; the gate guards
// the rest.
class Session {
 public:
  Session(std::string db_path, const BaseState& base, const DbTraits& traits, Trace* trace,
          Killer* killer, uint64_t arm_at);

  // Opens with options drawn from `seed`, with `fixed` as in Draw. Prints the line of draws.
  [[nodiscard]] rocksdb::Status Open(uint64_t seed, const std::string& fixed);
  [[nodiscard]] rocksdb::Status Close() { return db_.Close(); }
  // Closes and opens again with other options, perhaps in another form, but the same promise about
  // a crash.
  // REQUIRES: gate held alone, no snapshots (ReleaseAllSnapshots).
  [[nodiscard]] rocksdb::Status Reopen(uint64_t seed);

  // Prints the fault and ends the run.
  void Fault(const std::string& text);
  bool over() const { return over_.load(std::memory_order_acquire); }
  bool faulty() const { return faulty_.load(std::memory_order_acquire); }
  // Compares the whole database with live(). REQUIRES: gate held alone.
  void CompareAll(const char* when);
  // A worker calls it once per operation. It arms the killer after `arm_at` operations.
  void CountOperation();
  uint64_t operations() const { return operations_.load(std::memory_order_relaxed); }

  StressDb& db() { return db_; }
  Trace& trace() { return *trace_; }
  FairGate& gate() { return gate_; }
  std::vector<SlotState>& live() { return live_; }
  // The word of a key before the run.
  Word BaseWord(uint32_t slot, uint32_t generation, uint32_t key) const {
    return base_[slot].generation == generation ? base_[slot].words[key] : kAbsent;
  }
  const RunTraits& run() const { return run_; }
  const DbTraits& traits() const { return db_.traits(); }
  // The snapshots that a worker holds. REQUIRES: the caller is this worker and holds the gate
  // shared, or holds it alone.
  std::vector<HeldSnapshot>& snapshots(uint32_t worker) { return snapshots_[worker]; }
  // REQUIRES: the same as snapshots().
  void ReleaseSnapshots(uint32_t worker);
  // REQUIRES: gate held alone.
  void ReleaseAllSnapshots();
  // Prepared transactions with updates of a slot. Its family must stay as long as there are any.
  std::atomic<int>& pending(uint32_t slot) { return pending_[slot]; }

 private:
  // The kill point counts after this many operations; 0: from the opening.
  const uint64_t arm_at_;
  Trace* const trace_;
  Killer* const killer_;
  StressDb db_;
  RunTraits run_;
  std::string fixed_;
  FairGate gate_;
  // The words before the run; live_ starts as a copy.
  const std::vector<SlotState> base_;
  std::vector<SlotState> live_;
  // By worker. A worker releases them before anybody closes the database.
  std::vector<std::vector<HeldSnapshot>> snapshots_;
  std::atomic<int> pending_[kMaxSlots] = {};
  std::atomic<uint64_t> operations_{0};
  // The first fault sets both; workers then end before their next operation.
  std::atomic<bool> over_{false};
  std::atomic<bool> faulty_{false};
  // Keeps the output lines of several threads apart.
  std::mutex print_mutex_;
};

}  // namespace stress
