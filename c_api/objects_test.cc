// Objects that databases share, and reports: caches, buffers, environments, limiters, statistics,
// perf.
#include <gmock/gmock.h>

#include "c_api/c_api_fixture.h"
#include "c_api/handles.h"
#include "rocksdb/advanced_cache.h"

namespace c_api_test {
namespace {

using testing::HasSubstr;

// ---- Caches ----

TEST(Caches, AreMadeWithTheirCapacity) {
  Owned<rocksdb_lru_cache_options_t> lru(rocksdb_lru_cache_options_create(),
                                         rocksdb_lru_cache_options_destroy);
  rocksdb_lru_cache_options_set_capacity(lru.get(), 1000);
  rocksdb_lru_cache_options_set_num_shard_bits(lru.get(), 2);
  Owned<rocksdb_hyper_clock_cache_options_t> clock(rocksdb_hyper_clock_cache_options_create(77, 0),
                                                   rocksdb_hyper_clock_cache_options_destroy);
  rocksdb_hyper_clock_cache_options_set_capacity(clock.get(), 1000);
  rocksdb_hyper_clock_cache_options_set_estimated_entry_charge(clock.get(), 100);
  rocksdb_hyper_clock_cache_options_set_num_shard_bits(clock.get(), 1);
  EXPECT_EQ(clock->rep.estimated_entry_charge, 100u);
  EXPECT_EQ(clock->rep.num_shard_bits, 1);
  for (auto* cache : {rocksdb_cache_create_lru(1000), rocksdb_cache_create_lru_opts(lru.get()),
                      rocksdb_cache_create_lru_with_strict_capacity_limit(1000),
                      rocksdb_cache_create_hyper_clock(1000, 100),
                      rocksdb_cache_create_hyper_clock_opts(clock.get())}) {
    EXPECT_EQ(rocksdb_cache_get_capacity(cache), 1000u);
    EXPECT_EQ(rocksdb_cache_get_occupancy_count(cache), 0u);
    EXPECT_EQ(rocksdb_cache_get_pinned_usage(cache), 0u);
    rocksdb_cache_set_capacity(cache, 2000);
    EXPECT_EQ(rocksdb_cache_get_capacity(cache), 2000u);
    EXPECT_GE(rocksdb_cache_get_table_address_count(cache), 0u);
    rocksdb_cache_disown_data(cache);
    rocksdb_cache_destroy(cache);
  }
}

TEST(Caches, AreStrictWhereTheyAreAskedToBe) {
  Owned<rocksdb_cache_t> cache(rocksdb_cache_create_lru_with_strict_capacity_limit(1000),
                               rocksdb_cache_destroy);
  EXPECT_TRUE(cache->rep->HasStrictCapacityLimit());
}

TEST(Allocators, TellWhetherTheLibraryWasBuiltWithJemalloc) {
  Error error;
  auto* allocator = rocksdb_jemalloc_nodump_allocator_create(error.out());
  EXPECT_EQ(allocator == nullptr, !error.Take().empty());
  if (allocator == nullptr) {
    allocator = new rocksdb_memory_allocator_t;
  }
  Owned<rocksdb_lru_cache_options_t> lru(rocksdb_lru_cache_options_create(),
                                         rocksdb_lru_cache_options_destroy);
  rocksdb_lru_cache_options_set_memory_allocator(lru.get(), allocator);
  EXPECT_EQ(lru->rep.memory_allocator, allocator->rep);
  Owned<rocksdb_hyper_clock_cache_options_t> clock(rocksdb_hyper_clock_cache_options_create(77, 0),
                                                   rocksdb_hyper_clock_cache_options_destroy);
  rocksdb_hyper_clock_cache_options_set_memory_allocator(clock.get(), allocator);
  EXPECT_EQ(clock->rep.memory_allocator, allocator->rep);
  rocksdb_memory_allocator_destroy(allocator);
}

using Shared = CApiTest;

TEST_F(Shared, WriteBufferManagersCountMemtables) {
  Owned<rocksdb_cache_t> cache(rocksdb_cache_create_lru(32 << 20), rocksdb_cache_destroy);
  Owned<rocksdb_write_buffer_manager_t> manager(
      rocksdb_write_buffer_manager_create_with_cache(16 << 20, cache.get(), false),
      rocksdb_write_buffer_manager_destroy);
  rocksdb_options_set_write_buffer_manager(options_.get(), manager.get());
  Open();
  EXPECT_EQ(Put("a", std::string(100000, 'x')), "");
  EXPECT_TRUE(rocksdb_write_buffer_manager_enabled(manager.get()));
  EXPECT_TRUE(rocksdb_write_buffer_manager_cost_to_cache(manager.get()));
  EXPECT_GT(rocksdb_write_buffer_manager_memory_usage(manager.get()), 100000u);
  EXPECT_GT(rocksdb_write_buffer_manager_mutable_memtable_memory_usage(manager.get()), 100000u);
  EXPECT_GT(rocksdb_write_buffer_manager_dummy_entries_in_cache_usage(manager.get()), 0u);
  EXPECT_EQ(rocksdb_write_buffer_manager_buffer_size(manager.get()), 16u << 20);
  rocksdb_write_buffer_manager_set_buffer_size(manager.get(), 8 << 20);
  EXPECT_EQ(rocksdb_write_buffer_manager_buffer_size(manager.get()), 8u << 20);
  Close();
  Owned<rocksdb_write_buffer_manager_t> plain(rocksdb_write_buffer_manager_create(1000, true),
                                              rocksdb_write_buffer_manager_destroy);
  EXPECT_FALSE(rocksdb_write_buffer_manager_cost_to_cache(plain.get()));
  rocksdb_write_buffer_manager_set_allow_stall(plain.get(), false);
  plain->rep->ReserveMem(2000);
  EXPECT_FALSE(plain->rep->ShouldStall());
  rocksdb_write_buffer_manager_set_allow_stall(plain.get(), true);
  EXPECT_TRUE(plain->rep->ShouldStall());
  plain->rep->FreeMem(2000);
}

TEST_F(Shared, RowAndBlobCachesAreOptions) {
  Owned<rocksdb_cache_t> cache(rocksdb_cache_create_lru(1 << 20), rocksdb_cache_destroy);
  rocksdb_options_set_row_cache(options_.get(), cache.get());
  rocksdb_options_set_blob_cache(options_.get(), cache.get());
  EXPECT_EQ(options_->rep.row_cache, cache->rep);
  EXPECT_EQ(options_->rep.blob_cache, cache->rep);
}

TEST_F(Shared, RateLimitersAreMadeWithTheirMode) {
  for (auto* limiter : {rocksdb_ratelimiter_create(1 << 20, 100000, 10),
                        rocksdb_ratelimiter_create_auto_tuned(1 << 20, 100000, 10),
                        rocksdb_ratelimiter_create_with_mode(1 << 20, 100000, 10, 2, false)}) {
    rocksdb_options_set_ratelimiter(options_.get(), limiter);
    EXPECT_EQ(options_->rep.rate_limiter, limiter->rep);
    rocksdb_ratelimiter_destroy(limiter);
  }
  EXPECT_EQ(options_->rep.rate_limiter->GetBytesPerSecond(), 1 << 20);
  EXPECT_TRUE(
      options_->rep.rate_limiter->IsRateLimited(ROCKSDB_NAMESPACE::RateLimiter::OpType::kRead));
  rocksdb_options_set_ratelimiter(options_.get(), nullptr);
  EXPECT_EQ(options_->rep.rate_limiter, nullptr);
}

// ---- Environments ----

TEST_F(Shared, EnvironmentsInMemoryTouchNoDisk) {
  Owned<rocksdb_env_t> env(rocksdb_create_mem_env(), rocksdb_env_destroy);
  rocksdb_options_set_env(options_.get(), env.get());
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  Open();
  EXPECT_EQ(Get("a"), "1");
  EXPECT_FALSE(std::filesystem::exists(path()));
  Close();
}

TEST(Environments, HaveThreadsByPool) {
  Owned<rocksdb_env_t> env(rocksdb_create_mem_env(), rocksdb_env_destroy);
  rocksdb_env_set_background_threads(env.get(), 2);
  EXPECT_EQ(rocksdb_env_get_background_threads(env.get()), 2);
  rocksdb_env_set_low_priority_background_threads(env.get(), 3);
  EXPECT_EQ(rocksdb_env_get_low_priority_background_threads(env.get()), 3);
  EXPECT_EQ(rocksdb_env_get_background_threads(env.get()), 3);
  rocksdb_env_set_high_priority_background_threads(env.get(), 4);
  EXPECT_EQ(rocksdb_env_get_high_priority_background_threads(env.get()), 4);
  rocksdb_env_set_bottom_priority_background_threads(env.get(), 1);
  EXPECT_EQ(rocksdb_env_get_bottom_priority_background_threads(env.get()), 1);
  rocksdb_env_lower_thread_pool_io_priority(env.get());
  rocksdb_env_lower_high_priority_thread_pool_io_priority(env.get());
  rocksdb_env_lower_thread_pool_cpu_priority(env.get());
  rocksdb_env_lower_high_priority_thread_pool_cpu_priority(env.get());
  rocksdb_env_join_all_threads(env.get());
}

TEST_F(Shared, EnvironmentsMakeDirectories) {
  Owned<rocksdb_env_t> env(rocksdb_create_default_env(), rocksdb_env_destroy);
  rocksdb_create_dir_if_missing(env.get(), (dir_ / "made").c_str(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_TRUE(std::filesystem::is_directory(dir_ / "made"));
  rocksdb_create_dir_if_missing(env.get(), (dir_ / "no/such/parent").c_str(), error_.out());
  EXPECT_NE(error_.Take(), "");
  rocksdb_envoptions_destroy(rocksdb_envoptions_create());
}

// ---- Statistics and perf ----

TEST_F(Shared, StatisticsCountOnceTheyAreOn) {
  EXPECT_EQ(rocksdb_options_statistics_get_string(options_.get()), nullptr);
  EXPECT_EQ(rocksdb_options_statistics_get_ticker_count(options_.get(), 0), 0u);
  rocksdb_options_set_statistics_level(options_.get(), rocksdb_statistics_level_all);
  EXPECT_EQ(rocksdb_options_get_statistics_level(options_.get()),
            rocksdb_statistics_level_disable_all);
  rocksdb_options_enable_statistics(options_.get());
  rocksdb_options_set_statistics_level(options_.get(), rocksdb_statistics_level_all);
  EXPECT_EQ(rocksdb_options_get_statistics_level(options_.get()), rocksdb_statistics_level_all);
  rocksdb_options_set_statistics_level(options_.get(), 99);
  EXPECT_EQ(rocksdb_options_get_statistics_level(options_.get()), rocksdb_statistics_level_all);
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(rocksdb_options_statistics_get_ticker_count(options_.get(),
                                                        ROCKSDB_NAMESPACE::NUMBER_KEYS_WRITTEN),
            1u);
  EXPECT_THAT(TakeText(rocksdb_options_statistics_get_string(options_.get())),
              HasSubstr("rocksdb.number.keys.written COUNT : 1"));

  Owned<rocksdb_statistics_histogram_data_t> histogram(rocksdb_statistics_histogram_data_create(),
                                                       rocksdb_statistics_histogram_data_destroy);
  rocksdb_options_statistics_get_histogram_data(options_.get(), ROCKSDB_NAMESPACE::DB_GET,
                                                histogram.get());
  EXPECT_EQ(rocksdb_statistics_histogram_data_get_count(histogram.get()), 1u);
  const double max = rocksdb_statistics_histogram_data_get_max(histogram.get());
  EXPECT_EQ(rocksdb_statistics_histogram_data_get_min(histogram.get()), max);
  EXPECT_EQ(rocksdb_statistics_histogram_data_get_average(histogram.get()), max);
  EXPECT_EQ(rocksdb_statistics_histogram_data_get_sum(histogram.get()), max);
  EXPECT_EQ(rocksdb_statistics_histogram_data_get_std_dev(histogram.get()), 0);
  EXPECT_LE(rocksdb_statistics_histogram_data_get_median(histogram.get()), max);
  EXPECT_LE(rocksdb_statistics_histogram_data_get_p95(histogram.get()), max);
  EXPECT_LE(rocksdb_statistics_histogram_data_get_p99(histogram.get()), max);
}

TEST_F(Shared, PerfContextsCountTheThreadsOwnCalls) {
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  Owned<rocksdb_perfcontext_t> context(rocksdb_perfcontext_create(), rocksdb_perfcontext_destroy);
  rocksdb_set_perf_level(rocksdb_enable_count);
  rocksdb_perfcontext_reset(context.get());
  EXPECT_EQ(Get("a"), "1");
  EXPECT_EQ(rocksdb_perfcontext_metric(context.get(), rocksdb_get_from_memtable_count), 1u);
  EXPECT_EQ(rocksdb_perfcontext_metric(context.get(), rocksdb_block_read_count), 0u);
  EXPECT_EQ(rocksdb_perfcontext_metric(context.get(), rocksdb_total_metric_count), 0u);
  const std::string report = TakeText(rocksdb_perfcontext_report(context.get(), 1));
  EXPECT_THAT(report, HasSubstr("get_from_memtable_count = 1"));
  EXPECT_THAT(report, testing::Not(HasSubstr("block_read_count")));
  EXPECT_THAT(TakeText(rocksdb_perfcontext_report(context.get(), 0)),
              HasSubstr("block_read_count = 0"));
  rocksdb_perfcontext_reset(context.get());
  EXPECT_EQ(rocksdb_perfcontext_metric(context.get(), rocksdb_get_from_memtable_count), 0u);
  rocksdb_set_perf_level(rocksdb_disable);
}

// Each number has the metric of its name.
TEST(PerfMetrics, AreFoundByTheirNumber) {
  rocksdb_perfcontext_t context{ROCKSDB_NAMESPACE::get_perf_context()};
  ROCKSDB_NAMESPACE::PerfContext& perf = *context.rep;
  perf.Reset();
  perf.user_key_comparison_count = 1;
  perf.env_new_logger_nanos = 2;
  perf.number_async_seek = 3;
  perf.block_read_cpu_time = 4;
  perf.internal_merge_point_lookup_count = 5;
  EXPECT_EQ(rocksdb_perfcontext_metric(&context, 0), 1u);
  EXPECT_EQ(rocksdb_perfcontext_metric(&context, 67), 2u);
  EXPECT_EQ(rocksdb_perfcontext_metric(&context, 68), 3u);
  EXPECT_EQ(rocksdb_perfcontext_metric(&context, rocksdb_block_read_cpu_time), 4u);
  EXPECT_EQ(rocksdb_perfcontext_metric(&context, rocksdb_total_metric_count - 1), 5u);
  perf.Reset();
}

}  // namespace
}  // namespace c_api_test
