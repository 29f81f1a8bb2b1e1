// The in-memory structure that a column family asks for, and the interface of such structures. The
// engine has one structure, its own concurrent skip list, which serves every choice below; a
// factory is a name and its parameters.
#pragma once

#include <stdint.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_set>

#include "rocksdb/customizable.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

class Allocator;
class Arena;
class Logger;
class LookupKey;
class SliceTransform;
struct ConfigOptions;

// The bytes that follow a varint32 with their number; keys are stored so in a memtable.
Slice GetLengthPrefixedSlice(const char* data);

// An entry's place in a MemTableRep.
using KeyHandle = void*;

// A sorted structure over entries "length of internal key, internal key, length of value, value".
// Applications may derive from it for the sake of their own factories; the engine makes its
// memtables itself and calls none of this. An entry, once inserted, stays until the structure is
// destroyed. The defaults below do what their comments say and nothing more.
class MemTableRep {
 public:
  // Orders entries by their internal keys.
  class KeyComparator {
   public:
    using DecodedType = Slice;

    virtual ~KeyComparator() = default;
    // The internal key of an entry.
    virtual DecodedType decode_key(const char* key) const { return GetLengthPrefixedSlice(key); }
    virtual int operator()(const char* entry_a, const char* entry_b) const = 0;
    virtual int operator()(const char* entry, const Slice& internal_key) const = 0;
  };

  // Walks the entries. One thread uses it at a time.
  class Iterator {
   public:
    virtual ~Iterator() = default;

    virtual bool Valid() const = 0;
    // The entry. REQUIRES: Valid()
    virtual const char* key() const = 0;

    virtual void SeekToFirst() = 0;
    virtual void SeekToLast() = 0;
    // The first entry at or after the key, the last one at or before it. The second argument is the
    // key as an entry, or null.
    virtual void Seek(const Slice& internal_key, const char* memtable_key) = 0;
    virtual void SeekForPrev(const Slice& internal_key, const char* memtable_key) = 0;
    // Some entry. Default: does not move.
    virtual void RandomSeek() {}
    // REQUIRES: Valid()
    virtual void Next() = 0;
    virtual void Prev() = 0;

    // The same, and checks the order of the entries passed. Default: NotSupported.
    virtual Status SeekAndValidate(const Slice& /*internal_key*/, const char* /*memtable_key*/,
                                   bool /*allow_data_in_errors*/) {
      return Status::NotSupported("MemTableRep::Iterator::SeekAndValidate");
    }
    virtual Status NextAndValidate(bool /*allow_data_in_errors*/) {
      return Status::NotSupported("MemTableRep::Iterator::NextAndValidate");
    }
    virtual Status PrevAndValidate(bool /*allow_data_in_errors*/) {
      return Status::NotSupported("MemTableRep::Iterator::PrevAndValidate");
    }
  };

  explicit MemTableRep(Allocator* allocator) : allocator_(allocator) {}
  virtual ~MemTableRep() = default;

  // ---- Inserting ----

  // Takes `len` bytes for an entry, which the caller fills before it inserts it.
  virtual KeyHandle Allocate(const size_t len, char** buf);

  // One thread at a time. The form with Key returns false, and inserts nothing, when the entry's
  // internal key is there already; by default it does not look.
  virtual void Insert(KeyHandle handle) = 0;
  virtual bool InsertKey(KeyHandle handle) {
    Insert(handle);
    return true;
  }
  // *hint is kept by the caller for keys that lie near each other; null at first. Default: ignored.
  virtual void InsertWithHint(KeyHandle handle, void** /*hint*/) { Insert(handle); }
  virtual bool InsertKeyWithHint(KeyHandle handle, void** hint) {
    InsertWithHint(handle, hint);
    return true;
  }

  // Many threads at a time; only if the factory says that it supports it.
  virtual void InsertConcurrently(KeyHandle handle) { Insert(handle); }
  virtual bool InsertKeyConcurrently(KeyHandle handle) {
    InsertConcurrently(handle);
    return true;
  }
  virtual void InsertWithHintConcurrently(KeyHandle handle, void** /*hint*/) {
    InsertConcurrently(handle);
  }
  virtual bool InsertKeyWithHintConcurrently(KeyHandle handle, void** hint) {
    InsertWithHintConcurrently(handle, hint);
    return true;
  }

  // After each batch; after the last insertion; after the flush.
  virtual void BatchPostProcess() {}
  virtual void MarkReadOnly() {}
  virtual void MarkFlushed() {}

  // ---- Reading ----

  // Whether the entry's key is there.
  virtual bool Contains(const char* key) const = 0;

  // Calls callback_func(callback_args, entry) for the entries from the key on, until it returns
  // false. Default: calls nothing.
  virtual void Get(const LookupKey& /*k*/, void* /*callback_args*/,
                   bool (* /*callback_func*/)(void* arg, const char* entry)) {}
  virtual Status GetAndValidate(const LookupKey& /*k*/, void* /*callback_args*/,
                                bool (* /*callback_func*/)(void* arg, const char* entry),
                                bool /*allow_data_in_errors*/) {
    return Status::NotSupported("MemTableRep::GetAndValidate");
  }

