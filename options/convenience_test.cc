// Tests of options from and to text, over the option tables.
#include "rocksdb/convenience.h"

#include <gtest/gtest.h>

#include <set>

#include "options/option_tables.h"
#include "options/stock_option_names.h"
#include "options/table_options_table.h"
#include "rocksdb/comparator.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/sst_partitioner.h"
#include "test/support/status_assertions.h"
#include "util/comma_locale.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Names in the table that have a text form and exist in stock RocksDB.
std::set<std::string> WrittenNames(const OptionTable& table) {
  std::set<std::string> names;
  for (const OptionSpec& spec : table) {
    if (!spec.Is(kUnwritten) && !spec.Is(kPrivate)) {
      names.insert(spec.name);
    }
  }
  return names;
}

template <size_t N>
std::set<std::string> SetOf(const char* const (&names)[N]) {
  return {names, names + N};
}

TEST(OptionTables, HoldExactlyTheOptionsOfStock) {
  EXPECT_EQ(WrittenNames(DBOptionsTable()), SetOf(kStockDBOptions));
  EXPECT_EQ(WrittenNames(ColumnFamilyOptionsTable()), SetOf(kStockColumnFamilyOptions));
  EXPECT_EQ(WrittenNames(BlockBasedTable()), SetOf(kStockTableOptions));
}

TEST(OptionTables, HoldEveryFieldOfTheStructs) {
  EXPECT_EQ(DBOptionsTable().count, 104u);
  // 21 own fields, 65 advanced ones, inplace_callback and bucket_options.
  EXPECT_EQ(ColumnFamilyOptionsTable().count, 21u + 65u + 2u);
  EXPECT_EQ(BlockBasedTable().count, 38u);
}

TEST(OptionTables, EveryOptionHasAUniqueNameAndASentence) {
  std::set<std::string> seen;
  for (const OptionDoc& doc : DescribeAllOptions()) {
    EXPECT_TRUE(seen.insert(doc.scope + "." + doc.name).second) << doc.name;
    EXPECT_FALSE(doc.help.empty()) << doc.name;
    EXPECT_EQ(doc.help.back(), '.') << doc.name;
  }
}

TEST(OptionStrings, DefaultsSurviveARoundTrip) {
  std::string text;
  ASSERT_OK(GetStringFromDBOptions(ConfigOptions(), DBOptions(), &text));
  DBOptions db;
  ASSERT_OK(GetDBOptionsFromString(ConfigOptions(), DBOptions(), text, &db));
  std::string mismatch;
  const DBOptions default_db;
  EXPECT_TRUE(OptionsEqual(DBOptionsTable(), &db, &default_db, &mismatch)) << mismatch;

  ASSERT_OK(GetStringFromColumnFamilyOptions(ConfigOptions(), ColumnFamilyOptions(), &text));
  ColumnFamilyOptions cf;
  const ColumnFamilyOptions default_cf;
  Status s = GetColumnFamilyOptionsFromString(ConfigOptions(), default_cf, text, &cf);
  ASSERT_OK(s);
  EXPECT_TRUE(OptionsEqual(ColumnFamilyOptionsTable(), &cf, &default_cf, &mismatch)) << mismatch;
}

// Every scalar option is set to something else than its default and comes back through text.
TEST(OptionStrings, ChangedValuesSurviveARoundTrip) {
  ColumnFamilyOptions changed;
  const ConfigOptions config;
  for (const OptionSpec& spec : ColumnFamilyOptionsTable()) {
    const std::string type = spec.codec->type_name;
    const bool numeric = type == "int" || type == "uint32" || type == "uint64" || type == "uint8";
    const std::string value =
        type == "bool"     ? spec.codec->format(config, &changed) == "true" ? "false" : "true"
        : numeric          ? "77"
        : type == "double" ? "0.5"
                           : "";
    if (!value.empty() && !spec.Is(kUnwritten)) {
      Status s = ParseOption(config, ColumnFamilyOptionsTable(), spec.name, value, &changed);
      ASSERT_OK(s) << spec.name << ": " << s.ToString();
      EXPECT_EQ(spec.codec->format(config, &changed).substr(0, 2), value.substr(0, 2)) << spec.name;
    }
  }
  std::string text, mismatch;
  ASSERT_OK(GetStringFromColumnFamilyOptions(config, changed, &text));
  ColumnFamilyOptions back;
  ASSERT_OK(GetColumnFamilyOptionsFromString(config, ColumnFamilyOptions(), text, &back));
  EXPECT_TRUE(OptionsEqual(ColumnFamilyOptionsTable(), &back, &changed, &mismatch)) << mismatch;
  const ColumnFamilyOptions fresh;
  EXPECT_FALSE(OptionsEqual(ColumnFamilyOptionsTable(), &back, &fresh, &mismatch));
}

