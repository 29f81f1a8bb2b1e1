// DB::OpenAsSecondary: the façade that reads beside a primary. What the primary writes is followed
// by db/secondary/; reads are those of every database, several families at a time inside the gate.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "db/db_impl.h"
#include "db/secondary/catch_up.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe like DB itself.
class SecondaryDb final : public DBImpl {
 public:
  // `request` says OpenMode::kSecondary.
  [[nodiscard]] static Status OpenSecondary(const OpenRequest& request,
                                            std::vector<ColumnFamilyHandle*>* handles,
                                            std::unique_ptr<DB>* db);

  Status TryCatchUpWithPrimary() override { return catch_up_.Run(); }

  Status Get(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
             PinnableSlice* value, std::string* timestamp) override;
  Status GetMergeOperands(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                          PinnableSlice* operands, GetMergeOperandsOptions* how,
                          int* number) override;
  void MultiGet(const ReadOptions& options, const size_t num_keys, ColumnFamilyHandle** cfs,
                const Slice* keys, PinnableSlice* values, std::string* timestamps, Status* statuses,
                const bool sorted_input) override;
  // The other forms of both come down to these.
  using DBImpl::GetEntity;
  using DBImpl::MultiGetEntity;
  Status GetEntity(const ReadOptions& options, ColumnFamilyHandle* cf, const Slice& key,
                   PinnableWideColumns* columns) override;
  void MultiGetEntity(const ReadOptions& options, size_t num_keys, ColumnFamilyHandle** cfs,
                      const Slice* keys, PinnableWideColumns* results, Status* statuses,
                      bool sorted_input) override;
  Iterator* NewIterator(const ReadOptions& options, ColumnFamilyHandle* cf) override;
  Status NewIterators(const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families,
                      std::vector<Iterator*>* iterators) override;
  std::unique_ptr<Iterator> NewCoalescingIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) override;
  std::unique_ptr<AttributeGroupIterator> NewAttributeGroupIterator(
      const ReadOptions& options, const std::vector<ColumnFamilyHandle*>& families) override;
  std::unique_ptr<MultiScan> NewMultiScan(const ReadOptions& options, ColumnFamilyHandle* cf,
                                          const MultiScanArgs& scan_opts) override;
  // Would keep TryCatchUpWithPrimary() waiting.
  Status LockWAL() override { return parts()->context.ChangeRefused(); }

 private:
  SecondaryDb(const OpenRequest& request, std::shared_ptr<const DbConfig> config,
              const OpenHolds& holds);

  Status Recover(const std::vector<ColumnFamilyDescriptor>& families) override;
  static Status CheckIterator(const ReadOptions& options);

  CatchUp catch_up_;
};

}  // namespace ROCKSDB_NAMESPACE
