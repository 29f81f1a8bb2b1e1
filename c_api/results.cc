#include "c_api/results.h"

#include "rocksdb/c.h"

namespace c_api {

void StoreError(const Status& status, char** error) {
  std::free(*error);
  *error = CopyText(status.ToString());
}

}  // namespace c_api

void rocksdb_free(void* memory) { std::free(memory); }
