// See the header.
#include "tools/support/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

namespace ROCKSDB_NAMESPACE::tools {

namespace {

// Often enough to look alive; chosen, not measured.
constexpr auto kInterval = std::chrono::milliseconds(250);
// The cursor goes back to the first column, and the rest of the line is erased.
constexpr char kRewrite[] = "\r\x1b[K";

double Megabytes(uint64_t bytes) { return static_cast<double>(bytes) / 1e6; }

}  // namespace

std::string ProgressText(const std::string& what, uint64_t done, uint64_t total, uint64_t micros) {
  char text[200];
  const double rate = micros > 0 ? static_cast<double>(done) / static_cast<double>(micros) : 0;
  if (total == 0) {
    std::snprintf(text, sizeof(text), ": %.1f MB, %.1f MB/s", Megabytes(done), rate);
    return what + text;
  }
  done = std::min(done, total);
  const double share = 100 * static_cast<double>(done) / static_cast<double>(total);
  const int length = std::snprintf(text, sizeof(text), ": %.1f of %.1f MB, %.0f %%, %.1f MB/s",
                                   Megabytes(done), Megabytes(total), share, rate);
  if (rate > 0) {
    std::snprintf(text + length, sizeof(text) - static_cast<size_t>(length), ", %.0f s left",
                  Megabytes(total - done) / rate);
  }
  return what + text;
}

ProgressLine::ProgressLine(std::ostream& err, std::string what, uint64_t total,
                           std::function<uint64_t()> done)
    : err_(err), what_(std::move(what)), total_(total), done_(std::move(done)) {
  if (isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { Run(); });
}

ProgressLine::~ProgressLine() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  wake_.notify_one();
  thread_.join();
  err_ << kRewrite << std::flush;
}

void ProgressLine::Run() {
  const auto begun = std::chrono::steady_clock::now();
  std::unique_lock<std::mutex> lock(mutex_);
  while (!wake_.wait_for(lock, kInterval, [this] { return ended_; })) {
    const auto spent = std::chrono::steady_clock::now() - begun;
    const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(spent).count();
    err_ << kRewrite << ProgressText(what_, done_(), total_, static_cast<uint64_t>(micros))
         << std::flush;
  }
}

}  // namespace ROCKSDB_NAMESPACE::tools
