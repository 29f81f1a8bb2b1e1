// Blocks that are read side by side are those of the file, in either direction, and few calls read
// them.
#include "table/block_batch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "env/test_dir.h"
#include "rocksdb/utilities/fault_file_system.h"
#include "table/scan_habit.h"
#include "test/support/scratch.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class BlockBatchTest : public testing::Test, public BlockRoute {
 protected:
  BlockBatchTest() : dir_("block_batch"), random_(system_test::TestSeed()) {
    for (size_t i = 0; i < (2u << 20); ++i) content_ += static_cast<char>(random_());
    EXPECT_OK(WriteStringToFile(FileSystem::Default().get(), content_, dir_.File("f"), false));
    for (uint64_t at = 0; at + 10000 < content_.size();) {
      blocks_.push_back({at, 100 + random_() % 9000});
      at = blocks_.back().end();
    }
    policy_.initial = 8 << 10;
    policy_.largest = 256 << 10;
  }
  void Continue(const Extent& from, bool forward, size_t most,
                std::vector<Extent>* blocks) override {
    size_t i = 0;
    while (blocks_[i] != from) ++i;
    for (size_t bytes = 0; forward ? ++i < blocks_.size() : i-- > 0;) {
      bytes += blocks_[i].size + kTrailerBytes;
      if (bytes > most) return;
      blocks->push_back(blocks_[i]);
    }
  }
  size_t Expected(const Extent& /*from*/, bool* forward) const override {
    *forward = expects_forward_;
    return expected_;
  }
  std::unique_ptr<RandomAccessFileReader> Open(FileSystem* fs) {
    std::unique_ptr<RandomAccessFileReader> file;
    EXPECT_OK(RandomAccessFileReader::Open(fs, dir_.File("f"), FileOptions(), &file));
    return file;
  }
  // Whether the batch had it.
  bool ReadOne(BlockBatch* batch, const RandomAccessFileReader& file, const Extent& extent) {
    BlockBytes bytes;
    Status s;
    if (!batch->Read(file, IOOptions(), nullptr, extent, &bytes, &s)) return false;
    EXPECT_OK(s);
    EXPECT_TRUE(bytes.ToSlice() ==
                Slice(content_.data() + extent.offset, extent.size + kTrailerBytes))
        << extent.ToText();
    return true;
  }

  TestDir dir_;
  std::mt19937_64 random_;
  std::string content_;
  std::vector<Extent> blocks_;
  ReadaheadPolicy policy_;
  size_t expected_ = 0;
  bool expects_forward_ = true;
};

TEST_F(BlockBatchTest, AScanGetsItsBlocksInFewCallsForwardAndBackward) {
  const auto counted = NewFaultyFileSystem(FileSystem::Default());
  const auto file = Open(counted.get());
  for (const bool forward : {true, false}) {
    counted->ResetCounts();
    BlockBatch batch(policy_, this);
    size_t alone = 0;
    for (size_t i = 0; i < blocks_.size(); ++i) {
      const Extent& extent = blocks_[forward ? i : blocks_.size() - 1 - i];
      alone += ReadOne(&batch, *file, extent) ? 0 : 1;
    }
    EXPECT_LE(alone, 4u) << "two before it looks like a scan, and the ends";
    EXPECT_TRUE(batch.LongScan());
  }
}

TEST_F(BlockBatchTest, AWalkThatPassesOverBlocksAndTurnsGetsTheRightOnes) {
  const auto file = Open(FileSystem::Default().get());
  BlockBatch batch(policy_, this);
  size_t at = blocks_.size() / 2, had = 0;
  for (int i = 0; i < 5000; ++i) {
    if (random_() % 50 == 0) at = random_() % blocks_.size();
    // Runs in either direction; some blocks are in the cache, and nobody asks for them.
    const size_t step = 1 + (random_() % 10 == 0 ? random_() % 3 : 0);
    at = i / 100 % 2 == 0 ? std::min(at + step, blocks_.size() - 1) : at - std::min(at, step);
    had += ReadOne(&batch, *file, blocks_[at]) ? 1 : 0;
  }
  EXPECT_GT(had, 1000u);
}

TEST_F(BlockBatchTest, LookupsReadNothingBesideTheirBlocks) {
  const auto file = Open(FileSystem::Default().get());
  BlockBatch batch(policy_, this);
  for (size_t i = 0; i < 1000; ++i) {
    EXPECT_FALSE(ReadOne(&batch, *file, blocks_[(i * 37) % blocks_.size()]));
  }
  EXPECT_FALSE(batch.LongScan());
}

