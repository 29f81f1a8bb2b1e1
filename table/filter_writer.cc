// Partitions end between user keys, so that a partition's last key finds it with or without
// sequence numbers.
//
//   keys        a1 a2 | b1 b2 c1 | d1       three parts, cut where one is full
//   last keys      a2         c1   d1       the index over them
//   prefixes    a     | a b c    | c d      the last prefix is repeated in the next part
#include "table/filter_writer.h"

#include <utility>

#include "table/filter_reader.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

FilterWriter::FilterWriter(std::unique_ptr<FilterBitsBuilder> bits, const InternalKeyOrder& order,
                           const BlockBasedTableOptions& options,
                           std::shared_ptr<const SliceTransform> prefix_extractor)
    : bits_(std::move(bits)),
      order_(order),
      prefix_extractor_(std::move(prefix_extractor)),
      whole_keys_(options.whole_key_filtering),
      timestamp_size_(order.user_comparator()->timestamp_size()),
      keys_per_part_(options.partition_filters
                         ? bits_->EntriesFor(static_cast<size_t>(options.metadata_block_size))
                         : SIZE_MAX),
      check_(options.detect_filter_construct_corruption) {}

void FilterWriter::Add(const Slice& ikey) {
  if (!check_) [[likely]] {
    AddHashes(ikey);
    return;
  }
  const size_t parts = parts_.size();
  size_t known = bits_->NumAdded();
  AddHashes(ikey);
  // AddHashes() cut a partition: the new one was empty, so all of its hashes are new.
  if (parts_.size() != parts) known = 0;
  for (; known < bits_->NumAdded(); ++known) added_xor_ ^= bits_->added()[known];
}

void FilterWriter::AddHashes(const Slice& ikey) {
  Slice user = UserKeyOf(ikey);
  if (partitioned()) {
    // Never cuts inside a user key: its versions would lie in two partitions, and a lookup asks
    // one.
    if (bits_->NumAdded() >= keys_per_part_ && !order_.SameUserKey(UserKeyOf(last_key_), user)) {
      CutPart();
      // A backward search from before the first key of the new partition needs the prefix that
      // ended the one before.
      if (has_last_prefix_) bits_->AddHash(last_prefix_hash_);
    }
    last_key_.assign(ikey.data(), ikey.size());
  }
  // Lookups at any timestamp ask the same filter.
  user.remove_suffix(timestamp_size_);
  // Keys outside the extractor's domain have no prefix; lookups of whole keys still find them.
  const bool prefixed = prefix_extractor_ != nullptr && prefix_extractor_->InDomain(user);
  if (prefixed) {
    const uint64_t prefix = Hash64(prefix_extractor_->Transform(user));
    if (whole_keys_) {
      bits_->AddHashAndAlt(Hash64(user), prefix);
    } else {
      bits_->AddHash(prefix);
    }
    last_prefix_hash_ = prefix;
    has_last_prefix_ = true;
  } else if (whole_keys_) {
    bits_->AddHash(Hash64(user));
  }
}

// Checks that the hashes are still those that were added and that the finished filter matches each
// of them.
void FilterWriter::CutCheckedPart() {
  BUCKETLSM_SYNC_POINT_ARG("FilterWriter::CutCheckedPart:Hashes",
                           const_cast<uint64_t*>(bits_->added().data()));
  const std::vector<uint64_t> hashes = bits_->added();
  const uint64_t expected = std::exchange(added_xor_, 0);
  parts_.push_back({bits_->Finish(), last_key_});
  std::string& bits = parts_.back().bits;
  BUCKETLSM_SYNC_POINT_ARG("FilterWriter::CutCheckedPart:Built", bits.data());
  const auto reader = NewFilterReader(bits);
  uint64_t found = 0;
  bool complete = true;
  for (const uint64_t hash : hashes) {
    found ^= hash;
    complete = complete && reader->MayMatch(Slice(), hash);
  }
  if (found == expected && complete) return;
  status_ =
      Status::Corruption("A filter was built wrong: keys that were added are missing from it");
}

void FilterWriter::CutPart() {
  finished_entries_ += bits_->NumAdded();
  if (check_) {
    CutCheckedPart();
  } else {
    parts_.push_back({bits_->Finish(), last_key_});
  }
  finished_bytes_ += parts_.back().bits.size();
}

void FilterWriter::Finish() {
  if (bits_->NumAdded() > 0) CutPart();
}

size_t FilterWriter::EstimatedSize() const {
  const size_t open = bits_->NumAdded() == 0 ? 0 : bits_->SizeFor(bits_->NumAdded());
  return finished_bytes_ + open;
}

}  // namespace ROCKSDB_NAMESPACE
