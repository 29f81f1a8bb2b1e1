// Data blocks: every move of the cursor over bytes that may be anything. A block that a plain
// second reading finds well formed must be shown exactly so, forward, backward and by both seeks.
//
// Input: one byte of flags, then the block, or with kBuiltData keys and values to build one from.
#include <map>

#include "rocksdb/comparator.h"
#include "table/block_builder.h"
#include "table/block_cursor.h"
#include "test/fuzz/block_model.h"

namespace bucketlsm_fuzz {
namespace {

constexpr uint8_t kBuiltData = 1;
constexpr uint8_t kReverseData = 2;  // the other comparator
constexpr uint8_t kGlobalSequenceData = 4;
constexpr size_t kMostDataMoves = 100000;

class DataBlock {
 public:
  DataBlock(const Block& block, uint8_t flags)
      : block_(block),
        order_((flags & kReverseData) != 0 ? ReverseBytewiseComparator() : BytewiseComparator()),
        global_((flags & kGlobalSequenceData) != 0 ? 77 : kNoGlobalSequence) {}

  void Check(Draws draws) {
    const std::vector<ModelEntry> forward = Forward();
    const std::vector<ModelEntry> backward = Backward();
    Wander(draws);
    const auto model = ModelOf(block_, true, [](Slice*, bool) { return false; });
    if (!model.has_value()) return;
    FUZZ_CHECK(Same(forward, *model), "forward");
    FUZZ_CHECK(Same(backward, *model), "backward");
    if (!Ordered(*model)) return;
    for (const ModelEntry& e : *model) CheckSeeks(*model, e.key);
    CheckSeeks(*model, MakeInternalKey(draws.Rest(), 5, kTypeValue));
  }

 private:
  bool Ordered(const std::vector<ModelEntry>& entries) const {
    for (size_t i = 0; i < entries.size(); i++) {
      if (entries[i].key.size() < kInternalTailBytes) return false;
      if (i > 0 && order_.Compare(entries[i - 1].key, entries[i].key) >= 0) return false;
    }
    return true;
  }
  static bool Same(const std::vector<ModelEntry>& a, const std::vector<ModelEntry>& b) {
    return a == b;
  }
  void Attach(DataCursor* cursor) const {
    cursor->SetGlobalSequence(global_);
    cursor->Attach(block_);
  }
  ModelEntry Current(DataCursor* cursor) const {
    const Slice shown = cursor->ShownKey();
    const std::string key = cursor->key().ToString();
    FUZZ_CHECK(shown.size() == key.size(), "shown key of another length");
    return {key, cursor->value(), 0, false};
  }
  // The cursors' own keys are compared: with a global sequence number the shown ones differ.
  std::vector<ModelEntry> Forward() const {
    std::vector<ModelEntry> seen;
    DataCursor cursor(order_);
    Attach(&cursor);
    for (cursor.SeekToFirst(); cursor.valid(); cursor.Next()) {
      seen.push_back(Current(&cursor));
      FUZZ_CHECK(seen.size() <= block_.entries_size(), "more entries than bytes");
    }
    return seen;
  }
  std::vector<ModelEntry> Backward() const {
    std::vector<ModelEntry> seen;
    DataCursor cursor(order_);
    Attach(&cursor);
    for (cursor.SeekToLast(); cursor.valid(); cursor.Prev()) {
      seen.push_back(Current(&cursor));
      FUZZ_CHECK(seen.size() <= kMostDataMoves, "going backward does not end");
    }
    std::reverse(seen.begin(), seen.end());
    return seen;
  }
  void Wander(Draws draws) const {
    DataCursor cursor(order_);
    Attach(&cursor);
    for (int i = 0; i < 64; i++) {
      const std::string target = MakeInternalKey(draws.Bytes(draws.Byte() % 16), 5, kTypeValue);
      switch (cursor.valid() ? draws.Below(6) : draws.Below(4)) {
        case 0:
          cursor.Seek(target);
          break;
        case 1:
          cursor.SeekForPrev(target);
          break;
        case 2:
          cursor.SeekToFirst();
          break;
        case 3:
          cursor.SeekToLast();
          break;
        case 4:
          cursor.Next();
          break;
        default:
          cursor.Prev();
          break;
      }
      if (cursor.valid()) Current(&cursor);
      if (cursor.corrupt()) Attach(&cursor);
    }
  }
  void CheckSeeks(const std::vector<ModelEntry>& model, const std::string& target) const {
    const auto at = std::lower_bound(
        model.begin(), model.end(), target,
        [this](const ModelEntry& e, const std::string& t) { return order_.Compare(e.key, t) < 0; });
    DataCursor cursor(order_);
    Attach(&cursor);
    cursor.Seek(target);
    FUZZ_CHECK(cursor.valid() == (at != model.end()), "Seek");
    FUZZ_CHECK(!cursor.valid() || cursor.key() == Slice(at->key), "Seek lands elsewhere");
    if (cursor.valid()) {
      cursor.Prev();
      FUZZ_CHECK(cursor.valid() == (at != model.begin()), "Prev after Seek");
      FUZZ_CHECK(!cursor.valid() || cursor.key() == Slice((at - 1)->key), "Prev after Seek");
    }
    const bool exact = at != model.end() && at->key == target;
    const auto before = exact ? at + 1 : at;
    cursor.SeekForPrev(target);
    FUZZ_CHECK(cursor.valid() == (before != model.begin()), "SeekForPrev");
    FUZZ_CHECK(!cursor.valid() || cursor.key() == Slice((before - 1)->key), "SeekForPrev");
    if (!cursor.valid()) return;
    cursor.Next();
    FUZZ_CHECK(cursor.valid() == (before != model.end()), "Next after SeekForPrev");
    FUZZ_CHECK(!cursor.valid() || cursor.key() == Slice(before->key), "Next after SeekForPrev");
  }

