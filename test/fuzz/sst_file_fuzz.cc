// Whole table files from bytes. The footer is made to say "no checksums" and its own one is put
// right, so that what the fuzzer changes is parsed rather than refused.
//
// Input: one byte of flags, then the file. Files made by stock RocksDB serve as seeds.
#include "rocksdb/comparator.h"
#include "table/block_checksum.h"
#include "table/sst_footer.h"
#include "test/fuzz/table_use.h"

namespace bucketlsm_fuzz {
namespace {

constexpr uint8_t kAsItIs = 1;
constexpr uint8_t kCached = 2;
constexpr uint8_t kPrefixes = 4;
constexpr uint8_t kIngested = 8;

// The parts of a footer that count here.
constexpr size_t kVersionAt = 41, kOwnChecksumAt = 5, kContextAt = 9;

void Unchecked(std::string* file) {
  if (file->size() < kFooterBytes) return;
  char* footer = file->data() + file->size() - kFooterBytes;
  if (LoadFixed64(footer + kFooterBytes - 8) != kSstMagic) return;
  footer[0] = kNoChecksum;
  if (LoadFixed32(footer + kVersionAt) < 6) return;
  StoreFixed32(footer + kOwnChecksumAt, 0);
  const uint32_t sum = BlockChecksum(kNoChecksum, footer, kFooterBytes) +
                       ContextTerm(LoadFixed32(footer + kContextAt), file->size() - kFooterBytes);
  StoreFixed32(footer + kOwnChecksumAt, sum);
}

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(sst_file) {
  Draws draws(input);
  const uint8_t flags = draws.Byte();
  std::string file = draws.Rest().ToString();
  if ((flags & kAsItIs) == 0) Unchecked(&file);
  BlockBasedTableOptions table;
  table.filter_policy.reset(NewBloomFilterPolicy(10));
  if ((flags & kCached) != 0) {
    table.block_cache = NewLRUCache(1 << 20, 0);
    table.cache_index_and_filter_blocks = true;
  } else {
    table.no_block_cache = true;
  }
  TableReaderOptions how{InternalKeyOrder(BytewiseComparator())};
  if ((flags & kPrefixes) != 0) how.prefix_extractor.reset(NewFixedPrefixTransform(5));
  if ((flags & kIngested) != 0) how.largest_seqno = 1000;
  TableUse(table, how, file).Everything(Draws(Slice(file)));
}
