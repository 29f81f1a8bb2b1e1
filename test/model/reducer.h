// Cuts a failing stream down to a small one that still fails. Called when a run finds a mismatch.
// Never makes a stream that would use the database in a forbidden way: every stream is legal.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "test/model/option_sets.h"
#include "test/model/stream.h"

namespace model {

// How many operations, from the beginning, `stream` takes to fail; 0: it does not fail.
using FailsAfter = std::function<size_t(const Stream& stream)>;

struct Reduction {
  Stream stream;          // fails
  size_t attempts = 0;    // streams tried
  bool finished = false;  // nothing more can be left out; else time ran out
};

// Leaves out runs of operations, half of the stream first and single ones last, then items of
// operations, then makes numbers smaller, until nothing helps. The given stream is returned when it
// does not fail at all.
Reduction Reduce(const Stream& stream, const FailsAfter& fails_after,
                 std::chrono::milliseconds budget);

// Fails when any of `tries` runs under the option set gives another answer than the ordered map:
// what depends on the timing of background work does not fail every time.
FailsAfter FailsUnder(const system_test::OptionSet& set, int tries);

// Reduces a stream that failed under `set`, writes it into `directory` (empty: the directory for
// temporary files), and returns what to show: the smallest stream, what differs, and the command
// that replays it.
std::string ExplainFailure(const Stream& stream, const system_test::OptionSet& set, uint64_t seed,
                           std::chrono::milliseconds budget, const std::string& directory = "");

}  // namespace model
