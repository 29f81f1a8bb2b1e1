// SstFileWriter: tables written outside of a database, for ingestion. Every entry gets sequence
// number 0; the database that ingests the file gives all of them its own (table/sst_open.cc).
#include "rocksdb/sst_file_writer.h"

#include <algorithm>

#include "env/checksum_of_file.h"
#include "rocksdb/db.h"
#include "rocksdb/file_system.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/table.h"
#include "table/properties_block.h"
#include "table/table_builder.h"
#include "table/unique_id.h"
#include "util/entity_codec.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Of the format of the files; the reader of tables knows what it means.
constexpr int32_t kExternalVersion = 2;
// The page cache forgets what was written in steps of this size. Chosen, not measured.
constexpr uint64_t kForgetEvery = uint64_t{1} << 20;

Status NoFileOpen() { return Status::InvalidArgument("File is not opened"); }

// The tree of the database that ingests the file will be deep, so the file is compressed as one of
// its last level.
void ChooseCompression(const ColumnFamilyOptions& options, TableBuilderOptions* settings) {
  settings->compression = options.compression;
  settings->compression_opts = options.compression_opts;
  if (options.bottommost_compression != kDisableCompressionOption) {
    settings->compression = options.bottommost_compression;
    if (options.bottommost_compression_opts.enabled)
      settings->compression_opts = options.bottommost_compression_opts;
  } else if (!options.compression_per_level.empty()) {
    settings->compression = options.compression_per_level.back();
  }
}

}  // namespace

struct SstFileWriter::Rep {
  Rep(const EnvOptions& e, const Options& o, const Comparator* comparator, ColumnFamilyHandle* cf,
      bool forget_pages, Env::IOPriority priority, bool no_filters)
      : options(o),
        file_options(e),
        order(comparator),
        io_priority(priority),
        invalidate_page_cache(forget_pages),
        skip_filters(no_filters),
        fs(o.env->GetFileSystem()),
        session_id(NewSessionId(o.env->GetSystemClock().get())) {
    if (cf == nullptr) return;
    family_id = cf->GetID();
    family_name = cf->GetName();
  }
  ~Rep() { CloseUnfinished(); }

  Status Open(const std::string& path, Temperature temperature);
  Status Add(const Slice& key, const Slice& value, ValueType type);
  Status AddRangeDeletion(const Slice& begin, const Slice& end);
  Status Finish(ExternalSstFileInfo* result);
  void AddRangeDeletionsInOrder();
  void CloseUnfinished();
  TableBuilderOptions BuilderOptions() const;
  // Lets the system forget written pages once there are enough of them, or all of them with `all`.
  void ForgetPages(bool all);

  const Options options;
  FileOptions file_options;
  const InternalKeyOrder order;
  const Env::IOPriority io_priority;
  const bool invalidate_page_cache;
  const bool skip_filters;
  const std::shared_ptr<FileSystem> fs;
  // With the number of the file it makes the file's unique id.
  const std::string session_id;
  uint64_t next_file_number = 1;
  // TableBuilderOptions' value for "unknown" unless a family was given.
  uint32_t family_id = 0x7fffffff;
  std::string family_name;

  // Null while no file is open.
  std::unique_ptr<WritableFileWriter> file;
  std::unique_ptr<TableBuilder> builder;
  ExternalSstFileInfo info;
  // (begin, end), as they were added.
  std::vector<std::pair<std::string, std::string>> range_deletions;
  uint64_t forgotten = 0;
  std::string ikey;
};

TableBuilderOptions SstFileWriter::Rep::BuilderOptions() const {
  TableBuilderOptions t(order);
  ChooseCompression(options, &t);
  t.prefix_extractor = options.prefix_extractor;
  t.collectors = &options.table_properties_collector_factories;
  t.column_family_id = family_id;
  t.column_family_name = family_name;
  if (options.merge_operator != nullptr) t.merge_operator_name = options.merge_operator->Name();
  t.num_levels = options.num_levels;
  t.db_id = "SST Writer";
  t.db_session_id = session_id;
  t.file_number = next_file_number;
  t.skip_filters = skip_filters;
  t.external_file = true;
  t.statistics = options.statistics.get();
  t.logger = options.info_log.get();
  return t;
}

