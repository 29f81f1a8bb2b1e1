// Turns a stream of surviving records, plus range tombstones, into finished table files. Used by
// flush and compaction; they differ only in the settings. Decides, with OutputCutter, where a file
// ends; never what survives. One object for each part of a job, on one thread.
//
//   cut points            g           p
//   records      a b c d  | g h  m n  | p q r        files:  [a,g)  [g,n]  [p,r]
//   tombstone          [e-----------k)               pieces: [e,g) in file 1, whose end becomes
//                                                            exclusive g; [g,k) in file 2
//
// Invariants
//  1. Files are cut between user keys only; ranges of consecutive files do not overlap, an
//     exclusive end may meet the next begin.
//  2. Every tombstone is in exactly the files whose key span it reaches into, clipped to that span.
//  3. A file is reported only after it was synced and closed; on any failure all files made so far
//     are removed by Abandon(). The directory is the caller's to sync.
//  4. Files are synced together: all when the last one ends, or kMostUnsynced at a time, by several
//     threads. The file system writes them back meanwhile, and one commit of its journal serves
//     them all.
//
// A *span* is the stretch of the key space that one file stands for: from the cut before it to the
// cut behind it, wider than its records. Spans leave no gap, so no tombstone falls between two
// files.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compaction/output_cutter.h"
#include "env/file_io.h"
#include "env/spare_files.h"
#include "options/cf_config.h"
#include "rocksdb/file_checksum.h"
#include "rocksdb/file_system.h"
#include "rocksdb/listener.h"
#include "rocksdb/sst_partitioner.h"
#include "table/table_builder.h"
#include "util/key_bytes.h"
#include "util/range_tombstone.h"
#include "version/file_meta.h"

namespace ROCKSDB_NAMESPACE {

class TableOutputs {
 public:
  // A copy belongs to each TableOutputs; what the pointers refer to must outlive it.
  struct Settings {
    std::shared_ptr<const CfConfig> config;
    FileSystem* fs = nullptr;
    SpareFiles* spares = nullptr;  // files to write over; null: there are none
    FileOptions file_options;
    SystemClock* clock = nullptr;
    Statistics* stats = nullptr;
    Logger* logger = nullptr;
    RateLimiter* rate_limiter = nullptr;
    Env::IOPriority io_priority = Env::IO_LOW;
    bool use_fsync = false;
    // Null: files get no checksum.
    std::shared_ptr<FileChecksumGenFactory> checksums;
    std::string directory;
    uint32_t path_id = 0;
    std::function<uint64_t()> new_file_number;
    // Called before a file is begun, and once more for each of them, when it is sealed or
    // abandoned, with the outcome. May be null.
    std::function<void(const std::string& path, uint64_t number)> on_start;
    std::function<void(const std::string& path, const FileMeta&, const TableProperties&,
                       const Status&)>
        on_finish;

    std::string db_id;
    std::string db_session_id;
    uint32_t family_id = 0;
    std::string family_name;
    int level = 0;
    bool bottommost = false;
    TableFileCreationReason reason = TableFileCreationReason::kMisc;
    CompressionType compression = kNoCompression;
    CompressionOptions compression_opts;
    // In seconds; 0: unknown. The first goes to the metadata, the others to the tables' properties,
    // where a creation time is mostly the oldest ancestor's.
    uint64_t oldest_ancestor_time = 0;
    uint64_t creation_time = 0;
    uint64_t oldest_key_time = 0;
    uint64_t newest_key_time = 0;
    uint64_t flushed_logs = 0;  // see TableBuilderOptions

    uint64_t target_file_size =
        UINT64_MAX;                    // soft: a file ends at the first new user key beyond it
    uint64_t stretched_file_size = 0;  // see OutputCutter::Limits
    // About what a file will have, if that is less than its target: spares are chosen by it.
    uint64_t expected_file_size = UINT64_MAX;
    // User keys at which a new file must begin, ascending. Those at or outside of the bounds below
    // are ignored.
    std::vector<std::string> cut_points;
    // In place of expected_file_size, for each piece between all cut points given, one more than
    // these; or empty.
    std::vector<uint64_t> expected_pieces;
    // Says between which neighbouring user keys a file has to end; null: nowhere. Of this
    // TableOutputs alone.
    std::shared_ptr<SstPartitioner> partitioner;
    FileList grandparents;  // key order
    uint64_t max_grandparent_overlap = UINT64_MAX;
    // Range tombstones to carry over, already reduced to those worth keeping. Both starts and ends
    // ascend, as those of fragments do; of one fragment the newest is first. They are clipped to
    // the bounds below.
    std::vector<RangeTombstone> tombstones;
    // Outputs lie within [*lower, *upper): the job's own part of the key space. Null: unbounded.
    const std::string* lower = nullptr;
    const std::string* upper = nullptr;

