// Bucket map, counters, sizing, rebalancing, flush plans and their numbers. A test that guards a
// hazard names it.
#include <gtest/gtest.h>

#include <random>

#include "bucket/bucket_manager.h"
#include "bucket/bucket_properties.h"
#include "bucket/bucket_sizing.h"
#include "bucket/flush_numbers.h"
#include "bucket/flush_splitter.h"
#include "test/support/status_assertions.h"
#include "util/coding.h"
#include "version/tree_check.h"
#include "version/tree_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::string Stamped(const std::string& key, uint64_t ts) {
  std::string s = key;
  AppendFixed64(&s, ts);
  return s;
}

// -- Map ------------------------------------------------------------------------------------------

TEST(BucketMap, CoversTheWholeKeySpace) {
  const BucketMap map(kOrder, {"p", "g"});
  EXPECT_EQ(3u, map.size());
  EXPECT_EQ(0u, map.BucketOf(""));
  EXPECT_EQ(0u, map.BucketOf("fzz"));
  EXPECT_EQ(1u, map.BucketOf("g"));
  EXPECT_EQ(2u, map.BucketOf("zzz"));
  EXPECT_EQ(nullptr, map.Begin(0));
  EXPECT_EQ("g", *map.End(0));
  EXPECT_EQ(nullptr, map.End(2));
  EXPECT_EQ("(-inf, g) [g, p) [p, +inf)", map.RangeText(0, false) + " " + map.RangeText(1, false) +
                                              " " + map.RangeText(2, false));
}

TEST(BucketMap, SplitAndMergeAreInverse) {
  const BucketMap map(kOrder, {"g", "p"});
  const BucketMapPtr split = map.WithSplit(1, "k");
  EXPECT_EQ(4u, split->size());
  EXPECT_EQ(2u, split->BucketOf("k"));
  EXPECT_TRUE(*split->WithMerge(1) == map);
}

TEST(BucketMap, ARangeEndingExclusivelyAtABoundaryStaysBelowIt) {
  const BucketMap map(kOrder, {"g", "p"});
  EXPECT_EQ((std::pair<size_t, size_t>{0, 1}), map.BucketsOf({"a", "g", false}));
  EXPECT_EQ((std::pair<size_t, size_t>{0, 0}), map.BucketsOf({"a", "g", true}));
  EXPECT_TRUE(map.BoundariesInside({"a", "g", true}).empty());
  EXPECT_EQ(2u, map.BoundariesInside({"a", "z", false}).size());
  EXPECT_TRUE(map.Touches(2, {"k", "p", false}));
  EXPECT_FALSE(map.Touches(2, {"k", "p", true}));
}

TEST(BucketMap, Hazard4BoundariesFollowTheComparatorNotTheBytes) {
  const BucketMap map(kReverse, {"g", "p"});
  EXPECT_EQ("p", map.boundaries()[0]);
  EXPECT_EQ(0u, map.BucketOf("z"));
  EXPECT_EQ(1u, map.BucketOf("p"));
  EXPECT_EQ(2u, map.BucketOf("a"));
}

TEST(BucketMap, Hazard4TimestampsDoNotDecideTheBucket) {
  const BucketMap map(kStamped, {Stamped("k", 5)});
  for (uint64_t ts : {uint64_t{0}, uint64_t{5}, uint64_t{99}, UINT64_MAX}) {
    EXPECT_EQ(1u, map.BucketOf(Stamped("k", ts)));
    EXPECT_EQ(0u, map.BucketOf(Stamped("j", ts)));
    // A plain comparison with the boundary agrees, so that flushes and compactions may use one.
    EXPECT_GE(kStamped.CompareUserKeys(Stamped("k", ts), map.boundaries()[0]), 0);
  }
  EXPECT_EQ(2u, BucketMap(kStamped, {Stamped("k", 5), Stamped("k", 6)}).size());
}

TEST(BucketMap, SurvivesTheManifest) {
  const BucketMap map(kOrder, {std::string("a\0b", 3), "g", std::string(300, 'z')});
  std::string bytes;
  map.EncodeTo(&bytes);
  BucketMapPtr back;
  ASSERT_OK(BucketMap::DecodeFrom(kOrder, bytes, &back));
  EXPECT_TRUE(map == *back);
  for (size_t n = 0; n < bytes.size(); n++) {
    EXPECT_TRUE(BucketMap::DecodeFrom(kOrder, Slice(bytes.data(), n), &back).IsCorruption()) << n;
  }
}

