#include "tools/support/stream_logger.h"

#include <cstdio>

namespace ROCKSDB_NAMESPACE::tools {

void StreamLogger::Logv(const char* format, va_list ap) {
  char line[1024];
  std::vsnprintf(line, sizeof(line), format, ap);
  out_ << line << "\n";
}

}  // namespace ROCKSDB_NAMESPACE::tools
