// What class DB does without an engine: overloads with more to do than forward, and the refusal of
// features that an implementation does not have.
#include <algorithm>

#include "rocksdb/db.h"
#include "rocksdb/env.h"
#include "rocksdb/snapshot.h"

namespace ROCKSDB_NAMESPACE {

// ---- Snapshots ----

Snapshot::~Snapshot() = default;

ManagedSnapshot::ManagedSnapshot(DB* db) : ManagedSnapshot(db, db->GetSnapshot()) {}
ManagedSnapshot::ManagedSnapshot(DB* db, const Snapshot* taken) : db_(db), held_(taken) {}
ManagedSnapshot::~ManagedSnapshot() {
  if (held_ != nullptr) db_->ReleaseSnapshot(held_);
}
const Snapshot* ManagedSnapshot::snapshot() { return held_; }

// ---- Overloads ----

DB::~DB() = default;

Status DB::DestroyColumnFamilyHandle(ColumnFamilyHandle* cf) {
  if (cf == DefaultColumnFamily()) {
    return Status::InvalidArgument("The default column family's handle belongs to the DB");
  }
  delete cf;
  return Status::OK();
}

Status DB::Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
               std::string* value, std::string* timestamp) {
  // Values that must be copied are written into the caller's string directly.
  PinnableSlice found(value);
  Status s = Get(options, cf, key, &found, timestamp);
  if (s.ok() && found.IsPinned()) value->assign(found.data(), found.size());
  return s;
}

void DB::MultiGet(const ReadOptions& options, ColumnFamilyHandle* cf, const size_t num_keys,
                  const Slice* keys, PinnableSlice* values, std::string* timestamps,
                  Status* statuses, const bool sorted_input) {
  // Batches up to here need no allocation for the repeated handle.
  constexpr size_t kOnStack = 64;
  if (num_keys <= kOnStack) {
    ColumnFamilyHandle* cfs[kOnStack];
    std::fill_n(cfs, num_keys, cf);
    MultiGet(options, num_keys, cfs, keys, values, timestamps, statuses, sorted_input);
    return;
  }
  std::vector<ColumnFamilyHandle*> cfs(num_keys, cf);
  MultiGet(options, num_keys, cfs.data(), keys, values, timestamps, statuses, sorted_input);
}

std::vector<Status> DB::MultiGet(const ReadOptions& options,
                                 const std::vector<ColumnFamilyHandle*>& cfs,
                                 const std::vector<Slice>& keys, std::vector<std::string>* values,
                                 std::vector<std::string>* timestamps) {
  const size_t n = keys.size();
  std::vector<Status> statuses(n);
  values->assign(n, std::string());
  if (timestamps != nullptr) timestamps->assign(n, std::string());
  if (n == 0) return statuses;
  if (cfs.size() != n) {
    statuses.assign(n, Status::InvalidArgument("As many column families as keys are needed"));
    return statuses;
  }
  // The pointer form takes handles that are not const.
  std::vector<ColumnFamilyHandle*> handles(cfs);
  std::vector<PinnableSlice> found(n);
  MultiGet(options, n, handles.data(), keys.data(), found.data(),
           timestamps == nullptr ? nullptr : timestamps->data(), statuses.data(), false);
  for (size_t i = 0; i < n; ++i) {
    if (statuses[i].ok()) (*values)[i].assign(found[i].data(), found[i].size());
  }
  return statuses;
}

Status DB::GetApproximateSizes(ColumnFamilyHandle* cf, const Range* ranges, int n, uint64_t* sizes,
                               SizeApproximationFlags include_flags) {
  const auto includes = [&](SizeApproximationFlags flag) {
    return (include_flags & flag) != SizeApproximationFlags::NONE;
  };
  SizeApproximationOptions options;
  options.include_memtables = includes(SizeApproximationFlags::INCLUDE_MEMTABLES);
  options.include_files = includes(SizeApproximationFlags::INCLUDE_FILES);
  return GetApproximateSizes(options, cf, ranges, n, sizes);
}

FileSystem* DB::GetFileSystem() const { return GetEnv()->GetFileSystem().get(); }

// ---- Refusals ----

// Implementations of DB may override any of what follows.
Status DB::Unsupported(const char* feature) { return Status::NotSupported(feature); }

// Every virtual call of stock's class exists, so that programs link; what the engine does not do
// says so by name instead of doing less than was asked.
#define REFUSE(declarator, feature) \
  Status DB::declarator { return Unsupported(feature); }

REFUSE(Put(const WriteOptions&, ColumnFamilyHandle*, const Slice&, const Slice&, const Slice&),
       "user-defined timestamps: Put")
REFUSE(Delete(const WriteOptions&, ColumnFamilyHandle*, const Slice&, const Slice&),
       "user-defined timestamps: Delete")
