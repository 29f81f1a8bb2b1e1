// Events for applications: subclass EventListener and put it into DBOptions::listeners. Callbacks
// run on the thread that did the work, without any lock of the database. They must return soon,
// must not throw, and must not wait for the work that they report (e.g. a flush from
// OnFlushBegin()).
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rocksdb/advanced_options.h"
#include "rocksdb/compaction_job_stats.h"
#include "rocksdb/compression_type.h"
#include "rocksdb/customizable.h"
#include "rocksdb/io_status.h"
#include "rocksdb/status.h"
#include "rocksdb/table_properties.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

class ColumnFamilyHandle;
class DB;

// ---- Why something happened ----

// Reasons of compactions. This library never reports kFlush, kExternalSstIngestion,
// kChangeTemperature, kForcedBlobGC and kRoundRobinTtl.
enum class CompactionReason : int {
  kUnknown = 0,
  kLevelL0FilesNum,             // leveled: level 0 is deep enough
  kLevelMaxLevelSize,           // leveled: a level is over its target
  kUniversalSizeAmplification,  // universal: too much stale data
  kUniversalSizeRatio,          // universal: neighbours of similar size
  kUniversalSortedRunNum,       // universal: too many sorted runs
  kFIFOMaxSize,                 // FIFO: over the size limit
  kFIFOReduceNumFiles,          // FIFO: many small files
  kFIFOTtl,                     // FIFO: files past their time
  kManualCompaction,            // CompactRange() or CompactFiles()
  kFilesMarkedForCompaction,    // a collector or SuggestCompactRange() asked
  kBottommostFiles,             // last-level tombstones a snapshot no longer holds
  kTtl,                         // data older than ttl
  kFlush,                       // not a compaction: memtable to level 0
  kExternalSstIngestion,        // not a compaction: file taken in
  kPeriodicCompaction,          // file older than periodic_compaction_seconds
  kChangeTemperature,           // move to another storage tier
  kForcedBlobGC,                // reclaim blob files
  kRoundRobinTtl,               // data older than ttl, round-robin order
  kRefitLevel,                  // CompactRange() with change_level
  kNumOfReasons,
};

// Reasons of flushes. Those that this library reports are commented; the others keep their
// numbers.
enum class FlushReason : int {
  kOthers = 0x00,        // the reason was not recorded
  kGetLiveFiles = 0x01,  // GetLiveFiles() and GetLiveFilesStorageInfo()
  // Close() with unlogged data.
  kShutDown = 0x02,
  kExternalFileIngestion = 0x03,  // an ingested file overlaps the memtable
  kManualCompaction = 0x04,       // CompactRange() flushes first
  // The memory budget is spent.
  kWriteBufferManager = 0x05,
  kWriteBufferFull = 0x06,  // write_buffer_size reached
  kTest = 0x07,
  kDeleteFiles = 0x08,
  kAutoCompaction = 0x09,
  kManualFlush = 0x0a,  // Flush() and WaitForCompact()
  // Recovery, automatic or by Resume().
  kErrorRecovery = 0xb,
  kErrorRecoveryRetryFlush = 0xc,
  kWalFull = 0xd,  // max_total_wal_size reached
  kCatchUpAfterErrorRecovery = 0xe,
};

// The operation in which a background error occurred. The severity of the error depends on it, on
// the kind of error and on options: see "Background errors" in docs/compatibility.md.
enum class BackgroundErrorReason {
  kFlush,
  kCompaction,
  kWriteCallback,  // writing or syncing the log
  kMemTable,       // starting the log of a new memtable
  kManifestWrite,
  kFlushNoWAL,          // never reported here
  kManifestWriteNoWAL,  // never reported here
};

// Enumerator names as text: "LevelL0FilesNum", "Write Buffer Full" and so on.
const char* GetCompactionReasonString(CompactionReason compaction_reason);
const char* GetFlushReasonString(FlushReason flush_reason);
const char* GetBackgroundErrorReasonString(BackgroundErrorReason reason);

// ---- Write stalls ----

// Reported when `cur` differs from `prev`. The state is that of one family; writers of all
// families wait while any of them is delayed or stopped.
struct WriteStallInfo {
  std::string cf_name;
  struct {
    WriteStallCondition cur;
    WriteStallCondition prev;
  } condition;
};

