// The database under test, with its families in slots, over the kill file system. Workers and
// verifier use it. It reads and reports, and never decides what is right.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/env.h"
#include "rocksdb/utilities/optimistic_transaction_db.h"
#include "rocksdb/utilities/transaction_db.h"
#include "tools/db_stress/base_state.h"
#include "tools/db_stress/kill_point.h"
#include "tools/db_stress/option_draw.h"
#include "tools/db_stress/trace.h"

namespace stress {

class StressDb {
 public:
  // `trace` may be null. REQUIRES: killer and trace outlive this object.
  StressDb(std::string path, const DbTraits& traits, Killer* killer, Trace* trace);
  ~StressDb();

  // Opens every family that the database lists, and puts it into its slot. Creates the database if
  // the directory is empty or missing.
  [[nodiscard]] rocksdb::Status Open(rocksdb::Options options, const RunTraits& run);
  [[nodiscard]] rocksdb::Status Close();
  // REQUIRES: nobody uses the slot.
  [[nodiscard]] rocksdb::Status CreateFamily(uint32_t slot, uint32_t generation);
  [[nodiscard]] rocksdb::Status DropFamily(uint32_t slot);

  rocksdb::DB* db() const { return db_.get(); }
  // The engine without the locks and checks of transactions, which refuse range deletions.
  rocksdb::DB* engine() const { return db_->GetRootDB(); }
  Form form() const { return form_; }
  // A transaction of the form that the database has. REQUIRES: not kPlain.
  std::unique_ptr<rocksdb::Transaction> Begin(const rocksdb::WriteOptions& write,
                                              const rocksdb::TransactionOptions& txn) const;
  // REQUIRES of both: kPessimistic. Null when it is not there.
  rocksdb::Transaction* FindPrepared(const std::string& name) const;
  std::vector<std::string> PreparedNames() const;
  // Counts the openings.
  uint64_t openings() const { return openings_; }
  // For tables to ingest, in made(), which is emptied at each opening.
  const rocksdb::Options& options() const { return options_; }
  std::string made() const { return path_ + ".made"; }
  // Null if the slot is empty.
  rocksdb::ColumnFamilyHandle* family(uint32_t slot) const { return families_[slot].handle; }
  uint32_t generation(uint32_t slot) const { return families_[slot].generation; }
  uint32_t slots() const { return static_cast<uint32_t>(families_.size()); }
  const DbTraits& traits() const { return traits_; }

  // Reads one slot forwards, backwards and by point lookups, which must agree. Adds a sentence to
  // `faults` for everything that is wrong.
  SlotState ReadSlot(uint32_t slot, std::vector<std::string>* faults) const;
  // Checks the order of all entries of every family, in memtables and tables.
  void CheckOrder(std::vector<std::string>* faults) const;
  // Reads all slots and compares them with `expected`.
  void Compare(const std::vector<SlotState>& expected, std::vector<std::string>* faults) const;

 private:
  struct Family {
    rocksdb::ColumnFamilyHandle* handle = nullptr;
    uint32_t generation = 0;
  };
  rocksdb::Status OpenForm(const std::vector<rocksdb::ColumnFamilyDescriptor>& descriptors,
                           const RunTraits& run,
                           std::vector<rocksdb::ColumnFamilyHandle*>* handles);
  rocksdb::Status EmptyMade() const;
  rocksdb::Status PlaceFamilies(const std::vector<rocksdb::ColumnFamilyHandle*>& handles);
  void Walk(uint32_t slot, bool forward, std::vector<Word>* words,
            std::vector<std::string>* faults) const;
  void LookUp(uint32_t slot, const std::vector<Word>& words,
              std::vector<std::string>* faults) const;

  const std::string path_;
  const DbTraits traits_;
  const std::shared_ptr<rocksdb::Statistics> statistics_;
  const std::shared_ptr<rocksdb::EventListener> listener_;
  const std::unique_ptr<rocksdb::Env> env_;
  // The options of the last open; families created later get them too.
  rocksdb::Options options_;
  Form form_ = Form::kPlain;
  uint64_t openings_ = 0;
  std::unique_ptr<rocksdb::DB> db_;
  // By slot. Changed only while nobody else uses the database (see Session).
  std::vector<Family> families_;
};

}  // namespace stress
