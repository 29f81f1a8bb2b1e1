// Moving logs into the archive, and deleting the oldest.
#include "db/state/wal_archive.h"

#include <algorithm>

#include "env/filename.h"
#include "env/plain_io.h"

namespace ROCKSDB_NAMESPACE {

ArchiveLimits WalArchive::Limits() const {
  const auto config = context_.config();
  const uint64_t megabytes = std::min(config->options.WAL_size_limit_MB, UINT64_MAX >> 20);
  return ArchiveLimits{config->options.WAL_ttl_seconds, megabytes << 20};
}

// The directory entries are not synced: a log that a power cut puts back is archived again by the
// next opening.
IOStatus WalArchive::Take(const std::string& path) const {
  const std::string directory = ArchivedWalDirectory(context_.config()->wal_dir);
  FileSystem* const fs = context_.fs.get();
  uint64_t bytes = 0;
  IOStatus s = fs->GetFileSize(path, IOOptions(), &bytes, nullptr);
  if (s.ok() && bytes == 0) return fs->DeleteFile(path, IOOptions(), nullptr);
  if (s.ok()) s = fs->CreateDirIfMissing(directory, IOOptions(), nullptr);
  if (s.ok()) {
    s = fs->RenameFile(path, JoinPath(directory, BaseNameOf(path)), IOOptions(), nullptr);
  }
  return s;
}

void WalArchive::TrimIfDue() {
  const ArchiveLimits limits = Limits();
  if (!limits.any()) return;
  const uint64_t now = context_.NowSeconds();
  uint64_t due = next_trim_seconds_.load(std::memory_order_relaxed);
  // One thread looks; the others find the next time.
  if (now >= due && next_trim_seconds_.compare_exchange_strong(due, now + limits.CheckSeconds())) {
    Trim(limits, now);
  }
}

void WalArchive::Trim(const ArchiveLimits& limits, uint64_t now) const {
  const std::string directory = ArchivedWalDirectory(context_.config()->wal_dir);
  FileSystem* const fs = context_.fs.get();
  std::vector<uint64_t> numbers;
  Status s = ListLogNumbers(context_, directory, &numbers);
  std::vector<ArchivedLog> logs;
  for (size_t i = 0; s.ok() && i < numbers.size(); ++i) {
    const std::string path = WalFileName(directory, numbers[i]);
    ArchivedLog log;
    log.number = numbers[i];
    s = fs->GetFileSize(path, IOOptions(), &log.bytes, nullptr);
    if (s.ok()) s = fs->GetFileModificationTime(path, IOOptions(), &log.written_seconds, nullptr);
    logs.push_back(log);
  }
  const size_t dropped = s.ok() ? LogsToDrop(logs, limits, now) : 0;
  for (size_t i = 0; s.ok() && i < dropped; ++i) {
    s = fs->DeleteFile(WalFileName(directory, logs[i].number), IOOptions(), nullptr);
  }
  if (!s.ok()) LogWarn(context_.info_log.get(), "Trimming archived logs: %s", s.ToString().c_str());
}

Status ListLogNumbers(const DbContext& context, const std::string& directory,
                      std::vector<uint64_t>* numbers) {
  numbers->clear();
  std::vector<std::string> names;
  IOStatus s = context.fs->GetChildren(directory, IOOptions(), &names, nullptr);
  if (IsMissing(s)) return Status::OK();
  for (const std::string& name : names) {
    uint64_t number;
    FileType type;
    if (ParseFileName(name, &number, &type) && type == kWalFile) numbers->push_back(number);
  }
  std::sort(numbers->begin(), numbers->end());
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
