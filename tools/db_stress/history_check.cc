// Replays each thread's list, finds the cuts, and reconciles them between threads.
#include "tools/db_stress/history_check.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace stress {

namespace {

constexpr size_t kFindingsShown = 6;
constexpr int kAllSlots = -1;

const char* NameOf(WriteKind kind) {
  switch (kind) {
    case WriteKind::kPut:
      return "put";
    case WriteKind::kDelete:
      return "delete";
    case WriteKind::kSingleDelete:
      return "single delete";
    case WriteKind::kDeleteRange:
      return "range delete";
    case WriteKind::kMerge:
      return "merge";
    case WriteKind::kPrepare:
      return "prepare";
    case WriteKind::kCommit:
      return "commit";
    case WriteKind::kRollback:
      return "rollback";
    case WriteKind::kNothing:
      return "refused write";
  }
  return "?";
}

// Replays the writes of one thread over the base, and counts the words that differ from the found
// ones.
class Replay {
 public:
  // `only_slot`: the one slot to replay, or -1 for all.
  Replay(const CrashSnapshot& snapshot, uint32_t thread, int only_slot)
      : snapshot_(snapshot), thread_(thread), only_slot_(only_slot), words_(snapshot.found.size()) {
    for (uint32_t slot = 0; slot < words_.size(); ++slot) {
      const SlotState& found = snapshot_.found[slot];
      if (!Counts(slot) || !found.exists()) continue;
      // A family of another generation than the base's was created empty in this run.
      const bool same = snapshot_.base.slots[slot].generation == found.generation;
      words_[slot] =
          same ? snapshot_.base.slots[slot].words : std::vector<Word>(found.words.size(), kAbsent);
      for (uint32_t key = 0; key < found.words.size(); ++key) {
        if (Owns(key)) mismatches_ += words_[slot][key] != found.words[key];
      }
    }
    if (thread < snapshot.prepared.size()) found_prepared_ = snapshot.prepared[thread];
    mismatches_ += found_prepared_.size();
  }

  size_t mismatches() const { return mismatches_; }

  // Writes to dropped families change nothing.
  bool Applies(const Record& r) const {
    return r.slot < words_.size() && Counts(r.slot) && snapshot_.found[r.slot].exists() &&
           snapshot_.found[r.slot].generation == r.generation;
  }
  void Apply(const Record& r) {
    if (IsAboutTransaction(r.kind)) return SetPrepared(r.id, r.kind == WriteKind::kPrepare);
    if (r.kind == WriteKind::kNothing || (r.flags & Record::kPending) != 0 || !Applies(r)) return;
    const bool range = r.kind == WriteKind::kDeleteRange;
    const uint32_t end = range ? r.end : r.key + 1;
    // Each thread replays its own keys of a wide range deletion.
    for (uint32_t key = r.key; key < end; ++key) {
      if (!range || Owns(key)) Set(r.slot, key, WordAfter(r, words_[r.slot][key]));
    }
  }

  // Up to `limit` sentences about words that differ.
  std::vector<std::string> Differences(size_t limit) const {
    std::vector<std::string> out;
    for (uint32_t slot = 0; slot < words_.size(); ++slot) {
      for (uint32_t key = 0; key < words_[slot].size() && out.size() < limit; ++key) {
        if (Owns(key) && words_[slot][key] != snapshot_.found[slot].words[key])
          out.push_back(Difference(slot, key));
      }
    }
    std::vector<uint64_t> differ;
    std::set_symmetric_difference(prepared_.begin(), prepared_.end(), found_prepared_.begin(),
                                  found_prepared_.end(), std::back_inserter(differ));
    for (const uint64_t id : differ) {
      if (out.size() == limit) break;
      out.push_back("transaction " + std::to_string(id) +
                    (prepared_.count(id) != 0 ? ": expected prepared, not found"
                                              : ": found prepared, not expected"));
    }
    return out;
  }

