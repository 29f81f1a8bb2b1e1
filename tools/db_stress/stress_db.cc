// Opening, families, and reading the whole database.
#include "tools/db_stress/stress_db.h"

#include "rocksdb/comparator.h"
#include "rocksdb/file_system.h"
#include "rocksdb/utilities/tree_check.h"
#include "tools/db_stress/activity.h"
#include "tools/db_stress/kill_fs.h"

namespace stress {

using rocksdb::Status;

namespace {

constexpr size_t kFaultsKept = 20;

void AddFault(std::vector<std::string>* faults, const std::string& text) {
  if (faults->size() < kFaultsKept) faults->push_back(text);
}

}  // namespace

StressDb::StressDb(std::string path, const DbTraits& traits, Killer* killer, Trace* trace)
    : path_(std::move(path)),
      traits_(traits),
      statistics_(rocksdb::CreateDBStatistics()),
      listener_(NewActivityListener(trace, statistics_)),
      env_(rocksdb::NewCompositeEnv(
          NewKillFileSystem(rocksdb::FileSystem::Default(), killer, statistics_))),
      families_(traits.slots) {}

StressDb::~StressDb() { Close().PermitUncheckedError(); }

Status StressDb::Open(rocksdb::Options options, const RunTraits& run) {
  const ActivityScope opening(Activity::kOpen);
  // Whatever the draws say: the kill file system, and one set of counters and one listener for all
  // opens.
  options.env = env_.get();
  options.statistics = statistics_;
  options.listeners.push_back(listener_);
  options_ = options;
  form_ = run.form;
  ++openings_;
  Status s = EmptyMade();
  if (!s.ok()) return s;
  std::vector<std::string> names;
  s = rocksdb::DB::ListColumnFamilies(options, path_, &names);
  if (s.IsIOError() || s.IsNotFound()) {
    // The database is new.
    names = {"default"};
  } else if (!s.ok()) {
    return s;
  }
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  for (const std::string& name : names) descriptors.emplace_back(name, options_);
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  s = OpenForm(descriptors, run, &handles);
  return s.ok() ? PlaceFamilies(handles) : s;
}

Status StressDb::OpenForm(const std::vector<rocksdb::ColumnFamilyDescriptor>& descriptors,
                          const RunTraits& run,
                          std::vector<rocksdb::ColumnFamilyHandle*>* handles) {
  if (form_ == Form::kPlain) {
    return rocksdb::DB::Open(options_, path_, descriptors, handles, &db_);
  }
  if (form_ == Form::kOptimistic) {
    rocksdb::OptimisticTransactionDBOptions how;
    if (run.serial_validation) how.validate_policy = rocksdb::OccValidationPolicy::kValidateSerial;
    rocksdb::OptimisticTransactionDB* opened = nullptr;
    Status s =
        rocksdb::OptimisticTransactionDB::Open(options_, how, path_, descriptors, handles, &opened);
    db_.reset(opened);
    return s;
  }
  options_.unordered_write = false;  // refused
  rocksdb::TransactionDB* opened = nullptr;
  Status s = rocksdb::TransactionDB::Open(options_, rocksdb::TransactionDBOptions(), path_,
                                          descriptors, handles, &opened);
  db_.reset(opened);
  return s;
}

// What a killed run has left there belongs to nobody.
Status StressDb::EmptyMade() const {
  Status s = env_->CreateDirIfMissing(made());
  std::vector<std::string> names;
  if (s.ok()) s = env_->GetChildren(made(), &names);
  for (const std::string& name : names) {
    if (s.ok() && name != "." && name != "..") s = env_->DeleteFile(made() + "/" + name);
  }
  return s;
}

std::unique_ptr<rocksdb::Transaction> StressDb::Begin(
    const rocksdb::WriteOptions& write, const rocksdb::TransactionOptions& txn) const {
  rocksdb::Transaction* begun = nullptr;
  if (form_ == Form::kPessimistic) {
    begun = static_cast<rocksdb::TransactionDB*>(db_.get())->BeginTransaction(write, txn);
  } else {
    rocksdb::OptimisticTransactionOptions options;
    options.set_snapshot = txn.set_snapshot;
    options.cmp = options_.comparator;
    begun =
        static_cast<rocksdb::OptimisticTransactionDB*>(db_.get())->BeginTransaction(write, options);
  }
  return std::unique_ptr<rocksdb::Transaction>(begun);
}

rocksdb::Transaction* StressDb::FindPrepared(const std::string& name) const {
  return static_cast<rocksdb::TransactionDB*>(db_.get())->GetTransactionByName(name);
}

std::vector<std::string> StressDb::PreparedNames() const {
  std::vector<rocksdb::Transaction*> found;
  static_cast<rocksdb::TransactionDB*>(db_.get())->GetAllPreparedTransactions(&found);
  std::vector<std::string> names;
  for (const rocksdb::Transaction* txn : found) names.push_back(txn->GetName());
  return names;
}

Status StressDb::PlaceFamilies(const std::vector<rocksdb::ColumnFamilyHandle*>& handles) {
  Status s;
  for (rocksdb::ColumnFamilyHandle* handle : handles) {
    uint32_t slot = 0, generation = 0;
    const bool placed = ParseFamilyName(handle->GetName(), &slot, &generation) &&
                        slot < families_.size() && families_[slot].handle == nullptr;
    if (placed) {
      families_[slot] = {handle, generation};
    } else {
      s = Status::Corruption("a family that should not exist: " + handle->GetName());
      db_->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
    }
  }
  return s;
}

Status StressDb::Close() {
  if (db_ == nullptr) return Status::OK();
  const ActivityScope closing(Activity::kClose);
  Status s;
  // The handles belong to the database, so they go first.
  for (Family& family : families_) {
    if (family.handle != nullptr && s.ok()) s = db_->DestroyColumnFamilyHandle(family.handle);
    family = {};
  }
  if (s.ok()) s = db_->Close();
  db_.reset();
  return s;
}

Status StressDb::CreateFamily(uint32_t slot, uint32_t generation) {
  const ActivityScope scope(Activity::kFamily);
  rocksdb::ColumnFamilyHandle* handle = nullptr;
  Status s = db_->CreateColumnFamily(options_, FamilyName(slot, generation), &handle);
  if (s.ok()) families_[slot] = {handle, generation};
  return s;
}

Status StressDb::DropFamily(uint32_t slot) {
  const ActivityScope scope(Activity::kFamily);
  Status s = db_->DropColumnFamily(families_[slot].handle);
  if (s.ok()) s = db_->DestroyColumnFamilyHandle(families_[slot].handle);
  if (s.ok()) families_[slot] = {};
  return s;
}

void StressDb::Walk(uint32_t slot, bool forward, std::vector<Word>* words,
                    std::vector<std::string>* faults) const {
  const uint32_t tag = TagOf(slot, generation(slot));
  const std::string where =
      "slot " + std::to_string(slot) + (forward ? " forwards: " : " backwards: ");
  const std::unique_ptr<rocksdb::Iterator> it(
      db_->NewIterator(rocksdb::ReadOptions(), family(slot)));
  std::string last, why;
  const rocksdb::Comparator* order = family(slot)->GetComparator();
  for (forward ? it->SeekToFirst() : it->SeekToLast(); it->Valid();
       forward ? it->Next() : it->Prev()) {
    uint32_t number = 0;
    if (!NumberOf(it->key(), &number) || number >= words->size()) {
      AddFault(faults, where + "a key that was never written: " + it->key().ToString(true));
      continue;
    }
    const int step = last.empty() ? -1 : order->Compare(last, it->key()) * (forward ? 1 : -1);
    if (step >= 0) AddFault(faults, where + "out of order after " + last);
    last = it->key().ToString();
    why.clear();
    (*words)[number] = ReadValue(it->value(), tag, number, &why);
    if (!why.empty()) AddFault(faults, where + "key " + std::to_string(number) + ": " + why);
  }
  if (!it->status().ok()) AddFault(faults, where + it->status().ToString());
}

void StressDb::LookUp(uint32_t slot, const std::vector<Word>& words,
                      std::vector<std::string>* faults) const {
  constexpr uint32_t kBatch = 100;
  const uint32_t tag = TagOf(slot, generation(slot));
  std::vector<std::string> keys(kBatch);
  std::vector<rocksdb::Slice> slices(kBatch);
  for (uint32_t first = 0; first < words.size(); first += kBatch) {
    const uint32_t count = std::min(kBatch, static_cast<uint32_t>(words.size()) - first);
    for (uint32_t i = 0; i < count; ++i) slices[i] = keys[i] = KeyOf(first + i);
    std::vector<rocksdb::PinnableSlice> values(count);
    std::vector<Status> statuses(count);
    db_->MultiGet(rocksdb::ReadOptions(), family(slot), count, slices.data(), values.data(),
                  statuses.data());
    for (uint32_t i = 0; i < count; ++i) {
      std::string why;
      Word word = kAbsent;
      if (statuses[i].ok()) {
        word = ReadValue(values[i], tag, first + i, &why);
      } else if (!statuses[i].IsNotFound()) {
        why = statuses[i].ToString();
      }
      if (why.empty() && word != words[first + i]) why = "lookup and iterator differ";
      if (!why.empty())
        AddFault(faults,
                 "slot " + std::to_string(slot) + " key " + std::to_string(first + i) + ": " + why);
    }
  }
}

SlotState StressDb::ReadSlot(uint32_t slot, std::vector<std::string>* faults) const {
  SlotState state;
  state.words.assign(traits_.keys, kAbsent);
  state.generation = generation(slot);
  if (!state.exists()) return state;
  // Two ways through the engine that differ are a fault, whatever the right answer is.
  Walk(slot, true, &state.words, faults);
  std::vector<Word> backwards(traits_.keys, kAbsent);
  Walk(slot, false, &backwards, faults);
  if (backwards != state.words)
    AddFault(faults, "slot " + std::to_string(slot) + ": forwards and backwards differ");
  LookUp(slot, state.words, faults);
  return state;
}

void StressDb::CheckOrder(std::vector<std::string>* faults) const {
  for (uint32_t slot = 0; slot < slots(); ++slot) {
    if (family(slot) == nullptr) continue;
    const Status s =
        rocksdb::CheckTree(db_.get(), family(slot), rocksdb::TreeCheckOptions(), nullptr);
    if (!s.ok()) AddFault(faults, "slot " + std::to_string(slot) + ": tree: " + s.ToString());
  }
}

void StressDb::Compare(const std::vector<SlotState>& expected,
                       std::vector<std::string>* faults) const {
  for (uint32_t slot = 0; slot < slots(); ++slot) {
    const SlotState found = ReadSlot(slot, faults);
    if (found.generation != expected[slot].generation) {
      AddFault(faults, "slot " + std::to_string(slot) + ": generation " +
                           std::to_string(found.generation) + ", expected " +
                           std::to_string(expected[slot].generation));
      continue;
    }
    for (uint32_t key = 0; found.exists() && key < found.words.size(); ++key) {
      if (found.words[key] == expected[slot].words[key]) continue;
      AddFault(faults, "slot " + std::to_string(slot) + " key " + std::to_string(key) + ": word " +
                           std::to_string(found.words[key]) + ", expected " +
                           std::to_string(expected[slot].words[key]));
    }
  }
}

}  // namespace stress
