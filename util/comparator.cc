// The built-in comparators: byte order, its reverse, and both over keys that end in a timestamp.
#include "rocksdb/comparator.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <string_view>

#include "rocksdb/slice.h"
#include "rocksdb/utilities/customizable_util.h"
#include "util/coding.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr size_t kTimestampBytes = sizeof(uint64_t);

// MyRocks's comparator for ascending indexes: memcmp, behind a virtual call a comparison.
constexpr std::string_view kMyRocksAscending = "RocksDB_SE_v3.10";

unsigned ByteAt(const Slice& s, size_t i) { return static_cast<unsigned char>(s[i]); }

class Bytewise final : public Comparator {
 public:
  static const char* kClassName() { return "leveldb.BytewiseComparator"; }
  const char* Name() const override { return kClassName(); }

  int Compare(const Slice& a, const Slice& b) const override { return a.compare(b); }
  bool Equal(const Slice& a, const Slice& b) const override { return a == b; }
  bool CanKeysWithDifferentByteContentsBeEqual() const override { return false; }

  // Keeps the shared prefix and increments the first differing byte if the result stays below
  // limit; else increments the first later byte that can grow.
  void FindShortestSeparator(std::string* start, const Slice& limit) const override {
    const size_t at = Slice(*start).difference_offset(limit);
    if (at >= start->size() || at >= limit.size()) {
      return;  // one is a prefix of the other
    }
    const unsigned low = ByteAt(*start, at);
    const unsigned high = ByteAt(limit, at);
    // Not start < limit: *start stays.
    if (low >= high) {
      return;
    }
    if (low + 1 < high || at + 1 < limit.size()) {
      (*start)[at] = static_cast<char>(low + 1);
      start->resize(at + 1);
      return;
    }
    const auto tail = start->begin() + static_cast<std::ptrdiff_t>(at) + 1;
    const auto grows = std::find_if(tail, start->end(), [](char c) { return c != '\xff'; });
    if (grows != start->end()) {
      *grows = static_cast<char>(*grows + 1);
      start->erase(grows + 1, start->end());
    }
  }

  void FindShortSuccessor(std::string* key) const override {
    const size_t at = key->find_first_not_of('\xff');
    if (at != std::string::npos) {
      (*key)[at] = static_cast<char>((*key)[at] + 1);
      key->resize(at + 1);
    }
  }

  bool IsSameLengthImmediateSuccessor(const Slice& s, const Slice& t) const override {
    if (s.size() != t.size() || s.empty()) {
      return false;
    }
    const size_t at = s.difference_offset(t);
    if (at == s.size() || ByteAt(s, at) + 1 != ByteAt(t, at)) {
      return false;
    }
    const auto only = [at](const Slice& key, char c) {
      return std::all_of(key.begin() + at + 1, key.end(), [c](char x) { return x == c; });
    };
    return only(s, '\xff') && only(t, '\0');
  }
};

class ReverseBytewise final : public Comparator {
 public:
  static const char* kClassName() { return "rocksdb.ReverseBytewiseComparator"; }
  const char* Name() const override { return kClassName(); }

  int Compare(const Slice& a, const Slice& b) const override { return b.compare(a); }
  bool Equal(const Slice& a, const Slice& b) const override { return a == b; }
  bool CanKeysWithDifferentByteContentsBeEqual() const override { return false; }

  // Cuts start behind the first differing byte: in reverse order a prefix sorts after the keys that
  // it begins.
  void FindShortestSeparator(std::string* start, const Slice& limit) const override {
    const size_t at = Slice(*start).difference_offset(limit);
    if (at < std::min(start->size(), limit.size()) && ByteAt(*start, at) > ByteAt(limit, at) &&
        at + 1 < start->size()) {
      start->resize(at + 1);
    }
  }
  void FindShortSuccessor(std::string* /*key*/) const override {}
};

// Orders keys by `Order` without their last eight bytes, then newer timestamps first.
template <class Order>
class WithTimestamp final : public Comparator {
 public:
  explicit WithTimestamp(const char* name) : Comparator(kTimestampBytes), name_(name) {}

  const char* Name() const override { return name_; }
  const Comparator* GetRootComparator() const override { return &order_; }

