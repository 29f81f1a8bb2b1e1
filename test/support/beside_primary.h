// A primary and a secondary instance beside it, in one process: what they show is compared. Shared
// by the tests of DB::OpenAsSecondary.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "test/support/scratch.h"

namespace system_test {

using Handles = std::vector<ColumnFamilyHandle*>;

// A database and the handles it was opened with, closed in order.
struct OpenDb {
  std::unique_ptr<DB> db;
  Handles handles;

  ~OpenDb() { Close(); }
  void Close() {
    for (ColumnFamilyHandle* handle : handles) EXPECT_OK(db->DestroyColumnFamilyHandle(handle));
    handles.clear();
    db.reset();
  }
};

// Everything that one family shows, by iterator: forwards, and backwards as a check.
inline std::map<std::string, std::string> ContentsOf(DB* db, ColumnFamilyHandle* family) {
  std::map<std::string, std::string> contents;
  std::unique_ptr<Iterator> it(db->NewIterator(ReadOptions(), family));
  for (it->SeekToFirst(); it->Valid(); it->Next())
    contents[it->key().ToString()] = it->value().ToString();
  EXPECT_OK(it->status());
  size_t backwards = 0;
  for (it->SeekToLast(); it->Valid(); it->Prev()) ++backwards;
  EXPECT_OK(it->status());
  EXPECT_EQ(backwards, contents.size());
  return contents;
}

class BesidePrimaryTest : public testing::Test {
 protected:
  BesidePrimaryTest() {
    options_ = SmallOptions();
    options_.merge_operator = std::make_shared<AppendOperator>();
    options_.max_open_files = -1;
    options_.create_missing_column_families = true;
  }
  ~BesidePrimaryTest() override {
    secondary_.Close();
    primary_.Close();
  }

  std::vector<ColumnFamilyDescriptor> Families(const std::vector<std::string>& names) const {
    std::vector<ColumnFamilyDescriptor> families;
    for (const std::string& name : names) families.emplace_back(name, options_);
    return families;
  }
  void OpenPrimary(const std::vector<std::string>& names = {kDefaultColumnFamilyName}) {
    primary_.Close();
    ASSERT_OK(DB::Open(options_, path_, Families(names), &primary_.handles, &primary_.db));
  }
  Status OpenSecondary(const std::vector<std::string>& names = {kDefaultColumnFamilyName}) {
    secondary_.Close();
    Options options = options_;
    options.create_if_missing = false;
    return DB::OpenAsSecondary(options, path_, own_path_, Families(names), &secondary_.handles,
                               &secondary_.db);
  }
  Status Put(const std::string& key, const std::string& value, size_t family = 0) {
    return primary_.db->Put(WriteOptions(), primary_.handles[family], key, value);
  }
  Status Flush(size_t family = 0) {
    return primary_.db->Flush(FlushOptions(), primary_.handles[family]);
  }
  Status CatchUp() { return secondary_.db->TryCatchUpWithPrimary(); }
  // Of the secondary: the value, "NOT_FOUND", or the error.
  std::string Get(const std::string& key, size_t family = 0) {
    std::string value;
    Status s = secondary_.db->Get(ReadOptions(), secondary_.handles[family], key, &value);
    return s.ok() ? value : s.IsNotFound() ? "NOT_FOUND" : s.ToString();
  }
  void ExpectSame() {
    for (size_t i = 0; i < secondary_.handles.size(); ++i) {
      ASSERT_EQ(ContentsOf(secondary_.db.get(), secondary_.handles[i]),
                ContentsOf(primary_.db.get(), primary_.handles[i]))
          << "family " << i;
    }
  }

  ScratchDir dir_;
  std::string path_ = dir_ / "db";
  std::string own_path_ = dir_ / "secondary";
  Options options_;
  OpenDb primary_;
  OpenDb secondary_;
};

}  // namespace system_test
