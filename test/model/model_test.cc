// The model check: each stream of operations, under every option set, must be answered as ordered
// maps answer it. BUCKETLSM_MODEL_OPS sets the operations of a stream, BUCKETLSM_SEED draws the
// same streams again, BUCKETLSM_MODEL_STREAM names a file with a stream to run instead,
// BUCKETLSM_MODEL_SETS is a regular expression for the names of option sets.
#include <fstream>
#include <sstream>

#include "test/model/reducer.h"
#include "test/model/runner.h"
#include "test/support/scratch.h"

namespace model {
namespace {

using system_test::EnvNumber;
using system_test::Scaled;
using system_test::TestSeed;

constexpr uint64_t kStreams = 3;

Stream StreamOfFile(const char* path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  Stream stream;
  std::string error;
  EXPECT_TRUE(file && FromText(text.str(), &stream, &error)) << path << ": " << error;
  return stream;
}

class EveryOptionSet : public testing::TestWithParam<uint64_t> {};

TEST_P(EveryOptionSet, AnswersAStreamAsOrderedMapsDo) {
  const char* path = std::getenv("BUCKETLSM_MODEL_STREAM");
  const uint64_t seed = TestSeed() + GetParam();
  const size_t operations = static_cast<size_t>(EnvNumber("BUCKETLSM_MODEL_OPS", Scaled(6000)));
  const Stream stream = path != nullptr ? StreamOfFile(path) : DrawStream(seed, operations);
  const Answers expected = RunOnModel(stream);
  const auto sets = ChosenSets();
  ASSERT_FALSE(sets.empty());
  for (const OptionSet* set : sets) {
    const Outcome outcome = RunOnDatabase(stream, expected, *set);
    if (!outcome.mismatch) {
      EXPECT_EQ(outcome.digest, expected.all) << set->name;
      continue;
    }
    ADD_FAILURE() << outcome.mismatch->ToString()
                  << ExplainFailure(stream, *set, seed, std::chrono::seconds(60));
    return;
  }
}

INSTANTIATE_TEST_SUITE_P(Model, EveryOptionSet, testing::Range(uint64_t{0}, kStreams));

}  // namespace
}  // namespace model