// Not in RocksDB: why a family holds writers up, and where. Reported when the condition or the
// cause changes.
struct WriteStallDetails {
  std::string cf_name;
  WriteStallCondition prev = WriteStallCondition::kNormal;
  WriteStallCondition cur = WriteStallCondition::kNormal;
  // kNone when the stall is over.
  WriteStallCause cause = WriteStallCause::kNone;
  // Memtables that wait for a flush (delayed one below the limit), sorted runs of level 0 over one
  // key, or bytes to compact.
  uint64_t value = 0;
  uint64_t limit = 0;

  // The rest has a meaning with kL0FileCountLimit only. The deepest bucket and its keys: from
  // `begin` on and before `end`, where there is a bound. Without buckets it is 0 and has no bounds.
  size_t bucket = 0;
  bool has_begin = false;
  bool has_end = false;
  std::string begin;
  std::string end;
  // Whether a running compaction is about to lower the depth.
  bool being_cleared = false;
};

// ---- Files created and deleted ----

// The facts about a file before it is written.
struct FileCreationBriefInfo {
  FileCreationBriefInfo() = default;
  FileCreationBriefInfo(const std::string& db, const std::string& cf, const std::string& path,
                        int job)
      : db_name(db), cf_name(cf), file_path(path), job_id(job) {}

  std::string db_name;  // the path given to Open()
  std::string cf_name;
  std::string file_path;  // with its directory
  int job_id = 0;         // as in FlushJobInfo and CompactionJobInfo
};

// Reported just before the first byte of a table is written.
struct TableFileCreationBriefInfo : public FileCreationBriefInfo {
  TableFileCreationReason reason = TableFileCreationReason::kMisc;
};

// The file as it is after writing. Without DBOptions::file_checksum_gen_factory `file_checksum`
// (raw bytes) is empty and the name of the function "Unknown".
struct TableFileCreationInfo : public TableFileCreationBriefInfo {
  TableFileCreationInfo() = default;
  explicit TableFileCreationInfo(TableProperties&& props) : table_properties(std::move(props)) {}

  // Bytes.
  uint64_t file_size = 0;
  // Properties of the finished table; incomplete after a failure.
  TableProperties table_properties;
  // The status of writing the file; if it is not OK the file is gone.
  Status status;
  std::string file_checksum;
  std::string file_checksum_func_name;
};

// This library writes no blob files, so it never reports them.
struct BlobFileCreationBriefInfo : public FileCreationBriefInfo {
  BlobFileCreationBriefInfo(const std::string& db, const std::string& cf, const std::string& path,
                            int job, BlobFileCreationReason why)
      : FileCreationBriefInfo(db, cf, path, job), reason(why) {}

  BlobFileCreationReason reason;
};

struct BlobFileCreationInfo : public BlobFileCreationBriefInfo {
  BlobFileCreationInfo(const std::string& db, const std::string& cf, const std::string& path,
                       int job, BlobFileCreationReason why, uint64_t blobs, uint64_t blob_bytes,
                       Status outcome, const std::string& checksum,
                       const std::string& checksum_func_name)
      : BlobFileCreationBriefInfo(db, cf, path, job, why),
        total_blob_count(blobs),
        total_blob_bytes(blob_bytes),
        status(std::move(outcome)),
        file_checksum(checksum),
        file_checksum_func_name(checksum_func_name) {}

  uint64_t total_blob_count;
  uint64_t total_blob_bytes;
  Status status;
  std::string file_checksum;
  std::string file_checksum_func_name;
};

// A file that was removed, or whose removal failed (`status`). job_id is 0: deletions do not
// belong to jobs.
struct FileDeletionInfo {
  FileDeletionInfo() = default;
  FileDeletionInfo(const std::string& db, const std::string& path, int job, Status outcome)
      : db_name(db), file_path(path), job_id(job), status(std::move(outcome)) {}

  std::string db_name;
  std::string file_path;
  int job_id = 0;
  Status status;
};

// A table. The MANIFEST recorded its removal from the tree long before.
struct TableFileDeletionInfo : public FileDeletionInfo {};

struct BlobFileDeletionInfo : public FileDeletionInfo {
  using FileDeletionInfo::FileDeletionInfo;
};

// ---- Single file operations, for listeners that ask for them ----

// The operations in FileOperationInfo and IOErrorInfo. Opening and verifying are never reported.
enum class FileOperationType {
  kRead,
  kWrite,
  kTruncate,
  kClose,
  kFlush,
  kSync,
  kFsync,
  kRangeSync,
  kAppend,
  kPositionedAppend,
  kOpen,
  kVerify,
};

