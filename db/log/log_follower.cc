// Reading a log beside its writer.
#include "db/log/log_follower.h"

#include <utility>

namespace ROCKSDB_NAMESPACE {
namespace log {

// A file read from front to back that can be set back.
class Follower::Source : public FSSequentialFile {
 public:
  explicit Source(std::unique_ptr<FSRandomAccessFile> file) : file_(std::move(file)) {}

  IOStatus Read(size_t n, const IOOptions& options, Slice* result, char* scratch,
                IODebugContext* dbg) override {
    IOStatus s = file_->Read(offset_, n, options, result, scratch, dbg);
    if (s.ok()) offset_ += result->size();
    return s;
  }
  IOStatus Skip(uint64_t n) override {
    offset_ += n;
    return IOStatus::OK();
  }
  void SetOffset(uint64_t offset) { offset_ = offset; }

 private:
  const std::unique_ptr<FSRandomAccessFile> file_;
  uint64_t offset_ = 0;
};

IOStatus Follower::Open(FileSystem* fs, const std::string& path, const FileOptions& options,
                        uint64_t number, bool checksum, std::unique_ptr<Follower>* follower) {
  // A file that grows is neither mapped nor read in whole disk blocks.
  FileOptions plain = options;
  plain.use_mmap_reads = false;
  plain.use_direct_reads = false;
  std::unique_ptr<FSRandomAccessFile> file;
  IOStatus s = fs->NewRandomAccessFile(path, plain, &file, nullptr);
  if (s.ok()) {
    follower->reset(
        new Follower(std::make_unique<Source>(std::move(file)), path, number, checksum));
  }
  return s;
}

Follower::Follower(std::unique_ptr<Source> source, const std::string& path, uint64_t number,
                   bool checksum)
    : source_(source.get()),
      reader_(std::make_unique<SequentialFileReader>(std::move(source), path), this, checksum,
              number) {}

Follower::~Follower() = default;

void Follower::Corruption(size_t /*bytes*/, const Status& status) {
  if (status_.ok()) status_ = status;
}

bool Follower::Next(Slice* record) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (stale_) source_->SetOffset(reader_.ResumeBehind(end_));
    const bool fresh = std::exchange(stale_, false);
    status_ = Status::OK();
    // A record behind damage is not the next one.
    if (reader_.ReadRecord(record, &scratch_) && status_.ok()) {
      end_ = reader_.LastRecordEnd();
      return true;
    }
    stale_ = true;
    if (fresh) break;
  }
  return false;
}

}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
