// Writes: each one enters the trace, goes to the database, and changes the live words.
#include <rocksdb/write_batch.h>

#include "tools/db_stress/history_check.h"
#include "tools/db_stress/worker.h"

namespace stress {

using rocksdb::Status;
using rocksdb::WriteOptions;

namespace {

Status AddTo(rocksdb::WriteBatch* batch, rocksdb::ColumnFamilyHandle* family, const Record& r,
             bool reverse) {
  const std::string key = KeyOf(r.key);
  const uint32_t tag = TagOf(r.slot, r.generation);
  switch (r.kind) {
    case WriteKind::kPut:
      return batch->Put(family, key, ValueOf(WordOfPut(r.id), tag, r.key));
    case WriteKind::kMerge:
      return batch->Merge(family, key, OperandOf(StepOfMerge(r.id), tag, r.key));
    case WriteKind::kDelete:
      return batch->Delete(family, key);
    case WriteKind::kSingleDelete:
      return batch->SingleDelete(family, key);
    default:  // a range
      break;
  }
  const RangeEnds ends = EndsOf(r, reverse);
  return batch->DeleteRange(family, ends.begin, ends.end);
}

}  // namespace

RangeEnds EndsOf(const Record& record, bool reverse) {
  if (!reverse) return {KeyOf(record.key), KeyOf(record.end)};
  return {KeyOf(record.end - 1), record.key == 0 ? BeforeAllKeys() : KeyOf(record.key - 1)};
}

Record Worker::ChooseWrite(uint32_t slot, uint32_t key, Word now) {
  Record r;
  r.slot = static_cast<uint8_t>(slot);
  r.generation = session_.live()[slot].generation;
  r.key = key;
  const uint64_t dice = random_.Below(100);
  if (IsSingle(key)) {
    r.kind = now == kAbsent ? WriteKind::kPut : WriteKind::kSingleDelete;
  } else if (dice < 14) {
    r.kind = WriteKind::kDelete;
  } else if (dice < 34 && session_.traits().merges) {
    r.kind = WriteKind::kMerge;
  }
  if (r.kind == WriteKind::kPut || r.kind == WriteKind::kMerge) r.id = next_id_++;
  return r;
}

// A range from a key to a later key of its block.
Record Worker::ChooseRange(uint32_t slot, uint32_t key) {
  Record r;
  r.kind = WriteKind::kDeleteRange;
  r.slot = static_cast<uint8_t>(slot);
  r.generation = session_.live()[slot].generation;
  r.key = key;
  const uint32_t end = BlockEnd(key / kBlockKeys * kBlockKeys);
  r.end = key + 1 + static_cast<uint32_t>(random_.Below(end - key));
  return r;
}

void Worker::WriteSome() {
  const uint32_t slot = ExistingSlot(), key = KeyIn(OwnBlock());
  if (IsHeld(slot, key)) return GetOne();
  Commit({Chance(40) ? ChooseRange(slot, key) : ChooseWrite(slot, key, LiveOf(slot, key))});
}

void Worker::WriteBatchOfSome() {
  std::vector<Record> records;
  const uint64_t count = 2 + random_.Below(Chance(20) ? 60 : 6);
  for (uint64_t i = 0; i < count; ++i) {
    const uint32_t slot = ExistingSlot(), key = KeyIn(OwnBlock());
    if (IsHeld(slot, key)) continue;
    const Word now = WordAfterAll(slot, key, records);
    records.push_back(Chance(60) ? ChooseRange(slot, key) : ChooseWrite(slot, key, now));
  }
  if (!records.empty()) Commit(std::move(records));
}

WriteOptions Worker::ChooseWriteOptions(bool* synced) {
  WriteOptions write;
  const WalMode mode = session_.run().wal;
  write.disableWAL = mode == WalMode::kNone;
  const uint64_t sync_every = mode == WalMode::kSync ? 16 : 700;
  write.protection_bytes_per_key = session_.run().guard_batches ? 8 : 0;
  write.sync = !write.disableWAL && Chance(sync_every);
  *synced = write.sync;
  return write;
}

Status Worker::Direct(const WriteOptions& write, const Record& r) {
  const bool is_range = r.kind == WriteKind::kDeleteRange;
  rocksdb::DB* const db = is_range ? session_.db().engine() : session_.db().db();
  rocksdb::ColumnFamilyHandle* const family = session_.db().family(r.slot);
  const std::string key = KeyOf(r.key);
  const uint32_t tag = TagOf(r.slot, r.generation);
  switch (r.kind) {
    case WriteKind::kPut:
      return db->Put(write, family, key, ValueOf(WordOfPut(r.id), tag, r.key));
    case WriteKind::kMerge:
      return db->Merge(write, family, key, OperandOf(StepOfMerge(r.id), tag, r.key));
    case WriteKind::kDelete:
      return db->Delete(write, family, key);
    case WriteKind::kSingleDelete:
      return db->SingleDelete(write, family, key);
    default:  // a range
      break;
  }
  const RangeEnds ends = EndsOf(r, session_.traits().reverse);
  return db->DeleteRange(write, family, ends.begin, ends.end);
}

void Worker::ApplyToLive(const Record& r) {
  if (IsAboutTransaction(r.kind) || (r.flags & Record::kPending) != 0) return;
  ApplyRecord(r, &session_.live()[r.slot].words);
}

Word Worker::WordAfterAll(uint32_t slot, uint32_t key, const std::vector<Record>& records) const {
  Word now = LiveOf(slot, key);
  for (const Record& r : records) {
    const uint32_t end = r.kind == WriteKind::kDeleteRange ? r.end : r.key + 1;
    if (r.slot == slot && key >= r.key && key < end) now = WordAfter(r, now);
  }
  return now;
}

void Worker::Commit(std::vector<Record> records) {
  bool synced = false;
  const WriteOptions write = ChooseWriteOptions(&synced);
  if (synced) {
    for (Record& r : records) r.flags |= Record::kSynced;
  }
  const bool direct = records.size() == 1 && !Chance(4);
  const auto write_batch = [&] {
    rocksdb::WriteBatch batch;
    Status s;
    for (const Record& r : records) {
      if (s.ok()) s = AddTo(&batch, session_.db().family(r.slot), r, session_.traits().reverse);
    }
    rocksdb::DB* const db = batch.HasDeleteRange() ? session_.db().engine() : session_.db().db();
    return s.ok() ? db->Write(write, &batch) : s;
  };
  Enter(
      &records, [&] { return direct ? Direct(write, records[0]) : write_batch(); }, LockTimedOut);
}

// One range deletion over keys of all threads. REQUIRES: gate held alone.
void Worker::WriteWide() {
  Record r;
  const uint32_t slot = ExistingSlot();
  r.kind = WriteKind::kDeleteRange;
  r.slot = static_cast<uint8_t>(slot);
  r.generation = session_.live()[slot].generation;
  r.key = static_cast<uint32_t>(random_.Below(session_.traits().keys));
  r.end = std::min(session_.traits().keys,
                   r.key + 1 + static_cast<uint32_t>(random_.Below(session_.traits().keys / 4)));
  bool synced = false;
  const WriteOptions write = ChooseWriteOptions(&synced);
  r.flags = static_cast<uint8_t>(Record::kWide | (synced ? Record::kSynced : 0));
  Trace& trace = session_.trace();
  const uint32_t threads = trace.header().threads;
  for (uint32_t t = 0; t < threads; ++t) {
    if (!trace.HasRoom(t, 1)) return;
  }
  std::vector<uint64_t> firsts;
  const uint64_t begin = trace.NextTicket();
  for (uint32_t t = 0; t < threads; ++t) firsts.push_back(trace.IssueAt(begin, t, {&r, 1}));
  const Status s = Direct(write, r);
  Expect(s, "wide range delete");
  if (!s.ok()) return;
  ApplyToLive(r);
  const uint64_t finish = trace.NextTicket();
  for (uint32_t t = 0; t < threads; ++t) trace.AcknowledgeAt(finish, t, firsts[t], 1);
  trace.Count(kTallyWrites);
}

}  // namespace stress
