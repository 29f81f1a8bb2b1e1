// Logger's own behaviour, the public logging functions of env.h and the engine's of logging.h.
#include "util/logging.h"

#include <sys/time.h>

#include <ctime>
#include <utility>

#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr const char* kLevelMarks[NUM_INFO_LOG_LEVELS] = {"[DEBUG] ", "",         "[WARN] ",
                                                          "[ERROR] ", "[FATAL] ", ""};

// Tested before formatting, so that a line below the level costs nothing.
bool Wanted(Logger* logger, InfoLogLevel level) {
  return logger != nullptr && logger->GetInfoLogLevel() <= level;
}

void Emit(InfoLogLevel level, Logger* logger, const char* format, va_list ap) {
  if (level == HEADER_LEVEL) {
    if (logger != nullptr) {
      logger->LogHeader(format, ap);
    }
  } else if (Wanted(logger, level)) {
    logger->Logv(level, format, ap);
  }
}

// YYYY/MM/DD-HH:MM:SS.micros of now, local time: the form in which loggers begin a line.
std::string TimeOfDay() {
  timeval now;
  gettimeofday(&now, nullptr);
  tm local;
  localtime_r(&now.tv_sec, &local);
  return Format("%04d/%02d/%02d-%02d:%02d:%02d.%06ld", local.tm_year + 1900, local.tm_mon + 1,
                local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec, now.tv_usec);
}

}  // namespace

Logger::~Logger() = default;

Status Logger::Close() {
  if (std::exchange(closed_, true)) {
    return Status::OK();
  }
  return CloseImpl();
}

Status Logger::CloseImpl() { return Status::NotSupported("Logger::Close"); }

void Logger::Logv(const InfoLogLevel log_level, const char* format, va_list ap) {
  if (log_level < log_level_) {
    return;
  }
  if (log_level == HEADER_LEVEL) {
    LogHeader(format, ap);
    return;
  }
  const char* mark = log_level < NUM_INFO_LOG_LEVELS ? kLevelMarks[log_level] : "";
  if (*mark == '\0') {
    Logv(format, ap);
  } else {
    Logv((std::string(mark) + format).c_str(), ap);
  }
}

// The bodies differ in the level and in how they get the logger.
#define DEFINE_LOG_FUNCTION(Name, LoggerParameter, raw_logger, level) \
  void Name(LoggerParameter, const char* format, ...) {               \
    va_list ap;                                                       \
    va_start(ap, format);                                             \
    Emit(level, raw_logger, format, ap);                              \
    va_end(ap);                                                       \
  }
#define DEFINE_PUBLIC_LOG_FUNCTIONS(Name, level)               \
  DEFINE_LOG_FUNCTION(Name, Logger* info_log, info_log, level) \
  DEFINE_LOG_FUNCTION(Name, const std::shared_ptr<Logger>& info_log, info_log.get(), level)

DEFINE_LOG_FUNCTION(LogInfo, Logger* logger, logger, INFO_LEVEL);
DEFINE_LOG_FUNCTION(LogWarn, Logger* logger, logger, WARN_LEVEL);
DEFINE_LOG_FUNCTION(LogError, Logger* logger, logger, ERROR_LEVEL);
DEFINE_LOG_FUNCTION(LogHeader, Logger* logger, logger, HEADER_LEVEL);

DEFINE_PUBLIC_LOG_FUNCTIONS(Log, INFO_LEVEL);
DEFINE_PUBLIC_LOG_FUNCTIONS(Header, HEADER_LEVEL);
DEFINE_PUBLIC_LOG_FUNCTIONS(Debug, DEBUG_LEVEL);
DEFINE_PUBLIC_LOG_FUNCTIONS(Info, INFO_LEVEL);
DEFINE_PUBLIC_LOG_FUNCTIONS(Warn, WARN_LEVEL);
DEFINE_PUBLIC_LOG_FUNCTIONS(Error, ERROR_LEVEL);
DEFINE_PUBLIC_LOG_FUNCTIONS(Fatal, FATAL_LEVEL);

#undef DEFINE_PUBLIC_LOG_FUNCTIONS
#undef DEFINE_LOG_FUNCTION

void Log(const InfoLogLevel log_level, Logger* info_log, const char* format, ...) {
  va_list ap;
  va_start(ap, format);
  Emit(log_level, info_log, format, ap);
  va_end(ap);
}

void Log(const InfoLogLevel log_level, const std::shared_ptr<Logger>& info_log, const char* format,
         ...) {
  va_list ap;
  va_start(ap, format);
  Emit(log_level, info_log.get(), format, ap);
  va_end(ap);
}

void LogFlush(Logger* info_log) {
  if (info_log != nullptr) {
    info_log->Flush();
  }
}

void LogFlush(const std::shared_ptr<Logger>& info_log) { LogFlush(info_log.get()); }

void LogBuffer::Add(const char* format, ...) {
  if (!Wanted(logger_, level_)) {
    return;
  }
  va_list ap;
  va_start(ap, format);
  lines_.push_back("(Original Log Time " + TimeOfDay() + ") " + FormatV(format, ap));
  va_end(ap);
}

// Add has tested the level; the logger tests it again, because it may have changed.
void LogBuffer::Flush() {
  for (const std::string& line : lines_) {
    Log(level_, logger_, "%s", line.c_str());
  }
  lines_.clear();
}

}  // namespace ROCKSDB_NAMESPACE