TEST(OptionStrings, NumbersHaveAPointInEveryLocale) {
  ColumnFamilyOptions options;
  options.max_bytes_for_level_multiplier = 7.5;
  std::string text;
  ColumnFamilyOptions read;
  {
    const CommaLocale comma;
    ASSERT_OK(GetStringFromColumnFamilyOptions(&text, options));
    ASSERT_TRUE(
        GetColumnFamilyOptionsFromString(ConfigOptions(), ColumnFamilyOptions(), text, &read).ok());
  }
  EXPECT_NE(text.find("max_bytes_for_level_multiplier=7.500000;"), std::string::npos) << text;
  EXPECT_EQ(read.max_bytes_for_level_multiplier, 7.5);
}

TEST(OptionStrings, SizesTakeSuffixes) {
  Options options;
  ASSERT_TRUE(
      GetOptionsFromString(Options(), "write_buffer_size=16M;max_total_wal_size=2g", &options)
          .ok());
  EXPECT_EQ(options.write_buffer_size, 16u << 20);
  EXPECT_EQ(options.max_total_wal_size, uint64_t{2} << 30);
}

// Stock reads the first digits of a number and passes over the rest, so that 0x10 is 0 there.
TEST(OptionStrings, NumbersMayHaveASignButNothingBehindThem) {
  Options options;
  ASSERT_OK(GetOptionsFromString(
      Options(), "ttl=-1;write_buffer_size=+5M;bloom_locality=+1;max_open_files=-1", &options));
  EXPECT_EQ(options.ttl, UINT64_MAX);
  EXPECT_EQ(options.write_buffer_size, 5u << 20);
  EXPECT_EQ(options.bloom_locality, 1u);
  EXPECT_EQ(options.max_open_files, -1);
  for (const char* text : {"ttl=-2", "bloom_locality=-1", "ttl=0x10", "ttl=5x", "ttl=1e3",
                           "ttl=5 6", "ttl=+-1", "ttl=+", "max_open_files=0x10"}) {
    const std::string name(text, std::string_view(text).find('='));
    const std::string message = GetOptionsFromString(Options(), text, &options).ToString();
    EXPECT_NE(message.find("Error parsing " + name), std::string::npos) << message;
  }
}

TEST(OptionStrings, NestedStructsKeepWhatIsNotNamed) {
  ColumnFamilyOptions cf;
  ASSERT_TRUE(GetColumnFamilyOptionsFromString(
                  ColumnFamilyOptions(),
                  "compression_opts={level=5};compression_opts.strategy=3;"
                  "compaction_options_fifo={max_table_files_size=9;file_temperature_age_thresholds="
                  "{{temperature=kWarm;age=100}:{temperature=kCold;age=200}}};"
                  "compaction_options_universal={size_ratio=7;stop_style="
                  "kCompactionStopStyleSimilarSize};bucket_options={max_buckets=3;dynamic=false}",
                  &cf)
                  .ok());
  EXPECT_EQ(cf.compression_opts.level, 5);
  EXPECT_EQ(cf.compression_opts.strategy, 3);
  EXPECT_EQ(cf.compression_opts.window_bits, -14);
  EXPECT_EQ(cf.compaction_options_fifo.max_table_files_size, 9u);
  ASSERT_EQ(cf.compaction_options_fifo.file_temperature_age_thresholds.size(), 2u);
  EXPECT_EQ(cf.compaction_options_fifo.file_temperature_age_thresholds[1].temperature,
            Temperature::kCold);
  EXPECT_EQ(cf.compaction_options_universal.size_ratio, 7u);
  EXPECT_EQ(cf.bucket_options.max_buckets, 3u);
  EXPECT_FALSE(cf.bucket_options.dynamic);
  EXPECT_TRUE(cf.bucket_options.enabled);
}

