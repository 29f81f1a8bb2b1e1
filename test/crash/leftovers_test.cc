// What a killed process leaves: files whose numbers no MANIFEST knows, and a log that ends in the
// bytes of its former use.
#include "test/support/damage.h"

namespace system_test {
namespace {

class LeftoversTest : public DbTest {
 protected:
  // The largest number in the name of a file of the database.
  uint64_t NewestNumber() {
    uint64_t newest = 0;
    for (const auto& entry : fs::directory_iterator(DbPath())) {
      const std::string name = entry.path().filename().string();
      const size_t digits = name.find_first_of("0123456789");
      if (digits == std::string::npos || name.starts_with("LOG")) continue;
      newest = std::max<uint64_t>(newest, std::stoull(name.substr(digits)));
    }
    return newest;
  }
  // As a kill leaves them: the database goes on.
  void CopyFiles() {
    ASSERT_OK(db_->DisableFileDeletions());
    CopyDatabase(DbPath(), dir_ / "copy");
    ASSERT_OK(db_->EnableFileDeletions());
  }
  void ExpectLast(DB* db, const std::string& want) {
    std::string value;
    ASSERT_OK(db->Get(ReadOptions(), "last", &value));
    EXPECT_EQ(value, want);
  }
};

TEST_F(LeftoversTest, ALinkToSomebodyElsesFileIsNotWrittenThrough) {
  const std::string bytes(5000, 't');
  for (const bool elsewhere : {false, true}) {
    SCOPED_TRACE(elsewhere ? "the family's own path" : "the database's directory");
    Options options = SmallOptions();
    options.avoid_flush_during_shutdown = true;
    if (elsewhere) options.cf_paths.emplace_back(dir_ / "elsewhere", 1 << 30);
    ASSERT_OK(Open(options));
    ASSERT_OK(Put("k", "v"));
    Close();
    const fs::path theirs = dir_ / "theirs.sst";
    SetFileBytes(theirs, bytes);
    const fs::path tables = elsewhere ? dir_ / "elsewhere" : DbPath();
    const uint64_t newest = NewestNumber();
    for (uint64_t number = newest + 1; number <= newest + 8; ++number) {
      char name[32];
      std::snprintf(name, sizeof(name), "%06d", static_cast<int>(number));
      fs::create_hard_link(theirs, tables / (std::string(name) + ".sst"));
      fs::create_hard_link(theirs, fs::path(DbPath()) / (std::string(name) + ".dbtmp"));
    }
    ASSERT_OK(Open(options));
    EXPECT_EQ(Get("k"), "v");
    Close();
    EXPECT_TRUE(FileBytes(theirs) == bytes);
    ASSERT_OK(DestroyDB(DbPath(), options));
  }
}

TEST_F(LeftoversTest, OldBytesBehindALogsEndAreNoLackOfConsistency) {
  Options options = SmallOptions();
  // Whoever opens for reading does not keep the writer from deleting tables.
  options.disable_auto_compactions = true;
  Options absolute = options;
  absolute.wal_recovery_mode = WALRecoveryMode::kAbsoluteConsistency;
  ASSERT_OK(Open(options));
  // Each log is shorter than the one that it is written over, and its records end elsewhere.
  for (int use = 0; use < 6; ++use) {
    const std::string value(400 - 37 * use, static_cast<char>('a' + use));
    for (int i = 0; i < 60; ++i) ASSERT_OK(Put(NumberedKey(i), value));
    ASSERT_OK(Put("last", value));
    DB* raw = nullptr;
    ASSERT_OK(DB::OpenForReadOnly(absolute, DbPath(), &raw));
    std::unique_ptr<DB> db(raw);
    ASSERT_NO_FATAL_FAILURE(ExpectLast(db.get(), value));
    ASSERT_NO_FATAL_FAILURE(CopyFiles());
    ASSERT_OK(DB::Open(absolute, dir_ / "copy", &raw));
    db.reset(raw);
    ASSERT_NO_FATAL_FAILURE(ExpectLast(db.get(), value));
    db.reset();
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
}

}  // namespace
}  // namespace system_test
