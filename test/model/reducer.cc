// The search for a smaller failing stream.
#include "test/model/reducer.h"

#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "test/model/operations.h"
#include "test/model/runner.h"

namespace model {
namespace {

class Search {
 public:
  Search(const Stream& stream, const FailsAfter& fails_after, std::chrono::milliseconds budget)
      : best_(stream), fails_after_(fails_after), end_(std::chrono::steady_clock::now() + budget) {}

  Reduction Go() {
    if (Accept(best_)) {
      bool smaller = true;
      while (smaller && !OutOfTime()) {
        smaller = DropOperations();
        smaller |= DropItems();
        smaller |= RenumberKeys();
        smaller |= ShrinkNumbers();
      }
    }
    return {best_, attempts_, !OutOfTime()};
  }

 private:
  bool OutOfTime() const { return std::chrono::steady_clock::now() >= end_; }

  // Takes the candidate over if it fails, without what comes after the failure.
  bool Accept(Stream candidate) {
    if (OutOfTime()) return false;
    attempts_++;
    const size_t length = fails_after_(candidate);
    if (length == 0) return false;
    candidate.resize(std::min(length, candidate.size()));
    best_ = std::move(candidate);
    return true;
  }

  bool DropOperations() {
    bool any = false;
    for (size_t chunk = std::max<size_t>(best_.size() / 2, 1);; chunk /= 2) {
      // From the end: what stands there is needed least often by what remains.
      for (size_t end = best_.size(); end > 0 && !OutOfTime();) {
        const size_t begin = end > chunk ? end - chunk : 0;
        Stream candidate(best_.begin(), best_.begin() + static_cast<long>(begin));
        candidate.insert(candidate.end(), best_.begin() + static_cast<long>(end), best_.end());
        any |= !candidate.empty() && Accept(std::move(candidate));
        end = std::min(begin, best_.size());
      }
      if (chunk == 1 || OutOfTime()) return any;
    }
  }

  bool DropItems() {
    bool any = false;
    for (size_t i = 0; i < best_.size(); i++) {
      for (size_t item = i < best_.size() ? best_[i].items.size() : 0; item > 0; item--) {
        if (i >= best_.size() || item > best_[i].items.size()) continue;
        Stream candidate = best_;
        candidate[i].items.erase(candidate[i].items.begin() + static_cast<long>(item - 1));
        any |= Accept(std::move(candidate));
      }
    }
    return any;
  }

  // Calls fn(spec, &number) for every number of the stream.
  template <class Fn>
  static void EachNumber(Stream* stream, const Fn& fn) {
    for (Op& op : *stream) {
      for (size_t a = 0; a < op.args.size(); a++) fn(op.operation->args[a], &op.args[a]);
      for (Args& item : op.items) {
        for (size_t a = 0; a < item.size(); a++) fn(op.operation->items[a], &item[a]);
      }
    }
  }

  // All keys at once become 0, 1, 2 ... in their order, so that operations on one key stay on one.
  bool RenumberKeys() {
    const auto is_key = [](const ArgSpec& spec, uint32_t number) {
      return spec.kind == Arg::kKey || (spec.kind == Arg::kReadKey && number < kKeys);
    };
    std::set<uint32_t> keys;
    EachNumber(&best_, [&](const ArgSpec& spec, uint32_t* number) {
      if (is_key(spec, *number)) keys.insert(*number);
    });
    Stream candidate = best_;
    EachNumber(&candidate, [&](const ArgSpec& spec, uint32_t* number) {
      if (is_key(spec, *number)) {
        *number = static_cast<uint32_t>(std::distance(keys.begin(), keys.find(*number)));
      }
    });
    return candidate != best_ && Accept(std::move(candidate));
  }

