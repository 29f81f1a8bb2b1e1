// Damage to the entries of a memtable that keeps checksums, or checks their order: every changed
// bit is reported, and each read returns the right answer or Corruption.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "memtable/memtable.h"
#include "test/support/status_assertions.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

class MemTablePeer {
 public:
  // The end key of the first range tombstone. The entry is: length of the internal key, internal
  // key, length of the end key, end key, checksum. REQUIRES: both lengths are below 128.
  static char* FirstTombstoneEnd(MemTable* m) {
    SkipList::Cursor cursor(&m->tombstones_);
    cursor.SeekToFirst();
    char* entry = const_cast<char*>(cursor.entry());
    return entry + 1 + entry[0] + 1;
  }
};

namespace {

const InternalKeyOrder kBytewise(BytewiseComparator());

MemTableOptions Protected(uint32_t bytes, bool paranoid = false) {
  MemTableOptions options;
  options.protection_bytes_per_key = bytes;
  options.paranoid_checks = paranoid;
  return options;
}

std::string KeyOf(int i) { return "key" + std::to_string(1000 + i); }
std::string ValueOf(int i) {
  return "value of " + std::to_string(i * i) + std::string(i % 23, 'v');
}

constexpr int kKeys = 24;

void Fill(MemTable* m) {
  SequenceNumber seq = 100;
  // Two versions of each key, so that a lost one would uncover a stale value.
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < kKeys; ++i) {
      const int k = i * 7 % kKeys;
      const std::string value = round == 0 ? "stale" : ValueOf(k);
      ASSERT_OK(m->Add(++seq, kTypeValue, KeyOf(k), value, false, nullptr));
    }
  }
}

enum class Answer { kRight, kCorrupt, kWrong };

Answer GetKey(const MemTable& m, int i) {
  const std::string key = KeyOf(i);
  LookupKey target(key, kLargestSequence);
  PointLookup lookup(m.order(), target.user_key(), kLargestSequence);
  m.Get(target, &lookup);
  lookup.Finish();
  if (lookup.result() == LookupResult::kCorrupt) {
    EXPECT_TRUE(lookup.status().IsCorruption());
    return Answer::kCorrupt;
  }
  const bool right = lookup.result() == LookupResult::kFound && lookup.value() == ValueOf(i);
  return right ? Answer::kRight : Answer::kWrong;
}

// Walks all entries; those before an error must be right.
template <class Start, class Step>
Answer Scan(const MemTable& m, bool forward, Start start, Step step) {
  std::unique_ptr<InternalIterator> it(m.NewIterator());
  int seen = 0;
  for (start(it.get()); it->Valid(); step(it.get()), ++seen) {
    const int place = forward ? seen : 2 * kKeys - 1 - seen;
    if (place < 0 || place >= 2 * kKeys) return Answer::kWrong;
    const bool newest = place % 2 == 0;
    if (UserKeyOf(it->key()) != KeyOf(place / 2)) return Answer::kWrong;
    if (it->value() != (newest ? ValueOf(place / 2) : "stale")) return Answer::kWrong;
  }
  if (it->status().IsCorruption()) return Answer::kCorrupt;
  return it->status().ok() && seen == 2 * kKeys ? Answer::kRight : Answer::kWrong;
}

Answer ScanForward(const MemTable& m) {
  return Scan(
      m, true, [](InternalIterator* it) { it->SeekToFirst(); },
      [](InternalIterator* it) { it->Next(); });
}
Answer ScanBackward(const MemTable& m) {
  return Scan(
      m, false, [](InternalIterator* it) { it->SeekToLast(); },
      [](InternalIterator* it) { it->Prev(); });
}

Answer SeekKey(const MemTable& m, int i, bool backward) {
  std::unique_ptr<InternalIterator> it(m.NewIterator());
  const std::string target = MakeInternalKey(KeyOf(i), backward ? 0 : kLargestSequence, kSeekType);
  backward ? it->SeekForPrev(target) : it->Seek(target);
  if (!it->Valid()) return it->status().IsCorruption() ? Answer::kCorrupt : Answer::kWrong;
  const bool right = UserKeyOf(it->key()) == KeyOf(i) &&
                     it->value() == (backward ? std::string("stale") : ValueOf(i));
  return right ? Answer::kRight : Answer::kWrong;
}

struct Bytes {
  char* data;
  size_t size;
};

// The bytes of all entries, lengths and checksums included. REQUIRES: key lengths below 128.
std::vector<Bytes> Entries(const MemTable& m) {
  std::vector<Bytes> entries;
  std::unique_ptr<InternalIterator> it(m.NewIterator());
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    char* begin = const_cast<char*>(it->key().data()) - 1;
    const char* end =
        it->value().data() + it->value().size() + m.options().protection_bytes_per_key;
    entries.push_back({begin, static_cast<size_t>(end - begin)});
  }
  EXPECT_OK(it->status());
  return entries;
}

