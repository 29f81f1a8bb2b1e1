// An application's own index over the blocks of a table. It has no effect in this library:
// BlockBasedTableOptions::user_defined_index_factory is kept and not called.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rocksdb/advanced_iterator.h"
#include "rocksdb/customizable.h"
#include "rocksdb/options.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// Comes before the factory's name in the name of the index's meta block.
inline constexpr const char* kUserDefinedIndexPrefix = "rocksdb.user_defined_index.";

// Sees the keys and blocks of one table while it is written. One thread.
class UserDefinedIndexBuilder {
 public:
  // Kinds of entries.
  enum ValueType {
    kValue,
    kTypeMax,
  };

  // Where a data block lies in the file.
  struct BlockHandle {
    uint64_t offset;
    uint64_t size;
  };

  virtual ~UserDefinedIndexBuilder() = default;

  virtual void OnKeyAdded(const Slice& key, ValueType type, const Slice& value) = 0;
  // A block has ended. The result is a separator between the two keys, which may use the scratch
  // space. A null first key: this was the last block.
  virtual Slice AddIndexEntry(const Slice& last_key_in_current_block,
                              const Slice* first_key_in_next_block, const BlockHandle& block_handle,
                              std::string* separator_scratch) = 0;
  // The index as bytes, which the builder keeps.
  virtual Status Finish(Slice* index_contents) = 0;
};

// Walks the blocks of one table. One thread.
class UserDefinedIndexIterator {
 public:
  virtual ~UserDefinedIndexIterator() = default;

  // Announces the ranges of a scan over several.
  virtual void Prepare(const ScanOptions scan_opts[], size_t num_opts) = 0;
  virtual Status SeekAndGetResult(const Slice& target, IterateResult* result) = 0;
  virtual Status NextAndGetResult(IterateResult* result) = 0;
  // The block at this place. REQUIRES: the last step found one.
  virtual UserDefinedIndexBuilder::BlockHandle value() = 0;
};

// The index of one open table. Many threads.
class UserDefinedIndexReader {
 public:
  virtual ~UserDefinedIndexReader() = default;

  virtual std::unique_ptr<UserDefinedIndexIterator> NewIterator(
      const ReadOptions& read_options) = 0;
  // Bytes.
  virtual size_t ApproximateMemoryUsage() const = 0;
};

class UserDefinedIndexFactory : public Customizable {
 public:
  ~UserDefinedIndexFactory() override = default;
  static const char* Type() { return "UserDefinedIndexFactory"; }
  // The application registers its factories; there are no built-in ones.
  static Status CreateFromString(const ConfigOptions& config_options, const std::string& id,
                                 std::shared_ptr<UserDefinedIndexFactory>* result);

  // The caller owns the result.
  virtual UserDefinedIndexBuilder* NewBuilder() const = 0;
  // The bytes stay as long as the reader.
  virtual std::unique_ptr<UserDefinedIndexReader> NewReader(Slice& index_block) const = 0;
};

}  // namespace ROCKSDB_NAMESPACE
