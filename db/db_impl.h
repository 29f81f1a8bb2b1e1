// DB as users hold it: a facade that owns the modules and passes calls on. It decides nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/jobs/family_changes.h"
#include "db/jobs/manual_compaction.h"
#include "db/jobs/option_changes.h"
#include "db/read/user_iterators.h"
#include "db/recovery/open_request.h"
#include "db/report/periodic_stats.h"
#include "db/write/wal_lock.h"
#include "db/write/write_path.h"
#include "rocksdb/db.h"

namespace ROCKSDB_NAMESPACE {

class FamilyWalk;

// Thread-safe like DB itself, but for Close and the destructor, which are the last calls.
class DBImpl : public DB {
 public:
  // As DB::Open. `handles` may be null.
  [[nodiscard]] static Status OpenImpl(const OpenRequest& request,
                                       std::vector<ColumnFamilyHandle*>* handles,
                                       std::unique_ptr<DB>* db);
  ~DBImpl() override;
  DBImpl(const DBImpl&) = delete;
  DBImpl& operator=(const DBImpl&) = delete;

  Status Close() override;
  Status Resume() override;

  using DB::CreateColumnFamilies;
  Status CreateColumnFamily(const ColumnFamilyOptions& options, const std::string& name,
                            ColumnFamilyHandle** handle) override;
  Status CreateColumnFamilies(const ColumnFamilyOptions& options,
                              const std::vector<std::string>& names,
                              std::vector<ColumnFamilyHandle*>* handles) override;
  Status CreateColumnFamilies(const std::vector<ColumnFamilyDescriptor>& families,
                              std::vector<ColumnFamilyHandle*>* handles) override;
  Status DropColumnFamily(ColumnFamilyHandle* cf) override;
  Status DropColumnFamilies(const std::vector<ColumnFamilyHandle*>& families) override;
  Status DestroyColumnFamilyHandle(ColumnFamilyHandle* cf) override;
  ColumnFamilyHandle* DefaultColumnFamily() const override { return default_handle_.get(); }

  using DB::Delete;
  using DB::DeleteRange;
  using DB::Merge;
  using DB::Put;
  using DB::SingleDelete;
  Status Write(const WriteOptions& options, WriteBatch* updates) override;
  Status Put(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             const Slice& value) override;
  Status Delete(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key) override;
  Status SingleDelete(const WriteOptions& options, ColumnFamilyHandle* cf,
                      const Slice& key) override;
  Status DeleteRange(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& begin,
                     const Slice& end) override;
  Status Merge(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
               const Slice& operand) override;

