// Tests of the model check itself: streams as text, the table of operations, and the reducer, which
// must find planted faults and print streams of a few operations.
#include <rapidcheck.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "rocksdb/compaction_filter.h"
#include "test/model/operations.h"
#include "test/model/reducer.h"
#include "test/model/runner.h"
#include "test/support/scratch.h"

namespace model {
namespace {

using system_test::TestSeed;

// Small numbers, so that operations meet on the same keys, and shrinking towards none.
uint32_t ArbitraryNumber(const ArgSpec& spec) {
  const uint32_t limit = std::min(LimitOf(spec) - SmallestOf(spec), 40u);
  return SmallestOf(spec) + *rc::gen::inRange(0u, limit);
}

Args ArbitraryArgs(const std::vector<ArgSpec>& specs) {
  Args args;
  for (const ArgSpec& spec : specs) args.push_back(ArbitraryNumber(spec));
  return args;
}

rc::Gen<Op> ArbitraryOp() {
  return rc::gen::exec([] {
    Op op;
    op.operation = &Operations()[*rc::gen::inRange<size_t>(0, Operations().size())];
    op.args = ArbitraryArgs(op.operation->args);
    const uint32_t most = std::min(op.operation->max_items, 4u);
    for (uint32_t n = most == 0 ? 0 : *rc::gen::inRange(1u, most + 1); n > 0; n--) {
      op.items.push_back(ArbitraryArgs(op.operation->items));
    }
    return op;
  });
}

rc::Gen<Stream> ArbitraryStream() { return rc::gen::container<Stream>(ArbitraryOp()); }

// rapidcheck draws from a seed of its own unless told.
bool Holds(const std::string& property, const std::function<void()>& body, int runs) {
  const std::string settings =
      "seed=" + std::to_string(TestSeed()) + " max_success=" + std::to_string(runs);
  ::setenv("RC_PARAMS", settings.c_str(), 0);
  return rc::check(property, body);
}

Stream StreamOf(const std::string& text) {
  Stream stream;
  std::string error;
  EXPECT_TRUE(FromText(text, &stream, &error)) << error;
  return stream;
}

// ---- short streams, many of them, drawn and shrunk by rapidcheck
TEST(ModelParts, ShortArbitraryStreamsAreAnsweredAsOrderedMapsDo) {
  const auto& sets = system_test::OptionSets();
  EXPECT_TRUE(Holds(
      "a stream is answered as the ordered maps answer it",
      [&sets] {
        const Stream stream = *ArbitraryStream();
        const OptionSet& set = sets[*rc::gen::inRange<size_t>(0, sets.size())];
        const Outcome outcome = RunOnBoth(stream, set);
        if (outcome.mismatch) RC_FAIL(ToText(stream) + outcome.mismatch->ToString());
      },
      200));
}

// ---- text
TEST(ModelParts, AStreamPrintedAndReadBackIsTheSameStream) {
  EXPECT_TRUE(Holds(
      "text and back",
      [] {
        const Stream stream = *ArbitraryStream();
        Stream again;
        std::string error;
        RC_ASSERT(FromText("# a remark\n\n" + ToText(stream), &again, &error));
        RC_ASSERT(again == stream);
      },
      200));
}

TEST(ModelParts, TextThatIsNoStreamIsRefusedWithItsLine) {
  const std::pair<const char*, const char*> cases[] = {
      {"put 0 1 2 3\nputt 0 1 2 3\n", "line 2: there is no operation 'putt'"},
      {"put 0 1 2\n", "line 1: an argument is missing"},
      {"put 4 1 2 3\n", "line 1: '4' cannot stand here"},
      {"put 0 x 2 3\n", "line 1: 'x' cannot stand here"},
      {"put 0 1 2 3 4\n", "line 1: '4' is too much"},
      {"put 0 1 2 3 : 4\n", "line 1: ':' is too much"},
      {"once 0 5 1 1\n", "line 1: '5' cannot stand here"},
      {"reopen twice\n", "line 1: 'twice' cannot stand here"},
      {"walk 0 0 all 0 0 : seek 5\n", "line 1: an argument is missing"},
  };
  for (const auto& [text, want] : cases) {
    Stream stream;
    std::string error;
    EXPECT_FALSE(FromText(text, &stream, &error)) << text;
    EXPECT_EQ(error, want);
  }
}

TEST(ModelParts, ASeedDrawsOneStreamAndEveryOperationOfTheTableIsDrawnSomewhere) {
  EXPECT_EQ(DrawStream(7, 2000), DrawStream(7, 2000));
  EXPECT_NE(DrawStream(7, 2000), DrawStream(8, 2000));
  std::set<std::string> drawn, names;
  for (const Op& op : DrawStream(4, 20000)) drawn.insert(op.operation->name);
  for (const Operation& operation : Operations()) names.insert(operation.name);
  EXPECT_EQ(drawn, names);
  EXPECT_EQ(names.size(), Operations().size());
}

TEST(ModelParts, AtLeastTwentyOptionSetsWithNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const OptionSet& set : system_test::OptionSets()) names.insert(set.name);
  EXPECT_EQ(names.size(), system_test::OptionSets().size());
  EXPECT_GE(names.size(), 20u);
}

// ---- the reducer on failures that need no database
TEST(ModelReducer, WhatRemainsStillFailsAndNothingMoreCanBeLeftOut) {
  EXPECT_TRUE(Holds(
      "one put and one later get of the same key remain",
      [] {
        const Stream stream = *ArbitraryStream();
        const FailsAfter fails = [](const Stream& s) -> size_t {
          std::set<uint32_t> put;
          for (size_t i = 0; i < s.size(); i++) {
            if (s[i].operation->name == "put") put.insert(s[i].args[1]);
            if (s[i].operation->name == "get" && put.count(s[i].args[2]) > 0) return i + 1;
          }
          return 0;
        };
        const Reduction reduction = Reduce(stream, fails, std::chrono::seconds(10));
        if (fails(stream) == 0) {
          RC_ASSERT(reduction.stream == stream);
        } else {
          RC_ASSERT(ToText(reduction.stream) == "put 0 0 0 0\nget 0 0 0\n");
        }
      },
      200));
}

TEST(ModelReducer, EndsInTimeWithAStreamThatFails) {
  const Stream stream = DrawStream(3, 3000);
  // A run takes longer than any budget that thousands of runs could keep to.
  const FailsAfter slow = [](const Stream& s) -> size_t {
    RunOnModel(s);
    return s.size() > 1500 ? s.size() : 0;
  };
  const auto began = std::chrono::steady_clock::now();
  const Reduction reduction = Reduce(stream, slow, std::chrono::milliseconds(50));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30));
  EXPECT_FALSE(reduction.finished);
  EXPECT_GT(slow(reduction.stream), 0u);
  EXPECT_LE(reduction.stream.size(), stream.size());
}

