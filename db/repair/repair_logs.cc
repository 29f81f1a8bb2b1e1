// Logs to tables: see repair_logs.h.
//
//   log -> batch -> update -> Pending of its family: taken already?  yes: left out
//                     |                                             no: memtable -> table when full
//                     '- within a prepared section: kept until its commit, or for ever
#include "db/repair/repair_logs.h"

#include "db/log/log_reader.h"
#include "db/repair/repair_taken.h"
#include "env/filename.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// A memtable is written out beyond this, whatever the options say.
constexpr size_t kMostInMemory = size_t{64} << 20;

class DamageReporter : public log::Reader::Reporter {
 public:
  DamageReporter(Logger* logger, uint64_t number) : logger_(logger), number_(number) {}
  void Corruption(size_t bytes, const Status& status) override {
    damaged = true;
    if (logger_ == nullptr) return;
    LogWarn(logger_, "Repair: log #%lu: %zu bytes are lost: %s", number_, bytes,
            status.ToString().c_str());
  }
  bool damaged = false;

 private:
  Logger* const logger_;
  const uint64_t number_;
};

}  // namespace

// Log records of one family on their way into a table.
class RepairLogs::Pending {
 public:
  Pending(RepairContext* context, RepairFamily* family, const RepairTaken::Evidence& evidence)
      : context_(*context), family_(*family), taken_(context, family, evidence) {
    Renew();
  }

  RepairTaken& taken() { return taken_; }

  // A (key, number) pair that is there already is none to add.
  void Add(SequenceNumber seq, const BatchReader& record) {
    Status s = memtable_->Add(seq, record.type, record.key, record.value, false, nullptr);
    if (!s.ok() && !s.IsTryAgain()) {
      LogWarn(context_.logger, "Repair: a log record is lost: %s", s.ToString().c_str());
    }
  }

  bool Full() const {
    return memtable_->data_size() >
           std::min(kMostInMemory, size_t{family_.config->options.write_buffer_size});
  }

  Status Flush() {
    if (memtable_->num_entries() == 0) return Status::OK();
    memtable_->MarkImmutable();
    TableOutputs::Settings settings = context_.OutputsOf(family_);
    const auto tombstones = memtable_->RangeTombstones();
    if (tombstones != nullptr) settings.tombstones = tombstones->Cut(nullptr, nullptr);
    TableOutputs outputs(std::move(settings));
    const std::unique_ptr<InternalIterator> it(memtable_->NewIterator());
    Status s;
    for (it->SeekToFirst(); s.ok() && it->Valid(); it->Next()) {
      s = outputs.Add(it->key(), it->value());
    }
    // One table at a time, in order of the logs: later ones hold newer records.
    if (s.ok()) s = outputs.Finish();
    if (!s.ok()) return s;
    for (const auto& file : outputs.files()) {
      family_.tables.push_back(SavedTable{file, 0, true, 0});
      LogInfo(context_.logger, "Repair: [%s] %lu log records go to table #%lu",
              family_.name.c_str(), file->num_entries, file->number);
    }
    Renew();
    return s;
  }

 private:
  void Renew() {
    MemTableOptions options;
    // Full() decides when it is written; no write buffer manager counts it.
    options.write_buffer_size = kMostInMemory;
    memtable_ = std::make_unique<MemTable>(family_.order(), options, nullptr, 0);
  }

  RepairContext& context_;
  RepairFamily& family_;
  RepairTaken taken_;
  std::unique_ptr<MemTable> memtable_;
};

// Here, where Pending is complete.
RepairLogs::RepairLogs(RepairContext* context, const RepairMemory* memory, bool memory_fits)
    : context_(*context), memory_(*memory), memory_fits_(memory_fits) {}
RepairLogs::~RepairLogs() = default;

// The family a log names by id only; nullptr when nothing says what it is called.
RepairLogs::Pending* RepairLogs::PendingOf(uint32_t id) {
  const auto found = pending_.find(id);
  if (found != pending_.end()) return found->second.get();
  RepairFamily* family = nullptr;
  const auto remembered = memory_.families.find(id);
  std::string name = id == 0 ? kDefaultColumnFamilyName : "";
  if (remembered != memory_.families.end()) name = remembered->second.name;
  const bool known = !name.empty() || context_.families.count(id) != 0;
  Status s = known ? context_.FindFamily(id, name, &family)
                   : Status::NotFound("nothing says what its name is");
  if (!s.ok()) {
    LogWarn(context_.logger, "Repair: log records of column family %u are lost: %s", id,
            s.ToString().c_str());
    // Remembered as null: the loss is told once, not for every record.
    return pending_.emplace(id, nullptr).first->second.get();
  }
  RepairTaken::Evidence evidence;
  evidence.logs_are_damaged = damaged_;
  if (remembered != memory_.families.end()) {
    evidence.flushed_before = remembered->second.log_number;
    evidence.manifest_fits = memory_fits_;
  }
  return pending_.emplace(id, std::make_unique<Pending>(&context_, family, evidence))
      .first->second.get();
}

