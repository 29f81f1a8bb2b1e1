// See the header.
#include "db/jobs/ingest_file.h"

#include "env/file_io.h"
#include "env/filename.h"
#include "rocksdb/table.h"
#include "table/properties_block.h"
#include "table/table_builder.h"
#include "table/table_reader.h"
#include "table/unique_id.h"
#include "util/range_tombstone.h"
#include "version/file_counts.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// What files say that belong to no family.
constexpr uint64_t kAnyFamily = 0x7fffffff;

// Which kind of file it is, by the properties that only writers of external files set.
Status CheckKind(const IngestSource& source, IngestFile* file) {
  const UserCollectedProperties& p = file->properties->user_collected_properties;
  const auto version = p.find(property_names::kExternalVersion);
  if (version == p.end()) {
    if (!source.options.allow_db_generated_files)
      return Status::Corruption("External file version not found");
    if (file->properties->key_largest_seqno == 0) return Status::OK();
    return Status::Corruption("External file has non zero sequence number");
  }
  if (version->second.size() < sizeof(uint32_t))
    return Status::Corruption("External file version is malformed");
  const uint32_t number = LoadFixed32(version->second.data());
  if (number == 0 || number > 2)
    return Status::InvalidArgument("External file version is not supported");
  const auto stored = p.find(property_names::kExternalSequence);
  if (number == 2 && (stored == p.end() || stored->second.size() < sizeof(uint64_t)))
    return Status::Corruption("External file global sequence number not found");
  file->takes_number = number == 2;
  if (file->takes_number) file->stored_number = LoadFixed64(stored->second.data());
  return Status::OK();
}

Status CheckOwner(const IngestSource& source, const TableProperties& p) {
  const std::string order = source.family->order.user_comparator()->Name();
  if (!p.comparator_name.empty() && p.comparator_name != order) {
    return Status::InvalidArgument(order,
                                   "does not match existing comparator " + p.comparator_name);
  }
  if (p.column_family_id != kAnyFamily && p.column_family_id != source.family->id &&
      !source.options.allow_db_generated_files) {
    return Status::InvalidArgument("External file column family id does not match that of " +
                                   source.family->name);
  }
  return Status::OK();
}

// The first and the last entry; every entry of the file has the same sequence number, which the
// reader shows.
Status ReadPointBounds(const IngestSource& source, TableReader* table, IngestFile* file) {
  ReadOptions read;
  read.fill_cache = source.options.fill_cache;
  const std::unique_ptr<InternalIterator> it(table->NewIterator(read, TableIterOptions()));
  for (std::string* bound : {&file->smallest, &file->largest}) {
    if (bound == &file->smallest) {
      it->SeekToFirst();
    } else {
      it->SeekToLast();
    }
    if (!it->status().ok()) return it->status();
    if (!it->Valid()) return Status::OK();
    ParsedInternalKey key;
    Status s = ParseInternalKey(it->key(), &key);
    if (!s.ok()) return s;
    *bound = MakeInternalKey(key.user_key, 0, key.type);
  }
  return Status::OK();
}

Status ReadBounds(const IngestSource& source, TableReader* table, IngestFile* file) {
  Status s = ReadPointBounds(source, table, file);
  const auto tombstones = table->RangeTombstones();
  if (!s.ok() || tombstones == nullptr || tombstones->empty()) {
    return s.ok() && file->smallest.empty() ? Status::Corruption("External file has no entries")
                                            : s;
  }
  const InternalKeyOrder& order = source.config->order;
  const std::string begin =
      MakeInternalKey(tombstones->fragments().front().start, 0, kTypeRangeDeletion);
  const std::string end = MakeExclusiveEnd(tombstones->fragments().back().end);
  if (file->smallest.empty() || order.Compare(begin, file->smallest) < 0) file->smallest = begin;
  if (file->largest.empty() || order.Compare(end, file->largest) > 0) file->largest = end;
  return s;
}

