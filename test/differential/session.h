// What a program has open: the database, its families, snapshots, iterators and batches, each in a
// numbered slot. An operation on an empty slot answers "none", so a program from which lines were
// removed still runs.
//
// Invariant: closing the database first releases everything that hangs on it.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "test/differential/library.h"

namespace differential {

constexpr size_t kFamilies = 3;
constexpr size_t kSlots = 4;

// The words behind an operation's name; `name=value` words are settings.
class Words {
 public:
  explicit Words(const std::string& line);
  const std::string& operation() const { return operation_; }
  // Positional word `i`; empty where there is none.
  std::string At(size_t i) const { return i < plain_.size() ? plain_[i] : std::string(); }
  uint64_t NumberAt(size_t i) const { return std::strtoull(At(i).c_str(), nullptr, 10); }
  size_t count() const { return plain_.size(); }
  bool Has(const std::string& name) const { return settings_.count(name) != 0; }
  std::string Get(const std::string& name) const;
  uint64_t Number(const std::string& name, uint64_t otherwise) const;

 private:
  std::string operation_;
  std::vector<std::string> plain_;
  std::map<std::string, std::string> settings_;
};

// Read options with what they point to; they outlive the iterator made with them.
class Reading {
 public:
  Reading(const Words& words, const rocksdb_snapshot_t* snapshot);
  ~Reading();
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  rocksdb_readoptions_t* get() const { return options_; }

 private:
  rocksdb_readoptions_t* const options_;
  std::string lower_, upper_;
};

// Write options as the words ask.
class Writing {
 public:
  explicit Writing(const Words& words);
  ~Writing();
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;
  rocksdb_writeoptions_t* get() const { return options_; }

 private:
  rocksdb_writeoptions_t* const options_;
};

struct IteratorSlot {
  rocksdb_iterator_t* iterator = nullptr;
  Reading* reading = nullptr;
  bool over_batch = false;  // an iterator of an indexed batch over the database
};

struct Session {
  std::string directory;
  rocksdb_t* db = nullptr;
  rocksdb_options_t* options = nullptr;
  // Family 0 is the default one; null: not created, or dropped.
  std::array<rocksdb_column_family_handle_t*, kFamilies> families{};
  std::array<const rocksdb_snapshot_t*, kSlots> snapshots{};
  std::array<IteratorSlot, kSlots> iterators{};
  // Read options that several iterators use; they live until the database closes.
  std::vector<std::unique_ptr<Reading>> shared_readings;
  std::array<rocksdb_writebatch_t*, kSlots> batches{};
  std::array<rocksdb_writebatch_wi_t*, kSlots> indexed{};

  ~Session();
  void Close();
  void DropIterator(size_t slot);
  // Where such an iterator goes after its batch has changed is nobody's promise.
  void DropIteratorsOverBatches();
  rocksdb_column_family_handle_t* Family(const Words& words) const;
  const rocksdb_snapshot_t* Snapshot(const Words& words) const;
};

using Operation = std::string (*)(Session&, const Words&);

// All operations by name.
const std::map<std::string, Operation>& Operations();
using Table = std::vector<std::pair<const char*, Operation>>;
const Table& DatabaseOperations();
const Table& UpkeepOperations();
const Table& PointOperations();
const Table& IteratorOperations();
const Table& BatchOperations();
const Table& IndexedOperations();
const Table& CopyOperations();
const Table& OptionOperations();

// ---- answers

// Printable: other bytes become %XX, long ones a length and a hash.
std::string Shown(const char* data, size_t size);
inline std::string Shown(const std::string& s) { return Shown(s.data(), s.size()); }
// "ok", or the kind of error and, behind " | ", its text. Frees and resets the error.
std::string Answer(char** error);
// A value that the library has malloc'ed: shown and freed. Null: "missing".
std::string ShownAndFreed(char* value, size_t size);
// Every pair of a database that was opened for this, family by family.
std::string Contents(rocksdb_t* db, rocksdb_column_family_handle_t* family);
// Opens `path` read-only, shows all families, closes it.
std::string ContentsOf(const std::string& path, const Session& session);

// What options say, by the getters of rocksdb/c.h: all that differs from new ones.
std::string Changes(rocksdb_options_t* options);

// The names of the families, by slot.
const char* FamilyName(size_t slot);
// New options as the words ask: merge operator, comparator, filters, tables. The caller owns them.
rocksdb_options_t* MakeOptions(const Words& words);

}  // namespace differential
