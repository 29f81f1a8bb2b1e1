// KeyTable: what somebody keeps for each of some keys. Its nodes are used again and again, with the
// memory of their keys: a table whose keys come and go allocates nothing.
//
//   buckets_   [ . ] [ n2 -> n0 ] [ . ] [ n1 ]         by hash
//   nodes_     [ n0 n1 n2 | s0 s1 ]                    those in use, then spare ones
//
// Invariants
//  1. The first size() nodes are in use: each is in the chain of its hash, and knows its place.
//  2. A node stays where it is in memory as long as it is in use.
// Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/slice.h"
#include "util/hash.h"

namespace ROCKSDB_NAMESPACE {

// A key of a column family with its hash, which is made once for all tables that are asked.
struct FamilyKey {
  FamilyKey(uint32_t family, const Slice& user_key)
      : FamilyKey(family, user_key, Hash64(user_key.data(), user_key.size(), family)) {}
  // REQUIRES: the hash is that of the other constructor.
  FamilyKey(uint32_t family, const Slice& user_key, uint64_t known_hash)
      : cf(family), key(user_key), hash(known_hash) {}

  uint32_t cf;
  Slice key;
  uint64_t hash;
};

template <typename Value>
class KeyTable {
 public:
  struct Node {
    uint64_t hash = 0;
    uint32_t cf = 0;
    std::string key;
    Value value;

    FamilyKey id() const { return {cf, key, hash}; }

   private:
    friend class KeyTable;
    Node* next = nullptr;
    size_t place = 0;
  };

  size_t size() const { return size_; }
  // REQUIRES: i < size(). In no order that outlives a change.
  Node* at(size_t i) { return nodes_[i].get(); }
  const Node* at(size_t i) const { return nodes_[i].get(); }

  // Null: it is not here.
  Node* Find(const FamilyKey& wanted) const {
    if (size_ == 0) return nullptr;
    Node* node = buckets_[wanted.hash & (buckets_.size() - 1)];
    while (node != nullptr &&
           !(node->hash == wanted.hash && node->cf == wanted.cf && wanted.key == node->key)) {
      node = node->next;
    }
    return node;
  }

  // A value as an earlier key has left it, or a new one. REQUIRES: the key is not here.
  Node* Add(const FamilyKey& added) {
    if (size_ >= buckets_.size()) Grow();
    if (size_ == nodes_.size()) nodes_.push_back(std::make_unique<Node>());
    Node* const node = nodes_[size_].get();
    node->hash = added.hash;
    node->cf = added.cf;
    node->key.assign(added.key.data(), added.key.size());
    node->place = size_++;
    Chain(node);
    return node;
  }

  // REQUIRES: the node is in use.
  void Erase(Node* node) {
    Node** link = &buckets_[node->hash & (buckets_.size() - 1)];
    while (*link != node) link = &(*link)->next;
    *link = node->next;
    const size_t place = node->place;
    --size_;
    std::swap(nodes_[place], nodes_[size_]);
    nodes_[place]->place = place;
    if (size_ >= kMostSpare || node->key.capacity() > kLongestSpareKey) Drop(size_);
  }

  void Clear() {
    while (size_ > 0) Erase(nodes_[size_ - 1].get());
    if (buckets_.size() > kMostSpare) buckets_ = std::vector<Node*>();
  }

 private:
  // What a table that has shrunk keeps for later: chosen, not measured.
  static constexpr size_t kMostSpare = 64;
  static constexpr size_t kLongestSpareKey = 256;
  static constexpr size_t kFewestBuckets = 8;

  void Chain(Node* node) {
    Node*& first = buckets_[node->hash & (buckets_.size() - 1)];
    node->next = first;
    first = node;
  }
  // The number of buckets is a power of 2.
  void Grow() {
    buckets_.assign(buckets_.empty() ? kFewestBuckets : 2 * buckets_.size(), nullptr);
    for (size_t i = 0; i < size_; ++i) Chain(nodes_[i].get());
  }
  // REQUIRES: the node at `place` is spare.
  void Drop(size_t place) {
    std::swap(nodes_[place], nodes_.back());
    nodes_.pop_back();
  }

  std::vector<Node*> buckets_;
  std::vector<std::unique_ptr<Node>> nodes_;
  size_t size_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
