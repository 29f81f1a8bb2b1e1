// Filter blocks: cache-local Bloom, the older Bloom and Ribbon out of bytes that may be anything
// must answer without reading beyond; a filter just built must match every key it was built from.
//
// Input: one byte of flags, then the filter, or with kBuiltFilter the keys.
#include "rocksdb/filter_policy.h"
#include "rocksdb/table.h"
#include "table/block.h"
#include "table/bloom_filter.h"
#include "table/filter_reader.h"
#include "test/fuzz/block_model.h"

namespace bucketlsm_fuzz {
namespace {

constexpr uint8_t kBuiltFilter = 1;

// Keys whose hashes reach every part of a filter.
void AskAround(const FilterBitsReader& filter) {
  for (uint32_t i = 0; i < 200; i++) {
    const std::string key = "key" + std::to_string(i);
    const bool once = filter.MayMatch(key, Hash64(key));
    FUZZ_CHECK(filter.MayMatch(key, Hash64(key)) == once, "two answers");
  }
  for (const uint64_t hash : {uint64_t{0}, UINT64_MAX, uint64_t{1} << 63, uint64_t{UINT32_MAX}}) {
    (void)filter.MayMatch("", hash);
  }
}

void CheckBuilt(Draws draws) {
  const auto millibits = static_cast<int>(1000 + draws.Below(30000));
  const std::unique_ptr<FilterBitsBuilder> builder = NewBloomBuilder(millibits);
  std::vector<std::string> keys;
  while (!draws.empty() && keys.size() < 500) keys.push_back(draws.Sized().ToString());
  if (keys.empty()) return;
  for (const std::string& key : keys) builder->AddHash(Hash64(key));
  const size_t added = builder->NumAdded();
  const size_t promised = builder->SizeFor(added);
  FUZZ_CHECK(builder->EntriesFor(promised) >= added, "EntriesFor");
  const std::string bytes = builder->Finish();
  FUZZ_CHECK(bytes.size() == promised, "SizeFor");
  std::unique_ptr<Block> block;
  FUZZ_OK(MakeBlock(BlockKind::kFilter, bytes, &block));
  for (const std::string& key : keys) {
    FUZZ_CHECK(block->filter()->MayMatch(key, Hash64(key)), "an added key is denied");
  }
}

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(filter_block) {
  Draws draws(input);
  if ((draws.Byte() & kBuiltFilter) != 0) {
    CheckBuilt(draws);
    return;
  }
  std::unique_ptr<Block> block;
  FUZZ_OK(MakeBlock(BlockKind::kFilter, draws.Rest(), &block));
  AskAround(*block->filter());
}
