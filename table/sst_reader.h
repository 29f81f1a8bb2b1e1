// TableReader of block-based SST files, in every format version and variant that stock RocksDB
// 10.6.2 writes. BlockBasedFactory opens it; the table cache of the db floor, SstFileReader,
// repair and tools hold it. Immutable once opened; any number of threads may read. It never writes
// and never retries: it returns an error, and the next call tries anew.
//
//   SstReader  +- SstFile     blocks: file, checksum, decompression, cache
//              +- SstIndex    user key -> place of a data block
//              +- SstFilter   is it worth looking?          (may be missing)
//              +- tombstones  all range deletions of the file, as fragments
#pragma once

#include <map>
#include <memory>
#include <string>

#include "rocksdb/table.h"
#include "table/sst_file.h"
#include "table/sst_filter.h"
#include "table/sst_index.h"
#include "table/sst_iterator.h"
#include "table/table_builder.h"
#include "table/table_reader.h"
#include "util/range_tombstone.h"

namespace ROCKSDB_NAMESPACE {

class SstReader final : public TableReader, private PrefixGate {
 public:
  // Takes the file over. With `prefetch` it reads index and filter now even if they live in the
  // cache only. After a failure *result is untouched and the file closed.
  [[nodiscard]] static Status Open(const ReadOptions& ro, const BlockBasedTableOptions& options,
                                   const TableReaderOptions& reader_options,
                                   std::unique_ptr<RandomAccessFileReader> file, uint64_t file_size,
                                   bool prefetch, std::unique_ptr<TableReader>* result);

  InternalIterator* NewIterator(const ReadOptions& options, const TableIterOptions& how) override;
  Status Get(const ReadOptions& options, const Slice& internal_key, PointLookup* lookup,
             bool skip_filters) override;
  Status GetOrAwait(const ReadOptions& options, const Slice& internal_key, PointLookup* lookup,
                    bool skip_filters, AwaitedBlock* awaited) override;
  void ReadAwaited(const ReadOptions& options, AwaitedBlock* const* blocks, size_t n) override {
    file_.ReadMany(options, blocks, n);
  }
  std::unique_ptr<AwaitedRead> StartAwaited(const ReadOptions& options, AwaitedBlock* const* blocks,
                                            size_t n) override {
    return file_.StartMany(options, blocks, n);
  }
  Status GoOn(const ReadOptions& options, const Slice& internal_key, PointLookup* lookup,
              AwaitedBlock* awaited) override;
  std::shared_ptr<const FragmentedRangeTombstones> RangeTombstones() const override {
    return tombstones_;
  }
  uint64_t ApproximateOffsetOf(const ReadOptions& options, const Slice& internal_key) override;
  uint64_t ApproximateSize(const ReadOptions& options, const Slice& start,
                           const Slice& end) override;
  Status SampleKeys(const ReadOptions& options, size_t max,
                    std::vector<KeyAnchor>* anchors) override;
  std::shared_ptr<const TableProperties> Properties() const override { return properties_; }
  size_t MemoryUsage() const override;
  Status VerifyChecksums(const ReadOptions& options) override;
  Status Dump(std::ostream& out) override;

 private:
  SstReader(const BlockBasedTableOptions& options, const TableReaderOptions& reader_options,
            std::unique_ptr<RandomAccessFileReader> file, uint64_t file_size);

  // The steps of Open, in this order.
  Status ReadMetaIndex(const ReadOptions& ro);
  Status ReadProperties(const ReadOptions& ro);
  // Compares the file's unique id with the MANIFEST's, and sets the cache key.
  Status CheckIdentity();
  Status FindGlobalSequence();
  Status ReadDictionary(const ReadOptions& ro);
  Status ReadTombstones(const ReadOptions& ro);
  Status OpenIndex(const ReadOptions& ro, bool prefetch);
  Status OpenFilter(const ReadOptions& ro, bool prefetch);

