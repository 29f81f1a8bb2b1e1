// Several ranges of one file that are read together. Ranges that touch, with direct I/O those whose
// aligned units do, become one request. SstFile reads the missing blocks of a MultiGet with it. One
// thread.
//
//   ranges      [a][b]     [c]           [d]
//   requests    [----]     [-]           [-]       one MultiRead
//   memory_     [----][-][-]                       recycled
#pragma once

#include <vector>

#include "env/aligned_buffer.h"
#include "env/file_io.h"

namespace ROCKSDB_NAMESPACE {

class BatchedRead {
 public:
  // The file has to outlive this. `ranges` says how many will be added at most.
  BatchedRead(const RandomAccessFileReader& file, size_t ranges);
  ~BatchedRead();
  BatchedRead(const BatchedRead&) = delete;
  BatchedRead& operator=(const BatchedRead&) = delete;

  // The bytes go to `home`, n bytes of the caller's, if the range becomes a request of its own and
  // needs no alignment; a null home is never used. REQUIRES: nothing was read yet; offsets ascend.
  void Add(uint64_t offset, size_t n, char* home);
  // Reads all ranges and returns once it has them. REQUIRES: neither this nor Start was called.
  void Read(const IOOptions& io);
  // The same in two steps: others can be started before the first one is finished. REQUIRES: Finish
  // after Start; without it the destructor takes the reads back.
  void Start(const IOOptions& io);
  void Finish(const IOOptions& io);

  // The i-th range's outcome, once read. A range is shorter than it was asked for only at the end
  // of the file. The bytes live as long as this, or with the file if !InMemory.
  const IOStatus& status(size_t i) const { return requests_[ranges_[i].request].status; }
  Slice bytes(size_t i) const;
  // Whether these bytes are ours; the file system may have answered with memory of the file itself.
  // Bytes in a home are the caller's.
  bool InMemory(const Slice& bytes) const {
    return bytes.data() >= memory_.data() && bytes.data() < memory_.data() + memory_.capacity();
  }

 private:
  struct Range {
    uint64_t offset;
    size_t length;
    size_t request;
  };
  // Waits for what was started.
  void Await(bool wanted);
  void ReadNow(const IOOptions& io);
  // Gives each request without a home its part of memory_.
  void PlaceRequests();

  const RandomAccessFileReader& file_;
  // Offsets and lengths of requests are multiples of it.
  const size_t unit_;
  std::vector<Range> ranges_;
  std::vector<FSReadRequest> requests_;
  // Reads that go on in the file system; Start sets them.
  struct Running {
    void* handle;
    IOHandleDeleter free_handle;
  };
  std::vector<Running> running_;
  // The file cannot read without waiting: Finish reads.
  bool put_off_ = false;
  AlignedBuffer memory_;
};

}  // namespace ROCKSDB_NAMESPACE
