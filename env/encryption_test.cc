// Encrypted files: the layout of prefix and data, objects made by name, and files of all kinds
// through the encrypted file system. Interplay with stock is in test/interop.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "env/aligned_buffer.h"
#include "env/fault_fs.h"
#include "env/files_fixture.h"
#include "env/mem_fs.h"
#include "rocksdb/env_encryption.h"
#include "rocksdb/perf_context.h"
#include "rocksdb/perf_level.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr size_t kPage = 4096;

std::shared_ptr<EncryptionProvider> TestProvider() {
  return EncryptionProvider::NewCTRProvider(BlockCipher::NewROT13Cipher(32));
}

std::string FromHex(const std::string& hex) {
  std::string bytes;
  EXPECT_TRUE(Slice(hex).DecodeHex(&bytes));
  return bytes;
}

// Over a provider without secrets: a prefix of a marker and dots, data with all bits turned.
class TurningStream final : public BlockAccessCipherStream {
 public:
  size_t BlockSize() override { return 16; }

 protected:
  void AllocateScratch(std::string&) override {}
  Status EncryptBlock(uint64_t, char* data, char*) override {
    for (size_t i = 0; i < BlockSize(); ++i) data[i] = static_cast<char>(~data[i]);
    return Status::OK();
  }
  Status DecryptBlock(uint64_t index, char* data, char* scratch) override {
    return EncryptBlock(index, data, scratch);
  }
};

class MarkingProvider final : public EncryptionProvider {
 public:
  explicit MarkingProvider(size_t prefix) : prefix_(prefix) {}
  const char* Name() const override { return "Marking"; }
  size_t GetPrefixLength() const override { return prefix_; }
  Status CreateNewPrefix(const std::string& f, char* prefix, size_t n) const override {
    if (fails) return Status::Aborted("no key for", f);
    (GetMarker() + std::string(n, '.')).copy(prefix, n);
    return Status::OK();
  }
  Status AddCipher(const std::string&, const char*, size_t, bool) override { return Status::OK(); }
  Status CreateCipherStream(const std::string&, const EnvOptions&, Slice&,
                            std::unique_ptr<BlockAccessCipherStream>* result) override {
    result->reset(new TurningStream);
    return Status::OK();
  }
  std::string GetMarker() const override { return prefix_ == 0 ? "" : "MARK"; }

  bool fails = false;

 private:
  const size_t prefix_;
};

class EncryptedFiles : public ::testing::Test, protected TestFiles {
 protected:
  EncryptedFiles() : TestFiles("encrypted_files") { Over(FileSystem::Default(), TestProvider()); }

  void Over(const std::shared_ptr<FileSystem>& base,
            const std::shared_ptr<EncryptionProvider>& provider) {
    base_ = base;
    Use(NewEncryptedFS(base, provider));
  }
  std::string At(const std::string& name) { return dir_.path() + "/" + name; }
  std::string Raw(const std::string& f) {
    std::string data;
    EXPECT_OK(ReadFileToString(base_.get(), f, &data));
    return data;
  }
  uint64_t Size(const std::string& f) {
    uint64_t size = 0;
    EXPECT_OK(fs_->GetFileSize(f, kPlainIo, &size, nullptr));
    return size;
  }

  std::shared_ptr<FileSystem> base_;
};

// ---- Layout ----

