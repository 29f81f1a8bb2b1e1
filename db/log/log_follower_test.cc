// log::Follower on files that grow, fail, are torn, moved, deleted and written over while it reads.
#include "db/log/log_follower.h"

#include "db/log/log_fixture.h"
#include "env/fault_fs.h"
#include "env/mem_fs.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace log {
namespace {

class LogFollowerTest : public testing::Test {
 protected:
  // The whole file at first; then over its bytes from the beginning, as a log that grows or is
  // written over.
  void Write(const std::string& bytes) {
    std::unique_ptr<FSWritableFile> file;
    if (follower_ == nullptr) {
      ASSERT_OK(fs_->NewWritableFile("/log", FileOptions(), &file, nullptr));
    } else {
      ASSERT_OK(fs_->RenameFile("/log", "/old", IOOptions(), nullptr));
      ASSERT_OK(fs_->ReuseWritableFile("/log", "/old", FileOptions(), &file, nullptr));
    }
    ASSERT_OK(file->Append(bytes, IOOptions(), nullptr));
    ASSERT_OK(file->Close(IOOptions(), nullptr));
  }
  void Open(uint64_t number = 7) {
    ASSERT_OK(Follower::Open(fs_.get(), "/log", FileOptions(), number, true, &follower_));
  }
  std::vector<std::string> ReadOn() {
    std::vector<std::string> records;
    Slice record;
    while (follower_->Next(&record)) records.push_back(record.ToString());
    return records;
  }

  const std::shared_ptr<FaultFileSystem> fs_ =
      std::make_shared<FaultFileSystem>(std::make_shared<MemFileSystem>());
  std::unique_ptr<Follower> follower_;
};

TEST_F(LogFollowerTest, GivesEachRecordOnceItIsWhole) {
  const std::vector<std::string> records = {"one", "", Pattern(100000, 5), "four",
                                            Pattern(40000, 6)};
  for (const bool recycle : {false, true}) {
    const std::string all = WriteAll(records, recycle);
    follower_.reset();
    Write("");
    Open();
    std::vector<std::string> got;
    for (size_t have = 1; have <= all.size(); have += have % 5 == 0 ? 3001 : 1) {
      Write(all.substr(0, have));
      for (const std::string& record : ReadOn()) got.push_back(record);
      EXPECT_OK(follower_->status());
    }
    Write(all);
    for (const std::string& record : ReadOn()) got.push_back(record);
    EXPECT_EQ(got, records);
  }
}

TEST_F(LogFollowerTest, ZerosAndTornBytesBehindTheLastRecordAreReadAgain) {
  const std::string all = WriteAll({"one", "two"}, false);
  const size_t first = WriteAll({"one"}, false).size();
  Write(all.substr(0, first) + std::string(kBlockBytes, '\0'));
  Open();
  EXPECT_EQ(ReadOn(), std::vector<std::string>{"one"});
  EXPECT_OK(follower_->status());
  std::string torn = all;
  torn.back() ^= 1;
  Write(torn);
  EXPECT_TRUE(ReadOn().empty());
  EXPECT_TRUE(follower_->status().IsCorruption());
  Write(all);
  EXPECT_EQ(ReadOn(), std::vector<std::string>{"two"});
  EXPECT_OK(follower_->status());
}

TEST_F(LogFollowerTest, ARecordBehindDamageIsNotGiven) {
  const std::string all =
      WriteAll({Pattern(kBlockBytes, 1), Pattern(kBlockBytes, 2), "three"}, false);
  std::string damaged = all;
  damaged[kBlockBytes + 1000] ^= 1;
  Write(damaged);
  Open();
  EXPECT_EQ(ReadOn().size(), 1u);
  EXPECT_TRUE(follower_->status().IsCorruption());
  EXPECT_TRUE(ReadOn().empty()) << "nor by another attempt";
}

TEST_F(LogFollowerTest, ReadsOnAfterAFailedRead) {
  Write(WriteAll({"one"}, false));
  Open();
  fs_->FailNth(FsOp::kRead, 1, IOStatus::IOError("told to fail"), true);
  EXPECT_TRUE(ReadOn().empty());
  EXPECT_TRUE(follower_->status().IsIOError());
  fs_->ClearFaults();
  EXPECT_EQ(ReadOn(), std::vector<std::string>{"one"});
}

TEST_F(LogFollowerTest, AMovedOrDeletedFileIsReadToItsEnd) {
  Write(WriteAll({"one", Pattern(3 * kBlockBytes, 1)}, false));
  Open();
  Slice record;
  ASSERT_TRUE(follower_->Next(&record));
  ASSERT_OK(fs_->RenameFile("/log", "/moved", IOOptions(), nullptr));
  ASSERT_OK(fs_->DeleteFile("/moved", IOOptions(), nullptr));
  EXPECT_EQ(ReadOn().size(), 1u);
}

TEST_F(LogFollowerTest, ARecycledFileEndsWhereItsNewUseBegins) {
  const std::string before = WriteAll({"one", Pattern(kBlockBytes, 1), "three"}, true, 7);
  Write(before);
  Open();
  Slice record;
  ASSERT_TRUE(follower_->Next(&record));
  const std::string after = WriteAll({Pattern(2 * kBlockBytes, 2)}, true, 8);
  Write(after);
  // What was read of the block before it was written over may still be given.
  EXPECT_TRUE(ReadOn().empty());
  EXPECT_TRUE(ReadOn().empty());
}

#ifdef ZSTD
TEST_F(LogFollowerTest, ReadsCompressedLogsThatGrow) {
  std::string bytes;
  auto writer = MakeWriter(&bytes, 7, false);
  ASSERT_OK(writer->EnableCompression(kZSTD));
  Write(bytes);
  Open();
  EXPECT_TRUE(ReadOn().empty());
  for (const std::string& record : {std::string("one"), Pattern(100000, 3), std::string("three")}) {
    ASSERT_OK(writer->AddRecord(record));
    Write(bytes);
    EXPECT_EQ(ReadOn(), std::vector<std::string>{record});
  }
}
#endif

}  // namespace
}  // namespace log
}  // namespace ROCKSDB_NAMESPACE
