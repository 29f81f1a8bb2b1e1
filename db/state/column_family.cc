// Column families: memtable and super version bookkeeping, the set of families, user handles.
#include "db/state/column_family.h"

#include <algorithm>
#include <utility>

#include "db/state/obsolete_files.h"
#include "rocksdb/write_buffer_manager.h"

namespace ROCKSDB_NAMESPACE {

ColumnFamily::ColumnFamily(DbContext* context, uint32_t family_id, std::string family_name,
                           std::shared_ptr<const CfConfig> family_config)
    : id(family_id),
      name(std::move(family_name)),
      order(family_config->options.comparator),
      takes_writes(!family_config->options.disallow_memtable_writes),
      takes_merges(family_config->options.merge_operator != nullptr),
      block_cache_count(family_config),
      context_(context),
      // One bucket until recovery or the first flush knows better.
      state_(family_id, std::move(family_config)) {
  stats_.opened_micros = context->NowMicros();
}

MemTablePtr ColumnFamily::NewMemTable(SequenceNumber earliest) {
  const ColumnFamilyOptions& o = state_.config()->options;
  MemTableOptions m;
  m.write_buffer_size = o.write_buffer_size;
  m.arena_block_size = o.arena_block_size;
  m.prefix_bloom_size_ratio = o.memtable_prefix_bloom_size_ratio;
  m.whole_key_filtering = o.memtable_whole_key_filtering;
  m.prefix_extractor = o.prefix_extractor;
  m.max_successive_merges = o.max_successive_merges;
  m.strict_max_successive_merges = o.strict_max_successive_merges;
  m.protection_bytes_per_key = o.memtable_protection_bytes_per_key;
  m.paranoid_checks = o.paranoid_memory_checks;
  m.max_range_deletions = o.memtable_max_range_deletions;
  m.clock = context_->clock.get();
  auto made = std::make_shared<MemTable>(
      order, m, context_->config()->options.write_buffer_manager.get(), earliest);
  made->id = next_memtable_id_++;
  return made;
}

void ColumnFamily::StartMemTable(SequenceNumber earliest) {
  mem_ = NewMemTable(earliest);
  writing_ = mem_.get();
}

void ColumnFamily::SealMemTable(MemTablePtr fresh, FlushReason reason) {
  writing_ = fresh.get();
  imm_.push_back(std::exchange(mem_, std::move(fresh)));
  flush_reason_ = reason;
  ++state_.flushes.unflushed;
}

std::vector<MemTablePtr> ColumnFamily::TakeMemTables() {
  std::vector<MemTablePtr> taken;
  for (const MemTablePtr& mem : imm_) {
    if (mem->flush_in_progress) {
      // What another job has taken, and all before it, is left to that one: only a run of untaken
      // memtables at the young end may be taken.
      taken.clear();
      continue;
    }
    taken.push_back(mem);
  }
  if (taken.empty()) return taken;
  for (const MemTablePtr& mem : taken) mem->flush_in_progress = true;
  state_.flushes.unflushed -= taken.size();
  state_.flushes.flushing += taken.size();
  state_.flushes.requested = false;
  return taken;
}

void ColumnFamily::GiveBack(const std::vector<MemTablePtr>& memtables) {
  for (const MemTablePtr& mem : memtables) mem->flush_in_progress = false;
  state_.flushes.flushing -= memtables.size();
  state_.flushes.unflushed += memtables.size();
  // As it may have been.
  state_.flushes.requested = true;
}

void ColumnFamily::RemoveFlushed(const std::vector<MemTablePtr>& memtables, bool keep) {
  if (keep) history_.insert(history_.end(), memtables.begin(), memtables.end());
  imm_.erase(imm_.begin(), imm_.begin() + static_cast<ptrdiff_t>(memtables.size()));
  state_.flushes.flushing -= memtables.size();
}

void ColumnFamily::ForgetOlderThan(uint64_t log) {
  const auto kept = std::find_if(imm_.begin(), imm_.end(), [log](const MemTablePtr& mem) {
    return mem->next_log_number > log;
  });
  state_.flushes.unflushed -= static_cast<size_t>(kept - imm_.begin());
  imm_.erase(imm_.begin(), kept);
}

std::vector<MemTablePtr> ColumnFamily::TrimHistory() {
  std::vector<MemTablePtr> gone;
  if (history_.empty()) return gone;
  uint64_t bytes = mem_->ApproximateMemoryUsage();
  for (const MemTablePtr& mem : imm_) bytes += mem->ApproximateMemoryUsage();
  for (const MemTablePtr& mem : history_) bytes += mem->ApproximateMemoryUsage();
  auto first = history_.begin();
  for (; first != history_.end() && bytes > state_.config()->memtable_bytes_kept; ++first)
    bytes -= (*first)->ApproximateMemoryUsage();
  gone.assign(history_.begin(), first);
  history_.erase(history_.begin(), first);
  return gone;
}

void ColumnFamily::InstallSuperVersion() {
  auto* sv = new SuperVersion;
  sv->mem = mem_;
  // Reads look at the newest first.
  sv->imm.assign(imm_.rbegin(), imm_.rend());
  sv->history.assign(history_.rbegin(), history_.rend());
  sv->tree = state_.tree();
  sv->config = state_.config();
  sv->number = next_super_version_++;
  super_versions.Publish(sv);
}

uint64_t ColumnFamily::OldestLogOfActive() const {
  return imm_.empty() ? log_number() : imm_.back()->next_log_number;
}

// Temperatures are not kept: the workload after a restart may be another. Boundaries that cannot be
// read cost parallelism only, so they do not fail the opening.
void ColumnFamily::RestoreBuckets(const std::string& record) {
  const CfConfig& config = *state_.config();
  BucketMapPtr buckets = std::make_shared<BucketMap>(order);
  if (!record.empty() && config.bucketized) {
    BucketMapPtr stored;
    Status s = BucketMap::DecodeFrom(order, record, &stored);
    if (s.ok()) {
      buckets = stored;
    } else {
      LogWarn(context_->info_log.get(), "[%s] Bucket boundaries in the MANIFEST are unusable: %s",
              name.c_str(), s.ToString().c_str());
    }
  }
  BucketStats fresh(buckets->size(), config.options.bucket_options.window_flushes);
  state_.SetBuckets(std::move(buckets), std::move(fresh));
}

void ColumnFamilySet::Add(const FamilyPtr& family) {
  by_id_[family->id] = family;
  max_id = std::max(max_id, family->id);
}

void ColumnFamilySet::Remove(uint32_t id) { by_id_.erase(id); }

FamilyPtr ColumnFamilySet::Find(uint32_t id) const {
  auto it = by_id_.find(id);
  return it == by_id_.end() ? nullptr : it->second;
}

ColumnFamily* ColumnFamilySet::FindRaw(uint32_t id) const {
  auto it = by_id_.find(id);
  return it == by_id_.end() ? nullptr : it->second.get();
}

// A walk: names are asked for at opening and when families are made.
FamilyPtr ColumnFamilySet::Find(const std::string& name) const {
  for (const auto& [id, family] : by_id_) {
    if (family->name == name) return family;
  }
  return nullptr;
}

ColumnFamilyHandleImpl::~ColumnFamilyHandleImpl() {
  const auto config = context_->config();
  for (const auto& listener : config->options.listeners)
    listener->OnColumnFamilyHandleDeletionStarted(this);
  // With the last handle of a dropped family its files go too.
  family_.reset();
  if (obsolete_->waiting() > 0) obsolete_->Purge();
}

Status ColumnFamilyHandleImpl::GetDescriptor(ColumnFamilyDescriptor* descriptor) {
  std::shared_ptr<const CfConfig> config;
  {
    StateLock lock(&context_->mutex);
    config = family_->state().config();
  }
  *descriptor = ColumnFamilyDescriptor(family_->name, config->options);
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