  Status PutEntity(const WriteOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   const WideColumns& columns) override;
  Status PutEntity(const WriteOptions& options, const Slice& key,
                   const AttributeGroups& groups) override;
  Status GetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   PinnableWideColumns* columns) override;
  Status GetEntity(const ReadOptions& options, const Slice& key,
                   PinnableAttributeGroups* groups) override;
  void MultiGetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, size_t num_keys,
                      const Slice* keys, PinnableWideColumns* results, Status* statuses,
                      bool sorted_input) override;
  void MultiGetEntity(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                      const Slice* keys, PinnableWideColumns* results, Status* statuses,
                      bool sorted_input) override;
  void MultiGetEntity(const ReadOptions& options, size_t num_keys, const Slice* keys,
                      PinnableAttributeGroups* results) override;
  std::unique_ptr<Iterator> NewCoalescingIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) override;
  std::unique_ptr<AttributeGroupIterator> NewAttributeGroupIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) override;

  using DB::Get;
  using DB::GetMergeOperands;
  using DB::KeyMayExist;
  using DB::MultiGet;
  using DB::NewIterator;
  Status Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             PinnableSlice* value, std::string* timestamp) override;
  Status GetMergeOperands(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                          PinnableSlice* operands, GetMergeOperandsOptions* how,
                          int* number) override;
  void MultiGet(const ReadOptions& options, const size_t num_keys, ColumnFamilyHandle** cfs,
                const Slice* keys, PinnableSlice* values, std::string* timestamps, Status* statuses,
                const bool sorted_input) override;
  bool KeyMayExist(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   std::string* value, std::string* timestamp, bool* value_found) override;
  Iterator* NewIterator(const ReadOptions& options, ColumnFamilyHandle* cf) override;
  Status NewIterators(const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families,
                      std::vector<Iterator*>* iterators) override;
  const Snapshot* GetSnapshot() override;
  // For a transaction that will ask which keys were written after it: writes that would leave
  // nothing behind leave something. ReleaseSnapshot() takes it back.
  const Snapshot* GetSnapshotForConflicts();
  void ReleaseSnapshot(const Snapshot* snapshot) override;

  using DB::GetAggregatedIntProperty;
  using DB::GetIntProperty;
  using DB::GetMapProperty;
  using DB::GetProperty;
  bool GetProperty(ColumnFamilyHandle* cf, const Slice& property, std::string* value) override;
  bool GetMapProperty(ColumnFamilyHandle* cf, const Slice& property,
                      std::map<std::string, std::string>* value) override;
  bool GetIntProperty(ColumnFamilyHandle* cf, const Slice& property, uint64_t* value) override;
  bool GetAggregatedIntProperty(const Slice& property, uint64_t* value) override;
  Status ResetStats() override;
  Status GetStatsHistory(uint64_t start_time, uint64_t end_time,
                         std::unique_ptr<StatsHistoryIterator>* stats_iterator) override;

  using DB::GetApproximateMemTableStats;
  using DB::GetApproximateSizes;
  Status GetApproximateSizes(const SizeApproximationOptions& options, ColumnFamilyHandle* cf,
                             const Range* ranges, int n, uint64_t* sizes) override;
  void GetApproximateMemTableStats(ColumnFamilyHandle* cf, const Range& range,
                                   uint64_t* const count, uint64_t* const size) override;

  using DB::CompactFiles;
  using DB::CompactRange;
  using DB::Flush;
  Status Flush(const FlushOptions& options, ColumnFamilyHandle* cf) override;
  Status Flush(const FlushOptions& options,
               const std::vector<ColumnFamilyHandle*>& families) override;
  Status CompactRange(const CompactRangeOptions& options, ColumnFamilyHandle* cf,
                      const Slice* begin, const Slice* end) override;
  Status CompactFiles(const CompactionOptions& options, ColumnFamilyHandle* cf,
                      const std::vector<std::string>& names, const int output_level,
                      const int output_path_id, std::vector<std::string>* const output_names,
                      CompactionJobInfo* info) override;
  Status PromoteL0(ColumnFamilyHandle* cf, int target_level) override;
  Status SuggestCompactRange(ColumnFamilyHandle* cf, const Slice* begin, const Slice* end) override;
  Status PauseBackgroundWork() override;
  Status ContinueBackgroundWork() override;
  Status EnableAutoCompaction(const std::vector<ColumnFamilyHandle*>& families) override;
  void DisableManualCompaction() override;
  void EnableManualCompaction() override;
  Status WaitForCompact(const WaitForCompactOptions& options) override;
  Status SetOptions(ColumnFamilyHandle* cf,
                    const std::unordered_map<std::string, std::string>& changes) override;
  Status SetDBOptions(const std::unordered_map<std::string, std::string>& changes) override;
  using DB::GetOptions;
  using DB::SetOptions;
  Options GetOptions(ColumnFamilyHandle* cf) const override;
  DBOptions GetDBOptions() const override;
  using DB::Level0StopWriteTrigger;
  using DB::NumberLevels;
  int NumberLevels(ColumnFamilyHandle* cf) override;
  int Level0StopWriteTrigger(ColumnFamilyHandle* cf) override;

  const std::string& GetName() const override { return parts_.context.dbname; }
  Env* GetEnv() const override { return parts_.context.env; }
  FileSystem* GetFileSystem() const override { return parts_.context.fs.get(); }
  Status GetDbIdentity(std::string& identity) const override;
  Status GetDbSessionId(std::string& session_id) const override;
  Status FlushWAL(bool sync) override;
  Status SyncWAL() override;
  Status LockWAL() override;
  Status UnlockWAL() override;
  SequenceNumber GetLatestSequenceNumber() const override {
    return parts_.versions->last_sequence();
  }
  Status GetUpdatesSince(SequenceNumber since, std::unique_ptr<TransactionLogIterator>* iter,
                         const TransactionLogIterator::ReadOptions& options) override;
  Status GetSortedWalFiles(VectorWalPtr& files) override;
  Status GetCurrentWalFile(std::unique_ptr<WalFile>* file) override;
  Status DisableFileDeletions() override;
  Status EnableFileDeletions() override;
  Status GetLiveFiles(std::vector<std::string>& files, uint64_t* manifest_size,
                      bool flush_memtable) override;
  void GetLiveFilesMetaData(std::vector<LiveFileMetaData>* metadata) override;
  Status GetLiveFilesStorageInfo(const LiveFilesStorageInfoOptions& options,
                                 std::vector<LiveFileStorageInfo>* files) override;
  // The same, with the number of the last update that the listed files hold.
  Status ListStorageAt(const LiveFilesStorageInfoOptions& options,
                       std::vector<LiveFileStorageInfo>* files, SequenceNumber* sequence);
  Status GetLiveFilesChecksumInfo(FileChecksumList* list) override;
  using DB::GetColumnFamilyMetaData;
  void GetColumnFamilyMetaData(ColumnFamilyHandle* cf, ColumnFamilyMetaData* metadata) override;
  void GetAllColumnFamilyMetaData(std::vector<ColumnFamilyMetaData>* metadata) override;
  Status GetCreationTimeOfOldestFile(uint64_t* creation_time) override;
  using DB::GetPropertiesOfAllTables;
  Status GetPropertiesOfAllTables(ColumnFamilyHandle* cf,
                                  TablePropertiesCollection* props) override;
  Status GetPropertiesOfTablesInRange(ColumnFamilyHandle* cf, const Range* range, std::size_t n,
                                      TablePropertiesCollection* props) override;
  Status GetPropertiesOfTablesByLevel(
      ColumnFamilyHandle* cf,
      std::vector<std::unique_ptr<TablePropertiesCollection>>* props_by_level) override;
  using DB::VerifyChecksum;
  Status VerifyChecksum(const ReadOptions& options) override;
  Status VerifyFileChecksums(const ReadOptions& options) override;
  using DB::IngestExternalFile;
  Status IngestExternalFile(ColumnFamilyHandle* cf, const std::vector<std::string>& files,
                            const IngestExternalFileOptions& options) override;
  Status IngestExternalFiles(const std::vector<IngestExternalFileArg>& args) override;
  using DB::CreateColumnFamilyWithImport;
  Status CreateColumnFamilyWithImport(const ColumnFamilyOptions& options, const std::string& name,
                                      const ImportColumnFamilyOptions& how,
                                      const std::vector<const ExportImportFilesMetaData*>& exports,
                                      ColumnFamilyHandle** handle) override;
  Status ClipColumnFamily(ColumnFamilyHandle* cf, const Slice& begin, const Slice& end) override;

  // ---- For transactions (utilities/transactions). The header of each type says what it asks.

  // Write for a batch that may hold the marks of two-phase commit.
  Status WriteTransaction(const WriteOptions& options, WriteBatch* batch,
                          TransactionalWrite* write);
  // See FindNewestSequence (db/read/newest_sequence.h).
  Status NewestSequence(ColumnFamilyHandle* cf, const Slice& key, SequenceNumber since,
                        bool memory_only, SequenceNumber* newest, bool* complete,
                        SequenceNumber* kept_since = nullptr);
  // The prepared sections that recovery found without their end, oldest first; the second call
  // finds none. The caller ends each by a write with prepared_in, or by EndPreparedSection.
  std::vector<RecoveredTransaction> TakeRecoveredTransactions();
  // A section of log `number` was rolled back, by a record that is in log `ended_in` already.
  void EndPreparedSection(uint64_t number, uint64_t ended_in);

  // For db/tool_access and tests.
  DbParts* parts() { return &parts_; }

 protected:
  DBImpl(const std::string& name, std::shared_ptr<const DbConfig> config, OpenMode mode,
         const OpenHolds& holds);
  // Reads what is there. Families can be read afterwards.
  virtual Status Recover(const std::vector<ColumnFamilyDescriptor>& families)
      EXCLUDES_LOCK(state_lock);
  // Opens what a constructor has made. On failure nothing is left open.
  [[nodiscard]] static Status OpenMade(std::unique_ptr<DBImpl> impl, const OpenRequest& request,
                                       std::vector<ColumnFamilyHandle*>* handles,
                                       std::unique_ptr<DB>* db);

 private:
  std::unique_ptr<ColumnFamilyHandleImpl> HandleOf(const std::string& family)
      REQUIRES_LOCK(state_lock);
  Status Open(const std::vector<ColumnFamilyDescriptor>& families,
              std::vector<ColumnFamilyHandle*>* handles) EXCLUDES_LOCK(state_lock);
  // REQUIRES: there are families, and they have one comparator.
  FamilyWalk WalkOver(const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families);
  // Close, without the question about snapshots. Later calls only say how the first one ended.
  Status CloseNow() REQUIRES_LOCK(closing_) EXCLUDES_LOCK(state_lock);

  // Declared first, destroyed last: the modules below refer to it.
  DbParts parts_;
  std::unique_ptr<WritePath> writes_;
  std::unique_ptr<Background> background_;
  ReadPath reads_{&parts_};
  UserIterators iterators_{&parts_, &reads_};
  WalLock wal_lock_{&parts_};
  ManualFlush flushes_{&parts_};
  ManualCompaction compactions_{&parts_, &flushes_};
  FamilyChanges families_{&parts_, &wal_lock_};
  OptionChanges options_{&parts_};
  // Null until opened.
  std::unique_ptr<PeriodicStats> periodic_stats_;
  std::unique_ptr<ColumnFamilyHandleImpl> default_handle_;
  // Held while the database is being closed, before all other locks. Others that close it wait.
  Mutex closing_;
  // Given back by Close.
  OpenHolds holds_ GUARDED_BY(closing_);
  // Set by Open, which no other call runs beside.
  bool opened_ = false;
  std::optional<Status> closed_ GUARDED_BY(closing_);  // how the closing ended
};

}  // namespace ROCKSDB_NAMESPACE
