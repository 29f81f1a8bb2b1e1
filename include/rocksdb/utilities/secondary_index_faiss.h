// A secondary index over vectors, by the FAISS library. This library is built without FAISS: the
// index can be made and refuses everything.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/utilities/secondary_index.h"

namespace faiss {
struct IndexIVF;
}  // namespace faiss

namespace ROCKSDB_NAMESPACE {

class FaissIVFIndex : public SecondaryIndex {
 public:
  FaissIVFIndex(std::unique_ptr<faiss::IndexIVF>&& index, std::string primary_column_name);
  ~FaissIVFIndex() override;

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
  Status FinalizeSecondaryKeyPrefix(
      std::variant<Slice, std::string>* secondary_key_prefix) const override;
  Status GetSecondaryValue(
      const Slice& primary_key, const Slice& primary_column_value,
      const Slice& original_column_value,
      std::optional<std::variant<Slice, std::string>>* secondary_value) const override;

  // The primary keys of the nearest vectors, with their distances.
  Status FindKNearestNeighbors(SecondaryIndexIterator* it, const Slice& target, size_t neighbors,
                               size_t probes,
                               std::vector<std::pair<std::string, float>>* result) const;

 private:
  // FAISS's own object, which only FAISS could delete.
  faiss::IndexIVF* const index_;
  const std::string primary_column_name_;
  ColumnFamilyHandle* primary_column_family_ = nullptr;
  ColumnFamilyHandle* secondary_column_family_ = nullptr;
};

// A vector as bytes and back; null when the size does not fit. Nothing is copied.
inline Slice ConvertFloatsToSlice(const float* embedding, size_t dim) {
  return Slice(reinterpret_cast<const char*>(embedding), dim * sizeof(float));
}
inline const float* ConvertSliceToFloats(const Slice& embedding, size_t dim) {
  return embedding.size() == dim * sizeof(float) ? reinterpret_cast<const float*>(embedding.data())
                                                 : nullptr;
}

}  // namespace ROCKSDB_NAMESPACE
