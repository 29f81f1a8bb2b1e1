// The spare buffer of a thread, and reads within reads.
#include "table/thread_scratch.h"

#include <gtest/gtest.h>

#include "table/sst_test_files.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(ThreadScratch, AReadWithinAReadHasMemoryOfItsOwn) {
  ThreadScratch outer;
  char* const first = outer.Take(5000);
  first[0] = 'a';
  {
    ThreadScratch inner;
    char* const second = inner.Take(9000);
    ASSERT_NE(first, second);
    second[0] = 'b';
  }
  EXPECT_EQ(first[0], 'a');
}

TEST(ThreadScratch, IsUsedAgainUnlessItIsHuge) {
  const auto place = [](size_t size) {
    ThreadScratch scratch;
    return scratch.Take(size);
  };
  char* const kept = place(300000);
  EXPECT_EQ(place(4096), kept);
  (void)place(size_t{64} << 20);
  // The huge one is gone; a small one is what the thread finds next.
  ThreadScratch next;
  EXPECT_NE(next.Take(4096), nullptr);
}

// As a listener does that looks something up after each read.
class BusyFile final : public FSRandomAccessFileWrapper {
 public:
  BusyFile(std::unique_ptr<RandomAccessFileReader> file, TableReader* other)
      : FSRandomAccessFileWrapper(file->file()), file_(std::move(file)), other_(other) {}
  IOStatus Read(uint64_t offset, size_t n, const IOOptions& o, Slice* result, char* scratch,
                IODebugContext* dbg) const override {
    const IOStatus s = target()->Read(offset, n, o, result, scratch, dbg);
    EXPECT_EQ(std::string(500, 'o'), Find(other_, "other"));
    return s;
  }

 private:
  const std::unique_ptr<RandomAccessFileReader> file_;
  TableReader* const other_;
};

TEST(ThreadScratch, ATableMayBeReadWhileAnotherIsRead) {
  BlockBasedTableOptions table;
  table.no_block_cache = true;
  TableBuilderOptions how(TestOrder());
  how.compression = kLZ4Compression;
  SstFiles outer_files, inner_files;
  ASSERT_OK(outer_files.Build(table, how,
                              {{MakeInternalKey("key", 5, kTypeValue), std::string(400, 'k')}}));
  ASSERT_OK(inner_files.Build(table, how,
                              {{MakeInternalKey("other", 5, kTypeValue), std::string(500, 'o')}}));
  std::unique_ptr<TableReader> inner, outer;
  ASSERT_OK(inner_files.Open(table, TableReaderOptions(TestOrder()), &inner));
  std::unique_ptr<RandomAccessFileReader> file;
  ASSERT_OK(outer_files.OpenReader(&file));
  file = std::make_unique<RandomAccessFileReader>(
      std::make_unique<BusyFile>(std::move(file), inner.get()), SstFiles::kName);
  const std::unique_ptr<TableFactory> factory(NewBlockBasedTableFactory(table));
  ASSERT_OK(factory->NewTableReader(ReadOptions(), TableReaderOptions(TestOrder()), std::move(file),
                                    outer_files.contents().size(), &outer, true));
  EXPECT_EQ(std::string(400, 'k'), Find(outer.get(), "key"));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
