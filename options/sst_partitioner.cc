// The fixed-prefix partitioner (rocksdb/sst_partitioner.h).
#include "rocksdb/sst_partitioner.h"

#include <algorithm>

namespace ROCKSDB_NAMESPACE {

namespace {

Slice Head(const Slice& key, size_t length) {
  return Slice(key.data(), std::min(key.size(), length));
}

}  // namespace

PartitionerResult SstPartitionerFixedPrefix::ShouldPartition(const PartitionerRequest& request) {
  return Head(*request.prev_user_key, len_) == Head(*request.current_user_key, len_) ? kNotRequired
                                                                                     : kRequired;
}

bool SstPartitionerFixedPrefix::CanDoTrivialMove(const Slice& smallest_user_key,
                                                 const Slice& largest_user_key) {
  return Head(smallest_user_key, len_) == Head(largest_user_key, len_);
}

std::unique_ptr<SstPartitioner> SstPartitionerFixedPrefixFactory::CreatePartitioner(
    const SstPartitioner::Context&) const {
  return std::make_unique<SstPartitionerFixedPrefix>(len_);
}

Status SstPartitionerFixedPrefixFactory::GetOption(const ConfigOptions&, const std::string& name,
                                                   std::string* value) const {
  if (name != "length") {
    return Status::NotFound("No such option of the fixed-prefix partitioner", name);
  }
  *value = std::to_string(len_);
  return Status::OK();
}

Status SstPartitionerFixedPrefixFactory::GetOptionNames(
    const ConfigOptions&, std::unordered_set<std::string>* result) const {
  result->insert("length");
  return Status::OK();
}

std::shared_ptr<SstPartitionerFactory> NewSstPartitionerFixedPrefixFactory(size_t prefix_len) {
  return std::make_shared<SstPartitionerFixedPrefixFactory>(prefix_len);
}

}  // namespace ROCKSDB_NAMESPACE