// Bytes that stock 7.8.3 wrote for CTR over ROT13 with blocks of 32.
TEST(CtrEncryption, KeyStreamsAreThoseOfStock) {
  std::string prefix = FromHex(
      "87EA7B479FFC0626C69AB05520488C888A2656CD33DC6B8317BB738090365DF7"
      "325FC6CB7382EE5E7F079D73506EC9AF030B78BDD0632158B590D328C7448F81"
      "87278876370CF832603D37E3083D9A20E1905466A0ED76D85226BA2770E605C8"
      "74871CC5A07635743479FA98C88BA962A1B7FE340E1BB69FD5C5F74F8B04D18F");
  Slice bytes(prefix);
  std::unique_ptr<BlockAccessCipherStream> stream;
  ASSERT_OK(TestProvider()->CreateCipherStream("f", EnvOptions(), bytes, &stream));
  EXPECT_EQ(Slice(prefix).ToString(true).substr(128),
            "13D000229B05EB01EC299D6355464C9CF188D1AC7D9D58BD90BB5A12A4B79946"
            "E17094910C7F2647B86D501895F07FDEB1AF7BFED36B98FA1758177A5F554D01");
  const std::string vector = "8C14AA805D7BD6BC101885CADD702E65C29DE035D4519C8E";
  std::string zeroes(64, '\0');
  ASSERT_OK(stream->Encrypt(kPage, zeroes.data(), zeroes.size()));
  EXPECT_EQ(Slice(zeroes).ToString(true),
            "14F88854AC091333" + vector + "15F88854AC091333" + vector);
}

TEST(CtrEncryption, AnyRangeDecryptsByItself) {
  std::string prefix(kPage, '\0');
  ASSERT_OK(TestProvider()->CreateNewPrefix("f", prefix.data(), prefix.size()));
  Slice bytes(prefix);
  std::unique_ptr<BlockAccessCipherStream> stream;
  ASSERT_OK(TestProvider()->CreateCipherStream("f", EnvOptions(), bytes, &stream));
  const std::string plain = "the quick brown fox jumps over the lazy dog, and over it once more";
  std::string all = plain;
  ASSERT_OK(stream->Encrypt(kPage, all.data(), all.size()));
  for (size_t from = 0; from < plain.size(); ++from) {
    for (size_t to = from; to <= plain.size(); ++to) {
      std::string part = all.substr(from, to - from);
      ASSERT_OK(stream->Decrypt(kPage + from, part.data(), part.size()));
      ASSERT_EQ(part, plain.substr(from, to - from)) << from << " " << to;
    }
  }
}

TEST(CtrEncryption, NoTwoFilesShareAPrefix) {
  std::string one(kPage, '\0'), other(kPage, '\0');
  ASSERT_OK(TestProvider()->CreateNewPrefix("f", one.data(), one.size()));
  ASSERT_OK(TestProvider()->CreateNewPrefix("f", other.data(), other.size()));
  EXPECT_NE(one.substr(0, 32), other.substr(0, 32));
  EXPECT_NE(one.substr(32, 32), other.substr(32, 32));
}

TEST(CtrEncryption, APrefixWithoutCounterAndVectorIsCorrupt) {
  std::string prefix(63, 'x');
  Slice bytes(prefix);
  std::unique_ptr<BlockAccessCipherStream> stream;
  Status s = TestProvider()->CreateCipherStream("/db/some", EnvOptions(), bytes, &stream);
  EXPECT_TRUE(s.IsCorruption());
  EXPECT_NE(s.ToString().find("/db/some"), std::string::npos);
}

TEST(CtrEncryption, CiphersThatCannotBeUsedAreRefused) {
  std::string prefix(kPage, '\0');
  for (const auto& cipher : {std::shared_ptr<BlockCipher>(), BlockCipher::NewROT13Cipher(0),
                             BlockCipher::NewROT13Cipher(7)}) {
    auto provider = EncryptionProvider::NewCTRProvider(cipher);
    EXPECT_TRUE(provider->CreateNewPrefix("f", prefix.data(), kPage).IsInvalidArgument());
  }
  EXPECT_TRUE(TestProvider()->AddCipher("ROT13", "", 0, true).IsNotSupported());
  auto later = EncryptionProvider::NewCTRProvider(nullptr);
  ASSERT_OK(later->AddCipher("ROT13:16", "", 0, true));
  EXPECT_OK(later->CreateNewPrefix("f", prefix.data(), kPage));
}

TEST(EncryptedFileSystems, NeedAProvider) {
  EXPECT_EQ(NewEncryptedEnv(Env::Default(), nullptr), nullptr);
  EXPECT_EQ(NewEncryptedFS(FileSystem::Default(), nullptr), nullptr);
}

