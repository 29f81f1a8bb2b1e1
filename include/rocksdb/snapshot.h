// Handles to a fixed state of a database. DB::GetSnapshot() returns them; the engine's snapshot
// list makes them. A handle must never outlive its DB.
#pragma once

#include <cstdint>

#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

class DB;

// A state fixed at one sequence number. Immutable, so threads may share it freely.
class Snapshot {
 public:
  // Writes with a larger number are invisible through this snapshot.
  virtual SequenceNumber GetSequenceNumber() const = 0;

  // Wall-clock seconds since 1970 at which the snapshot was taken, by the clock of the Env.
  virtual int64_t GetUnixTime() const = 0;

  // The application's timestamp attached on creation. Always the largest number here, because
  // there are no timestamps.
  virtual uint64_t GetTimestamp() const = 0;

 protected:
  // Applications call DB::ReleaseSnapshot() and never delete a snapshot.
  virtual ~Snapshot();
};

// Scope guard: owns one snapshot and releases it when it goes out of scope.
class ManagedSnapshot {
 public:
  // Takes a fresh snapshot of `db`.
  explicit ManagedSnapshot(DB* db);

  // Takes over `taken`, which came from `db`.
  ManagedSnapshot(DB* db, const Snapshot* taken);

  ManagedSnapshot(const ManagedSnapshot&) = delete;
  ManagedSnapshot& operator=(const ManagedSnapshot&) = delete;

  ~ManagedSnapshot();

  // Valid as long as this object. Null when the DB returned none.
  const Snapshot* snapshot();

 private:
  DB* db_;
  const Snapshot* held_;
};

}  // namespace ROCKSDB_NAMESPACE
