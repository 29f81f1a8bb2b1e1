// A search over digests finds the entry that a search over separators finds.
#include "table/separator_digests.h"

#include <gtest/gtest.h>

#include <list>
#include <random>
#include <set>

#include "rocksdb/comparator.h"
#include "table/block_builder.h"
#include "table/block_cursor.h"
#include "table/digested_block.h"
#include "test/support/scratch.h"

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr IndexFormat kPlain{/*user_keys=*/true, /*delta_values=*/false, /*first_keys=*/false};

class SeparatorDigestsTest : public testing::TestWithParam<int> {
 protected:
  SeparatorDigestsTest() : random_(system_test::TestSeed()) {}

  // Short keys over few letters, zeroes among them, behind a common beginning.
  std::string RandomKey(const std::string& beginning) {
    static constexpr char kLetters[] = {'\0', 'a', 'b', '\xff'};
    std::string key = beginning;
    for (size_t n = random_() % 9; n > 0; --n) key += kLetters[random_() % sizeof(kLetters)];
    return key;
  }
  std::unique_ptr<Block> Build(const std::vector<std::string>& keys, bool digests) {
    ByteBuffer buffer;
    BlockBuilder builder(&buffer, GetParam());
    for (size_t i = 0; i < keys.size(); ++i) {
      std::string extent;
      Extent{i * 100, 95}.AppendTo(&extent);
      builder.Add(keys[i], extent);
    }
    builder.Finish();
    bytes_.push_back(builder.Contents().ToString());
    std::unique_ptr<Block> block;
    EXPECT_TRUE(
        Block::Make(BlockKind::kIndex, BlockBytes::Borrow(bytes_.back()), kNoCompression, &block)
            .ok());
    if (digests) AddDigests(kPlain, *block);
    return block;
  }
  static void ExpectSameAnswer(const Block& with, const Block& without, const std::string& user) {
    const InternalKeyOrder order(BytewiseComparator());
    const std::string target = MakeInternalKey(user, 7, kTypeValue);
    IndexCursor a(order, kPlain), b(order, kPlain);
    a.Attach(with);
    b.Attach(without);
    a.Seek(target);
    b.Seek(target);
    ASSERT_FALSE(a.corrupt());
    ASSERT_EQ(a.valid(), b.valid()) << Slice(user).ToString(true);
    if (!a.valid()) return;
    ASSERT_EQ(a.key().ToString(true), b.key().ToString(true)) << Slice(user).ToString(true);
    ASSERT_EQ(a.extent().offset, b.extent().offset);
  }
  // Where the digests name one block, a search ends there too, and at a separator behind the key.
  static void ExpectOnlyBlockOfSearch(const Block& block, const std::string& common,
                                      const std::string& user, int* named) {
    uint32_t i = 0;
    const SeparatorDigests& digests = *block.digests();
    if (!digests.has_places() || !digests.FindAlone(user, &i)) return;
    ++*named;
    const Extent only = i < digests.count() ? digests.PlaceAt(i) : Extent();
    IndexCursor cursor(InternalKeyOrder(BytewiseComparator()), kPlain);
    cursor.Attach(block);
    cursor.Seek(MakeInternalKey(user, 7, kTypeValue));
    ASSERT_EQ(cursor.valid(), !only.null()) << Slice(user).ToString(true);
    if (!cursor.valid()) return;
    ASSERT_EQ(cursor.extent(), only) << Slice(user).ToString(true);
    ASSERT_GT(cursor.key().compare(user), 0) << Slice(user).ToString(true);
    // The key is not in front of what the common part and four bytes cannot tell.
    ASSERT_TRUE(digests.TellsBehind(i, user) || !Slice(user).starts_with(common));
    for (uint32_t k = 0; k < i; ++k) ASSERT_FALSE(digests.TellsBehind(k, user));
  }

  std::mt19937_64 random_;
  std::list<std::string> bytes_;
};

