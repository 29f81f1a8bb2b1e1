// Adjusting and refusing options; see option_rules.h. The numbers are those that stock RocksDB
// 10.6.2 was seen to use. A value with an obvious nearest legal value is adjusted. Options that
// contradict each other or need what this library lacks are refused, because a guess could lose
// data or mislead.
#include "options/option_rules.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "options/enum_names.h"
#include "rocksdb/env.h"
#include "rocksdb/file_system.h"
#include "rocksdb/memtablerep.h"
#include "rocksdb/rate_limiter.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// The value in the public structs that means "chosen at open".
constexpr uint64_t kAutomatic = 0xfffffffffffffffe;
constexpr uint64_t kThirtyDays = 30 * 24 * 60 * 60;
constexpr int kFewestOpenFiles = 20;
constexpr size_t kSmallestWriteBuffer = 64 << 10;
constexpr size_t kLargestWriteBuffer = size_t{64} << 30;
constexpr uint64_t kDefaultDelayedRate = 16 << 20;
constexpr uint64_t kLargestRate = uint64_t{1} << 60;  // rates are computed in floating point
constexpr int kMostLevels = 64;
constexpr uint32_t kMostBuckets = 4096;
constexpr uint32_t kMostFlushThreads = 256;

// The present limit of this process; a larger number would only fail later.
int MostOpenFiles() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > (1u << 22)) {
    return 1 << 22;
  }
  return static_cast<int>(limit.rlim_cur);
}

std::string WithoutTrailingSlash(std::string dir) {
  while (dir.size() > 1 && dir.back() == '/') {
    dir.pop_back();
  }
  return dir;
}

uint64_t DelayedRate(const DBOptions& db) {
  if (db.delayed_write_rate != 0) {
    return std::min(db.delayed_write_rate, kLargestRate);
  }
  const int64_t limit = db.rate_limiter == nullptr ? 0 : db.rate_limiter->GetBytesPerSecond();
  return limit > 0 ? static_cast<uint64_t>(limit) : kDefaultDelayedRate;
}

// A WAL can be reused only if neither the archive nor the recovery mode requires that old logs are
// deleted.
bool MayRecycleLogs(const DBOptions& db) {
  return db.WAL_ttl_seconds == 0 && db.WAL_size_limit_MB == 0 &&
         db.wal_recovery_mode != WALRecoveryMode::kTolerateCorruptedTailRecords &&
         db.wal_recovery_mode != WALRecoveryMode::kAbsoluteConsistency;
}

// Whether logs may be written over although nobody asked for it. Not on an application's own file
// system: one that encrypts may hand ReuseWritableFile on as it is.
bool MaySpareLogs(const DBOptions& db) {
  return db.recycle_log_file_num == 0 && MayRecycleLogs(db) && !db.allow_2pc &&
         db.wal_compression == kNoCompression && !db.track_and_verify_wals_in_manifest &&
         !db.track_and_verify_wals && db.env->GetFileSystem() == FileSystem::Default();
}

// An eighth of the write buffer, at most 1 MiB, in whole pages.
size_t AutomaticArenaBlock(size_t write_buffer_size) {
  constexpr size_t kPage = 4096;
  const size_t eighth = std::min(size_t{1} << 20, write_buffer_size / 8);
  return (eighth + kPage - 1) / kPage * kPage;
}

