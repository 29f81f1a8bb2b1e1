// Keys, values and operands as bytes, and the merge operator for them.
#include "tools/db_stress/value_code.h"

#include <cstdio>
#include <cstring>

#include "tools/db_bench/random.h"

namespace stress {

namespace {

using bench::Scatter;
using rocksdb::Slice;

constexpr size_t kHeadBytes = 16;     // word, tag, key number
constexpr size_t kOperandBytes = 32;  // mul, add, tag, key number, check

void AppendNumber(std::string* out, uint64_t n, int bytes) {
  for (int i = 0; i < bytes; ++i) out->push_back(static_cast<char>(n >> (8 * i)));
}

uint64_t NumberAt(const Slice& in, size_t at, int bytes) {
  uint64_t n = 0;
  for (int i = 0; i < bytes; ++i) {
    n |= static_cast<uint64_t>(static_cast<unsigned char>(in[at + static_cast<size_t>(i)]))
         << (8 * i);
  }
  return n;
}

uint64_t OperandCheck(const Step& step, uint32_t tag, uint32_t number) {
  return Scatter(step.mul ^ Scatter(step.add ^ (uint64_t{tag} << 32 | number)));
}

// Most are short; one in 64 has some kilobytes.
size_t FillerBlocks(Word word) {
  const uint64_t dice = Scatter(word);
  return dice % 64 == 0 ? 200 + (dice >> 8) % 500 : (dice >> 8) % 24;
}

class StepMerger : public rocksdb::MergeOperator {
 public:
  const char* Name() const override { return "db_stress.StepMerger"; }

  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    uint32_t number = 0, tag = 0;
    if (!NumberOf(in.key, &number) || in.operand_list.empty()) return false;
    Step all;
    for (const Slice& operand : in.operand_list) {
      Step one;
      if (!ReadOperand(operand, number, &one, &tag)) return false;
      all = all.Then(one);
    }
    Word before = kAbsent;
    std::string why;
    if (in.existing_value != nullptr) {
      before = ReadValue(*in.existing_value, tag, number, &why);
      if (!why.empty()) return false;
    }
    out->new_value = ValueOf(all.After(before), tag, number);
    return true;
  }

  bool PartialMerge(const Slice& key, const Slice& left, const Slice& right, std::string* result,
                    rocksdb::Logger* /*logger*/) const override {
    uint32_t number = 0, tag = 0;
    Step first, second;
    if (!NumberOf(key, &number) || !ReadOperand(left, number, &first, &tag) ||
        !ReadOperand(right, number, &second, &tag))
      return false;
    *result = OperandOf(first.Then(second), tag, number);
    return true;
  }
};

}  // namespace

// Odd, so that no word is kAbsent; steps multiply by odd numbers, which is invertible.
Word WordOfPut(uint64_t id) { return Scatter(id) | 1; }

Step StepOfMerge(uint64_t id) { return {Scatter(id + 1) | 1, Scatter(id + 2)}; }

std::string KeyOf(uint32_t number) {
  char text[24];
  std::snprintf(text, sizeof(text), "key%08u", number);
  // Eight digits decide the order; the tail makes lengths differ.
  return text + std::string(number % 4 * 3, 'x');
}

bool NumberOf(const Slice& key, uint32_t* number) {
  uint32_t n = 0;
  if (key.size() < 11 || std::memcmp(key.data(), "key", 3) != 0) return false;
  for (size_t i = 3; i < 11; ++i) {
    if (key[i] < '0' || key[i] > '9') return false;
    n = n * 10 + static_cast<uint32_t>(key[i] - '0');
  }
  *number = n;
  return key == KeyOf(n);
}

std::string ValueOf(Word word, uint32_t tag, uint32_t number) {
  std::string value;
  const size_t blocks = FillerBlocks(word);
  value.reserve(kHeadBytes + 8 * blocks + 8);
  AppendNumber(&value, word, 8);
  AppendNumber(&value, tag, 4);
  AppendNumber(&value, number, 4);
  for (size_t i = 0; i < blocks; ++i) AppendNumber(&value, Scatter(word + i / 2), 8);
  AppendNumber(&value, Scatter(word ^ Scatter(uint64_t{tag} << 32 | number)), 8);
  return value;
}

Word ReadValue(const Slice& value, uint32_t tag, uint32_t number, std::string* why) {
  if (value.size() < kHeadBytes + 8) {
    *why = "a value of " + std::to_string(value.size()) + " bytes was never written";
    return kAbsent;
  }
  const Word word = NumberAt(value, 0, 8);
  // The head determines the whole value, so every wrong byte shows.
  if (value == ValueOf(word, tag, number)) return word;
  *why = "damaged value: its head says word " + std::to_string(word) + ", family tag " +
         std::to_string(NumberAt(value, 8, 4)) + " (expected " + std::to_string(tag) + "), key " +
         std::to_string(NumberAt(value, 12, 4)) + " (expected " + std::to_string(number) + ")";
  return kAbsent;
}

std::string OperandOf(const Step& step, uint32_t tag, uint32_t number) {
  std::string operand;
  AppendNumber(&operand, step.mul, 8);
  AppendNumber(&operand, step.add, 8);
  AppendNumber(&operand, tag, 4);
  AppendNumber(&operand, number, 4);
  AppendNumber(&operand, OperandCheck(step, tag, number), 8);
  return operand;
}

bool ReadOperand(const Slice& operand, uint32_t number, Step* step, uint32_t* tag) {
  if (operand.size() != kOperandBytes) return false;
  step->mul = NumberAt(operand, 0, 8);
  step->add = NumberAt(operand, 8, 8);
  *tag = static_cast<uint32_t>(NumberAt(operand, 16, 4));
  return NumberAt(operand, 20, 4) == number &&
         NumberAt(operand, 24, 8) == OperandCheck(*step, *tag, number);
}

std::shared_ptr<rocksdb::MergeOperator> NewStepMerger() { return std::make_shared<StepMerger>(); }

}  // namespace stress