  // Tries the smallest value, half of the way to it, and one less, number by number.
  bool ShrinkNumbers() {
    bool any = false;
    for (size_t place = 0; !OutOfTime(); place++) {
      uint32_t present = 0, smallest = 0;
      if (!NumberAt(best_, place, &present, &smallest)) break;
      for (const uint32_t smaller :
           {smallest, smallest + (present - smallest) / 2, present > 0 ? present - 1 : 0}) {
        if (smaller >= present || smaller < smallest) continue;
        Stream candidate = best_;
        SetNumberAt(&candidate, place, smaller);
        if (!Accept(std::move(candidate))) continue;
        any = true;
        break;
      }
    }
    return any;
  }
  static bool NumberAt(Stream stream, size_t place, uint32_t* present, uint32_t* smallest) {
    size_t at = 0;
    bool found = false;
    EachNumber(&stream, [&](const ArgSpec& spec, uint32_t* number) {
      if (at++ != place) return;
      found = true;
      *present = *number;
      *smallest = SmallestOf(spec);
    });
    return found;
  }
  static void SetNumberAt(Stream* stream, size_t place, uint32_t value) {
    size_t at = 0;
    EachNumber(stream, [&](const ArgSpec&, uint32_t* number) {
      if (at++ == place) *number = value;
    });
  }

  Stream best_;
  const FailsAfter& fails_after_;
  const std::chrono::steady_clock::time_point end_;
  size_t attempts_ = 0;
};

std::string WriteStream(const std::string& text, const std::string& set, uint64_t seed,
                        const std::string& directory) {
  const std::filesystem::path folder =
      directory.empty() ? std::filesystem::temp_directory_path() : std::filesystem::path(directory);
  const std::filesystem::path file =
      folder / ("model." + set + "." + std::to_string(seed) + "." + std::to_string(::getpid()));
  std::ofstream out(file);
  out << text;
  out.close();
  return out ? file.string() : "";
}

}  // namespace

Reduction Reduce(const Stream& stream, const FailsAfter& fails_after,
                 std::chrono::milliseconds budget) {
  return Search(stream, fails_after, budget).Go();
}

FailsAfter FailsUnder(const system_test::OptionSet& set, int tries) {
  return [&set, tries](const Stream& stream) -> size_t {
    const Answers expected = RunOnModel(stream);
    for (int i = 0; i < tries; i++) {
      const Outcome outcome = RunOnDatabase(stream, expected, set);
      if (outcome.mismatch) return std::min(outcome.mismatch->index + 1, stream.size());
    }
    return 0;
  };
}

std::string ExplainFailure(const Stream& stream, const system_test::OptionSet& set, uint64_t seed,
                           std::chrono::milliseconds budget, const std::string& directory) {
  Reduction reduction = Reduce(stream, FailsUnder(set, 1), budget / 2);
  const bool stubborn = reduction.attempts > 1;
  const Reduction second =
      Reduce(stubborn ? reduction.stream : stream, FailsUnder(set, stubborn ? 2 : 8), budget / 2);
  reduction.stream = second.stream;
  const Outcome last = RunOnBoth(reduction.stream, set);
  const std::string text = ToText(reduction.stream);
  const std::string file = WriteStream("# fails under option set " + std::string(set.name) +
                                           ", seed " + std::to_string(seed) + "\n" + text,
                                       set.name, seed, directory);
  std::string report = "smallest failing stream (" + std::to_string(reduction.stream.size()) +
                       " of " + std::to_string(stream.size()) + " operations, " +
                       std::to_string(reduction.attempts + second.attempts) + " streams tried" +
                       (second.finished ? "" : ", out of time") + "):\n" +
                       (text.size() < 20000 ? text : text.substr(0, 20000) + "...\n");
  report += last.mismatch ? last.mismatch->ToString()
                          : "the last run of it did not fail: the failure depends on timing\n";
  return report + "replay: tools/modeltest.sh --replay " + file + " --sets " + set.name +
         "\n    or: BUCKETLSM_MODEL_STREAM=" + file + " BUCKETLSM_MODEL_SETS=" + set.name +
         " model_tests --gtest_filter='Model*EveryOptionSet*'\n";
}

}  // namespace model
