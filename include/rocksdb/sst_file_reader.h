// SstFileReader: reads one table file without a database.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/iterator.h"
#include "rocksdb/options.h"
#include "rocksdb/slice.h"
#include "rocksdb/table_properties.h"

namespace ROCKSDB_NAMESPACE {

// After Open() has returned OK any number of threads may read.
class SstFileReader {
 public:
  explicit SstFileReader(const Options& options);
  ~SstFileReader();

  // `file_path` is the full path. After a failure the reader is as it was.
  Status Open(const std::string& file_path);

  // What a database would show that held this file alone. The caller owns the iterator, and
  // deletes it before the reader.
  Iterator* NewIterator(const ReadOptions& options);
  std::vector<Status> MultiGet(const ReadOptions& options, const std::vector<Slice>& keys,
                               std::vector<std::string>* values);

  // All entries as they are stored: keys are internal, and deletions and older versions show.
  std::unique_ptr<Iterator> NewTableIterator();

  // Null before Open().
  std::shared_ptr<const TableProperties> GetTableProperties() const;

  // Checks the checksum of every block.
  Status VerifyChecksum() { return VerifyChecksum(ReadOptions()); }
  Status VerifyChecksum(const ReadOptions& options);

  // Counts the entries, and compares the sum with what the file's properties say: Corruption when
  // they differ.
  Status VerifyNumEntries(const ReadOptions& options);

 private:
  struct Rep;
  std::unique_ptr<Rep> rep_;
};

}  // namespace ROCKSDB_NAMESPACE
