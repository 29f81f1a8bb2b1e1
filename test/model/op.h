// One operation of a stream as a value: a row of the table of test/model/operations.h with the
// numbers it is called with. Must never depend on a database.
#pragma once

#include <cstdint>
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

}  // namespace model
