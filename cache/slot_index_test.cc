// The index of a cache shard finds what is in it, also where lines run over and tables grow.
#include "cache/slot_index.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "test/support/scratch.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class SlotIndexTest : public testing::Test {
 protected:
  SlotIndexTest() { index_.Configure(&memory_); }

  CacheSlot* Slot(uint64_t hash) {
    slots_.push_back(std::make_unique<CacheSlot>());
    slots_.back()->hash = hash;
    return slots_.back().get();
  }
  bool Finds(const CacheSlot* slot) const {
    return index_.Find(slot->hash, [&](const CacheSlot* s) { return s == slot; }) == slot;
  }

  CacheMemory memory_;
  SlotIndex index_;
  std::vector<std::unique_ptr<CacheSlot>> slots_;
};

TEST_F(SlotIndexTest, FindsWhatWasAddedAndNotRemovedWhateverTheHashesShare) {
  std::mt19937_64 random(system_test::TestSeed());
  std::vector<CacheSlot*> in, out;
  for (int i = 0; i < 300; ++i) {
    // Few lines, few tags and, of entries with both the same, several.
    out.push_back(Slot(random() % 3 | (random() % 3) << 24 | (random() % 2) << 50));
  }
  for (int step = 0; step < 20000; ++step) {
    std::vector<CacheSlot*>& from = random() % 2 == 0 ? in : out;
    if (from.empty()) continue;
    std::swap(from[random() % from.size()], from.back());
    CacheSlot* slot = from.back();
    from.pop_back();
    if (&from == &out) {
      index_.Add(slot);
      in.push_back(slot);
    } else {
      index_.Remove(slot);
      out.push_back(slot);
    }
    ASSERT_EQ(in.size(), index_.size());
    if (step % 100 != 0) continue;
    for (const CacheSlot* s : in) ASSERT_TRUE(Finds(s));
    for (const CacheSlot* s : out) ASSERT_FALSE(Finds(s));
  }
}

TEST_F(SlotIndexTest, GrowsSoThatLinesSeldomRunOver) {
  std::mt19937_64 random(system_test::TestSeed());
  for (int i = 0; i < 100000; ++i) index_.Add(Slot(random()));
  EXPECT_GE(index_.room(), 100000u);
  EXPECT_LE(index_.room(), 400000u);
  for (const auto& slot : slots_) ASSERT_TRUE(Finds(slot.get()));
}

TEST_F(SlotIndexTest, AnEntryThatStaysIsFoundWhileOthersOfItsLineComeAndGo) {
  CacheSlot* stays[4];
  std::vector<CacheSlot*> others;
  for (uint64_t i = 0; i < 40; ++i) others.push_back(Slot(1 | i << 24));
  for (uint64_t i = 0; i < 4; ++i) {
    stays[i] = Slot(1 | (100 + i) << 24);
    // The line runs over before each of them comes.
    for (uint64_t k = 0; k < 10; ++k) index_.Add(others[10 * i + k]);
    index_.Add(stays[i]);
  }
  std::atomic<bool> stop{false};
  std::atomic<int> missed{0};
  std::thread reader([&] {
    while (!stop) {
      for (const CacheSlot* slot : stays) missed += Finds(slot) ? 0 : 1;
    }
  });
  for (int round = 0; round < 2000; ++round) {
    for (CacheSlot* slot : others) index_.Remove(slot);
    for (CacheSlot* slot : others) index_.Add(slot);
  }
  for (uint64_t i = 0; i < 20000; ++i) index_.Add(Slot(i * 0x9e3779b97f4a7c15u));
  stop = true;
  reader.join();
  EXPECT_EQ(0, missed.load());
}

TEST(CacheMemory, PiecesLieOnCacheLinesAndApart) {
  CacheMemory memory;
  std::vector<std::pair<char*, size_t>> pieces;
  for (size_t bytes : {1, 64, 100, 1 << 16, 3 << 20, 700 << 10, 1 << 20, 2 << 20, 64, 5}) {
    for (int i = 0; i < 5; ++i) {
      auto* piece = static_cast<char*>(memory.Take(bytes));
      ASSERT_EQ(0u, reinterpret_cast<uintptr_t>(piece) % 64);
      std::fill_n(piece, bytes, static_cast<char>(pieces.size()));
      pieces.emplace_back(piece, bytes);
    }
  }
  for (size_t i = 0; i < pieces.size(); ++i) {
    const auto [piece, bytes] = pieces[i];
    ASSERT_EQ(static_cast<char>(i), piece[0]);
    ASSERT_EQ(static_cast<char>(i), piece[bytes - 1]);
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
