// SmallEnumSet: a set of enumerators kept in one or two machine words; used by option structs.
// REQUIRES everywhere: values lie in [0, MAX_VALUE] and MAX_VALUE < 64.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

template <typename ENUM_TYPE, ENUM_TYPE MAX_VALUE>
class SmallEnumSet {
  static_assert(static_cast<int>(MAX_VALUE) < 64, "does not fit one word");

 public:
  constexpr SmallEnumSet() = default;
  template <class... Rest>
  constexpr SmallEnumSet(ENUM_TYPE first, Rest... rest)
      : bits_((Bit(first) | ... | Bit(static_cast<ENUM_TYPE>(rest)))) {}

  static constexpr SmallEnumSet All() {
    SmallEnumSet s;
    s.bits_ = (Bit(MAX_VALUE) - 1) | Bit(MAX_VALUE);
    return s;
  }

  // Both return whether the set changed.
  bool Add(ENUM_TYPE value) { return Assign(bits_ | Bit(value)); }
  bool Remove(ENUM_TYPE value) { return Assign(bits_ & ~Bit(value)); }
  constexpr SmallEnumSet With(ENUM_TYPE value) const { return FromBits(bits_ | Bit(value)); }
  constexpr SmallEnumSet Without(ENUM_TYPE value) const { return FromBits(bits_ & ~Bit(value)); }

  constexpr bool Contains(ENUM_TYPE value) const { return (bits_ & Bit(value)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  size_t count() const {
    size_t n = 0;
    for (uint64_t rest = bits_; rest != 0; rest &= rest - 1) {
      ++n;
    }
    return n;
  }
  constexpr bool operator==(const SmallEnumSet& o) const { return bits_ == o.bits_; }
  constexpr bool operator!=(const SmallEnumSet& o) const { return bits_ != o.bits_; }

 private:
  static constexpr uint64_t Bit(ENUM_TYPE v) { return uint64_t{1} << static_cast<int>(v); }
  static constexpr SmallEnumSet FromBits(uint64_t bits) {
    SmallEnumSet s;
    s.bits_ = bits;
    return s;
  }
  bool Assign(uint64_t bits) {
    const bool changed = bits != bits_;
    bits_ = bits;
    return changed;
  }

  uint64_t bits_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
