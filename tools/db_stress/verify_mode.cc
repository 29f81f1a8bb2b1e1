// --mode=verify and --mode=dump: opens the database, reads it, checks it, and replaces the base.
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "tools/db_stress/history_check.h"
#include "tools/db_stress/modes.h"
#include "tools/db_stress/places.h"
#include "tools/db_stress/stress_db.h"

namespace stress {

using rocksdb::Status;

namespace {

class Verification {
 public:
  void Fault(const std::string& text) {
    std::printf("FAULT: %s\n", text.c_str());
    faulty_ = true;
  }
  bool faulty() const { return faulty_; }

  void Load() {
    Status s = LoadBase(&traits_, &snapshot_.base);
    if (!s.ok()) return Fault(s.ToString());
    s = Trace::Open(TracePath(), &trace_);
    // An earlier verification saved its base and ended before it removed this trace.
    if (s.ok() && trace_->header().epoch != snapshot_.base.epoch) trace_.reset();
    if (!s.ok() && !s.IsNotFound()) Fault(s.ToString());
  }

  void Open(Killer* killer) {
    Draw draw(bench::StreamSeed(FLAGS_seed, 9), FLAGS_with, FLAGS_random_options);
    rocksdb::Options options;
    RunTraits run;
    DrawOptions(traits_, &draw, &options, &run);
    std::printf("options: %s\n", draw.line().c_str());
    std::fflush(stdout);
    db_ = std::make_unique<StressDb>(FLAGS_db, traits_, killer, nullptr);
    const Status s = db_->Open(options);
    if (!s.ok()) Fault("open: " + s.ToString());
  }

  void Read() {
    std::vector<std::string> faults;
    db_->CheckOrder(&faults);
    for (uint32_t slot = 0; slot < db_->slots(); ++slot)
      snapshot_.found.push_back(db_->ReadSlot(slot, &faults));
    for (const std::string& fault : faults) Fault(fault);
    const Status s = db_->db()->VerifyChecksum();
    if (!s.ok()) Fault("VerifyChecksum: " + s.ToString());
  }

  void Judge() {
    FillSnapshot();
    for (uint32_t slot = 0; slot < snapshot_.found.size(); ++slot) {
      const std::string wrong =
          JudgeFamily(slot, HistoryOf(slot), snapshot_.found[slot].generation);
      if (!wrong.empty()) Fault(wrong);
    }
    const Judgement judgement = JudgeCrash(snapshot_);
    for (const std::string& finding : judgement.findings) Fault(finding);
    std::printf("history: issued=%llu acknowledged=%llu survived=%llu\n",
                static_cast<unsigned long long>(judgement.issued),
                static_cast<unsigned long long>(judgement.acknowledged),
                static_cast<unsigned long long>(judgement.survived));
  }

  // Makes the found state the base of the next run.
  void ReplaceBase() {
    BaseState next = snapshot_.base;
    ++next.epoch;
    next.slots = snapshot_.found;
    for (uint32_t slot = 0; slot < next.slots.size(); ++slot)
      next.slots[slot].last_generation = HistoryOf(slot).pending;
    // First the base is saved, then the trace is removed. After a kill in between, the older epoch
    // of the trace shows this.
    Status s = next.Save(BasePath());
    if (!s.ok()) return Fault(s.ToString());
    PrintTallies();
    trace_.reset();
    unlink(TracePath().c_str());
    s = db_->Close();
    if (!s.ok()) Fault("close: " + s.ToString());
  }

  void Dump(const std::string& path) {
    std::ofstream out(path, std::ios::trunc);
    for (uint32_t slot = 0; slot < db_->slots(); ++slot) {
      if (db_->family(slot) == nullptr) continue;
      const std::string name = db_->family(slot)->GetName();
      out << name << '\n';
      const std::unique_ptr<rocksdb::Iterator> it(
          db_->db()->NewIterator(rocksdb::ReadOptions(), db_->family(slot)));
      for (it->SeekToFirst(); it->Valid(); it->Next())
        out << name << ' ' << it->key().ToString(true) << ' ' << it->value().ToString(true) << '\n';
      if (!it->status().ok()) Fault("dump: " + it->status().ToString());
    }
    out.close();
    if (!out) Fault("cannot write " + path);
  }

 private:
  SlotHistory HistoryOf(uint32_t slot) const {
    const SlotState& base = snapshot_.base.slots[slot];
    if (trace_ == nullptr) return {base.generation, base.last_generation, SlotPhase::kStable};
    const TraceHeader& header = trace_->header();
    return {header.generation[slot], header.pending[slot], header.phase[slot]};
  }

  void FillSnapshot() {
    snapshot_.durable_slot.assign(snapshot_.found.size(), 0);
    if (trace_ == nullptr) {
      snapshot_.lists.resize(1);
      return;
    }
    const TraceHeader& header = trace_->header();
    snapshot_.guarantee = header.guarantee;
    snapshot_.durable = header.durable;
    for (size_t slot = 0; slot < snapshot_.durable_slot.size(); ++slot)
      snapshot_.durable_slot[slot] = header.durable_slot[slot];
    for (uint32_t t = 0; t < header.threads; ++t) snapshot_.lists.push_back(trace_->ListOf(t));
  }

  void PrintTallies() const {
    if (trace_ == nullptr) return;
    std::printf("tally:");
    for (uint32_t i = 0; i < kTallyCount; ++i)
      std::printf(" %s=%llu", TallyName(i),
                  static_cast<unsigned long long>(trace_->header().tally[i].load()));
    std::printf("\n");
  }

  DbTraits traits_;
  CrashSnapshot snapshot_;
  std::unique_ptr<Trace> trace_;
  std::unique_ptr<StressDb> db_;
  bool faulty_ = false;
};

Killer* KillerOfFlags() {
  static KillPoint point;
  static Killer none;
  if (FLAGS_kill_point.empty() || !ParseKillPoint(FLAGS_kill_point, &point).ok()) return &none;
  static Killer killer(point);
  killer.Arm();
  return &killer;
}

int ExitCode(const Verification& v) {
  std::printf("%s\n", v.faulty() ? "FAULTY" : "verified");
  return v.faulty() ? kFaulty : kFine;
}

}  // namespace

int VerifyMode() {
  Verification v;
  v.Load();
  if (!v.faulty()) v.Open(KillerOfFlags());
  if (!v.faulty()) v.Read();
  if (!v.faulty()) v.Judge();
  if (!v.faulty() && !FLAGS_dump.empty()) v.Dump(FLAGS_dump);
  if (!v.faulty()) v.ReplaceBase();
  return ExitCode(v);
}

int DumpMode() {
  Verification v;
  v.Load();
  if (!v.faulty()) v.Open(KillerOfFlags());
  if (!v.faulty()) v.Dump(FLAGS_dump);
  return ExitCode(v);
}

}  // namespace stress
