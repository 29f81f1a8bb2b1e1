// Making a family's directories, which may take a slow file system long, holds nobody up.
#include <functional>
#include <future>

#include "rocksdb/file_system.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

// Calls `asked` before the directory `watched` is made.
class WatchedDirectories : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "WatchedDirectories"; }
  IOStatus CreateDirIfMissing(const std::string& dir, const IOOptions& options,
                              IODebugContext* dbg) override {
    if (dir == watched && asked) asked();
    return FileSystemWrapper::CreateDirIfMissing(dir, options, dbg);
  }
  std::string watched;
  std::function<void()> asked;
};

TEST_F(DbTest, DirectoriesOfANewFamilyAreMadeWithoutTheStateLock) {
  const auto fs = std::make_shared<WatchedDirectories>(FileSystem::Default());
  const std::unique_ptr<Env> env = NewCompositeEnv(fs);
  Options options = SmallOptions();
  options.env = env.get();
  ASSERT_OK(Open(options));
  fs->watched = dir_ / "elsewhere";
  std::future<void> other;
  bool answered = false;
  fs->asked = [&] {
    // Takes the state lock.
    other = std::async(std::launch::async, [this] { (void)db_->GetOptions(); });
    answered = other.wait_for(std::chrono::seconds(20)) == std::future_status::ready;
  };
  ColumnFamilyOptions family;
  family.cf_paths.emplace_back(fs->watched, 1 << 30);
  ColumnFamilyHandle* handle = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(family, "new", &handle));
  handles_.push_back(handle);
  EXPECT_TRUE(answered);
  fs->asked = nullptr;
  Close();
}

}  // namespace
}  // namespace system_test
