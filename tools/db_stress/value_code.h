// The bytes of keys and values. Any wrong value shows from its own bytes. tools/crashtest/stock.py
// implements the same format. It never reads the database.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/merge_operator.h"
#include "rocksdb/slice.h"

namespace stress {

// The contents of a key in 8 bytes. A put makes a word from its id, a merge from the word before. A
// value is a function of word, tag and key number.
using Word = uint64_t;
inline constexpr Word kAbsent = 0;

// A merge operand is the function x -> mul * x + add (mod 2^64). Folding operands before they meet
// the value gives the same result, and another order gives another result.
struct Step {
  uint64_t mul = 1;
  uint64_t add = 0;

  Word After(Word before) const { return before * mul + add; }
  // This step, then `next`.
  Step Then(const Step& next) const { return {mul * next.mul, add * next.mul + next.add}; }
};

Word WordOfPut(uint64_t id);
Step StepOfMerge(uint64_t id);

// Keys order like their numbers (bytewise) and have several lengths.
std::string KeyOf(uint32_t number);
bool NumberOf(const rocksdb::Slice& key, uint32_t* number);
// Sorts before every key.
inline std::string BeforeAllKeys() { return "key"; }

// The tag identifies a column family and its generation.
inline uint32_t TagOf(uint32_t slot, uint32_t generation) {
  return slot << 24 | (generation & 0xffffff);
}
std::string ValueOf(Word word, uint32_t tag, uint32_t number);
// Returns the word of a value. Returns kAbsent, and a sentence in *why, if the bytes are not those
// of this word, tag and key.
Word ReadValue(const rocksdb::Slice& value, uint32_t tag, uint32_t number, std::string* why);

std::string OperandOf(const Step& step, uint32_t tag, uint32_t number);
// False if the bytes are no operand, or one of another key.
bool ReadOperand(const rocksdb::Slice& operand, uint32_t number, Step* step, uint32_t* tag);

// Folds operands as above. It returns false for malformed bytes, so that reads fail.
std::shared_ptr<rocksdb::MergeOperator> NewStepMerger();

}  // namespace stress