REFUSE(SingleDelete(const WriteOptions&, ColumnFamilyHandle*, const Slice&, const Slice&),
       "user-defined timestamps: SingleDelete")
REFUSE(DeleteRange(const WriteOptions&, ColumnFamilyHandle*, const Slice&, const Slice&,
                   const Slice&),
       "user-defined timestamps: DeleteRange")
REFUSE(Merge(const WriteOptions&, ColumnFamilyHandle*, const Slice&, const Slice&, const Slice&),
       "user-defined timestamps: Merge")
REFUSE(IncreaseFullHistoryTsLow(ColumnFamilyHandle*, std::string),
       "user-defined timestamps: IncreaseFullHistoryTsLow")
REFUSE(GetFullHistoryTsLow(ColumnFamilyHandle*, std::string*),
       "user-defined timestamps: GetFullHistoryTsLow")
REFUSE(GetNewestUserDefinedTimestamp(ColumnFamilyHandle*, std::string*),
       "user-defined timestamps: GetNewestUserDefinedTimestamp")

REFUSE(PutEntity(const WriteOptions&, ColumnFamilyHandle*, const Slice&, const WideColumns&),
       "wide columns: PutEntity")
REFUSE(PutEntity(const WriteOptions&, const Slice&, const AttributeGroups&),
       "attribute groups: PutEntity")
REFUSE(GetEntity(const ReadOptions&, ColumnFamilyHandle*, const Slice&, PinnableWideColumns*),
       "wide columns: GetEntity")
REFUSE(GetEntity(const ReadOptions&, const Slice&, PinnableAttributeGroups*),
       "attribute groups: GetEntity")

void DB::MultiGetEntity(const ReadOptions&, ColumnFamilyHandle*, size_t num_keys, const Slice*,
                        PinnableWideColumns*, Status* statuses, bool) {
  std::fill_n(statuses, num_keys, Unsupported("wide columns: MultiGetEntity"));
}
void DB::MultiGetEntity(const ReadOptions&, size_t num_keys, ColumnFamilyHandle**, const Slice*,
                        PinnableWideColumns*, Status* statuses, bool) {
  std::fill_n(statuses, num_keys, Unsupported("wide columns: MultiGetEntity"));
}
void DB::MultiGetEntity(const ReadOptions&, size_t num_keys, const Slice*,
                        PinnableAttributeGroups* results) {
  for (size_t i = 0; i < num_keys; ++i) {
    for (PinnableAttributeGroup& group : results[i]) {
      group.SetStatus(Unsupported("attribute groups: MultiGetEntity"));
    }
  }
}

std::unique_ptr<Iterator> DB::NewCoalescingIterator(const ReadOptions&,
                                                    const std::vector<ColumnFamilyHandle*>&) {
  return std::unique_ptr<Iterator>(
      NewErrorIterator(Unsupported("wide columns: NewCoalescingIterator")));
}
std::unique_ptr<AttributeGroupIterator> DB::NewAttributeGroupIterator(
    const ReadOptions&, const std::vector<ColumnFamilyHandle*>&) {
  return NewAttributeGroupErrorIterator(Unsupported("attribute groups: NewAttributeGroupIterator"));
}

REFUSE(CreateColumnFamily(const ColumnFamilyOptions&, const std::string&, ColumnFamilyHandle**),
       "CreateColumnFamily")
REFUSE(CreateColumnFamilies(const ColumnFamilyOptions&, const std::vector<std::string>&,
                            std::vector<ColumnFamilyHandle*>*),
       "CreateColumnFamilies")
REFUSE(CreateColumnFamilies(const std::vector<ColumnFamilyDescriptor>&,
                            std::vector<ColumnFamilyHandle*>*),
       "CreateColumnFamilies")
REFUSE(DropColumnFamily(ColumnFamilyHandle*), "DropColumnFamily")
REFUSE(DropColumnFamilies(const std::vector<ColumnFamilyHandle*>&), "DropColumnFamilies")
REFUSE(DeleteRange(const WriteOptions&, ColumnFamilyHandle*, const Slice&, const Slice&),
       "DeleteRange")
REFUSE(SetOptions(ColumnFamilyHandle*, const std::unordered_map<std::string, std::string>&),
       "SetOptions")
REFUSE(FlushWAL(bool), "FlushWAL")
REFUSE(LockWAL(), "LockWAL")
REFUSE(UnlockWAL(), "UnlockWAL")

// A database that cannot look says that the key may be there.
bool DB::KeyMayExist(const ReadOptions&, ColumnFamilyHandle*, const Slice&, std::string*,
                     std::string*, bool* value_found) {
  if (value_found != nullptr) *value_found = false;
  return true;
}

// A database that does not list its files leaves the results as they are.
void DB::GetLiveFilesMetaData(std::vector<LiveFileMetaData>*) {}
void DB::GetColumnFamilyMetaData(ColumnFamilyHandle*, ColumnFamilyMetaData*) {}
void DB::GetAllColumnFamilyMetaData(std::vector<ColumnFamilyMetaData>*) {}

