// Counter mode over a block cipher, the cipher for tests, and both made by name.
//
// A file begins with one page that looks random. Block 0 of it holds the first counter (fixed64),
// block 1 the initial vector; what follows is encrypted as if it stood at offset 0 of the file. The
// key stream of block i is the cipher over the vector whose first eight bytes are replaced by
// counter + i. Blocks count from the beginning of the file, the page included.
#include <sys/random.h>

#include <cerrno>
#include <cstring>
#include <mutex>

#include "env/encryption_objects.h"
#include "rocksdb/env_encryption.h"
#include "rocksdb/utilities/customizable_util.h"
#include "rocksdb/utilities/options_type.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

using OptionMap = std::unordered_map<std::string, OptionTypeInfo>;

constexpr size_t kPrefixBytes = 4096;
constexpr size_t kCounterBytes = sizeof(uint64_t);
constexpr size_t kDefaultRot13Block = 32;

// ---- The cipher for tests ----

const OptionMap& Rot13Options() {
  static const auto* options = new OptionMap{{"block_size", OptionTypeInfo(0, OptionType::kSizeT)}};
  return *options;
}

class Rot13Cipher final : public BlockCipher {
 public:
  explicit Rot13Cipher(size_t block_size) : block_size_(block_size) {
    RegisterOptions("ROT13BlockSize", &block_size_, &Rot13Options());
  }
  static const char* kClassName() { return "ROT13"; }
  const char* Name() const override { return kClassName(); }
  size_t BlockSize() override { return block_size_; }
  Status Encrypt(char* data) override {
    for (size_t i = 0; i < block_size_; ++i) data[i] = static_cast<char>(data[i] + 13);
    return Status::OK();
  }
  Status Decrypt(char* data) override {
    for (size_t i = 0; i < block_size_; ++i) data[i] = static_cast<char>(data[i] - 13);
    return Status::OK();
  }
  Status PrepareOptions(const ConfigOptions& config_options) override {
    return block_size_ == 0 ? Status::InvalidArgument("ROT13: block_size must not be 0")
                            : BlockCipher::PrepareOptions(config_options);
  }

 private:
  size_t block_size_;
};

// ---- Counter mode ----

// Its members do not change, so that many threads may read one file.
class CtrStream final : public BlockAccessCipherStream {
 public:
  CtrStream(std::shared_ptr<BlockCipher> cipher, const char* vector, uint64_t counter)
      : cipher_(std::move(cipher)), vector_(vector, cipher_->BlockSize()), counter_(counter) {}
  size_t BlockSize() override { return vector_.size(); }

 protected:
  void AllocateScratch(std::string& scratch) override { scratch.resize(BlockSize()); }
  Status EncryptBlock(uint64_t index, char* data, char* scratch) override {
    std::memcpy(scratch, vector_.data(), vector_.size());
    StoreFixed64(scratch, counter_ + index);
    Status s = cipher_->Encrypt(scratch);
    for (size_t i = 0; s.ok() && i < vector_.size(); ++i) {
      data[i] = static_cast<char>(data[i] ^ scratch[i]);
    }
    return s;
  }
  Status DecryptBlock(uint64_t index, char* data, char* scratch) override {
    return EncryptBlock(index, data, scratch);
  }

 private:
  const std::shared_ptr<BlockCipher> cipher_;
  const std::string vector_;
  const uint64_t counter_;
};

const OptionMap& CtrOptions() {
  static const auto* options =
      new OptionMap{{"cipher", OptionTypeInfo::AsCustomSharedPtr<BlockCipher>(
                                   0, OptionVerificationType::kByName, OptionTypeFlags::kNone)}};
  return *options;
}

