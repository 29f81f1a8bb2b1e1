// CompactRange with change_level: where the result goes, and what runs beside it.
#include <atomic>
#include <thread>

#include "rocksdb/listener.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class ManualRefit : public DbTest {
 protected:
  std::string FilesAt(int level) {
    std::string files;
    EXPECT_TRUE(db_->GetProperty("rocksdb.num-files-at-level" + std::to_string(level), &files));
    return files;
  }
  Status MoveTo(int level, const Slice* begin = nullptr, const Slice* end = nullptr) {
    CompactRangeOptions move;
    move.change_level = true;
    move.target_level = level;
    return db_->CompactRange(move, begin, end);
  }
  Status FlushKeys() {
    Status s = Put("k", "new");
    if (s.ok()) s = Put("z", "z");
    return s.ok() ? db_->Flush(FlushOptions()) : s;
  }
  void Fill(int from, int to) {
    for (int i = from; i < to; ++i)
      ASSERT_OK(Put("key" + std::to_string(10000 + i), std::string(1000, 'v')));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }

  Options options_ = SmallOptions();
};

// While the files of Level 6 are on their way to Level 2 a merge must not bring newer data below
// them.
class WritesBesideTheMove : public EventListener {
 public:
  void OnCompactionBegin(DB* db, const CompactionJobInfo& info) override {
    if (info.compaction_reason != CompactionReason::kRefitLevel) return;
    for (int i = 0; i < 2; ++i) {
      EXPECT_OK(db->Put(WriteOptions(), "k", "new"));
      EXPECT_OK(db->Put(WriteOptions(), "z", "z"));
      EXPECT_OK(db->Flush(FlushOptions()));
    }
    // What may begin now has begun after that.
    moved_below = !HoldsFor(std::chrono::milliseconds(300), [db] {
      std::string files;
      EXPECT_TRUE(db->GetProperty("rocksdb.num-files-at-level5", &files));
      return files == "0";
    });
    met = true;
  }
  std::atomic<bool> met{false};
  std::atomic<bool> moved_below{false};
};

TEST_F(ManualRefit, NothingIsMergedPastTheFilesThatMove) {
  const auto listener = std::make_shared<WritesBesideTheMove>();
  options_.compaction_style = kCompactionStyleUniversal;
  options_.level0_file_num_compaction_trigger = 2;
  options_.write_buffer_size = 4 << 20;
  options_.listeners.push_back(listener);
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "old"));
  ASSERT_NO_FATAL_FAILURE(Fill(0, 300));
  ASSERT_OK(MoveTo(2));
  EXPECT_TRUE(listener->met);
  EXPECT_FALSE(listener->moved_below);
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_EQ("new", Get("k"));
}

TEST_F(ManualRefit, AMoveWaitsForOtherCompactions) {
  class Holds : public EventListener {
   public:
    void OnSubcompactionBegin(const SubcompactionJobInfo&) override {
      if (held.exchange(true)) return;
      EXPECT_TRUE(WaitUntil([this] { return let_go.load(); }));
    }
    std::atomic<bool> held{false}, let_go{false};
  };
  const auto listener = std::make_shared<Holds>();
  options_.disable_auto_compactions = true;
  options_.listeners.push_back(listener);
  ASSERT_OK(Open(options_));
  ASSERT_NO_FATAL_FAILURE(Fill(0, 20));
  ASSERT_NO_FATAL_FAILURE(Fill(0, 20));
  std::vector<LiveFileMetaData> live;
  db_->GetLiveFilesMetaData(&live);
  std::vector<std::string> names;
  for (const LiveFileMetaData& file : live) names.push_back(file.name);
  std::thread other([&] { EXPECT_OK(db_->CompactFiles(CompactionOptions(), names, 6)); });
  EXPECT_TRUE(WaitUntil([&] { return listener->held.load(); }));
  // No key lies there: nothing but the move has to wait.
  const Slice begin = "x", end = "y";
  Status moved;
  std::atomic<bool> over{false};
  std::thread mover([&] {
    moved = MoveTo(3, &begin, &end);
    over = true;
  });
  EXPECT_TRUE(HoldsFor(std::chrono::milliseconds(50), [&] { return !over.load(); }));
  listener->let_go = true;
  other.join();
  mover.join();
  EXPECT_OK(moved);
  EXPECT_EQ("0", FilesAt(6));
  EXPECT_NE("0", FilesAt(3));
}

TEST_F(ManualRefit, WithoutATargetTheFilesGoToTheLowestLevelThatHasRoom) {
  options_.disable_auto_compactions = true;
  options_.level_compaction_dynamic_level_bytes = false;
  options_.max_bytes_for_level_base = 10 << 10;
  options_.max_bytes_for_level_multiplier = 10;
  ASSERT_OK(Open(options_));
  ASSERT_NO_FATAL_FAILURE(Fill(0, 50));  // 50 KB: above Level 1's 10, below Level 2's 100
  ASSERT_NO_FATAL_FAILURE(Fill(0, 50));
  std::vector<LiveFileMetaData> live;
  db_->GetLiveFilesMetaData(&live);
  std::vector<std::string> names;
  for (const LiveFileMetaData& file : live) names.push_back(file.name);
  ASSERT_OK(db_->CompactFiles(CompactionOptions(), names, 5));
  ASSERT_OK(MoveTo(-1));
  EXPECT_NE("0", FilesAt(2));
  EXPECT_EQ("0", FilesAt(5));
}

TEST_F(ManualRefit, ADatabaseOfOneLevelHasNowhereToGo) {
  options_.compaction_style = kCompactionStyleUniversal;
  options_.num_levels = 1;
  ASSERT_OK(Open(options_));
  ASSERT_OK(FlushKeys());
  ASSERT_OK(MoveTo(-1));
  EXPECT_EQ("1", FilesAt(0));
}

}  // namespace
}  // namespace system_test
