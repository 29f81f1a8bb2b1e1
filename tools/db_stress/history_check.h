// Is what a database holds after a crash a state its history went through? Pure: base state, trace
// and found words in, findings out. Used by the verifier; proven by history_check_test.cc to find
// losses, holes and values risen from the dead.
//
// Each key belongs to one thread, so each thread's list is a linear history of its keys. Replaying
// a list against the found words gives its *cuts*: how many writes of it may have survived so that
// exactly the found words result.
//
//   list of thread 0    a1  a2  a3  a4 | a5          a5 was never acknowledged
//   words after         x   ok  x   ok   ok          cuts 2, 4, 5
//   guarantee                       ^ at least here  cuts 4, 5 remain
//
// No cut at all is a hole (or a wrong value); only cuts below the guarantee are a loss. Between
// lists: when a write survived, then so did every write that was acknowledged before it began.
// The smallest cuts that satisfy this are found by raising them until nothing changes.
#pragma once

#include <string>
#include <vector>

#include "tools/db_stress/base_state.h"
#include "tools/db_stress/trace.h"

namespace stress {

// Keys come in blocks of this many, dealt to the threads in turn.
inline constexpr uint32_t kBlockKeys = 64;
inline uint32_t OwnerOf(uint32_t key, uint32_t threads) { return key / kBlockKeys % threads; }

struct CrashSnapshot {
  Guarantee guarantee = Guarantee::kAcknowledged;
  uint64_t durable = 0;                    // see TraceHeader
  std::vector<uint64_t> durable_slot;      // likewise, one for each slot
  std::vector<std::vector<Record>> lists;  // one for each thread; none when no run is to be judged
  BaseState base;                          // before the run
  std::vector<SlotState> found;            // after it
};

struct Judgement {
  std::vector<std::string> findings;  // empty: the database kept its promise
  uint64_t issued = 0;
  uint64_t acknowledged = 0;
  uint64_t survived = 0;

  bool ok() const { return findings.empty(); }
};

Judgement JudgeCrash(const CrashSnapshot& picture);

// Which write of a key's history made this word, in words: "put #17 of 20". `start` is what the key
// held before the list.
std::string OriginOf(const std::vector<Record>& list, uint32_t slot, uint32_t generation,
                     uint32_t key, Word start, Word word);

// Which families must, may and may not exist. `phase` and generations as the trace's header has
// them.
struct SlotHistory {
  uint32_t generation = 0;
  uint32_t pending = 0;
  SlotPhase phase = SlotPhase::kStable;
};
// Empty, or what is wrong with finding `generation` (0: none) in the slot.
std::string JudgeFamily(uint32_t slot, const SlotHistory& history, uint32_t found_generation);

}  // namespace stress
