// Tests of the rules at open, of derived values and of changes on an open database.
#include <gtest/gtest.h>

#include "options/cf_config.h"
#include "options/db_config.h"
#include "options/option_log.h"
#include "options/option_rules.h"
#include "options/table_options_table.h"
#include "rocksdb/convenience.h"
#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/sst_file_manager.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class PassingFileSystem : public FileSystemWrapper {
 public:
  PassingFileSystem() : FileSystemWrapper(FileSystem::Default()) {}
  const char* Name() const override { return "PassingFileSystem"; }
};

ColumnFamilyOptions Cleaned(const std::string& text) {
  Options options;
  Status s = GetOptionsFromString(Options(), text, &options);
  EXPECT_OK(s);
  return SanitizeOptions("/db", options);
}

DBOptions CleanedDb(const std::string& text) {
  DBOptions options;
  Status s = GetDBOptionsFromString(DBOptions(), text, &options);
  EXPECT_OK(s);
  return CleanDBOptions("/db", options);
}

std::shared_ptr<const CfConfig> Config(const std::string& text) {
  ColumnFamilyOptions options;
  Status s = GetColumnFamilyOptionsFromString(ColumnFamilyOptions(), text, &options);
  EXPECT_OK(s);
  std::shared_ptr<const CfConfig> config;
  s = MakeCfConfig(DBOptions(), options, &config);
  EXPECT_OK(s);
  return config;
}

Status Validity(const std::string& text) {
  Options options;
  Status s = GetOptionsFromString(Options(), text, &options);
  if (!s.ok()) {
    return s;
  }
  options = SanitizeOptions("/db", options);
  return ValidateOptions(options, options);
}

// The expected values of this group were seen in OPTIONS files written by stock 10.6.2.
TEST(OptionRules, WriteBuffersHaveALeastSize) {
  const auto cf = Cleaned("write_buffer_size=10");
  EXPECT_EQ(cf.write_buffer_size, 65536u);
  EXPECT_EQ(cf.arena_block_size, 8192u);
  EXPECT_EQ(Cleaned("write_buffer_size=100000").arena_block_size, 16384u);
  EXPECT_EQ(Cleaned("").arena_block_size, 1048576u);
  EXPECT_EQ(Cleaned("arena_block_size=5").arena_block_size, 5u);
}

TEST(OptionRules, TriggersAreOrdered) {
  auto cf = Cleaned("level0_file_num_compaction_trigger=50");
  EXPECT_EQ(cf.level0_slowdown_writes_trigger, 50);
  EXPECT_EQ(cf.level0_stop_writes_trigger, 50);
  cf = Cleaned("soft_pending_compaction_bytes_limit=0;hard_pending_compaction_bytes_limit=5");
  EXPECT_EQ(cf.soft_pending_compaction_bytes_limit, 5u);
  cf = Cleaned("hard_pending_compaction_bytes_limit=5");
  EXPECT_EQ(cf.soft_pending_compaction_bytes_limit, 5u);
  cf = Cleaned("hard_pending_compaction_bytes_limit=0");
  EXPECT_EQ(cf.soft_pending_compaction_bytes_limit, 68719476736u);
  EXPECT_EQ(Cleaned("level0_file_num_compaction_trigger=0").level0_file_num_compaction_trigger, 1);
  EXPECT_EQ(Cleaned("level0_file_num_compaction_trigger=-1").level0_file_num_compaction_trigger,
            -1);
}

TEST(Options, ThatAreNoNumbersOrBeyondAllBoundsAreMendedOrRefusedByName) {
  EXPECT_EQ(Cleaned("memtable_prefix_bloom_size_ratio=nan").memtable_prefix_bloom_size_ratio, 0);
  EXPECT_EQ(Cleaned("bucket_options={max_buckets=4294967295}").bucket_options.max_buckets, 4096u);
  const auto refusal = [](const std::string& text) {
    ColumnFamilyOptions cf;
    EXPECT_OK(GetColumnFamilyOptionsFromString(ConfigOptions(), cf, text, &cf)) << text;
    return ValidateColumnFamilyOptions(DBOptions(), cf).ToString();
  };
  EXPECT_NE(refusal("num_levels=65").find("num_levels"), std::string::npos);
  for (const char* value : {"nan", "inf"}) {
    EXPECT_NE(refusal(std::string("max_bytes_for_level_multiplier=") + value)
                  .find("max_bytes_for_level_multiplier"),
              std::string::npos);
    EXPECT_NE(refusal(std::string("bucket_options={merge_temperature=") + value + "}")
                  .find("merge_temperature"),
              std::string::npos);
  }
}