TEST(OptionStrings, UnnamedCompressionSettingsAreAccepted) {
  ColumnFamilyOptions cf;
  ASSERT_TRUE(GetColumnFamilyOptionsFromString(
                  ColumnFamilyOptions(),
                  "compression_opts=4:5:6:7:8:9:true:100:false;compaction_options_fifo=7", &cf)
                  .ok());
  EXPECT_EQ(cf.compression_opts.window_bits, 4);
  EXPECT_EQ(cf.compression_opts.parallel_threads, 9u);
  EXPECT_TRUE(cf.compression_opts.enabled);
  EXPECT_FALSE(cf.compression_opts.use_zstd_dict_trainer);
  EXPECT_EQ(cf.compaction_options_fifo.max_table_files_size, 7u);
}

TEST(OptionStrings, ListsOfLevelsAreColonSeparated) {
  ColumnFamilyOptions cf;
  ASSERT_TRUE(GetColumnFamilyOptionsFromString(
                  ColumnFamilyOptions(),
                  "compression_per_level=kNoCompression:kSnappyCompression:kZSTD;"
                  "max_bytes_for_level_multiplier_additional=1:2:3",
                  &cf)
                  .ok());
  EXPECT_EQ(cf.compression_per_level,
            (std::vector<CompressionType>{kNoCompression, kSnappyCompression, kZSTD}));
  EXPECT_EQ(cf.max_bytes_for_level_multiplier_additional, (std::vector<int>{1, 2, 3}));
}

TEST(OptionStrings, ErrorsNameTheOptionAndLeaveTheBase) {
  const char* const bad[] = {"write_buffer_size=abc",      "nosuchoption=1",
                             "disable_auto_compactions=2", "compression=kFoo",
                             "num_levels=99999999999",     "compaction_options_universal={zz=1}",
                             "compression_opts.zz=1",      "block_protection_bytes_per_key=300"};
  Options base;
  base.max_write_buffer_number = 9;
  for (const char* text : bad) {
    Options options;
    Status s =
        GetOptionsFromString(base, std::string("max_write_buffer_number=4;") + text, &options);
    EXPECT_TRUE(s.IsInvalidArgument()) << text;
    std::string name(text, std::string_view(text).find_first_of("="));
    EXPECT_NE(s.ToString().find(name == "compaction_options_universal" ? "zz" : name),
              std::string::npos)
        << s.ToString();
    EXPECT_EQ(options.max_write_buffer_number, 9);
  }
}

TEST(OptionStrings, UnknownOptionsAreSkippedOnRequest) {
  ConfigOptions config;
  config.ignore_unknown_options = true;
  DBOptions db;
  ASSERT_OK(GetDBOptionsFromString(config, DBOptions(), "nosuch=1;max_open_files=7", &db));
  EXPECT_EQ(db.max_open_files, 7);
}

