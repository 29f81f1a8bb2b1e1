// Every option at its extremes: the database works with the value, or refuses it with a Status that
// names the option. It never crashes, hangs or answers wrongly.
#include <cctype>
#include <map>

#include "rocksdb/convenience.h"
#include "rocksdb/env.h"
#include "test/support/limits.h"
#include "test/support/watchdog.h"

namespace system_test {
namespace {

// Whether the message contains the name of one of the options in "a=1;b={c=2}".
bool NamesOption(const std::string& message, const std::string& options) {
  std::string name;
  for (const char c : options) {
    if (c == '=' && !name.empty() && message.find(name) != std::string::npos) return true;
    const bool part = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    name = part ? name + c : std::string();
  }
  return false;
}

class ExtremeOptions : public Limits {
 protected:
  // The database is in memory, because these options do not concern files.
  void TryAll(const std::string& name, const std::vector<std::string>& values) {
    for (const std::string& value : values) TryOne(name + "=" + value);
  }
  void TryIn(const std::string& outer, const std::string& name,
             const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      TryOne(outer + "={" + name + "=" + value + "}");
    }
  }
  void TryOne(const std::string& text) {
    for (const uint32_t buckets : {0u, 8u}) {
      SCOPED_TRACE(text + (buckets == 0 ? ", buckets off" : ", buckets on"));
      const Watchdog watchdog("a database with " + text, 120);
      ASSERT_NO_FATAL_FAILURE(Try(text, buckets));
    }
  }

 private:
  void Try(const std::string& text, uint32_t buckets) {
    const std::unique_ptr<Env> memory(NewMemEnv(Env::Default()));
    Options base = SmallOptions(buckets), options;
    base.env = memory.get();
    base.merge_operator = std::make_shared<AppendOperator>();
    Status s = GetOptionsFromString(base, text, &options);
    if (s.ok()) s = Open(options);
    if (!s.ok()) {
      EXPECT_TRUE(s.IsInvalidArgument() || s.IsNotSupported()) << s.ToString();
      EXPECT_TRUE(NamesOption(s.ToString(), text)) << s.ToString();
    } else {
      Use(options);
    }
    Close();
  }
  void Use(const Options& options) {
    std::map<std::string, std::string> want;
    std::mt19937 random(7);
    for (int i = 0; i < Scaled(2000); i++) {
      const std::string key = NumberedKey(random() % 200);
      const std::string value = std::to_string(i) + std::string(random() % 200, 'v');
      if (i % 10 == 3) {
        ASSERT_OK(db_->Delete(WriteOptions(), key));
        want.erase(key);
      } else if (i % 10 == 7) {
        ASSERT_OK(db_->Merge(WriteOptions(), key, "m"));
        want[key] = want.count(key) != 0 ? want[key] + ",m" : "m";
      } else {
        ASSERT_OK(Put(key, value));
        want[key] = value;
      }
      if (i % Scaled(500) == Scaled(500) - 1) ASSERT_OK(db_->Flush(FlushOptions()));
    }
    EXPECT_TRUE(want == All());
    ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    EXPECT_TRUE(want == All());
    ASSERT_OK(Open(options));
    for (uint64_t i = 0; i < 200; i++) {
      const auto it = want.find(NumberedKey(i));
      EXPECT_EQ(it == want.end() ? "NOT_FOUND" : it->second, Get(NumberedKey(i)));
    }
  }
};

const std::vector<std::string> kSizes = {"0", "1", "18446744073709551615"};
const std::vector<std::string> kCounts = {"-2147483648", "-1", "0", "1", "2147483647"};

TEST_F(ExtremeOptions, SizesOfMemtablesAndTheirParts) {
  for (const char* name : {"write_buffer_size", "arena_block_size", "max_successive_merges",
                           "inplace_update_num_locks", "db_write_buffer_size"}) {
    TryAll(name, kSizes);
  }
  TryAll("memtable_prefix_bloom_size_ratio", {"-1", "0", "0.25", "1e300"});
  TryAll("bloom_locality", {"0", "1", "4294967295"});
}

TEST_F(ExtremeOptions, SizesOfFilesAndLevels) {
  for (const char* name :
       {"target_file_size_base", "max_bytes_for_level_base", "max_compaction_bytes",
        "compaction_readahead_size", "ttl", "periodic_compaction_seconds"}) {
    TryAll(name, kSizes);
  }
  TryAll("target_file_size_multiplier", kCounts);
  TryAll("max_bytes_for_level_multiplier", {"0", "1", "-1", "0.5", "1e300", "nan", "inf"});
}

TEST_F(ExtremeOptions, LimitsOfStalls) {
  for (const char* name :
       {"soft_pending_compaction_bytes_limit", "hard_pending_compaction_bytes_limit",
        "delayed_write_rate", "max_write_batch_group_size_bytes"}) {
    TryAll(name, kSizes);
  }
  for (const char* name : {"level0_file_num_compaction_trigger", "level0_slowdown_writes_trigger",
                           "level0_stop_writes_trigger", "max_write_buffer_number",
                           "min_write_buffer_number_to_merge"}) {
    TryAll(name, kCounts);
  }
}

TEST_F(ExtremeOptions, SizesOfLogsManifestsAndSyncs) {
  for (const char* name :
       {"bytes_per_sync", "wal_bytes_per_sync", "max_total_wal_size", "max_manifest_file_size",
        "recycle_log_file_num", "manifest_preallocation_size", "writable_file_max_buffer_size",
        "max_sequential_skip_in_iterations"}) {
    TryAll(name, kSizes);
  }
}

TEST_F(ExtremeOptions, NumbersOfThreadsAndFiles) {
  for (const char* name :
       {"max_background_jobs", "max_background_compactions", "max_background_flushes",
        "max_open_files", "max_file_opening_threads", "table_cache_numshardbits"}) {
    TryAll(name, kCounts);
  }
  TryAll("max_background_jobs", {"1000"});
  TryAll("max_subcompactions", {"0", "1", "4294967295"});
}

TEST_F(ExtremeOptions, NumbersOfLevelsInEveryStyle) {
  TryAll("num_levels", {"-1", "0", "1", "2", "3", "64", "65", "2147483647"});
  TryAll("level_compaction_dynamic_level_bytes=true;num_levels", {"1", "2", "64"});
  TryAll("compaction_style=kCompactionStyleUniversal;num_levels", {"1", "2", "64"});
  TryAll("compaction_style=kCompactionStyleFIFO;num_levels", {"1"});
}

TEST_F(ExtremeOptions, PartsOfTables) {
  for (const char* name : {"block_size", "block_restart_interval", "index_block_restart_interval",
                           "metadata_block_size", "block_size_deviation", "format_version"}) {
    TryIn("block_based_table_factory", name, {"0", "1", "2147483647"});
  }
}

TEST_F(ExtremeOptions, Buckets) {
  for (const char* field :
       {"initial_buckets", "max_buckets", "window_flushes", "min_file_size", "flush_threads"}) {
    TryIn("bucket_options", field, {"0", "1", "4294967295"});
  }
  for (const char* field : {"split_temperature", "merge_temperature"}) {
    TryIn("bucket_options", field, {"-1", "0", "1", "1e300", "nan"});
  }
}

}  // namespace
}  // namespace system_test
