// Handles on a frozen view of a database. Applications obtain them from DB::GetSnapshot(); the
// engine's snapshot list makes them. A handle must never outlive the DB that gave it.
#pragma once

#include <cstdint>

#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

class DB;

// A view fixed at one sequence number. Immutable, so threads may share it freely.
class Snapshot {
 public:
  // Writes with a larger number are invisible through this snapshot.
  virtual SequenceNumber GetSequenceNumber() const = 0;

  // Wall-clock seconds since 1970 at which the snapshot was taken, by the clock of the Env.
  virtual int64_t GetUnixTime() const = 0;

  // Application timestamp attached on creation. Always the largest number here: there are none.
  virtual uint64_t GetTimestamp() const = 0;

 protected:
  // Given back with DB::ReleaseSnapshot(), never deleted by the application.
  virtual ~Snapshot();
};

// Scope guard: owns one snapshot and releases it when it goes out of scope.
class ManagedSnapshot {
 public:
  // Takes a fresh snapshot of `db`.
  explicit ManagedSnapshot(DB* db);

  // Adopts `taken`, which came from `db`.
  ManagedSnapshot(DB* db, const Snapshot* taken);

  ManagedSnapshot(const ManagedSnapshot&) = delete;
  ManagedSnapshot& operator=(const ManagedSnapshot&) = delete;

  ~ManagedSnapshot();

  // Good as long as this object. Null when the DB gave none.
  const Snapshot* snapshot();

 private:
  DB* db_;
  const Snapshot* held_;
};

}  // namespace ROCKSDB_NAMESPACE
