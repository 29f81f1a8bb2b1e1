// The skip list against an ordered map, alone and with several writers, for comparators with and
// without prefixes.
#include "memtable/skip_list.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "memtable/memtable_entry.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Bytewise order, but not known to be: the list cannot use prefixes.
class SlowBytewise final : public Comparator {
 public:
  const char* Name() const override { return "test.SlowBytewise"; }
  int Compare(const Slice& a, const Slice& b) const override { return a.compare(b); }
  void FindShortestSeparator(std::string*, const Slice&) const override {}
  void FindShortSuccessor(std::string*) const override {}
};
const SlowBytewise kSlowBytewise;

struct ListUnderTest {
  explicit ListUnderTest(const Comparator* user) : order(user), list(order, &arena) {}

  bool Add(const std::string& user_key, SequenceNumber seq, const std::string& value,
           SkipList::Finger* f, bool concurrent = false, ValueType type = kTypeValue) {
    SkipList::Draft draft = list.Allocate(memtable_entry::EncodedSize(user_key, value));
    memtable_entry::Encode(draft.entry, user_key, seq, type, value);
    return concurrent ? list.InsertConcurrently(draft, f) : list.Insert(draft, f);
  }

  InternalKeyOrder order;
  ConcurrentArena arena;
  SkipList list;
  SkipList::Finger finger;
};

struct ModelOrder {
  const InternalKeyOrder* order;
  bool operator()(const std::string& a, const std::string& b) const {
    return order->Compare(a, b) < 0;
  }
};
using Model = std::map<std::string, std::string, ModelOrder>;

// Keys that share prefixes of many lengths, empty and short ones included.
std::string RandomKey(Random64* rnd) {
  std::string key = rnd->OneIn(2) ? "prefix__" : "";
  const uint64_t extra = rnd->Uniform(6);
  for (uint64_t i = 0; i < extra; ++i) key.push_back(static_cast<char>(rnd->Uniform(4) * 85));
  return key;
}

void ExpectSame(const SkipList& list, const Model& model) {
  SkipList::Cursor cursor(&list);
  cursor.SeekToFirst();
  for (const auto& [key, value] : model) {
    ASSERT_TRUE(cursor.Valid());
    const memtable_entry::View entry(cursor.entry());
    ASSERT_EQ(key, entry.key.ToString());
    ASSERT_EQ(value, entry.value.ToString());
    cursor.Next();
  }
  ASSERT_FALSE(cursor.Valid());
  cursor.SeekToLast();
  for (auto it = model.rbegin(); it != model.rend(); ++it, cursor.Prev()) {
    ASSERT_TRUE(cursor.Valid());
    ASSERT_EQ(it->first, memtable_entry::View(cursor.entry()).key.ToString());
  }
  ASSERT_FALSE(cursor.Valid());
}

class SkipListTest : public testing::TestWithParam<const Comparator*> {};

TEST_P(SkipListTest, AnEmptyListHasNoEntries) {
  ListUnderTest t(GetParam());
  SkipList::Cursor cursor(&t.list);
  cursor.SeekToFirst();
  EXPECT_FALSE(cursor.Valid());
  cursor.SeekToLast();
  EXPECT_FALSE(cursor.Valid());
  cursor.Seek(MakeInternalKey("a", 1, kTypeValue));
  EXPECT_FALSE(cursor.Valid());
  cursor.SeekForPrev(MakeInternalKey("a", 1, kTypeValue));
  EXPECT_FALSE(cursor.Valid());
  EXPECT_EQ(0u, t.list.EstimateCount(MakeInternalKey("a", 1, kTypeValue),
                                     MakeInternalKey("z", 1, kTypeValue)));
  EXPECT_TRUE(t.list.Sample(10).empty());
}

TEST_P(SkipListTest, OrdersAndFindsLikeAMap) {
  constexpr uint64_t kSeed = 1234;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  Random64 rnd(kSeed);
  ListUnderTest t(GetParam());
  Model model(ModelOrder{&t.order});
  for (SequenceNumber seq = 1; seq <= 3000; ++seq) {
    const std::string user_key = RandomKey(&rnd);
    const std::string value = std::to_string(seq);
    ASSERT_TRUE(t.Add(user_key, seq, value, &t.finger));
    model[MakeInternalKey(user_key, seq, kTypeValue)] = value;
  }
  ExpectSame(t.list, model);
  SkipList::Cursor cursor(&t.list);
  for (int i = 0; i < 3000; ++i) {
    const auto type = rnd.OneIn(2) ? kTypeValue : (rnd.OneIn(2) ? kSeekType : kSeekForPrevType);
    const std::string target = MakeInternalKey(RandomKey(&rnd), rnd.Uniform(3001), type);
    auto it = model.lower_bound(target);
    cursor.Seek(target);
    ASSERT_EQ(it != model.end(), cursor.Valid());
    if (cursor.Valid()) {
      ASSERT_EQ(it->first, memtable_entry::View(cursor.entry()).key.ToString());
    }
    it = model.upper_bound(target);
    cursor.SeekForPrev(target);
    ASSERT_EQ(it != model.begin(), cursor.Valid());
    if (cursor.Valid()) {
      ASSERT_EQ((--it)->first, memtable_entry::View(cursor.entry()).key.ToString());
    }
  }
}

