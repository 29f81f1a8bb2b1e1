// Ends the process with a message when a test hangs, since nothing else can end a call that never
// returns. For tests of liveness and limits.
#pragma once

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace system_test {

class Watchdog {
 public:
  explicit Watchdog(std::string what, int seconds = 60)
      : what_(std::move(what)), thread_([this, seconds] { Watch(seconds); }) {}
  ~Watchdog() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void Watch(int seconds) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (changed_.wait_for(lock, std::chrono::seconds(seconds), [this] { return over_; })) return;
    std::fprintf(stderr, "HANGS: %s has not ended within %d seconds\n", what_.c_str(), seconds);
    std::abort();
  }

  const std::string what_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace system_test