TEST(BucketMap, RecordsOfAnotherOrderOrGenerationAreRefused) {
  std::string bytes;
  BucketMap(kOrder, {"a", "b"}).EncodeTo(&bytes);
  BucketMapPtr back;
  EXPECT_TRUE(BucketMap::DecodeFrom(kReverse, bytes, &back).IsCorruption());
  EXPECT_TRUE(BucketMap::DecodeFrom(kStamped, bytes, &back).IsCorruption());
  bytes[0] = 9;
  EXPECT_TRUE(BucketMap::DecodeFrom(kOrder, bytes, &back).IsCorruption());
}

// -- Counters -------------------------------------------------------------------------------------

TEST(BucketStats, TemperatureIsTheShareTimesTheNumberOfBuckets) {
  BucketStats stats(4, 8);
  EXPECT_EQ(1000u, stats.Temperature(0));
  stats.RecordFlush({{0, 640, "a"}, {2, 1920, "m"}});
  EXPECT_EQ(1000u, stats.Temperature(0));
  EXPECT_EQ(0u, stats.Temperature(1));
  EXPECT_EQ(3000u, stats.Temperature(2));
  EXPECT_EQ((std::vector<uint64_t>{1000, 0, 3000, 0}), stats.Temperatures());
}

TEST(BucketStats, ForgetsWhatIsOlderThanTheWindow) {
  BucketStats stats(2, 2);
  stats.RecordFlush({{0, 640, "a"}});
  stats.RecordFlush({{1, 640, "x"}});
  stats.RecordFlush({{1, 640, "y"}});
  EXPECT_EQ(0u, stats.Volume(0));
  EXPECT_EQ(1280u, stats.Volume(1));
  EXPECT_EQ(2u, stats.flushes());
  EXPECT_EQ("", stats.MiddleKey(BucketMap(kOrder, {"m"}), 0));
}

TEST(BucketStats, TheMiddleIsTheMedianOfTheMediansInsideTheBucket) {
  BucketStats stats(2, 8);
  const BucketMap map(kOrder, {"m"});
  for (const char* k : {"q", "n", "m", "t", "z"}) stats.RecordFlush({{1, 64, k}});
  // m is the bucket's begin and can not split it; of n q t z the upper middle.
  EXPECT_EQ("t", stats.MiddleKey(map, 1));
}

TEST(BucketStats, HalvesInheritHalfAndMergedBucketsAdd) {
  BucketStats stats(1, 4);
  stats.RecordFlush({{0, 6400, "d"}});
  stats.RecordFlush({{0, 1280, "w"}});
  stats.Split(kOrder, 0, "m");
  EXPECT_EQ(3840u, stats.Volume(0));
  EXPECT_EQ(3840u, stats.Volume(1));
  EXPECT_EQ("w", stats.MiddleKey(BucketMap(kOrder, {"m"}), 1));
  stats.Merge(0);
  EXPECT_EQ(7680u, stats.Volume(0));
  EXPECT_EQ(1u, stats.size());
}

TEST(BucketStats, CostsAtMost240BytesABucketWithSixteenByteKeys) {
  BucketStats stats(64, BucketOptions().window_flushes);
  for (int flush = 0; flush < 20; flush++) {
    std::vector<BucketPiece> pieces;
    for (size_t b = 0; b < 64; b++) pieces.push_back({b, 1 << 20, std::string(16, 'k')});
    stats.RecordFlush(pieces);
  }
  EXPECT_LE(stats.MemoryPerBucket(), 240u);
}

// -- Sizing ---------------------------------------------------------------------------------------

TEST(BucketSizing, OneBucketPerThreadUnlessFilesWouldBeTiny) {
  BucketOptions options;
  EXPECT_EQ(8u, InitialBuckets(options, {64ull << 20, 8}));
  // Hazard 16: 80 threads over a small memtable.
  EXPECT_EQ(4u, InitialBuckets(options, {4ull << 20, 80}));
  EXPECT_EQ(1u, InitialBuckets(options, {64 << 10, 80}));
  options.initial_buckets = 3;
  EXPECT_EQ(3u, InitialBuckets(options, {64ull << 20, 8}));
  options.initial_buckets = 3000;
  options.min_file_size = 1;
  EXPECT_EQ(256u, InitialBuckets(options, {64ull << 20, 8}));
  options.enabled = false;
  EXPECT_EQ(1u, InitialBuckets(options, {64ull << 20, 8}));
}

TEST(BucketSizing, TheSmallestPieceIsHalfAShareButNeverTiny) {
  BucketOptions options;
  EXPECT_EQ(4ull << 20, SmallestPiece(options, {64ull << 20, 8}));
  EXPECT_EQ(1ull << 20, SmallestPiece(options, {64ull << 20, 80}));
  EXPECT_EQ(32ull << 20, SmallestPiece(options, {64ull << 20, 0}));
  options.min_file_size = 777;
  EXPECT_EQ(777u, SmallestPiece(options, {64ull << 20, 8}));
}

