// Default behaviour of public classes that applications subclass or only read.
#include <gtest/gtest.h>

#include <memory>

#include "rocksdb/attribute_groups.h"
#include "rocksdb/compaction_filter.h"
#include "rocksdb/compaction_job_stats.h"
#include "rocksdb/iterator.h"
#include "rocksdb/listener.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

using Decision = CompactionFilter::Decision;

// Removes "old", upgrades "v1", drops operands "noop"; knows only the oldest form.
class OldFilter : public CompactionFilter {
 public:
  const char* Name() const override { return "OldFilter"; }
  bool Filter(int, const Slice&, const Slice& value, std::string* new_value,
              bool* changed) const override {
    if (value == Slice("v1")) {
      *new_value = "v2";
      *changed = true;
    }
    return value == Slice("old");
  }
  bool FilterMergeOperand(int, const Slice&, const Slice& operand) const override {
    return operand == Slice("noop");
  }
};

Decision Ask(CompactionFilter::ValueType type, const Slice& value, std::string* new_value) {
  std::string skip_until;
  std::vector<std::pair<std::string, std::string>> columns;
  return OldFilter().FilterV3(0, "key", type, &value, nullptr, new_value, &columns, &skip_until);
}

TEST(CompactionFilter, NewestFormFallsBackToTheOldest) {
  std::string changed;
  EXPECT_EQ(Ask(CompactionFilter::kValue, "keep", &changed), Decision::kKeep);
  EXPECT_EQ(Ask(CompactionFilter::kValue, "old", &changed), Decision::kRemove);
  EXPECT_EQ(Ask(CompactionFilter::kValue, "v1", &changed), Decision::kChangeValue);
  EXPECT_EQ(changed, "v2");
  EXPECT_EQ(Ask(CompactionFilter::kMergeOperand, "noop", &changed), Decision::kRemove);
  EXPECT_EQ(Ask(CompactionFilter::kMergeOperand, "old", &changed), Decision::kKeep);
  EXPECT_EQ(Ask(CompactionFilter::kBlobIndex, "old", &changed), Decision::kKeep);
}

TEST(CompactionFilter, EntitiesAreKeptByFiltersThatDoNotKnowThem) {
  std::string value, skip_until;
  std::vector<std::pair<std::string, std::string>> columns;
  const WideColumns entity = {{"", "old"}};
  EXPECT_EQ(OldFilter().FilterV3(0, "key", CompactionFilter::kWideColumnEntity, nullptr, &entity,
                                 &value, &columns, &skip_until),
            Decision::kKeep);
}

TEST(CompactionJobStats, AddSumsAndResetClears) {
  CompactionJobStats a, b;
  a.num_input_records = 3;
  b.num_input_records = 4;
  b.file_fsync_nanos = 5;
  b.has_num_input_records = false;
  a.Add(b);
  EXPECT_EQ(a.num_input_records, 7u);
  EXPECT_EQ(a.file_fsync_nanos, 5u);
  EXPECT_FALSE(a.has_num_input_records);
  a.Reset();
  EXPECT_EQ(a.num_input_records, 0u);
  EXPECT_TRUE(a.has_num_input_records);
}

TEST(EventNames, EveryReasonHasOne) {
  EXPECT_STREQ(GetCompactionReasonString(CompactionReason::kLevelL0FilesNum), "LevelL0FilesNum");
  EXPECT_STREQ(GetCompactionReasonString(CompactionReason::kRefitLevel), "RefitLevel");
  EXPECT_STREQ(GetCompactionReasonString(CompactionReason::kNumOfReasons), "Invalid");
  EXPECT_STREQ(GetFlushReasonString(FlushReason::kWriteBufferFull), "Write Buffer Full");
  EXPECT_STREQ(GetFlushReasonString(FlushReason::kWalFull), "WAL Full");
  EXPECT_STREQ(GetBackgroundErrorReasonString(BackgroundErrorReason::kManifestWriteNoWAL),
               "ManifestWriteNoWAL");
}

TEST(IteratorsWithoutEntries, AreNeverValidAndTellTheirStatus) {
  const std::unique_ptr<Iterator> empty(NewEmptyIterator());
  empty->SeekToFirst();
  EXPECT_FALSE(empty->Valid());
  EXPECT_OK(empty->status());
  const std::unique_ptr<Iterator> broken(NewErrorIterator(Status::Corruption("it is")));
  broken->Seek("k");
  EXPECT_FALSE(broken->Valid());
  EXPECT_TRUE(broken->status().IsCorruption());
  EXPECT_TRUE(broken->Refresh().IsCorruption());
  std::string pinned;
  EXPECT_OK(empty->GetProperty("rocksdb.iterator.is-key-pinned", &pinned));
  EXPECT_TRUE(empty->GetProperty("no.such.property", &pinned).IsInvalidArgument());
  EXPECT_FALSE(NewAttributeGroupErrorIterator(Status::Busy())->Valid());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