Status SstFileWriter::Rep::Open(const std::string& path, Temperature temperature) {
  if (order.user_comparator()->timestamp_size() > 0)
    return Status::NotSupported("user-defined timestamps: SstFileWriter");
  // Before a file that may be there is emptied. What a database refuses besides, a file may have.
  Status s = options.table_factory->ValidateOptions(options, options);
  if (s.IsNotSupported()) return s;
  CloseUnfinished();
  FileOptions how = file_options;
  how.temperature = temperature;
  std::unique_ptr<WritableFileWriter> opened;
  RateLimiter* const limiter = io_priority == Env::IO_TOTAL ? nullptr : options.rate_limiter.get();
  s = WritableFileWriter::Create(fs.get(), path, how, &opened, options.env->GetSystemClock().get(),
                                 options.statistics.get(), limiter, io_priority);
  if (!s.ok()) return s;
  opened->file()->SetIOPriority(io_priority);
  opened->ComputeChecksum(NewChecksumGenerator(options.file_checksum_gen_factory.get(), path));
  builder.reset(options.table_factory->NewTableBuilder(BuilderOptions(), opened.get()));
  if (builder == nullptr)
    return Status::NotSupported("table_factory: it writes no tables",
                                options.table_factory->Name());
  file = std::move(opened);
  ++next_file_number;
  info = ExternalSstFileInfo();
  info.file_path = path;
  info.version = kExternalVersion;
  range_deletions.clear();
  forgotten = 0;
  return builder->status();
}

Status SstFileWriter::Rep::Add(const Slice& key, const Slice& value, ValueType type) {
  if (builder == nullptr) return NoFileOpen();
  if (info.num_entries == 0) {
    info.smallest_key.assign(key.data(), key.size());
  } else if (order.CompareUserKeys(key, info.largest_key) <= 0) {
    return Status::InvalidArgument("Keys must be added in strict ascending order.");
  }
  ikey.clear();
  AppendInternalKey(&ikey, key, 0, type);
  builder->Add(ikey, value);
  ++info.num_entries;
  info.largest_key.assign(key.data(), key.size());
  info.file_size = builder->FileSize();
  ForgetPages(false);
  return builder->status();
}

Status SstFileWriter::Rep::AddRangeDeletion(const Slice& begin, const Slice& end) {
  if (builder == nullptr) return NoFileOpen();
  const int c = order.CompareUserKeys(begin, end);
  if (c > 0) return Status::InvalidArgument("end key comes before start key");
  // It deletes nothing.
  if (c == 0) return Status::OK();
  const bool first = info.num_range_del_entries == 0;
  if (first || order.CompareUserKeys(begin, info.smallest_range_del_key) < 0)
    info.smallest_range_del_key = begin.ToString();
  if (first || order.CompareUserKeys(end, info.largest_range_del_key) > 0)
    info.largest_range_del_key = end.ToString();
  range_deletions.emplace_back(begin.ToString(), end.ToString());
  ++info.num_range_del_entries;
  return builder->status();
}

// The builder takes them in the order of their begins only.
void SstFileWriter::Rep::AddRangeDeletionsInOrder() {
  std::stable_sort(
      range_deletions.begin(), range_deletions.end(),
      [this](const auto& a, const auto& b) { return order.CompareUserKeys(a.first, b.first) < 0; });
  for (const auto& [begin, end] : range_deletions)
    builder->Add(MakeInternalKey(begin, 0, kTypeRangeDeletion), end);
  range_deletions.clear();
}

void SstFileWriter::Rep::ForgetPages(bool all) {
  if (!invalidate_page_cache) return;
  if (!all && builder->FileSize() - forgotten < kForgetEvery) return;
  // A hint: where the system does not take it, the pages stay.
  IOStatus hint = file->file()->InvalidateCache(0, 0);
  hint.PermitUncheckedError();
  forgotten = builder->FileSize();
}

