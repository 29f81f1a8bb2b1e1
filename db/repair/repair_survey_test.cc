// RepairSurvey: where the logs of a damaged database are damaged, and where a log that lies over an
// older one merely ends.
#include "db/repair/repair_survey.h"

#include "db/batch/write_batch_internal.h"
#include "db/log/log_fixture.h"
#include "env/filename.h"
#include "rocksdb/env.h"
#include "test/support/scratch.h"

namespace ROCKSDB_NAMESPACE {
namespace {

using Batches = std::vector<WriteBatch>;

WriteBatch Puts(SequenceNumber first, int count) {
  WriteBatch batch;
  for (int i = 0; i < count; ++i) EXPECT_OK(batch.Put("key" + std::to_string(i), "value"));
  BatchAccess::SetSequence(&batch, first);
  return batch;
}

// Numbers come with the commit: the batch has the one that is next.
WriteBatch Section(SequenceNumber next, int count, const std::string& transaction) {
  WriteBatch batch;
  BatchAccess::AppendNoop(&batch);
  for (int i = 0; i < count; ++i) EXPECT_OK(batch.Put("key" + std::to_string(i), "value"));
  EXPECT_OK(BatchAccess::ClosePrepared(&batch, transaction, true, false));
  BatchAccess::SetSequence(&batch, next);
  return batch;
}

WriteBatch CommitOf(SequenceNumber first, const std::string& transaction) {
  WriteBatch batch;
  BatchAccess::AppendNoop(&batch);
  BatchAccess::AppendCommit(&batch, transaction);
  BatchAccess::SetSequence(&batch, first);
  return batch;
}

class RepairSurveyTest : public testing::Test {
 protected:
  RepairSurveyTest() {
    context_.fs = FileSystem::Default();
    DBOptions options;
    options.wal_dir = scratch_.path();
    EXPECT_OK(MakeDbConfig(scratch_.path(), options, &context_.config));
  }

  // Over a log with many records. The first piece of one more record has reached the file.
  void WriteOverOldLog(uint64_t number, const Batches& batches) {
    std::vector<std::string> records;
    for (const WriteBatch& batch : batches) records.push_back(batch.Data());
    const size_t whole = log::WriteAll(records, true, number).size();
    records.push_back(log::Pattern(200, 2));
    const std::string old =
        log::WriteAll(std::vector<std::string>(50, log::Pattern(100, 1)), true, 3);
    std::string bytes = log::WriteAll(records, true, number).substr(0, whole + 50);
    ASSERT_LT(bytes.size() + 200, old.size());
    bytes += old.substr(bytes.size());
    ASSERT_OK(
        WriteStringToFile(Env::Default(), bytes, WalFileName(context_.config->wal_dir, number)));
  }

  bool ReadsAsDamaged() {
    RepairSurvey survey(&context_);
    survey.Read({7, 8});
    return survey.damaged();
  }

  system_test::ScratchDir scratch_;
  RepairContext context_;
};

TEST_F(RepairSurveyTest, OldBytesAreNoDamageWhereTheNextLogGoesOnWithTheNextNumber) {
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(7, {Puts(11, 1), Puts(12, 3)}));
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(8, {Puts(15, 1)}));
  EXPECT_FALSE(ReadsAsDamaged());
}

TEST_F(RepairSurveyTest, OldBytesAreDamageWhereNumbersAreMissingBeforeTheNextLog) {
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(7, {Puts(11, 1), Puts(12, 3)}));
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(8, {Puts(16, 1)}));
  EXPECT_TRUE(ReadsAsDamaged());
}

TEST_F(RepairSurveyTest, TheEndOfTheLastLogIsBelieved) {
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(7, {Puts(11, 4)}));
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(8, {}));
  EXPECT_FALSE(ReadsAsDamaged());
}

TEST_F(RepairSurveyTest, ASectionTakesItsNumbersWhereItIsCommitted) {
  ASSERT_NO_FATAL_FAILURE(
      WriteOverOldLog(7, {Section(11, 2, "t"), Puts(11, 1), CommitOf(12, "t")}));
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(8, {Puts(14, 1)}));
  EXPECT_FALSE(ReadsAsDamaged());
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(8, {Puts(15, 1)}));
  EXPECT_TRUE(ReadsAsDamaged());
}

TEST_F(RepairSurveyTest, NobodyCountsTheNumbersOfASectionThatIsInNoLog) {
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(7, {Puts(11, 1), CommitOf(12, "t")}));
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(8, {Puts(20, 1)}));
  EXPECT_FALSE(ReadsAsDamaged());
}

TEST_F(RepairSurveyTest, ALogThatIsMissingIsDamage) {
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(8, {Puts(12, 1)}));
  EXPECT_TRUE(ReadsAsDamaged());
}

TEST_F(RepairSurveyTest, AnIdThatIsUsedAgainHasTheOutcomeThatFollows) {
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(7, {Section(11, 1, "t"), CommitOf(11, "t")}));
  ASSERT_NO_FATAL_FAILURE(WriteOverOldLog(8, {Section(12, 1, "t")}));
  RepairSurvey survey(&context_);
  survey.Read({7, 8});
  EXPECT_TRUE(survey.CommittedAfter({7, 0}, "t"));
  EXPECT_FALSE(survey.CommittedAfter({8, 0}, "t"));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
