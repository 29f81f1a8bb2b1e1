// A file system that counts how readers of tables read them.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/file_system.h"

namespace system_test {

namespace rocks = ROCKSDB_NAMESPACE;

struct ReadCounts {
  std::atomic<uint64_t> reads{0};        // calls of Read
  std::atomic<uint64_t> multi_reads{0};  // calls of MultiRead
  std::atomic<uint64_t> requests{0};     // of MultiRead
  std::atomic<uint64_t> async_reads{0};  // calls of ReadAsync
  std::atomic<uint64_t> async_reads_before_poll{0};
  std::atomic<uint64_t> polls{0};
  std::atomic<size_t> longest{0};  // bytes, of Read and ReadAsync
  void Reset() {
    reads = multi_reads = requests = async_reads = async_reads_before_poll = polls = 0;
    longest = 0;
  }
  void Note(size_t bytes) {
    size_t known = longest;
    while (known < bytes && !longest.compare_exchange_weak(known, bytes)) continue;
  }
};

// Over the default file system. `counts` outlives it.
class CountingFileSystem final : public rocks::FileSystemWrapper {
 public:
  // `async`: whether it says that it reads asynchronously; none: as what it wraps.
  explicit CountingFileSystem(ReadCounts* counts, std::optional<bool> async = std::nullopt)
      : FileSystemWrapper(rocks::FileSystem::Default()), counts_(counts), async_(async) {}
  const char* Name() const override { return "CountingFileSystem"; }
  void SupportedOps(int64_t& ops) override {
    constexpr int64_t kAsync = int64_t{1} << static_cast<int>(rocks::FSSupportedOps::kAsyncIO);
    FileSystemWrapper::SupportedOps(ops);
    if (async_) ops = *async_ ? kAsync : 0;
  }
  rocks::IOStatus NewRandomAccessFile(const std::string& name, const rocks::FileOptions& options,
                                      std::unique_ptr<rocks::FSRandomAccessFile>* result,
                                      rocks::IODebugContext* dbg) override {
    rocks::IOStatus s = FileSystemWrapper::NewRandomAccessFile(name, options, result, dbg);
    if (s.ok()) *result = std::make_unique<File>(std::move(*result), counts_);
    return s;
  }
  rocks::IOStatus Poll(std::vector<void*>& handles, size_t least) override {
    ++counts_->polls;
    return FileSystemWrapper::Poll(handles, least);
  }

 private:
  class File final : public rocks::FSRandomAccessFileOwnerWrapper {
   public:
    File(std::unique_ptr<rocks::FSRandomAccessFile> file, ReadCounts* counts)
        : FSRandomAccessFileOwnerWrapper(std::move(file)), counts_(counts) {}
    rocks::IOStatus Read(uint64_t offset, size_t n, const rocks::IOOptions& io,
                         rocks::Slice* result, char* scratch,
                         rocks::IODebugContext* dbg) const override {
      ++counts_->reads;
      counts_->Note(n);
      return FSRandomAccessFileOwnerWrapper::Read(offset, n, io, result, scratch, dbg);
    }
    rocks::IOStatus MultiRead(rocks::FSReadRequest* requests, size_t n, const rocks::IOOptions& io,
                              rocks::IODebugContext* dbg) override {
      ++counts_->multi_reads;
      counts_->requests += n;
      return FSRandomAccessFileOwnerWrapper::MultiRead(requests, n, io, dbg);
    }
    rocks::IOStatus ReadAsync(rocks::FSReadRequest& request, const rocks::IOOptions& io,
                              std::function<void(rocks::FSReadRequest&, void*)> done, void* arg,
                              void** handle, rocks::IOHandleDeleter* free_handle,
                              rocks::IODebugContext* dbg) override {
      ++counts_->async_reads;
      if (counts_->polls == 0) ++counts_->async_reads_before_poll;
      counts_->Note(request.len);
      return FSRandomAccessFileOwnerWrapper::ReadAsync(request, io, std::move(done), arg, handle,
                                                       free_handle, dbg);
    }

   private:
    ReadCounts* const counts_;
  };

  ReadCounts* const counts_;
  const std::optional<bool> async_;
};

}  // namespace system_test
