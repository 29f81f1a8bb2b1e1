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

// Copying copies the pointer only. Const methods may be called by several threads while nobody
// changes the bytes.
class Slice {
 public:
  // Empty. data() of an empty slice must not be read, and may be null.
  Slice() = default;
  Slice(const char* d, size_t n) : data_(d), size_(n) {}
  // The string must outlive the slice and not change, so take care with temporaries.
  /* implicit */ Slice(const std::string& s) : Slice(s.data(), s.size()) {}
  /* implicit */ Slice(const std::string_view& sv) : Slice(sv.data(), sv.size()) {}
  // Up to the first zero byte. A null pointer gives the empty slice.
  /* implicit */ Slice(const char* s) : Slice(s, s == nullptr ? 0 : std::strlen(s)) {}
  // Appends the parts to *buf, which should be empty, and names the result. REQUIRES: *buf outlives
  // the slice and is not changed.
  Slice(const struct SliceParts& parts, std::string* buf);

  // Not ended by a zero byte.
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

  // Names the empty string; the bytes stay as they are.
  void clear() { *this = Slice("", 0); }

  // Moves the start, or the end, of what is named; no bytes change. REQUIRES for both: n <= size().
  void remove_prefix(size_t n) {
    assert(n <= size_);
    data_ += n;
    size_ -= n;
  }
  void remove_suffix(size_t n) {
    assert(n <= size_);
    size_ -= n;
  }

  // A copy of the bytes; as two upper-case hex digits each when hex is set.
  std::string ToString(bool hex = false) const;
  // Of the same bytes, and valid as long as they are.
  std::string_view ToStringView() const { return {data_, size_}; }

  // Fills *result from hex digits, upper or lower case. False when the text is not an even number
  // of hex digits; *result may hold a part then.
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

  // True for an empty x.
  bool starts_with(const Slice& x) const {
    return size_ >= x.size_ && (x.size_ == 0 || std::memcmp(data_, x.data_, x.size_) == 0);
  }
  bool ends_with(const Slice& x) const {
    return size_ >= x.size_ &&
           (x.size_ == 0 || std::memcmp(end() - x.size_, x.data_, x.size_) == 0);
  }

  // Index of the first byte that differs, or of the end of the shorter one. Equal slices give
  // size().
  size_t difference_offset(const Slice& b) const;

  // Open to language bindings, which read the fields directly.
  const char* data_ = "";
  size_t size_ = 0;
};

// Same length and bytes.
inline bool operator==(const Slice& x, const Slice& y) {
  return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size()) == 0);
}
inline bool operator!=(const Slice& x, const Slice& y) { return !(x == y); }

// A key or value handed over in pieces that are to be read as one. Neither the array nor the bytes
// are owned; both have to stay until the call they are passed to returns.
struct SliceParts {
  SliceParts() = default;
  SliceParts(const Slice* _parts, int _num_parts) : parts(_parts), num_parts(_num_parts) {}

  const Slice* parts = nullptr;
  int num_parts = 0;
};

// A slice that either pins bytes owned elsewhere (they are released on Reset or destruction) or
// names a string buffer of its own (or the caller's, if one was given). Get fills it without
// copying where the value lies in a cached block, which stays in memory that long. One thread at a
// time; destroy or Reset it before the database is closed.
class PinnableSlice : public Slice, public Cleanable {
 public:
  PinnableSlice() : store_(&own_space_) {}
  // Results that must be copied go to *buf, which REQUIRES to outlive this object.
  explicit PinnableSlice(std::string* buf) : store_(buf) {}
  // Takes over pins and bytes; slices made from `other` before are not to be used if it had a
  // buffer of its own. `other` is empty afterwards and may be used again.
  PinnableSlice(PinnableSlice&& other) noexcept : store_(&own_space_) { *this = std::move(other); }
  PinnableSlice& operator=(PinnableSlice&& other) noexcept;
  PinnableSlice(const PinnableSlice&) = delete;
  PinnableSlice& operator=(const PinnableSlice&) = delete;

  // Names s without copying; f(arg1, arg2) runs when it is no longer needed. REQUIRES for this and
  // the next three: nothing is pinned, as after construction or Reset.
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

  // As Slice's, but bytes in the buffer are really erased, the prefix by moving the rest.
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

  // Releases what is pinned. The buffer keeps its memory, for the next use.
  void Reset() {
    Cleanable::Reset();
    borrowed_ = false;
    size_ = 0;
  }

  // The buffer; call PinSelf() after filling it. Lives as long as this object, or is the caller's.
  std::string* GetSelf() { return store_; }
  // Whether the bytes are somebody else's. False after PinSelf.
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
