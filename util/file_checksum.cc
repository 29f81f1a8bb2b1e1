// The crc32c file checksum and the in-memory checksum list.
#include "rocksdb/file_checksum.h"

#include <map>
#include <utility>

#include "util/crc32c.h"
#include "util/registered_object.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class Crc32cGenerator final : public FileChecksumGenerator {
 public:
  void Update(const char* data, size_t n) override { crc_ = crc32c::Extend(crc_, data, n); }
  // Most significant byte first.
  void Finalize() override {
    for (int shift = 24; shift >= 0; shift -= 8) {
      result_.push_back(static_cast<char>(crc_ >> shift));
    }
  }
  std::string GetChecksum() const override { return result_; }
  const char* Name() const override { return kStandardDbFileChecksumFuncName; }

 private:
  uint32_t crc_ = 0;
  std::string result_;
};

class Crc32cFactory final : public FileChecksumGenFactory {
 public:
  static const char* kClassName() { return "FileChecksumGenCrc32cFactory"; }
  const char* Name() const override { return kClassName(); }

  std::unique_ptr<FileChecksumGenerator> CreateFileChecksumGenerator(
      const FileChecksumGenContext& context) override {
    const std::string& wanted = context.requested_checksum_func_name;
    if (wanted.empty() || wanted == kStandardDbFileChecksumFuncName) {
      return std::make_unique<Crc32cGenerator>();
    }
    return nullptr;
  }
};

// Ordered by file number; not thread-safe.
class ChecksumMap final : public FileChecksumList {
 public:
  void reset() override { files_.clear(); }
  size_t size() const override { return files_.size(); }

  Status GetAllFileChecksums(std::vector<uint64_t>* numbers, std::vector<std::string>* checksums,
                             std::vector<std::string>* functions) override {
    if (numbers == nullptr || checksums == nullptr || functions == nullptr) {
      return Status::InvalidArgument("Pointer has not been initiated");
    }
    for (const auto& [number, entry] : files_) {
      numbers->push_back(number);
      checksums->push_back(entry.first);
      functions->push_back(entry.second);
    }
    return Status::OK();
  }

  Status SearchOneFileChecksum(uint64_t number, std::string* checksum,
                               std::string* function) override {
    const auto found = files_.find(number);
    if (found == files_.end()) {
      return Status::NotFound();
    }
    *checksum = found->second.first;
    *function = found->second.second;
    return Status::OK();
  }

  Status InsertOneFileChecksum(uint64_t number, const std::string& checksum,
                               const std::string& function) override {
    files_[number] = {checksum, function};
    return Status::OK();
  }

  Status RemoveOneFileChecksum(uint64_t number) override {
    return files_.erase(number) == 0 ? Status::NotFound() : Status::OK();
  }

 private:
  std::map<uint64_t, std::pair<std::string, std::string>> files_;
};

}  // namespace

FileChecksumList* NewFileChecksumList() { return new ChecksumMap(); }

std::shared_ptr<FileChecksumGenFactory> GetFileChecksumGenCrc32cFactory() {
  static const auto* factory =
      new std::shared_ptr<FileChecksumGenFactory>(std::make_shared<Crc32cFactory>());
  return *factory;
}

Status FileChecksumGenFactory::CreateFromString(const ConfigOptions& options,
                                                const std::string& value,
                                                std::shared_ptr<FileChecksumGenFactory>* result) {
  if (value.empty() || value == "nullptr") {
    result->reset();
    return Status::OK();
  }
  if (value != Crc32cFactory::kClassName() && value != kStandardDbFileChecksumFuncName) {
    return LoadRegistered<FileChecksumGenFactory>(options, value, result);
  }
  *result = GetFileChecksumGenCrc32cFactory();
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
