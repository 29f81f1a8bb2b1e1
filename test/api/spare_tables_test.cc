// Tables that nobody needs any more are written over by new ones. Nobody who still reads one sees
// that: iterators, snapshots, checkpoints, other processes' databases.
#include <atomic>
#include <fstream>
#include <map>
#include <tuple>

#include "rocksdb/file_system.h"
#include "rocksdb/listener.h"
#include "rocksdb/sst_file_manager.h"
#include "rocksdb/utilities/checkpoint.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

// A table that is written over another one is cut to its length in the end; others are not.
class Cuts final : public EventListener {
 public:
  bool ShouldBeNotifiedOnFileIO() override { return true; }
  void OnFileTruncateFinish(const FileOperationInfo& info) override {
    tables += info.path.ends_with(".sst");
  }
  std::atomic<int> tables{0};
};

// Whether the file system of `directory` takes direct writes.
bool TakesDirectWrites(const std::string& directory) {
  FileOptions direct;
  direct.use_direct_writes = true;
  std::unique_ptr<FSWritableFile> file;
  const std::string path = directory + "/probe";
  const IOStatus s = FileSystem::Default()->NewWritableFile(path, direct, &file, nullptr);
  file.reset();
  std::filesystem::remove(path);
  return s.ok();
}

// Buckets, and whether tables are written with direct I/O, where the file system has it.
class SpareTables : public DbTest, public testing::WithParamInterface<std::tuple<int, bool>> {
 protected:
  static constexpr int kKeys = 2000;

  SpareTables() {
    options_ = SmallOptions(std::get<0>(GetParam()));
    options_.use_direct_io_for_flush_and_compaction = options_.use_direct_reads =
        std::get<1>(GetParam()) && TakesDirectWrites(dir_ / ".");
    options_.create_if_missing = true;
    options_.listeners = {cuts_};
  }
  ~SpareTables() override { Close(); }
  static std::string ValueOf(int key, int round) {
    return std::to_string(round) + "." + std::to_string(key) + std::string(80, 'v');
  }
  // Each value names its key and its round, so that bytes of another table show.
  void WriteRound(int round) {
    for (int i = 0; i < kKeys; ++i) {
      const int key = i * 1237 % kKeys;
      ASSERT_OK(Put(NumberedKey(key), ValueOf(key, round)));
    }
  }
  static void ExpectRound(Iterator* it, int round) {
    int key = 0;
    for (it->SeekToFirst(); it->Valid(); it->Next(), ++key) {
      ASSERT_EQ(it->key().ToString(), NumberedKey(key));
      ASSERT_EQ(it->value().ToString(), ValueOf(key, round));
    }
    ASSERT_OK(it->status());
    ASSERT_EQ(key, kKeys);
  }
  static void ExpectRound(DB* db, int round) {
    ReadOptions options;
    options.verify_checksums = true;
    options.fill_cache = false;
    const std::unique_ptr<Iterator> it(db->NewIterator(options));
    ExpectRound(it.get(), round);
  }
  // Writes rounds until at least `wanted` more tables went over others; the last round.
  int WriteUntil(int wanted, int round) {
    const int enough = cuts_->tables.load() + wanted;
    do {
      WriteRound(++round);
    } while (cuts_->tables.load() < enough && round < 200);
    EXPECT_GE(cuts_->tables.load(), enough) << "tables are written over";
    return round;
  }
  int Spares() const {
    int found = 0;
    for (const auto& entry : std::filesystem::directory_iterator(dir_ / "db"))
      found += entry.path().extension() == ".dbtmp";
    return found;
  }

  Options options_;
  const std::shared_ptr<Cuts> cuts_ = std::make_shared<Cuts>();
};