  // With an arena the iterator lies in it, and the caller only calls its destructor.
  virtual Iterator* GetIterator(Arena* arena = nullptr) = 0;
  // May show only the entries with the prefix that is sought.
  virtual Iterator* GetDynamicPrefixIterator(Arena* arena = nullptr) { return GetIterator(arena); }

  // How many entries lie between two internal keys. Default: 0.
  virtual uint64_t ApproximateNumEntries(const Slice& /*start_ikey*/, const Slice& /*end_ikey*/) {
    return 0;
  }
  // Adds about target_sample_size of num_entries entries to *entries. Default: none.
  virtual void UniqueRandomSample(const uint64_t /*num_entries*/,
                                  const uint64_t /*target_sample_size*/,
                                  std::unordered_set<const char*>* /*entries*/) {}

  // Bytes that do not come from the allocator.
  virtual size_t ApproximateMemoryUsage() = 0;

  virtual bool IsMergeOperatorSupported() const { return true; }
  virtual bool IsSnapshotSupported() const { return true; }

 protected:
  // The user key of an entry.
  virtual Slice UserKey(const char* key) const;

  Allocator* allocator_;
};

// An application's own subclass only lends its name: the engine makes no memtable with it.
class MemTableRepFactory : public Customizable {
 public:
  ~MemTableRepFactory() override = default;

  static const char* Type() { return "MemTableRepFactory"; }

  // Makes a factory from its name or nickname, with an optional ":number" parameter, e.g.
  // "skip_list:16" or "vector:1024"; also reads "id=name; option=number". NotFound for an unknown
  // name, InvalidArgument for a parameter that is not a number.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& id,
                                 std::unique_ptr<MemTableRepFactory>* factory);
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& id,
                                 std::shared_ptr<MemTableRepFactory>* factory);

  // For engines that take structures from the factory; this one does not, and the factories below
  // return null. The caller owns the result.
  virtual MemTableRep* CreateMemTableRep(const MemTableRep::KeyComparator& /*comparator*/,
                                         Allocator* /*allocator*/, const SliceTransform* /*prefix*/,
                                         Logger* /*logger*/) {
    return nullptr;
  }
  virtual MemTableRep* CreateMemTableRep(const MemTableRep::KeyComparator& comparator,
                                         Allocator* allocator, const SliceTransform* prefix,
                                         Logger* logger, uint32_t /*column_family_id*/) {
    return CreateMemTableRep(comparator, allocator, prefix, logger);
  }

  // Whether several threads may insert at once. If false, opening refuses
  // allow_concurrent_memtable_write with InvalidArgument.
  virtual bool IsInsertConcurrentlySupported() const { return true; }
  // Whether an insert of an existing key and sequence number is reported instead of stored. This
  // library does not ask.
  virtual bool CanHandleDuplicatedKey() const { return true; }
};

// The default, and the structure of every family. GetId() contains the parameter unless it is 0.
class SkipListFactory : public MemTableRepFactory {
 public:
  // lookahead is kept for round trips of options; iterators seek cheaply without it.
  explicit SkipListFactory(size_t lookahead = 0) : lookahead_(lookahead) {}

  static const char* kClassName() { return "SkipListFactory"; }
  static const char* kNickName() { return "skip_list"; }
  const char* Name() const override { return kClassName(); }
  const char* NickName() const override { return kNickName(); }
  std::string GetId() const override;
  using MemTableRepFactory::CreateMemTableRep;
  MemTableRep* CreateMemTableRep(const MemTableRep::KeyComparator& /*comparator*/,
                                 Allocator* /*allocator*/, const SliceTransform* /*prefix*/,
                                 Logger* /*logger*/) override {
    return nullptr;
  }

 private:
  size_t lookahead_;
};

// For bulk loads in stock. `count` is a size hint, kept for round trips; the memtables are skip
// lists that may be read and written at any time.
class VectorRepFactory : public MemTableRepFactory {
 public:
  explicit VectorRepFactory(size_t count = 0) : count_(count) {}

  static const char* kClassName() { return "VectorRepFactory"; }
  static const char* kNickName() { return "vector"; }
  const char* Name() const override { return kClassName(); }
  const char* NickName() const override { return kNickName(); }
  std::string GetId() const override;
  using MemTableRepFactory::CreateMemTableRep;
  MemTableRep* CreateMemTableRep(const MemTableRep::KeyComparator& /*comparator*/,
                                 Allocator* /*allocator*/, const SliceTransform* /*prefix*/,
                                 Logger* /*logger*/) override {
    return nullptr;
  }

 private:
  size_t count_;
};

// For families with a prefix extractor in stock; here the memtable's Bloom filter over prefixes
// does that job (memtable_prefix_bloom_size_ratio). Only bucket_count is kept, for round trips.
// The caller owns the results.
MemTableRepFactory* NewHashSkipListRepFactory(size_t bucket_count = 1000000,
                                              int32_t skiplist_height = 4,
                                              int32_t skiplist_branching_factor = 4);

MemTableRepFactory* NewHashLinkListRepFactory(size_t bucket_count = 50000,
                                              size_t huge_page_tlb_size = 0,
                                              int bucket_entries_logging_threshold = 4096,
                                              bool if_log_bucket_dist_when_flash = true,
                                              uint32_t threshold_use_skiplist = 256);

}  // namespace ROCKSDB_NAMESPACE
