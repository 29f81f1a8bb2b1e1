// Time to live, space on disk and in memory, through the C API.
#include "c_api/c_api_fixture.h"
#include "c_api/handles.h"
#include "rocksdb/sst_file_manager.h"
#include "rocksdb/table_properties.h"

namespace c_api_test {
namespace {

using Spaces = CApiTest;

TEST_F(Spaces, DatabasesWithATimeToLiveKeepTheirEntriesUntilThen) {
  db_ = rocksdb_open_with_ttl(options_.get(), path().c_str(), 3600, error_.out());
  ASSERT_EQ(error_.Take(), "");
  EXPECT_EQ(Put("a", "1"), "");
  EXPECT_EQ(Get("a"), "1");
  auto* family =
      rocksdb_create_column_family_with_ttl(db_, options_.get(), "short", 1800, error_.out());
  ASSERT_EQ(error_.Take(), "");
  rocksdb_column_family_handle_destroy(family);
  Close();
  const char* names[] = {"default", "short"};
  const rocksdb_options_t* family_options[] = {options_.get(), options_.get()};
  const int ttls[] = {3600, 1800};
  families_.resize(2);
  db_ = rocksdb_open_column_families_with_ttl(options_.get(), path().c_str(), 2, names,
                                              family_options, families_.data(), ttls, error_.out());
  ASSERT_EQ(error_.Take(), "");
  EXPECT_EQ(Get("a"), "1");
}

TEST_F(Spaces, FileManagersKeepTheirLimits) {
  Owned<rocksdb_env_t> env(rocksdb_create_default_env(), rocksdb_env_destroy);
  Owned<rocksdb_sst_file_manager_t> manager(rocksdb_sst_file_manager_create(env.get()),
                                            rocksdb_sst_file_manager_destroy);
  rocksdb_sst_file_manager_set_delete_rate_bytes_per_second(manager.get(), 77);
  EXPECT_EQ(rocksdb_sst_file_manager_get_delete_rate_bytes_per_second(manager.get()), 77);
  rocksdb_sst_file_manager_set_max_trash_db_ratio(manager.get(), 0.5);
  EXPECT_EQ(rocksdb_sst_file_manager_get_max_trash_db_ratio(manager.get()), 0.5);
  rocksdb_sst_file_manager_set_compaction_buffer_size(manager.get(), 1000);
  rocksdb_sst_file_manager_set_max_allowed_space_usage(manager.get(), 1);
  EXPECT_EQ(rocksdb_sst_file_manager_get_total_size(manager.get()), 0u);
  EXPECT_EQ(rocksdb_sst_file_manager_get_total_trash_size(manager.get()), 0u);
  EXPECT_FALSE(rocksdb_sst_file_manager_is_max_allowed_space_reached(manager.get()));
  EXPECT_FALSE(
      rocksdb_sst_file_manager_is_max_allowed_space_reached_including_compactions(manager.get()));
  rocksdb_options_set_sst_file_manager(options_.get(), manager.get());
  EXPECT_EQ(options_->rep.sst_file_manager, manager->rep);
  options_.reset(rocksdb_options_create());
}

TEST_F(Spaces, MemoryOfDatabasesAndCachesIsAddedUp) {
  Open();
  EXPECT_EQ(Put("a", std::string(10000, 'x')), "");
  Owned<rocksdb_cache_t> cache(rocksdb_cache_create_lru(1 << 20), rocksdb_cache_destroy);
  Owned<rocksdb_memory_consumers_t> consumers(rocksdb_memory_consumers_create(),
                                              rocksdb_memory_consumers_destroy);
  rocksdb_memory_consumers_add_db(consumers.get(), db_);
  rocksdb_memory_consumers_add_cache(consumers.get(), cache.get());
  auto* usage = rocksdb_approximate_memory_usage_create(consumers.get(), error_.out());
  ASSERT_EQ(error_.Take(), "");
  EXPECT_GT(rocksdb_approximate_memory_usage_get_mem_table_total(usage), 10000u);
  EXPECT_GT(rocksdb_approximate_memory_usage_get_mem_table_unflushed(usage), 10000u);
  EXPECT_EQ(rocksdb_approximate_memory_usage_get_mem_table_readers_total(usage), 0u);
  EXPECT_EQ(rocksdb_approximate_memory_usage_get_cache_total(usage),
            rocksdb_cache_get_usage(cache.get()));
  rocksdb_approximate_memory_usage_destroy(usage);
}

TEST_F(Spaces, CollectorsOfDeletionsAreMadeWithTheirNumbers) {
  rocksdb_options_add_compact_on_deletion_collector_factory(options_.get(), 4, 2);
  rocksdb_options_add_compact_on_deletion_collector_factory_del_ratio(options_.get(), 4, 2, 0.5);
  rocksdb_options_add_compact_on_deletion_collector_factory_min_file_size(options_.get(), 4, 2, 0.5,
                                                                          1000);
  ASSERT_EQ(options_->rep.table_properties_collector_factories.size(), 3u);
  EXPECT_EQ(options_->rep.table_properties_collector_factories[1]->ToString(),
            "CompactOnDeletionCollector (Sliding window size = 4 Deletion trigger = 2 Deletion "
            "ratio = 0.5)");
}

}  // namespace
}  // namespace c_api_test
