// RandomAccessFileReader and SequentialFileReader of file_io.h.
#include <algorithm>
#include <cstring>

#include "env/file_io.h"
#include "util/io_activity.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// The part [offset, offset + n) of the bytes of an aligned read at `start`.
Slice PartOf(const Slice& aligned, uint64_t start, uint64_t offset, size_t n) {
  const uint64_t skip = offset - start;
  return skip >= aligned.size()
             ? Slice()
             : Slice(aligned.data() + skip, std::min<size_t>(n, aligned.size() - skip));
}

// The aligned range that covers [offset, offset + n).
struct AlignedRange {
  AlignedRange(uint64_t offset, size_t n, size_t unit)
      : start(offset - offset % unit),
        length(static_cast<size_t>((offset + n + unit - 1) / unit * unit - start)) {}
  uint64_t start;
  size_t length;
};

}  // namespace

RandomAccessFileReader::RandomAccessFileReader(std::unique_ptr<FSRandomAccessFile>&& file,
                                               const std::string& name, SystemClock* clock,
                                               Statistics* stats, RateLimiter* limiter,
                                               Temperature temperature)
    : file_(std::move(file)),
      name_(name),
      clock_(clock != nullptr ? clock : SystemClock::Default().get()),
      stats_(stats),
      limiter_(limiter),
      temperature_(temperature) {}

IOStatus RandomAccessFileReader::Open(FileSystem* fs, const std::string& fname,
                                      const FileOptions& options,
                                      std::unique_ptr<RandomAccessFileReader>* result,
                                      SystemClock* clock, Statistics* stats, RateLimiter* limiter) {
  std::unique_ptr<FSRandomAccessFile> file;
  result->reset();
  IOStatus s = fs->NewRandomAccessFile(fname, options, &file, nullptr);
  if (s.ok()) {
    result->reset(new RandomAccessFileReader(std::move(file), fname, clock, stats, limiter,
                                             options.temperature));
    (*result)->fs_ = fs;
  }
  return s;
}

void RandomAccessFileReader::Account(size_t bytes) const {
  IOSTATS_ADD(bytes_read, bytes);
  AccountTemperature(bytes);
  if (stats_ == nullptr) return;
  RecordTick(stats_, last_level_ ? LAST_LEVEL_READ_BYTES : NON_LAST_LEVEL_READ_BYTES, bytes);
  RecordTick(stats_, last_level_ ? LAST_LEVEL_READ_COUNT : NON_LAST_LEVEL_READ_COUNT);
}

void RandomAccessFileReader::AccountTemperature(size_t bytes) const {
  // The counters of each temperature: in the I/O statistics context, and tickers.
  using By = FileIOByTemperature;
  struct Row {
    Temperature temperature;
    uint64_t By::*bytes;
    uint64_t By::*count;
    uint32_t bytes_ticker, count_ticker;
  };
  static constexpr Row kRows[] = {
      {Temperature::kHot, &By::hot_file_bytes_read, &By::hot_file_read_count, HOT_FILE_READ_BYTES,
       HOT_FILE_READ_COUNT},
      {Temperature::kWarm, &By::warm_file_bytes_read, &By::warm_file_read_count,
       WARM_FILE_READ_BYTES, WARM_FILE_READ_COUNT},
      {Temperature::kCold, &By::cold_file_bytes_read, &By::cold_file_read_count,
       COLD_FILE_READ_BYTES, COLD_FILE_READ_COUNT}};
  By& by = iostats_context.file_io_stats_by_temperature;
  const bool counted = !iostats_context.disable_iostats;
  if (temperature_ == Temperature::kUnknown) {
    if (!counted) return;
    (last_level_ ? by.unknown_last_level_bytes_read : by.unknown_non_last_level_bytes_read) +=
        bytes;
    ++(last_level_ ? by.unknown_last_level_read_count : by.unknown_non_last_level_read_count);
    return;
  }
  for (const Row& row : kRows) {
    if (row.temperature != temperature_) continue;
    if (counted) {
      by.*row.bytes += bytes;
      ++(by.*row.count);
    }
    RecordTick(stats_, row.bytes_ticker, bytes);
    RecordTick(stats_, row.count_ticker, 1);
  }
}

void RandomAccessFileReader::Throttle(const IOOptions& opts, size_t n) const {
  if (limiter_ == nullptr || opts.rate_limiter_priority >= Env::IO_TOTAL) {
    return;
  }
  // The limiter may grant less than the whole request at once.
  while (n > 0) {
    n -= limiter_->RequestToken(n, 0, opts.rate_limiter_priority, stats_,
                                RateLimiter::OpType::kRead);
  }
}

