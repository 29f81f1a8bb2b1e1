// Operations of the model check on updates that are not, or no longer, in the database's hands: an
// indexed batch before it is written, and the batches that the logs have. Rows of the table in
// test/model/operations.h.
#include <array>

#include "rocksdb/transaction_log.h"
#include "rocksdb/utilities/write_batch_with_index.h"
#include "test/model/answers.h"
#include "test/model/operations.h"

namespace model {
namespace {

// ---- indexed batches: half of the items, a save point, the others, reads, perhaps a rollback and
// the same reads, perhaps the write

enum Item { kItemPut, kItemDelete, kItemMerge, kItemEntity };
enum End { kDrop, kWrite, kRollBackAndWrite };

void ApplyItem(const Args& item, Map* map) {
  const uint32_t key = item[2], tag = item[3], size = item[4];
  if (item[1] == kItemDelete) {
    map->erase(key);
  } else if (item[1] == kItemMerge) {
    MergeInto(map, key, ValueOf(tag, 0));
  } else {
    (*map)[key] = ValueOf(tag, size);
  }
}

void ApplyItems(const Op& op, size_t end, World::Families* families) {
  for (size_t i = 0; i < end; i++) {
    World::Family& family = (*families)[op.items[i][0]];
    if (family.exists) ApplyItem(op.items[i], &family.map);
  }
}

// Lookups of the items' keys, then a walk forwards and one backwards from a key of one family.
void ReadOverlay(const Op& op, const World::Families& families, std::string* answer) {
  for (const Args& item : op.items) {
    if (families[item[0]].exists) AppendValue(families[item[0]].map, item[2], answer);
  }
  const World::Family& family = families[op.args[0]];
  if (!family.exists) return;
  auto it = family.map.lower_bound(op.args[1]);
  for (uint32_t n = 0; n <= op.args[2] && it != family.map.end(); n++, ++it) {
    AppendEntry(std::to_string(it->first), it->second, answer);
  }
  auto after = family.map.upper_bound(op.args[1]);
  for (uint32_t n = 0; n <= op.args[2] && after != family.map.begin(); n++) {
    --after;
    AppendEntry(std::to_string(after->first), after->second, answer);
  }
}

void IndexedOnModel(const Op& op, World* world, std::string* answer) {
  const uint32_t end = op.args[3];
  World::Families overlay = world->families;
  ApplyItems(op, op.items.size(), &overlay);
  ReadOverlay(op, overlay, answer);
  if (end == kRollBackAndWrite) {
    overlay = world->families;
    ApplyItems(op, op.items.size() / 2, &overlay);
    ReadOverlay(op, overlay, answer);
  }
  if (end != kDrop) world->families = std::move(overlay);
  *answer += "ok";
}

Status AddItem(const Args& item, Database* database, WriteBatchWithIndex* batch) {
  ColumnFamilyHandle* handle = database->handle(item[0]);
  if (handle == nullptr) return Status::OK();
  const std::string key = database->Key(item[2]);
  switch (item[1]) {
    case kItemDelete:
      return batch->Delete(handle, key);
    case kItemMerge:
      return batch->Merge(handle, key, ValueOf(item[3], 0));
    case kItemEntity:
      return batch->PutEntity(
          handle, key,
          {{kDefaultWideColumnName, ValueOf(item[3], item[4])}, {"column", "of an entity"}});
    default:
      return batch->Put(handle, key, ValueOf(item[3], item[4]));
  }
}

void ReadLayered(const Op& op, Database* database, WriteBatchWithIndex* batch,
                 std::string* answer) {
  ReadOptions read;
  read.total_order_seek = true;
  for (const Args& item : op.items) {
    ColumnFamilyHandle* handle = database->handle(item[0]);
    if (handle == nullptr) continue;
    PinnableSlice value;
    const Status s =
        batch->GetFromBatchAndDB(database->db(), read, handle, database->Key(item[2]), &value);
    AppendValue(s, value, answer);
  }
  ColumnFamilyHandle* handle = database->handle(op.args[0]);
  if (handle == nullptr) return;
  const std::unique_ptr<Iterator> it(
      batch->NewIteratorWithBase(handle, database->db()->NewIterator(read, handle), &read));
  const std::string start = database->Key(op.args[1]);
  it->Seek(start);
  for (uint32_t n = 0; n <= op.args[2] && it->Valid(); n++, it->Next()) {
    AppendEntry(database->KeyText(it->key()), it->value(), answer);
  }
  if (!it->status().ok()) *answer += it->status().ToString();
  it->SeekForPrev(start);
  for (uint32_t n = 0; n <= op.args[2] && it->Valid(); n++, it->Prev()) {
    AppendEntry(database->KeyText(it->key()), it->value(), answer);
  }
  if (!it->status().ok()) *answer += it->status().ToString();
}

void IndexedOnDatabase(const Op& op, Database* database, std::string* answer) {
  const WriteOptions write = database->HowToWrite();
  WriteBatchWithIndex batch(database->options().comparator, 0, op.args[4] == 1, 0,
                            write.protection_bytes_per_key);
  Status s;
  for (size_t i = 0; s.ok() && i < op.items.size(); i++) {
    if (i == op.items.size() / 2) batch.SetSavePoint();
    s = AddItem(op.items[i], database, &batch);
  }
  if (op.items.empty()) batch.SetSavePoint();
  if (!s.ok()) return Say(s, answer);
  ReadLayered(op, database, &batch, answer);
  if (op.args[3] == kRollBackAndWrite) {
    s = batch.RollbackToSavePoint();
    if (!s.ok()) return Say(s, answer);
    ReadLayered(op, database, &batch, answer);
  }
  if (op.args[3] != kDrop) s = database->db()->Write(write, batch.GetWriteBatch());
  Say(s, answer);
}

Operation IndexedRow() {
  return {"indexed",
          30,
          false,
          {{Arg::kFamily},
           {Arg::kKey},
           {Arg::kCount},
           {Arg::kWord, {"drop", "write", "roll_back"}},
           {Arg::kWord, {"keep", "overwrite"}}},
          {{Arg::kFamily},
           {Arg::kWord, {"put", "delete", "merge", "entity"}},
           {Arg::kKey},
           {Arg::kTag},
           {Arg::kSize}},
          12,
          IndexedOnModel,
          IndexedOnDatabase};
}

// ---- the logs: a reader that goes on where it stopped

struct CountUpdates : public WriteBatch::Handler {
  Status Note() {
    updates++;
    return Status::OK();
  }
  Status PutCF(uint32_t, const Slice&, const Slice&) override { return Note(); }
  Status PutEntityCF(uint32_t, const Slice&, const Slice&) override { return Note(); }
  Status DeleteCF(uint32_t, const Slice&) override { return Note(); }
  Status SingleDeleteCF(uint32_t, const Slice&) override { return Note(); }
  Status DeleteRangeCF(uint32_t, const Slice&, const Slice&) override { return Note(); }
  Status MergeCF(uint32_t, const Slice&, const Slice&) override { return Note(); }

