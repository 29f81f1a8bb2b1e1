// The cost of cutting Level 0 into intervals (hazard 15), in comparisons.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "util/random.h"
#include "version/counting_comparator.h"
#include "version/l0_intervals.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::string Key(uint64_t number) {
  char text[24];
  std::snprintf(text, sizeof(text), "%012llu", static_cast<unsigned long long>(number));
  return text;
}

enum Shape { kSideBySide, kScattered, kAllOverAll };

// `n` files, newest first.
FileList MakeFiles(size_t n, Shape shape) {
  Random64 random(17);
  FileList files;
  for (size_t i = 0; i < n; ++i) {
    uint64_t begin = shape == kSideBySide ? i * 100 : random.Uniform(n * 100), width = 99;
    if (shape == kAllOverAll) {
      width = 1000000;
      begin = random.Uniform(1000);
    }
    auto file = std::make_shared<FileMeta>();
    file->number = i + 1;
    file->epoch = n - i;
    file->file_size = 1000;
    file->smallest = MakeInternalKey(Key(begin), 10, kTypeValue);
    file->largest = MakeInternalKey(Key(begin + width), 10, kTypeValue);
    files.push_back(std::move(file));
  }
  return files;
}

uint64_t ComparisonsFor(size_t n, Shape shape) {
  CountingComparator counting;
  const InternalKeyOrder order(&counting);
  const FileList files = MakeFiles(n, shape);
  counting.calls = 0;
  const L0Intervals l0(order, files);
  EXPECT_FALSE(l0.intervals().empty());
  return counting.calls;
}

TEST(L0Cost, Hazard15ComparisonsGrowAsNLogN) {
  for (const Shape shape : {kSideBySide, kScattered, kAllOverAll}) {
    const size_t n = 400;
    const uint64_t small = ComparisonsFor(n, shape), large = ComparisonsFor(4 * n, shape);
    EXPECT_GT(small, n);
    // Four times the files cost 4 * log(8n) / log(2n) = 4.8 times as much; a square costs 16.
    EXPECT_LT(large, 6 * small) << "shape " << shape;
    const double bounds = 2.0 * static_cast<double>(4 * n);
    EXPECT_LT(static_cast<double>(large), 4 * bounds * std::log2(bounds)) << "shape " << shape;
  }
}

TEST(L0Cost, Hazard15FindingTheIntervalOfAKeyIsABinarySearch) {
  CountingComparator counting;
  const InternalKeyOrder order(&counting);
  const FileList files = MakeFiles(1000, kScattered);
  const L0Intervals l0(order, files);
  counting.calls = 0;
  Random64 random(3);
  for (int i = 0; i < 1000; ++i) {
    const std::string key = Key(random.Uniform(100000));
    const int found = l0.Find(order, key);
    ASSERT_GE(found, -1);
  }
  EXPECT_LT(counting.calls, 1000u * 2 * 12);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
