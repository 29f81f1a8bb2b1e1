// Outputs that a compaction refuses to install, on an in-memory file system. The inputs are drawn
// and hold one range tombstone.
#include "compaction/compaction_job.h"

#include <gtest/gtest.h>

#include <map>

#include "compaction/pick_completion.h"
#include "compaction/picker_fixture.h"
#include "env/mem_fs.h"
#include "rocksdb/table.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

class CompactionJobTest : public testing::Test {
 protected:
  CompactionJobTest() : scene_("L0: f9[a-z]@9", Tables()) {
    EXPECT_OK(fs_.CreateDir("/out", IOOptions(), nullptr));
    services_.outputs.fs = &fs_;
    services_.outputs.clock = SystemClock::Default().get();
    services_.outputs.directory = "/out";
    services_.outputs.new_file_number = [this] { return ++last_number_; };
    services_.open = [](const FilePtr&, int, const ReadOptions&, const TableIterOptions&) {
      return NewEmptyInternalIterator();
    };
    services_.tombstones = [](const FilePtr&, int,
                              std::shared_ptr<const FragmentedRangeTombstones>* list) {
      *list = std::make_shared<FragmentedRangeTombstones>(
          BytewiseComparator(), std::vector<RangeTombstone>{{"b", "x", 9}}, true);
      return Status::OK();
    };
    services_.verify_record_count = false;
    pick_.tree = scene_.drawing.tree;
    pick_.inputs.push_back(CompactionPick::Inputs{0, pick_.tree->files(0)});
    pick_.cut_points = {"m"};
  }
  static ColumnFamilyOptions Tables() {
    ColumnFamilyOptions cf = SmallOptions();
    cf.table_factory.reset(NewBlockBasedTableFactory());
    return cf;
  }
  size_t FilesOnDisk() {
    std::vector<std::string> names;
    EXPECT_OK(fs_.GetChildren("/out", IOOptions(), &names, nullptr));
    return static_cast<size_t>(std::count_if(
        names.begin(), names.end(),
        [](const std::string& name) { return name.find(".sst") != std::string::npos; }));
  }

  PickerScene scene_;
  MemFileSystem fs_;
  CompactionJob::Services services_;
  CompactionPick pick_;
  uint64_t last_number_ = 0;
};

TEST_F(CompactionJobTest, AnOutputInLevel0ThatIsNotOneFileIsNotHandedOut) {
  pick_.output_level = 0;
  CompactionJob job(pick_, scene_.config, services_);
  const Status s = job.Run();
  EXPECT_TRUE(s.IsCorruption()) << s.ToString();
  EXPECT_NE(s.ToString().find("made 2 files"), std::string::npos) << s.ToString();
  EXPECT_EQ(0u, FilesOnDisk());
}

TEST_F(CompactionJobTest, APickMadeWholeGivesOneFileInLevel0) {
  pick_.output_level = 0;
  KeepLevel0Whole(&pick_);
  CompactionJob job(pick_, scene_.config, services_);
  const Status s = job.Run();
  ASSERT_OK(s);
  EXPECT_EQ(1u, job.result().files.size());
  EXPECT_EQ(1u, FilesOnDisk());
}

TEST_F(CompactionJobTest, WhatItHoldsOfManyRunsStaysBounded) {
  pick_.output_level = 1;
  for (const auto& [runs, held] :
       std::map<int, size_t>{{1, 256 << 10}, {16, 256 << 10}, {128, 32 << 10}, {600, 16 << 10}}) {
    std::string text = "L0:";
    for (int i = runs; i > 0; --i) text += " f" + std::to_string(i) + "[a-z]@" + std::to_string(i);
    const PickerScene many(text, Tables());
    int opened = 0;
    services_.open = [&opened, held = held](const FilePtr&, int, const ReadOptions&,
                                            const TableIterOptions& how) {
      ++opened;
      EXPECT_EQ(how.held, held);
      return NewEmptyInternalIterator();
    };
    pick_.tree = many.drawing.tree;
    pick_.inputs = {CompactionPick::Inputs{0, pick_.tree->files(0)}};
    CompactionJob job(pick_, many.config, services_);
    ASSERT_OK(job.Run());
    EXPECT_EQ(opened, runs);
  }
}

TEST_F(CompactionJobTest, WhereMemoryIsToBeSparedManyRunsAreReadHalfAsFarAhead) {
  pick_.output_level = 1;
  services_.readahead = 2 << 20;
  const PickerScene five("L0: f5[a-z]@5 f4[a-z]@4 f3[a-z]@3 f2[a-z]@2 f1[a-z]@1", Tables());
  const PickerScene six("L0: f6[a-z]@6 f5[a-z]@5 f4[a-z]@4 f3[a-z]@3 f2[a-z]@2 f1[a-z]@1",
                        Tables());
  const auto readahead = [&](const PickerScene& scene, bool spare_memory) {
    size_t ahead = 0;
    services_.spare_memory = spare_memory;
    services_.open = [&ahead](const FilePtr&, int, const ReadOptions&,
                              const TableIterOptions& how) {
      ahead = how.readahead;
      return NewEmptyInternalIterator();
    };
    pick_.tree = scene.drawing.tree;
    pick_.inputs = {CompactionPick::Inputs{0, pick_.tree->files(0)}};
    CompactionJob job(pick_, scene.config, services_);
    EXPECT_OK(job.Run());
    return ahead;
  };
  EXPECT_EQ(readahead(five, true), 2u << 20);
  EXPECT_EQ(readahead(six, true), 1u << 20);
  EXPECT_EQ(readahead(six, false), 2u << 20);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
