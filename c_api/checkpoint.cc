// Checkpoints.
#include "rocksdb/utilities/checkpoint.h"

#include "c_api/checkpoint.h"
#include "c_api/results.h"

using ROCKSDB_NAMESPACE::Checkpoint;

namespace c_api {

rocksdb_checkpoint_t* NewCheckpoint(ROCKSDB_NAMESPACE::DB* db, char** error) {
  Checkpoint* checkpoint = nullptr;
  return Failed(Checkpoint::Create(db, &checkpoint), error) ? nullptr
                                                            : new rocksdb_checkpoint_t{checkpoint};
}

}  // namespace c_api

rocksdb_checkpoint_t* rocksdb_checkpoint_object_create(rocksdb_t* db, char** error) {
  return c_api::NewCheckpoint(db->rep, error);
}

void rocksdb_checkpoint_create(rocksdb_checkpoint_t* checkpoint, const char* path,
                               uint64_t log_size_for_flush, char** error) {
  c_api::Report(checkpoint->rep->CreateCheckpoint(path, log_size_for_flush), error);
}

void rocksdb_checkpoint_object_destroy(rocksdb_checkpoint_t* checkpoint) {
  delete checkpoint->rep;
  delete checkpoint;
}
