// ReadOptions::read_tier = kPersistedTier: reads answer from what the end of the process leaves.
#include "test/support/scratch.h"

namespace system_test {
namespace {

class PersistedTierTest : public DbTest {
 protected:
  PersistedTierTest() {
    options_ = SmallOptions(4);
    options_.disable_auto_compactions = true;
    options_.merge_operator = std::make_shared<AppendOperator>();
    unlogged_.disableWAL = true;
    persisted_.read_tier = kPersistedTier;
  }
  // What a Get and a MultiGet of the key answer; they must agree.
  std::string Persisted(const std::string& key) {
    std::string value;
    const Status got = db_->Get(persisted_, key, &value);
    std::vector<std::string> values;
    const std::vector<Status> statuses = db_->MultiGet(persisted_, {Slice(key)}, &values);
    EXPECT_EQ(got.code(), statuses[0].code());
    if (got.ok()) {
      EXPECT_EQ(value, values[0]);
    }
    return got.ok() ? value : got.IsNotFound() ? "NOT_FOUND" : got.ToString();
  }

  Options options_;
  WriteOptions unlogged_;
  ReadOptions persisted_;
};

TEST_F(PersistedTierTest, AnEntryThatNoLogHasIsSeenOnceItIsFlushed) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(db_->Put(unlogged_, "k", "v"));
  EXPECT_EQ("v", Get("k"));
  EXPECT_EQ("NOT_FOUND", Persisted("k"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  EXPECT_EQ("v", Persisted("k"));
}

TEST_F(PersistedTierTest, AnEntryThatTheLogHasIsSeenInItsMemtable) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "v"));
  EXPECT_EQ("v", Persisted("k"));
}

TEST_F(PersistedTierTest, AnOlderValueOfTheTableShowsUntilTheNewOneIsPersisted) {
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "old"));
  ASSERT_OK(db_->Flush(FlushOptions()));
  ASSERT_OK(db_->Delete(unlogged_, "k"));
  EXPECT_EQ("NOT_FOUND", Get("k"));
  EXPECT_EQ("old", Persisted("k"));
}

TEST_F(PersistedTierTest, NothingNewerThanAnUnloggedEntryIsShownWithoutIt) {
  options_.max_write_buffer_number = 6;
  options_.min_write_buffer_number_to_merge = 4;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "base"));
  ASSERT_OK(Put("filler", std::string(options_.write_buffer_size, 'x')));
  // From here on in younger memtables than "base".
  ASSERT_OK(Put("filler", "y"));
  ASSERT_OK(db_->Merge(unlogged_, "k", "lost"));
  ASSERT_OK(db_->Put(unlogged_, "filler", std::string(options_.write_buffer_size, 'x')));
  ASSERT_OK(Put("filler", "z"));
  ASSERT_OK(db_->Merge(WriteOptions(), "k", "kept"));
  std::string sealed;
  ASSERT_TRUE(db_->GetProperty("rocksdb.num-immutable-mem-table", &sealed));
  ASSERT_EQ("2", sealed);
  EXPECT_EQ("base,lost,kept", Get("k"));
  EXPECT_EQ("base", Persisted("k")) << "base,kept is no state that the key ever had";
}

TEST_F(PersistedTierTest, UnloggedEntriesOfOneFamilyDoNotHideAnother) {
  options_.create_missing_column_families = true;
  ASSERT_OK(OpenFamilies(options_, {"default", "other"}));
  ASSERT_OK(db_->Put(unlogged_, handles_[0], "k", "lost"));
  ASSERT_OK(db_->Put(WriteOptions(), handles_[1], "k", "kept"));
  std::string value;
  EXPECT_TRUE(db_->Get(persisted_, handles_[0], "k", &value).IsNotFound());
  EXPECT_OK(db_->Get(persisted_, handles_[1], "k", &value));
  EXPECT_EQ("kept", value);
}

TEST_F(PersistedTierTest, ARecordThatWaitsForFlushWalIsNotPersisted) {
  options_.manual_wal_flush = true;
  ASSERT_OK(Open(options_));
  ASSERT_OK(Put("k", "v"));
  EXPECT_EQ("NOT_FOUND", Persisted("k"));
  ASSERT_OK(db_->FlushWAL(false));
  EXPECT_EQ("v", Persisted("k"));
  ASSERT_OK(Put("k", "w"));
  EXPECT_EQ("NOT_FOUND", Persisted("k")) << "the memtable holds both";
  ASSERT_OK(db_->FlushWAL(true));
  EXPECT_EQ("w", Persisted("k"));
}

}  // namespace
}  // namespace system_test