// One finished operation on an open file of the database. Valid during the callback only, because
// the path and the start are references. The times come from the machine's clocks, not from the
// Env's.
struct FileOperationInfo {
  using Duration = std::chrono::nanoseconds;
  using SteadyTimePoint = std::chrono::time_point<std::chrono::steady_clock, Duration>;
  using SystemTimePoint = std::chrono::time_point<std::chrono::system_clock, Duration>;
  using StartTimePoint = std::pair<SystemTimePoint, SteadyTimePoint>;
  using FinishTimePoint = SteadyTimePoint;

  // REQUIRES: both references outlive this object.
  FileOperationInfo(FileOperationType op, const std::string& file, const StartTimePoint& start,
                    const FinishTimePoint& finish, const Status& outcome,
                    Temperature temp = Temperature::kUnknown)
      : type(op),
        path(file),
        temperature(temp),
        duration(std::chrono::duration_cast<Duration>(finish - start.second)),
        start_ts(start.first),
        status(outcome) {}

  // Reads both clocks; callers that make such an object call these before and after the operation.
  static StartTimePoint StartNow() {
    return {std::chrono::system_clock::now(), std::chrono::steady_clock::now()};
  }
  static FinishTimePoint FinishNow() { return std::chrono::steady_clock::now(); }

  FileOperationType type;
  const std::string& path;
  Temperature temperature;
  // Offset in the file; 0 for operations without one.
  uint64_t offset = 0;
  // Bytes asked for, even if a read got fewer.
  size_t length = 0;
  // Measured by the steady clock.
  const Duration duration;
  // Read from the wall clock.
  const SystemTimePoint& start_ts;
  Status status;
};

// The same facts about an operation that failed. It owns its path, so it may be copied and kept.
struct IOErrorInfo {
  IOErrorInfo(const IOStatus& error, FileOperationType op, const std::string& file, size_t bytes,
              uint64_t at)
      : io_status(error), operation(op), file_path(file), length(bytes), offset(at) {}

  IOStatus io_status;
  FileOperationType operation;
  std::string file_path;
  size_t length;
  uint64_t offset;
};

// ---- Blob files touched by a job ----

// These lists are always empty here.
struct BlobFileInfo {
  BlobFileInfo(const std::string& path, uint64_t number)
      : blob_file_path(path), blob_file_number(number) {}

  std::string blob_file_path;
  uint64_t blob_file_number;
};

struct BlobFileAdditionInfo : public BlobFileInfo {
  BlobFileAdditionInfo(const std::string& path, uint64_t number, uint64_t blobs, uint64_t bytes)
      : BlobFileInfo(path, number), total_blob_count(blobs), total_blob_bytes(bytes) {}

  uint64_t total_blob_count;
  uint64_t total_blob_bytes;
};

struct BlobFileGarbageInfo : public BlobFileInfo {
  BlobFileGarbageInfo(const std::string& path, uint64_t number, uint64_t blobs, uint64_t bytes)
      : BlobFileInfo(path, number), garbage_blob_count(blobs), garbage_blob_bytes(bytes) {}

  uint64_t garbage_blob_count;
  uint64_t garbage_blob_bytes;
};

// ---- Jobs ----

// One table file that a flush wrote. A flush that cuts its output at bucket boundaries reports
// each file with its own FlushJobInfo, all with one job_id. OnFlushBegin() comes once, before
// there are files: path, number, sequence numbers and properties are empty then.
struct FlushJobInfo {
  uint32_t cf_id = 0;
  std::string cf_name;
  std::string file_path;
  uint64_t file_number = 0;
  // Always 0.
  uint64_t oldest_blob_file_number = 0;
  // The id that Env::GetThreadID() returns.
  uint64_t thread_id = 0;
  // Unique while the database is open.
  int job_id = 0;
  // Whether writers were delayed or stopped at this moment.
  bool triggered_writes_slowdown = false;
  bool triggered_writes_stop = false;
  // Sequence numbers of the entries in the file.
  SequenceNumber smallest_seqno = 0;
  SequenceNumber largest_seqno = 0;
  TableProperties table_properties;
  // The reason for which the newest of the memtables was sealed.
  FlushReason flush_reason = FlushReason::kOthers;
  // The library never sets the following fields.
  CompressionType blob_compression_type = kNoCompression;
  std::vector<BlobFileAdditionInfo> blob_file_addition_infos;
};

// A flush that the application asked for, or the library for its own purpose (see `flush_reason`);
// it is about to be queued.
struct ManualFlushInfo {
  uint32_t cf_id;
  std::string cf_name;
  FlushReason flush_reason;
};

