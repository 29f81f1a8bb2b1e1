// Reads ahead for one iterator over one file: holds a window of the file in a recycled buffer. The
// window has a fixed size from the first read on, or it is automatic: it opens after a few reads
// that follow each other, and then doubles. A walk backward, each read ending where the one before
// began, gets windows that end with the read. Where the operating system caches files, the file
// system gets a large fixed window as a hint and the buffer holds only a small piece: a compaction
// has dozens of files open, and memory that is read once is expensive. SstFile uses it on behalf
// of iterators; one thread.
//
//   file     ...[........ read ahead ........]............. hinted ..............|
//               ^begin_      ^ next read     ^begin_ + held_                     ^hinted_
//
// An asynchronous one has the file system read the next window while this one is used.
//
// Invariant: the bytes last returned by Read() stay put until the next Read().
#pragma once

#include <cstdint>

#include "env/aligned_buffer.h"
#include "env/file_io.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "table/next_window.h"
#include "table/scan_run.h"

namespace ROCKSDB_NAMESPACE {

struct ReadaheadPolicy {
  // Bytes read ahead from the first read on; 0: automatic.
  size_t fixed = 0;
  // The bytes that are held of a hinted window: they fit the processor's second-level cache.
  // Against 2 MB held without a hint peak memory fell from 170 to 146 MB at 1 M records, the
  // system's processor time from 13 to 10 s.
  size_t held = 256 << 10;
  // First size of the automatic window; 0: it never opens.
  size_t initial = 0;
  size_t largest = 0;
  // The window opens after this many sequential reads.
  uint64_t reads_before = 2;
  // The next window is read while this one is used, where the file system can do that.
  bool asynchronous = false;
  // Reads count as those of a compaction.
  bool for_compaction = false;
};

class Readahead {
 public:
  Readahead() = default;
  explicit Readahead(const ReadaheadPolicy& policy) : policy_(policy), window_(policy.initial) {}
  ~Readahead();
  Readahead(const Readahead&) = delete;
  Readahead& operator=(const Readahead&) = delete;

  // Reads ahead no byte at or after this offset; a single read may still reach past it.
  void SetLimit(uint64_t end) { limit_ = end; }

  // True with *bytes set when [offset, offset + n) came from the window; fewer than n bytes only
  // at the end of the file. False: the file is not being scanned, and the caller reads the bytes
  // itself. After an error the result is true and *status has the error; the bytes held stay
  // usable.
  bool Read(const RandomAccessFileReader& file, const IOOptions& io, uint64_t offset, size_t n,
            Slice* bytes, Status* status);
  bool LongScan() const { return run_.Long(); }

 private:
  using Way = ScanRun::Way;

  bool InWindow(uint64_t offset, size_t n) const {
    return offset >= begin_ && offset + n <= begin_ + held_;
  }
  // Asks the file system to prefetch the fixed window. False: it cannot, so the buffer must hold
  // all of the window.
  bool Hint(const RandomAccessFileReader& file, uint64_t offset);
  // Bytes beyond those asked for, in the direction of the walk; 0: do not read ahead.
  size_t Plan(const RandomAccessFileReader& file, uint64_t offset, Way way);
  // Makes [offset, offset + wanted) the window, except what lies behind the end of the file.
  Status Fill(const RandomAccessFileReader& file, const IOOptions& io, uint64_t offset,
              size_t wanted);
  // Makes the window that is being read the present one, if `offset` lies in it and it could be
  // read; otherwise lets go of it.
  void TakeNext(const IOOptions& io, uint64_t offset);
  // Has the file system read what lies behind the window.
  void StartNext(const RandomAccessFileReader& file, const IOOptions& io);
  void Count(size_t got) const;

  ReadaheadPolicy policy_;
  // How far the next read of an automatic window goes ahead.
  size_t window_ = 0;
  ScanRun run_;
  uint64_t limit_ = UINT64_MAX;
  // False once the file system has refused a hint.
  bool hints_ = true;
  // Hints reach up to this offset.
  uint64_t hinted_ = 0;
  AlignedBuffer buffer_;
  // Where in the buffer the window begins.
  size_t start_ = 0;
  // Offset in the file of the first byte in the window.
  uint64_t begin_ = 0;
  size_t held_ = 0;
  // Statistics of the file that was last read ahead.
  Statistics* stats_ = nullptr;
  // Of asynchronous ones: how far the next window reaches; 0: the file has no more, or no scan is
  // seen yet.
  size_t step_ = 0;
  NextWindow next_;
};

}  // namespace ROCKSDB_NAMESPACE
