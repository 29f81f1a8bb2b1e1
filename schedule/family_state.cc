// Changes of a family's state, each of which forgets the plan; see the header.
#include "schedule/family_state.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "compaction/pick_edit.h"

namespace ROCKSDB_NAMESPACE {

FamilyState::FamilyState(uint32_t id, std::shared_ptr<const CfConfig> config)
    : id_(id),
      config_(std::move(config)),
      buckets_(std::make_shared<BucketMap>(config_->order)),
      bucket_stats_(1, config_->options.bucket_options.window_flushes),
      next_epoch_(config_->allow_ingest_behind ? kEpochBehindAll + 1 : kFirstEpoch) {
  std::vector<FileList> levels(static_cast<size_t>(config_->options.num_levels));
  tree_ = std::make_shared<TreeVersion>(config_->order, std::move(levels));
}

void FamilyState::SetConfig(std::shared_ptr<const CfConfig> config) {
  Changed();
  config_ = std::move(config);
}

void FamilyState::SetTree(TreePtr tree) {
  if (tree != tree_) ++changes_;
  plan_.reset();
  tree_ = std::move(tree);
}

void FamilyState::SetBuckets(BucketMapPtr buckets, BucketStats stats) {
  assert(buckets->size() == stats.size());
  Changed();
  buckets_ = std::move(buckets);
  bucket_stats_ = std::move(stats);
}

void FamilyState::CountFlush(const FlushDecision& done, const std::vector<BucketPiece>& pieces,
                             const BucketOptions& options) {
  Changed();
  RecordFlush(done, pieces, options, &buckets_, &bucket_stats_);
}

void FamilyState::StartJob(const CompactionPick& pick, uint64_t job_id) {
  Changed();
  StartPick(pick, job_id, &running_, &cursors_);
}

void FamilyState::AddJob(RunningJob job) {
  Changed();
  running_.push_back(std::move(job));
}

void FamilyState::EndJob(uint64_t job_id) {
  Changed();
  EndPick(job_id, &running_);
}

void FamilyState::SetCursor(int level, std::string cursor) {
  Changed();
  const auto at = static_cast<size_t>(level);
  if (cursors_.size() <= at) cursors_.resize(at + 1);
  cursors_[at] = std::move(cursor);
}

void FamilyState::Changed() {
  plan_.reset();
  ++changes_;
}

uint64_t FamilyState::TakeEpochs(uint64_t n) {
  const uint64_t first = next_epoch_;
  next_epoch_ += n;
  return first;
}

void FamilyState::RaiseNextEpoch(uint64_t next) { next_epoch_ = std::max(next_epoch_, next); }

// min_write_buffer_number_to_merge holds a flush back to merge several memtables in it; a request
// (by hand, for log space, for memory) does not wait for that.
bool FamilyState::NeedsFlush() const {
  if (flushes.unflushed == 0) return false;
  return flushes.requested ||
         flushes.unflushed >=
             static_cast<size_t>(config_->options.min_write_buffer_number_to_merge);
}

bool FamilyState::WritersWaitForFlush() const {
  return flushes.running > 0 && stall.kind != StallVerdict::kNone &&
         stall.cause == StallVerdict::kMemtables;
}

bool FamilyState::FlushIsAtWork() const {
  if (flushes.running > 0 || NeedsFlush()) return true;
  return stall.kind != StallVerdict::kNone && stall.cause == StallVerdict::kL0Depth;
}

// A manual compaction needs all files of its range at once, an exclusive one the whole family.
// Under steady writes some automatic job would always be in the way: so none begins while a manual
// one waits for those that run. One that waits behind another manual compaction holds nothing back.
bool FamilyState::MayCompact() const {
  if (config_->options.disable_auto_compactions) return false;
  return manual.waiting == 0 || manual.running > 0;
}

}  // namespace ROCKSDB_NAMESPACE
