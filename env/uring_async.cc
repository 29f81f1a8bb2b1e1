// See uring_async.h.
#include "env/uring_async.h"

#ifdef ROCKSDB_IOURING_PRESENT

#include <liburing.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <memory>

#include "env/uring_reader.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class AsyncRing;

struct UringRead {
  std::shared_ptr<AsyncRing> ring;
  int fd;
  std::string name;
  FSReadRequest request;
  std::function<void(FSReadRequest&, void*)> cb;
  void* cb_arg;
  // Of the ring's lock.
  bool answered = false;
  int answer = 0;
  // Of the thread that polls.
  bool called_back = false;
};

class AsyncRing {
 public:
  AsyncRing() : ready_(io_uring_queue_init(kDepth, &ring_, 0) == 0) {}
  ~AsyncRing() {
    if (ready_) io_uring_queue_exit(&ring_);
  }
  AsyncRing(const AsyncRing&) = delete;
  AsyncRing& operator=(const AsyncRing&) = delete;

  // Null: the kernel gives none.
  static std::shared_ptr<AsyncRing> OfThisThread() {
    thread_local const auto ring = std::make_shared<AsyncRing>();
    return ring->ready_ ? ring : nullptr;
  }

  // False: no room, or refused.
  bool Start(UringRead* read) EXCLUDES_LOCK(mu_);
  // Returns the kernel's answer to a read of this ring.
  int Await(UringRead* read) EXCLUDES_LOCK(mu_);

 private:
  // More reads at a time are read at once, by pread. Chosen, not measured.
  static constexpr unsigned kDepth = 128;

  void Submit(unsigned wait_for) REQUIRES_LOCK(mu_);
  void TakeAnswers() REQUIRES_LOCK(mu_);
  void Refuse() REQUIRES_LOCK(mu_);

  Mutex mu_;
  io_uring ring_ GUARDED_BY(mu_);
  const bool ready_;
  bool refused_ GUARDED_BY(mu_) = false;
  // Prepared, and not yet taken by the kernel; oldest first.
  std::deque<UringRead*> prepared_ GUARDED_BY(mu_);
};

bool AsyncRing::Start(UringRead* read) {
  MutexLock lock(&mu_);
  io_uring_sqe* entry = refused_ ? nullptr : io_uring_get_sqe(&ring_);
  if (entry == nullptr) return false;
  const FSReadRequest& request = read->request;
  io_uring_prep_read(entry, read->fd, request.scratch, static_cast<unsigned>(request.len),
                     request.offset);
  io_uring_sqe_set_data(entry, read);
  prepared_.push_back(read);
  Submit(0);
  return true;
}

void AsyncRing::Submit(unsigned wait_for) {
  // How often in a row the kernel may be short of memory. Chosen, not measured.
  constexpr int kMostTries = 1000;
  for (int tries = 0;; ++tries) {
    const int taken = io_uring_submit_and_wait(&ring_, wait_for);
    if (taken >= 0) {
      const auto known = std::min(static_cast<size_t>(taken), prepared_.size());
      prepared_.erase(prepared_.begin(), prepared_.begin() + static_cast<std::ptrdiff_t>(known));
      return;
    }
    const bool passing = taken == -EINTR || taken == -EAGAIN || taken == -EBUSY;
    if (!passing || tries >= kMostTries) return Refuse();
    // Answers that nobody has taken may be what the kernel waits for.
    TakeAnswers();
    if (wait_for == 0) return;
  }
}

// Entries that the kernel has not taken stay in the ring for ever, so it is never submitted again.
void AsyncRing::Refuse() {
  refused_ = true;
  for (UringRead* read : prepared_) {
    read->answer = -EAGAIN;
    read->answered = true;
  }
  prepared_.clear();
}

void AsyncRing::TakeAnswers() {
  io_uring_cqe* answer = nullptr;
  while (io_uring_peek_cqe(&ring_, &answer) == 0) {
    auto* read = static_cast<UringRead*>(io_uring_cqe_get_data(answer));
    read->answer = answer->res;
    read->answered = true;
    io_uring_cqe_seen(&ring_, answer);
  }
}

int AsyncRing::Await(UringRead* read) {
  constexpr useconds_t kPauseMicros = 100;
  MutexLock lock(&mu_);
  for (TakeAnswers(); !read->answered; TakeAnswers()) {
    if (refused_) {
      usleep(kPauseMicros);
    } else {
      Submit(1);
    }
  }
  return read->answer;
}

UringRead* ReadOf(void* handle) { return static_cast<UringRead*>(handle); }

void CallBack(UringRead* read) {
  read->called_back = true;
  read->cb(read->request, read->cb_arg);
}

}  // namespace

void* StartUringRead(int fd, const std::string& name, const FSReadRequest& request,
                     std::function<void(FSReadRequest&, void*)> cb, void* cb_arg) {
  std::shared_ptr<AsyncRing> ring = AsyncRing::OfThisThread();
  if (ring == nullptr) return nullptr;
  auto read = std::make_unique<UringRead>();
  read->ring = std::move(ring);
  read->fd = fd;
  read->name = name;
  read->request.offset = request.offset;
  read->request.len = request.len;
  read->request.scratch = request.scratch;
  read->cb = std::move(cb);
  read->cb_arg = cb_arg;
  return read->ring->Start(read.get()) ? read.release() : nullptr;
}

void PollUringReads(const std::vector<void*>& handles, size_t count) {
  size_t done = 0;
  for (void* handle : handles) done += ReadOf(handle)->called_back ? 1 : 0;
  for (auto at = handles.begin(); at != handles.end() && done < count; ++at) {
    UringRead* read = ReadOf(*at);
    if (read->called_back) continue;
    FinishUringRead(read->fd, read->name, read->ring->Await(read), &read->request);
    CallBack(read);
    ++done;
  }
}

void AbortUringReads(const std::vector<void*>& handles) {
  for (void* handle : handles) {
    UringRead* read = ReadOf(handle);
    if (read->called_back) continue;
    static_cast<void>(read->ring->Await(read));
    read->request.status = IOStatus::Aborted("read " + read->name);
    CallBack(read);
  }
}

void FreeUringRead(void* handle) { delete ReadOf(handle); }

bool HasUringForAsync() { return AsyncRing::OfThisThread() != nullptr; }

}  // namespace ROCKSDB_NAMESPACE

#else

namespace ROCKSDB_NAMESPACE {

void* StartUringRead(int /*fd*/, const std::string& /*name*/, const FSReadRequest& /*request*/,
                     std::function<void(FSReadRequest&, void*)> /*cb*/, void* /*cb_arg*/) {
  return nullptr;
}
void PollUringReads(const std::vector<void*>& /*handles*/, size_t /*count*/) {}
void AbortUringReads(const std::vector<void*>& /*handles*/) {}
void FreeUringRead(void* /*handle*/) {}
bool HasUringForAsync() { return false; }

}  // namespace ROCKSDB_NAMESPACE

#endif
