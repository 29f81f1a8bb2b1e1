// Comparator: the order of user keys in a column family, and how to shorten index keys in it.
// Its Name() is stored in the database; it must be thread-safe and never change its order.
#pragma once

#include <cstdint>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

class Slice;

class CompareInterface {
 public:
  virtual ~CompareInterface() = default;
  // Returns a negative number, zero or a positive one, as a sorts before, with or after b. Many
  // threads call it at once, for every step of a search: it must be fast and must not throw. Two
  // keys that compare equal are one key.
  virtual int Compare(const Slice& a, const Slice& b) const = 0;
};

// The options take an application's own comparator as a plain pointer: it is not owned and must
// outlive every database that uses it.
class Comparator : public Customizable, public CompareInterface {
 public:
  Comparator() = default;
  // ts_sz: bytes of timestamp at the end of each key. With another value than 0 opening a column
  // family fails with NotSupported: `user-defined timestamps`.
  explicit Comparator(size_t ts_sz) : timestamp_size_(ts_sz) {}
  Comparator(const Comparator& orig) : timestamp_size_(orig.timestamp_size_) {}
  Comparator& operator=(const Comparator& rhs) {
    timestamp_size_ = rhs.timestamp_size_;
    return *this;
  }
  ~Comparator() override = default;

  // Finds a built-in or registered comparator by its Name(). The library owns *comp and never
  // destroys it.
  static Status CreateFromString(const ConfigOptions& opts, const std::string& id,
                                 const Comparator** comp);
  static const char* Type() { return "Comparator"; }

  // The MANIFEST records the name, and a database opens only with the same one; any other is
  // refused with InvalidArgument. Change the name when the order changes.
  const char* Name() const override = 0;

  // Override it if equality is cheaper than order.
  virtual bool Equal(const Slice& a, const Slice& b) const { return Compare(a, b) == 0; }

  // May replace *start by a shorter key in [*start, limit). Doing nothing is correct. Called for
  // index keys while tables are built. REQUIRES: *start < limit; otherwise *start must not change.
  virtual void FindShortestSeparator(std::string* start, const Slice& limit) const = 0;
  // May replace *key by a shorter key that is >= *key. Doing nothing is correct.
  virtual void FindShortSuccessor(std::string* key) const = 0;

  // True only if no key can sort between s and t and both have the same length.
  virtual bool IsSameLengthImmediateSuccessor(const Slice& s, const Slice& t) const {
    (void)s;
    (void)t;
    return false;
  }

  // False promises that equal keys are equal bytes. The default is true. The built-in orders
  // without timestamps return false.
  virtual bool CanKeysWithDifferentByteContentsBeEqual() const { return true; }

  // The innermost comparator when this one wraps others; by default this one.
  virtual const Comparator* GetRootComparator() const { return this; }

  // Bytes of user-defined timestamp at the end of each key; 0 without timestamps.
  size_t timestamp_size() const { return timestamp_size_; }

  // The newest and the oldest timestamp, and one of them as text for people. Comparators with
  // timestamps define them; without, there is nothing to return.
  virtual Slice GetMaxTimestamp() const;
  virtual Slice GetMinTimestamp() const;
  virtual std::string TimestampToString(const Slice& timestamp) const;

  // Compares keys with their timestamps left out. The three defaults below treat keys as having
  // none.
  int CompareWithoutTimestamp(const Slice& a, const Slice& b) const {
    return CompareWithoutTimestamp(a, true, b, true);
  }
  // Positive when ts1 is newer. Without timestamps all compare equal.
  virtual int CompareTimestamp(const Slice& ts1, const Slice& ts2) const {
    (void)ts1;
    (void)ts2;
    return 0;
  }
  virtual int CompareWithoutTimestamp(const Slice& a, bool a_has_ts, const Slice& b,
                                      bool b_has_ts) const {
    (void)a_has_ts;
    (void)b_has_ts;
    return Compare(a, b);
  }
  virtual bool EqualWithoutTimestamp(const Slice& a, const Slice& b) const {
    return CompareWithoutTimestamp(a, true, b, true) == 0;
  }

 private:
  size_t timestamp_size_ = 0;
};

// The built-in orders: unsigned bytes with a prefix first, and the exact reverse. The first is the
// default of column families. The objects are never destroyed.
const Comparator* BytewiseComparator();
const Comparator* ReverseBytewiseComparator();

// The same orders over keys that end in a 64-bit little-endian timestamp; newer sorts first. They
// compare, but no column family can be opened with one.
const Comparator* BytewiseComparatorWithU64Ts();
const Comparator* ReverseBytewiseComparatorWithU64Ts();

// Converts timestamps of those comparators to and from integers. InvalidArgument unless ts has 8
// bytes. EncodeU64Ts replaces *ts_buf and returns a slice of it; the two limits live for the whole
// process.
Status DecodeU64Ts(const Slice& ts, uint64_t* int_ts);
Slice EncodeU64Ts(uint64_t ts, std::string* ts_buf);
Slice MaxU64Ts();
Slice MinU64Ts();

}  // namespace ROCKSDB_NAMESPACE