void CleanMemtables(ColumnFamilyOptions* cf) {
  cf->write_buffer_size =
      std::clamp(cf->write_buffer_size, kSmallestWriteBuffer, kLargestWriteBuffer);
  if (cf->arena_block_size == 0) {
    cf->arena_block_size = AutomaticArenaBlock(cf->write_buffer_size);
  }
  // One fills while the other is flushed.
  cf->max_write_buffer_number = std::max(cf->max_write_buffer_number, 2);
  // One memtable must stay for the writers while the others wait to be merged.
  cf->min_write_buffer_number_to_merge =
      std::clamp(cf->min_write_buffer_number_to_merge, 1, cf->max_write_buffer_number - 1);
  if (cf->max_write_buffer_size_to_maintain < 0) {
    cf->max_write_buffer_size_to_maintain =
        static_cast<int64_t>(cf->write_buffer_size) * cf->max_write_buffer_number;
  }
  double& bloom = cf->memtable_prefix_bloom_size_ratio;
  bloom = bloom > 0 ? std::min(bloom, 0.25) : 0;  // NaN is not above 0
  // Hashed memtables hash the prefix.
  if (cf->prefix_extractor == nullptr && cf->memtable_factory != nullptr &&
      (cf->memtable_factory->IsInstanceOf("HashSkipListRepFactory") ||
       cf->memtable_factory->IsInstanceOf("HashLinkListRepFactory"))) {
    cf->memtable_factory = std::make_shared<SkipListFactory>();
  }
}

void CleanLevels(const DBOptions& db, ColumnFamilyOptions* cf) {
  const bool leveled = cf->compaction_style == kCompactionStyleLevel;
  const bool universal = cf->compaction_style == kCompactionStyleUniversal;
  const bool ingest_behind = db.allow_ingest_behind || cf->cf_allow_ingest_behind;
  // Leveled compaction needs a level below level 0; ingestion behind needs the last level for
  // itself.
  cf->num_levels = std::max(cf->num_levels, leveled ? 2 : universal && ingest_behind ? 3 : 1);
  if (cf->max_bytes_for_level_multiplier <= 0) {
    cf->max_bytes_for_level_multiplier = 1;
  }
  if (!leveled || cf->cf_paths.size() > 1 || (cf->cf_paths.empty() && db.db_paths.size() > 1)) {
    cf->level_compaction_dynamic_level_bytes = false;
  }
  if (cf->max_compaction_bytes == 0) {
    cf->max_compaction_bytes = cf->target_file_size_base * 25;
  }
}

void CleanTriggers(ColumnFamilyOptions* cf) {
  if (cf->level0_file_num_compaction_trigger == 0) {
    cf->level0_file_num_compaction_trigger = 1;
  }
  if (cf->compaction_style == kCompactionStyleFIFO) {
    cf->level0_slowdown_writes_trigger = std::numeric_limits<int>::max();
    cf->level0_stop_writes_trigger = std::numeric_limits<int>::max();
  }
  cf->level0_slowdown_writes_trigger =
      std::max(cf->level0_slowdown_writes_trigger, cf->level0_file_num_compaction_trigger);
  cf->level0_stop_writes_trigger =
      std::max(cf->level0_stop_writes_trigger, cf->level0_slowdown_writes_trigger);
  // A soft limit above the hard one would never take effect; no soft limit means the hard one.
  uint64_t& soft = cf->soft_pending_compaction_bytes_limit;
  const uint64_t hard = cf->hard_pending_compaction_bytes_limit;
  if (soft == 0 || (hard > 0 && soft > hard)) {
    soft = hard;
  }
}

void CleanAges(ColumnFamilyOptions* cf) {
  const bool block_based = cf->table_factory == nullptr ||
                           cf->table_factory->IsInstanceOf(TableFactory::kBlockBasedTableName());
  if (cf->ttl == kAutomatic) {
    cf->ttl = block_based ? kThirtyDays : 0;
  }
  uint64_t& periodic = cf->periodic_compaction_seconds;
  if (cf->compaction_style == kCompactionStyleUniversal) {
    // Universal compaction has one age limit: the stricter of the two.
    if (periodic == kAutomatic) {
      periodic = block_based ? kThirtyDays : 0;
    }
    if (cf->ttl != 0) {
      periodic = periodic == 0 ? cf->ttl : std::min(periodic, cf->ttl);
    }
  } else if (periodic == kAutomatic) {
    const bool filtered =
        cf->compaction_filter != nullptr || cf->compaction_filter_factory != nullptr;
    const bool leveled = cf->compaction_style == kCompactionStyleLevel;
    periodic = filtered && leveled && block_based ? kThirtyDays : 0;
  }
}

