// Descriptions of log files.
#include "db/state/wal_file_info.h"

#include "db/log/log_reader.h"
#include "env/filename.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// A copy of what was known when it was asked for; the log goes on growing.
class DescribedWalFile final : public WalFile {
 public:
  DescribedWalFile(const WalManager::Info& log, SequenceNumber first, WalFileType type)
      : log_(log), first_(first), type_(type) {}
  std::string PathName() const override {
    return WalFileName(type_ == kArchivedLogFile ? ArchivedWalDirectory("") : "", log_.number);
  }
  uint64_t LogNumber() const override { return log_.number; }
  WalFileType Type() const override { return type_; }
  SequenceNumber StartSequence() const override { return first_; }
  uint64_t SizeFileBytes() const override { return log_.bytes; }

 private:
  const WalManager::Info log_;
  const SequenceNumber first_;
  const WalFileType type_;
};

constexpr size_t kSequenceBytes = 8;  // a batch begins with its sequence number

}  // namespace

Status FirstSequenceOfWal(const DbContext& context, const std::string& directory, uint64_t number,
                          SequenceNumber* sequence) {
  *sequence = 0;
  // As replay reads them: a file system may have no direct reads, and a log being written grows.
  std::unique_ptr<SequentialFileReader> file;
  Status s = SequentialFileReader::Open(context.fs.get(), WalFileName(directory, number),
                                        FileOptions(), &file);
  if (!s.ok()) return s;
  // Damage is not reported: a log being written may end anywhere.
  log::Reader reader(std::move(file), nullptr, true, number);
  Slice record;
  std::string scratch;
  const bool found = reader.ReadRecord(&record, &scratch);
  if (found && record.size() >= kSequenceBytes) *sequence = LoadFixed64(record.data());
  return reader.io_status();
}

std::unique_ptr<WalFile> NewWalFile(const WalManager::Info& log, SequenceNumber first,
                                    WalFileType type) {
  return std::make_unique<DescribedWalFile>(log, first, type);
}

}  // namespace ROCKSDB_NAMESPACE
