// See the header.
#include "db/secondary_db.h"

#include <algorithm>

#include "db/recovery/db_opener.h"
#include "env/current_file.h"
#include "env/plain_io.h"
#include "table/unique_id.h"

namespace ROCKSDB_NAMESPACE {

SecondaryDb::SecondaryDb(const OpenRequest& request, std::shared_ptr<const DbConfig> config,
                         const OpenHolds& holds)
    : DBImpl(request.name, std::move(config), OpenMode::kSecondary, holds),
      catch_up_(parts(), request.families) {}

Status SecondaryDb::OpenSecondary(const OpenRequest& request,
                                  std::vector<ColumnFamilyHandle*>* handles,
                                  std::unique_ptr<DB>* db) {
  db->reset();
  if (handles != nullptr) handles->clear();
  std::shared_ptr<const DbConfig> config;
  OpenHolds holds;
  Status s = CheckRequest(request, &config, &holds);
  if (!s.ok()) return s;
  std::unique_ptr<SecondaryDb> impl(new SecondaryDb(request, std::move(config), holds));
  return OpenMade(std::move(impl), request, handles, db);
}

Status SecondaryDb::Recover(const std::vector<ColumnFamilyDescriptor>& /*families*/) {
  DbContext& c = parts()->context;
  c.db_session_id = NewSessionId(c.clock.get());
  LogStartup(c);
  if (c.config()->options.max_open_files != -1) {
    LogWarn(c.info_log.get(),
            "max_open_files is not -1: tables that the primary deletes while "
            "they are not open cannot be read");
  }
  Status s = ReadIdentityFile(c.fs.get(), c.dbname, &c.db_id);
  if (!s.ok() && !IsMissing(s)) return s;
  parts()->obsolete->Arm();
  return catch_up_.Run();
}

Status DB::OpenAsSecondary(const Options& options, const std::string& name,
                           const std::string& secondary_path, std::unique_ptr<DB>* db) {
  return OpenAsSecondary(options, name, secondary_path,
                         {ColumnFamilyDescriptor(kDefaultColumnFamilyName, options)}, nullptr, db);
}

Status DB::OpenAsSecondary(const DBOptions& options, const std::string& name,
                           const std::string& secondary_path,
                           const std::vector<ColumnFamilyDescriptor>& families,
                           std::vector<ColumnFamilyHandle*>* handles, std::unique_ptr<DB>* db) {
  return SecondaryDb::OpenSecondary({OpenMode::kSecondary, options, name, families, secondary_path},
                                    handles, db);
}

// ---- reads ----

Status SecondaryDb::Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                        PinnableSlice* value, std::string* timestamp) {
  if (options.snapshot != nullptr) return ReadPath::SnapshotRefused();
  return DBImpl::Get(options, cf, key, value, timestamp);
}

Status SecondaryDb::GetMergeOperands(const ReadOptions& options, ColumnFamilyHandle* cf,
                                     const Slice& key, PinnableSlice* operands,
                                     GetMergeOperandsOptions* how, int* number) {
  if (options.snapshot != nullptr) return ReadPath::SnapshotRefused();
  return DBImpl::GetMergeOperands(options, cf, key, operands, how, number);
}

void SecondaryDb::MultiGet(const ReadOptions& options, const size_t num_keys,
                           ColumnFamilyHandle** cfs, const Slice* keys, PinnableSlice* values,
                           std::string* timestamps, Status* statuses, const bool sorted_input) {
  if (options.snapshot != nullptr) {
    std::fill_n(statuses, num_keys, ReadPath::SnapshotRefused());
    return;
  }
  const PublicationGate::Reader inside(catch_up_.gate());
  DBImpl::MultiGet(options, num_keys, cfs, keys, values, timestamps, statuses, sorted_input);
}

Status SecondaryDb::GetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                              PinnableWideColumns* columns) {
  if (options.snapshot != nullptr) return ReadPath::SnapshotRefused();
  return DBImpl::GetEntity(options, cf, key, columns);
}

void SecondaryDb::MultiGetEntity(const ReadOptions& options, size_t num_keys,
                                 ColumnFamilyHandle** cfs, const Slice* keys,
                                 PinnableWideColumns* results, Status* statuses,
                                 bool sorted_input) {
  if (options.snapshot != nullptr) {
    std::fill_n(statuses, num_keys, ReadPath::SnapshotRefused());
    return;
  }
  const PublicationGate::Reader inside(catch_up_.gate());
  DBImpl::MultiGetEntity(options, num_keys, cfs, keys, results, statuses, sorted_input);
}

// Stock's words, as in ReadPath::SnapshotRefused.
Status SecondaryDb::CheckIterator(const ReadOptions& options) {
  if (options.snapshot != nullptr) return ReadPath::SnapshotRefused();
  if (options.tailing)
    return Status::NotSupported("tailing iterator not supported in secondary mode");
  return Status::OK();
}

Iterator* SecondaryDb::NewIterator(const ReadOptions& options, ColumnFamilyHandle* cf) {
  Status s = CheckIterator(options);
  return s.ok() ? DBImpl::NewIterator(options, cf) : NewErrorIterator(s);
}

Status SecondaryDb::NewIterators(const ReadOptions& options,
                                 const std::vector<ColumnFamilyHandle*>& families,
                                 std::vector<Iterator*>* iterators) {
  Status s = CheckIterator(options);
  if (!s.ok()) return s;
  const PublicationGate::Reader inside(catch_up_.gate());
  return DBImpl::NewIterators(options, families, iterators);
}

std::unique_ptr<Iterator> SecondaryDb::NewCoalescingIterator(
    const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) {
  Status s = CheckIterator(options);
  if (!s.ok()) return std::unique_ptr<Iterator>(NewErrorIterator(s));
  const PublicationGate::Reader inside(catch_up_.gate());
  return DBImpl::NewCoalescingIterator(options, families);
}

std::unique_ptr<AttributeGroupIterator> SecondaryDb::NewAttributeGroupIterator(
    const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) {
  Status s = CheckIterator(options);
  if (!s.ok()) return NewAttributeGroupErrorIterator(s);
  const PublicationGate::Reader inside(catch_up_.gate());
  return DBImpl::NewAttributeGroupIterator(options, families);
}

// One iterator, because nothing else holds a state: the primary drops versions that snapshots of
// this instance would show.
std::unique_ptr<MultiScan> SecondaryDb::NewMultiScan(const ReadOptions& options,
                                                     ColumnFamilyHandle* cf,
                                                     const MultiScanArgs& scan_opts) {
  ReadOptions unlimited = options;
  unlimited.iterate_upper_bound = nullptr;
  std::unique_ptr<Iterator> whole(NewIterator(unlimited, cf));
  return std::make_unique<MultiScan>(scan_opts, std::move(whole), cf->GetComparator());
}

}  // namespace ROCKSDB_NAMESPACE
