// Entries that wait to be linked: alone, and inside a memtable that others read meanwhile.
#include "memtable/waiting_entries.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "memtable/memtable.h"
#include "memtable/memtable_entry.h"
#include "test/support/status_assertions.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {
namespace {

const InternalKeyOrder kBytes(BytewiseComparator());
// More than fit at once.
constexpr int kMany = 3 * static_cast<int>(SkipList::kMostTogether) + 5;

std::string KeyAt(uint64_t i) {
  std::string digits = std::to_string(i);
  return "key" + std::string(12 - digits.size(), '0') + digits;
}

// Keys in no order.
std::string ScatteredKey(uint64_t i) { return KeyAt(i * 7919 % 100003); }

struct ListWithWaiting {
  SkipList::Draft Make(const std::string& key, SequenceNumber seq) {
    SkipList::Draft draft = list.Allocate(memtable_entry::EncodedSize(key, "v"));
    memtable_entry::Encode(draft.entry, key, seq, kTypeValue, "v");
    return draft;
  }
  bool Linked(const std::string& key) const {
    SkipList::Cursor cursor(&list);
    cursor.Seek(MakeInternalKey(key, kLargestSequence, kSeekType));
    return cursor.Valid() && UserKeyOf(memtable_entry::View(cursor.entry()).key) == key;
  }