IOStatus RandomAccessFileReader::Read(const IOOptions& opts, uint64_t offset, size_t n,
                                      Slice* result, char* scratch) const {
  Throttle(opts, n);
  IOStatus s;
  {
    HistogramTimer timer(clock_, stats_, SST_READ_MICROS,
                         FileReadHistogram(ActivityOr(opts.io_activity)));
    IOSTATS_TIMER(read_nanos);
    IOSTATS_CPU_TIMER(cpu_read_nanos);
    s = file_->use_direct_io() ? ReadAligned(opts, offset, n, result, scratch)
                               : file_->Read(offset, n, opts, result, scratch, nullptr);
    // A FileSystem may return fewer bytes than requested. Taken for the end of the file, a short
    // result would look like a truncated block.
    if (s.ok() && result->size() < n) s = ReadRest(opts, offset, n, result, scratch);
  }
  Account(s.ok() ? result->size() : 0);
  return s;
}

// Reads the rest after a short result; only an empty result means the end of the file.
IOStatus RandomAccessFileReader::ReadRest(const IOOptions& opts, uint64_t offset, size_t n,
                                          Slice* result, char* scratch) const {
  // Direct files read aligned units; bytes missing there lie behind the end of the file.
  if (file_->use_direct_io() || scratch == nullptr || result->empty()) return IOStatus::OK();
  // The rest is appended, so the bytes read so far move to scratch.
  if (result->data() != scratch) std::memmove(scratch, result->data(), result->size());
  size_t got = result->size();
  IOStatus s;
  while (s.ok() && got < n) {
    Slice more;
    s = file_->Read(offset + got, n - got, opts, &more, scratch + got, nullptr);
    if (!s.ok() || more.empty()) break;
    if (more.data() != scratch + got) std::memmove(scratch + got, more.data(), more.size());
    got += more.size();
  }
  *result = Slice(scratch, got);
  return s;
}

// Direct files need aligned offsets and memory. Aligned requests into aligned scratch go straight
// to the file; others use a recycled buffer.
IOStatus RandomAccessFileReader::ReadAligned(const IOOptions& opts, uint64_t offset, size_t n,
                                             Slice* result, char* scratch) const {
  const size_t unit = file_->GetRequiredBufferAlignment();
  //   file      | unit | unit | unit | unit |
  //   wanted          [offset .... n]
  //   read      [range.start .... .length ]      the part is copied to scratch
  const AlignedRange range(offset, n, unit);
  if (range.start == offset && range.length == n &&
      reinterpret_cast<uintptr_t>(scratch) % unit == 0) {
    return file_->Read(offset, n, opts, result, scratch, nullptr);
  }
  AlignedBuffer buffer(range.length);
  Slice aligned;
  IOStatus s = file_->Read(range.start, range.length, opts, &aligned, buffer.data(), nullptr);
  const Slice wanted = s.ok() ? PartOf(aligned, range.start, offset, n) : Slice();
  std::memcpy(scratch, wanted.data(), wanted.size());
  *result = Slice(scratch, wanted.size());
  return s;
}

void RandomAccessFileReader::MultiRead(const IOOptions& opts, FSReadRequest* reqs, size_t n) const {
  for (const FSReadRequest* r = reqs; r != reqs + n; ++r) Throttle(opts, r->len);
  HistogramTimer timer(clock_, stats_, SST_READ_MICROS,
                       FileReadHistogram(ActivityOr(opts.io_activity)));
  IOSTATS_TIMER(read_nanos);
  IOSTATS_CPU_TIMER(cpu_read_nanos);
  const IOStatus all = file_->MultiRead(reqs, n, opts, nullptr);
  for (FSReadRequest* r = reqs; r != reqs + n; ++r) {
    if (!all.ok()) r->status = all;
    FinishRead(opts, r);
  }
}

void RandomAccessFileReader::FinishRead(const IOOptions& opts, FSReadRequest* request) const {
  if (request->status.ok() && request->result.size() < request->len) {
    request->status =
        ReadRest(opts, request->offset, request->len, &request->result, request->scratch);
  }
  Account(request->status.ok() ? request->result.size() : 0);
}

bool RandomAccessFileReader::CanStartReads() const {
  if (fs_ == nullptr) return false;
  int64_t offers = 0;
  fs_->SupportedOps(offers);
  return (offers & (int64_t{1} << static_cast<int>(FSSupportedOps::kAsyncIO))) != 0;
}

