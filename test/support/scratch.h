// Shared by the tests of whole databases: a scratch directory, a seed, a merge operator, bucket
// settings. Uses the public API only and compiles against a stock RocksDB too, which checks the
// tests themselves.
#pragma once

#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocksdb/db.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/options.h"
#include "rocksdb/table.h"
#include "test/support/status_assertions.h"
#include "test/support/wait_until.h"

#if __has_include("rocksdb/bucket_options.h")
#define SYSTEM_TEST_HAS_BUCKETS 1
#endif

namespace system_test {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: a header of tests only
using test_support::HoldsFor;
using test_support::WaitUntil;

// Work counts shrink where every step is slow.
inline int Scaled(int count) {
#ifdef BUCKETLSM_SANITIZED
  return count / 5;
#else
  return count;
#endif
}

inline long EnvNumber(const char* name, long fallback) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::atol(text) : fallback;
}

// The seed of a random test: BUCKETLSM_SEED, or a new one. Printed, so that a failure can be
// replayed.
inline uint64_t TestSeed() {
  const long fixed = EnvNumber("BUCKETLSM_SEED", 0);
  const uint64_t seed = fixed != 0 ? static_cast<uint64_t>(fixed) : std::random_device{}();
  std::cout << "seed: BUCKETLSM_SEED=" << seed << std::endl;
  return seed;
}

// A directory of its own for one test, gone afterwards.
class ScratchDir {
 public:
  ScratchDir() {
    static int serial = 0;
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    std::string name =
        info != nullptr ? std::string(info->test_suite_name()) + "." + info->name() : "x";
    for (char& c : name) {
      if (c == '/') c = '_';
    }
    path_ = std::filesystem::temp_directory_path() /
            ("bucketlsm_test." + name + "." + std::to_string(::getpid()) + "." +
             std::to_string(serial++));
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~ScratchDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchDir(const ScratchDir&) = delete;
  ScratchDir& operator=(const ScratchDir&) = delete;

  std::string path() const { return path_.string(); }
  std::string operator/(const std::string& leaf) const { return (path_ / leaf).string(); }

 private:
  std::filesystem::path path_;
};

// `count` buckets, cut at every flush however small; 0 turns buckets off.
inline void SetBuckets(ColumnFamilyOptions* options, uint32_t count) {
#ifdef SYSTEM_TEST_HAS_BUCKETS
  options->bucket_options.enabled = count > 0;
  options->bucket_options.initial_buckets = count;
  options->bucket_options.min_file_size = 1;
#else
  (void)options;
  (void)count;
#endif
}

// Small memtables and files, so that a test of a few thousand keys sees every part of the tree.
inline Options SmallOptions(uint32_t buckets = 8) {
  Options options;
  options.create_if_missing = true;
  options.write_buffer_size = 64 << 10;
  options.target_file_size_base = 32 << 10;
  options.max_bytes_for_level_base = 128 << 10;
  options.max_background_jobs = 4;
  options.compression = kNoCompression;
  SetBuckets(&options, buckets);
  return options;
}

// Merge: the old value, a comma, the operand.
class AppendOperator : public MergeOperator {
 public:
  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    out->new_value = in.existing_value != nullptr ? in.existing_value->ToString() : std::string();
    bool empty = in.existing_value == nullptr;
    for (const Slice& operand : in.operand_list) {
      if (!empty) out->new_value.push_back(',');
      out->new_value.append(operand.data(), operand.size());
      empty = false;
    }
    return true;
  }
  bool PartialMerge(const Slice& key, const Slice& left, const Slice& right, std::string* out,
                    Logger* logger) const override {
    out->assign(left.data(), left.size());
    out->push_back(',');
    out->append(right.data(), right.size());
    return true;
  }
  const char* Name() const override { return "BucketLsmTestAppend"; }
};

inline std::string NumberedKey(uint64_t number) {
  char text[24];
  std::snprintf(text, sizeof(text), "key%08llu", static_cast<unsigned long long>(number));
  return text;
}

// A database in a scratch directory, closed before the directory goes.
class DbTest : public testing::Test {
 protected:
  ~DbTest() override { Close(); }

  Status Open(const Options& options) {
    Close();
    DB* raw = nullptr;
    Status s = DB::Open(options, dir_ / "db", &raw);
    db_.reset(raw);
    return s;
  }
  void Close() {
    for (ColumnFamilyHandle* handle : handles_) {
      EXPECT_OK(db_->DestroyColumnFamilyHandle(handle));
    }
    handles_.clear();
    if (db_ != nullptr) {
      EXPECT_OK(db_->Close());
      db_.reset();
    }
  }
  Status OpenFamilies(const Options& options, const std::vector<std::string>& names) {
    Close();
    std::vector<ColumnFamilyDescriptor> families;
    for (const std::string& name : names) families.emplace_back(name, options);
    DB* raw = nullptr;
    Status s = DB::Open(options, dir_ / "db", families, &handles_, &raw);
    db_.reset(raw);
    return s;
  }
  Status Put(const std::string& key, const std::string& value) {
    return db_->Put(WriteOptions(), key, value);
  }
  // The value, "NOT_FOUND", or the error.
  std::string Get(const std::string& key, const Snapshot* snapshot = nullptr) {
    ReadOptions read;
    read.snapshot = snapshot;
    std::string value;
    Status s = db_->Get(read, key, &value);
    return s.ok() ? value : s.IsNotFound() ? "NOT_FOUND" : s.ToString();
  }
  // Everything an iterator shows: "a=1 b=2".
  std::string Contents(const ReadOptions& read = ReadOptions(),
                       ColumnFamilyHandle* family = nullptr) {
    std::unique_ptr<Iterator> it(family != nullptr ? db_->NewIterator(read, family)
                                                   : db_->NewIterator(read));
    std::string text;
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
      if (!text.empty()) text.push_back(' ');
      text += it->key().ToString() + "=" + it->value().ToString();
    }
    EXPECT_OK(it->status());
    return text;
  }
  uint64_t IntProperty(const std::string& name) {
    uint64_t value = 0;
    EXPECT_TRUE(db_->GetIntProperty(name, &value)) << name;
    return value;
  }
  std::string Property(const std::string& name) {
    std::string value;
    EXPECT_TRUE(db_->GetProperty(name, &value)) << name;
    return value;
  }
  std::string DbPath() const { return dir_ / "db"; }

  ScratchDir dir_;
  std::unique_ptr<DB> db_;
  std::vector<ColumnFamilyHandle*> handles_;
};

}  // namespace system_test