void CleanBuckets(ColumnFamilyOptions* cf) {
  BucketOptions& b = cf->bucket_options;
  b.max_buckets = std::clamp(b.max_buckets, 1u, kMostBuckets);
  b.flush_threads = std::min(b.flush_threads, kMostFlushThreads);
  b.initial_buckets = std::min(b.initial_buckets, b.max_buckets);
  b.window_flushes = std::max(b.window_flushes, 1u);
  // Hazard 12: other styles would count each file of a flush as a sorted run.
  if (cf->compaction_style != kCompactionStyleLevel) {
    b.enabled = false;
  }
}

// "HH:mm-HH:mm"
bool ParseDayMinutes(const std::string& text, int* start, int* end) {
  int h1, m1, h2, m2;
  char rest;
  if (std::sscanf(text.c_str(), "%2d:%2d-%2d:%2d%c", &h1, &m1, &h2, &m2, &rest) != 4) {
    return false;
  }
  *start = h1 * 60 + m1;
  *end = h2 * 60 + m2;
  return text.size() == 11 && h1 >= 0 && h1 < 24 && h2 >= 0 && h2 < 24 && m1 >= 0 && m1 < 60 &&
         m2 >= 0 && m2 < 60;
}

Status CheckOffpeak(const std::string& text) {
  int start = 0, end = 0;
  if (text.empty()) {
    return Status::OK();
  }
  if (!ParseDayMinutes(text, &start, &end)) {
    return Status::InvalidArgument(
        "daily_offpeak_time_utc should be set in the format HH:mm-HH:mm (e.g. 04:30-07:30)");
  }
  return start == end ? Status::InvalidArgument("start_time and end_time cannot be the same")
                      : Status::OK();
}

Status CheckLinked(CompressionType type) {
  return CompressionIsLinked(type)
             ? Status::OK()
             : Status::InvalidArgument("Compression type " + CompressionLogName(type) +
                                       " is not linked with the binary.");
}

Status CheckCompression(const ColumnFamilyOptions& cf) {
  if (cf.compression_manager != nullptr) {
    return Status::NotSupported("compression_manager: only built-in compression is available");
  }
  Status s;
  if (cf.compression_per_level.empty()) {
    s = CheckLinked(cf.compression);
  }
  for (CompressionType type : cf.compression_per_level) {
    s = s.ok() ? CheckLinked(type) : s;
  }
  if (s.ok() && cf.bottommost_compression != kDisableCompressionOption) {
    s = CheckLinked(cf.bottommost_compression);
  }
  if (s.ok() && cf.compression_opts.zstd_max_train_bytes > 0 &&
      cf.compression_opts.max_dict_bytes == 0 && cf.compression == kZSTD) {
    s = Status::InvalidArgument(
        "zstd_max_train_bytes needs a nonzero max_dict_bytes: there is no dictionary to train");
  }
  if (s.ok() && cf.enable_blob_files && !CompressionIsLinked(cf.blob_compression_type)) {
    s = Status::InvalidArgument("The specified blob compression type " +
                                CompressionLogName(cf.blob_compression_type) +
                                " is not available.");
  }
  return s;
}

