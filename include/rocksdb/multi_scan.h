// MultiScan: several ranges of keys, read one after another with range-based for loops:
//   for (auto scan : *db->NewMultiScan(options, cf, args)) for (auto [key, value] : scan) ...
// Errors end a loop with MultiScanException, the one place where this library throws.
#pragma once

#include <cassert>
#include <cstddef>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rocksdb/iterator.h"
#include "rocksdb/options.h"

namespace ROCKSDB_NAMESPACE {

class ColumnFamilyHandle;
class Comparator;
class DB;
class ManagedSnapshot;

class MultiScanException : public std::runtime_error {
 public:
  explicit MultiScanException(Status& s) : std::runtime_error(s.ToString()), status_(s) {}

  Status& status() { return status_; }

 private:
  Status status_;
};

// The entries of one range, as pairs of key and value. It borrows the iterator.
class Scan {
 public:
  class ScanIterator;

  explicit Scan(Iterator* db_iter) : db_iter_(db_iter) {}
  // Continues with another iterator.
  void Reset(Iterator* db_iter) { db_iter_ = db_iter; }

  // REQUIRES: called once; the entries are passed only once.
  ScanIterator begin();
  std::nullptr_t end() { return nullptr; }

 private:
  Iterator* db_iter_;
};

class Scan::ScanIterator {
 public:
  using self_type = ScanIterator;
  using value_type = std::pair<Slice, Slice>;
  using reference = std::pair<Slice, Slice>&;
  using pointer = std::pair<Slice, Slice>*;
  using difference_type = int;
  using iterator_category = std::input_iterator_tag;

  // At the end.
  ScanIterator() = default;
  // At the iterator's place.
  explicit ScanIterator(Iterator* db_iter) : db_iter_(db_iter) { Load(); }
  ~ScanIterator() = default;

  ScanIterator& operator++() {
    db_iter_->Next();
    Load();
    return *this;
  }
  bool operator==(std::nullptr_t) const { return !valid_; }
  bool operator!=(std::nullptr_t) const { return valid_; }

  // The slices are valid until the next step. REQUIRES: not at the end.
  reference operator*() {
    assert(valid_);
    return entry_;
  }
  pointer operator->() {
    assert(valid_);
    return &entry_;
  }

 private:
  void Load() {
    valid_ = db_iter_->Valid() && db_iter_->PrepareValue();
    if (valid_) {
      entry_ = {db_iter_->key(), db_iter_->value()};
    } else if (Status s = db_iter_->status(); !s.ok()) {
      throw MultiScanException(s);
    }
  }

  Iterator* db_iter_ = nullptr;
  bool valid_ = false;
  std::pair<Slice, Slice> entry_;
};

inline Scan::ScanIterator Scan::begin() { return ScanIterator(db_iter_); }

// One thread uses it at a time, and deletes it before the DB is closed.
class MultiScan {
 public:
  class MultiScanIterator;

  MultiScan(const ReadOptions& read_options, const MultiScanArgs& scan_opts, DB* db,
            ColumnFamilyHandle* cfh);
  // Over one iterator without an upper bound, whose keys are in the order of `comparator`; for
  // databases that refuse snapshots.
  MultiScan(const MultiScanArgs& scan_opts, std::unique_ptr<Iterator>&& whole,
            const Comparator* comparator);
  // Without ranges; the iterator says why by its status.
  explicit MultiScan(std::unique_ptr<Iterator>&& db_iter);
  ~MultiScan();

  // REQUIRES: called once; the ranges are passed only once.
  // Throws MultiScanException when the first range cannot be read.
  MultiScanIterator begin();
  std::nullptr_t end() { return nullptr; }

 private:
  ReadOptions read_options_;
  const MultiScanArgs scan_opts_;
  // Null: db_iter_ is the one iterator.
  DB* db_ = nullptr;
  ColumnFamilyHandle* cfh_ = nullptr;
  // Null when the caller's ReadOptions name a snapshot, and without db_.
  std::unique_ptr<ManagedSnapshot> own_snapshot_;
  // The end of the present range, to which read_options_ points.
  Slice upper_bound_;
  std::unique_ptr<Iterator> db_iter_;
};

// Steps over the ranges. A step seeks the begin of the next one.
class MultiScan::MultiScanIterator {
 public:
  using self_type = MultiScanIterator;
  using value_type = Scan;
  using reference = Scan&;
  using pointer = Scan*;
  using difference_type = int;
  using iterator_category = std::input_iterator_tag;

  // Begins the first range. Everything that is passed by reference belongs to the MultiScan.
  MultiScanIterator(const std::vector<ScanOptions>& scan_opts, DB* db, ColumnFamilyHandle* cfh,
                    ReadOptions& read_options, Slice* upper_bound,
                    std::unique_ptr<Iterator>& db_iter);
  MultiScanIterator(const MultiScanIterator&) = delete;
  MultiScanIterator& operator=(MultiScanIterator&) = delete;
  ~MultiScanIterator() = default;

  MultiScanIterator& operator++();
  bool operator==(std::nullptr_t) const { return present_ >= ranges_.size(); }
  bool operator!=(std::nullptr_t) const { return present_ < ranges_.size(); }

  // REQUIRES: not at the end.
  reference operator*() { return scan_; }
  pointer operator->() { return &scan_; }

 private:
  void SeekRange();

  const std::vector<ScanOptions>& ranges_;
  // The present range, by its place in ranges_.
  size_t present_ = 0;
  DB* const db_;
  ColumnFamilyHandle* const cfh_;
  ReadOptions& read_options_;
  Slice* const upper_bound_;
  std::unique_ptr<Iterator>& db_iter_;
  Scan scan_;
};

}  // namespace ROCKSDB_NAMESPACE
