// The user comparator shortens separators. Where a block ends and the next begins with the same
// user key, no key lies between them, so the separator keeps its sequence number. Then all
// separators keep theirs, because one flag in the properties covers the whole index.
#include "table/index_writer.h"

#include "table/block_builder.h"

namespace ROCKSDB_NAMESPACE {

using Shortening = BlockBasedTableOptions::IndexShorteningMode;

IndexWriter::IndexWriter(const InternalKeyOrder& order, const BlockBasedTableOptions& options)
    : order_(order),
      shortening_(options.index_shortening),
      restart_interval_(options.index_block_restart_interval),
      part_bytes_(static_cast<size_t>(options.metadata_block_size)),
      partitioned_(options.index_type == BlockBasedTableOptions::kTwoLevelIndexSearch),
      first_keys_(options.index_type == BlockBasedTableOptions::kBinarySearchWithFirstKey),
      // Aligned blocks leave gaps, and a difference does not tell where its block begins.
      delta_values_(options.format_version >= 4 && !options.block_align),
      user_keys_(options.format_version >= 3) {}

// Shortens shortened_, the last key of a block, as far as the options allow.
void IndexWriter::ShortenTo(const Slice* next_key) {
  const Slice last_user = UserKeyOf(shortened_);
  const bool same_user = next_key != nullptr && order_.SameUserKey(last_user, UserKeyOf(*next_key));
  if (same_user) user_keys_ = false;
  const bool separators = shortening_ != Shortening::kNoShortening;
  const bool successor = shortening_ == Shortening::kShortenSeparatorsAndSuccessor;
  if (same_user || (next_key != nullptr ? !separators : !successor)) return;
  std::string user = last_user.ToString();
  if (next_key != nullptr) {
    order_.user_comparator()->FindShortestSeparator(&user, UserKeyOf(*next_key));
  } else {
    order_.user_comparator()->FindShortSuccessor(&user);
  }
  // The application wrote the comparator, so its result is used only if it really sorts after the
  // last key. With the largest sequence number the result sorts before every entry of its own user
  // key, so it stays before the next block.
  if (user.size() <= last_user.size() && order_.CompareUserKeys(last_user, user) < 0) {
    shortened_ = MakeInternalKey(user, kLargestSequence, kSeekType);
  }
}

void IndexWriter::AddSeparator(const Slice& last_key, const Slice* next_key,
                               const Slice& first_key) {
  shortened_.assign(last_key.data(), last_key.size());
  ShortenTo(next_key);
  Separator s{key_bytes_.size(), static_cast<uint32_t>(shortened_.size()), 0};
  key_bytes_ += shortened_;
  if (first_keys_) {
    s.first_size = static_cast<uint32_t>(first_key.size());
    key_bytes_.append(first_key.data(), first_key.size());
  }
  separators_.push_back(s);
}

std::vector<IndexWriter::Part> IndexWriter::Parts() const {
  std::vector<Part> parts;
  size_t bytes = 0;
  for (size_t i = 0; i < separators_.size(); ++i) {
    const Slice key = SeparatorKey(separators_[i]);
    // Lengths, an extent as a difference, a restart offset. The estimate is rough; a part may
    // become a little larger than the option says.
    constexpr size_t kEntryOverhead = 10;
    bytes += key.size() + separators_[i].first_size + kEntryOverhead;
    const bool last = i + 1 == separators_.size();
    if (last || (partitioned_ && bytes >= part_bytes_)) {
      parts.push_back({i + 1, key});
      bytes = 0;
    }
  }
  return parts;
}

void IndexBlockLayout::Encode(const Extent& extent, const Extent* before, std::string* whole,
                              std::string* delta) {
  whole->clear();
  delta->clear();
  extent.AppendTo(whole);
  if (before != nullptr) {
    AppendSignedVarint64(delta, static_cast<int64_t>(extent.size - before->size));
  }
}

void IndexWriter::BuildPart(size_t begin, size_t end, ByteBuffer* out) const {
  BlockBuilder builder(out, restart_interval_);
  std::string whole, delta;
  for (size_t i = begin; i < end; ++i) {
    const Separator& s = separators_[i];
    // The first entry of a part, and an entry whose block does not follow the one before, store
    // the whole extent. A shared prefix would select the difference all the same (AddUnsized), so
    // with delta_values_ all blocks of a part must touch.
    const bool follows = i > begin && extents_[i - 1].end() == extents_[i].offset;
    IndexBlockLayout::Encode(extents_[i], follows ? &extents_[i - 1] : nullptr, &whole, &delta);
    if (first_keys_) {
      const Slice first(key_bytes_.data() + s.offset + s.size, s.first_size);
      AppendSized(&whole, first);
      AppendSized(&delta, first);
    }
    if (delta_values_) {
      builder.AddUnsized(SeparatorKey(s), whole, delta);
    } else {
      builder.Add(SeparatorKey(s), whole);
    }
  }
  builder.Finish();
}

void IndexWriter::BuildTop(const std::vector<Part>& parts, const std::vector<Extent>& extents,
                           ByteBuffer* out) const {
  BlockBuilder builder(out, restart_interval_);
  std::string whole, delta;
  for (size_t i = 0; i < parts.size(); ++i) {
    IndexBlockLayout::Encode(extents[i], i > 0 ? &extents[i - 1] : nullptr, &whole, &delta);
    if (delta_values_) {
      builder.AddUnsized(parts[i].separator, whole, delta);
    } else {
      builder.Add(parts[i].separator, whole);
    }
  }
  builder.Finish();
}

}  // namespace ROCKSDB_NAMESPACE
