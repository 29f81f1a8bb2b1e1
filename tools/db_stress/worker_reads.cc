// Reads. Values of own keys are compared with the live words; of other keys only the form is
// checked.
#include <algorithm>

#include "tools/db_stress/history_check.h"
#include "tools/db_stress/worker.h"

namespace stress {

using rocksdb::ReadOptions;
using rocksdb::Slice;
using rocksdb::Status;

std::string Worker::Wrong(const std::string& how, uint32_t slot, uint32_t key, Word want,
                          Word found) {
  // This may be slow: it runs only on the way to a fault.
  const std::vector<Record> list = session_.trace().ListOf(id_);
  const uint32_t generation = session_.live()[slot].generation;
  const Word start = session_.BaseWord(slot, generation, key);
  const auto name = [&](Word word) {
    return OriginOf(list, slot, generation, key, start, word) +
           (word == kAbsent ? " (nothing)" : "");
  };
  return how + " thread " + std::to_string(id_) + " slot " + std::to_string(slot) + " key " +
         std::to_string(key) + ": found " + name(found) + ", expected " + name(want);
}

void Worker::CheckWord(const char* how, uint32_t slot, uint32_t key, Word want, const Status& s,
                       const Slice& value) {
  std::string why;
  Word found = kAbsent;
  if (s.ok()) {
    found = ReadValue(value, TagOf(slot, session_.live()[slot].generation), key, &why);
  } else if (!s.IsNotFound()) {
    why = s.ToString();
  }
  if (why.empty() && found != want) return session_.Fault(Wrong(how, slot, key, want, found));
  if (!why.empty())
    session_.Fault(std::string(how) + " slot " + std::to_string(slot) + " key " +
                   std::to_string(key) + ": " + why);
}

void Worker::GetOne() {
  const uint32_t slot = ExistingSlot(), key = KeyIn(OwnBlock());
  rocksdb::DB* const db = session_.db().db();
  rocksdb::PinnableSlice value;
  const Status s = db->Get(ReadOptions(), session_.db().family(slot), KeyOf(key), &value);
  CheckWord("get", slot, key, LiveOf(slot, key), s, value);
  std::string text;
  if (s.ok() && !db->KeyMayExist(ReadOptions(), session_.db().family(slot), KeyOf(key), &text))
    session_.Fault("KeyMayExist denies a key that exists: " + std::to_string(key));
  session_.trace().Count(kTallyReads);
}

void Worker::GetMany() {
  constexpr size_t kMost = 16;
  const size_t count = 1 + random_.Below(kMost);
  uint32_t slots[kMost], numbers[kMost];
  rocksdb::ColumnFamilyHandle* families[kMost];
  std::string keys[kMost];
  Slice slices[kMost];
  rocksdb::PinnableSlice values[kMost];
  Status statuses[kMost];
  for (size_t i = 0; i < count; ++i) {
    slots[i] = ExistingSlot();
    numbers[i] = KeyIn(OwnBlock());
    families[i] = session_.db().family(slots[i]);
    slices[i] = keys[i] = KeyOf(numbers[i]);
  }
  session_.db().db()->MultiGet(ReadOptions(), count, families, slices, values, statuses);
  for (size_t i = 0; i < count; ++i)
    CheckWord("multi-get", slots[i], numbers[i], LiveOf(slots[i], numbers[i]), statuses[i],
              values[i]);
  session_.trace().Count(kTallyReads, count);
}

// Iterates over a part of an own block in a random direction, with bounds or with a seek, and
// compares every key with the words. `held`: reads this snapshot.
void Worker::WalkBlock(const HeldSnapshot* held) {
  const uint32_t slot = held != nullptr ? held->slot : ExistingSlot();
  const uint32_t block = held != nullptr ? held->first : OwnBlock();
  const uint32_t size = BlockEnd(block) - block;
  const uint32_t low = block + static_cast<uint32_t>(random_.Below(size));
  const uint32_t high = low + 1 + static_cast<uint32_t>(random_.Below(block + size - low));
  Record range;
  range.key = low;
  range.end = high;
  const RangeEnds ends = EndsOf(range, session_.traits().reverse);
  const Slice lower(ends.begin), upper(ends.end);
  ReadOptions read;
  const bool bounded = Chance(2), forward = Chance(2);
  if (bounded) {
    read.iterate_lower_bound = &lower;
    read.iterate_upper_bound = &upper;
  }
  if (held != nullptr) read.snapshot = held->snapshot;
  const std::unique_ptr<rocksdb::Iterator> it(
      session_.db().db()->NewIterator(read, session_.db().family(slot)));
  const rocksdb::Comparator* order = session_.db().family(slot)->GetComparator();
  std::vector<Word> found(size, kAbsent);
  if (forward) {
    it->Seek(lower);
  } else if (bounded) {
    it->SeekToLast();
  } else {
    it->SeekForPrev(upper);
    // SeekForPrev may find the upper end itself, which is outside.
    if (it->Valid() && order->Compare(it->key(), upper) >= 0) it->Prev();
  }
  while (it->Valid()) {
    if (forward ? order->Compare(it->key(), upper) >= 0 : order->Compare(it->key(), lower) < 0)
      break;
    uint32_t number = 0;
    std::string why;
    if (!NumberOf(it->key(), &number) || number < low || number >= high)
      return session_.Fault("iterator leaves its range at " + it->key().ToString(true));
    found[number - block] =
        ReadValue(it->value(), TagOf(slot, session_.live()[slot].generation), number, &why);
    if (!why.empty())
      return session_.Fault("iterator at key " + std::to_string(number) + ": " + why);
    forward ? it->Next() : it->Prev();
  }
  Expect(it->status(), "iterator");
  for (uint32_t key = low; key < high; ++key) {
    const Word want = held != nullptr ? held->words[key - block] : LiveOf(slot, key);
    if (found[key - block] == want) continue;
    const std::string how = held != nullptr ? "snapshot" : "iterator";
    return session_.Fault(
        Wrong(how + (forward ? " forwards" : " backwards"), slot, key, want, found[key - block]));
  }
  session_.trace().Count(kTallyIterators);
}

// A long iteration over the keys of all threads that changes direction. It checks the order, the
// form of values, and the words of own keys.
void Worker::WalkFar() {
  const uint32_t slot = ExistingSlot();
  const std::unique_ptr<rocksdb::Iterator> it(
      session_.db().db()->NewIterator(ReadOptions(), session_.db().family(slot)));
  const rocksdb::Comparator* order = session_.db().family(slot)->GetComparator();
  const uint32_t threads = session_.trace().header().threads;
  it->Seek(KeyOf(static_cast<uint32_t>(random_.Below(session_.traits().keys))));
  bool forward = true;
  std::string last;
  for (uint64_t left = 200; it->Valid() && left > 0; --left) {
    uint32_t number = 0;
    std::string why;
    if (!NumberOf(it->key(), &number) || number >= session_.traits().keys)
      return session_.Fault("iterator finds a key never written: " + it->key().ToString(true));
    const int step = last.empty() ? 0 : order->Compare(it->key(), last) * (forward ? 1 : -1);
    if (!last.empty() && step <= 0)
      return session_.Fault("iterator out of order at key " + std::to_string(number));
    const Word word =
        ReadValue(it->value(), TagOf(slot, session_.live()[slot].generation), number, &why);
    if (!why.empty())
      return session_.Fault("iterator at key " + std::to_string(number) + ": " + why);
    if (OwnerOf(number, threads) == id_ && word != LiveOf(slot, number))
      return session_.Fault(Wrong("far iterator", slot, number, LiveOf(slot, number), word));
    last = it->key().ToString();
    if (Chance(30)) forward = !forward;
    forward ? it->Next() : it->Prev();
  }
  Expect(it->status(), "far iterator");
  session_.trace().Count(kTallyIterators);
}

void Worker::TakeSnapshot() {
  constexpr size_t kMostHeld = 4;
  if (session_.snapshots(id_).size() >= kMostHeld) return;
  HeldSnapshot held;
  held.slot = ExistingSlot();
  held.generation = session_.live()[held.slot].generation;
  held.first = OwnBlock();
  const std::vector<Word>& words = session_.live()[held.slot].words;
  held.words.assign(words.begin() + held.first, words.begin() + BlockEnd(held.first));
  held.snapshot = session_.db().db()->GetSnapshot();
  session_.snapshots(id_).push_back(std::move(held));
}

void Worker::CheckSnapshot() {
  std::vector<HeldSnapshot>& snapshots = session_.snapshots(id_);
  if (snapshots.empty()) return;
  const size_t which = random_.Below(snapshots.size());
  const HeldSnapshot& held = snapshots[which];
  // A dropped family has no handle to read the snapshot with.
  if (session_.live()[held.slot].generation == held.generation) {
    ReadOptions read;
    read.snapshot = held.snapshot;
    rocksdb::PinnableSlice value;
    const uint32_t key = held.first + static_cast<uint32_t>(random_.Below(held.words.size()));
    const Status s =
        session_.db().db()->Get(read, session_.db().family(held.slot), KeyOf(key), &value);
    CheckWord("snapshot get", held.slot, key, held.words[key - held.first], s, value);
    WalkBlock(&held);
  }
  session_.trace().Count(kTallySnapshots);
  if (Chance(2)) return;
  session_.db().db()->ReleaseSnapshot(held.snapshot);
  snapshots.erase(snapshots.begin() + static_cast<std::ptrdiff_t>(which));
}

}  // namespace stress
