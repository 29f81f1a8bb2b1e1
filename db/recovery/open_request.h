// How a database is to be opened, what can be checked before anything of it is read, and what an
// opening holds from then on.
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

// What an open database gives back when it is closed.
struct OpenHolds {
  FileLock* lock = nullptr;  // on the LOCK file; null: none
  bool own_log = false;      // the info log was made for this opening
};

// Refuses contradictory options before it touches the disk. Then makes the directory, where the
// request wants that, takes the LOCK file, where it wants to write, and makes the info log, so that
// later failures are written there. Without the LOCK file nothing is moved: the LOG belongs to
// whoever has it. *config is what the database runs with. After an error nothing is held.
[[nodiscard]] Status CheckRequest(const OpenRequest& request,
                                  std::shared_ptr<const DbConfig>* config, OpenHolds* holds);

}  // namespace ROCKSDB_NAMESPACE