TEST(BucketSizing, BoundariesThatExistAreWorthSmallerFiles) {
  BucketOptions options;
  EXPECT_EQ(1ull << 20, SmallestCut(options, {64ull << 20, 8}));
  EXPECT_EQ(256ull << 10, SmallestCut(options, {64ull << 20, 80}));
  options.min_file_size = 777;
  EXPECT_EQ(777u, SmallestCut(options, {64ull << 20, 8}));
}

// -- Rebalancing ----------------------------------------------------------------------------------

struct ManagerScene {
  explicit ManagerScene(const std::string& text)
      : drawing(Draw(text)), map(kOrder, drawing.boundaries) {
    options.window_flushes = 4;
    stats = std::make_unique<BucketStats>(map.size(), options.window_flushes);
  }
  // One flush: volume in units of 1 KiB and the median per bucket, "-" for none.
  void Flush(const std::vector<std::pair<uint64_t, std::string>>& volumes) {
    std::vector<BucketPiece> pieces;
    for (size_t i = 0; i < volumes.size(); i++) {
      if (volumes[i].first > 0) pieces.push_back({i, volumes[i].first << 10, volumes[i].second});
    }
    stats->RecordFlush(pieces);
    NoteTemperatures(options, stats.get());
  }
  std::string Decide(size_t floor = 1, uint64_t smallest_piece = 1024) {
    RebalanceInput in{&map,          stats.get(), &options,      drawing.tree.get(),
                      &drawing.jobs, floor,       smallest_piece};
    std::string out;
    for (const RebalanceStep& step : DecideRebalance(in)) {
      out += (out.empty() ? "" : "; ") + Describe(step, false);
    }
    return out;
  }

  Drawing drawing;
  BucketMap map;
  BucketOptions options;
  std::unique_ptr<BucketStats> stats;
};

TEST(BucketManager, AHotBucketIsSplitAtTheMedianOfItsMedians) {
  ManagerScene s("map: g p t");
  for (int i = 0; i < 4; i++) s.Flush({{10, "c"}, {90, i < 2 ? "j" : "l"}, {10, "r"}, {20, "w"}});
  // The coldest pair is merged, so the number of buckets stays.
  EXPECT_EQ("split bucket 1 at l (temperature 2.77); merge buckets 3 and 4 (temperature 0.38)",
            s.Decide(4));
  EXPECT_EQ("split bucket 1 at l (temperature 2.77)", s.Decide(5));
}

TEST(BucketManager, AnEvenLoadChangesNothing) {
  ManagerScene s("map: g p t");
  for (int i = 0; i < 4; i++) s.Flush({{20, "c"}, {20, "j"}, {20, "r"}, {20, "w"}});
  EXPECT_EQ("", s.Decide());
}

TEST(BucketManager, NoBoundaryIsDrawnThroughAnIdleL0File) {
  ManagerScene s("L0: f2[h-n]@2\nmap: g p t");
  for (int i = 0; i < 2; i++) s.Flush({{10, "c"}, {90, "j"}, {10, "r"}, {20, "w"}});
  EXPECT_EQ("", s.Decide(4));
  // 3 flushes at 2.77 are a window of 4 at 2.0: the boundary is drawn despite the file, because a
  // hot bucket always has files.
  s.Flush({{10, "c"}, {90, "j"}, {10, "r"}, {20, "w"}});
  EXPECT_TRUE(s.Decide(4).starts_with("split bucket 1 at j (temperature 2.77)")) << s.Decide(4);
}

