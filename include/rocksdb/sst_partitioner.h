// Lets an application force SST file boundaries during compaction and flush.
// Called from compaction jobs; a partitioner must not touch the database.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>

#include "rocksdb/customizable.h"
#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

struct ConfigOptions;

enum PartitionerResult : char {
  kNotRequired = 0x0,
  kRequired = 0x1,
};

// The question put to a partitioner: may these two neighbouring keys share a file?
struct PartitionerRequest {
  PartitionerRequest(const Slice& prev, const Slice& current, uint64_t output_file_size)
      : prev_user_key(&prev),
        current_user_key(&current),
        current_output_file_size(output_file_size) {}
  const Slice* prev_user_key;
  const Slice* current_user_key;
  uint64_t current_output_file_size;
};

// One compaction's partitioner; used by one thread.
class SstPartitioner {
 public:
  // What is known about the compaction when the partitioner is made.
  struct Context {
    bool is_full_compaction;
    bool is_manual_compaction;
    int output_level;
    Slice smallest_user_key;
    Slice largest_user_key;
  };

  virtual ~SstPartitioner() = default;
  virtual const char* Name() const = 0;
  // kRequired closes the current file before the request's current key.
  virtual PartitionerResult ShouldPartition(const PartitionerRequest& request) = 0;
  // true if a file covering these keys needs no cut and may be moved unread.
  virtual bool CanDoTrivialMove(const Slice& smallest_user_key, const Slice& largest_user_key) = 0;
};

// Makes a partitioner per compaction; may be called from several threads.
class SstPartitionerFactory : public Customizable {
 public:
  ~SstPartitionerFactory() override = default;
  static const char* Type() { return "SstPartitionerFactory"; }
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<SstPartitionerFactory>* result);
  const char* Name() const override = 0;
  virtual std::unique_ptr<SstPartitioner> CreatePartitioner(
      const SstPartitioner::Context& context) const = 0;
};

// Cuts wherever the first `len` bytes of the key change.
class SstPartitionerFixedPrefix : public SstPartitioner {
 public:
  explicit SstPartitionerFixedPrefix(size_t len) : len_(len) {}
  const char* Name() const override { return "SstPartitionerFixedPrefix"; }
  PartitionerResult ShouldPartition(const PartitionerRequest& request) override;
  bool CanDoTrivialMove(const Slice& smallest_user_key, const Slice& largest_user_key) override;

 private:
  size_t len_;
};

class SstPartitionerFixedPrefixFactory : public SstPartitionerFactory {
 public:
  explicit SstPartitionerFixedPrefixFactory(size_t len) : len_(len) {}
  static const char* kClassName() { return "SstPartitionerFixedPrefixFactory"; }
  const char* Name() const override { return kClassName(); }
  std::unique_ptr<SstPartitioner> CreatePartitioner(const SstPartitioner::Context&) const override;
  // The one option: "length".
  Status GetOption(const ConfigOptions& config_options, const std::string& name,
                   std::string* value) const override;
  Status GetOptionNames(const ConfigOptions& config_options,
                        std::unordered_set<std::string>* result) const override;

 private:
  size_t len_;
};

std::shared_ptr<SstPartitionerFactory> NewSstPartitionerFixedPrefixFactory(size_t prefix_len);

}  // namespace ROCKSDB_NAMESPACE
