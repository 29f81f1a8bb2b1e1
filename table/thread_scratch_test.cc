// The spare buffer of a thread.
#include "table/thread_scratch.h"

#include <gtest/gtest.h>

namespace ROCKSDB_NAMESPACE {
namespace {

TEST(ThreadScratch, AReadWithinAReadHasMemoryOfItsOwn) {
  ThreadScratch outer;
  char* const first = outer.Take(5000);
  first[0] = 'a';
  {
    ThreadScratch inner;
    char* const second = inner.Take(9000);
    ASSERT_NE(first, second);
    second[0] = 'b';
  }
  EXPECT_EQ(first[0], 'a');
}

TEST(ThreadScratch, IsUsedAgainUnlessItIsHuge) {
  const auto place = [](size_t size) {
    ThreadScratch scratch;
    return scratch.Take(size);
  };
  char* const kept = place(300000);
  EXPECT_EQ(place(4096), kept);
  (void)place(size_t{64} << 20);
  // The huge one is gone; a small one is what the thread finds next.
  ThreadScratch next;
  EXPECT_NE(next.Take(4096), nullptr);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
