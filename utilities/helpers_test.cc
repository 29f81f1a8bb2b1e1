// The small calls of rocksdb/utilities/ on one database each.
#include <gtest/gtest.h>

#include <algorithm>

#include "env/mem_fs.h"
#include "rocksdb/convenience.h"
#include "rocksdb/db_dump_tool.h"
#include "rocksdb/experimental.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/multi_scan.h"
#include "rocksdb/trace_record.h"
#include "rocksdb/trace_record_result.h"
#include "rocksdb/unique_id.h"
#include "rocksdb/utilities/agg_merge.h"
#include "rocksdb/utilities/debug.h"
#include "rocksdb/utilities/info_log_finder.h"
#include "rocksdb/utilities/leveldb_options.h"
#include "rocksdb/utilities/option_change_migration.h"
#include "rocksdb/utilities/secondary_index_simple.h"
#include "rocksdb/utilities/sim_cache.h"
#include "rocksdb/utilities/types_util.h"
#include "rocksdb/write_batch.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class HelpersTest : public testing::Test {
 protected:
  HelpersTest() : fs_(std::make_shared<MemFileSystem>()), env_(NewCompositeEnv(fs_)) {
    options_.env = env_.get();
    options_.create_if_missing = true;
    options_.disable_auto_compactions = true;
  }
  ~HelpersTest() override { db_.reset(); }
  void Open() { ASSERT_OK(DB::Open(options_, "/db", &db_)); }
  void Put(const std::string& key, const std::string& value) {
    ASSERT_OK(db_->Put(WriteOptions(), key, value));
  }

  const std::shared_ptr<FileSystem> fs_;
  const std::unique_ptr<Env> env_;
  Options options_;
  std::unique_ptr<DB> db_;
};

TEST_F(HelpersTest, AMultiScanPassesItsRangesInTurnOverOneState) {
  Open();
  for (const char* key : {"a", "b", "c", "d", "e", "f"}) Put(key, std::string("v") + key);
  MultiScanArgs args(BytewiseComparator());
  args.insert("a", "c");
  args.insert("d", "d1");
  args.insert("e");
  std::string seen;
  auto scans = db_->NewMultiScan(ReadOptions(), db_->DefaultColumnFamily(), args);
  Put("a1", "too late");
  for (auto scan : *scans) {
    for (auto it : scan) seen += it.first.ToString() + "=" + it.second.ToString() + " ";
    seen += "| ";
  }
  EXPECT_EQ(seen, "a=va b=vb | d=vd | e=ve f=vf | ");
}

TEST_F(HelpersTest, AMultiScanThatCannotReadThrowsItsStatus) {
  MultiScan scans(std::unique_ptr<Iterator>(NewErrorIterator(Status::IOError("gone"))));
  try {
    scans.begin();
    FAIL() << "nothing was thrown";
  } catch (MultiScanException& e) {
    EXPECT_TRUE(e.status().IsIOError());
  }
}

TEST_F(HelpersTest, AllVersionsOfAKeyAreShownNewestFirst) {
  Open();
  Put("a", "1");
  ASSERT_OK(db_->Flush(FlushOptions()));
  Put("a", "2");
  ASSERT_OK(db_->Delete(WriteOptions(), "b"));
  Put("z", "beyond");
  std::vector<KeyVersion> versions;
  ASSERT_OK(GetAllKeyVersions(db_.get(), OptSlice(), "b", 100, &versions));
  ASSERT_EQ(versions.size(), 3u);
  EXPECT_EQ(versions[0].value, "2");
  EXPECT_EQ(versions[1].value, "1");
  EXPECT_GT(versions[0].sequence, versions[1].sequence);
  EXPECT_EQ(versions[1].GetTypeName(), "TypeValue");
  EXPECT_EQ(versions[2].user_key, "b");
  EXPECT_EQ(versions[2].GetTypeName(), "TypeDeletion");
  ASSERT_OK(GetAllKeyVersions(db_.get(), OptSlice(), OptSlice(), 1, &versions));
  EXPECT_EQ(versions.size(), 1u);
}

