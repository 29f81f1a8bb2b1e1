// Point lookups, estimates and whole-file passes of SstReader. sst_open.cc opens files,
// sst_dump_text.cc prints them.
#include "table/sst_reader.h"

#include <algorithm>

#include "rocksdb/statistics.h"
#include "util/perf_context_imp.h"
#include "util/point_lookup.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Bytes that whole-file passes read at a time. Chosen, not measured.
constexpr size_t kPassReadahead = size_t{1} << 20;

}  // namespace

InternalIterator* SstReader::NewIterator(const ReadOptions& options, const TableIterOptions& how) {
  const bool gated = how.prefix_extractor != nullptr && filter_ != nullptr && prefixes_in_filter_ &&
                     PrefixFilterApplies() && CutsAsReader(*how.prefix_extractor);
  return NewSstIterator(options, {file_, *index_, global_sequence_, gated ? this : nullptr, how});
}

// Whether the prefixes in the filter were cut by the transform that the reader was opened with.
bool SstReader::PrefixFilterApplies() const {
  return reader_options_.prefix_extractor != nullptr &&
         properties_->prefix_extractor_name == reader_options_.prefix_extractor->AsString();
}

// The family's transform may have changed since the reader was opened.
bool SstReader::CutsAsReader(const SliceTransform& extractor) const {
  const SliceTransform* const own = reader_options_.prefix_extractor.get();
  return own == &extractor || own->AsString() == extractor.AsString();
}

bool SstReader::MayContain(const ReadOptions& ro, const Slice& target, bool backward) const {
  const SliceTransform& extractor = *reader_options_.prefix_extractor;
  const size_t ts = order_.user_comparator()->timestamp_size();
  Slice user = UserKeyOf(target);
  user.remove_suffix(ts);
  // A total-order seek returns every key after the target, whatever its prefix.
  if (ro.total_order_seek && !ro.auto_prefix_mode) return true;
  if (!extractor.InDomain(user)) return true;
  // Going backward, the prefix may end in the partition before the one that the target finds.
  if (backward && filter_->partitioned()) return true;
  const Slice prefix = extractor.Transform(user);
  if (ro.auto_prefix_mode) {
    // Only a scan that ends within the prefix is sure not to need other prefixes.
    if (backward || ro.iterate_upper_bound == nullptr) return true;
    const Slice& upper = *ro.iterate_upper_bound;
    if (!extractor.InDomain(upper) || extractor.Transform(upper) != prefix) return true;
  }
  const bool may = filter_->MayMatch(ro, prefix, target);
  const bool last = file_.file().last_level();
  if (may) {
    RecordTick(file_.statistics(),
               last ? LAST_LEVEL_SEEK_FILTER_MATCH : NON_LAST_LEVEL_SEEK_FILTER_MATCH);
  } else {
    RecordTick(file_.statistics(), last ? LAST_LEVEL_SEEK_FILTERED : NON_LAST_LEVEL_SEEK_FILTERED);
  }
  return may;
}

bool SstReader::FilterRulesOut(const ReadOptions& ro, const Slice& ikey, bool* passed) const {
  Slice user = UserKeyOf(ikey);
  user.remove_suffix(order_.user_comparator()->timestamp_size());
  Statistics* statistics = file_.statistics();
  Slice asked = user;
  if (!whole_keys_in_filter_) {
    if (!prefixes_in_filter_ || !PrefixFilterApplies()) return false;
    const SliceTransform& extractor = *reader_options_.prefix_extractor;
    if (!extractor.InDomain(user)) return false;
    asked = extractor.Transform(user);
    RecordTick(statistics, BLOOM_FILTER_PREFIX_CHECKED);
  }
  // MayMatch passes the key after an error too; the read of the data block will meet and report
  // it.
  *passed = filter_->MayMatch(ro, asked, ikey);
  // A file of unknown level counts as Level 0.
  const auto level = static_cast<uint32_t>(std::max(file_.level(), 0));
  if (*passed) {
    if (whole_keys_in_filter_) RecordTick(statistics, BLOOM_FILTER_FULL_POSITIVE);
    PERF_COUNT(bloom_sst_hit_count, 1);
    PERF_COUNT_LEVEL(bloom_filter_full_positive, 1, level);
    return false;
  }
  RecordTick(statistics, whole_keys_in_filter_ ? BLOOM_FILTER_USEFUL : BLOOM_FILTER_PREFIX_USEFUL);
  PERF_COUNT(bloom_sst_miss_count, 1);
  PERF_COUNT_LEVEL(bloom_filter_useful, 1, level);
  return true;
}

