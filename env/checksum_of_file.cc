// See the header.
#include "env/checksum_of_file.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {
namespace {

// Chosen, not measured.
constexpr size_t kPiece = size_t{1} << 20;

Status Feed(const ChecksumReading& how, const std::string& path, FileChecksumGenerator* generator) {
  std::unique_ptr<RandomAccessFileReader> file;
  IOStatus s = RandomAccessFileReader::Open(how.fs, path, how.file_options, &file, how.clock,
                                            how.stats, how.limiter);
  IOOptions options;
  options.rate_limiter_priority = how.priority;
  const size_t piece = how.piece == 0 ? kPiece : how.piece;
  const auto space = std::make_unique<char[]>(piece);
  uint64_t offset = 0;
  while (s.ok()) {
    Slice bytes;
    s = file->Read(options, offset, piece, &bytes, space.get());
    // Only an empty result is the end of the file.
    if (!s.ok() || bytes.empty()) break;
    generator->Update(bytes.data(), bytes.size());
    offset += bytes.size();
  }
  return s;
}

}  // namespace

std::unique_ptr<FileChecksumGenerator> NewChecksumGenerator(FileChecksumGenFactory* factory,
                                                            const std::string& path,
                                                            const std::string& function) {
  if (factory == nullptr) return nullptr;
  FileChecksumGenContext context;
  context.file_name = path;
  context.requested_checksum_func_name = function;
  return factory->CreateFileChecksumGenerator(context);
}

Status ReadChecksumOfFile(const ChecksumReading& how, const std::string& path,
                          FileChecksumGenFactory* factory, const std::string& function,
                          ChecksumOfFile* result) {
  const auto generator = NewChecksumGenerator(factory, path, function);
  if (generator == nullptr) {
    const std::string name = factory == nullptr ? "there is none" : factory->Name();
    return Status::InvalidArgument(
        "file_checksum_gen_factory (" + name + ") has no checksum function " + function, path);
  }
  Status s = Feed(how, path, generator.get());
  if (!s.ok()) return s;
  generator->Finalize();
  result->value = generator->GetChecksum();
  result->function = generator->Name();
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
