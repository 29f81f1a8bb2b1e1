// Skip lists over the records of a batch.
#include "utilities/write_batch_with_index/batch_index.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "db/batch/batch_reader.h"
#include "rocksdb/db.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Most indexed batches hold a few updates, so the first chunk is small: chosen, not measured.
constexpr size_t kFirstChunk = 1024;
// A batch of more leaves no nodes to the next one: chosen, not measured.
constexpr size_t kMostKept = 16 << 10;

}  // namespace

// ---- one family ----

BatchIndex::Family::Family(const WriteBatch* batch, const Comparator* order, Arena* arena)
    : batch_(batch),
      order_(order),
      bytewise_(OrdersBytewise(order)),
      head_(NewNode(arena, kMaxHeight)) {
  std::fill(head_->next, head_->next + kMaxHeight, nullptr);
}

BatchIndex::Node* BatchIndex::Family::NewNode(Arena* arena, int height) {
  const size_t links = static_cast<size_t>(height - 1) * sizeof(Node*);
  Node* node = reinterpret_cast<Node*>(arena->AllocateAligned(sizeof(Node) + links));
  node->height = static_cast<uint8_t>(height);
  return node;
}

uint64_t BatchIndex::Family::PrefixOf(const Slice& key) const {
  return bytewise_ ? BytewisePrefix(key) : 0;
}

int BatchIndex::Family::Compare(const Node* node, uint64_t prefix, const Slice& key) const {
  if (node->prefix != prefix) return node->prefix < prefix ? -1 : 1;
  return bytewise_ ? KeyOf(node).compare(key) : order_->Compare(KeyOf(node), key);
}

bool BatchIndex::Family::SameKey(const Node* node, const Slice& key) const {
  return bytewise_ ? KeyOf(node) == key : order_->Equal(KeyOf(node), key);
}

BatchIndex::Node* BatchIndex::Family::FindBefore(const Slice& key, bool through,
                                                 Node** path) const {
  const uint64_t prefix = PrefixOf(key);
  Node* at = head_;
  for (int level = height_ - 1; level >= 0; --level) {
    for (Node* next = at->next[level]; next != nullptr; next = at->next[level]) {
      const int order = Compare(next, prefix, key);
      if (order > 0 || (order == 0 && !through)) break;
      at = next;
    }
    if (path != nullptr) path[level] = at;
  }
  return at;
}

const BatchIndex::Node* BatchIndex::Family::First() const { return head_->next[0]; }
const BatchIndex::Node* BatchIndex::Family::Last() const { return last_; }

const BatchIndex::Node* BatchIndex::Family::AtOrAfter(const Slice& key) const {
  return FindBefore(key, false, nullptr)->next[0];
}
const BatchIndex::Node* BatchIndex::Family::After(const Slice& key) const {
  return FindBefore(key, true, nullptr)->next[0];
}
const BatchIndex::Node* BatchIndex::Family::AtOrBefore(const Slice& key) const {
  const Node* found = FindBefore(key, true, nullptr);
  return found == head_ ? nullptr : found;
}
const BatchIndex::Node* BatchIndex::Family::Before(const Slice& key) const {
  const Node* found = FindBefore(key, false, nullptr);
  return found == head_ ? nullptr : found;
}

// REQUIRES: path[i] is the last node of level i that stays before `node`, for all levels in use.
void BatchIndex::Family::Link(Node* node, Node* const* path) {
  const int height = node->height;
  for (int level = 0; level < height; ++level) {
    Node* const before = level < height_ ? path[level] : head_;
    node->next[level] = before->next[level];
    before->next[level] = node;
  }
  height_ = std::max(height_, height);
  node->previous = path[0] == head_ ? nullptr : path[0];
  (node->next[0] == nullptr ? last_ : node->next[0]->previous) = node;
}

void BatchIndex::Family::Unlink(Node* node) {
  // Nodes of the same key may stand before it, so the search goes on to the node itself.
  const Slice key = KeyOf(node);
  const uint64_t prefix = node->prefix;
  Node* at = head_;
  for (int level = height_ - 1; level >= 0; --level) {
    for (Node* next = at->next[level]; next != nullptr && next != node; next = at->next[level]) {
      const int order = Compare(next, prefix, key);
      if (order > 0 || (order == 0 && next->record > node->record)) break;
      at = next;
    }
    if (at->next[level] == node) at->next[level] = node->next[level];
  }
  (node->next[0] == nullptr ? last_ : node->next[0]->previous) = node->previous;
  MakeSpare(node);
}

void BatchIndex::Family::MakeSpare(Node* node) {
  Node*& spare = spare_[node->height - 1];
  node->next[0] = spare;
  spare = node;
}

void BatchIndex::Family::RemoveAll() {
  for (Node* node = head_->next[0]; node != nullptr;) {
    Node* const next = node->next[0];
    MakeSpare(node);
    node = next;
  }
  std::fill(head_->next, head_->next + height_, nullptr);
  last_ = nullptr;
  height_ = 1;
  left_over_ = true;
}

// ---- all families ----

BatchIndex::BatchIndex(const WriteBatch* batch, const Comparator* fallback, bool overwrite_key)
    : batch_(batch),
      fallback_(fallback),
      overwrite_(overwrite_key),
      arena_(std::make_unique<Arena>(kFirstChunk)) {}

