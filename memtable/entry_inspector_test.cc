// Lengths of entries at the end of a chunk.
#include "memtable/entry_inspector.h"

#include <gtest/gtest.h>

#include <string>

#include "test/support/status_assertions.h"
#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {
namespace {

constexpr size_t kGuardBytes = 8;

// Encodes an entry of the version 5 of `key`, and seals it.
void Put(EntryInspector* inspector, char* at, const std::string& key) {
  memtable_entry::Encode(at, key, 5, kTypeValue, "v");
  const uint64_t guard = entry_guard::OfContents(kTypeValue, key, "v") ^ entry_guard::OfSequence(5);
  ASSERT_OK(inspector->Seal(at, memtable_entry::EncodedSize(key, "v"), guard));
}

TEST(EntryInspector, ALengthOfAnotherKeyDoesNotReachBeyondTheChunk) {
  ConcurrentArena arena;
  EntryInspector inspector(&arena, kGuardBytes, false);
  const std::string large(100, 'k');
  const std::string small(4, 'k');
  Put(&inspector, arena.Allocate(memtable_entry::EncodedSize(large, "v") + kGuardBytes), large);
  // A chunk of its own, with the small entry at its very end.
  char* chunk = arena.Allocate(size_t{3} << 20);
  const size_t bytes = memtable_entry::EncodedSize(small, "v") + kGuardBytes;
  char* last = chunk + arena.RoomFrom(chunk) - bytes;
  Put(&inspector, last, small);
  EXPECT_TRUE(inspector.MayCompare(last));
  const size_t to_the_end = bytes - 1;
  for (size_t size = 0; size <= 108; ++size) {
    *last = static_cast<char>(size);
    EXPECT_EQ(inspector.MayCompare(last), size >= kInternalTailBytes && size <= to_the_end) << size;
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
