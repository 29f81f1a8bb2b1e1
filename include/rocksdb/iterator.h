// Ordered walk over the live keys of one column family. Applications get one from
// DB::NewIterator(), and delete it before closing the database.
#pragma once

#include <cassert>
#include <string>

#include "rocksdb/iterator_base.h"
#include "rocksdb/wide_columns.h"

namespace ROCKSDB_NAMESPACE {

// Reads the state its ReadOptions name: of the moment it was made, or of a snapshot; later writes
// do not show. It keeps files and memtables of that state alive.
class Iterator : public IteratorBase {
 public:
  Iterator() = default;
  ~Iterator() override = default;

  // Plain value, or the default column of an entity, empty where there is none. Same lifetime as
  // key(). REQUIRES: Valid()
  virtual Slice value() const = 0;

  // All columns, by name; a plain value shows as one column with the default (empty) name. Same
  // lifetime as key(). REQUIRES: Valid()
  virtual const WideColumns& columns() const {
    assert(false);
    return kNoWideColumns;
  }

  // Facts about the iterator itself, by name. InvalidArgument for a null prop and for other names:
  // "rocksdb.iterator.super-version-number": version of the data being read
  // "rocksdb.iterator.is-key-pinned": "0", keys move with the cursor
  // "rocksdb.iterator.is-value-pinned": "1" when value() stays for the iterator's life (pin_data)
  // "rocksdb.iterator.internal-key": user key of the current internal entry
  // "rocksdb.iterator.write-time": NotSupported, times of writes are not kept
  // Of an iterator that is not Valid() the two about pins say so in words, with status OK.
  virtual Status GetProperty(std::string prop_name, std::string* prop);

  // Without timestamps, which is always here: do not call.
  virtual Slice timestamp() const {
    assert(false);
    return Slice();
  }
};

// Never valid, status OK. The caller owns both.
Iterator* NewEmptyIterator();

// Never valid, status as given.
Iterator* NewErrorIterator(const Status& status);

}  // namespace ROCKSDB_NAMESPACE
