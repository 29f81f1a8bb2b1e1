// Ordered walk over the live keys of one column family. Applications get one from
// DB::NewIterator(), and delete it before closing the database.
#pragma once

#include <cassert>
#include <string>

#include "rocksdb/iterator_base.h"
#include "rocksdb/wide_columns.h"

namespace ROCKSDB_NAMESPACE {

class Iterator : public IteratorBase {
 public:
  Iterator() = default;
  ~Iterator() override = default;

  // Plain value, or the default column of an entity. Same lifetime as key(). REQUIRES: Valid()
  virtual Slice value() const = 0;

  // All columns; a plain value shows as one column with the default (empty) name.
  // REQUIRES: Valid()
  virtual const WideColumns& columns() const {
    assert(false);
    return kNoWideColumns;
  }

  // Facts about the iterator itself, by name:
  //   "rocksdb.iterator.super-version-number"  version of the data being read
  //   "rocksdb.iterator.is-key-pinned"         "1" when key() stays valid for the iterator's life
  //   "rocksdb.iterator.is-value-pinned"       "1" when value() does
  //   "rocksdb.iterator.internal-key"          user key of the current internal entry
  //   "rocksdb.iterator.write-time"            estimated write time, fixed64 seconds
  virtual Status GetProperty(std::string prop_name, std::string* prop);

  // Application timestamp of the current entry. REQUIRES: Valid(), timestamps enabled
  virtual Slice timestamp() const {
    assert(false);
    return Slice();
  }
};

// Never valid, status OK.
Iterator* NewEmptyIterator();

// Never valid, status as given.
Iterator* NewErrorIterator(const Status& status);

}  // namespace ROCKSDB_NAMESPACE