TEST(BucketManager, TheHotterABucketTheFewerFlushesItWaitsForAFreePlace) {
  // Flushes until a bucket of four is split through a file, by its share of the volume.
  const auto waits = [](uint64_t volume) {
    ManagerScene s("L0: f2[h-n]@2\nmap: g p t");
    for (int flushes = 1; flushes <= 8; ++flushes) {
      s.Flush({{10, "c"}, {volume, "j"}, {10, "r"}, {20, "w"}});
      if (s.Decide(4).starts_with("split bucket 1 at j")) return flushes;
    }
    return 0;
  };
  EXPECT_EQ(0, waits(30));     // 1.71: not hot
  EXPECT_EQ(4, waits(42));     // 2.05: a window
  EXPECT_EQ(3, waits(90));     // 2.77
  EXPECT_EQ(3, waits(1'000));  // 3.85: of four buckets none is hotter than 4
}

TEST(BucketManager, AFileThatIsLeavingDoesNotStopASplitAndOneThatEndsThereNeither) {
  ManagerScene leaving("L0: f2[h-n]@2\nmap: g p t\nrunning: 1 L0->L1 f2");
  leaving.Flush({{10, "c"}, {90, "j"}, {10, "r"}, {20, "w"}});
  EXPECT_EQ("split bucket 1 at j (temperature 2.77)", leaving.Decide(4));
  ManagerScene beside("L0: f2[h-j)@2 f1[j-k]@1\nmap: g p t");
  beside.Flush({{10, "c"}, {90, "j"}, {10, "r"}, {20, "w"}});
  EXPECT_EQ("split bucket 1 at j (temperature 2.77)", beside.Decide(4));
  ManagerScene staying("L0: f2[h-n]@2\nmap: g p t\nrunning: 1 L0->L0 f2");
  staying.Flush({{10, "c"}, {90, "j"}, {10, "r"}, {20, "w"}});
  EXPECT_EQ("", staying.Decide(4));
}

TEST(BucketManager, Hazard9OneBucketGrowsToTheFloorEvenThroughFiles) {
  ManagerScene s("L0: f2[a-z]@2");
  for (const char* k : {"c", "g", "k", "p"}) s.Flush({{80, k}});
  EXPECT_EQ(
      "split bucket 0 at k (temperature 1.00); split bucket 0 at g (temperature 1.00); "
      "split bucket 2 at p (temperature 1.50)",
      s.Decide(4));
}

TEST(BucketManager, Hazard10ColdBucketsMergeIntoTheColderNeighbourWithoutAnyCompaction) {
  ManagerScene s("L0: f2[a-z]@2\nmap: d h m s");
  for (int i = 0; i < 4; i++) s.Flush({{30, "b"}, {2, "e"}, {20, "j"}, {24, "o"}, {24, "w"}});
  EXPECT_EQ("merge buckets 1 and 2 (temperature 0.10)", s.Decide(1));
  // Not below the floor.
  EXPECT_EQ("", s.Decide(5));
}

TEST(BucketManager, Hazard10TheNumberOfBucketsHasAHardLimit) {
  ManagerScene s("map: g p t");
  s.options.max_buckets = 4;
  for (int i = 0; i < 4; i++) s.Flush({{10, "c"}, {90, "j"}, {10, "r"}, {20, "w"}});
  EXPECT_EQ("", s.Decide(4));
}

TEST(BucketManager, AMovingHotRangeDoesNotGrowTheMapForEver) {
  std::mt19937 rnd(7);
  ManagerScene s("");
  s.options.max_buckets = 32;
  BucketMapPtr map = std::make_shared<BucketMap>(kOrder);
  BucketStats stats(1, 4);
  size_t most = 0;
  for (int t = 0; t < 2000; t++) {
    // All writes fall into a narrow range that wanders over the key space.
    const int at = (t * 7) % 9000 + 500;
    FlushTally tally(*map);
    std::vector<int> keys;
    for (int i = 0; i < 200; i++) keys.push_back(at + static_cast<int>(rnd() % 200));
    std::sort(keys.begin(), keys.end());
    for (int k : keys) tally.Add("k" + std::to_string(100000 + k), 1000);
    stats.RecordFlush(tally.Finish());
    NoteTemperatures(s.options, &stats);
    const RebalanceInput in{map.get(),       &stats, &s.options, s.drawing.tree.get(),
                            &s.drawing.jobs, 4,      1000};
    for (const RebalanceStep& step : DecideRebalance(in)) map = ApplyStep(step, *map, &stats);
    ASSERT_EQ(map->size(), stats.size());
    ASSERT_LE(map->size(), 32u);
    most = std::max(most, map->size());
  }
  EXPECT_GE(most, 4u);
}

TEST(BucketManager, NothingIsDecidedWhileOffStaticOrUnwritten) {
  ManagerScene s("map: g p t");
  EXPECT_EQ("", s.Decide(8));
  for (int i = 0; i < 4; i++) s.Flush({{10, "c"}, {90, "j"}, {10, "r"}, {20, "w"}});
  s.options.dynamic = false;
  EXPECT_EQ("", s.Decide(4));
  s.options.dynamic = true;
  s.options.enabled = false;
  EXPECT_EQ("", s.Decide(4));
}

TEST(BucketManager, Hazard16NoSplitMakesHalvesTooSmallToBeFiles) {
  ManagerScene s("map: g p t");
  for (int i = 0; i < 4; i++) s.Flush({{10, "c"}, {90, "j"}, {10, "r"}, {20, "w"}});
  EXPECT_EQ("", s.Decide(4, 46 << 10));
  EXPECT_NE("", s.Decide(4, 45 << 10));
}

TEST(BucketManager, ASingleHotKeyIsNotSplit) {
  ManagerScene s("map: g p t");
  for (int i = 0; i < 4; i++) s.Flush({{10, "c"}, {90, "g"}, {10, "r"}, {20, "w"}});
  EXPECT_EQ("", s.Decide(4));
}

TEST(BucketManager, AMergeThatWouldSplitAgainIsNotDone) {
  ManagerScene s("map: m");
  for (int i = 0; i < 4; i++) s.Flush({{2, "c"}, {90, "m"}});
  s.options.split_temperature = 1.5;
  EXPECT_EQ("", s.Decide(1));
}

// -- Flush plans ----------------------------------------------------------------------------------

std::string Plan(const FlushPlan& plan) {
  std::string s;
  for (size_t i = 0; i < plan.expected.size(); i++) {
    s += std::to_string(plan.expected[i]);
    if (i < plan.cuts.size()) s += " |" + plan.cuts[i] + "| ";
  }
  return s;
}

TEST(FlushSplitter, Hazard16BoundariesThatWouldMakeTinyPiecesAreNotUsed) {
  const BucketMap map(kOrder, {"g", "p", "t"});
  EXPECT_EQ("20 |g| 24", Plan(PlanCuts(map, {20, 3, 17, 4}, 8)));
  EXPECT_EQ("20 |g| 3 |p| 17 |t| 4", Plan(PlanCuts(map, {20, 3, 17, 4}, 3)));
  EXPECT_EQ("44", Plan(PlanCuts(map, {20, 3, 17, 4}, 30)));
  EXPECT_EQ("20 |p| 20", Plan(PlanCuts(map, {0, 20, 0, 20}, 0)));
}

TEST(FlushSplitter, PropertyNoPieceIsSmallerThanTheMinimum) {
  std::mt19937 rnd(std::random_device{}());
  for (int round = 0; round < 500; round++) {
    std::vector<std::string> keys;
    for (int i = 0; i < 1 + static_cast<int>(rnd() % 20); i++)
      keys.push_back(std::to_string(1000 + i));
    const BucketMap map(kOrder, keys);
    std::vector<uint64_t> expected(map.size());
    uint64_t total = 0;
    for (auto& e : expected) total += e = rnd() % 50;
    const uint64_t smallest = rnd() % 60;
    const FlushPlan plan = PlanCuts(map, expected, smallest);
    uint64_t sum = 0;
    for (uint64_t e : plan.expected) {
      if (!plan.cuts.empty()) {
        ASSERT_GE(e, std::max<uint64_t>(1, smallest));
      }
      sum += e;
    }
    ASSERT_EQ(total, sum);
  }
}

TEST(FlushSplitter, ExpectationsComeFromASampleOfTheMemtable) {
  const BucketMap map(kOrder, {"m"});
  EXPECT_EQ((std::vector<uint64_t>{30, 70}),
            ExpectBySamples(map, {{"a", 0}, {"m", 30}, {"z", 60}}, 100));
  EXPECT_EQ((std::vector<uint64_t>{0, 0}), ExpectBySamples(map, {}, 100));
}

TEST(FlushSplitter, Hazard3AMemtableOfTombstonesOnlySplitsToo) {
  const BucketMap map(kOrder, {"g", "p"});
  EXPECT_EQ(map.boundaries(), PlanTombstoneFlush(map).cuts);
}

TEST(FlushSplitter, TheFirstBoundariesHalveAndQuarterTheVolume) {
  VolumeSampler sampler;
  for (int i = 0; i < 10000; i++) sampler.Add(std::to_string(100000 + i), i < 5000 ? 300 : 100);
  const auto keys = ChooseInitialBoundaries(kOrder, sampler.samples(), sampler.total(), 4);
  ASSERT_EQ(3u, keys.size());
  // 2 000 000 bytes: quarters end after keys 1667, 3333 and 5000.
  EXPECT_NEAR(101667, std::stoi(keys[0]), 200);
  EXPECT_NEAR(103333, std::stoi(keys[1]), 200);
  EXPECT_NEAR(105000, std::stoi(keys[2]), 200);
}

TEST(FlushSplitter, FewDistinctKeysGiveFewBoundaries) {
  EXPECT_TRUE(ChooseInitialBoundaries(kOrder, {}, 0, 8).empty());
  EXPECT_TRUE(ChooseInitialBoundaries(kOrder, {{"a", 0}}, 100, 8).empty());
  EXPECT_EQ((std::vector<std::string>{"b"}),
            ChooseInitialBoundaries(kOrder, {{"a", 0}, {"b", 50}}, 100, 8));
}

TEST(FlushSplitter, Hazard11LostBoundariesAreDerivedFromTheFiles) {
  const Drawing d = Draw("L0: f9[a-z]@9\nL4: f1[a-c]@1 f2[e-g]@1 f3[i-m]@1 f4[p-z]@1");
  EXPECT_EQ((std::vector<std::string>{"e", "i", "p"}), DeriveBoundaries(*d.tree, 4));
  EXPECT_TRUE(DeriveBoundaries(*Draw("L0: f9[a-z]@9").tree, 4).empty());
}

TEST(FlushTally, CountsBucketsThatTheFlushDidNotCut) {
  const BucketMap map(kOrder, {"g", "p"});
  FlushTally tally(map);
  for (const char* k : {"a", "b", "c", "q", "r"}) tally.Add(k, 10);
  const auto pieces = tally.Finish();
  ASSERT_EQ(2u, pieces.size());
  EXPECT_EQ(0u, pieces[0].bucket);
  EXPECT_EQ(30u, pieces[0].bytes);
  EXPECT_EQ("b", pieces[0].median);
  EXPECT_EQ(2u, pieces[1].bucket);
  EXPECT_EQ(20u, pieces[1].bytes);
}

TEST(FlushTally, Hazard4CountsByTheComparator) {
  const BucketMap map(kReverse, {"m"});
  FlushTally tally(map);
  for (const char* k : {"z", "n", "m", "a"}) tally.Add(k, 1);
  const auto pieces = tally.Finish();
  ASSERT_EQ(2u, pieces.size());
  EXPECT_EQ(2u, pieces[0].bytes);
  EXPECT_EQ(2u, pieces[1].bytes);
}

TEST(FlushTally, AgreesWithTheMapOnRandomKeys) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 rnd(seed);
  for (int round = 0; round < 100; round++) {
    std::vector<std::string> keys, bounds;
    const auto word = [&] {
      std::string s;
      for (size_t n = rnd() % 12; n-- > 0;) s.push_back(static_cast<char>('a' + rnd() % 3));
      return s;
    };
    for (int i = 0; i < 200; i++) keys.push_back(word());
    for (int i = 0; i < 6; i++) bounds.push_back(word());
    std::sort(keys.begin(), keys.end());
    const BucketMap map(kOrder, bounds);
    std::vector<uint64_t> want(map.size(), 0), got(map.size(), 0);
    FlushTally tally(map);
    for (const auto& k : keys) {
      want[map.BucketOf(k)] += 7;
      tally.Add(k, 7);
    }
    for (const auto& p : tally.Finish()) got[p.bucket] += p.bytes;
    ASSERT_EQ(want, got);
  }
}

TEST(VolumeSampler, StaysSmallAndFindsTheMedianOfLongStreams) {
  VolumeSampler sampler(32);
  for (int i = 0; i < 300000; i++) sampler.Add(std::to_string(1000000 + i), 100);
  EXPECT_LE(sampler.samples().size(), 64u);
  EXPECT_NEAR(1150000, std::stoi(sampler.Median()), 10000);
  sampler.Clear();
  EXPECT_EQ("", sampler.Median());
}

// -- Numbers --------------------------------------------------------------------------------------

using Span = std::pair<SequenceNumber, SequenceNumber>;

std::vector<std::shared_ptr<FileMeta>> Pieces(const std::vector<Span>& spans) {
  std::vector<std::shared_ptr<FileMeta>> pieces;
  char key = 'a';
  for (const auto& [low, high] : spans) {
    auto f = std::make_shared<FileMeta>();
    f->number = 100 + pieces.size();
    f->smallest = MakeInternalKey(std::string(1, key), high, kTypeValue);
    f->largest = MakeInternalKey(std::string(1, key) + "z", low, kTypeValue);
    f->smallest_seqno = low;
    f->largest_seqno = high;
    key++;
    pieces.push_back(f);
  }
  return pieces;
}

std::string Show(const std::vector<std::shared_ptr<FileMeta>>& pieces) {
  std::string s;
  for (const auto& f : pieces) {
    s += "[" + std::to_string(f->smallest_seqno) + "," + std::to_string(f->largest_seqno) + "]e" +
         std::to_string(f->epoch) + " ";
  }
  return s;
}

TEST(BucketSizing, AFlushGetsAThreadForEachEightMegabytesUpToFourAndTheProcessors) {
  BucketOptions options;
  BucketSizingInputs around;
  around.processors = 16;
  EXPECT_EQ(1u, FlushThreads(options, around, 0));
  EXPECT_EQ(1u, FlushThreads(options, around, 15 << 20));
  EXPECT_EQ(2u, FlushThreads(options, around, 16 << 20));
  EXPECT_EQ(4u, FlushThreads(options, around, 1 << 30));
  around.processors = 2;
  EXPECT_EQ(2u, FlushThreads(options, around, 1 << 30));
  around.processors = 0;  // not known
  EXPECT_EQ(1u, FlushThreads(options, around, 1 << 30));
  options.flush_threads = 7;
  EXPECT_EQ(7u, FlushThreads(options, around, 1));
}

TEST(FlushNumbers, EpochsFollowTheLargestSequenceAndSmallestOnesDescend) {
  auto pieces = Pieces({{20, 90}, {1, 100}, {5, 95}});
  NumberFlushPieces(7, {}, pieces);
  EXPECT_EQ(9u, pieces[1]->epoch);
  EXPECT_EQ(8u, pieces[2]->epoch);
  EXPECT_EQ(7u, pieces[0]->epoch);
  EXPECT_EQ(1u, pieces[1]->smallest_seqno);
  EXPECT_EQ(0u, pieces[2]->smallest_seqno);
  // No number is free below zero, so the range is a single number.
  EXPECT_EQ(90u, pieces[0]->smallest_seqno);
}

TEST(FlushNumbers, SinglesKeepTheirNumbers) {
  auto pieces = Pieces({{50, 100}, {70, 70}, {60, 90}});
  NumberFlushPieces(1, {}, pieces);
  EXPECT_EQ("[50,100]e3 [70,70]e1 [49,90]e2 ", Show(pieces));
}

TEST(FlushNumbers, WithoutRoomAboveTheOlderFilePiecesBecomeSingleValued) {
  auto older = Pieces({{40, 49}})[0];
  auto pieces = Pieces({{50, 100}, {51, 90}, {52, 80}});
  NumberFlushPieces(1, {older}, pieces);
  EXPECT_EQ("[50,100]e3 [49,90]e2 [48,80]e1 ", Show(pieces));
  auto tight = Pieces({{48, 49}})[0];
  auto again = Pieces({{50, 100}, {51, 90}, {52, 80}});
  NumberFlushPieces(1, {tight}, again);
  EXPECT_EQ("[50,100]e3 [49,90]e2 [80,80]e1 ", Show(again));
}

TEST(FlushNumbers, BothSidesOfACutTombstoneDiffer) {
  auto pieces = Pieces({{77, 77}, {77, 77}, {77, 77}});
  NumberFlushPieces(1, {}, pieces);
  EXPECT_EQ("[75,77]e1 [76,77]e2 [77,77]e3 ", Show(pieces));
  auto older = Pieces({{74, 75}})[0];
  auto again = Pieces({{76, 77}, {76, 77}});
  NumberFlushPieces(1, {older}, again);
  const std::string shown = Show(again);
  EXPECT_NE(std::string::npos, shown.find("[76,77]")) << shown;
  EXPECT_NE(std::string::npos, shown.find("[75,77]")) << shown;
}

// Level 0 of a database that runs flushes, intra-L0 jobs and jobs to the base level in any order.
class Level0Life {
 public:
  explicit Level0Life(unsigned seed) : rnd_(seed) {}

  void Flush() {
    const size_t n = 1 + rnd_() % 6;
    std::vector<Span> spans(n, Span{UINT64_MAX, 0});
    const SequenceNumber entries = n + rnd_() % 20;
    for (SequenceNumber i = 0; i < entries; i++, seq_++) Widen(&spans[i < n ? i : rnd_() % n]);
    // A tombstone that reaches over all pieces, or over some.
    if (rnd_() % 3 == 0) {
      for (size_t i = rnd_() % n; i < n; i++) Widen(&spans[i]);
      seq_++;
    }
    auto pieces = Pieces(spans);
    for (auto& f : pieces) f->number = number_++;
    NumberFlushPieces(epoch_, l0_, pieces);
    epoch_ += n;
    l0_.insert(l0_.end(), pieces.begin(), pieces.end());
    Sort();
  }
  void LeaveLevel0() {
    std::erase_if(l0_, [&](const FilePtr&) { return rnd_() % 3 == 0; });
  }
  void JoinARow() {
    const size_t first = rnd_() % (l0_.size() + 1);
    FileList inputs;
    auto output = std::make_shared<FileMeta>();
    output->smallest_seqno = UINT64_MAX;
    for (size_t i = first; i < l0_.size() && inputs.size() < 4; i++) {
      if (rnd_() % 3 == 0) continue;
      inputs.push_back(l0_[i]);
      output->smallest_seqno = std::min(output->smallest_seqno, l0_[i]->smallest_seqno);
      output->largest_seqno = std::max(output->largest_seqno, l0_[i]->largest_seqno);
    }
    if (inputs.size() < 2) return;
    output->number = number_++;
    output->epoch = EpochOfOutput(inputs);
    // No other file has these keys, so any run of files may be merged.
    const std::string key = "k" + std::to_string(output->number);
    output->smallest = MakeInternalKey(key, output->largest_seqno, kTypeValue);
    output->largest = MakeInternalKey(key + "z", output->smallest_seqno, kTypeValue);
    output->smallest_seqno =
        RecordedSmallestOfL0Output(l0_, inputs, output->smallest_seqno, output->largest_seqno);
    std::erase_if(l0_, [&](const FilePtr& f) {
      return std::find(inputs.begin(), inputs.end(), f) != inputs.end();
    });
    l0_.push_back(output);
    Sort();
  }
  void Step() {
    const auto dice = rnd_() % 6;
    if (dice < 3) Flush();
    if (dice == 3) LeaveLevel0();
    if (dice > 3) JoinARow();
  }
  TreeVersion Tree() const { return TreeVersion(kOrder, {l0_, {}}); }

 private:
  void Widen(Span* span) {
    span->first = std::min(span->first, seq_);
    span->second = std::max(span->second, seq_);
  }
  void Sort() {
    std::sort(l0_.begin(), l0_.end(),
              [](const FilePtr& a, const FilePtr& b) { return a->epoch > b->epoch; });
  }

  std::mt19937 rnd_;
  FileList l0_;
  uint64_t epoch_ = 1, number_ = 1;
  SequenceNumber seq_ = 1000;
};

// Both stock versions accept the tree after any interleaving of jobs.
TEST(FlushNumbers, PropertyBothStockVersionsAcceptEveryTree) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  for (unsigned round = 0; round < 400; round++) {
    Level0Life life(seed + round);
    for (int step = 0; step < 24; step++) {
      life.Step();
      const TreeVersion tree = life.Tree();
      const Status now = CheckTree(tree), old = CheckSequencesFor78(tree);
      ASSERT_OK(now);
      ASSERT_OK(old) << round << "/" << step << old.ToString() << tree.DebugString(false);
    }
  }
}

