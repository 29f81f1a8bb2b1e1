// Many column families and few file descriptors: the database works, or returns a Status that names
// what is missing and works again once that is back.
#include <filesystem>

#include "test/support/limits.h"
#include "test/support/watchdog.h"

namespace system_test {
namespace {

namespace fs = std::filesystem;

class LimitsMany : public Limits, public testing::WithParamInterface<int> {
 protected:
  Options options_ = SmallOptions(static_cast<uint32_t>(GetParam()));
};

INSTANTIATE_TEST_SUITE_P(Buckets, LimitsMany, testing::Values(0, 8), BucketsOffOrOn);

// ---- many families ----

TEST_P(LimitsMany, ThousandsOfFamiliesComeAndGo) {
  const int count = static_cast<int>(EnvNumber("BUCKETLSM_FAMILIES", Scaled(1000)));
  const Watchdog watchdog("column families", 60 + count / 5);
  options_.max_open_files = 100;
  ASSERT_OK(Open(options_));
  std::vector<std::string> names{kDefaultColumnFamilyName};
  for (int i = 0; i < count; i++) names.push_back("family " + std::to_string(i));
  ASSERT_OK(db_->CreateColumnFamilies(options_, {names.begin() + 1, names.end() - 20}, &handles_));
  for (int i = 20; i > 0; i--) {
    ColumnFamilyHandle* handle = nullptr;
    ASSERT_OK(
        db_->CreateColumnFamily(options_, names[names.size() - static_cast<size_t>(i)], &handle));
    handles_.push_back(handle);
  }
  WriteBatch batch;
  for (ColumnFamilyHandle* handle : handles_)
    ASSERT_OK(batch.Put(handle, "key", handle->GetName()));
  ASSERT_OK(db_->Write(WriteOptions(), &batch));
  for (size_t i = 0; i < handles_.size(); i += 50) {
    ASSERT_OK(db_->Flush(FlushOptions(), handles_[i]));
  }
  ASSERT_OK(OpenFamilies(options_, names));
  for (size_t i = 1; i < handles_.size(); i++) {
    std::string value;
    ASSERT_OK(db_->Get(ReadOptions(), handles_[i], "key", &value));
    EXPECT_EQ(names[i], value);
  }
  ASSERT_OK(db_->DropColumnFamilies({handles_.begin() + 1, handles_.end() - 10}));
  std::string value;
  EXPECT_OK(db_->Get(ReadOptions(), handles_[1], "key", &value));
  EXPECT_NOT_OK(db_->Put(WriteOptions(), handles_[1], "key", "x"));
  EXPECT_OK(db_->Put(WriteOptions(), handles_.back(), "key", "y"));
  names.erase(names.begin() + 1, names.end() - 10);
  ASSERT_OK(OpenFamilies(options_, names));
  EXPECT_OK(db_->Get(ReadOptions(), handles_.back(), "key", &value));
  EXPECT_EQ("y", value);
  Close();
  std::vector<std::string> left;
  ASSERT_OK(DB::ListColumnFamilies(options_, DbPath(), &left));
  EXPECT_EQ(names.size(), left.size());
}

// ---- few file descriptors ----

#ifndef BUCKETLSM_SANITIZED  // sanitizers need descriptors of their own for some of their checks

rlim_t OpenDescriptors() {
  rlim_t count = 0;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) count += !entry.path().empty();
  return count;
}

class FewDescriptors : public Limits, public testing::WithParamInterface<int> {};

// With too few descriptors every call returns a Status; with enough, all data is there.
TEST_P(FewDescriptors, AreAStatusAndNothingIsLost) {
  const Watchdog watchdog("few file descriptors");
  Options options = SmallOptions(8);
  options.max_open_files = GetParam();
  options.level0_file_num_compaction_trigger = 3;
  options.max_bgerror_resume_count = 0;
  std::map<std::string, std::string> want;
  ASSERT_OK(Open(options));
  int number = 0;
  const auto write = [&](int count) {
    Status s;
    for (int i = 0; s.ok() && i < count; i++) {
      const std::string key = NumberedKey(static_cast<uint64_t>(number * 7919 % 3000));
      const std::string value = std::to_string(number++) + std::string(100, 'v');
      s = Put(key, value);
      if (s.ok()) want[key] = value;
    }
    return s;
  };
  ASSERT_OK(write(3000));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  int refused = 0, opened = 0;
  // How many tables there are depends on how far compactions have come: the limit rises until one
  // opening succeeds.
  constexpr rlim_t kSureToSuffice = 4000;
  const auto more = [](rlim_t spare) { return spare < 12 ? spare + 1 : spare + spare / 3; };
  for (rlim_t spare = 0; spare < 40 || (opened == 0 && spare < kSureToSuffice);
       spare = more(spare)) {
    SCOPED_TRACE("spare: " + std::to_string(spare));
    Close();
    {
      LowerLimit limit(RLIMIT_NOFILE, OpenDescriptors() + spare);
      Status s = Open(options);
      if (s.ok()) {
        opened++;
        s = write(700);
        if (s.ok()) s = db_->Flush(FlushOptions());
        if (s.ok()) s = db_->CompactRange(CompactRangeOptions(), nullptr, nullptr);
        for (int i = 0; i < 3000; i += 50) {
          std::string value;
          const Status got = db_->Get(ReadOptions(), NumberedKey(static_cast<uint64_t>(i)), &value);
          if (got.ok()) {
            EXPECT_EQ(want[NumberedKey(static_cast<uint64_t>(i))], value);
          } else {
            EXPECT_FALSE(got.IsNotFound()) << i;
          }
        }
      }
      refused += !s.ok();
    }
    if (db_ == nullptr) {
      ASSERT_OK(Open(options));
    } else if (spare % 2 == 0) {
      db_->Resume().PermitUncheckedError();  // an error of the log itself needs a new opening
    } else {
      ASSERT_OK(Open(options));
    }
    Status s = write(50);
    if (!s.ok()) {
      ASSERT_OK(Open(options));
      ASSERT_OK(write(50));
    }
    ASSERT_EQ(want.size(), All().size());
    ASSERT_TRUE(want == All());
  }
  EXPECT_GT(refused, 0) << "there were always enough";
  EXPECT_GT(opened, 0) << "there were never enough";
}

INSTANTIATE_TEST_SUITE_P(OpenFiles, FewDescriptors, testing::Values(-1, 10), [](const auto& info) {
  return info.param < 0 ? std::string("All") : std::string("Ten");
});

#endif

}  // namespace
}  // namespace system_test
