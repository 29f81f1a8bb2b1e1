// See the header.
#include "utilities/backup/table_session.h"

#include <memory>
#include <utility>

#include "env/file_io.h"
#include "table/sst_salvage.h"

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
  std::unique_ptr<RandomAccessFileReader> file;
  Status s = RandomAccessFileReader::Open(fs, path, FileOptions(), &file);
  if (!s.ok()) return s;
  std::unique_ptr<SstSalvage> table;
  s = SstSalvage::Open(std::move(file), size, &table);
  // A damaged table can be backed up, and told from others by its checksum.
  if (s.IsCorruption() || s.IsNotSupported()) return Status::OK();
  if (!s.ok() || table->properties() == nullptr) return s;
  const std::string& id = table->properties()->db_session_id;
  if (IsSessionId(id)) *session = id;
  return s;
}

}  // namespace ROCKSDB_NAMESPACE::backup
