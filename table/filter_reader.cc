// Filters that need no bits, and the choice among those that do.
#include "table/filter_reader.h"

#include "table/bloom_filter.h"
#include "table/ribbon_filter.h"

namespace ROCKSDB_NAMESPACE {

namespace {

class ConstantReader : public FilterBitsReader {
 public:
  explicit ConstantReader(bool answer) : answer_(answer) {}
  bool MayMatch(const Slice&, uint64_t) const override { return answer_; }

 private:
  const bool answer_;
};

// nullptr when no reader knows the layout.
std::unique_ptr<FilterBitsReader> NewKnownReader(const Slice& bits, const char* tail) {
  const auto mark = static_cast<int8_t>(tail[0]);
  if (mark == -1) return NewBloomReader(bits, tail);
  if (mark == -2) return NewRibbonReader(bits, tail);
  if (mark >= 1 && mark <= kMostBloomProbes) return NewLegacyBloomReader(bits, tail);
  return nullptr;
}

}  // namespace

std::unique_ptr<FilterBitsReader> NewFilterReader(const Slice& contents) {
  // A filter without bits is one to which nothing was added.
  if (contents.size() <= kFilterTailBytes) return std::make_unique<ConstantReader>(false);
  const Slice bits(contents.data(), contents.size() - kFilterTailBytes);
  auto reader = NewKnownReader(bits, contents.data() + bits.size());
  return reader != nullptr ? std::move(reader) : std::make_unique<ConstantReader>(true);
}

}  // namespace ROCKSDB_NAMESPACE
