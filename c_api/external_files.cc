// Tables made outside of a database, and taking them in.
#include <string>
#include <vector>

#include "c_api/handles.h"
#include "c_api/option_macros.h"
#include "c_api/results.h"
#include "rocksdb/sst_file_writer.h"

using c_api::Report;
using c_api::Slice;
using ROCKSDB_NAMESPACE::SstFileWriter;

struct rocksdb_sstfilewriter_t {
  SstFileWriter* rep;
};

struct rocksdb_ingestexternalfileoptions_t {
  ROCKSDB_NAMESPACE::IngestExternalFileOptions rep;
};

// ---- Writing ----

rocksdb_sstfilewriter_t* rocksdb_sstfilewriter_create(const rocksdb_envoptions_t* env_options,
                                                      const rocksdb_options_t* options) {
  return new rocksdb_sstfilewriter_t{new SstFileWriter(env_options->rep, options->rep)};
}

rocksdb_sstfilewriter_t* rocksdb_sstfilewriter_create_with_comparator(
    const rocksdb_envoptions_t* env_options, const rocksdb_options_t* options,
    const rocksdb_comparator_t* comparator) {
  return new rocksdb_sstfilewriter_t{new SstFileWriter(env_options->rep, options->rep, comparator)};
}

void rocksdb_sstfilewriter_open(rocksdb_sstfilewriter_t* writer, const char* path, char** error) {
  Report(writer->rep->Open(path), error);
}

// The older name of put.
void rocksdb_sstfilewriter_add(rocksdb_sstfilewriter_t* writer, const char* key, size_t key_size,
                               const char* value, size_t value_size, char** error) {
  rocksdb_sstfilewriter_put(writer, key, key_size, value, value_size, error);
}

void rocksdb_sstfilewriter_put(rocksdb_sstfilewriter_t* writer, const char* key, size_t key_size,
                               const char* value, size_t value_size, char** error) {
  Report(writer->rep->Put(Slice(key, key_size), Slice(value, value_size)), error);
}

void rocksdb_sstfilewriter_put_with_ts(rocksdb_sstfilewriter_t* writer, const char* key,
                                       size_t key_size, const char* timestamp,
                                       size_t timestamp_size, const char* value, size_t value_size,
                                       char** error) {
  Report(writer->rep->Put(Slice(key, key_size), Slice(timestamp, timestamp_size),
                          Slice(value, value_size)),
         error);
}

void rocksdb_sstfilewriter_merge(rocksdb_sstfilewriter_t* writer, const char* key, size_t key_size,
                                 const char* value, size_t value_size, char** error) {
  Report(writer->rep->Merge(Slice(key, key_size), Slice(value, value_size)), error);
}

void rocksdb_sstfilewriter_delete(rocksdb_sstfilewriter_t* writer, const char* key, size_t key_size,
                                  char** error) {
  Report(writer->rep->Delete(Slice(key, key_size)), error);
}

void rocksdb_sstfilewriter_delete_with_ts(rocksdb_sstfilewriter_t* writer, const char* key,
                                          size_t key_size, const char* timestamp,
                                          size_t timestamp_size, char** error) {
  Report(writer->rep->Delete(Slice(key, key_size), Slice(timestamp, timestamp_size)), error);
}

void rocksdb_sstfilewriter_delete_range(rocksdb_sstfilewriter_t* writer, const char* start,
                                        size_t start_size, const char* limit, size_t limit_size,
                                        char** error) {
  Report(writer->rep->DeleteRange(Slice(start, start_size), Slice(limit, limit_size)), error);
}

void rocksdb_sstfilewriter_finish(rocksdb_sstfilewriter_t* writer, char** error) {
  Report(writer->rep->Finish(), error);
}

void rocksdb_sstfilewriter_file_size(rocksdb_sstfilewriter_t* writer, uint64_t* size) {
  *size = writer->rep->FileSize();
}

void rocksdb_sstfilewriter_destroy(rocksdb_sstfilewriter_t* writer) {
  delete writer->rep;
  delete writer;
}

// ---- Taking in ----

C_API_LIFE(rocksdb_ingestexternalfileoptions_t, rocksdb_ingestexternalfileoptions)

#define ROW(NAME)                                                                            \
  C_API_SETTER(rocksdb_ingestexternalfileoptions_t, rocksdb_ingestexternalfileoptions, NAME, \
               unsigned char, NAME)
ROW(move_files)
ROW(snapshot_consistency)
ROW(allow_global_seqno)
ROW(allow_blocking_flush)
ROW(ingest_behind)
ROW(fail_if_not_bottommost_level)
#undef ROW

void rocksdb_ingest_external_file(rocksdb_t* db, const char* const* paths, const size_t count,
                                  const rocksdb_ingestexternalfileoptions_t* ingest_options,
                                  char** error) {
  const std::vector<std::string> files(paths, paths + count);
  Report(db->rep->IngestExternalFile(files, ingest_options->rep), error);
}

void rocksdb_ingest_external_file_cf(rocksdb_t* db, rocksdb_column_family_handle_t* family,
                                     const char* const* paths, const size_t count,
                                     const rocksdb_ingestexternalfileoptions_t* ingest_options,
                                     char** error) {
  const std::vector<std::string> files(paths, paths + count);
  Report(db->rep->IngestExternalFile(family->rep, files, ingest_options->rep), error);
}
