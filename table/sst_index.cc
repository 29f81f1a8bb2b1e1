// Walks over the index blocks of a file. The two-level walk keeps one partition at a time:
//
//   top_ on an entry -> LoadPart -> part_ on an entry       valid
//   part_ at its end -> top_.Next -> LoadPart -> part_.SeekToFirst ...
//   top_ at its end  -> LeavePart                           not valid, status() of top_
#include "table/sst_index.h"

#include "table/digested_block.h"
#include "util/perf_context_imp.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Entries of the upper level point at partitions and have no first keys.
IndexFormat TopFormat(const SstIndex& index) {
  IndexFormat format = index.format();
  if (index.two_level()) format.first_keys = false;
  return format;
}

}  // namespace

Status SstIndex::Open(const ReadOptions& ro, BlockHome home, bool prefetch) {
  use_cache_ = home != BlockHome::kReader;
  // The first use reads the block, like any other in the cache.
  if (home == BlockHome::kCache && !prefetch) return Status::OK();
  BlockRequest request;
  request.kind = BlockKind::kIndex;
  request.use_cache = use_cache_;
  request.with_reader = !use_cache_;
  BlockRef block;
  Status s = file_.Get(ro, top_, request, &block);
  // For kCache the read only brought the block into the cache.
  if (s.ok() && home != BlockHome::kCache) held_ = std::move(block);
  return s;
}

Status SstIndex::Top(const ReadOptions& ro, BlockRef* holder, const Block** block) const {
  if (held_) {
    *block = held_.get();
    return Status::OK();
  }
  PERF_TIMER(read_index_block_nanos);
  BlockRequest request;
  request.kind = BlockKind::kIndex;
  Status s = file_.Get(ro, top_, request, holder);
  if (s.ok()) *block = holder->get();
  return s;
}

// Threads that come at once make them twice; one of them stays.
void SstIndex::AddDigestsToTop() const {
  const bool kept = held_ && !use_cache_;
  if (kept && order_.bytewise()) AddDigests(TopFormat(*this), *held_);
  searched_.store(true, std::memory_order_relaxed);
}

size_t SstIndex::MemoryUsage() const {
  return sizeof(*this) + (held_ && !use_cache_ ? held_->MemoryUsage() : 0);
}

FlatIndexWalk::FlatIndexWalk(const SstIndex& index, const ReadOptions& ro)
    : index_(index), ro_(ro), cursor_(index.order(), TopFormat(index)) {}

bool FlatIndexWalk::Load() {
  const Block* block = nullptr;
  status_ = index_.Top(ro_, &holder_, &block);
  if (status_.ok()) cursor_.Attach(*block);
  return status_.ok();
}

void FlatIndexWalk::Seek(const Slice& target) {
  places_ = nullptr;
  if (!Ready()) return;
  index_.PrepareSearch();
  const SeparatorDigests* places = index_.Places();
  uint32_t i = 0;
  if (places != nullptr && places->FindAlone(UserKeyOf(target), &i)) {
    places_ = places;
    shown_ = kNone;
    GoTo(i);
  } else {
    cursor_.Seek(target);
  }
}

Status FlatIndexWalk::status() const {
  if (!cursor_.corrupt()) return status_;
  return index_.file().CorruptionAt(cursor_.Complaint("index block"), index_.top());
}

TwoLevelIndexWalk::TwoLevelIndexWalk(const SstIndex& index, const ReadOptions& ro)
    : index_(index), ro_(ro), top_(index, ro), part_(index.order(), index.format()) {}

Status TwoLevelIndexWalk::status() const {
  // The latest failure first: the read of a partition, then its contents, then the top.
  if (!status_.ok()) return status_;
  if (part_.attached() && part_.corrupt()) {
    return index_.file().CorruptionAt(part_.Complaint("index block"), loaded_);
  }
  return top_.status();
}

void TwoLevelIndexWalk::LeavePart() {
  part_.Detach();
  part_block_.Reset();
  // A failure before this seek does not count for its result.
  status_ = Status::OK();
}

bool TwoLevelIndexWalk::LoadPart() {
  // Neighbouring seeks mostly stay in one partition.
  if (part_block_ && loaded_ == top_.extent()) return true;
  LeavePart();
  loaded_ = top_.extent();
  BlockRequest request;
  request.kind = BlockKind::kIndex;
  status_ = index_.file().Get(ro_, loaded_, request, &part_block_);
  if (!status_.ok()) return false;
  part_.Attach(*part_block_);
  return true;
}

// Our writer leaves no partition empty, but other writers may.
void TwoLevelIndexWalk::SkipForward() {
  while (!part_.valid() && !part_.corrupt()) {
    top_.Next();
    if (!top_.valid()) {
      LeavePart();
      return;
    }
    if (!LoadPart()) return;
    part_.SeekToFirst();
  }
}

void TwoLevelIndexWalk::SkipBackward() {
  while (!part_.valid() && !part_.corrupt()) {
    top_.Prev();
    if (!top_.valid()) {
      LeavePart();
      return;
    }
    if (!LoadPart()) return;
    part_.SeekToLast();
  }
}

void TwoLevelIndexWalk::SeekToFirst() {
  top_.SeekToFirst();
  if (!top_.valid()) {
    LeavePart();
    return;
  }
  if (!LoadPart()) return;
  part_.SeekToFirst();
  SkipForward();
}

void TwoLevelIndexWalk::SeekToLast() {
  top_.SeekToLast();
  if (!top_.valid()) {
    LeavePart();
    return;
  }
  if (!LoadPart()) return;
  part_.SeekToLast();
  SkipBackward();
}

void TwoLevelIndexWalk::Seek(const Slice& target) {
  top_.Seek(target);
  if (!top_.valid()) {
    LeavePart();
    return;
  }
  if (!LoadPart()) return;
  part_.Seek(target);
  SkipForward();
}

void TwoLevelIndexWalk::Next() {
  part_.Next();
  SkipForward();
}

void TwoLevelIndexWalk::Prev() {
  part_.Prev();
  SkipBackward();
}

}  // namespace ROCKSDB_NAMESPACE