REFUSE(WriteWithCallback(const WriteOptions&, WriteBatch*, UserWriteCallback*), "WriteWithCallback")
REFUSE(IngestWriteBatchWithIndex(const WriteOptions&, std::shared_ptr<WriteBatchWithIndex>),
       "IngestWriteBatchWithIndex")
REFUSE(GetUpdatesSince(SequenceNumber, std::unique_ptr<TransactionLogIterator>*,
                       const TransactionLogIterator::ReadOptions&),
       "GetUpdatesSince")
REFUSE(GetStatsHistory(uint64_t, uint64_t, std::unique_ptr<StatsHistoryIterator>*),
       "GetStatsHistory")
REFUSE(SuggestCompactRange(ColumnFamilyHandle*, const Slice*, const Slice*), "SuggestCompactRange")
REFUSE(PromoteL0(ColumnFamilyHandle*, int), "PromoteL0")
REFUSE(GetPropertiesOfTablesByLevel(ColumnFamilyHandle*,
                                    std::vector<std::unique_ptr<TablePropertiesCollection>>*),
       "GetPropertiesOfTablesByLevel")
REFUSE(VerifyFileChecksums(const ReadOptions&), "VerifyFileChecksums")
REFUSE(IngestExternalFile(ColumnFamilyHandle*, const std::vector<std::string>&,
                          const IngestExternalFileOptions&),
       "IngestExternalFile")
REFUSE(IngestExternalFiles(const std::vector<IngestExternalFileArg>&), "IngestExternalFiles")
REFUSE(CreateColumnFamilyWithImport(const ColumnFamilyOptions&, const std::string&,
                                    const ImportColumnFamilyOptions&,
                                    const std::vector<const ExportImportFilesMetaData*>&,
                                    ColumnFamilyHandle**),
       "CreateColumnFamilyWithImport")
REFUSE(ClipColumnFamily(ColumnFamilyHandle*, const Slice&, const Slice&), "ClipColumnFamily")
REFUSE(TryCatchUpWithPrimary(), "TryCatchUpWithPrimary: not a secondary instance")

REFUSE(StartTrace(const TraceOptions&, std::unique_ptr<TraceWriter>&&), "StartTrace")
REFUSE(EndTrace(), "EndTrace")
REFUSE(StartIOTrace(const TraceOptions&, std::unique_ptr<TraceWriter>&&), "StartIOTrace")
REFUSE(EndIOTrace(), "EndIOTrace")
REFUSE(StartBlockCacheTrace(const TraceOptions&, std::unique_ptr<TraceWriter>&&),
       "StartBlockCacheTrace")
REFUSE(StartBlockCacheTrace(const BlockCacheTraceOptions&,
                            std::unique_ptr<BlockCacheTraceWriter>&&),
       "StartBlockCacheTrace")
REFUSE(EndBlockCacheTrace(), "EndBlockCacheTrace")
REFUSE(NewDefaultReplayer(const std::vector<ColumnFamilyHandle*>&, std::unique_ptr<TraceReader>&&,
                          std::unique_ptr<Replayer>*),
       "NewDefaultReplayer")

// Ways to open that this library does not have. *db stays empty.
#define REFUSE_OPENING(declarator, feature) \
  Status DB::declarator {                   \
    db->reset();                            \
    return Unsupported(feature);            \
  }
REFUSE_OPENING(OpenAsFollower(const Options&, const std::string&, const std::string&,
                              std::unique_ptr<DB>* db),
               "OpenAsFollower")
REFUSE_OPENING(OpenAsFollower(const DBOptions&, const std::string&, const std::string&,
                              const std::vector<ColumnFamilyDescriptor>&,
                              std::vector<ColumnFamilyHandle*>*, std::unique_ptr<DB>* db),
               "OpenAsFollower")
REFUSE_OPENING(OpenAndTrimHistory(const DBOptions&, const std::string&,
                                  const std::vector<ColumnFamilyDescriptor>&,
                                  std::vector<ColumnFamilyHandle*>*, std::unique_ptr<DB>* db,
                                  std::string),
               "user-defined timestamps: OpenAndTrimHistory")
#undef REFUSE_OPENING

REFUSE(OpenAndCompact(const std::string&, const std::string&, const std::string&, std::string*,
                      const CompactionServiceOptionsOverride&),
       "remote compaction: OpenAndCompact")
REFUSE(OpenAndCompact(const OpenAndCompactOptions&, const std::string&, const std::string&,
                      const std::string&, std::string*, const CompactionServiceOptionsOverride&),
       "remote compaction: OpenAndCompact")
#undef REFUSE

}  // namespace ROCKSDB_NAMESPACE