TEST(OptionRules, MemtableNumbersFitEachOther) {
  const auto cf = Cleaned("max_write_buffer_number=1;min_write_buffer_number_to_merge=9");
  EXPECT_EQ(cf.max_write_buffer_number, 2);
  EXPECT_EQ(cf.min_write_buffer_number_to_merge, 1);
  EXPECT_EQ(Cleaned("max_write_buffer_size_to_maintain=-1").max_write_buffer_size_to_maintain,
            134217728);
  EXPECT_EQ(Cleaned("memtable_prefix_bloom_size_ratio=0.9").memtable_prefix_bloom_size_ratio, 0.25);
}

TEST(OptionRules, StylesSettleLevelsAndAges) {
  EXPECT_EQ(Cleaned("num_levels=1").num_levels, 2);
  EXPECT_EQ(Cleaned("").ttl, 2592000u);
  EXPECT_EQ(Cleaned("").periodic_compaction_seconds, 0u);
  auto cf = Cleaned("compaction_style=kCompactionStyleUniversal;num_levels=1");
  EXPECT_EQ(cf.num_levels, 1);
  EXPECT_FALSE(cf.level_compaction_dynamic_level_bytes);
  EXPECT_FALSE(cf.bucket_options.enabled);
  EXPECT_EQ(cf.periodic_compaction_seconds, 2592000u);
  cf = Cleaned("compaction_style=kCompactionStyleUniversal;ttl=100;periodic_compaction_seconds=50");
  EXPECT_EQ(cf.periodic_compaction_seconds, 50u);
  cf = Cleaned("compaction_style=kCompactionStyleUniversal;ttl=100;periodic_compaction_seconds=0");
  EXPECT_EQ(cf.periodic_compaction_seconds, 100u);
  cf = Cleaned("compaction_style=kCompactionStyleFIFO;num_levels=3");
  EXPECT_EQ(cf.num_levels, 3);
  EXPECT_EQ(cf.level0_stop_writes_trigger, 2147483647);
  EXPECT_EQ(cf.periodic_compaction_seconds, 0u);
  cf = Cleaned("compaction_style=kCompactionStyleUniversal;allow_ingest_behind=true;num_levels=2");
  EXPECT_EQ(cf.num_levels, 3);
}

TEST(OptionRules, DatabaseValuesAreClamped) {
  EXPECT_EQ(CleanedDb("max_open_files=5").max_open_files, 20);
  EXPECT_EQ(CleanedDb("max_open_files=-1").max_open_files, -1);
  EXPECT_EQ(CleanedDb("").delayed_write_rate, 16777216u);
  EXPECT_EQ(CleanedDb("delayed_write_rate=5").delayed_write_rate, 5u);
  EXPECT_EQ(CleanedDb("wal_dir=/db/").wal_dir, "");
  EXPECT_EQ(CleanedDb("wal_dir=/wal/").wal_dir, "/wal");
  EXPECT_EQ(CleanedDb("recycle_log_file_num=3").recycle_log_file_num, 3u);
  EXPECT_EQ(CleanedDb("recycle_log_file_num=3;WAL_ttl_seconds=3").recycle_log_file_num, 0u);
  EXPECT_EQ(CleanedDb("recycle_log_file_num=3;wal_recovery_mode=kAbsoluteConsistency")
                .recycle_log_file_num,
            0u);
  EXPECT_FALSE(
      CleanedDb("allow_2pc=true;avoid_flush_during_recovery=true").avoid_flush_during_recovery);
}

