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

enum class FlushReason : int {
  kOthers = 0x00,
  kGetLiveFiles = 0x01,
  kShutDown = 0x02,
  kExternalFileIngestion = 0x03,
  kManualCompaction = 0x04,
  kWriteBufferManager = 0x05,
  kWriteBufferFull = 0x06,
  kTest = 0x07,
  kDeleteFiles = 0x08,
  kAutoCompaction = 0x09,
  kManualFlush = 0x0a,
  kErrorRecovery = 0xb,
  kErrorRecoveryRetryFlush = 0xc,
  kWalFull = 0xd,
  kCatchUpAfterErrorRecovery = 0xe,
};

enum class BackgroundErrorReason {
  kFlush,
  kCompaction,
  kWriteCallback,
  kMemTable,
  kManifestWrite,
  kFlushNoWAL,
  kManifestWriteNoWAL,
};

// Enumerator names as text: "LevelL0FilesNum", "Write Buffer Full" and so on.
const char* GetCompactionReasonString(CompactionReason compaction_reason);
const char* GetFlushReasonString(FlushReason flush_reason);
const char* GetBackgroundErrorReasonString(BackgroundErrorReason reason);

// ---- Writers held up ----

struct WriteStallInfo {
  std::string cf_name;
  struct {
    WriteStallCondition cur;
    WriteStallCondition prev;
  } condition;
};

// ---- Files made and removed ----

struct FileCreationBriefInfo {
  FileCreationBriefInfo() = default;
  FileCreationBriefInfo(const std::string& db, const std::string& cf, const std::string& path,
                        int job)
      : db_name(db), cf_name(cf), file_path(path), job_id(job) {}

  std::string db_name;
  std::string cf_name;
  std::string file_path;
  int job_id = 0;
};

struct TableFileCreationBriefInfo : public FileCreationBriefInfo {
  TableFileCreationReason reason = TableFileCreationReason::kMisc;
};

struct TableFileCreationInfo : public TableFileCreationBriefInfo {
  TableFileCreationInfo() = default;
  explicit TableFileCreationInfo(TableProperties&& props) : table_properties(std::move(props)) {}

  uint64_t file_size = 0;
  TableProperties table_properties;
  Status status;  // of making the file; not OK: the file is gone
  std::string file_checksum;
  std::string file_checksum_func_name;
};

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

struct FileDeletionInfo {
  FileDeletionInfo() = default;
  FileDeletionInfo(const std::string& db, const std::string& path, int job, Status outcome)
      : db_name(db), file_path(path), job_id(job), status(std::move(outcome)) {}

  std::string db_name;
  std::string file_path;
  int job_id = 0;
  Status status;
};

struct TableFileDeletionInfo : public FileDeletionInfo {};

struct BlobFileDeletionInfo : public FileDeletionInfo {
  using FileDeletionInfo::FileDeletionInfo;
};

// ---- Single file operations, for listeners that ask for them ----

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

  static StartTimePoint StartNow() {
    return {std::chrono::system_clock::now(), std::chrono::steady_clock::now()};
  }
  static FinishTimePoint FinishNow() { return std::chrono::steady_clock::now(); }

  FileOperationType type;
  const std::string& path;
  Temperature temperature;
  uint64_t offset = 0;
  size_t length = 0;
  const Duration duration;
  const SystemTimePoint& start_ts;
  Status status;
};

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
struct FlushJobInfo {
  uint32_t cf_id = 0;
  std::string cf_name;
  std::string file_path;
  uint64_t file_number = 0;
  uint64_t oldest_blob_file_number = 0;
  uint64_t thread_id = 0;
  int job_id = 0;  // unique within a thread's view of one open database
  bool triggered_writes_slowdown = false;
  bool triggered_writes_stop = false;
  SequenceNumber smallest_seqno = 0;
  SequenceNumber largest_seqno = 0;
  TableProperties table_properties;
  FlushReason flush_reason = FlushReason::kOthers;
  CompressionType blob_compression_type = kNoCompression;
  std::vector<BlobFileAdditionInfo> blob_file_addition_infos;
};

// A flush asked for by the application, about to be queued.
struct ManualFlushInfo {
  uint32_t cf_id;
  std::string cf_name;
  FlushReason flush_reason;
};

struct CompactionFileInfo {
  int level;
  uint64_t file_number;
  uint64_t oldest_blob_file_number;  // 0: none
};

// One thread's share of a compaction.
struct SubcompactionJobInfo {
  uint32_t cf_id = 0;
  std::string cf_name;
  Status status;
  uint64_t thread_id = 0;
  int job_id = 0;
  int subcompaction_job_id = 0;
  int base_input_level = 0;
  int output_level = 0;
  CompactionReason compaction_reason = CompactionReason::kUnknown;
  CompressionType compression = kNoCompression;
  CompactionJobStats stats;
  CompressionType blob_compression_type = kNoCompression;
};