// ---- Files ----

TEST_F(EncryptedFiles, ThePrefixIsHiddenAndTheBytesAreNotPlain) {
  const std::string f = At("f");
  Write(f, "hello world");
  EXPECT_EQ(Read(f), "hello world");
  EXPECT_EQ(Size(f), 11u);
  EXPECT_EQ(Raw(f).size(), kPage + 11);
  EXPECT_EQ(Raw(f).find("hello"), std::string::npos);
  std::vector<FileAttributes> files;
  ASSERT_OK(fs_->GetChildrenFileAttributes(dir_.path(), kPlainIo, &files, nullptr));
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].size_bytes, 11u);
}

TEST_F(EncryptedFiles, ReopenedFilesGoOnWhereTheyEnded) {
  const std::string f = At("f");
  std::unique_ptr<FSWritableFile> file;
  for (const char* part : {"one", "two", "three"}) {
    ASSERT_OK(fs_->ReopenWritableFile(f, FileOptions(), &file, nullptr));
    ASSERT_OK(file->Append(part, kPlainIo, nullptr));
    ASSERT_OK(file->Close(kPlainIo, nullptr));
  }
  EXPECT_EQ(Read(f), "onetwothree");
  ASSERT_OK(fs_->Truncate(f, 6, kPlainIo, nullptr));
  EXPECT_EQ(Read(f), "onetwo");
  EXPECT_TRUE(fs_->Truncate(f, 7, kPlainIo, nullptr).IsNotSupported());
}

TEST_F(EncryptedFiles, AReusedFileHasAPrefixOfItsOwn) {
  Write(At("old"), std::string(10000, 'o'));
  const std::string before = Raw(At("old"));
  std::unique_ptr<FSWritableFile> file;
  ASSERT_OK(fs_->ReuseWritableFile(At("new"), At("old"), FileOptions(), &file, nullptr));
  EXPECT_EQ(file->GetFileSize(kPlainIo, nullptr), 0u);
  ASSERT_OK(file->Append("new bytes", kPlainIo, nullptr));
  ASSERT_OK(file->Append(", more", kPlainIo, nullptr));
  ASSERT_OK(file->Sync(kPlainIo, nullptr));
  ASSERT_OK(file->Close(kPlainIo, nullptr));
  EXPECT_EQ(Read(At("new")).substr(0, 15), "new bytes, more");
  EXPECT_NE(Raw(At("new")).substr(0, 64), before.substr(0, 64));
  EXPECT_TRUE(fs_->FileExists(At("old"), kPlainIo, nullptr).IsNotFound());
}

TEST_F(EncryptedFiles, ReadsAtAnyPlaceOneByOneAndTogether) {
  std::string data;
  for (int i = 0; data.size() < 20000; ++i) data += std::to_string(i) + ",";
  Write(At("f"), data);
  std::unique_ptr<FSRandomAccessFile> file;
  ASSERT_OK(fs_->NewRandomAccessFile(At("f"), FileOptions(), &file, nullptr));
  char scratch[3][100];
  FSReadRequest reads[3];
  for (size_t i = 0; i < 3; ++i) {
    reads[i].offset = 7 + 9000 * i;
    reads[i].len = 100;
    reads[i].scratch = scratch[i];
  }
  ASSERT_OK(file->MultiRead(reads, 3, kPlainIo, nullptr));
  for (size_t i = 0; i < 3; ++i) {
    ASSERT_OK(reads[i].status);
    EXPECT_EQ(reads[i].offset, 7 + 9000 * i);
    EXPECT_EQ(reads[i].result, data.substr(7 + 9000 * i, 100));
    Slice alone;
    char room[100];
    ASSERT_OK(file->Read(reads[i].offset, 100, kPlainIo, &alone, room, nullptr));
    EXPECT_EQ(alone, reads[i].result);
  }
  uint64_t size = 0;
  ASSERT_OK(file->GetFileSize(&size));
  EXPECT_EQ(size, data.size());
}

