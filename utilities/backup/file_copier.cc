// See the header.
#include "utilities/backup/file_copier.h"

#include <algorithm>
#include <exception>
#include <memory>

#include "env/file_io.h"
#include "env/plain_io.h"
#include "util/crc32c.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE::backup {

namespace {

// What will be synced is written back while the copy goes on, so that the sync finds little to do.
constexpr uint64_t kWriteBack = 8 << 20;

// The running copy of one file.
class Copy {
 public:
  Copy(const CopyJob& job, const CopyTerms& terms, CopyResult* result)
      : job_(job), terms_(terms), result_(*result) {}

  IOStatus Run() {
    IOStatus s = Open();
    if (s.ok()) s = job_.contents.empty() ? Transfer() : Take(job_.contents);
    if (s.ok() && target_ != nullptr && job_.sync) s = target_->Sync(/*use_fsync=*/false);
    if (target_ == nullptr) return s;
    IOStatus closed = target_->Close();
    if (s.ok()) s = std::move(closed);
    // A part would look like a whole file.
    if (!s.ok()) job_.to_fs->DeleteFile(job_.to, kPlainIo, nullptr).PermitUncheckedError();
    return s;
  }

 private:
  IOStatus Open() {
    IOStatus s;
    FileOptions options;
    if (job_.contents.empty()) {
      s = SequentialFileReader::Open(job_.from_fs, job_.from, options, &source_);
      if (s.ok()) result_.source_temperature = source_->file()->GetTemperature();
    }
    if (!s.ok() || job_.to_fs == nullptr) return s;
    // Pieces are large; a buffer would only copy them once more.
    options.writable_file_max_buffer_size = 0;
    if (job_.sync) options.bytes_per_sync = kWriteBack;
    options.temperature = job_.temperature;
    return WritableFileWriter::Create(job_.to_fs, job_.to, options, &target_, nullptr, nullptr,
                                      terms_.limiter, Env::IO_LOW);
  }

  IOStatus Transfer() {
    const size_t size = static_cast<size_t>(std::min<uint64_t>(terms_.buffer_size, job_.bytes));
    const auto space = std::make_unique<char[]>(std::max<size_t>(size, 1));
    uint64_t left = job_.bytes;
    while (left > 0) {
      if (terms_.stopped != nullptr && *terms_.stopped) {
        return status_to_io_status(Status::Incomplete("Backup stopped"));
      }
      const size_t wanted = Granted(static_cast<size_t>(std::min<uint64_t>(left, size)));
      Slice piece;
      IOStatus s = source_->Read(wanted, &piece, space.get());
      if (s.ok() && piece.empty()) break;
      if (s.ok()) s = Take(piece);
      if (!s.ok()) return s;
      left -= piece.size();
    }
    // Whoever names a size knows that the file has it.
    if (left > 0 && job_.bytes != UINT64_MAX) {
      return IOStatus::Corruption("file too small: " + std::to_string(result_.bytes) + " of " +
                                      std::to_string(job_.bytes) + " bytes",
                                  job_.from);
    }
    return IOStatus::OK();
  }

  // How many bytes may be read now.
  size_t Granted(size_t bytes) const {
    if (terms_.limiter == nullptr) return bytes;
    return terms_.limiter->RequestToken(bytes, 0, Env::IO_LOW, nullptr, RateLimiter::OpType::kRead);
  }

  IOStatus Take(const Slice& piece) {
    result_.crc = crc32c::Extend(result_.crc, piece.data(), piece.size());
    result_.bytes += piece.size();
    IOStatus s;
    if (target_ != nullptr) s = target_->Append(piece);
    if (!s.ok()) return s;
    if (source_ != nullptr) RecordTick(terms_.statistics, BACKUP_READ_BYTES, piece.size());
    if (target_ != nullptr) RecordTick(terms_.statistics, BACKUP_WRITE_BYTES, piece.size());
    return terms_.progress != nullptr ? terms_.progress->Add(piece.size()) : s;
  }

  const CopyJob& job_;
  const CopyTerms& terms_;
  CopyResult& result_;
  std::unique_ptr<SequentialFileReader> source_;
  std::unique_ptr<WritableFileWriter> target_;
};

}  // namespace

IOStatus ProgressMeter::Add(uint64_t bytes) {
  if (callback_ == nullptr) return IOStatus::OK();
  MutexLock lock(&mutex_);
  bytes_ += bytes;
  for (; bytes_ >= interval_; bytes_ -= interval_) {
    try {
      callback_();
    } catch (const std::exception& e) {
      return IOStatus::Aborted("Exception in progress_callback", e.what());
    } catch (...) {
      return IOStatus::Aborted("Unknown exception in progress_callback");
    }
  }
  return IOStatus::OK();
}

IOStatus RunCopy(const CopyJob& job, const CopyTerms& terms, CopyResult* result) {
  *result = CopyResult();
  return Copy(job, terms, result).Run();
}

}  // namespace ROCKSDB_NAMESPACE::backup