// `level` is the level from which an input comes or to which an output goes.
struct CompactionFileInfo {
  int level;
  uint64_t file_number;
  uint64_t oldest_blob_file_number;  // 0: none
};

// One thread's part of a compaction. Times and counts in `stats` are of this part; on begin they
// are zero. `subcompaction_job_id` counts from 0 within the job.
struct SubcompactionJobInfo {
  uint32_t cf_id = 0;
  std::string cf_name;
  Status status;
  uint64_t thread_id = 0;
  int job_id = 0;
  int subcompaction_job_id = 0;
  int base_input_level = 0;
  int output_level = 0;
  // The same as in the report of the job.
  CompactionReason compaction_reason = CompactionReason::kUnknown;
  CompressionType compression = kNoCompression;
  CompactionJobStats stats;
  CompressionType blob_compression_type = kNoCompression;
};

// A compaction: automatic, or from CompactRange() or CompactFiles(). A compaction that only moves
// files has them as outputs as well, one that only removes files has none. On begin `stats` and
// outputs are empty and `status` is OK.
struct CompactionJobInfo {
  uint32_t cf_id = 0;
  std::string cf_name;
  // Meaningful when the job is completed.
  Status status;
  uint64_t thread_id = 0;
  int job_id = 0;
  // Level 0 files of the column family at the time of the event.
  int num_l0_files = 0;
  // The upmost input level.
  int base_input_level = 0;
  int output_level = 0;

  // Paths and descriptions, in the same order.
  std::vector<std::string> input_files;
  std::vector<CompactionFileInfo> input_file_infos;
  std::vector<std::string> output_files;
  std::vector<CompactionFileInfo> output_file_infos;

  // Properties of inputs and outputs, by path. An input that cannot be read is left out.
  TablePropertiesCollection table_properties;

  // `compression` is the type chosen for the output level.
  CompactionReason compaction_reason = CompactionReason::kUnknown;
  CompressionType compression = kNoCompression;
  CompactionJobStats stats;
  CompressionType blob_compression_type = kNoCompression;
  std::vector<BlobFileAdditionInfo> blob_file_addition_infos;
  std::vector<BlobFileGarbageInfo> blob_file_garbage_infos;
  // Close() or a cancellation ended the job, which is not an error.
  bool aborted = false;
};

// A memtable that has just become read-only.
struct MemTableInfo {
  std::string cf_name;
  // The sequence number of the first entry.
  SequenceNumber first_seqno = 0;
  // No entry has a smaller sequence number.
  SequenceNumber earliest_seqno = 0;
  // Entries, deletions included.
  uint64_t num_entries = 0;
  uint64_t num_deletes = 0;
  // Always empty: there are no timestamps.
  std::string newest_udt;
};

// A file that IngestExternalFile() has taken in.
struct ExternalFileIngestionInfo {
  std::string cf_name;
  std::string external_file_path;  // outside the database
  std::string internal_file_path;  // inside
  SequenceNumber global_seqno = 0;
  TableProperties table_properties;
};

// The end of one recovery, automatic or by Resume(). new_bg_error is Aborted when all attempts
// were used up.
struct BackgroundErrorRecoveryInfo {
  // The error from which the database recovers.
  Status old_bg_error;
  // OK when recovery succeeded.
  Status new_bg_error;
};

// ---- The listener ----

// Every database whose options name a listener shares it, so its callbacks run in many threads at
// once and must guard their data. Listeners are called in the order of the options. References and
// pointers passed in are valid during the call only. A listener must outlive the databases; the
// options share ownership. DB* is the database itself: calls that read are allowed; calls that
// wait for background work may never return.
class EventListener : public Customizable {
 public:
  ~EventListener() override = default;
  static const char* Type() { return "EventListener"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& id,
                                 std::shared_ptr<EventListener>* result);
  const char* Name() const override { return ""; }

  // Flushes. OnFlushCompleted() comes when the file is live, once for each file, and not at all
  // for a flush that failed or left nothing to write. OnManualFlushScheduled() runs in the thread
  // that asked for the flush; OnMemTableSealed() in the leading writer, while all other writers
  // wait: it must neither write nor flush.
  virtual void OnFlushBegin(DB* /*db*/, const FlushJobInfo& /*info*/) {}
  virtual void OnFlushCompleted(DB* /*db*/, const FlushJobInfo& /*info*/) {}
  virtual void OnManualFlushScheduled(DB* /*db*/, const std::vector<ManualFlushInfo>& /*info*/) {}
  virtual void OnMemTableSealed(const MemTableInfo& /*info*/) {}

