// Reads ahead for one iterator over one file: a window of the file held in a recycled buffer.
// Either of a fixed size from the first read on, or automatic: after a few reads that follow each
// other the window opens and doubles. Where the operating system caches files, a large fixed window
// is asked of it as a hint and only a small piece is held here: a compaction has dozens of files
// open, and memory that is read once is dear. Used by SstFile on behalf of iterators; one thread.
//
//   file     ...[........ read ahead ........]............. hinted ..............|
//               ^begin_      ^ next read     ^begin_ + held_                     ^hinted_
//
// Invariant: the bytes last returned by Read() stay put until the next Read().
#pragma once

#include <cstdint>

#include "env/aligned_buffer.h"
#include "env/file_io.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

struct ReadaheadPolicy {
  size_t fixed = 0;    // bytes ahead from the first read on; 0: automatic
  size_t initial = 0;  // of the automatic window; 0: never open one
  size_t largest = 0;
  uint64_t reads_before = 2;    // sequential reads after which the window opens
  bool for_compaction = false;  // counted as such
};

class Readahead {
 public:
  Readahead() = default;
  explicit Readahead(const ReadaheadPolicy& policy) : policy_(policy), window_(policy.initial) {}
  ~Readahead();
  Readahead(const Readahead&) = delete;
  Readahead& operator=(const Readahead&) = delete;

  // No byte at or after this offset is read ahead of need; a single read may still reach past it.
  void SetLimit(uint64_t end) { limit_ = end; }

  // True with *bytes set when [offset, offset + n) came from the window; fewer bytes than n only at
  // the end of the file. False: not being scanned, read it yourself. An error is remembered in
  // *status and gives true; what was held stays usable.
  bool Read(const RandomAccessFileReader& file, const IOOptions& io, uint64_t offset, size_t n,
            Slice* bytes, Status* status);

 private:
  bool InWindow(uint64_t offset, size_t n) const {
    return offset >= begin_ && offset + n <= begin_ + held_;
  }
  // Asks the file system to have the fixed window ready. False: it cannot, hold all of it here.
  bool Hint(const RandomAccessFileReader& file, uint64_t offset);
  // How much to read from `offset` on; 0: do not read ahead.
  size_t Plan(const RandomAccessFileReader& file, uint64_t offset, size_t n);
  Status Fill(const RandomAccessFileReader& file, const IOOptions& io, uint64_t offset,
              size_t wanted);

  ReadaheadPolicy policy_;
  // Of the automatic kind: how far the next read goes ahead.
  size_t window_ = 0;
  uint64_t sequential_reads_ = 0;
  uint64_t expected_ = UINT64_MAX;  // where the next sequential read would begin
  uint64_t limit_ = UINT64_MAX;
  bool hints_ = true;    // until one is refused
  uint64_t hinted_ = 0;  // hints given reach to here
  AlignedBuffer buffer_;
  uint64_t begin_ = 0;  // file offset of the buffer
  size_t held_ = 0;
  Statistics* stats_ = nullptr;  // of the file last read ahead in
};

}  // namespace ROCKSDB_NAMESPACE
