// Transactions: in one step, or prepared and ended later, perhaps by the verifier after a crash. A
// worker writes its own keys in them, and locks keys of others for a moment.
#include <algorithm>
#include <cstdio>

#include "tools/db_stress/activity.h"
#include "tools/db_stress/worker.h"

namespace stress {

using rocksdb::ReadOptions;
using rocksdb::Status;

namespace {

constexpr int64_t kLockTimeoutMs = 200;
constexpr int64_t kForeignTimeoutMs = 1;
constexpr size_t kMostPending = 4;

Status AddTo(rocksdb::Transaction* txn, rocksdb::ColumnFamilyHandle* family, const Record& r) {
  const std::string key = KeyOf(r.key);
  const uint32_t tag = TagOf(r.slot, r.generation);
  switch (r.kind) {
    case WriteKind::kPut:
      return txn->Put(family, key, ValueOf(WordOfPut(r.id), tag, r.key));
    case WriteKind::kMerge:
      return txn->Merge(family, key, OperandOf(StepOfMerge(r.id), tag, r.key));
    case WriteKind::kDelete:
      return txn->Delete(family, key);
    case WriteKind::kSingleDelete:
      return txn->SingleDelete(family, key);
    default:
      return Status::InvalidArgument("no update of a transaction");
  }
}

}  // namespace

std::string PreparedName(uint32_t thread, uint64_t id) {
  return "t" + std::to_string(thread) + "-" + std::to_string(id);
}

bool ParsePreparedName(const std::string& name, uint32_t* thread, uint64_t* id) {
  unsigned long long number = 0;
  if (std::sscanf(name.c_str(), "t%u-%llu", thread, &number) != 2) return false;
  *id = number;
  return *thread < kMaxThreads && name == PreparedName(*thread, *id);
}

struct Worker::OpenTransaction {
  std::unique_ptr<rocksdb::Transaction> txn;
  rocksdb::WriteOptions write;
  bool synced = false;
  // It protects keys of other threads, so it may meet a conflict.
  bool foreign = false;
  std::vector<Record> records;
  // The number of records at each save point.
  std::vector<size_t> save_points;
};

bool Worker::IsHeld(uint32_t slot, uint32_t key) const {
  for (const Pending& pending : pending_) {
    if (pending.opening != session_.db().openings()) continue;
    for (const Record& r : pending.updates) {
      if (r.slot == slot && r.key == key) return true;
    }
  }
  return false;
}

void Worker::CountPending(const Pending& pending, int by) {
  for (const Record& r : pending.updates) session_.pending(r.slot).fetch_add(by);
}

void Worker::Transact() {
  if (session_.run().form == Form::kPlain) return WriteSome();
  const RunTraits& run = session_.run();
  const bool two_phase =
      run.form == Form::kPessimistic && run.wal != WalMode::kNone && !run.recycles;
  if (!two_phase || Chance(2)) return TransactAtOnce();
  if (pending_.size() < kMostPending && Chance(2)) return PrepareSome();
  if (!pending_.empty()) EndPrepared();
}

Worker::OpenTransaction Worker::BeginTransaction() {
  OpenTransaction open;
  open.write = ChooseWriteOptions(&open.synced);
  rocksdb::TransactionOptions options;
  options.deadlock_detect = Chance(2);
  options.lock_timeout = kLockTimeoutMs;
  options.set_snapshot = Chance(3);
  open.txn = session_.db().Begin(open.write, options);
  return open;
}

bool Worker::TransactionStep(OpenTransaction* open, bool two_phase) {
  const uint64_t dice = random_.Below(100);
  if (dice < 10) {
    open->txn->SetSavePoint();
    open->save_points.push_back(open->records.size());
    return true;
  }
  if (dice < 16) {
    const Status s = open->txn->RollbackToSavePoint();
    if (s.ok() == open->save_points.empty()) Expect(Status::Corruption(s.ToString()), "save point");
    if (open->save_points.empty()) return true;
    open->records.resize(open->save_points.back());
    open->save_points.pop_back();
    return true;
  }
  // A prepared transaction may live for long: it must not keep locks of others.
  if (dice < 22 && !two_phase) return LockForeign(open);
  return WriteInTransaction(open, two_phase);
}

bool Worker::WriteInTransaction(OpenTransaction* open, bool two_phase) {
  const uint32_t slot = ExistingSlot(), key = KeyIn(OwnBlock());
  // What happens before a prepared transaction ends may break the contract of SingleDelete.
  if (IsHeld(slot, key) || (two_phase && IsSingle(key))) return true;
  if (Chance(4)) return ReadInTransaction(open, slot, key);
  const Record r = ChooseWrite(slot, key, WordAfterAll(slot, key, open->records));
  const Status s = AddTo(open->txn.get(), session_.db().family(slot), r);
  // Another thread may hold the lock for a moment.
  if (s.IsTimedOut() || s.IsDeadlock()) return false;
  Expect(s, "update in a transaction");
  open->records.push_back(r);
  return s.ok();
}

// It must show its own updates.
bool Worker::ReadInTransaction(OpenTransaction* open, uint32_t slot, uint32_t key) {
  std::string value;
  rocksdb::ColumnFamilyHandle* const family = session_.db().family(slot);
  const Status s = Chance(2) ? open->txn->Get(ReadOptions(), family, KeyOf(key), &value)
                             : open->txn->GetForUpdate(ReadOptions(), family, KeyOf(key), &value);
  if (s.IsTimedOut() || s.IsDeadlock()) return false;
  CheckWord("get in a transaction", slot, key, WordAfterAll(slot, key, open->records), s, value);
  return !session_.over();
}

// Any key of any thread, which may change or be locked meanwhile.
bool Worker::LockForeign(OpenTransaction* open) {
  const uint32_t slot = ExistingSlot();
  const auto key = static_cast<uint32_t>(random_.Below(session_.traits().keys));
  std::string value;
  open->foreign = true;
  open->txn->SetLockTimeout(kForeignTimeoutMs);
  const Status s = open->txn->GetForUpdate(ReadOptions(), session_.db().family(slot), KeyOf(key),
                                           &value, Chance(2));
  open->txn->SetLockTimeout(kLockTimeoutMs);
  if (s.IsTimedOut() || s.IsBusy()) return false;
  std::string why;
  if (s.ok()) {
    ReadValue(value, TagOf(slot, session_.live()[slot].generation), key, &why);
  } else if (!s.IsNotFound()) {
    why = s.ToString();
  }
  if (!why.empty()) session_.Fault("key " + std::to_string(key) + " read for update: " + why);
  return why.empty();
}

void Worker::TransactAtOnce() {
  OpenTransaction open = BeginTransaction();
  session_.trace().Count(kTallyTransactions);
  for (uint64_t left = 1 + random_.Below(8); left > 0; --left) {
    if (!TransactionStep(&open, false)) return;
  }
  const uint64_t dice = random_.Below(100);
  if (dice < 80) return CommitAtOnce(&open);
  // Nothing of it may ever be seen, so the trace does not get its records.
  if (dice < 92) Expect(open.txn->Rollback(), "rollback");
  session_.trace().Count(kTallyRolledBack);
}

void Worker::CommitAtOnce(OpenTransaction* open) {
  if (open->records.empty()) return Expect(open->txn->Rollback(), "rollback of nothing");
  if (open->synced) {
    for (Record& r : open->records) r.flags |= Record::kSynced;
  }
  // Optimistic ones meet conflicts at their ends, and check against memtables only.
  const bool may_conflict = open->foreign && session_.run().form == Form::kOptimistic;
  Enter(
      &open->records, [&] { return open->txn->Commit(); },
      [&](const Status& s) { return (s.IsBusy() && may_conflict) || s.IsTryAgain(); });
}

void Worker::PrepareSome() {
  OpenTransaction open = BeginTransaction();
  for (uint64_t left = 1 + random_.Below(8); left > 0; --left) {
    if (!TransactionStep(&open, true)) return;
  }
  Record mark;
  mark.kind = WriteKind::kPrepare;
  mark.id = FreshId();
  const Pending pending{mark.id, session_.db().openings(), open.records};
  std::vector<Record> records = {mark};
  for (Record r : open.records) {
    r.flags |= Record::kPending;
    records.push_back(r);
  }
  if (open.synced) {
    for (Record& r : records) r.flags |= Record::kSynced;
  }
  Status s = open.txn->SetName(PreparedName(id_, mark.id));
  Expect(s, "name of a transaction");
  const ActivityScope scope(Activity::kPrepare);
  const auto prepare = [&] { return open.txn->Prepare(); };
  if (!s.ok() || !Enter(&records, prepare, [](const Status&) { return false; })) return;
  // The database has it until somebody ends it, and can only be closed without snapshots.
  open.txn->ClearSnapshot();
  (void)open.txn.release();
  CountPending(pending, 1);
  pending_.push_back(pending);
  session_.trace().Count(kTallyPrepared);
}

void Worker::EndPrepared() {
  const auto which = pending_.begin() + static_cast<std::ptrdiff_t>(random_.Below(pending_.size()));
  const Pending pending = *which;
  rocksdb::Transaction* const txn = session_.db().FindPrepared(PreparedName(id_, pending.id));
  if (txn == nullptr) {
    return session_.Fault("a prepared transaction is gone: " + PreparedName(id_, pending.id));
  }
  bool synced = false;
  txn->SetWriteOptions(ChooseWriteOptions(&synced));
  const bool commits = !Chance(3);
  Record mark;
  mark.kind = commits ? WriteKind::kCommit : WriteKind::kRollback;
  mark.id = pending.id;
  std::vector<Record> records = {mark};
  if (commits) records.insert(records.end(), pending.updates.begin(), pending.updates.end());
  if (synced) {
    for (Record& r : records) r.flags |= Record::kSynced;
  }
  const ActivityScope scope(commits ? Activity::kCommit : Activity::kRollback);
  const auto end = [&] { return commits ? txn->Commit() : txn->Rollback(); };
  if (!Enter(&records, end, [](const Status&) { return false; })) return;
  delete txn;
  CountPending(pending, -1);
  pending_.erase(which);
  session_.trace().Count(commits ? kTallyTransactions : kTallyRolledBack);
}

}  // namespace stress
