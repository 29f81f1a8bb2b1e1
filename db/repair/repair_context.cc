// Families and tables as repair meets them: see repair_context.h.
#include "db/repair/repair_context.h"

#include "env/filename.h"
#include "env/plain_io.h"
#include "rocksdb/table.h"

namespace ROCKSDB_NAMESPACE {

std::string RepairContext::PathOf(const RepairFamily& family, const FileMeta& file) const {
  const std::string& directory = family.config->PathOf(file.path_id, dbname);
  const std::string path = TableFileName(directory, file.number);
  const std::string other = LevelDbTableFileName(directory, file.number);
  const bool has_other = IsMissing(fs->FileExists(path, kPlainIo, nullptr)) &&
                         fs->FileExists(other, kPlainIo, nullptr).ok();
  return has_other ? other : path;
}

Status RepairContext::FindFamily(uint32_t id, const std::string& name, RepairFamily** family) {
  const auto found = families.find(id);
  if (found != families.end()) {
    *family = &found->second;
    // Logs know families by id only: an empty name asks for whatever the id is called.
    if (found->second.name == name || name.empty()) return Status::OK();
    return Status::InvalidArgument("column family " + std::to_string(id) + " is called " +
                                   found->second.name + " and " + name);
  }
  const auto known = options_of.find(name);
  if (known == options_of.end() && unknown_options == nullptr) {
    return Status::InvalidArgument("no options are given for column family", name);
  }
  // Options given by name win over those for all others.
  const ColumnFamilyOptions& options = known == options_of.end() ? *unknown_options : known->second;
  RepairFamily made;
  made.id = id;
  made.name = name;
  Status s = MakeCfConfig(config->options, options, &made.config);
  if (!s.ok()) return s;
  *family = &families.emplace(id, std::move(made)).first->second;
  return s;
}

std::string RepairContext::Spelling(const std::string& directory) const {
  std::string path;
  IOStatus s = fs->GetAbsolutePath(directory, IOOptions(), &path, nullptr);
  // Then only what is spelled the same way is the same.
  if (!s.ok()) path = directory;
  std::string clean;
  for (size_t at = 0; at < path.size();) {
    const size_t slash = std::min(path.find('/', at), path.size());
    const std::string part = path.substr(at, slash - at);
    if (!part.empty() && part != ".") clean += "/" + part;
    at = slash + 1;
  }
  return clean;
}

TableOutputs::Settings RepairContext::OutputsOf(const RepairFamily& family) {
  TableOutputs::Settings s;
  s.config = family.config;
  s.fs = fs.get();
  s.file_options = FileOptions(config->options);
  s.file_options.use_mmap_writes = false;
  s.clock = clock.get();
  s.logger = logger;
  s.use_fsync = config->options.use_fsync;
  s.checksums = config->options.file_checksum_gen_factory;
  s.directory = family.config->PathOf(0, dbname);
  s.new_file_number = [this] { return NewFileNumber(); };
  s.db_id = db_id;
  s.db_session_id = db_session_id;
  s.family_id = family.id;
  s.family_name = family.name;
  s.reason = TableFileCreationReason::kRecovery;
  s.compression = family.config->FlushCompression();
  s.compression_opts = family.config->options.compression_opts;
  s.oldest_ancestor_time = s.creation_time = NowSeconds();
  return s;
}

Status RepairContext::OpenTable(const std::string& path, uint64_t size,
                                const InternalKeyOrder& order, SequenceNumber global,
                                std::unique_ptr<TableReader>* reader) const {
  std::unique_ptr<RandomAccessFileReader> file;
  Status s = RandomAccessFileReader::Open(fs.get(), path, FileOptions(), &file);
  if (!s.ok()) return s;
  BlockBasedTableOptions uncached;
  // Each table is read once, or asked for single keys.
  uncached.no_block_cache = true;
  const std::unique_ptr<TableFactory> factory(NewBlockBasedTableFactory(uncached));
  TableReaderOptions how(order);
  how.largest_seqno = global;
  return factory->NewTableReader(ReadOptions(), how, std::move(file), size, reader, false);
}

Status RepairContext::OpenTable(const RepairFamily& family, const FileMeta& file,
                                std::unique_ptr<TableReader>* reader) const {
  return OpenTable(PathOf(family, file), file.file_size, family.order(), file.largest_seqno,
                   reader);
}

}  // namespace ROCKSDB_NAMESPACE
