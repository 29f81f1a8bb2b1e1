// The part of a file behind a readahead window, read by the file system while the window is used
// (ReadOptions::async_io). Readahead owns one; one thread.
//
//   the window           [.....read.....|..tail..]
//   this                                       [== being read ==]        begins at the file's unit
//   taken: a new window                 [..tail..======read======]
//
// Invariants
//  1. While running(), the file system may write into buffer_; it is freed only after the read was
//     awaited.
//  2. Bytes in front of the read are free for a tail of up to kRoom.
#pragma once

#include <cstdint>

#include "env/aligned_buffer.h"
#include "env/file_io.h"
#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

class NextWindow {
 public:
  // Blocks are hardly ever larger; the tail is a part of one.
  static constexpr size_t kRoom = 64 << 10;

  NextWindow() = default;
  ~NextWindow() { Drop(); }
  NextWindow(const NextWindow&) = delete;
  NextWindow& operator=(const NextWindow&) = delete;

  // Starts to read [offset, offset + n), where the file can do that by itself. REQUIRES: not
  // running; the file lives until Take or Drop.
  void Start(const RandomAccessFileReader& file, const IOOptions& io, uint64_t offset, size_t n);
  bool running() const { return file_ != nullptr; }
  // REQUIRES of these: running. Where the read begins; whether `offset` lies in it; how many of the
  // bytes before it a window from `offset` on needs.
  uint64_t begin() const { return begin_; }
  bool Holds(uint64_t offset) const { return offset >= begin_ && offset < begin_ + request_.len; }
  size_t TailFrom(uint64_t offset) const {
    return offset < begin_ ? static_cast<size_t>(begin_ - offset) : 0;
  }
  // Waits for the read, puts `tail` before it, and exchanges its buffer for *buffer, which may hold
  // the tail; *bytes: both, in *buffer. False after an error: then *buffer is as it was. REQUIRES:
  // running; `tail` has at most kRoom bytes.
  bool Take(const IOOptions& io, const Slice& tail, AlignedBuffer* buffer, Slice* bytes);
  // Nobody wants it any more.
  void Drop();

 private:
  void Await(bool wanted);

  const RandomAccessFileReader* file_ = nullptr;  // not null: running
  uint64_t begin_ = 0;
  FSReadRequest request_;
  void* handle_ = nullptr;
  IOHandleDeleter free_handle_;
  AlignedBuffer buffer_;
};

}  // namespace ROCKSDB_NAMESPACE
