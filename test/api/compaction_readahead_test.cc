// How far ahead a compaction reads, by the reads that its file system gets: what the user says, or
// half the default where it merges many tables that are read around the page cache.
#include <algorithm>
#include <atomic>

#include "rocksdb/file_system.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

// Notes the longest read that any table gets.
class LongestRead : public FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  const char* Name() const override { return "LongestRead"; }
  IOStatus NewRandomAccessFile(const std::string& name, const FileOptions& options,
                               std::unique_ptr<FSRandomAccessFile>* result,
                               IODebugContext* dbg) override {
    IOStatus s = FileSystemWrapper::NewRandomAccessFile(name, options, result, dbg);
    if (s.ok()) *result = std::make_unique<File>(std::move(*result), this);
    return s;
  }

  std::atomic<size_t> longest{0};

 private:
  class File : public FSRandomAccessFileOwnerWrapper {
   public:
    File(std::unique_ptr<FSRandomAccessFile> file, LongestRead* owner)
        : FSRandomAccessFileOwnerWrapper(std::move(file)), owner_(owner) {}
    IOStatus Read(uint64_t offset, size_t n, const IOOptions& io, Slice* result, char* scratch,
                  IODebugContext* dbg) const override {
      owner_->Note(n);
      return FSRandomAccessFileOwnerWrapper::Read(offset, n, io, result, scratch, dbg);
    }
    IOStatus ReadAsync(FSReadRequest& request, const IOOptions& io,
                       std::function<void(FSReadRequest&, void*)> done, void* arg, void** handle,
                       IOHandleDeleter* free_handle, IODebugContext* dbg) override {
      owner_->Note(request.len);
      return FSRandomAccessFileOwnerWrapper::ReadAsync(request, io, std::move(done), arg, handle,
                                                       free_handle, dbg);
    }

   private:
    LongestRead* const owner_;
  };
  void Note(size_t n) {
    size_t known = longest;
    while (known < n && !longest.compare_exchange_weak(known, n)) continue;
  }
};

class CompactionReadahead : public DbTest {
 protected:
  // Of a compaction of six tables of 5 MB; 0: the file system has no direct I/O.
  size_t LongestReadOf(Options options) {
    const auto fs = std::make_shared<LongestRead>(FileSystem::Default());
    const std::unique_ptr<Env> env = NewCompositeEnv(fs);
    options.env = env.get();
    options.use_direct_reads = true;
    options.disable_auto_compactions = true;
    options.compression = kNoCompression;
    options.write_buffer_size = 64 << 20;
    options.target_file_size_base = 64 << 20;
    SetBuckets(&options, 0);
    EXPECT_OK(DestroyDB(DbPath(), options));
    if (!Open(options).ok()) return 0;
    for (int table = 0; table < 6; ++table) {
      for (int i = 0; i < 500; ++i) EXPECT_OK(Put(NumberedKey(i), std::string(10000, 'v')));
      EXPECT_OK(db_->Flush(FlushOptions()));
    }
    fs->longest = 0;
    EXPECT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    Close();
    return fs->longest;
  }
};

TEST_F(CompactionReadahead, OfManyTablesIsWhatTheUserSaysOrElseHalfTheDefault) {
  Options options = SmallOptions();
  const size_t by_default = LongestReadOf(options);
  if (by_default == 0) return;
  options.compaction_readahead_size = 1 << 20;
  EXPECT_EQ(LongestReadOf(options), by_default) << "the default is 2 MB";
  // Two reads of about half of it, one used while the other is under way, less what is held of
  // each input.
  options.compaction_readahead_size = 3 << 20;
  EXPECT_GT(LongestReadOf(options), 3 * by_default);
  EXPECT_LT(LongestReadOf(options), size_t{3} << 20);
}

}  // namespace
}  // namespace system_test
