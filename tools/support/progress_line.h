// One line on a terminal that is rewritten while long work runs: how much is done, how fast, how
// long it will take. Without a terminal nothing is printed.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE::tools {

// "backup: 12.0 of 48.0 MB, 25 %, 6.0 MB/s, 6 s left". A total of 0 is unknown. `done` above the
// total counts as the total.
std::string ProgressText(const std::string& what, uint64_t done, uint64_t total, uint64_t micros);

class ProgressLine {
 public:
  // Asks `done` for the bytes so far, several times a second, from a thread of its own, until this
  // object goes. Does nothing unless standard error is a terminal.
  ProgressLine(std::ostream& err, std::string what, uint64_t total, std::function<uint64_t()> done);
  // Ends the line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void Run();

  std::ostream& err_;
  const std::string what_;
  const uint64_t total_;
  const std::function<uint64_t()> done_;
  std::mutex mutex_;
  std::condition_variable wake_;
  // Guarded by mutex_.
  bool ended_ = false;
  // Not started without a terminal.
  std::thread thread_;
};

}  // namespace ROCKSDB_NAMESPACE::tools