TEST_F(BlockBatchTest, WhatTheWalkIsExpectedToWantComesWithItsFirstBlock) {
  const auto file = Open(FileSystem::Default().get());
  expected_ = 64 << 10;
  for (const bool forward : {true, false}) {
    expects_forward_ = forward;
    BlockBatch batch(policy_, this);
    for (size_t i = 0; i < 6; ++i) {
      EXPECT_TRUE(ReadOne(&batch, *file, blocks_[forward ? 50 + i : 50 - i]));
      expected_ = 0;
    }
    EXPECT_FALSE(ReadOne(&batch, *file, blocks_[100])) << "nothing is expected from there";
    expected_ = 64 << 10;
  }
  policy_.initial = 0;
  BlockBatch never(policy_, this);
  EXPECT_FALSE(ReadOne(&never, *file, blocks_[50])) << "reading ahead is off";
}

TEST(ScanHabit, LearnsLongerWalksSlowlyAndShorterOnesFast) {
  ScanHabit habit;
  EXPECT_EQ(0u, habit.Usual());
  habit.Learn(100 << 20);
  EXPECT_GT(habit.Usual(), 0u);
  EXPECT_LE(habit.Usual(), 8u << 10) << "one backup is no habit";
  for (int i = 0; i < 100; ++i) habit.Learn(20000);
  EXPECT_NEAR(static_cast<double>(habit.Usual()), 20000 * 9 / 8, 10);
  for (int i = 0; i < 3; ++i) habit.Learn(4000);
  EXPECT_LT(habit.Usual(), 8000u);
  for (int i = 0; i < 100; ++i) habit.Learn(100 << 20);
  EXPECT_LE(habit.Usual(), 80u << 10);
}

TEST_F(BlockBatchTest, AReadThatFailsIsToldAndCanBeMadeAgain) {
  const auto faulty = NewFaultyFileSystem(FileSystem::Default());
  const auto file = Open(faulty.get());
  BlockBatch batch(policy_, this);
  size_t failures = 0;
  for (size_t i = 0; i < 100; ++i) {
    if (i % 10 == 5) faulty->FailNth(FsOp::kRead, 1, IOStatus::IOError("planned"));
    BlockBytes bytes;
    Status s;
    if (!batch.Read(*file, IOOptions(), nullptr, blocks_[i], &bytes, &s)) continue;
    if (s.ok()) {
      EXPECT_TRUE(bytes.ToSlice() ==
                  Slice(content_.data() + blocks_[i].offset, blocks_[i].size + kTrailerBytes));
      continue;
    }
    ++failures;
    EXPECT_NE(s.ToString().find("planned"), std::string::npos);
    faulty->ClearFaults();
    (void)ReadOne(&batch, *file, blocks_[i]);  // whoever reads it, it is no error any more
  }
  EXPECT_GT(failures, 0u);
}

class ScantAllocator final : public MemoryAllocator {
 public:
  const char* Name() const override { return "ScantAllocator"; }
  void* Allocate(size_t size) override { return left == 0 ? nullptr : (--left, malloc(size)); }
  void Deallocate(void* p) override { free(p); }

  size_t left = 0;
};

TEST_F(BlockBatchTest, WhatWasNotReadForLackOfMemoryIsNotHeld) {
  const auto allocator = std::make_shared<ScantAllocator>();
  LRUCacheOptions how;
  how.memory_allocator = allocator;
  const auto cache = how.MakeSharedCache();
  const auto file = Open(FileSystem::Default().get());
  expected_ = 64 << 10;
  BlockBatch batch(policy_, this);
  allocator->left = 2;
  {
    BlockBytes bytes;
    Status s;
    ASSERT_TRUE(batch.Read(*file, IOOptions(), cache.get(), blocks_[0], &bytes, &s));
    ASSERT_TRUE(s.IsMemoryLimit()) << s.ToString();
  }
  allocator->left = SIZE_MAX;
  for (size_t i = 0; i < 10; ++i) {
    BlockBytes bytes;
    Status s;
    if (!batch.Read(*file, IOOptions(), cache.get(), blocks_[i], &bytes, &s)) continue;
    EXPECT_OK(s);
    EXPECT_TRUE(bytes.ToSlice() ==
                Slice(content_.data() + blocks_[i].offset, blocks_[i].size + kTrailerBytes));
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
