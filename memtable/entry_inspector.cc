// Checks of single memtable entries; see the header.
#include "memtable/entry_inspector.h"

#include <string>

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr size_t kShownKeyBytes = 64;

uint64_t GuardOf(const memtable_entry::View& view) {
  const ParsedInternalKey key = view.Parsed();
  return entry_guard::OfContents(key.type, key.user_key, view.value) ^
         entry_guard::OfSequence(key.sequence);
}

// Reads a length and that many bytes; null when they do not end at or before `limit`.
const char* TakeBounded(const char* p, const char* limit, Slice* bytes) {
  uint32_t size = 0;
  p = LoadVarint32(p, limit, &size);
  if (p == nullptr || size > static_cast<size_t>(limit - p)) return nullptr;
  *bytes = Slice(p, size);
  return p + size;
}

}  // namespace

bool EntryInspector::Parse(const char* entry, memtable_entry::View* view, const char** end) const {
  const size_t room = arena_->RoomFrom(entry);
  // The guard lies behind the entry and must not be read past the chunk's end either.
  if (room < guard_bytes_) return false;
  const char* limit = entry + (room - guard_bytes_);
  const char* p = TakeBounded(entry, limit, &view->key);
  if (p == nullptr || view->key.size() < kInternalTailBytes) return false;
  *end = TakeBounded(p, limit, &view->value);
  return *end != nullptr;
}

bool EntryInspector::Open(const char* entry, memtable_entry::View* view) const {
  const char* end = nullptr;
  if (!Parse(entry, view, &end)) return false;
  return guard_bytes_ == 0 || entry_guard::Matches(GuardOf(*view), end, guard_bytes_);
}

bool EntryInspector::MayCompare(const char* entry) const {
  memtable_entry::View view;
  if (paranoid_) return Open(entry, &view);
  // At least five bytes of the chunk follow the start of an entry: the key's tail and the value
  // come after the length.
  constexpr int kMaxVarint32 = 5;
  uint32_t size = 0;
  const char* key = LoadVarint32(entry, entry + kMaxVarint32, &size);
  if (key == nullptr || size < kInternalTailBytes ||
      size > largest_key_.load(std::memory_order_relaxed)) {
    return false;
  }
  // A length that some key has may still reach beyond the end of this entry's chunk.
  return size <= arena_->RoomFrom(key);
}

Status EntryInspector::Seal(char* entry, size_t bytes, uint64_t guard) {
  memtable_entry::View view;
  const char* end = nullptr;
  // Parsing the encoded bytes again finds errors of the encoder and records that changed after
  // their guard was made.
  if (!Parse(entry, &view, &end) || end != entry + bytes || GuardOf(view) != guard) {
    return Status::Corruption(
        "A record changed on its way into the memtable: it does not match its protection info");
  }
  entry_guard::Store(guard, entry + bytes, guard_bytes_);
  const auto size = static_cast<uint32_t>(view.key.size());
  uint32_t largest = largest_key_.load(std::memory_order_relaxed);
  while (largest < size &&
         !largest_key_.compare_exchange_weak(largest, size, std::memory_order_relaxed)) {
  }
  return Status::OK();
}

// For messages. The key may be damaged itself, so it is only shown, cut to a length that fits a
// line.
Status EntryInspector::Damage(const char* entry) const {
  memtable_entry::View view;
  const char* end = nullptr;
  if (!Parse(entry, &view, &end)) {
    return Status::Corruption("Corrupted memtable entry", "its lengths are impossible");
  }
  Slice shown = UserKeyOf(view.key);
  if (shown.size() > kShownKeyBytes) shown = Slice(shown.data(), kShownKeyBytes);
  return Status::Corruption("Corrupted memtable entry",
                            "it does not match its checksum; its key now reads " +
                                shown.ToString(true) + " @ " +
                                std::to_string(SequenceOf(view.key)));
}

}  // namespace ROCKSDB_NAMESPACE
