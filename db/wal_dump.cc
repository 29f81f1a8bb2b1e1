// DumpWal() of tool_access.h: a write-ahead log as text.
#include <memory>
#include <ostream>

#include "db/batch/write_batch_internal.h"
#include "db/log/log_reader.h"
#include "db/tool_access.h"
#include "env/file_io.h"
#include "env/filename.h"
#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

std::string Hex(const Slice& bytes) { return "0x" + bytes.ToString(true); }

// Stock's words, which scripts look for.
const char* WalWord(ValueType type) {
  switch (type) {
    case kTypeValue:
      return "PUT";
    case kTypeDeletion:
      return "DELETE";
    case kTypeSingleDeletion:
      return "SINGLE_DELETE";
    case kTypeRangeDeletion:
      return "DELETE_RANGE";
    case kTypeMerge:
      return "MERGE";
    case kTypeWideColumnEntity:
      return "PUT_ENTITY";
    case kTypeBlobIndex:
      return "PUT_BLOB_INDEX";
    case kTypeValuePreferredSeqno:
      return "TIMED_PUT";
    case kTypeLogData:
      return "LOG_DATA";
    case kTypeNoop:
      return "NOOP";
    case kTypeBeginPrepareXID:
    case kTypeBeginPersistedPrepareXID:
    case kTypeBeginUnprepareXID:
      return "BEGIN_PREPARE";
    case kTypeEndPrepareXID:
      return "END_PREPARE";
    case kTypeCommitXID:
    case kTypeCommitXIDAndTimestamp:
      return "COMMIT";
    case kTypeRollbackXID:
      return "ROLLBACK";
    default:
      return "UNKNOWN";
  }
}

void PrintRecord(const BatchReader& record, bool values, std::ostream& out) {
  out << WalWord(record.type);
  if (record.type == kTypeNoop) {
    out << " ";
    return;
  }
  if (BatchAccess::ContentsBit(record.type) == BatchAccess::kHasBeginPrepare) {
    out << "(" << (record.type == kTypeBeginUnprepareXID ? "true" : "false") << ") ";
    return;
  }
  if (!record.is_update) {
    const bool named = kBatchTags[record.tag()].fields > 0;
    out << "(" << (named ? Hex(record.key) : "") << ") ";
    return;
  }
  // The begin of a range and its end both count as keys; values are shown on request.
  out << "(" << record.cf << ") : " << Hex(record.key) << " ";
  if (record.type == kTypeRangeDeletion) {
    out << Hex(record.value) << " ";
  } else if (values && kBatchTags[record.tag()].fields == 2) {
    out << ": " << Hex(record.value) << " ";
  }
}

Status PrintBatch(const Slice& contents, uint64_t offset, bool values, std::ostream& out) {
  BatchReader record(contents);
  // Before the first Next only the header can be wrong.
  if (!record.status().ok() && contents.size() < kBatchHeaderBytes) return record.status();
  out << record.sequence() << "," << record.count() << "," << contents.size() << "," << offset
      << ",";
  while (record.Next()) PrintRecord(record, values, out);
  out << "\n";
  return record.status();
}

// Keeps the first damage that a log reader reports.
class FirstDamage : public log::Reader::Reporter {
 public:
  void Corruption(size_t, const Status& status) override {
    if (first.ok()) first = status;
  }
  Status first;
};

// Recyclable pieces of another number are former use; 0 where the name has no number.
uint64_t LogNumberOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  uint64_t number = 0;
  FileType type;
  return ParseFileName(path.substr(slash == std::string::npos ? 0 : slash + 1), &number, &type)
             ? number
             : 0;
}

}  // namespace

Status DumpWal(Env* env, const std::string& path, const WalDumpOptions& how, std::ostream& out) {
  std::unique_ptr<SequentialFileReader> file;
  Status s = SequentialFileReader::Open(env->GetFileSystem().get(), path, FileOptions(), &file);
  if (!s.ok()) return s;
  if (how.header) {
    out << "Sequence,Count,ByteSize,Physical Offset,Key(s)" << (how.values ? " : value " : "")
        << "\n";
  }
  FirstDamage damage;
  log::Reader reader(std::move(file), &damage, /*checksum=*/true, LogNumberOf(path));
  Slice record;
  std::string scratch;
  while (reader.ReadRecord(&record, &scratch)) {
    const Status bad = PrintBatch(record, reader.LastRecordOffset(), how.values, out);
    if (s.ok()) s = bad;
  }
  if (s.ok()) s = reader.io_status();
  return s.ok() ? damage.first : s;
}

}  // namespace ROCKSDB_NAMESPACE::tools
