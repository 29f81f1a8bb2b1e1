// The small parts of db_stress: values that show damage, files of the expected state, kill points,
// draws.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "rocksdb/comparator.h"
#include "test/support/status_assertions.h"
#include "tools/db_bench/random.h"
#include "tools/db_stress/base_state.h"
#include "tools/db_stress/kill_point.h"
#include "tools/db_stress/option_draw.h"
#include "tools/db_stress/trace.h"
#include "tools/db_stress/value_code.h"
#include "tools/db_stress/worker.h"

namespace stress {
namespace {

std::string ScratchFile(const std::string& name) {
  return testing::TempDir() + "db_stress_" + std::to_string(getpid()) + "_" + name;
}

TEST(ValueCode, AValueTellsItsWordAndAnyChangedByteIsRecognised) {
  bench::Random random(1);
  for (int i = 0; i < 300; ++i) {
    const Word word = WordOfPut(random.Next());
    const std::string value = ValueOf(word, TagOf(1, 2), 77);
    std::string why;
    ASSERT_EQ(ReadValue(value, TagOf(1, 2), 77, &why), word);
    ASSERT_EQ(why, "");
    std::string damaged = value;
    damaged[random.Below(damaged.size())] ^= static_cast<char>(1 + random.Below(255));
    ReadValue(damaged, TagOf(1, 2), 77, &why);
    EXPECT_NE(why, "");
  }
}

TEST(ValueCode, AValueOfAnotherKeyOrFamilyIsRecognised) {
  const std::string value = ValueOf(WordOfPut(5), TagOf(1, 2), 77);
  for (const auto& [tag, number] : std::vector<std::pair<uint32_t, uint32_t>>{
           {TagOf(1, 2), 78}, {TagOf(1, 3), 77}, {TagOf(2, 2), 77}}) {
    std::string why;
    ReadValue(value, tag, number, &why);
    EXPECT_NE(why, "");
  }
}

TEST(ValueCode, KeysOrderLikeTheirNumbers) {
  for (uint32_t n = 0; n < 3000; ++n) {
    uint32_t back = 0;
    ASSERT_TRUE(NumberOf(KeyOf(n), &back));
    ASSERT_EQ(back, n);
    ASSERT_LT(KeyOf(n), KeyOf(n + 1));
    ASSERT_LT(BeforeAllKeys(), KeyOf(n));
  }
}

TEST(ValueCode, FoldingOperandsFirstGivesTheSameValue) {
  const Step a = StepOfMerge(1), b = StepOfMerge(2), c = StepOfMerge(3);
  const Word base = WordOfPut(9);
  const Word one_by_one = c.After(b.After(a.After(base)));
  EXPECT_EQ(a.Then(b).Then(c).After(base), one_by_one);
  EXPECT_EQ(a.Then(b.Then(c)).After(base), one_by_one);
  EXPECT_NE(b.Then(a).Then(c).After(base), one_by_one) << "the order counts";
}

TEST(ValueCode, TheMergeOperatorRefusesWhatItDidNotWrite) {
  using Input = rocksdb::MergeOperator::MergeOperationInput;
  const auto merger = NewStepMerger();
  const std::string key = KeyOf(4), operand = OperandOf(StepOfMerge(1), 0, 4);
  const std::string good = ValueOf(WordOfPut(2), 0, 4), bad = ValueOf(WordOfPut(2), 0, 5);
  const rocksdb::Slice key_slice(key), good_slice(good), bad_slice(bad);
  std::string result;
  rocksdb::Slice existing;
  const std::vector<rocksdb::Slice> operands = {operand};
  rocksdb::MergeOperator::MergeOperationOutput out(result, existing);
  EXPECT_TRUE(merger->FullMergeV2(Input(key_slice, &good_slice, operands, nullptr), &out));
  EXPECT_EQ(result, ValueOf(StepOfMerge(1).After(WordOfPut(2)), 0, 4));
  EXPECT_FALSE(merger->FullMergeV2(Input(key_slice, &bad_slice, operands, nullptr), &out));
  const std::vector<rocksdb::Slice> foreign = {rocksdb::Slice("x")};
  EXPECT_FALSE(merger->FullMergeV2(Input(key_slice, &good_slice, foreign, nullptr), &out));
}

TEST(EndsOf, CoversExactlyTheKeysOfTheRangeInEitherOrder) {
  for (const auto& [low, high] :
       std::vector<std::pair<uint32_t, uint32_t>>{{0, 1}, {0, 9}, {3, 4}, {5, 12}}) {
    Record range;
    range.key = low;
    range.end = high;
    const RangeEnds up = EndsOf(range, false), down = EndsOf(range, true);
    for (uint32_t n = 0; n < 20; ++n) {
      const bool inside = n >= low && n < high;
      EXPECT_EQ(KeyOf(n) >= up.begin && KeyOf(n) < up.end, inside) << n;
      const auto* order = rocksdb::ReverseBytewiseComparator();
      EXPECT_EQ(order->Compare(KeyOf(n), down.begin) >= 0 && order->Compare(KeyOf(n), down.end) < 0,
                inside)
          << n;
    }
  }
}

TEST(BaseState, SurvivesItsFileAndDamageToTheFileIsRecognised) {
  const std::string path = ScratchFile("base");
  BaseState state = BaseState::Empty(42, 100, 3);
  state.epoch = 7;
  state.slots[2] = {5, 6, std::vector<Word>(100, 9)};
  ASSERT_OK(state.Save(path));
  BaseState back;
  ASSERT_OK(BaseState::Load(path, &back));
  EXPECT_EQ(back.epoch, 7u);
  EXPECT_EQ(back.db_seed, 42u);
  EXPECT_EQ(back.slots[2].generation, 5u);
  EXPECT_EQ(back.slots[2].last_generation, 6u);
  EXPECT_EQ(back.slots[2].words, state.slots[2].words);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 8);
  EXPECT_TRUE(BaseState::Load(path, &back).IsCorruption());
  unlink(path.c_str());
  EXPECT_TRUE(BaseState::Load(path, &back).IsNotFound());
}

TEST(Trace, WhatIsIssuedAndAcknowledgedIsThereWhenOpenedAgain) {
  const std::string path = ScratchFile("trace");
  std::unique_ptr<Trace> trace;
  ASSERT_OK(Trace::Create(path, 3, 2, 100, Guarantee::kFlushed, &trace));
  std::vector<Record> batch(3);
  batch[1].key = 17;
  const uint64_t first = trace->Issue(1, batch);
  trace->Acknowledge(1, first, batch.size());
  trace->Issue(1, {batch.data(), 1});
  trace.reset();
  ASSERT_OK(Trace::Open(path, &trace));
  EXPECT_EQ(trace->header().epoch, 3u);
  EXPECT_TRUE(trace->ListOf(0).empty());
  const std::vector<Record> list = trace->ListOf(1);
  ASSERT_EQ(list.size(), 4u);
  EXPECT_EQ(list[1].key, 17u);
  EXPECT_TRUE(list[0].more && list[1].more && !list[2].more);
  EXPECT_GT(list[2].finish, list[2].begin);
  EXPECT_EQ(list[3].finish, 0u) << "issued, never acknowledged";
  EXPECT_FALSE(trace->HasRoom(1, 97));
  trace.reset();
  std::filesystem::resize_file(path, 100);
  EXPECT_NOT_OK(Trace::Open(path, &trace));
  unlink(path.c_str());
}

TEST(PreparedName, NamesItsThreadAndNumberAndNothingElseDoes) {
  uint32_t thread = 0;
  uint64_t id = 0;
  ASSERT_TRUE(ParsePreparedName(PreparedName(7, ~uint64_t{0}), &thread, &id));
  EXPECT_EQ(thread, 7u);
  EXPECT_EQ(id, ~uint64_t{0});
  for (const char* wrong : {"", "t7", "t7-", "t7-1x", "t99-1", "x7-1"})
    EXPECT_FALSE(ParsePreparedName(wrong, &thread, &id)) << wrong;
}

TEST(KillPoint, IsParsedAndNonsenseIsRefused) {
  KillPoint point;
  ASSERT_OK(ParseKillPoint("manifest@split:append:torn:3", &point));
  EXPECT_EQ(point.kind, "manifest");
  EXPECT_EQ(point.activity, "split");
  EXPECT_EQ(point.op, FileOp::kAppend);
  EXPECT_EQ(point.side, Side::kTorn);
  EXPECT_EQ(point.nth, 3u);
  EXPECT_EQ(point.Name(), "manifest@split:append:torn");
  for (const char* wrong : {"wal:append:before", "wal:append:before:0", "tape:append:before:1",
                            "wal:eat:before:1", "wal:append:around:1", "wal:sync:torn:1"})
    EXPECT_NOT_OK(ParseKillPoint(wrong, &point)) << wrong;
}

TEST(KillPoint, EveryCatalogueEntryIsAKillPoint) {
  for (const CatalogEntry& entry : KillCatalog()) {
    KillPoint point;
    ASSERT_OK(ParseKillPoint(std::string(entry.name) + ":1", &point)) << entry.name;
    EXPECT_EQ(point.Name(), entry.name);
    EXPECT_GT(entry.spread, 0u);
  }
}

TEST(KillPoint, FilesAreToldByTheirNames) {
  EXPECT_EQ(KindOf("/db/000012.log"), FileKind::kWal);
  EXPECT_EQ(KindOf("/db/000012.sst"), FileKind::kTable);
  EXPECT_EQ(KindOf("/db/MANIFEST-000005"), FileKind::kManifest);
  EXPECT_EQ(KindOf("/db/CURRENT"), FileKind::kCurrent);
  EXPECT_EQ(KindOf("/db/000006.dbtmp"), FileKind::kCurrent);
  EXPECT_EQ(KindOf("/db/OPTIONS-000007.dbtmp"), FileKind::kOptions);
  EXPECT_EQ(KindOf("/db/LOG.old.1"), FileKind::kInfoLog);
  EXPECT_EQ(KindOf("/db/IDENTITY"), FileKind::kOther);
}

TEST(KillPointDeathTest, TheNthMeetingAfterArmingKills) {
  KillPoint point;
  ASSERT_OK(ParseKillPoint("wal:append:before:2", &point));
  const auto meet = [](Killer* killer) {
    killer->Meet(FileKind::kWal, "write", FileOp::kAppend, Side::kBefore);
  };
  Killer killer(point);
  // The killer is not armed yet.
  for (int i = 0; i < 5; ++i) meet(&killer);
  killer.Arm();
  meet(&killer);
  killer.Meet(FileKind::kTable, "write", FileOp::kAppend, Side::kBefore);
  killer.Meet(FileKind::kWal, "write", FileOp::kAppend, Side::kAfter);
  EXPECT_EXIT(meet(&killer), testing::KilledBySignal(SIGKILL), "KILLED at wal:append:before");
}

TEST(Draw, RepeatsFromItsSeedAndAFixedDrawLeavesTheOthers) {
  const auto draw_all = [](uint64_t seed, const std::string& fixed) {
    Draw draw(seed, fixed, true);
    rocksdb::Options options;
    RunTraits run;
    DrawOptions(DbTraits(), &draw, &options, &run);
    return draw.line();
  };
  const std::string line = draw_all(11, "");
  EXPECT_EQ(draw_all(11, ""), line);
  EXPECT_NE(draw_all(12, ""), line);
  std::string fixed = draw_all(11, "write_buffer=999");
  const size_t at = fixed.find("write_buffer=999");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(fixed.substr(0, at), line.substr(0, at));
  EXPECT_EQ(fixed.substr(at + 16), line.substr(line.find(' ', at)));
}

}  // namespace
}  // namespace stress