TEST(FlushNumbers, AnOutputTakesThePlaceOfItsOldestInput) {
  const Drawing d = Draw("L0: f5[a-c]@50..60 f4[d-f]@40..55 f3[a-c]@20..30 f2[a-c]@10..15");
  const FileList& all = d.tree->files(0);
  EXPECT_EQ(all[3]->epoch, EpochOfOutput({all[0], all[2], all[3]}));
  EXPECT_EQ(0u, EpochOfOutput({}));
  // 10..60 around 40..55 would be nested, so it begins later; the two lower files alone fit.
  EXPECT_EQ(41u, RecordedSmallestOfL0Output(all, {all[0], all[2], all[3]}, 10, 60));
  EXPECT_EQ(10u, RecordedSmallestOfL0Output(all, {all[2], all[3]}, 10, 30));
}

// A tombstone cut in three gives three files the same largest sequence number. The output of a job
// over one of them takes a number above the others when none below is free.
TEST(FlushNumbers, AnOutputFindsAPlaceAmongPiecesOfTheSameTombstone) {
  const Drawing d = Draw(
      "L0: f6[a-c]@1112..1131 f5[d-f]@1093..1131 f4[g-h]@1131 f3[d-f]@1092..1107 "
      "f2[a-c]@1066..1076");
  const FileList& all = d.tree->files(0);
  EXPECT_EQ(1094u, RecordedSmallestOfL0Output(all, {all[0], all[4]}, 1066, 1131));
}

