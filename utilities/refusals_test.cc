// Calls without an implementation: each links, is safe to call, leaves nothing behind, and names
// itself.
#include <gtest/gtest.h>

#include "env/mem_fs.h"
#include "rocksdb/advanced_compression.h"
#include "rocksdb/block_cache_trace_writer.h"
#include "rocksdb/cache_bench_tool.h"
#include "rocksdb/db_bench_tool.h"
#include "rocksdb/db_stress_tool.h"
#include "rocksdb/env_encryption.h"
#include "rocksdb/experimental.h"
#include "rocksdb/external_table.h"
#include "rocksdb/persistent_cache.h"
#include "rocksdb/sst_dump_tool.h"
#include "rocksdb/tool_hooks.h"
#include "rocksdb/trace_reader_writer.h"
#include "rocksdb/user_defined_index.h"
#include "rocksdb/utilities/cache_dump_load.h"
#include "rocksdb/utilities/env_mirror.h"
#include "rocksdb/utilities/ldb_cmd.h"
#include "rocksdb/utilities/replayer.h"
#include "rocksdb/utilities/secondary_index_faiss.h"
#include "rocksdb/utilities/transaction_db.h"
#include "rocksdb/wal_filter.h"
#include "test/support/status_assertions.h"

// Stands for FAISS's class, which this library never looks into.
namespace faiss {
struct IndexIVF {};
}  // namespace faiss

namespace ROCKSDB_NAMESPACE {
namespace {

// NotSupported, and the message contains the name.
void ExpectRefused(const Status& s, const std::string& name) {
  EXPECT_TRUE(s.IsNotSupported()) << s.ToString();
  EXPECT_NE(s.ToString().find(name), std::string::npos) << s.ToString();
}

class Refusals : public testing::Test {
 protected:
  Refusals() : fs_(std::make_shared<MemFileSystem>()), env_(NewCompositeEnv(fs_)) {
    options_.env = env_.get();
    options_.create_if_missing = true;
  }
  void Open() { ASSERT_OK(DB::Open(options_, "/db", &db_)); }
  // Under which an unknown name is an error.
  static ConfigOptions StrictOptions() {
    ConfigOptions strict;
    strict.ignore_unsupported_options = false;
    return strict;
  }

