// Events on a virtual clock: see simulation.h.
#include "tools/lsm_sim/simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lsm_sim {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: verdicts

// The clock of the file times begins here; pickers take 0 for unknown.
constexpr uint64_t kEpochSeconds = 1'000'000;
// Bytes that arithmetic may leave of a stream that is done.
constexpr double kRest = 1e-3;

// Cells so small that a file of the target size holds several.
uint32_t CellsFor(const SimSpec& spec) {
  const double bytes = static_cast<double>(spec.keys) * spec.entry_bytes;
  const double wanted = bytes / (static_cast<double>(spec.cf.target_file_size_base) / 8);
  uint32_t cells = 4096;
  while (cells < wanted && cells < 65536) cells *= 2;
  return cells;
}

const char* StateText(const StallVerdict& v) {
  if (v.kind == StallVerdict::kNone) return "";
  const bool stop = v.kind == StallVerdict::kStop;
  if (v.cause == StallVerdict::kMemtables) return stop ? "stop memtables" : "delay memtables";
  if (v.cause == StallVerdict::kL0Depth) return stop ? "stop l0" : "delay l0";
  return stop ? "stop pending" : "delay pending";
}

}  // namespace

Simulation::Simulation(SimSpec spec)
    : spec_(std::move(spec)),
      cells_(spec_.keys, CellsFor(spec_)),
      load_(spec_.load, cells_.count(), spec_.seed),
      engine_(spec_.db, spec_.cf, spec_.processors, cells_, spec_.entry_bytes),
      random_(spec_.seed) {
  if (spec_.track_generations) engine_.TrackGenerations();
  active_.writes.assign(cells_.count(), 0.0);
  written_.assign(cells_.count(), 0.0);
  Stream writers;
  writers.work = UserBytesInAll();
  writers.cores = spec_.machine.write_cores;
  writers.device = 1;  // the log
  writers.first = true;
  streams_.push_back(writers);
}

// What writers would write now if processors and device had room.
double Simulation::WriterRate() const {
  const StallVerdict& stall = engine_.family().stall;
  if (streams_.front().work <= 0 || stall.kind == StallVerdict::kStop) return 0;
  if (stall.kind == StallVerdict::kNone) return spec_.machine.write_rate;
  return std::min(spec_.machine.write_rate, static_cast<double>(engine_.delay_rate()));
}

double Simulation::MemtableLimit() const {
  return static_cast<double>(engine_.family().config()->options.write_buffer_size) *
         spec_.user_bytes / spec_.memtable_bytes;
}

double Simulation::UserBytesInAll() const {
  return static_cast<double>(spec_.writes) * spec_.user_bytes;
}

// User bytes at which the present phase of the load ends.
double Simulation::PhaseEnd() const {
  const double total = UserBytesInAll();
  const uint32_t phase = load_.PhaseAt(user_bytes_ / total);
  return total * (phase + 1) / load_.phases();
}

double Simulation::NextEvent() const {
  double seconds = next_sample_ - now_;
  const Stream& writers = streams_.front();
  if (writers.rate > 0) {
    seconds = std::min(seconds, writers.work / writers.rate);
    seconds = std::min(seconds, (MemtableLimit() - active_.bytes) / writers.rate);
    const double phase = PhaseEnd() - user_bytes_;
    if (phase > kRest) seconds = std::min(seconds, phase / writers.rate);
  }
  for (const Running& r : running_) {
    if (r.ends >= 0) seconds = std::min(seconds, r.ends - now_);
    for (const auto& part : r.parts) {
      if (part->rate > 0) seconds = std::min(seconds, part->work / part->rate);
    }
  }
  return std::max(0.0, seconds);
}

// Spreads the bytes over the cells of the present phase.
void Simulation::Write(double bytes) {
  const double total = UserBytesInAll();
  // By the middle of the stretch: its ends may lie on a phase's.
  const std::vector<double>& shares =
      load_.Shares(load_.PhaseAt((user_bytes_ + bytes / 2) / total));
  const double writes = bytes / spec_.user_bytes;
  for (uint32_t cell = 0; cell < cells_.count(); ++cell)
    active_.writes[cell] += writes * shares[cell];
  active_.bytes += bytes;
  user_bytes_ += bytes;
}

void Simulation::Advance(double seconds) {
  now_ += seconds;
  Stream& writers = streams_.front();
  const bool writing = writers.work > 0;
  if (writing) {
    const double bytes = std::min(writers.work, writers.rate * seconds);
    if (bytes > 0) Write(bytes);
    writers.work -= bytes;
    if (writers.work < kRest * spec_.user_bytes) writers.work = 0;
    outcome_.write_seconds = now_;
    outcome_.job_seconds += seconds * engine_.running_compactions();
    const StallVerdict& stall = engine_.family().stall;
    if (stall.kind != StallVerdict::kNone) {
      outcome_.stall_seconds += seconds * (1 - writers.top_rate / spec_.machine.write_rate);
      if (stall.kind == StallVerdict::kStop) outcome_.stop_seconds += seconds;
    }
  }
  for (Stream& s : streams_) {
    if (s.top_rate > 0) outcome_.core_seconds += s.cores * s.rate / s.top_rate * seconds;
    if (&s != &writers) s.work -= s.rate * seconds;
  }
}

