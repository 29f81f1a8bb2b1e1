// Tests of the info log: lines, levels, rolling, deletion of old files.
#include <gtest/gtest.h>

#include <regex>
#include <thread>

#include "env/composite_env.h"
#include "env/fault_fs.h"
#include "env/mem_fs.h"
#include "env/rolling_logger.h"
#include "env/test_dir.h"
#include "test/support/status_assertions.h"
#include "util/logging.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

std::vector<std::string> LogsIn(Env* env, const std::string& dir) {
  std::vector<std::string> names;
  std::vector<std::string> logs;
  EXPECT_OK(env->GetChildren(dir, &names));
  for (const std::string& name : names) {
    if (StartsWith(name, "LOG")) {
      logs.push_back(name);
    }
  }
  return logs;
}

std::string Content(Env* env, const std::string& f) {
  std::string data;
  EXPECT_OK(ReadFileToString(env, f, &data));
  return data;
}

// Keeps lines and headers instead of writing them; does not know its size.
class KeepingLogger : public Logger {
 public:
  using Logger::Logv;
  void Logv(const char* format, va_list ap) override { lines.push_back(FormatV(format, ap)); }
  void LogHeader(const char* format, va_list ap) override {
    headers.push_back(FormatV(format, ap));
  }

  std::vector<std::string> lines;
  std::vector<std::string> headers;
};

// An application's Env that logs in its own way.
class LoggingEnv : public EnvWrapper {
 public:
  using EnvWrapper::EnvWrapper;
  Status NewLogger(const std::string&, std::shared_ptr<Logger>* result) override {
    ++started;
    *result = logger;
    return Status::OK();
  }

  std::shared_ptr<KeepingLogger> logger = std::make_shared<KeepingLogger>();
  int started = 0;
};

}  // namespace

TEST(InfoLog, LinesCarryTimeThreadAndLevel) {
  TestDir dir("log");
  std::shared_ptr<Logger> logger;
  ASSERT_OK(CreateInfoLogger(Env::Default(), dir.path(), "", InfoLogLimits(), &logger));
  LogInfo(logger.get(), "number %d", 5);
  LogWarn(logger.get(), "careful");
  Debug(logger, "not wanted");
  Error(logger, "bad\n");
  ASSERT_OK(logger->Close());
  const std::vector<std::string> lines = Split(Content(Env::Default(), dir.File("LOG")), '\n');
  ASSERT_EQ(lines.size(), 4u);
  const std::string start = R"(\d{4}/\d\d/\d\d-\d\d:\d\d:\d\d\.\d{6} \d+ )";
  EXPECT_TRUE(std::regex_match(lines[0], std::regex(start + "number 5"))) << lines[0];
  EXPECT_TRUE(std::regex_match(lines[1], std::regex(start + R"(\[WARN\] careful)"))) << lines[1];
  EXPECT_TRUE(std::regex_match(lines[2], std::regex(start + R"(\[ERROR\] bad)"))) << lines[2];
}

// As MyRocks does: what it gets goes to the info log, then to the server's log.
class ForwardingLogger : public Logger {
 public:
  explicit ForwardingLogger(Logger* target) : target_(target) {}

  using Logger::Logv;
  void Logv(const char* format, va_list ap) override {
    target_->Logv(format, ap);
    own_.push_back(FormatV(format, ap));
  }
  void LogHeader(const char* format, va_list ap) override {
    target_->LogHeader(format, ap);
    own_.push_back(FormatV(format, ap));
  }

  const std::vector<std::string>& own() const { return own_; }

 private:
  Logger* const target_;
  std::vector<std::string> own_;
};

TEST(InfoLog, WhoHandsItArgumentsCanUseThemOnceMore) {
  std::unique_ptr<Env> env(NewMemEnv(Env::Default()));
  std::shared_ptr<Logger> logger;
  ASSERT_OK(CreateInfoLogger(env.get(), "/db", "", InfoLogLimits(), &logger));
  ForwardingLogger forwarding(logger.get());
  const std::string longer(2000, 'x');
  LogInfo(&forwarding, "%s %d %s %d", "first", 1, "second", 2);
  LogInfo(&forwarding, "%s %d %s %d", longer.c_str(), 1, "second", 2);
  LogHeader(&forwarding, "%s %d %s %d", "header", 1, "second", 2);
  ASSERT_OK(logger->Close());
  const std::vector<std::string> expected = {"first 1 second 2", longer + " 1 second 2",
                                             "header 1 second 2"};
  EXPECT_EQ(forwarding.own(), expected);
  const std::string content = Content(env.get(), "/db/LOG");
  for (const std::string& line : expected) {
    EXPECT_NE(content.find(line), std::string::npos) << line;
  }
}

