// See the header.
#include "utilities/backup/table_session.h"

#include "db/table_on_disk.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

// A session id becomes a part of a file name, and whoever made the table chose its bytes.
bool IsSessionId(const std::string& text) {
  for (const char c : text) {
    if ((c < '0' || c > '9') && (c < 'A' || c > 'Z')) return false;
  }
  return true;
}

}  // namespace

Status ReadSessionId(FileSystem* fs, const std::string& path, uint64_t size, std::string* session) {
  session->clear();
  TableProperties properties;
  Status s = ReadPropertiesOnDisk(fs, path, size, &properties);
  // A damaged table can be backed up, and told from others by its checksum.
  if (s.IsCorruption() || s.IsNotSupported()) return Status::OK();
  if (s.ok() && IsSessionId(properties.db_session_id)) *session = properties.db_session_id;
  return s;
}

}  // namespace ROCKSDB_NAMESPACE::backup
