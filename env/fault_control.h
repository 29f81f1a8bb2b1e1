// FaultControl: the interface through which an open file of a FaultFileSystem asks before each
// operation and reports after it. FaultFileSystem implements it, the files in fault_files.h call
// it. Tests only.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/io_status.h"
#include "rocksdb/utilities/fault_file_system.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe. Outlives every file that calls it.
class FaultControl {
 public:
  struct ReadPlan {
    IOStatus status;
    bool damaged = false;
    ReadDamage damage = ReadDamage::kShort;
    // Chooses where the damage is.
    uint64_t dice = 0;
  };

  virtual ~FaultControl() = default;

  // Counts the operation. Returns its planned failure, or OK. While the file system is not active
  // (the power is off), every operation that changes something fails.
  virtual IOStatus Check(FsOp op, const std::string& path) = 0;
  // Like Check, for a read, which may be damaged instead of failing.
  virtual ReadPlan CheckRead(const std::string& path) = 0;
  // Takes as much of `wanted` as the disk has left, and returns it.
  virtual uint64_t TakeSpace(const std::string& path, uint64_t wanted) = 0;
  virtual void ReturnSpace(const std::string& path, uint64_t bytes) = 0;
  // How long a file is now.
  virtual void NoteSize(const std::string& path, uint64_t size) = 0;
  // Up to which size a file is durable.
  virtual void NoteSynced(const std::string& path, uint64_t size) = 0;
  // A sync failed: the system has forgotten which bytes it should write. No later one saves them.
  virtual void NoteSyncFailed(const std::string& path) = 0;
  // The entries of the directory are durable.
  virtual void NoteDirSynced(const std::string& dir) = 0;
  // `change` is 1 when a file or directory is opened, -1 when its object is destroyed.
  virtual void NoteOpen(int change) = 0;
};

}  // namespace ROCKSDB_NAMESPACE
