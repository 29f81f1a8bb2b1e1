// The thread that reports statistics to the LOG.
#include "db/report/periodic_stats.h"

#include <algorithm>
#include <system_error>

#include "db/report/stats_report.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Reports have many lines; the LOG wants them one by one.
void LogEachLine(Logger* log, const std::string& text) {
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    LogInfo(log, "%.*s", static_cast<int>(end - begin), text.data() + begin);
    begin = end + 1;
  }
}

}  // namespace

// Without a thread the database works as well; only the reports are missing.
void PeriodicStats::Start() {
  if (thread_.joinable()) return;
  try {
    thread_ = std::thread([this] { Run(); });
  } catch (const std::system_error& e) {
    LogWarn(parts_.context.info_log.get(), "No thread for periodic statistics: %s", e.what());
  }
}

void PeriodicStats::OptionsChanged() {
  MutexLock lock(&mutex_);
  ++changes_;
  wake_.SignalAll();
}

void PeriodicStats::Stop() {
  {
    MutexLock lock(&mutex_);
    stopping_ = true;
    wake_.SignalAll();
  }
  if (thread_.joinable()) thread_.join();
  MutexLock lock(&mutex_);
  stopping_ = false;
}

bool PeriodicStats::WaitForNext() {
  while (true) {
    MutexLock lock(&mutex_);
    const uint64_t seen = changes_;
    // Under the lock, or a change right after it would be counted as seen.
    const uint64_t seconds = parts_.context.config()->options.stats_dump_period_sec;
    bool due = false;
    // The machine's time, not the Env's: a test's clock may stand still.
    const uint64_t deadline = CondVar::NowMicros() + seconds * 1000000;
    while (!stopping_ && changes_ == seen && !due) {
      if (seconds == 0) {
        wake_.Wait();
      } else {
        due = wake_.TimedWaitUntilMicros(deadline);
      }
    }
    if (stopping_) return false;
    if (due) return true;
  }
}

void PeriodicStats::Run() {
  while (WaitForNext()) Dump();
}

void PeriodicStats::Dump() {
  Logger* log = parts_.context.info_log.get();
  if (log == nullptr) return;
  // Held by pointer: a family may be dropped while its report is made.
  std::vector<FamilyPtr> families;
  {
    StateLock lock(&parts_.context.mutex);
    for (const auto& [id, family] : parts_.families.all()) families.push_back(family);
  }
  // Stock's headings at stock's level: they show up wherever warnings do.
  LogWarn(log, "------- DUMPING STATS -------");
  LogEachLine(log, DbReport(&parts_));
  for (const FamilyPtr& family : families) {
    LogEachLine(log, FamilyReport(FamilyView(&parts_, family, true), true));
  }
  if (parts_.context.stats != nullptr) {
    LogWarn(log, "STATISTICS:");
    LogEachLine(log, parts_.context.stats->ToString());
  }
}

}  // namespace ROCKSDB_NAMESPACE
