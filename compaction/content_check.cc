// Comparing a table with what it was made of.
#include "compaction/content_check.h"

#include <algorithm>
#include <memory>

#include "table/table_reader.h"
#include "util/entry_guard.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Chosen, not measured.
constexpr size_t kReadahead = size_t{1} << 20;

// The sum over one entry more.
uint64_t Extend(uint64_t sum, const Slice& ikey, const Slice& value) {
  constexpr uint64_t kChainSalt = 0x243f6a8885a308d3;
  return entry_guard::Term(sum, kChainSalt) + entry_guard::OfPair(ikey, value);
}

bool SameTombstones(const FragmentedRangeTombstones& a, const FragmentedRangeTombstones* b) {
  const std::vector<RangeTombstone> left = a.Cut(nullptr, nullptr);
  std::vector<RangeTombstone> right;
  if (b != nullptr) right = b->Cut(nullptr, nullptr);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const RangeTombstone& x, const RangeTombstone& y) {
                      return x.start == y.start && x.end == y.end && x.seq == y.seq;
                    });
}

}  // namespace

bool NotedBuilder::Add(const Slice& ikey, const Slice& value) {
  if (TypeOf(ikey) == kTypeRangeDeletion) {
    tombstones_.push_back({UserKeyOf(ikey).ToString(), value.ToString(), SequenceOf(ikey)});
  } else {
    // Before it is passed on: a builder that damages its input must not be believed.
    sum_ = Extend(sum_, ikey, value);
    ++entries_;
  }
  return to_->Add(ikey, value);
}

Status NotedBuilder::Compare(const Comparator* user, const std::string& path,
                             TableReader* reader) const {
  std::vector<RangeTombstone> list;
  for (const Tombstone& t : tombstones_) list.push_back({t.start, t.end, t.seq});
  const FragmentedRangeTombstones expected(user, std::move(list));
  ReadOptions options;
  // From the file, not from what the cache may hold of it.
  options.fill_cache = false;
  TableIterOptions how;
  how.for_compaction = true;
  how.readahead = kReadahead;
  const std::unique_ptr<InternalIterator> it(reader->NewIterator(options, how));
  uint64_t sum = 0, entries = 0;
  for (it->SeekToFirst(); it->Valid(); it->Next(), ++entries) {
    sum = Extend(sum, it->key(), it->value());
  }
  Status s = it->status();
  const bool same = sum == sum_ && entries == entries_ &&
                    SameTombstones(expected, reader->RangeTombstones().get());
  if (s.ok() && !same) {
    s = Status::Corruption("A new table is not what was written to it", path);
  }
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
