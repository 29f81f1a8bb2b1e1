// See batched_read.h.
#include "env/batched_read.h"

#include <algorithm>

#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

BatchedRead::BatchedRead(const RandomAccessFileReader& file, size_t ranges)
    : file_(file), unit_(file.use_direct_io() ? file.file()->GetRequiredBufferAlignment() : 1) {
  ranges_.reserve(ranges);
  requests_.reserve(ranges);
}

void BatchedRead::Add(uint64_t offset, size_t n, char* home) {
  const uint64_t begin = offset - offset % unit_;
  const uint64_t end = (offset + n + unit_ - 1) / unit_ * unit_;
  FSReadRequest* last = requests_.empty() ? nullptr : &requests_.back();
  if (last != nullptr && begin <= last->offset + last->len) {
    last->scratch = nullptr;
    last->len = static_cast<size_t>(std::max(end, last->offset + last->len) - last->offset);
  } else {
    FSReadRequest request;
    request.offset = begin;
    request.len = static_cast<size_t>(end - begin);
    request.scratch = file_.use_direct_io() ? nullptr : home;
    requests_.push_back(std::move(request));
  }
  ranges_.push_back({offset, n, requests_.size() - 1});
}

void BatchedRead::PlaceRequests() {
  size_t total = 0;
  for (const FSReadRequest& request : requests_) {
    total += request.scratch == nullptr ? request.len : 0;
  }
  if (total > memory_.capacity()) memory_ = AlignedBuffer(total);
  char* free = memory_.data();
  for (FSReadRequest& request : requests_) {
    if (request.scratch != nullptr) continue;
    request.scratch = free;
    free += request.len;
  }
}

void BatchedRead::Read(const IOOptions& io) {
  PlaceRequests();
  ReadNow(io);
}

void BatchedRead::ReadNow(const IOOptions& io) {
  RecordInHistogram(file_.statistics(), MULTIGET_IO_BATCH_SIZE, requests_.size());
  file_.MultiRead(io, requests_.data(), requests_.size());
}

BatchedRead::~BatchedRead() { Await(false); }

void BatchedRead::Start(const IOOptions& io) {
  PlaceRequests();
  put_off_ = !file_.CanStartReads();
  if (put_off_) return;
  for (FSReadRequest& request : requests_) {
    Running one{nullptr, nullptr};
    put_off_ = !file_.StartRead(io, &request, &one.handle, &one.free_handle);
    if (put_off_) return;
    if (one.handle != nullptr) running_.push_back(std::move(one));
  }
}

void BatchedRead::Await(bool wanted) {
  if (running_.empty()) return;
  std::vector<void*> handles;
  handles.reserve(running_.size());
  for (const Running& one : running_) handles.push_back(one.handle);
  file_.AwaitReads(&handles, wanted);
  for (const Running& one : running_) {
    if (one.free_handle) one.free_handle(one.handle);
  }
  running_.clear();
}

void BatchedRead::Finish(const IOOptions& io) {
  if (put_off_) {
    ReadNow(io);
    return;
  }
  Await(true);
  for (FSReadRequest& request : requests_) file_.FinishRead(io, &request);
}

Slice BatchedRead::bytes(size_t i) const {
  const Range& range = ranges_[i];
  const FSReadRequest& request = requests_[range.request];
  const size_t skip = static_cast<size_t>(range.offset - request.offset);
  if (!request.status.ok() || skip >= request.result.size()) return Slice();
  return Slice(request.result.data() + skip, std::min(range.length, request.result.size() - skip));
}

}  // namespace ROCKSDB_NAMESPACE
