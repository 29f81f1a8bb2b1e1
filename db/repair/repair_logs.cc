// Logs to tables: see repair_logs.h.
//
//   log -> batch -> update -> Pending of its family: taken already?  yes: left out
//                     |                                             no: memtable -> table when full
//                     '- within a prepared section: see the header
#include "db/repair/repair_logs.h"

#include "db/log/log_reader.h"
#include "db/repair/repair_taken.h"
#include "env/filename.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// A memtable is written out beyond this, whatever the options say.
constexpr size_t kMostInMemory = size_t{64} << 20;

// Losses of one log. Those behind its last record are told as what they most often are.
class DamageReporter : public log::Reader::Reporter {
 public:
  DamageReporter(Logger* logger, uint64_t number) : logger_(logger), number_(number) {}
  void Corruption(size_t bytes, const Status& status) override {
    bytes_ += bytes;
    if (first_.ok()) first_ = status;
  }
  void TellLoss() {
    if (first_.ok()) return;
    LogWarn(logger_, "Repair: log #%lu: %zu bytes are lost: %s", number_, bytes_,
            first_.ToString().c_str());
    first_ = Status::OK();
    bytes_ = 0;
  }
  void TellOldEnd() {
    if (first_.ok()) return;
    LogInfo(logger_, "Repair: log #%lu: behind its last record lie %zu bytes of a former use: %s",
            number_, bytes_, first_.ToString().c_str());
  }

 private:
  Logger* const logger_;
  const uint64_t number_;
  size_t bytes_ = 0;
  Status first_;
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
    settings.SetFlushTimes(memtable_->oldest_key_time(), context_.NowSeconds());
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
      SavedTable saved;
      saved.meta = file;
      saved.from_log = true;
      family_.tables.push_back(std::move(saved));
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
    options.clock = context_.clock.get();
    memtable_ = std::make_unique<MemTable>(family_.order(), options, nullptr, 0);
  }

  RepairContext& context_;
  RepairFamily& family_;
  RepairTaken taken_;
  std::unique_ptr<MemTable> memtable_;
};

// Here, where Pending is complete.
RepairLogs::RepairLogs(RepairContext* context, const RepairMemory* memory, bool memory_fits)
    : context_(*context), memory_(*memory), memory_fits_(memory_fits), survey_(context) {}
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
    // Remembered as null: the LOG reports the loss once, not for every record.
    return pending_.emplace(id, nullptr).first->second.get();
  }
  RepairTaken::Evidence evidence;
  evidence.logs_are_damaged = survey_.damaged();
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
    ++left_out_;
    return Status::OK();
  }
  pending->Add(seq, record);
  return pending->Full() ? pending->Flush() : Status::OK();
}

Status RepairLogs::TakeSection(uint64_t log, const std::string& updates, SequenceNumber* seq) {
  BatchReader reader(updates);
  Status s;
  while (s.ok() && reader.Next()) s = TakeUpdate(log, (*seq)++, reader);
  return s;
}

// A record that is no update.
Status RepairLogs::TakeMark(Place place, const BatchReader& mark, SequenceNumber* seq) {
  if (mark.type == kTypeBeginPrepareXID || mark.type == kTypeBeginPersistedPrepareXID ||
      mark.type == kTypeBeginUnprepareXID) {
    open_ = Section{std::string(kBatchHeaderBytes, '\0'), mark.type != kTypeBeginPrepareXID, *seq};
  } else if (mark.type == kTypeEndPrepareXID && open_) {
    Section section = std::move(*open_);
    open_.reset();
    const std::string transaction = TransactionOf(mark);
    if (!section.persisted) {
      prepared_[transaction] = std::move(section.updates);
    } else if (survey_.CommittedAfter(place, transaction)) {
      return TakeSection(place.first, section.updates, &section.sequence);
    }
  } else if (mark.type == kTypeRollbackXID) {
    prepared_.erase(TransactionOf(mark));
  } else if (IsCommit(mark.type)) {
    const auto prepared = prepared_.find(TransactionOf(mark));
    // Never prepared in the logs that are left, or taken where it was prepared.
    if (prepared == prepared_.end()) return Status::OK();
    const std::string updates = std::move(prepared->second);
    prepared_.erase(prepared);
    return TakeSection(place.first, updates, seq);
  }
  return Status::OK();
}

Status RepairLogs::TakeBatch(Place place, const Slice& batch) {
  BatchReader reader(batch);
  // One without a header has no records either; the reader says so in the end.
  SequenceNumber seq = batch.size() < kBatchHeaderBytes ? 0 : reader.sequence();
  Status s;
  while (s.ok() && reader.Next()) {
    if (!reader.is_update) {
      s = TakeMark(place, reader, &seq);
    } else if (open_) {
      // Kept as bytes until the section ends, or until the commit, wherever in the logs that is.
      open_->updates.append(batch.data() + reader.offset(), reader.end_offset() - reader.offset());
      if (open_->persisted) ++seq;
    } else {
      s = TakeUpdate(place.first, seq++, reader);
    }
  }
  open_.reset();
  // Reading goes on with the next batch: what can be read is saved.
  if (!reader.status().ok()) {
    LogWarn(context_.logger, "Repair: log #%lu: the rest of a batch is lost: %s", place.first,
            reader.status().ToString().c_str());
  }
  return s;
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
    reporter.TellLoss();
    s = TakeBatch({log, batches++}, record);
  }
  // Damage that the survey has found may be this.
  if (survey_.damaged() || !reader.recycled()) {
    reporter.TellLoss();
  } else {
    reporter.TellOldEnd();
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
  // All logs are read twice: rule 4 of repair_taken.h, and sections that were persisted.
  survey_.Read(logs);
  Status s;
  for (size_t i = 0; s.ok() && i < logs.size(); ++i) {
    s = ReadLog(logs[i]);
    // Damaged or not: another look at them may save more than this one did.
    context_.to_archive.insert(WalFileName(context_.config->wal_dir, logs[i]));
  }
  for (const auto& [transaction, updates] : prepared_) {
    LogWarn(context_.logger, "Repair: the prepared transaction %s has no end in the logs: dropped",
            transaction.c_str());
  }
  return s.ok() ? FlushAll() : s;
}

}  // namespace ROCKSDB_NAMESPACE