TEST(OptionStrings, RetiredNamesAreAcceptedAndIgnored) {
  DBOptions db;
  Status s = GetDBOptionsFromString(
      DBOptions(),
      "allow_os_buffer=1;base_background_compactions=1;use_direct_writes=1;disableDataSync=1;"
      "disable_data_sync=1;experimental_allow_mempurge=1;skip_log_error_on_recovery=1;"
      "new_table_reader_for_compaction_inputs=1;random_access_max_buffer_size=1;"
      "fail_if_options_file_error=1;preserve_deletes=1;concurrent_prepare=1;seq_per_batch=1;"
      "access_hint_on_compaction_start=NORMAL",
      &db);
  EXPECT_OK(s);
  ColumnFamilyOptions cf;
  s = GetColumnFamilyOptionsFromString(
      ColumnFamilyOptions(),
      "filter_deletes=1;check_flush_compaction_key_order=1;verify_checksums_in_compaction=1;"
      "hard_rate_limit=1;soft_rate_limit=1;expanded_compaction_factor=1;"
      "max_grandparent_overlap_factor=1;source_compaction_factor=1;"
      "memtable_prefix_bloom_huge_page_tlb_size=1;memtable_prefix_bloom_bits=1;"
      "memtable_prefix_bloom_probes=1;min_partial_merge_operands=1;snap_refresh_nanos=1;"
      "bottommost_temperature=kCold;compaction_measure_io_stats=1;"
      "purge_redundant_kvs_while_flush=1;level_compaction_dynamic_file_size=1;"
      "ignore_max_compaction_bytes_for_input=1;max_mem_compaction_level=1;"
      "max_write_buffer_number_to_maintain=1;rate_limit_delay_max_milliseconds=1",
      &cf);
  EXPECT_OK(s);
  BlockBasedTableOptions table;
  s = GetBlockBasedTableOptionsFromString(
      BlockBasedTableOptions(),
      "hash_index_allow_collision=1;index_per_partition=1;reserve_table_builder_memory=1;"
      "reserve_table_reader_memory=1;skip_table_builder_flush=1;block_cache_compressed=1M",
      &table);
  EXPECT_OK(s);
}

TEST(OptionStrings, EscapesInInputAreOptional) {
  DBOptions db;
  ASSERT_OK(GetDBOptionsFromString(DBOptions(), "wal_dir=/a\\:b", &db));
  EXPECT_EQ(db.wal_dir, "/a\\:b");
  ASSERT_OK(GetDBOptionsFromString(ConfigOptions(), DBOptions(), "wal_dir=/a\\:b", &db));
  EXPECT_EQ(db.wal_dir, "/a:b");
}

TEST(OptionStrings, ObjectsAreMadeByName) {
  ColumnFamilyOptions cf;
  Status s = GetColumnFamilyOptionsFromString(
      ColumnFamilyOptions(),
      "comparator=rocksdb.ReverseBytewiseComparator;prefix_extractor=fixed:8;"
      "memtable_insert_with_hint_prefix_extractor=rocksdb.CappedPrefix.5;memtable=skip_list:16;"
      "sst_partitioner_factory={id=SstPartitionerFixedPrefixFactory;length=5}",
      &cf);
  ASSERT_OK(s);
  EXPECT_EQ(cf.comparator, ReverseBytewiseComparator());
  EXPECT_EQ(cf.prefix_extractor->AsString(), "rocksdb.FixedPrefix.8");
  EXPECT_EQ(cf.memtable_factory->GetId(), "SkipListFactory:16");
  ASSERT_NE(cf.sst_partitioner_factory, nullptr);
  std::string text;
  ASSERT_OK(GetStringFromColumnFamilyOptions(&text, cf, ";"));
  for (const char* part :
       {"comparator=rocksdb.ReverseBytewiseComparator;", "prefix_extractor=rocksdb.FixedPrefix.8;",
        "merge_operator=nullptr;", "memtable_factory=SkipListFactory:16;",
        "table_factory=BlockBasedTable;",
        "sst_partitioner_factory={id=SstPartitionerFixedPrefixFactory;length=5;"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " not in " << text;
  }
}

TEST(OptionStrings, AnUnknownObjectLeavesTheOptionUnlessUnsupportedOnesAreErrors) {
  ColumnFamilyOptions cf;
  EXPECT_TRUE(
      GetColumnFamilyOptionsFromString(ColumnFamilyOptions(), "merge_operator=mine", &cf).ok());
  EXPECT_EQ(cf.merge_operator, nullptr);
  ConfigOptions strict;
  strict.ignore_unsupported_options = false;
  Status s =
      GetColumnFamilyOptionsFromString(strict, ColumnFamilyOptions(), "merge_operator=mine", &cf);
  EXPECT_NOT_OK(s);
  EXPECT_NE(s.ToString().find("merge_operator"), std::string::npos);
}

TEST(OptionStrings, TableOptionsChangeThePresentFactory) {
  ColumnFamilyOptions first, second;
  ASSERT_TRUE(GetColumnFamilyOptionsFromString(
                  ColumnFamilyOptions(),
                  "block_based_table_factory={block_size=8K;filter_policy=bloomfilter:10:false}",
                  &first)
                  .ok());
  ASSERT_TRUE(GetColumnFamilyOptionsFromString(
                  first, "table_factory={id=BlockBasedTable;checksum=kCRC32c}", &second)
                  .ok());
  const auto* table = TableOptionsOf(second.table_factory.get());
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->block_size, 8192u);
  EXPECT_EQ(table->checksum, kCRC32c);
  ASSERT_NE(table->filter_policy, nullptr);
  EXPECT_EQ(table->filter_policy->GetId(), "bloomfilter:10:false");
  EXPECT_EQ(TableOptionsOf(first.table_factory.get())->checksum, kXXH3);
}