TEST_P(SeparatorDigestsTest, ASearchEndsWhereOneWithoutThemDoes) {
  for (const std::string beginning : {"", "common", "\xff\xff"}) {
    for (const size_t n : {16, 17, 100, 1000}) {
      std::set<std::string> distinct;
      for (size_t i = 0; i < 4 * n && distinct.size() < n; ++i)
        distinct.insert(RandomKey(beginning));
      const std::vector<std::string> keys(distinct.begin(), distinct.end());
      const auto with = Build(keys, true), without = Build(keys, false);
      for (const std::string& key : keys) {
        ASSERT_NO_FATAL_FAILURE(ExpectSameAnswer(*with, *without, key));
        ASSERT_NO_FATAL_FAILURE(ExpectSameAnswer(*with, *without, key + '\0'));
      }
      for (int i = 0; i < 1000; ++i) {
        ASSERT_NO_FATAL_FAILURE(ExpectSameAnswer(*with, *without, RandomKey(beginning)));
        ASSERT_NO_FATAL_FAILURE(ExpectSameAnswer(*with, *without, RandomKey("")));
        ASSERT_NO_FATAL_FAILURE(
            ExpectSameAnswer(*with, *without, beginning.substr(0, random_() % 7)));
      }
    }
  }
}

TEST_P(SeparatorDigestsTest, TheOnlyBlockIsTheOneThatASearchFinds) {
  for (const std::string beginning : {"", "common", "\xff\xff"}) {
    std::set<std::string> distinct;
    for (size_t i = 0; i < 2000; ++i) distinct.insert(RandomKey(beginning));
    const auto block = Build({distinct.begin(), distinct.end()}, true);
    int named = 0;
    for (int i = 0; i < 2000; ++i) {
      ASSERT_NO_FATAL_FAILURE(
          ExpectOnlyBlockOfSearch(*block, beginning, RandomKey(beginning), &named));
      ASSERT_NO_FATAL_FAILURE(
          ExpectOnlyBlockOfSearch(*block, beginning, beginning + "0123", &named));
    }
    // Entries between restart points have separators of their own, so digests alone say nothing.
    EXPECT_EQ(GetParam() == 1, named > 0);
  }
}

TEST_P(SeparatorDigestsTest, AnEntryThatPointsNowhereIsLeftToTheSearch) {
  std::vector<std::string> keys;
  for (int i = 0; i < 100; ++i) keys.push_back("key" + std::to_string(1000 + i));
  const auto block = Build(keys, false);
  std::vector<Extent> extents(100, Extent{1, 2});
  std::vector<Slice> slices(keys.begin(), keys.end());
  EXPECT_TRUE(SeparatorDigests::Make(slices, true, extents)->has_places());
  for (const Extent bad : {Extent{0, 0}, Extent{uint64_t{1} << 40, 1}, Extent{1, 1 << 24}}) {
    extents[50] = bad;
    EXPECT_FALSE(SeparatorDigests::Make(slices, true, extents)->has_places());
  }
}

TEST_P(SeparatorDigestsTest, ABlockWhoseKeysAreOutOfOrderGetsNone) {
  std::vector<std::string> keys;
  for (int i = 0; i < 100; ++i) keys.push_back("key" + std::to_string(1000 + i));
  EXPECT_EQ(GetParam() <= 6, Build(keys, true)->digests() != nullptr);
  std::swap(keys[0], keys[99]);
  EXPECT_EQ(nullptr, Build(keys, true)->digests());
}

// Of 100 keys one in 16 makes seven restart points, too few for digests.
INSTANTIATE_TEST_SUITE_P(RestartIntervals, SeparatorDigestsTest, testing::Values(1, 2, 16));

// A key that is put together from two entries lies in no block: nothing may refer to it.
TEST(SeparatorDigestsOfDamage, ARestartPointThatTakesBytesFromTheEntryBeforeItHasNone) {
  const std::string common(100, 'c');
  for (const bool damaged : {false, true}) {
    std::string bytes;
    std::vector<uint32_t> restarts;
    for (int i = 0; i < 40; ++i) {
      const std::string key = common + std::to_string(100 + i);
      std::string extent;
      Extent{static_cast<uint64_t>(i) * 100, 95}.AppendTo(&extent);
      restarts.push_back(static_cast<uint32_t>(bytes.size()));
      const uint32_t shared = damaged && i == 20 ? 100 : 0;
      AppendVarint32(&bytes, shared);
      AppendVarint32(&bytes, static_cast<uint32_t>(key.size()) - shared);
      AppendVarint32(&bytes, static_cast<uint32_t>(extent.size()));
      bytes += key.substr(shared) + extent;
    }
    for (const uint32_t at : restarts) AppendFixed32(&bytes, at);
    AppendFixed32(&bytes, static_cast<uint32_t>(restarts.size()));
    std::unique_ptr<Block> block;
    ASSERT_OK(Block::Make(BlockKind::kIndex, BlockBytes::Borrow(bytes), kNoCompression, &block));
    AddDigests(kPlain, *block);
    EXPECT_EQ(damaged, block->digests() == nullptr);
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
