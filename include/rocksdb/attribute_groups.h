// Attribute groups: the columns of one entity spread over several column families. PutEntity()
// writes them, GetEntity() and an AttributeGroupIterator read them.
#pragma once

#include <memory>
#include <vector>

#include "rocksdb/iterator_base.h"
#include "rocksdb/wide_columns.h"

namespace ROCKSDB_NAMESPACE {

class ColumnFamilyHandle;

// The columns to write into one column family. The group owns neither the handle nor the bytes of
// the columns: both must stay until the write has returned (WriteBatch::PutEntity() copies).
class AttributeGroup {
 public:
  AttributeGroup(ColumnFamilyHandle* cf, const WideColumns& cols)
      : column_family_(cf), columns_(cols) {}

  ColumnFamilyHandle* column_family() const { return column_family_; }
  const WideColumns& columns() const { return columns_; }
  WideColumns& columns() { return columns_; }

 private:
  ColumnFamilyHandle* column_family_;
  WideColumns columns_;
};

inline bool operator==(const AttributeGroup& a, const AttributeGroup& b) {
  return a.column_family() == b.column_family() && a.columns() == b.columns();
}
inline bool operator!=(const AttributeGroup& a, const AttributeGroup& b) { return !(a == b); }

// The batch writes the groups in this order, one record for each.
using AttributeGroups = std::vector<AttributeGroup>;
// An empty list.
extern const AttributeGroups kNoAttributeGroups;

// The result of reading one column family, with a status of its own: there are columns only when
// the status is OK.
class PinnableAttributeGroup {
 public:
  // Names the column family to read; the caller owns the handle.
  explicit PinnableAttributeGroup(ColumnFamilyHandle* cf) : column_family_(cf) {}

  ColumnFamilyHandle* column_family() const { return column_family_; }
  const Status& status() const { return status_; }
  const WideColumns& columns() const { return columns_.columns(); }

  // The reader of the group calls these. Reset() makes it ready for another read of the same
  // family.
  void SetStatus(const Status& status) { status_ = status; }
  void SetColumns(PinnableWideColumns&& columns) { columns_ = std::move(columns); }
  void Reset() {
    SetStatus(Status());
    columns_.Reset();
  }

 private:
  ColumnFamilyHandle* column_family_;
  Status status_;
  PinnableWideColumns columns_;
};

using PinnableAttributeGroups = std::vector<PinnableAttributeGroup>;

// Columns of the current key in one column family, borrowed from an iterator and valid until it
// moves. REQUIRES: `cols` and the group outlive this object.
class IteratorAttributeGroup {
 public:
  IteratorAttributeGroup(ColumnFamilyHandle* cf, const WideColumns* cols)
      : column_family_(cf), columns_(cols) {}
  explicit IteratorAttributeGroup(const AttributeGroup& group)
      : IteratorAttributeGroup(group.column_family(), &group.columns()) {}

  ColumnFamilyHandle* column_family() const { return column_family_; }
  const WideColumns& columns() const { return *columns_; }

 private:
  ColumnFamilyHandle* column_family_;
  const WideColumns* columns_;
};

inline bool operator==(const IteratorAttributeGroup& a, const IteratorAttributeGroup& b) {
  return a.column_family() == b.column_family() && a.columns() == b.columns();
}
inline bool operator!=(const IteratorAttributeGroup& a, const IteratorAttributeGroup& b) {
  return !(a == b);
}

using IteratorAttributeGroups = std::vector<IteratorAttributeGroup>;
// An empty list.
extern const IteratorAttributeGroups kNoIteratorAttributeGroups;

// Walks the union of the keys of several column families: DB::NewAttributeGroupIterator(). Groups
// come in the order of the families, those without the key are left out.
class AttributeGroupIterator : public IteratorBase {
 public:
  ~AttributeGroupIterator() override = default;

  // Groups of the current key. REQUIRES: Valid()
  virtual const IteratorAttributeGroups& attribute_groups() const = 0;
};

// An iterator that is never valid and has the given status. The caller owns it; its moves do
// nothing.
std::unique_ptr<AttributeGroupIterator> NewAttributeGroupErrorIterator(const Status& status);

}  // namespace ROCKSDB_NAMESPACE
