// Writes what follows the data blocks of a file. Meta blocks are stored uncompressed, index blocks
// compressed if the options say so.
//
//   data | filter parts | filter (top) | index parts | index (top) | dictionary | tombstones |
//        | properties | zeroes | metaindex | footer
//        ^ tail_start: opening the file reads everything from here on at once
//
// Each step may need what the ones before it wrote (the properties record all sizes, the metaindex
// all places), so the order is fixed. After a failed Drain the further steps are pointless but
// harmless: nothing more reaches the file. The zeroes are there only with direct I/O: a file that
// ends within a unit of it would have to be cut, for which the file system reads the last block
// back, and writes it once more at the sync. Readers find every block by its place.
#include <algorithm>

#include "rocksdb/filter_policy.h"
#include "table/properties_block.h"
#include "table/sst_writer.h"

namespace ROCKSDB_NAMESPACE {

Status SstWriter::Finish() {
  if (status_.ok() && !data_.empty()) CutBlock(nullptr);
  // The file ended before enough blocks were held back: makes the dictionary of what there is.
  if (status_.ok() && hold_blocks_) ReleaseHeldBlocks();
  const bool in_place = compressor_ == nullptr;
  // Drops a block that was begun but got no entry.
  if (in_place) out_.Truncate(data_.begin());
  closed_ = true;
  if (!status_.ok()) return status_;
  const uint64_t tail_start = offset();
  properties_.data_size = properties_.tail_start_offset = tail_start;
  MetaEntries meta;
  WriteFilter(&meta);
  WriteIndex(&meta);
  WriteDictionary(&meta);
  WriteTombstones(&meta);
  WriteProperties(&meta);
  WriteMetaIndexAndFooter(&meta);
  Drain(true);
  tail_size_ = flushed_ - tail_start;
  return status_;
}

void SstWriter::WriteFilter(MetaEntries* meta) {
  if (filter_ == nullptr) return;
  filter_->Finish();
  if (!filter_->status().ok()) {
    status_ = filter_->status();
    return;
  }
  properties_.num_filter_entries = filter_->num_entries();
  // A file with an empty filter names the policy too.
  properties_.filter_policy_name = options_.filter_policy->Name();
  if (filter_->parts().empty()) return;
  if (filter_->partitioned()) {
    WriteFilterParts(meta);
    return;
  }
  const std::string& bits = filter_->parts().front().bits;
  properties_.filter_size = bits.size();
  const std::string name = std::string("fullfilter.") + options_.filter_policy->CompatibilityName();
  meta->emplace_back(name, EmitRaw(bits));
}

void SstWriter::WriteFilterParts(MetaEntries* meta) {
  ByteBuffer block;
  BlockBuilder top(&block, options_.index_block_restart_interval);
  Extent before;
  std::string whole, delta;
  uint64_t size = 0;
  for (const FilterWriter::Part& part : filter_->parts()) {
    const Extent extent = EmitRaw(part.bits);
    Drain(false);
    size += extent.size + kTrailerBytes;
    IndexBlockLayout::Encode(extent, top.empty() ? nullptr : &before, &whole, &delta);
    // Parts end between user keys, so a user key alone still finds the right one.
    const Slice key = index_.user_keys() ? UserKeyOf(part.last_key) : Slice(part.last_key);
    if (index_.delta_values()) {
      top.AddUnsized(key, whole, delta);
    } else {
      top.Add(key, whole);
    }
    before = extent;
  }
  top.Finish();
  properties_.filter_size = size + block.size();
  const std::string name =
      std::string("partitionedfilter.") + options_.filter_policy->CompatibilityName();
  meta->emplace_back(name, EmitRaw(block.ToSlice()));
}

Extent SstWriter::EmitIndexBlock(const Slice& raw) {
  if (builder_options_.compression == kNoCompression || !options_.enable_index_compression) {
    return EmitRaw(raw);
  }
  // A compressor of its own: that of the data blocks may hold a dictionary.
  BlockCompressor plain(builder_options_.compression, builder_options_.compression_opts);
  return EmitCompressed(raw, &plain);
}

void SstWriter::WriteIndex(MetaEntries* meta) {
  ByteBuffer block;
  Extent top;
  uint64_t size = 0;
  if (options_.index_type != BlockBasedTableOptions::kTwoLevelIndexSearch) {
    index_.BuildPart(0, index_.num_blocks(), &block);
    top = EmitIndexBlock(block.ToSlice());
    size = block.size() + kTrailerBytes;
  } else {
    const std::vector<IndexWriter::Part> parts = index_.Parts();
    std::vector<Extent> extents;
    size_t begin = 0;
    for (const IndexWriter::Part& part : parts) {
      block.Clear();
      index_.BuildPart(begin, part.end, &block);
      begin = part.end;
      extents.push_back(EmitIndexBlock(block.ToSlice()));
      size += block.size() + kTrailerBytes;
      Drain(false);
    }
    block.Clear();
    index_.BuildTop(parts, extents, &block);
    top = EmitIndexBlock(block.ToSlice());
    properties_.index_partitions = parts.size();
    properties_.top_level_index_size = block.size();
    size += block.size() + kTrailerBytes;
  }
  properties_.index_size = size;
  // From version 6 on the footer does not name the index.
  if (options_.format_version >= 6) {
    meta->emplace_back("rocksdb.index", top);
  } else {
    footer_.index = top;
  }
}

void SstWriter::WriteDictionary(MetaEntries* meta) {
  if (dictionary_.empty()) return;
  meta->emplace_back("rocksdb.compression_dict", EmitRaw(dictionary_));
}

void SstWriter::WriteTombstones(MetaEntries* meta) {
  if (tombstones_.empty()) return;
  tombstones_.Finish();
  meta->emplace_back("rocksdb.range_del", EmitRaw(tombstone_bytes_.ToSlice()));
}

void SstWriter::CollectUserProperties() {
  UserCollectedProperties& stored = properties_.user_collected_properties;
  for (const auto& collector : collectors_) {
    UserCollectedProperties mine;
    Status s = collector->Finish(&mine);
    // A collector that fails loses its own properties; the file does not fail.
    if (!s.ok()) continue;
    stored.insert(mine.begin(), mine.end());
    const UserCollectedProperties readable = collector->GetReadableProperties();
    properties_.readable_properties.insert(readable.begin(), readable.end());
  }
  const auto flag = [](bool on) { return std::string(on ? "1" : "0"); };
  std::string type;
  // A hash index is written as the binary index that it contains.
  const bool hash = options_.index_type == BlockBasedTableOptions::kHashSearch;
  AppendFixed32(&type, hash ? 0 : static_cast<uint32_t>(options_.index_type));
  stored[BlockBasedTablePropertyNames::kIndexType] = type;
  stored[BlockBasedTablePropertyNames::kWholeKeyFiltering] = flag(options_.whole_key_filtering);
  stored[BlockBasedTablePropertyNames::kPrefixFiltering] =
      flag(builder_options_.prefix_extractor != nullptr);
  stored[BlockBasedTablePropertyNames::kDecoupledPartitionedFilters] =
      flag(options_.decouple_partitioned_filters);
  if (builder_options_.flushed_logs != 0) {
    stored[property_names::kFlushedLogs] = std::to_string(builder_options_.flushed_logs);
  }
  if (!builder_options_.external_file) return;
  std::string version, sequence;
  AppendFixed32(&version, 2);
  // 0 until a database ingests the file and overwrites this number in place.
  AppendFixed64(&sequence, 0);
  stored[property_names::kExternalVersion] = version;
  stored[property_names::kExternalSequence] = sequence;
}

// Sets the properties that are known only now, and those that the caller gave. Add() kept the
// counts.
void SstWriter::FillProperties() {
  TableProperties& p = properties_;
  const TableBuilderOptions& o = builder_options_;
  p.format_version = options_.format_version;
  p.index_key_is_user_key = index_.user_keys() ? 1 : 0;
  p.index_value_is_delta_encoded = index_.delta_values() ? 1 : 0;
  p.key_largest_seqno = largest_sequence_;
  p.column_family_id = o.column_family_id;
  p.column_family_name = o.column_family_name;
  p.creation_time = o.creation_time;
  p.oldest_key_time = o.oldest_key_time;
  p.newest_key_time = o.newest_key_time;
  p.file_creation_time = o.file_creation_time;
  p.db_id = o.db_id;
  p.db_session_id = o.db_session_id;
  p.db_host_id = o.db_host_id;
  p.orig_file_number = o.file_number;
  p.comparator_name = o.order.user_comparator()->Name();
  // Stock writes this word for "none".
  p.merge_operator_name = o.merge_operator_name.empty() ? "nullptr" : o.merge_operator_name;
  p.prefix_extractor_name =
      o.prefix_extractor == nullptr ? "nullptr" : o.prefix_extractor->AsString();
  p.compression_name = CodecName(o.compression);
  p.compression_options = CompressionOptionsText(o.compression_opts);
  p.user_defined_timestamps_persisted = o.persist_user_defined_timestamps ? 1 : 0;
  p.property_collectors_names = "[";
  if (o.collectors != nullptr) {
    for (const auto& factory : *o.collectors) {
      if (factory == nullptr) continue;
      if (p.property_collectors_names.size() > 1) p.property_collectors_names += ",";
      p.property_collectors_names += factory->Name();
    }
  }
  p.property_collectors_names += "]";
}

void SstWriter::WriteProperties(MetaEntries* meta) {
  FillProperties();
  CollectUserProperties();
  ByteBuffer block;
  BuildPropertiesBlock(properties_, &block);
  meta->emplace_back("rocksdb.properties", EmitRaw(block.ToSlice()));
}

void SstWriter::WriteMetaIndexAndFooter(MetaEntries* meta) {
  // Readers search names by halving.
  std::sort(meta->begin(), meta->end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  ByteBuffer block;
  BlockBuilder builder(&block, 1);
  for (const auto& [name, extent] : *meta) {
    std::string value;
    extent.AppendTo(&value);
    builder.Add(name, value);
  }
  builder.Finish();
  Pad(file_->unit(), block.size() + kTrailerBytes + kFooterBytes);
  footer_.metaindex = EmitRaw(block.ToSlice());
  // The footer's own place is part of its checksum, so it is encoded when that is known.
  out_.Append(footer_.Encode(offset()));
}

bool SstWriter::NeedCompact() const {
  return std::any_of(collectors_.begin(), collectors_.end(),
                     [](const auto& collector) { return collector->NeedCompact(); });
}

TableProperties SstWriter::Properties() const { return properties_; }

}  // namespace ROCKSDB_NAMESPACE
