// Opens tables and keeps them open.
//
//   max_open_files = -1    FileMeta::pinned_reader -> reader, owned by pinned_     until Evict
//   else                   FileMeta::reader_slot -> TableSlot, owned by slots_     until Evict;
//                          its reader comes and goes, queue_ says which goes next
#include "db/state/table_cache.h"

#include "env/file_io.h"
#include "env/filename.h"
#include "env/plain_io.h"
#include "rocksdb/table.h"
#include "table/table_builder.h"
#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Readers in use that an opening passes by before it gives up closing others: chosen, not measured.
constexpr int kMostInUse = 64;

}  // namespace

// Reads footer, properties and index; under the options of the file's family.
Status TableCache::Open(const CfConfig& config, const FileMeta& file, int level,
                        std::unique_ptr<TableReader>* out) {
  const std::string& dir = config.PathOf(file.path_id, context_->dbname);
  std::unique_ptr<RandomAccessFileReader> reader;
  HistogramTimer timer(context_->clock.get(), context_->stats, TABLE_OPEN_IO_MICROS);
  FileOptions file_options = context_->file_options;
  file_options.temperature = file.temperature;
  const auto open = [&](const std::string& name) -> Status {
    return RandomAccessFileReader::Open(context_->fs.get(), name, file_options, &reader,
                                        context_->clock.get(), context_->stats,
                                        context_->config()->options.rate_limiter.get());
  };
  Status s = open(TableFileName(dir, file.number));
  if (IsMissing(s) && open(LevelDbTableFileName(dir, file.number)).ok()) s = Status::OK();
  if (s.ok()) {
    if (context_->config()->options.advise_random_on_open)
      reader->file()->Hint(FSRandomAccessFile::kRandom);
    reader->SetLastLevel(level > 0 && level == config.options.num_levels - 1);
    RecordTick(context_->stats, NO_FILE_OPENS, 1);
    TableReaderOptions options(config.order);
    options.prefix_extractor = config.options.prefix_extractor;
    options.env_options = context_->file_options;
    options.clock = context_->clock.get();
    options.statistics = context_->stats;
    options.logger = context_->info_log.get();
    options.level = level;
    options.db_session_id = context_->db_session_id;
    options.file_number = file.number;
    // The reader compares these with the file's own: one that was swapped for another is refused.
    options.unique_id[0] = file.unique_id[0];
    options.unique_id[1] = file.unique_id[1];
    options.largest_seqno = file.largest_seqno;
    options.tail_size = file.tail_size;
    options.block_protection_bytes_per_key = config.options.block_protection_bytes_per_key;
    s = config.options.table_factory->NewTableReader(ReadOptions(), options, std::move(reader),
                                                     file.file_size, out, true);
  }
  if (!s.ok()) RecordTick(context_->stats, NO_FILE_ERRORS, 1);
  return s;
}

Status TableCache::FindSlow(const CfConfig& config, const FileMeta& file, int level, Handle* out) {
  PERF_TIMER(find_table_nanos);
  // Without the lock: opening reads from the file. Two threads may open the same one; the second
  // throws its reader away.
  std::unique_ptr<TableReader> opened;
  Status s = Open(config, file, level, &opened);
  if (!s.ok()) return s;
  std::vector<std::unique_ptr<TableReader>> closed;  // destroyed after the lock
  MutexLock lock(&mutex_);
  if (capacity_ < 0) {
    Pin(file, &opened, out);
  } else {
    Keep(file, &opened, out);
    closed = CloseSome();
  }
  return s;
}

void TableCache::Pin(const FileMeta& file, std::unique_ptr<TableReader>* opened, Handle* out) {
  std::unique_ptr<TableReader>& pinned = pinned_[file.number];
  if (pinned == nullptr) pinned = std::move(*opened);
  // Last: a thread that sees the pointer uses the reader without a lock.
  file.pinned_reader.store(pinned.get(), std::memory_order_release);
  out->reader_ = pinned.get();
}

void TableCache::Keep(const FileMeta& file, std::unique_ptr<TableReader>* opened, Handle* out) {
  std::unique_ptr<TableSlot>& slot = slots_[file.number];
  if (slot == nullptr) slot = std::make_unique<TableSlot>();
  if (slot->open()) {
    out->reader_ = slot->Acquire();
  } else {
    out->reader_ = slot->Open(std::move(*opened));
    slot->place = queue_.insert(queue_.end(), slot.get());
  }
  out->slot_ = slot.get();
  file.reader_slot.store(slot.get(), std::memory_order_release);
}

std::vector<std::unique_ptr<TableReader>> TableCache::CloseSome() {
  std::vector<std::unique_ptr<TableReader>> closed;
  // What was used of late has one more turn; what is in use stays, and stands in the way of a few
  // openings only. Other threads may use readers as fast as this passes them by, hence the bound.
  int in_use = 0;
  size_t turns = 2 * queue_.size();
  while (queue_.size() > static_cast<size_t>(capacity_) && in_use < kMostInUse && turns-- > 0) {
    TableSlot* const first = queue_.front();
    const bool recent = first->TakeRecent();
    std::unique_ptr<TableReader> reader = recent ? nullptr : first->Retire();
    if (reader != nullptr) {
      closed.push_back(std::move(reader));
      queue_.pop_front();
      continue;
    }
    in_use += recent ? 0 : 1;
    queue_.splice(queue_.end(), queue_, queue_.begin());
  }
  return closed;
}

