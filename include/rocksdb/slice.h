// Slice: a pointer and a length over bytes owned by somebody else; PinnableSlice: one that may
// also keep those bytes alive. The currency of keys and values everywhere.
// A plain Slice must never outlive the bytes it names.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "rocksdb/cleanable.h"
#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

class Slice {
 public:
  Slice() = default;
  Slice(const char* d, size_t n) : data_(d), size_(n) {}
  /* implicit */ Slice(const std::string& s) : Slice(s.data(), s.size()) {}
  /* implicit */ Slice(const std::string_view& sv) : Slice(sv.data(), sv.size()) {}
  // A null pointer gives the empty slice.
  /* implicit */ Slice(const char* s) : Slice(s, s == nullptr ? 0 : std::strlen(s)) {}
  // Joins the parts into *buf and names the result. REQUIRES: *buf outlives the slice.
  Slice(const struct SliceParts& parts, std::string* buf);

  const char* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const char* begin() const { return data_; }
  const char* end() const { return data_ + size_; }

  char operator[](size_t n) const {
    assert(n < size_);
    return data_[n];
  }

  void clear() { *this = Slice("", 0); }

  // REQUIRES for both: n <= size().
  void remove_prefix(size_t n) {
    assert(n <= size_);
    data_ += n;
    size_ -= n;
  }
  void remove_suffix(size_t n) {
    assert(n <= size_);
    size_ -= n;
  }

  // The bytes as a string; as two upper-case hex digits each when hex is set.
  std::string ToString(bool hex = false) const;
  std::string_view ToStringView() const { return {data_, size_}; }

  // Fills *result from hex digits; false when the text is not an even number of hex digits.
  bool DecodeHex(std::string* result) const;

  // Bytewise order: negative, zero or positive; a proper prefix sorts first.
  int compare(const Slice& b) const {
    const size_t shared = size_ < b.size_ ? size_ : b.size_;
    const int order = shared == 0 ? 0 : std::memcmp(data_, b.data_, shared);
    if (order != 0) {
      return order;
    }
    return size_ == b.size_ ? 0 : (size_ < b.size_ ? -1 : 1);
  }

  bool starts_with(const Slice& x) const {
    return size_ >= x.size_ && (x.size_ == 0 || std::memcmp(data_, x.data_, x.size_) == 0);
  }
  bool ends_with(const Slice& x) const {
    return size_ >= x.size_ &&
           (x.size_ == 0 || std::memcmp(end() - x.size_, x.data_, x.size_) == 0);
  }

  // Index of the first byte that differs, or of the end of the shorter one.
  size_t difference_offset(const Slice& b) const;

  // Open to language bindings, which read the fields directly.
  const char* data_ = "";
  size_t size_ = 0;
};

inline bool operator==(const Slice& x, const Slice& y) {
  return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size()) == 0);
}
inline bool operator!=(const Slice& x, const Slice& y) { return !(x == y); }

// A key or value handed over in pieces that are to be read as one.
struct SliceParts {
  SliceParts() = default;
  SliceParts(const Slice* _parts, int _num_parts) : parts(_parts), num_parts(_num_parts) {}

  const Slice* parts = nullptr;
  int num_parts = 0;
};

// A slice that either pins bytes owned elsewhere (they are released on Reset or destruction) or
// names a string buffer of its own (or the caller's, if one was given).
class PinnableSlice : public Slice, public Cleanable {
 public:
  PinnableSlice() : store_(&own_space_) {}
  // Results that must be copied go to *buf, which REQUIRES to outlive this object.
  explicit PinnableSlice(std::string* buf) : store_(buf) {}
  PinnableSlice(PinnableSlice&& other) noexcept : store_(&own_space_) { *this = std::move(other); }
  PinnableSlice& operator=(PinnableSlice&& other) noexcept;
  PinnableSlice(const PinnableSlice&) = delete;
  PinnableSlice& operator=(const PinnableSlice&) = delete;

  // Names s without copying; f(arg1, arg2) runs when it is no longer needed.
  void PinSlice(const Slice& s, CleanupFunction f, void* arg1, void* arg2) {
    PinWithoutCleanup(s);
    RegisterCleanup(f, arg1, arg2);
  }
  // The same, taking over what `cleanable` would have run (nothing when it is null).
  void PinSlice(const Slice& s, Cleanable* cleanable) {
    PinWithoutCleanup(s);
    if (cleanable != nullptr) {
      cleanable->DelegateCleanupsTo(this);
    }
  }
  // Copies `slice` into the buffer and names the buffer.
  void PinSelf(const Slice& slice) {
    assert(!borrowed_);
    store_->assign(slice.data(), slice.size());
    PinSelf();
  }
  // Names what GetSelf()'s string holds.
  void PinSelf() {
    assert(!borrowed_);
    data_ = store_->data();
    size_ = store_->size();
  }

  void remove_suffix(size_t n) {
    assert(n <= size());
    if (borrowed_) {
      Slice::remove_suffix(n);
    } else {
      store_->erase(size() - n);
      PinSelf();
    }
  }
  void remove_prefix(size_t n) {
    assert(n <= size());
    if (borrowed_) {
      Slice::remove_prefix(n);
    } else {
      store_->erase(0, n);
      PinSelf();
    }
  }

  void Reset() {
    Cleanable::Reset();
    borrowed_ = false;
    size_ = 0;
  }

  std::string* GetSelf() { return store_; }
  bool IsPinned() const { return borrowed_; }

 private:
  void PinWithoutCleanup(const Slice& s) {
    assert(!borrowed_);
    borrowed_ = true;
    data_ = s.data();
    size_ = s.size();
  }

  std::string own_space_;
  std::string* store_;
  bool borrowed_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
