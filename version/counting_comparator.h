// Bytewise order that counts what it costs, under another name, so that no short cut on key
// prefixes applies. Included by tests only.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "rocksdb/comparator.h"
#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

class CountingComparator : public Comparator {
 public:
  int Compare(const Slice& a, const Slice& b) const override {
    ++calls;
    return a.compare(b);
  }
  const char* Name() const override { return "test.CountingComparator"; }
  void FindShortestSeparator(std::string*, const Slice&) const override {}
  void FindShortSuccessor(std::string*) const override {}
  mutable std::atomic<uint64_t> calls{0};
};

}  // namespace ROCKSDB_NAMESPACE
