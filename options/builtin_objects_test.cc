// The objects that option text names: merge operators, compaction filters, collectors.
#include <gtest/gtest.h>

#include "options/object_registry.h"
#include "rocksdb/advanced_cache.h"
#include "rocksdb/compaction_filter.h"
#include "rocksdb/convenience.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/options.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/table.h"
#include "rocksdb/utilities/table_properties_collectors.h"
#include "test/support/status_assertions.h"
#include "util/coding.h"
#include "util/option_escapes.h"

namespace ROCKSDB_NAMESPACE {

namespace {

std::shared_ptr<MergeOperator> Named(const std::string& text) {
  std::shared_ptr<MergeOperator> made;
  EXPECT_OK(MergeOperator::CreateFromString(ConfigOptions(), text, &made)) << text;
  return made;
}

// What the operator makes of a base, if there is one, and operands; "failed" if it refuses.
std::string Merged(const MergeOperator& op, const char* base, std::vector<std::string> operands) {
  const Slice key("k");
  const Slice existing(base == nullptr ? "" : base);
  const std::vector<Slice> slices(operands.begin(), operands.end());
  std::string value;
  Slice operand(nullptr, 0);
  const MergeOperator::MergeOperationInput in(key, base == nullptr ? nullptr : &existing, slices,
                                              nullptr);
  MergeOperator::MergeOperationOutput out(value, operand);
  if (!op.FullMergeV2(in, &out)) {
    return "failed";
  }
  return operand.data() == nullptr ? value : operand.ToString();
}

// The operands alone, combined into one; "kept" if the operator does not.
std::string Combined(const MergeOperator& op, std::vector<std::string> operands) {
  std::string value;
  const std::deque<Slice> slices(operands.begin(), operands.end());
  return op.PartialMergeMulti("k", slices, &value, nullptr) ? value : "kept";
}

std::string Number(uint64_t n) {
  std::string bytes;
  AppendFixed64(&bytes, n);
  return bytes;
}

}  // namespace

TEST(BuiltinMergeOperators, GoByTheirNamesAndNicknames) {
  const std::pair<const char*, const char*> names[] = {
      {"stringappend", "StringAppendOperator"},
      {"stringappendtest", "StringAppendTESTOperator"},
      {"uint64add", "UInt64AddOperator"},
      {"put", "PutOperator"},
      {"put_v1", "PutOperator"},
      {"max", "MaxOperator"},
      {"bytesxor", "BytesXOR"},
      {"sortlist", "MergeSortOperator"},
  };
  for (const auto& [nickname, name] : names) {
    EXPECT_STREQ(Named(nickname)->Name(), name);
    EXPECT_STREQ(Named(name)->Name(), name);
    EXPECT_STREQ(Named(std::string("{id=") + nickname + "}")->Name(), name);
  }
  std::shared_ptr<MergeOperator> none;
  EXPECT_TRUE(MergeOperator::CreateFromString(ConfigOptions(), "nonsense", &none).IsNotSupported());
}

TEST(BuiltinMergeOperators, JoinStringsWithTheDelimiterThatTheTextGives) {
  EXPECT_EQ(Merged(*Named("stringappend"), "x", {"a", "b"}), "x,a,b");
  EXPECT_EQ(Merged(*Named("stringappend"), "", {"a"}), ",a");
  EXPECT_EQ(Merged(*Named("stringappend"), nullptr, {"a"}), "a");
  EXPECT_EQ(Merged(*Named("stringappend"), nullptr, {"", ""}), ",");
  EXPECT_EQ(Combined(*Named("stringappend"), {"a", "b"}), "a,b");
  EXPECT_EQ(Combined(*Named("stringappendtest"), {"a", "b"}), "kept");
  const auto op = Named("{id=StringAppendOperator;delimiter=ab}");
  EXPECT_EQ(Merged(*op, "x", {"y"}), "xaby");
  EXPECT_EQ(Merged(*Named("{id=stringappend;delimiter=}"), "x", {"y"}), "xy");
  std::shared_ptr<MergeOperator> none;
  EXPECT_TRUE(MergeOperator::CreateFromString(ConfigOptions(), "{id=stringappend;bad=1}", &none)
                  .IsInvalidArgument());
}

TEST(BuiltinMergeOperators, KeepADelimiterOfAnyCharacterInText) {
  for (const std::string delimiter : {"#", ":", "\\", "\n", "|"}) {
    ColumnFamilyOptions made, found;
    ASSERT_OK(GetColumnFamilyOptionsFromString(
        ConfigOptions(), made,
        "merge_operator={id=stringappend;delimiter=" + EscapeOptionValue(delimiter) + "}", &made));
    EXPECT_EQ(Merged(*made.merge_operator, "x", {"a"}), "x" + delimiter + "a");
    std::string text;
    ASSERT_OK(GetStringFromColumnFamilyOptions(ConfigOptions(), made, &text));
    ASSERT_OK(GetColumnFamilyOptionsFromString(ConfigOptions(), found, text, &found));
    EXPECT_EQ(Merged(*found.merge_operator, "x", {"a"}), "x" + delimiter + "a");
  }
}

TEST(BuiltinMergeOperators, PropertiesWithoutANameAreForThePresentOne) {
  const std::string text = "merge_operator={delimiter=|}";
  ColumnFamilyOptions options;
  // As in stock, where the differential test looks.
  ASSERT_OK(GetColumnFamilyOptionsFromString(ConfigOptions(), options, text, &options));
  EXPECT_EQ(options.merge_operator, nullptr);
  options.merge_operator = Named("stringappend");
  ASSERT_OK(GetColumnFamilyOptionsFromString(ConfigOptions(), options, text, &options));
  ASSERT_NE(options.merge_operator, nullptr);
  EXPECT_EQ(Merged(*options.merge_operator, "x", {"a"}), "x|a");
}

TEST(BuiltinObjects, PropertiesWithoutANameLeaveTheOthersOfThePresentOne) {
  const ConfigOptions config;
  const std::string text = "{deletion_trigger=6}";
  const std::shared_ptr<TablePropertiesCollectorFactory> collectors =
      NewCompactOnDeletionCollectorFactory(7, 5);
  ObjectRequest request{config, text, {}, {{"deletion_trigger", "6"}}};
  CompleteRequest(*collectors, &request);
  EXPECT_EQ(request.id, CompactOnDeletionCollectorFactory::kClassName());
  EXPECT_EQ(request.properties["window_size"], "7");
  EXPECT_EQ(request.properties["deletion_trigger"], "6");
}

TEST(BuiltinObjects, ALengthAloneChangesThePresentPrefix) {
  ColumnFamilyOptions options;
  options.prefix_extractor.reset(NewFixedPrefixTransform(4));
  ASSERT_OK(GetColumnFamilyOptionsFromString(ConfigOptions(), options,
                                             "prefix_extractor={length=8}", &options));
  ASSERT_NE(options.prefix_extractor, nullptr);
  EXPECT_EQ(options.prefix_extractor->AsString(), "rocksdb.FixedPrefix.8");
}

TEST(BuiltinObjects, OptionsOfACacheNeedNoName) {
  BlockBasedTableOptions table;
  ASSERT_OK(GetBlockBasedTableOptionsFromString(
      ConfigOptions(), table, "block_cache={capacity=1M;num_shard_bits=2}", &table));
  ASSERT_NE(table.block_cache, nullptr);
  EXPECT_EQ(table.block_cache->GetCapacity(), 1u << 20);
}

TEST(BuiltinFilters, ANameWithoutBitsIsRefused) {
  for (const char* text :
       {"bloomfilter:", "ribbonfilter:", "rocksdb.BloomFilter:", "rocksdb.RibbonFilter:"}) {
    std::shared_ptr<const FilterPolicy> made;
    const Status s = FilterPolicy::CreateFromString(ConfigOptions(), text, &made);
    EXPECT_TRUE(s.IsInvalidArgument()) << text << ": " << s.ToString();
    EXPECT_EQ(nullptr, made);
  }
}

TEST(BuiltinMergeOperators, AddNumbersAndCountOtherValuesAsZero) {
  const auto op = Named("uint64add");
  EXPECT_EQ(Merged(*op, nullptr, {Number(1), Number(2)}), Number(3));
  EXPECT_EQ(Merged(*op, "xx", {Number(2)}), Number(2));
  EXPECT_EQ(Merged(*op, nullptr, {"xx"}), Number(0));
  EXPECT_EQ(Merged(*op, nullptr, {Number(~uint64_t{0}), Number(3)}), Number(2));
  EXPECT_EQ(Combined(*op, {Number(1), Number(2)}), Number(3));
}

TEST(BuiltinMergeOperators, ChooseTheNewestOrTheLargest) {
  EXPECT_EQ(Merged(*Named("put"), "x", {"a", "b"}), "b");
  EXPECT_EQ(Combined(*Named("put"), {"a", "b"}), "b");
  EXPECT_EQ(Merged(*Named("max"), "x", {"a", "z", "b"}), "z");
  EXPECT_EQ(Merged(*Named("max"), "x", {"a"}), "x");
  EXPECT_EQ(Merged(*Named("max"), nullptr, {""}), "");
  EXPECT_EQ(Combined(*Named("max"), {"b", "a"}), "b");
}

TEST(BuiltinMergeOperators, MixBitsOverTheLongerOfTwoValues) {
  const auto op = Named("bytesxor");
  EXPECT_EQ(Merged(*op, "x", {"ab"}),
            "\x19"
            "b");
  EXPECT_EQ(Merged(*op, "abc", {"a"}), std::string("\0bc", 3));
  EXPECT_EQ(Merged(*op, nullptr, {"a"}), "a");
}

TEST(BuiltinMergeOperators, MergeSortedListsAndRefuseWhatIsNone) {
  const auto op = Named("sortlist");
  EXPECT_EQ(Merged(*op, "1,5", {"2,3", "4"}), "1,2,3,4,5");
  EXPECT_EQ(Combined(*op, {"-4", "-5,10"}), "-5,-4,10");
  EXPECT_EQ(Merged(*op, nullptr, {"1,x"}), "failed");
  EXPECT_EQ(Combined(*op, {"1", "5x"}), "kept");
}

TEST(BuiltinObjects, ComeBackFromTheTextOfColumnFamilyOptions) {
  const std::string text =
      "merge_operator={id=stringappend;delimiter=;;};"
      "compaction_filter=RemoveEmptyValueCompactionFilter;"
      "table_properties_collectors={{id=CompactOnDeletionCollector;window_size=100;"
      "deletion_trigger=5;deletion_ratio=0.5;min_file_size=7}:CompactForTieringCollector}";
  ColumnFamilyOptions parsed, again;
  const ConfigOptions config;
  ASSERT_OK(GetColumnFamilyOptionsFromString(
      config, ColumnFamilyOptions(),
      "merge_operator={id=stringappend;delimiter=|};" + text.substr(text.find("compaction_filter")),
      &parsed));
  std::string written;
  ASSERT_OK(GetStringFromColumnFamilyOptions(config, parsed, &written));
  ASSERT_OK(GetColumnFamilyOptionsFromString(config, ColumnFamilyOptions(), written, &again));
  for (const ColumnFamilyOptions* options : {&parsed, &again}) {
    ASSERT_NE(options->merge_operator, nullptr) << written;
    EXPECT_EQ(Merged(*options->merge_operator, "a", {"b"}), "a|b");
    ASSERT_NE(options->compaction_filter, nullptr);
    EXPECT_TRUE(options->compaction_filter->Filter(0, "k", "", nullptr, nullptr));
    EXPECT_FALSE(options->compaction_filter->Filter(0, "k", "v", nullptr, nullptr));
    ASSERT_EQ(options->table_properties_collector_factories.size(), 2U);
    const auto* deletions = static_cast<const CompactOnDeletionCollectorFactory*>(
        options->table_properties_collector_factories[0].get());
    EXPECT_EQ(deletions->GetWindowSize(), 100U);
    EXPECT_EQ(deletions->GetDeletionTrigger(), 5U);
    EXPECT_EQ(deletions->GetDeletionRatio(), 0.5);
    EXPECT_EQ(deletions->GetMinFileSize(), 7U);
  }
}

TEST(BuiltinObjects, OptionsThatOnlyCodeCanSetAreMistakesInText) {
  ConfigOptions config;
  Options options;
  for (const char* name :
       {"row_cache", "info_log", "cf_paths", "db_paths", "write_buffer_manager"}) {
    const Status s = GetOptionsFromString(config, Options(), std::string(name) + "=x", &options);
    EXPECT_TRUE(s.IsInvalidArgument()) << s.ToString();
    EXPECT_NE(s.ToString().find(name), std::string::npos) << s.ToString();
  }
  // Stock makes objects of these; here they are unknown ones.
  for (const char* name : {"env", "rate_limiter", "listeners", "blob_cache"}) {
    EXPECT_OK(GetOptionsFromString(config, Options(), std::string(name) + "=x", &options)) << name;
  }
  config.ignore_unsupported_options = false;
  EXPECT_TRUE(GetOptionsFromString(config, Options(), "rate_limiter=x", &options).IsNotSupported());
}

TEST(BuiltinObjects, StatisticsCanBeNamed) {
  Options options;
  ASSERT_OK(
      GetOptionsFromString(ConfigOptions(), Options(), "statistics=BasicStatistics", &options));
  EXPECT_NE(options.statistics, nullptr);
}

TEST(BuiltinObjects, UnnamedCompressionOptionsNeedThreeNumbers) {
  ColumnFamilyOptions options;
  const auto parse = [&](const std::string& text) {
    return GetColumnFamilyOptionsFromString(ConfigOptions(), ColumnFamilyOptions(),
                                            "compression_opts=" + text, &options);
  };
  EXPECT_OK(parse("4:5:6"));
  EXPECT_EQ(options.compression_opts.strategy, 6);
  for (const char* few : {"4", "4:5", "4:5:6:"}) EXPECT_NOT_OK(parse(few)) << few;
}

}  // namespace ROCKSDB_NAMESPACE
