// Mapping, populating and moving the window; see overwrite_window.h.
#include "env/overwrite_window.h"

#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <sys/vfs.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "util/fetch_ahead.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr uint64_t kWindowPage = 4096;
// Populating costs a call and a look at each page; a larger piece delays one write for longer.
constexpr uint64_t kPieceBytes = 512 << 10;
// Unmapping interrupts every processor that runs a thread of the process: once for several pieces.
constexpr uint64_t kWindowBytes = 2 << 20;
constexpr uint64_t kFillerPart = 64 << 10;
constexpr uint64_t kFilledFrom = 64 << 10;
constexpr uint64_t kSampleDistance = 1 << 20;
constexpr int kPopulateWrite = 23;  // MADV_POPULATE_WRITE, since Linux 5.14

// Others allocate when old bytes are written over (btrfs, reflinks of XFS), or signal once they
// have shut down.
bool OverwritesInPlace(int fd) {
  struct statfs info = {};
  if (fstatfs(fd, &info) != 0) return false;
  return info.f_type == EXT4_SUPER_MAGIC || info.f_type == TMPFS_MAGIC;
}

}  // namespace

bool PagesArePresent(int fd, uint64_t length) {
  for (uint64_t at = 0; at < length; at += kSampleDistance) {
    char byte;
    iovec part = {&byte, 1};
    // A file system that cannot tell counts as one that keeps them.
    if (preadv2(fd, &part, 1, static_cast<off_t>(at), RWF_NOWAIT) < 0 && errno == EAGAIN) {
      return false;
    }
  }
  return true;
}

std::unique_ptr<OverwriteWindow> OverwriteWindow::Open(int fd, uint64_t length, char filler) {
  const uint64_t end = length / kWindowPage * kWindowPage;
  if ((end == 0 && filler == 0) || !OverwritesInPlace(fd)) return nullptr;
  return std::unique_ptr<OverwriteWindow>(new OverwriteWindow(fd, end, filler));
}

void OverwriteWindow::Unmap() {
  if (base_ != nullptr) (void)munmap(base_, mapped_);
  base_ = nullptr;
  mapped_ = 0;
  from_ = ready_ = 0;
}

void OverwriteWindow::Drop() {
  Unmap();
  filler_bytes_ = std::string();
  dropped_ = true;
}

bool OverwriteWindow::Fill(uint64_t from, uint64_t to) {
  filler_bytes_.resize(kFillerPart, filler_);
  iovec parts[kPieceBytes / kFillerPart + 1];
  int count = 0;
  for (uint64_t left = to - from; left > 0; ++count) {
    parts[count].iov_base = filler_bytes_.data();
    parts[count].iov_len = std::min(left, kFillerPart);
    left -= parts[count].iov_len;
  }
  filled_ = true;
  const ssize_t written = pwritev(fd_, parts, count, static_cast<off_t>(from));
  return written == static_cast<ssize_t>(to - from);
}

// In steps that double: a log that is hardly longer than the one it is written over gets, and has
// cut off again, little filler.
bool OverwriteWindow::Grow(uint64_t offset) {
  const uint64_t to = (offset / fill_step_ + 1) * fill_step_;
  fill_step_ = std::min(2 * fill_step_, kPieceBytes);
  if (!Fill(offset, to)) return false;
  end_ = to;
  return true;
}

bool OverwriteWindow::Map(uint64_t offset) {
  Unmap();
  from_ = ready_ = offset / kWindowPage * kWindowPage;
  mapped_ = (offset / kWindowBytes + 1) * kWindowBytes - from_;
  void* base =
      mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_SHARED, fd_, static_cast<off_t>(from_));
  if (base == MAP_FAILED) {
    mapped_ = 0;
    return false;
  }
  base_ = static_cast<char*>(base);
  return true;
}

OverwriteWindow::Move OverwriteWindow::MoveTo(uint64_t offset) {
  if (offset >= end_) {
    if (filler_ == 0) return Move::kNever;
    if (offset < kFilledFrom) return Move::kNotHere;
    if (!Grow(offset)) return Move::kNever;
  }
  if ((offset < from_ || offset >= from_ + mapped_ || offset > ready_) && !Map(offset)) {
    return Move::kNever;
  }
  const uint64_t to = std::min({(offset / kPieceBytes + 1) * kPieceBytes, end_, from_ + mapped_});
  // Where it fails, because the kernel is old or a page is beyond reach, no page is touched.
  if (madvise(base_ + (ready_ - from_), to - ready_, kPopulateWrite) != 0) return Move::kNever;
  ready_ = to;
  return Move::kDone;
}

size_t OverwriteWindow::Write(uint64_t offset, const char* data, size_t n) {
  size_t taken = 0;
  while (taken < n && !dropped_) {
    const uint64_t at = offset + taken;
    if (at < from_ || at >= ready_) {
      const Move moved = MoveTo(at);
      if (moved == Move::kNever) Drop();
      if (moved != Move::kDone) break;
    }
    const size_t part = std::min<uint64_t>(n - taken, ready_ - at);
    char* const place = base_ + (at - from_);
    memcpy(place, data + taken, part);
    taken += part;
    // The next record is likely to be as long.
    FetchPlaceAhead(place + part, std::min<uint64_t>(ready_ - at - part, n));
  }
  return taken;
}

}  // namespace ROCKSDB_NAMESPACE
