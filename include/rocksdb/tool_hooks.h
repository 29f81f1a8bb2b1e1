// How db_bench, run as a function, opens its databases.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/db.h"
#include "rocksdb/utilities/optimistic_transaction_db.h"
#include "rocksdb/utilities/transaction_db.h"

namespace ROCKSDB_NAMESPACE {

namespace blob_db {
class BlobDB;
struct BlobDBOptions;
}  // namespace blob_db

// Each call opens what its name says; the results are those of the static functions of the classes.
class ToolHooks {
 public:
  ToolHooks() = default;
  virtual ~ToolHooks() = default;

  virtual Status Open(const Options& options, const std::string& name, DB** db) = 0;
  virtual Status Open(const DBOptions& db_options, const std::string& name,
                      const std::vector<ColumnFamilyDescriptor>& families,
                      std::vector<ColumnFamilyHandle*>* handles, DB** db) = 0;
  virtual Status Open(const Options& options, const blob_db::BlobDBOptions& blob_options,
                      const std::string& name, blob_db::BlobDB** db) = 0;
  virtual Status OpenForReadOnly(const Options& options, const std::string& name, DB** db,
                                 bool error_if_wal_file_exists) = 0;
  virtual Status OpenForReadOnly(const Options& options, const std::string& name,
                                 const std::vector<ColumnFamilyDescriptor>& families,
                                 std::vector<ColumnFamilyHandle*>* handles, DB** db) = 0;
  virtual Status OpenAsSecondary(const Options& options, const std::string& name,
                                 const std::string& secondary_path, DB** db) = 0;
  virtual Status OpenAsFollower(const Options& options, const std::string& name,
                                const std::string& leader_path, std::unique_ptr<DB>* db) = 0;
  virtual Status OpenTransactionDB(const Options& options,
                                   const TransactionDBOptions& txn_db_options,
                                   const std::string& name, TransactionDB** db) = 0;
  virtual Status OpenTransactionDB(const DBOptions& db_options,
                                   const TransactionDBOptions& txn_db_options,
                                   const std::string& name,
                                   const std::vector<ColumnFamilyDescriptor>& families,
                                   std::vector<ColumnFamilyHandle*>* handles,
                                   TransactionDB** db) = 0;
  virtual Status OpenOptimisticTransactionDB(const Options& options, const std::string& name,
                                             OptimisticTransactionDB** db) = 0;
  virtual Status OpenOptimisticTransactionDB(const DBOptions& db_options, const std::string& name,
                                             const std::vector<ColumnFamilyDescriptor>& families,
                                             std::vector<ColumnFamilyHandle*>* handles,
                                             OptimisticTransactionDB** db) = 0;

  // Ends the process.
  virtual void Exit(int status) = 0;
};

// Calls those static functions.
class DefaultHooks : public ToolHooks {
 public:
  DefaultHooks() = default;
  ~DefaultHooks() override = default;

  Status Open(const Options& options, const std::string& name, DB** db) override;
  Status Open(const DBOptions& db_options, const std::string& name,
              const std::vector<ColumnFamilyDescriptor>& families,
              std::vector<ColumnFamilyHandle*>* handles, DB** db) override;
  // Refused: there is no BlobDB.
  Status Open(const Options& options, const blob_db::BlobDBOptions& blob_options,
              const std::string& name, blob_db::BlobDB** db) override;
  Status OpenForReadOnly(const Options& options, const std::string& name, DB** db,
                         bool error_if_wal_file_exists) override;
  Status OpenForReadOnly(const Options& options, const std::string& name,
                         const std::vector<ColumnFamilyDescriptor>& families,
                         std::vector<ColumnFamilyHandle*>* handles, DB** db) override;
  Status OpenAsSecondary(const Options& options, const std::string& name,
                         const std::string& secondary_path, DB** db) override;
  Status OpenAsFollower(const Options& options, const std::string& name,
                        const std::string& leader_path, std::unique_ptr<DB>* db) override;
  Status OpenTransactionDB(const Options& options, const TransactionDBOptions& txn_db_options,
                           const std::string& name, TransactionDB** db) override;
  Status OpenTransactionDB(const DBOptions& db_options, const TransactionDBOptions& txn_db_options,
                           const std::string& name,
                           const std::vector<ColumnFamilyDescriptor>& families,
                           std::vector<ColumnFamilyHandle*>* handles, TransactionDB** db) override;
  Status OpenOptimisticTransactionDB(const Options& options, const std::string& name,
                                     OptimisticTransactionDB** db) override;
  Status OpenOptimisticTransactionDB(const DBOptions& db_options, const std::string& name,
                                     const std::vector<ColumnFamilyDescriptor>& families,
                                     std::vector<ColumnFamilyHandle*>* handles,
                                     OptimisticTransactionDB** db) override;
  void Exit(int status) override;
};

extern DefaultHooks defaultHooks;

}  // namespace ROCKSDB_NAMESPACE
