// Factories named in options, for applications and OPTIONS files that name one. All make the same
// skip list; only the name in OPTIONS files differs. Names, nicknames and default parameters are
// stock's.
#include <cassert>

#include "rocksdb/memtablerep.h"
#include "util/arena.h"
#include "util/coding.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// A factory with a name and a parameter, which only stock's structure of that name uses.
class NamedFactory final : public MemTableRepFactory {
 public:
  NamedFactory(const char* name, const char* nickname, uint64_t parameter)
      : name_(name), nickname_(nickname), parameter_(parameter) {}
  const char* Name() const override { return name_; }
  const char* NickName() const override { return nickname_; }
  std::string GetId() const override {
    return std::string(name_) + ":" + std::to_string(parameter_);
  }

 private:
  const char* const name_;
  const char* const nickname_;
  const uint64_t parameter_;
};

constexpr char kHashSkipList[] = "HashSkipListRepFactory";
constexpr char kHashLinkList[] = "HashLinkListRepFactory";
constexpr char kHashSkipListNick[] = "prefix_hash";
constexpr char kHashLinkListNick[] = "hash_linkedlist";
constexpr size_t kDefaultSkipBuckets = 1000000;
constexpr size_t kDefaultLinkBuckets = 50000;

std::string WithParameter(const char* name, size_t parameter) {
  return parameter == 0 ? name : std::string(name) + ":" + std::to_string(parameter);
}

MemTableRepFactory* MakeFactory(const std::string& name, uint64_t parameter, bool has_parameter) {
  if (name == SkipListFactory::kClassName() || name == SkipListFactory::kNickName()) {
    return new SkipListFactory(parameter);
  }
  if (name == VectorRepFactory::kClassName() || name == VectorRepFactory::kNickName()) {
    return new VectorRepFactory(parameter);
  }
  if (name == kHashSkipList || name == kHashSkipListNick) {
    return NewHashSkipListRepFactory(has_parameter ? parameter : kDefaultSkipBuckets);
  }
  if (name == kHashLinkList || name == kHashLinkListNick) {
    return NewHashLinkListRepFactory(has_parameter ? parameter : kDefaultLinkBuckets);
  }
  return nullptr;
}

// Reads "name", "name:number" and "id=name; option=number".
Status ParseFactory(const std::string& id, MemTableRepFactory** factory) {
  std::string name = Trim(id);
  std::string number;
  if (name.find('=') != std::string::npos) {
    for (const std::string& part : Split(name, ';')) {
      const size_t eq = part.find('=');
      if (eq == std::string::npos) continue;
      const std::string value = Trim(part.substr(eq + 1));
      (Trim(part.substr(0, eq)) == "id" ? name : number) = value;
    }
  } else if (const size_t colon = name.find(':'); colon != std::string::npos) {
    number = name.substr(colon + 1);
    name.resize(colon);
  }
  uint64_t parameter = 0;
  if (!number.empty()) {
    if (Status s = ParseUint64(number, &parameter); !s.ok()) return s;
  }
  *factory = MakeFactory(name, parameter, !number.empty());
  if (*factory == nullptr) return Status::NotFound("No memtable factory goes by the name", id);
  return Status::OK();
}

}  // namespace

std::string SkipListFactory::GetId() const { return WithParameter(kClassName(), lookahead_); }
std::string VectorRepFactory::GetId() const { return WithParameter(kClassName(), count_); }

MemTableRepFactory* NewHashSkipListRepFactory(size_t bucket_count, int32_t /*skiplist_height*/,
                                              int32_t /*skiplist_branching_factor*/) {
  return new NamedFactory(kHashSkipList, kHashSkipListNick, bucket_count);
}

MemTableRepFactory* NewHashLinkListRepFactory(size_t bucket_count, size_t /*huge_page_tlb_size*/,
                                              int /*bucket_entries_logging_threshold*/,
                                              bool /*if_log_bucket_dist_when_flash*/,
                                              uint32_t /*threshold_use_skiplist*/) {
  return new NamedFactory(kHashLinkList, kHashLinkListNick, bucket_count);
}

Slice GetLengthPrefixedSlice(const char* data) {
  uint32_t size = 0;
  // A varint32 has at most five bytes.
  Slice in(data, 5);
  const bool parsed = TakeVarint32(&in, &size);
  assert(parsed);
  return parsed ? Slice(in.data(), size) : Slice();
}

KeyHandle MemTableRep::Allocate(const size_t len, char** buf) {
  *buf = allocator_->Allocate(len);
  return *buf;
}

// The last eight bytes of an internal key are sequence number and type.
Slice MemTableRep::UserKey(const char* key) const {
  const Slice internal_key = GetLengthPrefixedSlice(key);
  return Slice(internal_key.data(), internal_key.size() - 8);
}

Status MemTableRepFactory::CreateFromString(const ConfigOptions& /*config_options*/,
                                            const std::string& id,
                                            std::unique_ptr<MemTableRepFactory>* factory) {
  MemTableRepFactory* made = nullptr;
  Status s = ParseFactory(id, &made);
  if (s.ok()) factory->reset(made);
  return s;
}

Status MemTableRepFactory::CreateFromString(const ConfigOptions& config_options,
                                            const std::string& id,
                                            std::shared_ptr<MemTableRepFactory>* factory) {
  std::unique_ptr<MemTableRepFactory> made;
  Status s = CreateFromString(config_options, id, &made);
  if (s.ok()) *factory = std::move(made);
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