 private:
  bool Counts(uint32_t slot) const {
    return only_slot_ == kAllSlots || slot == static_cast<uint32_t>(only_slot_);
  }
  bool Owns(uint32_t key) const {
    return OwnerOf(key, static_cast<uint32_t>(snapshot_.lists.size())) == thread_;
  }
  void SetPrepared(uint64_t id, bool now) {
    const bool before = prepared_.count(id) != 0, found = found_prepared_.count(id) != 0;
    mismatches_ -= before != found;
    mismatches_ += now != found;
    now ? void(prepared_.insert(id)) : void(prepared_.erase(id));
  }
  void Set(uint32_t slot, uint32_t key, Word word) {
    Word& held = words_[slot][key];
    const Word found = snapshot_.found[slot].words[key];
    // Counting here makes a write cost its own keys, not a comparison of all keys.
    mismatches_ -= held != found;
    mismatches_ += word != found;
    held = word;
  }
  std::string Difference(uint32_t slot, uint32_t key) const {
    const auto name = [&](Word word) {
      return word == kAbsent ? std::string("nothing") : WriterOf(slot, key, word);
    };
    return "slot " + std::to_string(slot) + " key " + std::to_string(key) + ": expected " +
           name(words_[slot][key]) + ", found " + name(snapshot_.found[slot].words[key]);
  }
  std::string WriterOf(uint32_t slot, uint32_t key, Word word) const {
    const SlotState& base = snapshot_.base.slots[slot];
    const uint32_t generation = snapshot_.found[slot].generation;
    return OriginOf(snapshot_.lists[thread_], slot, generation, key,
                    base.generation == generation ? base.words[key] : kAbsent, word);
  }

  const CrashSnapshot& snapshot_;
  const uint32_t thread_;
  const int only_slot_;
  std::vector<std::vector<Word>> words_;
  std::set<uint64_t> prepared_, found_prepared_;
  size_t mismatches_ = 0;
};

// The list of one thread: its whole writes, and the cuts that explain the found words.
struct Strand {
  uint32_t thread = 0;
  std::vector<size_t> ends;    // record index after each whole write; ends[0] = 0
  std::vector<char> explains;  // by number of writes kept
  size_t floor = 0;            // fewest writes that must have survived
  size_t acknowledged = 0;
  size_t cut = 0;   // the answer
  size_t best = 0;  // the last cut with the fewest differences, for the report
  size_t best_differences = SIZE_MAX;

