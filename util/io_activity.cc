// The thread's I/O activity and the histograms that belong to each.
#include "util/io_activity.h"

namespace ROCKSDB_NAMESPACE {

constinit thread_local Env::IOActivity io_activity_of_thread = Env::IOActivity::kUnknown;

uint32_t FileReadHistogram(Env::IOActivity activity) {
  switch (activity) {
    case Env::IOActivity::kFlush:
      return FILE_READ_FLUSH_MICROS;
    case Env::IOActivity::kCompaction:
      return FILE_READ_COMPACTION_MICROS;
    case Env::IOActivity::kDBOpen:
      return FILE_READ_DB_OPEN_MICROS;
    case Env::IOActivity::kGet:
    case Env::IOActivity::kGetEntity:
      return FILE_READ_GET_MICROS;
    case Env::IOActivity::kMultiGet:
    case Env::IOActivity::kMultiGetEntity:
      return FILE_READ_MULTIGET_MICROS;
    case Env::IOActivity::kDBIterator:
      return FILE_READ_DB_ITERATOR_MICROS;
    case Env::IOActivity::kVerifyDBChecksum:
      return FILE_READ_VERIFY_DB_CHECKSUM_MICROS;
    case Env::IOActivity::kVerifyFileChecksums:
      return FILE_READ_VERIFY_FILE_CHECKSUMS_MICROS;
    default:
      return HISTOGRAM_ENUM_MAX;
  }
}

uint32_t FileWriteHistogram(Env::IOActivity activity) {
  switch (activity) {
    case Env::IOActivity::kFlush:
      return FILE_WRITE_FLUSH_MICROS;
    case Env::IOActivity::kCompaction:
      return FILE_WRITE_COMPACTION_MICROS;
    case Env::IOActivity::kDBOpen:
      return FILE_WRITE_DB_OPEN_MICROS;
    default:
      return HISTOGRAM_ENUM_MAX;
  }
}

}  // namespace ROCKSDB_NAMESPACE
