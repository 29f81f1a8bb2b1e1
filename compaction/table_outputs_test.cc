// The ends of a job's output files and the pieces of range tombstones that they hold, on an
// in-memory file system.
#include "compaction/table_outputs.h"

#include <gtest/gtest.h>

#include "env/fault_fs.h"
#include "env/filename.h"
#include "env/mem_fs.h"
#include "env/plain_io.h"
#include "env/test_dir.h"
#include "rocksdb/table.h"
#include "test/support/status_assertions.h"
#include "util/sync_point.h"
#include "version/counting_comparator.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class TableOutputsTest : public testing::Test {
 protected:
  TableOutputsTest() {
    ColumnFamilyOptions cf;
    cf.compression = kNoCompression;
    cf.table_factory.reset(NewBlockBasedTableFactory());
    Status s = MakeCfConfig(DBOptions(), cf, &settings_.config);
    EXPECT_OK(s);
    EXPECT_OK(fs_.CreateDir("/out", IOOptions(), nullptr));
    settings_.fs = &fs_;
    settings_.clock = SystemClock::Default().get();
    settings_.directory = "/out";
    settings_.new_file_number = [this] { return ++last_number_; };
  }
  void BeParanoid() {
    ColumnFamilyOptions cf = settings_.config->options;
    cf.paranoid_file_checks = true;
    std::shared_ptr<const CfConfig> config;
    Status s = MakeCfConfig(DBOptions(), cf, &config);
    ASSERT_OK(s);
    settings_.config = config;
  }
  void Begin() { outputs_ = std::make_unique<TableOutputs>(settings_); }
  void Add(const std::string& key, const std::string& value = "v") {
    Status s = outputs_->Add(MakeInternalKey(key, 10, kTypeValue), value);
    ASSERT_OK(s);
  }
  // "[a,d] [g,n)": a round bracket where the end is exclusive; then "+n" for n tombstones.
  std::string Finish() {
    Status s = outputs_->Finish();
    EXPECT_OK(s);
    std::string out;
    for (const auto& f : outputs_->files()) {
      out += "[" + UserKeyOf(f->smallest).ToString() + "," + UserKeyOf(f->largest).ToString() +
             (IsExclusiveEnd(f->largest) ? ")" : "]");
      if (f->num_range_deletions > 0) out += "+" + std::to_string(f->num_range_deletions);
      out += " ";
    }
    return out;
  }
  size_t FilesOnDisk() {
    std::vector<std::string> names;
    EXPECT_OK(settings_.fs->GetChildren("/out", IOOptions(), &names, nullptr));
    size_t n = 0;
    for (const std::string& name : names) n += name.find(".sst") != std::string::npos;
    return n;
  }

  MemFileSystem fs_;
  TableOutputs::Settings settings_;
  uint64_t last_number_ = 0;
  std::unique_ptr<TableOutputs> outputs_;
};

TEST_F(TableOutputsTest, ParanoidFileChecksPassWhatWasWrittenRight) {
  BeParanoid();
  const std::vector<std::string> bounds = {"b", "h", "c", "z"};
  settings_.tombstones = {{bounds[0], bounds[1], 8}, {bounds[2], bounds[3], 12}};
  settings_.cut_points = {"g", "p"};
  Begin();
  for (const char* key : {"a", "d", "g", "n", "p", "r"}) Add(key);
  EXPECT_EQ(Finish(), "[a,g)+2 [g,p)+2 [p,z)+1 ");
}

