// Flushes, compactions, options, the WAL; and operations that need the database alone: families,
// reopening, wide writes, whole comparisons.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <shared_mutex>

#include "tools/db_stress/activity.h"
#include "tools/db_stress/worker.h"

namespace stress {

using rocksdb::Slice;
using rocksdb::Status;

void Worker::Admin() {
  const std::shared_lock<FairGate> lock(session_.gate());
  const uint64_t dice = random_.Below(100);
  if (session_.run().wal == WalMode::kManual && dice < 60) return FlushLog();
  if (dice < 35) return FlushSome();
  if (dice < 55) return CompactSome();
  if (dice < 75) return ChangeOptions();
  if (dice < 85) return FlushLog();
  AskProperties();
}

void Worker::FlushSome() {
  const uint32_t slot = ExistingSlot();
  const uint64_t ticket = session_.trace().NextTicket();
  // This flush writes all writes that finished before the ticket, which was taken first.
  const Status s = session_.db().db()->Flush(rocksdb::FlushOptions(), session_.db().family(slot));
  Expect(s, "flush");
  if (s.ok()) session_.trace().PromiseSlot(slot, ticket);
}

void Worker::CompactSome() {
  const uint32_t slot = ExistingSlot(), keys = session_.traits().keys;
  Record range;
  range.key = static_cast<uint32_t>(random_.Below(keys));
  range.end = range.key + 1 + static_cast<uint32_t>(random_.Below(keys - range.key));
  const RangeEnds ends = EndsOf(range, session_.traits().reverse);
  const Slice begin(ends.begin), end(ends.end);
  rocksdb::CompactRangeOptions options;
  options.exclusive_manual_compaction = Chance(4);
  options.max_subcompactions = static_cast<uint32_t>(random_.Below(4));
  if (Chance(3)) options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
  const bool all = Chance(3);
  Expect(session_.db().db()->CompactRange(options, session_.db().family(slot),
                                          all ? nullptr : &begin, all ? nullptr : &end),
         "compact range");
}

void Worker::ChangeOptions() {
  const ActivityScope scope(Activity::kOptions);
  const uint32_t slot = ExistingSlot();
  const auto change = DrawOptionChange(&random_);
  rocksdb::DB* const db = session_.db().db();
  Expect(db->SetOptions(session_.db().family(slot), change), "set options");
  if (Chance(3)) {
    const std::string jobs = std::to_string(2 + random_.Below(6));
    Expect(db->SetDBOptions({{"max_background_jobs", jobs}}), "set db options");
  }
  session_.trace().Count(kTallyOptionChanges);
}

void Worker::FlushLog() {
  if (session_.run().wal == WalMode::kNone) return;
  const uint64_t ticket = session_.trace().NextTicket();
  rocksdb::DB* const db = session_.db().db();
  const bool flushed = session_.run().wal == WalMode::kManual || Chance(2);
  const Status s = flushed ? db->FlushWAL(Chance(2)) : db->SyncWAL();
  Expect(s, "flush of the log");
  if (s.ok()) session_.trace().Promise(ticket);
}

void Worker::AskProperties() {
  rocksdb::DB* const db = session_.db().db();
  rocksdb::ColumnFamilyHandle* const family = session_.db().family(ExistingSlot());
  std::string text;
  for (const char* name : {"rocksdb.bucket-stats", "rocksdb.stats", "rocksdb.levelstats"}) {
    if (!db->GetProperty(family, name, &text)) session_.Fault(std::string("no property ") + name);
  }
  std::vector<rocksdb::LiveFileMetaData> files;
  db->GetLiveFilesMetaData(&files);
}

void Worker::Alone() {
  const std::lock_guard<FairGate> lock(session_.gate());
  if (session_.over()) return;
  const uint64_t dice = random_.Below(100);
  const uint64_t families = session_.run().many_families ? 70 : 25;
  if (dice < families) return ChangeFamily();
  if (dice < 85) return WriteWide();
  session_.ReleaseAllSnapshots();
  if (dice < 95) {
    const uint64_t ticket = session_.trace().NextTicket();
    const Status s = session_.Reopen(random_.Next());
    Expect(s, "reopen");
    if (!s.ok()) return;
    session_.trace().Count(kTallyReopens);
    session_.CompareAll("after reopening");
    // What an opening has found, a crash leaves.
    session_.trace().Promise(ticket);
    for (uint32_t slot = 0; slot < kMaxSlots; ++slot) session_.trace().PromiseSlot(slot, ticket);
    return;
  }
  session_.CompareAll("with all threads at rest");
}

// Drops the family of a slot, or creates the next generation in an empty one.
void Worker::ChangeFamily() {
  const uint32_t slots = session_.db().slots();
  if (slots < 2) return WriteWide();
  const uint32_t slot = 1 + static_cast<uint32_t>(random_.Below(slots - 1));
  if (session_.pending(slot).load() > 0) return WriteWide();
  SlotState& live = session_.live()[slot];
  TraceHeader& header = session_.trace().header();
  Status s;
  if (live.exists()) {
    // The phase is set first and last: a crash in between allows both answers.
    header.phase[slot] = SlotPhase::kDropping;
    s = session_.db().DropFamily(slot);
    if (s.ok()) live.generation = 0;
  } else {
    // Never an old number: a dropped family that a crash brings back must not pass for its
    // successor.
    const uint32_t next = header.pending[slot].load() + 1;
    header.pending[slot] = next;
    header.phase[slot] = SlotPhase::kCreating;
    s = session_.db().CreateFamily(slot, next);
    if (s.ok()) live.generation = next;
  }
  Expect(s, "change of a family");
  if (!s.ok()) return;
  live.words.assign(session_.traits().keys, kAbsent);
  header.generation[slot] = live.generation;
  header.phase[slot] = SlotPhase::kStable;
  session_.trace().Count(kTallyFamilies);
}

}  // namespace stress
