// Entities: values made of named columns. Applications pass them to PutEntity() and read them from
// GetEntity() and Iterator::columns(). A WideColumn never owns the bytes it shows.
#pragma once

#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// A (name, value) pair of borrowed byte ranges.
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

  friend bool operator==(const WideColumn& a, const WideColumn& b) {
    return a.name_ == b.name_ && a.value_ == b.value_;
  }
  friend bool operator!=(const WideColumn& a, const WideColumn& b) { return !(a == b); }

 private:
  Slice name_;
  Slice value_;
};

// name:value, in hexadecimal when the stream is in std::hex mode.
inline std::ostream& operator<<(std::ostream& out, const WideColumn& column) {
  const auto base = out.flags() & std::ios_base::basefield;
  const bool as_hex = base == std::ios_base::hex;
  return out << column.name().ToString(as_hex) << ':' << column.value().ToString(as_hex);
}

using WideColumns = std::vector<WideColumn>;

// The name under which a plain value appears: empty.
extern const Slice kDefaultWideColumnName;

extern const WideColumns kNoWideColumns;

// A read result that keeps the bytes its columns point into: a pinned block or a private copy.
class PinnableWideColumns {
 public:
  PinnableWideColumns() = default;
  PinnableWideColumns(PinnableWideColumns&& other) noexcept;
  PinnableWideColumns& operator=(PinnableWideColumns&& other) noexcept;

  const WideColumns& columns() const { return columns_; }

  // Bytes of the stored form.
  size_t serialized_size() const { return bytes_.size(); }

  // Takes a plain value: copied, or pinned when `owner` is given.
  void SetPlainValue(const Slice& value);
  void SetPlainValue(const Slice& value, Cleanable* owner);
  void SetPlainValue(PinnableSlice&& value);
  void SetPlainValue(std::string&& value);

  // Takes a serialized entity. Corruption, with no columns set, when it does not parse.
  Status SetWideColumnValue(const Slice& value);
  Status SetWideColumnValue(const Slice& value, Cleanable* owner);
  Status SetWideColumnValue(PinnableSlice&& value);
  Status SetWideColumnValue(std::string&& value);

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