TEST_F(HelpersTest, ADumpHoldsTheWholeDatabase) {
  Open();
  for (int i = 0; i < 100; ++i) Put("key" + std::to_string(i), std::string(i, 'v'));
  ASSERT_OK(db_->Close());
  db_.reset();
  DumpOptions dump;
  dump.db_path = "/db";
  dump.dump_location = "/dump";
  ASSERT_TRUE(DbDumpTool().Run(dump, options_));
  UndumpOptions undump;
  undump.db_path = "/db";
  undump.dump_location = "/dump";
  undump.compact_db = true;
  ASSERT_OK(DestroyDB("/db", options_));
  ASSERT_TRUE(DbUndumpTool().Run(undump, options_));
  Open();
  for (int i = 0; i < 100; ++i) {
    std::string value;
    ASSERT_OK(db_->Get(ReadOptions(), "key" + std::to_string(i), &value));
    EXPECT_EQ(value.size(), static_cast<size_t>(i));
  }
  undump.dump_location = "/db/CURRENT";
  EXPECT_FALSE(DbUndumpTool().Run(undump, options_));
}

TEST_F(HelpersTest, TheInfoLogsAreFoundByName) {
  Open();
  std::vector<std::string> logs;
  ASSERT_OK(GetInfoLogList(db_.get(), &logs));
  EXPECT_EQ(logs, std::vector<std::string>{"LOG"});
  EXPECT_TRUE(GetInfoLogList(nullptr, &logs).IsInvalidArgument());
}

TEST_F(HelpersTest, ATracedOperationIsRepeated) {
  Open();
  std::unique_ptr<TraceRecord::Handler> handler(
      TraceRecord::NewExecutionHandler(db_.get(), {db_->DefaultColumnFamily()}));
  WriteBatch batch;
  ASSERT_OK(batch.Put("k", "v"));
  std::unique_ptr<TraceRecordResult> result;
  ASSERT_OK(WriteQueryTraceRecord(batch.Data(), 1).Accept(handler.get(), &result));
  ASSERT_OK(GetQueryTraceRecord(0, "k", 2).Accept(handler.get(), &result));
  EXPECT_EQ(dynamic_cast<SingleValueTraceExecutionResult&>(*result).GetValue(), "v");
  ASSERT_OK(MultiGetQueryTraceRecord({0, 0}, std::vector<std::string>{"k", "x"}, 3)
                .Accept(handler.get(), &result));
  EXPECT_EQ(dynamic_cast<MultiValuesTraceExecutionResult&>(*result).GetMultiStatus().size(), 2u);
  IteratorSeekQueryTraceRecord seek(IteratorSeekQueryTraceRecord::kSeekForPrev, 0, "m", 4);
  ASSERT_OK(seek.Accept(handler.get(), &result));
  EXPECT_EQ(dynamic_cast<IteratorTraceExecutionResult&>(*result).GetKey(), "k");
  EXPECT_TRUE(GetQueryTraceRecord(9, "k", 5).Accept(handler.get(), &result).IsCorruption());
}

TEST_F(HelpersTest, ASimulatedCacheTellsWhatAnotherSizeWouldHit) {
  const std::shared_ptr<SimCache> cache = NewSimCache(NewLRUCache(100), 1 << 20, 0);
  static const Cache::CacheItemHelper helper(CacheEntryRole::kMisc);
  for (const char* key : {"0123456789abcdef", "fedcba9876543210"}) {
    EXPECT_EQ(cache->Lookup(key, nullptr, nullptr), nullptr);
    EXPECT_OK(cache->Insert(key, nullptr, &helper, 90));
  }
  // The real one had to drop the first.
  Cache::Handle* found = cache->Lookup("0123456789abcdef", nullptr, nullptr);
  if (found != nullptr) cache->Release(found);
  EXPECT_EQ(cache->get_hit_counter(), 1u);
  EXPECT_EQ(cache->get_miss_counter(), 2u);
  EXPECT_GE(cache->GetSimUsage(), 180u);
  cache->reset_counter();
  EXPECT_EQ(cache->get_hit_counter(), 0u);
  EXPECT_TRUE(cache->StartActivityLogging("/f", env_.get()).IsNotSupported());
}

TEST_F(HelpersTest, InternalKeysAreMadeAndTakenApart) {
  std::string seek, seek_for_prev;
  ASSERT_OK(GetInternalKeyForSeek("key", BytewiseComparator(), &seek));
  ASSERT_OK(GetInternalKeyForSeekForPrev("key", BytewiseComparator(), &seek_for_prev));
  ParsedEntryInfo entry;
  ASSERT_OK(ParseEntry(seek_for_prev, BytewiseComparator(), &entry));
  EXPECT_EQ(entry.user_key, "key");
  EXPECT_EQ(entry.sequence, 0u);
  EXPECT_EQ(entry.type, kEntryDelete);
  EXPECT_TRUE(ParseEntry("short", BytewiseComparator(), &entry).IsInvalidArgument());
  EXPECT_TRUE(ParseEntry(seek, nullptr, &entry).IsInvalidArgument());
}

