// WritableFileWriter of file_io.h.
//
//   Append -> buf_ -> full -> WriteOut (buffered file)    any length, at the end
//                         \-> WriteDirect (direct file)   whole units, at their place
//   Flush  -> all of buf_ is handed over      survives the process
//   Sync   -> Flush, cut padding, fsync       survives the machine
#include <algorithm>
#include <cstring>

#include "env/file_io.h"
#include "util/io_activity.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Chosen so that direct writes are large; not measured.
constexpr size_t kDirectBuffer = size_t{1} << 20;
constexpr size_t kSmallestBuffer = size_t{64} << 10;
// The page cache keeps what one call writes to a place aligned so in one piece. Reads copy faster
// out of large pieces: a random pread of 4 KB takes 1.19 us out of pieces of 64 KB, 1.04 of 256 KB,
// 1.01 of 1 MB. But a virtual machine gives free memory of 1 MB in one piece back to its host, and
// to get it again cost fillrandom with defaults a sixth of its rate, which 256 KB do not.
constexpr size_t kCachePiece = size_t{256} << 10;

// Range syncs leave out the last bytes before the end, which would be written twice. Chosen, not
// measured.
constexpr uint64_t kNotYetSynced = uint64_t{1} << 20;

size_t RoundDown(uint64_t v, size_t unit) { return v - v % unit; }
size_t RoundUp(uint64_t v, size_t unit) { return RoundDown(v + unit - 1, unit); }

}  // namespace

WritableFileWriter::WritableFileWriter(std::unique_ptr<FSWritableFile>&& file,
                                       const std::string& name, const FileOptions& options,
                                       SystemClock* clock, Statistics* stats, RateLimiter* limiter,
                                       Env::IOPriority pri)
    : file_(std::move(file)),
      name_(name),
      clock_(clock != nullptr ? clock : SystemClock::Default().get()),
      stats_(stats),
      limiter_(limiter != nullptr ? limiter : options.rate_limiter),
      priority_(pri),
      direct_(file_->use_direct_io()),
      alignment_(std::max<size_t>(file_->GetRequiredBufferAlignment(), 1)),
      max_buffer_(direct_ ? std::max(RoundUp(options.writable_file_max_buffer_size, alignment_),
                                     kDirectBuffer)
                          : options.writable_file_max_buffer_size),
      bytes_per_sync_(options.bytes_per_sync) {
  const uint64_t existing = file_->GetFileSize(IOOptions(), nullptr);
  // A direct file is never opened for appending (env/posix_fs.cc).
  written_ = direct_ ? 0 : existing;
  size_.store(written_, std::memory_order_relaxed);
  flushed_ = written_;
}

WritableFileWriter::~WritableFileWriter() { Close().PermitUncheckedError(); }

IOStatus WritableFileWriter::Create(FileSystem* fs, const std::string& fname,
                                    const FileOptions& options,
                                    std::unique_ptr<WritableFileWriter>* result, SystemClock* clock,
                                    Statistics* stats, RateLimiter* limiter, Env::IOPriority pri) {
  std::unique_ptr<FSWritableFile> file;
  result->reset();
  IOStatus s = fs->NewWritableFile(fname, options, &file, nullptr);
  if (s.ok()) {
    result->reset(
        new WritableFileWriter(std::move(file), fname, options, clock, stats, limiter, pri));
  }
  return s;
}

IOStatus WritableFileWriter::Remember(IOStatus s) {
  if (!s.ok() && failure_.ok()) {
    failure_ = s;
  }
  return s;
}

// The appended bytes that a failure took count no more (W1).
void WritableFileWriter::ForgetFailure() {
  failure_ = IOStatus::OK();
  size_.store(written_ + used_, std::memory_order_release);
}