TEST_P(SkipListTest, InsertsThatTakeTurnsLinkWhatSingleOnesDo) {
  constexpr uint64_t kSeed = 99;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  Random64 rnd(kSeed);
  ListUnderTest t(GetParam());
  Model model(ModelOrder{&t.order});
  SkipList::Finger finger;
  for (SequenceNumber seq = 1; seq < 4000;) {
    // Scattered, ascending, or versions of one key.
    const uint64_t kind = rnd.Uniform(3);
    const std::string base = RandomKey(&rnd);
    const size_t n = rnd.Uniform(SkipList::kMostTogether + 1);
    SkipList::Draft drafts[SkipList::kMostTogether];
    for (size_t i = 0; i < n; ++i, ++seq) {
      const std::string key = kind == 0   ? RandomKey(&rnd)
                              : kind == 1 ? base + static_cast<char>('a' + i)
                                          : base;
      const std::string value = std::to_string(seq);
      drafts[i] = t.list.Allocate(memtable_entry::EncodedSize(key, value));
      memtable_entry::Encode(drafts[i].entry, key, seq, kTypeValue, value);
      model[MakeInternalKey(key, seq, kTypeValue)] = value;
    }
    t.list.InsertTogether(drafts, n, &finger);
    if (rnd.OneIn(3)) {
      const std::string key = RandomKey(&rnd);
      ASSERT_TRUE(t.Add(key, seq, "alone", &t.finger));
      model[MakeInternalKey(key, seq++, kTypeValue)] = "alone";
    }
  }
  ExpectSame(t.list, model);
  for (const auto& [key, value] : model) {
    SkipList::Cursor cursor(&t.list);
    cursor.Seek(key);
    ASSERT_TRUE(cursor.Valid());
    EXPECT_EQ(key, memtable_entry::View(cursor.entry()).key.ToString());
  }
}

TEST_P(SkipListTest, RefusesAKeyAndSequenceThatIsPresentWhateverItsType) {
  ListUnderTest t(GetParam());
  ASSERT_TRUE(t.Add("a", 5, "v", &t.finger));
  EXPECT_FALSE(t.Add("a", 5, "w", &t.finger));
  EXPECT_FALSE(t.Add("a", 5, "", &t.finger, false, kTypeDeletion));
  EXPECT_FALSE(t.Add("a", 5, "", &t.finger, true, kTypeMerge));
  EXPECT_TRUE(t.Add("a", 4, "older", &t.finger));
  EXPECT_TRUE(t.Add("a", 6, "newer", &t.finger));
  SkipList::Finger fresh;
  EXPECT_FALSE(t.Add("a", 5, "w", &fresh));
  Model model(ModelOrder{&t.order});
  model[MakeInternalKey("a", 4, kTypeValue)] = "older";
  model[MakeInternalKey("a", 5, kTypeValue)] = "v";
  model[MakeInternalKey("a", 6, kTypeValue)] = "newer";
  ExpectSame(t.list, model);
}

TEST_P(SkipListTest, FingersOfSeveralWritersStayGoodWhileOthersInsert) {
  constexpr uint64_t kSeed = 77;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  Random64 rnd(kSeed);
  ListUnderTest t(GetParam());
  Model model(ModelOrder{&t.order});
  SkipList::Finger fingers[5];
  SequenceNumber seq = 0;
  for (int run = 0; run < 300; ++run) {
    SkipList::Finger& finger = fingers[rnd.Uniform(5)];
    uint64_t n = rnd.Uniform(1000);
    for (uint64_t i = rnd.Uniform(20); i > 0; --i, n += rnd.Uniform(3)) {
      const std::string user_key = std::to_string(100000 + n);
      ASSERT_TRUE(t.Add(user_key, ++seq, "v", &finger, rnd.OneIn(2)));
      model[MakeInternalKey(user_key, seq, kTypeValue)] = "v";
    }
  }
  ExpectSame(t.list, model);
}

