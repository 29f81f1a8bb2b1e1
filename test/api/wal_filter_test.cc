// DBOptions::wal_filter: which records it sees when a database is opened, and what its answers do.
#include "rocksdb/wal_filter.h"

#include <functional>

#include "rocksdb/write_batch.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

using Answer = WalFilter::WalProcessingOption;

// Gives the test's answers and notes what it was told.
class ScriptedFilter : public WalFilter {
 public:
  const char* Name() const override { return "BucketLsmTestFilter"; }
  void ColumnFamilyLogNumberMap(const std::map<uint32_t, uint64_t>& logs,
                                const std::map<std::string, uint32_t>& ids) override {
    ++maps;
    seen_at_map = seen;
    family_logs = logs;
    family_ids = ids;
  }
  Answer LogRecordFound(unsigned long long number, const std::string& file, const WriteBatch& batch,
                        WriteBatch* changed, bool* batch_changed) override {
    ++seen;
    log_numbers.push_back(number);
    log_file = file;
    return on_record(seen, batch, changed, batch_changed);
  }

  std::function<Answer(int, const WriteBatch&, WriteBatch*, bool*)> on_record =
      [](int, const WriteBatch&, WriteBatch*, bool*) { return Answer::kContinueProcessing; };
  int seen = 0;
  int maps = 0;
  int seen_at_map = 0;
  std::map<uint32_t, uint64_t> family_logs;
  std::map<std::string, uint32_t> family_ids;
  std::vector<unsigned long long> log_numbers;
  std::string log_file;
};

class WalFilterTest : public DbTest {
 protected:
  void SetUp() override {
    options_ = SmallOptions();
    options_.avoid_flush_during_shutdown = true;
    ASSERT_OK(Open(options_));
    for (const char* key : {"a", "b", "c", "d"}) ASSERT_OK(Put(key, "1"));
    Close();
    options_.wal_filter = &filter_;
  }
  // The n-th record gets `answer`.
  void AnswerAt(int n, Answer answer) {
    filter_.on_record = [=](int seen, const WriteBatch&, WriteBatch*, bool*) {
      return seen == n ? answer : Answer::kContinueProcessing;
    };
  }
  // What is there now, and after further openings without the filter and a new write.
  void ExpectForGood(const std::string& contents) {
    EXPECT_EQ(Contents(), contents);
    ASSERT_OK(Put("z", "9"));
    options_.wal_filter = nullptr;
    ASSERT_OK(Open(options_));
    EXPECT_EQ(Contents(), contents + " z=9");
  }

  ScriptedFilter filter_;
  Options options_;
};

TEST_F(WalFilterTest, SeesEachRecordOnceAfterTheFamilies) {
  ASSERT_OK(Open(options_));
  EXPECT_EQ(filter_.maps, 1);
  EXPECT_EQ(filter_.seen_at_map, 0);
  EXPECT_EQ(filter_.seen, 4);
  EXPECT_EQ(filter_.family_ids, (std::map<std::string, uint32_t>{{"default", 0}}));
  ASSERT_EQ(filter_.family_logs.size(), 1u);
  EXPECT_LE(filter_.family_logs[0], filter_.log_numbers.front());
  EXPECT_NE(filter_.log_file.find(std::to_string(filter_.log_numbers.back()) + ".log"),
            std::string::npos)
      << filter_.log_file;
  ExpectForGood("a=1 b=1 c=1 d=1");
}

TEST_F(WalFilterTest, AnIgnoredRecordIsLeftOut) {
  AnswerAt(2, Answer::kIgnoreCurrentRecord);
  ASSERT_OK(Open(options_));
  EXPECT_EQ(filter_.seen, 4);
  ExpectForGood("a=1 c=1 d=1");
}

// The log stays, and with it the record: the next opening without the filter has it again, under
// its own number.
TEST_F(WalFilterTest, WhereLogsStayAnIgnoredRecordMayComeBackAndHidesNothingNewer) {
  options_.avoid_flush_during_recovery = true;
  AnswerAt(4, Answer::kIgnoreCurrentRecord);
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(), "a=1 b=1 c=1");
  ASSERT_OK(Put("d", "2"));
  options_.wal_filter = nullptr;
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(), "a=1 b=1 c=1 d=2");
}

TEST_F(WalFilterTest, StoppingLeavesOutTheRestOfAllLogs) {
  // A second log behind the first.
  options_.wal_filter = nullptr;
  options_.avoid_flush_during_recovery = true;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("e", "1"));
  options_.wal_filter = &filter_;
  AnswerAt(3, Answer::kStopReplay);
  ASSERT_OK(Open(options_));
  EXPECT_EQ(filter_.seen, 3);
  ExpectForGood("a=1 b=1");
}

TEST_F(WalFilterTest, StoppingAtTheFirstRecordLeavesNothing) {
  AnswerAt(1, Answer::kStopReplay);
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(), "");
  ASSERT_OK(Put("z", "9"));
  options_.wal_filter = nullptr;
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(), "z=9");
}

