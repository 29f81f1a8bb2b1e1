// OverwriteWindow: writes over bytes that a file has already, without a system call for each write.
// A mapping of one piece of the file moves along; past the file's end it puts pieces of filler
// there first. PosixWritableFile uses it for logs.
//
//   file   [ written over ... | window: pages that are present and writable | not yet ]
//                                       ^ next write                        ^ ready_
//
// One large write of filler and one call for all pages of a piece cost a fifth of a write call for
// each record, also because the kernel keeps what is written at once in large folios.
//
// Invariants
//  1. The page cache has every byte before Write() returns: a killed process loses none of them.
//  2. Only pages that MADV_POPULATE_WRITE made present and writable are touched, and only on file
//     systems that allocate nothing when old bytes are written over: a full disk or a page that
//     cannot be read gives an error there, not a signal here.
//  3. Nobody cuts the file shorter while a window is open, but through Drop().
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Whether the page cache still has a file of `length` bytes, judged by a byte of each piece: what
// it has lost would have to be read before it is written over.
bool PagesArePresent(int fd, uint64_t length);

// One thread at a time; syncs of the file may run beside it.
class OverwriteWindow {
 public:
  // Null where writes cannot rely on a mapping. `fd`, open for reading and writing, is not owned;
  // `length` is the file's. `filler` 0: the file does not grow through the window.
  static std::unique_ptr<OverwriteWindow> Open(int fd, uint64_t length, char filler);
  ~OverwriteWindow() { Drop(); }
  OverwriteWindow(const OverwriteWindow&) = delete;
  OverwriteWindow& operator=(const OverwriteWindow&) = delete;

  // Returns how many bytes it took. Fewer than `n`: the caller writes the rest with pwrite. The
  // first bytes of a new file are left to it, too: most files stay small.
  size_t Write(uint64_t offset, const char* data, size_t n);
  // Takes nothing from now on.
  void Drop();
  // The file may have filler behind what was written.
  bool filled() const { return filled_; }

 private:
  OverwriteWindow(int fd, uint64_t end, char filler) : fd_(fd), filler_(filler), end_(end) {}

  enum class Move { kDone, kNotHere, kNever };
  // Makes pages from `offset` on ready.
  Move MoveTo(uint64_t offset);
  // Maps the piece of the file that `offset` lies in; nothing of it is ready.
  bool Map(uint64_t offset);
  // Puts filler behind `offset`. REQUIRES: nothing is there.
  bool Grow(uint64_t offset);
  // Puts filler into [from, to), where nothing was written yet.
  bool Fill(uint64_t from, uint64_t to);
  void Unmap();

  const int fd_;
  const char filler_;
  uint64_t end_;  // of the bytes that may be written over, in whole pages
  uint64_t fill_step_ = uint64_t{64} << 10;
  std::string filler_bytes_;
  bool filled_ = false;
  bool dropped_ = false;
  char* base_ = nullptr;
  uint64_t from_ = 0;  // the mapped piece: [from_, from_ + mapped_)
  size_t mapped_ = 0;
  uint64_t ready_ = 0;  // pages of [from_, ready_) may be touched
};

}  // namespace ROCKSDB_NAMESPACE
