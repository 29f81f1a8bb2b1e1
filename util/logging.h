// How the engine writes to the info log: null-safe, level-checked before formatting. LogBuffer
// keeps messages made under a lock until they can be written without it.
#pragma once

#include <cstdarg>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/env.h"

namespace ROCKSDB_NAMESPACE {

// All four are thread-safe and accept a null logger. A line below the logger's level costs one
// compare.
void LogInfo(Logger* logger, const char* format, ...) ROCKSDB_PRINTF_FORMAT_ATTR(2, 3);
void LogWarn(Logger* logger, const char* format, ...) ROCKSDB_PRINTF_FORMAT_ATTR(2, 3);
void LogError(Logger* logger, const char* format, ...) ROCKSDB_PRINTF_FORMAT_ATTR(2, 3);
// Repeated at the start of every file of a rolling log.
void LogHeader(Logger* logger, const char* format, ...) ROCKSDB_PRINTF_FORMAT_ATTR(2, 3);

// Not thread-safe. Messages carry the time at which they were added.
class LogBuffer {
 public:
  explicit LogBuffer(Logger* logger, InfoLogLevel level = InfoLogLevel::INFO_LEVEL)
      : logger_(logger), level_(level) {}
  ~LogBuffer() { Flush(); }
  LogBuffer(const LogBuffer&) = delete;
  LogBuffer& operator=(const LogBuffer&) = delete;

  void Add(const char* format, ...) ROCKSDB_PRINTF_FORMAT_ATTR(2, 3);
  // Writes the messages. REQUIRES: the caller holds no lock that must not be held across I/O.
  void Flush();
  bool empty() const { return lines_.empty(); }

 private:
  Logger* const logger_;
  const InfoLogLevel level_;
  std::vector<std::string> lines_;
};

}  // namespace ROCKSDB_NAMESPACE
