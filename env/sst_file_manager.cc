// Counting, limits and slow deletion.
#include "env/sst_file_manager.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <system_error>
#include <utility>

#include "env/filename.h"
#include "rocksdb/statistics.h"
#include "util/logging.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr uint64_t kMicrosPerSecond = 1000000;

}  // namespace

FileCountingManager::FileCountingManager(std::shared_ptr<SystemClock> clock,
                                         std::shared_ptr<FileSystem> fs,
                                         std::shared_ptr<Logger> info_log,
                                         const DeletionOptions& deletion)
    : clock_(std::move(clock)),
      fs_(std::move(fs)),
      info_log_(std::move(info_log)),
      deletion_(deletion) {}

FileCountingManager::~FileCountingManager() {
  std::thread thread;
  {
    MutexLock lock(&mutex_);
    ending_ = true;
    changed_.SignalAll();
    thread.swap(thread_);
  }
  if (thread.joinable()) thread.join();
}

// ---- Counting ----

void FileCountingManager::FileAdded(const std::string& path, uint64_t bytes) {
  MutexLock lock(&mutex_);
  uint64_t& known = files_[path];
  total_bytes_ += bytes - known;
  known = bytes;
}

void FileCountingManager::FileForgotten(const std::string& path) {
  MutexLock lock(&mutex_);
  const auto found = files_.find(path);
  if (found == files_.end()) return;
  total_bytes_ -= found->second;
  files_.erase(found);
}

void FileCountingManager::DirectoryForgotten(const std::string& directory) {
  // As it is in the names of files, without a slash at its end.
  const std::string name = DirectoryOf(JoinPath(directory, "file"));
  MutexLock lock(&mutex_);
  for (auto it = files_.begin(); it != files_.end();) {
    const bool inside = DirectoryOf(it->first) == name;
    if (inside) total_bytes_ -= it->second;
    it = inside ? files_.erase(it) : std::next(it);
  }
}

void FileCountingManager::SetMaxAllowedSpaceUsage(uint64_t max_allowed_space) {
  MutexLock lock(&mutex_);
  max_allowed_ = max_allowed_space;
}

void FileCountingManager::SetCompactionBufferSize(uint64_t compaction_buffer_size) {
  MutexLock lock(&mutex_);
  compaction_buffer_ = compaction_buffer_size;
}

bool FileCountingManager::IsMaxAllowedSpaceReached() {
  MutexLock lock(&mutex_);
  return max_allowed_ > 0 && total_bytes_ >= max_allowed_;
}

bool FileCountingManager::IsMaxAllowedSpaceReachedIncludingCompactions() {
  MutexLock lock(&mutex_);
  return max_allowed_ > 0 && total_bytes_ + claimed_ >= max_allowed_;
}

bool FileCountingManager::ClaimForCompaction(uint64_t bytes) {
  MutexLock lock(&mutex_);
  if (max_allowed_ > 0 && total_bytes_ + claimed_ + bytes + compaction_buffer_ > max_allowed_) {
    return false;
  }
  claimed_ += bytes;
  return true;
}

void FileCountingManager::ReleaseClaim(uint64_t bytes) {
  MutexLock lock(&mutex_);
  claimed_ -= bytes;
}

uint64_t FileCountingManager::GetTotalSize() {
  MutexLock lock(&mutex_);
  return total_bytes_;
}

std::unordered_map<std::string, uint64_t> FileCountingManager::GetTrackedFiles() {
  MutexLock lock(&mutex_);
  return files_;
}

// ---- Deleting ----

std::string FileCountingManager::WithoutTrashSuffix(const std::string& name) {
  return EndsWith(name, kTrashSuffix) ? name.substr(0, name.size() - std::strlen(kTrashSuffix))
                                      : name;
}

IOStatus FileCountingManager::DeleteObsolete(FileSystem* fs, const std::string& path) {
  uint64_t bytes = 0;
  bool at_once = false;
  {
    MutexLock lock(&mutex_);
    const auto found = files_.find(path);
    if (found != files_.end()) bytes = found->second;
    // The file itself still counts among the files, so the shares are those before the deletion.
    at_once =
        deletion_.rate <= 0 || static_cast<double>(trash_bytes_) >
                                   static_cast<double>(total_bytes_) * deletion_.max_trash_ratio;
  }
  FileForgotten(path);
  if (!at_once) {
    if (bytes == 0) fs->GetFileSize(path, IOOptions(), &bytes, nullptr).PermitUncheckedError();
    const std::string trash = path + kTrashSuffix;
    if (fs->RenameFile(path, trash, IOOptions(), nullptr).ok()) {
      Tick(FILES_MARKED_TRASH);
      Enqueue(trash, bytes);
      return IOStatus::OK();
    }
  }
  IOStatus s = fs->DeleteFile(path, IOOptions(), nullptr);
  if (s.ok()) Tick(FILES_DELETED_IMMEDIATELY);
  return s;
}

void FileCountingManager::DeleteTrash(const std::string& path) {
  {
    MutexLock lock(&mutex_);
    const auto known = [&path](const Trash& trash) { return trash.path == path; };
    if (std::any_of(queue_.begin(), queue_.end(), known)) return;
  }
  uint64_t bytes = 0;
  fs_->GetFileSize(path, IOOptions(), &bytes, nullptr).PermitUncheckedError();
  Enqueue(path, bytes);
}

