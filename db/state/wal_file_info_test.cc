// Descriptions of live logs: the sequence number of the first batch.
#include "db/state/wal_file_info.h"

#include <gtest/gtest.h>

#include "db/state/module_fixture.h"
#include "env/filename.h"
#include "test/support/status_assertions.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class WalFileInfoTest : public ModuleTest {
 protected:
  void WriteLog(uint64_t number, const std::vector<std::string>& records) {
    std::unique_ptr<WritableFileWriter> file;
    ASSERT_OK(
        WritableFileWriter::Create(fs_.get(), WalFileName("/db", number), FileOptions(), &file));
    log::Writer writer(std::move(file), number, false, false);
    for (const std::string& record : records) ASSERT_OK(writer.AddRecord(record));
    ASSERT_OK(writer.Close());
  }
  static std::string Batch(SequenceNumber first) {
    std::string batch;
    AppendFixed64(&batch, first);
    return batch + std::string(4, '\0');
  }
};

TEST_F(WalFileInfoTest, TheFirstBatchTellsTheFirstSequenceNumber) {
  SequenceNumber first = 1;
  WriteLog(5, {});
  ASSERT_OK(FirstSequenceOfWal(context_, "/db", 5, &first));
  EXPECT_EQ(first, 0u);
  WriteLog(6, {Batch(77), Batch(99)});
  ASSERT_OK(FirstSequenceOfWal(context_, "/db", 6, &first));
  EXPECT_EQ(first, 77u);
}

TEST_F(WalFileInfoTest, ARecordTooShortForABatchTellsNothing) {
  SequenceNumber first = 1;
  WriteLog(5, {"short", Batch(77)});
  ASSERT_OK(FirstSequenceOfWal(context_, "/db", 5, &first));
  EXPECT_EQ(first, 0u);
}

TEST_F(WalFileInfoTest, AMissingOrUnreadableLogIsAnError) {
  SequenceNumber first = 1;
  EXPECT_TRUE(FirstSequenceOfWal(context_, "/db", 5, &first).IsPathNotFound());
  EXPECT_EQ(first, 0u);
  WriteLog(5, {Batch(77)});
  fs_->FailNth(FsOp::kRead, 1, IOStatus::IOError("planned"));
  EXPECT_TRUE(FirstSequenceOfWal(context_, "/db", 5, &first).IsIOError());
}

TEST_F(WalFileInfoTest, ALogIsReadWhereThereAreNoDirectReads) {
  struct Undirected : FileSystemWrapper {
    using FileSystemWrapper::FileSystemWrapper;
    const char* Name() const override { return "Undirected"; }
    IOStatus NewSequentialFile(const std::string& f, const FileOptions& o,
                               std::unique_ptr<FSSequentialFile>* r, IODebugContext* d) override {
      if (o.use_direct_reads) return IOStatus::InvalidArgument("no direct reads", f);
      return FileSystemWrapper::NewSequentialFile(f, o, r, d);
    }
  };
  WriteLog(5, {Batch(77)});
  context_.fs = std::make_shared<Undirected>(fs_);
  context_.file_options.use_direct_reads = true;
  SequenceNumber first = 1;
  ASSERT_OK(FirstSequenceOfWal(context_, "/db", 5, &first));
  EXPECT_EQ(first, 77u);
}

TEST_F(WalFileInfoTest, ADescriptionSaysWhatItWasGiven) {
  const auto file = NewWalFile({5, 123}, 77, kAliveLogFile);
  EXPECT_EQ(file->PathName(), "/000005.log");
  EXPECT_EQ(file->LogNumber(), 5u);
  EXPECT_EQ(file->Type(), kAliveLogFile);
  EXPECT_EQ(file->StartSequence(), 77u);
  EXPECT_EQ(file->SizeFileBytes(), 123u);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
