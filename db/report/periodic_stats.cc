// The thread that reports statistics to the LOG, and flushes it.
#include "db/report/periodic_stats.h"

#include <algorithm>
#include <system_error>

#include "db/report/stats_report.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// How long a line may wait in the logger's buffer.
constexpr uint64_t kFlushMicros = 10 * 1000000;

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
  OptionsChanged();
  try {
    thread_ = std::thread([this] { Run(); });
  } catch (const std::system_error& e) {
    LogWarn(parts_.context.info_log.get(), "No thread for periodic statistics: %s", e.what());
  }
}

void PeriodicStats::OptionsChanged() {
  MutexLock lock(&mutex_);
  since_ = CondVar::NowMicros();
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

PeriodicStats::Due PeriodicStats::WaitForNext() {
  MutexLock lock(&mutex_);
  // The machine's time, not the Env's: a test's clock may stand still.
  const uint64_t flush_at = CondVar::NowMicros() + kFlushMicros;
  while (!stopping_) {
    const uint64_t seconds = parts_.context.config()->options.stats_dump_period_sec;
    const uint64_t report_at = seconds == 0 ? UINT64_MAX : since_ + seconds * 1000000;
    const uint64_t now = CondVar::NowMicros();
    if (now >= report_at) {
      since_ = now;
      return Due::kReport;
    }
    if (now >= flush_at) return Due::kFlush;
    wake_.TimedWaitUntilMicros(std::min(flush_at, report_at));
  }
  return Due::kEnd;
}

void PeriodicStats::Run() {
  for (Due due = WaitForNext(); due != Due::kEnd; due = WaitForNext()) {
    if (due == Due::kReport) Dump();
    LogFlush(parts_.context.info_log);
    StateLock lock(&parts_.context.mutex);
    parts_.jobs->MaybeSchedule();
  }
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