  ConcurrentArena arena;
  SkipList list{kBytes, &arena};
  WaitingEntries waiting{&list};
};

TEST(WaitingEntries, AnEntryIsInTheRingOrInTheList) {
  ListWithWaiting t;
  EXPECT_TRUE(t.waiting.Empty());
  for (int i = 0; i < kMany; ++i) {
    t.waiting.Take(t.Make(ScatteredKey(i), i + 1), ScatteredKey(i));
    ASSERT_FALSE(t.waiting.Empty());
    for (int k = 0; k <= i; ++k) {
      const std::string key = ScatteredKey(k);
      ASSERT_NE(t.Linked(key), t.waiting.MayHave(key)) << k << " of " << i;
    }
    ASSERT_FALSE(t.waiting.MayHave(ScatteredKey(i + 1)));
  }
  t.waiting.LinkAll();
  EXPECT_TRUE(t.waiting.Empty());
  for (int i = 0; i < kMany; ++i) {
    EXPECT_TRUE(t.Linked(ScatteredKey(i)));
    EXPECT_FALSE(t.waiting.MayHave(ScatteredKey(i)));
  }
}

TEST(WaitingEntries, KeysOfAnyLengthAreTold) {
  ListWithWaiting t;
  const std::vector<std::string> keys = {
      "", "a", "ab", "12345678", "123456789", "123456780", "023456789", std::string(100, 'x')};
  for (size_t i = 0; i < keys.size(); ++i) {
    EXPECT_FALSE(t.waiting.MayHave(keys[i])) << keys[i];
    t.waiting.Take(t.Make(keys[i], i + 1), keys[i]);
    EXPECT_TRUE(t.waiting.MayHave(keys[i])) << keys[i];
  }
}

void AddNew(MemTable* m, SequenceNumber seq, const std::string& key, const std::string& value,
            ValueType type = kTypeValue) {
  ASSERT_OK(m->AddNew(seq, type, key, value));
}

bool Has(const MemTable& m, const std::string& key, SequenceNumber snapshot) {
  LookupKey target(key, snapshot);
  PointLookup lookup(m.order(), target.user_key(), snapshot);
  m.Get(target, &lookup);
  lookup.Finish();
  return lookup.result() == LookupResult::kFound;
}

size_t CountOf(const MemTable& m, bool forward) {
  std::unique_ptr<InternalIterator> it(m.NewIterator());
  size_t count = 0;
  for (forward ? it->SeekToFirst() : it->SeekToLast(); it->Valid();
       forward ? it->Next() : it->Prev()) {
    ++count;
  }
  return count;
}

// One entry waits whenever the memtable is asked.
TEST(WaitingEntriesOfAMemTable, EveryReaderFindsThem) {
  MemTable m(kBytes, {}, nullptr, 0);
  SequenceNumber seq = 0;
  const auto add = [&] {
    ++seq;
    AddNew(&m, seq, ScatteredKey(seq), "v");
    return ScatteredKey(seq);
  };
  std::string key = add();
  EXPECT_TRUE(Has(m, key, seq));
  add();
  EXPECT_EQ(seq, CountOf(m, true));
  add();
  EXPECT_EQ(seq, CountOf(m, false));
  std::unique_ptr<InternalIterator> it(m.NewIterator());
  key = add();
  it->Seek(MakeInternalKey(key, seq, kSeekType));
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(key, UserKeyOf(it->key()).ToString());
  key = add();
  it->SeekForPrev(MakeInternalKey(key, 0, kTypeDeletion));
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ(key, UserKeyOf(it->key()).ToString());
  add();
  EXPECT_EQ(seq, m.SampleUserKeys(100).size());
  add();
  EXPECT_EQ(seq, m.ApproximateStats(MakeInternalKey("", kLargestSequence, kSeekType),
                                    MakeInternalKey("z", kLargestSequence, kSeekType))
                     .count);
  key = add();
  AddNew(&m, ++seq, key, "operand", kTypeMerge);
  EXPECT_EQ(1u, m.CountSuccessiveMerges(LookupKey(key, seq), 10));
  add();
  m.MarkImmutable();
  EXPECT_EQ(seq, CountOf(m, true));
  EXPECT_EQ(seq, m.num_entries());
}

TEST(WaitingEntriesOfAMemTable, AStepMeetsWhatWasAddedAheadOfIt) {
  MemTable m(kBytes, {}, nullptr, 0);
  AddNew(&m, 1, "b", "v");
  std::unique_ptr<InternalIterator> it(m.NewIterator());
  it->SeekToFirst();
  AddNew(&m, 2, "c", "v");
  it->Next();
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ("c", UserKeyOf(it->key()).ToString());
  AddNew(&m, 3, "bb", "v");
  it->Prev();
  ASSERT_TRUE(it->Valid());
  EXPECT_EQ("bb", UserKeyOf(it->key()).ToString());
}

TEST(WaitingEntriesOfAMemTable, OtherInsertsGoBesideThem) {
  MemTable m(kBytes, {}, nullptr, 0);
  for (SequenceNumber seq = 1; seq <= kMany; ++seq) {
    const std::string key = ScatteredKey(seq);
    if (seq % 3 == 0) {
      ASSERT_OK(m.Add(seq, kTypeValue, key, "v", false, nullptr));
    } else if (seq % 7 == 0) {
      MemTable::Hint hint;
      ASSERT_OK(m.Add(seq, kTypeValue, key, "v", true, &hint));
      m.PublishCounts(&hint);
    } else {
      AddNew(&m, seq, key, "v");
    }
  }
  // A key and sequence number that waits is known to be there.
  AddNew(&m, kMany + 1, "key", "v");
  EXPECT_TRUE(m.Add(kMany + 1, kTypeValue, "key", "v", false, nullptr).IsTryAgain());
  EXPECT_EQ(static_cast<size_t>(kMany + 1), CountOf(m, true));
}

TEST(WaitingEntriesOfAMemTable, VersionsOfOneKeyAreInOrderWhoeverLinksThem) {
  MemTable m(kBytes, {}, nullptr, 0);
  for (SequenceNumber seq = 1; seq <= kMany; ++seq) AddNew(&m, seq, "key", std::to_string(seq));
  std::unique_ptr<InternalIterator> it(m.NewIterator());
  SequenceNumber seq = kMany;
  for (it->SeekToFirst(); it->Valid(); it->Next(), --seq) {
    EXPECT_EQ(seq, SequenceOf(it->key()));
    EXPECT_EQ(std::to_string(seq), it->value().ToString());
  }
  EXPECT_EQ(0u, seq);
}

// Readers link what the writer leaves waiting, each other's way, and none misses an entry that was
// published before it began.
TEST(WaitingEntriesOfAMemTable, ReadersFindAllThatIsPublishedWhileAWriterAdds) {
  constexpr uint64_t kSeed = 4711;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  constexpr SequenceNumber kAll = 20000;
  MemTable m(kBytes, {}, nullptr, 0);
  std::atomic<SequenceNumber> published{0};
  std::atomic<uint64_t> missed{0};
  std::vector<std::thread> readers;
  for (uint64_t r = 0; r < 3; ++r) {
    readers.emplace_back([&, r] {
      Random64 rnd(kSeed + r);
      SequenceNumber snapshot = 0;
      while (snapshot < kAll) {
        snapshot = published.load(std::memory_order_acquire);
        if (snapshot == 0) continue;
        // Mostly a recent one.
        const SequenceNumber back = rnd.OneIn(2) ? 40 : snapshot;
        const SequenceNumber seq = snapshot - rnd.Uniform(std::min(back, snapshot));
        const std::string key = ScatteredKey(seq);
        if (r < 2) {
          missed += !Has(m, key, snapshot);
          continue;
        }
        std::unique_ptr<InternalIterator> it(m.NewIterator());
        it->Seek(MakeInternalKey(key, snapshot, kSeekType));
        missed += !it->Valid() || UserKeyOf(it->key()) != key;
      }
    });
  }
  for (SequenceNumber seq = 1; seq <= kAll; ++seq) {
    AddNew(&m, seq, ScatteredKey(seq), "v");
    published.store(seq, std::memory_order_release);
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(0u, missed.load());
  EXPECT_EQ(kAll, CountOf(m, true));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
