// Checksums of whole files: generators computed while a file is written, and the list of what a
// database's files have. Off unless DBOptions::file_checksum_gen_factory is set.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/customizable.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// What stands for "none" in metadata.
constexpr char kUnknownFileChecksum[] = "";
constexpr char kUnknownFileChecksumFuncName[] = "Unknown";
// As a request: whatever the database uses.
constexpr char kStandardDbFileChecksumFuncName[] = "FileChecksumCrc32c";

struct FileChecksumGenContext {
  std::string file_name;
  std::string requested_checksum_func_name;  // empty: the factory chooses
};

// Computes one file's checksum. One thread at a time.
class FileChecksumGenerator {
 public:
  virtual ~FileChecksumGenerator() = default;
  virtual void Update(const char* data, size_t n) = 0;  // the next bytes, in file order
  virtual void Finalize() = 0;                          // no more
  // REQUIRES: Finalize was called.
  virtual std::string GetChecksum() const = 0;
  virtual const char* Name() const = 0;
};

// Thread-safe.
class FileChecksumGenFactory : public Customizable {
 public:
  ~FileChecksumGenFactory() override = default;
  static const char* Type() { return "FileChecksumGenFactory"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<FileChecksumGenFactory>* result);

  // Null when the requested function is not known.
  virtual std::unique_ptr<FileChecksumGenerator> CreateFileChecksumGenerator(
      const FileChecksumGenContext& context) = 0;
  const char* Name() const override = 0;
};

// File number -> checksum and the name of its function. Not thread-safe.
class FileChecksumList {
 public:
  virtual ~FileChecksumList() = default;
  virtual void reset() = 0;
  virtual size_t size() const = 0;
  virtual Status GetAllFileChecksums(std::vector<uint64_t>* file_numbers,
                                     std::vector<std::string>* checksums,
                                     std::vector<std::string>* checksum_func_names) = 0;
  // NotFound when the file is not in the list.
  virtual Status SearchOneFileChecksum(uint64_t file_number, std::string* checksum,
                                       std::string* checksum_func_name) = 0;
  // Replaces what the file had.
  virtual Status InsertOneFileChecksum(uint64_t file_number, const std::string& checksum,
                                       const std::string& checksum_func_name) = 0;
  virtual Status RemoveOneFileChecksum(uint64_t file_number) = 0;
};

// The caller owns the result.
FileChecksumList* NewFileChecksumList();

// Makes crc32c checksums (big-endian bytes); never destroyed.
std::shared_ptr<FileChecksumGenFactory> GetFileChecksumGenCrc32cFactory();

}  // namespace ROCKSDB_NAMESPACE
