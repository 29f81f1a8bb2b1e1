// Parks and hands out spare files.
#include "env/spare_files.h"

#include <utility>

#include "env/filename.h"
#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {

void SpareFiles::SetKept(bool kept) {
  MutexLock lock(&mutex_);
  kept_ = kept;
}

void SpareFiles::DeleteUnlessKept(FileSystem* fs) {
  Spares mine;
  {
    MutexLock lock(&mutex_);
    if (kept_ || spares_.empty()) return;
    mine = TakeAll();
    ++changing_;
  }
  Delete(fs, mine);
  Changed();
}

void SpareFiles::Forbid(FileSystem* fs) {
  Spares mine;
  {
    MutexLock lock(&mutex_);
    ++forbidden_;
    while (changing_ > 0) settled_.Wait();
    mine = TakeAll();
  }
  Delete(fs, mine);
}

void SpareFiles::Allow() {
  MutexLock lock(&mutex_);
  --forbidden_;
}

void SpareFiles::Changed() {
  MutexLock lock(&mutex_);
  if (--changing_ == 0) settled_.SignalAll();
}

SpareFiles::Spares SpareFiles::TakeAll() {
  Spares mine;
  mine.swap(spares_);
  for (const auto& [bytes, spare] : mine) bytes_ -= bytes;
  return mine;
}

// One that cannot be deleted is left to the next opening.
void SpareFiles::Delete(FileSystem* fs, const Spares& spares) {
  for (const auto& [bytes, spare] : spares) {
    fs->DeleteFile(spare.path, kPlainIo, nullptr).PermitUncheckedError();
  }
}

bool SpareFiles::Park(FileSystem* fs, const std::string& path, const std::string& directory,
                      uint64_t number, uint64_t bytes) {
  {
    MutexLock lock(&mutex_);
    if (!kept_ || forbidden_ > 0 || bytes_ + bytes > most_bytes_) return false;
    bytes_ += bytes;
    ++changing_;
  }
  Spare spare{directory, TempFileName(directory, number)};
  const bool retired = fs->RetireFile(path, spare.path, next_use_, nullptr).ok();
  bool wanted = false;
  {
    MutexLock lock(&mutex_);
    if (retired && kept_ && forbidden_ == 0) {
      spares_.emplace(bytes, spare);
      wanted = true;
    } else {
      bytes_ -= bytes;
    }
  }
  // Whoever wants it no more may have deleted the others already.
  if (retired && !wanted) fs->DeleteFile(spare.path, kPlainIo, nullptr).PermitUncheckedError();
  Changed();
  return retired;
}

// What is cut off a spare has to be allocated anew for the next one: where sizes vary, too large a
// spare costs more than one that has to grow.
std::string SpareFiles::Take(const std::string& directory, uint64_t expected) {
  MutexLock lock(&mutex_);
  auto found = spares_.end();
  if (forbidden_ > 0) return "";
  for (auto it = spares_.begin(); it != spares_.end(); ++it) {
    if (it->second.directory != directory) continue;
    if (found != spares_.end() && it->first / 3 * 2 > expected) break;
    found = it;
    if (it->first >= expected) break;
  }
  if (found == spares_.end()) return "";
  std::string path = std::move(found->second.path);
  bytes_ -= found->first;
  spares_.erase(found);
  ++changing_;
  return path;
}

IOStatus SpareFiles::Create(FileSystem* fs, const std::string& directory, const std::string& path,
                            uint64_t expected, const FileOptions& options,
                            std::unique_ptr<FSWritableFile>* file, bool* written_over) {
  const std::string spare = Take(directory, expected);
  *written_over = false;
  if (!spare.empty()) {
    *written_over = fs->ReuseWritableFile(path, spare, options, file, nullptr).ok();
    // It has one of the two names; a new file replaces the other.
    if (!*written_over) fs->DeleteFile(spare, kPlainIo, nullptr).PermitUncheckedError();
    Changed();
    if (*written_over) return IOStatus::OK();
  }
  return fs->NewWritableFile(path, options, file, nullptr);
}

uint64_t SpareFiles::bytes() const {
  MutexLock lock(&mutex_);
  return bytes_;
}

}  // namespace ROCKSDB_NAMESPACE
