// PrometheusText: a text that a scraper can read, with the numbers of the database.
#include "rocksdb/utilities/prometheus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "env/mem_fs.h"
#include "rocksdb/bucket_options.h"
#include "rocksdb/statistics.h"
#include "test/support/status_assertions.h"
#include "util/comma_locale.h"

namespace ROCKSDB_NAMESPACE {
namespace {

using testing::HasSubstr;
using testing::Not;

class PrometheusTest : public testing::Test {
 protected:
  PrometheusTest() : env_(NewCompositeEnv(std::make_shared<MemFileSystem>())) {
    options_.env = env_.get();
    options_.create_if_missing = true;
    options_.statistics = CreateDBStatistics();
  }
  ~PrometheusTest() override {
    for (ColumnFamilyHandle* family : families_) delete family;
  }
  void Open() {
    ASSERT_OK(DB::Open(options_, "/db", &db_));
    ASSERT_OK(db_->Put(WriteOptions(), "k", "v"));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  std::string Text(const std::map<std::string, std::string>& labels = {}) {
    std::string text;
    EXPECT_OK(PrometheusText(db_.get(), families_, &text, labels));
    return text;
  }

  std::unique_ptr<Env> env_;
  Options options_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> families_;
};

TEST_F(PrometheusTest, EveryLineIsOfTheTextFormatAndFollowsTheHeadOfItsMetric) {
  Open();
  const std::regex head("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) .+");
  const std::regex line(
      R"re(([a-zA-Z_:][a-zA-Z0-9_:]*)(\{([a-z_]+="([^"\\\n]|\\.)*",?)+\})? -?[0-9.e+]+)re");
  std::set<std::string> seen;
  std::string current;
  std::istringstream lines(Text());
  for (std::string text; std::getline(lines, text);) {
    std::smatch match;
    if (std::regex_match(text, match, head)) {
      if (match[1] == "TYPE") continue;
      current = match[2];
      EXPECT_TRUE(seen.insert(current).second) << current << " is declared twice";
    } else {
      ASSERT_TRUE(std::regex_match(text, match, line)) << text;
      EXPECT_EQ(0U, match[1].str().rfind(current, 0)) << text << " under the head of " << current;
    }
  }
  EXPECT_GT(seen.size(), 200U);
}

TEST_F(PrometheusTest, TickersHistogramsPropertiesLevelsAndBucketsAreThere) {
  Open();
  const std::string text = Text();
  EXPECT_THAT(text, HasSubstr("# TYPE rocksdb_number_keys_written_total counter\n"
                              "rocksdb_number_keys_written_total 1\n"));
  EXPECT_THAT(text, HasSubstr("# TYPE rocksdb_db_write_micros summary\n"));
  EXPECT_THAT(text, HasSubstr("\nrocksdb_db_write_micros_count 1\n"));
  EXPECT_THAT(text, HasSubstr("# HELP rocksdb_estimate_num_keys rocksdb.estimate-num-keys\n"));
  EXPECT_THAT(text, HasSubstr("\nrocksdb_estimate_num_keys{cf=\"default\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("\nrocksdb_num_files_at_level{cf=\"default\",level=\"0\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("\nrocksdb_bucket_stats_depth{cf=\"default\",bucket=\"0\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("\nrocksdb_bucket_stats_stalled{cf=\"default\"} 0\n"));
}

TEST_F(PrometheusTest, WithoutStatisticsThePropertiesAreWritten) {
  options_.statistics = nullptr;
  Open();
  const std::string text = Text();
  EXPECT_THAT(text, Not(HasSubstr("_total ")));
  EXPECT_THAT(text, HasSubstr("rocksdb_num_snapshots{cf=\"default\"} 0\n"));
}

TEST_F(PrometheusTest, EachFamilyHasItsLineUnderOneHead) {
  Open();
  ColumnFamilyHandle* made;
  ASSERT_OK(db_->CreateColumnFamily(options_, "a \"b\"\n\\", &made));
  families_ = {made};
  const std::string one = Text();
  EXPECT_THAT(one, HasSubstr(R"(rocksdb_estimate_num_keys{cf="a \"b\"\n\\"} 0)"));
  EXPECT_THAT(one, Not(HasSubstr("cf=\"default\"")));
}

TEST_F(PrometheusTest, DecimalsHaveAPointInEveryLocale) {
  options_.statistics->recordInHistogram(DB_GET, 1);
  options_.statistics->recordInHistogram(DB_GET, 2);
  Open();
  const CommaLocale comma;
  EXPECT_THAT(Text(), HasSubstr("\nrocksdb_db_get_micros{quantile=\"0.95\"} 1."));
}

TEST_F(PrometheusTest, LabelsOfTheCallerAreOnEveryLine) {
  Open();
  const std::string text = Text({{"db", "first"}});
  EXPECT_THAT(text, HasSubstr("\nrocksdb_number_keys_written_total{db=\"first\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("\nrocksdb_num_snapshots{db=\"first\",cf=\"default\"} 0\n"));
}

TEST_F(PrometheusTest, ALabelThatTheTextUsesOrCannotHoldIsRefused) {
  Open();
  for (const char* name : {"cf", "bucket", "", "1st", "a-b"}) {
    std::string text = "as before";
    EXPECT_TRUE(PrometheusText(db_.get(), {}, &text, {{name, "x"}}).IsInvalidArgument()) << name;
    EXPECT_EQ("as before", text);
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
