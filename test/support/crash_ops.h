// The operations that crash_writer.cc performs and crash_test.cc expects. The i-th operation
// depends on i alone, so a counter in the database says which prefix of the history it holds.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace system_test {

struct CrashOp {
  enum Kind { kPut, kDelete, kDeleteRange } kind = kPut;
  std::string key;
  std::string end;  // of a range
  std::string value;
};

constexpr char kCrashCounter[] =
    "counter";  // holds i after the i-th operation, written in the same batch
constexpr uint64_t kCrashKeys = 2000;

inline std::string CrashKey(uint64_t n) {
  std::string digits = std::to_string(n);
  return "key" + std::string(8 - digits.size(), '0') + digits;
}

inline CrashOp MakeCrashOp(uint64_t seed, uint64_t i) {
  // Three rounds of a multiply-and-shift mixer: neighbouring i give unrelated operations.
  uint64_t x = seed + i * 0x9e3779b97f4a7c15u;
  for (int round = 0; round < 3; round++) x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
  x ^= x >> 32;
  CrashOp op;
  const uint64_t n = (i / 1000 * 300 + x % 500) % kCrashKeys;  // a range that moves
  op.key = CrashKey(n);
  const uint64_t dice = (x >> 20) % 100;
  if (dice < 12) {
    op.kind = CrashOp::kDelete;
  } else if (dice < 14) {
    op.kind = CrashOp::kDeleteRange;
    op.end = CrashKey(n + 1 + (x >> 40) % 20);
  } else {
    op.value = std::to_string(i) + std::string((x >> 44) % 300, 'c');
  }
  return op;
}

// What crash_writer.cc has done, in a page that outlives it. Numbers of operations.
struct CrashProgress {
  std::atomic<uint64_t> acknowledged;
  // Those with which the last finished copy of each kind was begun (crash_copies.h).
  std::atomic<uint64_t> checkpoint;
  std::atomic<uint64_t> backup;
};

// Half of the runs keep all logs: DBOptions::WAL_ttl_seconds.
inline uint64_t ArchiveSeconds(uint64_t seed) { return seed % 2 == 0 ? 36000 : 0; }

}  // namespace system_test
