// Keys and values given in parts, for batches that have no better way than to join them.
#include "rocksdb/write_batch_base.h"

#include <string>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// A whole slice from parts; copies only when there are several.
// The parts must outlive it.
class Whole {
 public:
  explicit Whole(const SliceParts& parts) {
    if (parts.num_parts == 1) {
      slice_ = parts.parts[0];
      return;
    }
    for (int i = 0; i < parts.num_parts; ++i) {
      joined_.append(parts.parts[i].data(), parts.parts[i].size());
    }
    slice_ = joined_;
  }
  Whole(const Whole&) = delete;

  const Slice& slice() const { return slice_; }

 private:
  std::string joined_;
  Slice slice_;
};

}  // namespace

Status WriteBatchBase::Put(ColumnFamilyHandle* cf, const SliceParts& key, const SliceParts& value) {
  const Whole k(key), v(value);
  return Put(cf, k.slice(), v.slice());
}
Status WriteBatchBase::Put(const SliceParts& key, const SliceParts& value) {
  const Whole k(key), v(value);
  return Put(k.slice(), v.slice());
}

Status WriteBatchBase::Merge(ColumnFamilyHandle* cf, const SliceParts& key,
                             const SliceParts& operand) {
  const Whole k(key), v(operand);
  return Merge(cf, k.slice(), v.slice());
}
Status WriteBatchBase::Merge(const SliceParts& key, const SliceParts& operand) {
  const Whole k(key), v(operand);
  return Merge(k.slice(), v.slice());
}

Status WriteBatchBase::Delete(ColumnFamilyHandle* cf, const SliceParts& key) {
  return Delete(cf, Whole(key).slice());
}
Status WriteBatchBase::Delete(const SliceParts& key) { return Delete(Whole(key).slice()); }

Status WriteBatchBase::SingleDelete(ColumnFamilyHandle* cf, const SliceParts& key) {
  return SingleDelete(cf, Whole(key).slice());
}
Status WriteBatchBase::SingleDelete(const SliceParts& key) {
  return SingleDelete(Whole(key).slice());
}

Status WriteBatchBase::DeleteRange(ColumnFamilyHandle* cf, const SliceParts& begin,
                                   const SliceParts& end) {
  const Whole b(begin), e(end);
  return DeleteRange(cf, b.slice(), e.slice());
}
Status WriteBatchBase::DeleteRange(const SliceParts& begin, const SliceParts& end) {
  const Whole b(begin), e(end);
  return DeleteRange(b.slice(), e.slice());
}

}  // namespace ROCKSDB_NAMESPACE
