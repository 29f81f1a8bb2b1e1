// Reads that go on while their reader works; see the header.
#include "table/next_window.h"

#include <cstring>
#include <utility>
#include <vector>

#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

static_assert(NextWindow::kRoom % AlignedBufferPool::kAlignment == 0);

void NextWindow::Start(const RandomAccessFileReader& file, const IOOptions& io, uint64_t offset,
                       size_t n) {
  if (n == 0 || !file.CanStartReads()) return;
  const size_t unit = file.unit();
  begin_ = offset - offset % unit;
  const uint64_t end = (offset + n + unit - 1) / unit * unit;
  request_ = FSReadRequest();
  request_.offset = begin_;
  request_.len = static_cast<size_t>(end - begin_);
  if (buffer_.capacity() < kRoom + request_.len) buffer_ = AlignedBuffer(kRoom + request_.len);
  request_.scratch = buffer_.data() + kRoom;
  if (file.StartRead(io, &request_, &handle_, &free_handle_)) file_ = &file;
}

void NextWindow::Await(bool wanted) {
  if (handle_ == nullptr) return;
  std::vector<void*> handles{handle_};
  file_->AwaitReads(&handles, wanted);
  if (free_handle_) free_handle_(handle_);
  handle_ = nullptr;
  free_handle_ = nullptr;
}

bool NextWindow::Take(const IOOptions& io, const Slice& tail, AlignedBuffer* buffer, Slice* bytes) {
  Await(true);
  const RandomAccessFileReader& file = *std::exchange(file_, nullptr);
  file.FinishRead(io, &request_);
  if (!request_.status.ok()) {
    RecordTick(file.statistics(), ASYNC_READ_ERROR_COUNT);
    return false;
  }
  RecordInHistogram(file.statistics(), ASYNC_READ_BYTES, request_.result.size());
  char* const scratch = request_.scratch;
  // A file system may answer with memory of its own.
  if (request_.result.data() != scratch)
    std::memmove(scratch, request_.result.data(), request_.result.size());
  std::memcpy(scratch - tail.size(), tail.data(), tail.size());
  *bytes = Slice(scratch - tail.size(), tail.size() + request_.result.size());
  buffer->swap(buffer_);
  return true;
}

void NextWindow::Drop() {
  if (!running()) return;
  Await(false);
  RecordInHistogram(file_->statistics(), PREFETCHED_BYTES_DISCARDED, request_.len);
  file_ = nullptr;
}

}  // namespace ROCKSDB_NAMESPACE