// Counts a lookup that the filter let pass and that found its key.
void SstReader::CountTruePositive() const {
  RecordTick(file_.statistics(), whole_keys_in_filter_ ? BLOOM_FILTER_FULL_TRUE_POSITIVE
                                                       : BLOOM_FILTER_PREFIX_TRUE_POSITIVE);
  PERF_COUNT_LEVEL(bloom_filter_full_true_positive, 1,
                   static_cast<uint32_t>(std::max(file_.level(), 0)));
}

Status SstReader::OfferBlock(const Slice& ikey, const Extent& extent, BlockRef block,
                             PointLookup* lookup, bool* done) {
  DataCursor data(order_);
  data.SetGlobalSequence(global_sequence_);
  data.Attach(*block);
  PERF_TIMER(block_seek_nanos);
  data.Seek(ikey);
  PERF_TIMER_STOP(block_seek_nanos);
  // From here on the pin owns the block. A lookup that keeps a value takes the pin's clean-ups,
  // and with them the block, so the bytes stay in place either way. Borrowed bytes go with the
  // file's mapping, which nothing pins: they are copied.
  Cleanable pin;
  const bool borrowed = !block->bytes_owned();
  block.HandOverTo(&pin);
  for (; data.valid(); data.Next()) {
    ParsedInternalKey key;
    Status s = ParseInternalKey(data.ShownKey(), &key);
    if (!s.ok()) return file_.CorruptionAt(s.ToString(), extent);
    // Offer() returns false when it met another key or needs no more entries; both end the lookup.
    if (!lookup->Offer(key, data.value(), borrowed ? nullptr : &pin)) {
      *done = true;
      return Status::OK();
    }
  }
  return data.corrupt() ? file_.CorruptionAt(data.Complaint("block"), extent) : Status::OK();
}

Status SstReader::GetOrNote(const ReadOptions& ro, const Extent& extent, AwaitedBlock* awaited,
                            BlockRef* block) const {
  BlockRequest request;
  request.only_cached = awaited != nullptr;
  Status s = file_.Get(ro, extent, request, block);
  if (s.ok() && !*block) {
    awaited->wanted = true;
    awaited->extent = extent;
  }
  return s;
}

Status SstReader::OfferOnlyBlock(const ReadOptions& ro, const Slice& ikey, const Extent& extent,
                                 PointLookup* lookup, AwaitedBlock* awaited) {
  BlockRef block;
  Status s = GetOrNote(ro, extent, awaited, &block);
  if (!s.ok() || !block) return s;
  bool done = false;
  return OfferBlock(ikey, extent, std::move(block), lookup, &done);
}

template <class IndexWalk>
Status SstReader::OfferBlocks(const ReadOptions& ro, const Slice& ikey, IndexWalk* walk,
                              PointLookup* lookup, AwaitedBlock* awaited) {
  const Slice user = UserKeyOf(ikey);
  bool done = false;
  // Versions of a key may go on in the next block, and merges may need them.
  for (; walk->valid() && !done; walk->Next()) {
    // The index knows the block's first key, so a block that begins beyond the key is not read.
    if (index_->format().first_keys && walk->first_key().size() >= kInternalTailBytes &&
        order_.CompareUserKeys(UserKeyOf(walk->first_key()), user) > 0) {
      break;
    }
    BlockRef block;
    Status s = GetOrNote(ro, walk->extent(), awaited, &block);
    if (!s.ok() || !block) return s;
    s = OfferBlock(ikey, walk->extent(), std::move(block), lookup, &done);
    if (!s.ok()) return s;
    // Later blocks begin beyond the separator.
    if (!done) done = order_.CompareUserKeys(walk->separator_user_key(), user) > 0;
    if (done) return s;
  }
  return walk->status();
}

