// Entities: values made of named columns. PutEntity() stores them, GetEntity() and
// Iterator::columns() show them, Get() the default column only. A WideColumn never owns its bytes.
#pragma once

#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// A (name, value) pair of borrowed byte ranges; both may have any bytes. Copying copies the
// slices. REQUIRES: the owner keeps the bytes as long as the column is used.
class WideColumn {
 public:
  WideColumn() = default;

  template <class Name, class Value>
  WideColumn(Name&& n, Value&& v) : name_(std::forward<Name>(n)), value_(std::forward<Value>(v)) {}

  // Builds both slices in place from argument tuples, e.g. (pointer, length).
  template <class NameArgs, class ValueArgs>
  WideColumn(std::piecewise_construct_t, NameArgs&& n, ValueArgs&& v)
      : name_(std::make_from_tuple<Slice>(std::forward<NameArgs>(n))),
        value_(std::make_from_tuple<Slice>(std::forward<ValueArgs>(v))) {}

  Slice& name() { return name_; }
  const Slice& name() const { return name_; }
  Slice& value() { return value_; }
  const Slice& value() const { return value_; }

 private:
  Slice name_;
  Slice value_;
};

inline bool operator==(const WideColumn& a, const WideColumn& b) {
  return a.name() == b.name() && a.value() == b.value();
}
inline bool operator!=(const WideColumn& a, const WideColumn& b) { return !(a == b); }

// name:value, in hexadecimal when the stream is in std::hex mode.
inline std::ostream& operator<<(std::ostream& out, const WideColumn& column) {
  const auto base = out.flags() & std::ios_base::basefield;
  const bool as_hex = base == std::ios_base::hex;
  return out << column.name().ToString(as_hex) << ':' << column.value().ToString(as_hex);
}

// Read results are sorted by name, each name once. Columns to write may have any order.
using WideColumns = std::vector<WideColumn>;

// The name under which a plain value appears: empty.
extern const Slice kDefaultWideColumnName;

// An empty list.
extern const WideColumns kNoWideColumns;

// A read result that keeps the bytes of its columns: a pinned block or a private copy. Moving
// keeps the columns valid; the source is then empty. One thread at a time. GetEntity() and its kin
// fill it. REQUIRES: Reset() before the DB is deleted, since it may hold
// a cached block.
class PinnableWideColumns {
 public:
  PinnableWideColumns() = default;
  PinnableWideColumns(PinnableWideColumns&& other) noexcept;
  PinnableWideColumns& operator=(PinnableWideColumns&& other) noexcept;

  // Valid until the object is changed, moved or destroyed. A plain value is one column with an
  // empty name.
  const WideColumns& columns() const { return columns_; }

  // Bytes of the stored form.
  size_t serialized_size() const { return bytes_.size(); }

  // Takes a plain value: copies it, or pins it if `owner` is given. The clean-ups of `owner` then
  // move here and run when the bytes are released.
  void SetPlainValue(const Slice& value);
  void SetPlainValue(const Slice& value, Cleanable* owner);
  void SetPlainValue(PinnableSlice&& value);
  void SetPlainValue(std::string&& value);

  // Takes a serialized entity. Corruption, with no columns set, when it does not parse.
  Status SetWideColumnValue(const Slice& value);
  Status SetWideColumnValue(const Slice& value, Cleanable* owner);
  Status SetWideColumnValue(PinnableSlice&& value);
  Status SetWideColumnValue(std::string&& value);

  // Removes all columns and bytes.
  void Reset();

 private:
  void Hold(const Slice& value, Cleanable* owner);
  void ShowAsPlain();
  Status ParseColumns();

  PinnableSlice bytes_;
  WideColumns columns_;
};

inline bool operator==(const PinnableWideColumns& a, const PinnableWideColumns& b) {
  return a.columns() == b.columns();
}
inline bool operator!=(const PinnableWideColumns& a, const PinnableWideColumns& b) {
  return !(a == b);
}

}  // namespace ROCKSDB_NAMESPACE
