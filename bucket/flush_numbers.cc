// Numbering the files of a flush: see flush_numbers.h.
#include "bucket/flush_numbers.h"

#include <algorithm>

#include "version/l0_order.h"

namespace ROCKSDB_NAMESPACE {

namespace {

using Pieces = std::vector<std::shared_ptr<FileMeta>>;

bool SingleValued(const FileMeta& f) { return f.smallest_seqno == f.largest_seqno; }

void GiveEpochs(uint64_t first_epoch, const Pieces& newest_first) {
  uint64_t epoch = first_epoch + newest_first.size();
  for (const auto& f : newest_first) f->epoch = --epoch;
}

// Newest first, strictly descending; single-valued pieces stay as they are. Below zero there is no
// room: such a piece becomes single-valued.
void LowerSmallest(const Pieces& newest_first) {
  for (size_t i = 1; i < newest_first.size(); i++) {
    FileMeta* f = newest_first[i].get();
    const SequenceNumber above = newest_first[i - 1]->smallest_seqno;
    if (SingleValued(*f)) continue;
    if (above == 0) {
      f->smallest_seqno = f->largest_seqno;
    } else {
      f->smallest_seqno = std::min(f->smallest_seqno, above - 1);
    }
  }
}

// From the oldest piece upward, those that sank to `older` or below become single-valued.
void KeepAbove(const FileMeta& older, const Pieces& newest_first) {
  if (SingleValued(older)) return;
  for (size_t i = newest_first.size(); i-- > 0;) {
    FileMeta* f = newest_first[i].get();
    if (f->smallest_seqno > older.smallest_seqno) return;
    f->smallest_seqno = f->largest_seqno;
  }
}

}  // namespace

void NumberFlushPieces(uint64_t first_epoch, const FileMeta* older, const Pieces& pieces) {
  Pieces newest_first = pieces;
  std::sort(newest_first.begin(), newest_first.end(),
            [](const auto& a, const auto& b) { return NewerBySequence(*a, *b); });
  GiveEpochs(first_epoch, newest_first);
  LowerSmallest(newest_first);
  if (older != nullptr) KeepAbove(*older, newest_first);
}

uint64_t EpochOfOutput(const FileList& inputs) {
  uint64_t epoch = UINT64_MAX;
  for (const FilePtr& f : inputs) epoch = std::min(epoch, f->epoch);
  return inputs.empty() ? 0 : epoch;
}

SequenceNumber RecordedSmallestOfL0Output(const TreeVersion& tree, const FileList& inputs,
                                          SequenceNumber smallest, SequenceNumber largest) {
  const FileMeta* newer = nullptr;  // the neighbours by sequence number among the files that stay
  const FileMeta* older = nullptr;
  for (const FilePtr& f : tree.files(0)) {
    if (std::find(inputs.begin(), inputs.end(), f) != inputs.end()) continue;
    if (f->largest_seqno > largest) {
      if (newer == nullptr || NewerBySequence(*newer, *f)) newer = f.get();
    } else if (older == nullptr || NewerBySequence(*f, *older)) {
      older = f.get();
    }
  }
  const bool above = older == nullptr || SingleValued(*older) || smallest > older->smallest_seqno;
  const bool below = newer == nullptr || newer->smallest_seqno > smallest;
  return above && below ? smallest : largest;
}

}  // namespace ROCKSDB_NAMESPACE
