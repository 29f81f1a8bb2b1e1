// Fixed-width and variable-length integers as every file format here stores them: little-endian,
// varints in groups of seven bits, low group first. Pure functions; all inline, none allocates
// except where a std::string grows. Bounds are checked on every read that takes a limit or Slice.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

inline constexpr int kMaxVarint32Bytes = 5;
inline constexpr int kMaxVarint64Bytes = 10;

static_assert(std::endian::native == std::endian::little,
              "the formats are stored as memory images");

inline void StoreFixed16(char* dst, uint16_t v) { std::memcpy(dst, &v, sizeof(v)); }
inline void StoreFixed32(char* dst, uint32_t v) { std::memcpy(dst, &v, sizeof(v)); }
inline void StoreFixed64(char* dst, uint64_t v) { std::memcpy(dst, &v, sizeof(v)); }

template <typename T>
inline T LoadAs(const char* src) {
  T v;
  std::memcpy(&v, src, sizeof(v));
  return v;
}
inline uint16_t LoadFixed16(const char* src) { return LoadAs<uint16_t>(src); }
inline uint32_t LoadFixed32(const char* src) { return LoadAs<uint32_t>(src); }
inline uint64_t LoadFixed64(const char* src) { return LoadAs<uint64_t>(src); }

template <typename T>
inline void AppendFixed(std::string* dst, T v) {
  dst->append(reinterpret_cast<const char*>(&v), sizeof(v));
}
inline void AppendFixed16(std::string* dst, uint16_t v) { AppendFixed(dst, v); }
inline void AppendFixed32(std::string* dst, uint32_t v) { AppendFixed(dst, v); }
inline void AppendFixed64(std::string* dst, uint64_t v) { AppendFixed(dst, v); }

// Bytes that v takes as a varint: 1 to 10.
inline int VarintLength(uint64_t v) {
  return v == 0 ? 1 : (static_cast<int>(std::bit_width(v)) + 6) / 7;
}

// Returns the byte after the last written one. REQUIRES: dst has VarintLength(v) bytes.
inline char* StoreVarint64(char* dst, uint64_t v) {
  auto* p = reinterpret_cast<unsigned char*>(dst);
  for (; v >= 0x80; v >>= 7) {
    *p++ = static_cast<unsigned char>(v | 0x80);
  }
  *p++ = static_cast<unsigned char>(v);
  return reinterpret_cast<char*>(p);
}
inline char* StoreVarint32(char* dst, uint32_t v) { return StoreVarint64(dst, v); }

inline void AppendVarint64(std::string* dst, uint64_t v) {
  char buf[kMaxVarint64Bytes];
  dst->append(buf, static_cast<size_t>(StoreVarint64(buf, v) - buf));
}
inline void AppendVarint32(std::string* dst, uint32_t v) { AppendVarint64(dst, v); }

// Zigzag: small magnitudes of either sign stay short.
inline uint64_t ZigzagEncode(int64_t v) {
  return (static_cast<uint64_t>(v) << 1) ^ static_cast<uint64_t>(v >> 63);
}
inline int64_t ZigzagDecode(uint64_t u) { return static_cast<int64_t>((u >> 1) ^ (0 - (u & 1))); }
inline void AppendSignedVarint64(std::string* dst, int64_t v) {
  AppendVarint64(dst, ZigzagEncode(v));
}

// REQUIRES: value.size() < 4 GiB.
inline void AppendSized(std::string* dst, const Slice& value) {
  AppendVarint32(dst, static_cast<uint32_t>(value.size()));
  dst->append(value.data(), value.size());
}

// Bytes beyond the first, shared by both widths. Null when the number does not end before limit
// or has more than `max_bytes` bytes.
inline const char* LoadVarintTail(const char* p, const char* limit, int max_bytes, uint64_t* v) {
  uint64_t result = 0;
  for (int i = 0; i < max_bytes && p < limit; ++i) {
    const auto byte = static_cast<unsigned char>(*p++);
    result |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      *v = result;
      return p;
    }
  }
  return nullptr;
}

// The byte after the number, or null when it is cut short, too long or beyond the width.
inline const char* LoadVarint64(const char* p, const char* limit, uint64_t* v) {
  if (p < limit && static_cast<signed char>(*p) >= 0) {
    *v = static_cast<unsigned char>(*p);
    return p + 1;
  }
  return LoadVarintTail(p, limit, kMaxVarint64Bytes, v);
}
inline const char* LoadVarint32(const char* p, const char* limit, uint32_t* v) {
  if (p < limit && static_cast<signed char>(*p) >= 0) {
    *v = static_cast<unsigned char>(*p);
    return p + 1;
  }
  uint64_t wide = 0;
  p = LoadVarintTail(p, limit, kMaxVarint32Bytes, &wide);
  *v = static_cast<uint32_t>(wide);
  // Five bytes hold 35 bits: a number cut to 32 bits would look like a small one.
  return wide > UINT32_MAX ? nullptr : p;
}

// Take*: read from the front of *in and advance it. On false they leave *in as it was.
template <typename T>
inline bool TakeFixed(Slice* in, T* v) {
  if (in->size() < sizeof(T)) {
    return false;
  }
  *v = LoadAs<T>(in->data());
  in->remove_prefix(sizeof(T));
  return true;
}
inline bool TakeFixed64(Slice* in, uint64_t* v) { return TakeFixed(in, v); }

inline bool AdvanceTo(Slice* in, const char* next) {
  if (next == nullptr) {
    return false;
  }
  in->remove_prefix(static_cast<size_t>(next - in->data()));
  return true;
}
inline bool TakeVarint32(Slice* in, uint32_t* v) {
  return AdvanceTo(in, LoadVarint32(in->data(), in->end(), v));
}
inline bool TakeVarint64(Slice* in, uint64_t* v) {
  return AdvanceTo(in, LoadVarint64(in->data(), in->end(), v));
}
inline bool TakeSignedVarint64(Slice* in, int64_t* v) {
  uint64_t u = 0;
  if (!TakeVarint64(in, &u)) {
    return false;
  }
  *v = ZigzagDecode(u);
  return true;
}
inline bool TakeSized(Slice* in, Slice* out) {
  uint32_t length = 0;
  const char* p = LoadVarint32(in->data(), in->end(), &length);
  if (p == nullptr || static_cast<size_t>(in->end() - p) < length) {
    return false;
  }
  *out = Slice(p, length);
  return AdvanceTo(in, p + length);
}

}  // namespace ROCKSDB_NAMESPACE
