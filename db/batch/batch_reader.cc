// The verdict on a batch after a walk.
#include "db/batch/batch_reader.h"

namespace ROCKSDB_NAMESPACE {

Status BatchReader::status() const {
  if (broken_ != nullptr) return Status::Corruption("WriteBatch", broken_);
  if (p_ == limit_ && updates_ != count()) {
    return Status::Corruption("WriteBatch has wrong count",
                              std::to_string(count()) + " instead of " + std::to_string(updates_));
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
