// Descriptions of a database's files, levels and column families at one moment, as
// DB::GetColumnFamilyMetaData() and its relatives return them. Plain data.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/options.h"
#include "rocksdb/types.h"

namespace ROCKSDB_NAMESPACE {

// A file on storage, of any kind. `size` is in bytes; for a file that still grows it is the part
// that was complete at that moment. `temperature` is the MANIFEST's, kUnknown for files that this
// library wrote.
struct FileStorageInfo {
  // Has no directory and no slash.
  std::string relative_filename;
  std::string directory;
  uint64_t file_number = 0;
  FileType file_type = kTempFile;
  uint64_t size = 0;
  Temperature temperature = Temperature::kUnknown;

  // Empty, with the function's name "Unknown", when the MANIFEST has no checksum of the whole file
  // (rocksdb/file_checksum.h). The checksum is raw bytes.
  std::string file_checksum;
  std::string file_checksum_func_name;
};

// A file with all that a copy of the database needs to know about it.
struct LiveFileStorageInfo : public FileStorageInfo {
  // If not empty, a copy writes these bytes instead of the file. CURRENT has them, because it must
  // name the MANIFEST of the same list.
  std::string replacement_contents;

  // A copy takes only `size` bytes, because the file may still grow. Set for the MANIFEST and for
  // logs.
  bool trim_to_size = false;
};

// A table file that was live when it was listed. It may be deleted soon after, unless the
// application called DB::DisableFileDeletions() before.
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

  // Sets both spellings of the name from either.
  void SetName(const std::string& file_name) {
    if (file_name.empty()) return;
    relative_filename = file_name.front() == '/' ? file_name.substr(1) : file_name;
    name = "/" + relative_filename;
  }

  // Sequence numbers of the entries in the file; 0 for entries that compaction no longer needs to
  // tell apart.
  SequenceNumber smallest_seqno = 0;
  SequenceNumber largest_seqno = 0;
  // Bounds of the entries, both inclusive unless a range deletion ends the file.
  std::string smallestkey;         // user key
  std::string largestkey;          // user key
  uint64_t num_reads_sampled = 0;  // always 0: reads are not sampled
  // The file was an input of a job that ran at that moment.
  bool being_compacted = false;
  // Entries of all kinds, deletions included.
  uint64_t num_entries = 0;
  uint64_t num_deletions = 0;
  uint64_t oldest_blob_file_number = 0;  // 0: refers to no blob file
  // Seconds since 1970. The first is the age of the data, which compactions pass on; the second is
  // the age of the file.
  uint64_t oldest_ancester_time = 0;  // seconds; 0: unknown
  uint64_t file_creation_time = 0;    // seconds; 0: unknown
  uint64_t epoch_number = 0;          // order among L0 files, larger is newer; 0: unknown

  // Bounds as internal keys: user key, then 8 bytes of sequence number and type. The import of a
  // column family needs them; always set.
  std::string smallest;
  std::string largest;

  // Older spellings: the name with a leading slash, and `directory`.
  std::string name;
  std::string db_path;
};

// A table file with its place in the tree, as DB::GetLiveFilesMetaData() returns it.
struct LiveFileMetaData : SstFileMetaData {
  std::string column_family_name;
  int level = 0;
};

// A blob file. This library has none and never returns such a description. Sizes are in bytes.
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

// A column family at one moment. `levels` has one element for each level, including those without
// files.
struct ColumnFamilyMetaData {
  ColumnFamilyMetaData() = default;
  ColumnFamilyMetaData(const std::string& cf_name, uint64_t bytes,
                       const std::vector<LevelMetaData>&& level_list)
      : size(bytes), name(cf_name), levels(level_list) {}

  // Bytes of all table files.
  uint64_t size = 0;
  size_t file_count = 0;
  std::string name;
  std::vector<LevelMetaData> levels;

  // Always zero and empty.
  uint64_t blob_file_size = 0;
  size_t blob_file_count = 0;
  std::vector<BlobMetaData> blob_files;
};

// The result of Checkpoint::ExportColumnFamily() and the input of
// DB::CreateColumnFamilyWithImport().
struct ExportImportFilesMetaData {
  std::string db_comparator_name;
  std::vector<LiveFileMetaData> files;
};

}  // namespace ROCKSDB_NAMESPACE