bool IsProtectionSize(uint32_t bytes) {
  return bytes == 0 || bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

Status CheckRanges(const ColumnFamilyOptions& cf) {
  if (!IsProtectionSize(cf.memtable_protection_bytes_per_key)) {
    return Status::NotSupported("memtable_protection_bytes_per_key must be 0, 1, 2, 4 or 8");
  }
  if (!IsProtectionSize(cf.block_protection_bytes_per_key)) {
    return Status::NotSupported("block_protection_bytes_per_key must be 0, 1, 2, 4 or 8");
  }
  if (cf.blob_garbage_collection_age_cutoff < 0 || cf.blob_garbage_collection_age_cutoff > 1) {
    return Status::InvalidArgument("blob_garbage_collection_age_cutoff must be within [0, 1]");
  }
  if (cf.blob_garbage_collection_force_threshold < 0 ||
      cf.blob_garbage_collection_force_threshold > 1) {
    return Status::InvalidArgument("blob_garbage_collection_force_threshold must be within [0, 1]");
  }
  if (cf.cf_paths.size() > 4) {
    return Status::NotSupported("cf_paths: at most four paths");
  }
  if (cf.num_levels > kMostLevels) {
    return Status::NotSupported("num_levels: at most 64 levels");
  }
  if (!std::isfinite(cf.max_bytes_for_level_multiplier)) {
    return Status::InvalidArgument("max_bytes_for_level_multiplier must be a finite number");
  }
  const BucketOptions& buckets = cf.bucket_options;
  const bool ordered = buckets.merge_temperature >= 0 &&
                       buckets.split_temperature > buckets.merge_temperature;  // false for NaN
  if (!ordered) {
    return Status::InvalidArgument(
        "bucket_options: split_temperature must exceed merge_temperature");
  }
  return Status::OK();
}

Status CheckStyle(const ColumnFamilyOptions& cf) {
  const auto& ages = cf.compaction_options_fifo.file_temperature_age_thresholds;
  if (!ages.empty() && cf.compaction_style != kCompactionStyleFIFO) {
    return Status::NotSupported(
        "Option file_temperature_age_thresholds only supports FIFO compaction.");
  }
  for (size_t i = 1; i < ages.size(); ++i) {
    if (ages[i].age <= ages[i - 1].age) {
      return Status::NotSupported("file_temperature_age_thresholds must ascend by age");
    }
  }
  if (cf.compaction_style == kCompactionStyleUniversal) {
    const int max_read_amp = cf.compaction_options_universal.max_read_amp;
    if (max_read_amp < -1) {
      return Status::NotSupported("compaction_options_universal.max_read_amp must be at least -1");
    }
    if (max_read_amp > 0 && max_read_amp < cf.level0_file_num_compaction_trigger) {
      return Status::NotSupported(
          "compaction_options_universal.max_read_amp is below level0_file_num_compaction_trigger");
    }
  }
  return Status::OK();
}

Status CheckWriting(const DBOptions& db, const ColumnFamilyOptions& cf) {
  if (db.allow_concurrent_memtable_write) {
    if (cf.inplace_update_support) {
      return Status::InvalidArgument(
          "inplace_update_support is not compatible with allow_concurrent_memtable_write");
    }
    if (cf.memtable_factory != nullptr && !cf.memtable_factory->IsInsertConcurrentlySupported()) {
      return Status::InvalidArgument(
          "This memtable_factory needs allow_concurrent_memtable_write=false");
    }
  }
  if (db.unordered_write && cf.max_successive_merges > 0) {
    return Status::InvalidArgument("max_successive_merges is incompatible with unordered_write");
  }
  return Status::OK();
}

}  // namespace

bool CompressionIsLinked(CompressionType type) {
  switch (type) {
    case kNoCompression:
      return true;
#ifdef SNAPPY
    case kSnappyCompression:
      return true;
#endif
#ifdef ZLIB
    case kZlibCompression:
      return true;
#endif
#ifdef BZIP2
    case kBZip2Compression:
      return true;
#endif
#ifdef LZ4
    case kLZ4Compression:
    case kLZ4HCCompression:
      return true;
#endif
#ifdef ZSTD
    case kZSTD:
      return true;
#endif
    default:
      return false;
  }
}

DBOptions CleanDBOptions(const std::string& dbname, const DBOptions& options) {
  DBOptions db = options;
  if (db.env == nullptr) {
    db.env = Env::Default();
  }
  if (db.max_open_files != -1) {
    db.max_open_files = std::clamp(db.max_open_files, kFewestOpenFiles,
                                   std::max(kFewestOpenFiles, MostOpenFiles()));
  }
  if (db.bytes_per_sync == 0 && db.rate_limiter != nullptr) {
    db.bytes_per_sync = 1 << 20;
  }
  db.delayed_write_rate = DelayedRate(db);
  if (!MayRecycleLogs(db)) {
    db.recycle_log_file_num = 0;
  }
  if (db.allow_2pc) {
    db.avoid_flush_during_recovery = false;
  }
  if (db.wal_compression != kZSTD || !CompressionIsLinked(kZSTD)) {
    db.wal_compression = kNoCompression;  // the log can only stream ZSTD
  }
  if (!MaySpareLogs(db)) {
    db.spare_log_files = 0;
  }
  // A manager is to see each deletion.
  if (db.sst_file_manager != nullptr) {
    db.spare_table_bytes = 0;
  }
  // An empty wal_dir means the database directory; any other spelling of it would list the files
  // twice.
  db.wal_dir = WithoutTrailingSlash(db.wal_dir);
  if (db.wal_dir == WithoutTrailingSlash(dbname)) {
    db.wal_dir.clear();
  }
  return db;
}

