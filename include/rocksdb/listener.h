// Events for applications: subclass EventListener and put it into DBOptions::listeners.
// Callbacks run on the thread that did the work, with no lock of the database held. They must
// return soon, not throw, and not wait for the very work they report (a flush from OnFlush...).
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

// Of a compaction. kFlush, kExternalSstIngestion, kChangeTemperature, kForcedBlobGC and
// kRoundRobinTtl are never reported by this library.
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

// Of a flush. What this library reports is commented; the others are kept for their numbers.
enum class FlushReason : int {
  kOthers = 0x00,        // the reason was not recorded
  kGetLiveFiles = 0x01,  // GetLiveFiles() and GetLiveFilesStorageInfo()
  kShutDown = 0x02,      // Close() with unlogged data
  kExternalFileIngestion = 0x03,
  kManualCompaction = 0x04,    // CompactRange() flushes first
  kWriteBufferManager = 0x05,  // its budget is spent
  kWriteBufferFull = 0x06,     // write_buffer_size reached
  kTest = 0x07,
  kDeleteFiles = 0x08,
  kAutoCompaction = 0x09,
  kManualFlush = 0x0a,   // Flush() and WaitForCompact()
  kErrorRecovery = 0xb,  // by hand or by itself
  kErrorRecoveryRetryFlush = 0xc,
  kWalFull = 0xd,  // max_total_wal_size reached
  kCatchUpAfterErrorRecovery = 0xe,
};

// What was being done when a background error came. How grave the error is depends on this, on the
// kind of error and on options: see "Background errors" in docs/compatibility.md.
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

// ---- Writers held up ----

// Told when `cur` differs from `prev`. The state is that of one family; writers of all families
// wait while any of them is delayed or stopped.
struct WriteStallInfo {
  std::string cf_name;
  struct {
    WriteStallCondition cur;
    WriteStallCondition prev;
  } condition;
};

// ---- Files made and removed ----

// What is known of a file before it is written.
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

// Told just before the first byte of a table is written.
struct TableFileCreationBriefInfo : public FileCreationBriefInfo {
  TableFileCreationReason reason = TableFileCreationReason::kMisc;
};

// The file as it is after writing. Checksums of whole files are not computed: `file_checksum` is
// empty and the name of the function "Unknown".
struct TableFileCreationInfo : public TableFileCreationBriefInfo {
  TableFileCreationInfo() = default;
  explicit TableFileCreationInfo(TableProperties&& props) : table_properties(std::move(props)) {}

  uint64_t file_size = 0;            // bytes
  TableProperties table_properties;  // of the finished table; incomplete after a failure
  Status status;                     // of making the file; not OK: the file is gone
  std::string file_checksum;
  std::string file_checksum_func_name;
};

// This library writes no blob files: what is said of them here is never reported.
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

// A file that was removed, or should have been (`status` tells). job_id is 0: deletions do not
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

// A table. Recorded as gone in the MANIFEST long before.
struct TableFileDeletionInfo : public FileDeletionInfo {};

struct BlobFileDeletionInfo : public FileDeletionInfo {
  using FileDeletionInfo::FileDeletionInfo;
};

// ---- Single file operations, for listeners that ask for them ----

// As FileOperationInfo and IOErrorInfo report them. Opening and verifying are never reported.
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

// One finished operation on an open file of the database. Valid during the callback only: the path
// and the start are references.
// Both clocks of the machine are read, not that of the Env.
struct FileOperationInfo {
  using Duration = std::chrono::nanoseconds;
  using SteadyTimePoint = std::chrono::time_point<std::chrono::steady_clock, Duration>;
  using SystemTimePoint = std::chrono::time_point<std::chrono::system_clock, Duration>;
  using StartTimePoint = std::pair<SystemTimePoint, SteadyTimePoint>;
  using FinishTimePoint = SteadyTimePoint;

  // Both references must outlive this object.
  FileOperationInfo(FileOperationType op, const std::string& file, const StartTimePoint& start,
                    const FinishTimePoint& finish, const Status& outcome,
                    Temperature temp = Temperature::kUnknown)
      : type(op),
        path(file),
        temperature(temp),
        duration(std::chrono::duration_cast<Duration>(finish - start.second)),
        start_ts(start.first),
        status(outcome) {}

  // For whoever makes such an object: taken before and after the operation.
  static StartTimePoint StartNow() {
    return {std::chrono::system_clock::now(), std::chrono::steady_clock::now()};
  }
  static FinishTimePoint FinishNow() { return std::chrono::steady_clock::now(); }