TEST_P(SpareTables, ReadersOfOldTablesSeeTheirOwnBytes) {
  ASSERT_OK(Open(options_));
  WriteRound(0);
  ReadOptions uncached;
  uncached.fill_cache = false;
  const std::unique_ptr<Iterator> it(db_->NewIterator(uncached));
  DB* raw = nullptr;
  Options follower = options_;
  follower.max_open_files = -1;
  ASSERT_OK(DB::OpenAsSecondary(follower, dir_ / "db", dir_ / "secondary", &raw));
  const std::unique_ptr<DB> secondary(raw);
  const std::unique_ptr<Iterator> theirs(secondary->NewIterator(uncached));
  Checkpoint* made = nullptr;
  ASSERT_OK(Checkpoint::Create(db_.get(), &made));
  const std::unique_ptr<Checkpoint> checkpoint(made);
  ASSERT_OK(checkpoint->CreateCheckpoint(dir_ / "copy"));
  const int last = WriteUntil(20, 0);
  ExpectRound(it.get(), 0);
  ExpectRound(theirs.get(), 0);
  ExpectRound(db_.get(), last);
  ASSERT_OK(DB::OpenForReadOnly(options_, dir_ / "copy", &raw));
  const std::unique_ptr<DB> copy(raw);
  ExpectRound(copy.get(), 0);
  ASSERT_OK(secondary->TryCatchUpWithPrimary());
  ExpectRound(secondary.get(), last);
}

TEST_P(SpareTables, NoneIsLeftWhenTheWorkIsDoneAndAfterClosing) {
  ASSERT_OK(Open(options_));
  const int last = WriteUntil(5, 0);
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  EXPECT_TRUE(WaitUntil([this] { return Spares() == 0; }));
  Close();
  EXPECT_EQ(Spares(), 0);
  ASSERT_OK(Open(options_));
  ExpectRound(db_.get(), last);
  WriteRound(last + 1);
  Close();
  EXPECT_EQ(Spares(), 0);
}

// What a process leaves behind that was killed.
TEST_P(SpareTables, AnOpeningDeletesThoseThatACrashLeft) {
  ASSERT_OK(Open(options_));
  WriteRound(0);
  Close();
  std::ofstream(dir_ / "db/000003.dbtmp") << "half written over";
  ASSERT_OK(Open(options_));
  EXPECT_TRUE(WaitUntil([this] { return Spares() == 0; }));
  ExpectRound(db_.get(), 0);
}

TEST_P(SpareTables, NoNameComesOrGoesWhileFileDeletionsAreDisabled) {
  ASSERT_OK(Open(options_));
  int round = WriteUntil(5, 0);
  for (int i = 0; i < 5; ++i) {
    // One that is being written over keeps its name, but counts only in the end.
    ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
    ASSERT_OK(db_->DisableFileDeletions());
    EXPECT_EQ(Spares(), 0);
    std::map<std::string, uintmax_t> before;
    for (const auto& entry : std::filesystem::directory_iterator(dir_ / "db"))
      if (entry.path().extension() == ".sst") before[entry.path()] = entry.file_size();
    const int over = cuts_->tables.load();
    WriteRound(++round);
    EXPECT_EQ(cuts_->tables.load(), over);
    for (const auto& [path, size] : before) EXPECT_TRUE(std::filesystem::exists(path)) << path;
    EXPECT_EQ(Spares(), 0);
    ASSERT_OK(db_->EnableFileDeletions());
    round = WriteUntil(1, round);
  }
  ExpectRound(db_.get(), round);
}

TEST_P(SpareTables, AManagerOfFilesSeesEachDeletion) {
  options_.sst_file_manager.reset(NewSstFileManager(Env::Default()));
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 10; ++round) WriteRound(round);
  Close();
  EXPECT_EQ(cuts_->tables.load(), 0);
}

TEST_P(SpareTables, TheOptionTurnsThemOff) {
  options_.spare_table_bytes = 0;
  ASSERT_OK(Open(options_));
  for (int round = 0; round < 10; ++round) WriteRound(round);
  Close();
  EXPECT_EQ(cuts_->tables.load(), 0);
}

INSTANTIATE_TEST_SUITE_P(BucketsAndDirect, SpareTables,
                         testing::Combine(testing::Values(0, 4), testing::Bool()));

}  // namespace
}  // namespace system_test
