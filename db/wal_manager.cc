// Keeps track of write-ahead logs; see the header.
#include "db/wal_manager.h"

#include "env/file_io.h"
#include "env/filename.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

Status WalManager::StartNew(uint64_t number, size_t preallocate) {
  const auto config = context_->config();
  const std::string path = WalFileName(directory_, number);
  FileOptions options = context_->file_options;
  options.use_direct_writes = false;
  options.use_mmap_writes = false;
  options.bytes_per_sync = config->options.wal_bytes_per_sync;
  uint64_t recycled = 0;
  {
    MutexLock lock(&mutex_);
    if (!recyclable_.empty()) {
      recycled = recyclable_.back();
      recyclable_.pop_back();
    }
  }
  std::unique_ptr<FSWritableFile> raw;
  IOStatus s = recycled != 0 ? context_->fs->ReuseWritableFile(
                                   path, WalFileName(directory_, recycled), options, &raw, nullptr)
                             : context_->fs->NewWritableFile(path, options, &raw, nullptr);
  if (!s.ok()) return s;
  if (preallocate > 0) raw->SetPreallocationBlockSize(preallocate);
  auto file = std::make_unique<WritableFileWriter>(std::move(raw), path, options,
                                                   context_->clock.get(), context_->stats);
  auto writer = std::make_shared<log::Writer>(std::move(file), number,
                                              config->options.recycle_log_file_num > 0,
                                              config->options.manual_wal_flush);
  if (config->options.wal_compression != kNoCompression) {
    s = writer->EnableCompression(config->options.wal_compression);
    if (!s.ok()) return s;
  }
  if (current_ != nullptr) s = current_->Flush();
  if (!s.ok()) return s;
  MutexLock lock(&mutex_);
  if (!logs_.empty() && logs_.back().writer == current_ && current_ != nullptr)
    logs_.back().bytes = current_bytes_;
  logs_.push_back(Log{number, 0, writer, false});
  current_ = std::move(writer);
  current_bytes_ = 0;
  current_number_ = number;
  directory_synced_ = false;
  return s;
}

IOStatus WalManager::Flush() { return current_ == nullptr ? IOStatus::OK() : current_->Flush(); }

IOStatus WalManager::SyncDirectoryOnce() {
  if (directory_synced_.load(std::memory_order_acquire)) return IOStatus::OK();
  IOStatus s = SyncDirectory(context_->fs.get(), directory_);
  if (s.ok()) directory_synced_.store(true, std::memory_order_release);
  return s;
}

// Syncs every log but the one being written.
IOStatus WalManager::SyncOld(bool use_fsync) {
  std::vector<std::shared_ptr<log::Writer>> todo;
  {
    MutexLock lock(&mutex_);
    for (size_t i = 0; i + 1 < logs_.size(); ++i) {
      if (!logs_[i].synced && logs_[i].writer != nullptr) todo.push_back(logs_[i].writer);
    }
  }
  for (const auto& writer : todo) {
    IOStatus s = writer->file()->SyncWithoutFlush(use_fsync);
    if (!s.ok()) return s;
    MutexLock lock(&mutex_);
    for (Log& log : logs_) {
      if (log.writer == writer) log.synced = true;
    }
  }
  return IOStatus::OK();
}

IOStatus WalManager::SyncClosed() { return SyncOld(context_->config()->options.use_fsync); }

IOStatus WalManager::Sync(bool by_leader) {
  const bool use_fsync = context_->config()->options.use_fsync;
  std::shared_ptr<log::Writer> newest;
  {
    MutexLock lock(&mutex_);
    if (!logs_.empty()) newest = logs_.back().writer;
  }
  BUCKETLSM_SYNC_POINT("WalManager::Sync:Begin");
  IOStatus s = SyncOld(use_fsync);
  if (s.ok() && newest != nullptr) {
    s = by_leader ? newest->file()->Sync(use_fsync) : newest->file()->SyncWithoutFlush(use_fsync);
  }
  if (s.ok()) s = SyncDirectoryOnce();
  return s;
}

void WalManager::KeepRecovered(uint64_t number, uint64_t bytes) {
  MutexLock lock(&mutex_);
  logs_.push_back(Log{number, bytes, nullptr, true});
  total_bytes_.fetch_add(bytes, std::memory_order_relaxed);
}

void WalManager::Discard(const Log& log) {
  total_bytes_.fetch_sub(log.bytes, std::memory_order_relaxed);
  if (log.writer != nullptr) {
    IOStatus s = log.writer->Close();
    if (!s.ok())
      LogWarn(context_->info_log.get(), "Closing log %06lu: %s", log.number, s.ToString().c_str());
  }
  if (log.writer != nullptr &&
      recyclable_.size() < context_->config()->options.recycle_log_file_num) {
    recyclable_.push_back(log.number);
  } else {
    obsolete_->ReportOther(WalFileName(directory_, log.number));
  }
}

void WalManager::ReleaseBefore(uint64_t number) {
  std::vector<Log> released;
  MutexLock lock(&mutex_);
  while (!logs_.empty() && logs_.front().number < number &&
         logs_.front().number != current_number()) {
    released.push_back(std::move(logs_.front()));
    logs_.pop_front();
  }
  for (const Log& log : released) Discard(log);
}

IOStatus WalManager::Close() {
  MutexLock lock(&mutex_);
  IOStatus result;
  for (Log& log : logs_) {
    if (log.writer == nullptr) continue;
    IOStatus s = log.writer->Close();
    if (result.ok()) result = s;
  }
  for (const uint64_t number : recyclable_) {
    IOStatus s = context_->fs->DeleteFile(WalFileName(directory_, number), IOOptions(), nullptr);
    if (!s.ok())
      LogWarn(context_->info_log.get(), "Recycled log %06lu: %s", number, s.ToString().c_str());
  }
  logs_.clear();
  recyclable_.clear();
  current_.reset();
  return result;
}

std::vector<WalManager::Info> WalManager::Alive() const {
  MutexLock lock(&mutex_);
  std::vector<Info> result;
  for (const Log& log : logs_) {
    result.push_back(Info{log.number, log.writer == current_ && current_ != nullptr
                                          ? current_bytes_.load()
                                          : log.bytes});
  }
  return result;
}

}  // namespace ROCKSDB_NAMESPACE
