// The iterator, instantiated for each kind of index so that the compiler inlines the walk. A move
// within a block costs the cursor's step and two slices; only the end of a block asks the index.
#include "table/sst_iterator.h"

#include <algorithm>
#include <optional>

#include "util/perf_context_imp.h"
#include "util/statistics_impl.h"

namespace ROCKSDB_NAMESPACE {

namespace {

ReadaheadPolicy PolicyOf(const ReadOptions& ro, const SstIteratorArgs& args) {
  const BlockBasedTableOptions& options = args.file.options();
  ReadaheadPolicy policy;
  policy.fixed = std::max(ro.readahead_size, args.how.readahead);
  if (args.how.held > 0) policy.held = args.how.held;
  // max_auto_readahead_size = 0 turns the automatic window off.
  policy.initial = std::min(options.initial_auto_readahead_size, options.max_auto_readahead_size);
  policy.largest = options.max_auto_readahead_size;
  policy.reads_before = options.num_file_reads_for_auto_readahead;
  policy.for_compaction = args.how.for_compaction;
  policy.asynchronous = ro.async_io && !args.how.for_compaction;
  // No page cache reads ahead of a compaction with direct I/O. Two windows of half the size take
  // the memory of one; a compaction alone moves 1.2 to 1.4 GB/s so, in place of 0.9 to 1.0.
  constexpr size_t kAround = 2 * NextWindow::kRoom;  // for the tail before a window, and its units
  if (policy.for_compaction && args.file.file().use_direct_io() && policy.fixed >= 4 * kAround) {
    policy.asynchronous = true;
    policy.fixed = policy.fixed / 2 - kAround;
  }
  return policy;
}

template <class IndexWalk>
class SstIterator final : public InternalIterator, private BlockRoute {
 public:
  SstIterator(const ReadOptions& ro, const SstIteratorArgs& args)
      : ro_(ro),
        file_(args.file),
        own_gate_(args.gate),
        gate_(args.gate),
        order_(args.index.order()),
        index_source_(args.index),
        index_(args.index, ro_),
        data_(order_),
        readahead_(PolicyOf(ro, args)),
        plain_keys_(args.global_sequence == kNoGlobalSequence) {
    data_.SetGlobalSequence(args.global_sequence);
    request_.transient = args.how.for_compaction;
    const ReadaheadPolicy policy = PolicyOf(ro, args);
    if (policy.fixed == 0 && !policy.asynchronous && !policy.for_compaction &&
        file_.ReadsSideBySide()) {
      request_.batch = &batch_.emplace(policy, static_cast<BlockRoute*>(this));
    } else {
      request_.readahead = &readahead_;
    }
    if (policy.asynchronous) readahead_.SetLimit(file_.footer().metaindex.offset);
  }
  ~SstIterator() override { EndWalk(); }

  void SeekToFirst() override {
    status_ = Status::OK();
    index_.SeekToFirst();
    if (!BeginWalk(true)) return;
    data_.SeekToFirst();
    Settle<true>();
  }

  void SeekToLast() override {
    status_ = Status::OK();
    index_.SeekToLast();
    if (!BeginWalk(false)) return;
    data_.SeekToLast();
    Settle<false>();
  }

  void Seek(const Slice& target) override {
    status_ = Status::OK();
    if (!MayContain(target, false)) return;
    // Readers that skip the versions of a key seek ahead in small steps, mostly within the block.
    const bool stays = StaysInBlock(target);
    if (!stays) {
      index_.Seek(target);
      if (!BeginWalk(true)) return;
    }
    {
      PERF_TIMER(block_seek_nanos);
      data_.Seek(target);
    }
    Settle<true>();
    if (!plain_keys_) [[unlikely]]
      LeaveEarlier(target);
    if (!stays && file_.statistics() != nullptr && !request_.transient) CountSeek();
  }

  void SeekForPrev(const Slice& target) override {
    status_ = Status::OK();
    if (!MayContain(target, true)) return;
    if (!plain_keys_) [[unlikely]] {
      SeekForPrevShown(target);
      return;
    }
    FindLastUpTo(target);
  }

  void Next() override {
    data_.Next();
    if (data_.valid()) [[likely]] {
      Show();
    } else {
      Settle<true>();
    }
  }

  void Prev() override {
    data_.Prev();
    if (data_.valid()) [[likely]] {
      Show();
    } else {
      Settle<false>();
    }
  }

