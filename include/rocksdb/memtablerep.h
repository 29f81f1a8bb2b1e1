// The in-memory structure that a column family asks for. The engine has one structure, its own
// concurrent skip list, which serves every choice below; a factory is a name and its parameters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

struct ConfigOptions;

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