TEST_F(EncryptedFiles, FilesForReadingAndWritingAtAnyPlace) {
  Write(At("f"), "0123456789");
  std::unique_ptr<FSRandomRWFile> file;
  ASSERT_OK(fs_->NewRandomRWFile(At("f"), FileOptions(), &file, nullptr));
  ASSERT_OK(file->Write(3, "xyz", kPlainIo, nullptr));
  char scratch[8];
  Slice read;
  ASSERT_OK(file->Read(2, 5, kPlainIo, &read, scratch, nullptr));
  EXPECT_EQ(read, "2xyz6");
  ASSERT_OK(file->Close(kPlainIo, nullptr));
  EXPECT_EQ(Read(At("f")), "012xyz6789");
}

TEST_F(EncryptedFiles, DirectIoReadsAndWritesWholeBlocks) {
  FileOptions direct;
  direct.use_direct_writes = direct.use_direct_reads = true;
  std::unique_ptr<FSWritableFile> file;
  IOStatus s = fs_->NewWritableFile(At("f"), direct, &file, nullptr);
  ASSERT_OK(s);
  AlignedBuffer block(2 * kPage);
  std::string data(2 * kPage, 'd');
  data.copy(block.data(), data.size());
  ASSERT_OK(file->PositionedAppend(Slice(block.data(), 2 * kPage), 0, kPlainIo, nullptr));
  ASSERT_OK(file->Truncate(5000, kPlainIo, nullptr));
  ASSERT_OK(file->Close(kPlainIo, nullptr));
  EXPECT_EQ(Read(At("f")), data.substr(0, 5000));
  std::unique_ptr<FSRandomAccessFile> reader;
  ASSERT_OK(fs_->NewRandomAccessFile(At("f"), direct, &reader, nullptr));
  Slice read;
  ASSERT_OK(reader->Read(kPage, kPage, kPlainIo, &read, block.data(), nullptr));
  EXPECT_EQ(read, data.substr(0, 5000 - kPage));
  Over(FileSystem::Default(), std::make_shared<MarkingProvider>(100));
  EXPECT_TRUE(fs_->NewWritableFile(At("g"), direct, &file, nullptr).IsInvalidArgument());
}

TEST_F(EncryptedFiles, MappedFilesAreRefused) {
  Write(At("f"), "data");
  FileOptions mapped;
  mapped.use_mmap_reads = mapped.use_mmap_writes = true;
  std::unique_ptr<FSSequentialFile> sequential;
  std::unique_ptr<FSRandomAccessFile> random;
  std::unique_ptr<FSWritableFile> writable;
  std::unique_ptr<MemoryMappedFileBuffer> buffer;
  EXPECT_TRUE(fs_->NewSequentialFile(At("f"), mapped, &sequential, nullptr).IsInvalidArgument());
  EXPECT_TRUE(fs_->NewRandomAccessFile(At("f"), mapped, &random, nullptr).IsInvalidArgument());
  EXPECT_TRUE(fs_->NewWritableFile(At("f"), mapped, &writable, nullptr).IsInvalidArgument());
  EXPECT_TRUE(fs_->NewMemoryMappedFileBuffer(At("f"), &buffer).IsNotSupported());
  EXPECT_EQ(Read(At("f")), "data");
}

TEST_F(EncryptedFiles, PlainFilesAreCorruptAndNamed) {
  for (const size_t size : {16, 100, 4095}) {
    ASSERT_OK(WriteStringToFile(base_.get(), std::string(size, 'p'), At("CURRENT"), true));
    const std::string what = Read(At("CURRENT"));
    EXPECT_NE(what.find("Corruption"), std::string::npos) << size << what;
    EXPECT_NE(what.find("CURRENT"), std::string::npos) << what;
    EXPECT_EQ(Size(At("CURRENT")), 0u);
  }
}

