// Operations of the model check that are transactions: pessimistic, optimistic, and in two phases.
// What else happens meanwhile is part of the operation. Rows of the table in
// test/model/operations.h.
#include <algorithm>

#include "rocksdb/utilities/transaction.h"
#include "test/model/answers.h"
#include "test/model/batch_items.h"
#include "test/model/operations.h"

namespace model {
namespace {

constexpr char kNoTransactions[] = "no transactions";

// Items of a transaction beyond those of a batch.
enum TransactionWord : uint32_t {
  kUntrackedPut = kItemWords,
  kLock,
  kRead,
  kSavePoint,
  kRollBackToSavePoint,
  kOutsidePut,  // by somebody else, before the transaction ends
};
std::vector<ArgSpec> TransactionItems() {
  return ItemSpecs(
      {"put_untracked", "lock", "read", "save_point", "roll_back_to_save_point", "put_outside"});
}
enum TransactionEnd { kCommit, kRollBack, kAbandon };

// A conflict has more texts than meanings.
void SayOutcome(const Status& s, std::string* answer) {
  if (s.IsBusy()) {
    *answer += "conflict";
  } else if (s.IsTimedOut()) {
    *answer += "locked";
  } else {
    Say(s, answer);
  }
  *answer += ' ';
}

// ---- the model's side: what is pending is replayed over the maps whenever somebody looks

class ModelTransaction {
 public:
  ModelTransaction(World* world, bool has_snapshot) : world_(world), has_snapshot_(has_snapshot) {}

  void Do(const Args& item, std::string* answer) {
    if (!world_->families[item[0]].exists) return;
    switch (item[1]) {
      case kRead:
        return SayValue(item, answer);
      case kSavePoint:
        save_points_.push_back({pending_.size(), tracked_.size()});
        return;
      case kRollBackToSavePoint:
        return RollBack(answer);
      case kOutsidePut:
        return PutOutside(item, answer);
      default:
        return Change(item, answer);
    }
  }
  // The family with what is pending.
  Map Overlay(uint32_t family) const {
    Map map = world_->families[family].map;
    for (const Args& item : pending_) {
      if (item[0] == family) ApplyItem(item, &map);
    }
    return map;
  }
  bool HasConflict() const {
    for (const Tracked& one : tracked_) {
      if (one.changed) return world_->form == kOptimistic;
    }
    return false;
  }
  void Commit() {
    for (const Args& item : pending_) ApplyItem(item, &world_->families[item[0]].map);
  }

 private:
  using Key = std::pair<uint32_t, uint32_t>;
  struct Tracked {
    Key key;
    bool changed;  // by somebody else, since then or since the snapshot
  };
  struct SavePoint {
    size_t pending, tracked;
  };

  static Key KeyOf(const Args& item) { return {item[0], item[2]}; }
  bool IsTracked(const Key& key) const {
    for (const Tracked& one : tracked_) {
      if (one.key == key) return true;
    }
    return false;
  }
  bool IsLockedByPrepared(const Key& key) const {
    if (world_->form != kLocking) return false;
    for (const auto& prepared : world_->prepared) {
      if (!prepared || !prepared->holds_locks) continue;
      for (const Args& item : prepared->items) {
        if (KeyOf(item) == key) return true;
      }
    }
    return false;
  }

  void SayValue(const Args& item, std::string* answer) const {
    AppendValue(Overlay(item[0]), item[2], answer);
  }
  void RollBack(std::string* answer) {
    if (save_points_.empty()) {
      *answer += "no save point ";
      return;
    }
    pending_.resize(save_points_.back().pending);
    tracked_.resize(save_points_.back().tracked);
    save_points_.pop_back();
    *answer += "ok ";
  }
  void PutOutside(const Args& item, std::string* answer) {
    const Key key = KeyOf(item);
    if (world_->form == kLocking && (IsTracked(key) || IsLockedByPrepared(key))) {
      *answer += "locked ";
      return;
    }
    world_->families[item[0]].map[item[2]] = ValueOf(item[3], item[4]);
    changed_outside_.push_back(key);
    for (Tracked& one : tracked_) one.changed = one.changed || one.key == key;
    *answer += "ok ";
  }
  void Change(const Args& item, std::string* answer) {
    const Key key = KeyOf(item);
    const bool untracked = item[1] == kUntrackedPut;
    if (IsLockedByPrepared(key)) {
      *answer += "locked ";
      return;
    }
    const bool late =
        has_snapshot_ && !untracked &&
        std::find(changed_outside_.begin(), changed_outside_.end(), key) != changed_outside_.end();
    if (late && world_->form == kLocking) {
      *answer += "conflict ";
      return;
    }
    if (!untracked || world_->form == kLocking) tracked_.push_back({key, late});
    if (item[1] == kLock) return SayValue(item, answer);
    pending_.push_back(item);
    if (untracked) pending_.back()[1] = kItemPut;
    *answer += "ok ";
  }