  size_t writes() const { return ends.size() - 1; }
  // The smallest explaining cut at or above `least`.
  std::optional<size_t> CutFrom(size_t least) const {
    for (size_t i = least; i < explains.size(); ++i) {
      if (explains[i]) return i;
    }
    return std::nullopt;
  }
};

bool Promised(const CrashSnapshot& snapshot, const Record& r, int only_slot) {
  if (r.finish == 0) return false;
  if (snapshot.guarantee == Guarantee::kAcknowledged || (r.flags & Record::kSynced) != 0)
    return true;
  const uint64_t before = only_slot == kAllSlots
                              ? snapshot.durable
                              : snapshot.durable_slot[static_cast<size_t>(only_slot)];
  return r.finish < before;
}

Strand ReplayStrand(const CrashSnapshot& snapshot, uint32_t thread, int only_slot) {
  Strand strand;
  strand.thread = thread;
  Replay replay(snapshot, thread, only_slot);
  const auto note = [&](size_t end) {
    const size_t kept = strand.ends.size();
    strand.ends.push_back(end);
    strand.explains.push_back(replay.mismatches() == 0);
    if (replay.mismatches() <= strand.best_differences) {
      strand.best = kept;
      strand.best_differences = replay.mismatches();
    }
  };
  note(0);
  const std::vector<Record>& list = snapshot.lists[thread];
  bool promised = false, acknowledged = false;
  for (size_t i = 0; i < list.size(); ++i) {
    replay.Apply(list[i]);
    const bool counts = only_slot == kAllSlots || list[i].slot == only_slot;
    promised |= counts && Promised(snapshot, list[i], only_slot);
    acknowledged |= list[i].finish != 0;
    // A cut falls between whole writes: inside a batch it would halve an atomic write.
    if (list[i].more) continue;
    note(i + 1);
    if (promised) strand.floor = strand.writes();
    strand.acknowledged += acknowledged;
    promised = acknowledged = false;
  }
  return strand;
}

std::string Describe(const Strand& strand) {
  return "thread " + std::to_string(strand.thread) + " (" + std::to_string(strand.writes()) +
         " writes, " + std::to_string(strand.acknowledged) + " acknowledged, at least " +
         std::to_string(strand.floor) + " promised)";
}

// Adds sentences about the words that differ if `kept` writes of the strand survived.
void Explain(const CrashSnapshot& snapshot, const Strand& strand, int only_slot, size_t kept,
             std::vector<std::string>* findings) {
  Replay replay(snapshot, strand.thread, only_slot);
  for (size_t i = 0; i < strand.ends[kept]; ++i) replay.Apply(snapshot.lists[strand.thread][i]);
  for (std::string& line : replay.Differences(kFindingsShown)) findings->push_back("  " + line);
}

bool FirstCut(const CrashSnapshot& snapshot, int only_slot, Strand* strand, Judgement* out) {
  const std::optional<size_t> cut = strand->CutFrom(strand->floor);
  if (cut) {
    strand->cut = *cut;
    return true;
  }
  const std::optional<size_t> lower = strand->CutFrom(0);
  if (lower) {
    out->findings.push_back("LOSS: " + Describe(*strand) + ": only the first " +
                            std::to_string(*lower) + " survived");
    Explain(snapshot, *strand, only_slot, strand->floor, &out->findings);
    return false;
  }
  out->findings.push_back("HOLE: " + Describe(*strand) +
                          ": no prefix of its history gives what was found; after " +
                          std::to_string(strand->best) + " writes " +
                          std::to_string(strand->best_differences) + " keys differ");
  Explain(snapshot, *strand, only_slot, strand->best, &out->findings);
  return false;
}

// The latest begin ticket of all surviving writes.
uint64_t LatestBegin(const CrashSnapshot& snapshot, const std::vector<Strand>& strands) {
  uint64_t latest = 0;
  for (const Strand& s : strands) {
    if (s.cut > 0) latest = std::max(latest, snapshot.lists[s.thread][s.ends[s.cut] - 1].begin);
  }
  return latest;
}

// The number of writes of the strand that must have survived if a write that began at `latest` did.
size_t NeededFor(const std::vector<Record>& list, const Strand& strand, uint64_t latest) {
  size_t needed = 0;
  for (size_t kept = 1; kept < strand.ends.size(); ++kept) {
    const Record& r = list[strand.ends[kept - 1]];
    const bool before = r.finish != 0 && r.finish < latest;
    // A wide write is in every list with the same begin ticket: if it survived in one list, it
    // survived in all.
    const bool same = (r.flags & Record::kWide) != 0 && r.begin <= latest;
    if (before || same) needed = kept;
  }
  return needed;
}

// Cuts only grow, and each list ends; so this ends, and with the smallest cuts that agree.
void Reconcile(const CrashSnapshot& snapshot, int only_slot, std::vector<Strand>* strands,
               Judgement* out) {
  for (bool changed = true; changed;) {
    changed = false;
    const uint64_t latest = LatestBegin(snapshot, *strands);
    for (Strand& s : *strands) {
      const size_t needed = NeededFor(snapshot.lists[s.thread], s, latest);
      if (needed <= s.cut) continue;
      const std::optional<size_t> cut = s.CutFrom(needed);
      if (!cut) {
        out->findings.push_back("HOLE: " + Describe(s) + ": only the first " +
                                std::to_string(s.cut) + " survived, but a write of another thread" +
                                " that began after " + std::to_string(needed) +
                                " of them were acknowledged did (ticket " + std::to_string(latest) +
                                ")");
        Explain(snapshot, s, only_slot, needed, &out->findings);
        return;
      }
      s.cut = *cut;
      changed = true;
    }
  }
}

void JudgeGroup(const CrashSnapshot& snapshot, int only_slot, Judgement* out) {
  std::vector<Strand> strands;
  bool cut = true;
  for (uint32_t t = 0; t < snapshot.lists.size(); ++t) {
    strands.push_back(ReplayStrand(snapshot, t, only_slot));
    cut = FirstCut(snapshot, only_slot, &strands.back(), out) && cut;
  }
  if (cut) Reconcile(snapshot, only_slot, &strands, out);
  for (const Strand& s : strands) {
    out->issued += s.writes();
    out->acknowledged += s.acknowledged;
    out->survived += s.cut;
  }
}

// A run has fewer threads than the one before it, and a transaction of one of these came back.
void JudgeStrangers(const CrashSnapshot& snapshot, Judgement* out) {
  for (size_t t = snapshot.lists.size(); t < snapshot.prepared.size(); ++t) {
    for (const uint64_t id : snapshot.prepared[t]) {
      out->findings.push_back("PREPARED: transaction " + std::to_string(id) + " of thread " +
                              std::to_string(t) + ", which this run did not have");
    }
  }
}

}  // namespace

