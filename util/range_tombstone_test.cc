// Fragments against brute force over the tombstones they were made from.
#include "util/range_tombstone.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "util/internal_key.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {
namespace {

struct Owned {
  std::string start;
  std::string end;
  SequenceNumber seq;
};

std::vector<RangeTombstone> Views(const std::vector<Owned>& list) {
  std::vector<RangeTombstone> views;
  for (const Owned& t : list) views.push_back({t.start, t.end, t.seq});
  return views;
}

SequenceNumber BruteForce(const Comparator* user, const std::vector<Owned>& list, const Slice& key,
                          SequenceNumber snapshot) {
  SequenceNumber newest = 0;
  for (const Owned& t : list) {
    if (t.seq <= snapshot && user->Compare(t.start, key) <= 0 && user->Compare(key, t.end) < 0) {
      newest = std::max(newest, t.seq);
    }
  }
  return newest;
}

std::vector<Owned> RandomTombstones(Random64* rnd, size_t n, uint64_t keys) {
  std::vector<Owned> list;
  for (size_t i = 0; i < n; ++i) {
    const auto key = [&] { return std::string(1, static_cast<char>('a' + rnd->Uniform(keys))); };
    list.push_back({key(), key(), 1 + rnd->Uniform(20)});
  }
  return list;
}

std::string Text(const FragmentedRangeTombstones& f) {
  std::string text;
  for (const auto& fragment : f.fragments()) {
    text += fragment.start.ToString() + "-" + fragment.end.ToString();
    for (const SequenceNumber seq : f.SeqsOf(fragment)) text += "@" + std::to_string(seq);
    text += " ";
  }
  return text;
}

TEST(RangeTombstones, OverlapsAreCutIntoFragmentsWithAllSequences) {
  const std::vector<Owned> list = {{"a", "f", 9}, {"c", "k", 5}};
  const FragmentedRangeTombstones f(BytewiseComparator(), Views(list));
  EXPECT_EQ("a-c@9 c-f@9@5 f-k@5 ", Text(f));
  EXPECT_EQ(9u, f.MaxCoveringSeq("c", 100));
  EXPECT_EQ(5u, f.MaxCoveringSeq("c", 8));
  EXPECT_EQ(0u, f.MaxCoveringSeq("c", 4));
  EXPECT_EQ(0u, f.MaxCoveringSeq("k", 100));
  EXPECT_EQ(2u, f.num_tombstones());
}

TEST(RangeTombstones, EmptyRangesDeleteNothing) {
  const std::vector<Owned> list = {{"b", "b", 3}, {"d", "c", 4}};
  const FragmentedRangeTombstones f(BytewiseComparator(), Views(list));
  EXPECT_TRUE(f.empty());
  EXPECT_EQ(0u, f.MaxCoveringSeq("b", 100));
  EXPECT_TRUE(f.Cut(nullptr, nullptr).empty());
}

TEST(RangeTombstones, TheSameRangeTwiceKeepsBothSequencesOnce) {
  const std::vector<Owned> list = {{"a", "c", 3}, {"a", "c", 7}, {"a", "c", 3}};
  EXPECT_EQ("a-c@7@3 ", Text(FragmentedRangeTombstones(BytewiseComparator(), Views(list))));
}

TEST(RangeTombstones, CoverWhatBruteForceSaysForAnyComparator) {
  constexpr uint64_t kSeed = 555;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  Random64 rnd(kSeed);
  for (const Comparator* user : {BytewiseComparator(), ReverseBytewiseComparator()}) {
    for (int round = 0; round < 300; ++round) {
      const auto list = RandomTombstones(&rnd, rnd.Uniform(15), 2 + rnd.Uniform(12));
      const FragmentedRangeTombstones f(user, Views(list), rnd.OneIn(2));
      for (size_t i = 1; i < f.fragments().size(); ++i) {
        ASSERT_LE(user->Compare(f.fragments()[i - 1].end, f.fragments()[i].start), 0);
      }
      for (char c = 'a'; c < 'p'; ++c) {
        const std::string key(1, c);
        const SequenceNumber snapshot = rnd.Uniform(25);
        ASSERT_EQ(BruteForce(user, list, key, snapshot), f.MaxCoveringSeq(key, snapshot));
      }
    }
  }
}

TEST(RangeTombstones, CuttingAtBoundariesKeepsEveryPieceAndNothingElse) {
  constexpr uint64_t kSeed = 556;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  Random64 rnd(kSeed);
  const Comparator* user = BytewiseComparator();
  for (int round = 0; round < 200; ++round) {
    const auto list = RandomTombstones(&rnd, 10, 14);
    const FragmentedRangeTombstones whole(user, Views(list));
    const Slice boundary("f"), upper("j");
    std::vector<Owned> pieces;
    const auto take = [&](const Slice* lo, const Slice* hi) {
      for (const RangeTombstone& t : whole.Cut(lo, hi)) {
        ASSERT_TRUE(lo == nullptr || user->Compare(*lo, t.start) <= 0);
        ASSERT_TRUE(hi == nullptr || user->Compare(t.end, *hi) <= 0);
        pieces.push_back({t.start.ToString(), t.end.ToString(), t.seq});
      }
    };
    take(nullptr, &boundary);
    take(&boundary, &upper);
    take(&upper, nullptr);
    for (char c = 'a'; c < 'p'; ++c) {
      for (SequenceNumber snapshot : {3, 10, 25}) {
        const std::string key(1, c);
        ASSERT_EQ(BruteForce(user, list, key, snapshot), BruteForce(user, pieces, key, snapshot));
      }
    }
  }
}

TEST(RangeTombstones, IteratorWalksVisibleFragmentsBothWaysAndSeeks) {
  const std::vector<Owned> list = {{"a", "c", 9}, {"e", "g", 2}, {"i", "k", 9}, {"m", "o", 3}};
  auto f = std::make_shared<FragmentedRangeTombstones>(BytewiseComparator(), Views(list));
  RangeTombstoneIterator it(f, 5);
  it.SeekToFirst();
  ASSERT_TRUE(it.Valid());
  EXPECT_EQ("e", it.start().ToString());
  it.Next();
  EXPECT_EQ("m", it.start().ToString());
  EXPECT_EQ(3u, it.seq());
  it.Next();
  EXPECT_FALSE(it.Valid());
  it.SeekToLast();
  EXPECT_EQ("m", it.start().ToString());
  it.Prev();
  EXPECT_EQ("e", it.start().ToString());
  it.Prev();
  EXPECT_FALSE(it.Valid());
  it.Seek("g");
  EXPECT_EQ("m", it.start().ToString());
  it.Seek("f");
  EXPECT_EQ("e", it.start().ToString());
  it.SeekForPrev("l");
  EXPECT_EQ("e", it.start().ToString());
  it.SeekForPrev("d");
  EXPECT_FALSE(it.Valid());
}

TEST(RangeTombstones, IteratorBoundsTruncateWhatTheyCut) {
  const std::vector<Owned> list = {{"a", "h", 4}, {"m", "z", 6}};
  auto f = std::make_shared<FragmentedRangeTombstones>(BytewiseComparator(), Views(list));
  RangeTombstoneIterator it(f, kLargestSequence);
  const Slice lower("c"), upper("p");
  it.SetBounds(&lower, &upper);
  it.SeekToFirst();
  EXPECT_EQ("c", it.start().ToString());
  EXPECT_EQ("h", it.end().ToString());
  it.Next();
  EXPECT_EQ("p", it.end().ToString());
  it.Next();
  EXPECT_FALSE(it.Valid());
  EXPECT_EQ(0u, it.MaxCoveringSeq("b"));
  EXPECT_EQ(4u, it.MaxCoveringSeq("c"));
  EXPECT_EQ(0u, it.MaxCoveringSeq("p"));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