// ---- planted faults
// Forgets the newest operand when there are three or more and a value below them.
class ForgetfulMerge : public system_test::AppendOperator {
 public:
  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    if (in.existing_value == nullptr || in.operand_list.size() < 3) return Base(in, out);
    const std::vector<Slice> older(in.operand_list.begin(), in.operand_list.end() - 1);
    return Base(MergeOperationInput(in.key, in.existing_value, older, in.logger), out);
  }
  bool PartialMerge(const Slice&, const Slice&, const Slice&, std::string*,
                    Logger*) const override {
    return false;
  }
  const char* Name() const override { return "ForgetfulMerge"; }

 private:
  bool Base(const MergeOperationInput& in, MergeOperationOutput* out) const {
    return system_test::AppendOperator::FullMergeV2(in, out);
  }
};

// Loses the values of one key.
class LosingFilter : public CompactionFilter {
 public:
  bool Filter(int, const Slice& key, const Slice&, std::string*, bool*) const override {
    return key.starts_with("key00000017");
  }
  const char* Name() const override { return "LosingFilter"; }
};

// Loses in manual compactions alone: when others run depends on time, and a reduced stream must
// fail each time it is replayed.
class LosingFilters : public CompactionFilterFactory {
 public:
  std::unique_ptr<CompactionFilter> CreateCompactionFilter(
      const CompactionFilter::Context& context) override {
    return context.is_manual_compaction ? std::make_unique<LosingFilter>() : nullptr;
  }
  const char* Name() const override { return "LosingFilters"; }
};

// Takes two neighbours for one key.
class NearSightedOrder : public Comparator {
 public:
  int Compare(const Slice& a, const Slice& b) const override { return Seen(a).compare(Seen(b)); }
  const char* Name() const override { return "NearSightedOrder"; }
  void FindShortestSeparator(std::string*, const Slice&) const override {}
  void FindShortSuccessor(std::string*) const override {}

