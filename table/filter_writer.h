// Collects the filter of a file while the file is built: hashes of keys and prefixes, cut into
// partitions when the options ask for that. SstWriter uses it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/slice_transform.h"
#include "rocksdb/table.h"
#include "table/filter_bits.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

// One object per table, for the table's whole life; one thread. Keeps 8 bytes for each key until
// the key's partition is cut.
class FilterWriter {
 public:
  // A finished filter (partition) and the last internal key it covers.
  struct Part {
    std::string bits;
    std::string last_key;
  };

  FilterWriter(std::unique_ptr<FilterBitsBuilder> bits, const InternalKeyOrder& order,
               const BlockBasedTableOptions& options,
               std::shared_ptr<const SliceTransform> prefix_extractor);

  // Every version of a user key goes into one partition. REQUIRES: internal keys ascend.
  void Add(const Slice& ikey);
  // Ends the filter; afterwards parts() is complete. Without partitions it has one element, or
  // none if nothing was added (a file without keys of the extractor's domain has no filter).
  void Finish();

  // With detect_filter_construct_corruption: Corruption once a hash has changed after it was
  // added, or a finished filter does not match it.
  const Status& status() const { return status_; }

  bool partitioned() const { return keys_per_part_ != SIZE_MAX; }
  uint64_t num_entries() const { return finished_entries_ + bits_->NumAdded(); }
  // About the total size of parts().
  size_t EstimatedSize() const;
  const std::vector<Part>& parts() const { return parts_; }

 private:
  void AddHashes(const Slice& ikey);
  void CutPart();
  // Finishes the partition in bits_ and asks it for every hash that went in.
  void CutCheckedPart();

  const std::unique_ptr<FilterBitsBuilder> bits_;
  const InternalKeyOrder order_;
  const std::shared_ptr<const SliceTransform> prefix_extractor_;
  const bool whole_keys_;
  const size_t timestamp_size_;
  // How many keys fit into metadata_block_size; SIZE_MAX: one filter for the file.
  const size_t keys_per_part_;
  const bool check_;
  // XOR of the hashes in bits_; kept only with check_.
  uint64_t added_xor_ = 0;
  Status status_;
  // Entries and bytes of the partitions that were cut.
  uint64_t finished_entries_ = 0;
  size_t finished_bytes_ = 0;
  // Kept only with partitions.
  std::string last_key_;
  uint64_t last_prefix_hash_ = 0;
  bool has_last_prefix_ = false;
  std::vector<Part> parts_;
};

}  // namespace ROCKSDB_NAMESPACE
