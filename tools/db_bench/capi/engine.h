// RocksDB's C API under the C++ names that db_bench uses, so that the same benchmarks measure a
// library without headers (the one inside Maven's rocksdbjni). Only compat.h includes it, with
// BENCH_OVER_C_API. It adds one inlined call per operation, and must never add more.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tools/db_bench/capi/c_functions.h"

#ifndef BENCH_ENGINE_VERSION
#define BENCH_ENGINE_VERSION "C API"
#endif

namespace bench {

inline constexpr bool kHasBuckets = false;
inline std::string EngineVersion() { return BENCH_ENGINE_VERSION; }

// Names and signatures are those of the C++ API, as far as db_bench uses them. C calls report
// errors as text, so a Status is OK, NotFound, or an error with this text.
class Slice {
 public:
  Slice() = default;
  Slice(const char* data, size_t size) : bytes_(data, size) {}
  Slice(const std::string& text) : bytes_(text) {}  // NOLINT: converts like the engine's Slice
  const char* data() const { return bytes_.data(); }
  size_t size() const { return bytes_.size(); }
  std::string ToString() const { return std::string(bytes_); }
  friend bool operator==(const Slice& a, const Slice& b) { return a.bytes_ == b.bytes_; }

 private:
  std::string_view bytes_;
};

class [[nodiscard]] Status {
 public:
  Status() = default;
  static Status OK() { return {}; }
  static Status NotFound() { return {Kind::kNotFound, "NotFound"}; }
  static Status InvalidArgument(const std::string& a, const std::string& b = "") {
    return {Kind::kError, "Invalid argument: " + Joined(a, b)};
  }
  static Status IOError(const std::string& a, const std::string& b = "") {
    return {Kind::kError, "IO error: " + Joined(a, b)};
  }
  static Status NotSupported(const std::string& a, const std::string& b = "") {
    return {Kind::kError, "Not supported: " + Joined(a, b)};
  }
  // Takes the error text of a C call and frees it; null means OK.
  static Status Take(char* error) {
    if (error == nullptr) return {};
    Status s(Kind::kError, error);
    rocksdb_free(error);
    return s;
  }

  bool ok() const { return kind_ == Kind::kOk; }
  bool IsNotFound() const { return kind_ == Kind::kNotFound; }
  std::string ToString() const { return ok() ? "OK" : text_; }

 private:
  enum class Kind { kOk, kNotFound, kError };
  Status(Kind kind, std::string text) : kind_(kind), text_(std::move(text)) {}
  static std::string Joined(const std::string& a, const std::string& b) {
    return b.empty() ? a : a + ": " + b;
  }

  Kind kind_ = Kind::kOk;
  std::string text_;
};

// Owns a C object. A copy starts without one, since the settings of the copy may change.
template <typename T, auto kDestroy>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T* object) : object_(object) {}
  Handle(const Handle&) {}
  Handle& operator=(const Handle&) {
    Reset(nullptr);
    return *this;
  }
  ~Handle() { Reset(nullptr); }
  void Reset(T* object) {
    if (object_ != nullptr) kDestroy(object_);
    object_ = object;
  }
  T* get() const { return object_; }

 private:
  T* object_ = nullptr;
};

// A value in the memory of the engine, valid until Reset().
class PinnableSlice {
 public:
  void Reset() { Hold(nullptr); }
  void Hold(rocksdb_pinnableslice_t* pinned) {
    handle_.Reset(pinned);
    value_ = Slice();
    if (pinned == nullptr) return;
    size_t size = 0;
    const char* data = rocksdb_pinnableslice_value(pinned, &size);
    value_ = Slice(data, size);
  }
  const char* data() const { return value_.data(); }
  size_t size() const { return value_.size(); }

 private:
  Handle<rocksdb_pinnableslice_t, rocksdb_pinnableslice_destroy> handle_;
  Slice value_;
};

class ColumnFamilyHandle {
 public:
  explicit ColumnFamilyHandle(rocksdb_column_family_handle_t* object) : handle_(object) {}
  rocksdb_column_family_handle_t* get() const { return handle_.get(); }

 private:
  Handle<rocksdb_column_family_handle_t, rocksdb_column_family_handle_destroy> handle_;
};

// REQUIRES: after the first operation that uses it, nobody changes more than the bounds.
struct ReadOptions {
  bool verify_checksums = true;
  bool total_order_seek = false;
  bool prefix_same_as_start = false;
  bool auto_prefix_mode = false;
  bool tailing = false;
  uint64_t readahead_size = 0;
  bool adaptive_readahead = false;
  bool async_io = false;
  const Slice* iterate_lower_bound = nullptr;
  const Slice* iterate_upper_bound = nullptr;

  const rocksdb_readoptions_t* Made() const {
    return handle.get() != nullptr ? handle.get() : Make();
  }
  const rocksdb_readoptions_t* MadeWithBounds() const;

 private:
  const rocksdb_readoptions_t* Make() const;
  mutable Handle<rocksdb_readoptions_t, rocksdb_readoptions_destroy> handle;
};

// REQUIRES: nobody changes it after the first operation that uses it.
struct WriteOptions {
  bool sync = false;
  bool disableWAL = false;

  const rocksdb_writeoptions_t* Made() const {
    return handle.get() != nullptr ? handle.get() : Make();
  }

 private:
  const rocksdb_writeoptions_t* Make() const;
  mutable Handle<rocksdb_writeoptions_t, rocksdb_writeoptions_destroy> handle;
};

