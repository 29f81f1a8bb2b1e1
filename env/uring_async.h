// Reads through io_uring that go on while their caller does something else: behind ReadAsync, Poll
// and AbortIO of the POSIX file system. Without io_uring in build or kernel there are none, and
// ReadAsync reads before it returns.
//
//   StartUringRead -> handle       PollUringReads: callback -> FreeUringRead
//         v                                ^
//   ring of the thread -> kernel -> answers
//
// Invariants
//  U1. From its start until its answer the kernel may write into a read's scratch. Nobody frees a
//      read before PollUringReads or AbortUringReads has called it back.
//  U2. A ring lives until its thread has ended and its last read is freed: handles may be polled by
//      any thread. Its lock guards all of it; callbacks run without the lock.
//  U3. A ring that the kernel refuses takes no further reads; what it had not taken is read with
//      pread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rocksdb/file_system.h"

namespace ROCKSDB_NAMESPACE {

// Starts reading what `request` asks for. Null: there is no ring, or it is full; then nothing was
// started. REQUIRES: descriptor, scratch and cb_arg live until the read is called back.
void* StartUringRead(int fd, const std::string& name, const FSReadRequest& request,
                     std::function<void(FSReadRequest&, void*)> cb, void* cb_arg);
// Waits until at least `count` of the reads are done and were called back; each is called back
// once.
void PollUringReads(const std::vector<void*>& handles, size_t count);
// Calls all of them back with Aborted. A read of a file cannot be taken back from the kernel, so
// this waits for it.
void AbortUringReads(const std::vector<void*>& handles);
// REQUIRES: the read was called back.
void FreeUringRead(void* handle);
// Whether this thread has a ring for such reads.
bool HasUringForAsync();

}  // namespace ROCKSDB_NAMESPACE
