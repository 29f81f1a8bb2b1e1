// Slice: a pointer to bytes that somebody else owns, and their length; PinnableSlice: a slice that
// may also keep the bytes alive. Keys and values are slices everywhere. REQUIRES: a plain Slice
// never outlives its bytes.
#pragma once

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include <cassert>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "rocksdb/cleanable.h"
#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

// Copying copies the pointer only. Several threads may call const methods while nobody changes the
// bytes.
class Slice {
 public:
  // An empty slice. Its data() must not be read, and may be null.
  Slice() = default;
  Slice(const char* d, size_t n) : data_(d), size_(n) {}
  // REQUIRES: the string outlives the slice and does not change, so take care with temporaries.
  /* implicit */ Slice(const std::string& s) : Slice(s.data(), s.size()) {}
  /* implicit */ Slice(const std::string_view& sv) : Slice(sv.data(), sv.size()) {}
  // The bytes up to the first zero byte. A null pointer gives the empty slice.
  /* implicit */ Slice(const char* s) : Slice(s, s == nullptr ? 0 : std::strlen(s)) {}
  // Appends the parts to *buf, which should be empty, and refers to the result. REQUIRES: *buf
  // outlives the slice and does not change.
  Slice(const struct SliceParts& parts, std::string* buf);

  // The bytes are not terminated by a zero byte.
  const char* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const char* begin() const { return data_; }
  const char* end() const { return data_ + size_; }

  // REQUIRES: n < size(); checked in debug builds only.
  char operator[](size_t n) const {
    assert(n < size_);
    return data_[n];
  }

  // Makes the slice empty; the bytes stay as they are.
  void clear() { *this = Slice("", 0); }

  // Move the start or the end of the slice; no bytes change. REQUIRES for both: n <= size().
  void remove_prefix(size_t n) {
    assert(n <= size_);
    data_ += n;
    size_ -= n;
  }
  void remove_suffix(size_t n) {
    assert(n <= size_);
    size_ -= n;
  }

  // Returns a copy of the bytes, or two upper-case hex digits for each byte if hex is set.
  std::string ToString(bool hex = false) const;
  // A view of the same bytes, valid as long as they are.
  std::string_view ToStringView() const { return {data_, size_}; }

  // Fills *result from hex digits, upper or lower case. False when the text is not an even number
  // of hex digits; *result may then hold a part.
  bool DecodeHex(std::string* result) const;

  // Compares bytewise: negative, zero or positive; a proper prefix sorts first.
  int compare(const Slice& b) const {
    const size_t shared = size_ < b.size_ ? size_ : b.size_;
    const int order = shared == 0 ? 0 : std::memcmp(data_, b.data_, shared);
    if (order != 0) {
      return order;
    }
    return size_ == b.size_ ? 0 : (size_ < b.size_ ? -1 : 1);
  }

  // True for an empty x.
  bool starts_with(const Slice& x) const {
    return size_ >= x.size_ && (x.size_ == 0 || std::memcmp(data_, x.data_, x.size_) == 0);
  }
  bool ends_with(const Slice& x) const {
    return size_ >= x.size_ &&
           (x.size_ == 0 || std::memcmp(end() - x.size_, x.data_, x.size_) == 0);
  }

  // Index of the first byte that differs, or the length of the shorter slice. Equal slices give
  // size().
  size_t difference_offset(const Slice& b) const;

  // Public for language bindings, which read the fields directly.
  const char* data_ = "";
  size_t size_ = 0;
};

// True for the same length and bytes.
inline bool operator==(const Slice& x, const Slice& y) {
  return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size()) == 0);
}
inline bool operator!=(const Slice& x, const Slice& y) { return !(x == y); }

