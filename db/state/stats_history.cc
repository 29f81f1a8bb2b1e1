// See the header.
#include "db/state/stats_history.h"

#include <utility>

namespace ROCKSDB_NAMESPACE {
namespace {

// Above 0 for every slice, so that a limit of 0 keeps none.
size_t EstimatedBytes(const StatsHistory::Tickers& gains) {
  size_t bytes = sizeof(uint64_t) + sizeof(gains);
  for (const auto& entry : gains) bytes += sizeof(entry) + entry.first.capacity();
  return bytes;
}

}  // namespace

class StatsHistory::Walker final : public StatsHistoryIterator {
 public:
  Walker(std::shared_ptr<const StatsHistory> history, uint64_t begin, uint64_t end)
      : history_(std::move(history)), end_(end) {
    MoveTo(begin);
  }

  bool Valid() const override { return valid_; }
  void Next() override {
    // Below end_, so adding one does not wrap around.
    if (valid_) MoveTo(second_ + 1);
  }
  uint64_t GetStatsTime() const override { return second_; }
  const Tickers& GetStatsMap() const override { return *gains_; }
  Status status() const override { return Status::OK(); }

 private:
  void MoveTo(uint64_t begin) { valid_ = history_->Find(begin, end_, &second_, &gains_); }

  const std::shared_ptr<const StatsHistory> history_;
  const uint64_t end_;
  bool valid_ = false;
  uint64_t second_ = 0;
  // Never null: a walk without slices shows an empty map to whoever looks all the same.
  Gains gains_ = std::make_shared<Tickers>();
};

std::unique_ptr<StatsHistoryIterator> StatsHistory::Walk(
    std::shared_ptr<const StatsHistory> history, uint64_t begin, uint64_t end) {
  return std::make_unique<Walker>(std::move(history), begin, end);
}

void StatsHistory::Add(uint64_t second, Tickers counts, size_t most_bytes) {
  MutexLock lock(&mutex_);
  if (counted_) Insert(second, GainsSinceLast(counts));
  counted_ = true;
  last_ = std::move(counts);
  while (bytes_ > most_bytes) {
    bytes_ -= slices_.begin()->second.bytes;
    slices_.erase(slices_.begin());
  }
}

std::optional<StatsHistory::Tickers> StatsHistory::GainsOf(const Tickers& counts) const {
  MutexLock lock(&mutex_);
  if (!counted_) return std::nullopt;
  return GainsSinceLast(counts);
}

void StatsHistory::CountFrom(Tickers counts) {
  MutexLock lock(&mutex_);
  counted_ = true;
  last_ = std::move(counts);
}

// Nobody knows what a ticker gained that was not there before. One that went back was set to 0
// meanwhile, and shows what it gained since.
StatsHistory::Tickers StatsHistory::GainsSinceLast(const Tickers& counts) const {
  Tickers gains;
  for (const auto& [name, count] : counts) {
    const auto last = last_.find(name);
    if (last == last_.end()) continue;
    gains.emplace_hint(gains.end(), name, count < last->second ? count : count - last->second);
  }
  return gains;
}

// A slice of this second may be there: the clock stood still or was set back.
void StatsHistory::Insert(uint64_t second, Tickers gains) {
  Kept& slice = slices_[second];
  if (slice.gains != nullptr) {
    for (const auto& [name, gain] : *slice.gains) gains[name] += gain;
  }
  bytes_ -= slice.bytes;
  slice.bytes = EstimatedBytes(gains);
  slice.gains = std::make_shared<const Tickers>(std::move(gains));
  bytes_ += slice.bytes;
}

bool StatsHistory::Find(uint64_t begin, uint64_t end, uint64_t* second, Gains* gains) const {
  MutexLock lock(&mutex_);
  const auto found = slices_.lower_bound(begin);
  if (found == slices_.end() || found->first >= end) return false;
  *second = found->first;
  *gains = found->second.gains;
  return true;
}

}  // namespace ROCKSDB_NAMESPACE
