// Applying records side by side; see the header.
#include "db/recovery/replay_chunk.h"

#include <algorithm>
#include <new>
#include <thread>

#include "db/batch/batch_reader.h"
#include "util/parallel.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// A chunk of 2 MB is inserted in milliseconds, starting a thread takes some ten microseconds. The
// rest chosen, not measured.
constexpr size_t kMostBytes = 2 << 20;
constexpr size_t kFewestBytes = 64 << 10;  // less is not worth a thread
constexpr size_t kMostThreads = 4;
// A memtable becomes fuller than its size by one chunk at most.
constexpr size_t kPartOfMemtable = 8;

// Whole, and with updates only; *count: how many.
bool IsPlain(const Slice& record, uint32_t* count) {
  BatchReader reader(record);
  while (reader.Next()) {
    if (!reader.is_update && reader.type != kTypeLogData && reader.type != kTypeNoop) return false;
  }
  *count = reader.updates();
  return reader.status().ok();
}

}  // namespace

void ReplayChunk::Configure() {
  const DBOptions& options = parts_.context.config()->options;
  threads_ = std::min<size_t>({std::max(1u, std::thread::hardware_concurrency()),
                               static_cast<size_t>(std::max(1, options.max_file_opening_threads)),
                               kMostThreads});
  if (threads_ < 2 || !options.allow_concurrent_memtable_write) return;
  size_t most = kMostBytes;
  StateLock lock(&parts_.context.mutex);
  for (const auto& [id, family] : parts_.families.all()) {
    most = std::min(most, family->mem()->options().write_buffer_size / kPartOfMemtable);
  }
  if (most >= kFewestBytes) most_bytes_ = most;
}

bool ReplayChunk::Take(const Slice& record, SequenceNumber* next) {
  if (most_bytes_ == 0 || record.size() >= most_bytes_) return false;
  uint32_t count = 0;
  // Numbers that ascend are no record's twice.
  const SequenceNumber first = LoadFixed64(record.data());
  if (first < *next || !IsPlain(record, &count)) return false;
  bytes_.append(record.data(), record.size());
  ends_.push_back(bytes_.size());
  *next = first + count;
  return true;
}

Status ReplayChunk::ApplyRange(size_t begin, size_t end, const ApplyOptions& options,
                               ApplyResult* result) const {
  WriteQueue::AssertLeading();  // nobody writes yet
  for (size_t i = begin; i < end; ++i) {
    const size_t from = i == 0 ? 0 : ends_[i - 1];
    const Slice record(bytes_.data() + from, ends_[i] - from);
    Status s = ApplyBatch(record, LoadFixed64(record.data()), parts_.families, options, result);
    if (!s.ok()) return s;
  }
  return Status::OK();
}

Status ReplayChunk::Apply(ApplyOptions options, ApplyResult* result) {
  // Each thread takes the next piece when it is done with one.
  const size_t pieces = bytes_.size() < kFewestBytes ? 1 : std::min(2 * threads_, ends_.size());
  options.concurrent = pieces > 1;
  std::vector<ApplyResult> results(pieces);
  std::vector<Status> statuses(pieces);
  RunInParallel(pieces, threads_, [&](size_t i) {
    // Out of a thread of ours no exception comes to the caller.
    try {
      statuses[i] = ApplyRange(ends_.size() * i / pieces, ends_.size() * (i + 1) / pieces, options,
                               &results[i]);
    } catch (const std::bad_alloc&) {
      statuses[i] = Status::MemoryLimit("no memory to replay a log");
    }
  });
  bytes_.clear();
  ends_.clear();
  for (size_t i = 0; i < pieces; ++i) {
    result->memtable_full |= results[i].memtable_full;
    if (!statuses[i].ok()) return statuses[i];
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
