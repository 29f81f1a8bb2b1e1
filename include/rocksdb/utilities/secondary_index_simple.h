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

  void SetPrimaryColumnFamily(ColumnFamilyHandle* column_family) override;
  void SetSecondaryColumnFamily(ColumnFamilyHandle* column_family) override;
  ColumnFamilyHandle* GetPrimaryColumnFamily() const override;
  ColumnFamilyHandle* GetSecondaryColumnFamily() const override;
  Slice GetPrimaryColumnName() const override;
  Status UpdatePrimaryColumnValue(
      const Slice& primary_key, const Slice& primary_column_value,
      std::optional<std::variant<Slice, std::string>>* updated_column_value) const override;
  Status GetSecondaryKeyPrefix(
      const Slice& primary_key, const Slice& primary_column_value,
      std::variant<Slice, std::string>* secondary_key_prefix) const override;
  // Puts the length before the value, so that no prefix begins another one.
  Status FinalizeSecondaryKeyPrefix(
      std::variant<Slice, std::string>* secondary_key_prefix) const override;
  Status GetSecondaryValue(
      const Slice& primary_key, const Slice& primary_column_value,
      const Slice& original_column_value,
      std::optional<std::variant<Slice, std::string>>* secondary_value) const override;

 private:
  const std::string primary_column_name_;
  ColumnFamilyHandle* primary_column_family_ = nullptr;
  ColumnFamilyHandle* secondary_column_family_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
