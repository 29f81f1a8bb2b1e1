// --mode=run: prepares the trace, starts the workers, watches their progress.
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "tools/db_stress/history_check.h"
#include "tools/db_stress/modes.h"
#include "tools/db_stress/places.h"
#include "tools/db_stress/session.h"
#include "tools/db_stress/worker.h"

namespace stress {

using rocksdb::Status;

Status LoadBase(DbTraits* traits, BaseState* base) {
  Draw draw(bench::StreamSeed(FLAGS_db_seed, 7), FLAGS_with, FLAGS_random_options);
  *traits = DrawTraits(FLAGS_db_seed, &draw);
  std::printf("traits: %s\n", traits->line.c_str());
  std::fflush(stdout);
  Status s = BaseState::Load(BasePath(), base);
  if (s.IsNotFound()) {
    if (mkdir(FLAGS_expected.c_str(), 0755) != 0 && access(FLAGS_expected.c_str(), W_OK) != 0)
      return Status::IOError("mkdir " + FLAGS_expected);
    *base = BaseState::Empty(FLAGS_db_seed, traits->keys, traits->slots);
    return base->Save(BasePath());
  }
  if (s.ok() && (base->db_seed != FLAGS_db_seed || base->keys != traits->keys ||
                 base->slots.size() != traits->slots))
    return Status::InvalidArgument(
        "--expected belongs to --db_seed=" + std::to_string(base->db_seed) + " or other --with");
  return s;
}

namespace {

int Unusable(const Status& s) {
  std::fprintf(stderr, "db_stress: %s\n", s.ToString().c_str());
  return kUnusable;
}

// More records than the operations of a thread, batches included, can need.
uint32_t Capacity() { return static_cast<uint32_t>(FLAGS_ops * 4 + 4000); }

Status NewTrace(const BaseState& base, Guarantee guarantee, std::unique_ptr<Trace>* trace) {
  std::unique_ptr<Trace> old;
  Status s = Trace::Open(TracePath(), &old);
  // The base lacks the writes of the old trace: with a new trace they would look like damage.
  if (s.ok() && old->header().epoch == base.epoch)
    return Status::InvalidArgument("the last run has not been verified: --mode=verify");
  // Each thread owns at least one block.
  const uint32_t most = base.keys / kBlockKeys;
  const uint32_t threads = std::max(1u, std::min(FLAGS_threads, most));
  // Created under another name: a trace appears whole or not at all.
  const std::string fresh = TracePath() + ".new";
  s = Trace::Create(fresh, base.epoch, threads, Capacity(), guarantee, trace);
  if (!s.ok()) return s;
  TraceHeader& header = (*trace)->header();
  for (size_t slot = 0; slot < base.slots.size(); ++slot) {
    header.generation[slot] = base.slots[slot].generation;
    header.pending[slot] = base.slots[slot].last_generation;
  }
  return std::rename(fresh.c_str(), TracePath().c_str()) == 0 ? s
                                                              : Status::IOError("rename", fresh);
}

// Waits for the workers. A standstill is a fault that ends the process, since its threads hang.
void Watch(Session* session, const std::atomic<uint32_t>& finished, uint32_t threads) {
  uint64_t last = 0;
  auto moved = std::chrono::steady_clock::now();
  while (finished.load() < threads) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const auto now = std::chrono::steady_clock::now();
    const uint64_t done = session->operations() + finished.load();
    if (done != last) {
      last = done;
      moved = now;
    } else if (now - moved > std::chrono::seconds(FLAGS_stall_seconds)) {
      session->Fault("no operation finished for " + std::to_string(FLAGS_stall_seconds) + " s");
      // A core dump shows the stacks of the threads.
      std::abort();
    }
  }
}

void RunWorkers(Session* session, uint32_t threads) {
  std::vector<std::unique_ptr<Worker>> workers;
  for (uint32_t t = 0; t < threads; ++t)
    workers.push_back(std::make_unique<Worker>(session, t, bench::StreamSeed(FLAGS_seed, 100 + t)));
  std::atomic<uint32_t> finished{0};
  std::vector<std::thread> running;
  for (const auto& worker : workers) {
    running.emplace_back([&worker, &finished] {
      worker->Run(FLAGS_ops);
      finished.fetch_add(1);
    });
  }
  Watch(session, finished, threads);
  for (std::thread& thread : running) thread.join();
}

}  // namespace

int RunMode() {
  DbTraits traits;
  BaseState base;
  Status s = LoadBase(&traits, &base);
  if (!s.ok()) return Unusable(s);
  // The trace needs the guarantee before the session draws the same options again.
  RunTraits run;
  {
    Draw draw(FLAGS_seed, FLAGS_with, FLAGS_random_options);
    rocksdb::Options options;
    DrawOptions(traits, &draw, &options, &run);
  }
  std::unique_ptr<Trace> trace;
  s = NewTrace(base, run.guarantee(), &trace);
  if (!s.ok()) return Unusable(s);
  KillPoint point;
  if (!FLAGS_kill_point.empty()) s = ParseKillPoint(FLAGS_kill_point, &point);
  Killer killer = FLAGS_kill_point.empty() ? Killer() : Killer(point);
  Session session(FLAGS_db, base, traits, trace.get(), &killer, FLAGS_kill_after_ops);
  s = session.Open(FLAGS_seed, FLAGS_with);
  if (!s.ok()) session.Fault("open: " + s.ToString());
  if (s.ok()) session.CompareAll("at the opening");
  trace->header().stage = Stage::kWorking;
  if (!session.over()) RunWorkers(&session, trace->header().threads);
  trace->header().stage = Stage::kClosing;
  if (!session.faulty()) session.CompareAll("at the end");
  s = session.Close();
  if (!s.ok()) session.Fault("close: " + s.ToString());
  std::printf("%s after %llu operations\n", session.faulty() ? "FAULTY" : "done",
              static_cast<unsigned long long>(session.operations()));
  return session.faulty() ? kFaulty : kFine;
}

}  // namespace stress
