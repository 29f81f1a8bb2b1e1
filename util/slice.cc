// The parts of Slice and PinnableSlice that are not worth inlining.
#include "rocksdb/slice.h"

#include <algorithm>
#include <utility>

#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

Slice::Slice(const SliceParts& parts, std::string* buf) {
  size_t total = 0;
  for (int i = 0; i < parts.num_parts; ++i) {
    total += parts.parts[i].size();
  }
  buf->reserve(total);
  for (int i = 0; i < parts.num_parts; ++i) {
    buf->append(parts.parts[i].data(), parts.parts[i].size());
  }
  data_ = buf->data();
  size_ = buf->size();
}

std::string Slice::ToString(bool hex) const {
  return hex ? EscapeKey(*this) : std::string(data_, size_);
}

bool Slice::DecodeHex(std::string* result) const { return UnescapeKey(ToStringView(), result); }

size_t Slice::difference_offset(const Slice& b) const {
  const size_t shared = std::min(size_, b.size_);
  return static_cast<size_t>(std::mismatch(data_, data_ + shared, b.data_).first - data_);
}

PinnableSlice& PinnableSlice::operator=(PinnableSlice&& other) noexcept {
  if (this == &other) {
    return *this;
  }
  Cleanable::Reset();
  Cleanable::operator=(std::move(other));
  borrowed_ = other.borrowed_;
  if (borrowed_) {
    data_ = other.data_;
    size_ = other.size_;
  } else if (other.store_ == &other.own_space_) {
    *store_ = std::move(*other.store_);
    PinSelf();
  } else {
    store_ = other.store_;
    PinSelf();
  }
  other.own_space_.clear();
  other.store_ = &other.own_space_;
  other.borrowed_ = false;
  other.PinSelf();
  return *this;
}

}  // namespace ROCKSDB_NAMESPACE
