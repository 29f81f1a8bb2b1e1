// Runs a stream on the ordered maps and on databases, and compares their answers. Called by the
// tests and by the long run; reports and never aborts.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "test/model/database.h"
#include "test/model/stream.h"

namespace model {

// What a stream must answer: a digest for each operation, and one of all.
struct Answers {
  std::vector<uint64_t> each;
  uint64_t all = 0;
};

struct Mismatch {
  std::string set;
  size_t index = 0;  // of the first operation that was answered differently; size(): closing
  std::string operation;
  std::string expected;
  std::string got;
  // A few lines; of long answers the surroundings of the first difference.
  std::string ToString() const;
};

struct Outcome {
  uint64_t digest = 0;  // of all answers
  std::optional<Mismatch> mismatch;
};

Answers RunOnModel(const Stream& stream);
// In a new database, closed at the end.
Outcome RunOnDatabase(const Stream& stream, const Answers& expected, const OptionSet& set);
// Both, for a stream seen once.
Outcome RunOnBoth(const Stream& stream, const OptionSet& set);

// The option sets whose names match the regular expression in BUCKETLSM_MODEL_SETS, or all.
std::vector<const OptionSet*> ChosenSets();

// Answers of all sets to one stream. `done` is called after each set, from any thread.
// Returns the mismatches in the order of the sets.
std::vector<Mismatch> RunUnderSets(const Stream& stream, const Answers& expected,
                                   const std::vector<const OptionSet*>& sets, unsigned jobs,
                                   const std::function<void(const Outcome&)>& done = {});

}  // namespace model
