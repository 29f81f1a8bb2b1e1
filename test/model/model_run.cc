// The long form of the model check: streams of operations under every option set until enough were
// run, with progress and a summary. Called by tools/modeltest.sh. Exit code 1 on any mismatch.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <thread>

#include "test/model/operations.h"
#include "test/model/reducer.h"
#include "test/model/runner.h"

namespace model {
namespace {

using Clock = std::chrono::steady_clock;

struct Settings {
  uint64_t operations = 10'000'000;
  double minutes = 0;  // 0: no limit
  uint64_t seed = 0;   // 0: a new one
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  size_t stream_operations = 20000;
  int reduce_seconds = 300;
  std::string replay;
  std::string keep;
};

constexpr char kUsage[] =
    "  --ops N          operations to run, counted under each option set (default 10000000)\n"
    "  --minutes M      end after this time; without --ops, whatever the count\n"
    "  --seed S         of the first stream; the next ones follow (default: a new one)\n"
    "  --jobs J         databases at work at a time (default: one a processor)\n"
    "  --stream-ops N   operations of a stream (default 20000)\n"
    "  --sets REGEX     only option sets whose names match\n"
    "  --reduce SEC     seconds for making a failing stream small (default 300)\n"
    "  --keep DIR       where failing streams are written (default: for temporary files)\n"
    "  --replay FILE    run the stream in this file once, under every chosen option set\n"
    "  --list           option sets and operations\n";

class LongRun {
 public:
  explicit LongRun(const Settings& settings)
      : settings_(settings), sets_(ChosenSets()), began_(Clock::now()) {}

  int Go() {
    if (sets_.empty()) {
      std::fprintf(stderr, "no option set matches\n");
      return 2;
    }
    if (!settings_.replay.empty()) return Replay();
    uint64_t seed = settings_.seed;
    std::printf("seed %llu, %zu option sets, %zu operations a stream, %u jobs\n", Number(seed),
                sets_.size(), settings_.stream_operations, settings_.jobs);
    while (!Enough() && failures_ < 3) {
      OneStream(DrawStream(seed, settings_.stream_operations), seed);
      seed++;
    }
    Summary();
    return failures_ == 0 ? 0 : 1;
  }

 private:
  static unsigned long long Number(uint64_t n) { return n; }
  double Minutes() const {
    return std::chrono::duration<double>(Clock::now() - began_).count() / 60;
  }
  bool Enough() const {
    return operations_ >= settings_.operations ||
           (settings_.minutes > 0 && Minutes() >= settings_.minutes);
  }

  int Replay() {
    std::ifstream file(settings_.replay);
    std::stringstream text;
    text << file.rdbuf();
    Stream stream;
    std::string error;
    if (!file || !FromText(text.str(), &stream, &error)) {
      std::fprintf(stderr, "%s: %s\n", settings_.replay.c_str(),
                   file ? error.c_str() : "cannot be read");
      return 2;
    }
    for (const Mismatch& m : RunUnderSets(stream, RunOnModel(stream), sets_, settings_.jobs)) {
      std::cout << m.ToString();
      failures_++;
    }
    std::printf("%zu operations under %zu option sets: %zu mismatches\n", stream.size(),
                sets_.size(), failures_);
    return failures_ == 0 ? 0 : 1;
  }

  void OneStream(const Stream& stream, uint64_t seed) {
    const Answers expected = RunOnModel(stream);
    const auto mismatches =
        RunUnderSets(stream, expected, sets_, settings_.jobs, [&](const Outcome& outcome) {
          operations_ += outcome.mismatch ? outcome.mismatch->index : stream.size();
        });
    streams_++;
    for (const Op& op : stream) kinds_[op.operation->name] += sets_.size();
    std::printf(
        "[%6.1f min] stream %llu: digest %016llx under %zu of %zu sets; %.2f M operations\n",
        Minutes(), Number(seed), Number(expected.all), sets_.size() - mismatches.size(),
        sets_.size(), static_cast<double>(operations_) / 1e6);
    std::fflush(stdout);
    for (const Mismatch& mismatch : mismatches) {
      failures_++;
      std::cout << "MISMATCH: " << mismatch.ToString() << std::flush;
      if (failures_ > 3) continue;  // minutes each
      for (const OptionSet* set : sets_) {
        if (set->name != mismatch.set) continue;
        std::cout << ExplainFailure(stream, *set, seed,
                                    std::chrono::seconds(settings_.reduce_seconds), settings_.keep)
                  << std::flush;
      }
    }
  }

  void Summary() const {
    std::printf(
        "%llu operations, %zu streams under %zu option sets, %.1f minutes: %zu mismatches\n",
        Number(operations_), streams_, sets_.size(), Minutes(), failures_);
    for (const auto& [name, count] : kinds_) {
      std::printf("  %-13s %11llu\n", name.c_str(), Number(count));
    }
  }

  const Settings settings_;
  const std::vector<const OptionSet*> sets_;
  const Clock::time_point began_;
  std::atomic<uint64_t> operations_{0};
  std::map<std::string, uint64_t> kinds_;
  size_t streams_ = 0;
  size_t failures_ = 0;
};

void List() {
  for (const OptionSet& set : system_test::OptionSets()) std::printf("set %s\n", set.name);
  for (const Operation& operation : Operations()) std::printf("op  %s\n", operation.name.c_str());
}

// Takes one flag over; false: there is no such flag.
bool Take(const std::string& flag, const char* value, Settings* settings) {
  if (flag == "--ops") {
    settings->operations = std::strtoull(value, nullptr, 10);
  } else if (flag == "--minutes") {
    settings->minutes = std::atof(value);
  } else if (flag == "--seed") {
    settings->seed = std::strtoull(value, nullptr, 10);
  } else if (flag == "--jobs") {
    settings->jobs = static_cast<unsigned>(std::max(1, std::atoi(value)));
  } else if (flag == "--stream-ops") {
    settings->stream_operations = std::strtoull(value, nullptr, 10);
  } else if (flag == "--sets") {
    ::setenv("BUCKETLSM_MODEL_SETS", value, 1);
  } else if (flag == "--reduce") {
    settings->reduce_seconds = std::atoi(value);
  } else if (flag == "--keep") {
    settings->keep = value;
  } else if (flag == "--replay") {
    settings->replay = value;
  } else {
    return false;
  }
  return true;
}

int Main(int argc, char** argv) {
  Settings settings;
  std::set<std::string> given;
  for (int i = 1; i < argc;) {
    const std::string flag = argv[i++];
    if (flag == "--help") {
      std::printf("usage: model_run [options]\n%s", kUsage);
      return 0;
    }
    if (flag == "--list") {
      List();
      return 0;
    }
    if (i == argc || !Take(flag, argv[i], &settings)) {
      std::fprintf(stderr, "unknown option or no value: %s (see --help)\n", flag.c_str());
      return 2;
    }
    given.insert(flag);
    i++;
  }
  if (given.count("--minutes") > 0 && given.count("--ops") == 0) {
    settings.operations = UINT64_MAX;
  }
  if (settings.seed == 0) settings.seed = std::random_device{}();
  return LongRun(settings).Go();
}

}  // namespace
}  // namespace model

int main(int argc, char** argv) { return model::Main(argc, argv); }