template <class IndexWalk>
Status SstReader::GetVia(const ReadOptions& ro, const Slice& ikey, PointLookup* lookup,
                         AwaitedBlock* awaited) {
  IndexWalk walk(*index_, ro);
  walk.Seek(ikey);
  return OfferBlocks(ro, ikey, &walk, lookup, awaited);
}

Status SstReader::GetUnfiltered(const ReadOptions& ro, const Slice& ikey, PointLookup* lookup,
                                AwaitedBlock* awaited) {
  Extent extent;
  if (index_->FindOnlyBlock(UserKeyOf(ikey), &extent)) {
    return extent.null() ? Status::OK() : OfferOnlyBlock(ro, ikey, extent, lookup, awaited);
  }
  return index_->two_level() ? GetVia<TwoLevelIndexWalk>(ro, ikey, lookup, awaited)
                             : GetVia<FlatIndexWalk>(ro, ikey, lookup, awaited);
}

namespace {

// Notes what a lookup has, and later tells whether a table added to it.
class LookupMark {
 public:
  explicit LookupMark(const PointLookup& lookup)
      : newest_(lookup.sequence()), operands_(lookup.operands().size()) {}
  bool Left(const PointLookup& lookup) const {
    return lookup.sequence() != newest_ || lookup.operands().size() != operands_ || lookup.done();
  }

 private:
  const SequenceNumber newest_;
  const size_t operands_;
};

}  // namespace

Status SstReader::Get(const ReadOptions& options, const Slice& internal_key, PointLookup* lookup,
                      bool skip_filters) {
  bool passed = false;
  if (!skip_filters && filter_ != nullptr && FilterRulesOut(options, internal_key, &passed)) {
    return Status::OK();
  }
  const LookupMark before(*lookup);
  Status s = GetUnfiltered(options, internal_key, lookup, nullptr);
  // The filter was right.
  if (passed && before.Left(*lookup)) CountTruePositive();
  return s;
}

Status SstReader::GetOrAwait(const ReadOptions& options, const Slice& internal_key,
                             PointLookup* lookup, bool skip_filters, AwaitedBlock* awaited) {
  bool passed = false;
  if (!skip_filters && filter_ != nullptr && FilterRulesOut(options, internal_key, &passed)) {
    return Status::OK();
  }
  const LookupMark before(*lookup);
  Status s = GetUnfiltered(options, internal_key, lookup, awaited);
  const bool added = before.Left(*lookup);
  if (passed && added) CountTruePositive();
  // Counted once for each lookup, whether the entry is met now or later.
  awaited->passed_filter = passed && !added;
  return s;
}

template <class IndexWalk>
Status SstReader::GetBehind(const ReadOptions& ro, const Slice& ikey, const Extent& done,
                            PointLookup* lookup, AwaitedBlock* awaited) {
  IndexWalk walk(*index_, ro);
  walk.Seek(ikey);
  while (walk.valid() && walk.extent() != done) walk.Next();
  if (!walk.valid()) return walk.status();
  if (order_.CompareUserKeys(walk.separator_user_key(), UserKeyOf(ikey)) > 0) return walk.status();
  walk.Next();
  return OfferBlocks(ro, ikey, &walk, lookup, awaited);
}

Status SstReader::GoOn(const ReadOptions& options, const Slice& internal_key, PointLookup* lookup,
                       AwaitedBlock* awaited) {
  awaited->wanted = false;
  if (!awaited->status.ok()) return awaited->status;
  const LookupMark before(*lookup);
  const Extent extent = awaited->extent;
  bool done = false;
  Status s = OfferBlock(internal_key, extent, std::move(awaited->block), lookup, &done);
  if (s.ok() && !done) {
    s = index_->two_level()
            ? GetBehind<TwoLevelIndexWalk>(options, internal_key, extent, lookup, awaited)
            : GetBehind<FlatIndexWalk>(options, internal_key, extent, lookup, awaited);
  }
  if (awaited->passed_filter && before.Left(*lookup)) {
    CountTruePositive();
    awaited->passed_filter = false;
  }
  return s;
}

