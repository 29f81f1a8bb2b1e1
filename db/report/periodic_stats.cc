// The thread that reports statistics to the LOG, flushes it, and keeps the statistics' history.
#include "db/report/periodic_stats.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "db/report/stats_report.h"
#include "util/arena.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// How long a line may wait in the logger's buffer.
constexpr uint64_t kFlushMicros = 10 * 1000000;

// When what is done every so many seconds is due after the last time; 0: never.
uint64_t DueAfter(uint64_t last, uint64_t seconds) {
  return seconds == 0 ? UINT64_MAX : last + seconds * 1000000;
}

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
  {
    MutexLock lock(&mutex_);
    flushed_ = CondVar::NowMicros();
  }
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

uint64_t PeriodicStats::SliceDue() const {
  const uint64_t seconds = parts_.context.config()->options.stats_persist_period_sec;
  if (!remembers() || seconds == 0) return UINT64_MAX;
  return remembered_.has_value() ? DueAfter(*remembered_, seconds) : 0;
}

PeriodicStats::Due PeriodicStats::WaitForNext() {
  MutexLock lock(&mutex_);
  while (!stopping_) {
    const uint64_t report_at =
        DueAfter(since_, parts_.context.config()->options.stats_dump_period_sec);
    const uint64_t slice_at = SliceDue();
    const uint64_t flush_at = flushed_ + kFlushMicros;
    // The machine's time, not the Env's: a test's clock may stand still.
    const uint64_t now = CondVar::NowMicros();
    if (now >= slice_at) {
      remembered_ = now;
      return Due::kSlice;
    }
    if (now >= report_at) {
      since_ = flushed_ = now;
      return Due::kReport;
    }
    if (now >= flush_at) {
      flushed_ = now;
      return Due::kFlush;
    }
    wake_.TimedWaitUntilMicros(std::min({flush_at, report_at, slice_at}));
  }
  return Due::kEnd;
}

void PeriodicStats::Run() {
  for (Due due = WaitForNext(); due != Due::kEnd; due = WaitForNext()) {
    if (due == Due::kSlice) {
      Remember();
      continue;
    }
    if (due == Due::kReport) Dump();
    LogFlush(parts_.context.info_log);
    ArenaPool::Get().FreeOld();
    StateLock lock(&parts_.context.mutex);
    parts_.jobs->MaybeSchedule();
  }
}

void PeriodicStats::Remember() {
  const DbContext& c = parts_.context;
  if (!remembers() || c.shutting_down.load(std::memory_order_acquire)) return;
  StatsHistory::Tickers counts;
  if (!c.stats->getTickerMap(&counts)) return;
  if (parts_.stats_on_disk != nullptr) {
    RememberOnDisk(std::move(counts));
    return;
  }
  parts_.stats_history->Add(c.NowSeconds(), std::move(counts),
                            c.config()->options.stats_history_buffer_size);
}

void PeriodicStats::RememberOnDisk(StatsHistory::Tickers counts) {
  if (const auto gains = parts_.stats_history->GainsOf(counts)) {
    const Status s = parts_.stats_on_disk->Write(parts_.context.NowSeconds(), *gains);
    if (!s.ok()) {
      // The next slice shows it.
      LogWarn(parts_.context.info_log.get(), "Writing statistics: %s", s.ToString().c_str());
      return;
    }
  }
  parts_.stats_history->CountFrom(std::move(counts));
  // It grows too slowly to be flushed by itself.
  if (!HistoryKeepsLogsAlone()) return;
  const Status s = parts_.stats_on_disk->Flush();
  if (!s.ok())
    LogWarn(parts_.context.info_log.get(), "Flushing statistics: %s", s.ToString().c_str());
}

bool PeriodicStats::HistoryKeepsLogsAlone() const {
  StateLock lock(&parts_.context.mutex);
  const FamilyPtr& history = FamilyOf(parts_.stats_on_disk->family());
  return std::all_of(
      parts_.families.all().begin(), parts_.families.all().end(), [&history](const auto& entry) {
        const FamilyPtr& family = entry.second;
        return family == history || family->dropped || family->log_number() > history->log_number();
      });
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
    const FamilyView view(&parts_, family, true);
    LogEachLine(log, FamilyReport(view, true));
    BeginInterval(view);
  }
  if (parts_.context.stats != nullptr) {
    LogWarn(log, "STATISTICS:");
    LogEachLine(log, parts_.context.stats->ToString());
  }
}

}  // namespace ROCKSDB_NAMESPACE