  const Block& block_;
  const InternalKeyOrder order_;
  const SequenceNumber global_;
};

// Sorted keys with values, as a writer would lay them out.
std::string BuildBlock(uint8_t flags, Draws* draws) {
  const InternalKeyOrder order((flags & kReverseData) != 0 ? ReverseBytewiseComparator()
                                                           : BytewiseComparator());
  const auto less = [&order](const std::string& a, const std::string& b) {
    return order.Compare(a, b) < 0;
  };
  std::map<std::string, std::string, decltype(less)> entries(less);
  const int interval = 1 + static_cast<int>(draws->Below(16));
  const std::string prefix = draws->Sized().ToString();
  while (!draws->empty() && entries.size() < 200) {
    const std::string user_key = prefix + draws->Bytes(draws->Byte() % 16).ToString();
    const SequenceNumber seq = draws->Byte();
    entries[MakeInternalKey(user_key, seq, kTypeValue)] =
        draws->Bytes(draws->Byte() % 16).ToString();
  }
  ByteBuffer out;
  BlockBuilder builder(&out, interval);
  builder.Begin();
  for (const auto& [key, value] : entries) builder.Add(key, value);
  builder.Finish();
  return builder.Contents().ToString();
}

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(data_block) {
  Draws draws(input);
  const uint8_t flags = draws.Byte();
  const bool built = (flags & kBuiltData) != 0;
  const Slice tail(input.data() + input.size() / 2, input.size() - input.size() / 2);
  const std::string bytes = built ? BuildBlock(flags, &draws) : draws.Rest().ToString();
  std::unique_ptr<Block> block;
  const Status s = MakeBlock(BlockKind::kData, bytes, &block);
  FUZZ_CHECK(s.ok() || !built, "a block just built is refused: " + s.ToString());
  if (s.ok()) DataBlock(*block, flags).Check(Draws(tail));
}
