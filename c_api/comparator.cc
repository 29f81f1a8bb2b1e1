// Comparators made of callbacks.
#include "rocksdb/comparator.h"

#include "c_api/handles.h"

using ROCKSDB_NAMESPACE::Slice;

namespace {

using CompareFunction = int (*)(void*, const char*, size_t, const char*, size_t);
using CompareKeysFunction = int (*)(void*, const char*, size_t, unsigned char, const char*, size_t,
                                    unsigned char);

class CallbackComparator : public rocksdb_comparator_t {
 public:
  CallbackComparator(void* state, void (*destructor)(void*), CompareFunction compare,
                     const char* (*name)(void*), size_t timestamp_size = 0)
      : rocksdb_comparator_t(timestamp_size),
        state_(state, destructor),
        compare_(compare),
        name_(name) {}

  int Compare(const Slice& a, const Slice& b) const override {
    return compare_(state_.get(), a.data(), a.size(), b.data(), b.size());
  }
  const char* Name() const override { return name_(state_.get()); }
  // Nothing is known of the order but what it says of two keys, so none can be shortened.
  void FindShortestSeparator(std::string*, const Slice&) const override {}
  void FindShortSuccessor(std::string*) const override {}

 protected:
  void* state() const { return state_.get(); }

 private:
  c_api::CallbackState state_;
  CompareFunction compare_;
  const char* (*name_)(void*);
};

class TimestampedComparator : public CallbackComparator {
 public:
  TimestampedComparator(void* state, void (*destructor)(void*), CompareFunction compare,
                        CompareFunction compare_timestamps, CompareKeysFunction compare_keys,
                        const char* (*name)(void*), size_t timestamp_size)
      : CallbackComparator(state, destructor, compare, name, timestamp_size),
        compare_timestamps_(compare_timestamps),
        compare_keys_(compare_keys) {}

  int CompareTimestamp(const Slice& a, const Slice& b) const override {
    return compare_timestamps_(state(), a.data(), a.size(), b.data(), b.size());
  }
  using Comparator::CompareWithoutTimestamp;
  int CompareWithoutTimestamp(const Slice& a, bool a_has_ts, const Slice& b,
                              bool b_has_ts) const override {
    return compare_keys_(state(), a.data(), a.size(), a_has_ts, b.data(), b.size(), b_has_ts);
  }

 private:
  CompareFunction compare_timestamps_;
  CompareKeysFunction compare_keys_;
};

}  // namespace

rocksdb_comparator_t* rocksdb_comparator_create(void* state, void (*destructor)(void* state),
                                                int (*compare)(void* state, const char* a,
                                                               size_t a_size, const char* b,
                                                               size_t b_size),
                                                const char* (*name)(void* state)) {
  return new CallbackComparator(state, destructor, compare, name);
}

rocksdb_comparator_t* rocksdb_comparator_with_ts_create(
    void* state, void (*destructor)(void* state),
    int (*compare)(void* state, const char* a, size_t a_size, const char* b, size_t b_size),
    int (*compare_ts)(void* state, const char* a_ts, size_t a_ts_size, const char* b_ts,
                      size_t b_ts_size),
    int (*compare_without_ts)(void* state, const char* a, size_t a_size, unsigned char a_has_ts,
                              const char* b, size_t b_size, unsigned char b_has_ts),
    const char* (*name)(void* state), size_t timestamp_size) {
  return new TimestampedComparator(state, destructor, compare, compare_ts, compare_without_ts, name,
                                   timestamp_size);
}

void rocksdb_comparator_destroy(rocksdb_comparator_t* comparator) { delete comparator; }
