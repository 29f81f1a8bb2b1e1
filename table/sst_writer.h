// TableBuilder of block-based SST files, format_version 2 to 6. BlockBasedFactory makes it; flush,
// compaction, repair and SstFileWriter use it. It neither syncs nor closes the file, and reads
// nothing back. One thread.
//
//   data blocks | filter | index | dictionary | tombstones | properties | metaindex | footer
//
// Blocks are built in place at the end of out_, which goes to the file in large pieces; a block
// that will be compressed is built in raw_ first. With a compression dictionary, raw blocks are
// held back until there are enough samples.
//
//   Add -> data_ -+- no codec ------------------------------> out_ (built in place) -> file
//                 +- codec -> raw_ -------------- compress -> out_
//                 +- dictionary -> raw_ -> held_ - train, compress -> out_
//
// Invariants
// 1. offset() is where the next byte of out_ will lie in the file. Only the open data block, if
//    built in place, has no trailer in out_ yet.
// 2. index_ has a separator for every closed data block and an extent for every one that was
//    emitted.
// 3. Once status_ is not OK nothing more goes to the file, and Finish() returns that status.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "env/file_io.h"
#include "rocksdb/flush_block_policy.h"
#include "rocksdb/table.h"
#include "table/block_builder.h"
#include "table/block_size_policy.h"
#include "table/byte_buffer.h"
#include "table/codec.h"
#include "table/filter_writer.h"
#include "table/index_writer.h"
#include "table/sst_footer.h"
#include "table/table_builder.h"

namespace ROCKSDB_NAMESPACE {

class SstWriter final : public TableBuilder {
 public:
  // status() reports requests that cannot be fulfilled, such as a codec that is not built in or,
  // later, an entry of more than kMostBlockBytes.
  // REQUIRES: `file` is empty and outlives this.
  SstWriter(const BlockBasedTableOptions& options, const TableBuilderOptions& builder_options,
            WritableFileWriter* file);
  ~SstWriter() override;

  bool Add(const Slice& ikey, const Slice& value) override;
  Status status() const override { return status_; }
  Status Finish() override;
  void Abandon() override { closed_ = true; }

  uint64_t NumEntries() const override { return properties_.num_entries; }
  uint64_t FileSize() const override;
  uint64_t EstimatedFileSize() const override;
  uint64_t TailSize() const override { return tail_size_; }
  bool NeedCompact() const override;
  TableProperties Properties() const override;

 private:
  using MetaEntries = std::vector<std::pair<std::string, Extent>>;

  uint64_t offset() const { return flushed_ + out_.size(); }
  // Parts of the construction.
  void ChooseCompressor();
  void MakeFilter();
  void MakeCollectors();

  void AddPoint(const Slice& ikey, const Slice& value);
  void AddTombstone(const Slice& ikey, const Slice& value);
  // Updates the properties, and calls the collectors, for one entry of either kind.
  void Count(const Slice& ikey, const Slice& value);
  void Collect(const Slice& ikey, const Slice& value);
  // Whether the open block ends before this entry.
  bool BlockIsFull(const Slice& ikey, const Slice& value);

  // Closes the open data block; `next_key` begins the one after it.
  void CutBlock(const Slice* next_key);
  void EmitDataBlock(const Slice& raw);
  // With block_align: fills the file up to where the next block begins.
  void PadDataBlock();
  // Zeroes, so that what follows them with a further `behind` bytes ends at a multiple of `unit`.
  void Pad(uint64_t unit, uint64_t behind);
  // Makes the dictionary and emits the blocks that were held back.
  void ReleaseHeldBlocks();
  // verify_compression: fails unless the block compressed to out_[begin ...) decompresses to
  // `raw`.
  void VerifyCompressed(const Slice& raw, size_t begin, CompressionType type, bool primed);
  // Appends `raw` with its trailer, compressed if that saves enough.
  Extent EmitCompressed(const Slice& raw, BlockCompressor* compressor);
  Extent EmitRaw(const Slice& contents);
  // Adds the trailer to a whole block of `type`, the bytes of out_ from `begin` on. Returns where
  // the block lies in the file.
  Extent SealInPlace(size_t begin, CompressionType type);
  // Hands out_ to the file when it holds enough, or in any case with `all`. REQUIRES: no block is
  // open in out_.
  void Drain(bool all);

  // The steps of Finish, in file order.
  void WriteFilter(MetaEntries* meta);
  void WriteFilterParts(MetaEntries* meta);
  void WriteIndex(MetaEntries* meta);
  void WriteDictionary(MetaEntries* meta);
  void WriteTombstones(MetaEntries* meta);
  void WriteProperties(MetaEntries* meta);
  void WriteMetaIndexAndFooter(MetaEntries* meta);
  void FillProperties();
  Extent EmitIndexBlock(const Slice& raw);
  void CollectUserProperties();

  const BlockBasedTableOptions options_;
  const TableBuilderOptions builder_options_;
  WritableFileWriter* const file_;
  SstFooter footer_;
  Status status_;
  bool closed_ = false;

  ByteBuffer out_;
  // Bytes given to the file.
  uint64_t flushed_ = 0;
  ByteBuffer raw_;
  std::unique_ptr<BlockCompressor> compressor_;
  // Blocks still go to held_; false for good once the dictionary is made.
  bool hold_blocks_ = false;
  std::vector<std::string> held_;
  uint64_t held_bytes_ = 0;
  // When held_bytes_ reaches this, there are enough samples.
  uint64_t held_limit_ = 0;
  std::string dictionary_;
  // The dictionary for verify_compression.
  std::unique_ptr<CodecDictionary> verify_dictionary_;

  // Builds into out_, or into raw_ when blocks are compressed.
  BlockBuilder data_;
  const BlockSizeRule size_rule_;
  // The application's own rule; nullptr: size_rule_ applies.
  std::unique_ptr<FlushBlockPolicy> custom_policy_;
  IndexWriter index_;
  // First key of the open block; kept when the index stores it.
  std::string first_key_;
  std::unique_ptr<FilterWriter> filter_;
  ByteBuffer tombstone_bytes_;
  BlockBuilder tombstones_;

  TableProperties properties_;
  SequenceNumber largest_sequence_ = 0;
  std::vector<std::unique_ptr<TablePropertiesCollector>> collectors_;
  // Bytes behind the data blocks; Finish() sets it.
  uint64_t tail_size_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