// Grows in steps up to the limit, so that small files use small buffers.
void WritableFileWriter::EnsureBuffer(size_t wanted) {
  if (buf_.capacity() - used_ >= wanted || buf_.capacity() >= max_buffer_) {
    return;
  }
  const size_t grown = std::max(buf_.capacity() * 4, used_ + wanted);
  // A direct file takes the largest buffer at once, because its writes should be large and few.
  AlignedBuffer bigger(direct_ ? max_buffer_
                               : std::clamp(grown, std::min(kSmallestBuffer, max_buffer_),
                                            std::max<size_t>(max_buffer_, 1)));
  std::memcpy(bigger.data(), buf_.data() == nullptr ? bigger.data() : buf_.data(), used_);
  buf_.swap(bigger);
}

IOStatus WritableFileWriter::Append(const Slice& data) {
  if (Failed()) {
    return failure_;
  }
  if (!ahead_) PrepareGrowth(FileSize(), data.size());
  if (checksum_ != nullptr) checksum_->Update(data.data(), data.size());
  IOStatus s = Fill(data.data(), data.size());
  if (s.ok()) {
    // One thread appends, so no locked instruction, which would wait for the copy above.
    size_.store(size_.load(std::memory_order_relaxed) + data.size(), std::memory_order_release);
  }
  return Remember(std::move(s));
}

void WritableFileWriter::PrepareGrowth(uint64_t from, size_t n) {
  IOSTATS_TIMER(prepare_write_nanos);
  file_->PrepareWrite(from, n, IOOptions(), nullptr);
}

bool WritableFileWriter::TakeChecksum(std::string* value, std::string* function) {
  const auto ended = std::move(checksum_);
  if (ended == nullptr) return false;
  ended->Finalize();
  *value = ended->GetChecksum();
  *function = ended->Name();
  return true;
}

// With a smaller buffer an Append stays in one call, as far as it may.
bool WritableFileWriter::InMultiples() const {
  return !direct_ && buf_.capacity() >= kSmallestBuffer;
}

size_t WritableFileWriter::BufferRoom() const {
  const size_t all = buf_.capacity();
  const size_t behind = InMultiples() ? written_ % all : 0;
  return all - std::min(all, behind + used_);
}

// How many of n bytes are pieces of the page cache that go to the file from where they are.
size_t WritableFileWriter::WholePieces(size_t n) const {
  const bool at_piece = used_ == 0 && written_ % kCachePiece == 0;
  return !direct_ && at_piece && max_buffer_ >= kSmallestBuffer ? RoundDown(n, kCachePiece) : 0;
}

IOStatus WritableFileWriter::Fill(const char* data, size_t n) {
  if (const size_t whole = WholePieces(n); whole > 0) {
    if (ahead_) PrepareGrowth(written_, whole);
    IOStatus s = WriteOut(data, whole);
    if (!s.ok() || whole == n) return s;
    data += whole;
    n -= whole;
  }
  EnsureBuffer(n);
  while (n > 0) {
    const size_t room = BufferRoom();
    size_t part = std::min(n, room);
    if (ahead_ && n > room) PrepareGrowth(written_, used_ + room);
    IOStatus s;
    if (!direct_ && used_ == 0 && n >= room) {
      part = InMultiples() ? room + RoundDown(n - room, buf_.capacity()) : n;
      s = WriteOut(data, part);  // a copy would gain nothing
    } else if (n > room && !direct_ && !InMultiples()) {
      part = 0;
      s = WriteBuffered();
    } else {
      std::memcpy(buf_.data() + used_, data, part);
      used_ += part;
      // Written late: a buffer that is full may be the end of the file.
      if (n > part) s = direct_ ? WriteDirect(false) : WriteBuffered();
    }
    if (!s.ok()) {
      return s;
    }
    data += part;
    n -= part;
  }
  return IOStatus::OK();
}

size_t WritableFileWriter::Throttled(size_t n) {
  if (limiter_ == nullptr || priority_ >= Env::IO_TOTAL) {
    return n;
  }
  return limiter_->RequestToken(n, direct_ ? alignment_ : 0, priority_, stats_,
                                RateLimiter::OpType::kWrite);
}