TEST(OptionRules, LogsAreSparedOnlyWhereNothingSpeaksAgainstWritingThemOver) {
  EXPECT_EQ(CleanedDb("").spare_log_files, 2u);
  EXPECT_EQ(CleanedDb("spare_log_files=5").spare_log_files, 5u);
  for (const char* against :
       {"recycle_log_file_num=1", "WAL_ttl_seconds=3", "WAL_size_limit_MB=3", "allow_2pc=true",
        "wal_recovery_mode=kAbsoluteConsistency", "wal_recovery_mode=kTolerateCorruptedTailRecords",
        "wal_compression=kZSTD", "track_and_verify_wals_in_manifest=true",
        "track_and_verify_wals=true"}) {
    EXPECT_EQ(CleanedDb(against).spare_log_files, 0u) << against;
  }
  DBOptions in_memory;
  const std::unique_ptr<Env> memory(NewMemEnv(Env::Default()));
  in_memory.env = memory.get();
  EXPECT_EQ(CleanDBOptions("/db", in_memory).spare_log_files, 0u);
  const auto wrapped = std::make_shared<PassingFileSystem>();
  const std::unique_ptr<Env> wrapping = NewCompositeEnv(wrapped);
  in_memory.env = wrapping.get();
  EXPECT_EQ(CleanDBOptions("/db", in_memory).spare_log_files, 0u)
      << "what wraps may encrypt, and not know of files that are used again";
}

TEST(OptionRules, TablesAreSparedOnlyWhereNobodyCountsDeletions) {
  EXPECT_EQ(CleanedDb("").spare_table_bytes, uint64_t{512} << 20);
  EXPECT_EQ(CleanedDb("spare_table_bytes=5").spare_table_bytes, 5u);
  DBOptions managed;
  managed.sst_file_manager.reset(NewSstFileManager(Env::Default()));
  EXPECT_EQ(CleanDBOptions("/db", managed).spare_table_bytes, 0u);
}

TEST(OptionRules, CleaningTwiceChangesNothing) {
  Options once = SanitizeOptions("/db", Options());
  Options twice = SanitizeOptions("/db", once);
  std::string a, b;
  ASSERT_OK(GetStringFromColumnFamilyOptions(&a, once, ";"));
  ASSERT_OK(GetStringFromColumnFamilyOptions(&b, twice, ";"));
  EXPECT_EQ(a, b);
}

TEST(OptionRules, ComparatorsWithTimestampsAreRefusedByName) {
  ColumnFamilyOptions family;
  EXPECT_OK(ValidateColumnFamilyOptions(DBOptions(), family));
  family.comparator = BytewiseComparatorWithU64Ts();
  const Status s = ValidateColumnFamilyOptions(DBOptions(), family);
  EXPECT_TRUE(s.IsNotSupported());
  EXPECT_NE(s.ToString().find("user-defined timestamps"), std::string::npos) << s.ToString();
}

TEST(OptionRules, ContradictionsAreRefused) {
  EXPECT_OK(Validity("")) << Validity("").ToString();
  for (const char* text : {
           "unordered_write=true;allow_concurrent_memtable_write=false",
           "unordered_write=true;enable_pipelined_write=true",
           "unordered_write=true;max_successive_merges=1",
           "atomic_flush=true;enable_pipelined_write=true",
           "keep_log_file_num=0",
           "compression=kXpressCompression",
           "compression_per_level=kXpressCompression",
           "inplace_update_support=true",
           "blob_garbage_collection_age_cutoff=2",
           "write_dbid_to_manifest=false;write_identity_file=false",
           "daily_offpeak_time_utc=abc",
           "daily_offpeak_time_utc=10:00-10:00",
           "bucket_options={split_temperature=1;merge_temperature=1}",
       }) {
    EXPECT_TRUE(Validity(text).IsInvalidArgument()) << text << ": " << Validity(text).ToString();
  }
  for (const char* text : {
           "allow_mmap_reads=true;use_direct_reads=true",
           "allow_mmap_writes=true;use_direct_io_for_flush_and_compaction=true",
           "memtable_protection_bytes_per_key=3",
           "block_protection_bytes_per_key=3",
           "compaction_options_fifo={file_temperature_age_thresholds={{temperature=kCold;age=1}}}",
           "compaction_style=kCompactionStyleUniversal;compaction_options_universal={max_read_amp="
           "2}",
       }) {
    EXPECT_TRUE(Validity(text).IsNotSupported()) << text << ": " << Validity(text).ToString();
  }
  EXPECT_EQ(Validity("compression=kXpressCompression").ToString(),
            "Invalid argument: Compression type Xpress is not linked with the binary.");
}