// -- Properties
// --------------------------------------------------------------------------------------

TEST(BucketPropertiesInputs, ShowsEveryBucketWithItsLoad) {
  const Drawing d =
      Draw("L0: f3[a-c]@3 f2[a-d]@2 f1[q-r]@1\nL1: f9[a-z]@1\nmap: m\nrunning: 4 L0->L1 f1 f9");
  const BucketMap map(kOrder, d.boundaries);
  BucketStats stats(2, 4);
  stats.RecordFlush({{0, 640, "b"}});
  const BucketPropertiesInput in{d.tree.get(), &map, &stats, &d.jobs, 1, 5, 6};
  const std::string table = BucketTable(in, false);
  EXPECT_NE(std::string::npos, table.find("Buckets: 2  max depth: 2  splits: 5  merges: 6"));
  EXPECT_NE(std::string::npos, table.find("(-inf, m)"));
  auto p = BucketProperties(in);
  EXPECT_EQ("2", p["bucket.0.depth"]);
  EXPECT_EQ("2", p["bucket.0.idle-files"]);
  EXPECT_EQ("1", p["bucket.1.depth"]);
  EXPECT_EQ("0", p["bucket.1.idle-files"]);
  EXPECT_EQ("2000", p["bucket.0.temperature-milli"]);
  EXPECT_EQ("6", p["merges"]);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
