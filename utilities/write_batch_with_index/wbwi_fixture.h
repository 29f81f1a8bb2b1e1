// A database in memory with three families, for tests of indexed batches: the default one (appends
// operands), "reverse" (descending keys, appends operands) and "plain" (no merge operator).
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "env/mem_fs.h"
#include "rocksdb/db.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/utilities/write_batch_with_index.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {

// base,operand,operand ... Fails when an operand is "bad".
class AppendOperator final : public AssociativeMergeOperator {
 public:
  const char* Name() const override { return "AppendOperator"; }
  bool Merge(const Slice& /*key*/, const Slice* existing, const Slice& operand, std::string* result,
             Logger* /*logger*/) const override {
    if (operand == "bad") return false;
    *result =
        existing == nullptr ? operand.ToString() : existing->ToString() + "," + operand.ToString();
    return true;
  }
};

class IndexedBatchTest : public testing::Test {
 protected:
  using Pairs = std::vector<std::pair<std::string, std::string>>;

  IndexedBatchTest() : fs_(std::make_shared<MemFileSystem>()), env_(NewCompositeEnv(fs_)) {
    Options options;
    options.env = env_.get();
    options.create_if_missing = true;
    options.merge_operator = std::make_shared<AppendOperator>();
    EXPECT_OK(DB::Open(options, "/db", &db_));
    default_ = db_->DefaultColumnFamily();
    options.comparator = ReverseBytewiseComparator();
    EXPECT_OK(db_->CreateColumnFamily(options, "reverse", &reverse_));
    EXPECT_OK(db_->CreateColumnFamily(ColumnFamilyOptions(), "plain", &plain_));
  }
  ~IndexedBatchTest() override {
    EXPECT_OK(db_->DestroyColumnFamilyHandle(reverse_));
    EXPECT_OK(db_->DestroyColumnFamilyHandle(plain_));
  }

  // The value, or the status.
  std::string Get(WriteBatchWithIndex* batch, ColumnFamilyHandle* cf, const Slice& key,
                  const ReadOptions& options = ReadOptions()) {
    std::string value;
    Status s = batch->GetFromBatchAndDB(db_.get(), options, cf, key, &value);
    return s.ok() ? value : s.ToString();
  }
  std::string GetAlone(WriteBatchWithIndex* batch, ColumnFamilyHandle* cf, const Slice& key) {
    std::string value;
    Status s = batch->GetFromBatch(cf, DBOptions(), key, &value);
    return s.ok() ? value : s.ToString();
  }
  std::unique_ptr<Iterator> Over(WriteBatchWithIndex* batch, ColumnFamilyHandle* cf,
                                 const ReadOptions& options = ReadOptions()) {
    return std::unique_ptr<Iterator>(
        batch->NewIteratorWithBase(cf, db_->NewIterator(options, cf), &options));
  }
  static Pairs Forward(Iterator* it) {
    Pairs found;
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
      found.emplace_back(it->key().ToString(), it->value().ToString());
    }
    EXPECT_OK(it->status());
    return found;
  }
  static Pairs Backward(Iterator* it) {
    Pairs found;
    for (it->SeekToLast(); it->Valid(); it->Prev()) {
      found.emplace_back(it->key().ToString(), it->value().ToString());
    }
    EXPECT_OK(it->status());
    return found;
  }

  std::shared_ptr<MemFileSystem> fs_;
  std::unique_ptr<Env> env_;
  std::unique_ptr<DB> db_;
  ColumnFamilyHandle* default_ = nullptr;
  ColumnFamilyHandle* reverse_ = nullptr;
  ColumnFamilyHandle* plain_ = nullptr;
};

}  // namespace ROCKSDB_NAMESPACE
