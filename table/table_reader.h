// The interface of every kind of table file for its readers: lookups, iterators, tombstones,
// estimates. The table cache of the db floor, compaction, SstFileReader and sst_dump use it.
// Implementations are immutable after opening and safe to use from many threads; iterators are
// not.
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
#include "table/awaited_block.h"
#include "util/internal_iterator.h"

namespace ROCKSDB_NAMESPACE {

class FragmentedRangeTombstones;
class SliceTransform;
struct PointLookup;

// How one iterator over one table will be used, beyond what ReadOptions tell.
struct TableIterOptions {
  // Compaction input: the reads are large and sequential, and leave no blocks in the cache.
  bool for_compaction = false;
  // Bytes to read ahead from the start; with 0 the iterator reads ahead once it notices a scan.
  size_t readahead = 0;
  // Of them the bytes that the iterator holds itself, where the file system reads the rest ahead;
  // 0: as ReadaheadPolicy says.
  size_t held = 0;
  // By which seeks are confined to a prefix, if ReadOptions do that: filters are asked where they
  // hold the same prefixes. nullptr: no filter is asked. Outlives the iterator.
  const SliceTransform* prefix_extractor = nullptr;
};

// A user key, and the bytes of the file between the previous anchor (or the beginning of the file)
// and this key.
struct KeyAnchor {
  std::string user_key;
  uint64_t bytes = 0;
};

// One open table. Iterators refer to the reader; whoever hands one out keeps the reader alive for
// it (the table cache does so with its handle).
class TableReader {
 public:
  TableReader() = default;
  virtual ~TableReader() = default;
  TableReader(const TableReader&) = delete;
  TableReader& operator=(const TableReader&) = delete;

  // An iterator over point entries; range tombstones are separate. Never nullptr. The caller
  // deletes it, and keeps the reader alive until then. `options` is copied where it is needed.
  virtual InternalIterator* NewIterator(const ReadOptions& options,
                                        const TableIterOptions& how) = 0;

  // Feeds `lookup` the entries of internal_key's user key, newest first from internal_key on,
  // until it is satisfied. OK also when nothing was found. Does not look at RangeTombstones(); the
  // caller does. Incomplete when ro.read_tier forbids a read that the answer needs.
  [[nodiscard]] virtual Status Get(const ReadOptions& options, const Slice& internal_key,
                                   PointLookup* lookup, bool skip_filters) = 0;
  // Get that stops where a data block is not in the cache: awaited->wanted is then set, and the
  // lookup goes on with GoOn once the block was read. REQUIRES: nothing is wanted.
  [[nodiscard]] virtual Status GetOrAwait(const ReadOptions& options, const Slice& internal_key,
                                          PointLookup* lookup, bool skip_filters,
                                          AwaitedBlock* awaited) = 0;
  // Reads the blocks that lookups of this table wait for, all at once. Each gets a status of its
  // own; one that cannot be read does not fail the others. REQUIRES: n > 0; extents ascend, and no
  // two are the same.
  virtual void ReadAwaited(const ReadOptions& options, AwaitedBlock* const* blocks, size_t n) = 0;
  // The same without waiting, where the file system can; the rest is done by Finish. Never null.
  // REQUIRES: options and blocks outlive it.
  virtual std::unique_ptr<AwaitedRead> StartAwaited(const ReadOptions& options,
                                                    AwaitedBlock* const* blocks, size_t n) = 0;
  // Continues a lookup with the block that it waited for; it may want another one after that.
  // REQUIRES: awaited->wanted, and the block was read.
  [[nodiscard]] virtual Status GoOn(const ReadOptions& options, const Slice& internal_key,
                                    PointLookup* lookup, AwaitedBlock* awaited) = 0;

  // nullptr when the file has none.
  virtual std::shared_ptr<const FragmentedRangeTombstones> RangeTombstones() const = 0;

  // Bytes of the file that lie before `internal_key`, from the index alone, so exact to a block.
  // When the index cannot be read, the key counts as one behind all data.
  virtual uint64_t ApproximateOffsetOf(const ReadOptions& options, const Slice& internal_key) = 0;
  virtual uint64_t ApproximateSize(const ReadOptions& options, const Slice& start,
                                   const Slice& end) = 0;
  // Appends at most `max` keys, in order, that cut the file into pieces of about equal size.
  // Compactions divide work between threads by them. Reads the index only.
  [[nodiscard]] virtual Status SampleKeys(const ReadOptions& options, size_t max,
                                          std::vector<KeyAnchor>* anchors) = 0;

  virtual std::shared_ptr<const TableProperties> Properties() const = 0;
  // Heap bytes that the reader itself holds, without the block cache.
  virtual size_t MemoryUsage() const = 0;
  // Reads every block of the file and verifies its checksum.
  [[nodiscard]] virtual Status VerifyChecksums(const ReadOptions& options) = 0;
  // Writes a description for people, the kind that sst_dump prints.
  [[nodiscard]] virtual Status Dump(std::ostream& out) = 0;
};

}  // namespace ROCKSDB_NAMESPACE
