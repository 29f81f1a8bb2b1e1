// The history check must find every kind of damage to a recovered state: the tests make a loss, a
// hole, a value that comes back, and half a batch.
#include "tools/db_stress/history_check.h"

#include <gtest/gtest.h>

#include <map>

#include "tools/db_bench/random.h"

namespace stress {
namespace {

constexpr uint32_t kKeys = 512;

// A made-up run: writes of several threads in a known order, and the state after each.
class MadeUpRun {
 public:
  MadeUpRun(uint32_t threads, uint32_t slots, Guarantee guarantee = Guarantee::kAcknowledged) {
    snapshot_.base = BaseState::Empty(1, kKeys, slots);
    for (SlotState& slot : snapshot_.base.slots) slot.generation = 1;
    snapshot_.lists.resize(threads);
    snapshot_.durable_slot.assign(slots, 0);
    snapshot_.guarantee = guarantee;
    states_.push_back(snapshot_.base.slots);
  }

  // One atomic write, acknowledged before the next begins.
  void Write(uint32_t thread, std::vector<Record> records, bool acknowledged = true) {
    const uint64_t begin = ++ticket_, finish = ++ticket_;
    std::vector<SlotState> state = states_.back();
    for (size_t i = 0; i < records.size(); ++i) {
      Record& r = records[i];
      r.begin = begin;
      r.finish = acknowledged ? finish : 0;
      r.more = i + 1 < records.size();
      r.generation = 1;
      Apply(r, &state[r.slot].words);
      snapshot_.lists[thread].push_back(r);
    }
    states_.push_back(std::move(state));
  }
  static Record Put(uint32_t key, uint64_t id, uint8_t slot = 0) {
    return Make(WriteKind::kPut, key, key + 1, id, slot);
  }
  static Record Merge(uint32_t key, uint64_t id, uint8_t slot = 0) {
    return Make(WriteKind::kMerge, key, key + 1, id, slot);
  }
  static Record Delete(uint32_t key, uint8_t slot = 0) {
    return Make(WriteKind::kDelete, key, key + 1, 0, slot);
  }
  static Record DeleteRange(uint32_t key, uint32_t end, uint8_t slot = 0) {
    return Make(WriteKind::kDeleteRange, key, end, 0, slot);
  }

  void Random(uint64_t seed, int writes) {
    bench::Random random(seed);
    for (int i = 0; i < writes; ++i) {
      const auto thread = static_cast<uint32_t>(random.Below(snapshot_.lists.size()));
      std::vector<Record> records;
      for (uint64_t n = 1 + (random.Below(6) == 0 ? random.Below(4) : 0); n > 0; --n)
        records.push_back(RandomRecord(&random, thread, static_cast<uint64_t>(i) * 8 + n + 1));
      Write(thread, std::move(records));
    }
  }

  // The state after the first `writes` writes.
  const std::vector<SlotState>& StateAfter(size_t writes) const { return states_[writes]; }
  size_t writes() const { return states_.size() - 1; }
  CrashSnapshot& snapshot() { return snapshot_; }
  Judgement JudgeFound(std::vector<SlotState> found) {
    snapshot_.found = std::move(found);
    return JudgeCrash(snapshot_);
  }

 private:
  static Record Make(WriteKind kind, uint32_t key, uint32_t end, uint64_t id, uint8_t slot) {
    Record r;
    r.kind = kind;
    r.key = key;
    r.end = end;
    r.id = id;
    r.slot = slot;
    return r;
  }
  Record RandomRecord(bench::Random* random, uint32_t thread, uint64_t id) {
    const auto threads = static_cast<uint32_t>(snapshot_.lists.size());
    const auto own = static_cast<uint32_t>(random->Below(kKeys / kBlockKeys / threads));
    const uint32_t block = (own * threads + thread) * kBlockKeys;
    const uint32_t key = block + static_cast<uint32_t>(random->Below(kBlockKeys));
    const auto slot = static_cast<uint8_t>(random->Below(snapshot_.base.slots.size()));
    const uint64_t dice = random->Below(10);
    if (dice < 5) return Put(key, id, slot);
    if (dice < 7) return Merge(key, id, slot);
    if (dice < 9) return Delete(key, slot);
    return DeleteRange(
        key, key + 1 + static_cast<uint32_t>(random->Below(block + kBlockKeys - key)), slot);
  }
  static void Apply(const Record& r, std::vector<Word>* words) {
    for (uint32_t key = r.key; key < r.end; ++key) {
      Word& word = (*words)[key];
      word = r.kind == WriteKind::kPut     ? WordOfPut(r.id)
             : r.kind == WriteKind::kMerge ? StepOfMerge(r.id).After(word)
                                           : kAbsent;
    }
  }