class WriteBatch {
 public:
  WriteBatch() : handle_(rocksdb_writebatch_create()) {}
  void Clear() { rocksdb_writebatch_clear(handle_.get()); }
  Status Put(ColumnFamilyHandle* family, const Slice& key, const Slice& value) {
    rocksdb_writebatch_put_cf(handle_.get(), family->get(), key.data(), key.size(), value.data(),
                              value.size());
    return {};
  }
  Status Delete(ColumnFamilyHandle* family, const Slice& key) {
    rocksdb_writebatch_delete_cf(handle_.get(), family->get(), key.data(), key.size());
    return {};
  }
  rocksdb_writebatch_t* get() const { return handle_.get(); }

 private:
  Handle<rocksdb_writebatch_t, rocksdb_writebatch_destroy> handle_;
};

// Each method REQUIRES what the same method of rocksdb::Iterator does; the C call checks nothing.
class Iterator {
 public:
  explicit Iterator(rocksdb_iterator_t* object) : handle_(object) {}
  bool Valid() const { return rocksdb_iter_valid(handle_.get()) != 0; }
  void SeekToFirst() { rocksdb_iter_seek_to_first(handle_.get()); }
  void SeekToLast() { rocksdb_iter_seek_to_last(handle_.get()); }
  void Seek(const Slice& key) { rocksdb_iter_seek(handle_.get(), key.data(), key.size()); }
  void Next() { rocksdb_iter_next(handle_.get()); }
  void Prev() { rocksdb_iter_prev(handle_.get()); }
  Slice key() const {
    size_t size = 0;
    const char* data = rocksdb_iter_key(handle_.get(), &size);
    return {data, size};
  }
  Slice value() const {
    size_t size = 0;
    const char* data = rocksdb_iter_value(handle_.get(), &size);
    return {data, size};
  }
  Status status() const {
    char* error = nullptr;
    rocksdb_iter_get_error(handle_.get(), &error);
    return Status::Take(error);
  }

 private:
  Handle<rocksdb_iterator_t, rocksdb_iter_destroy> handle_;
};

// The option string creates the cache, so opens cannot share one.
struct Cache {};

// The C API ties statistics to an options object; db_bench does without them here.
struct Statistics {
  std::string ToString() const { return ""; }
  Status Reset() { return Status::NotSupported("statistics over the C API"); }
};

struct Options {
  std::shared_ptr<rocksdb_options_t> handle{rocksdb_options_create(), rocksdb_options_destroy};
};

class DB {
 public:
  explicit DB(rocksdb_t* object) : handle_(object) {}

  Status Put(const WriteOptions& options, ColumnFamilyHandle* family, const Slice& key,
             const Slice& value) {
    char* error = nullptr;
    rocksdb_put_cf(handle_.get(), options.Made(), family->get(), key.data(), key.size(),
                   value.data(), value.size(), &error);
    return Status::Take(error);
  }
  Status Write(const WriteOptions& options, WriteBatch* batch) {
    char* error = nullptr;
    rocksdb_write(handle_.get(), options.Made(), batch->get(), &error);
    return Status::Take(error);
  }
  Status Get(const ReadOptions& options, ColumnFamilyHandle* family, const Slice& key,
             PinnableSlice* value) {
    char* error = nullptr;
    value->Hold(rocksdb_get_pinned_cf(handle_.get(), options.Made(), family->get(), key.data(),
                                      key.size(), &error));
    if (error != nullptr) return Status::Take(error);
    return value->data() == nullptr ? Status::NotFound() : Status::OK();
  }
  Iterator* NewIterator(const ReadOptions& options, ColumnFamilyHandle* family) {
    return new Iterator(
        rocksdb_create_iterator_cf(handle_.get(), options.MadeWithBounds(), family->get()));
  }
  // The batched form if all keys are of one family, else a Get per key: the C API has no other
  // form.
  void MultiGet(const ReadOptions& options, size_t count, ColumnFamilyHandle** families,
                const Slice* keys, PinnableSlice* values, Status* statuses);
  std::vector<Status> MultiGet(const ReadOptions& options,
                               const std::vector<ColumnFamilyHandle*>& families,
                               const std::vector<Slice>& keys, std::vector<std::string>* values);

  bool GetProperty(ColumnFamilyHandle* family, const std::string& name, std::string* value);
  bool GetProperty(const std::string& name, std::string* value);
  bool GetIntProperty(ColumnFamilyHandle* family, const std::string& name, uint64_t* value);
  // The C API has no maps: this reads the values that db_probe asks for from the texts.
  bool GetMapProperty(ColumnFamilyHandle* family, const std::string& name,
                      std::map<std::string, std::string>* values);
  Status ResetStats() { return Status::NotSupported("resetting statistics over the C API"); }

  rocksdb_t* get() const { return handle_.get(); }

 private:
  Handle<rocksdb_t, rocksdb_close> handle_;
};

Status OpenEngine(const Options& options, const std::string& path, bool read_only,
                  const std::vector<std::string>& names, std::vector<ColumnFamilyHandle*>* handles,
                  std::unique_ptr<DB>* db);
Status DestroyEngine(const std::string& path, const std::string& wal_dir);
Status CompactEverything(DB* db, ColumnFamilyHandle* family, uint32_t subcompactions, bool bottom);
Status FlushFamilies(DB* db, const std::vector<ColumnFamilyHandle*>& families);
void BeginPerf(int level);
std::string PerfText();

}  // namespace bench
