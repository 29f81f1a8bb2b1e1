// Single table files outside of a database, which this library does not write or read yet: opening
// one is refused by name, and so is everything that needs an open one.
#include "rocksdb/comparator.h"
#include "rocksdb/sst_file_reader.h"
#include "rocksdb/sst_file_writer.h"

namespace ROCKSDB_NAMESPACE {

// ---- SstFileWriter ----

struct SstFileWriter::Rep {};

namespace {

Status NoFileOpen() { return Status::InvalidArgument("File is not opened"); }

}  // namespace

SstFileWriter::SstFileWriter(const EnvOptions& /*env_options*/, const Options& /*options*/,
                             const Comparator* /*user_comparator*/, ColumnFamilyHandle* /*cf*/,
                             bool /*invalidate_page_cache*/, Env::IOPriority /*io_priority*/,
                             bool /*skip_filters*/) {}
SstFileWriter::~SstFileWriter() = default;

Status SstFileWriter::Open(const std::string& /*file_path*/, Temperature /*temp*/) {
  return Status::NotSupported("SstFileWriter::Open");
}
Status SstFileWriter::Put(const Slice& /*key*/, const Slice& /*value*/) { return NoFileOpen(); }
Status SstFileWriter::Put(const Slice& /*key*/, const Slice& /*ts*/, const Slice& /*value*/) {
  return NoFileOpen();
}
Status SstFileWriter::PutEntity(const Slice& /*key*/, const WideColumns& /*columns*/) {
  return NoFileOpen();
}
Status SstFileWriter::Merge(const Slice& /*key*/, const Slice& /*value*/) { return NoFileOpen(); }
Status SstFileWriter::Delete(const Slice& /*key*/) { return NoFileOpen(); }
Status SstFileWriter::Delete(const Slice& /*key*/, const Slice& /*ts*/) { return NoFileOpen(); }
Status SstFileWriter::DeleteRange(const Slice& /*begin*/, const Slice& /*end*/) {
  return NoFileOpen();
}
Status SstFileWriter::DeleteRange(const Slice& /*begin*/, const Slice& /*end*/,
                                  const Slice& /*ts*/) {
  return NoFileOpen();
}
Status SstFileWriter::Add(const Slice& /*key*/, const Slice& /*value*/) { return NoFileOpen(); }
Status SstFileWriter::Finish(ExternalSstFileInfo* /*file_info*/) { return NoFileOpen(); }
uint64_t SstFileWriter::FileSize() { return 0; }

bool SstFileWriter::CreatedBySstFileWriter(const TableProperties& properties) {
  // The version of the format of such files, a property that only their writers set.
  return properties.user_collected_properties.count("rocksdb.external_sst_file.version") != 0;
}

// ---- SstFileReader ----

struct SstFileReader::Rep {};

namespace {

Status NoReaderOpen() { return Status::InvalidArgument("SstFileReader: no file is open"); }

}  // namespace

SstFileReader::SstFileReader(const Options& /*options*/) {}
SstFileReader::~SstFileReader() = default;

Status SstFileReader::Open(const std::string& /*file_path*/) {
  return Status::NotSupported("SstFileReader::Open");
}
Iterator* SstFileReader::NewIterator(const ReadOptions& /*options*/) {
  return NewErrorIterator(NoReaderOpen());
}
std::vector<Status> SstFileReader::MultiGet(const ReadOptions& /*options*/,
                                            const std::vector<Slice>& keys,
                                            std::vector<std::string>* values) {
  values->assign(keys.size(), "");
  return std::vector<Status>(keys.size(), NoReaderOpen());
}
std::unique_ptr<Iterator> SstFileReader::NewTableIterator() { return nullptr; }
std::shared_ptr<const TableProperties> SstFileReader::GetTableProperties() const { return nullptr; }
Status SstFileReader::VerifyChecksum(const ReadOptions& /*options*/) { return NoReaderOpen(); }
Status SstFileReader::VerifyNumEntries(const ReadOptions& /*options*/) { return NoReaderOpen(); }

}  // namespace ROCKSDB_NAMESPACE
