// SliceTransform: maps a key to its prefix; given as prefix_extractor to make prefix seeks and
// prefix filters possible. Its identity is stored in tables; it must not change its answers.
#pragma once

#include <memory>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

class Slice;
struct ConfigOptions;

class SliceTransform : public Customizable {
 public:
  ~SliceTransform() override = default;

  const char* Name() const override = 0;
  static const char* Type() { return "SliceTransform"; }
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& value,
                                 std::shared_ptr<const SliceTransform>* result);

  // The id with its parameters, as OPTIONS files and table properties hold it.
  virtual std::string AsString() const;

  // REQUIRES: InDomain(key). The result must be a prefix of key for iterators to use it.
  virtual Slice Transform(const Slice& key) const = 0;
  // Whether key has a prefix at all.
  virtual bool InDomain(const Slice& key) const = 0;
  // No longer asked by the engine.
  virtual bool InRange(const Slice& dst) const {
    (void)dst;
    return false;
  }
  // True if every key in the domain of equal length has prefixes of one length, put in *len.
  virtual bool FullLengthEnabled(size_t* len) const {
    (void)len;
    return false;
  }
  // True only if keys that start with `prefix` all have the prefix Transform(prefix).
  virtual bool SameResultWhenAppended(const Slice& prefix) const {
    (void)prefix;
    return false;
  }
};

// The first prefix_len bytes; shorter keys have no prefix.
const SliceTransform* NewFixedPrefixTransform(size_t prefix_len);
// At most cap_len bytes; every key has a prefix.
const SliceTransform* NewCappedPrefixTransform(size_t cap_len);
// The whole key.
const SliceTransform* NewNoopTransform();

}  // namespace ROCKSDB_NAMESPACE