  // A user-collected property; nullptr when there is none.
  const std::string* StoredProperty(const std::string& name) const;
  BlockHome HomeOf(PinningTier tier, bool older_pin) const;
  // The place of a meta block; nullptr when there is none.
  const Extent* MetaBlock(const std::string& name) const;
  bool PrefixFilterApplies() const;
  bool CutsAsReader(const SliceTransform& extractor) const;
  // Whether the filter says that the key is not in the file. Sets *passed when the filter was
  // asked and let the key through. REQUIRES: filter_ is not null.
  bool FilterRulesOut(const ReadOptions& ro, const Slice& ikey, bool* passed) const;
  void CountTruePositive() const;
  // PrefixGate: asked by seeks of iterators. REQUIRES: there is a filter, and a prefix extractor
  // with which the file was written; NewIterator checks both.
  bool MayContain(const ReadOptions& ro, const Slice& target, bool backward) const override;
  // Feeds the lookup what Get promises; with `awaited` it stops at a block that the cache lacks.
  Status GetUnfiltered(const ReadOptions& ro, const Slice& ikey, PointLookup* lookup,
                       AwaitedBlock* awaited);
  template <class IndexWalk>
  Status GetVia(const ReadOptions& ro, const Slice& ikey, PointLookup* lookup,
                AwaitedBlock* awaited);
  // The same from the block behind the one at `done` on.
  template <class IndexWalk>
  Status GetBehind(const ReadOptions& ro, const Slice& ikey, const Extent& done,
                   PointLookup* lookup, AwaitedBlock* awaited);
  // The same from the present position of `walk` on.
  template <class IndexWalk>
  Status OfferBlocks(const ReadOptions& ro, const Slice& ikey, IndexWalk* walk, PointLookup* lookup,
                     AwaitedBlock* awaited);
  // The same where no other block may hold the key.
  Status OfferOnlyBlock(const ReadOptions& ro, const Slice& ikey, const Extent& extent,
                        PointLookup* lookup, AwaitedBlock* awaited);
  // The block at `extent`; with `awaited`, if the cache lacks it, a note of it and no block.
  Status GetOrNote(const ReadOptions& ro, const Extent& extent, AwaitedBlock* awaited,
                   BlockRef* block) const;
  // Offers the entries of one block to `lookup`, from ikey on. Sets *done when nothing older can
  // be in this file.
  Status OfferBlock(const Slice& ikey, const Extent& extent, BlockRef block, PointLookup* lookup,
                    bool* done);
  // Calls visit(walk) for every data block in order until it returns false.
  template <class Visit>
  Status ForEachDataBlock(const ReadOptions& ro, Visit visit) const {
    const auto pass = [&](auto&& walk) {
      for (walk.SeekToFirst(); walk.valid() && visit(walk); walk.Next()) {
      }
      return walk.status();
    };
    return index_->two_level() ? pass(TwoLevelIndexWalk(*index_, ro))
                               : pass(FlatIndexWalk(*index_, ro));
  }
  // Where the data blocks end; for old files that do not record it, a guess.
  uint64_t DataEnd() const;
  Status VerifyMetaBlocks(const ReadOptions& ro) const;
  void DumpMeta(std::ostream& out) const;
  Status DumpBlock(const Extent& extent, std::ostream& out) const;

  SstFile file_;
  const InternalKeyOrder order_;
  const TableReaderOptions reader_options_;
  // All meta blocks by name.
  std::map<std::string, Extent> meta_;
  // Never nullptr; empty when the file has no properties.
  std::shared_ptr<const TableProperties> properties_;
  bool has_properties_ = false;
  SequenceNumber global_sequence_ = kNoGlobalSequence;
  std::shared_ptr<const FragmentedRangeTombstones> tombstones_;
  std::unique_ptr<SstIndex> index_;
  std::unique_ptr<SstFilter> filter_;
  // The questions that filter_ can answer.
  bool whole_keys_in_filter_ = true;
  bool prefixes_in_filter_ = false;
};

}  // namespace ROCKSDB_NAMESPACE