struct Outcome {
  int flips = 0;
  int wrong = 0;
  int untold_by_scan = 0;
  int told_by_get = 0;
};

Outcome FlipEverything(const MemTable& m, Random64* random) {
  Outcome outcome;
  for (const Bytes& entry : Entries(m)) {
    for (size_t i = 0; i < entry.size; ++i) {
      const char before = entry.data[i];
      entry.data[i] = static_cast<char>(before ^ (1 << random->Uniform(8)));
      ++outcome.flips;
      const Answer forward = ScanForward(m), backward = ScanBackward(m);
      outcome.untold_by_scan += forward != Answer::kCorrupt || backward != Answer::kCorrupt;
      outcome.wrong += forward == Answer::kWrong || backward == Answer::kWrong;
      bool told = false;
      for (int k = 0; k < kKeys; ++k) {
        for (const Answer a : {GetKey(m, k), SeekKey(m, k, false), SeekKey(m, k, true)}) {
          outcome.wrong += a == Answer::kWrong;
          told |= a == Answer::kCorrupt;
        }
      }
      outcome.told_by_get += told;
      entry.data[i] = before;
    }
  }
  return outcome;
}

TEST(MemTableProtection, EveryChangedBitIsReportedAndNoReadIsWrong) {
  for (const uint32_t bytes : {4u, 8u}) {
    for (const bool paranoid : {false, true}) {
      MemTable m(kBytewise, Protected(bytes, paranoid), nullptr, 0);
      Fill(&m);
      ASSERT_EQ(ScanForward(m), Answer::kRight);
      ASSERT_EQ(ScanBackward(m), Answer::kRight);
      Random64 random(bytes);
      const Outcome outcome = FlipEverything(m, &random);
      EXPECT_GT(outcome.flips, 1000);
      EXPECT_EQ(outcome.wrong, 0) << bytes;
      EXPECT_EQ(outcome.untold_by_scan, 0) << bytes;
      EXPECT_EQ(outcome.told_by_get, outcome.flips) << bytes;
    }
  }
}

TEST(MemTableProtection, ShortChecksumsMissHardlyAnything) {
  for (const uint32_t bytes : {1u, 2u}) {
    MemTable m(kBytewise, Protected(bytes), nullptr, 0);
    Fill(&m);
    Random64 random(bytes);
    const Outcome outcome = FlipEverything(m, &random);
    // One in 256 or 65536 is to be expected.
    const int allowed = bytes == 1 ? outcome.flips / 50 : outcome.flips / 1000;
    EXPECT_LE(outcome.untold_by_scan, allowed) << bytes;
    EXPECT_GE(outcome.told_by_get, outcome.flips - allowed) << bytes;
  }
}

TEST(MemTableProtection, TheErrorNamesTheEntry) {
  MemTable m(kBytewise, Protected(8), nullptr, 0);
  ASSERT_OK(m.Add(7, kTypeValue, "abc", "some value", false, nullptr));
  Entries(m)[0].data[15] ^= 1;  // in the value
  std::unique_ptr<InternalIterator> it(m.NewIterator());
  it->SeekToFirst();
  EXPECT_FALSE(it->Valid());
  EXPECT_TRUE(it->status().IsCorruption());
  EXPECT_NE(it->status().ToString().find("Corrupted memtable entry"), std::string::npos);
  EXPECT_NE(it->status().ToString().find("616263 @ 7"), std::string::npos)
      << it->status().ToString();
}

TEST(MemTableProtection, AnEntryThatDoesNotMatchItsGuardIsNotAdded) {
  for (const uint32_t bytes : {0u, 1u, 8u}) {
    MemTable m(kBytewise, Protected(bytes), nullptr, 0);
    const uint64_t guard =
        entry_guard::OfContents(kTypeValue, "key", "value") ^ entry_guard::OfSequence(5);
    const auto add = [&](SequenceNumber seq, ValueType type, const char* key, const char* value) {
      return m.AddGuarded(seq, type, key, value, guard, false, nullptr);
    };
    EXPECT_TRUE(add(5, kTypeValue, "kez", "value").IsCorruption());
    EXPECT_TRUE(add(5, kTypeValue, "key", "valuf").IsCorruption());
    EXPECT_TRUE(add(5, kTypeMerge, "key", "value").IsCorruption());
    EXPECT_TRUE(add(6, kTypeValue, "key", "value").IsCorruption());
    EXPECT_TRUE(add(5, kTypeValue, "value", "key").IsCorruption());
    EXPECT_TRUE(add(5, kTypeValue, "keyv", "alue").IsCorruption());
    EXPECT_TRUE(m.IsEmpty());
    EXPECT_OK(add(5, kTypeValue, "key", "value"));
    EXPECT_EQ(m.num_entries(), 1u);
  }
}

