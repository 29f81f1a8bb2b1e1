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

}  // namespace
}  // namespace system_test
