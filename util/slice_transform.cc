// The built-in prefix extractors and their names in option strings.
#include "rocksdb/slice_transform.h"

#include <algorithm>

#include "rocksdb/slice.h"
#include "rocksdb/utilities/customizable_util.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr char kFixedName[] = "rocksdb.FixedPrefix";
constexpr char kCappedName[] = "rocksdb.CappedPrefix";
constexpr char kNoopName[] = "rocksdb.Noop";
constexpr char kFixedNick[] = "fixed";
constexpr char kCappedNick[] = "capped";

// Common to both: the class name, and the name with the length, which tables store.
class LengthPrefix : public SliceTransform {
 public:
  LengthPrefix(const char* name, const char* nick, size_t length)
      : length_(length), name_(name), nick_(nick), id_(name_ + ("." + std::to_string(length))) {}

  const char* Name() const override { return name_; }
  const char* NickName() const override { return nick_; }
  std::string GetId() const override { return id_; }
  bool IsInstanceOf(const std::string& name) const override {
    return name == id_ || name == nick_ + (":" + std::to_string(length_)) ||
           SliceTransform::IsInstanceOf(name);
  }

 protected:
  const size_t length_;

 private:
  const char* const name_;
  const char* const nick_;
  const std::string id_;
};

class FixedPrefix final : public LengthPrefix {
 public:
  explicit FixedPrefix(size_t length) : LengthPrefix(kFixedName, kFixedNick, length) {}

  Slice Transform(const Slice& key) const override { return Slice(key.data(), length_); }
  bool InDomain(const Slice& key) const override { return key.size() >= length_; }
  bool InRange(const Slice& dst) const override { return dst.size() == length_; }
  bool FullLengthEnabled(size_t* len) const override {
    *len = length_;
    return true;
  }
  bool SameResultWhenAppended(const Slice& prefix) const override { return InDomain(prefix); }
};

class CappedPrefix final : public LengthPrefix {
 public:
  explicit CappedPrefix(size_t length) : LengthPrefix(kCappedName, kCappedNick, length) {}

  Slice Transform(const Slice& key) const override {
    return Slice(key.data(), std::min(length_, key.size()));
  }
  bool InDomain(const Slice& /*key*/) const override { return true; }
  bool InRange(const Slice& dst) const override { return dst.size() <= length_; }
  bool FullLengthEnabled(size_t* len) const override {
    *len = length_;
    return true;
  }
  bool SameResultWhenAppended(const Slice& prefix) const override {
    return prefix.size() >= length_;
  }
};

// The key is its own prefix.
class WholeKey final : public SliceTransform {
 public:
  const char* Name() const override { return kNoopName; }
  const char* NickName() const override { return "noop"; }
  Slice Transform(const Slice& key) const override { return key; }
  bool InDomain(const Slice& /*key*/) const override { return true; }
  bool InRange(const Slice& /*dst*/) const override { return true; }
};

// Takes "name.12", "name:12" or "nick:12" apart.
bool LengthAfter(const std::string& value, const char* name, const char* nick, uint64_t* length) {
  for (const std::string& start :
       {std::string(name) + ".", std::string(name) + ":", std::string(nick) + ":"}) {
    if (StartsWith(value, start)) {
      Slice digits(value.data() + start.size(), value.size() - start.size());
      return TakeDecimal(&digits, length) && digits.empty();
    }
  }
  return false;
}

}  // namespace

std::string SliceTransform::AsString() const { return GetId(); }

const SliceTransform* NewFixedPrefixTransform(size_t prefix_len) {
  return new FixedPrefix(prefix_len);
}

const SliceTransform* NewCappedPrefixTransform(size_t cap_len) { return new CappedPrefix(cap_len); }

const SliceTransform* NewNoopTransform() { return new WholeKey(); }

Status SliceTransform::CreateFromString(const ConfigOptions& config_options,
                                        const std::string& value,
                                        std::shared_ptr<const SliceTransform>* result) {
  const std::string id = Trim(value);
  uint64_t length = 0;
  if (id.empty() || id == "nullptr") {
    result->reset();
  } else if (LengthAfter(id, kFixedName, kFixedNick, &length)) {
    result->reset(NewFixedPrefixTransform(length));
  } else if (LengthAfter(id, kCappedName, kCappedNick, &length)) {
    result->reset(NewCappedPrefixTransform(length));
  } else if (id == kNoopName || id == "noop") {
    result->reset(NewNoopTransform());
  } else {
    return detail::RegistryOf(config_options)
        ->NewSharedObject<const SliceTransform>(id, result);  // the application's
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