#ifdef BUCKETLSM_SYNC_POINTS
TEST_F(TableOutputsTest, ParanoidFileChecksFailAFileThatIsNotWhatWasWritten) {
  BeParanoid();
  // Another file, sound in itself, takes the place of the one just closed.
  for (const bool tombstones : {false, true}) {
    const std::string begin = "a", end = "c";
    settings_.tombstones.clear();
    Begin();
    Add("k", "old");
    ASSERT_NE(Finish(), "");
    const std::string other = outputs_->paths().front();
    SyncPoints::Get().SetCallback("TableOutputs::CheckContent", [&](void* path) {
      std::string contents;
      EXPECT_OK(ReadFileToString(&fs_, other, &contents));
      EXPECT_OK(WriteStringToFile(&fs_, contents, *static_cast<std::string*>(path)));
    });
    SyncPoints::Get().Enable();
    if (tombstones) settings_.tombstones = {{begin, end, 5}};
    Begin();
    Add("k", tombstones ? "old" : "new");
    Status s = outputs_->Finish();
    SyncPoints::Get().Clear();
    EXPECT_TRUE(s.IsCorruption()) << s.ToString();
    outputs_->Abandon();
  }
}
#endif

TEST_F(TableOutputsTest, NothingInGivesNoFile) {
  Begin();
  EXPECT_EQ(Finish(), "");
  EXPECT_EQ(FilesOnDisk(), 0u);
}

TEST_F(TableOutputsTest, FilesBeginAtCutPoints) {
  settings_.cut_points = {"g", "p"};
  Begin();
  for (const char* key : {"a", "d", "g", "n", "p", "r"}) Add(key);
  EXPECT_EQ(Finish(), "[a,d] [g,n] [p,r] ");
  EXPECT_EQ(FilesOnDisk(), 3u);
  EXPECT_EQ(outputs_->records_written(), 6u);
}

TEST_F(TableOutputsTest, CutPointsWithoutRecordsBetweenMakeNoEmptyFiles) {
  settings_.cut_points = {"b", "c", "d", "x"};
  Begin();
  Add("a");
  Add("e");
  EXPECT_EQ(Finish(), "[a,a] [e,e] ");
}

TEST_F(TableOutputsTest, SparesAreChosenByWhatIsExpectedOfEachPiece) {
  const TestDir dir("table_outputs");
  const auto posix = FileSystem::Default();
  SpareFiles spares(1 << 20, FileOptions());
  spares.SetKept(true);
  const auto park = [&](uint64_t number, size_t bytes) {
    const std::string path = TableFileName(dir.path(), number);
    EXPECT_OK(WriteStringToFile(posix.get(), std::string(bytes, 'x'), path, true));
    ASSERT_TRUE(spares.Park(posix.get(), path, dir.path(), number, bytes));
  };
  settings_.fs = posix.get();
  settings_.directory = dir.path();
  settings_.spares = &spares;
  settings_.cut_points = {"g", "p"};
  settings_.expected_pieces = {60000, 3000, 20000};
  last_number_ = 10;
  for (const bool part : {false, true}) {
    park(1, 60000);
    park(2, 3000);
    park(3, 20000);
    const std::string lower = "g";
    settings_.lower = part ? &lower : nullptr;
    Begin();
    std::string left;
    for (const char* key : {"a", "h", "q"}) {
      if (part && *key == 'a') continue;
      Add(key);
      for (const uint64_t number : {1, 2, 3}) {
        const std::string spare = TempFileName(dir.path(), number);
        if (posix->FileExists(spare, kPlainIo, nullptr).ok()) left += std::to_string(number);
      }
      left += " ";
    }
    EXPECT_EQ(left, part ? "13 1 " : "23 3  ");
    EXPECT_EQ(Finish(), part ? "[h,h] [q,q] " : "[a,a] [h,h] [q,q] ");
    spares.Forbid(posix.get());
    spares.Allow();
  }
}

TEST_F(TableOutputsTest, TombstonesAreClippedAtTheCutAndEndExclusively) {
  settings_.cut_points = {"g"};
  settings_.tombstones = {{"e", "k", 12}};
  Begin();
  Add("a");
  Add("h");
  EXPECT_EQ(Finish(), "[a,g)+1 [g,k)+1 ");
  EXPECT_EQ(outputs_->files()[0]->largest_seqno, 12u);
  EXPECT_EQ(outputs_->files()[0]->smallest_seqno, 10u);
}