  CrashSnapshot snapshot_;
  std::vector<std::vector<SlotState>> states_;
  uint64_t ticket_ = 0;
};

bool Says(const Judgement& judgement, const std::string& word) {
  for (const std::string& finding : judgement.findings) {
    if (finding.rfind(word, 0) == 0) return true;
  }
  return false;
}

TEST(HistoryCheck, TheWholeHistoryIsFine) {
  for (uint64_t seed = 1; seed < 20; ++seed) {
    MadeUpRun run(4, 2);
    run.Random(seed, 500);
    const Judgement judgement = run.JudgeFound(run.StateAfter(500));
    EXPECT_TRUE(judgement.ok()) << judgement.findings[0];
    EXPECT_EQ(judgement.issued, 500u);
    EXPECT_EQ(judgement.acknowledged, 500u);
  }
}

TEST(HistoryCheck, AWriteThatWasNeverAcknowledgedMaySurviveOrNot) {
  MadeUpRun run(2, 1);
  run.Random(3, 50);
  run.Write(0, {MadeUpRun::Put(1, 9000), MadeUpRun::Put(2, 9001)}, false);
  EXPECT_TRUE(run.JudgeFound(run.StateAfter(50)).ok());
  EXPECT_TRUE(run.JudgeFound(run.StateAfter(51)).ok());
  std::vector<SlotState> half = run.StateAfter(50);
  half[0].words[1] = WordOfPut(9000);
  EXPECT_TRUE(Says(run.JudgeFound(half), "HOLE")) << "half of an atomic batch";
}

TEST(HistoryCheck, ALostAcknowledgedWriteIsFound) {
  MadeUpRun run(4, 2);
  run.Random(5, 300);
  run.Write(2, {MadeUpRun::Put(2 * kBlockKeys, 77777)});
  const Judgement judgement = run.JudgeFound(run.StateAfter(300));
  EXPECT_TRUE(Says(judgement, "LOSS"));
  EXPECT_NE(judgement.findings[1].find("expected put #"), std::string::npos)
      << judgement.findings[1];
}

TEST(HistoryCheck, AHoleInOneThreadsHistoryIsFoundEvenWithoutAnyPromise) {
  MadeUpRun run(2, 1, Guarantee::kWalFlushed);
  run.Write(0, {MadeUpRun::Put(1, 10)});
  run.Write(0, {MadeUpRun::Put(2, 11)});
  run.Write(0, {MadeUpRun::Put(3, 12)});
  std::vector<SlotState> found = run.StateAfter(3);
  found[0].words[2] = kAbsent;
  EXPECT_TRUE(Says(run.JudgeFound(found), "HOLE"));
  for (size_t kept = 0; kept <= 3; ++kept)
    EXPECT_TRUE(run.JudgeFound(run.StateAfter(kept)).ok()) << "any prefix will do: " << kept;
}

TEST(HistoryCheck, AHoleBetweenThreadsIsFound) {
  MadeUpRun run(2, 1, Guarantee::kWalFlushed);
  run.Write(0, {MadeUpRun::Put(1, 10)});
  run.Write(1, {MadeUpRun::Put(kBlockKeys, 11)});  // began after the first was acknowledged
  std::vector<SlotState> found = run.StateAfter(2);
  found[0].words[1] = kAbsent;
  EXPECT_TRUE(Says(run.JudgeFound(found), "HOLE"));
  EXPECT_TRUE(run.JudgeFound(run.StateAfter(1)).ok());
}

TEST(HistoryCheck, WritesUnderWayAtTheSameTimeMaySurviveInAnyOrder) {
  MadeUpRun run(2, 1, Guarantee::kWalFlushed);
  run.Write(0, {MadeUpRun::Put(1, 10)});
  run.Write(1, {MadeUpRun::Put(kBlockKeys, 11)});
  run.snapshot().lists[0][0].finish = 9;  // still under way when the other began
  std::vector<SlotState> found = run.StateAfter(2);
  found[0].words[1] = kAbsent;
  EXPECT_TRUE(run.JudgeFound(found).ok());
}

TEST(HistoryCheck, AValueRisenFromTheDeadIsFound) {
  MadeUpRun run(1, 1);
  run.Write(0, {MadeUpRun::Put(5, 10)});
  run.Write(0, {MadeUpRun::Delete(5)});
  run.Write(0, {MadeUpRun::Put(6, 11)});
  std::vector<SlotState> found = run.StateAfter(3);
  found[0].words[5] = WordOfPut(10);
  const Judgement judgement = run.JudgeFound(found);
  ASSERT_TRUE(Says(judgement, "HOLE"));
  EXPECT_NE(judgement.findings[1].find("found put #0"), std::string::npos) << judgement.findings[1];
}

TEST(HistoryCheck, AValueUncoveredByALostRangeDeletionIsFound) {
  MadeUpRun run(1, 1);
  run.Random(8, 200);
  run.Write(0, {MadeUpRun::Put(100, 50000)});
  run.Write(0, {MadeUpRun::DeleteRange(90, 128)});
  run.Random(9, 3);
  std::vector<SlotState> found = run.StateAfter(run.writes());
  if (found[0].words[100] == kAbsent) found[0].words[100] = WordOfPut(50000);
  EXPECT_FALSE(run.JudgeFound(found).ok());
}

TEST(HistoryCheck, ALostMergeOperandIsFound) {
  MadeUpRun run(1, 1);
  run.Write(0, {MadeUpRun::Put(5, 10)});
  run.Write(0, {MadeUpRun::Merge(5, 11)});
  run.Write(0, {MadeUpRun::Merge(5, 12)});
  std::vector<SlotState> found = run.StateAfter(3);
  found[0].words[5] = StepOfMerge(12).After(WordOfPut(10));
  EXPECT_TRUE(Says(run.JudgeFound(found), "HOLE"));
  found[0].words[5] = StepOfMerge(11).After(StepOfMerge(12).After(WordOfPut(10)));
  EXPECT_TRUE(Says(run.JudgeFound(found), "HOLE")) << "operands in the wrong order";
}

TEST(HistoryCheck, EveryChangeOfOneWordOfARandomStateIsFound) {
  for (uint64_t seed = 30; seed < 36; ++seed) {
    MadeUpRun run(4, 2);
    run.Random(seed, 400);
    bench::Random random(seed);
    for (int i = 0; i < 100; ++i) {
      std::vector<SlotState> found = run.StateAfter(400);
      const size_t slot = random.Below(2), key = random.Below(kKeys);
      // An earlier word of the key, if it differs.
      const Word earlier = run.StateAfter(random.Below(400))[slot].words[key];
      if (earlier == found[slot].words[key]) continue;
      found[slot].words[key] = earlier;
      EXPECT_FALSE(run.JudgeFound(found).ok()) << "seed " << seed << " key " << key;
    }
  }
}

TEST(HistoryCheck, EveryPrefixOfTheGlobalOrderIsFineWithoutPromise) {
  MadeUpRun run(4, 2, Guarantee::kWalFlushed);
  run.Random(40, 300);
  for (size_t kept = 0; kept <= 300; ++kept) {
    const Judgement judgement = run.JudgeFound(run.StateAfter(kept));
    ASSERT_TRUE(judgement.ok()) << kept << ": " << judgement.findings[0];
  }
}

TEST(HistoryCheck, WhatWasFlushedOrSyncedMustSurviveOtherwiseAnyPrefixMay) {
  MadeUpRun run(1, 1, Guarantee::kWalFlushed);
  for (uint32_t i = 0; i < 10; ++i) run.Write(0, {MadeUpRun::Put(i, 100 + i)});
  run.snapshot().durable = run.snapshot().lists[0][4].finish + 1;
  EXPECT_TRUE(run.JudgeFound(run.StateAfter(5)).ok());
  EXPECT_TRUE(Says(run.JudgeFound(run.StateAfter(4)), "LOSS"));
  run.snapshot().lists[0][7].flags = Record::kSynced;
  EXPECT_TRUE(Says(run.JudgeFound(run.StateAfter(7)), "LOSS"));
  EXPECT_TRUE(run.JudgeFound(run.StateAfter(8)).ok());
}

TEST(HistoryCheck, WithoutLogEachFamilyIsAPrefixOfItsOwn) {
  MadeUpRun run(2, 2, Guarantee::kFlushed);
  run.Random(50, 300);
  std::vector<SlotState> found = run.StateAfter(300);
  found[1] = run.StateAfter(120)[1];
  EXPECT_TRUE(run.JudgeFound(found).ok()) << "family 1 was flushed earlier than family 0";
  run.snapshot().durable_slot[1] = 2 * 200;  // tickets of the first 200 writes
  EXPECT_TRUE(Says(run.JudgeFound(found), "LOSS"));
  run.snapshot().guarantee = Guarantee::kWalFlushed;
  EXPECT_FALSE(run.JudgeFound(found).ok()) << "with a log there is one history over all families";
}

TEST(HistoryCheck, AWriteOverAllThreadsKeysSurvivesAsAWhole) {
  MadeUpRun run(2, 1, Guarantee::kWalFlushed);
  run.Write(0, {MadeUpRun::Put(1, 10)});
  run.Write(1, {MadeUpRun::Put(kBlockKeys, 11)});
  Record wide = MadeUpRun::DeleteRange(0, 2 * kBlockKeys);
  wide.flags = Record::kWide;
  run.Write(0, {wide});
  run.snapshot().lists[1].push_back(run.snapshot().lists[0].back());
  EXPECT_TRUE(run.JudgeFound(run.StateAfter(2)).ok());
  EXPECT_TRUE(run.JudgeFound(run.StateAfter(3)).ok());
  std::vector<SlotState> found = run.StateAfter(2);
  found[0].words[1] = kAbsent;  // thread 0's part only
  EXPECT_FALSE(run.JudgeFound(found).ok());
}

TEST(HistoryCheck, AFreshFamilyStartsEmptyAndWritesToAGoneOneCountForNothing) {
  MadeUpRun run(1, 2);
  run.Write(0, {MadeUpRun::Put(1, 10, 1)});
  std::vector<SlotState> found = run.StateAfter(1);
  found[1].generation = 0;
  EXPECT_TRUE(run.JudgeFound(found).ok());
  found[1].generation = 2;
  EXPECT_FALSE(run.JudgeFound(found).ok()) << "a key of the dropped family in the new one";
  found[1].words.assign(kKeys, kAbsent);
  EXPECT_TRUE(run.JudgeFound(found).ok());
}

// A run that prepares transaction 77 over a put of key 3, and ends it.
class PreparedRun {
 public:
  explicit PreparedRun(WriteKind end) : run_(2, 1) {
    run_.Write(1, {MadeUpRun::Put(kBlockKeys, 1)});
    Record update = MadeUpRun::Put(3, 9);
    update.flags = Record::kPending;
    run_.Write(0, {Mark(WriteKind::kPrepare), update});
    run_.Write(0, {MadeUpRun::Put(4, 2)});
    if (end == WriteKind::kCommit) {
      run_.Write(0, {Mark(end), MadeUpRun::Put(3, 9)});
    } else {
      run_.Write(0, {Mark(end)});
    }
    run_.Write(1, {MadeUpRun::Put(kBlockKeys, 3)});
  }

