// How far ahead a compaction reads, by the reads that its file system gets: what the user says, or
// half the default where it merges many tables that are read around the page cache.
#include "test/support/read_counts.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class CompactionReadahead : public DbTest {
 protected:
  // Of a compaction of six tables of 5 MB; 0: the file system has no direct I/O.
  size_t LongestReadOf(Options options) {
    ReadCounts counts;
    const std::unique_ptr<Env> env = NewCompositeEnv(std::make_shared<CountingFileSystem>(&counts));
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
    counts.Reset();
    EXPECT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    Close();
    return counts.longest;
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
