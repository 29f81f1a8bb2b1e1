// KeptThreads: threads for work of a moment, kept for a while for the next such work. A thread
// that ends gives its memory back at once, with an interrupt of every processor of the process,
// and the next one takes it again page by page: half a dozen of them are a tenth of what opening a
// database costs.
//
//   Run(work) -> an idle thread, or a new one -> work() -> idle for a while -> the next work, or it
//   ends
//
// Invariants
//  1. Work begins at once and waits for no other work: there is no queue.
//  2. A thread takes work only from callers with its own priorities and processors, which a thread
//     has from the one that starts it.
//  3. The child of a fork has none of its parent's threads and uses none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe. An object may go while its threads run: they end by themselves.
class KeptThreads {
 public:
  // `most`: how many may be idle. An idle thread ends after `idle_micros`.
  KeptThreads(size_t most, uint64_t idle_micros);
  ~KeptThreads();
  KeptThreads(const KeptThreads&) = delete;
  KeptThreads& operator=(const KeptThreads&) = delete;

  // The threads of this process. They are not waited for when it ends.
  static KeptThreads& Shared();

  // Calls `work`, which must not throw, in another thread, from now on. False: the system gives no
  // thread, and nothing is called.
  bool Run(std::function<void()> work);
  size_t idle() const;

 private:
  struct State;
  struct Thread;
  static void Live(std::shared_ptr<State> state, std::shared_ptr<Thread> self);

  const std::shared_ptr<State> state_;
};

}  // namespace ROCKSDB_NAMESPACE
