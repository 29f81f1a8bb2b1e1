// TableBuilder of block-based SST files, format_version 2 to 6. Made by BlockBasedFactory; used by
// flush, compaction, repair and SstFileWriter. It neither syncs nor closes the file, and reads
// nothing back. One thread.
//
//   data blocks | filter | index | dictionary | tombstones | properties | metaindex | footer
//
// Blocks are built in place at the end of out_, which goes to the file in large pieces; a block
// that is compressed is built in raw_ first. With a compression dictionary, raw blocks are held
// back until there are enough samples.
//
//   Add -> data_ -+- no codec ------------------------------> out_ (built in place) -> file
//                 +- codec -> raw_ -------------- compress -> out_
//                 +- dictionary -> raw_ -> held_ - train, compress -> out_
//
// Invariants
// 1. offset() is where the next byte of out_ will lie in the file; the open data block, if built in
//    place, is the only thing in out_ that has no trailer yet.
// 2. index_ has a separator for every closed data block and an extent for every one that was
//    emitted.
// 3. Once status_ is not OK nothing more is handed to the file, and Finish() returns that status.
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
  // REQUIRES: `file` outlives this and is empty. What cannot be done (a codec that is not built in)
  // is told by status(), not here.
  SstWriter(const BlockBasedTableOptions& options, const TableBuilderOptions& builder_options,
            WritableFileWriter* file);
  ~SstWriter() override;

  void Add(const Slice& ikey, const Slice& value) override;
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
  // Moves the properties, and asks the collectors, for one entry of either kind.
  void Count(const Slice& ikey, const Slice& value);
  void Collect(const Slice& ikey, const Slice& value);
  // Whether the open block ends before this entry.
  bool BlockIsFull(const Slice& ikey, const Slice& value);

  // Closes the open data block; `next_key` begins the one after it.
  void CutBlock(const Slice* next_key);
  void EmitDataBlock(const Slice& raw);
  // With block_align: fills up to where the next block begins.
  void PadDataBlock();
  // Ends the time in which blocks are held back: makes the dictionary and emits them.
  void ReleaseHeldBlocks();
  // verify_compression: the block compressed to out_[begin ...) must be `raw` again.
  void VerifyCompressed(const Slice& raw, size_t begin, CompressionType type, bool primed);
  // Appends `raw`, compressed if it pays, with its trailer.
  Extent EmitCompressed(const Slice& raw, BlockCompressor* compressor);
  Extent EmitRaw(const Slice& contents);
  // The bytes of out_ from `begin` on are a whole block of `type`: adds the trailer. Returns where
  // the block lies in the file.
  Extent SealInPlace(size_t begin, CompressionType type);
  // Hands out_ to the file when there is enough of it, or all of it. REQUIRES: no block is open in
  // out_.
  void Drain(bool all);

  // Parts of Finish, in file order.
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
  uint64_t flushed_ = 0;  // bytes given to the file
  ByteBuffer raw_;
  std::unique_ptr<BlockCompressor> compressor_;
  // Blocks still go to held_; off for good once the dictionary is made.
  bool hold_blocks_ = false;
  std::vector<std::string> held_;
  uint64_t held_bytes_ = 0;
  // When held_bytes_ reaches this the samples suffice.
  uint64_t held_limit_ = 0;
  std::string dictionary_;
  std::unique_ptr<CodecDictionary> verify_dictionary_;  // its other side, for verify_compression

  // Builds into out_, or into raw_ when blocks are compressed.
  BlockBuilder data_;
  const BlockSizeRule size_rule_;
  // The application's own rule; null: size_rule_.
  std::unique_ptr<FlushBlockPolicy> custom_policy_;
  IndexWriter index_;
  std::string first_key_;  // of the open block, when the index wants it
  std::unique_ptr<FilterWriter> filter_;
  ByteBuffer tombstone_bytes_;
  BlockBuilder tombstones_;

  TableProperties properties_;
  SequenceNumber largest_sequence_ = 0;
  std::vector<std::unique_ptr<TablePropertiesCollector>> collectors_;
  // Bytes behind the data blocks; set by Finish().
  uint64_t tail_size_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