TEST(MemTableProtection, GetAndTheFragmentsReportADamagedRangeTombstone) {
  for (const bool seal : {false, true}) {
    MemTable m(kBytewise, Protected(8), nullptr, 0);
    Fill(&m);
    ASSERT_OK(m.Add(500, kTypeRangeDeletion, KeyOf(2), KeyOf(9), false, nullptr));
    ASSERT_NE(m.RangeTombstones(), nullptr);
    ASSERT_OK(m.TombstoneStatus());
    // The memtable builds its fragments again for the second tombstone, and then finds the first
    // one damaged.
    ASSERT_OK(m.Add(501, kTypeRangeDeletion, KeyOf(3), KeyOf(9), false, nullptr));
    MemTablePeer::FirstTombstoneEnd(&m)[3] ^= 4;
    if (seal) m.MarkImmutable();
    EXPECT_EQ(GetKey(m, 5), Answer::kCorrupt);
    EXPECT_EQ(GetKey(m, 20), Answer::kCorrupt);
    (void)m.RangeTombstones();
    EXPECT_TRUE(m.TombstoneStatus().IsCorruption());
  }
}

TEST(MemTableProtection, SamplesPassOverDamagedEntries) {
  MemTable m(kBytewise, Protected(8), nullptr, 0);
  Fill(&m);
  for (const Bytes& entry : Entries(m)) entry.data[0] = '\x7f';
  EXPECT_TRUE(m.SampleUserKeys(8).empty());
}

TEST(MemTableProtection, OperandsAreCountedUpToDamage) {
  MemTable m(kBytewise, Protected(8), nullptr, 0);
  for (SequenceNumber seq = 1; seq <= 5; ++seq) {
    ASSERT_OK(m.Add(seq, kTypeMerge, "k", "operand", false, nullptr));
  }
  const LookupKey key("k", kLargestSequence);
  EXPECT_EQ(m.CountSuccessiveMerges(key, 10), 5u);
  Entries(m)[2].data[12] ^= 1;
  EXPECT_EQ(m.CountSuccessiveMerges(key, 10), 2u);
}

TEST(MemTableProtection, ParanoidChecksNoticeEntriesOutOfOrderWithoutChecksums) {
  MemTable m(kBytewise, Protected(0, true), nullptr, 0);
  Fill(&m);
  ASSERT_EQ(ScanForward(m), Answer::kRight);
  ASSERT_EQ(ScanBackward(m), Answer::kRight);
  char* key = Entries(m)[10].data + 1;
  const char before = key[3];
  key[3] = '9';  // beyond all others
  std::unique_ptr<InternalIterator> it(m.NewIterator());
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
  }
  EXPECT_TRUE(it->status().IsCorruption());
  EXPECT_NE(it->status().ToString().find("out of order"), std::string::npos);
  for (it->SeekToLast(); it->Valid(); it->Prev()) {
  }
  EXPECT_TRUE(it->status().IsCorruption());
  key[3] = before;
  EXPECT_EQ(ScanForward(m), Answer::kRight);
}

TEST(MemTableProtection, ParanoidChecksRefuseToAddBesideADamagedEntry) {
  MemTable m(kBytewise, Protected(8, true), nullptr, 0);
  Fill(&m);
  char* key = Entries(m)[10].data + 1;
  key[6] = '9';
  Status s = m.Add(900, kTypeValue, KeyOf(5), "x", false, nullptr);
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
}

TEST(MemTableProtection, ConcurrentWritersAndReadersOfAProtectedMemtableSeeNoDamage) {
  MemTable m(kBytewise, Protected(4, true), nullptr, 0);
  constexpr int kThreads = 3, kEach = 400;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&m, t] {
      MemTable::Hint hint;
      for (int i = 0; i < kEach; ++i) {
        const std::string key = KeyOf((i * 37 + t) % 500);
        const auto seq = static_cast<SequenceNumber>(1 + i * kThreads + t);
        EXPECT_OK(m.Add(seq, kTypeValue, key, std::string(50, 'x'), true, &hint));
      }
      m.PublishCounts(&hint);
    });
  }
  threads.emplace_back([&m] {
    for (int round = 0; round < 30; ++round) {
      std::unique_ptr<InternalIterator> it(m.NewIterator());
      for (it->SeekToFirst(); it->Valid(); it->Next()) {
      }
      EXPECT_OK(it->status()) << it->status().ToString();
      for (it->SeekToLast(); it->Valid(); it->Prev()) {
      }
      EXPECT_OK(it->status()) << it->status().ToString();
    }
  });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(m.num_entries(), static_cast<uint64_t>(kThreads * kEach));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