Status RepairLogs::TakeUpdate(uint64_t log, SequenceNumber seq, const BatchReader& record) {
  Pending* pending = PendingOf(record.cf);
  if (pending == nullptr) return Status::OK();
  context_.last_sequence = std::max(context_.last_sequence, seq);
  if (!pending->taken().IsToBeTaken(log, seq, record)) {
    left_out_++;
    return Status::OK();
  }
  pending->Add(seq, record);
  return pending->Full() ? pending->Flush() : Status::OK();
}

// Updates of a transaction take effect, and their numbers, where it is committed.
Status RepairLogs::TakeBatch(uint64_t log, const Slice& batch) {
  BatchReader reader(batch);
  SequenceNumber seq = reader.sequence();
  Status s;
  while (s.ok() && reader.Next()) {
    const char* record = batch.data() + reader.offset();
    const size_t bytes = reader.end_offset() - reader.offset();
    // Kept as bytes until the commit, wherever in the logs that is.
    if (reader.is_update && in_section_) {
      open_section_.append(record, bytes);
    } else if (reader.is_update) {
      s = TakeUpdate(log, seq++, reader);
    } else if (reader.type == kTypeBeginPrepareXID) {
      in_section_ = true;
      open_section_.assign(kBatchHeaderBytes, '\0');
    } else if (reader.type == kTypeEndPrepareXID) {
      in_section_ = false;
      prepared_[reader.key.ToString()] = std::move(open_section_);
    } else if (reader.type == kTypeRollbackXID) {
      prepared_.erase(reader.key.ToString());
    } else if (reader.type == kTypeCommitXID) {
      // Never prepared in the logs that are left: nothing is known of it.
      const std::string updates = prepared_[reader.key.ToString()];
      if (updates.empty()) continue;
      BatchReader committed(updates);
      while (s.ok() && committed.Next()) s = TakeUpdate(log, seq++, committed);
    }
  }
  in_section_ = false;
  // Reading goes on with the next batch: what can be read is saved.
  if (!reader.status().ok()) {
    LogWarn(context_.logger, "Repair: log #%lu: the rest of a batch is lost: %s", log,
            reader.status().ToString().c_str());
  }
  return s;
}

bool RepairLogs::AnyDamage(const std::vector<uint64_t>& logs) const {
  for (const uint64_t log : logs) {
    std::unique_ptr<SequentialFileReader> file;
    Status s = SequentialFileReader::Open(
        context_.fs.get(), WalFileName(context_.config->wal_dir, log), FileOptions(), &file);
    if (!s.ok()) return true;
    DamageReporter reporter(nullptr, log);
    log::Reader reader(std::move(file), &reporter, true, log);
    Slice record;
    std::string scratch;
    while (reader.ReadRecord(&record, &scratch, WALRecoveryMode::kSkipAnyCorruptedRecords)) {
    }
    if (reporter.damaged || !reader.io_status().ok()) return true;
  }
  return false;
}

// A log that does not open is lost, but it does not end the repair: others may be sound.
Status RepairLogs::ReadLog(uint64_t log) {
  const std::string path = WalFileName(context_.config->wal_dir, log);
  std::unique_ptr<SequentialFileReader> file;
  Status s = SequentialFileReader::Open(context_.fs.get(), path, FileOptions(), &file);
  if (!s.ok()) {
    LogWarn(context_.logger, "Repair: log %s is lost: %s", path.c_str(), s.ToString().c_str());
    return Status::OK();
  }
  DamageReporter reporter(context_.logger, log);
  log::Reader reader(std::move(file), &reporter, true, log);
  Slice record;
  std::string scratch;
  uint64_t batches = 0;
  while (s.ok() &&
         reader.ReadRecord(&record, &scratch, WALRecoveryMode::kSkipAnyCorruptedRecords)) {
    s = TakeBatch(log, record);
    batches++;
  }
  LogInfo(context_.logger, "Repair: log #%lu: %lu batches, %lu records so far were in tables", log,
          batches, left_out_);
  return s;
}

// Families in the order of their ids; tables of one come out in the order of its records.
Status RepairLogs::FlushAll() {
  for (const auto& [id, pending] : pending_) {
    if (pending == nullptr) continue;
    Status s = pending->Flush();
    if (!s.ok()) return s;
  }
  return Status::OK();
}

Status RepairLogs::SaveAll(const std::vector<uint64_t>& logs) {
  // All logs are read twice: the first record already depends on whether any later one is damaged
  // (rule 4 of repair_taken.h).
  damaged_ = AnyDamage(logs);
  Status s;
  for (size_t i = 0; s.ok() && i < logs.size(); ++i) {
    s = ReadLog(logs[i]);
    // Damaged or not: another look at them may save more than this one did.
    context_.to_archive.insert(WalFileName(context_.config->wal_dir, logs[i]));
  }
  return s.ok() ? FlushAll() : s;
}

}  // namespace ROCKSDB_NAMESPACE
