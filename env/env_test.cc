// Tests of environments: custom ones as the engine sees them, threads, options.
#include "rocksdb/env.h"

#include <gtest/gtest.h>

#include <atomic>

#include "env/composite_env.h"
#include "env/test_dir.h"
#include "rocksdb/file_system.h"
#include "rocksdb/utilities/object_registry.h"
#include "test/support/status_assertions.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// An application's Env of the old kind: counts, and refuses names that end in ".bad".
class CountingEnv : public EnvWrapper {
 public:
  explicit CountingEnv(Env* base) : EnvWrapper(base) {}

  Status NewWritableFile(const std::string& f, std::unique_ptr<WritableFile>* r,
                         const EnvOptions& o) override {
    ++opened;
    if (Slice(f).ends_with(".bad")) {
      return Status::IOError("refused", f);
    }
    return EnvWrapper::NewWritableFile(f, r, o);
  }
  uint64_t NowMicros() override { return 42; }

  int opened = 0;
};

}  // namespace

TEST(Env, OverridesOfACustomEnvAreSeenThroughItsFileSystem) {
  TestDir dir("env");
  CountingEnv env(Env::Default());
  FileSystem* fs = env.GetFileSystem().get();
  EXPECT_OK(WriteStringToFile(fs, "x", dir.File("a"), true));
  EXPECT_TRUE(WriteStringToFile(fs, "x", dir.File("b.bad")).IsIOError());
  EXPECT_EQ(env.opened, 2);
  EXPECT_EQ(env.GetSystemClock()->NowMicros(), 42u);
  std::string data;
  EXPECT_OK(ReadFileToString(&env, dir.File("a"), &data));
  EXPECT_EQ(data, "x");
}

TEST(Env, StartedThreadsAreJoined) {
  std::atomic<int> sum{0};
  for (int i = 1; i <= 5; ++i) {
    Env::Default()->StartThreadTyped([&sum](int n) { sum += n; }, int{i});
  }
  Env::Default()->WaitForJoin();
  EXPECT_EQ(sum.load(), 15);
}

TEST(Env, ScheduledWorkRunsInItsPool) {
  Env* env = Env::Default();
  env->IncBackgroundThreadsIfNeeded(2, Env::LOW);
  EXPECT_GE(env->GetBackgroundThreads(Env::LOW), 2);
  std::atomic<int> ran{0};
  for (int i = 0; i < 10; ++i) {
    env->Schedule([](void* arg) { ++*static_cast<std::atomic<int>*>(arg); }, &ran, Env::LOW);
  }
  while (ran.load() < 10) {
    env->SleepForMicroseconds(100);
  }
  EXPECT_EQ(env->GetThreadPoolQueueLen(Env::LOW), 0u);
  std::vector<ThreadStatus> threads;
  ASSERT_OK(env->GetThreadList(&threads));
  ASSERT_FALSE(threads.empty());
  EXPECT_EQ(threads[0].thread_type, ThreadStatus::LOW_PRIORITY);
}

TEST(Env, NamesAreUnderstood) {
  Env* env = nullptr;
  std::shared_ptr<Env> guard;
  EXPECT_OK(Env::LoadEnv("", &env, &guard));
  EXPECT_EQ(env, Env::Default());
  EXPECT_OK(Env::LoadEnv("MemEnv", &env, &guard));
  EXPECT_EQ(env, guard.get());
  EXPECT_TRUE(Env::LoadEnv("unheard of", &env, &guard).IsNotSupported());
  EXPECT_EQ(Env::PriorityToString(Env::BOTTOM), "Bottom");
  EXPECT_EQ(Env::IOActivityToString(Env::IOActivity::kDBIterator), "DBIterator");
}

class OtherEnv : public EnvWrapper {
 public:
  OtherEnv() : EnvWrapper(Env::Default()) {}
  const char* Name() const override { return "OtherEnv"; }
};

TEST(Env, OnesOfTheApplicationAreFoundByTheirNames) {
  ObjectLibrary::Default()->AddFactory<Env>(
      ObjectLibrary::PatternEntry("other", false).AddSeparator("://", false),
      [](const std::string&, std::unique_ptr<Env>* guard, std::string*) {
        guard->reset(new OtherEnv);
        return guard->get();
      });
  static OtherEnv* const for_ever = new OtherEnv;
  ObjectLibrary::Default()->AddFactory<Env>(
      "for ever", [](const std::string&, std::unique_ptr<Env>*, std::string*) { return for_ever; });
  Env* env = nullptr;
  std::shared_ptr<Env> guard;
  ASSERT_OK(Env::LoadEnv("other://", &env, &guard));
  EXPECT_STREQ("OtherEnv", env->Name());
  EXPECT_EQ(env, guard.get());
  EXPECT_TRUE(Env::LoadEnv("other://", &env).IsInvalidArgument()) << "nobody would own it";
  ASSERT_OK(Env::LoadEnv("for ever", &env));
  EXPECT_EQ(for_ever, env);
}

TEST(Env, UniqueIdsAndHostNameComeOut) {
  EXPECT_EQ(Env::Default()->GenerateUniqueId().size(), 36u);
  std::string host;
  EXPECT_OK(Env::Default()->GetHostNameString(&host));
  EXPECT_FALSE(host.empty());
}

TEST(SystemClock, TimeAdvances) {
  SystemClock* clock = SystemClock::Default().get();
  const uint64_t before = clock->NowNanos();
  clock->SleepForMicroseconds(1000);
  EXPECT_GE(clock->NowNanos(), before + 1000000);
  int64_t now = 0;
  EXPECT_OK(clock->GetCurrentTime(&now));
  EXPECT_NEAR(static_cast<double>(now), static_cast<double>(clock->NowMicros()) / 1e6, 2.0);
}

}  // namespace ROCKSDB_NAMESPACE
