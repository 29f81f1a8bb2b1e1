// See the header.
#include "db/state/table_rows.h"

#include "util/coding.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {
namespace {

struct Row {
  SequenceNumber sequence;
  ValueType type;
  std::string value;
};

const Cache::CacheItemHelper& RowHelper() {
  static const Cache::CacheItemHelper helper(
      CacheEntryRole::kMisc,
      [](Cache::ObjectPtr row, MemoryAllocator*) { delete static_cast<Row*>(row); });
  return helper;
}

void ReleaseRow(void* cache, void* handle) {
  static_cast<Cache*>(cache)->Release(static_cast<Cache::Handle*>(handle));
}

}  // namespace

std::string TableRows::KeyOf(const FileMeta& file, const LookupKey& key) const {
  std::string row_key;
  AppendFixed64(&row_key, id_);
  AppendVarint64(&row_key, file.number);
  AppendVarint64(&row_key, key.snapshot() >= file.largest_seqno ? 0 : key.snapshot() + 1);
  row_key.append(key.user_key().data(), key.user_key().size());
  return row_key;
}

bool TableRows::Offer(const std::string& row_key, Statistics* stats, PointLookup* lookup) const {
  Cache::Handle* handle = cache_->BasicLookup(row_key, stats);
  if (handle == nullptr) {
    RecordTick(stats, ROW_CACHE_MISS);
    return false;
  }
  RecordTick(stats, ROW_CACHE_HIT);
  const Row& row = *static_cast<const Row*>(cache_->Value(handle));
  Cleanable pin;
  pin.RegisterCleanup(&ReleaseRow, cache_.get(), handle);
  const ParsedInternalKey entry{lookup->user_key(), row.sequence, row.type};
  lookup->OfferSameKey(entry, row.value, &pin);
  return true;
}

ParsedInternalKey TableRows::EntryOf(const PointLookup& found) {
  const bool deleted = found.result() == LookupResult::kDeleted;
  return {found.user_key(), found.sequence(), deleted ? kTypeDeletion : found.value_type()};
}

void TableRows::Insert(const std::string& row_key, const PointLookup& found) const {
  const ParsedInternalKey entry = EntryOf(found);
  auto row = std::make_unique<Row>(Row{entry.sequence, entry.type, found.value().ToString()});
  const size_t charge = row_key.size() + row->value.size() + sizeof(Row);
  if (cache_->Insert(row_key, row.get(), &RowHelper(), charge).ok()) (void)row.release();
}

}  // namespace ROCKSDB_NAMESPACE
