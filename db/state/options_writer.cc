// See the header.
#include "db/state/options_writer.h"

#include <algorithm>

#include "env/file_io.h"
#include "env/filename.h"
#include "options/options_file.h"

namespace ROCKSDB_NAMESPACE {

// The file before `number` is kept, as stock does.
Status ReportOlderOptions(DbParts* parts, uint64_t number) {
  DbContext& c = parts->context;
  std::vector<std::string> names;
  IOStatus listed = c.fs->GetChildren(c.dbname, IOOptions(), &names, nullptr);
  if (!listed.ok()) return listed;
  std::vector<uint64_t> old;
  for (const std::string& name : names) {
    uint64_t n;
    FileType type;
    if (ParseFileName(name, &n, &type) && type == kOptionsFile && n < number) old.push_back(n);
  }
  std::sort(old.begin(), old.end());
  if (!old.empty()) old.pop_back();
  for (const uint64_t n : old) parts->obsolete->ReportOptions(n);
  return Status::OK();
}

Status PutOptionsFile(DbParts* parts, uint64_t* number) {
  DbContext& c = parts->context;
  std::vector<ColumnFamilyDescriptor> families;
  DBOptions options;
  {
    // Number and contents at one moment: of two callers the later contents get the higher number,
    // and the highest is the file that counts.
    StateLock lock(&c.mutex);
    for (const auto& [id, family] : parts->families.all())
      families.emplace_back(family->name, family->state().config()->asked);
    options = c.config()->options;
    // Stock takes one for the temporary file; doing the same keeps file names alike.
    (void)parts->versions->NewFileNumber();
    *number = parts->versions->NewFileNumber();
  }
  return PersistOptions(c.fs.get(), c.dbname, *number, options, families);
}

Status WriteOptionsFile(DbParts* parts) {
  DbContext& c = parts->context;
  if (c.read_only) return Status::OK();
  uint64_t number;
  Status s = PutOptionsFile(parts, &number);
  if (s.ok()) s = SyncDirectory(c.fs.get(), c.dbname);
  return s.ok() ? ReportOlderOptions(parts, number) : s;
}

}  // namespace ROCKSDB_NAMESPACE
