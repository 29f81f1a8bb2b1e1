// Looking after an open database: flushes, compactions, its files, options that change.
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "c_api/handles.h"
#include "c_api/results.h"
#include "rocksdb/convenience.h"

using c_api::Report;
using ROCKSDB_NAMESPACE::ColumnFamilyHandle;
using ROCKSDB_NAMESPACE::CompactRangeOptions;
using ROCKSDB_NAMESPACE::Slice;

// ---- Flushes ----

void rocksdb_flush(rocksdb_t* db, const rocksdb_flushoptions_t* flush_options, char** error) {
  Report(db->rep->Flush(flush_options->rep), error);
}

void rocksdb_flush_cf(rocksdb_t* db, const rocksdb_flushoptions_t* flush_options,
                      rocksdb_column_family_handle_t* family, char** error) {
  Report(db->rep->Flush(flush_options->rep, family->rep), error);
}

void rocksdb_flush_cfs(rocksdb_t* db, const rocksdb_flushoptions_t* flush_options,
                       rocksdb_column_family_handle_t** families, int count, char** error) {
  std::vector<ColumnFamilyHandle*> handles;
  for (int i = 0; i < count; ++i) {
    handles.push_back(families[i]->rep);
  }
  Report(db->rep->Flush(flush_options->rep, handles), error);
}

void rocksdb_flush_wal(rocksdb_t* db, unsigned char sync, char** error) {
  Report(db->rep->FlushWAL(sync != 0), error);
}

// ---- Compactions ----

namespace {

// A range whose ends may be missing; NULL is "no end".
class KeyRange {
 public:
  KeyRange(const char* start, size_t start_size, const char* limit, size_t limit_size) {
    if (start != nullptr) {
      start_.emplace(start, start_size);
    }
    if (limit != nullptr) {
      limit_.emplace(limit, limit_size);
    }
  }
  const Slice* start() const { return start_ ? &*start_ : nullptr; }
  const Slice* limit() const { return limit_ ? &*limit_ : nullptr; }

 private:
  std::optional<Slice> start_;
  std::optional<Slice> limit_;
};

// The functions of the C API have no way to report a failure of a manual compaction; the database
// logs it.
void Compact(rocksdb_t* db, ColumnFamilyHandle* family, const CompactRangeOptions& options,
             const KeyRange& range) {
  db->rep->CompactRange(options, family, range.start(), range.limit()).PermitUncheckedError();
}

}  // namespace

void rocksdb_compact_range(rocksdb_t* db, const char* start, size_t start_size, const char* limit,
                           size_t limit_size) {
  Compact(db, db->rep->DefaultColumnFamily(), CompactRangeOptions(),
          KeyRange(start, start_size, limit, limit_size));
}

void rocksdb_compact_range_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                              const char* start, size_t start_size, const char* limit,
                              size_t limit_size) {
  Compact(db, family->rep, CompactRangeOptions(), KeyRange(start, start_size, limit, limit_size));
}

void rocksdb_compact_range_opt(rocksdb_t* db, rocksdb_compactoptions_t* compact_options,
                               const char* start, size_t start_size, const char* limit,
                               size_t limit_size) {
  Compact(db, db->rep->DefaultColumnFamily(), compact_options->rep,
          KeyRange(start, start_size, limit, limit_size));
}

void rocksdb_compact_range_cf_opt(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                  rocksdb_compactoptions_t* compact_options, const char* start,
                                  size_t start_size, const char* limit, size_t limit_size) {
  Compact(db, family->rep, compact_options->rep, KeyRange(start, start_size, limit, limit_size));
}

void rocksdb_suggest_compact_range(rocksdb_t* db, const char* start, size_t start_size,
                                   const char* limit, size_t limit_size, char** error) {
  const KeyRange range(start, start_size, limit, limit_size);
  Report(db->rep->SuggestCompactRange(db->rep->DefaultColumnFamily(), range.start(), range.limit()),
         error);
}

void rocksdb_suggest_compact_range_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                      const char* start, size_t start_size, const char* limit,
                                      size_t limit_size, char** error) {
  const KeyRange range(start, start_size, limit, limit_size);
  Report(db->rep->SuggestCompactRange(family->rep, range.start(), range.limit()), error);
}

void rocksdb_disable_manual_compaction(rocksdb_t* db) { db->rep->DisableManualCompaction(); }

void rocksdb_enable_manual_compaction(rocksdb_t* db) { db->rep->EnableManualCompaction(); }

void rocksdb_cancel_all_background_work(rocksdb_t* db, unsigned char wait) {
  ROCKSDB_NAMESPACE::CancelAllBackgroundWork(db->rep, wait != 0);
}

void rocksdb_wait_for_compact(rocksdb_t* db, rocksdb_wait_for_compact_options_t* wait_options,
                              char** error) {
  Report(db->rep->WaitForCompact(wait_options->rep), error);
}

// ---- Files ----

void rocksdb_disable_file_deletions(rocksdb_t* db, char** error) {
  Report(db->rep->DisableFileDeletions(), error);
}

void rocksdb_enable_file_deletions(rocksdb_t* db, char** error) {
  Report(db->rep->EnableFileDeletions(), error);
}

void rocksdb_delete_file_in_range(rocksdb_t* db, const char* start, size_t start_size,
                                  const char* limit, size_t limit_size, char** error) {
  const KeyRange range(start, start_size, limit, limit_size);
  Report(ROCKSDB_NAMESPACE::DeleteFilesInRange(db->rep, db->rep->DefaultColumnFamily(),
                                               range.start(), range.limit()),
         error);
}

void rocksdb_delete_file_in_range_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                     const char* start, size_t start_size, const char* limit,
                                     size_t limit_size, char** error) {
  const KeyRange range(start, start_size, limit, limit_size);
  Report(ROCKSDB_NAMESPACE::DeleteFilesInRange(db->rep, family->rep, range.start(), range.limit()),
         error);
}

// ---- Options ----

static std::unordered_map<std::string, std::string> NewOptions(int count, const char* const names[],
                                                               const char* const values[]) {
  std::unordered_map<std::string, std::string> options;
  for (int i = 0; i < count; ++i) {
    options[names[i]] = values[i];
  }
  return options;
}

void rocksdb_set_options(rocksdb_t* db, int count, const char* const names[],
                         const char* const values[], char** error) {
  Report(db->rep->SetOptions(NewOptions(count, names, values)), error);
}

void rocksdb_set_options_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family, int count,
                            const char* const names[], const char* const values[], char** error) {
  Report(db->rep->SetOptions(family->rep, NewOptions(count, names, values)), error);
}
