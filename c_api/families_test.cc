// Column families through the C API.
#include "c_api/c_api_fixture.h"

namespace c_api_test {
namespace {

using Families = CApiTest;

TEST_F(Families, AreListedByName) {
  OpenFamilies({"default", "one", "two"});
  Close();
  size_t count = 0;
  char** names = rocksdb_list_column_families(options_.get(), path().c_str(), &count, error_.out());
  ASSERT_EQ(error_.Take(), "");
  ASSERT_EQ(count, 3u);
  EXPECT_STREQ(names[0], "default");
  EXPECT_STREQ(names[2], "two");
  rocksdb_list_column_families_destroy(names, count);

  EXPECT_EQ(rocksdb_list_column_families(options_.get(), (dir_ / "nothing").c_str(), &count,
                                         error_.out()),
            nullptr);
  EXPECT_EQ(count, 0u);
  EXPECT_NE(error_.Take(), "");
}

TEST_F(Families, AreMadeOneByOneAndDropped) {
  Open();
  auto* family = rocksdb_create_column_family(db_, options_.get(), "made", error_.out());
  ASSERT_EQ(error_.Take(), "");
  EXPECT_EQ(rocksdb_column_family_handle_get_id(family), 1u);
  size_t size = 0;
  char* name = rocksdb_column_family_handle_get_name(family, &size);
  EXPECT_EQ(Take(name, size), "made");
  EXPECT_EQ(rocksdb_create_column_family(db_, options_.get(), "made", error_.out()), nullptr);
  EXPECT_NE(error_.Take().find("already exists"), std::string::npos);
  rocksdb_put_cf(db_, write_.get(), family, "k", 1, "v", 1, error_.out());
  EXPECT_EQ(Get(family, "k"), "v");
  rocksdb_drop_column_family(db_, family, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Get(family, "k"), "v");
  rocksdb_put_cf(db_, write_.get(), family, "k", 1, "v", 1, error_.out());
  EXPECT_NE(error_.Take(), "");
  rocksdb_column_family_handle_destroy(family);
}

TEST_F(Families, AreMadeManyAtOnce) {
  Open();
  const char* names[] = {"a", "b"};
  size_t count = 0;
  auto** handles =
      rocksdb_create_column_families(db_, options_.get(), 2, names, &count, error_.out());
  ASSERT_EQ(error_.Take(), "");
  ASSERT_EQ(count, 2u);
  EXPECT_EQ(rocksdb_column_family_handle_get_id(handles[1]), 2u);
  for (size_t i = 0; i < count; ++i) {
    rocksdb_column_family_handle_destroy(handles[i]);
  }
  rocksdb_create_column_families_destroy(handles);
}

TEST_F(Families, ThatAreDefaultOutliveTheirHandle) {
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  auto* family = rocksdb_get_default_column_family_handle(db_);
  EXPECT_EQ(Get(family, "a"), "1");
  rocksdb_column_family_handle_destroy(family);
  family = rocksdb_get_default_column_family_handle(db_);
  EXPECT_EQ(rocksdb_column_family_handle_get_id(family), 0u);
  EXPECT_EQ(Get(family, "a"), "1");
  rocksdb_column_family_handle_destroy(family);
}

}  // namespace
}  // namespace c_api_test
