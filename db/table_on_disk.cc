// See the header.
#include "db/table_on_disk.h"

#include <memory>
#include <utility>

#include "env/file_io.h"
#include "table/sst_salvage.h"

namespace ROCKSDB_NAMESPACE {

Status ReadPropertiesOnDisk(FileSystem* fs, const std::string& path, uint64_t size,
                            TableProperties* properties) {
  *properties = TableProperties();
  std::unique_ptr<RandomAccessFileReader> file;
  Status s = RandomAccessFileReader::Open(fs, path, FileOptions(), &file);
  if (!s.ok()) return s;
  // The only reader that needs neither comparator nor index.
  std::unique_ptr<SstSalvage> table;
  s = SstSalvage::Open(std::move(file), size, &table);
  if (s.ok() && table->properties() != nullptr) *properties = *table->properties();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