Judgement JudgeCrash(const CrashSnapshot& snapshot) {
  Judgement out;
  JudgeStrangers(snapshot, &out);
  // The log orders all writes, so the database has one history. Without a log each family keeps a
  // prefix of its own.
  if (snapshot.guarantee != Guarantee::kFlushed) {
    JudgeGroup(snapshot, kAllSlots, &out);
    return out;
  }
  for (size_t slot = 0; slot < snapshot.found.size(); ++slot) {
    if (snapshot.found[slot].exists()) JudgeGroup(snapshot, static_cast<int>(slot), &out);
  }
  return out;
}

std::string OriginOf(const std::vector<Record>& list, uint32_t slot, uint32_t generation,
                     uint32_t key, Word start, Word word) {
  std::string origin;
  if (start == word) origin = "the value from before the run";
  Word now = start;
  for (size_t i = 0; i < list.size(); ++i) {
    const Record& r = list[i];
    const uint32_t end = r.kind == WriteKind::kDeleteRange ? r.end : r.key + 1;
    if (r.slot != slot || r.generation != generation || key < r.key || key >= end) continue;
    if (IsAboutTransaction(r.kind) || r.kind == WriteKind::kNothing) continue;
    if ((r.flags & Record::kPending) != 0) continue;
    now = WordAfter(r, now);
    if (now == word) origin = std::string(NameOf(r.kind)) + " #" + std::to_string(i);
  }
  if (origin.empty()) return "word " + std::to_string(word) + " that no write made";
  return origin + " of " + std::to_string(list.size());
}

Word WordAfter(const Record& record, Word before) {
  if (record.kind == WriteKind::kPut) return WordOfPut(record.id);
  if (record.kind == WriteKind::kMerge) return StepOfMerge(record.id).After(before);
  return kAbsent;
}

std::vector<Record> UpdatesOf(const std::vector<Record>& list, uint64_t id) {
  std::vector<Record> updates;
  bool inside = false;
  for (const Record& r : list) {
    if (inside) updates.push_back(r);
    if (inside && !r.more) return updates;
    inside = inside || (r.kind == WriteKind::kPrepare && r.id == id && r.more);
  }
  return updates;
}

void ApplyRecord(const Record& update, std::vector<Word>* words) {
  const uint32_t end = update.kind == WriteKind::kDeleteRange ? update.end : update.key + 1;
  for (uint32_t key = update.key; key < end; ++key) {
    (*words)[key] = WordAfter(update, (*words)[key]);
  }
}

std::string JudgeFamily(uint32_t slot, const SlotHistory& history, uint32_t found_generation) {
  const bool stable = found_generation == history.generation;
  bool allowed = stable;
  if (history.phase == SlotPhase::kCreating)
    allowed = found_generation == 0 || found_generation == history.pending;
  if (history.phase == SlotPhase::kDropping) allowed = stable || found_generation == 0;
  if (allowed) return "";
  return "FAMILY: slot " + std::to_string(slot) + " holds generation " +
         std::to_string(found_generation) + ", expected " + std::to_string(history.generation) +
         (history.phase == SlotPhase::kStable ? "" : " (a change was under way)");
}

}  // namespace stress