TEST_F(TableOutputsTest, AStretchOfTombstonesAloneGetsAFile) {
  settings_.cut_points = {"g", "p"};
  settings_.tombstones = {{"h", "k", 12}};
  Begin();
  Add("a");
  Add("q");
  EXPECT_EQ(Finish(), "[a,a] [h,k)+1 [q,q] ");
  Begin();
  EXPECT_EQ(Finish(), "[h,k)+1 ") << "no records at all";
}

TEST_F(TableOutputsTest, TombstonesStayInsideTheJobsPart) {
  const std::string lower = "d", upper = "m";
  settings_.lower = &lower;
  settings_.upper = &upper;
  settings_.tombstones = {{"a", "z", 12}};
  Begin();
  Add("e");
  EXPECT_EQ(Finish(), "[d,m)+1 ");
}

TEST_F(TableOutputsTest, CutsAtOrOutsideThePartsBoundsDoNotCount) {
  const std::string lower = "d", upper = "m";
  settings_.lower = &lower;
  settings_.upper = &upper;
  settings_.cut_points = {"b", "d", "g", "m", "p"};
  settings_.tombstones = {{"a", "z", 12}};
  Begin();
  Add("e");
  EXPECT_EQ(Finish(), "[d,g)+1 [g,m)+1 ");
}

TEST_F(TableOutputsTest, AllSpansTogetherWalkTheTombstonesOnce) {
  static CountingComparator counting;
  ColumnFamilyOptions cf = settings_.config->options;
  cf.comparator = &counting;
  ASSERT_OK(MakeCfConfig(DBOptions(), cf, &settings_.config));
  std::vector<std::string> keys;
  constexpr size_t kTombstones = 1000;
  for (size_t i = 0; i <= 2 * kTombstones; ++i) keys.push_back(std::to_string(100000 + i));
  for (size_t i = 0; i < kTombstones; ++i) {
    settings_.tombstones.push_back(RangeTombstone{keys[2 * i], keys[2 * i + 1], 12});
    if (i % 4 == 0) settings_.cut_points.push_back(keys[2 * i]);
  }
  counting.calls = 0;
  Begin();
  ASSERT_OK(outputs_->Finish());
  ASSERT_EQ(outputs_->files().size(), kTombstones / 4);
  EXPECT_EQ(outputs_->tombstones_written(), kTombstones);
  // Looking at each tombstone for each of the 250 files would be half a million.
  EXPECT_LT(counting.calls.load(), 40 * kTombstones);
}

TEST_F(TableOutputsTest, AFileEndsAtTheFirstNewUserKeyBeyondItsTargetSize) {
  settings_.target_file_size = 20000;
  Begin();
  for (int i = 100; i < 200; ++i) Add(std::to_string(i), std::string(1000, 'v'));
  ASSERT_OK(outputs_->Finish());
  const auto& files = outputs_->files();
  EXPECT_GE(files.size(), 4u);
  EXPECT_LE(files.size(), 6u);
  for (size_t i = 1; i < files.size(); ++i)
    EXPECT_LT(UserKeyOf(files[i - 1]->largest).compare(UserKeyOf(files[i]->smallest)), 0);
}

TEST_F(TableOutputsTest, VersionsOfOneUserKeyAreNeverParted) {
  settings_.target_file_size = 1;
  Begin();
  for (SequenceNumber seq = 50; seq > 0; --seq) {
    ASSERT_OK(outputs_->Add(MakeInternalKey("a", seq, kTypeValue), std::string(1000, 'v')));
  }
  EXPECT_EQ(Finish(), "[a,a] ");
}

TEST_F(TableOutputsTest, AbandonRemovesFinishedAndOpenFiles) {
  settings_.cut_points = {"g"};
  Begin();
  Add("a");
  Add("h");
  EXPECT_EQ(FilesOnDisk(), 2u);
  outputs_->Abandon();
  EXPECT_EQ(FilesOnDisk(), 0u);
  outputs_->Abandon();
}

