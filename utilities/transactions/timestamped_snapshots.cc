#include "utilities/transactions/timestamped_snapshots.h"

#include "rocksdb/snapshot.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// A snapshot of the database with a timestamp. Reads ask it for its sequence number only.
class Timestamped final : public Snapshot {
 public:
  Timestamped(DB* db, TxnTimestamp ts) : inner_(db), ts_(ts) {}
  ~Timestamped() override = default;

  SequenceNumber GetSequenceNumber() const override {
    return inner_.snapshot()->GetSequenceNumber();
  }
  int64_t GetUnixTime() const override { return inner_.snapshot()->GetUnixTime(); }
  uint64_t GetTimestamp() const override { return ts_; }

 private:
  // Its accessor is not const.
  mutable ManagedSnapshot inner_;
  const TxnTimestamp ts_;
};

}  // namespace

Status TimestampedSnapshots::Create(TxnTimestamp ts, std::shared_ptr<const Snapshot>* snapshot) {
  MutexLock lock(&mutex_);
  if (ts == kMaxTxnTimestamp) return Status::InvalidArgument("the timestamp of no snapshot");
  if (!by_time_.empty() && by_time_.rbegin()->first >= ts) {
    const auto& [newest, existing] = *by_time_.rbegin();
    if (newest > ts) return Status::InvalidArgument("a snapshot has a larger timestamp");
    if (existing->GetSequenceNumber() != db_->GetLatestSequenceNumber()) {
      return Status::InvalidArgument("a snapshot of another state has the timestamp");
    }
    *snapshot = existing;
    return Status::OK();
  }
  *snapshot = std::make_shared<Timestamped>(db_, ts);
  by_time_.emplace(ts, *snapshot);
  return Status::OK();
}

std::shared_ptr<const Snapshot> TimestampedSnapshots::Get(TxnTimestamp ts) const {
  MutexLock lock(&mutex_);
  if (by_time_.empty()) return nullptr;
  if (ts == kMaxTxnTimestamp) return by_time_.rbegin()->second;
  const auto found = by_time_.find(ts);
  return found == by_time_.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<const Snapshot>> TimestampedSnapshots::Range(TxnTimestamp first,
                                                                         TxnTimestamp end) const {
  MutexLock lock(&mutex_);
  std::vector<std::shared_ptr<const Snapshot>> found;
  for (auto it = by_time_.lower_bound(first); it != by_time_.end() && it->first < end; ++it) {
    found.push_back(it->second);
  }
  return found;
}

void TimestampedSnapshots::ReleaseOlderThan(TxnTimestamp ts) {
  MutexLock lock(&mutex_);
  by_time_.erase(by_time_.begin(), by_time_.lower_bound(ts));
}

}  // namespace ROCKSDB_NAMESPACE