// Writes bytes that follow written_ to a buffered file.
IOStatus WritableFileWriter::WriteOut(const char* data, size_t n) {
  IOOptions options;
  options.rate_limiter_priority = priority_;
  while (n > 0) {
    const size_t part = Throttled(std::min(n, kCachePiece - written_ % kCachePiece));
    HistogramTimer timer(clock_, table_ ? stats_ : nullptr, SST_WRITE_MICROS,
                         FileWriteHistogram(io_activity_of_thread));
    IOSTATS_TIMER(write_nanos);
    IOSTATS_CPU_TIMER(cpu_write_nanos);
    IOStatus s = file_->Append(Slice(data, part), options, nullptr);
    if (!s.ok()) {
      return s;
    }
    IOSTATS_ADD(bytes_written, part);
    unsynced_ = true;
    data += part;
    n -= part;
    written_ += part;
    flushed_ = written_;
  }
  return SyncRange();
}

IOStatus WritableFileWriter::WriteBuffered() {
  const size_t n = std::exchange(used_, 0);
  return n == 0 ? IOStatus::OK() : WriteOut(buf_.data(), n);
}

// Writes whole units to a direct file, in the owner's thread or behind it.
IOStatus WritableFileWriter::WriteUnits(const char* data, size_t n, uint64_t at,
                                        Env::IOActivity activity) {
  IOOptions options;
  options.rate_limiter_priority = priority_;
  for (size_t done = 0; done < n;) {
    const size_t part = Throttled(n - done);
    HistogramTimer timer(clock_, table_ ? stats_ : nullptr, SST_WRITE_MICROS,
                         FileWriteHistogram(activity));
    IOStatus s = file_->PositionedAppend(Slice(data + done, part), at + done, options, nullptr);
    if (!s.ok()) return s;
    done += part;
  }
  return IOStatus::OK();
}

IOStatus WritableFileWriter::AwaitWrite() {
  if (!behind_.running()) return IOStatus::OK();
  IOSTATS_TIMER(write_nanos);
  return behind_.Await();
}

// Writes whole aligned units to a direct file, and with_tail the rest, padded with zeros. The rest
// stays in the buffer in any case (W1).
IOStatus WritableFileWriter::WriteDirect(bool with_tail) {
  //   buf_    [ whole units ....... | rest ]         with_tail: the rest is padded with zeroes
  //           ^written_             ^ stays in buf_  and written again with what follows it
  const size_t whole = RoundDown(used_, alignment_);
  const size_t n = with_tail ? RoundUp(used_, alignment_) : whole;
  std::memset(buf_.data() + used_, 0, n > used_ ? n - used_ : 0);
  IOStatus s = AwaitWrite();
  if (!s.ok() || n == 0) return s;
  const Env::IOActivity activity = io_activity_of_thread;
  if (may_write_behind_) {
    // A file that ends here needs no large buffer any more.
    AlignedBuffer next(with_tail ? alignment_ : max_buffer_);
    std::memcpy(next.data(), buf_.data() + whole, used_ - whole);
    behind_.Start(std::exchange(buf_, std::move(next)),
                  [this, n, at = written_, activity](const char* data) {
                    return WriteUnits(data, n, at, activity);
                  });
  } else {
    IOSTATS_TIMER(write_nanos);
    IOSTATS_CPU_TIMER(cpu_write_nanos);
    s = WriteUnits(buf_.data(), n, written_, activity);
    if (!s.ok()) return s;
    std::memmove(buf_.data(), buf_.data() + whole, used_ - whole);
  }
  IOSTATS_ADD(bytes_written, n);
  // Sync and Close cut the padding off.
  padded_ |= n > used_;
  unsynced_ = true;
  used_ -= whole;
  written_ += whole;
  flushed_ = with_tail ? written_ + used_ : written_;
  return s;
}

