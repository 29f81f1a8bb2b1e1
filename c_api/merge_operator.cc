// Merge operators made of callbacks.
#include "rocksdb/merge_operator.h"

#include <cstdlib>
#include <deque>
#include <vector>

#include "c_api/handles.h"

using ROCKSDB_NAMESPACE::Logger;
using ROCKSDB_NAMESPACE::Slice;

namespace {

using FullMergeFunction = char* (*)(void*, const char*, size_t, const char*, size_t,
                                    const char* const*, const size_t*, int, unsigned char*,
                                    size_t*);
using PartialMergeFunction = char* (*)(void*, const char*, size_t, const char* const*,
                                       const size_t*, int, unsigned char*, size_t*);
using DeleteFunction = void (*)(void*, const char*, size_t);

// Operands as the two arrays that the callbacks take.
struct OperandArrays {
  template <class Operands>
  explicit OperandArrays(const Operands& operands) {
    bytes.reserve(operands.size());
    sizes.reserve(operands.size());
    for (const Slice& operand : operands) {
      bytes.push_back(operand.data());
      sizes.push_back(operand.size());
    }
  }
  int count() const { return static_cast<int>(bytes.size()); }

  std::vector<const char*> bytes;
  std::vector<size_t> sizes;
};

class CallbackMergeOperator : public rocksdb_mergeoperator_t {
 public:
  CallbackMergeOperator(void* state, void (*destructor)(void*), FullMergeFunction full_merge,
                        PartialMergeFunction partial_merge, DeleteFunction delete_value,
                        const char* (*name)(void*))
      : state_(state, destructor),
        full_merge_(full_merge),
        partial_merge_(partial_merge),
        delete_value_(delete_value),
        name_(name) {}

  const char* Name() const override { return name_(state_.get()); }

  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    const OperandArrays operands(in.operand_list);
    const Slice existing = in.existing_value != nullptr ? *in.existing_value : Slice(nullptr, 0);
    unsigned char success = 0;
    size_t size = 0;
    char* merged = full_merge_(state_.get(), in.key.data(), in.key.size(), existing.data(),
                               existing.size(), operands.bytes.data(), operands.sizes.data(),
                               operands.count(), &success, &size);
    return Take(merged, size, success, &out->new_value);
  }

  bool PartialMergeMulti(const Slice& key, const std::deque<Slice>& operand_list,
                         std::string* new_value, Logger*) const override {
    const OperandArrays operands(operand_list);
    unsigned char success = 0;
    size_t size = 0;
    char* merged = partial_merge_(state_.get(), key.data(), key.size(), operands.bytes.data(),
                                  operands.sizes.data(), operands.count(), &success, &size);
    return Take(merged, size, success, new_value);
  }

 private:
  // Copies the callback's result, which may be missing where it failed, and frees it.
  bool Take(char* merged, size_t size, unsigned char success, std::string* value) const {
    if (merged != nullptr) {
      value->assign(merged, size);
    }
    if (delete_value_ != nullptr) {
      delete_value_(state_.get(), merged, size);
    } else {
      std::free(merged);
    }
    return success != 0;
  }

  c_api::CallbackState state_;
  FullMergeFunction full_merge_;
  PartialMergeFunction partial_merge_;
  DeleteFunction delete_value_;
  const char* (*name_)(void*);
};

}  // namespace

rocksdb_mergeoperator_t* rocksdb_mergeoperator_create(
    void* state, void (*destructor)(void* state),
    char* (*full_merge)(void* state, const char* key, size_t key_size, const char* existing,
                        size_t existing_size, const char* const* operands,
                        const size_t* operand_sizes, int count, unsigned char* success,
                        size_t* result_size),
    char* (*partial_merge)(void* state, const char* key, size_t key_size,
                           const char* const* operands, const size_t* operand_sizes, int count,
                           unsigned char* success, size_t* result_size),
    void (*delete_value)(void* state, const char* value, size_t value_size),
    const char* (*name)(void* state)) {
  return new CallbackMergeOperator(state, destructor, full_merge, partial_merge, delete_value,
                                   name);
}

void rocksdb_mergeoperator_destroy(rocksdb_mergeoperator_t* merge_operator) {
  delete merge_operator;
}
