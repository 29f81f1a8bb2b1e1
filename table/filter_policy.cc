// The built-in filter policies. Both read every built-in filter and build cache-local Bloom
// filters. A Ribbon policy builds Bloom filters too, which take more memory; Ribbon filters that
// others wrote are read.
#include "rocksdb/filter_policy.h"

#include <cmath>
#include <cstdio>

#include "rocksdb/table.h"
#include "table/bloom_filter.h"
#include "table/filter_reader.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Below half a bit a filter is not worth having; below one bit a Bloom filter takes one; more than
// 100 bits bring nothing.
int MillibitsOf(double bits_per_key) {
  if (!(bits_per_key >= 0.5)) return 0;
  if (bits_per_key < 1.0) return 1000;
  if (!(bits_per_key < 100.0)) return 100000;
  return static_cast<int>(bits_per_key * 1000.0 + 0.500001);
}

// The text as OPTIONS files show it, without zeroes at the end.
std::string BitsText(int millibits) {
  char text[32];
  std::snprintf(text, sizeof(text), "%g", millibits / 1000.0);
  return text;
}

// The common part of the built-in policies. Immutable; one object serves all tables of a family.
class BuiltinFilterPolicy : public FilterPolicy {
 public:
  explicit BuiltinFilterPolicy(double bits_per_key) : millibits_(MillibitsOf(bits_per_key)) {}

  // Part of the filter block's name in files. Under this name stock finds our filters and we find
  // stock's.
  const char* CompatibilityName() const override { return "rocksdb.BuiltinBloomFilter"; }
  // nullptr: the table gets no filter.
  FilterBitsBuilder* GetBuilderWithContext(const FilterBuildingContext&) const override {
    return millibits_ == 0 ? nullptr : NewBloomBuilder(millibits_).release();
  }
  FilterBitsReader* GetFilterBitsReader(const Slice& contents) const override {
    return NewFilterReader(contents).release();
  }
  bool IsInstanceOf(const std::string& name) const override {
    return name == CompatibilityName() || FilterPolicy::IsInstanceOf(name);
  }

 protected:
  const int millibits_;
};

class BloomPolicy : public BuiltinFilterPolicy {
 public:
  using BuiltinFilterPolicy::BuiltinFilterPolicy;
  const char* Name() const override { return "bloomfilter"; }
  const char* NickName() const override { return "rocksdb.BloomFilter"; }
  std::string GetId() const override {
    return std::string(Name()) + ":" + BitsText(millibits_) + ":false";
  }
};

// bloom_before_level_ is kept for the option's text only; all levels get Bloom filters.
class RibbonPolicy : public BuiltinFilterPolicy {
 public:
  RibbonPolicy(double bits_per_key, int bloom_before_level)
      : BuiltinFilterPolicy(bits_per_key), bloom_before_level_(bloom_before_level) {}
  const char* Name() const override { return "ribbonfilter"; }
  const char* NickName() const override { return "rocksdb.RibbonFilter"; }
  std::string GetId() const override {
    return std::string(Name()) + ":" + BitsText(millibits_) + ":" +
           std::to_string(bloom_before_level_);
  }

 private:
  const int bloom_before_level_;
};

}  // namespace

FilterPolicy::~FilterPolicy() = default;

FilterBuildingContext::FilterBuildingContext(const BlockBasedTableOptions& options)
    : table_options(options) {}

const FilterPolicy* NewBloomFilterPolicy(double bits_per_key, bool) {
  return new BloomPolicy(bits_per_key);
}

FilterPolicy* NewRibbonFilterPolicy(double bloom_equivalent_bits_per_key, int bloom_before_level) {
  return new RibbonPolicy(bloom_equivalent_bits_per_key, bloom_before_level);
}

}  // namespace ROCKSDB_NAMESPACE
