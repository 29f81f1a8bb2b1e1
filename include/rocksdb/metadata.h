// Descriptions of a database's files, levels and column families at one moment, as returned by
// DB::GetColumnFamilyMetaData() and its relatives. Plain data.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/options.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

// A file on storage, of any kind.
// `size` is in bytes; of a file that still grows, the part that was complete at that moment.
// `temperature` is what the MANIFEST says, kUnknown for files this library wrote.
struct FileStorageInfo {
  std::string relative_filename;  // no directory, no slash
  std::string directory;
  uint64_t file_number = 0;
  FileType file_type = kTempFile;
  uint64_t size = 0;
  Temperature temperature = Temperature::kUnknown;

  // Empty, with the function's name "Unknown", when checksums of whole files are not kept. This
  // library computes none; those of files that stock wrote are passed on. The checksum is raw
  // bytes.
  std::string file_checksum;
  std::string file_checksum_func_name;
};

// A file as a copy of the database needs it.
struct LiveFileStorageInfo : public FileStorageInfo {
  // When not empty, write these bytes instead of copying the file. Used for CURRENT, whose contents
  // must name the MANIFEST of the same list.
  std::string replacement_contents;

  // Copy only `size` bytes: the file may still be growing. Set for the MANIFEST and for logs.
  bool trim_to_size = false;
};

// A table file, live when it was listed. It may be gone soon after, unless
// DB::DisableFileDeletions() was called before.
struct SstFileMetaData : public FileStorageInfo {
  SstFileMetaData() { file_type = kTableFile; }

  SstFileMetaData(const std::string& file_name, uint64_t number, const std::string& dir,
                  uint64_t bytes, SequenceNumber smallest_seq, SequenceNumber largest_seq,
                  const std::string& smallest_user_key, const std::string& largest_user_key,
                  uint64_t reads_sampled, bool compacting, Temperature temp,
                  uint64_t oldest_blob_file, uint64_t ancestor_time, uint64_t creation_time,
                  uint64_t epoch, const std::string& checksum,
                  const std::string& checksum_func_name)
      : smallest_seqno(smallest_seq),
        largest_seqno(largest_seq),
        smallestkey(smallest_user_key),
        largestkey(largest_user_key),
        num_reads_sampled(reads_sampled),
        being_compacted(compacting),
        oldest_blob_file_number(oldest_blob_file),
        oldest_ancester_time(ancestor_time),
        file_creation_time(creation_time),
        epoch_number(epoch) {
    SetName(file_name);
    directory = db_path = dir;
    file_number = number;
    file_type = kTableFile;
    size = bytes;
    temperature = temp;
    file_checksum = checksum;
    file_checksum_func_name = checksum_func_name;
  }

  // Sets both spellings of the name, given either.
  void SetName(const std::string& file_name) {
    if (file_name.empty()) return;
    relative_filename = file_name.front() == '/' ? file_name.substr(1) : file_name;
    name = "/" + relative_filename;
  }

  // Of the entries in the file, 0 where compaction no longer needs them told apart.
  SequenceNumber smallest_seqno = 0;
  SequenceNumber largest_seqno = 0;
  // Bounds of the entries, both inclusive unless a range deletion ends the file.
  std::string smallestkey;         // user key
  std::string largestkey;          // user key
  uint64_t num_reads_sampled = 0;  // always 0: reads are not sampled
  bool being_compacted = false;    // input of a job that was running at that moment
  uint64_t num_entries = 0;        // of all kinds, deletions included
  uint64_t num_deletions = 0;
  uint64_t oldest_blob_file_number = 0;  // 0: refers to no blob file
  // Since 1970. The first is the age of the data, which compactions pass on; the second that of the
  // file.
  uint64_t oldest_ancester_time = 0;  // seconds; 0: unknown
  uint64_t file_creation_time = 0;    // seconds; 0: unknown
  uint64_t epoch_number = 0;          // order among L0 files, larger is newer; 0: unknown

  // Bounds as internal keys: user key, then 8 bytes of sequence number and type. Needed for the
  // import of a column family; always filled.
  std::string smallest;
  std::string largest;

  // Older spellings: the name with a leading slash, and `directory`.
  std::string name;
  std::string db_path;
};

// A table file with its place in the tree.
// What DB::GetLiveFilesMetaData() gives.
struct LiveFileMetaData : SstFileMetaData {
  std::string column_family_name;
  int level = 0;
};

// A blob file. This library has none, so no such description is ever returned. Sizes are bytes.
struct BlobMetaData {
  BlobMetaData() = default;
  BlobMetaData(uint64_t number, const std::string& name, const std::string& path, uint64_t bytes,
               uint64_t blobs, uint64_t blob_bytes, uint64_t garbage_blobs, uint64_t garbage_bytes,
               const std::string& method, const std::string& value)
      : blob_file_number(number),
        blob_file_name(name),
        blob_file_path(path),
        blob_file_size(bytes),
        total_blob_count(blobs),
        total_blob_bytes(blob_bytes),
        garbage_blob_count(garbage_blobs),
        garbage_blob_bytes(garbage_bytes),
        checksum_method(method),
        checksum_value(value) {}

  uint64_t blob_file_number = 0;
  std::string blob_file_name;
  std::string blob_file_path;
  uint64_t blob_file_size = 0;
  uint64_t total_blob_count = 0;
  uint64_t total_blob_bytes = 0;
  uint64_t garbage_blob_count = 0;
  uint64_t garbage_blob_bytes = 0;
  std::string checksum_method;
  std::string checksum_value;
};

// Level 0 lists its files newest first; deeper levels by smallest key. `size` is the sum of the
// file sizes in bytes.
struct LevelMetaData {
  LevelMetaData(int number, uint64_t bytes, const std::vector<SstFileMetaData>&& tables)
      : level(number), size(bytes), files(tables) {}

  const int level;
  const uint64_t size;
  const std::vector<SstFileMetaData> files;
};

// A family at one moment. `levels` has one element for each level, those without files included.
struct ColumnFamilyMetaData {
  ColumnFamilyMetaData() = default;
  ColumnFamilyMetaData(const std::string& cf_name, uint64_t bytes,
                       const std::vector<LevelMetaData>&& level_list)
      : size(bytes), name(cf_name), levels(level_list) {}

  uint64_t size = 0;  // of all table files
  size_t file_count = 0;
  std::string name;
  std::vector<LevelMetaData> levels;

  // Always zero and empty.
  uint64_t blob_file_size = 0;
  size_t blob_file_count = 0;
  std::vector<BlobMetaData> blob_files;
};

// What Checkpoint::ExportColumnFamily() gives and CreateColumnFamilyWithImport() takes.
// Both are absent here; the type is there for code that names it.
struct ExportImportFilesMetaData {
  std::string db_comparator_name;
  std::vector<LiveFileMetaData> files;
};

}  // namespace ROCKSDB_NAMESPACE