bool RandomAccessFileReader::StartRead(const IOOptions& opts, FSReadRequest* request, void** handle,
                                       IOHandleDeleter* free_handle) const {
  *handle = nullptr;
  if (fs_ == nullptr) return false;
  Throttle(opts, request->len);
  // The file system may call back with a request of its own.
  const auto done = [](FSReadRequest& answer, void* arg) {
    auto* asked = static_cast<FSReadRequest*>(arg);
    asked->result = answer.result;
    asked->status = answer.status;
  };
  request->status = IOStatus::IOError("the file system did not answer a read", name_);
  const IOStatus s = file_->ReadAsync(*request, opts, done, request, handle, free_handle, nullptr);
  if (!s.ok()) request->status = s;
  return true;
}

void RandomAccessFileReader::AwaitReads(std::vector<void*>* handles, bool wanted) const {
  if (handles->empty()) return;
  HistogramTimer timer(clock_, stats_, wanted ? POLL_WAIT_MICROS : ASYNC_PREFETCH_ABORT_MICROS);
  const IOStatus s = wanted ? fs_->Poll(*handles, handles->size()) : fs_->AbortIO(*handles);
  s.PermitUncheckedError();  // requests without an answer keep the status they had
}

IOStatus RandomAccessFileReader::Prefetch(uint64_t offset, size_t n) const {
  return file_->Prefetch(offset, n, IOOptions(), nullptr);
}

SequentialFileReader::SequentialFileReader(std::unique_ptr<FSSequentialFile>&& file,
                                           const std::string& name)
    : file_(std::move(file)), name_(name) {}

IOStatus SequentialFileReader::Open(FileSystem* fs, const std::string& fname,
                                    const FileOptions& options,
                                    std::unique_ptr<SequentialFileReader>* result) {
  std::unique_ptr<FSSequentialFile> file;
  result->reset();
  IOStatus s = fs->NewSequentialFile(fname, options, &file, nullptr);
  if (s.ok()) {
    result->reset(new SequentialFileReader(std::move(file), fname));
  }
  return s;
}

IOStatus SequentialFileReader::Read(size_t n, Slice* result, char* scratch) {
  IOSTATS_TIMER(read_nanos);
  IOSTATS_CPU_TIMER(cpu_read_nanos);
  IOStatus s = file_->use_direct_io() ? ReadAligned(n, result, scratch)
                                      : file_->Read(n, IOOptions(), result, scratch, nullptr);
  if (s.ok() && result->size() < n && !file_->use_direct_io()) s = ReadRest(n, result, scratch);
  IOSTATS_ADD(bytes_read, s.ok() ? result->size() : 0);
  return s;
}

// As for random reads, a result that looks like the end of the file may be a short read; a log
// would silently lose the rest of its records.
IOStatus SequentialFileReader::ReadRest(size_t n, Slice* result, char* scratch) {
  if (result->empty()) return IOStatus::OK();
  if (result->data() != scratch) std::memmove(scratch, result->data(), result->size());
  size_t got = result->size();
  IOStatus s;
  while (got < n) {
    Slice more;
    s = file_->Read(n - got, IOOptions(), &more, scratch + got, nullptr);
    if (!s.ok() || more.empty()) break;
    if (more.data() != scratch + got) std::memmove(scratch + got, more.data(), more.size());
    got += more.size();
  }
  *result = Slice(scratch, got);
  return s;
}

IOStatus SequentialFileReader::ReadAligned(size_t n, Slice* result, char* scratch) {
  const AlignedRange range(offset_, n, file_->GetRequiredBufferAlignment());
  AlignedBuffer buffer(range.length);
  Slice aligned;
  // The position of a direct file cannot be an unaligned offset.
  IOStatus s = file_->PositionedRead(range.start, range.length, IOOptions(), &aligned,
                                     buffer.data(), nullptr);
  const Slice wanted = s.ok() ? PartOf(aligned, range.start, offset_, n) : Slice();
  std::memcpy(scratch, wanted.data(), wanted.size());
  // By the bytes read, so that at the end of the file the offset stays.
  offset_ += wanted.size();
  *result = Slice(scratch, wanted.size());
  return s;
}

IOStatus SequentialFileReader::Skip(uint64_t n) {
  if (file_->use_direct_io()) {
    offset_ += n;
    return IOStatus::OK();
  }
  return file_->Skip(n);
}

}  // namespace ROCKSDB_NAMESPACE
