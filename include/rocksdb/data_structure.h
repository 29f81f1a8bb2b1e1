// Small containers that public headers use: sets of enumerators in one machine word, pointers that
// give their object back to its owner, and sets of intervals.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "rocksdb/comparator.h"
#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

namespace detail {
// Trailing zero bits of a number other than 0; bits that are one.
inline int CountTrailingZeroBitsForSmallEnumSet(uint64_t v) {
  int n = 0;
  for (; (v & 1) == 0; v >>= 1) {
    ++n;
  }
  return n;
}
inline int BitsSetToOneForSmallEnumSet(uint64_t v) {
  int n = 0;
  for (; v != 0; v &= v - 1) {
    ++n;
  }
  return n;
}
}  // namespace detail

// A set of enumerators. REQUIRES everywhere: values lie in [0, MAX_ENUMERATOR], and that is below
// 64.
template <typename ENUM_TYPE, ENUM_TYPE MAX_ENUMERATOR>
class SmallEnumSet {
  static_assert(static_cast<int>(MAX_ENUMERATOR) < 64, "does not fit one word");

 public:
  // Walks the members in ascending order.
  class const_iterator {
   public:
    const_iterator(const const_iterator&) = default;
    const_iterator& operator=(const const_iterator&) = default;
    const_iterator(const_iterator&&) noexcept = default;
    const_iterator& operator=(const_iterator&&) noexcept = default;

    bool operator==(const const_iterator& o) const { return rest_ == o.rest_; }
    bool operator!=(const const_iterator& o) const { return rest_ != o.rest_; }

    // REQUIRES for these three: not at the end.
    const_iterator& operator++() {
      assert(rest_ != 0);
      rest_ &= rest_ - 1;
      return *this;
    }
    const_iterator operator++(int) {
      const const_iterator before = *this;
      ++*this;
      return before;
    }
    ENUM_TYPE operator*() const {
      assert(rest_ != 0);
      return static_cast<ENUM_TYPE>(detail::CountTrailingZeroBitsForSmallEnumSet(rest_));
    }

   private:
    friend class SmallEnumSet;
    explicit const_iterator(uint64_t rest) : rest_(rest) {}

    // The members that have not been passed.
    uint64_t rest_;
  };

  constexpr SmallEnumSet() = default;
  template <class... TRest>
  constexpr SmallEnumSet(const ENUM_TYPE first, TRest... rest)
      : bits_((Bit(first) | ... | Bit(static_cast<ENUM_TYPE>(rest)))) {}

  static constexpr SmallEnumSet All() {
    return FromBits((Bit(MAX_ENUMERATOR) - 1) | Bit(MAX_ENUMERATOR));
  }

  // Both return whether the set changed.
  bool Add(const ENUM_TYPE e) { return Assign(bits_ | Bit(e)); }
  bool Remove(const ENUM_TYPE e) { return Assign(bits_ & ~Bit(e)); }

  constexpr SmallEnumSet With(const ENUM_TYPE e) const { return FromBits(bits_ | Bit(e)); }
  template <class... TRest>
  constexpr SmallEnumSet With(const ENUM_TYPE e1, const ENUM_TYPE e2, TRest... rest) const {
    return FromBits(bits_ | SmallEnumSet(e1, e2, rest...).bits_);
  }
  constexpr SmallEnumSet Without(const ENUM_TYPE e) const { return FromBits(bits_ & ~Bit(e)); }
  template <class... TRest>
  constexpr SmallEnumSet Without(const ENUM_TYPE e1, const ENUM_TYPE e2, TRest... rest) const {
    return FromBits(bits_ & ~SmallEnumSet(e1, e2, rest...).bits_);
  }