TEST_F(HelpersTest, FunctionsOfTheApplicationCombineOperands) {
  class Longest final : public Aggregator {
   public:
    bool Aggregate(const std::vector<Slice>& values, std::string& result) const override {
      for (const Slice& value : values) {
        if (value == "bad") return false;
        if (value.size() > result.size()) result = value.ToString();
      }
      return true;
    }
  };
  ASSERT_OK(AddAggregator("longest", std::make_unique<Longest>()));
  options_.merge_operator = GetAggMergeOperator();
  Open();
  std::string operand;
  EXPECT_TRUE(EncodeAggFuncAndPayload("nobody's", "x", operand).IsInvalidArgument());
  for (const char* payload : {"a", "abc", "ab"}) {
    ASSERT_OK(EncodeAggFuncAndPayload("longest", payload, operand));
    ASSERT_OK(db_->Merge(WriteOptions(), "k", operand));
  }
  std::string stored;
  ASSERT_OK(db_->Get(ReadOptions(), "k", &stored));
  Slice function, value;
  ASSERT_TRUE(ExtractAggFuncAndValue(stored, function, value));
  EXPECT_EQ(function, "longest");
  EXPECT_EQ(value, "abc");
  // What cannot be combined is kept.
  ASSERT_OK(EncodeAggFuncAndPayload("longest", "bad", operand));
  ASSERT_OK(db_->Merge(WriteOptions(), "k", operand));
  ASSERT_OK(db_->Get(ReadOptions(), "k", &stored));
  ASSERT_TRUE(ExtractAggFuncAndValue(stored, function, value));
  EXPECT_EQ(function, kErrorFuncName);
  std::vector<Slice> list;
  ASSERT_TRUE(ExtractList(value, list));
  EXPECT_EQ(list.size(), 4u);
}

// Decimal numbers.
class SumOfNumbers final : public Aggregator {
 public:
  bool Aggregate(const std::vector<Slice>& values, std::string& result) const override {
    long sum = 0;
    for (const Slice& value : values) sum += std::stol(value.ToString());
    result = std::to_string(sum);
    return true;
  }
};
class LastNumber final : public Aggregator {
 public:
  bool Aggregate(const std::vector<Slice>& values, std::string& result) const override {
    result = std::to_string(values.size()) + " ending in " + values.back().ToString();
    return true;
  }
  bool DoPartialAggregate() const override { return false; }
};

TEST_F(HelpersTest, AValueWithoutAFunctionTakesTheNextAndAFunctionGoesOnWithTheResultOfAnother) {
  ASSERT_OK(AddAggregator("sum", std::make_unique<SumOfNumbers>()));
  ASSERT_OK(AddAggregator("last", std::make_unique<LastNumber>()));
  options_.merge_operator = GetAggMergeOperator();
  options_.disable_auto_compactions = true;
  Open();
  const auto encoded = [](const std::string& function, const std::string& payload) {
    std::string text;
    EXPECT_OK(EncodeAggFuncAndPayload(function, payload, text));
    return text;
  };
  const auto read = [this] {
    std::string stored;
    EXPECT_OK(db_->Get(ReadOptions(), "k", &stored));
    Slice function, value;
    EXPECT_TRUE(ExtractAggFuncAndValue(stored, function, value));
    return function.ToString() + " " + value.ToString();
  };
  ASSERT_OK(db_->Put(WriteOptions(), "k", encoded(kUnnamedFuncName, "200")));
  ASSERT_OK(db_->Merge(WriteOptions(), "k", encoded("sum", "200")));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(db_->Merge(WriteOptions(), "k", encoded("sum", "100")));
  EXPECT_EQ("sum 500", read());
  ASSERT_OK(db_->Merge(WriteOptions(), "k", encoded("last", "7")));
  ASSERT_OK(db_->Merge(WriteOptions(), "k", encoded("last", "8")));
  EXPECT_EQ("last 3 ending in 8", read()) << "the sum, 7 and 8";
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ("last 3 ending in 8", read());
}

