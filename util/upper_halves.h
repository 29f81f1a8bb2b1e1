// The upper halves of vector registers, after library code that uses wide ones.
//
// The AVX-512 code of ISA-L and xxHash leaves them in use, and a thread passes that on to those it
// starts. Until somebody clears them, some processors take 100 ns for each change between old and
// wide vector instructions, which is each call of memcpy: a scan of cached records took five times
// as long (Xeon with AMX, glibc 2.36).
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

#if defined(__x86_64__)

// REQUIRES: the processor has AVX.
[[gnu::target("avx")]] inline void ZeroUpperHalves() { _mm256_zeroupper(); }

// Call it behind a call of such code.
inline void ClearUpperHalves() {
  static const bool has = __builtin_cpu_supports("avx");
  if (has) ZeroUpperHalves();
}

#else

inline void ClearUpperHalves() {}

#endif

}  // namespace ROCKSDB_NAMESPACE
