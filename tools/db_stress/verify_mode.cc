// --mode=verify and --mode=dump: opens the database, reads it, checks it, ends the transactions
// that it finds prepared, and replaces the base. A verification must not be killed: the history
// does not know of what it ends.
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "tools/db_stress/history_check.h"
#include "tools/db_stress/modes.h"
#include "tools/db_stress/places.h"
#include "tools/db_stress/stress_db.h"
#include "tools/db_stress/worker.h"

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

  // Each `opening` has other options. Prepared transactions can be seen if `form` is pessimistic.
  void Open(Killer* killer, uint64_t opening, const std::string& form) {
    const std::string fixed = FLAGS_with + (form.empty() ? "" : ",form=" + form);
    Draw draw(bench::StreamSeed(FLAGS_seed, 9 + opening), fixed, FLAGS_random_options);
    rocksdb::Options options;
    RunTraits run;
    DrawOptions(traits_, &draw, &options, &run);
    std::printf("options: %s\n", draw.line().c_str());
    std::fflush(stdout);
    if (db_ == nullptr) db_ = std::make_unique<StressDb>(FLAGS_db, traits_, killer, nullptr);
    const Status s = db_->Open(options, run);
    if (!s.ok()) Fault("open: " + s.ToString());
  }
  void Close() {
    const Status s = db_->Close();
    if (!s.ok()) Fault("close: " + s.ToString());
  }

  // An opening in another form must leave prepared transactions as they are. Every second
  // verification begins with one.
  void OpenAndFindPrepared() {
    if (FLAGS_seed % 2 == 0) {
      Open(&killer_, 0, FLAGS_seed % 4 == 0 ? "plain" : "optimistic");
      if (!faulty_) Close();
    }
    if (!faulty_) Open(&killer_, 1, "pessimistic");
    if (!faulty_) FindPrepared();
  }

  // Ends half of the prepared transactions, reopens, and ends the others: each must have kept its
  // updates, and none may come back.
  void EndPrepared() {
    const size_t half = found_.size() / 2;
    for (size_t i = 0; i < half && !faulty_; ++i) EndOne(i);
    if (found_.empty() || faulty_) return;
    Close();
    if (!faulty_) Open(&killer_, 2, "pessimistic");
    const size_t before = found_.size();
    if (!faulty_) FindPrepared();
    if (!faulty_ && found_.size() != before - half) {
      Fault("after a reopening " + std::to_string(found_.size()) + " transactions are prepared, " +
            std::to_string(before - half) + " were left");
    }
    for (size_t i = 0; i < found_.size() && !faulty_; ++i) EndOne(i);
    std::vector<std::string> faults;
    if (!faulty_) db_->Compare(snapshot_.found, &faults);
    for (const std::string& fault : faults) Fault("after ending transactions: " + fault);
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
    Close();
  }

  void Dump(const std::string& path) {
    std::ofstream out(path, std::ios::trunc);
    if (db_->form() == Form::kPessimistic) {
      out << "(prepared)\n";
      for (const std::string& name : db_->PreparedNames())
        out << "(prepared) " << rocksdb::Slice(name).ToString(true) << " 1\n";
    }
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
  struct Found {
    uint32_t thread;
    uint64_t id;
  };

  void FindPrepared() {
    found_.clear();
    snapshot_.prepared.assign(kMaxThreads, {});
    for (const std::string& name : db_->PreparedNames()) {
      Found found;
      if (!ParsePreparedName(name, &found.thread, &found.id)) {
        return Fault("a prepared transaction that nobody made: " + name);
      }
      found_.push_back(found);
      snapshot_.prepared[found.thread].insert(found.id);
    }
  }

  // Commits or rolls back, and does the same to the found words.
  void EndOne(size_t which) {
    const Found& found = found_[which];
    rocksdb::Transaction* const txn = db_->FindPrepared(PreparedName(found.thread, found.id));
    const bool commits = bench::Scatter(found.id) % 2 == 0;
    const Status s = commits ? txn->Commit() : txn->Rollback();
    if (!s.ok()) return Fault("end of a prepared transaction: " + s.ToString());
    delete txn;
    if (!commits) return;
    for (const Record& r : UpdatesOf(trace_->ListOf(found.thread), found.id)) {
      SlotState* const slot = &snapshot_.found[r.slot];
      if (slot->generation != r.generation) return Fault("a commit into a family that is gone");
      ApplyRecord(r, &slot->words);
    }
  }

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
      if (!found_.empty()) Fault("a prepared transaction without a run");
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
  Killer killer_;  // never armed
  std::unique_ptr<StressDb> db_;
  std::vector<Found> found_;
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
  if (!v.faulty()) v.OpenAndFindPrepared();
  if (!v.faulty()) v.Read();
  if (!v.faulty()) v.Judge();
  if (!v.faulty() && !FLAGS_dump.empty()) v.Dump(FLAGS_dump);
  if (!v.faulty()) v.EndPrepared();
  if (!v.faulty()) v.ReplaceBase();
  return ExitCode(v);
}

int DumpMode() {
  Verification v;
  v.Load();
  if (!v.faulty()) v.Open(KillerOfFlags(), 0, "");
  if (!v.faulty()) v.Dump(FLAGS_dump);
  return ExitCode(v);
}

}  // namespace stress