  void SetTotalOrder(bool on) override { gate_ = on ? nullptr : own_gate_; }
  Status status() const override { return status_.ok() ? index_.status() : status_; }

 private:
  void FindLastUpTo(const Slice& target) {
    index_.Seek(target);
    // No separator is at or after the target: the answer is the file's last entry, unless the walk
    // failed.
    if (!index_.valid() && index_.status().ok()) index_.SeekToLast();
    if (!BeginWalk(false)) return;
    data_.SeekForPrev(target);
    Settle<false>();
  }

  // An entry is stored with sequence number 0 and shown with the file's, which comes earlier. So a
  // seek may stop at an entry that shows as before the target. Such a file has a key once.
  void LeaveEarlier(const Slice& target) {
    if (valid_ && order_.Compare(key_, target) < 0) Next();
  }
  // Finds the target's key whatever its number, and looks then.
  void SeekForPrevShown(const Slice& target) {
    const std::string last = MakeInternalKey(UserKeyOf(target), 0, kTypeDeletion);
    FindLastUpTo(last);
    if (valid_ && order_.Compare(key_, target) > 0) Prev();
  }

  // Counts a seek that reaches a data block.
  void CountSeek() const {
    Statistics* stats = file_.statistics();
    const bool last = file_.file().last_level();
    RecordTick(stats, last ? LAST_LEVEL_SEEK_DATA : NON_LAST_LEVEL_SEEK_DATA);
    if (!valid_) return;
    if (gate_ != nullptr) {
      RecordTick(stats, last ? LAST_LEVEL_SEEK_DATA_USEFUL_FILTER_MATCH
                             : NON_LAST_LEVEL_SEEK_DATA_USEFUL_FILTER_MATCH);
    } else {
      RecordTick(stats, last ? LAST_LEVEL_SEEK_DATA_USEFUL_NO_FILTER
                             : NON_LAST_LEVEL_SEEK_DATA_USEFUL_NO_FILTER);
    }
  }

  void Show() {
    key_ = plain_keys_ ? data_.key() : data_.ShownKey();
    value_ = data_.value();
    // Walking compares nothing, so this is the last place to notice a short key before a caller
    // takes its tail off.
    if (key_.size() < kInternalTailBytes) [[unlikely]] {
      Fail(file_.CorruptionAt("internal key too short", index_.extent()));
      return;
    }
    valid_ = true;
  }

  void Fail(const Status& s) {
    status_ = s;
    SetEnd();
  }

  bool MayContain(const Slice& target, bool backward) {
    if (gate_ == nullptr || gate_->MayContain(ro_, target, backward)) return true;
    Leave();
    return false;
  }

  // Ends the walk and releases the block, so that an iterator at its end pins nothing.
  void Leave() {
    data_.Detach();
    block_.Reset();
    SetEnd();
  }

  // Whether a forward seek ends between the current entry and the end of its block, which takes no
  // look at the index.
  bool StaysInBlock(const Slice& target) {
    // The separator is at or after every key of the block, so a target before it is in this block
    // or right behind it.
    return valid_ && block_ && order_.Compare(key_, target) <= 0 && index_.IsBehind(target);
  }

  // Enters the block of a seek. What was walked before, if the seek leads elsewhere, tells how far
  // walks go.
  bool BeginWalk(bool forward) {
    if (!index_.valid() || !block_ || loaded_ != index_.extent()) EndWalk();
    forward_ = forward;
    return EnterBlock();
  }
  void EndWalk() {
    if (walked_ > 0 && request_.batch != nullptr) file_.habit().Learn(walked_);
    walked_ = 0;
  }
  size_t Expected(const Extent& from, bool* forward) const override {
    *forward = forward_;
    const size_t used = walked_ + from.size + kTrailerBytes;
    const size_t usual = file_.habit().Usual();
    return usual > used ? usual - used : 0;
  }

  // Loads the block that the index points at, unless it is the current one. False without a block,
  // also at the end of the index.
  bool EnterBlock() {
    if (!index_.valid()) {
      Leave();
      // The table was too short for this walk.
      walked_ = 0;
      return false;
    }
    if (block_ && loaded_ == index_.extent()) return true;
    data_.Detach();
    PERF_TIMER(new_table_block_iter_nanos);
    Status s = file_.Get(ro_, index_.extent(), request_, &block_);
    if (!s.ok()) {
      Leave();
      Fail(s);
      return false;
    }
    loaded_ = index_.extent();
    walked_ += loaded_.size + kTrailerBytes;
    data_.Attach(*block_);
    return true;
  }

