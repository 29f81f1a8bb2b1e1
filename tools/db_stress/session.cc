// Opening and reopening the database, faults, snapshots.
#include "tools/db_stress/session.h"

#include <cstdio>

#include "tools/db_stress/flags.h"

namespace stress {

using rocksdb::Status;

Session::Session(std::string db_path, const BaseState& base, const DbTraits& traits, Trace* trace,
                 Killer* killer, uint64_t arm_at)
    : arm_at_(arm_at),
      trace_(trace),
      killer_(killer),
      db_(std::move(db_path), traits, killer, trace),
      base_(base.slots),
      live_(base.slots),
      snapshots_(trace->header().threads) {
  if (arm_at_ == 0) killer_->Arm();
}

Status Session::Open(uint64_t seed, const std::string& fixed) {
  fixed_ = fixed;
  Draw draw(seed, fixed, FLAGS_random_options);
  rocksdb::Options options;
  DrawOptions(traits(), &draw, &options, &run_);
  std::printf("options: %s\n", draw.line().c_str());
  std::fflush(stdout);
  return db_.Open(options, run_);
}

Status Session::Reopen(uint64_t seed) {
  static constexpr const char* modes[] = {"each", "sync", "manual", "none"};
  // The trace has one guarantee for the whole run, so the mode of the WAL must stay.
  const RunTraits before = run_;
  Status s = Close();
  const std::string mode = std::string(",wal=") + modes[static_cast<int>(before.wal)] +
                           ",recycle=" + (before.recycles ? "1" : "0");
  if (s.ok()) s = Open(seed, fixed_ + mode);
  const Form form = run_.form;
  run_ = before;
  run_.form = form;
  return s;
}

void Session::Fault(const std::string& text) {
  const std::lock_guard<std::mutex> lock(print_mutex_);
  std::printf("FAULT: %s\n", text.c_str());
  std::fflush(stdout);
  faulty_.store(true, std::memory_order_release);
  over_.store(true, std::memory_order_release);
}

void Session::CompareAll(const char* when) {
  std::vector<std::string> faults;
  db_.CheckOrder(&faults);
  db_.Compare(live_, &faults);
  for (const std::string& fault : faults) Fault(std::string(when) + ": " + fault);
}

void Session::ReleaseSnapshots(uint32_t worker) {
  for (const HeldSnapshot& held : snapshots_[worker]) db_.db()->ReleaseSnapshot(held.snapshot);
  snapshots_[worker].clear();
}

void Session::ReleaseAllSnapshots() {
  for (uint32_t worker = 0; worker < snapshots_.size(); ++worker) ReleaseSnapshots(worker);
}

void Session::CountOperation() {
  if (operations_.fetch_add(1, std::memory_order_relaxed) + 1 == arm_at_) killer_->Arm();
}

}  // namespace stress
