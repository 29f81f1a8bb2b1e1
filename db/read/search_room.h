// Room for the searches of one MultiGet, taken at once: a search that settles at once gives its
// place to the next one, so that cached keys cost no allocation each. One thread.
#pragma once

#include <cassert>
#include <memory>
#include <utility>

#include "db/read/key_search.h"

namespace ROCKSDB_NAMESPACE {

class SearchRoom {
 public:
  explicit SearchRoom(size_t places)
      : places_(places), memory_(std::allocator<KeySearch>().allocate(places)) {}
  ~SearchRoom() {
    Clear();
    std::allocator<KeySearch>().deallocate(memory_, places_);
  }
  SearchRoom(const SearchRoom&) = delete;
  SearchRoom& operator=(const SearchRoom&) = delete;

  // Makes a search behind the others; it never moves. REQUIRES: !full().
  template <class... Args>
  KeySearch* Add(Args&&... args) {
    assert(!full());
    KeySearch* made = std::construct_at(memory_ + used_, std::forward<Args>(args)...);
    ++used_;
    return made;
  }
  // REQUIRES: there is one.
  void DropLast() { std::destroy_at(memory_ + --used_); }
  void Clear() {
    while (used_ > 0) DropLast();
  }
  bool full() const { return used_ == places_; }
  KeySearch* begin() const { return memory_; }
  KeySearch* end() const { return memory_ + used_; }

 private:
  const size_t places_;
  KeySearch* const memory_;
  size_t used_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