TEST_F(EncryptedFiles, ALogTornInsideItsPrefixIsEmptyUntilItsWriterGoesOn) {
  const std::string f = At("000007.log");
  std::unique_ptr<FSWritableFile> writer;
  std::unique_ptr<FSSequentialFile> reader;
  ASSERT_OK(WriteStringToFile(base_.get(), std::string(17, 'p'), f, true));
  ASSERT_OK(fs_->NewSequentialFile(f, FileOptions(), &reader, nullptr));
  char scratch[100];
  Slice read;
  ASSERT_OK(reader->Read(100, kPlainIo, &read, scratch, nullptr));
  EXPECT_EQ(read, "");
  EXPECT_EQ(Size(f), 0u);
  ASSERT_OK(fs_->NewWritableFile(f, FileOptions(), &writer, nullptr));
  ASSERT_OK(writer->Append("a record", kPlainIo, nullptr));
  ASSERT_OK(writer->Flush(kPlainIo, nullptr));
  ASSERT_OK(reader->Read(100, kPlainIo, &read, scratch, nullptr));
  EXPECT_EQ(read, "a record");
  ASSERT_OK(writer->Close(kPlainIo, nullptr));
}

TEST_F(EncryptedFiles, AMarkerTellsFilesOfThisProvider) {
  Over(FileSystem::Default(), std::make_shared<MarkingProvider>(64));
  Write(At("f"), "data");
  EXPECT_EQ(Raw(At("f")).substr(0, 6), "MARK..");
  EXPECT_EQ(Read(At("f")), "data");
  ASSERT_OK(WriteStringToFile(base_.get(), std::string(200, 'p'), At("plain"), true));
  EXPECT_NE(Read(At("plain")).find("marker is missing"), std::string::npos);
}

TEST_F(EncryptedFiles, AProviderMayDoWithoutAPrefix) {
  Over(FileSystem::Default(), std::make_shared<MarkingProvider>(0));
  Write(At("f"), "data");
  EXPECT_EQ(Raw(At("f")).size(), 4u);
  EXPECT_EQ(Read(At("f")), "data");
}

TEST_F(EncryptedFiles, AFailedPrefixFailsTheOpeningAndLosesNothing) {
  auto provider = std::make_shared<MarkingProvider>(64);
  auto faulty = std::make_shared<FaultFileSystem>(FileSystem::Default());
  Over(faulty, provider);
  Write(At("f"), "kept");
  provider->fails = true;
  std::unique_ptr<FSWritableFile> file;
  EXPECT_TRUE(fs_->NewWritableFile(At("f"), FileOptions(), &file, nullptr).IsAborted());
  EXPECT_TRUE(fs_->ReuseWritableFile(At("g"), At("f"), FileOptions(), &file, nullptr).IsAborted());
  EXPECT_EQ(file, nullptr);
  EXPECT_EQ(Read(At("f")), "kept");
  provider->fails = false;
  faulty->FailNth(FsOp::kAppend, 1, IOStatus::IOError("the disk"));
  IOStatus s = fs_->NewWritableFile(At("h"), FileOptions(), &file, nullptr);
  EXPECT_NE(s.ToString().find("the disk"), std::string::npos);
  EXPECT_EQ(file, nullptr);
  EXPECT_EQ(faulty->OpenFiles(), 0);
  base_.reset();
}

TEST_F(EncryptedFiles, TimesOfEncryptionAreCounted) {
  const PerfLevel before = GetPerfLevel();
  SetPerfLevel(kEnableTime);
  get_perf_context()->Reset();
  Write(At("f"), std::string(100000, 'x'));
  EXPECT_GT(get_perf_context()->encrypt_data_nanos, 0u);
  EXPECT_EQ(Read(At("f")).size(), 100000u);
  EXPECT_GT(get_perf_context()->decrypt_data_nanos, 0u);
  SetPerfLevel(before);
}

}  // namespace

}  // namespace ROCKSDB_NAMESPACE
