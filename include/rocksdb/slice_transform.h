// SliceTransform: maps a key to its prefix; as prefix_extractor it enables prefix seeks and prefix
// filters. Tables store its identity, so its results must not change.
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

  // The id with its parameters, as in OPTIONS files and table properties.
  virtual std::string AsString() const;

  // REQUIRES: InDomain(key). The result must be a prefix of key for iterators to use it.
  virtual Slice Transform(const Slice& key) const = 0;
  // Whether key has a prefix.
  virtual bool InDomain(const Slice& key) const = 0;
  // The engine no longer calls it.
  virtual bool InRange(const Slice& dst) const {
    (void)dst;
    return false;
  }
  // True if all keys of equal length in the domain have prefixes of one length, which goes to
  // *len.
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
