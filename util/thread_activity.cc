// See thread_activity.h.
#include "util/thread_activity.h"

#include <pthread.h>

namespace ROCKSDB_NAMESPACE {

// One for each thread. Its destructor runs when the thread ends, so no record outlives its thread
// in the list.
struct ThreadStatusUpdater::OfThread {
  ~OfThread() {
    if (registry != nullptr) {
      registry->Remove(&record);
    }
  }
  ThreadStatusUpdater* registry = nullptr;
  Record record;
};

ThreadStatusUpdater* CreateThreadStatusUpdater() { return new ThreadStatusUpdater(); }

ThreadStatusUpdater::OfThread& ThreadStatusUpdater::Mine() {
  thread_local OfThread mine;
  return mine;
}

void ThreadStatusUpdater::Add(Record* record) {
  MutexLock lock(&mu_);
  records_.insert(record);
}

void ThreadStatusUpdater::Remove(Record* record) {
  MutexLock lock(&mu_);
  records_.erase(record);
}

void ThreadStatusUpdater::RegisterThread(ThreadStatus::ThreadType type) {
  OfThread& mine = Mine();
  // One environment at a time lists a thread.
  if (mine.registry != nullptr && mine.registry != this) {
    mine.registry->Remove(&mine.record);
  }
  mine.registry = this;
  {
    MutexLock lock(&mu_);
    mine.record.thread_id = static_cast<uint64_t>(pthread_self());
    mine.record.type = type;
  }
  Add(&mine.record);
}

void ThreadStatusUpdater::List(std::vector<ThreadStatus>* threads) const {
  threads->clear();
  const uint64_t now = CondVar::NowMicros();
  MutexLock lock(&mu_);
  for (const Record* r : records_) {
    const bool busy = r->operation != ThreadStatus::OP_UNKNOWN;
    threads->emplace_back(r->thread_id, r->type, r->db_name, r->cf_name, r->operation,
                          busy ? now - r->started_micros : 0, r->stage, r->properties.data(),
                          ThreadStatus::STATE_UNKNOWN);
  }
}

ThreadOperation::ThreadOperation(ThreadStatus::OperationType operation, const std::string& db_name,
                                 const std::string& cf_name)
    : updater_(ThreadStatusUpdater::Mine().registry), record_(&ThreadStatusUpdater::Mine().record) {
  if (updater_ != nullptr) {
    MutexLock lock(&updater_->mu_);
    record_->operation = operation;
    record_->db_name = db_name;
    record_->cf_name = cf_name;
    record_->started_micros = CondVar::NowMicros();
  }
}

ThreadOperation::~ThreadOperation() {
  if (updater_ != nullptr) {
    MutexLock lock(&updater_->mu_);
    record_->operation = ThreadStatus::OP_UNKNOWN;
    record_->stage = ThreadStatus::STAGE_UNKNOWN;
    record_->db_name.clear();
    record_->cf_name.clear();
    record_->properties = {};
  }
}

void ThreadOperation::SetStage(ThreadStatus::OperationStage stage) {
  if (updater_ != nullptr) {
    MutexLock lock(&updater_->mu_);
    record_->stage = stage;
  }
}

void ThreadOperation::SetProperty(int index, uint64_t value) {
  if (updater_ != nullptr) {
    MutexLock lock(&updater_->mu_);
    record_->properties[static_cast<size_t>(index)] = value;
  }
}

}  // namespace ROCKSDB_NAMESPACE
