// Lets an application say where SST files should begin. It cuts the outputs of compactions below
// level 0 and decides whether a compaction may move files to the next level unread. The engine
// calls it while it picks and runs compactions; a partitioner must not use the database.
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

// Whether a file must end between two keys.
enum PartitionerResult : char {
  kNotRequired = 0x0,
  kRequired = 0x1,
};

// The question to a partitioner: may these two neighbouring keys share a file? REQUIRES: the keys
// outlive the request. The size is in bytes so far.
struct PartitionerRequest {
  PartitionerRequest(const Slice& prev, const Slice& current, uint64_t output_file_size)
      : prev_user_key(&prev),
        current_user_key(&current),
        current_output_file_size(output_file_size) {}
  const Slice* prev_user_key;
  const Slice* current_user_key;
  uint64_t current_output_file_size;
};

// The partitioner of one compaction; one thread uses it, and it is destroyed soon after.
class SstPartitioner {
 public:
  // The facts about the compaction when the partitioner is made. The keys are valid during
  // CreatePartitioner only. is_full_compaction is always false here.
  struct Context {
    bool is_full_compaction;
    bool is_manual_compaction;
    int output_level;
    Slice smallest_user_key;
    Slice largest_user_key;
  };

  virtual ~SstPartitioner() = default;
  // The partitioner owns the name.
  virtual const char* Name() const = 0;
  // kRequired closes the current file before the request's current key. Called for every user key
  // but the first of a file.
  virtual PartitionerResult ShouldPartition(const PartitionerRequest& request) = 0;
  // True if a file with these keys needs no cut and may be moved unread. If it is false for any
  // file of a job, the job rewrites its inputs.
  virtual bool CanDoTrivialMove(const Slice& smallest_user_key, const Slice& largest_user_key) = 0;
};

// Makes a partitioner for each compaction. Several threads may call it while they hold the
// database's lock, so it must be quick. The options that name it keep it alive.
class SstPartitionerFactory : public Customizable {
 public:
  ~SstPartitionerFactory() override = default;
  static const char* Type() { return "SstPartitionerFactory"; }
  // "id=SstPartitionerFixedPrefixFactory; length=N" is built in. Other names must be registered
  // first.
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<SstPartitionerFactory>* result);
  const char* Name() const override = 0;
  // nullptr: files may be moved freely.
  virtual std::unique_ptr<SstPartitioner> CreatePartitioner(
      const SstPartitioner::Context& context) const = 0;
};

// Cuts where the first `len` bytes of the key change; a shorter key counts as a whole.
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
  // The only option: "length", in bytes; any other gives NotFound. It is fixed when the factory is
  // made.
  Status GetOption(const ConfigOptions& config_options, const std::string& name,
                   std::string* value) const override;
  Status GetOptionNames(const ConfigOptions& config_options,
                        std::unordered_set<std::string>* result) const override;

 private:
  size_t len_;
};

// prefix_len is in bytes; 0 never asks for a cut.
std::shared_ptr<SstPartitionerFactory> NewSstPartitionerFixedPrefixFactory(size_t prefix_len);

}  // namespace ROCKSDB_NAMESPACE