  int Compare(const Slice& a, const Slice& b) const override {
    const int by_key = CompareWithoutTimestamp(a, true, b, true);
    return by_key != 0 ? by_key : -CompareTimestamp(TimestampOf(a), TimestampOf(b));
  }
  using Comparator::CompareWithoutTimestamp;
  int CompareWithoutTimestamp(const Slice& a, bool a_has_ts, const Slice& b,
                              bool b_has_ts) const override {
    return order_.Compare(KeyOf(a, a_has_ts), KeyOf(b, b_has_ts));
  }
  bool EqualWithoutTimestamp(const Slice& a, const Slice& b) const override {
    return order_.Equal(KeyOf(a, true), KeyOf(b, true));
  }
  int CompareTimestamp(const Slice& ts1, const Slice& ts2) const override {
    const uint64_t first = LoadFixed64(ts1.data());
    const uint64_t second = LoadFixed64(ts2.data());
    return first < second ? -1 : static_cast<int>(first > second);
  }

  Slice GetMaxTimestamp() const override { return MaxU64Ts(); }
  Slice GetMinTimestamp() const override { return MinU64Ts(); }
  std::string TimestampToString(const Slice& timestamp) const override {
    return std::to_string(LoadFixed64(timestamp.data()));
  }

  // Keys of tables end in timestamps, so shortening would have to invent one.
  void FindShortestSeparator(std::string* /*start*/, const Slice& /*limit*/) const override {}
  void FindShortSuccessor(std::string* /*key*/) const override {}

 private:
  static Slice KeyOf(const Slice& key, bool has_timestamp) {
    assert(!has_timestamp || key.size() >= kTimestampBytes);
    return Slice(key.data(), has_timestamp ? key.size() - kTimestampBytes : key.size());
  }
  static Slice TimestampOf(const Slice& key) {
    return Slice(key.end() - kTimestampBytes, kTimestampBytes);
  }

  const Order order_;
  const char* const name_;
};

// A fixed timestamp as stored bytes.
template <uint64_t kValue>
Slice FixedTimestamp() {
  static const std::string bytes = [] {
    std::string s;
    AppendFixed64(&s, kValue);
    return s;
  }();
  return bytes;
}

}  // namespace

Slice Comparator::GetMaxTimestamp() const {
  assert(timestamp_size_ == 0);
  return Slice();
}

Slice Comparator::GetMinTimestamp() const {
  assert(timestamp_size_ == 0);
  return Slice();
}

std::string Comparator::TimestampToString(const Slice& /*timestamp*/) const {
  assert(timestamp_size_ == 0);
  return "";
}

const Comparator* BytewiseComparator() {
  static const auto* comparator = new Bytewise();
  return comparator;
}

const Comparator* ReverseBytewiseComparator() {
  static const auto* comparator = new ReverseBytewise();
  return comparator;
}

bool OrdersBytewise(const Comparator* user) {
  return user == BytewiseComparator() ||
         (user != nullptr && user->timestamp_size() == 0 && user->Name() == kMyRocksAscending);
}

const Comparator* BytewiseComparatorWithU64Ts() {
  static const auto* comparator = new WithTimestamp<Bytewise>("leveldb.BytewiseComparator.u64ts");
  return comparator;
}

const Comparator* ReverseBytewiseComparatorWithU64Ts() {
  static const auto* comparator =
      new WithTimestamp<ReverseBytewise>("rocksdb.ReverseBytewiseComparator.u64ts");
  return comparator;
}

Status DecodeU64Ts(const Slice& ts, uint64_t* int_ts) {
  if (ts.size() != kTimestampBytes) {
    return Status::InvalidArgument("U64Ts timestamp size mismatch");
  }
  *int_ts = LoadFixed64(ts.data());
  return Status::OK();
}

Slice EncodeU64Ts(uint64_t ts, std::string* ts_buf) {
  ts_buf->clear();
  AppendFixed64(ts_buf, ts);
  return *ts_buf;
}

Slice MaxU64Ts() { return FixedTimestamp<std::numeric_limits<uint64_t>::max()>(); }
Slice MinU64Ts() { return FixedTimestamp<0>(); }

// Those of the application come from the registry and stay for ever.
Status Comparator::CreateFromString(const ConfigOptions& opts, const std::string& id,
                                    const Comparator** comp) {
  for (const Comparator* known :
       {BytewiseComparator(), ReverseBytewiseComparator(), BytewiseComparatorWithU64Ts(),
        ReverseBytewiseComparatorWithU64Ts()}) {
    if (id == known->Name()) {
      *comp = known;
      return Status::OK();
    }
  }
  if (id.empty() || id == "nullptr") {
    *comp = nullptr;
    return Status::OK();
  }
  return detail::RegistryOf(opts)->NewStaticObject<const Comparator>(id, comp);
}

}  // namespace ROCKSDB_NAMESPACE
