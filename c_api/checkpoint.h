// Checkpoints of any kind of database handle.
#pragma once

#include "c_api/handles.h"
#include "rocksdb/utilities/checkpoint.h"

struct rocksdb_checkpoint_t {
  ROCKSDB_NAMESPACE::Checkpoint* rep;
};

namespace c_api {

// NULL where *error is set.
rocksdb_checkpoint_t* NewCheckpoint(ROCKSDB_NAMESPACE::DB* db, char** error);

}  // namespace c_api
