// Opening, closing, destroying and repairing; reads and writes of every form.
#include <cstdlib>

#include "c_api/c_api_fixture.h"

namespace c_api_test {
namespace {

using Database = CApiTest;

TEST_F(Database, KeepsWhatWasPutUntilItIsOpenedAgain) {
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  EXPECT_EQ(Put("empty", ""), "");
  Open();
  EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(Get("empty"), "");
  EXPECT_EQ(Get("missing"), "(null)");
}

TEST_F(Database, FailsToOpenWithTheReasonAsAnError) {
  rocksdb_options_set_create_if_missing(options_.get(), 0);
  EXPECT_EQ(rocksdb_open(options_.get(), path().c_str(), error_.out()), nullptr);
  EXPECT_NE(error_.Take().find("does not exist"), std::string::npos);
}

TEST_F(Database, ReplacesAnOlderErrorText) {
  rocksdb_options_set_create_if_missing(options_.get(), 0);
  *error_.out() = strdup("an older failure");
  rocksdb_open(options_.get(), path().c_str(), error_.out());
  EXPECT_EQ(error_.Take().find("an older failure"), std::string::npos);
}

TEST_F(Database, LeavesAnOlderErrorTextAloneWhenItSucceeds) {
  Open();
  *error_.out() = strdup("an older failure");
  rocksdb_put(db_, write_.get(), "a", 1, "1", 1, error_.out());
  EXPECT_EQ(error_.Take(), "an older failure");
}

TEST_F(Database, OpensForReadingOnly) {
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  Close();
  db_ = rocksdb_open_for_read_only(options_.get(), path().c_str(), 0, error_.out());
  ASSERT_EQ(error_.Take(), "");
  EXPECT_EQ(Get("a"), "1");
  EXPECT_NE(Put("b", "2").find("read only"), std::string::npos);
  Close();
  // As in RocksDB, only the form with families minds the logs.
  db_ = rocksdb_open_for_read_only(options_.get(), path().c_str(), 1, error_.out());
  ASSERT_EQ(error_.Take(), "");
  EXPECT_EQ(Get("a"), "1");
}

TEST_F(Database, OpensFamiliesForReadingOnly) {
  OpenFamilies({"default", "other"});
  rocksdb_put_cf(db_, write_.get(), families_[1], "k", 1, "v", 1, error_.out());
  ASSERT_EQ(error_.Take(), "");
  Close();
  const char* names[] = {"default", "other"};
  const rocksdb_options_t* family_options[] = {options_.get(), options_.get()};
  families_.resize(2);
  EXPECT_EQ(
      rocksdb_open_for_read_only_column_families(options_.get(), path().c_str(), 2, names,
                                                 family_options, families_.data(), 1, error_.out()),
      nullptr);
  EXPECT_NE(error_.Take(), "");
  db_ = rocksdb_open_for_read_only_column_families(
      options_.get(), path().c_str(), 2, names, family_options, families_.data(), 0, error_.out());
  ASSERT_EQ(error_.Take(), "");
  EXPECT_EQ(Get(families_[1], "k"), "v");
}

TEST_F(Database, OpensSecondaryInstancesThatCatchUp) {
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  rocksdb_t* primary = db_;
  rocksdb_options_set_max_open_files(options_.get(), -1);
  rocksdb_t* secondary = rocksdb_open_as_secondary(options_.get(), path().c_str(),
                                                   (dir_ / "second").c_str(), error_.out());
  ASSERT_EQ(error_.Take(), "");
  const char* names[] = {"default"};
  const rocksdb_options_t* family_options[] = {options_.get()};
  rocksdb_column_family_handle_t* handle = nullptr;
  rocksdb_t* with_families = rocksdb_open_as_secondary_column_families(
      options_.get(), path().c_str(), (dir_ / "third").c_str(), 1, names, family_options, &handle,
      error_.out());
  ASSERT_EQ(error_.Take(), "");
  EXPECT_EQ(Put("b", "2"), "");
  for (rocksdb_t* db : {secondary, with_families}) {
    db_ = db;
    EXPECT_EQ(Get("a"), "1");
    EXPECT_EQ(Get("b"), "(null)");
    rocksdb_try_catch_up_with_primary(db_, error_.out());
    EXPECT_EQ(error_.Take(), "");
    EXPECT_EQ(Get("b"), "2");
    EXPECT_NE(Put("c", "3").find("secondary mode"), std::string::npos);
  }
  rocksdb_column_family_handle_destroy(handle);
  rocksdb_close(secondary);
  rocksdb_close(with_families);
  db_ = primary;
  rocksdb_try_catch_up_with_primary(db_, error_.out());
  EXPECT_NE(error_.Take().find("TryCatchUpWithPrimary"), std::string::npos);
}

TEST_F(Database, RefusesTimestampsByName) {
  char stamp[] = "12345678";
  const char* names[] = {"default"};
  const rocksdb_options_t* family_options[] = {options_.get()};
  rocksdb_column_family_handle_t* handle = nullptr;
  EXPECT_EQ(rocksdb_open_and_trim_history(options_.get(), path().c_str(), 1, names, family_options,
                                          &handle, stamp, 8, error_.out()),
            nullptr);
  EXPECT_NE(error_.Take().find("OpenAndTrimHistory"), std::string::npos);

  OpenFamilies({"default"});
  auto* family = families_[0];
  const auto refused = [&] { return error_.Take().find("timestamp") != std::string::npos; };
  rocksdb_put_with_ts(db_, write_.get(), "k", 1, stamp, 8, "v", 1, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_put_cf_with_ts(db_, write_.get(), family, "k", 1, stamp, 8, "v", 1, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_delete_with_ts(db_, write_.get(), "k", 1, stamp, 8, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_delete_cf_with_ts(db_, write_.get(), family, "k", 1, stamp, 8, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_singledelete_with_ts(db_, write_.get(), "k", 1, stamp, 8, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_singledelete_cf_with_ts(db_, write_.get(), family, "k", 1, stamp, 8, error_.out());
  EXPECT_TRUE(refused());
  rocksdb_increase_full_history_ts_low(db_, family, stamp, 8, error_.out());
  EXPECT_NE(error_.Take(), "");
  size_t size = 0;
  EXPECT_EQ(rocksdb_get_full_history_ts_low(db_, family, &size, error_.out()), nullptr);
  EXPECT_NE(error_.Take(), "");
}

TEST_F(Database, HasAnIdentity) {
  Open();
  size_t size = 0;
  char* identity = rocksdb_get_db_identity(db_, &size);
  EXPECT_GT(Take(identity, size).size(), 8u);
}

TEST_F(Database, IsDestroyedWithItsFiles) {
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  Close();
  rocksdb_destroy_db(options_.get(), path().c_str(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_FALSE(std::filesystem::exists(path() + "/CURRENT"));
}

TEST_F(Database, IsRepairedWithoutItsManifest) {
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  EXPECT_EQ(Flush(), "");
  Close();
  std::filesystem::remove(path() + "/CURRENT");
  rocksdb_repair_db(options_.get(), path().c_str(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  Open();
  EXPECT_EQ(Get("a"), "1");
}

// ---- Writes ----

TEST_F(Database, DeletesAndSingleDeletes) {
  OpenFamilies({"default", "other"});
  EXPECT_EQ(Put("a", "1"), "");
  EXPECT_EQ(Put("b", "2"), "");
  auto* other = families_[1];
  for (const char* key : {"c", "d", "e", "f"}) {
    rocksdb_put_cf(db_, write_.get(), other, key, 1, "x", 1, error_.out());
  }
  rocksdb_delete(db_, write_.get(), "a", 1, error_.out());
  rocksdb_singledelete(db_, write_.get(), "b", 1, error_.out());
  rocksdb_delete_cf(db_, write_.get(), other, "c", 1, error_.out());
  rocksdb_singledelete_cf(db_, write_.get(), other, "d", 1, error_.out());
  rocksdb_delete_range_cf(db_, write_.get(), other, "e", 1, "f", 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Contents(), "");
  EXPECT_EQ(Contents(other), "f=x");
}

TEST_F(Database, TakesNothingFromAFailedWriteAndSaysWhy) {
  Open();
  rocksdb_merge(db_, write_.get(), "k", 1, "v", 1, error_.out());
  EXPECT_NE(error_.Take().find("merge_operator"), std::string::npos);
  EXPECT_EQ(Get("k"), "(null)");
}

// ---- Reads ----

TEST_F(Database, ShowsAPinnedValueUntilItIsReleased) {
  OpenFamilies({"default"});
  EXPECT_EQ(Put("a", "pinned"), "");
  EXPECT_EQ(Flush(), "");
  for (auto* slice :
       {rocksdb_get_pinned(db_, read_.get(), "a", 1, error_.out()),
        rocksdb_get_pinned_cf(db_, read_.get(), families_[0], "a", 1, error_.out())}) {
    ASSERT_NE(slice, nullptr);
    size_t size = 0;
    const char* value = rocksdb_pinnableslice_value(slice, &size);
    EXPECT_EQ(std::string(value, size), "pinned");
    rocksdb_pinnableslice_destroy(slice);
  }
  EXPECT_EQ(rocksdb_get_pinned(db_, read_.get(), "b", 1, error_.out()), nullptr);
  EXPECT_EQ(error_.Take(), "");
  size_t size = 5;
  EXPECT_EQ(rocksdb_pinnableslice_value(nullptr, &size), nullptr);
  EXPECT_EQ(size, 0u);
}

TEST_F(Database, AnswersManyKeysAtOnce) {
  OpenFamilies({"default", "other"});
  EXPECT_EQ(Put("a", "1"), "");
  rocksdb_put_cf(db_, write_.get(), families_[1], "b", 1, "2", 1, error_.out());
  const char* keys[] = {"a", "b"};
  const size_t sizes[] = {1, 1};
  const rocksdb_column_family_handle_t* families[] = {families_[0], families_[1]};
  char* values[2];
  size_t value_sizes[2];
  char* errors[2];

  rocksdb_multi_get(db_, read_.get(), 2, keys, sizes, values, value_sizes, errors);
  EXPECT_EQ(Take(values[0], value_sizes[0]), "1");
  EXPECT_EQ(Take(values[1], value_sizes[1]), "(null)");
  EXPECT_EQ(value_sizes[1], 0u);
  EXPECT_EQ(errors[0], nullptr);
  EXPECT_EQ(errors[1], nullptr);

  rocksdb_multi_get_cf(db_, read_.get(), families, 2, keys, sizes, values, value_sizes, errors);
  EXPECT_EQ(Take(values[0], value_sizes[0]), "1");
  EXPECT_EQ(Take(values[1], value_sizes[1]), "2");

  rocksdb_pinnableslice_t* slices[2];
  rocksdb_batched_multi_get_cf(db_, read_.get(), families_[1], 2, keys, sizes, slices, errors,
                               true);
  EXPECT_EQ(slices[0], nullptr);
  size_t size = 0;
  EXPECT_EQ(std::string(rocksdb_pinnableslice_value(slices[1], &size), 1), "2");
  EXPECT_EQ(size, 1u);
  rocksdb_pinnableslice_destroy(slices[1]);
}

TEST_F(Database, AnswersTimestampedReadsWithAnErrorWithoutSuchAComparator) {
  OpenFamilies({"default"});
  EXPECT_EQ(Put("a", "1"), "");
  rocksdb_readoptions_set_timestamp(read_.get(), "12345678", 8);
  size_t size = 0;
  size_t stamp_size = 0;
  char* stamp = nullptr;
  char* value =
      rocksdb_get_with_ts(db_, read_.get(), "a", 1, &size, &stamp, &stamp_size, error_.out());
  const std::string error = error_.Take();
  EXPECT_TRUE(value == nullptr ? !error.empty() : error.empty()) << error;
  rocksdb_free(value);
  rocksdb_free(stamp);
}

// As in RocksDB: the timestamp of a value without one is empty, and not NULL.
TEST_F(Database, ReadsOfTimestampsFindValuesAndEmptyTimestamps) {
  OpenFamilies({"default"});
  EXPECT_EQ(Put("a", "1"), "");
  size_t size = 0, stamp_size = 77;
  char* stamp = nullptr;
  char* value = rocksdb_get_cf_with_ts(db_, read_.get(), families_[0], "a", 1, &size, &stamp,
                                       &stamp_size, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Take(value, size), "1");
  EXPECT_EQ(Take(stamp, stamp_size), "");
  const char* keys[] = {"a", "b"};
  const size_t key_sizes[] = {1, 1};
  for (const bool of_families : {false, true}) {
    char *values[2] = {}, *stamps[2] = {}, *errors[2] = {};
    size_t value_sizes[2] = {}, stamp_sizes[2] = {};
    const rocksdb_column_family_handle_t* const families[] = {families_[0], families_[0]};
    if (of_families) {
      rocksdb_multi_get_cf_with_ts(db_, read_.get(), families, 2, keys, key_sizes, values,
                                   value_sizes, stamps, stamp_sizes, errors);
    } else {
      rocksdb_multi_get_with_ts(db_, read_.get(), 2, keys, key_sizes, values, value_sizes, stamps,
                                stamp_sizes, errors);
    }
    EXPECT_EQ(Take(values[0], value_sizes[0]), "1");
    EXPECT_EQ(Take(stamps[0], stamp_sizes[0]), "");
    EXPECT_EQ(Take(values[1], value_sizes[1]), "(null)");
    EXPECT_EQ(Take(stamps[1], stamp_sizes[1]), "(null)");
    EXPECT_EQ(TakeText(errors[0]), "(null)");
    EXPECT_EQ(TakeText(errors[1]), "(null)");
  }
}

TEST_F(Database, SaysThatAKeyMayExist) {
  OpenFamilies({"default"});
  EXPECT_EQ(Put("a", "value"), "");
  char* value = nullptr;
  size_t size = 0;
  unsigned char found = 0;
  EXPECT_EQ(rocksdb_key_may_exist(db_, read_.get(), "a", 1, &value, &size, nullptr, 0, &found), 1);
  EXPECT_EQ(found, 1);
  EXPECT_EQ(Take(value, size), "value");
  value = nullptr;
  EXPECT_EQ(rocksdb_key_may_exist_cf(db_, read_.get(), families_[0], "b", 1, &value, &size, nullptr,
                                     0, &found),
            0);
  // As in stock: an absent key has no value that would have to be read, so an empty one is given.
  EXPECT_EQ(found, 1);
  ASSERT_NE(value, nullptr);
  EXPECT_EQ(Take(value, size), "");
  EXPECT_EQ(rocksdb_key_may_exist(db_, read_.get(), "a", 1, nullptr, nullptr, nullptr, 0, nullptr),
            1);
}

TEST_F(Database, ReadsAtASnapshot) {
  Open();
  EXPECT_EQ(Put("a", "old"), "");
  const uint64_t sequence = rocksdb_get_latest_sequence_number(db_);
  const rocksdb_snapshot_t* snapshot = rocksdb_create_snapshot(db_);
  EXPECT_EQ(rocksdb_snapshot_get_sequence_number(snapshot), sequence);
  EXPECT_EQ(Put("a", "new"), "");
  rocksdb_readoptions_set_snapshot(read_.get(), snapshot);
  EXPECT_EQ(Get("a"), "old");
  rocksdb_readoptions_set_snapshot(read_.get(), nullptr);
  EXPECT_EQ(Get("a"), "new");
  rocksdb_release_snapshot(db_, snapshot);
  EXPECT_EQ(rocksdb_get_latest_sequence_number(db_), sequence + 1);
}

}  // namespace
}  // namespace c_api_test
