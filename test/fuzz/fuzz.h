// What every fuzzer here stands on: the entry point in its two forms, a check that ends the
// process, and a reader that turns the bytes of an input into decisions. Used by NAME_fuzz.cc only.
//
// FUZZ_TARGET(name) opens the body of a function over `const Slice& input`. Built with
// BUCKETLSM_LIBFUZZER it becomes libFuzzer's entry point; else it enters itself into a list that
// replay.cc runs over the committed inputs. A target keeps no state from one input to the next, so
// that a single file replays what it found.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace bucketlsm_fuzz {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: a header of fuzzers only

struct Target {
  Target(const char* target_name, void (*target_run)(const Slice&));

  const char* name;
  void (*run)(const Slice&);
  Target* next;
};

[[noreturn]] inline void Fail(const char* file, int line, const std::string& what) {
  std::fprintf(stderr, "%s:%d: %s\n", file, line, what.c_str());
  std::abort();
}

// `what` is only made when the check fails.
#define FUZZ_CHECK(condition, what)                                                        \
  do {                                                                                     \
    if (!(condition)) {                                                                    \
      ::bucketlsm_fuzz::Fail(__FILE__, __LINE__, std::string(#condition) + ": " + (what)); \
    }                                                                                      \
  } while (false)
#define FUZZ_OK(expression)                                                                 \
  do {                                                                                      \
    const ::ROCKSDB_NAMESPACE::Status fuzz_status = (expression);                           \
    FUZZ_CHECK(fuzz_status.ok(), std::string(#expression) + ": " + fuzz_status.ToString()); \
  } while (false)

#ifdef BUCKETLSM_LIBFUZZER
#define FUZZ_TARGET(target)                                                                  \
  namespace bucketlsm_fuzz {                                                                 \
  static void Run_##target(const Slice& input);                                              \
  }                                                                                          \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);                   \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {                  \
    bucketlsm_fuzz::Run_##target(rocksdb::Slice(reinterpret_cast<const char*>(data), size)); \
    return 0;                                                                                \
  }                                                                                          \
  static void bucketlsm_fuzz::Run_##target(const Slice& input)
#else
#define FUZZ_TARGET(target)                                        \
  namespace bucketlsm_fuzz {                                       \
  static void Run_##target(const Slice& input);                    \
  static const Target registered_##target(#target, &Run_##target); \
  }                                                                \
  static void bucketlsm_fuzz::Run_##target(const Slice& input)
#endif

// Decisions out of bytes; zeroes once they are used up.
class Draws {
 public:
  explicit Draws(const Slice& input) : left_(input) {}

  bool empty() const { return left_.empty(); }
  uint8_t Byte() {
    if (left_.empty()) return 0;
    const auto b = static_cast<uint8_t>(left_[0]);
    left_.remove_prefix(1);
    return b;
  }
  bool Flag() { return (Byte() & 1) != 0; }
  // In [0, n). REQUIRES: n > 0.
  uint32_t Below(uint32_t n) {
    uint32_t value = Byte();
    if (n > 256) value = value << 8 | Byte();
    return value % n;
  }
  // The next `n` bytes, fewer at the end.
  Slice Bytes(size_t n) {
    const Slice taken(left_.data(), n < left_.size() ? n : left_.size());
    left_.remove_prefix(taken.size());
    return taken;
  }
  // A length byte, then that many bytes.
  Slice Sized() { return Bytes(Byte()); }
  // The same with two bytes of length.
  Slice LongSized() {
    const size_t low = Byte();
    return Bytes(low | size_t{Byte()} << 8);
  }
  Slice Rest() { return Bytes(left_.size()); }

 private:
  Slice left_;
};

}  // namespace bucketlsm_fuzz
