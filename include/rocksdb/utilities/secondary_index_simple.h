// A secondary index over the value of one column as it is.
#pragma once

#include <string>
#include <utility>

#include "rocksdb/utilities/secondary_index.h"

namespace ROCKSDB_NAMESPACE {

class SimpleSecondaryIndex : public SecondaryIndex {
 public:
  explicit SimpleSecondaryIndex(std::string primary_column_name)
      : primary_column_name_(std::move(primary_column_name)) {}

  // ---- The column and the families
  Slice GetPrimaryColumnName() const override;
  ColumnFamilyHandle* GetPrimaryColumnFamily() const override;
  void SetPrimaryColumnFamily(ColumnFamilyHandle* family) override;
  ColumnFamilyHandle* GetSecondaryColumnFamily() const override;
  void SetSecondaryColumnFamily(ColumnFamilyHandle* family) override;

  // ---- From a primary entry to its secondary one
  Status GetSecondaryValue(const Slice& key, const Slice& column, const Slice& column_before,
                           std::optional<std::variant<Slice, std::string>>* value) const override;
  Status GetSecondaryKeyPrefix(const Slice& key, const Slice& column,
                               std::variant<Slice, std::string>* prefix) const override;
  // Puts the length before the value, so that no prefix begins another one.
  Status FinalizeSecondaryKeyPrefix(std::variant<Slice, std::string>* prefix) const override;
  Status UpdatePrimaryColumnValue(
      const Slice& key, const Slice& column,
      std::optional<std::variant<Slice, std::string>>* new_column) const override;

 private:
  const std::string primary_column_name_;
  ColumnFamilyHandle* secondary_column_family_ = nullptr;
  ColumnFamilyHandle* primary_column_family_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
