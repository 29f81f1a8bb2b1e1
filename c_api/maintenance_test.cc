// Flushes, compactions, files, properties and metadata through the C API.
#include <gmock/gmock.h>

#include "c_api/c_api_fixture.h"
#include "test/support/wait_until.h"

namespace c_api_test {
namespace {

using testing::HasSubstr;

class Maintenance : public CApiTest {
 protected:
  // Files by level: "2 0 1".
  std::string Shape() {
    Owned<rocksdb_column_family_metadata_t> metadata(rocksdb_get_column_family_metadata(db_),
                                                     rocksdb_column_family_metadata_destroy);
    std::string shape;
    const size_t levels = rocksdb_column_family_metadata_get_level_count(metadata.get());
    for (size_t i = 0; i < levels; ++i) {
      Owned<rocksdb_level_metadata_t> level(
          rocksdb_column_family_metadata_get_level_metadata(metadata.get(), i),
          rocksdb_level_metadata_destroy);
      shape +=
          (i > 0 ? " " : "") + std::to_string(rocksdb_level_metadata_get_file_count(level.get()));
    }
    return shape;
  }
  // Two overlapping tables in Level 0, of three levels, that no compaction takes by itself.
  void FillLevelZero() {
    rocksdb_options_set_disable_auto_compactions(options_.get(), 1);
    rocksdb_options_set_num_levels(options_.get(), 3);
    OpenFamilies({"default", "other"});
    for (int i = 0; i < 2; ++i) {
      ASSERT_EQ(Put("a", std::to_string(i)), "");
      ASSERT_EQ(Put("z", std::to_string(i)), "");
      ASSERT_EQ(Flush(), "");
    }
    ASSERT_EQ(Shape(), "2 0 0");
  }
};

TEST_F(Maintenance, FlushesFamiliesOneOrMany) {
  OpenFamilies({"default", "other"});
  Owned<rocksdb_flushoptions_t> flush(rocksdb_flushoptions_create(), rocksdb_flushoptions_destroy);
  const auto entries = [&](size_t family) {
    uint64_t value = 77;
    EXPECT_EQ(rocksdb_property_int_cf(db_, families_[family],
                                      "rocksdb.num-entries-active-mem-table", &value),
              0);
    return value;
  };
  const auto put_both = [&] {
    for (auto* family : families_) {
      rocksdb_put_cf(db_, write_.get(), family, "k", 1, "v", 1, error_.out());
    }
  };
  put_both();
  rocksdb_flush_cf(db_, flush.get(), families_[1], error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(entries(0), 1u);
  EXPECT_EQ(entries(1), 0u);
  put_both();
  rocksdb_flush_cfs(db_, flush.get(), families_.data(), 2, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(entries(0) + entries(1), 0u);
}

TEST_F(Maintenance, WritesTheLogThatIsFlushedByHand) {
  rocksdb_options_set_manual_wal_flush(options_.get(), 1);
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  rocksdb_flush_wal(db_, 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
}

TEST_F(Maintenance, CompactsRangesWithEveryForm) {
  FillLevelZero();
  rocksdb_compact_range(db_, nullptr, 0, nullptr, 0);
  EXPECT_THAT(Shape(), testing::AnyOf("0 1 0", "0 0 1"));
  rocksdb_compact_range_cf(db_, families_[1], nullptr, 0, nullptr, 0);
  Owned<rocksdb_compactoptions_t> compact(rocksdb_compactoptions_create(),
                                          rocksdb_compactoptions_destroy);
  rocksdb_compactoptions_set_change_level(compact.get(), 1);
  rocksdb_compactoptions_set_target_level(compact.get(), 1);
  rocksdb_compact_range_opt(db_, compact.get(), "a", 1, "z", 1);
  EXPECT_EQ(Shape(), "0 1 0");
  rocksdb_compactoptions_set_target_level(compact.get(), 2);
  rocksdb_compact_range_cf_opt(db_, families_[0], compact.get(), nullptr, 0, "z", 1);
  EXPECT_EQ(Shape(), "0 0 1");
  EXPECT_EQ(Contents(), "a=1 z=1");
}

TEST_F(Maintenance, CompactsSuggestedRangesOnceCompactionsAreEnabled) {
  FillLevelZero();
  rocksdb_compact_range(db_, nullptr, 0, nullptr, 0);
  EXPECT_EQ(Shape(), "0 0 1");
  EXPECT_EQ(Put("a", "new"), "");
  EXPECT_EQ(Flush(), "");
  rocksdb_suggest_compact_range(db_, "b", 1, "y", 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_suggest_compact_range_cf(db_, families_[0], "a", 1, nullptr, 0, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Shape(), "1 0 1");
  const char* const name = "disable_auto_compactions";
  const char* const value = "false";
  rocksdb_set_options(db_, 1, &name, &value, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_TRUE(test_support::WaitUntil([this] { return Shape() == "0 0 1"; }));
  EXPECT_EQ(Contents(), "a=new z=1");
}

TEST_F(Maintenance, RefusesManualCompactionsWhileTheyAreDisabled) {
  FillLevelZero();
  rocksdb_disable_manual_compaction(db_);
  rocksdb_compact_range(db_, nullptr, 0, nullptr, 0);
  EXPECT_EQ(Shape(), "2 0 0");
  rocksdb_enable_manual_compaction(db_);
  rocksdb_compact_range(db_, nullptr, 0, nullptr, 0);
  EXPECT_NE(Shape(), "2 0 0");
}

TEST_F(Maintenance, EnablesManualCompactionsInAdvance) {
  FillLevelZero();
  rocksdb_enable_manual_compaction(db_);
  rocksdb_disable_manual_compaction(db_);
  rocksdb_compact_range(db_, nullptr, 0, nullptr, 0);
  EXPECT_NE(Shape(), "2 0 0");
}

TEST_F(Maintenance, WaitsForFlushesAndCompactions) {
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  Owned<rocksdb_wait_for_compact_options_t> wait(rocksdb_wait_for_compact_options_create(),
                                                 rocksdb_wait_for_compact_options_destroy);
  rocksdb_wait_for_compact_options_set_flush(wait.get(), 1);
  rocksdb_wait_for_compact(db_, wait.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(IntProperty("rocksdb.num-entries-active-mem-table"), 0u);
}

TEST_F(Maintenance, StopsBackgroundWorkForGood) {
  FillLevelZero();
  rocksdb_cancel_all_background_work(db_, 1);
  rocksdb_compact_range(db_, nullptr, 0, nullptr, 0);
  EXPECT_EQ(Shape(), "2 0 0");
}

TEST_F(Maintenance, KeepsFilesWhileDeletionsAreDisabled) {
  Open();
  rocksdb_disable_file_deletions(db_, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(IntProperty("rocksdb.is-file-deletions-enabled"), 0u);
  rocksdb_enable_file_deletions(db_, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(IntProperty("rocksdb.is-file-deletions-enabled"), 1u);
}

TEST_F(Maintenance, DropsFilesOfARange) {
  FillLevelZero();
  rocksdb_compact_range(db_, nullptr, 0, nullptr, 0);
  rocksdb_delete_file_in_range_cf(db_, families_[1], nullptr, 0, nullptr, 0, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Contents(), "a=1 z=1");
  rocksdb_delete_file_in_range(db_, "a", 1, "zz", 2, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Contents(), "");
}

TEST_F(Maintenance, ChangesOptionsOfAnOpenDatabase) {
  OpenFamilies({"default", "other"});
  const char* names[] = {"disable_auto_compactions"};
  const char* values[] = {"true"};
  rocksdb_set_options(db_, 1, names, values, error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_set_options_cf(db_, families_[1], 1, names, values, error_.out());
  EXPECT_EQ(error_.Take(), "");
  const char* unknown[] = {"no_such_option"};
  rocksdb_set_options(db_, 1, unknown, values, error_.out());
  EXPECT_THAT(error_.Take(), HasSubstr("no_such_option"));
}

TEST_F(Maintenance, AnswersProperties) {
  OpenFamilies({"default", "other"});
  EXPECT_EQ(Put("a", "1"), "");
  EXPECT_EQ(TakeText(rocksdb_property_value(db_, "rocksdb.num-entries-active-mem-table")), "1");
  EXPECT_EQ(TakeText(rocksdb_property_value_cf(db_, families_[1],
                                               "rocksdb.num-entries-active-mem-table")),
            "0");
  EXPECT_EQ(rocksdb_property_value(db_, "rocksdb.no-such-property"), nullptr);
  EXPECT_EQ(IntProperty("rocksdb.num-entries-active-mem-table"), 1u);
  uint64_t value = 77;
  EXPECT_EQ(rocksdb_property_int(db_, "rocksdb.stats", &value), -1);
  EXPECT_EQ(rocksdb_property_int_cf(db_, families_[1], "rocksdb.no-such-property", &value), -1);
}

TEST_F(Maintenance, EstimatesTheSizesOfRanges) {
  OpenFamilies({"default"});
  const std::string value(1000, 'v');
  for (char c = 'a'; c <= 'z'; ++c) {
    EXPECT_EQ(Put(std::string(1, c), value), "");
  }
  const char* starts[] = {"a"};
  const char* limits[] = {"zz"};
  const size_t start_sizes[] = {1};
  const size_t limit_sizes[] = {2};
  uint64_t size = 77;
  rocksdb_approximate_sizes(db_, 1, starts, start_sizes, limits, limit_sizes, &size, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(size, 0u);
  rocksdb_approximate_sizes_cf_with_flags(
      db_, families_[0], 1, starts, start_sizes, limits, limit_sizes,
      rocksdb_size_approximation_flags_include_memtable, &size, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_GT(size, 10000u);
  rocksdb_approximate_sizes_cf_with_flags(db_, families_[0], 1, starts, start_sizes, limits,
                                          limit_sizes, rocksdb_size_approximation_flags_none, &size,
                                          error_.out());
  EXPECT_NE(error_.Take(), "");
  EXPECT_EQ(Flush(), "");
  rocksdb_approximate_sizes_cf(db_, families_[0], 1, starts, start_sizes, limits, limit_sizes,
                               &size, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_GT(size, 0u);
}

// ---- Metadata ----

TEST_F(Maintenance, ListsLiveFiles) {
  FillLevelZero();
  rocksdb_delete(db_, write_.get(), "m", 1, error_.out());
  EXPECT_EQ(Flush(), "");
  const rocksdb_livefiles_t* files = rocksdb_livefiles(db_);
  ASSERT_EQ(rocksdb_livefiles_count(files), 3);
  uint64_t deletions = 0;
  for (int i = 0; i < 3; ++i) {
    EXPECT_STREQ(rocksdb_livefiles_column_family_name(files, i), "default");
    EXPECT_THAT(rocksdb_livefiles_name(files, i), testing::EndsWith(".sst"));
    EXPECT_EQ(rocksdb_livefiles_level(files, i), 0);
    EXPECT_GT(rocksdb_livefiles_size(files, i), 0u);
    deletions += rocksdb_livefiles_deletions(files, i);
    size_t smallest_size = 0;
    size_t largest_size = 0;
    const char* smallest = rocksdb_livefiles_smallestkey(files, i, &smallest_size);
    const char* largest = rocksdb_livefiles_largestkey(files, i, &largest_size);
    if (rocksdb_livefiles_entries(files, i) == 2) {
      EXPECT_EQ(std::string(smallest, smallest_size), "a");
      EXPECT_EQ(std::string(largest, largest_size), "z");
    } else {
      EXPECT_EQ(std::string(smallest, smallest_size), "m");
    }
  }
  EXPECT_EQ(deletions, 1u);
  rocksdb_livefiles_destroy(files);
}

TEST_F(Maintenance, DescribesFamilyLevelAndTable) {
  FillLevelZero();
  auto* metadata = rocksdb_get_column_family_metadata(db_);
  EXPECT_EQ(TakeText(rocksdb_column_family_metadata_get_name(metadata)), "default");
  EXPECT_EQ(rocksdb_column_family_metadata_get_file_count(metadata), 2u);
  EXPECT_EQ(rocksdb_column_family_metadata_get_level_count(metadata), 3u);
  const uint64_t total = rocksdb_column_family_metadata_get_size(metadata);
  EXPECT_GT(total, 0u);
  EXPECT_EQ(rocksdb_column_family_metadata_get_level_metadata(metadata, 3), nullptr);
  auto* level = rocksdb_column_family_metadata_get_level_metadata(metadata, 0);
  rocksdb_column_family_metadata_destroy(metadata);
  EXPECT_EQ(rocksdb_level_metadata_get_level(level), 0);
  EXPECT_EQ(rocksdb_level_metadata_get_size(level), total);
  EXPECT_EQ(rocksdb_level_metadata_get_sst_file_metadata(level, 2), nullptr);
  auto* file = rocksdb_level_metadata_get_sst_file_metadata(level, 0);
  rocksdb_level_metadata_destroy(level);
  EXPECT_THAT(TakeText(rocksdb_sst_file_metadata_get_relative_filename(file)),
              testing::EndsWith(".sst"));
  EXPECT_EQ(TakeText(rocksdb_sst_file_metadata_get_directory(file)), path());
  EXPECT_GT(rocksdb_sst_file_metadata_get_size(file), 0u);
  size_t size = 0;
  char* key = rocksdb_sst_file_metadata_get_smallestkey(file, &size);
  EXPECT_EQ(Take(key, size), "a");
  key = rocksdb_sst_file_metadata_get_largestkey(file, &size);
  EXPECT_EQ(Take(key, size), "z");
  rocksdb_sst_file_metadata_destroy(file);

  metadata = rocksdb_get_column_family_metadata_cf(db_, families_[1]);
  EXPECT_EQ(TakeText(rocksdb_column_family_metadata_get_name(metadata)), "other");
  EXPECT_EQ(rocksdb_column_family_metadata_get_file_count(metadata), 0u);
  rocksdb_column_family_metadata_destroy(metadata);
}

}  // namespace
}  // namespace c_api_test
