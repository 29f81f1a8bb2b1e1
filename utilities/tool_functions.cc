// Tools as functions. The tools of this library are programs; the functions say so. DefaultHooks
// opens databases for whoever asks it.
#include <cstdio>
#include <cstdlib>

#include "rocksdb/cache_bench_tool.h"
#include "rocksdb/db_bench_tool.h"
#include "rocksdb/db_stress_tool.h"
#include "rocksdb/ldb_tool.h"
#include "rocksdb/sst_dump_tool.h"
#include "rocksdb/tool_hooks.h"

namespace ROCKSDB_NAMESPACE {

namespace {

int RunTheProgram(const char* tool) {
  std::fprintf(stderr, "%s is a program of its own, not a function of the library\n", tool);
  return 1;
}

class PlainFormatter final : public SliceFormatter {
 public:
  std::string Format(const Slice& s) const override { return s.ToString(); }
};

}  // namespace

int db_bench_tool(int /*argc*/, char** /*argv*/, ToolHooks& /*hooks*/) {
  return RunTheProgram("db_bench");
}

int db_stress_tool(int /*argc*/, char** /*argv*/) { return RunTheProgram("db_stress"); }

int cache_bench_tool(int /*argc*/, char** /*argv*/) {
  std::fprintf(stderr, "There is no cache_bench\n");
  return 1;
}

LDBOptions::LDBOptions() : key_formatter(std::make_shared<PlainFormatter>()) {}

void LDBTool::Run(int /*argc*/, char** /*argv*/, Options /*db_options*/,
                  const LDBOptions& /*ldb_options*/,
                  const std::vector<ColumnFamilyDescriptor>* /*column_families*/) {
  RunTheProgram("ldb");
}

int SSTDumpTool::Run(int /*argc*/, char const* const* /*argv*/, Options /*options*/) {
  return RunTheProgram("sst_dump");
}

// ---- Hooks ----

DefaultHooks defaultHooks;

Status DefaultHooks::Open(const Options& options, const std::string& name, DB** db) {
  return DB::Open(options, name, db);
}
Status DefaultHooks::Open(const DBOptions& db_options, const std::string& name,
                          const std::vector<ColumnFamilyDescriptor>& families,
                          std::vector<ColumnFamilyHandle*>* handles, DB** db) {
  return DB::Open(db_options, name, families, handles, db);
}
Status DefaultHooks::Open(const Options& /*options*/, const blob_db::BlobDBOptions& /*blob*/,
                          const std::string& /*name*/, blob_db::BlobDB** db) {
  *db = nullptr;
  return Status::NotSupported("BlobDB::Open");
}
Status DefaultHooks::OpenForReadOnly(const Options& options, const std::string& name, DB** db,
                                     bool error_if_wal_file_exists) {
  return DB::OpenForReadOnly(options, name, db, error_if_wal_file_exists);
}
Status DefaultHooks::OpenForReadOnly(const Options& options, const std::string& name,
                                     const std::vector<ColumnFamilyDescriptor>& families,
                                     std::vector<ColumnFamilyHandle*>* handles, DB** db) {
  return DB::OpenForReadOnly(options, name, families, handles, db);
}
Status DefaultHooks::OpenAsSecondary(const Options& options, const std::string& name,
                                     const std::string& secondary_path, DB** db) {
  return DB::OpenAsSecondary(options, name, secondary_path, db);
}
Status DefaultHooks::OpenAsFollower(const Options& options, const std::string& name,
                                    const std::string& leader_path, std::unique_ptr<DB>* db) {
  return DB::OpenAsFollower(options, name, leader_path, db);
}
Status DefaultHooks::OpenTransactionDB(const Options& options,
                                       const TransactionDBOptions& txn_db_options,
                                       const std::string& name, TransactionDB** db) {
  return TransactionDB::Open(options, txn_db_options, name, db);
}
Status DefaultHooks::OpenTransactionDB(const DBOptions& db_options,
                                       const TransactionDBOptions& txn_db_options,
                                       const std::string& name,
                                       const std::vector<ColumnFamilyDescriptor>& families,
                                       std::vector<ColumnFamilyHandle*>* handles,
                                       TransactionDB** db) {
  return TransactionDB::Open(db_options, txn_db_options, name, families, handles, db);
}
Status DefaultHooks::OpenOptimisticTransactionDB(const Options& options, const std::string& name,
                                                 OptimisticTransactionDB** db) {
  return OptimisticTransactionDB::Open(options, name, db);
}
Status DefaultHooks::OpenOptimisticTransactionDB(
    const DBOptions& db_options, const std::string& name,
    const std::vector<ColumnFamilyDescriptor>& families, std::vector<ColumnFamilyHandle*>* handles,
    OptimisticTransactionDB** db) {
  return OptimisticTransactionDB::Open(db_options, name, families, handles, db);
}
void DefaultHooks::Exit(int status) { std::exit(status); }

}  // namespace ROCKSDB_NAMESPACE