TEST_P(SkipListTest, ConcurrentWritersLoseNothingAndReadersSeeOrder) {
  constexpr uint64_t kSeed = 4711;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  constexpr uint64_t kThreads = 4, kPerThread = 4000;
  ListUnderTest t(GetParam());
  std::atomic<uint64_t> running{kThreads};
  std::atomic<uint64_t> duplicates{0};
  std::vector<std::vector<std::string>> added(kThreads);
  auto writer = [&](uint64_t id) {
    Random64 rnd(kSeed + id);
    SkipList::Finger finger;
    for (uint64_t i = 0; i < kPerThread; ++i) {
      const std::string user_key = RandomKey(&rnd);
      if (rnd.OneIn(8)) {
        // The same pair from every thread: exactly one may win.
        if (!t.Add("contended", i, "x", &finger, true)) ++duplicates;
      }
      const SequenceNumber seq = 1 + i * kThreads + id;
      ASSERT_TRUE(t.Add(user_key, seq, std::to_string(seq), &finger, true));
      added[id].push_back(MakeInternalKey(user_key, seq, kTypeValue));
    }
    --running;
  };
  auto reader = [&] {
    Random64 rnd(kSeed);
    while (running > 0) {
      SkipList::Cursor cursor(&t.list);
      std::string last;
      cursor.Seek(MakeInternalKey(RandomKey(&rnd), kLargestSequence, kSeekType));
      for (int i = 0; i < 100 && cursor.Valid(); ++i, cursor.Next()) {
        const memtable_entry::View entry(cursor.entry());
        if (!last.empty()) {
          ASSERT_LT(t.order.Compare(last, entry.key), 0);
        }
        last = entry.key.ToString();
      }
    }
  };
  std::vector<std::thread> threads;
  for (uint64_t id = 0; id < kThreads; ++id) threads.emplace_back(writer, id);
  threads.emplace_back(reader);
  for (auto& thread : threads) thread.join();
  SkipList::Cursor cursor(&t.list);
  for (const auto& keys : added) {
    for (const std::string& key : keys) {
      cursor.Seek(key);
      ASSERT_TRUE(cursor.Valid());
      ASSERT_EQ(key, memtable_entry::View(cursor.entry()).key.ToString());
    }
  }
  uint64_t plain = 0;
  std::string last;
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    const memtable_entry::View entry(cursor.entry());
    if (!last.empty()) {
      ASSERT_LT(t.order.Compare(last, entry.key), 0);
    }
    last = entry.key.ToString();
    if (UserKeyOf(entry.key) != Slice("contended")) ++plain;
  }
  EXPECT_EQ(kThreads * kPerThread, plain);
}

// Neighbours are linked on all sides of the keys that are looked for, some with the same first 8
// bytes and some without: a bound that outruns its link would carry a search past its key.
TEST_P(SkipListTest, AKeyOnceLinkedIsFoundWhileNeighboursAreLinked) {
  constexpr uint64_t kSeed = 1917;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  constexpr uint64_t kKept = 500, kThreads = 2, kPerThread = 4000;
  ListUnderTest t(GetParam());
  const auto number = [](uint64_t n) { return std::to_string(10000000 + n); };
  for (uint64_t n = 0; n < kKept; ++n) ASSERT_TRUE(t.Add(number(100 * n) + "5", 1, "v", &t.finger));
  std::atomic<uint64_t> running{kThreads};
  const auto writer = [&](uint64_t id) {
    Random64 rnd(kSeed + id);
    SkipList::Finger finger;
    for (uint64_t i = 0; i < kPerThread; ++i) {
      const uint64_t n = 100 * rnd.Uniform(kKept) + (rnd.OneIn(2) ? rnd.Uniform(100) : 0);
      const std::string user_key = number(n) + std::to_string(rnd.Uniform(10));
      ASSERT_TRUE(t.Add(user_key, 2 + i * kThreads + id, "v", &finger, true));
    }
    --running;
  };
  std::vector<std::thread> threads;
  for (uint64_t id = 0; id < kThreads; ++id) threads.emplace_back(writer, id);
  Random64 rnd(kSeed);
  while (running > 0) {
    const std::string wanted =
        MakeInternalKey(number(100 * rnd.Uniform(kKept)) + "5", 1, kTypeValue);
    SkipList::Cursor cursor(&t.list);
    cursor.Seek(wanted);
    EXPECT_TRUE(cursor.Valid() && memtable_entry::View(cursor.entry()).key == Slice(wanted));
  }
  for (auto& thread : threads) thread.join();
}

TEST_P(SkipListTest, EstimatesLargeRangesNearlyAndSmallOnesExactly) {
  ListUnderTest t(GetParam());
  for (uint64_t n = 0; n < 20000; ++n) {
    ASSERT_TRUE(t.Add(std::to_string(100000 + n), 1, "v", &t.finger));
  }
  const bool reverse = GetParam() == ReverseBytewiseComparator();
  const auto estimate = [&](const char* a, const char* b) {
    if (reverse) std::swap(a, b);
    return t.list.EstimateCount(MakeInternalKey(a, 1, kTypeValue),
                                MakeInternalKey(b, 1, kTypeValue));
  };
  EXPECT_NEAR(10000, static_cast<double>(estimate("105000", "115000")), 7500);
  EXPECT_EQ(10u, estimate("105000", "105010"));
  EXPECT_EQ(0u, estimate("105000", "105000"));
  EXPECT_EQ(0u, estimate("115000", "105000"));
  const size_t sampled = t.list.Sample(100).size();
  EXPECT_GE(sampled, 100u);
  EXPECT_LT(sampled, 1000u);
}

INSTANTIATE_TEST_SUITE_P(Orders, SkipListTest,
                         testing::Values(BytewiseComparator(), &kSlowBytewise,
                                         ReverseBytewiseComparator()));

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
