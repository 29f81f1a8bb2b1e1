// Operations of the model check on updates outside the tree: an indexed batch before it is written,
// and the batches that the logs have. Rows of the table in test/model/operations.h.
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

std::vector<ArgSpec> ItemSpecs() {
  return {{Arg::kFamily},
          {Arg::kWord, {"put", "delete", "merge", "entity"}},
          {Arg::kKey},
          {Arg::kTag},
          {Arg::kSize}};
}

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

Status AddItem(const Args& item, Database* database, WriteBatchBase* batch) {
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
          ItemSpecs(),
          12,
          IndexedOnModel,
          IndexedOnDatabase};
}

// ---- the logs: the items are written as one batch, and a reader of the logs that goes on where it
// stopped finds them at the end

// An update as both sides put it.
std::string UpdateText(const char* what, uint32_t family, const std::string& key,
                       const std::string& value = "") {
  return std::string(what) + " " + std::to_string(family) + " " + key + "=" + value + " ";
}

void LogsOnModel(const Op& op, World* world, std::string* answer) {
  for (const Args& item : op.items) {
    World::Family& family = world->families[item[0]];
    if (!family.exists) continue;
    ApplyItem(item, &family.map);
    const std::string key = std::to_string(item[2]);
    if (item[1] == kItemDelete) {
      *answer += UpdateText("delete", item[0], key);
    } else if (item[1] == kItemMerge) {
      *answer += UpdateText("merge", item[0], key, ValueOf(item[3], 0));
    } else if (item[1] == kItemEntity) {
      *answer += UpdateText("entity", item[0], key);
    } else {
      *answer += UpdateText("put", item[0], key, ValueOf(item[3], item[4]));
    }
  }
  *answer += "ok";
}

// Counts the updates of a batch of the logs and puts them into words.
class BatchReader : public WriteBatch::Handler {
 public:
  explicit BatchReader(Database* database) : database_(database) {}

  Status PutCF(uint32_t id, const Slice& key, const Slice& value) override {
    return Note("put", id, key, value);
  }
  Status PutEntityCF(uint32_t id, const Slice& key, const Slice&) override {
    return Note("entity", id, key, Slice());
  }
  Status DeleteCF(uint32_t id, const Slice& key) override {
    return Note("delete", id, key, Slice());
  }
  Status MergeCF(uint32_t id, const Slice& key, const Slice& value) override {
    return Note("merge", id, key, value);
  }
  Status SingleDeleteCF(uint32_t id, const Slice& key) override {
    return Note("single_delete", id, key, Slice());
  }
  Status DeleteRangeCF(uint32_t id, const Slice& from, const Slice& to) override {
    return Note("delete_range", id, from, to);
  }

  uint32_t updates() const { return updates_; }
  const std::string& text() const { return text_; }

 private:
  Status Note(const char* what, uint32_t id, const Slice& key, const Slice& value) {
    updates_++;
    uint32_t family = 0;
    while (family < kFamilies &&
           (database_->handle(family) == nullptr || database_->handle(family)->GetID() != id)) {
      family++;
    }
    text_ += UpdateText(what, family, database_->KeyText(key), value.ToString());
    return Status::OK();
  }

  Database* const database_;
  uint32_t updates_ = 0;
  std::string text_;
};

// Follows the logs to their end. Batches that flushes have released may be gone at the beginning,
// never between two others.
class LogReader {
 public:
  explicit LogReader(Database* database) : database_(database) {}

  // `text` gets the updates of the last batch.
  Status Read(std::string* text) {
    DB* const db = database_->db();
    const SequenceNumber last = db->GetLatestSequenceNumber(), seen = database_->replicated();
    std::unique_ptr<TransactionLogIterator> iter;
    if (seen == last) {
      return db->GetUpdatesSince(seen + 1, &iter).IsNotFound()
                 ? Status::OK()
                 : Status::Corruption("beyond the end");
    }
    // A log may end under the reader; the next reader goes on in the next one.
    Status s = Status::TryAgain();
    for (int tries = 0; s.IsTryAgain() && tries < 10; tries++) {
      s = db->GetUpdatesSince(next_ == 0 ? seen + 1 : next_, &iter);
      for (; s.ok() && iter->Valid(); iter->Next()) s = Take(iter->GetBatch(), seen, text);
      if (s.ok()) s = iter->status();
      // A flush has released the next log while this one was read: it has gone from the beginning.
      if (s.IsPathNotFound() || s.IsNotFound()) {
        next_ = 0;
        s = Status::TryAgain();
      }
    }
    if (s.ok() && next_ != 0 && next_ != last + 1)
      return Status::Corruption(next_ > last ? "beyond what is published" : "before the tail");
    database_->replicated() = last;
    return s;
  }

 private:
  Status Take(const BatchResult& batch, SequenceNumber seen, std::string* text) {
    BatchReader reader(database_);
    const Status s = batch.writeBatchPtr->Iterate(&reader);
    if (!s.ok()) return s;
    if (reader.updates() != batch.writeBatchPtr->Count()) return Status::Corruption("wrong count");
    if (next_ != 0 && batch.sequence != next_) return Status::Corruption("not contiguous");
    next_ = batch.sequence + reader.updates();
    if (next_ <= seen + 1 && reader.updates() > 0) return Status::Corruption("an old batch");
    *text = reader.text();
    return s;
  }

  Database* const database_;
  SequenceNumber next_ = 0;  // 0: no batch was found yet
};

void LogsOnDatabase(const Op& op, Database* database, std::string* answer) {
  WriteBatch batch;
  Status s;
  for (size_t i = 0; s.ok() && i < op.items.size(); i++) s = AddItem(op.items[i], database, &batch);
  if (s.ok()) s = database->db()->Write(database->HowToWrite(), &batch);
  std::string text;
  if (s.ok()) s = LogReader(database).Read(&text);
  if (batch.Count() > 0) *answer += text;
  Say(s, answer);
}

Operation LogsRow() {
  return {"read_logs", 3, false, {}, ItemSpecs(), 6, LogsOnModel, LogsOnDatabase};
}

}  // namespace

std::vector<Operation> LogOperations() { return {IndexedRow(), LogsRow()}; }

}  // namespace model
