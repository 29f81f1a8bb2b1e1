// A database under one option set, in memory, as the operations of the model check see it: keys are
// numbers in the order of the comparator, so that streams mean the same under every comparator.
// Called by the database side of each operation.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "rocksdb/utilities/optimistic_transaction_db.h"
#include "rocksdb/utilities/transaction_db.h"
#include "test/model/op.h"
#include "test/model/option_sets.h"

namespace model {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: a header of tests only
using system_test::OptionSet;

// The value that `tag` and `size` stand for, the same on both sides.
std::string ValueOf(uint32_t tag, uint32_t size);

// The two-phase transactions that stand between their phases, by slot, and what was known of the
// ended ones.
class PreparedNames {
 public:
  // Empty: the slot is.
  const std::string& At(uint32_t slot) const { return names_[slot]; }
  // The slot is empty; nothing has had the result as its name yet.
  std::string NextName() { return "transaction " + std::to_string(++made_); }
  // `size` updates are prepared.
  void Add(uint32_t slot, const std::string& name, uint32_t size) {
    names_[slot] = name;
    sizes_[name] = size;
  }
  void Remove(uint32_t slot) { names_[slot].clear(); }
  uint32_t SizeOf(const std::string& name) const {
    const auto found = sizes_.find(name);
    return found == sizes_.end() ? 0 : found->second;
  }

 private:
  std::array<std::string, kSlots> names_;
  std::map<std::string, uint32_t> sizes_;
  uint32_t made_ = 0;
};

// REQUIRES: one thread.
class Database {
 public:
  struct Family {
    ColumnFamilyHandle* handle = nullptr;  // null: there is no such family
    std::set<uint32_t> once;               // the once-keys that are present
  };

  explicit Database(const OptionSet& set);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Lets go of every snapshot, iterator and handle.
  Status Close();
  // Opens the families that there were; the first time, the default one and one more.
  Status Open();
  // With the buckets that this word of kReopenWords stands for, as what that of kFormWords says.
  Status Reopen(uint32_t word, uint32_t form);
  Status CreateFamily(uint32_t family);
  Status DropFamily(uint32_t family);

  // Below any transactions: what is written through it asks for no lock.
  DB* db() { return base_; }
  // What was opened: a TransactionDB, an OptimisticTransactionDB, or db() itself.
  DB* top() { return db_.get(); }
  uint32_t form() const { return form_; }
  // Null where the form has no transactions.
  std::unique_ptr<Transaction> Begin(bool set_snapshot);
  // REQUIRES: kLocking.
  Transaction* FindPrepared(const std::string& name) {
    return static_cast<TransactionDB*>(db_.get())->GetTransactionByName(name);
  }
  PreparedNames& prepared() { return prepared_; }
  const Options& options() const { return options_; }
  // Where memtables are protected, so are batches.
  WriteOptions HowToWrite() const {
    WriteOptions write;
    write.protection_bytes_per_key = options_.memtable_protection_bytes_per_key > 0 ? 8 : 0;
    return write;
  }
  Family& family(uint32_t number) { return families_[number]; }
  // Null when there is no such family.
  ColumnFamilyHandle* handle(uint32_t number) { return families_[number].handle; }

  std::string Key(uint32_t number) const;
  // "17" for the key of 17; keys that no operation wrote show their bytes.
  std::string KeyText(const Slice& key) const;

  const Snapshot* SnapshotOf(uint32_t view) const {
    return view == 0 ? nullptr : snapshots_[view - 1];
  }
  void TakeSnapshot(uint32_t slot);
  void ReleaseSnapshot(uint32_t slot);
  Iterator* Held(uint32_t slot) { return iterators_[slot].iterator.get(); }
  void Hold(uint32_t slot, uint32_t family);

  // The last update that a reader of the logs has seen.
  SequenceNumber& replicated() { return replicated_; }
  // Sequence numbers that ingested files took: from each first one to behind the last.
  const std::map<SequenceNumber, SequenceNumber>& unlogged() const { return unlogged_; }
  void AddUnlogged(SequenceNumber first, SequenceNumber after);
  void ReleaseMoments();

  // Keys n, n + 1 ... n + 9 share their first kPrefixBytes when n is a multiple of kPrefixKeys.
  static constexpr uint32_t kPrefixKeys = 10;
  static constexpr size_t kPrefixBytes = 10;

 private:
  struct HeldIterator {
    uint32_t family = 0;
    std::unique_ptr<Iterator> iterator;
  };

  // Opens what form_ says; handles as they come.
  Status OpenForm(const std::vector<ColumnFamilyDescriptor>& families,
                  std::vector<ColumnFamilyHandle*>* handles);

  const OptionSet& set_;
  std::unique_ptr<Env> env_;  // outlives the database
  Options options_;
  bool reverse_;
  bool buckets_on_ = true;
  uint32_t form_ = 0;
  std::unique_ptr<DB> db_;
  DB* base_ = nullptr;
  std::array<Family, kFamilies> families_;
  std::array<const Snapshot*, kSlots> snapshots_{};
  std::array<HeldIterator, kSlots> iterators_;
  SequenceNumber replicated_ = 0;
  std::map<SequenceNumber, SequenceNumber> unlogged_;
  PreparedNames prepared_;
};

// What reopening can do to the number of buckets.
inline const std::vector<std::string> kReopenWords = {"same", "off", "1", "8", "64"};

// How transactions are protected, from the next opening on. A database begins with the first.
enum Form : uint32_t { kLocking, kOptimistic, kPlain };
inline const std::vector<std::string> kFormWords = {"locking", "optimistic", "plain"};

}  // namespace model