  FileOperationType type;
  const std::string& path;
  Temperature temperature;
  uint64_t offset = 0;              // in the file; 0 where the operation has none
  size_t length = 0;                // bytes asked for, even if a read got fewer
  const Duration duration;          // by the steady clock
  const SystemTimePoint& start_ts;  // by the wall clock
  Status status;
};

// The same facts about an operation that failed.
// It owns its path, so it may be copied and kept.
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

// One table file written by a flush. A flush that cuts its output at bucket boundaries reports
// each file with its own FlushJobInfo, all with one job_id.
// OnFlushBegin() comes once, before there are files: path, number, sequence numbers and properties
// are empty then.
struct FlushJobInfo {
  uint32_t cf_id = 0;
  std::string cf_name;
  std::string file_path;
  uint64_t file_number = 0;
  uint64_t oldest_blob_file_number = 0;  // always 0
  uint64_t thread_id = 0;                // as Env::GetThreadID() gives it
  int job_id = 0;                        // unique while the database is open
  // State of the writers when this was made: delayed, or stopped.
  bool triggered_writes_slowdown = false;
  bool triggered_writes_stop = false;
  // Of the entries in the file.
  SequenceNumber smallest_seqno = 0;
  SequenceNumber largest_seqno = 0;
  TableProperties table_properties;
  // Why the newest of the memtables was ended.
  FlushReason flush_reason = FlushReason::kOthers;
  // What follows is never filled.
  CompressionType blob_compression_type = kNoCompression;
  std::vector<BlobFileAdditionInfo> blob_file_addition_infos;
};

// A flush asked for by the application, about to be queued.
// Also by the library itself, where it needs one at once: see `flush_reason`.
struct ManualFlushInfo {
  uint32_t cf_id;
  std::string cf_name;
  FlushReason flush_reason;
};

// `level` is the one an input comes from or an output goes to.
struct CompactionFileInfo {
  int level;
  uint64_t file_number;
  uint64_t oldest_blob_file_number;  // 0: none
};

// One thread's share of a compaction.
// Times and counts in `stats` are of this part; on begin they are zero. `subcompaction_job_id`
// counts from 0 within the job.
struct SubcompactionJobInfo {
  uint32_t cf_id = 0;
  std::string cf_name;
  Status status;
  uint64_t thread_id = 0;
  int job_id = 0;
  int subcompaction_job_id = 0;
  int base_input_level = 0;
  int output_level = 0;
  // As in the job's own report.
  CompactionReason compaction_reason = CompactionReason::kUnknown;
  CompressionType compression = kNoCompression;
  CompactionJobStats stats;
  CompressionType blob_compression_type = kNoCompression;
};

// A compaction: automatic, of CompactRange() or of CompactFiles(). One that only moves or removes
// files is reported too, without outputs. On begin `stats` and outputs are empty and `status` is
// OK.
struct CompactionJobInfo {
  uint32_t cf_id = 0;
  std::string cf_name;
  Status status;  // meaningful when the job is completed
  uint64_t thread_id = 0;
  int job_id = 0;
  int num_l0_files = 0;      // level-0 files of the column family at the time of the event
  int base_input_level = 0;  // the upmost
  int output_level = 0;

  // Paths and descriptions, in the same order.
  std::vector<std::string> input_files;
  std::vector<CompactionFileInfo> input_file_infos;
  std::vector<std::string> output_files;
  std::vector<CompactionFileInfo> output_file_infos;

  // Of inputs and outputs, by path. An input that cannot be read is left out.
  TablePropertiesCollection table_properties;

  // `compression` is the one chosen for the output level.
  CompactionReason compaction_reason = CompactionReason::kUnknown;
  CompressionType compression = kNoCompression;
  CompactionJobStats stats;
  CompressionType blob_compression_type = kNoCompression;
  std::vector<BlobFileAdditionInfo> blob_file_addition_infos;
  std::vector<BlobFileGarbageInfo> blob_file_garbage_infos;
  bool aborted = false;  // ended by Close() or by cancelling, which is no error
};

// A memtable that has just become read-only.
struct MemTableInfo {
  std::string cf_name;
  SequenceNumber first_seqno = 0;     // of the first entry
  SequenceNumber earliest_seqno = 0;  // no entry is smaller
  uint64_t num_entries = 0;           // deletions included
  uint64_t num_deletes = 0;
  std::string newest_udt;  // always empty: there are no timestamps
};

// Never reported: ingestion is refused by this library.
struct ExternalFileIngestionInfo {
  std::string cf_name;
  std::string external_file_path;  // outside the database
  std::string internal_file_path;  // inside
  SequenceNumber global_seqno = 0;
  TableProperties table_properties;
};

