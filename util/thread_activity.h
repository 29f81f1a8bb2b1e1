// What the threads of the process are doing, for Env::GetThreadList. Background workers register
// when they start; a flush or compaction keeps a ThreadOperation on its stack.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "rocksdb/env.h"
#include "rocksdb/thread_status.h"
#include "util/mutex.h"

namespace ROCKSDB_NAMESPACE {

// The registry of one environment. Thread-safe. Never destroyed before its threads end.
class ThreadStatusUpdater {
 public:
  // Lists the calling thread until it ends. A second call changes its type.
  void RegisterThread(ThreadStatus::ThreadType type);

  void List(std::vector<ThreadStatus>* threads) const;

 private:
  friend class ThreadOperation;

  struct Record {
    uint64_t thread_id = 0;
    ThreadStatus::ThreadType type = ThreadStatus::USER;
    std::string db_name;
    std::string cf_name;
    ThreadStatus::OperationType operation = ThreadStatus::OP_UNKNOWN;
    ThreadStatus::OperationStage stage = ThreadStatus::STAGE_UNKNOWN;
    uint64_t started_micros = 0;
    std::array<uint64_t, ThreadStatus::kNumOperationProperties> properties = {};
  };
  struct OfThread;  // unregisters when its thread ends

  static OfThread& Mine();
  void Add(Record* record) EXCLUDES_LOCK(mu_);
  void Remove(Record* record) EXCLUDES_LOCK(mu_);

  mutable Mutex mu_;  // guards the content of the records as well
  std::set<Record*> records_ GUARDED_BY(mu_);
};

// Shows an operation of the calling thread for as long as it lives; costs two short locks. Does
// nothing in threads that are not registered.
class ThreadOperation {
 public:
  ThreadOperation(ThreadStatus::OperationType operation, const std::string& db_name,
                  const std::string& cf_name);
  ~ThreadOperation();
  ThreadOperation(const ThreadOperation&) = delete;
  ThreadOperation& operator=(const ThreadOperation&) = delete;

  void SetStage(ThreadStatus::OperationStage stage);
  // REQUIRES: index < ThreadStatus::kNumOperationProperties.
  void SetProperty(int index, uint64_t value);

 private:
  ThreadStatusUpdater* const updater_;
  ThreadStatusUpdater::Record* const record_;
};

}  // namespace ROCKSDB_NAMESPACE
