// One run: what its workers share. Workers hold the gate shared during an operation; whoever needs
// the database for itself (reopen, families, writes over all threads' keys, whole comparisons)
// holds it alone.
//
// Invariants
//  1. live() of a key is read and written by the key's owner with the gate shared, or by anyone who
//     holds it alone.
//  2. Families and the open database change only with the gate held alone and all snapshots of all
//     workers released.
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
  // Held while waiting for the gate: a writer that has its turn keeps new readers out.
  std::mutex turn_;
  std::shared_mutex gate_;
};

class Worker;

// Made by the run mode, used by all workers. Its own counters and marks are atomic; everything else
// is under the gate.
class Session {
 public:
  Session(std::string db_path, const BaseState& base, const DbTraits& traits, Trace* trace,
          Killer* killer, uint64_t arm_at);

  // Opens with options drawn from `seed`; `fixed` as in Draw. Prints the option line.
  [[nodiscard]] rocksdb::Status Open(uint64_t seed, const std::string& fixed);
  [[nodiscard]] rocksdb::Status Close() { return db_.Close(); }
  // Closes and opens again with other options but the same promise about a crash.
  // REQUIRES: gate held alone, no snapshots.
  [[nodiscard]] rocksdb::Status Reopen(uint64_t seed);

  // Says what is wrong, once, and ends the run.
  void Fault(const std::string& text);
  bool over() const { return over_.load(std::memory_order_acquire); }
  bool faulty() const { return faulty_.load(std::memory_order_acquire); }
  // Compares the whole database with live(). REQUIRES: gate held alone.
  void CompareAll(const char* when);
  // Called once an operation by each worker; arms the killer when the run has come so far.
  void CountOperation();
  uint64_t operations() const { return operations_.load(std::memory_order_relaxed); }

  StressDb& db() { return db_; }
  Trace& trace() { return *trace_; }
  FairGate& gate() { return gate_; }
  std::vector<SlotState>& live() { return live_; }
  // What a key held before the run.
  Word BaseWord(uint32_t slot, uint32_t generation, uint32_t key) const {
    return base_[slot].generation == generation ? base_[slot].words[key] : kAbsent;
  }
  const RunTraits& run() const { return run_; }
  const DbTraits& traits() const { return db_.traits(); }
  std::vector<std::unique_ptr<Worker>>& workers() { return workers_; }

 private:
  // The kill point counts from this many operations on; 0: from the opening.
  const uint64_t arm_at_;
  Trace* const trace_;
  Killer* const killer_;
  StressDb db_;
  RunTraits run_;
  std::string fixed_;
  FairGate gate_;
  // What was found before the run; live_ starts as a copy of it.
  const std::vector<SlotState> base_;
  std::vector<SlotState> live_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<uint64_t> operations_{0};
  // Set by the first fault: workers end at their next operation. faulty_ stays set.
  std::atomic<bool> over_{false};
  std::atomic<bool> faulty_{false};
  // Keeps lines of several threads apart.
  std::mutex telling_;
};

}  // namespace stress
