// How a database is to be opened, and what can be checked before anything of it is read.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "options/db_config.h"
#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {

// kReadOnlyWithoutLogs refuses to open where there is any log: its records would be missing.
// kSecondary reads beside a primary.
enum class OpenMode { kReadWrite, kReadOnly, kReadOnlyWithoutLogs, kSecondary };

struct OpenRequest {
  OpenMode mode = OpenMode::kReadWrite;
  DBOptions options;
  const std::string& name;
  const std::vector<ColumnFamilyDescriptor>& families;
  // kSecondary: a directory of its own, for LOG. It is made where it is missing.
  std::string own_directory = {};
};

// Refuses contradictory options before it touches the disk. Then makes the directory, where the
// request wants that, and the info log, so that later failures are written there. *config is what
// the database runs with.
[[nodiscard]] Status CheckRequest(const OpenRequest& request,
                                  std::shared_ptr<const DbConfig>* config);

}  // namespace ROCKSDB_NAMESPACE
