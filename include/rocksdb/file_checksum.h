// Checksums of whole table files. With DBOptions::file_checksum_gen_factory the engine computes one
// for each table that it writes or ingests and records it in the MANIFEST; metadata and backups
// show it, and DB::VerifyFileChecksums() reads the files and compares.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/customizable.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// Stands for "no checksum" in metadata.
constexpr char kUnknownFileChecksum[] = "";
constexpr char kUnknownFileChecksumFuncName[] = "Unknown";
// The name of the built-in crc32c function.
constexpr char kStandardDbFileChecksumFuncName[] = "FileChecksumCrc32c";

// The file for which a generator is wanted. While a table is written the factory chooses the
// function; to verify a file, the one that is recorded for it is asked for.
struct FileChecksumGenContext {
  std::string file_name;
  std::string requested_checksum_func_name;  // empty: the factory chooses
};

// Computes one file's checksum: Update for each piece, then Finalize once, then GetChecksum as
// often as wanted. One thread at a time.
class FileChecksumGenerator {
 public:
  virtual ~FileChecksumGenerator() = default;
  // Adds the next bytes, in file order.
  virtual void Update(const char* data, size_t n) = 0;
  // Ends the input.
  virtual void Finalize() = 0;
  // REQUIRES: Finalize was called.
  virtual std::string GetChecksum() const = 0;
  // The name of the checksum function. Valid as long as the generator.
  virtual const char* Name() const = 0;
};

// Thread-safe.
class FileChecksumGenFactory : public Customizable {
 public:
  ~FileChecksumGenFactory() override = default;
  static const char* Type() { return "FileChecksumGenFactory"; }
  // "" and "nullptr" give nullptr, the names of the built-in factory or of its function give that
  // factory. Any other name is for the makers of the object registry; NotSupported if none has it.
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<FileChecksumGenFactory>* result);

  // nullptr when the requested function is unknown, or when a new table is to have no checksum.
  virtual std::unique_ptr<FileChecksumGenerator> CreateFileChecksumGenerator(
      const FileChecksumGenContext& context) = 0;
  const char* Name() const override = 0;
};

// Maps a file number to a checksum and the name of its function. Not thread-safe.
// NewFileChecksumList makes it; it keeps checksums as raw bytes.
class FileChecksumList {
 public:
  virtual ~FileChecksumList() = default;
  virtual void reset() = 0;
  virtual size_t size() const = 0;
  // Appends to the three vectors, which stay parallel, by rising file number. InvalidArgument if a
  // pointer is nullptr.
  virtual Status GetAllFileChecksums(std::vector<uint64_t>* file_numbers,
                                     std::vector<std::string>* checksums,
                                     std::vector<std::string>* checksum_func_names) = 0;
  // NotFound when the file is not in the list; the strings then keep their values.
  // RemoveOneFileChecksum returns NotFound too.
  virtual Status SearchOneFileChecksum(uint64_t file_number, std::string* checksum,
                                       std::string* checksum_func_name) = 0;
  // Adds the file, or replaces its checksum.
  virtual Status InsertOneFileChecksum(uint64_t file_number, const std::string& checksum,
                                       const std::string& checksum_func_name) = 0;
  virtual Status RemoveOneFileChecksum(uint64_t file_number) = 0;
};

// The caller owns the result.
FileChecksumList* NewFileChecksumList();

// Makes crc32c checksums (big-endian bytes); the factory is never destroyed.
std::shared_ptr<FileChecksumGenFactory> GetFileChecksumGenCrc32cFactory();

}  // namespace ROCKSDB_NAMESPACE