TEST(OptionStrings, EmptyBracesLeaveThePresentFactory) {
  const ColumnFamilyOptions base;
  for (const char* text : {"{}", " {} ", ""}) {
    ColumnFamilyOptions changed;
    ASSERT_OK(GetColumnFamilyOptionsFromMap(ConfigOptions(), base,
                                            {{"block_based_table_factory", text}}, &changed));
    EXPECT_EQ(changed.table_factory, base.table_factory) << text;
  }
}

TEST(OptionStrings, TableOptionsSurviveARoundTrip) {
  BlockBasedTableOptions options;
  options.index_type = BlockBasedTableOptions::kTwoLevelIndexSearch;
  options.metadata_cache_options.partition_pinning = PinningTier::kAll;
  options.filter_policy.reset(NewRibbonFilterPolicy(9, 2));
  BlockBasedTableOptions back;
  Status s = GetBlockBasedTableOptionsFromString(
      BlockBasedTableOptions(), FormatTableOptions(ConfigOptions(), options), &back);
  ASSERT_OK(s);
  std::string mismatch;
  EXPECT_TRUE(OptionsEqual(BlockBasedTable(), &options, &back, &mismatch)) << mismatch;
  EXPECT_EQ(back.filter_policy->GetId(), "ribbonfilter:9:2");
}

TEST(OptionStrings, MutableOnlyTextHoldsOnlyLiveOptions) {
  ConfigOptions config;
  config.mutable_options_only = true;
  std::string text;
  ASSERT_OK(GetStringFromColumnFamilyOptions(config, ColumnFamilyOptions(), &text));
  EXPECT_NE(text.find("write_buffer_size="), std::string::npos);
  EXPECT_EQ(text.find("num_levels="), std::string::npos);
}

TEST(OptionStrings, CompressionTypesHaveNames) {
  std::string text;
  EXPECT_OK(GetStringFromCompressionType(&text, kZSTD));
  EXPECT_EQ(text, "kZSTD");
  EXPECT_NOT_OK(GetStringFromCompressionType(&text, kCustomCompression80));
  const auto linked = GetSupportedCompressions();
  EXPECT_EQ(linked[0], kNoCompression);
}

TEST(StructLists, BracesWithinOneElementAreItsOwn) {
  ColumnFamilyOptions made;
  ASSERT_OK(GetColumnFamilyOptionsFromString(
      ConfigOptions(), ColumnFamilyOptions(),
      "compaction_options_fifo={file_temperature_age_thresholds={age=10;temperature={kCold}}}",
      &made));
  const auto& ages = made.compaction_options_fifo.file_temperature_age_thresholds;
  ASSERT_EQ(1u, ages.size());
  EXPECT_EQ(10u, ages[0].age);
  EXPECT_EQ(Temperature::kCold, ages[0].temperature);
  EXPECT_NOT_OK(GetColumnFamilyOptionsFromString(
      ConfigOptions(), ColumnFamilyOptions(),
      "compaction_options_fifo={file_temperature_age_thresholds=x{y}}", &made));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
