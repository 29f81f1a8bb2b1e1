// StackableDB: a DB in front of another DB. Every call goes to the DB underneath unless a subclass
// overrides it. TransactionDB, OptimisticTransactionDB and DBWithTTL are such subclasses, and
// applications may write their own.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rocksdb/db.h"

#ifdef _WIN32
// windows.h defines this name as a macro.
#undef DeleteFile
#endif

namespace ROCKSDB_NAMESPACE {

// Passes calls on; adds nothing, and is as safe for threads as the DB underneath. The forms that
// fill in the default column family come from DB and end in the forms below, so a subclass that
// overrides a form with a handle argument changes all of them.
class StackableDB : public DB {
 public:
  // Takes over `db`, and deletes it with this object.
  explicit StackableDB(DB* db) : db_(db) {}
  explicit StackableDB(std::unique_ptr<DB>&& db) : db_(db.release()) {}
  // Shares `db`; the last owner deletes it.
  explicit StackableDB(std::shared_ptr<DB> db) : db_(db.get()), shared_db_ptr_(std::move(db)) {}

  ~StackableDB() override {
    if (shared_db_ptr_ == nullptr) {
      delete db_;
    }
  }

  // The DB directly underneath.
  virtual DB* GetBaseDB() { return db_; }
  // The DB at the bottom of the stack.
  DB* GetRootDB() override { return db_->GetRootDB(); }

  Status Close() override { return db_->Close(); }
  Status Resume() override { return db_->Resume(); }

  // ---- What it is ----

  const std::string& GetName() const override { return db_->GetName(); }
  Env* GetEnv() const override { return db_->GetEnv(); }
  FileSystem* GetFileSystem() const override { return db_->GetFileSystem(); }
  Status GetDbIdentity(std::string& identity) const override {
    return db_->GetDbIdentity(identity);
  }
  Status GetDbSessionId(std::string& session_id) const override {
    return db_->GetDbSessionId(session_id);
  }

  // ---- Options ----

  using DB::GetOptions;
  Options GetOptions(ColumnFamilyHandle* cf) const override { return db_->GetOptions(cf); }
  DBOptions GetDBOptions() const override { return db_->GetDBOptions(); }
  using DB::SetOptions;
  Status SetOptions(ColumnFamilyHandle* cf,
                    const std::unordered_map<std::string, std::string>& changes) override {
    return db_->SetOptions(cf, changes);
  }
  Status SetDBOptions(const std::unordered_map<std::string, std::string>& changes) override {
    return db_->SetDBOptions(changes);
  }
  using DB::NumberLevels;
  int NumberLevels(ColumnFamilyHandle* cf) override { return db_->NumberLevels(cf); }
  using DB::MaxMemCompactionLevel;
  int MaxMemCompactionLevel(ColumnFamilyHandle* cf) override {
    return db_->MaxMemCompactionLevel(cf);
  }
  using DB::Level0StopWriteTrigger;
  int Level0StopWriteTrigger(ColumnFamilyHandle* cf) override {
    return db_->Level0StopWriteTrigger(cf);
  }

  // ---- Column families ----

  ColumnFamilyHandle* DefaultColumnFamily() const override { return db_->DefaultColumnFamily(); }
  Status CreateColumnFamily(const ColumnFamilyOptions& options, const std::string& cf_name,
                            ColumnFamilyHandle** handle) override {
    return db_->CreateColumnFamily(options, cf_name, handle);
  }
  Status CreateColumnFamilies(const ColumnFamilyOptions& options,
                              const std::vector<std::string>& cf_names,
                              std::vector<ColumnFamilyHandle*>* handles) override {
    return db_->CreateColumnFamilies(options, cf_names, handles);
  }
  Status CreateColumnFamilies(const std::vector<ColumnFamilyDescriptor>& families,
                              std::vector<ColumnFamilyHandle*>* handles) override {
    return db_->CreateColumnFamilies(families, handles);
  }
  using DB::CreateColumnFamilyWithImport;
  Status CreateColumnFamilyWithImport(const ColumnFamilyOptions& options,
                                      const std::string& cf_name,
                                      const ImportColumnFamilyOptions& import_options,
                                      const ExportImportFilesMetaData& metadata,
                                      ColumnFamilyHandle** handle) override {
    return db_->CreateColumnFamilyWithImport(options, cf_name, import_options, metadata, handle);
  }
  Status CreateColumnFamilyWithImport(
      const ColumnFamilyOptions& options, const std::string& cf_name,
      const ImportColumnFamilyOptions& import_options,
      const std::vector<const ExportImportFilesMetaData*>& metadatas,
      ColumnFamilyHandle** handle) override {
    return db_->CreateColumnFamilyWithImport(options, cf_name, import_options, metadatas, handle);
  }
  Status DropColumnFamily(ColumnFamilyHandle* cf) override { return db_->DropColumnFamily(cf); }
  Status DropColumnFamilies(const std::vector<ColumnFamilyHandle*>& families) override {
    return db_->DropColumnFamilies(families);
  }
  Status DestroyColumnFamilyHandle(ColumnFamilyHandle* cf) override {
    return db_->DestroyColumnFamilyHandle(cf);
  }

