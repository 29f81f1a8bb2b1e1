// Blocks of one entry that is larger than all others: the count at the end of a block has a flag
// in its top bit, which larger blocks need for sizes.
#include <gtest/gtest.h>

#include <sys/mman.h>

#include <cstring>

#include "table/block_cursor.h"
#include "table/block_size_policy.h"
#include "table/sst_test_files.h"
#include "test/support/status_assertions.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Bytes that take memory only where they are written.
class SparseBytes {
 public:
  explicit SparseBytes(size_t size)
      : size_(size),
        at_(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                 -1, 0)) {}
  ~SparseBytes() {
    if (ok()) munmap(at_, size_);
  }
  SparseBytes(const SparseBytes&) = delete;
  SparseBytes& operator=(const SparseBytes&) = delete;

  bool ok() const { return at_ != MAP_FAILED; }
  void Write(size_t offset, const std::string& bytes) {
    std::memcpy(static_cast<char*>(at_) + offset, bytes.data(), bytes.size());
  }
  Slice slice() const { return Slice(static_cast<const char*>(at_), size_); }

 private:
  const size_t size_;
  void* const at_;
};

TEST(LargeBlock, AnEntryOfMoreThanTwoGigabytesCanBeRead) {
  constexpr uint32_t kValue = (2u << 30) + 4096;
  const std::string key = MakeInternalKey("key", 7, kTypeValue);
  std::string head;
  AppendVarint32(&head, 0);
  AppendVarint32(&head, static_cast<uint32_t>(key.size()));
  AppendVarint32(&head, kValue);
  head += key;
  std::string tail;
  AppendFixed32(&tail, 0);
  AppendFixed32(&tail, 1);
  SparseBytes bytes(head.size() + kValue + tail.size());
  ASSERT_TRUE(bytes.ok());
  bytes.Write(0, head);
  bytes.Write(head.size() + kValue - 1, "x" + tail);
  std::unique_ptr<Block> block;
  ASSERT_OK(
      Block::Make(BlockKind::kData, BlockBytes::Borrow(bytes.slice()), kNoCompression, &block));
  const InternalKeyOrder order(BytewiseComparator());
  DataCursor cursor(order);
  cursor.Attach(*block);
  cursor.Seek(MakeInternalKey("key", 9, kTypeValue));
  ASSERT_TRUE(cursor.valid());
  EXPECT_EQ(key, cursor.key().ToString());
  ASSERT_EQ(kValue, cursor.value().size());
  EXPECT_EQ('x', cursor.value()[kValue - 1]);
}

TEST(LargeBlock, AnEntryThatNobodyCouldReadIsRefused) {
  const SparseBytes value(size_t{1} << 32);
  ASSERT_TRUE(value.ok());
  for (const ValueType type : {kTypeValue, kTypeRangeDeletion}) {
    const auto fs = NewMemFileSystem();
    std::unique_ptr<WritableFileWriter> file;
    ASSERT_OK(WritableFileWriter::Create(fs.get(), "/t.sst", FileOptions(), &file));
    const std::unique_ptr<TableFactory> factory(NewBlockBasedTableFactory());
    const std::unique_ptr<TableBuilder> builder(
        factory->NewTableBuilder(TableBuilderOptions(TestOrder()), file.get()));
    EXPECT_TRUE(builder->Add(MakeInternalKey("a", 7, kTypeValue), "small"));
    EXPECT_FALSE(builder->Add(MakeInternalKey("b", 7, type), value.slice()));
    EXPECT_TRUE(builder->status().IsInvalidArgument()) << builder->status().ToString();
    EXPECT_TRUE(builder->Finish().IsInvalidArgument());
  }
}

TEST(LargeBlock, ABlockHasNoRoomForWhatWouldLieBeyondFourGigabytes) {
  const SparseBytes bytes(size_t{3} << 30);
  ASSERT_TRUE(bytes.ok());
  ByteBuffer out;
  BlockBuilder block(&out, 16);
  block.Add("a", std::string(1000, 'a'));
  EXPECT_FALSE(Overflows(block, "b", bytes.slice()));
  EXPECT_FALSE(Overflows(block, "b", Slice(bytes.slice().data(), kMostBlockBytes - 2000)));
  EXPECT_TRUE(Overflows(block, "b", Slice(bytes.slice().data(), kMostBlockBytes - 1000)));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