TEST(CfConfig, FileSizesGrowByLevel) {
  auto config = Config("target_file_size_base=100;target_file_size_multiplier=2;num_levels=5");
  EXPECT_EQ(config->MaxFileSizeForLevel(0, 3), 100u);
  // With dynamic level sizes the base level plays the part of Level 1.
  EXPECT_EQ(config->MaxFileSizeForLevel(3, 3), 100u);
  EXPECT_EQ(config->MaxFileSizeForLevel(4, 3), 100u);
  EXPECT_EQ(config->MaxFileSizeForLevel(4, 2), 200u);
  config = Config(
      "target_file_size_base=100;target_file_size_multiplier=2;num_levels=5;"
      "level_compaction_dynamic_level_bytes=false");
  EXPECT_EQ(config->MaxFileSizeForLevel(1, 1), 100u);
  EXPECT_EQ(config->MaxFileSizeForLevel(4, 1), 800u);
}

TEST(CfConfig, CompressionFollowsLevelAndBottom) {
  auto config = Config(
      "compression_per_level=kNoCompression:kNoCompression:kSnappyCompression;"
      "bottommost_compression=kDisableCompressionOption");
  EXPECT_EQ(config->CompressionFor(0, 1, 4), kNoCompression);
  EXPECT_EQ(config->CompressionFor(4, 4, 6), kNoCompression);
  EXPECT_EQ(config->CompressionFor(5, 4, 6), kSnappyCompression);
  EXPECT_EQ(config->CompressionFor(6, 2, 6), kSnappyCompression);
  EXPECT_EQ(config->FlushCompression(), kNoCompression);
  config = Config("compression=kSnappyCompression;bottommost_compression=kNoCompression");
  EXPECT_EQ(config->CompressionFor(3, 1, 6), kSnappyCompression);
  EXPECT_EQ(config->CompressionFor(5, 1, 6), kNoCompression);
  EXPECT_EQ(config->FlushCompression(), kSnappyCompression);
}

TEST(CfConfig, BottommostSettingsNeedTheirSwitch) {
  auto config = Config("bottommost_compression_opts={level=9};compression_opts={level=2}");
  EXPECT_EQ(config->CompressionOptionsFor(6, 7).level, 2);
  config = Config("bottommost_compression_opts={level=9;enabled=true};compression_opts={level=2}");
  EXPECT_EQ(config->CompressionOptionsFor(6, 7).level, 9);
  EXPECT_EQ(config->CompressionOptionsFor(3, 7).level, 2);
}

TEST(CfConfig, LiveOptionsChangeInANewConfig) {
  auto config = Config("");
  std::shared_ptr<const CfConfig> next;
  Status s = ChangeCfConfig(DBOptions(), *config,
                            {{"write_buffer_size", "1M"},
                             {"compaction_options_fifo", "{allow_compaction=true}"},
                             {"bucket_options", "{max_buckets=7}"},
                             {"block_based_table_factory", "{block_size=16K}"},
                             {"table_factory.filter_policy", "bloomfilter:10:false"}},
                            &next);
  ASSERT_OK(s);
  EXPECT_EQ(next->options.write_buffer_size, 1u << 20);
  EXPECT_TRUE(next->options.compaction_options_fifo.allow_compaction);
  EXPECT_EQ(next->options.bucket_options.max_buckets, 7u);
  EXPECT_EQ(TableOptionsOf(next->options.table_factory.get())->block_size, 16384u);
  EXPECT_NE(TableOptionsOf(next->options.table_factory.get())->filter_policy, nullptr);
  EXPECT_EQ(config->options.write_buffer_size, 64u << 20);
}