TEST(InfoLog, EachStartMovesTheLastLogAsideAndOldOnesAreDeleted) {
  std::unique_ptr<Env> env(NewMemEnv(Env::Default()));
  InfoLogLimits limits;
  limits.keep_files = 3;
  for (int i = 0; i < 6; ++i) {
    std::shared_ptr<Logger> logger;
    ASSERT_OK(CreateInfoLogger(env.get(), "/db", "", limits, &logger));
    LogInfo(logger.get(), "run %d", i);
    ASSERT_OK(logger->Close());
  }
  EXPECT_EQ(LogsIn(env.get(), "/db").size(), 3u);
  EXPECT_NE(Content(env.get(), "/db/LOG").find("run 5"), std::string::npos);
}

TEST(InfoLog, ItRollsBySizeAndRepeatsHeaders) {
  std::unique_ptr<Env> env(NewMemEnv(Env::Default()));
  InfoLogLimits limits;
  limits.max_file_size = 2000;
  std::shared_ptr<Logger> logger;
  ASSERT_OK(CreateInfoLogger(env.get(), "/db", "", limits, &logger));
  LogHeader(logger.get(), "the header");
  for (int i = 0; i < 100; ++i) {
    LogInfo(logger.get(), "line %d %s", i, std::string(100, 'x').c_str());
  }
  ASSERT_OK(logger->Close());
  const auto logs = LogsIn(env.get(), "/db");
  EXPECT_GT(logs.size(), 3u);
  size_t lines = 0;
  for (const std::string& log : logs) {
    const std::string content = Content(env.get(), "/db/" + log);
    EXPECT_NE(content.find("the header"), std::string::npos) << log;
    for (size_t at = content.find("line "); at != std::string::npos;
         at = content.find("line ", at + 1)) {
      ++lines;
    }
  }
  EXPECT_EQ(lines, 100u);
}

TEST(InfoLog, AnAgeThatMeansNeverIsNeverReached) {
  for (const uint64_t age : {uint64_t{INT64_MAX}, UINT64_MAX, UINT64_MAX / 1000000}) {
    std::unique_ptr<Env> env(NewMemEnv(Env::Default()));
    InfoLogLimits limits;
    limits.roll_after_seconds = age;
    std::shared_ptr<Logger> logger;
    ASSERT_OK(CreateInfoLogger(env.get(), "/db", "", limits, &logger));
    LogInfo(logger.get(), "one");
    LogInfo(logger.get(), "two");
    EXPECT_EQ(LogsIn(env.get(), "/db").size(), 1u) << age;
  }
}

TEST(FileLogger, AfterAFullDiskItGoesOnInALineOfItsOwn) {
  const auto fs = std::make_shared<FaultFileSystem>(std::make_shared<MemFileSystem>());
  const std::unique_ptr<Env> env = NewCompositeEnv(fs);
  fs->SetSpace(10);
  std::shared_ptr<Logger> logger;
  ASSERT_OK(NewEnvLogger("/LOG", env.get(), &logger));
  for (const char* line : {"lost", "lost as well"}) {
    LogInfo(logger.get(), "%s", line);
    LogFlush(logger);
  }
  fs->UnlimitSpace();
  LogInfo(logger.get(), "kept");
  LogFlush(logger);
  const std::string content = Content(env.get(), "/LOG");
  EXPECT_EQ(content.size(), logger->GetLogFileSize() + 10) << "what was lost counts";
  EXPECT_TRUE(EndsWith(content, " kept\n")) << content;
  const size_t begin = content.rfind('\n', content.size() - 2);
  ASSERT_NE(begin, std::string::npos) << content;
  EXPECT_TRUE(std::regex_match(content.substr(begin + 1), std::regex(R"(\d{4}/.* kept\n)")))
      << content;
  EXPECT_TRUE(logger->Close().IsNoSpace());
}

