// What keys and values look like, so that any wrong value is recognised from its own bytes. Used by
// every part of db_stress, and once more in tools/crashtest/stock.py; must never read the database.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/merge_operator.h"
#include "rocksdb/slice.h"

namespace stress {

// What a key holds, in 8 bytes: a put makes a word of its id, a merge makes one out of the word
// before. A value is a function of word, tag and key number.
using Word = uint64_t;
inline constexpr Word kAbsent = 0;

// A merge operand is the function x -> mul * x + add (mod 2^64): folding operands into one before
// they meet the value gives the same result, and each order of them another.
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

// The tag tells a column family, in a generation of its own, from every other.
inline uint32_t TagOf(uint32_t slot, uint32_t generation) {
  return slot << 24 | (generation & 0xffffff);
}
std::string ValueOf(Word word, uint32_t tag, uint32_t number);
// The word of a value, or kAbsent with a sentence in *why when the bytes are not what that word,
// tag and key make.
Word ReadValue(const rocksdb::Slice& value, uint32_t tag, uint32_t number, std::string* why);

std::string OperandOf(const Step& step, uint32_t tag, uint32_t number);
// False: not an operand, or of another key.
bool ReadOperand(const rocksdb::Slice& operand, uint32_t number, Step* step, uint32_t* tag);

// Folds operands as above and answers false (so reads fail) to anything that is not well formed.
std::shared_ptr<rocksdb::MergeOperator> NewStepMerger();

}  // namespace stress