struct CompactionJobInfo {
  uint32_t cf_id = 0;
  std::string cf_name;
  Status status;  // meaningful when the job is completed
  uint64_t thread_id = 0;
  int job_id = 0;
  int num_l0_files = 0;  // level-0 files of the column family at the time of the event
  int base_input_level = 0;
  int output_level = 0;

  // Paths and descriptions, in the same order.
  std::vector<std::string> input_files;
  std::vector<CompactionFileInfo> input_file_infos;
  std::vector<std::string> output_files;
  std::vector<CompactionFileInfo> output_file_infos;

  // Of inputs and outputs, by path.
  TablePropertiesCollection table_properties;

  CompactionReason compaction_reason = CompactionReason::kUnknown;
  CompressionType compression = kNoCompression;
  CompactionJobStats stats;
  CompressionType blob_compression_type = kNoCompression;
  std::vector<BlobFileAdditionInfo> blob_file_addition_infos;
  std::vector<BlobFileGarbageInfo> blob_file_garbage_infos;
  bool aborted = false;
};

// A memtable that has just become read-only.
struct MemTableInfo {
  std::string cf_name;
  SequenceNumber first_seqno = 0;     // of the first entry
  SequenceNumber earliest_seqno = 0;  // no entry is smaller
  uint64_t num_entries = 0;
  uint64_t num_deletes = 0;
  std::string newest_udt;  // newest application timestamp, where timestamps are not persisted
};

struct ExternalFileIngestionInfo {
  std::string cf_name;
  std::string external_file_path;  // outside the database
  std::string internal_file_path;  // inside
  SequenceNumber global_seqno = 0;
  TableProperties table_properties;
};

struct BackgroundErrorRecoveryInfo {
  Status old_bg_error;  // what recovery was about
  Status new_bg_error;  // OK when it succeeded
};

// ---- The listener ----

class EventListener : public Customizable {
 public:
  ~EventListener() override = default;
  static const char* Type() { return "EventListener"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& id,
                                 std::shared_ptr<EventListener>* result);
  const char* Name() const override { return ""; }

  // Flushes. Completed means installed: the file is live.
  virtual void OnFlushBegin(DB* /*db*/, const FlushJobInfo& /*info*/) {}
  virtual void OnFlushCompleted(DB* /*db*/, const FlushJobInfo& /*info*/) {}
  virtual void OnManualFlushScheduled(DB* /*db*/, const std::vector<ManualFlushInfo>& /*info*/) {}
  virtual void OnMemTableSealed(const MemTableInfo& /*info*/) {}

  // Compactions. Begin comes once inputs are chosen; completed, with its status, in any case.
  virtual void OnCompactionBegin(DB* /*db*/, const CompactionJobInfo& /*info*/) {}
  virtual void OnCompactionCompleted(DB* /*db*/, const CompactionJobInfo& /*info*/) {}
  virtual void OnSubcompactionBegin(const SubcompactionJobInfo& /*info*/) {}
  virtual void OnSubcompactionCompleted(const SubcompactionJobInfo& /*info*/) {}

  // Files. Created is called for failures too.
  virtual void OnTableFileCreationStarted(const TableFileCreationBriefInfo& /*info*/) {}
  virtual void OnTableFileCreated(const TableFileCreationInfo& /*info*/) {}
  virtual void OnTableFileDeleted(const TableFileDeletionInfo& /*info*/) {}
  virtual void OnBlobFileCreationStarted(const BlobFileCreationBriefInfo& /*info*/) {}
  virtual void OnBlobFileCreated(const BlobFileCreationInfo& /*info*/) {}
  virtual void OnBlobFileDeleted(const BlobFileDeletionInfo& /*info*/) {}
  virtual void OnExternalFileIngested(DB* /*db*/, const ExternalFileIngestionInfo& /*info*/) {}

  // Column families: the handle is still good during the call.
  virtual void OnColumnFamilyHandleDeletionStarted(ColumnFamilyHandle* /*handle*/) {}

  // Trouble. Setting *bg_error to OK keeps the database writable.
  virtual void OnBackgroundError(BackgroundErrorReason /*reason*/, Status* /*bg_error*/) {}
  virtual void OnErrorRecoveryBegin(BackgroundErrorReason /*reason*/, Status /*bg_error*/,
                                    bool* /*auto_recovery*/) {}
  virtual void OnErrorRecoveryCompleted(Status /*old_bg_error*/) {}
  virtual void OnErrorRecoveryEnd(const BackgroundErrorRecoveryInfo& /*info*/) {}
  virtual void OnIOError(const IOErrorInfo& /*info*/) {}

  // Called when a column family's stall state changes, not while it lasts.
  virtual void OnStallConditionsChanged(const WriteStallInfo& /*info*/) {}

  // File operations, only when ShouldBeNotifiedOnFileIO() answers true.
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
