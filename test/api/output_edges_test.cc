// Where files of a level end, beside those of the next level.
#include "rocksdb/metadata.h"
#include "test/support/scratch.h"

namespace system_test {
namespace {

class OutputEdges : public DbTest {
 protected:
  // Every `step`th of a thousand keys in one file of Level 0.
  void Write(int step, size_t bytes) {
    for (int i = 0; i < 1000; i += step)
      ASSERT_OK(Put("key" + std::to_string(10000 + i), std::string(bytes, 'v')));
    ASSERT_OK(db_->Flush(FlushOptions()));
  }
  // Pairs of files that meet in one file of the next level.
  size_t PairsOverOneFile(const ColumnFamilyMetaData& tree, size_t level) {
    const auto &above = tree.levels[level].files, &below = tree.levels[level + 1].files;
    size_t pairs = 0;
    for (size_t i = 0; i + 1 < above.size(); ++i) {
      for (const SstFileMetaData& file : below) {
        const bool both =
            file.smallestkey <= above[i].largestkey && above[i + 1].smallestkey <= file.largestkey;
        pairs += both ? 1 : 0;
      }
    }
    return pairs;
  }
};

TEST_F(OutputEdges, NoFileOfLevel2LiesBelowTwoOfLevel1) {
  Options options = SmallOptions(1);
  options.level_compaction_dynamic_level_bytes = false;
  options.compression = kNoCompression;
  options.target_file_size_base = 64 << 10;
  options.write_buffer_size = 4 << 20;
  options.max_bytes_for_level_base = 16 << 20;
  options.disable_auto_compactions = true;
  ASSERT_OK(Open(options));
  // Two files are merged, one would move.
  ASSERT_NO_FATAL_FAILURE(Write(1, 1000));
  ASSERT_NO_FATAL_FAILURE(Write(1, 1000));
  CompactRangeOptions move;
  move.change_level = true;
  move.target_level = 2;
  ASSERT_OK(db_->CompactRange(move, nullptr, nullptr));
  ASSERT_NO_FATAL_FAILURE(Write(4, 900));
  ASSERT_NO_FATAL_FAILURE(Write(4, 900));
  ASSERT_OK(db_->SetOptions(
      {{"level0_file_num_compaction_trigger", "2"}, {"disable_auto_compactions", "false"}}));
  ASSERT_OK(db_->WaitForCompact(WaitForCompactOptions()));
  ColumnFamilyMetaData tree;
  db_->GetColumnFamilyMetaData(&tree);
  ASSERT_EQ(0u, tree.levels[0].files.size());
  ASSERT_GE(tree.levels[1].files.size(), 3u) << "225 KB in files of 43 to 128";
  ASSERT_GE(tree.levels[2].files.size(), 12u);
  EXPECT_EQ(0u, PairsOverOneFile(tree, 1));
}

}  // namespace
}  // namespace system_test