TEST(InfoLog, LinesAfterCloseAreLostAndStartNoFile) {
  std::unique_ptr<Env> env(NewMemEnv(Env::Default()));
  InfoLogLimits limits;
  limits.max_file_size = 1;
  std::shared_ptr<Logger> logger;
  ASSERT_OK(CreateInfoLogger(env.get(), "/db", "", limits, &logger));
  LogInfo(logger.get(), "before");
  ASSERT_OK(logger->Close());
  LogInfo(logger.get(), "after");
  LogHeader(logger.get(), "after");
  LogFlush(logger);
  EXPECT_EQ(LogsIn(env.get(), "/db"), std::vector<std::string>{"LOG"});
  EXPECT_EQ(Content(env.get(), "/db/LOG").find("after"), std::string::npos);
  std::shared_ptr<Logger> plain;
  ASSERT_OK(NewEnvLogger("/LOG", env.get(), &plain));
  ASSERT_OK(plain->Close());
  LogInfo(plain.get(), "after");
  LogFlush(plain);
  EXPECT_EQ(Content(env.get(), "/LOG"), "");
}

TEST(InfoLog, AnEnvThatMakesItsOwnLoggerGetsTheLines) {
  std::unique_ptr<Env> memory(NewMemEnv(Env::Default()));
  LoggingEnv env(memory.get());
  InfoLogLimits limits;
  limits.max_file_size = 1;
  std::shared_ptr<Logger> logger;
  ASSERT_OK(CreateInfoLogger(&env, "/db", "", limits, &logger));
  LogInfo(logger.get(), "one");
  LogInfo(logger.get(), "two");
  EXPECT_EQ(env.logger->lines, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(env.started, 1) << "it rolled by a size that nobody knows";
  EXPECT_TRUE(LogsIn(memory.get(), "/db").empty());
}

TEST(InfoLog, AnEnvThatMakesNoLoggerIsAnError) {
  std::unique_ptr<Env> memory(NewMemEnv(Env::Default()));
  LoggingEnv env(memory.get());
  env.logger.reset();
  std::shared_ptr<Logger> logger;
  EXPECT_TRUE(CreateInfoLogger(&env, "/db", "", InfoLogLimits(), &logger).IsIOError());
  EXPECT_EQ(logger, nullptr);
}

TEST(Logger, LinesOfTheHeaderLevelAreHeaders) {
  KeepingLogger logger;
  const auto log = [&logger](InfoLogLevel level, const char* format, ...) {
    va_list ap;
    va_start(ap, format);
    logger.Logv(level, format, ap);
    va_end(ap);
  };
  log(HEADER_LEVEL, "header %d", 1);
  log(WARN_LEVEL, "line %d", 2);
  EXPECT_EQ(logger.headers, std::vector<std::string>{"header 1"});
  EXPECT_EQ(logger.lines, std::vector<std::string>{"[WARN] line 2"});
}

TEST(InfoLog, ConcurrentWritersLoseNoLineWhileItRolls) {
  std::unique_ptr<Env> env(NewMemEnv(Env::Default()));
  InfoLogLimits limits;
  limits.max_file_size = 1000;
  std::shared_ptr<Logger> logger;
  ASSERT_OK(CreateInfoLogger(env.get(), "/db", "", limits, &logger));
  constexpr size_t kThreads = 4;
  constexpr size_t kLines = 400;
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (size_t i = 0; i < kLines; ++i) {
        LogInfo(logger.get(), "line %s", std::string(100, 'x').c_str());
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  ASSERT_OK(logger->Close());
  size_t lines = 0;
  for (const std::string& log : LogsIn(env.get(), "/db")) {
    const std::string content = Content(env.get(), "/db/" + log);
    for (size_t at = content.find("line "); at != std::string::npos;
         at = content.find("line ", at + 1)) {
      ++lines;
    }
  }
  EXPECT_EQ(lines, kThreads * kLines);
}

TEST(LogBuffer, WritesOnFlushInOrder) {
  std::unique_ptr<Env> env(NewMemEnv(Env::Default()));
  std::shared_ptr<Logger> logger;
  ASSERT_OK(NewEnvLogger("/LOG", env.get(), &logger));
  LogBuffer buffer(logger.get());
  buffer.Add("one");
  buffer.Add("two");
  EXPECT_EQ(logger->GetLogFileSize(), 0u);
  buffer.Flush();
  ASSERT_OK(logger->Close());
  const std::string content = Content(env.get(), "/LOG");
  EXPECT_LT(content.find("one"), content.find("two"));
}

}  // namespace ROCKSDB_NAMESPACE