void FileCountingManager::Enqueue(const std::string& path, uint64_t bytes) {
  MutexLock lock(&mutex_);
  queue_.push_back(Trash{path, bytes});
  trash_bytes_ += bytes;
  if (!thread_.joinable()) {
    try {
      thread_ = std::thread([this] { Work(); });
    } catch (const std::system_error& e) {
      // The trash waits: the next file to be deleted tries again, and so does the next opening.
      LogWarn(info_log_.get(), "No thread to delete %s: %s", path.c_str(), e.what());
    }
  }
  changed_.SignalAll();
}

void FileCountingManager::Work() {
  MutexLock lock(&mutex_);
  while (!ending_) {
    if (queue_.empty()) {
      changed_.Wait();
      continue;
    }
    Trash trash = std::move(queue_.front());
    queue_.pop_front();
    while (!ending_ && !trash.path.empty()) {
      const uint64_t chunk = deletion_.rate > 0 ? deletion_.chunk : 0;
      mutex_.Unlock();
      const uint64_t freed = DeleteSome(&trash, chunk);
      mutex_.Lock();
      trash_bytes_ -= freed;
      Throttle(freed);
    }
    changed_.SignalAll();
  }
}

// A file that is done has an empty path.
uint64_t FileCountingManager::DeleteSome(Trash* trash, uint64_t chunk) {
  if (chunk > 0 && trash->bytes > chunk) {
    // Another name of the file may be part of a checkpoint, which shortening would damage.
    uint64_t links = 0;
    const bool alone =
        fs_->NumFileLinks(trash->path, IOOptions(), &links, nullptr).ok() && links == 1;
    if (alone && fs_->Truncate(trash->path, trash->bytes - chunk, IOOptions(), nullptr).ok()) {
      trash->bytes -= chunk;
      return chunk;
    }
  }
  IOStatus s = fs_->DeleteFile(trash->path, IOOptions(), nullptr);
  if (s.ok()) {
    Tick(FILES_DELETED_FROM_TRASH_QUEUE);
  } else {
    ROCKSDB_NAMESPACE::Error(info_log_, "Cannot delete %s: %s", trash->path.c_str(),
                             s.ToString().c_str());
  }
  trash->path.clear();
  return trash->bytes;
}

void FileCountingManager::Throttle(uint64_t bytes) {
  const uint64_t start = clock_->NowMicros();
  while (!ending_ && deletion_.rate > 0) {
    const uint64_t due = bytes * kMicrosPerSecond / static_cast<uint64_t>(deletion_.rate);
    const uint64_t waited = clock_->NowMicros() - start;
    if (waited >= due) return;
    changed_.TimedWaitMicros(due - waited);
  }
}

void FileCountingManager::WaitForEmptyTrash() {
  MutexLock lock(&mutex_);
  // Without a thread the wait would never end.
  while (thread_.joinable() && (trash_bytes_ > 0 || !queue_.empty())) changed_.Wait();
}

int64_t FileCountingManager::GetDeleteRateBytesPerSecond() {
  MutexLock lock(&mutex_);
  return deletion_.rate;
}

void FileCountingManager::SetDeleteRateBytesPerSecond(int64_t delete_rate) {
  MutexLock lock(&mutex_);
  deletion_.rate = delete_rate;
  changed_.SignalAll();
}

double FileCountingManager::GetMaxTrashDBRatio() {
  MutexLock lock(&mutex_);
  return deletion_.max_trash_ratio;
}

void FileCountingManager::SetMaxTrashDBRatio(double ratio) {
  MutexLock lock(&mutex_);
  deletion_.max_trash_ratio = ratio;
}

uint64_t FileCountingManager::GetTotalTrashSize() {
  MutexLock lock(&mutex_);
  return trash_bytes_;
}

void FileCountingManager::SetStatisticsPtr(const std::shared_ptr<Statistics>& stats) {
  MutexLock lock(&mutex_);
  stats_ = stats;
}

void FileCountingManager::Tick(uint32_t ticker) {
  std::shared_ptr<Statistics> stats;
  {
    MutexLock lock(&mutex_);
    stats = stats_;
  }
  if (stats != nullptr) stats->recordTick(ticker, 1);
}

// ---- Making one ----

SstFileManager* NewSstFileManager(Env* env, std::shared_ptr<FileSystem> fs,
                                  std::shared_ptr<Logger> info_log, const std::string& trash_dir,
                                  int64_t rate_bytes_per_sec, bool delete_existing_trash,
                                  Status* status, double max_trash_db_ratio,
                                  uint64_t bytes_max_delete_chunk) {
  DeletionOptions deletion;
  deletion.rate = rate_bytes_per_sec;
  deletion.max_trash_ratio = max_trash_db_ratio;
  deletion.chunk = bytes_max_delete_chunk;
  auto* manager = new FileCountingManager(env->GetSystemClock(), fs, std::move(info_log), deletion);
  Status s;
  if (delete_existing_trash && !trash_dir.empty()) {
    std::vector<std::string> names;
    s = fs->GetChildren(trash_dir, IOOptions(), &names, nullptr);
    for (const std::string& name : names) {
      manager->DeleteTrash(trash_dir + "/" + name);
    }
  }
  if (status != nullptr) *status = s;
  return manager;
}

SstFileManager* NewSstFileManager(Env* env, std::shared_ptr<Logger> info_log, std::string trash_dir,
                                  int64_t rate_bytes_per_sec, bool delete_existing_trash,
                                  Status* status, double max_trash_db_ratio,
                                  uint64_t bytes_max_delete_chunk) {
  return NewSstFileManager(env, env->GetFileSystem(), std::move(info_log), trash_dir,
                           rate_bytes_per_sec, delete_existing_trash, status, max_trash_db_ratio,
                           bytes_max_delete_chunk);
}

}  // namespace ROCKSDB_NAMESPACE