  // Compactions. OnCompactionBegin() comes once inputs are chosen; OnCompactionCompleted(), with
  // the status, in any case. The threads that do the parts of a job report them, even if there is
  // only one part.
  virtual void OnCompactionBegin(DB* /*db*/, const CompactionJobInfo& /*info*/) {}
  virtual void OnCompactionCompleted(DB* /*db*/, const CompactionJobInfo& /*info*/) {}
  virtual void OnSubcompactionBegin(const SubcompactionJobInfo& /*info*/) {}
  virtual void OnSubcompactionCompleted(const SubcompactionJobInfo& /*info*/) {}

  // Files. OnTableFileCreated() is called for failures too, with the status. OnTableFileDeleted()
  // comes some time after a file is no longer needed, from whichever thread removes it.
  // OnExternalFileIngested() comes for each file of an ingestion. Those of blob files never come.
  virtual void OnTableFileCreationStarted(const TableFileCreationBriefInfo& /*info*/) {}
  virtual void OnTableFileCreated(const TableFileCreationInfo& /*info*/) {}
  virtual void OnTableFileDeleted(const TableFileDeletionInfo& /*info*/) {}
  virtual void OnBlobFileCreationStarted(const BlobFileCreationBriefInfo& /*info*/) {}
  virtual void OnBlobFileCreated(const BlobFileCreationInfo& /*info*/) {}
  virtual void OnBlobFileDeleted(const BlobFileDeletionInfo& /*info*/) {}
  virtual void OnExternalFileIngested(DB* /*db*/, const ExternalFileIngestionInfo& /*info*/) {}

  // Column families: called for every handle that is deleted, including the default family's when
  // the database is closed. The handle is still valid during the call.
  virtual void OnColumnFamilyHandleDeletionStarted(ColumnFamilyHandle* /*handle*/) {}

  // Errors. Setting *bg_error to OK makes the database forget the error: writes go on, and only
  // the failed call reports it. Setting *auto_recovery to false forbids automatic recovery; later
  // listeners are then not asked. OnErrorRecoveryCompleted() and then OnErrorRecoveryEnd() come
  // when recovery succeeded; only the latter when recovery was given up or the database was
  // closed. OnIOError() is called for failed file operations, and only for listeners that ask for
  // file I/O.
  virtual void OnBackgroundError(BackgroundErrorReason /*reason*/, Status* /*bg_error*/) {}
  virtual void OnErrorRecoveryBegin(BackgroundErrorReason /*reason*/, Status /*bg_error*/,
                                    bool* /*auto_recovery*/) {}
  virtual void OnErrorRecoveryCompleted(Status /*old_bg_error*/) {}
  virtual void OnErrorRecoveryEnd(const BackgroundErrorRecoveryInfo& /*info*/) {}
  virtual void OnIOError(const IOErrorInfo& /*info*/) {}

  // Called when a column family's stall state changes, not while it lasts. Changes are reported in
  // order, shortly after they have taken effect.
  virtual void OnStallConditionsChanged(const WriteStallInfo& /*info*/) {}
  // Not in RocksDB. Called before OnStallConditionsChanged(), and where the cause alone changes.
  virtual void OnWriteStallDetails(const WriteStallDetails& /*details*/) {}

  // File operations, reported only if ShouldBeNotifiedOnFileIO() returns true. The database calls
  // that once, while it is opened. Every operation then reads the clocks twice, and the callback
  // runs in the thread that waits for the file, so slow callbacks slow down reads and writes.
  // Write covers appends; Sync covers fsync.
  virtual bool ShouldBeNotifiedOnFileIO() { return false; }
  virtual void OnFileReadFinish(const FileOperationInfo& /*info*/) {}
  virtual void OnFileWriteFinish(const FileOperationInfo& /*info*/) {}
  virtual void OnFileFlushFinish(const FileOperationInfo& /*info*/) {}
  virtual void OnFileSyncFinish(const FileOperationInfo& /*info*/) {}
  virtual void OnFileRangeSyncFinish(const FileOperationInfo& /*info*/) {}
  virtual void OnFileTruncateFinish(const FileOperationInfo& /*info*/) {}
  virtual void OnFileCloseFinish(const FileOperationInfo& /*info*/) {}
};

}  // namespace ROCKSDB_NAMESPACE
