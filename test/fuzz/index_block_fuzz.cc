// Index blocks and the top level of partitioned filters, in every format: with user keys or
// internal ones, values whole or as differences, with first keys. What a plain second reading finds
// well formed must be shown so, both ways, and Seek must land on the block that may hold the key.
//
// Input: one byte of flags, then the block, or with kBuiltIndex separators and sizes to build one
// from.
#include <set>

#include "rocksdb/comparator.h"
#include "table/block_builder.h"
#include "table/block_cursor.h"
#include "table/digested_block.h"
#include "test/fuzz/block_model.h"

namespace bucketlsm_fuzz {
namespace {

constexpr uint8_t kUserKeys = 1;
constexpr uint8_t kDeltas = 2;
constexpr uint8_t kFirstKeysIndex = 4;
constexpr uint8_t kBuiltIndex = 8;
constexpr uint8_t kReverseIndex = 16;
constexpr uint8_t kDigests = 32;
constexpr size_t kMostIndexMoves = 100000;

IndexFormat FormatOf(uint8_t flags) {
  return {(flags & kUserKeys) != 0, (flags & kDeltas) != 0, (flags & kFirstKeysIndex) != 0};
}
InternalKeyOrder OrderOf(uint8_t flags) {
  return InternalKeyOrder((flags & kReverseIndex) != 0 ? ReverseBytewiseComparator()
                                                       : BytewiseComparator());
}

struct Shown {
  std::string key;
  Extent extent;
  std::string first_key;
  bool operator==(const Shown&) const = default;
};

class IndexBlock {
 public:
  IndexBlock(const Block& block, uint8_t flags)
      : block_(block), order_(OrderOf(flags)), format_(FormatOf(flags)) {}

  // `written`: what the block was built from, or null.
  void Check(const std::vector<Shown>* written, Draws draws) {
    const std::vector<Shown> forward = Walk(true);
    const std::vector<Shown> backward = Walk(false);
    FUZZ_CHECK(written == nullptr || forward == *written, "not what was written");
    for (int i = 0; i < 16; i++) Seek(MakeInternalKey(draws.Sized(), 5, kTypeValue));
    if (!WellFormed(forward.size())) return;
    FUZZ_CHECK(forward == backward, "backward differs from forward");
    for (size_t i = 1; i < forward.size(); i++) {
      if (Compare(forward[i - 1].key, forward[i].key) >= 0) return;
    }
    for (const Shown& s : forward) {
      CheckSeek(forward, format_.user_keys ? MakeInternalKey(s.key, 5, kTypeValue) : s.key);
    }
    CheckSeek(forward, MakeInternalKey(draws.Rest(), 5, kTypeValue));
  }

 private:
  int Compare(const Slice& a, const Slice& b) const {
    return format_.user_keys ? order_.CompareUserKeys(a, b) : order_.Compare(a, b);
  }
  // The plain reading goes through the whole block and finds as many entries as the cursor.
  bool WellFormed(size_t entries) const {
    const auto model = ModelOf(block_, !format_.delta_values, [this](Slice* in, bool whole) {
      Extent extent;
      int64_t difference = 0;
      Slice first_key;
      if (!(whole ? extent.TakeFrom(in) : TakeSignedVarint64(in, &difference))) return false;
      return !format_.first_keys || TakeSized(in, &first_key);
    });
    return model.has_value() && model->size() == entries;
  }
  Shown Current(const IndexCursor& cursor) const {
    return {cursor.key().ToString(), cursor.extent(),
            format_.first_keys ? cursor.first_key().ToString() : std::string()};
  }
  std::vector<Shown> Walk(bool forward) const {
    std::vector<Shown> seen;
    IndexCursor cursor(order_, format_);
    cursor.Attach(block_);
    forward ? cursor.SeekToFirst() : cursor.SeekToLast();
    while (cursor.valid()) {
      seen.push_back(Current(cursor));
      FUZZ_CHECK(seen.size() <= kMostIndexMoves, "a walk does not end");
      forward ? cursor.Next() : cursor.Prev();
    }
    if (!forward) std::reverse(seen.begin(), seen.end());
    return seen;
  }
  void Seek(const std::string& target) const {
    IndexCursor cursor(order_, format_);
    cursor.Attach(block_);
    cursor.Seek(target);
    for (int i = 0; i < 4 && cursor.valid(); i++) {
      Current(cursor);
      FUZZ_CHECK(cursor.CompareTo(target) >= 0 || cursor.corrupt() || i > 0, "Seek lands before");
      i % 2 == 0 ? cursor.Prev() : cursor.Next();
    }
  }
  void CheckSeek(const std::vector<Shown>& all, const std::string& target) const {
    const auto at = std::find_if(all.begin(), all.end(), [&](const Shown& s) {
      return (format_.user_keys ? order_.CompareUserKeys(s.key, UserKeyOf(target))
                                : order_.Compare(s.key, target)) >= 0;
    });
    IndexCursor cursor(order_, format_);
    cursor.Attach(block_);
    cursor.Seek(target);
    FUZZ_CHECK(cursor.valid() == (at != all.end()), "Seek");
    FUZZ_CHECK(!cursor.valid() || Current(cursor) == *at, "Seek lands elsewhere");
    if (!cursor.valid()) return;
    cursor.Prev();
    FUZZ_CHECK(cursor.valid() == (at != all.begin()), "Prev after Seek");
    FUZZ_CHECK(!cursor.valid() || Current(cursor) == *(at - 1), "Prev after Seek");
  }

