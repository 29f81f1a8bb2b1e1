// Checksums of whole tables: who makes them, who shows them, who finds the damage.
#include <gtest/gtest.h>

#include <fstream>

#include "rocksdb/convenience.h"
#include "rocksdb/experimental.h"
#include "rocksdb/file_checksum.h"
#include "rocksdb/listener.h"
#include "rocksdb/rate_limiter.h"
#include "rocksdb/sst_file_writer.h"
#include "rocksdb/utilities/backup_engine.h"
#include "rocksdb/utilities/checkpoint.h"
#include "test/support/scratch.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// The sum of all bytes, under a name of its own; knows the standard function too when asked for it.
class SumFactory : public FileChecksumGenFactory {
 public:
  const char* Name() const override { return "SumFactory"; }
  std::unique_ptr<FileChecksumGenerator> CreateFileChecksumGenerator(
      const FileChecksumGenContext& context) override {
    const std::string& wanted = context.requested_checksum_func_name;
    if (wanted.empty() || wanted == "Sum") return std::make_unique<Sum>();
    return GetFileChecksumGenCrc32cFactory()->CreateFileChecksumGenerator(context);
  }

 private:
  class Sum : public FileChecksumGenerator {
   public:
    void Update(const char* data, size_t n) override {
      for (size_t i = 0; i < n; ++i) sum_ += static_cast<unsigned char>(data[i]);
    }
    void Finalize() override { text_ = std::to_string(sum_); }
    std::string GetChecksum() const override { return text_; }
    const char* Name() const override { return "Sum"; }

   private:
    uint64_t sum_ = 0;
    std::string text_;
  };
};

class Creations : public EventListener {
 public:
  void OnTableFileCreated(const TableFileCreationInfo& info) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    by_path_[info.file_path] = {info.file_checksum_func_name, info.file_checksum};
  }
  std::pair<std::string, std::string> Of(const std::string& path) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return by_path_[path];
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::pair<std::string, std::string>> by_path_;
};

class FileChecksums : public system_test::DbTest {
 protected:
  FileChecksums() {
    options_ = system_test::SmallOptions();
    options_.disable_auto_compactions = true;
    options_.file_checksum_gen_factory = GetFileChecksumGenCrc32cFactory();
    options_.listeners = {creations_};
  }

  static std::string Read(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  static std::string Crc(const std::string& path) {
    const auto generator = GetFileChecksumGenCrc32cFactory()->CreateFileChecksumGenerator({});
    const std::string bytes = Read(path);
    generator->Update(bytes.data(), bytes.size());
    generator->Finalize();
    return generator->GetChecksum();
  }
  // Flips a bit of one byte.
  static void Damage(const std::string& path, int place) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(place);
    const int byte = file.get();
    file.seekp(place);
    file.put(static_cast<char>(byte ^ 1));
  }
  std::vector<LiveFileMetaData> Tables() {
    std::vector<LiveFileMetaData> tables;
    db_->GetLiveFilesMetaData(&tables);
    return tables;
  }
  static std::string PathOf(const LiveFileMetaData& table) { return table.db_path + table.name; }
  // Every table has the crc32c of its bytes, wherever checksums are shown.
  void ExpectCrcs(size_t tables) {
    FileChecksumList& listed = *list_;
    ASSERT_OK(db_->GetLiveFilesChecksumInfo(&listed));
    EXPECT_EQ(listed.size(), tables);
    EXPECT_EQ(Tables().size(), tables);
    for (const LiveFileMetaData& table : Tables()) {
      EXPECT_EQ(table.file_checksum_func_name, "FileChecksumCrc32c");
      EXPECT_EQ(Slice(table.file_checksum).ToString(true), Slice(Crc(PathOf(table))).ToString(true))
          << table.name;
      std::string value, function;
      ASSERT_OK(listed.SearchOneFileChecksum(table.file_number, &value, &function));
      EXPECT_EQ(value, table.file_checksum);
      EXPECT_EQ(function, table.file_checksum_func_name);
    }
    ASSERT_OK(db_->VerifyFileChecksums(ReadOptions()));
  }
  void Reopen() {
    std::vector<std::string> names;
    Close();
    ASSERT_OK(DB::ListColumnFamilies(options_, DbPath(), &names));
    ASSERT_OK(OpenFamilies(options_, names));
  }
  std::string MakeTable(const std::string& name, const std::string& key,
                        ExternalSstFileInfo* info) {
    SstFileWriter writer(EnvOptions(), options_);
    EXPECT_OK(writer.Open(dir_ / name));
    EXPECT_OK(writer.Put(key, name));
    EXPECT_OK(writer.Finish(info));
    return dir_ / name;
  }
  Status Ingest(const std::string& path, const std::vector<std::string>& checksums,
                const std::vector<std::string>& functions) {
    IngestExternalFileArg arg;
    arg.column_family = db_->DefaultColumnFamily();
    arg.external_files = {path};
    arg.options = how_;
    arg.files_checksums = checksums;
    arg.files_checksum_func_names = functions;
    return db_->IngestExternalFiles({arg});
  }

