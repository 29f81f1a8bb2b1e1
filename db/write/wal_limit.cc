// See the header.
#include "db/write/wal_limit.h"

#include "db/write/write_path.h"

namespace ROCKSDB_NAMESPACE {

void UpdateWalLimit(DbParts* parts) {
  uint64_t buffers = 0;
  for (const auto& [id, family] : parts->families.all()) {
    const ColumnFamilyOptions& o = family->state().config()->options;
    // The logs hold as much as all memtables together may hold, while no flush is behind.
    buffers += o.write_buffer_size * static_cast<uint64_t>(o.max_write_buffer_number);
  }
  // With one family its own memtable limit bounds the log already.
  const bool several = parts->families.all().size() > 1;
  parts->writes->SetWalLimit(several ? parts->context.config()->MaxTotalWalSize(buffers) : 0);
}

}  // namespace ROCKSDB_NAMESPACE
