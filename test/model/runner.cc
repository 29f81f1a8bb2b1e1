// Digests of answers, and where two differ.
#include "test/model/runner.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <regex>
#include <thread>

#include "test/model/operations.h"
#include "util/hash.h"

namespace model {
namespace {

uint64_t Chain(uint64_t all, uint64_t one) { return (all ^ one) * 0x9e3779b97f4a7c15u + 1; }

// The model's answer to one operation, in full.
std::string ModelAnswer(const Stream& stream, size_t index) {
  World world;
  std::string answer;
  for (size_t i = 0; i <= index && i < stream.size(); i++) {
    answer.clear();
    stream[i].operation->on_model(stream[i], &world, &answer);
  }
  return answer;
}

std::string Around(const std::string& text, size_t place) {
  constexpr size_t kBefore = 60, kLength = 200;
  if (text.size() <= kLength) return text;
  const size_t from = place < kBefore ? 0 : place - kBefore;
  return (from > 0 ? "..." : "") + text.substr(std::min(from, text.size()), kLength) + "...";
}

}  // namespace

std::string Mismatch::ToString() const {
  const auto differs =
      std::mismatch(expected.begin(), expected.end(), got.begin(), got.end()).first;
  const size_t place = static_cast<size_t>(differs - expected.begin());
  return "option set " + set + ", operation " + std::to_string(index) + ": " +
         Around(operation, 0) + "\n  the ordered map answers: " + Around(expected, place) +
         "\n  the database answers:    " + Around(got, place) + "\n";
}

Answers RunOnModel(const Stream& stream) {
  World world;
  Answers answers;
  answers.each.reserve(stream.size());
  std::string answer;
  for (const Op& op : stream) {
    answer.clear();
    op.operation->on_model(op, &world, &answer);
    answers.each.push_back(Hash64(answer));
    answers.all = Chain(answers.all, answers.each.back());
  }
  return answers;
}

Outcome RunOnDatabase(const Stream& stream, const Answers& expected, const OptionSet& set) {
  Outcome outcome;
  Database database(set);
  Status s = database.Open();
  if (!s.ok()) {
    outcome.mismatch = Mismatch{set.name, 0, "opening", "ok", s.ToString()};
    return outcome;
  }
  std::string answer;
  for (size_t i = 0; i < stream.size(); i++) {
    answer.clear();
    stream[i].operation->on_database(stream[i], &database, &answer);
    const uint64_t digest = Hash64(answer);
    outcome.digest = Chain(outcome.digest, digest);
    if (digest == expected.each[i]) continue;
    outcome.mismatch =
        Mismatch{set.name, i, ToText(stream[i]), ModelAnswer(stream, i), std::move(answer)};
    return outcome;
  }
  s = database.Close();
  if (!s.ok()) {
    outcome.mismatch = Mismatch{set.name, stream.size(), "closing", "ok", s.ToString()};
  }
  return outcome;
}

Outcome RunOnBoth(const Stream& stream, const OptionSet& set) {
  return RunOnDatabase(stream, RunOnModel(stream), set);
}

std::vector<const OptionSet*> ChosenSets() {
  const char* text = std::getenv("BUCKETLSM_MODEL_SETS");
  const std::regex wanted(text != nullptr ? text : ".*");
  std::vector<const OptionSet*> sets;
  for (const OptionSet& set : system_test::OptionSets()) {
    if (std::regex_match(set.name, wanted)) sets.push_back(&set);
  }
  return sets;
}

std::vector<Mismatch> RunUnderSets(const Stream& stream, const Answers& expected,
                                   const std::vector<const OptionSet*>& sets, unsigned jobs,
                                   const std::function<void(const Outcome&)>& done) {
  std::vector<Outcome> outcomes(sets.size());
  std::atomic<size_t> next{0};
  std::vector<std::thread> threads;
  for (unsigned j = 0; j < jobs; j++) {
    threads.emplace_back([&] {
      for (size_t i = next++; i < sets.size(); i = next++) {
        outcomes[i] = RunOnDatabase(stream, expected, *sets[i]);
        if (done) done(outcomes[i]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<Mismatch> mismatches;
  for (const Outcome& outcome : outcomes) {
    if (outcome.mismatch) mismatches.push_back(*outcome.mismatch);
  }
  return mismatches;
}

}  // namespace model
