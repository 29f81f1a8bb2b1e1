// What the operations of crash_ops.h leave in a database, and whether one holds it. Shared by the
// tests that kill.
#pragma once

#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "rocksdb/db.h"
#include "test/support/crash_ops.h"
#include "test/support/status_assertions.h"

namespace system_test {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: a header of tests only

class CrashHistory {
 public:
  explicit CrashHistory(uint64_t seed) : seed_(seed) {}

  // The number of the last operation that the family holds.
  static void ReadCounter(DB* db, ColumnFamilyHandle* family, uint64_t* number) {
    std::string counter;
    Status s = db->Get(ReadOptions(), family, kCrashCounter, &counter);
    ASSERT_TRUE(s.ok() || s.IsNotFound()) << s.ToString();
    *number = std::strtoull(counter.c_str(), nullptr, 10);
  }

  // The default family holds exactly the first operations, at least `least` and at most `most`.
  void ExpectPrefix(DB* db, uint64_t least, uint64_t most, uint64_t* found) {
    ASSERT_NO_FATAL_FAILURE(ReadCounter(db, db->DefaultColumnFamily(), found));
    ASSERT_GE(*found, least) << "lost";
    ASSERT_LE(*found, most) << "never written";
    Replay(*found);
    const std::unique_ptr<Iterator> it(db->NewIterator(ReadOptions()));
    auto want = expected_.begin();
    for (it->Seek("key"); it->Valid(); it->Next(), ++want) {
      ASSERT_TRUE(want != expected_.end()) << "extra " << it->key().ToString();
      ASSERT_EQ(it->key().ToString(), want->first);
      ASSERT_EQ(it->value().ToString(), want->second) << want->first;
    }
    ASSERT_OK(it->status());
    ASSERT_TRUE(want == expected_.end()) << "missing " << want->first;
  }

 private:
  // Carried on from the last call where that is possible.
  void Replay(uint64_t upto) {
    if (upto < replayed_) {
      replayed_ = 0;
      expected_.clear();
    }
    while (replayed_ < upto) {
      const CrashOp op = MakeCrashOp(seed_, ++replayed_);
      if (op.kind == CrashOp::kPut) {
        expected_[op.key] = op.value;
      } else if (op.kind == CrashOp::kDelete) {
        expected_.erase(op.key);
      } else {
        expected_.erase(expected_.lower_bound(op.key), expected_.lower_bound(op.end));
      }
    }
  }

  const uint64_t seed_;
  std::map<std::string, std::string> expected_;
  uint64_t replayed_ = 0;
};

}  // namespace system_test