  // How the block's separator lies to a bound of the caller's.
  int SeparatorToBound(IndexWalk& walk, const Slice& bound) const {
    return order_.user_comparator()->CompareWithoutTimestamp(
        walk.separator_user_key(), /*a_has_ts=*/true, bound, /*b_has_ts=*/false);
  }
  // Whether every block behind that of the walk begins beyond the upper bound.
  bool NextBlockIsBeyondBound(IndexWalk& walk) const {
    return ro_.iterate_upper_bound != nullptr &&
           SeparatorToBound(walk, *ro_.iterate_upper_bound) >= 0;
  }

  // A second walk over the index runs ahead of the first. It mostly stands where it stopped.
  void Continue(const Extent& from, bool forward, size_t most,
                std::vector<Extent>* blocks) override {
    if (!ahead_) ahead_.emplace(index_source_, ro_);
    if ((!ahead_->valid() || ahead_->extent() != from) && !LookAheadFrom(from)) return;
    size_t bytes = 0;
    for (Extent last = from; StepAhead(forward); last = ahead_->extent()) {
      const Extent& next = ahead_->extent();
      const bool touches = forward ? next.offset == last.end() : next.end() == last.offset;
      if (!touches || !next.FitsIn(file_.size())) return;
      bytes += next.size + kTrailerBytes;
      if (bytes > most) return;
      blocks->push_back(next);
    }
  }
  // Puts the second walk on the block of the first. Few separators are the same.
  bool LookAheadFrom(const Extent& from) {
    if (ahead_->MoveTo(index_)) return ahead_->valid() && ahead_->extent() == from;
    const std::string target =
        MakeInternalKey(index_.separator_user_key(), kLargestSequence, kSeekType);
    ahead_->Seek(target);
    for (int i = 0; i < 8 && ahead_->valid() && ahead_->extent() != from; ++i) ahead_->Next();
    return ahead_->valid() && ahead_->extent() == from;
  }
  bool StepAhead(bool forward) {
    if (forward) {
      if (NextBlockIsBeyondBound(*ahead_)) return false;
      ahead_->Next();
      return ahead_->valid();
    }
    ahead_->Prev();
    return ahead_->valid() && (ro_.iterate_lower_bound == nullptr ||
                               SeparatorToBound(*ahead_, *ro_.iterate_lower_bound) >= 0);
  }

  // Goes on to further blocks until there is an entry to show.
  template <bool kForward>
  void Settle() {
    while (!data_.valid()) {
      if (data_.corrupt()) {
        Fail(file_.CorruptionAt(data_.Complaint("block"), index_.extent()));
        return;
      }
      if constexpr (kForward) {
        // Asks before the index moves: the separator of this block is a lower bound for the keys
        // of the next, so the answer takes no read of the next block.
        if (NextBlockIsBeyondBound(index_)) {
          Leave();
          return;
        }
        index_.Next();
      } else {
        index_.Prev();
      }
      if (!EnterBlock()) return;
      kForward ? data_.SeekToFirst() : data_.SeekToLast();
    }
    Show();
  }

  const ReadOptions ro_;
  const SstFile& file_;
  const PrefixGate* const own_gate_;
  const PrefixGate* gate_;  // null: every seek goes ahead
  const InternalKeyOrder order_;
  const SstIndex& index_source_;
  IndexWalk index_;
  std::optional<IndexWalk> ahead_;  // of index_, for Continue
  BlockRef block_;
  // Where block_ lies; the index may have moved on.
  Extent loaded_;
  // The blocks entered since the walk began, and where its seek wanted to go.
  size_t walked_ = 0;
  bool forward_ = true;
  DataCursor data_;
  // One of the two is used.
  Readahead readahead_;
  std::optional<BlockBatch> batch_;
  BlockRequest request_;
  const bool plain_keys_;
  Status status_;
};

}  // namespace

InternalIterator* NewSstIterator(const ReadOptions& ro, const SstIteratorArgs& args) {
  if (args.index.two_level()) return new SstIterator<TwoLevelIndexWalk>(ro, args);
  return new SstIterator<FlatIndexWalk>(ro, args);
}

}  // namespace ROCKSDB_NAMESPACE
