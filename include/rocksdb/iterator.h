// An ordered walk over the live keys of one column family. DB::NewIterator() makes iterators;
// applications delete them before they close the database.
#pragma once

#include <cassert>
#include <string>

#include "rocksdb/iterator_base.h"
#include "rocksdb/options.h"
#include "rocksdb/wide_columns.h"

namespace ROCKSDB_NAMESPACE {

// Reads the state that its ReadOptions name: that of the moment it was made, or that of a
// snapshot. Later writes do not show. It keeps the files and memtables of that state alive.
class Iterator : public IteratorBase {
 public:
  Iterator() = default;
  ~Iterator() override = default;

  // The plain value, or the default column of an entity (empty if it has none). Valid as long as
  // key(). REQUIRES: Valid()
  virtual Slice value() const = 0;

  // All columns, by name; a plain value shows as one column with the default (empty) name. Valid
  // as long as key(). REQUIRES: Valid()
  virtual const WideColumns& columns() const {
    assert(false);
    return kNoWideColumns;
  }

  // Facts about the iterator itself, by name. InvalidArgument for a null prop and for other names:
  // "rocksdb.iterator.super-version-number": version of the data being read
  // "rocksdb.iterator.is-key-pinned", "rocksdb.iterator.is-value-pinned": "1" when key() and
  // value() stay for the iterator's life, which is with ReadOptions::pin_data; else "0"
  // "rocksdb.iterator.internal-key": user key of the current internal entry
  // "rocksdb.iterator.write-time": NotSupported, because times of writes are not kept
  // While the iterator is not Valid(), the two properties about pins have a text that says so, with
  // OK.
  virtual Status GetProperty(std::string prop_name, std::string* prop);

  // Announces the ranges that will be sought one after another, so that they can be read ahead. It
  // has no effect on iterators of this library.
  virtual void Prepare(const MultiScanArgs& /*scan_opts*/) {}

  // Must not be called without timestamps, which this library never has.
  virtual Slice timestamp() const {
    assert(false);
    return Slice();
  }
};

// Never valid, with status OK. The caller owns the results of both functions.
Iterator* NewEmptyIterator();

// Never valid, with the given status.
Iterator* NewErrorIterator(const Status& status);

}  // namespace ROCKSDB_NAMESPACE
