// Building blocks; block_cursor.h draws the layout.
#include "table/block_builder.h"

#include <algorithm>
#include <bit>

#include "util/coding.h"

namespace ROCKSDB_NAMESPACE {

size_t CommonPrefix(const char* a, const char* b, size_t limit) {
  size_t n = 0;
  // Compares eight bytes at a time: words are read little-endian, so the lowest bit that differs
  // lies in the first byte that differs. Runs once per entry written.
  for (; n + sizeof(uint64_t) <= limit; n += sizeof(uint64_t)) {
    const uint64_t difference = LoadFixed64(a + n) ^ LoadFixed64(b + n);
    if (difference != 0) return n + static_cast<size_t>(std::countr_zero(difference)) / 8;
  }
  while (n < limit && a[n] == b[n]) ++n;
  return n;
}

BlockBuilder::BlockBuilder(ByteBuffer* out, int restart_interval, bool shorten_keys)
    : out_(out), restart_interval_(std::max(restart_interval, 1)), shorten_keys_(shorten_keys) {
  Begin();
}

void BlockBuilder::Begin() {
  begin_ = out_->size();
  num_entries_ = 0;
  since_restart_ = 0;
  restarts_.assign(1, 0);
}

size_t BlockBuilder::SharedPrefix(const Slice& key) {
  // The restart point is at the entry that is about to be written.
  if (since_restart_ >= restart_interval_) {
    restarts_.push_back(static_cast<uint32_t>(out_->size() - begin_));
    since_restart_ = 0;
    return 0;
  }
  // The key at a restart point is whole. Without shortening every key is whole, and the restart
  // points stay.
  if (since_restart_ == 0 || !shorten_keys_) return 0;
  return CommonPrefix(last_key_.data(), key.data(), std::min(last_key_.size(), key.size()));
}

void BlockBuilder::RememberKey(const Slice& key, size_t shared) {
  // last_key_ already holds the shared bytes.
  last_key_.Replace(shared, Slice(key.data() + shared, key.size() - shared));
  ++since_restart_;
  ++num_entries_;
}

void BlockBuilder::Add(const Slice& key, const Slice& value) {
  const size_t shared = SharedPrefix(key);
  const size_t unshared = key.size() - shared;
  // Asks once for the longest possible lengths and commits only the bytes that were needed.
  char* p = out_->Room(3 * kMaxVarint32Bytes + unshared + value.size());
  p = StoreVarint32(p, static_cast<uint32_t>(shared));
  p = StoreVarint32(p, static_cast<uint32_t>(unshared));
  p = StoreVarint32(p, static_cast<uint32_t>(value.size()));
  std::memcpy(p, key.data() + shared, unshared);
  p += unshared;
  if (!value.empty()) std::memcpy(p, value.data(), value.size());
  out_->CommitTo(p + value.size());
  RememberKey(key, shared);
}

void BlockBuilder::AddUnsized(const Slice& key, const Slice& whole, const Slice& delta) {
  const size_t shared = SharedPrefix(key);
  const size_t unshared = key.size() - shared;
  const Slice& value = shared == 0 ? whole : delta;
  char* p = out_->Room(2 * kMaxVarint32Bytes + unshared + value.size());
  p = StoreVarint32(p, static_cast<uint32_t>(shared));
  p = StoreVarint32(p, static_cast<uint32_t>(unshared));
  std::memcpy(p, key.data() + shared, unshared);
  p += unshared;
  std::memcpy(p, value.data(), value.size());
  out_->CommitTo(p + value.size());
  RememberKey(key, shared);
}

void BlockBuilder::Finish() {
  char* p = out_->Room((restarts_.size() + 1) * sizeof(uint32_t));
  for (uint32_t offset : restarts_) {
    StoreFixed32(p, offset);
    p += sizeof(uint32_t);
  }
  StoreFixed32(p, static_cast<uint32_t>(restarts_.size()));
  out_->CommitTo(p + sizeof(uint32_t));
}

size_t BlockBuilder::EstimateSizeAfterKV(const Slice& key, const Slice& value) const {
  // An upper estimate: counts the key as if it shared nothing. Stock cuts by the same rule, so
  // both make equal blocks.
  size_t estimate = CurrentSizeEstimate() + key.size() + value.size();
  if (since_restart_ >= restart_interval_) estimate += sizeof(uint32_t);
  return estimate + sizeof(uint32_t) + static_cast<size_t>(VarintLength(key.size())) +
         static_cast<size_t>(VarintLength(value.size()));
}

}  // namespace ROCKSDB_NAMESPACE
