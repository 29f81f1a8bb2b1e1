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

// Asked before anything is formatted: a line that nobody wants must cost nothing.
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
  const char* mark = log_level < NUM_INFO_LOG_LEVELS ? kLevelMarks[log_level] : "";
  if (*mark == '\0') {
    Logv(format, ap);
  } else {
    Logv((std::string(mark) + format).c_str(), ap);
  }
}

// Each body differs in the level alone.
#define EMIT_VARIADIC(level, logger) \
  {                                  \
    va_list ap;                      \
    va_start(ap, format);            \
    Emit(level, logger, format, ap); \
    va_end(ap);                      \
  }

void LogDebug(Logger* logger, const char* format,
              ...) EMIT_VARIADIC(DEBUG_LEVEL, logger) void LogInfo(Logger* logger,
                                                                   const char* format, ...)
    EMIT_VARIADIC(INFO_LEVEL, logger) void LogWarn(Logger* logger, const char* format, ...)
        EMIT_VARIADIC(WARN_LEVEL, logger) void LogError(Logger* logger, const char* format, ...)
            EMIT_VARIADIC(ERROR_LEVEL, logger) void LogFatal(Logger* logger, const char* format,
                                                             ...)
                EMIT_VARIADIC(FATAL_LEVEL,
                              logger) void LogHeader(Logger* logger, const char* format,
                                                     ...) EMIT_VARIADIC(HEADER_LEVEL, logger)
#define PUBLIC_LOG_FUNCTIONS(Name, level)                                                        \
  void Name(Logger* info_log, const char* format, ...) EMIT_VARIADIC(level, info_log) void Name( \
      const std::shared_ptr<Logger>& info_log, const char* format, ...)                          \
      EMIT_VARIADIC(level, info_log.get())

                    PUBLIC_LOG_FUNCTIONS(Log, INFO_LEVEL) PUBLIC_LOG_FUNCTIONS(Header, HEADER_LEVEL)
                        PUBLIC_LOG_FUNCTIONS(Debug, DEBUG_LEVEL)
                            PUBLIC_LOG_FUNCTIONS(Info, INFO_LEVEL)
                                PUBLIC_LOG_FUNCTIONS(Warn, WARN_LEVEL)
                                    PUBLIC_LOG_FUNCTIONS(Error, ERROR_LEVEL)
                                        PUBLIC_LOG_FUNCTIONS(Fatal, FATAL_LEVEL)
#undef PUBLIC_LOG_FUNCTIONS

                                            void Log(const InfoLogLevel log_level, Logger* info_log,
                                                     const char* format,
                                                     ...) EMIT_VARIADIC(log_level, info_log)

                                                void Log(const InfoLogLevel log_level,
                                                         const std::shared_ptr<Logger>& info_log,
                                                         const char* format, ...)
                                                    EMIT_VARIADIC(log_level, info_log.get())

#undef EMIT_VARIADIC

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

// The level was asked for in Add already; the logger asks once more, since it may have changed.
void LogBuffer::Flush() {
  for (const std::string& line : lines_) {
    Log(level_, logger_, "%s", line.c_str());
  }
  lines_.clear();
}

}  // namespace ROCKSDB_NAMESPACE
