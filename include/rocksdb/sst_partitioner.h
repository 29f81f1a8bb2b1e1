// Lets an application say where SST files ought to begin. In this engine it decides only whether a
// compaction may move files to the next level unread; outputs are not cut by it. Called while
// compactions are picked; a partitioner must not touch the database.
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

// The question put to a partitioner: may these two neighbouring keys share a file? Only points to
// the keys, which must outlive the request; the size is in bytes so far.
struct PartitionerRequest {
  PartitionerRequest(const Slice& prev, const Slice& current, uint64_t output_file_size)
      : prev_user_key(&prev),
        current_user_key(&current),
        current_output_file_size(output_file_size) {}
  const Slice* prev_user_key;
  const Slice* current_user_key;
  uint64_t current_output_file_size;
};

// One compaction's partitioner; used by one thread and destroyed soon after.
class SstPartitioner {
 public:
  // What is known about the compaction when the partitioner is made. The keys are valid during
  // CreatePartitioner only. is_full_compaction is always false here.
  struct Context {
    bool is_full_compaction;
    bool is_manual_compaction;
    int output_level;
    Slice smallest_user_key;
    Slice largest_user_key;
  };

  virtual ~SstPartitioner() = default;
  // Owned by the partitioner.
  virtual const char* Name() const = 0;
  // kRequired closes the current file before the request's current key. Our engine does not call
  // it.
  virtual PartitionerResult ShouldPartition(const PartitionerRequest& request) = 0;
  // True if a file covering these keys needs no cut and may be moved unread. One false for any file
  // of a job makes the job rewrite its inputs.
  virtual bool CanDoTrivialMove(const Slice& smallest_user_key, const Slice& largest_user_key) = 0;
};

// Makes a partitioner per compaction; may be called from several threads, with the database's lock
// held: be quick. Kept by the options that name it.
class SstPartitionerFactory : public Customizable {
 public:
  ~SstPartitionerFactory() override = default;
  static const char* Type() { return "SstPartitionerFactory"; }
  // "id=SstPartitionerFixedPrefixFactory; length=N" is built in. Other names have to be registered
  // first.
  static Status CreateFromString(const ConfigOptions& options, const std::string& value,
                                 std::shared_ptr<SstPartitionerFactory>* result);
  const char* Name() const override = 0;
  // Null: files may be moved freely.
  virtual std::unique_ptr<SstPartitioner> CreatePartitioner(
      const SstPartitioner::Context& context) const = 0;
};

// Cuts wherever the first `len` bytes of the key change; a shorter key counts as a whole.
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
  // The one option: "length", in bytes; NotFound for any other. It is fixed when the factory is
  // made.
  Status GetOption(const ConfigOptions& config_options, const std::string& name,
                   std::string* value) const override;
  Status GetOptionNames(const ConfigOptions& config_options,
                        std::unordered_set<std::string>* result) const override;

 private:
  size_t len_;
};

// prefix_len in bytes; 0 never asks for a cut.
std::shared_ptr<SstPartitionerFactory> NewSstPartitionerFixedPrefixFactory(size_t prefix_len);

}  // namespace ROCKSDB_NAMESPACE