  // ---- Writing ----

  Status Write(const WriteOptions& options, WriteBatch* batch) override {
    return db_->Write(options, batch);
  }
  using DB::Put;
  Status Put(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             const Slice& value) override {
    return db_->Put(options, cf, key, value);
  }
  Status Put(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key, const Slice& ts,
             const Slice& value) override {
    return db_->Put(options, cf, key, ts, value);
  }
  using DB::PutEntity;
  Status PutEntity(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   const WideColumns& columns) override {
    return db_->PutEntity(options, cf, key, columns);
  }
  Status PutEntity(const WriteOptions& options, const Slice& key,
                   const AttributeGroups& groups) override {
    return db_->PutEntity(options, key, groups);
  }
  using DB::Merge;
  Status Merge(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
               const Slice& operand) override {
    return db_->Merge(options, cf, key, operand);
  }
  Status Merge(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
               const Slice& ts, const Slice& operand) override {
    return db_->Merge(options, cf, key, ts, operand);
  }
  using DB::Delete;
  Status Delete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key) override {
    return db_->Delete(options, cf, key);
  }
  Status Delete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                const Slice& ts) override {
    return db_->Delete(options, cf, key, ts);
  }
  using DB::SingleDelete;
  Status SingleDelete(const WriteOptions& options, ColumnFamilyHandle* cf,
                      const Slice& key) override {
    return db_->SingleDelete(options, cf, key);
  }
  Status SingleDelete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                      const Slice& ts) override {
    return db_->SingleDelete(options, cf, key, ts);
  }
  using DB::DeleteRange;
  Status DeleteRange(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& begin,
                     const Slice& end) override {
    return db_->DeleteRange(options, cf, begin, end);
  }
  using DB::ClipColumnFamily;
  Status ClipColumnFamily(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end) override {
    return db_->ClipColumnFamily(cf, begin, end);
  }

  // ---- Reading ----

  using DB::Get;
  Status Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             PinnableSlice* value, std::string* timestamp) override {
    return db_->Get(options, cf, key, value, timestamp);
  }
  using DB::GetEntity;
  Status GetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   PinnableWideColumns* columns) override {
    return db_->GetEntity(options, cf, key, columns);
  }
  Status GetEntity(const ReadOptions& options, const Slice& key,
                   PinnableAttributeGroups* groups) override {
    return db_->GetEntity(options, key, groups);
  }
  using DB::GetMergeOperands;
  Status GetMergeOperands(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                          PinnableSlice* operands, GetMergeOperandsOptions* operand_options,
                          int* number_of_operands) override {
    return db_->GetMergeOperands(options, cf, key, operands, operand_options, number_of_operands);
  }
  using DB::MultiGet;
  void MultiGet(const ReadOptions& options, const size_t num_keys, ColumnFamilyHandle** cfs,
                const Slice* keys, PinnableSlice* values, std::string* timestamps, Status* statuses,
                const bool sorted_input = false) override {
    db_->MultiGet(options, num_keys, cfs, keys, values, timestamps, statuses, sorted_input);
  }
  using DB::MultiGetEntity;
  void MultiGetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, size_t num_keys,
                      const Slice* keys, PinnableWideColumns* results, Status* statuses,
                      bool sorted_input = false) override {
    db_->MultiGetEntity(options, cf, num_keys, keys, results, statuses, sorted_input);
  }
  void MultiGetEntity(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                      const Slice* keys, PinnableWideColumns* results, Status* statuses,
                      bool sorted_input = false) override {
    db_->MultiGetEntity(options, num_keys, cfs, keys, results, statuses, sorted_input);
  }
  void MultiGetEntity(const ReadOptions& options, size_t num_keys, const Slice* keys,
                      PinnableAttributeGroups* results) override {
    db_->MultiGetEntity(options, num_keys, keys, results);
  }
  using DB::KeyMayExist;
  bool KeyMayExist(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   std::string* value, std::string* timestamp,
                   bool* value_found = nullptr) override {
    return db_->KeyMayExist(options, cf, key, value, timestamp, value_found);
  }
  // The form without a timestamp; overriding either one does not change the other.
  bool KeyMayExist(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   std::string* value, bool* value_found = nullptr) override {
    return db_->KeyMayExist(options, cf, key, value, value_found);
  }

  using DB::NewIterator;
  Iterator* NewIterator(const ReadOptions& options, ColumnFamilyHandle* cf) override {
    return db_->NewIterator(options, cf);
  }
  Status NewIterators(const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families,
                      std::vector<Iterator*>* iterators) override {
    return db_->NewIterators(options, families, iterators);
  }
  using DB::NewCoalescingIterator;
  std::unique_ptr<Iterator> NewCoalescingIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) override {
    return db_->NewCoalescingIterator(options, families);
  }
  using DB::NewAttributeGroupIterator;
  std::unique_ptr<AttributeGroupIterator> NewAttributeGroupIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) override {
    return db_->NewAttributeGroupIterator(options, families);
  }
  // The DB underneath makes the iterators: a subclass that changes what they show overrides this.
  std::unique_ptr<MultiScan> NewMultiScan(const ReadOptions& options, ColumnFamilyHandle* cf,
                                          const MultiScanArgs& scan_opts) override {
    return db_->NewMultiScan(options, cf, scan_opts);
  }

  const Snapshot* GetSnapshot() override { return db_->GetSnapshot(); }
  void ReleaseSnapshot(const Snapshot* snapshot) override { db_->ReleaseSnapshot(snapshot); }

  // ---- Properties and statistics ----

  using DB::GetProperty;
  bool GetProperty(ColumnFamilyHandle* cf, const Slice& property, std::string* value) override {
    return db_->GetProperty(cf, property, value);
  }
  using DB::GetMapProperty;
  bool GetMapProperty(ColumnFamilyHandle* cf, const Slice& property,
                      std::map<std::string, std::string>* value) override {
    return db_->GetMapProperty(cf, property, value);
  }
  using DB::GetIntProperty;
  bool GetIntProperty(ColumnFamilyHandle* cf, const Slice& property, uint64_t* value) override {
    return db_->GetIntProperty(cf, property, value);
  }
  using DB::GetAggregatedIntProperty;
  bool GetAggregatedIntProperty(const Slice& property, uint64_t* value) override {
    return db_->GetAggregatedIntProperty(property, value);
  }
  Status ResetStats() override { return db_->ResetStats(); }
  Status GetStatsHistory(uint64_t start_time, uint64_t end_time,
                         std::unique_ptr<StatsHistoryIterator>* stats_iterator) override {
    return db_->GetStatsHistory(start_time, end_time, stats_iterator);
  }
  using DB::GetApproximateSizes;
  Status GetApproximateSizes(const SizeApproximationOptions& options, ColumnFamilyHandle* cf,
                             const Range* ranges, int n, uint64_t* sizes) override {
    return db_->GetApproximateSizes(options, cf, ranges, n, sizes);
  }
  using DB::GetApproximateMemTableStats;
  void GetApproximateMemTableStats(ColumnFamilyHandle* cf, const Range& range,
                                   uint64_t* const count, uint64_t* const size) override {
    db_->GetApproximateMemTableStats(cf, range, count, size);
  }

  // ---- Flush and compaction ----

  using DB::Flush;
  Status Flush(const FlushOptions& options, ColumnFamilyHandle* cf) override {
    return db_->Flush(options, cf);
  }
  Status Flush(const FlushOptions& options,
               const std::vector<ColumnFamilyHandle*>& families) override {
    return db_->Flush(options, families);
  }
  using DB::CompactRange;
  Status CompactRange(const CompactRangeOptions& options, ColumnFamilyHandle* cf,
                      const Slice* begin, const Slice* end) override {
    return db_->CompactRange(options, cf, begin, end);
  }
  using DB::CompactFiles;
  Status CompactFiles(const CompactionOptions& options, ColumnFamilyHandle* cf,
                      const std::vector<std::string>& input_file_names, const int output_level,
                      const int output_path_id = -1,
                      std::vector<std::string>* const output_file_names = nullptr,
                      CompactionJobInfo* job_info = nullptr) override {
    return db_->CompactFiles(options, cf, input_file_names, output_level, output_path_id,
                             output_file_names, job_info);
  }
  Status SuggestCompactRange(ColumnFamilyHandle* cf, const Slice* begin,
                             const Slice* end) override {
    return db_->SuggestCompactRange(cf, begin, end);
  }
  Status PromoteL0(ColumnFamilyHandle* cf, int target_level) override {
    return db_->PromoteL0(cf, target_level);
  }
  Status PauseBackgroundWork() override { return db_->PauseBackgroundWork(); }
  Status ContinueBackgroundWork() override { return db_->ContinueBackgroundWork(); }
  Status EnableAutoCompaction(const std::vector<ColumnFamilyHandle*>& families) override {
    return db_->EnableAutoCompaction(families);
  }
  void EnableManualCompaction() override { db_->EnableManualCompaction(); }
  void DisableManualCompaction() override { db_->DisableManualCompaction(); }
  Status WaitForCompact(const WaitForCompactOptions& options) override {
    return db_->WaitForCompact(options);
  }

  // ---- Write-ahead log ----

  Status FlushWAL(bool sync) override { return db_->FlushWAL(sync); }
  Status SyncWAL() override { return db_->SyncWAL(); }
  Status LockWAL() override { return db_->LockWAL(); }
  Status UnlockWAL() override { return db_->UnlockWAL(); }
  SequenceNumber GetLatestSequenceNumber() const override { return db_->GetLatestSequenceNumber(); }
  Status GetUpdatesSince(SequenceNumber since, std::unique_ptr<TransactionLogIterator>* iter,
                         const TransactionLogIterator::ReadOptions& options) override {
    return db_->GetUpdatesSince(since, iter, options);
  }
  Status GetSortedWalFiles(VectorWalPtr& files) override { return db_->GetSortedWalFiles(files); }
  Status GetCurrentWalFile(std::unique_ptr<WalFile>* file) override {
    return db_->GetCurrentWalFile(file);
  }
  Status TryCatchUpWithPrimary() override { return db_->TryCatchUpWithPrimary(); }

  // ---- Files ----

  Status DisableFileDeletions() override { return db_->DisableFileDeletions(); }
  Status EnableFileDeletions() override { return db_->EnableFileDeletions(); }
  Status GetLiveFiles(std::vector<std::string>& files, uint64_t* manifest_file_size,
                      bool flush_memtable = true) override {
    return db_->GetLiveFiles(files, manifest_file_size, flush_memtable);
  }
  void GetLiveFilesMetaData(std::vector<LiveFileMetaData>* metadata) override {
    db_->GetLiveFilesMetaData(metadata);
  }
  Status GetLiveFilesStorageInfo(const LiveFilesStorageInfoOptions& options,
                                 std::vector<LiveFileStorageInfo>* files) override {
    return db_->GetLiveFilesStorageInfo(options, files);
  }
  Status GetLiveFilesChecksumInfo(FileChecksumList* checksums) override {
    return db_->GetLiveFilesChecksumInfo(checksums);
  }
  using DB::GetColumnFamilyMetaData;
  void GetColumnFamilyMetaData(ColumnFamilyHandle* cf, ColumnFamilyMetaData* metadata) override {
    db_->GetColumnFamilyMetaData(cf, metadata);
  }
  void GetAllColumnFamilyMetaData(std::vector<ColumnFamilyMetaData>* metadata) override {
    db_->GetAllColumnFamilyMetaData(metadata);
  }
  Status GetCreationTimeOfOldestFile(uint64_t* creation_time) override {
    return db_->GetCreationTimeOfOldestFile(creation_time);
  }
  using DB::GetPropertiesOfAllTables;
  Status GetPropertiesOfAllTables(ColumnFamilyHandle* cf,
                                  TablePropertiesCollection* props) override {
    return db_->GetPropertiesOfAllTables(cf, props);
  }
  using DB::GetPropertiesOfTablesInRange;
  Status GetPropertiesOfTablesInRange(ColumnFamilyHandle* cf, const Range* ranges, std::size_t n,
                                      TablePropertiesCollection* props) override {
    return db_->GetPropertiesOfTablesInRange(cf, ranges, n, props);
  }
  using DB::GetPropertiesOfTablesByLevel;
  Status GetPropertiesOfTablesByLevel(
      ColumnFamilyHandle* cf,
      std::vector<std::unique_ptr<TablePropertiesCollection>>* props_by_level) override {
    return db_->GetPropertiesOfTablesByLevel(cf, props_by_level);
  }
  Status VerifyChecksum() override { return db_->VerifyChecksum(); }
  Status VerifyChecksum(const ReadOptions& options) override {
    return db_->VerifyChecksum(options);
  }
  Status VerifyFileChecksums(const ReadOptions& options) override {
    return db_->VerifyFileChecksums(options);
  }
  using DB::IngestExternalFile;
  Status IngestExternalFile(ColumnFamilyHandle* cf, const std::vector<std::string>& external_files,
                            const IngestExternalFileOptions& options) override {
    return db_->IngestExternalFile(cf, external_files, options);
  }
  using DB::IngestExternalFiles;
  Status IngestExternalFiles(const std::vector<IngestExternalFileArg>& args) override {
    return db_->IngestExternalFiles(args);
  }

  // ---- User-defined timestamps ----

  Status IncreaseFullHistoryTsLow(ColumnFamilyHandle* cf, std::string ts_low) override {
    return db_->IncreaseFullHistoryTsLow(cf, std::move(ts_low));
  }
  Status GetFullHistoryTsLow(ColumnFamilyHandle* cf, std::string* ts_low) override {
    return db_->GetFullHistoryTsLow(cf, ts_low);
  }
  Status GetNewestUserDefinedTimestamp(ColumnFamilyHandle* cf, std::string* newest) override {
    return db_->GetNewestUserDefinedTimestamp(cf, newest);
  }

  // ---- Tracing ----

  using DB::StartTrace;
  Status StartTrace(const TraceOptions& options, std::unique_ptr<TraceWriter>&& writer) override {
    return db_->StartTrace(options, std::move(writer));
  }
  using DB::EndTrace;
  Status EndTrace() override { return db_->EndTrace(); }
  using DB::StartIOTrace;
  Status StartIOTrace(const TraceOptions& options, std::unique_ptr<TraceWriter>&& writer) override {
    return db_->StartIOTrace(options, std::move(writer));
  }
  using DB::EndIOTrace;
  Status EndIOTrace() override { return db_->EndIOTrace(); }
  using DB::StartBlockCacheTrace;
  Status StartBlockCacheTrace(const TraceOptions& options,
                              std::unique_ptr<TraceWriter>&& writer) override {
    return db_->StartBlockCacheTrace(options, std::move(writer));
  }
  Status StartBlockCacheTrace(const BlockCacheTraceOptions& options,
                              std::unique_ptr<BlockCacheTraceWriter>&& writer) override {
    return db_->StartBlockCacheTrace(options, std::move(writer));
  }
  using DB::EndBlockCacheTrace;
  Status EndBlockCacheTrace() override { return db_->EndBlockCacheTrace(); }
  using DB::NewDefaultReplayer;
  Status NewDefaultReplayer(const std::vector<ColumnFamilyHandle*>& handles,
                            std::unique_ptr<TraceReader>&& reader,
                            std::unique_ptr<Replayer>* replayer) override {
    return db_->NewDefaultReplayer(handles, std::move(reader), replayer);
  }

 protected:
  DB* db_;
  // Null when this object owns the DB alone.
  std::shared_ptr<DB> shared_db_ptr_;
};

}  // namespace ROCKSDB_NAMESPACE
