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
  Status FinalizeSecondaryKeyPrefix(std::variant<Slice, std::string>* prefix) const override;
  Status UpdatePrimaryColumnValue(
      const Slice& key, const Slice& column,
      std::optional<std::variant<Slice, std::string>>* new_column) const override;

  // The primary keys of the nearest vectors, with their distances.
  Status FindKNearestNeighbors(SecondaryIndexIterator* it, const Slice& target, size_t neighbors,
                               size_t probes,
                               std::vector<std::pair<std::string, float>>* result) const;

 private:
  // FAISS's own object, which only FAISS could delete.
  faiss::IndexIVF* const index_;
  const std::string primary_column_name_;
  ColumnFamilyHandle* secondary_column_family_ = nullptr;
  ColumnFamilyHandle* primary_column_family_ = nullptr;
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