TEST_F(HelpersTest, ASecondaryIndexFindsPrimaryKeysByValue) {
  SimpleSecondaryIndex index("column");
  Open();
  for (const auto& [value, key] :
       {std::pair<std::string, std::string>{"red", "1"}, {"red", "2"}, {"reddish", "3"}}) {
    std::variant<Slice, std::string> prefix;
    ASSERT_OK(index.GetSecondaryKeyPrefix(key, value, &prefix));
    ASSERT_OK(index.FinalizeSecondaryKeyPrefix(&prefix));
    Put(std::get<std::string>(prefix) + key, "");
  }
  SecondaryIndexIterator it(&index, std::unique_ptr<Iterator>(db_->NewIterator(ReadOptions())));
  std::string keys;
  for (it.Seek("red"); it.Valid(); it.Next()) keys += it.key().ToString();
  ASSERT_OK(it.status());
  EXPECT_EQ(keys, "12");
}

TEST_F(HelpersTest, FewerLevelsAreMigratedTo) {
  options_.num_levels = 5;
  options_.level_compaction_dynamic_level_bytes = true;
  Open();
  Put("a", "1");
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  db_.reset();
  Options fewer = options_;
  fewer.num_levels = 3;
  EXPECT_NOT_OK(DB::Open(fewer, "/db", &db_));
  ASSERT_OK(OptionChangeMigration("/db", options_, fewer));
  ASSERT_OK(DB::Open(fewer, "/db", &db_));
  std::string value;
  ASSERT_OK(db_->Get(ReadOptions(), "a", &value));
}

TEST_F(HelpersTest, LevelDbsOptionsBecomeOurs) {
  LevelDBOptions old;
  old.create_if_missing = true;
  old.write_buffer_size = 12345;
  old.compression = kNoCompression;
  const Options options = ConvertOptions(old);
  EXPECT_TRUE(options.create_if_missing);
  EXPECT_EQ(options.write_buffer_size, 12345u);
  EXPECT_EQ(options.compression, kNoCompression);
}

TEST_F(HelpersTest, TableIdsDifferAndExtendEachOther) {
  Open();
  for (int i = 0; i < 2; ++i) {
    Put("k", "v");
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  TablePropertiesCollection tables;
  ASSERT_OK(db_->GetPropertiesOfAllTables(&tables));
  std::vector<std::string> ids;
  for (const auto& [path, properties] : tables) {
    std::string id, extended;
    ASSERT_OK(GetUniqueIdFromTableProperties(*properties, &id));
    ASSERT_OK(GetExtendedUniqueIdFromTableProperties(*properties, &extended));
    EXPECT_EQ(id.size(), 16u);
    EXPECT_EQ(extended.size(), 24u);
    EXPECT_EQ(extended.substr(0, 16), id);
    ids.push_back(id);
  }
  ASSERT_EQ(ids.size(), 2u);
  EXPECT_NE(ids[0], ids[1]);
  EXPECT_EQ(UniqueIdToHumanString(std::string(16, '\x1f')), "1F1F1F1F1F1F1F1F-1F1F1F1F1F1F1F1F");
  std::string id;
  EXPECT_TRUE(GetUniqueIdFromTableProperties(TableProperties(), &id).IsNotSupported());
}

TEST_F(HelpersTest, KeySegmentsHaveFixedWidths) {
  const auto extractor = experimental::MakeSharedCappedKeySegmentsExtractor({2, 3});
  experimental::KeySegmentsExtractor::Result result;
  extractor->Extract("abcd", experimental::KeySegmentsExtractor::kFullUserKey, &result);
  EXPECT_EQ(result.segment_ends, (std::vector<uint32_t>{2, 4}));
  EXPECT_EQ(extractor->GetId(), "CappedKeySegmentsExtractor:2,3");
}

TEST_F(HelpersTest, TablePropertiesSurviveText) {
  TableProperties first, second;
  first.num_entries = 7;
  first.key_largest_seqno = 9;
  first.comparator_name = "a;b=c}";
  first.user_collected_properties["x\0y"] = "{;}";
  std::string text, mismatch;
  ASSERT_OK(first.Serialize(ConfigOptions(), &text));
  EXPECT_FALSE(first.AreEqual(ConfigOptions(), &second, &mismatch));
  EXPECT_EQ(mismatch, "num_entries");
  ASSERT_OK(TableProperties::Parse(ConfigOptions(), text, &second));
  EXPECT_TRUE(first.AreEqual(ConfigOptions(), &second, &mismatch)) << mismatch << "\n" << text;
  EXPECT_TRUE(second.HasKeyLargestSeqno());
  EXPECT_TRUE(TableProperties::Parse(ConfigOptions(), "nonsense=1", &second).IsInvalidArgument());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
