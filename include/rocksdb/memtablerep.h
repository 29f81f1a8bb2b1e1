// Which in-memory structure a column family asks for its memtables. The engine has one structure,
// its own concurrent skip list, which serves every choice below; a factory is a name and its
// parameters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/customizable.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

struct ConfigOptions;

// A subclass of the application only lends its name: no memtable is ever made by it.
class MemTableRepFactory : public Customizable {
 public:
  ~MemTableRepFactory() override = default;

  static const char* Type() { return "MemTableRepFactory"; }

  // Makes a factory from its name or nickname, with an optional ":number" parameter, e.g.
  // "skip_list:16" or "vector:1024"; "id=name; option=number" is read as well. NotFound when no
  // factory goes by that name, InvalidArgument for a parameter that is no number.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& id,
                                 std::unique_ptr<MemTableRepFactory>* factory);
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& id,
                                 std::shared_ptr<MemTableRepFactory>* factory);

  // Whether several threads may insert at once. Where it is false, allow_concurrent_memtable_write
  // is refused with InvalidArgument at open.
  virtual bool IsInsertConcurrentlySupported() const { return true; }
  // Whether inserting the same key and sequence twice is reported instead of stored. Not asked
  // here.
  virtual bool CanHandleDuplicatedKey() const { return true; }
};

// The default, and what every family gets. GetId() has the parameter in it unless it is 0.
class SkipListFactory : public MemTableRepFactory {
 public:
  // lookahead is kept for option round trips; iterators reseek cheaply without it.
  explicit SkipListFactory(size_t lookahead = 0) : lookahead_(lookahead) {}

  static const char* kClassName() { return "SkipListFactory"; }
  static const char* kNickName() { return "skip_list"; }
  const char* Name() const override { return kClassName(); }
  const char* NickName() const override { return kNickName(); }
  std::string GetId() const override;

 private:
  size_t lookahead_;
};

// Meant for bulk loads. `count` is a size hint, kept for round trips; memtables are skip lists that
// may be read and written at any time all the same.
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

// Meant for families with a prefix extractor; here the prefix bloom filter of the memtable does
// that job (memtable_prefix_bloom_size_ratio). Of the parameters only bucket_count is kept, for
// round trips. The caller owns the results.
MemTableRepFactory* NewHashSkipListRepFactory(size_t bucket_count = 1000000,
                                              int32_t skiplist_height = 4,
                                              int32_t skiplist_branching_factor = 4);

MemTableRepFactory* NewHashLinkListRepFactory(size_t bucket_count = 50000,
                                              size_t huge_page_tlb_size = 0,
                                              int bucket_entries_logging_threshold = 4096,
                                              bool if_log_bucket_dist_when_flash = true,
                                              uint32_t threshold_use_skiplist = 256);

}  // namespace ROCKSDB_NAMESPACE
