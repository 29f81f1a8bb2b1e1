// Loggers that write to stderr or call a function.
#include <pthread.h>
#include <sys/time.h>
#include <time.h>

#include <cstdarg>
#include <cstdio>
#include <string>
#include <utility>

#include "c_api/handles.h"

using ROCKSDB_NAMESPACE::InfoLogLevel;
using ROCKSDB_NAMESPACE::Logger;
using ROCKSDB_NAMESPACE::Status;

namespace {

std::string Format(const char* format, va_list args) {
  va_list measure;
  va_copy(measure, args);
  const int size = std::vsnprintf(nullptr, 0, format, measure);
  va_end(measure);
  std::string line(size > 0 ? static_cast<size_t>(size) : 0, '\0');
  std::vsnprintf(line.data(), line.size() + 1, format, args);
  return line;
}

// Drops what lies below its level, and passes on every other line, formatted.
class LineLogger : public Logger {
 public:
  explicit LineLogger(int level) : Logger(static_cast<InfoLogLevel>(level)) {}

  using Logger::Logv;
  void Logv(const char* format, va_list args) override {
    Write(InfoLogLevel::INFO_LEVEL, Format(format, args));
  }
  void Logv(const InfoLogLevel level, const char* format, va_list args) override {
    if (level >= GetInfoLogLevel()) {
      Write(level, Format(format, args));
    }
  }

 protected:
  virtual void Write(InfoLogLevel level, std::string line) = 0;
  Status CloseImpl() override { return Status::OK(); }
};

class CallbackLogger : public LineLogger {
 public:
  CallbackLogger(int level, rocksdb_logger_logv_cb log, void* state)
      : LineLogger(level), log_(log), state_(state) {}

 protected:
  void Write(InfoLogLevel level, std::string line) override {
    if (log_ == nullptr || line.empty()) return;
    log_(state_, static_cast<unsigned int>(level), line.data(), line.size());
  }

 private:
  rocksdb_logger_logv_cb log_;
  void* state_;
};

// Lines look like those of a LOG file, the prefix before the text: time, thread, prefix, text.
class StderrLogger : public LineLogger {
 public:
  StderrLogger(int level, const char* prefix)
      : LineLogger(level), prefix_(prefix != nullptr ? prefix : "") {}

 protected:
  void Write(InfoLogLevel, std::string line) override {
    timeval now;
    gettimeofday(&now, nullptr);
    tm parts;
    localtime_r(&now.tv_sec, &parts);
    std::fprintf(stderr, "%04d/%02d/%02d-%02d:%02d:%02d.%06d %llx %s%s\n", parts.tm_year + 1900,
                 parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                 static_cast<int>(now.tv_usec), static_cast<unsigned long long>(pthread_self()),
                 prefix_.c_str(), line.c_str());
  }

 private:
  const std::string prefix_;
};

}  // namespace

rocksdb_logger_t* rocksdb_logger_create_stderr_logger(int level, const char* prefix) {
  return new rocksdb_logger_t{std::make_shared<StderrLogger>(level, prefix)};
}

rocksdb_logger_t* rocksdb_logger_create_callback_logger(int level, rocksdb_logger_logv_cb log,
                                                        void* state) {
  return new rocksdb_logger_t{std::make_shared<CallbackLogger>(level, log, state)};
}

void rocksdb_logger_destroy(rocksdb_logger_t* logger) { delete logger; }