  Options options_;
  IngestExternalFileOptions how_;
  std::shared_ptr<Creations> creations_ = std::make_shared<Creations>();
  std::unique_ptr<FileChecksumList> list_{NewFileChecksumList()};
};

TEST_F(FileChecksums, FlushesCompactionsAndRecoveryGiveEachTableOne) {
  ASSERT_OK(Open(options_));
  for (uint64_t i = 0; i < 2000; ++i) ASSERT_OK(Put(system_test::NumberedKey(i % 500), "value"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  const size_t flushed = Tables().size();
  ExpectCrcs(flushed);
  std::vector<std::string> shown;
  for (const LiveFileMetaData& table : Tables()) {
    EXPECT_EQ(creations_->Of(PathOf(table)).second, table.file_checksum);
    shown.push_back("\"file_checksum\": \"" + Slice(table.file_checksum).ToString(true));
  }
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  ExpectCrcs(Tables().size());
  ASSERT_OK(Put("in the log", "1"));
  Close();
  const std::string log = Read(DbPath() + "/LOG");
  for (const std::string& text : shown) EXPECT_NE(log.find(text), std::string::npos) << text;
  Reopen();
  EXPECT_EQ(Get("in the log"), "1");
  ExpectCrcs(Tables().size());
  ColumnFamilyMetaData family;
  db_->GetColumnFamilyMetaData(&family);
  EXPECT_EQ(family.levels[0].files[0].file_checksum_func_name, "FileChecksumCrc32c");
}

TEST_F(FileChecksums, WithoutAFactoryThereIsNone) {
  options_.file_checksum_gen_factory = nullptr;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_EQ(Tables().size(), 1u);
  EXPECT_EQ(Tables()[0].file_checksum, "");
  EXPECT_EQ(Tables()[0].file_checksum_func_name, kUnknownFileChecksumFuncName);
  EXPECT_EQ(creations_->Of(PathOf(Tables()[0])).first, kUnknownFileChecksumFuncName);
  EXPECT_TRUE(db_->VerifyFileChecksums(ReadOptions()).IsInvalidArgument());
  ExternalSstFileInfo info;
  const std::string path = MakeTable("t.sst", "b", &info);
  EXPECT_EQ(info.file_checksum_func_name, kUnknownFileChecksumFuncName);
  // A caller's claim means nothing here.
  ASSERT_OK(Ingest(path, {"wrong"}, {"Sum", "Sum"}));
  // Tables of before are passed over once there is a factory.
  options_.file_checksum_gen_factory = GetFileChecksumGenCrc32cFactory();
  ASSERT_OK(Open(options_));
  ASSERT_OK(db_->VerifyFileChecksums(ReadOptions()));
}

TEST_F(FileChecksums, VerifyingFindsAChangedByteAndNamesTheTable) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  const std::string path = PathOf(Tables()[0]);
  ReadOptions read;
  read.readahead_size = 100;
  ASSERT_OK(db_->VerifyFileChecksums(read));
  const int size = static_cast<int>(std::filesystem::file_size(path));
  for (const int place : {0, 100, 101, size / 2, size - 1}) {
    Damage(path, place);
    const Status s = db_->VerifyFileChecksums(read);
    EXPECT_TRUE(s.IsCorruption()) << s.ToString();
    EXPECT_NE(s.ToString().find(path), std::string::npos) << s.ToString();
    Damage(path, place);
    ASSERT_OK(db_->VerifyFileChecksums(read));
  }
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  EXPECT_TRUE(db_->VerifyFileChecksums(read).IsCorruption());
}

TEST_F(FileChecksums, VerifyingKeepsToTheRateLimiter) {
  options_.rate_limiter.reset(
      NewGenericRateLimiter(int64_t{1} << 40, 1000, 10, RateLimiter::Mode::kAllIo));
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", std::string(100000, 'v')));
  ASSERT_OK(db_->Flush(FlushOptions()));
  const int64_t before = options_.rate_limiter->GetTotalBytesThrough(Env::IO_LOW);
  ReadOptions read;
  ASSERT_OK(db_->VerifyFileChecksums(read));
  EXPECT_EQ(options_.rate_limiter->GetTotalBytesThrough(Env::IO_LOW), before);
  read.rate_limiter_priority = Env::IO_LOW;
  ASSERT_OK(db_->VerifyFileChecksums(read));
  EXPECT_GE(options_.rate_limiter->GetTotalBytesThrough(Env::IO_LOW), before + 100000);
}

TEST_F(FileChecksums, EachTableIsVerifiedByTheFunctionThatIsRecordedForIt) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  options_.file_checksum_gen_factory = std::make_shared<SumFactory>();
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("b", "2"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_EQ(Tables().size(), 2u);
  EXPECT_EQ(Tables()[0].file_checksum_func_name, "Sum");
  EXPECT_EQ(Tables()[1].file_checksum_func_name, "FileChecksumCrc32c");
  ASSERT_OK(db_->VerifyFileChecksums(ReadOptions()));
  options_.file_checksum_gen_factory = GetFileChecksumGenCrc32cFactory();
  ASSERT_OK(Open(options_));
  EXPECT_TRUE(db_->VerifyFileChecksums(ReadOptions()).IsInvalidArgument());
}

TEST_F(FileChecksums, IngestedFilesAreHeldAgainstWhatTheCallerClaims) {
  ASSERT_OK(Open(options_));
  ExternalSstFileInfo info;
  const std::string path = MakeTable("t.sst", "b", &info);
  EXPECT_EQ(info.file_checksum, Crc(path));
  const std::string name = "FileChecksumCrc32c";
  EXPECT_EQ(info.file_checksum_func_name, name);
  EXPECT_TRUE(Ingest(path, {"abcd"}, {name}).IsCorruption());
  EXPECT_TRUE(Ingest(path, {info.file_checksum}, {"Sum"}).IsInvalidArgument());
  EXPECT_TRUE(Ingest(path, {info.file_checksum}, {}).IsInvalidArgument());
  EXPECT_TRUE(Ingest(path, {info.file_checksum, ""}, {name, ""}).IsInvalidArgument());
  EXPECT_TRUE(Tables().empty());
  ASSERT_OK(Ingest(path, {info.file_checksum}, {name}));
  ExpectCrcs(1);
  ASSERT_OK(Ingest(path, {}, {}));
  ExpectCrcs(2);
  // Written into a copy, the number changes its checksum.
  how_.write_global_seqno = true;
  ASSERT_OK(Ingest(path, {info.file_checksum}, {name}));
  ExpectCrcs(3);
  // Unseen, the claim is recorded as it is.
  how_ = IngestExternalFileOptions();
  how_.verify_file_checksum = false;
  EXPECT_TRUE(Ingest(path, {info.file_checksum}, {"Sum"}).IsInvalidArgument());
  ASSERT_OK(Ingest(path, {}, {}));
  ExpectCrcs(4);
  ASSERT_OK(Ingest(path, {"abcd"}, {name}));
  EXPECT_EQ(Tables()[0].file_checksum, "abcd");
  EXPECT_TRUE(db_->VerifyFileChecksums(ReadOptions()).IsCorruption());
}

TEST_F(FileChecksums, ExportsCheckpointsAndRepairsKeepThem) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  Checkpoint* raw = nullptr;
  ASSERT_OK(Checkpoint::Create(db_.get(), &raw));
  const std::unique_ptr<Checkpoint> checkpoint(raw);
  ExportImportFilesMetaData* exported = nullptr;
  ASSERT_OK(checkpoint->ExportColumnFamily(db_->DefaultColumnFamily(), dir_ / "export", &exported));
  const std::unique_ptr<ExportImportFilesMetaData> owner(exported);
  EXPECT_EQ(exported->files[0].file_checksum, Tables()[0].file_checksum);
  ColumnFamilyHandle* family = nullptr;
  ASSERT_OK(db_->CreateColumnFamilyWithImport(options_, "new", ImportColumnFamilyOptions(),
                                              *exported, &family));
  ASSERT_OK(db_->DestroyColumnFamilyHandle(family));
  ExpectCrcs(2);
  ASSERT_OK(Put("in the log", "1"));
  Close();
  ASSERT_OK(RepairDB(DbPath(), options_));
  Reopen();
  EXPECT_EQ(Get("in the log"), "1");
  ExpectCrcs(3);
}

