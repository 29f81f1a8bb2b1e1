// A stream of operations as a value: drawn from a seed, printed as text and read back, cut down by
// the reducer. What the operations mean stands in the table of test/model_operations.h.
// Must never depend on a database.
//
// Text: one operation a line, its arguments in order, then its items, each after a colon.
//   put 0 17 4213 150
//   walk 0 0 lower 40 90 : seek 50 0 : next 0 3
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace model {

// What a number of an operation stands for. It decides how the number is drawn and printed.
enum class Arg {
  kFamily,   // 0 is the default column family; others may be absent
  kKey,      // of the keys that see every kind of write
  kOnceKey,  // of the keys that see only Put when absent and SingleDelete when present
  kReadKey,  // of either
  kTag,      // makes a value unique
  kSize,     // bytes of a value
  kWidth,    // keys of a range
  kCount,    // steps
  kSlot,     // a place that holds a snapshot or an iterator
  kView,     // 0: now; else the snapshot in slot kView - 1, or now when the slot is empty
  kWord,     // one of `words`
};

struct ArgSpec {
  Arg kind;
  std::vector<std::string> words = {};
};

struct Operation;  // a row of the table
using Args = std::vector<uint32_t>;

struct Op {
  const Operation* operation = nullptr;
  Args args;
  std::vector<Args> items;
  bool operator==(const Op&) const = default;
};
using Stream = std::vector<Op>;

constexpr uint32_t kFamilies = 4;
constexpr uint32_t kKeys = 600;
constexpr uint32_t kFirstOnceKey = 9000;
constexpr uint32_t kOnceKeys = 60;
constexpr uint32_t kSlots = 3;

std::string ToText(const Op& op);
std::string ToText(const Stream& stream);
// Lines that are empty or begin with # are passed over. False, with a sentence, at the first line
// that is not an operation.
bool FromText(const std::string& text, Stream* stream, std::string* error);

// The numbers of one kind that may stand in a stream: below this, from SmallestOf.
uint32_t SmallestOf(const ArgSpec& spec);
uint32_t LimitOf(const ArgSpec& spec);

// The same seed and count give the same stream. Three seeds of four leave some kinds of operation
// out and make others frequent. The stream ends with checks of everything, before and after a
// reopen and a full compaction.
Stream DrawStream(uint64_t seed, size_t operations);

}  // namespace model