  const std::shared_ptr<FileSystem> fs_;
  const std::unique_ptr<Env> env_;
  Options options_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> handles_;
};

TEST_F(Refusals, TransactionsAreWriteCommittedAndLockKeys) {
  TransactionDBOptions options;
  options.write_policy = WRITE_PREPARED;
  auto* txn_db = reinterpret_cast<TransactionDB*>(this);
  ExpectRefused(TransactionDB::Open(options_, options, "/db", &txn_db), "TxnDBWritePolicy");
  EXPECT_EQ(txn_db, nullptr);
  options.write_policy = WRITE_UNPREPARED;
  ExpectRefused(TransactionDB::Open(options_, options, "/db", {}, &handles_, &txn_db),
                "write-unprepared");
  ExpectRefused(TransactionDB::WrapDB(nullptr, options, {}, {}, &txn_db), "TxnDBWritePolicy");
  EXPECT_EQ(NewRangeLockManager(nullptr), nullptr);
  EXPECT_FALSE(fs_->FileExists("/db", IOOptions(), nullptr).ok());
}

TEST_F(Refusals, TracesAreNeitherWrittenNorRead) {
  std::unique_ptr<TraceWriter> writer;
  std::unique_ptr<TraceReader> reader;
  ExpectRefused(NewFileTraceWriter(env_.get(), EnvOptions(), "/t", &writer), "NewFileTraceWriter");
  ExpectRefused(NewFileTraceReader(env_.get(), EnvOptions(), "/t", &reader), "NewFileTraceReader");
  EXPECT_EQ(NewBlockCacheTraceWriter(nullptr, BlockCacheTraceWriterOptions(), nullptr), nullptr);
  Open();
  std::unique_ptr<Replayer> replayer;
  ExpectRefused(db_->NewDefaultReplayer({}, nullptr, &replayer), "NewDefaultReplayer");
}

TEST_F(Refusals, CachesAreNotDumpedAndNotPersistent) {
  std::unique_ptr<CacheDumpWriter> writer;
  std::unique_ptr<CacheDumpReader> reader;
  std::unique_ptr<CacheDumper> dumper;
  std::unique_ptr<CacheDumpedLoader> loader;
  std::shared_ptr<PersistentCache> persistent;
  CacheDumpOptions options{};
  ExpectRefused(NewToFileCacheDumpWriter(fs_, FileOptions(), "/f", &writer), "CacheDumpWriter");
  ExpectRefused(NewFromFileCacheDumpReader(fs_, FileOptions(), "/f", &reader), "CacheDumpReader");
  ExpectRefused(NewDefaultCacheDumper(options, nullptr, nullptr, &dumper), "NewDefaultCacheDumper");
  ExpectRefused(
      NewDefaultCacheDumpedLoader(options, BlockBasedTableOptions(), nullptr, nullptr, &loader),
      "NewDefaultCacheDumpedLoader");
  ExpectRefused(NewPersistentCache(env_.get(), "/c", 1, nullptr, false, &persistent),
                "NewPersistentCache");
}

TEST_F(Refusals, OtherTableFormatsAreRefusedAtOpen) {
  class Factory final : public ExternalTableFactory {
   public:
    const char* Name() const override { return "MyTables"; }
    Status NewTableReader(const ReadOptions&, const std::string&, const ExternalTableOptions&,
                          std::unique_ptr<ExternalTableReader>*) const override {
      return Status::OK();
    }
    ExternalTableBuilder* NewTableBuilder(const ExternalTableBuilderOptions&, const std::string&,
                                          FSWritableFile*) const override {
      return nullptr;
    }
  };
  ASSERT_OK(WriteStringToFile(options_.env, "somebody's", "/t.sst"));
  options_.table_factory = NewExternalTableFactory(std::make_shared<Factory>());
  ExpectRefused(DB::Open(options_, "/db", &db_), "MyTables");
  ExpectRefused(SstFileWriter(EnvOptions(), options_).Open("/t.sst"), "MyTables");
  options_.table_factory.reset(NewPlainTableFactory());
  ExpectRefused(DB::Open(options_, "/db", &db_), "PlainTable");
  ExpectRefused(SstFileWriter(EnvOptions(), options_).Open("/t.sst"), "PlainTable");
  options_.table_factory.reset(NewCuckooTableFactory());
  ExpectRefused(DB::Open(options_, "/db", &db_), "CuckooTable");
  ExpectRefused(SstFileWriter(EnvOptions(), options_).Open("/t.sst"), "CuckooTable");
  std::string untouched;
  ASSERT_OK(ReadFileToString(options_.env, "/t.sst", &untouched));
  EXPECT_EQ(untouched, "somebody's");
}

TEST_F(Refusals, QueryFiltersAndChangesOfAClosedManifest) {
  std::shared_ptr<experimental::SstQueryFilterConfigsManager> manager;
  ExpectRefused(experimental::SstQueryFilterConfigsManager::MakeShared({}, &manager), "MakeShared");
  EXPECT_EQ(experimental::MakeSharedBytewiseMinMaxSQFC(experimental::SelectWholeKey()), nullptr);
  EXPECT_EQ(experimental::MakeSharedReverseBytewiseMinMaxSQFC(experimental::SelectWholeKey()),
            nullptr);
  ExpectRefused(experimental::UpdateManifestForFilesState(options_, "/db", {}),
                "UpdateManifestForFilesState");
  EXPECT_TRUE(experimental::PromoteL0(nullptr, nullptr).IsInvalidArgument());
}

TEST_F(Refusals, ToolsAreProgramsAndNotFunctions) {
  EXPECT_EQ(db_bench_tool(0, nullptr), 1);
  EXPECT_EQ(db_stress_tool(0, nullptr), 1);
  EXPECT_EQ(cache_bench_tool(0, nullptr), 1);
  EXPECT_EQ(SSTDumpTool().Run(0, nullptr), 1);
  LDBTool().Run(0, nullptr);
  EXPECT_EQ(LDBCommandRunner::RunCommand(0, nullptr, options_, LDBOptions(), nullptr), 1);
  EXPECT_EQ(LDBCommand::InitFromCmdLineArgs({"scan"}, options_, LDBOptions(), nullptr), nullptr);
  DB* db = nullptr;
  ASSERT_OK(defaultHooks.Open(options_, "/db", &db));
  delete db;
  blob_db::BlobDB* blobs = nullptr;
  const char nothing = 0;
  ExpectRefused(
      defaultHooks.Open(options_, reinterpret_cast<const blob_db::BlobDBOptions&>(nothing), "/db",
                        &blobs),
      "BlobDB::Open");
}

TEST_F(Refusals, EncryptionWithoutAProviderCompressorsAndVectorsOfOthers) {
  EXPECT_EQ(NewEncryptedEnv(env_.get(), nullptr), nullptr);
  EXPECT_EQ(NewEncryptedFS(fs_, nullptr), nullptr);
  EXPECT_EQ(CreateAutoSkipCompressionManager(), nullptr);
  EXPECT_EQ(CreateCostAwareCompressionManager(), nullptr);
  EXPECT_TRUE(GetBuiltinV2CompressionManager()->SupportsCompressionType(kNoCompression));
  FaissIVFIndex index(nullptr, "column");
  ExpectRefused(index.FindKNearestNeighbors(nullptr, "", 1, 1, nullptr), "FaissIVFIndex");
  WalFilter* filter = nullptr;
  EXPECT_NOT_OK(WalFilter::CreateFromString(StrictOptions(), "mine", &filter));
  std::shared_ptr<UserDefinedIndexFactory> factory;
  EXPECT_NOT_OK(UserDefinedIndexFactory::CreateFromString(StrictOptions(), "mine", &factory));
}

TEST_F(Refusals, AMirrorComparesNamesAndOpensNothing) {
  const std::unique_ptr<Env> other = NewCompositeEnv(std::make_shared<MemFileSystem>());
  EnvMirror mirror(env_.get(), other.get());
  ASSERT_OK(mirror.CreateDir("/d"));
  ASSERT_OK(mirror.FileExists("/d"));
  ASSERT_OK(other->DeleteDir("/d"));
  EXPECT_TRUE(mirror.FileExists("/d").IsCorruption());
  std::unique_ptr<WritableFile> file;
  ExpectRefused(mirror.NewWritableFile("/f", &file, EnvOptions()), "EnvMirror::NewWritableFile");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
