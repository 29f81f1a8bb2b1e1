// The activity of each thread, and the listener that sets it.
#include "tools/db_stress/activity.h"

#include "rocksdb/db.h"

namespace stress {

namespace {

// A kill point asks for the activity of the thread that uses the file.
thread_local Activity current = Activity::kNone;

class ActivityListener : public rocksdb::EventListener {
 public:
  ActivityListener(Trace* trace, std::shared_ptr<rocksdb::Statistics> statistics)
      : trace_(trace), statistics_(std::move(statistics)) {}
  const char* Name() const override { return "db_stress.ActivityListener"; }

  void OnFlushBegin(rocksdb::DB* /*db*/, const rocksdb::FlushJobInfo& /*info*/) override {
    // Flushes of recovery run inside DB::Open and keep its activity.
    if (current != Activity::kOpen) current = Activity::kFlush;
  }
  void OnFlushCompleted(rocksdb::DB* /*db*/, const rocksdb::FlushJobInfo& /*info*/) override {
    if (current != Activity::kOpen) current = Activity::kAfterFlush;
    if (trace_ == nullptr) return;
    trace_->Count(kTallyFlushes);
    auto& tally = trace_->header().tally;
    tally[kTallySplits].store(statistics_->getTickerCount(rocksdb::BUCKET_SPLITS));
    tally[kTallyMerges].store(statistics_->getTickerCount(rocksdb::BUCKET_MERGES));
  }
  void OnCompactionBegin(rocksdb::DB* /*db*/, const rocksdb::CompactionJobInfo& /*info*/) override {
    current = Activity::kCompaction;
  }
  void OnCompactionCompleted(rocksdb::DB* /*db*/,
                             const rocksdb::CompactionJobInfo& /*info*/) override {
    current = Activity::kNone;
    if (trace_ != nullptr) trace_->Count(kTallyCompactions);
  }
  void OnMemTableSealed(const rocksdb::MemTableInfo& /*info*/) override {
    // A writer may run on a thread that once flushed.
    if (current == Activity::kAfterFlush) current = Activity::kNone;
  }

 private:
  Trace* const trace_;
  const std::shared_ptr<rocksdb::Statistics> statistics_;
};

}  // namespace

Activity CurrentActivity() { return current; }

const char* NameOf(Activity activity) {
  static constexpr const char* names[] = {"write",      "open",   "flush",    "rebalance",
                                          "compaction", "family", "options",  "close",
                                          "prepare",    "commit", "rollback", "ingest"};
  return names[static_cast<int>(activity)];
}

ActivityScope::ActivityScope(Activity activity) : before_(current) { current = activity; }
ActivityScope::~ActivityScope() { current = before_; }

std::shared_ptr<rocksdb::EventListener> NewActivityListener(
    Trace* trace, std::shared_ptr<rocksdb::Statistics> statistics) {
  return std::make_shared<ActivityListener>(trace, std::move(statistics));
}

}  // namespace stress