// How one recovery ended, by hand or by itself. Aborted as new error: all attempts were used up.
struct BackgroundErrorRecoveryInfo {
  Status old_bg_error;  // what recovery was about
  Status new_bg_error;  // OK when it succeeded
};

// ---- The listener ----

// Shared by every database whose options name it, so its callbacks run in many threads at once and
// must guard what they keep. Listeners are called in the order of the options. References and
// pointers passed in are good during the call only. A listener must outlive the databases; the
// options share ownership. DB* is the database itself: calls that read are allowed; those that wait
// for background work may never return.
class EventListener : public Customizable {
 public:
  ~EventListener() override = default;
  static const char* Type() { return "EventListener"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& id,
                                 std::shared_ptr<EventListener>* result);
  const char* Name() const override { return ""; }

  // Flushes. Completed means installed: the file is live. It comes once for each file, and not at
  // all for a flush that failed or left nothing to write. OnManualFlushScheduled() runs in the
  // thread that asked for the flush; OnMemTableSealed() in the writer whose turn it is, with all
  // writers waiting behind it: it must neither write nor flush.
  virtual void OnFlushBegin(DB* /*db*/, const FlushJobInfo& /*info*/) {}
  virtual void OnFlushCompleted(DB* /*db*/, const FlushJobInfo& /*info*/) {}
  virtual void OnManualFlushScheduled(DB* /*db*/, const std::vector<ManualFlushInfo>& /*info*/) {}
  virtual void OnMemTableSealed(const MemTableInfo& /*info*/) {}

  // Compactions. Begin comes once inputs are chosen; completed, with its status, in any case. Parts
  // are reported from the threads that do them, also where there is only one.
  virtual void OnCompactionBegin(DB* /*db*/, const CompactionJobInfo& /*info*/) {}
  virtual void OnCompactionCompleted(DB* /*db*/, const CompactionJobInfo& /*info*/) {}
  virtual void OnSubcompactionBegin(const SubcompactionJobInfo& /*info*/) {}
  virtual void OnSubcompactionCompleted(const SubcompactionJobInfo& /*info*/) {}

  // Files. Created is called for failures too, with the status. Deleted comes some time after a
  // file is no longer needed, from whichever thread removes it. Those about blob files and
  // OnExternalFileIngested() are never called.
  virtual void OnTableFileCreationStarted(const TableFileCreationBriefInfo& /*info*/) {}
  virtual void OnTableFileCreated(const TableFileCreationInfo& /*info*/) {}
  virtual void OnTableFileDeleted(const TableFileDeletionInfo& /*info*/) {}
  virtual void OnBlobFileCreationStarted(const BlobFileCreationBriefInfo& /*info*/) {}
  virtual void OnBlobFileCreated(const BlobFileCreationInfo& /*info*/) {}
  virtual void OnBlobFileDeleted(const BlobFileDeletionInfo& /*info*/) {}
  virtual void OnExternalFileIngested(DB* /*db*/, const ExternalFileIngestionInfo& /*info*/) {}

  // Column families: the handle is still good during the call, which comes for every handle that is
  // given back, the default family's too when the database goes.
  virtual void OnColumnFamilyHandleDeletionStarted(ColumnFamilyHandle* /*handle*/) {}

  // Trouble. Setting *bg_error to OK makes the database forget the error: it is not kept, writes go
  // on, and the failed call alone reports it. Setting *auto_recovery to false forbids recovery by
  // itself; later listeners are not asked then. Completed and then End come when recovery
  // succeeded, End alone when it was given up or the database was closed. OnIOError() is called for
  // failed file operations, and only for listeners that ask for file I/O.
  virtual void OnBackgroundError(BackgroundErrorReason /*reason*/, Status* /*bg_error*/) {}
  virtual void OnErrorRecoveryBegin(BackgroundErrorReason /*reason*/, Status /*bg_error*/,
                                    bool* /*auto_recovery*/) {}
  virtual void OnErrorRecoveryCompleted(Status /*old_bg_error*/) {}
  virtual void OnErrorRecoveryEnd(const BackgroundErrorRecoveryInfo& /*info*/) {}
  virtual void OnIOError(const IOErrorInfo& /*info*/) {}

  // Called when a column family's stall state changes, not while it lasts. Changes are told in
  // order, shortly after they have taken effect.
  virtual void OnStallConditionsChanged(const WriteStallInfo& /*info*/) {}

  // File operations, only when ShouldBeNotifiedOnFileIO() answers true. It is asked once, while the
  // database is opened. Every operation then takes two looks at the clock, and the callback runs in
  // the thread that waits for the file: slow ones slow down reads and writes. Write covers appends;
  // Sync covers fsync.
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