 private:
  static Slice Seen(const Slice& key) {
    return key.starts_with("key00000021") ? Slice("key00000020") : key;
  }
};

struct Plant {
  OptionSet set;
  std::vector<std::string> needed;  // operations that no failing stream lacks
};

const std::vector<Plant>& Plants() {
  static const NearSightedOrder near_sighted;
  static const std::vector<Plant> plants = {
      {{"forgetful_merge",
        [](Options* o) { o->merge_operator = std::make_shared<ForgetfulMerge>(); }},
       {}},
      {{"losing_filter",
        [](Options* o) { o->compaction_filter_factory = std::make_shared<LosingFilters>(); }},
       {" 17 "}},
      {{"near_sighted_order", [](Options* o) { o->comparator = &near_sighted; }}, {}},
  };
  return plants;
}

// A stream that fails under the set; empty: none of those tried does. Every fourth seed draws all
// operations, and a stream of this length need not meet a fault that takes a put and three merges
// of one key.
Stream StreamThatMeets(const OptionSet& set, uint64_t* seed) {
  for (*seed = 4; *seed <= 40; *seed += 4) {
    Stream stream = DrawStream(*seed, 10000);
    const Outcome found = RunOnBoth(stream, set);
    if (!found.mismatch) continue;
    EXPECT_NE(found.mismatch->expected, found.mismatch->got);
    return stream;
  }
  return {};
}

class PlantedFault : public testing::TestWithParam<size_t> {};

TEST_P(PlantedFault, IsFoundAndReducedToTenOperationsThatFailAgainWhenReplayed) {
  const Plant& plant = Plants()[GetParam()];
  uint64_t seed = 0;
  const Stream stream = StreamThatMeets(plant.set, &seed);
  ASSERT_FALSE(stream.empty()) << "no stream met the fault";

  const system_test::ScratchDir dir;
  const std::string report =
      ExplainFailure(stream, plant.set, seed, std::chrono::seconds(300), dir.path());
  std::cout << report;
  EXPECT_NE(report.find("smallest failing stream"), std::string::npos);
  EXPECT_NE(report.find("BUCKETLSM_MODEL_STREAM="), std::string::npos);

  const auto file = std::filesystem::directory_iterator(dir.path())->path();
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  const Stream replayed = StreamOf(text.str());
  EXPECT_LE(replayed.size(), 10u);
  EXPECT_TRUE(RunOnBoth(replayed, plant.set).mismatch);
  EXPECT_FALSE(RunOnBoth(replayed, system_test::OptionSets().front()).mismatch);
  for (const std::string& word : plant.needed) {
    EXPECT_NE(text.str().find(word), std::string::npos) << "needs " << word;
  }
}

INSTANTIATE_TEST_SUITE_P(ModelReducer, PlantedFault, testing::Range(size_t{0}, Plants().size()),
                         [](const auto& info) {
                           return std::string(Plants()[info.param].set.name);
                         });

TEST(ModelReducer, AMismatchNamesTheFirstOperationThatDiffersAndBothAnswers) {
  const Stream stream =
      StreamOf("put 0 1 7 0\nmerge 0 1 8\nmerge 0 1 9\nmerge 0 1 10\nget 0 0 1\n");
  const Outcome outcome = RunOnBoth(stream, Plants()[0].set);
  ASSERT_TRUE(outcome.mismatch);
  EXPECT_EQ(outcome.mismatch->index, 4u);
  EXPECT_EQ(outcome.mismatch->operation, "get 0 0 1");
  EXPECT_EQ(outcome.mismatch->expected, "=7,8,9,10 ");
  EXPECT_EQ(outcome.mismatch->got, "=7,8,9 ");
}

// Found by the model check: the operands of an entity began with its encoding.
TEST(ModelFound, OperandsOfAnEntityBeginWithItsDefaultColumn) {
  const Stream stream = StreamOf(
      "batch : 0 entity 0 5 3\noperands 0 0 0\nmerge 0 0 6\noperands 0 0 0\nflush 0 wait\n"
      "operands 0 0 0\ncompact_all\noperands 0 0 0\n");
  const Outcome outcome = RunOnBoth(stream, system_test::OptionSets().front());
  EXPECT_FALSE(outcome.mismatch) << outcome.mismatch->ToString();
}

}  // namespace
}  // namespace model