ColumnFamilyOptions CleanColumnFamilyOptions(const DBOptions& db,
                                             const ColumnFamilyOptions& options) {
  ColumnFamilyOptions cf = options;
  CleanMemtables(&cf);
  // What was sealed together is flushed together, and nothing is kept back.
  if (db.atomic_flush) cf.min_write_buffer_number_to_merge = 1;
  CleanLevels(db, &cf);
  CleanTriggers(&cf);
  CleanAges(&cf);
  CleanBuckets(&cf);
  return cf;
}

Options SanitizeOptions(const std::string& dbname, const Options& options) {
  const DBOptions db = CleanDBOptions(dbname, options);
  return Options(db, CleanColumnFamilyOptions(db, options));
}

Status ValidateDBOptions(const DBOptions& db) {
  if (db.db_paths.size() > 4) {
    return Status::NotSupported("db_paths: at most four paths");
  }
  if (db.allow_mmap_reads && db.use_direct_reads) {
    return Status::NotSupported("allow_mmap_reads and use_direct_reads exclude each other");
  }
  if (db.allow_mmap_writes && db.use_direct_io_for_flush_and_compaction) {
    return Status::NotSupported(
        "allow_mmap_writes and use_direct_io_for_flush_and_compaction exclude each other");
  }
  if (db.keep_log_file_num == 0) {
    return Status::InvalidArgument("keep_log_file_num must be greater than 0");
  }
  if (db.unordered_write && !db.allow_concurrent_memtable_write) {
    return Status::InvalidArgument(
        "unordered_write is incompatible with !allow_concurrent_memtable_write");
  }
  if (db.unordered_write && db.enable_pipelined_write) {
    return Status::InvalidArgument("unordered_write is incompatible with enable_pipelined_write");
  }
  if (db.atomic_flush && db.enable_pipelined_write) {
    return Status::InvalidArgument("atomic_flush is incompatible with enable_pipelined_write");
  }
  if (!db.write_dbid_to_manifest && !db.write_identity_file) {
    return Status::InvalidArgument(
        "write_dbid_to_manifest and write_identity_file cannot both be false");
  }
  return CheckOffpeak(db.daily_offpeak_time_utc);
}

Status ValidateColumnFamilyOptions(const DBOptions& db, const ColumnFamilyOptions& cf) {
  if (cf.comparator == nullptr) {
    return Status::InvalidArgument("comparator must not be null");
  }
  if (cf.comparator->timestamp_size() > 0) {
    return Status::NotSupported("user-defined timestamps", cf.comparator->Name());
  }
  if (cf.memtable_factory == nullptr) {
    return Status::InvalidArgument("memtable_factory must not be null");
  }
  Status s = CheckCompression(cf);
  if (s.ok()) {
    s = CheckRanges(cf);
  }
  if (s.ok()) {
    s = CheckStyle(cf);
  }
  if (s.ok()) {
    s = CheckWriting(db, cf);
  }
  if (s.ok() && cf.table_factory != nullptr) {
    s = cf.table_factory->ValidateOptions(db, cf);
  }
  return s;
}

Status ValidateOptions(const DBOptions& db, const ColumnFamilyOptions& cf) {
  Status s = ValidateDBOptions(db);
  return s.ok() ? ValidateColumnFamilyOptions(db, cf) : s;
}

}  // namespace ROCKSDB_NAMESPACE
