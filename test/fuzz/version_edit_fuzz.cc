// MANIFEST records: what decodes and can be encoded decodes to the same again, and its encoding is
// stable; bucket boundaries within it are read too.
//
// Input: the record.
#include <algorithm>

#include "bucket/bucket_map.h"
#include "rocksdb/comparator.h"
#include "test/fuzz/fuzz.h"
#include "version/version_edit.h"

namespace bucketlsm_fuzz {
namespace {

void CheckBoundaries(const std::string& bytes) {
  const InternalKeyOrder order(BytewiseComparator());
  BucketMapPtr map, twin;
  if (!BucketMap::DecodeFrom(order, bytes, &map).ok()) return;
  std::string again;
  map->EncodeTo(&again);
  FUZZ_OK(BucketMap::DecodeFrom(order, again, &twin));
  FUZZ_CHECK(*twin == *map, "boundaries have changed");
  const std::vector<std::string>& keys = map->boundaries();
  FUZZ_CHECK(std::is_sorted(keys.begin(), keys.end()), "boundaries do not ascend");
}

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(version_edit) {
  VersionEdit edit;
  if (!edit.DecodeFrom(input).ok()) return;
  const std::string text = edit.DebugString();
  if (edit.bucket_boundaries) CheckBoundaries(*edit.bucket_boundaries);
  std::string bytes;
  if (!edit.EncodeTo(&bytes)) return;
  VersionEdit twin;
  FUZZ_OK(twin.DecodeFrom(bytes));
  FUZZ_CHECK(twin.DebugString() == text,
             "decoded again it is another:\n" + text + "\nagainst\n" + twin.DebugString());
  std::string again;
  FUZZ_CHECK(twin.EncodeTo(&again) && again == bytes, "encoded again it is another");
}
