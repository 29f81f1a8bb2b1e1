// Settings and signals shared by all jobs; see the header.
#include "db/jobs/job_services.h"

#include <algorithm>

#include "db/state/event_log.h"
#include "env/filename.h"
#include "env/sst_file_manager.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// A table is synced at its end. Written back as it grows, it leaves little to wait for then: in ten
// pairs of fillrandom on a disk the syncs of flushes took 0.5 s in place of 1.8, and writers waited
// half as long. With 1 MB in place of 4 flushes of 1 GB waited 0.11 s for them in place of 0.19.
constexpr uint64_t kWriteBack = 1 << 20;

// A device that serves requests in turn shares itself by their bytes: beside two threads that write
// by 1 MB one gets a third of it with 1 MB, two thirds with 4.
constexpr size_t kDirectWriteOfFlush = 4 << 20;

// Who asks for strict steps says how long they are.
uint64_t BytesPerSync(const DBOptions& options) {
  const bool ours = options.bytes_per_sync == 0 && !options.strict_bytes_per_sync;
  return ours ? kWriteBack : options.bytes_per_sync;
}

// What the listeners' table file events say about every file of one job.
template <typename Info>
Info FileInfo(const std::string& db, const std::string& family, const std::string& path, int job_id,
              TableFileCreationReason reason) {
  Info info;
  info.db_name = db;
  info.cf_name = family;
  info.file_path = path;
  info.job_id = job_id;
  info.reason = reason;
  return info;
}

}  // namespace

JobServices::JobServices(DbParts* parts)
    : parts_(*parts), changed_(parts->context.mutex.for_waiting()) {}

void JobServices::Cancel() {
  cancel_.store(true, std::memory_order_release);
  cancel_manual_.store(true, std::memory_order_release);
  right_of_way_.Cancel();
}

void JobServices::CancelManual(bool cancel) {
  cancel_manual_.store(cancel || canceled(), std::memory_order_release);
}

BucketSizingInputs JobServices::SizingInputs(const CfConfig& config) const {
  BucketSizingInputs inputs;
  inputs.write_buffer_size = config.options.write_buffer_size;
  inputs.compaction_threads =
      static_cast<uint32_t>(std::max(1, parts_.context.config()->background.compactions));
  inputs.processors = processors_;
  return inputs;
}

TableOutputs::Settings JobServices::FlushOutputs(const ColumnFamily& family,
                                                 std::shared_ptr<const CfConfig> config, int job_id,
                                                 TableFileCreationReason reason,
                                                 std::vector<std::string> cut_points) const {
  TableOutputs::Settings s = CommonOutputs(family, std::move(config), job_id, reason, 0);
  // Writers wait for flushes, so the rate limiter serves these first.
  s.io_priority = Env::IO_HIGH;
  if (s.file_options.use_direct_writes) {
    s.file_options.writable_file_max_buffer_size =
        std::max(s.file_options.writable_file_max_buffer_size, kDirectWriteOfFlush);
  }
  s.level = 0;
  s.compression = s.config->FlushCompression();
  s.compression_opts = s.config->options.compression_opts;
  s.cut_points = std::move(cut_points);
  return s;
}

TableOutputs::Settings JobServices::CompactionOutputs(const ColumnFamily& family,
                                                      std::shared_ptr<const CfConfig> config,
                                                      int job_id, uint32_t path_id,
                                                      uint64_t flushed_logs) const {
  TableOutputs::Settings s = CommonOutputs(family, std::move(config), job_id,
                                           TableFileCreationReason::kCompaction, path_id);
  s.io_priority = Env::IO_LOW;
  s.flushed_logs = flushed_logs;
  return s;
}

bool JobServices::SpaceIsUsedUp() const {
  FileCountingManager* const manager = parts_.context.file_manager;
  return manager != nullptr && manager->IsMaxAllowedSpaceReached();
}

void JobServices::CountTables(const CfConfig& config,
                              const std::vector<std::shared_ptr<FileMeta>>& files) const {
  FileCountingManager* const manager = parts_.context.file_manager;
  if (manager == nullptr) return;
  for (const auto& file : files) {
    manager->FileAdded(
        TableFileName(config.PathOf(file->path_id, parts_.context.dbname), file->number),
        file->file_size);
  }
}

TableOutputs::Settings JobServices::CommonOutputs(const ColumnFamily& family,
                                                  std::shared_ptr<const CfConfig> config,
                                                  int job_id, TableFileCreationReason reason,
                                                  uint32_t path_id) const {
  const auto db = parts_.context.config();
  TableOutputs::Settings s;
  s.directory = config->PathOf(path_id, parts_.context.dbname);
  s.config = std::move(config);
  s.fs = parts_.context.fs.get();
  s.spares = parts_.spares.get();
  s.file_options = parts_.context.file_options;
  s.file_options.use_mmap_writes = false;
  s.file_options.use_direct_writes = db->options.use_direct_io_for_flush_and_compaction;
  s.file_options.bytes_per_sync = BytesPerSync(db->options);
  s.clock = parts_.context.clock.get();
  s.stats = parts_.context.stats;
  s.logger = parts_.context.info_log.get();
  s.rate_limiter = db->options.rate_limiter.get();
  s.reason = reason;
  s.use_fsync = db->options.use_fsync;
  s.checksums = db->options.file_checksum_gen_factory;
  s.new_file_number = [this] { return parts_.versions->NewFileNumber(); };
  s.db_id = parts_.context.db_id;
  s.db_session_id = parts_.context.db_session_id;
  s.family_id = family.id;
  s.family_name = family.name;
  s.on_start = [this, name = family.name, job_id, reason](const std::string& path, uint64_t) {
    parts_.events->TableFileCreationStarted(
        FileInfo<TableFileCreationBriefInfo>(parts_.context.dbname, name, path, job_id, reason));
  };
  s.on_finish = [this, name = family.name, job_id, reason](
                    const std::string& path, const FileMeta& file,
                    const TableProperties& properties, const Status& status) {
    auto info = FileInfo<TableFileCreationInfo>(parts_.context.dbname, name, path, job_id, reason);
    info.file_size = file.file_size;
    info.table_properties = properties;
    info.status = status;
    info.file_checksum = file.checksum;
    info.file_checksum_func_name = ChecksumName(file);
    parts_.events->TableFileCreated(info, file);
  };
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