Status SstFileWriter::Rep::Finish(ExternalSstFileInfo* result) {
  if (builder == nullptr) return NoFileOpen();
  if (info.num_entries == 0 && info.num_range_del_entries == 0)
    return Status::InvalidArgument("Cannot create sst file with no entries");
  AddRangeDeletionsInOrder();
  Status s = builder->Finish();
  info.file_size = builder->FileSize();
  if (s.ok()) s = file->Sync(options.use_fsync);
  if (s.ok()) {
    ForgetPages(true);
    s = file->Close();
  }
  info.file_checksum_func_name = kUnknownFileChecksumFuncName;
  file->TakeChecksum(&info.file_checksum, &info.file_checksum_func_name);
  builder.reset();
  file.reset();
  if (!s.ok()) {
    // The file holds no table.
    IOStatus gone = fs->DeleteFile(info.file_path, IOOptions(), nullptr);
    gone.PermitUncheckedError();
    return s;
  }
  if (result != nullptr) *result = info;
  return s;
}

// The file stays as it is, unfinished, as with stock: the path is the caller's.
void SstFileWriter::Rep::CloseUnfinished() {
  if (builder != nullptr) builder->Abandon();
  builder.reset();
  file.reset();
}

SstFileWriter::SstFileWriter(const EnvOptions& env_options, const Options& options,
                             const Comparator* user_comparator, ColumnFamilyHandle* cf,
                             bool invalidate_page_cache, Env::IOPriority io_priority,
                             bool skip_filters)
    : rep_(new Rep(env_options, options, user_comparator, cf, invalidate_page_cache, io_priority,
                   skip_filters)) {}

SstFileWriter::~SstFileWriter() = default;

Status SstFileWriter::Open(const std::string& file_path, Temperature temp) {
  return rep_->Open(file_path, temp);
}

Status SstFileWriter::Put(const Slice& user_key, const Slice& value) {
  return rep_->Add(user_key, value, kTypeValue);
}

Status SstFileWriter::PutEntity(const Slice& user_key, const WideColumns& columns) {
  if (rep_->builder == nullptr) return NoFileOpen();
  std::string entity;
  Status s = EncodeEntity(columns, &entity);
  return s.ok() ? rep_->Add(user_key, entity, kTypeWideColumnEntity) : s;
}

Status SstFileWriter::Merge(const Slice& user_key, const Slice& value) {
  return rep_->Add(user_key, value, kTypeMerge);
}

Status SstFileWriter::Delete(const Slice& user_key) {
  return rep_->Add(user_key, Slice(), kTypeDeletion);
}

Status SstFileWriter::DeleteRange(const Slice& begin_key, const Slice& end_key) {
  return rep_->AddRangeDeletion(begin_key, end_key);
}

namespace {

// No file is open under a comparator that has timestamps.
Status NoTimestamps(bool open) {
  return open ? Status::InvalidArgument("Timestamp size mismatch") : NoFileOpen();
}

}  // namespace

Status SstFileWriter::Put(const Slice& /*user_key*/, const Slice& /*timestamp*/,
                          const Slice& /*value*/) {
  return NoTimestamps(rep_->builder != nullptr);
}

Status SstFileWriter::Delete(const Slice& /*user_key*/, const Slice& /*timestamp*/) {
  return NoTimestamps(rep_->builder != nullptr);
}

Status SstFileWriter::DeleteRange(const Slice& /*begin_key*/, const Slice& /*end_key*/,
                                  const Slice& /*timestamp*/) {
  return NoTimestamps(rep_->builder != nullptr);
}

Status SstFileWriter::Add(const Slice& user_key, const Slice& value) {
  return Put(user_key, value);
}

Status SstFileWriter::Finish(ExternalSstFileInfo* file_info) { return rep_->Finish(file_info); }

uint64_t SstFileWriter::FileSize() { return rep_->info.file_size; }

bool SstFileWriter::CreatedBySstFileWriter(const TableProperties& properties) {
  return properties.user_collected_properties.count(property_names::kExternalVersion) != 0;
}

}  // namespace ROCKSDB_NAMESPACE
