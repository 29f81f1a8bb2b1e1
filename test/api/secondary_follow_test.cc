// A secondary instance held against a model over random histories, and with failing reads.
#include <algorithm>

#include "rocksdb/utilities/fault_file_system.h"
#include "test/support/beside_primary.h"

namespace system_test {
namespace {

using Model = std::map<std::string, std::string>;

// Random operations on two families of a primary, and what each should show.
class SecondaryFollowTest : public BesidePrimaryTest {
 protected:
  SecondaryFollowTest() {
    options_.write_buffer_size = 16 << 10;
    options_.max_manifest_file_size = 2000;
    options_.level0_file_num_compaction_trigger = 2;
  }

  // Before the environment goes.
  ~SecondaryFollowTest() override { secondary_.Close(); }

  uint64_t Draw(uint64_t n) { return std::uniform_int_distribution<uint64_t>(0, n - 1)(random_); }
  std::string DrawKey() { return NumberedKey(Draw(200)); }

  void Write() {
    const size_t family = Draw(2);
    ColumnFamilyHandle* cf = primary_.handles[family];
    Model& model = models_[family];
    const std::string key = DrawKey(), value = std::to_string(Draw(1000)) + std::string(100, 'v');
    WriteBatch batch;
    switch (Draw(10)) {
      case 0:
        ASSERT_OK(batch.Delete(cf, key));
        model.erase(key);
        break;
      case 1: {
        const std::string end = DrawKey();
        if (end < key) break;
        ASSERT_OK(batch.DeleteRange(cf, key, end));
        model.erase(model.lower_bound(key), model.lower_bound(end));
        break;
      }
      case 2:
      case 3: {
        ASSERT_OK(batch.Merge(cf, key, "m"));
        std::string& old = model[key];
        old += old.empty() ? "m" : ",m";
        break;
      }
      default:
        ASSERT_OK(batch.Put(cf, key, value));
        model[key] = value;
    }
    ASSERT_OK(batch.Put(primary_.handles[0], "count", std::to_string(++writes_)));
    ASSERT_OK(batch.Put(primary_.handles[1], "count", std::to_string(writes_)));
    ASSERT_OK(primary_.db->Write(WriteOptions(), &batch));
    for (Model& one : models_) one["count"] = std::to_string(writes_);
  }
  void Step() {
    const uint64_t draw = Draw(300);
    if (draw < 4) ASSERT_OK(Flush(Draw(2)));
    if (draw == 4) {
      ASSERT_OK(primary_.db->CompactRange(CompactRangeOptions(), primary_.handles[Draw(2)], nullptr,
                                          nullptr));
    }
    if (draw == 5) {
      OpenPrimary({kDefaultColumnFamilyName, "twin"});
    }
    ASSERT_NO_FATAL_FAILURE(Write());
  }
  void ExpectContents(const Model* models) {
    for (size_t i = 0; i < 2; ++i)
      ASSERT_EQ(ContentsOf(secondary_.db.get(), secondary_.handles[i]), models[i])
          << "family " << i;
  }

  const std::shared_ptr<FaultyFileSystem> fs_ = NewFaultyFileSystem(FileSystem::Default());
  const std::unique_ptr<Env> env_ = NewCompositeEnv(fs_);
  std::mt19937_64 random_{TestSeed()};
  Model models_[2];
  int writes_ = 0;
};

TEST_F(SecondaryFollowTest, ShowsWhatAMapShowsAfterEachCatchUp) {
  OpenPrimary({kDefaultColumnFamilyName, "twin"});
  ASSERT_OK(OpenSecondary({kDefaultColumnFamilyName, "twin"}));
  for (int i = 0; i < Scaled(2500); ++i) {
    ASSERT_NO_FATAL_FAILURE(Step());
    if (Draw(40) != 0) continue;
    ASSERT_OK(CatchUp());
    ASSERT_NO_FATAL_FAILURE(ExpectContents(models_));
    for (int k = 0; k < 5; ++k) {
      const std::string key = DrawKey();
      const auto it = models_[1].find(key);
      ASSERT_EQ(Get(key, 1), it == models_[1].end() ? "NOT_FOUND" : it->second);
    }
    if (Draw(10) == 0) ASSERT_OK(OpenSecondary({kDefaultColumnFamilyName, "twin"}));
  }
}

TEST_F(SecondaryFollowTest, ShowsWhatItDidBeforeWhileCatchingUpFails) {
  const std::vector<std::string> names = {kDefaultColumnFamilyName, "twin"};
  OpenPrimary(names);
  options_.env = env_.get();
  ASSERT_OK(OpenSecondary(names));
  options_.env = Env::Default();
  Model shown[2];
  for (const FsOp op : {FsOp::kOpenRead, FsOp::kRead, FsOp::kGetChildren}) {
    int failures = 0;
    for (int round = 0; round < 3; ++round) {
      bool injected = true;
      for (uint64_t nth = 1; injected; ++nth) {
        for (int i = 0; i < 20; ++i) ASSERT_NO_FATAL_FAILURE(Write());
        if (nth % 3 == 0) ASSERT_OK(Flush(nth % 2));
        fs_->ResetCounts();
        fs_->FailNth(op, nth, IOStatus::IOError("injected"));
        const Status s = CatchUp();
        fs_->ClearFaults();
        injected = fs_->Injected() != 0;
        ASSERT_TRUE(s.ok() || injected) << s.ToString();
        failures += s.ok() ? 0 : 1;
        if (s.ok()) std::copy(models_, models_ + 2, shown);
        ASSERT_NO_FATAL_FAILURE(ExpectContents(shown)) << s.ToString();
      }
    }
    EXPECT_GT(failures, 0);
  }
}

}  // namespace
}  // namespace system_test
