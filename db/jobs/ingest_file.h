// One table file on its way into the database: what it holds, and its copy or link in the family's
// directory. db/jobs/ingestion.h decides where it goes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/state/db_parts.h"
#include "env/checksum_of_file.h"
#include "version/user_range.h"

namespace ROCKSDB_NAMESPACE {

struct IngestFile {
  // Where the application has it.
  std::string external_path;
  uint64_t size = 0;
  std::shared_ptr<const TableProperties> properties;
  // An SstFileWriter made it, so that all of its entries get one sequence number. Other files keep
  // theirs, which are 0.
  bool takes_number = false;
  // The number that a database has written into the file before.
  SequenceNumber stored_number = 0;
  // Internal keys with sequence number 0; see FileMeta.
  std::string smallest;
  std::string largest;

  // What the caller says it has, if anything.
  bool is_claimed = false;
  ChecksumOfFile claimed;
  // As the MANIFEST records it.
  ChecksumOfFile checksum;

  // Set by Take: the file's place in the family's directory.
  uint64_t number = 0;
  std::string path;
  // The path is another name of the application's file.
  bool linked = false;

  // Decided while no write can come between.
  SequenceNumber sequence = 0;
  int level = 0;

  UserRange range() const {
    return UserRange{UserKeyOf(smallest), UserKeyOf(largest), IsExclusiveEnd(largest)};
  }
};

// The settings and the family that all files of one call have in common.
struct IngestSource {
  DbContext* context = nullptr;
  const ColumnFamily* family = nullptr;
  std::shared_ptr<const CfConfig> config;
  IngestExternalFileOptions options;
  Temperature temperature = Temperature::kUnknown;
};

// Opens a table that is not in the database. `recorded`: the largest sequence number that a
// MANIFEST has for it, or kNoGlobalSequence.
[[nodiscard]] Status OpenLooseTable(const IngestSource& source, const std::string& path,
                                    uint64_t size, SequenceNumber recorded,
                                    std::unique_ptr<TableReader>* reader);

// Opens the file at `path` and fills in what it holds. Corruption: it is no table, or not one that
// the options allow. InvalidArgument: it is another family's, or of another order.
[[nodiscard]] Status DescribeIngestFile(const IngestSource& source, const std::string& path,
                                        IngestFile* file);

// Links or copies the file to the family's first directory under file->number, and syncs it; the
// directory is the caller's to sync. After a failure nothing is left of the copy.
[[nodiscard]] Status TakeIngestFile(const IngestSource& source, IngestFile* file);

// Sets file->checksum, if DBOptions::file_checksum_gen_factory is there: what the caller claims,
// held against the file on request, else what the file has. Corruption: the claim is wrong;
// InvalidArgument: it is of another function. REQUIRES: the file was taken.
[[nodiscard]] Status ChecksumIngestFile(const IngestSource& source, IngestFile* file);

// Writes the decided sequence number into the file, where the options or an older number ask for
// that. *changed: the file was written to.
[[nodiscard]] Status StoreIngestNumber(const IngestSource& source, const IngestFile& file,
                                       bool* changed);
// Gives a changed file its new checksum.
[[nodiscard]] Status ChecksumAnew(const IngestSource& source, IngestFile* file);

// What file and properties say; without bounds, numbers, times and temperature.
std::shared_ptr<FileMeta> MetaOfLooseTable(const IngestFile& file);
// The file's metadata as the tree holds it, under its decided sequence number.
std::shared_ptr<FileMeta> MetaOfIngestFile(const IngestSource& source, const IngestFile& file);

}  // namespace ROCKSDB_NAMESPACE