TEST_F(WalFilterTest, ARecordCalledDamagedIsTreatedAsTheRecoveryModeSays) {
  AnswerAt(2, Answer::kCorruptedRecord);
  options_.wal_recovery_mode = WALRecoveryMode::kAbsoluteConsistency;
  const Status s = Open(options_);
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  EXPECT_NE(s.ToString().find("BucketLsmTestFilter"), std::string::npos) << s.ToString();
  // Nothing was written: the records are all there still.
  filter_.seen = 0;
  AnswerAt(0, Answer::kContinueProcessing);
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(), "a=1 b=1 c=1 d=1");
}

TEST_F(WalFilterTest, SkippingModesPassOverARecordCalledDamaged) {
  AnswerAt(2, Answer::kCorruptedRecord);
  options_.wal_recovery_mode = WALRecoveryMode::kSkipAnyCorruptedRecords;
  ASSERT_OK(Open(options_));
  ExpectForGood("a=1 c=1 d=1");
}

TEST_F(WalFilterTest, PointInTimeRecoveryEndsAtARecordCalledDamaged) {
  AnswerAt(3, Answer::kCorruptedRecord);
  options_.wal_recovery_mode = WALRecoveryMode::kPointInTimeRecovery;
  ASSERT_OK(Open(options_));
  ExpectForGood("a=1 b=1");
}

TEST_F(WalFilterTest, AChangedBatchTakesThePlaceOfItsRecord) {
  filter_.on_record = [](int seen, const WriteBatch&, WriteBatch* changed, bool* batch_changed) {
    if (seen == 1) *batch_changed = true;  // by nothing
    if (seen == 3) {
      *batch_changed = true;
      EXPECT_OK(changed->Put("changed", "3"));
    }
    return Answer::kContinueProcessing;
  };
  ASSERT_OK(Open(options_));
  ExpectForGood("b=1 changed=3 d=1");
}

TEST_F(WalFilterTest, ABatchThatIsNotSaidToBeChangedIsNotTaken) {
  filter_.on_record = [](int, const WriteBatch&, WriteBatch* changed, bool*) {
    EXPECT_OK(changed->Put("changed", "3"));
    return Answer::kContinueProcessing;
  };
  ASSERT_OK(Open(options_));
  ExpectForGood("a=1 b=1 c=1 d=1");
}

TEST_F(WalFilterTest, MoreUpdatesThanTheRecordHadFailTheOpening) {
  filter_.on_record = [](int, const WriteBatch&, WriteBatch* changed, bool* batch_changed) {
    *batch_changed = true;
    EXPECT_OK(changed->Put("x", "1"));
    EXPECT_OK(changed->Put("y", "1"));
    return Answer::kContinueProcessing;
  };
  const Status s = Open(options_);
  EXPECT_TRUE(s.IsNotSupported()) << s.ToString();
  EXPECT_NE(s.ToString().find("BucketLsmTestFilter"), std::string::npos) << s.ToString();
}

TEST_F(WalFilterTest, AnUnknownAnswerFailsTheOpening) {
  AnswerAt(1, Answer::kWalProcessingOptionMax);
  const Status s = Open(options_);
  EXPECT_TRUE(s.IsNotSupported()) << s.ToString();
}

TEST_F(WalFilterTest, ReadOnlyOpeningsAskItToo) {
  AnswerAt(2, Answer::kIgnoreCurrentRecord);
  ASSERT_OK(DB::OpenForReadOnly(options_, DbPath(), &db_));
  EXPECT_EQ(filter_.seen, 4);
  EXPECT_EQ(Contents(), "a=1 c=1 d=1");
  Close();
  options_.wal_filter = nullptr;
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(), "a=1 b=1 c=1 d=1");
}

// Filters that know only the older call get it.
TEST_F(WalFilterTest, TheShorterCallIsTheFallback) {
  class Short : public WalFilter {
   public:
    const char* Name() const override { return "Short"; }
    Answer LogRecord(const WriteBatch& batch, WriteBatch*, bool*) const override {
      return batch.Data().find('b') != std::string::npos ? Answer::kIgnoreCurrentRecord
                                                         : Answer::kContinueProcessing;
    }
  };
  Short filter;
  options_.wal_filter = &filter;
  ASSERT_OK(Open(options_));
  EXPECT_EQ(Contents(), "a=1 c=1 d=1");
  Close();
}

TEST_F(WalFilterTest, EachFamilyIsNamedWithItsNumber) {
  options_.wal_filter = nullptr;
  options_.create_missing_column_families = true;
  ASSERT_OK(OpenFamilies(options_, {"default", "second"}));
  ASSERT_OK(db_->Put(WriteOptions(), handles_[1], "s", "1"));
  options_.wal_filter = &filter_;
  ASSERT_OK(OpenFamilies(options_, {"default", "second"}));
  EXPECT_EQ(filter_.family_ids, (std::map<std::string, uint32_t>{{"default", 0}, {"second", 1}}));
  EXPECT_EQ(filter_.family_logs.size(), 2u);
  EXPECT_EQ(Contents(ReadOptions(), handles_[1]), "s=1");
}

}  // namespace
}  // namespace system_test