  const Block& block_;
  const InternalKeyOrder order_;
  const IndexFormat format_;
};

void AddEntry(BlockBuilder* builder, const IndexFormat& format, const Shown& s,
              const Shown* previous) {
  std::string whole, delta;
  s.extent.AppendTo(&whole);
  const uint64_t size_before = previous != nullptr ? previous->extent.size : 0;
  AppendSignedVarint64(&delta, static_cast<int64_t>(s.extent.size - size_before));
  if (format.first_keys) {
    AppendSized(&whole, s.first_key);
    AppendSized(&delta, s.first_key);
  }
  if (format.delta_values) {
    builder->AddUnsized(s.key, whole, delta);
  } else {
    builder->Add(s.key, whole);
  }
}

// An index as a writer would lay it out, over blocks that follow each other.
std::string BuildIndex(uint8_t flags, Draws* draws, std::vector<Shown>* written) {
  const IndexFormat format = FormatOf(flags);
  const InternalKeyOrder order = OrderOf(flags);
  const int interval = 1 + static_cast<int>(draws->Below(8));
  const auto less = [&](const std::string& a, const std::string& b) {
    return format.user_keys ? order.CompareUserKeys(a, b) < 0 : order.Compare(a, b) < 0;
  };
  std::set<std::string, decltype(less)> keys(less);
  while (!draws->empty() && keys.size() < 100) {
    const Slice key = draws->Bytes(1 + draws->Byte() % 16);
    keys.insert(format.user_keys ? key.ToString()
                                 : MakeInternalKey(key, draws->Byte(), kTypeValue));
  }
  ByteBuffer out;
  BlockBuilder builder(&out, interval);
  builder.Begin();
  uint64_t offset = 0;
  for (const std::string& key : keys) {
    const uint64_t size = 1 + (key.size() * 2654435761u) % 5000;
    written->push_back({key, {offset, size}, format.first_keys ? "first " + key : std::string()});
    offset = written->back().extent.end();
    const size_t n = written->size();
    AddEntry(&builder, format, (*written)[n - 1], n > 1 ? &(*written)[n - 2] : nullptr);
  }
  builder.Finish();
  return builder.Contents().ToString();
}

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(index_block) {
  Draws draws(input);
  const uint8_t flags = draws.Byte();
  const bool built = (flags & kBuiltIndex) != 0;
  const Slice tail(input.data() + input.size() / 2, input.size() - input.size() / 2);
  std::vector<Shown> written;
  const std::string bytes = built ? BuildIndex(flags, &draws, &written) : draws.Rest().ToString();
  std::unique_ptr<Block> block;
  const Status s = MakeBlock(BlockKind::kIndex, bytes, &block);
  FUZZ_CHECK(s.ok() || !built, "an index just built is refused: " + s.ToString());
  // What searches look at first; only for the order of bytes.
  if (s.ok() && (flags & (kDigests | kReverseIndex)) == kDigests)
    AddDigests(FormatOf(flags), *block);
  if (s.ok()) IndexBlock(*block, flags).Check(built ? &written : nullptr, Draws(tail));
}
