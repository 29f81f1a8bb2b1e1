// A checkpoint is an openable copy of a database in a directory of its own. Its tables are hard
// links to those of the database, so it costs neither their bytes nor the time to copy them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class ColumnFamilyHandle;
class DB;
struct ExportImportFilesMetaData;
struct LiveFileMetaData;

// Several threads may use one object. It must go before the database does.
class Checkpoint {
 public:
  virtual ~Checkpoint() = default;

  // *checkpoint_ptr gets a new object for `db`; the caller deletes it.
  static Status Create(DB* db, Checkpoint** checkpoint_ptr);

  // Makes `checkpoint_dir`, an absolute path, into a database that holds what `db` held at one
  // moment during the call. Writers go on meanwhile.
  //
  // Tables are linked, or copied when the directory is on another file system. The MANIFEST and
  // the needed part of the logs are copied, the OPTIONS file as well. All of it is durable when
  // the call returns OK. The directory must not exist (InvalidArgument), but its parent must.
  // After an error there is no checkpoint, and nothing of it is left on disk.
  //
  // The memtables are flushed first, so that no log has to be copied, when the live logs hold
  // log_size_for_flush bytes or more. 0 always flushes, and so does a database with allow_2pc.
  // Without a flush, updates that bypassed the log (WriteOptions::disableWAL) may be missing.
  //
  // *sequence_number_ptr, unless null, gets a sequence number up to which the checkpoint is
  // complete: it holds every update with this or a smaller number, and may hold later ones.
  virtual Status CreateCheckpoint(const std::string& checkpoint_dir,
                                  uint64_t log_size_for_flush = 0,
                                  uint64_t* sequence_number_ptr = nullptr);

  // Flushes the column family and links its tables into `export_dir`, which must not exist, as
  // above. *metadata, null before the call, gets a description of the files that
  // DB::CreateColumnFamilyWithImport() takes; the caller deletes it.
  virtual Status ExportColumnFamily(ColumnFamilyHandle* handle, const std::string& export_dir,
                                    ExportImportFilesMetaData** metadata);
};

}  // namespace ROCKSDB_NAMESPACE
