// Operations of the model check on updates outside the tree: an indexed batch before it is written,
// and the batches that the logs have. Rows of the table in test/model/operations.h.
#include <array>

#include "rocksdb/transaction_log.h"
#include "rocksdb/utilities/write_batch_with_index.h"
#include "test/model/answers.h"
#include "test/model/batch_items.h"
#include "test/model/operations.h"

namespace model {
namespace {

// ---- indexed batches: half of the items, a save point, the others, reads, perhaps a rollback and
// the same reads, perhaps the write

enum End { kDrop, kWrite, kRollBackAndWrite };

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
  WalkBothWays(family.map, op.args[1], op.args[2], answer);
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
  WalkBothWays(*database, it.get(), op.args[1], op.args[2], answer);
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

  // The marks of transactions. A section takes its sequence numbers when it is committed.
  Status MarkBeginPrepare(bool) override {
    in_section_ = true;
    return Status::OK();
  }
  Status MarkEndPrepare(const Slice&) override {
    in_section_ = false;
    return Status::OK();
  }
  Status MarkCommit(const Slice& name) override {
    taken_ += database_->prepared().SizeOf(name.ToString());
    return Status::OK();
  }
  Status MarkRollback(const Slice&) override { return Status::OK(); }
  Status MarkNoop(bool) override { return Status::OK(); }

  uint32_t updates() const { return updates_; }
  // Sequence numbers that the batch has.
  uint32_t taken() const { return taken_; }
  const std::string& text() const { return text_; }

 private:
  Status Note(const char* what, uint32_t id, const Slice& key, const Slice& value) {
    updates_++;
    if (!in_section_) taken_++;
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
  uint32_t taken_ = 0;
  bool in_section_ = false;
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
    const size_t most = 10 + database_->unlogged().size();
    for (size_t tries = 0; s.IsTryAgain() && tries < most && next_ != last + 1; tries++) {
      const SequenceNumber wanted = next_ == 0 ? seen + 1 : next_;
      s = db->GetUpdatesSince(wanted, &iter);
      if (s.ok() && iter->Valid() && iter->GetBatch().sequence > BehindGaps(wanted)) {
        // What came next has gone with its log since the last walk: this one begins behind it.
        s = CheckLogsBegin(iter->GetBatch().sequence);
        next_ = 0;
      }
      for (; s.ok() && iter->Valid(); iter->Next()) s = Take(iter->GetBatch(), seen, text);
      if (s.ok()) s = iter->status();
      // A gap, behind which it goes on; or a flush has released the next log while this one was
      // read, and it has gone from the beginning.
      if (s.IsPathNotFound() || s.IsNotFound()) {
        if (!SkipUnlogged()) next_ = 0;
        s = Status::TryAgain();
      }
    }
    SkipUnlogged();
    if (s.IsTryAgain() && next_ == last + 1) s = Status::OK();
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
    // Behind the commit of a section in an earlier log a walk passes gaps by itself.
    if (next_ != 0 && batch.sequence != next_) SkipUnlogged();
    if (next_ != 0 && batch.sequence != next_) return Status::Corruption("not contiguous");
    next_ = batch.sequence + reader.taken();
    if (next_ <= seen + 1 && reader.taken() > 0) return Status::Corruption("an old batch");
    *text = reader.text();
    return s;
  }

  // No log holds anything older than `first`: what a walk did not find is really gone.
  Status CheckLogsBegin(SequenceNumber first) {
    VectorLogPtr logs;
    Status s = database_->db()->GetSortedWalFiles(logs);
    for (size_t i = 0; s.ok() && i < logs.size(); i++) {
      // 0: nothing is in it yet.
      const SequenceNumber begin = logs[i]->StartSequence();
      if (begin != 0 && begin < first) s = Status::Corruption("a walk left records out");
    }
    return s;
  }

  // Ingested files have sequence numbers that no log has.
  SequenceNumber BehindGaps(SequenceNumber number) const {
    const auto& unlogged = database_->unlogged();
    for (auto gap = unlogged.find(number); gap != unlogged.end(); gap = unlogged.find(number))
      number = gap->second;
    return number;
  }

  // True if it was at one.
  bool SkipUnlogged() {
    const SequenceNumber before = next_;
    next_ = BehindGaps(next_);
    return next_ != before;
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