Status SyncIngestFile(const IngestSource& source, const std::string& path) {
  const DbContext& c = *source.context;
  std::unique_ptr<FSWritableFile> file;
  IOStatus s = c.fs->ReopenWritableFile(path, c.file_options, &file, nullptr);
  // The writer has synced the file; such a file system cannot do more.
  if (s.IsNotSupported()) return Status::OK();
  if (!s.ok()) return s;
  s = c.config()->options.use_fsync ? file->Fsync(IOOptions(), nullptr)
                                    : file->Sync(IOOptions(), nullptr);
  const IOStatus closed = file->Close(IOOptions(), nullptr);
  return s.ok() ? closed : s;
}

}  // namespace

Status OpenLooseTable(const IngestSource& source, const std::string& path, uint64_t size,
                      SequenceNumber recorded, std::unique_ptr<TableReader>* reader) {
  const DbContext& c = *source.context;
  FileOptions file_options = c.file_options;
  file_options.temperature = source.temperature;
  std::unique_ptr<RandomAccessFileReader> file;
  Status s =
      RandomAccessFileReader::Open(c.fs.get(), path, file_options, &file, c.clock.get(), c.stats);
  if (!s.ok()) return s;
  TableReaderOptions how(source.config->order);
  how.prefix_extractor = source.config->options.prefix_extractor;
  how.env_options = c.file_options;
  how.clock = c.clock.get();
  how.statistics = c.stats;
  how.logger = c.info_log.get();
  how.largest_seqno = recorded;
  // They may be large, and nobody looks a key up.
  how.skip_filters = true;
  ReadOptions read;
  read.fill_cache = source.options.fill_cache;
  return source.config->options.table_factory->NewTableReader(read, how, std::move(file), size,
                                                              reader, false);
}

Status DescribeIngestFile(const IngestSource& source, const std::string& path, IngestFile* file) {
  file->external_path = path;
  Status s = source.context->fs->GetFileSize(path, IOOptions(), &file->size, nullptr);
  std::unique_ptr<TableReader> table;
  if (s.ok()) s = OpenLooseTable(source, path, file->size, kNoGlobalSequence, &table);
  if (!s.ok()) return s;
  file->properties = table->Properties();
  s = CheckKind(source, file);
  if (s.ok()) s = CheckOwner(source, *file->properties);
  if (s.ok() && source.options.verify_checksums_before_ingest) {
    ReadOptions read;
    read.readahead_size = source.options.verify_checksums_readahead_size;
    s = table->VerifyChecksums(read);
  }
  return s.ok() ? ReadBounds(source, table.get(), file) : s;
}

Status TakeIngestFile(const IngestSource& source, IngestFile* file) {
  DbContext& c = *source.context;
  const IngestExternalFileOptions& options = source.options;
  file->path = TableFileName(source.config->PathOf(0, c.dbname), file->number);
  Status s = Status::NotSupported("not asked for");
  if (options.move_files || options.link_files) {
    s = c.fs->LinkFile(file->external_path, file->path, IOOptions(), nullptr);
    file->linked = s.ok();
    if (!s.ok() && !options.failed_move_fall_back_to_copy) return s;
  }
  if (file->linked) {
    s = SyncIngestFile(source, file->path);
  } else {
    s = CopyFile(c.fs.get(), file->external_path, file->path, file->size,
                 c.config()->options.use_fsync);
  }
  if (!s.ok()) {
    c.fs->DeleteFile(file->path, IOOptions(), nullptr).PermitUncheckedError();
    file->path.clear();
  }
  return s;
}

