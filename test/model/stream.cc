// Text and random draws of operation streams. Called by the runner, the reducer and their tests.
#include "test/model/stream.h"

#include <algorithm>
#include <random>
#include <sstream>

#include "test/model/operations.h"

namespace model {
namespace {

void AppendArgs(const std::vector<ArgSpec>& specs, const Args& args, std::string* out) {
  for (size_t i = 0; i < specs.size(); i++) {
    *out += ' ';
    *out += specs[i].kind == Arg::kWord ? specs[i].words[args[i]] : std::to_string(args[i]);
  }
}

bool ParseNumber(const std::string& word, const ArgSpec& spec, uint32_t* number) {
  if (spec.kind == Arg::kWord) {
    const auto at = std::find(spec.words.begin(), spec.words.end(), word);
    *number = static_cast<uint32_t>(at - spec.words.begin());
    return at != spec.words.end();
  }
  if (word.empty() || word.size() > 9) return false;
  *number = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') return false;
    *number = *number * 10 + static_cast<uint32_t>(c - '0');
  }
  return *number >= SmallestOf(spec) && *number < LimitOf(spec);
}

// Reads one number for each spec; false with a sentence otherwise.
bool ParseArgs(const std::vector<ArgSpec>& specs, std::istringstream* words, Args* args,
               std::string* error) {
  for (const ArgSpec& spec : specs) {
    std::string word;
    *words >> word;
    uint32_t number = 0;
    if (!ParseNumber(word, spec, &number)) {
      *error = word.empty() ? "an argument is missing" : "'" + word + "' cannot stand here";
      return false;
    }
    args->push_back(number);
  }
  return true;
}

bool ParseOp(const std::string& line, Op* op, std::string* error) {
  std::istringstream words(line);
  std::string word;
  words >> word;
  op->operation = FindOperation(word);
  if (op->operation == nullptr) {
    *error = "there is no operation '" + word + "'";
    return false;
  }
  if (!ParseArgs(op->operation->args, &words, &op->args, error)) return false;
  while (words >> word) {
    if (word != ":" || op->operation->max_items == 0) {
      *error = "'" + word + "' is too much";
      return false;
    }
    if (!ParseArgs(op->operation->items, &words, &op->items.emplace_back(), error)) return false;
  }
  return true;
}

class Draw {
 public:
  explicit Draw(uint64_t seed) : random_(seed) {
    // Streams that never do one thing reach states that streams which do everything never see.
    const bool uneven = seed % 4 != 0;
    for (const Operation& operation : Operations()) {
      static constexpr uint32_t kFactors[] = {0, 1, 1, 3};
      const uint32_t factor = uneven ? kFactors[Below(4)] : 1;
      total_ += operation.weight * std::max(factor, operation.always ? 1u : 0u);
      until_.push_back(total_);
    }
  }

  Op Next() {
    step_++;
    const uint32_t dice = Below(total_);
    const size_t row =
        static_cast<size_t>(std::upper_bound(until_.begin(), until_.end(), dice) - until_.begin());
    Op op;
    op.operation = &Operations()[row];
    op.args = All(op.operation->args);
    if (op.operation->max_items == 0) return op;
    for (uint32_t n = 1 + Below(op.operation->max_items); n > 0; n--) {
      op.items.push_back(All(op.operation->items));
    }
    return op;
  }

 private:
  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  Args All(const std::vector<ArgSpec>& specs) {
    Args args;
    for (const ArgSpec& spec : specs) args.push_back(One(spec));
    return args;
  }
  // Half of the keys fall into a narrow range that moves: buckets heat, split and cool.
  uint32_t Key() {
    const uint32_t hot = step_ / 2000 * 97 % kKeys;
    return Below(2) == 0 ? (hot + Below(40)) % kKeys : Below(kKeys);
  }
  uint32_t One(const ArgSpec& spec) {
    switch (spec.kind) {
      case Arg::kFamily:
        return Below(3) != 0 ? 0 : Below(2) == 0 ? 1 : Below(kFamilies);
      case Arg::kKey:
        return Key();
      case Arg::kReadKey:
        return Below(10) != 0 ? Key() : kFirstOnceKey + Below(kOnceKeys);
      case Arg::kTag:
        return ++tag_;
      case Arg::kSize:
        return Below(8) == 0 ? Below(1500) : Below(150);
      case Arg::kWidth:  // wide deletions would leave little to look at
        return Below(8) == 0 ? Below(kKeys) : Below(12);
      case Arg::kView:
        return Below(4) != 0 ? 0 : Below(kSlots + 1);
      default:
        return SmallestOf(spec) + Below(LimitOf(spec) - SmallestOf(spec));
    }
  }

  std::mt19937_64 random_;
  std::vector<uint32_t> until_;  // running sums of weights
  uint32_t total_ = 0;
  uint32_t step_ = 0;
  uint32_t tag_ = 0;
};

}  // namespace

uint32_t SmallestOf(const ArgSpec& spec) { return spec.kind == Arg::kOnceKey ? kFirstOnceKey : 0; }

uint32_t LimitOf(const ArgSpec& spec) {
  switch (spec.kind) {
    case Arg::kFamily:
      return kFamilies;
    case Arg::kKey:
      return kKeys;
    case Arg::kOnceKey:
    case Arg::kReadKey:
      return kFirstOnceKey + kOnceKeys;
    case Arg::kTag:
      return 1'000'000'000;
    case Arg::kSize:
      return 1 << 20;
    case Arg::kWidth:
      return kKeys + 1;
    case Arg::kCount:
      return 25;
    case Arg::kSlot:
      return kSlots;
    case Arg::kView:
      return kSlots + 1;
    case Arg::kWord:
      return static_cast<uint32_t>(spec.words.size());
  }
  return 1;
}

std::string ToText(const Op& op) {
  std::string text = op.operation->name;
  AppendArgs(op.operation->args, op.args, &text);
  for (const Args& item : op.items) {
    text += " :";
    AppendArgs(op.operation->items, item, &text);
  }
  return text;
}

std::string ToText(const Stream& stream) {
  std::string text;
  for (const Op& op : stream) text += ToText(op) + "\n";
  return text;
}

bool FromText(const std::string& text, Stream* stream, std::string* error) {
  stream->clear();
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); number++) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
    Op op;
    if (!ParseOp(line, &op, error)) {
      *error = "line " + std::to_string(number) + ": " + *error;
      return false;
    }
    stream->push_back(std::move(op));
  }
  return true;
}

Stream DrawStream(uint64_t seed, size_t operations) {
  Draw draw(seed);
  Stream stream;
  stream.reserve(operations + 6);
  for (size_t i = 0; i < operations; i++) stream.push_back(draw.Next());
  Stream end;
  std::string error;
  if (FromText("check\nreopen same plain\ncheck\ncompact_all\ncheck\nverify\n", &end, &error)) {
    stream.insert(stream.end(), end.begin(), end.end());
  }
  return stream;
}

}  // namespace model