TEST_F(TableOutputsTest, EveryFileBegunIsReportedOnceWithHowItEnded) {
  std::string told;
  settings_.on_start = [&](const std::string& path, uint64_t number) {
    told += "begin " + std::to_string(number) + " ";
    // A directory in its place: the third can not be created.
    if (number != 3) return;
    EXPECT_OK(fs_.CreateDir(path, IOOptions(), nullptr));
  };
  settings_.on_finish = [&](const std::string&, const FileMeta& f, const TableProperties&,
                            const Status& s) {
    told += "end " + std::to_string(f.number) + " " + s.ToString() + " ";
  };
  settings_.cut_points = {"g"};
  Begin();
  Add("a");
  Add("h");
  outputs_->Abandon(Status::Busy("why"));
  outputs_.reset();
  EXPECT_EQ(told, "begin 1 begin 2 end 1 Resource busy: why end 2 Resource busy: why ");
  told.clear();
  Begin();
  const Status s = outputs_->Add(MakeInternalKey("a", 10, kTypeValue), "v");
  EXPECT_NOT_OK(s);
  outputs_.reset();
  EXPECT_EQ(told, "begin 3 end 3 " + s.ToString() + " ");
  told.clear();
  Begin();
  Add("a");
  outputs_.reset();
  EXPECT_EQ(told, "begin 4 end 4 Operation aborted: The table was given up before its end ");
}

TEST_F(TableOutputsTest, FilesAreSyncedTogetherEightAtATimeAndReportedThen) {
  std::string told;
  settings_.on_finish = [&](const std::string&, const FileMeta& f, const TableProperties&,
                            const Status& s) {
    told += std::to_string(f.number) + s.ToString() + " ";
  };
  settings_.cut_points = {"b", "c", "d", "e", "f", "g", "h", "i"};
  Begin();
  for (const char* key : {"a", "b", "c", "d", "e", "f", "g", "h"}) Add(key);
  EXPECT_EQ(told, "");
  Add("i");
  EXPECT_EQ(told, "1OK 2OK 3OK 4OK 5OK 6OK 7OK 8OK ");
  EXPECT_EQ(outputs_->files().size(), 8u);
  EXPECT_EQ(Finish(), "[a,a] [b,b] [c,c] [d,d] [e,e] [f,f] [g,g] [h,h] [i,i] ");
  EXPECT_EQ(told, "1OK 2OK 3OK 4OK 5OK 6OK 7OK 8OK 9OK ");
}

TEST_F(TableOutputsTest, AFileThatCannotBeSyncedFailsTheOutputsAndNoneOfThemStays) {
  FaultFileSystem faulty(std::shared_ptr<FileSystem>(std::shared_ptr<void>(), &fs_));
  // Files are synced side by side: the second one is told by its name.
  faulty.FailNth(FsOp::kSync, 1, IOStatus::IOError("no sync"), false, "000002.sst");
  settings_.fs = &faulty;
  std::string told;
  settings_.on_finish = [&](const std::string&, const FileMeta& f, const TableProperties&,
                            const Status& s) {
    told += std::to_string(f.number) + " " + s.ToString() + " ";
  };
  settings_.cut_points = {"g", "p"};
  Begin();
  for (const char* key : {"a", "h", "q"}) Add(key);
  const Status s = outputs_->Finish();
  EXPECT_TRUE(s.IsIOError()) << s.ToString();
  outputs_->Abandon(s);
  EXPECT_EQ(told, "1 OK 2 " + s.ToString() + " 3 " + s.ToString() + " ");
  EXPECT_EQ(FilesOnDisk(), 0u);
}

TEST_F(TableOutputsTest, DestroyingUnfinishedOutputsRemovesThemFinishedOnesStay) {
  Begin();
  Add("a");
  outputs_.reset();
  EXPECT_EQ(FilesOnDisk(), 0u);
  Begin();
  Add("a");
  EXPECT_EQ(Finish(), "[a,a] ");
  outputs_.reset();
  EXPECT_EQ(FilesOnDisk(), 1u);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