TEST_F(FileChecksums, TheManifestOfAClosedDatabaseTellsThem) {
  ASSERT_OK(OpenFamilies(options_, {kDefaultColumnFamilyName}));
  ColumnFamilyHandle* other = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(options_, "other", &other));
  for (ColumnFamilyHandle* family : {db_->DefaultColumnFamily(), other}) {
    for (const char* value : {"1", "2"}) {
      ASSERT_OK(db_->Put(WriteOptions(), family, "a", value));
      ASSERT_OK(db_->Flush(FlushOptions(), family));
    }
  }
  const auto fs = options_.env->GetFileSystem();
  const auto count = [&] {
    EXPECT_OK(experimental::GetFileChecksumsFromCurrentManifest(fs.get(), DbPath(), list_.get()));
    return list_->size();
  };
  EXPECT_EQ(count(), 4u);
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ(count(), 3u);
  ASSERT_OK(db_->DropColumnFamily(other));
  ASSERT_OK(db_->DestroyColumnFamilyHandle(other));
  const LiveFileMetaData table = Tables()[0];
  Close();
  EXPECT_EQ(count(), 1u);
  std::string value, function;
  ASSERT_OK(list_->SearchOneFileChecksum(table.file_number, &value, &function));
  EXPECT_EQ(value, table.file_checksum);
  EXPECT_EQ(function, "FileChecksumCrc32c");
  EXPECT_TRUE(experimental::GetFileChecksumsFromCurrentManifest(fs.get(), DbPath(), nullptr)
                  .IsInvalidArgument());
  EXPECT_NOT_OK(
      experimental::GetFileChecksumsFromCurrentManifest(fs.get(), dir_ / "nowhere", list_.get()));
}

TEST_F(FileChecksums, ABackupOfADamagedTableFails) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("a", "1"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  BackupEngine* raw = nullptr;
  ASSERT_OK(BackupEngine::Open(BackupEngineOptions(dir_ / "backup"), options_.env, &raw));
  const std::unique_ptr<BackupEngine> backups(raw);
  const std::string path = PathOf(Tables()[0]);
  Damage(path, 5);
  const Status s = backups->CreateNewBackup(db_.get());
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  Damage(path, 5);
  ASSERT_OK(backups->CreateNewBackup(db_.get()));
  ASSERT_OK(backups->RestoreDBFromLatestBackup(dir_ / "restored", dir_ / "restored"));
  Close();
  std::filesystem::remove_all(DbPath());
  std::filesystem::rename(dir_ / "restored", DbPath());
  ASSERT_OK(Open(options_));
  ExpectCrcs(1);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
