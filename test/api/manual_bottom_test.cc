// What CompactRange rewrites on the deepest level, through the public API.
#include <atomic>

#include "rocksdb/compaction_filter.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

// Counts the values that it is asked about, and keeps them.
class CountingFilter : public CompactionFilter {
 public:
  const char* Name() const override { return "counting"; }
  bool Filter(int /*level*/, const Slice& /*key*/, const Slice& /*value*/,
              std::string* /*new_value*/, bool* /*changed*/) const override {
    ++asked;
    return false;
  }
  mutable std::atomic<int> asked{0};
};

class ManualBottom : public DbTest {
 protected:
  // One file [a] on the deepest level, then `b` in Level 0.
  void OpenWithTwoKeys(const CompactionFilter* filter) {
    Options options = SmallOptions();
    options.disable_auto_compactions = true;
    options.compaction_filter = filter;
    ASSERT_OK(Open(options));
    ASSERT_OK(Put("a", "1"));
    ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    ASSERT_OK(Put("b", "2"));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  Status Compact(BottommostLevelCompaction bottom) {
    CompactRangeOptions how;
    how.bottommost_level_compaction = bottom;
    return db_->CompactRange(how, nullptr, nullptr);
  }
  int LiveFiles() {
    std::vector<LiveFileMetaData> files;
    db_->GetLiveFilesMetaData(&files);
    return static_cast<int>(files.size());
  }
};

TEST_F(ManualBottom, AFilterSeesEachEntryOnceInOneCall) {
  const CountingFilter filter;
  OpenWithTwoKeys(&filter);
  EXPECT_EQ(1, filter.asked);
  ASSERT_OK(Compact(BottommostLevelCompaction::kIfHaveCompactionFilter));
  EXPECT_EQ(3, filter.asked);  // a again, and b
  EXPECT_EQ(2, LiveFiles());
  EXPECT_EQ("a=1 b=2", Contents());
}

TEST_F(ManualBottom, ForcingRewritesWhatTheCallItselfWroteUnlessItIsOptimized) {
  const CountingFilter filter;
  OpenWithTwoKeys(&filter);
  ASSERT_OK(Compact(BottommostLevelCompaction::kForceOptimized));
  EXPECT_EQ(2, LiveFiles());
  EXPECT_EQ(3, filter.asked);
  ASSERT_OK(Compact(BottommostLevelCompaction::kForce));
  EXPECT_EQ(1, LiveFiles());
  EXPECT_EQ(5, filter.asked);
  EXPECT_EQ("a=1 b=2", Contents());
}

class ManualTombstones : public ManualBottom {
 protected:
  // One file in Level 0 that holds nothing but a deletion.
  void OpenWithADeletion(CompactionStyle style) {
    Options options = SmallOptions();
    options.compaction_style = style;
    options.disable_auto_compactions = true;
    ASSERT_OK(Open(options));
    ASSERT_OK(Put("k", "v"));
    ASSERT_OK(db_->Delete(WriteOptions(), "k"));
    ASSERT_OK(db_->Flush(FlushOptions()));
    ASSERT_EQ(1, LiveFiles());
  }
};

TEST_F(ManualTombstones, ForcingRewritesWhatLiesInLevel0Alone) {
  for (const auto bottom :
       {BottommostLevelCompaction::kForce, BottommostLevelCompaction::kForceOptimized}) {
    OpenWithADeletion(kCompactionStyleLevel);
    ASSERT_OK(Compact(bottom));
    EXPECT_EQ(0, LiveFiles());
  }
}

TEST_F(ManualTombstones, AUniversalFamilyIsRewrittenWhole) {
  OpenWithADeletion(kCompactionStyleUniversal);
  ASSERT_OK(Compact(BottommostLevelCompaction::kSkip));
  EXPECT_EQ(0, LiveFiles());
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(Compact(BottommostLevelCompaction::kSkip));
  std::string files;
  ASSERT_TRUE(db_->GetProperty("rocksdb.num-files-at-level6", &files));
  EXPECT_EQ("1", files);
}

// Nothing else happens in the database that could start it.
TEST_F(ManualBottom, DeletionsLeaveTheLastLevelWhenTheSnapshotThatKeptThemIsReleased) {
  ASSERT_OK(Open(SmallOptions(0)));
  for (int i = 100; i < 200; ++i) ASSERT_OK(Put("k" + std::to_string(i), "v"));
  const Snapshot* older = db_->GetSnapshot();
  const Snapshot* snapshot = db_->GetSnapshot();
  for (int i = 100; i < 200; ++i) ASSERT_OK(db_->Delete(WriteOptions(), "k" + std::to_string(i)));
  ASSERT_OK(Compact(BottommostLevelCompaction::kForce));
  ASSERT_OK(Put("z", "newer than all files"));
  ASSERT_EQ(1, LiveFiles());
  db_->ReleaseSnapshot(older);
  EXPECT_TRUE(HoldsFor(std::chrono::milliseconds(50), [this] { return LiveFiles() == 1; }));
  db_->ReleaseSnapshot(snapshot);
  EXPECT_TRUE(WaitUntil([this] { return LiveFiles() == 0; }));
}

}  // namespace
}  // namespace system_test