    // The times of tables that are written `now` from memory, whose first key came at `first_key`;
    // UINT64_MAX: unknown. REQUIRES: `config` is set.
    void SetFlushTimes(uint64_t first_key, uint64_t now);
    // The times of tables that others are merged into.
    void SetMergeTimes(uint64_t oldest_ancestor, uint64_t newest_key);
  };

  explicit TableOutputs(Settings settings);
  ~TableOutputs();

  // Writes one record, first ending the file if it is time. After a failure only Abandon() makes
  // sense.
  // REQUIRES: ascending internal keys within [*lower, *upper).
  [[nodiscard]] Status Add(const Slice& key, const Slice& value);
  // Ends the last file; tombstone-only stretches get files too. Only once.
  [[nodiscard]] Status End();
  // OK: files() are safe on disk, up to the directory's sync. REQUIRES: End() succeeded; in any
  // thread.
  [[nodiscard]] Status Sync();
  // Both.
  [[nodiscard]] Status Finish();
  // Removes everything written; a file still open ends with its own failure, or `why` if it has
  // none. Idempotent; also what the destructor does unless Sync succeeded.
  void Abandon(const Status& why = Status::OK());

  // In key order. Sequence bounds are exact; epoch is 0 and must be given by the job.
  const std::vector<std::shared_ptr<FileMeta>>& files() const { return files_; }
  const std::vector<std::string>& paths() const { return paths_; }
  const std::vector<TableProperties>& properties() const { return properties_; }
  uint64_t bytes_written() const { return bytes_written_; }
  uint64_t records_written() const { return records_; }
  // Records of point entries and tombstones before clipping, for the input/output count check.
  uint64_t tombstones_written() const { return tombstones_written_; }

 private:
  // Bounds open files and what the file system has to write back at once. Chosen, not measured.
  static constexpr size_t kMostUnsynced = 8;
  // A program that writes six files with direct I/O beside three threads that use the disk waits 8
  // to 9 ms for their syncs one after the other, 4 to 5 ms at once.
  static constexpr size_t kSyncThreads = 4;

  // A file with all its content, not yet synced.
  struct Written {
    std::unique_ptr<WritableFileWriter> file;
    std::unique_ptr<TableBuilder> builder;
    std::shared_ptr<FileMeta> meta;
    std::string path;
    TableProperties properties;
  };

  Status Open();
  IOStatus OpenFile();
  uint64_t ExpectedSize() const;
  Status EnterKey(const Slice& user_key);
  // Whether the partitioner ends the open file before the key. REQUIRES: there are both.
  bool PartitionEnds(const Slice& user_key) const;
  Status EndSpan(const Slice* hi);
  Status EndSpanAt(const std::string& cut);
  void FillMeta(const TableProperties& properties);
  void DropCutsOutside();
  // Tombstones with a part in a span: settings_.tombstones[first, last).
  struct TombstoneSpan {
    size_t first = 0;
    size_t last = 0;
  };
  TombstoneSpan TombstonesIn(const Slice* lo, const Slice* hi);
  Status AddTombstones(const TombstoneSpan& span, const Slice* lo, const Slice* hi);
  void Widen(const Slice& smallest, const Slice& largest);
  // The open file's largest key, as far as records go.
  void NoteLastRecord();
  Status Seal();
  // Syncs, closes and reports all of written_. After a failure it holds the files not yet reported.
  Status SyncWritten();
  Status MakeSafe(Written* one) const;
  std::vector<Status> MakeAllSafe();
  void ReportGivenUp(const Status& why);
  void CloseForGood(WritableFileWriter* file, const std::string& path);
  int CompareUser(const Slice& a, const Slice& b) const {
    return settings_.config->order.CompareUserKeys(a, b);
  }

  Settings settings_;
  std::unique_ptr<WritableFileWriter> file_;
  bool written_over_ = false;  // file_ may have old bytes behind
  std::unique_ptr<TableBuilder> builder_;
  std::shared_ptr<FileMeta> meta_;
  std::string path_;
  bool begun_ = false;      // on_start was called and on_finish not yet
  Status open_status_;      // of the last file begun
  std::string span_begin_;  // user key at which the present file's span begins
  bool span_begins_somewhere_ = false;
  KeyBytes last_user_key_;
  bool have_last_ = false;
  uint64_t last_tail_ = 0;  // of the last record
  // Refers to settings_.
  OutputCutter cutter_;
  // The first tombstone that ends behind the begin of the present span. Only moves forward.
  size_t tombstone_ = 0;

  std::vector<Written> written_;  // key order, all behind files_
  std::vector<std::shared_ptr<FileMeta>> files_;
  std::vector<std::string> paths_;
  std::vector<TableProperties> properties_;
  uint64_t bytes_written_ = 0;
  uint64_t records_ = 0;
  // Bytes of keys and values in the open file.
  uint64_t added_ = 0;
  uint64_t tombstones_written_ = 0;
  // Cut points, also of those outside of the bounds, that lie before the present span.
  size_t piece_ = 0;
  bool finished_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
