// Numbering the files of a flush: see flush_numbers.h. Newest (largest end) first:
//
//    true              [40, 100]  [90, 95]  [60, 80]  [70, 70]
//    1. singles        keep their number: [70, 70]
//    2. ranges         smallest <= its own true one, < its own largest, < the one before:
//                      [40, 100]  [39, 95]  [38, 80]
//    3. no free number (a range of level 0 already begins at 38 or above): the oldest range that
//                      can is recorded as a single, [80, 80], and step 2 is done again
#include "bucket/flush_numbers.h"

#include <algorithm>
#include <set>

#include "version/l0_order.h"

namespace ROCKSDB_NAMESPACE {

namespace {

using Pieces = std::vector<std::shared_ptr<FileMeta>>;

bool SingleValued(const FileMeta& f) { return f.smallest_seqno == f.largest_seqno; }

void GiveEpochs(uint64_t first_epoch, const Pieces& newest_first) {
  uint64_t epoch = first_epoch + newest_first.size();
  for (const auto& f : newest_first) f->epoch = --epoch;
}

// Recorded bounds that other files hold already: the next file must avoid them.
class Taken {
 public:
  // Files that stay, of which none is newer than the pieces.
  explicit Taken(const FileList& level0) {
    for (const FilePtr& f : level0) {
      if (SingleValued(*f)) {
        singles_.insert(f->largest_seqno);
      } else if (!floor_ || f->smallest_seqno > *floor_) {
        floor_ = f->smallest_seqno;
      }
    }
  }
  bool AboveFloor(SequenceNumber smallest) const { return !floor_ || smallest > *floor_; }
  bool TakeSingle(SequenceNumber value) { return singles_.insert(value).second; }

 private:
  std::optional<SequenceNumber> floor_;  // every recorded range must begin above it
  std::set<SequenceNumber> singles_;
};

// Single-valued pieces keep their number, except those that share it with another: a range
// tombstone that was cut gives both sides the same one. The rest, newest first, are the ranges.
Pieces SetSinglesAside(const Pieces& newest_first, Taken* taken) {
  Pieces ranges;
  for (const auto& f : newest_first) {
    if (!SingleValued(*f) || !taken->TakeSingle(f->largest_seqno)) ranges.push_back(f);
  }
  return ranges;
}

// The highest strictly descending numbers, none above a true one nor above its file's largest less
// one. Fewer than `ranges` when they would fall below zero or to the floor.
std::vector<SequenceNumber> Descending(const Pieces& ranges, const Taken& taken) {
  std::vector<SequenceNumber> smallest;
  for (const auto& f : ranges) {
    SequenceNumber limit = f->smallest_seqno + 1;  // exclusive
    limit = std::min(limit, f->largest_seqno);
    if (!smallest.empty()) limit = std::min(limit, smallest.back());
    if (limit == 0 || !taken.AboveFloor(limit - 1)) break;
    smallest.push_back(limit - 1);
  }
  return smallest;
}

// Makes the oldest range whose number no other file has single-valued; false when there is none.
bool DropOneRange(Pieces* ranges, Taken* taken) {
  for (size_t i = ranges->size(); i-- > 0;) {
    FileMeta& f = *(*ranges)[i];
    if (!taken->TakeSingle(f.largest_seqno)) continue;
    f.smallest_seqno = f.largest_seqno;
    ranges->erase(ranges->begin() + static_cast<ptrdiff_t>(i));
    return true;
  }
  return false;
}

// The number of [lowest, ceiling) outside `taken` that lies nearest to `wanted`, upward first.
std::optional<SequenceNumber> NearestFree(SequenceNumber wanted, SequenceNumber lowest,
                                          SequenceNumber ceiling,
                                          const std::set<SequenceNumber>& taken) {
  if (lowest >= ceiling) return std::nullopt;
  const SequenceNumber start = std::clamp(wanted, lowest, ceiling - 1);
  for (SequenceNumber n = start; n < ceiling; ++n) {
    if (!taken.contains(n)) return n;
  }
  for (SequenceNumber n = start; n-- > lowest;) {
    if (!taken.contains(n)) return n;
  }
  return std::nullopt;
}

}  // namespace

void NumberFlushPieces(uint64_t first_epoch, const FileList& level0, const Pieces& pieces) {
  Pieces newest_first = pieces;
  std::sort(newest_first.begin(), newest_first.end(),
            [](const auto& a, const auto& b) { return NewerBySequence(*a, *b); });
  GiveEpochs(first_epoch, newest_first);
  Taken taken(level0);
  Pieces ranges = SetSinglesAside(newest_first, &taken);
  std::vector<SequenceNumber> smallest = Descending(ranges, taken);
  // Each round gives up one range, so this ends. The oldest go first because the fewest numbers are
  // left for them.
  while (smallest.size() < ranges.size() && DropOneRange(&ranges, &taken)) {
    smallest = Descending(ranges, taken);
  }
  for (size_t i = 0; i < smallest.size(); ++i) ranges[i]->smallest_seqno = smallest[i];
}

uint64_t EpochOfOutput(const FileList& inputs) {
  uint64_t epoch = UINT64_MAX;
  for (const FilePtr& f : inputs) epoch = std::min(epoch, f->epoch);
  return inputs.empty() ? 0 : epoch;
}

SequenceNumber RecordedSmallestOfL0Output(const FileList& level0, const FileList& inputs,
                                          SequenceNumber smallest, SequenceNumber largest) {
  SequenceNumber ceiling = largest;     // exclusive: ranges that end above `largest`
  std::optional<SequenceNumber> floor;  // exclusive: ranges that end below
  std::set<SequenceNumber> beside;      // ranges that end at it, as pieces of one tombstone do
  bool single_taken = false;
  for (const FilePtr& f : level0) {
    // Inputs leave in the same edit that adds the output, so their numbers are free.
    if (std::find(inputs.begin(), inputs.end(), f) != inputs.end()) continue;
    if (SingleValued(*f)) {
      single_taken = single_taken || f->largest_seqno == largest;
    } else if (f->largest_seqno > largest) {
      ceiling = std::min(ceiling, f->smallest_seqno);
    } else if (f->largest_seqno == largest) {
      beside.insert(f->smallest_seqno);
    } else if (!floor || f->smallest_seqno > *floor) {
      floor = f->smallest_seqno;
    }
  }
  // A single-valued file keeps its true number where it can.
  if (smallest == largest && !single_taken) return largest;
  if (const auto free = NearestFree(smallest, floor ? *floor + 1 : 0, ceiling, beside))
    return *free;
  // No number is free. 10.6 orders by epochs and reads the tree; the true number is the least
  // wrong.
  return single_taken ? smallest : largest;
}

}  // namespace ROCKSDB_NAMESPACE
