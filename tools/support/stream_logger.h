// A Logger that prints its lines: what the library says while a command runs.
#pragma once

#include <cstdarg>
#include <ostream>

#include "rocksdb/env.h"

namespace ROCKSDB_NAMESPACE::tools {

class StreamLogger : public Logger {
 public:
  StreamLogger(std::ostream& out, InfoLogLevel level) : Logger(level), out_(out) {}
  using Logger::Logv;
  // Cuts a line after 1023 bytes.
  void Logv(const char* format, va_list ap) override;

 private:
  std::ostream& out_;
};

}  // namespace ROCKSDB_NAMESPACE::tools