  MadeUpRun& run() { return run_; }
  // With the words after so many writes, and the transaction prepared or not.
  Judgement Judge(size_t writes, bool prepared) {
    run_.snapshot().prepared.assign(2, {});
    if (prepared) run_.snapshot().prepared[0].insert(77);
    std::vector<SlotState> found = run_.StateAfter(0);
    for (size_t i = 0; i < writes; ++i) ApplyWrite(i, &found[0].words);
    return run_.JudgeFound(found);
  }

 private:
  static Record Mark(WriteKind kind) {
    Record r = MadeUpRun::Put(0, 77);
    r.kind = kind;
    return r;
  }
  // MadeUpRun knows nothing of updates that wait.
  void ApplyWrite(size_t write, std::vector<Word>* words) {
    const bool of_first_thread = write >= 1 && write <= 3;
    const std::vector<Record>& list = run_.snapshot().lists[of_first_thread ? 0 : 1];
    for (const Record& r : list) {
      const bool now = r.begin == 2 * write + 1;
      if (!now || IsAboutTransaction(r.kind) || (r.flags & Record::kPending) != 0) continue;
      ApplyRecord(r, words);
    }
  }

  MadeUpRun run_;
};

TEST(HistoryCheck, APreparedTransactionIsThereFromItsPrepareToItsEnd) {
  for (const WriteKind end : {WriteKind::kCommit, WriteKind::kRollback}) {
    PreparedRun made(end);
    EXPECT_TRUE(made.Judge(5, false).ok());
    EXPECT_FALSE(made.Judge(5, true).ok()) << "it has ended";
    made.run().snapshot().guarantee = Guarantee::kWalFlushed;
    for (size_t kept = 0; kept <= 5; ++kept) {
      const bool prepared = kept == 2 || kept == 3;
      EXPECT_TRUE(made.Judge(kept, prepared).ok()) << kept;
      // Neither a prepare nor a rollback changes words: one write more or less may be the answer.
      const bool rolls_back = end == WriteKind::kRollback;
      if (kept == 1 || kept == 2 || (rolls_back && (kept == 3 || kept == 4))) continue;
      EXPECT_FALSE(made.Judge(kept, !prepared).ok()) << kept;
    }
  }
}

TEST(HistoryCheck, ATransactionOfAThreadThatTheRunDidNotHaveMustNotComeBack) {
  MadeUpRun run(2, 1);
  run.Random(3, 50);
  run.snapshot().prepared.assign(4, {});
  EXPECT_TRUE(run.JudgeFound(run.StateAfter(50)).ok());
  run.snapshot().prepared[3].insert(5);
  EXPECT_TRUE(Says(run.JudgeFound(run.StateAfter(50)), "PREPARED"));
}

TEST(HistoryCheck, AnAcknowledgedPrepareMustSurvive) {
  PreparedRun made(WriteKind::kCommit);
  std::vector<Record>& list = made.run().snapshot().lists[0];
  list.resize(2);
  made.run().snapshot().lists[1].resize(1);
  EXPECT_TRUE(made.Judge(1, true).ok());
  EXPECT_TRUE(Says(made.Judge(1, false), "LOSS"));
  for (Record& r : list) r.finish = 0;
  EXPECT_TRUE(made.Judge(1, true).ok()) << "under way";
  EXPECT_TRUE(made.Judge(1, false).ok()) << "under way";
}

TEST(HistoryCheck, ARefusedWriteLeavesNothing) {
  MadeUpRun run(1, 1);
  run.Write(0, {MadeUpRun::Put(1, 10)});
  run.Write(0, {MadeUpRun::Put(2, 11)});
  run.snapshot().lists[0].back().kind = WriteKind::kNothing;
  EXPECT_TRUE(run.JudgeFound(run.StateAfter(1)).ok());
  EXPECT_TRUE(Says(run.JudgeFound(run.StateAfter(2)), "HOLE"));
}

TEST(UpdatesOf, AreThoseThatThePreparedTransactionHolds) {
  PreparedRun made(WriteKind::kCommit);
  const std::vector<Record> updates = UpdatesOf(made.run().snapshot().lists[0], 77);
  ASSERT_EQ(updates.size(), 1u);
  EXPECT_EQ(updates[0].key, 3u);
  EXPECT_TRUE(UpdatesOf(made.run().snapshot().lists[0], 78).empty());
}

TEST(JudgeFamily, OnlyAChangeUnderWayLeavesAChoice) {
  EXPECT_EQ(JudgeFamily(1, {3, 3, SlotPhase::kStable}, 3), "");
  EXPECT_NE(JudgeFamily(1, {3, 3, SlotPhase::kStable}, 0), "");
  EXPECT_NE(JudgeFamily(1, {0, 3, SlotPhase::kStable}, 3), "") << "a dropped family is back";
  EXPECT_EQ(JudgeFamily(1, {0, 4, SlotPhase::kCreating}, 4), "");
  EXPECT_EQ(JudgeFamily(1, {0, 4, SlotPhase::kCreating}, 0), "");
  EXPECT_NE(JudgeFamily(1, {0, 4, SlotPhase::kCreating}, 3), "");
  EXPECT_EQ(JudgeFamily(1, {4, 4, SlotPhase::kDropping}, 4), "");
  EXPECT_EQ(JudgeFamily(1, {4, 4, SlotPhase::kDropping}, 0), "");
}

}  // namespace
}  // namespace stress
