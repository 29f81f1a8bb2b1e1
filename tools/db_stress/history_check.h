// Decides whether the contents of a database after a crash are a state of its history. Pure: base
// state, trace and found words in, findings out. The verifier calls it; history_check_test.cc
// proves that it finds losses, holes and values that came back.
//
// Each key belongs to one thread, so the list of a thread is a linear history of its keys.
// Replaying a list against the found words gives its *cuts*: the numbers of its first writes that,
// if exactly these survived, leave the found words.
//
//   list of thread 0    a1  a2  a3  a4 | a5          a5 was never acknowledged
//   words after         x   ok  x   ok   ok          cuts 2, 4, 5
//   guarantee                       ^ at least here  cuts 4, 5 remain
//
// No cut at all means a hole (or a wrong value); cuts below the guarantee alone mean a loss.
// Between lists: if a write survived, so did every write that was acknowledged before it began.
// Raising cuts until nothing changes finds the smallest cuts that satisfy this.
//
// A prepared transaction is one more word of its thread: nothing before its prepare, there after
// it, nothing again after its commit or rollback. So a prepared transaction that is lost, that
// comes back, or of which a half is visible leaves no cut.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tools/db_stress/base_state.h"
#include "tools/db_stress/trace.h"

namespace stress {

// The threads own blocks of this many keys in turn.
inline constexpr uint32_t kBlockKeys = 64;
inline uint32_t OwnerOf(uint32_t key, uint32_t threads) { return key / kBlockKeys % threads; }

struct CrashSnapshot {
  Guarantee guarantee = Guarantee::kAcknowledged;
  uint64_t durable = 0;                      // as in TraceHeader
  std::vector<uint64_t> durable_slot;        // as in TraceHeader, by slot
  std::vector<std::vector<Record>> lists;    // by thread; empty without a run to judge
  BaseState base;                            // before the run
  std::vector<SlotState> found;              // after it
  std::vector<std::set<uint64_t>> prepared;  // found prepared, by thread; may be shorter than lists
};

struct Judgement {
  std::vector<std::string> findings;  // empty: the database kept its promise
  uint64_t issued = 0;
  uint64_t acknowledged = 0;
  uint64_t survived = 0;

  bool ok() const { return findings.empty(); }
};

Judgement JudgeCrash(const CrashSnapshot& snapshot);

// Names the write that made this word of a key: "put #17 of 20". `start` is the word of the key
// before the list.
std::string OriginOf(const std::vector<Record>& list, uint32_t slot, uint32_t generation,
                     uint32_t key, Word start, Word word);

// The records of the updates that the prepared transaction `id` holds; empty if no list has it.
std::vector<Record> UpdatesOf(const std::vector<Record>& list, uint64_t id);
// The word of a key after one update of it.
Word WordAfter(const Record& update, Word before);
// Changes the words by one update. REQUIRES: the update is of this slot and generation.
void ApplyRecord(const Record& update, std::vector<Word>* words);

// The history of a slot, from which follows which family must, may or must not exist. The fields
// are those of the trace's header.
struct SlotHistory {
  uint32_t generation = 0;
  uint32_t pending = 0;
  SlotPhase phase = SlotPhase::kStable;
};
// Returns what is wrong with finding `found_generation` (0: none) in the slot, or an empty text.
std::string JudgeFamily(uint32_t slot, const SlotHistory& history, uint32_t found_generation);

}  // namespace stress
