// Secondary indices: further column families that find entries by parts of their values. A
// TransactionDB keeps them; this library cannot open one, so an index is never called.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "rocksdb/iterator.h"
#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class ColumnFamilyHandle;

// An entry of the primary family with key P and column value V has an entry in the secondary family
// with the key "prefix of V, then P". Any thread may call an index at any time. Bytes are returned
// as a slice of what was passed in, or as a string of their own.
class SecondaryIndex {
 public:
  virtual ~SecondaryIndex() = default;

  // REQUIRES: set before the index is used; the handles outlive it.
  virtual void SetPrimaryColumnFamily(ColumnFamilyHandle* column_family) = 0;
  virtual void SetSecondaryColumnFamily(ColumnFamilyHandle* column_family) = 0;
  virtual ColumnFamilyHandle* GetPrimaryColumnFamily() const = 0;
  virtual ColumnFamilyHandle* GetSecondaryColumnFamily() const = 0;

  // The column that is indexed.
  virtual Slice GetPrimaryColumnName() const = 0;

  // May change the column's value before it is written; no value: it stays.
  virtual Status UpdatePrimaryColumnValue(
      const Slice& primary_key, const Slice& primary_column_value,
      std::optional<std::variant<Slice, std::string>>* updated_column_value) const = 0;

  // The prefix for a value. The second call gives it its final form, in which no prefix begins
  // another one; it is also made for what a search looks for.
  virtual Status GetSecondaryKeyPrefix(
      const Slice& primary_key, const Slice& primary_column_value,
      std::variant<Slice, std::string>* secondary_key_prefix) const = 0;
  virtual Status FinalizeSecondaryKeyPrefix(
      std::variant<Slice, std::string>* secondary_key_prefix) const = 0;

  // The value of the secondary entry; none: empty.
  virtual Status GetSecondaryValue(
      const Slice& primary_key, const Slice& primary_column_value,
      const Slice& original_column_value,
      std::optional<std::variant<Slice, std::string>>* secondary_value) const = 0;
};

// Walks the primary keys under one prefix. One thread at a time.
class SecondaryIndexIterator {
 public:
  // `underlying_it` is an iterator over the secondary family. REQUIRES: neither is null; the index
  // outlives this object.
  SecondaryIndexIterator(const SecondaryIndex* index, std::unique_ptr<Iterator>&& underlying_it);

  // Goes to the first entry for what is sought.
  void Seek(const Slice& target);
  bool Valid() const;
  // The first error.
  Status status() const;

  // REQUIRES for all that follow: Valid()
  void Next();
  void Prev();
  bool PrepareValue();
  // The primary key.
  Slice key() const;
  // Of the secondary entry.
  Slice value() const;
  const WideColumns& columns() const;
  Slice timestamp() const;
  Status GetProperty(std::string prop_name, std::string* prop) const;

 private:
  const SecondaryIndex* const index_;
  std::unique_ptr<Iterator> underlying_it_;
  // Why the last Seek() failed before the iterator was asked.
  Status status_;
  std::string prefix_;
};

}  // namespace ROCKSDB_NAMESPACE