  constexpr bool Contains(const ENUM_TYPE e) const { return (bits_ & Bit(e)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  size_t count() const { return static_cast<size_t>(detail::BitsSetToOneForSmallEnumSet(bits_)); }
  constexpr bool operator==(const SmallEnumSet& that) const { return bits_ == that.bits_; }
  constexpr bool operator!=(const SmallEnumSet& that) const { return bits_ != that.bits_; }

  const_iterator begin() const { return const_iterator(bits_); }
  const_iterator end() const { return const_iterator(0); }

 private:
  static constexpr uint64_t Bit(ENUM_TYPE e) { return uint64_t{1} << static_cast<int>(e); }
  static constexpr SmallEnumSet FromBits(uint64_t bits) {
    SmallEnumSet s;
    s.bits_ = bits;
    return s;
  }
  bool Assign(uint64_t bits) {
    const bool changed = bits != bits_;
    bits_ = bits;
    return changed;
  }

  uint64_t bits_ = 0;
};

// A pointer to an object that belongs to `owner`: on destruction it calls (owner->*Fn)(pointer).
// Null pointers are let be. REQUIRES: the owner lives longer.
template <typename T, class Owner, void (Owner::*Fn)(T*)>
class ManagedPtr {
 public:
  ManagedPtr() = default;
  ManagedPtr(T* ptr, Owner* owner) : ptr_(ptr), owner_(owner) {}
  ManagedPtr(const ManagedPtr&) = delete;
  ManagedPtr& operator=(const ManagedPtr&) = delete;
  ManagedPtr(ManagedPtr&& from) noexcept
      : ptr_(std::exchange(from.ptr_, nullptr)), owner_(std::exchange(from.owner_, nullptr)) {}
  ManagedPtr& operator=(ManagedPtr&& from) noexcept {
    if (this != &from) {
      GiveBack();
      ptr_ = std::exchange(from.ptr_, nullptr);
      owner_ = std::exchange(from.owner_, nullptr);
    }
    return *this;
  }
  ~ManagedPtr() { GiveBack(); }

  T* get() const { return ptr_; }
  T* operator->() const { return ptr_; }
  T& operator*() const { return *ptr_; }
  explicit operator bool() { return ptr_ != nullptr; }
  Owner* owner() const { return owner_; }

 private:
  void GiveBack() {
    if (ptr_ != nullptr && owner_ != nullptr) {
      (owner_->*Fn)(ptr_);
    }
  }

  T* ptr_ = nullptr;
  Owner* owner_ = nullptr;
};

// The values in [start, end), or from start on when there is no end. REQUIRES: start does not sort
// after end. Intervals are ordered by their starts, then by their ends.
template <typename T, typename comp = std::less<T>>
class Interval {
 public:
  // Stands for the end that there is not; sorts after every value.
  enum End { INF };

  struct CompareVariant {
    comp comparator;
    bool operator()(const std::variant<T, End>& a, const std::variant<T, End>& b) const {
      if (a.index() != 0 || b.index() != 0) {
        return a.index() < b.index();
      }
      return comparator(std::get<0>(a), std::get<0>(b));
    }
  };

  Interval(const T& start, const T& end) : start_(start), end_(end) {}
  explicit Interval(const T& start) : start_(start), end_(INF) {}
  explicit Interval(const std::pair<T, T>& ends) : Interval(ends.first, ends.second) {}

  T& start() { return start_; }
  const T& start() const { return start_; }
  bool has_end() const { return end_.index() == 0; }
  // REQUIRES: has_end()
  T& end() { return std::get<0>(end_); }
  const T& end() const { return std::get<0>(end_); }

  bool operator==(const std::pair<T, T>& ends) const { return *this == Interval(ends); }
  bool operator==(const Interval& that) const { return Compare(that) == 0; }
  bool operator<(const Interval& that) const { return Compare(that) < 0; }

  // Negative, zero or positive.
  int Compare(const Interval& that) const {
    const int by_start = Order(start_, that.start_);
    return by_start != 0 ? by_start : Order(end_, that.end_);
  }

 private:
  static int Order(const std::variant<T, End>& a, const std::variant<T, End>& b) {
    const CompareVariant before{};
    return before(a, b) ? -1 : (before(b, a) ? 1 : 0);
  }

  T start_;
  std::variant<T, End> end_;
};

// Of keys, ordered by a comparator, which the interval does not own. The bytes are borrowed.
template <>
class Interval<Slice, Comparator> {
 public:
  Interval(const Comparator* order, const Slice& start, const Slice& end)
      : comparator_(order), start_(start), end_(end), has_end_(true) {}
  Interval(const Comparator* order, const Slice& start) : comparator_(order), start_(start) {}
  Interval(const Comparator* order, const std::pair<Slice, Slice>& ends)
      : Interval(order, ends.first, ends.second) {}

  Slice& start() { return start_; }
  const Slice& start() const { return start_; }
  bool has_end() const { return has_end_; }
  // REQUIRES: has_end()
  Slice& end() {
    assert(has_end());
    return end_;
  }
  const Slice& end() const {
    assert(has_end());
    return end_;
  }

  bool operator==(const std::pair<Slice, Slice>& ends) const {
    return *this == Interval(comparator_, ends);
  }
  bool operator==(const Interval& that) const { return Compare(that) == 0; }
  bool operator<(const Interval& that) const { return Compare(that) < 0; }

  int Compare(const Interval& that) const {
    const int by_start = comparator_->Compare(start_, that.start_);
    if (by_start != 0) {
      return by_start;
    }
    if (!has_end() || !that.has_end()) {
      return static_cast<int>(that.has_end()) - static_cast<int>(has_end());
    }
    return comparator_->Compare(end(), that.end());
  }

  const Comparator* GetComparator() const { return comparator_; }

 private:
  const Comparator* comparator_;
  Slice start_;
  Slice end_;
  bool has_end_ = false;
};

// Orders intervals; a functor for containers.
struct CompareInterval {
  template <typename T, typename comp>
  bool operator()(const Interval<T, comp>& a, const Interval<T, comp>& b) const {
    return a < b;
  }
};

// Intervals that neither overlap nor touch, in ascending order: insert() joins the new one with
// those that it meets.
template <typename T, class Compare = std::less<T>>
class IntervalSet {
 public:
  using Member = Interval<T, Compare>;
  using Members = std::set<Member, CompareInterval>;

  explicit IntervalSet(Compare less = Compare()) : less_(less) {}

  void insert(Member&& added) {
    for (auto next = members_.begin(); next != members_.end();) {
      if (Reaches(*next, added.start()) && Reaches(added, next->start())) {
        added = Join(*next, added);
        next = members_.erase(next);
      } else {
        ++next;
      }
    }
    members_.insert(std::move(added));
  }
  void insert(const T& start, const T& end) { insert(Member(start, end)); }
  void insert(const T& start) { insert(Member(start)); }

  bool empty() const { return members_.empty(); }
  size_t size() const { return members_.size(); }
  void clear() { members_.clear(); }

  typename Members::iterator begin() { return members_.begin(); }
  typename Members::iterator end() { return members_.end(); }
  typename Members::const_iterator cbegin() const { return members_.cbegin(); }
  typename Members::const_iterator cend() const { return members_.cend(); }

 private:
  // Whether the interval goes on to `point`, or ends there or behind it.
  bool Reaches(const Member& i, const T& point) const {
    return !i.has_end() || !less_(i.end(), point);
  }
  Member Join(const Member& a, const Member& b) const {
    const T& start = less_(b.start(), a.start()) ? b.start() : a.start();
    if (!a.has_end() || !b.has_end()) {
      return Member(start);
    }
    return Member(start, less_(a.end(), b.end()) ? b.end() : a.end());
  }

  Compare less_;
  Members members_;
};

// Of keys. Without `joined` intervals that meet stay apart, and only equal ones count once.
template <>
class IntervalSet<Slice, Comparator> {
 public:
  using Member = Interval<Slice, Comparator>;
  using Members = std::set<Member, CompareInterval>;

  explicit IntervalSet(const Comparator* order, bool joined = true)
      : comparator_(order), joined_(joined) {}

  void insert(Member&& added) {
    if (joined_) {
      Absorb(&added);
    }
    members_.insert(std::move(added));
  }
  void insert(const Slice& start, const Slice& end) { insert(Member(comparator_, start, end)); }
  void insert(const Slice& start) { insert(Member(comparator_, start)); }

  bool empty() const { return members_.empty(); }
  size_t size() const { return members_.size(); }
  void clear() { members_.clear(); }

  Members::iterator begin() { return members_.begin(); }
  Members::iterator end() { return members_.end(); }
  Members::const_iterator cbegin() const { return members_.cbegin(); }
  Members::const_iterator cend() const { return members_.cend(); }

 private:
  bool Reaches(const Member& i, const Slice& point) const {
    return !i.has_end() || comparator_->Compare(i.end(), point) >= 0;
  }
  // Extends *added over the members that it meets, and removes them.
  void Absorb(Member* added) {
    auto next = members_.begin();
    while (next != members_.end()) {
      if (!Reaches(*next, added->start()) || !Reaches(*added, next->start())) {
        ++next;
        continue;
      }
      const Slice start =
          comparator_->Compare(next->start(), added->start()) < 0 ? next->start() : added->start();
      if (!next->has_end() || !added->has_end()) {
        *added = Member(comparator_, start);
      } else {
        const bool longer = comparator_->Compare(next->end(), added->end()) > 0;
        *added = Member(comparator_, start, longer ? next->end() : added->end());
      }
      next = members_.erase(next);
    }
  }

  const Comparator* comparator_;
  const bool joined_;
  Members members_;
};

}  // namespace ROCKSDB_NAMESPACE