  World* const world_;
  const bool has_snapshot_;
  std::vector<Args> pending_;
  std::vector<Tracked> tracked_;
  std::vector<SavePoint> save_points_;
  std::vector<Key> changed_outside_;
};

void TransactionOnModel(const Op& op, World* world, std::string* answer) {
  if (world->form == kPlain) {
    *answer += kNoTransactions;
    return;
  }
  ModelTransaction txn(world, op.args[4] == 1);
  for (const Args& item : op.items) txn.Do(item, answer);
  if (world->families[op.args[0]].exists) {
    WalkBothWays(txn.Overlay(op.args[0]), op.args[1], op.args[2], answer);
  }
  if (op.args[3] != kCommit) return;
  if (txn.HasConflict()) {
    *answer += "conflict ";
    return;
  }
  txn.Commit();
  *answer += "ok ";
}

// ---- the database's side

Status PutOutside(const Args& item, Database* database) {
  return database->top()->Put(database->HowToWrite(), database->handle(item[0]),
                              database->Key(item[2]), ValueOf(item[3], item[4]));
}

void ReadAndSay(const Args& item, Database* database, Transaction* txn, std::string* answer) {
  ReadOptions read;
  ColumnFamilyHandle* handle = database->handle(item[0]);
  const std::string key = database->Key(item[2]);
  std::string value;
  const Status s = item[1] == kLock ? txn->GetForUpdate(read, handle, key, &value)
                                    : txn->Get(read, handle, key, &value);
  if (s.ok() || s.IsNotFound()) {
    AppendValue(s, value, answer);
  } else {
    SayOutcome(s, answer);
  }
}

void DoOnDatabase(const Args& item, Database* database, Transaction* txn, std::string* answer) {
  ColumnFamilyHandle* handle = database->handle(item[0]);
  if (handle == nullptr) return;
  Status s;
  switch (item[1]) {
    case kLock:
    case kRead:
      return ReadAndSay(item, database, txn, answer);
    case kSavePoint:
      txn->SetSavePoint();
      return;
    case kRollBackToSavePoint:
      s = txn->RollbackToSavePoint();
      *answer += s.IsNotFound() ? "no save point " : "";
      if (s.IsNotFound()) return;
      break;
    case kOutsidePut:
      s = PutOutside(item, database);
      break;
    case kUntrackedPut:
      s = txn->PutUntracked(handle, database->Key(item[2]), ValueOf(item[3], item[4]));
      break;
    default:
      s = AddItem(item, database, txn);
  }
  SayOutcome(s, answer);
}

void TransactionOnDatabase(const Op& op, Database* database, std::string* answer) {
  const std::unique_ptr<Transaction> txn = database->Begin(op.args[4] == 1);
  if (txn == nullptr) {
    *answer += kNoTransactions;
    return;
  }
  for (const Args& item : op.items) DoOnDatabase(item, database, txn.get(), answer);
  ColumnFamilyHandle* handle = database->handle(op.args[0]);
  if (handle != nullptr) {
    ReadOptions read;
    read.total_order_seek = true;
    const std::unique_ptr<Iterator> it(txn->GetIterator(read, handle));
    WalkBothWays(*database, it.get(), op.args[1], op.args[2], answer);
  }
  if (op.args[3] == kCommit) {
    SayOutcome(txn->Commit(), answer);
  } else if (op.args[3] == kRollBack) {
    const Status s = txn->Rollback();
    if (!s.ok()) Say(s, answer);
  }
}

Operation TransactionRow() {
  return {"transaction",
          40,
          false,
          {{Arg::kFamily},
           {Arg::kKey},
           {Arg::kCount},
           {Arg::kWord, {"commit", "roll_back", "abandon"}},
           {Arg::kWord, {"now", "snapshot"}}},
          TransactionItems(),
          14,
          TransactionOnModel,
          TransactionOnDatabase};
}

// ---- two phases, with anything in between. Only the default family, which nobody drops.

bool IsLockedByOther(const World& world, uint32_t key) {
  for (const auto& prepared : world.prepared) {
    if (!prepared || !prepared->holds_locks) continue;
    for (const Args& item : prepared->items) {
      if (item[2] == key) return true;
    }
  }
  return false;
}

void PrepareOnModel(const Op& op, World* world, std::string* answer) {
  auto& slot = world->prepared[op.args[0]];
  if (world->form != kLocking || slot) {
    *answer += slot ? "is there" : kNoTransactions;
    return;
  }
  World::Prepared prepared;
  for (const Args& item : op.items) {
    if (item[0] != 0) continue;
    const bool locked = IsLockedByOther(*world, item[2]);
    if (!locked) prepared.items.push_back(item);
    *answer += locked ? "locked " : "ok ";
  }
  slot = std::move(prepared);
  *answer += "ok ";
}

void PrepareOnDatabase(const Op& op, Database* database, std::string* answer) {
  const bool is_there = !database->prepared().At(op.args[0]).empty();
  if (database->form() != kLocking || is_there) {
    *answer += is_there ? "is there" : kNoTransactions;
    return;
  }
  std::unique_ptr<Transaction> txn = database->Begin(false);
  for (const Args& item : op.items) {
    if (item[0] == 0) SayOutcome(AddItem(item, database, txn.get()), answer);
  }
  const std::string name = database->prepared().NextName();
  Status s = txn->SetName(name);
  if (s.ok()) s = txn->Prepare();
  if (s.ok()) {
    database->prepared().Add(op.args[0], name, txn->GetWriteBatch()->GetWriteBatch()->Count());
    // The database has it, and deletes it where nobody commits it.
    (void)txn.release();
  }
  SayOutcome(s, answer);
}

enum FinishWord { kFinishCommit, kFinishRollBack, kFinishCommitWithMore };

void FinishOnModel(const Op& op, World* world, std::string* answer) {
  auto& slot = world->prepared[op.args[0]];
  if (world->form != kLocking || !slot) {
    *answer += slot ? kNoTransactions : "is not there";
    return;
  }
  Map* map = &world->families[0].map;
  if (op.args[1] == kFinishCommitWithMore) (*map)[op.args[2]] = ValueOf(op.args[3], 10);
  if (op.args[1] != kFinishRollBack) {
    for (const Args& item : slot->items) ApplyItem(item, map);
  }
  slot.reset();
  *answer += "ok";
}

void FinishOnDatabase(const Op& op, Database* database, std::string* answer) {
  const std::string name = database->prepared().At(op.args[0]);
  if (database->form() != kLocking || name.empty()) {
    *answer += name.empty() ? "is not there" : kNoTransactions;
    return;
  }
  const std::unique_ptr<Transaction> txn(database->FindPrepared(name));
  if (txn == nullptr) {
    *answer += "a prepared transaction is gone: " + name;
    return;
  }
  Status s;
  if (op.args[1] == kFinishCommitWithMore) {
    s = txn->GetCommitTimeWriteBatch()->Put(database->Key(op.args[2]), ValueOf(op.args[3], 10));
  }
  if (s.ok()) s = op.args[1] == kFinishRollBack ? txn->Rollback() : txn->Commit();
  if (s.ok()) database->prepared().Remove(op.args[0]);
  Say(s, answer);
}

}  // namespace

std::vector<Operation> TransactionOperations() {
  return {
      TransactionRow(),
      {"prepare", 4, false, {{Arg::kSlot}}, ItemSpecs(), 8, PrepareOnModel, PrepareOnDatabase},
      {"finish",
       4,
       false,
       {{Arg::kSlot},
        {Arg::kWord, {"commit", "roll_back", "commit_with_more"}},
        {Arg::kKey},
        {Arg::kTag}},
       {},
       0,
       FinishOnModel,
       FinishOnDatabase},
  };
}

}  // namespace model
