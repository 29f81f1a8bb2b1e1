// ForgetTable, which takes a lost table out of the tree: what the tree and other openers see of it.
#include "db/tool_access.h"
#include "test/support/beside_primary.h"

namespace system_test {
namespace {

class TableRemovalTest : public BesidePrimaryTest {
 protected:
  // The number of the only table.
  uint64_t OnlyTable() {
    std::vector<LiveFileMetaData> files;
    primary_.db->GetLiveFilesMetaData(&files);
    EXPECT_EQ(files.size(), 1u);
    return files.empty() ? 0 : files[0].file_number;
  }
};

TEST_F(TableRemovalTest, ATableGoesWithAllThatItHeld) {
  OpenPrimary();
  ASSERT_OK(Put("in a table", "1"));
  ASSERT_OK(Flush());
  ASSERT_OK(Put("in a log", "2"));
  ASSERT_OK(tools::ForgetTable(primary_.db.get(), OnlyTable()));
  OpenPrimary();
  const std::map<std::string, std::string> left = {{"in a log", "2"}};
  EXPECT_EQ(ContentsOf(primary_.db.get(), primary_.handles[0]), left);
}

TEST_F(TableRemovalTest, ASecondaryTakesNoTableFromItsPrimary) {
  OpenPrimary();
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(Flush());
  const uint64_t table = OnlyTable();
  ASSERT_OK(OpenSecondary());
  EXPECT_TRUE(tools::ForgetTable(secondary_.db.get(), table).IsNotSupported());
  EXPECT_EQ(Get("a"), "1");
  // The primary goes on with its own MANIFEST, and finds all of it at the next opening.
  ASSERT_OK(Put("b", "2"));
  ASSERT_OK(Flush());
  OpenPrimary();
  ASSERT_OK(CatchUp());
  ASSERT_NO_FATAL_FAILURE(ExpectSame());
  EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(Get("b"), "2");
}

}  // namespace
}  // namespace system_test