// Bytes that nobody can guess: two files must never share a key stream.
Status FillRandomly(char* out, size_t n) {
  while (n > 0) {
    const ssize_t got = getrandom(out, n, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Status::IOError("no random bytes for a new file", std::strerror(errno));
    out += got;
    n -= static_cast<size_t>(got);
  }
  return Status::OK();
}

class CtrProvider final : public EncryptionProvider {
 public:
  explicit CtrProvider(const std::shared_ptr<BlockCipher>& cipher) : cipher_(cipher) {
    RegisterOptions("Cipher", &cipher_, &CtrOptions());
  }
  static const char* kClassName() { return "CTR"; }
  const char* Name() const override { return kClassName(); }
  size_t GetPrefixLength() const override { return kPrefixBytes; }

  Status CreateNewPrefix(const std::string& fname, char* prefix, size_t length) const override {
    Status s = Check(fname, length);
    if (s.ok()) s = FillRandomly(prefix, length);
    return s.ok() ? CryptSecretPart(prefix, length) : s;
  }

  Status AddCipher(const std::string& descriptor, const char* /*cipher*/, size_t /*len*/,
                   bool /*for_write*/) override {
    if (cipher_ != nullptr) {
      return Status::NotSupported("Cannot add keys to CTREncryptionProvider");
    }
    RegisterEncryptionObjects();
    return ObjectRegistry::Default()->NewSharedObject<BlockCipher>(descriptor, &cipher_);
  }

  // Decrypts the rest of the prefix in place.
  Status CreateCipherStream(const std::string& fname, const EnvOptions& /*options*/, Slice& prefix,
                            std::unique_ptr<BlockAccessCipherStream>* result) override {
    Status s = Check(fname, prefix.size());
    if (!s.ok()) return s;
    char* data = const_cast<char*>(prefix.data());
    s = CryptSecretPart(data, prefix.size());
    if (s.ok()) {
      *result =
          std::make_unique<CtrStream>(cipher_, data + cipher_->BlockSize(), LoadFixed64(data));
    }
    return s;
  }

  Status PrepareOptions(const ConfigOptions& config_options) override {
    return cipher_ == nullptr ? Status::NotFound("Missing configurable object", "cipher")
                              : EncryptionProvider::PrepareOptions(config_options);
  }

 private:
  Status Check(const std::string& fname, size_t prefix_bytes) const {
    if (cipher_ == nullptr) {
      return Status::InvalidArgument("CTR encryption has no cipher", fname);
    }
    if (cipher_->BlockSize() < kCounterBytes) {
      return Status::InvalidArgument("CTR encryption needs a cipher with blocks of 8 bytes or more",
                                     fname);
    }
    return prefix_bytes < 2 * cipher_->BlockSize()
               ? Status::Corruption(
                     "too short for an encrypted file: counter and vector are missing", fname)
               : Status::OK();
  }
  // Encryption and decryption are the same.
  Status CryptSecretPart(char* prefix, size_t length) const {
    const size_t block = cipher_->BlockSize();
    CtrStream stream(cipher_, prefix + block, LoadFixed64(prefix));
    return stream.Encrypt(0, prefix + 2 * block, length - 2 * block);
  }

  std::shared_ptr<BlockCipher> cipher_;
};

// ---- By name ----

// "ROT13", or "ROT13:" and the block size.
BlockCipher* MakeRot13(const std::string& uri, std::unique_ptr<BlockCipher>* guard,
                       std::string* /*error*/) {
  const size_t colon = uri.find(':');
  const size_t size =
      colon == std::string::npos ? kDefaultRot13Block : std::strtoull(&uri[colon + 1], nullptr, 10);
  guard->reset(new Rot13Cipher(size));
  return guard->get();
}

// "CTR" gets its cipher from an option; "CTR://test" has one.
EncryptionProvider* MakeCtr(const std::string& uri, std::unique_ptr<EncryptionProvider>* guard,
                            std::string* /*error*/) {
  const bool for_tests = uri.find("://test") != std::string::npos;
  guard->reset(
      new CtrProvider(for_tests ? BlockCipher::NewROT13Cipher(kDefaultRot13Block) : nullptr));
  return guard->get();
}

}  // namespace

void RegisterEncryptionObjects() {
  static std::once_flag once;
  std::call_once(once, [] {
    using Pattern = ObjectLibrary::PatternEntry;
    ObjectLibrary& library = *ObjectLibrary::Default();
    library.AddFactory<BlockCipher>(Pattern(Rot13Cipher::kClassName()).AddNumber(":"), MakeRot13);
    library.AddFactory<EncryptionProvider>(Pattern(CtrProvider::kClassName()).AddSuffix("://test"),
                                           MakeCtr);
    library.AddFactory<EncryptionProvider>(Pattern("1", false).AddSuffix("://test"), MakeCtr);
    RegisterEncryptedFileSystem();
  });
}

std::shared_ptr<BlockCipher> BlockCipher::NewROT13Cipher(size_t block_size) {
  return std::make_shared<Rot13Cipher>(block_size);
}

Status BlockCipher::CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                     std::shared_ptr<BlockCipher>* result) {
  RegisterEncryptionObjects();
  return LoadSharedObject<BlockCipher>(config_options, value, result);
}

Status EncryptionProvider::CreateFromString(const ConfigOptions& config_options,
                                            const std::string& value,
                                            std::shared_ptr<EncryptionProvider>* result) {
  RegisterEncryptionObjects();
  return LoadSharedObject<EncryptionProvider>(config_options, value, result);
}

std::shared_ptr<EncryptionProvider> EncryptionProvider::NewCTRProvider(
    const std::shared_ptr<BlockCipher>& cipher) {
  return std::make_shared<CtrProvider>(cipher);
}

}  // namespace ROCKSDB_NAMESPACE
