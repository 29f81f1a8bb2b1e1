// See uring_reader.h.
#include "env/uring_reader.h"

#ifdef ROCKSDB_IOURING_PRESENT

#include <liburing.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>

#include "env/posix_error.h"
#include "env/posix_io.h"

namespace ROCKSDB_NAMESPACE {

// Only the end of the file makes an answer short. The kernel cancels what a thread began that has
// ended.
void FinishUringRead(int fd, const std::string& name, int answer, FSReadRequest* req) {
  size_t got = answer > 0 ? static_cast<size_t>(answer) : 0;
  if (answer == -EINTR || answer == -EAGAIN || answer == -ECANCELED ||
      (answer > 0 && got < req->len)) {
    // From the page's beginning on: direct reads may not start within one.
    constexpr size_t kPage = 4096;
    got -= std::min<size_t>(got, (req->offset + got) % kPage);
    const ssize_t rest = ReadFully(fd, req->scratch + got, req->len - got, req->offset + got);
    answer = rest < 0 ? -errno : 0;
    got += rest < 0 ? 0 : static_cast<size_t>(rest);
  }
  req->result = Slice(req->scratch, answer < 0 ? 0 : got);
  req->status = answer < 0 ? PosixError("reading many: offset " + std::to_string(req->offset) +
                                            " len " + std::to_string(req->len),
                                        name, -answer)
                           : IOStatus::OK();
}

namespace {

// More requests are submitted in rounds of this size. Chosen, not measured.
constexpr unsigned kDepth = 128;

// The calling thread's ring; made on first use, closed when the thread ends.
// A ring per thread needs no lock. It costs a descriptor and some locked memory while the thread
// lives.
class ThreadRing {
 public:
  ThreadRing() : ready_(io_uring_queue_init(kDepth, &ring_, 0) == 0) {}
  ~ThreadRing() {
    if (ready_) {
      io_uring_queue_exit(&ring_);
    }
  }
  ThreadRing(const ThreadRing&) = delete;
  ThreadRing& operator=(const ThreadRing&) = delete;

  io_uring* get() { return ready_ ? &ring_ : nullptr; }

  static io_uring* OfThisThread() {
    if (refused.load(std::memory_order_relaxed)) {
      return nullptr;
    }
    thread_local ThreadRing ring;
    if (ring.get() == nullptr) {
      Refuse();
    }
    return ring.get();
  }

  // After one refusal (an old kernel, a sandbox) no thread asks again. A ring that refused may
  // hold entries that were not taken, so it must not be used either.
  static void Refuse() { refused.store(true, std::memory_order_relaxed); }

 private:
  static inline std::atomic<bool> refused{false};

  io_uring ring_;
  const bool ready_;
};

// Finishes the answered requests and returns how many there were.
size_t TakeAnswers(io_uring* ring, int fd, const std::string& name) {
  size_t taken = 0;
  io_uring_cqe* answer = nullptr;
  for (; io_uring_peek_cqe(ring, &answer) == 0; ++taken) {
    FinishUringRead(fd, name, answer->res,
                    static_cast<FSReadRequest*>(io_uring_cqe_get_data(answer)));
    io_uring_cqe_seen(ring, answer);
  }
  return taken;
}

// Waits until the kernel has answered `count` more requests: it writes into their memory.
void AwaitAnswers(io_uring* ring, int fd, const std::string& name, size_t count) {
  constexpr useconds_t kPauseMicros = 100;
  while (count > 0) {
    io_uring_cqe* answer = nullptr;
    // Answers still arrive if even the wait fails.
    if (io_uring_wait_cqe(ring, &answer) != 0) {
      usleep(kPauseMicros);
    }
    count -= std::min(count, TakeAnswers(ring, fd, name));
  }
}

// Submits up to kDepth requests and waits for all of them. False when the ring fails; then no
// request is running any more.
bool ReadBatch(io_uring* ring, int fd, const std::string& name, FSReadRequest* reqs, size_t count) {
  // How many times in a row the kernel may be short of memory. Chosen, not measured.
  constexpr int kMostTries = 1000;
  for (size_t i = 0; i < count; ++i) {
    // Never null: a round is no larger than the ring, and every earlier round was submitted whole.
    io_uring_sqe* entry = io_uring_get_sqe(ring);
    io_uring_prep_read(entry, fd, reqs[i].scratch, static_cast<unsigned>(reqs[i].len),
                       reqs[i].offset);
    io_uring_sqe_set_data(entry, &reqs[i]);
  }
  // The next call submits the entries that this one could not.
  size_t submitted = 0;
  size_t finished = 0;
  for (int tries = 0; finished < count;) {
    // One system call submits and waits; answers arrive in any order.
    const int result = io_uring_submit_and_wait(ring, 1);
    submitted += static_cast<size_t>(std::max(result, 0));
    finished += TakeAnswers(ring, fd, name);
    tries = result == -EAGAIN ? tries + 1 : 0;
    const bool lasting = result < 0 && result != -EINTR && result != -EAGAIN;
    if (finished < count && (lasting || tries > kMostTries)) {
      ThreadRing::Refuse();
      AwaitAnswers(ring, fd, name, submitted - finished);
      return false;
    }
  }
  return true;
}

}  // namespace

bool UringReadMany(int fd, const std::string& name, FSReadRequest* reqs, size_t count) {
  io_uring* ring = ThreadRing::OfThisThread();
  if (ring == nullptr) {
    return false;
  }
  for (size_t at = 0; at < count; at += kDepth) {
    if (!ReadBatch(ring, fd, name, reqs + at, std::min<size_t>(kDepth, count - at))) {
      return false;
    }
  }
  return true;
}

}  // namespace ROCKSDB_NAMESPACE

#else

namespace ROCKSDB_NAMESPACE {

bool UringReadMany(int /*fd*/, const std::string& /*name*/, FSReadRequest* /*reqs*/,
                   size_t /*count*/) {
  return false;
}

}  // namespace ROCKSDB_NAMESPACE

#endif
