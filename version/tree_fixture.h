// What tests of trees share: trees drawn as text, files made by hand. Included by tests only.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "version/tree_drawing.h"

namespace ROCKSDB_NAMESPACE {

inline const InternalKeyOrder kOrder(BytewiseComparator());
inline const InternalKeyOrder kReverse(ReverseBytewiseComparator());
inline const InternalKeyOrder kStamped(BytewiseComparatorWithU64Ts());

// Seven levels.
inline Drawing Draw(const std::string& text, const InternalKeyOrder& order = kOrder) {
  Drawing d;
  const Status s = ParseDrawing(order, text, 7, &d);
  EXPECT_TRUE(s.ok()) << s.ToString();
  return d;
}
inline TreePtr Tree(const std::string& text, const InternalKeyOrder& order = kOrder) {
  return Draw(text, order).tree;
}

// A file from `a` to `b` that knows sequence numbers from `low` to `high`.
inline std::shared_ptr<FileMeta> File(uint64_t number, const std::string& a, const std::string& b,
                                      SequenceNumber low, SequenceNumber high, uint64_t epoch) {
  auto f = std::make_shared<FileMeta>();
  f->number = number;
  f->smallest = MakeInternalKey(a, high, kTypeValue);
  f->largest = MakeInternalKey(b, low, kTypeValue);
  f->smallest_seqno = low;
  f->largest_seqno = high;
  f->epoch = epoch;
  f->file_size = 1000;
  return f;
}

}  // namespace ROCKSDB_NAMESPACE
