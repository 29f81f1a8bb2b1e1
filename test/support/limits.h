// What the tests of limits share: views of the whole database, sizes that take no memory, and lower
// limits of the process while a test needs them.
#pragma once

#include <sys/mman.h>
#include <sys/resource.h>

#include <fstream>
#include <map>
#include <memory>
#include <string>

#include "test/support/scratch.h"

namespace system_test {

inline constexpr uint64_t kGiB = uint64_t{1} << 30;

// Zeroes that take no memory until they are read.
class LazyZeroes {
 public:
  explicit LazyZeroes(size_t size)
      : size_(size),
        base_(
            ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~LazyZeroes() {
    if (base_ != MAP_FAILED) ::munmap(base_, size_);
  }
  LazyZeroes(const LazyZeroes&) = delete;
  LazyZeroes& operator=(const LazyZeroes&) = delete;
  bool ok() const { return base_ != MAP_FAILED; }
  Slice First(size_t n) const { return {static_cast<const char*>(base_), n}; }

 private:
  const size_t size_;
  void* const base_;
};

// Lowers one of the process' limits while it lives.
class LowerLimit {
 public:
  LowerLimit(int what, rlim_t value) : what_(what) {
    EXPECT_EQ(0, ::getrlimit(Resource(), &before_));
    rlimit now = before_;
    now.rlim_cur = value;
    EXPECT_EQ(0, ::setrlimit(Resource(), &now));
  }
  ~LowerLimit() { EXPECT_EQ(0, ::setrlimit(Resource(), &before_)); }
  LowerLimit(const LowerLimit&) = delete;
  LowerLimit& operator=(const LowerLimit&) = delete;

 private:
  __rlimit_resource_t Resource() const { return static_cast<__rlimit_resource_t>(what_); }
  const int what_;
  rlimit before_{};
};

// Address space that may be taken beyond what is in use. Sanitizers reserve too much for a limit;
// there a claim of gigabytes ends the process by itself.
class LittleMemory {
 public:
  LittleMemory() {
#ifndef BUCKETLSM_SANITIZED
    std::ifstream statm("/proc/self/statm");
    uint64_t pages = 0;
    statm >> pages;
    limit_ = std::make_unique<LowerLimit>(RLIMIT_AS, pages * 4096 + 2 * kGiB);
#endif
  }

 private:
  std::unique_ptr<LowerLimit> limit_;
};

class Limits : public DbTest {
 protected:
  std::map<std::string, std::string> All() {
    std::map<std::string, std::string> all;
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
      all[it->key().ToString()] = it->value().ToString();
    }
    EXPECT_OK(it->status());
    return all;
  }
};

inline std::string BucketsOffOrOn(const testing::TestParamInfo<int>& info) {
  return info.param == 0 ? "Off" : "On";
}

}  // namespace system_test
