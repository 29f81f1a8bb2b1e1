// The checksum of a whole file, made while the file is written
// (WritableFileWriter::ComputeChecksum) or by reading it. Kept as raw bytes with the name of its
// function; both are empty when there is none.
#pragma once

#include <memory>
#include <string>

#include "env/file_io.h"
#include "rocksdb/file_checksum.h"
#include "rocksdb/options.h"

namespace ROCKSDB_NAMESPACE {

struct ChecksumOfFile {
  std::string value;
  std::string function;
};

// A generator for the file at `path`. `function` empty: the factory chooses one. Null: there is no
// factory, or it does not know the function.
std::unique_ptr<FileChecksumGenerator> NewChecksumGenerator(FileChecksumGenFactory* factory,
                                                            const std::string& path,
                                                            const std::string& function = "");

// Where and how a file is read for its checksum. Limiter and statistics may be null.
struct ChecksumReading {
  FileSystem* fs = nullptr;
  FileOptions file_options;
  SystemClock* clock = nullptr;
  Statistics* stats = nullptr;
  RateLimiter* limiter = nullptr;
  Env::IOPriority priority = Env::IO_TOTAL;
  // Of one read; 0: a size that suits disks.
  size_t piece = 0;
};

// Reads the whole file. InvalidArgument: the factory does not know the function.
[[nodiscard]] Status ReadChecksumOfFile(const ChecksumReading& how, const std::string& path,
                                        FileChecksumGenFactory* factory,
                                        const std::string& function, ChecksumOfFile* result);

}  // namespace ROCKSDB_NAMESPACE
