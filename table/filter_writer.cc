// Partitions end between user keys, so that a partition's last key finds it whether or not sequence
// numbers are kept.
#include "table/filter_writer.h"

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
                         : SIZE_MAX) {}

void FilterWriter::Add(const Slice& ikey) {
  Slice user = UserKeyOf(ikey);
  if (partitioned()) {
    if (bits_->NumAdded() >= keys_per_part_ && !order_.SameUserKey(UserKeyOf(last_key_), user)) {
      CutPart();
      // A backward search from before the first key here needs the prefix that ended the part
      // before.
      if (has_last_prefix_) bits_->AddHash(last_prefix_hash_);
    }
    last_key_.assign(ikey.data(), ikey.size());
  }
  user.remove_suffix(timestamp_size_);
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

void FilterWriter::CutPart() {
  finished_entries_ += bits_->NumAdded();
  parts_.push_back({bits_->Finish(), last_key_});
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