uint64_t SstReader::DataEnd() const {
  if (properties_->tail_start_offset > 0) return properties_->tail_start_offset;
  return properties_->data_size > 0 ? properties_->data_size : file_.footer().metaindex.offset;
}

uint64_t SstReader::ApproximateOffsetOf(const ReadOptions& options, const Slice& internal_key) {
  const auto find = [&](auto&& walk) {
    walk.Seek(internal_key);
    return walk.valid() ? walk.extent().offset : DataEnd();
  };
  return index_->two_level() ? find(TwoLevelIndexWalk(*index_, options))
                             : find(FlatIndexWalk(*index_, options));
}

uint64_t SstReader::ApproximateSize(const ReadOptions& options, const Slice& start,
                                    const Slice& end) {
  const uint64_t from = ApproximateOffsetOf(options, start);
  const uint64_t to = ApproximateOffsetOf(options, end);
  // A range within one block gives 0 too: the index knows nothing finer.
  if (to <= from) return 0;
  // The range gets its share of the filter and the index.
  const uint64_t data = DataEnd();
  return data == 0
             ? to - from
             : static_cast<uint64_t>(static_cast<double>(to - from) *
                                     static_cast<double>(file_.size()) / static_cast<double>(data));
}

Status SstReader::SampleKeys(const ReadOptions& options, size_t max,
                             std::vector<KeyAnchor>* anchors) {
  if (max == 0) return Status::OK();
  // The last piece is the rest of the file and gets no anchor.
  const uint64_t piece = std::max<uint64_t>(DataEnd() / max, 1);
  uint64_t begin = 0;
  size_t left = max;
  return ForEachDataBlock(options, [&](auto& walk) {
    const uint64_t end = walk.extent().end();
    if (end - begin >= piece) {
      anchors->push_back({walk.separator_user_key().ToString(), end - begin});
      begin = end;
      --left;
    }
    return left > 0;
  });
}

size_t SstReader::MemoryUsage() const {
  size_t total = sizeof(*this) + file_.MemoryUsage() + properties_->ApproximateMemoryUsage();
  if (index_ != nullptr) total += index_->MemoryUsage();
  if (filter_ != nullptr) total += filter_->MemoryUsage();
  if (tombstones_ != nullptr) total += tombstones_->ApproximateMemoryUsage();
  return total;
}

Status SstReader::VerifyMetaBlocks(const ReadOptions& ro) const {
  Status s = file_.Verify(ro, file_.footer().metaindex, nullptr);
  for (auto it = meta_.begin(); s.ok() && it != meta_.end(); ++it) {
    s = file_.Verify(ro, it->second, nullptr);
  }
  // From version 6 on the index is among the named blocks.
  if (s.ok() && file_.footer().format_version < 6) {
    s = file_.Verify(ro, file_.footer().index, nullptr);
  }
  if (s.ok() && filter_ != nullptr && filter_->partitioned()) {
    s = filter_->ForEachPartition(
        ro, [&](const Extent& part) { return file_.Verify(ro, part, nullptr); });
  }
  // The metaindex does not name partitions, and the walk over the data blocks may find them in the
  // cache.
  if (s.ok() && index_->two_level()) {
    FlatIndexWalk top(*index_, ro);
    for (top.SeekToFirst(); s.ok() && top.valid(); top.Next()) {
      s = file_.Verify(ro, top.extent(), nullptr);
    }
    if (s.ok()) s = top.status();
  }
  return s;
}

Status SstReader::VerifyChecksums(const ReadOptions& options) {
  Status s = VerifyMetaBlocks(options);
  if (!s.ok()) return s;
  ReadaheadPolicy policy;
  policy.fixed = options.readahead_size > 0 ? options.readahead_size : kPassReadahead;
  Readahead readahead(policy);
  readahead.SetLimit(file_.footer().metaindex.offset);
  Status walked = ForEachDataBlock(options, [&](auto& walk) {
    s = file_.Verify(options, walk.extent(), &readahead);
    return s.ok();
  });
  return s.ok() ? walked : s;
}

}  // namespace ROCKSDB_NAMESPACE
