#include "c_api/uint64_add.h"

#include <cstdint>
#include <string>

namespace c_api {
namespace {

using ROCKSDB_NAMESPACE::Slice;

uint64_t NumberOf(const Slice& bytes) {
  uint64_t number = 0;
  if (bytes.size() == sizeof(number)) {
    for (size_t i = 0; i < sizeof(number); ++i) {
      number |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
  }
  return number;
}

class Uint64AddOperator : public ROCKSDB_NAMESPACE::AssociativeMergeOperator {
 public:
  const char* Name() const override { return "UInt64AddOperator"; }
  const char* NickName() const override { return "uint64add"; }

  bool Merge(const Slice&, const Slice* existing, const Slice& operand, std::string* result,
             ROCKSDB_NAMESPACE::Logger*) const override {
    const uint64_t sum = (existing != nullptr ? NumberOf(*existing) : 0) + NumberOf(operand);
    result->clear();
    for (size_t i = 0; i < sizeof(sum); ++i) {
      result->push_back(static_cast<char>(sum >> (8 * i)));
    }
    return true;
  }
};

}  // namespace

std::shared_ptr<ROCKSDB_NAMESPACE::MergeOperator> NewUint64AddOperator() {
  return std::make_shared<Uint64AddOperator>();
}

}  // namespace c_api