TEST(CfConfig, WhatAChangeMadeOfAnotherOptionEndsWithIt) {
  std::shared_ptr<const CfConfig> config, high, low;
  ASSERT_OK(MakeCfConfig(DBOptions(), ColumnFamilyOptions(), &config));
  const int stop = config->options.level0_stop_writes_trigger;
  ASSERT_OK(ChangeCfConfig(DBOptions(), *config, {{"level0_file_num_compaction_trigger", "1000"}},
                           &high));
  EXPECT_EQ(high->options.level0_stop_writes_trigger, 1000);
  EXPECT_EQ(high->asked.level0_stop_writes_trigger, stop);
  ASSERT_OK(
      ChangeCfConfig(DBOptions(), *high, {{"level0_file_num_compaction_trigger", "4"}}, &low));
  EXPECT_EQ(low->options.level0_stop_writes_trigger, stop);
}

TEST(CfConfig, AChangeLeavesFixedOptionsAsTheOpeningCleanedThem) {
  ColumnFamilyOptions cf;
  cf.max_write_buffer_number = 2;
  cf.min_write_buffer_number_to_merge = 4;
  std::shared_ptr<const CfConfig> config, next;
  ASSERT_OK(MakeCfConfig(DBOptions(), cf, &config));
  EXPECT_EQ(config->options.min_write_buffer_number_to_merge, 1);
  ASSERT_OK(ChangeCfConfig(DBOptions(), *config, {{"max_write_buffer_number", "6"}}, &next));
  EXPECT_EQ(next->options.min_write_buffer_number_to_merge, 1);
}

TEST(CfConfig, FixedOptionsCannotBeChanged) {
  auto config = Config("");
  std::shared_ptr<const CfConfig> next;
  Status s = ChangeCfConfig(DBOptions(), *config, {{"num_levels", "3"}}, &next);
  EXPECT_EQ(s.ToString(), "Invalid argument: Option not changeable: num_levels");
  s = ChangeCfConfig(DBOptions(), *config, {{"max_mem_compaction_level", "3"}}, &next);
  EXPECT_EQ(s.ToString(), "Invalid argument: Option not changeable: max_mem_compaction_level");
  s = ChangeCfConfig(DBOptions(), *config, {{"table_factory.nosuch", "3"}}, &next);
  EXPECT_NE(s.ToString().find("nosuch"), std::string::npos);
  s = ChangeCfConfig(DBOptions(), *config, {{"nosuch", "3"}}, &next);
  EXPECT_TRUE(s.IsInvalidArgument());
  EXPECT_NE(s.ToString().find("nosuch"), std::string::npos);
  s = ChangeCfConfig(DBOptions(), *config, {{"write_buffer_size", "x"}}, &next);
  EXPECT_TRUE(s.IsInvalidArgument());
  EXPECT_EQ(next, nullptr);
}

TEST(DbConfig, BackgroundJobsAreSplit) {
  DBOptions db;
  auto split = [&](int jobs) {
    db.max_background_jobs = jobs;
    const BackgroundLimits limits = SplitBackgroundJobs(db);
    return std::pair(limits.flushes, limits.compactions);
  };
  EXPECT_EQ(split(0), std::pair(1, 1));
  EXPECT_EQ(split(2), std::pair(1, 1));
  EXPECT_EQ(split(8), std::pair(2, 6));
  db.max_background_flushes = 3;
  EXPECT_EQ(split(8), std::pair(3, 1));
  EXPECT_EQ(SplitBackgroundJobs(db, /*compaction_wanted=*/false).compactions, 1);
}

TEST(DbConfig, LiveOptionsChangeInANewConfig) {
  std::shared_ptr<const DbConfig> config, next;
  ASSERT_OK(MakeDbConfig("/db", DBOptions(), &config));
  EXPECT_EQ(config->wal_dir, "/db");
  EXPECT_EQ(config->table_cache_capacity, -1);
  ASSERT_TRUE(ChangeDbConfig("/db", *config,
                             {{"max_background_jobs", "8"}, {"max_open_files", "100"}}, &next)
                  .ok());
  EXPECT_EQ(next->background.compactions, 6);
  EXPECT_EQ(next->table_cache_capacity, 90);
  Status s = ChangeDbConfig("/db", *config, {{"paranoid_checks", "0"}}, &next);
  EXPECT_EQ(s.ToString(), "Invalid argument: Option not changeable: paranoid_checks");
}