InternalIterator* TableCache::NewIterator(const ReadOptions& options, const CfConfig& config,
                                          const FilePtr& file, int level,
                                          const TableIterOptions& how) {
  PERF_TIMER(new_table_iterator_nanos);
  Handle handle;
  Status s = Find(config, *file, level, &handle);
  if (!s.ok()) return NewEmptyInternalIterator(s);
  // The application does not want to see this table.
  if (options.table_filter && !options.table_filter(*handle->Properties()))
    return NewEmptyInternalIterator();
  InternalIterator* it = handle->NewIterator(options, how);
  if (TableSlot* slot = handle.TakeSlot())
    it->RegisterCleanup([](void* p, void*) { static_cast<TableSlot*>(p)->Release(); }, slot,
                        nullptr);
  return it;
}

Status TableCache::Get(const ReadOptions& options, const CfConfig& config, const FileMeta& file,
                       int level, const LookupKey& key, PointLookup* lookup, bool skip_filters) {
  Handle handle;
  Status s = Find(config, file, level, &handle);
  if (!s.ok()) return s;
  Cover(options, file, *handle.reader(), key, lookup);
  if (rows_ != nullptr) [[unlikely]]
    return GetRow(options, config, file, handle.reader(), key, lookup, skip_filters);
  if (!PerfCountingLevels()) [[likely]]
    return handle->Get(options, key.internal_key(), lookup, skip_filters);
  PerfContextByLevel* by_level = PerfContextOfLevel(static_cast<uint32_t>(level));
  const PerfTimer timer(&by_level->get_from_table_nanos);
  return handle->Get(options, key.internal_key(), lookup, skip_filters);
}

Status TableCache::GetOrAwait(const ReadOptions& options, const CfConfig& config,
                              const FileMeta& file, int level, const LookupKey& key,
                              PointLookup* lookup, bool skip_filters, Handle* table,
                              AwaitedBlock* awaited) {
  table->Reset();
  Status s = Find(config, file, level, table);
  if (!s.ok()) return s;
  Cover(options, file, *table->reader(), key, lookup);
  // Rows are looked up one by one: a row saves all reads of its table.
  if (rows_ != nullptr) [[unlikely]]
    return GetRow(options, config, file, table->reader(), key, lookup, skip_filters);
  if (!PerfCountingLevels()) [[likely]]
    return (*table)->GetOrAwait(options, key.internal_key(), lookup, skip_filters, awaited);
  PerfContextByLevel* by_level = PerfContextOfLevel(static_cast<uint32_t>(level));
  const PerfTimer timer(&by_level->get_from_table_nanos);
  return (*table)->GetOrAwait(options, key.internal_key(), lookup, skip_filters, awaited);
}

// A lookup of its own finds what the table alone says, whatever `lookup` has met before.
Status TableCache::GetRow(const ReadOptions& options, const CfConfig& config, const FileMeta& file,
                          TableReader* table, const LookupKey& key, PointLookup* lookup,
                          bool skip_filters) {
  const std::string row_key = rows_->KeyOf(file, key);
  if (rows_->Offer(row_key, context_->stats, lookup)) return Status::OK();
  PointLookup alone(config.order, key.user_key(), key.snapshot());
  Status s = table->Get(options, key.internal_key(), &alone, skip_filters);
  if (!s.ok() || alone.result() == LookupResult::kNotFound) return s;
  // Operands are read again, into the lookup that collects them.
  if (!TableRows::IsRow(alone))
    return table->Get(options, key.internal_key(), lookup, skip_filters);
  if (options.fill_cache) rows_->Insert(row_key, alone);
  lookup->OfferSameKey(TableRows::EntryOf(alone), alone.value(), nullptr);
  return s;
}

Status TableCache::RangeTombstones(const CfConfig& config, const FileMeta& file, int level,
                                   std::shared_ptr<const FragmentedRangeTombstones>* out) {
  out->reset();
  if (file.stats_known && file.num_range_deletions == 0) return Status::OK();
  Handle handle;
  Status s = Find(config, file, level, &handle);
  if (s.ok()) *out = handle->RangeTombstones();
  return s;
}

Status TableCache::Properties(const CfConfig& config, const FileMeta& file, int level,
                              std::shared_ptr<const TableProperties>* out) {
  Handle handle;
  Status s = Find(config, file, level, &handle);
  if (s.ok()) *out = handle->Properties();
  return s;
}

void TableCache::Evict(uint64_t number) {
  // Destroyed after the lock: closing a file takes time.
  std::unique_ptr<TableReader> pinned;
  std::unique_ptr<TableSlot> slot;
  MutexLock lock(&mutex_);
  if (auto it = pinned_.find(number); it != pinned_.end()) {
    pinned = std::move(it->second);
    pinned_.erase(it);
  }
  if (auto it = slots_.find(number); it != slots_.end()) {
    slot = std::move(it->second);
    slots_.erase(it);
    if (slot->open()) queue_.erase(slot->place);
    // Its users go on; the last one destroys it.
    if (!slot->Leave()) static_cast<void>(slot.release());
  }
}

size_t TableCache::MemoryUsage() const {
  MutexLock lock(&mutex_);
  size_t total = 0;
  for (const auto& [number, reader] : pinned_) total += reader->MemoryUsage();
  for (const TableSlot* slot : queue_) total += slot->reader().MemoryUsage();
  return total;
}

size_t TableCache::MemoryUsage(uint64_t number) const {
  MutexLock lock(&mutex_);
  const auto pinned = pinned_.find(number);
  if (pinned != pinned_.end()) return pinned->second->MemoryUsage();
  const auto slot = slots_.find(number);
  return slot == slots_.end() || !slot->second->open() ? 0 : slot->second->reader().MemoryUsage();
}

}  // namespace ROCKSDB_NAMESPACE