// Starts write-back every bytes_per_sync, well behind the end of the file.
IOStatus WritableFileWriter::SyncRange() {
  if (bytes_per_sync_ == 0 || written_ <= kNotYetSynced) {
    return IOStatus::OK();
  }
  const uint64_t upto = RoundDown(written_ - kNotYetSynced, AlignedBufferPool::kAlignment);
  if (upto < last_range_sync_ + bytes_per_sync_) {
    return IOStatus::OK();
  }
  IOSTATS_TIMER(range_sync_nanos);
  IOStatus s = file_->RangeSync(last_range_sync_, upto - last_range_sync_, IOOptions(), nullptr);
  last_range_sync_ = upto;
  return s;
}

IOStatus WritableFileWriter::StartFlush() {
  if (!direct_) return WriteBuffered();
  // A second flush of the same padded tail would only write it again.
  return flushed_ == FileSize() ? IOStatus::OK() : WriteDirect(true);
}

IOStatus WritableFileWriter::FlushInternal() {
  if (Failed()) {
    return failure_;
  }
  IOStatus s = StartFlush();
  if (s.ok()) s = AwaitWrite();
  if (s.ok()) {
    s = file_->Flush(IOOptions(), nullptr);
  }
  return Remember(std::move(s));
}

IOStatus WritableFileWriter::Flush() { return FlushInternal(); }

IOStatus WritableFileWriter::CutBehind() {
  if (direct_) {
    padded_ = true;
    return failure_;
  }
  IOStatus s = FlushInternal();
  return s.ok() ? Remember(file_->Truncate(written_, IOOptions(), nullptr)) : s;
}

IOStatus WritableFileWriter::StartWriteBack() {
  if (may_write_behind_) return Failed() ? failure_ : Remember(StartFlush());
  IOStatus s = FlushInternal();
  if (!s.ok() || bytes_per_sync_ == 0 || written_ <= last_range_sync_) return s;
  IOSTATS_TIMER(range_sync_nanos);
  s = file_->RangeSync(last_range_sync_, written_ - last_range_sync_, IOOptions(), nullptr);
  last_range_sync_ = RoundDown(written_, AlignedBufferPool::kAlignment);
  return Remember(std::move(s));
}

IOStatus WritableFileWriter::SyncFile(bool use_fsync) {
  IOSTATS_TIMER(fsync_nanos);
  BUCKETLSM_SYNC_POINT_ARG("WritableFileWriter:Sync", const_cast<std::string*>(&name_));
  return use_fsync ? file_->Fsync(IOOptions(), nullptr) : file_->Sync(IOOptions(), nullptr);
}

IOStatus WritableFileWriter::Sync(bool use_fsync) {
  IOStatus s = FlushInternal();
  if (s.ok() && padded_) {
    // Before the sync: a crash after it must not find a file that is too long.
    s = Remember(file_->Truncate(FileSize(), IOOptions(), nullptr));
    padded_ = false;
    unsynced_ = true;
  }
  if (s.ok() && unsynced_) {
    s = Remember(SyncFile(use_fsync));
    unsynced_ = !s.ok();
  }
  return s;
}

IOStatus WritableFileWriter::SyncWithoutFlush(bool use_fsync) {
  return SyncFile(use_fsync);  // not kept: failure_ belongs to the appending thread (W3)
}

IOStatus WritableFileWriter::Close() {
  if (std::exchange(closed_, true)) {
    return failure_;
  }
  IOStatus s = FlushInternal();
  if (s.ok() && padded_) {
    s = Remember(file_->Truncate(FileSize(), IOOptions(), nullptr));
    if (s.ok() && !unsynced_) {
      s = Remember(SyncFile(true));  // only now the size without padding is durable
    }
  }
  // In any case, so that an earlier failure leaks no descriptor. After one a write may still go on.
  AwaitWrite().PermitUncheckedError();
  IOStatus closed = file_->Close(IOOptions(), nullptr);
  buf_.Reset();
  if (s.ok()) {
    s = Remember(std::move(closed));
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
