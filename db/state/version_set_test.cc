// What the owner of the MANIFEST refuses.
#include "db/state/version_set.h"

#include <gtest/gtest.h>

#include "db/state/module_fixture.h"
#include "env/filename.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class VersionSetTest : public ModuleTest {
 protected:
  std::vector<std::string> FilesOfTheDatabase() {
    std::vector<std::string> names;
    EXPECT_OK(fs_->GetChildren("/db", IOOptions(), &names, nullptr));
    return names;
  }

  TableCache tables_{&context_, -1};
  ColumnFamilySet families_;
  VersionSet versions_{&context_, &families_,
                       std::make_shared<ObsoleteFiles>(&context_, &tables_, events_.get())};
};

TEST_F(VersionSetTest, AReadOnlyDatabaseMakesNoManifestAndLeavesCurrentAlone) {
  ASSERT_OK(versions_.CreateDatabase());
  const auto before = FilesOfTheDatabase();
  context_.read_only = true;
  EXPECT_TRUE(versions_.StartManifest().IsNotSupported());
  {
    StateLock lock(&context_.mutex);
    EXPECT_TRUE(versions_.Apply({}, nullptr).IsNotSupported());
  }
  EXPECT_EQ(FilesOfTheDatabase(), before);
  std::string path;
  uint64_t number = 0;
  ASSERT_OK(VersionSet::ReadCurrent(fs_.get(), "/db", &path, &number));
  EXPECT_EQ(number, 1u);
  context_.read_only = false;
  ASSERT_OK(versions_.StartManifest());
  EXPECT_NE(FilesOfTheDatabase(), before);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
