// Column families: memtable and super version bookkeeping, the set of families, user handles.
#include "db/state/column_family.h"

#include <algorithm>

#include "db/state/obsolete_files.h"
#include "rocksdb/write_buffer_manager.h"

namespace ROCKSDB_NAMESPACE {

ColumnFamily::ColumnFamily(DbContext* context, uint32_t family_id, std::string family_name,
                           std::shared_ptr<const CfConfig> family_config)
    : id(family_id),
      name(std::move(family_name)),
      order(family_config->options.comparator),
      takes_writes(!family_config->options.disallow_memtable_writes),
      config(std::move(family_config)),
      // One bucket until recovery or the first flush knows better.
      buckets(std::make_shared<BucketMap>(order)),
      bucket_stats(1, config->options.bucket_options.window_flushes),
      context_(context) {
  stats.opened_micros = context->NowMicros();
  // An empty tree, so that `tree` is never null.
  std::vector<FileList> levels(static_cast<size_t>(config->options.num_levels));
  tree = std::make_shared<TreeVersion>(order, std::move(levels));
}

MemTablePtr ColumnFamily::NewMemTable(SequenceNumber earliest) const {
  const ColumnFamilyOptions& o = config->options;
  MemTableOptions m;
  m.write_buffer_size = o.write_buffer_size;
  m.arena_block_size = o.arena_block_size;
  m.prefix_bloom_size_ratio = o.memtable_prefix_bloom_size_ratio;
  m.whole_key_filtering = o.memtable_whole_key_filtering;
  m.prefix_extractor = o.prefix_extractor.get();
  m.max_successive_merges = o.max_successive_merges;
  m.strict_max_successive_merges = o.strict_max_successive_merges;
  m.protection_bytes_per_key = o.memtable_protection_bytes_per_key;
  m.paranoid_checks = o.paranoid_memory_checks;
  m.max_range_deletions = o.memtable_max_range_deletions;
  auto made = std::make_shared<MemTable>(
      order, m, context_->config()->options.write_buffer_manager.get(), earliest);
  made->id = next_memtable_id_.fetch_add(1, std::memory_order_relaxed);
  return made;
}

void ColumnFamily::InstallSuperVersion() {
  auto* sv = new SuperVersion;
  sv->mem = mem;
  // Reads look at the newest first.
  sv->imm.assign(imm.rbegin(), imm.rend());
  sv->tree = tree;
  sv->config = config;
  sv->number = next_super_version_++;
  super_versions.Publish(sv);
}

size_t ColumnFamily::UnflushedImm() const {
  return static_cast<size_t>(std::count_if(
      imm.begin(), imm.end(), [](const MemTablePtr& m) { return !m->flush_in_progress; }));
}

bool ColumnFamily::NeedsFlush() const {
  if (dropped.load(std::memory_order_relaxed)) return false;
  const size_t waiting = UnflushedImm();
  // min_write_buffer_number_to_merge holds a flush back to merge several memtables in it; a request
  // (by hand, for log space, for memory) does not wait for that.
  if (waiting == 0) return false;
  return flush_requested ||
         waiting >= static_cast<size_t>(config->options.min_write_buffer_number_to_merge);
}

uint64_t ColumnFamily::OldestLogNeeded() const {
  // log_number advances when a flush is installed; until then every memtable here may reach back to
  // it.
  return log_number;
}

uint64_t ColumnFamily::OldestLogOfActive() const {
  return imm.empty() ? log_number : imm.back()->next_log_number;
}

// Temperatures are not kept: the workload after a restart may be another. Boundaries that cannot be
// read cost parallelism only, so they do not fail the opening.
void ColumnFamily::RestoreBuckets(const std::string& record) {
  const BucketOptions& o = config->options.bucket_options;
  buckets = std::make_shared<BucketMap>(order);
  if (!record.empty() && config->bucketized) {
    BucketMapPtr stored;
    Status s = BucketMap::DecodeFrom(order, record, &stored);
    if (s.ok()) {
      buckets = stored;
    } else {
      LogWarn(context_->info_log.get(), "[%s] Bucket boundaries in the MANIFEST are unusable: %s",
              name.c_str(), s.ToString().c_str());
    }
  }
  bucket_stats = BucketStats(buckets->size(), o.window_flushes);
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
    config = family_->config;
  }
  *descriptor = ColumnFamilyDescriptor(family_->name, config->options);
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