TEST(OptionLog, LinesHaveTheFormToolsLookFor) {
  const auto lines = LogLines(static_cast<ColumnFamilyOptions>(SanitizeOptions("/db", Options())));
  auto has = [&](const std::string& end) {
    for (const std::string& line : lines) {
      if (line.size() >= end.size() &&
          line.compare(line.size() - end.size(), end.size(), end) == 0) {
        return true;
      }
    }
    return false;
  };
  EXPECT_TRUE(has(" Options.write_buffer_size: 67108864"));
  EXPECT_TRUE(has(" Options.comparator: leveldb.BytewiseComparator"));
  EXPECT_TRUE(has(" Options.merge_operator: None"));
  EXPECT_TRUE(has(" Options.prefix_extractor: nullptr"));
  EXPECT_TRUE(has(" Options.compaction_style: kCompactionStyleLevel"));
  EXPECT_TRUE(has(" Options.disable_auto_compactions: 0"));
  EXPECT_TRUE(has(" Options.enable_blob_files: false"));
  EXPECT_TRUE(has(" Options.bottommost_compression: Disabled"));
  EXPECT_TRUE(has("Options.compaction_options_universal.max_merge_width: 4294967295"));
  EXPECT_TRUE(has("Options.bucket_options.max_buckets: 256"));
}

TEST(OptionLog, TableOptionsAreListedAsInStock) {
  BlockBasedTableOptions options;
  options.no_block_cache = true;
  const std::string text = PrintableTableOptions(options);
  for (const char* line :
       {"  cache_index_and_filter_blocks: 0\n", "  checksum: 4\n", "  block_cache: (nil)\n",
        "  data_block_hash_table_util_ratio: 0.750000\n", "  filter_policy: nullptr\n",
        "  format_version: 6\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

TEST(Presets, SetWhatTheyPromise) {
  Options options;
  options.OptimizeLevelStyleCompaction(512 << 20);
  EXPECT_EQ(options.write_buffer_size, 128u << 20);
  EXPECT_EQ(options.max_bytes_for_level_base, 512u << 20);
  EXPECT_EQ(options.compression_per_level.size(), 7u);
  options = Options();
  options.OptimizeUniversalStyleCompaction();
  EXPECT_EQ(options.compaction_style, kCompactionStyleUniversal);
  EXPECT_EQ(options.compaction_options_universal.compression_size_percent, 80);
  options = Options();
  options.PrepareForBulkLoad();
  EXPECT_TRUE(options.disable_auto_compactions);
  EXPECT_EQ(options.num_levels, 2);
  options = Options();
  options.OptimizeForPointLookup(8);
  const auto* table = TableOptionsOf(options.table_factory.get());
  ASSERT_NE(table, nullptr);
  EXPECT_NE(table->filter_policy, nullptr);
  options = Options();
  options.OldDefaults(4, 6);
  EXPECT_EQ(options.write_buffer_size, 4u << 20);
  EXPECT_EQ(options.max_open_files, 5000);
}

TEST(Presets, OldDefaultsOfADatabaseHoldForLaterReleasesToo) {
  const struct {
    int major, minor;
    uint64_t delayed_write_rate;
  } releases[] = {{5, 1, 2 << 20}, {5, 2, 16 << 20}, {5, 5, 16 << 20}, {5, 6, 0}, {8, 0, 0}};
  for (const auto& release : releases) {
    SCOPED_TRACE(std::to_string(release.major) + "." + std::to_string(release.minor));
    DBOptions options;
    options.OldDefaults(release.major, release.minor);
    EXPECT_EQ(options.max_open_files, 5000);
    EXPECT_EQ(options.wal_recovery_mode, WALRecoveryMode::kTolerateCorruptedTailRecords);
    EXPECT_EQ(options.delayed_write_rate, release.delayed_write_rate);
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
