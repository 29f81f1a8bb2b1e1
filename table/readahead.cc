// When a read runs past the end of the window, the rest of the window moves to the front, so that
// a walk forward reads no byte twice. Backward the part of a block that lies in the old window is
// read again.
#include "table/readahead.h"

#include <algorithm>
#include <cstring>

#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

// Counts the bytes that were read ahead and never asked for.
Readahead::~Readahead() {
  if (stats_ == nullptr || held_ == 0) return;
  const uint64_t end = begin_ + held_;
  const uint64_t unused = run_.way() == Way::kBackward
                              ? run_.begin() - std::min(begin_, run_.begin())
                              : end - std::min(end, run_.end());
  RecordInHistogram(stats_, PREFETCHED_BYTES_DISCARDED, unused);
}

bool Readahead::Hint(const RandomAccessFileReader& file, uint64_t offset) {
  // Gives a new hint only when the next piece would not lie in the last one: one system call per
  // fixed window.
  if (!hints_ || offset + policy_.held <= hinted_) return hints_;
  // Direct I/O has no cache to fill. A file system that refused once gets no further hints.
  hints_ = !file.use_direct_io() && file.Prefetch(offset, policy_.fixed).ok();
  hinted_ = offset + policy_.fixed;
  return hints_;
}

// REQUIRES: the read has been noted.
size_t Readahead::Plan(const RandomAccessFileReader& file, uint64_t offset, Way way) {
  step_ = 0;
  if (policy_.fixed > 0) {
    const bool backward = way == Way::kBackward;
    const bool hinted = !backward && policy_.fixed > policy_.held && Hint(file, offset);
    const size_t ahead = hinted ? policy_.held : policy_.fixed;
    if (!backward) step_ = ahead;
    return ahead;
  }
  // Without a fixed size the reads must first look like a scan: a single lookup must not read a
  // byte more than it needs.
  if (policy_.initial == 0 || run_.reads() <= policy_.reads_before) return 0;
  const size_t ahead = window_;
  window_ = std::min(2 * window_, std::max(policy_.largest, policy_.initial));
  if (way == Way::kForward) step_ = ahead;
  return ahead;
}

Status Readahead::Fill(const RandomAccessFileReader& file, const IOOptions& io, uint64_t offset,
                       size_t wanted) {
  size_t kept = 0;
  // The tail of the window is the head of this read.
  if (offset >= begin_ && offset < begin_ + held_) kept = begin_ + held_ - offset;
  if (buffer_.capacity() < wanted) {
    AlignedBuffer grown(wanted);
    if (kept > 0) std::memcpy(grown.data(), buffer_.data() + start_ + (offset - begin_), kept);
    buffer_ = std::move(grown);
  } else if (kept > 0) {
    std::memmove(buffer_.data(), buffer_.data() + start_ + (offset - begin_), kept);
  }
  start_ = 0;
  begin_ = offset;
  held_ = kept;
  Slice got;
  char* scratch = buffer_.data() + kept;
  Status s = file.Read(io, offset + kept, wanted - kept, &got, scratch);
  if (!s.ok()) return s;
  // Mapped files and the like answer with memory of their own.
  if (got.data() != scratch) std::memmove(scratch, got.data(), got.size());
  held_ += got.size();
  stats_ = file.statistics();
  Count(got.size());
  return s;
}

void Readahead::Count(size_t got) const {
  if (stats_ == nullptr) return;
  if (policy_.for_compaction) {
    RecordInHistogram(stats_, COMPACTION_PREFETCH_BYTES, got);
  } else {
    RecordTick(stats_, PREFETCH_BYTES, got);
  }
}

void Readahead::TakeNext(const IOOptions& io, uint64_t offset) {
  const size_t tail_bytes = next_.TailFrom(offset);
  const bool held = offset >= begin_ && offset + tail_bytes <= begin_ + held_;
  if (!next_.Holds(offset) && (!held || tail_bytes > NextWindow::kRoom)) {
    next_.Drop();
    return;
  }
  const Slice tail =
      tail_bytes > 0 ? Slice(buffer_.data() + start_ + (offset - begin_), tail_bytes) : Slice();
  const uint64_t begin = tail_bytes > 0 ? offset : next_.begin();
  Slice bytes;
  if (!next_.Take(io, tail, &buffer_, &bytes)) return;
  start_ = static_cast<size_t>(bytes.data() - buffer_.data());
  begin_ = begin;
  held_ = bytes.size();
  Count(held_ - tail_bytes);
  if (policy_.fixed == 0) step_ = std::min(2 * step_, std::max(policy_.largest, policy_.initial));
}

void Readahead::StartNext(const RandomAccessFileReader& file, const IOOptions& io) {
  const uint64_t from = begin_ + held_;
  if (step_ == 0 || from >= limit_) return;
  next_.Start(file, io, from, static_cast<size_t>(std::min<uint64_t>(step_, limit_ - from)));
}

bool Readahead::Read(const RandomAccessFileReader& file, const IOOptions& io, uint64_t offset,
                     size_t n, Slice* bytes, Status* status) {
  if (next_.running() && !InWindow(offset, n)) {
    TakeNext(io, offset);
    if (InWindow(offset, n)) StartNext(file, io);
  }
  if (!InWindow(offset, n)) {
    const Way way = run_.WayTo(offset, n);
    if (run_.Note(offset, n, way)) window_ = policy_.initial;
    const size_t ahead = Plan(file, offset, way);
    if (ahead == 0) return false;
    const uint64_t end = offset + n;
    if (way == Way::kBackward) {
      const uint64_t begin = offset - std::min<uint64_t>(offset, ahead);
      *status = Fill(file, io, begin, static_cast<size_t>(end - begin));
    } else {
      // Never less than the caller asked for, even at the limit.
      const uint64_t until = std::max(end, std::min(limit_, end + ahead));
      *status = Fill(file, io, offset, static_cast<size_t>(until - offset));
    }
    if (!status->ok()) return true;
    if (policy_.asynchronous) StartNext(file, io);
  } else {
    run_.NoteWithin(offset, n);
    if (stats_ != nullptr && !policy_.for_compaction) {
      RecordTick(stats_, PREFETCH_HITS);
      RecordTick(stats_, PREFETCH_BYTES_USEFUL, n);
    }
  }
  const size_t at = static_cast<size_t>(offset - begin_);
  const size_t have = offset < begin_ + held_ ? begin_ + held_ - offset : 0;
  *bytes = Slice(buffer_.data() + start_ + at, std::min<size_t>(n, have));
  return true;
}

}  // namespace ROCKSDB_NAMESPACE