BatchIndex::Family* BatchIndex::FamilyFor(ColumnFamilyHandle* cf) {
  const uint32_t id = cf == nullptr ? 0 : cf->GetID();
  if (last_family_ != nullptr && last_cf_ == id) return last_family_;
  std::unique_ptr<Family>& family = families_[id];
  if (family == nullptr || family->left_over_) {
    const Comparator* const own = cf == nullptr ? nullptr : cf->GetComparator();
    const Comparator* const order = own == nullptr ? fallback_ : own;
    if (family == nullptr || family->order_ != order)
      family.reset(new Family(batch_, order, arena_.get()));
    family->left_over_ = false;
  }
  last_family_ = family.get();
  last_cf_ = id;
  return last_family_;
}

WriteBatchWithIndex::CFStat* BatchIndex::StatFor(uint32_t cf) {
  if (!spare_stat_.empty() && stats_.empty()) {
    spare_stat_.key() = cf;
    spare_stat_.mapped() = WriteBatchWithIndex::CFStat();
    stats_.insert(std::move(spare_stat_));
  }
  return &stats_[cf];
}

const BatchIndex::Family* BatchIndex::Get(ColumnFamilyHandle* cf) { return FamilyFor(cf); }

BatchIndex::Node* BatchIndex::TakeNode(Family* family) {
  int height = 1;
  while (height < Family::kMaxHeight && heights_.OneIn(4)) ++height;
  Node*& spare = family->spare_[height - 1];
  if (spare == nullptr) return Family::NewNode(arena_.get(), height);
  Node* const node = spare;
  spare = node->next[0];
  return node;
}

void BatchIndex::Add(ColumnFamilyHandle* cf, size_t record) {
  // The bytes before the record pass for the header that a reader steps over.
  const std::string& bytes = batch_->Data();
  const size_t begin = record - kBatchHeaderBytes;
  BatchReader reader(Slice(bytes.data() + begin, bytes.size() - begin));
  const bool whole = reader.Next();
  assert(whole);
  if (!whole) return;

  ++updates_;
  Family* const family = FamilyFor(cf);
  Node* path[Family::kMaxHeight];
  Node* const before = family->FindBefore(reader.key, true, path);
  const uint64_t prefix = family->PrefixOf(reader.key);
  const bool again =
      overwrite_ && before != family->head_ && family->Compare(before, prefix, reader.key) == 0;
  const uint32_t updates = overwrite_ ? (again ? before->updates : 0) + 1 : 0;
  const bool single_deletion = reader.type == kTypeSingleDeletion;
  Node* node = before;
  if (again && reader.type != kTypeMerge) {
    Overwrite(reader.cf, node, single_deletion);
  } else {
    node = TakeNode(family);
    node->single_deleted = single_deletion;
    node->lost_single_deletion = false;
    ++StatFor(reader.cf)->entry_count;
    Remember(reader.cf, node, true);
  }
  node->prefix = prefix;
  node->record = record;
  node->key = static_cast<size_t>(reader.key.data() - bytes.data());
  node->key_size = static_cast<uint32_t>(reader.key.size());
  node->updates = updates;
  if (node != before) family->Link(node, path);
}

void BatchIndex::Overwrite(uint32_t cf, Node* node, bool single_deletion) {
  Remember(cf, node, false);
  if (node->single_deleted && !node->lost_single_deletion) {
    node->lost_single_deletion = true;
    ++stats_[cf].overwritten_sd_count;
  }
  node->single_deleted |= single_deletion;
}

void BatchIndex::Remember(uint32_t cf, Node* node, bool added) {
  if (save_points_.empty()) return;
  undo_.push_back(Undo{cf, added, node, added ? Node{} : *node});
}

void BatchIndex::TakeBack(const Undo& undo) {
  Node* const node = undo.node;
  WriteBatchWithIndex::CFStat& stat = stats_[undo.cf];
  if (undo.added) {
    families_[undo.cf]->Unlink(node);
    if (--stat.entry_count == 0) stats_.erase(undo.cf);
    return;
  }
  if (node->lost_single_deletion && !undo.before.lost_single_deletion) --stat.overwritten_sd_count;
  node->record = undo.before.record;
  node->key = undo.before.key;
  node->key_size = undo.before.key_size;
  node->updates = undo.before.updates;
  node->single_deleted = undo.before.single_deleted;
  node->lost_single_deletion = undo.before.lost_single_deletion;
}

void BatchIndex::Clear() {
  ++removals_;
  save_points_.clear();
  undo_.clear();
  updates_ = 0;
  last_family_ = nullptr;
  if (!stats_.empty()) spare_stat_ = stats_.extract(stats_.begin());
  stats_.clear();
  if (arena_->MemoryUsage() > kMostKept) {
    families_.clear();
    arena_ = std::make_unique<Arena>(kFirstChunk);
    return;
  }
  for (const auto& entry : families_) entry.second->RemoveAll();
}

void BatchIndex::SetSavePoint() { save_points_.push_back(SavePoint{undo_.size(), updates_}); }

bool BatchIndex::RollbackToSavePoint() {
  if (save_points_.empty()) return false;
  const SavePoint to = save_points_.back();
  ++removals_;
  for (; undo_.size() > to.undo; undo_.pop_back()) TakeBack(undo_.back());
  updates_ = to.updates;
  save_points_.pop_back();
  return true;
}

bool BatchIndex::PopSavePoint() {
  if (save_points_.empty()) return false;
  save_points_.pop_back();
  // An outer save point still needs what was changed since.
  if (save_points_.empty()) undo_.clear();
  return true;
}

}  // namespace ROCKSDB_NAMESPACE