Status ChecksumIngestFile(const IngestSource& source, IngestFile* file) {
  const auto config = source.context->config();
  FileChecksumGenFactory* const factory = config->options.file_checksum_gen_factory.get();
  const auto own = NewChecksumGenerator(factory, file->path);
  if (own == nullptr) return Status::OK();
  const bool verified = !file->is_claimed || source.options.verify_file_checksum;
  if (file->is_claimed && file->claimed.function != own->Name()) {
    return Status::InvalidArgument(
        "Checksum function name does not match with the checksum function name of this DB",
        file->external_path);
  }
  file->checksum = file->claimed;
  Status s = verified ? ChecksumAnew(source, file) : Status::OK();
  if (!s.ok() || !file->is_claimed || file->checksum.value == file->claimed.value) return s;
  return Status::Corruption("Ingested checksum does not match with the generated checksum",
                            file->external_path);
}

Status ChecksumAnew(const IngestSource& source, IngestFile* file) {
  const DbContext& c = *source.context;
  const auto config = c.config();
  ChecksumReading how;
  how.fs = c.fs.get();
  how.file_options = c.file_options;
  how.file_options.temperature = source.temperature;
  how.clock = c.clock.get();
  how.stats = c.stats;
  how.piece = source.options.verify_checksums_readahead_size;
  return ReadChecksumOfFile(how, file->path, config->options.file_checksum_gen_factory.get(),
                            file->claimed.function, &file->checksum);
}

Status StoreIngestNumber(const IngestSource& source, const IngestFile& file, bool* changed) {
  *changed = false;
  if (!file.takes_number || file.stored_number == file.sequence) return Status::OK();
  // Readers take the MANIFEST's number unless the file has one of its own.
  if (!source.options.write_global_seqno && file.stored_number == 0) return Status::OK();
  const uint64_t place = file.properties->external_sst_file_global_seqno_offset;
  if (place == 0) {
    return Status::InvalidArgument(
        "Trying to set global seqno for a file that don't have a global seqno field");
  }
  std::unique_ptr<FSRandomRWFile> target;
  IOStatus s = source.context->fs->NewRandomRWFile(file.path, source.context->file_options, &target,
                                                   nullptr);
  if (s.IsNotSupported()) {
    return Status::InvalidArgument("Trying to set global seqno for a file that cannot be changed",
                                   file.path);
  }
  if (!s.ok()) return s;
  std::string bytes;
  AppendFixed64(&bytes, file.sequence);
  *changed = true;
  s = target->Write(place, bytes, IOOptions(), nullptr);
  if (s.ok()) s = target->Fsync(IOOptions(), nullptr);
  const IOStatus closed = target->Close(IOOptions(), nullptr);
  return s.ok() ? closed : s;
}

std::shared_ptr<FileMeta> MetaOfLooseTable(const IngestFile& file) {
  const TableProperties& p = *file.properties;
  auto meta = std::make_shared<FileMeta>();
  meta->number = file.number;
  meta->file_size = meta->compensated_size = file.size;
  if (p.tail_start_offset > 0 && p.tail_start_offset < file.size)
    meta->tail_size = file.size - p.tail_start_offset;
  TakeCounts(p, meta.get());
  meta->checksum = file.checksum.value;
  meta->checksum_func_name = file.checksum.function;
  const Status identity =
      MakeUniqueId(p.db_id, p.db_session_id, p.orig_file_number, &meta->unique_id);
  if (!identity.ok()) meta->unique_id = kNoUniqueId;
  return meta;
}

std::shared_ptr<FileMeta> MetaOfIngestFile(const IngestSource& source, const IngestFile& file) {
  auto meta = MetaOfLooseTable(file);
  const auto numbered = [&file](const std::string& bound) {
    if (IsExclusiveEnd(bound)) return bound;
    return MakeInternalKey(UserKeyOf(bound), file.sequence, TypeOf(bound));
  };
  meta->smallest = numbered(file.smallest);
  meta->largest = numbered(file.largest);
  meta->smallest_seqno = meta->largest_seqno = file.sequence;
  meta->oldest_ancestor_time = meta->creation_time = source.context->NowSeconds();
  meta->temperature = source.temperature;
  return meta;
}

}  // namespace ROCKSDB_NAMESPACE