  uint32_t updates = 0;
};

// Batches that flushes have released may be gone at the beginning, never between two others.
Status ReadLogs(DB* db, SequenceNumber* seen) {
  const SequenceNumber last = db->GetLatestSequenceNumber();
  std::unique_ptr<TransactionLogIterator> iter;
  Status s = db->GetUpdatesSince(*seen + 1, &iter);
  if (*seen == last) return s.IsNotFound() ? Status::OK() : Status::Corruption("beyond the end");
  if (!s.ok()) return s;
  SequenceNumber next = 0;
  for (; iter->Valid(); iter->Next()) {
    const BatchResult batch = iter->GetBatch();
    CountUpdates count;
    s = batch.writeBatchPtr->Iterate(&count);
    if (!s.ok()) return s;
    if (count.updates != batch.writeBatchPtr->Count()) return Status::Corruption("wrong count");
    if (next != 0 && batch.sequence != next) return Status::Corruption("not contiguous");
    next = batch.sequence + count.updates;
    if (next <= *seen + 1 && count.updates > 0) return Status::Corruption("an old batch");
  }
  s = iter->status();
  if (s.ok() && next != 0 && next != last + 1) return Status::Corruption("ends before the tail");
  if (next > last + 1) return Status::Corruption("beyond what is published");
  *seen = last;
  // Records that wait in the log's buffer.
  return s.IsTryAgain() ? Status::OK() : s;
}

void LogsOnModel(const Op&, World*, std::string* answer) { *answer += "ok"; }
void LogsOnDatabase(const Op&, Database* database, std::string* answer) {
  Say(ReadLogs(database->db(), &database->replicated()), answer);
}

}  // namespace

std::vector<Operation> LogOperations() {
  return {IndexedRow(), {"read_logs", 3, false, {}, {}, 0, LogsOnModel, LogsOnDatabase}};
}

}  // namespace model
