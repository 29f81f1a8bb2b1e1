// Open table readers. With max_open_files == -1 a reader is opened once and hangs off its FileMeta
// until the file is obsolete; otherwise at most so many readers stay open, and the one is closed
// that was not used for longest, as far as one bit a reader tells. Thread-safe.
//
// Invariants
//  1. A reader pinned in FileMeta::pinned_reader is owned by pinned_ and dies only in Evict(number)
//     or the destructor.
//  2. FileMeta::reader_slot is owned by slots_, and dies in Evict(number), or with its last user.
//  3. Evict is called when the FileMeta has no holder any more, so nobody takes a reader after it.
#pragma once

#include <list>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "db/state/db_context.h"
#include "db/state/table_rows.h"
#include "db/state/table_slot.h"
#include "options/cf_config.h"
#include "table/table_reader.h"
#include "util/point_lookup.h"
#include "util/range_tombstone.h"
#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

class TableCache {
 public:
  // `capacity` < 0: unbounded. Files of all column families live here, so their options come with
  // each call.
  // `row_cache` may be null: rows are not kept.
  TableCache(DbContext* context, int capacity, const std::shared_ptr<Cache>& row_cache = nullptr)
      : context_(context),
        capacity_(capacity),
        rows_(row_cache != nullptr ? std::make_unique<TableRows>(row_cache) : nullptr) {}

  // A reader, and what keeps it open while it is used.
  class Handle {
   public:
    Handle() = default;
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { Reset(); }
    TableReader* reader() const { return reader_; }
    TableReader* operator->() const { return reader_; }
    void Reset() {
      if (slot_ != nullptr) slot_->Release();
      reader_ = nullptr;
      slot_ = nullptr;
    }
    // The caller releases it from now on; null when the reader is pinned by its file.
    TableSlot* TakeSlot() { return std::exchange(slot_, nullptr); }

   private:
    friend class TableCache;
    TableReader* reader_ = nullptr;
    TableSlot* slot_ = nullptr;
  };
  // The reader of `file`, opened if need be. `level` is where the file lies now: readers are opened
  // for it, and keep what they began with when the file moves on. An open one takes no lock.
  // REQUIRES: *out holds nothing.
  [[nodiscard]] Status Find(const CfConfig& config, const FileMeta& file, int level, Handle* out) {
    if (const void* pinned = file.pinned_reader.load(std::memory_order_acquire)) {
      out->reader_ = static_cast<TableReader*>(const_cast<void*>(pinned));
      return Status::OK();
    }
    if (void* known = file.reader_slot.load(std::memory_order_acquire)) {
      auto* slot = static_cast<TableSlot*>(known);
      if (TableReader* reader = slot->Acquire()) {
        out->reader_ = reader;
        out->slot_ = slot;
        return Status::OK();
      }
    }
    return FindSlow(config, file, level, out);
  }

  // Never null; an iterator with an error when the table does not open. Keeps a reader of the
  // bounded cache alive; a pinned one lives as long as `file`, which the caller must hold.
  InternalIterator* NewIterator(const ReadOptions& options, const CfConfig& config,
                                const FilePtr& file, int level, const TableIterOptions& how);
  // Offers `lookup` what the table has. The caller ends the source, which may be a whole level.
  [[nodiscard]] Status Get(const ReadOptions& options, const CfConfig& config, const FileMeta& file,
                           int level, const LookupKey& key, PointLookup* lookup, bool skip_filters);
  // Get that stops where a data block would have to be read; see TableReader::GetOrAwait. *table is
  // then the table that it waits in, for GoOn.
  [[nodiscard]] Status GetOrAwait(const ReadOptions& options, const CfConfig& config,
                                  const FileMeta& file, int level, const LookupKey& key,
                                  PointLookup* lookup, bool skip_filters, Handle* table,
                                  AwaitedBlock* awaited);
  // *out is null when the file has none.
  [[nodiscard]] Status RangeTombstones(const CfConfig& config, const FileMeta& file, int level,
                                       std::shared_ptr<const FragmentedRangeTombstones>* out);
  [[nodiscard]] Status Properties(const CfConfig& config, const FileMeta& file, int level,
                                  std::shared_ptr<const TableProperties>* out);
  // The file is gone: drop its reader.
  void Evict(uint64_t number);
  // Bytes held by all open readers.
  size_t MemoryUsage() const;
  // The same of one file's reader; 0 while it is not open.
  size_t MemoryUsage(uint64_t number) const;

 private:
  // Tells `lookup` what the table's range tombstones hide. Before the entries: they must know.
  static void Cover(const ReadOptions& options, const FileMeta& file, const TableReader& table,
                    const LookupKey& key, PointLookup* lookup) {
    if ((file.stats_known && file.num_range_deletions == 0) || options.ignore_range_deletions) {
      return;
    }
    if (auto tombstones = table.RangeTombstones()) {
      lookup->CoverUpTo(tombstones->MaxCoveringSeq(key.user_key(), key.snapshot()));
    }
  }
  // Get by way of rows_.
  Status GetRow(const ReadOptions& options, const CfConfig& config, const FileMeta& file,
                TableReader* table, const LookupKey& key, PointLookup* lookup, bool skip_filters);
  Status FindSlow(const CfConfig& config, const FileMeta& file, int level, Handle* out);
  Status Open(const CfConfig& config, const FileMeta& file, int level,
              std::unique_ptr<TableReader>* out);
  // Takes *opened to where `file` finds it, unless another thread was first, and hands out what is
  // there.
  void Pin(const FileMeta& file, std::unique_ptr<TableReader>* opened, Handle* out)
      REQUIRES_LOCK(mutex_);
  void Keep(const FileMeta& file, std::unique_ptr<TableReader>* opened, Handle* out)
      REQUIRES_LOCK(mutex_);
  // Closes what is too much and not in use. The caller destroys the readers after the lock.
  std::vector<std::unique_ptr<TableReader>> CloseSome() REQUIRES_LOCK(mutex_);

  DbContext* const context_;
  // As read at the opening: a later max_open_files shows at the next one.
  const int capacity_;
  const std::unique_ptr<TableRows> rows_;  // null: none
  mutable Mutex mutex_;                    // leaf
  std::unordered_map<uint64_t, std::unique_ptr<TableReader>> pinned_ GUARDED_BY(mutex_);
  std::unordered_map<uint64_t, std::unique_ptr<TableSlot>> slots_ GUARDED_BY(mutex_);
  // Those with an open reader; the first is closed next.
  std::list<TableSlot*> queue_ GUARDED_BY(mutex_);
};

}  // namespace ROCKSDB_NAMESPACE