// Real draws are not exactly as likely: each cell of a full memtable gets a normal deviation of its
// own.
void Simulation::SealFull() {
  const bool last = streams_.front().work <= 0 && active_.bytes > 0;
  if (active_.bytes < MemtableLimit() - kRest * spec_.user_bytes && !last) return;
  for (uint32_t cell = 0; cell < cells_.count(); ++cell) {
    double& w = active_.writes[cell];
    const double radius = std::sqrt(-2 * std::log(1 - random_.Unit()));
    const double normal = radius * std::cos(2 * 3.14159265358979323846 * random_.Unit());
    w = std::max(0.0, w + std::sqrt(w) * normal);
    const double fresh = Distinct(w, cells_.keys_per_cell());
    written_[cell] += fresh - written_[cell] * fresh / cells_.keys_per_cell();
  }
  Memtable full = std::move(active_);
  active_ = Memtable{std::vector<double>(cells_.count(), 0.0), 0};
  engine_.Seal(std::move(full));
}

// A merging thread does not read ahead while it writes: what it reads takes the device's time
// beside its own.
double Simulation::MergeRate(const Job& job) const {
  double written = 0;
  for (const double bytes : job.parts) written += bytes;
  const double read = static_cast<double>(job.pick.InputBytes());
  if (written <= 0) return spec_.machine.merge_rate;
  return 1 / (1 / spec_.machine.merge_rate + read / written / spec_.machine.device_rate);
}

// Beside the bytes.
double Simulation::JobSeconds(const Job& job) const {
  const MachineSpec& m = spec_.machine;
  // A move writes the MANIFEST only, as a flush does in the end.
  const bool merges = job.kind == Job::kCompaction && !job.parts.empty();
  return (merges ? m.job_seconds : m.flush_seconds) +
         m.file_seconds * static_cast<double>(job.outputs.size());
}

void Simulation::StartJobs() {
  const MachineSpec& m = spec_.machine;
  while (auto job = engine_.Start(kEpochSeconds + static_cast<uint64_t>(now_))) {
    Running r;
    r.began = now_;
    const bool flush = job->kind == Job::kFlush;
    for (const double bytes : job->parts) {
      Stream s;
      s.work = bytes;
      s.top_rate = flush ? m.flush_rate : MergeRate(*job);
      s.cores = flush ? m.flush_cores : m.merge_cores;
      s.first = flush;
      s.device = flush ? 1 : 2;  // a merge reads as well
      streams_.push_back(s);
      r.parts.push_back(std::prev(streams_.end()));
    }
    if (r.parts.empty()) r.ends = now_ + JobSeconds(*job);
    r.job = std::move(*job);
    running_.push_back(std::move(r));
    outcome_.most_jobs = std::max(outcome_.most_jobs, engine_.running_compactions());
  }
}

void Simulation::EndParts() {
  for (Running& r : running_) {
    if (r.ends >= 0) continue;
    std::erase_if(r.parts, [&](const auto& part) {
      if (part->work > kRest) return false;
      if (r.first_part_end < 0) r.first_part_end = now_;
      streams_.erase(part);
      return true;
    });
    if (!r.parts.empty()) continue;
    NoteParts(r);
    r.ends = now_ + JobSeconds(r.job);
  }
}

void Simulation::NoteParts(const Running& running) {
  const Job& job = running.job;
  if (job.kind == Job::kCompaction) {
    double written = 0;
    for (const double bytes : job.parts) written += bytes;
    // What a thread waits for its turn on a processor, where these are short, is not modelled.
    engine_.NoteDemand(spec_.machine.merge_cores * written / MergeRate(job),
                       (now_ - running.began) * static_cast<double>(job.parts.size()));
  }
  if (job.kind == Job::kFlush || job.pick.start_level() != 0 || job.pick.output_level == 0) return;
  outcome_.l0_job_seconds.push_back(now_ - running.began);
  if (job.parts.size() > 1) outcome_.part_spreads.push_back(now_ - running.first_part_end);
}

void Simulation::EndJobs() {
  for (auto it = running_.begin(); it != running_.end();) {
    if (it->ends < 0 || it->ends > now_ + 1e-9) {
      ++it;
      continue;
    }
    Job job = std::move(it->job);
    it = running_.erase(it);
    engine_.Finish(&job);
  }
}

void Simulation::TakeSample() {
  const FamilyState& family = engine_.family();
  Sample s;
  s.seconds = now_;
  s.user_bytes = user_bytes_;
  s.l0_files = family.tree()->files(0).size();
  s.l0_depth = family.tree()->l0().MaxDepth();
  s.compactions = engine_.running_compactions();
  for (const RunningJob& job : family.running()) s.l0_compactions += job.start_level == 0;
  for (const Running& r : running_)
    s.threads += r.job.kind == Job::kCompaction ? static_cast<int>(r.parts.size()) : 0;
  s.flushes = engine_.running_flushes();
  s.pending_bytes = family.pending_bytes;
  s.buckets = family.buckets()->size();
  s.state = StateText(family.stall);
  outcome_.timeline.push_back(s);
  next_sample_ += spec_.sample_seconds;
}

Outcome Simulation::Run() {
  do {
    if (now_ >= next_sample_) TakeSample();
    streams_.front().top_rate = WriterRate();
    Share(spec_.machine, &streams_);
    Advance(NextEvent());
    EndParts();
    EndJobs();
    SealFull();
    StartJobs();
    const FamilyState& family = engine_.family();
    outcome_.most_depth = std::max<uint64_t>(outcome_.most_depth, family.tree()->l0().MaxDepth());
    outcome_.most_buckets = std::max<uint64_t>(outcome_.most_buckets, family.buckets()->size());
    if (observer_) observer_(*this);
  } while (streams_.front().work > 0 || !running_.empty());
  TakeSample();
  outcome_.drain_seconds = now_ - outcome_.write_seconds;
  outcome_.counters = engine_.counters();
  return std::move(outcome_);
}

}  // namespace lsm_sim
