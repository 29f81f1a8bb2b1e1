// Life of the database that the model check drives: opening, families, moments, keys.
#include "test/model/database.h"

#include <algorithm>

namespace model {
namespace {

const char* const kNames[kFamilies] = {"default", "other", "third", "fourth"};
constexpr char kPath[] = "/db";
constexpr size_t kLetters = 3, kDigits = 8;

// Digit by digit, so that keys with a common prefix still have one.
void MirrorDigits(std::string* key) {
  for (size_t i = kLetters; i < kLetters + kDigits; i++) {
    (*key)[i] = static_cast<char>('0' + '9' - (*key)[i]);
  }
}

void SetBucketsByWord(const std::string& word, Options* options) {
  if (word == "same") return;
  system_test::SetBuckets(options, word == "off" ? 0 : static_cast<uint32_t>(std::stoul(word)));
}

}  // namespace

std::string ValueOf(uint32_t tag, uint32_t size) {
  return std::to_string(tag) + std::string(size, static_cast<char>('a' + tag % 26));
}

Database::Database(const OptionSet& set) : set_(set), env_(NewMemEnv(Env::Default())) {
  options_ = system_test::SmallOptions();
  options_.env = env_.get();
  options_.merge_operator = std::make_shared<system_test::AppendOperator>();
  options_.create_missing_column_families = true;
  options_.stats_dump_period_sec = 0;
  options_.max_background_jobs = 2;
  set_.apply(&options_);
  reverse_ = options_.comparator == ReverseBytewiseComparator();
}

Database::~Database() { Close().PermitUncheckedError(); }

Status Database::Open() {
  std::vector<ColumnFamilyDescriptor> descriptors;
  std::vector<uint32_t> numbers;
  const bool first = options_.create_if_missing;
  for (uint32_t f = 0; f < kFamilies; f++) {
    const bool wanted = first ? f < 2 : family(f).handle != nullptr || f == 0;
    if (!wanted) continue;
    descriptors.emplace_back(kNames[f], options_);
    numbers.push_back(f);
  }
  std::vector<ColumnFamilyHandle*> handles;
  const Status s = OpenForm(descriptors, &handles);
  for (Family& f : families_) f.handle = nullptr;
  if (!s.ok()) return s;
  for (size_t i = 0; i < handles.size(); i++) families_[numbers[i]].handle = handles[i];
  options_.create_if_missing = options_.create_missing_column_families = false;
  return s;
}

Status Database::OpenForm(const std::vector<ColumnFamilyDescriptor>& families,
                          std::vector<ColumnFamilyHandle*>* handles) {
  Status s;
  if (form_ == kPlain) {
    s = DB::Open(options_, kPath, families, handles, &base_);
    db_.reset(base_);
  } else if (form_ == kLocking) {
    // One thread: whoever waited for a lock would wait for itself.
    TransactionDBOptions locking;
    locking.transaction_lock_timeout = locking.default_lock_timeout = 0;
    TransactionDB* opened = nullptr;
    s = TransactionDB::Open(options_, locking, kPath, families, handles, &opened);
    db_.reset(opened);
    if (s.ok()) base_ = opened->GetBaseDB();
  } else {
    OptimisticTransactionDB* opened = nullptr;
    s = OptimisticTransactionDB::Open(options_, OptimisticTransactionDBOptions(), kPath, families,
                                      handles, &opened);
    db_.reset(opened);
    if (s.ok()) base_ = opened->GetBaseDB();
  }
  return s;
}

std::unique_ptr<Transaction> Database::Begin(bool set_snapshot) {
  if (form_ == kLocking) {
    TransactionOptions options;
    options.set_snapshot = set_snapshot;
    return std::unique_ptr<Transaction>(
        static_cast<TransactionDB*>(db_.get())->BeginTransaction(HowToWrite(), options));
  }
  OptimisticTransactionOptions options;
  options.set_snapshot = set_snapshot;
  options.cmp = options_.comparator;
  return std::unique_ptr<Transaction>(
      form_ == kPlain ? nullptr
                      : static_cast<OptimisticTransactionDB*>(db_.get())->BeginTransaction(
                            HowToWrite(), options));
}

void Database::AddUnlogged(SequenceNumber first, SequenceNumber after) {
  if (first == after) return;
  unlogged_[first] = after;
  if (replicated_ + 1 == first) replicated_ = after - 1;
}

void Database::ReleaseMoments() {
  for (uint32_t slot = 0; slot < kSlots; slot++) {
    ReleaseSnapshot(slot);
    iterators_[slot].iterator.reset();
  }
}

Status Database::Close() {
  ReleaseMoments();
  if (db_ == nullptr) return Status::OK();
  Status result;
  for (Family& f : families_) {
    if (f.handle == nullptr) continue;
    // The pointer stays as the sign that there is such a family; Open replaces it.
    const Status s = db_->DestroyColumnFamilyHandle(f.handle);
    if (result.ok()) result = s;
  }
  const Status s = db_->Close();
  db_.reset();
  return result.ok() ? s : result;
}

Status Database::Reopen(uint32_t word, uint32_t form) {
  Status s = Close();
  if (!s.ok()) return s;
  form_ = form;
  if (set_.toggle_buckets_at_reopen) {
    buckets_on_ = !buckets_on_;
    system_test::SetBuckets(&options_, buckets_on_ ? 8 : 0);
  }
  SetBucketsByWord(kReopenWords[word], &options_);
  return Open();
}

Status Database::CreateFamily(uint32_t number) {
  return db_->CreateColumnFamily(options_, kNames[number], &families_[number].handle);
}

Status Database::DropFamily(uint32_t number) {
  for (HeldIterator& held : iterators_) {
    if (held.family == number) held.iterator.reset();
  }
  Family& f = families_[number];
  Status s = db_->DropColumnFamily(f.handle);
  const Status destroyed = db_->DestroyColumnFamilyHandle(f.handle);
  f = Family();
  return s.ok() ? destroyed : s;
}

std::string Database::Key(uint32_t number) const {
  std::string key = system_test::NumberedKey(number);
  if (reverse_) MirrorDigits(&key);
  return key + std::string(number * 7 % 5, 'x');  // keys of several lengths
}

std::string Database::KeyText(const Slice& key) const {
  std::string digits = key.ToString();
  if (digits.size() >= kLetters + kDigits) {
    if (reverse_) MirrorDigits(&digits);
    const uint32_t number =
        static_cast<uint32_t>(std::atol(digits.substr(kLetters, kDigits).c_str()));
    if (key == Key(number)) return std::to_string(number);
  }
  return "(" + key.ToString(true) + ")";
}

void Database::TakeSnapshot(uint32_t slot) {
  ReleaseSnapshot(slot);
  snapshots_[slot] = db_->GetSnapshot();
}

void Database::ReleaseSnapshot(uint32_t slot) {
  if (snapshots_[slot] != nullptr) db_->ReleaseSnapshot(snapshots_[slot]);
  snapshots_[slot] = nullptr;
}

void Database::Hold(uint32_t slot, uint32_t number) {
  ReadOptions read;
  read.total_order_seek = true;
  iterators_[slot] = {number, std::unique_ptr<Iterator>(db_->NewIterator(read, handle(number)))};
}

}  // namespace model
