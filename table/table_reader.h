// What every kind of table file offers to those who read it: lookups, iterators, tombstones,
// estimates. Called by the table cache of the db floor, compaction, SstFileReader and sst_dump.
// Implementations are immutable after opening and safe to use from many threads; iterators are not.
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "rocksdb/options.h"
#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "rocksdb/table_properties.h"
#include "util/internal_iterator.h"

namespace ROCKSDB_NAMESPACE {

class FragmentedRangeTombstones;
struct PointLookup;

// How one iterator over one table will be used, beyond what ReadOptions says.
struct TableIterOptions {
  // Compaction input: large sequential reads, blocks neither looked up as hot nor left behind in
  // the cache.
  bool for_compaction = false;
  // Bytes to read ahead from the start; 0 lets the iterator find out by itself that it is being
  // scanned.
  size_t readahead = 0;
  bool skip_filters = false;
};

// One key of a MultiGet. `status` is what Get would have returned.
struct MultiLookup {
  Slice internal_key;
  PointLookup* lookup = nullptr;
  bool skip_filters = false;
  Status status;
};

// A user key and the file bytes between the previous anchor (or the beginning of the file) and it.
struct KeyAnchor {
  std::string user_key;
  uint64_t bytes = 0;
};

// One open table. Its iterators refer to it; whoever hands out a reader keeps it alive for them
// (the table cache does, by its handle).
class TableReader {
 public:
  TableReader() = default;
  virtual ~TableReader() = default;
  TableReader(const TableReader&) = delete;
  TableReader& operator=(const TableReader&) = delete;

  // Over point entries only; range tombstones are kept apart. Never nullptr; the caller deletes it,
  // and keeps the reader alive until then. `options` is copied where it is needed.
  virtual InternalIterator* NewIterator(const ReadOptions& options,
                                        const TableIterOptions& how) = 0;

  // Feeds `lookup` the entries of internal_key's user key, newest first from internal_key on, until
  // it is satisfied. OK also when nothing was found. Does not look at RangeTombstones(): the caller
  // asks those. Incomplete when ro.read_tier forbids the read that would tell.
  [[nodiscard]] virtual Status Get(const ReadOptions& options, const Slice& internal_key,
                                   PointLookup* lookup, bool skip_filters) = 0;
  // Each key's outcome is in its own status; a failed key does not end the others.
  virtual void MultiGet(const ReadOptions& options, MultiLookup* begin, size_t n) {
    for (MultiLookup* one = begin; one != begin + n; ++one) {
      one->status = Get(options, one->internal_key, one->lookup, one->skip_filters);
    }
  }

  // nullptr when the file has none.
  virtual std::shared_ptr<const FragmentedRangeTombstones> RangeTombstones() const = 0;

  // Bytes of the file that lie before `internal_key`, from the index alone: as fine as a block. An
  // index that cannot be read counts as if the key lay behind all data.
  virtual uint64_t ApproximateOffsetOf(const ReadOptions& options, const Slice& internal_key) = 0;
  virtual uint64_t ApproximateSize(const ReadOptions& options, const Slice& start,
                                   const Slice& end) = 0;
  // Appends at most `max` keys that cut the file into pieces of about equal size, in order. Used to
  // share a compaction out between threads. Reads the index only.
  [[nodiscard]] virtual Status SampleKeys(const ReadOptions& options, size_t max,
                                          std::vector<KeyAnchor>* anchors) = 0;

  virtual std::shared_ptr<const TableProperties> Properties() const = 0;
  // Heap bytes held by the reader itself, not by the block cache.
  virtual size_t MemoryUsage() const = 0;
  // Reads every block of the file and checks it against its checksum.
  [[nodiscard]] virtual Status VerifyChecksums(const ReadOptions& options) = 0;
  // A description for people, the kind sst_dump prints.
  [[nodiscard]] virtual Status Dump(std::ostream& out) = 0;
};

}  // namespace ROCKSDB_NAMESPACE