// A slice or none. REQUIRES: not used after the bytes are gone, like a Slice.
class OptSlice {
 public:
  OptSlice() : slice_(nullptr, kNone) {}
  /* implicit */ OptSlice(std::nullptr_t) : OptSlice() {}
  /* implicit */ OptSlice(const Slice& s) : slice_(s) {}
  /* implicit */ OptSlice(const std::string& s) : slice_(s) {}
  /* implicit */ OptSlice(const std::string_view& sv) : slice_(sv) {}
  // A null pointer is no slice.
  /* implicit */ OptSlice(const char* s) : OptSlice() {
    if (s != nullptr) {
      slice_ = Slice(s);
    }
  }

  bool has_value() const { return slice_.size() != kNone; }
  explicit operator bool() const { return has_value(); }

  // REQUIRES: has_value()
  const Slice& value() const {
    assert(has_value());
    return slice_;
  }
  const Slice& operator*() const { return value(); }
  const Slice* operator->() const { return &value(); }

  // To and from the older form, in which a null pointer is no slice. The pointer is good as long as
  // this object.
  const Slice* AsPtr() const { return has_value() ? &slice_ : nullptr; }
  static OptSlice CopyFromPtr(const Slice* s) { return s == nullptr ? OptSlice() : OptSlice(*s); }

 protected:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  Slice slice_;
};

// A key or value in pieces, which are read as one. The struct owns neither the array nor the
// bytes: both must stay until the call that takes them returns.
struct SliceParts {
  SliceParts() = default;
  SliceParts(const Slice* _parts, int _num_parts) : parts(_parts), num_parts(_num_parts) {}

  const Slice* parts = nullptr;
  int num_parts = 0;
};

// A slice that either pins bytes owned elsewhere (and releases them on Reset or destruction) or
// refers to a string buffer of its own (or the caller's, if one was given). Get does not copy a
// value that lies in a cached block: the slice pins the block in memory. One thread at a time.
// REQUIRES: destroyed or Reset before the database is closed.
class PinnableSlice : public Slice, public Cleanable {
 public:
  PinnableSlice() : store_(&own_space_) {}
  // Results that must be copied go to *buf. REQUIRES: *buf outlives this object.
  explicit PinnableSlice(std::string* buf) : store_(buf) {}
  // Takes over pins and bytes; if `other` had a buffer of its own, slices made from it before
  // become invalid. `other` is empty afterwards and may be used again.
  PinnableSlice(PinnableSlice&& other) noexcept : store_(&own_space_) { *this = std::move(other); }
  PinnableSlice& operator=(PinnableSlice&& other) noexcept;
  PinnableSlice(const PinnableSlice&) = delete;
  PinnableSlice& operator=(const PinnableSlice&) = delete;

  // Refers to s without copying; f(arg1, arg2) runs when the bytes are no longer needed. REQUIRES
  // for this and the next three: nothing is pinned, as after construction or Reset.
  void PinSlice(const Slice& s, CleanupFunction f, void* arg1, void* arg2) {
    PinWithoutCleanup(s);
    RegisterCleanup(f, arg1, arg2);
  }
  // The same, but takes over the clean-ups of `cleanable` (none when it is null).
  void PinSlice(const Slice& s, Cleanable* cleanable) {
    PinWithoutCleanup(s);
    if (cleanable != nullptr) {
      cleanable->DelegateCleanupsTo(this);
    }
  }
  // Copies `slice` into the buffer and refers to the buffer.
  void PinSelf(const Slice& slice) {
    assert(!borrowed_);
    store_->assign(slice.data(), slice.size());
    PinSelf();
  }
  // Refers to the contents of GetSelf()'s string.
  void PinSelf() {
    assert(!borrowed_);
    data_ = store_->data();
    size_ = store_->size();
  }

  // Like Slice's, but erases bytes in the buffer; removing the prefix moves the rest.
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

  // Releases the pinned bytes. The buffer keeps its memory for the next use.
  void Reset() {
    Cleanable::Reset();
    borrowed_ = false;
    size_ = 0;
  }

  // The buffer; call PinSelf() after filling it. Lives as long as this object, or as long as the
  // caller's string.
  std::string* GetSelf() { return store_; }
  // Whether somebody else owns the bytes. False after PinSelf.
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
