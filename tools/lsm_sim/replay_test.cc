// Replays of LOGs: one of a real database, and damaged ones.
#include "tools/lsm_sim/replay.h"

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <sstream>

#include "test/support/scratch.h"
#include "tools/lsm_sim/json_value.h"

namespace lsm_sim {
namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: the database that writes the LOG

TEST(JsonValue, ReadsWhatEventLinesHave) {
  JsonValue value;
  ASSERT_TRUE(
      ParseJson(R"({"a": 18446744073709551615, "t": "x\"\u000ay", "l": [1, {"k": []}]})", &value));
  EXPECT_EQ(UINT64_MAX, value.Whole("a"));
  EXPECT_EQ("x\"\ny", value.Text("t"));
  ASSERT_EQ(2u, value.List("l").size());
  EXPECT_TRUE(value.List("l")[1].Has("k"));
  EXPECT_EQ(0u, value.Whole("t"));
  for (const char* broken : {"", "7", "{\"a\"", "{\"a\": x}", "{\"a\": [1}", "{\"a\": \"x"})
    EXPECT_FALSE(ParseJson(broken, &value)) << broken;
}

class Replay : public testing::Test {
 protected:
  // Fills a database in memory-sized steps and returns its LOG's path.
  std::string Fill(const std::string& name, bool buckets) {
    Options options;
    options.create_if_missing = true;
    options.write_buffer_size = 64 << 10;
    options.target_file_size_base = 32 << 10;
    options.max_bytes_for_level_base = 128 << 10;
    options.max_background_jobs = 6;
    options.compression = kNoCompression;
    options.bucket_options.enabled = buckets;
    options.bucket_options.initial_buckets = 4;
    const std::string path = dir_.path() + "/" + name;
    std::unique_ptr<DB> db;
    EXPECT_OK(DB::Open(options, path, &db));
    std::mt19937_64 random(7);
    for (int i = 0; i < 12000; ++i) {
      // Half of the keys lie in a tenth of the space, so that buckets split as well.
      const uint64_t key = random() % (i % 2 == 0 ? 100'000 : 10'000);
      EXPECT_OK(db->Put(WriteOptions(), std::to_string(100'000 + key), std::string(100, 'v')));
    }
    EXPECT_OK(db->WaitForCompact(WaitForCompactOptions()));
    return path + "/LOG";
  }

  system_test::ScratchDir dir_;
};

TEST_F(Replay, MakesTheSamePicksFromTheLogOfARealDatabase) {
  for (const bool buckets : {true, false}) {
    const std::string log = Fill(buckets ? "buckets" : "off", buckets);
    ReplayResult result;
    ASSERT_OK(ReplayFile(log, "", &result));
    EXPECT_GT(result.picks, 0u);
    EXPECT_EQ(result.picks, result.identical) << Describe(result);
    EXPECT_EQ(0u, result.untold);
    EXPECT_GT(result.changes, 0u);
  }
}

TEST_F(Replay, NamesAPickThatTheLogHasOtherwise) {
  const std::string path = Fill("buckets", true);
  std::ifstream file(path);
  std::ostringstream all;
  all << file.rdbuf();
  std::string log = all.str();
  const std::string from = "\"event\": \"compaction_picked\"";
  const size_t level = log.find("\"moves\": 0", log.find(from));
  ASSERT_NE(std::string::npos, level);
  log.replace(level, 10, "\"moves\": 1");
  std::ofstream(path) << log;
  ReplayResult result;
  const Status s = ReplayFile(path, "", &result);
  ASSERT_FALSE(result.different.empty()) << s.ToString();
  EXPECT_NE(std::string::npos, result.different[0].find("one moves, the other rewrites"));
}

TEST_F(Replay, RefusesTheLogOfAReopenedDatabase) {
  const std::string path = Fill("again", true);
  Options options;
  options.bucket_options.enabled = true;
  std::unique_ptr<DB> db;
  ASSERT_OK(DB::Open(options, dir_.path() + "/again", &db));
  db.reset();
  ReplayResult result;
  EXPECT_TRUE(ReplayFile(path, "", &result).IsNotSupported());
  EXPECT_TRUE(ReplayFile(dir_.path() + "/none/LOG", "", &result).IsInvalidArgument());
}

TEST_F(Replay, RefusesAFamilyThatWasMadeLater) {
  const std::string path = dir_.path() + "/later";
  Options options;
  options.create_if_missing = true;
  std::unique_ptr<DB> db;
  ASSERT_OK(DB::Open(options, path, &db));
  ColumnFamilyHandle* family = nullptr;
  ASSERT_OK(db->CreateColumnFamily(options, "later", &family));
  ASSERT_OK(db->Put(WriteOptions(), family, "k", "v"));
  ASSERT_OK(db->Flush(FlushOptions(), family));
  ASSERT_OK(db->DestroyColumnFamilyHandle(family));
  db.reset();
  std::ifstream file(path + "/LOG");
  std::ostringstream log;
  log << file.rdbuf();
  ReplayResult result;
  const Status s =
      ReplayText(log.str(), options, {{"default", options}, {"later", options}}, &result);
  EXPECT_TRUE(s.IsNotSupported());
  EXPECT_NE(std::string::npos, s.ToString().find("family later"));
}

}  // namespace
}  // namespace lsm_sim
