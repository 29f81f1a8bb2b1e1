// Building data blocks. sst_finish.cc writes what follows them.
#include "table/sst_writer.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "rocksdb/filter_policy.h"
#include "rocksdb/statistics.h"
#include "table/block_checksum.h"
#include "table/unique_id.h"
#include "util/entry_type.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Bytes after which the output goes to the file: large enough for full-speed writes, small enough
// for the CPU's second-level cache. Chosen, not measured.
constexpr size_t kDrainAt = size_t{256} << 10;
// The limit of raw blocks held back for a dictionary when the options leave it open.
constexpr uint64_t kDefaultHeldBytes = uint64_t{16} << 20;
constexpr uint64_t kPageBytes = 4096;

BlockBasedTableOptions Usable(BlockBasedTableOptions options) {
  // Older formats are read only; version 7 would change nothing of what is written here.
  options.format_version = std::clamp<uint32_t>(options.format_version, 2, 6);
  if (options.block_size == 0) options.block_size = 1;
  return options;
}

// The context base is not 0, which would mean "no context", and differs from file to file, so that
// a block of another file does not verify in this one.
uint32_t ContextBase(const TableBuilderOptions& o) {
  const FileCacheKey key = MakeFileCacheKey(o.db_id, o.db_session_id, o.file_number);
  return static_cast<uint32_t>(key.file_word) | 1;
}

Status TooLarge(const char* what) {
  return Status::InvalidArgument(what, "at most " + std::to_string(kMostBlockBytes) + " bytes");
}

}  // namespace

SstWriter::SstWriter(const BlockBasedTableOptions& options,
                     const TableBuilderOptions& builder_options, WritableFileWriter* file)
    : options_(Usable(options)),
      builder_options_(builder_options),
      file_(file),
      data_(builder_options.compression == kNoCompression ? &out_ : &raw_,
            options.block_restart_interval, options.use_delta_encoding),
      size_rule_(options_.block_size, options.block_size_deviation),
      index_(builder_options.order, options_),
      tombstones_(&tombstone_bytes_, 1) {
  footer_.format_version = options_.format_version;
  footer_.checksum = options_.checksum;
  if (options_.format_version >= 6) footer_.context_base = ContextBase(builder_options_);
  ChooseCompressor();
  MakeFilter();
  MakeCollectors();
  const auto& policy = options_.flush_block_policy_factory;
  if (policy != nullptr &&
      std::strcmp(policy->Name(), FlushBlockBySizePolicyFactory::kClassName()) != 0) {
    custom_policy_.reset(policy->NewFlushBlockPolicy(options_, data_));
  }
}

SstWriter::~SstWriter() = default;

void SstWriter::ChooseCompressor() {
  const CompressionType type = builder_options_.compression;
  const CompressionOptions& how = builder_options_.compression_opts;
  if (type == kNoCompression) return;
  if (!CodecAvailable(type)) {
    status_ =
        Status::InvalidArgument("Compression type not supported in this build", CodecName(type));
    return;
  }
  compressor_ = std::make_unique<BlockCompressor>(type, how);
  // Snappy has no dictionaries.
  hold_blocks_ = how.max_dict_bytes > 0 && type != kSnappyCompression;
  held_limit_ = how.max_dict_buffer_bytes > 0 ? how.max_dict_buffer_bytes : kDefaultHeldBytes;
}

void SstWriter::MakeFilter() {
  if (options_.filter_policy == nullptr || builder_options_.skip_filters) return;
  const bool prefixes = builder_options_.prefix_extractor != nullptr;
  // The filter would stay empty.
  if (!options_.whole_key_filtering && !prefixes) return;
  // A policy may choose by where the file will lie.
  FilterBuildingContext context(options_);
  context.num_levels = builder_options_.num_levels;
  context.info_log = builder_options_.logger;
  context.column_family_name = builder_options_.column_family_name;
  context.level_at_creation = builder_options_.level_at_creation;
  context.is_bottommost = builder_options_.bottommost;
  context.reason = builder_options_.reason;
  std::unique_ptr<FilterBitsBuilder> bits(options_.filter_policy->GetBuilderWithContext(context));
  if (bits == nullptr) return;
  filter_ = std::make_unique<FilterWriter>(std::move(bits), builder_options_.order, options_,
                                           builder_options_.prefix_extractor);
}

void SstWriter::MakeCollectors() {
  if (builder_options_.collectors == nullptr) return;
  TablePropertiesCollectorFactory::Context context;
  context.column_family_id = builder_options_.column_family_id;
  context.level_at_creation = builder_options_.level_at_creation;
  context.num_levels = builder_options_.num_levels;
  context.last_level_inclusive_max_seqno_threshold =
      builder_options_.last_level_inclusive_max_seqno_threshold;
  for (const auto& factory : *builder_options_.collectors) {
    if (factory == nullptr) continue;
    auto* collector = factory->CreateTablePropertiesCollector(context);
    if (collector != nullptr) collectors_.emplace_back(collector);
  }
}

bool SstWriter::Add(const Slice& ikey, const Slice& value) {
  if (!status_.ok()) return false;
  // A malformed key is the caller's mistake. It is caught here because the code below takes the
  // tail off unchecked.
  if (ikey.size() < kInternalTailBytes) {
    status_ = Status::Corruption("Internal key too short for a table entry");
    return false;
  }
  if (ikey.size() + value.size() > kMostBlockBytes) {
    status_ = TooLarge("key and value together are too large for a table");
    return false;
  }
  if (TypeOf(ikey) == kTypeRangeDeletion) {
    AddTombstone(ikey, value);
  } else {
    AddPoint(ikey, value);
  }
  return status_.ok();
}

bool SstWriter::BlockIsFull(const Slice& ikey, const Slice& value) {
  // The policy sees every entry, as it may count them; an empty block is never cut.
  const bool full = custom_policy_ == nullptr ? size_rule_.Full(data_, ikey, value)
                                              : custom_policy_->Update(ikey, value);
  return !data_.empty() && (full || Overflows(data_, ikey, value));
}

void SstWriter::AddPoint(const Slice& ikey, const Slice& value) {
  // Before the entry is added, because the separator needs the next key.
  if (BlockIsFull(ikey, value)) {
    CutBlock(&ikey);
    if (!status_.ok()) return;
  }
  if (data_.empty() && options_.index_type == BlockBasedTableOptions::kBinarySearchWithFirstKey) {
    first_key_.assign(ikey.data(), ikey.size());
  }
  if (filter_ != nullptr) filter_->Add(ikey);
  data_.Add(ikey, value);
  Count(ikey, value);
}

void SstWriter::AddTombstone(const Slice& ikey, const Slice& value) {
  if (Overflows(tombstones_, ikey, value)) {
    status_ = TooLarge("range deletions together are too large for a table");
    return;
  }
  // Tombstones stay in memory to the end of the file: they get a block of their own.
  tombstones_.Add(ikey, value);
  ++properties_.num_range_deletions;
  Count(ikey, value);
}

void SstWriter::Count(const Slice& ikey, const Slice& value) {
  ++properties_.num_entries;
  properties_.raw_key_size += ikey.size();
  properties_.raw_value_size += value.size();
  const uint64_t tail = TailOf(ikey);
  largest_sequence_ = std::max(largest_sequence_, TailSequence(tail));
  const ValueType type = TailType(tail);
  if (type != kTypeValue) {
    const bool deletes = type == kTypeDeletion || type == kTypeSingleDeletion ||
                         type == kTypeDeletionWithTimestamp || type == kTypeRangeDeletion;
    // Tombstones count as deletions too, as in stock's files.
    properties_.num_deletions += deletes ? 1 : 0;
    properties_.num_merge_operands += type == kTypeMerge ? 1 : 0;
  }
  if (!collectors_.empty()) Collect(ikey, value);
}

void SstWriter::Collect(const Slice& ikey, const Slice& value) {
  const EntryType type = EntryTypeOf(TypeOf(ikey));
  for (const auto& collector : collectors_) {
    // A collector that fails loses its property; the file does not fail.
    Status s = collector->AddUserKey(UserKeyOf(ikey), value, type, SequenceOf(ikey), FileSize());
    if (!s.ok() && builder_options_.logger != nullptr) {
      Log(InfoLogLevel::WARN_LEVEL, builder_options_.logger, "Properties collector %s: %s",
          collector->Name(), s.ToString().c_str());
    }
  }
}

void SstWriter::CutBlock(const Slice* next_key) {
  // Before Finish() and Begin(), after which last_key() would be gone or moved.
  index_.AddSeparator(data_.last_key(), next_key, first_key_);
  data_.Finish();
  ++properties_.num_data_blocks;
  if (hold_blocks_) {
    held_.push_back(data_.Contents().ToString());
    held_bytes_ += held_.back().size();
    raw_.Clear();
    if (held_bytes_ >= held_limit_) ReleaseHeldBlocks();
  } else {
    EmitDataBlock(data_.Contents());
    raw_.Clear();
  }
  // out_ may be emptied only between blocks (invariant 1).
  Drain(false);
  data_.Begin();
}

// The clock that measures blocks.
static SystemClock* BlockClock() { return SystemClock::Default().get(); }

void SstWriter::EmitDataBlock(const Slice& raw) {
  const uint64_t before = offset();
  Statistics* statistics = builder_options_.statistics;
  HistogramTimer timer(BlockClock(), statistics, WRITE_RAW_BLOCK_MICROS);
  if (compressor_ == nullptr) {
    RecordTick(statistics, NUMBER_BLOCK_COMPRESSION_BYPASSED);
    RecordTick(statistics, BYTES_COMPRESSION_BYPASSED, raw.size());
    // The padding is not part of the block: the extent ends before it.
    index_.AddExtent(SealInPlace(data_.begin(), kNoCompression));
    if (options_.block_align) PadDataBlock();
  } else {
    index_.AddExtent(EmitCompressed(raw, compressor_.get()));
  }
  for (const auto& collector : collectors_) {
    collector->BlockAdd(raw.size(), offset() - before, offset() - before);
  }
}

// The next block begins at the next page, or at the next multiple of a smaller block size.
void SstWriter::PadDataBlock() {
  Pad(std::min<uint64_t>(std::bit_ceil(options_.block_size), kPageBytes), 0);
}

void SstWriter::Pad(uint64_t unit, uint64_t behind) {
  const uint64_t padding = (unit - (offset() + behind) % unit) % unit;
  char* room = out_.Room(padding);
  std::memset(room, 0, padding);
  out_.CommitTo(room + padding);
}

void SstWriter::ReleaseHeldBlocks() {
  hold_blocks_ = false;
  const CompressionOptions& how = builder_options_.compression_opts;
  const size_t wanted =
      how.zstd_max_train_bytes > 0 ? how.zstd_max_train_bytes : how.max_dict_bytes;
  // Takes samples at even distances.
  const size_t stride =
      std::max<size_t>(1, static_cast<size_t>(held_bytes_ / std::max<size_t>(wanted, 1)));
  std::string samples;
  std::vector<size_t> lengths;
  for (size_t i = 0; i < held_.size() && samples.size() < wanted; i += stride) {
    samples += held_[i];
    lengths.push_back(held_[i].size());
  }
  dictionary_ = TrainDictionary(compressor_->type(), how, samples, lengths);
  // Without a dictionary the blocks are compressed as they are.
  if (!dictionary_.empty()) compressor_->SetDictionary(dictionary_);
  if (!dictionary_.empty() && options_.verify_compression) {
    verify_dictionary_ = std::make_unique<CodecDictionary>(dictionary_, compressor_->type());
  }
  for (const std::string& block : held_) {
    EmitDataBlock(block);
    Drain(false);
    if (!status_.ok()) break;
  }
  held_.clear();
  held_.shrink_to_fit();
  held_bytes_ = 0;
}

Extent SstWriter::SealInPlace(size_t begin, CompressionType type) {
  const Extent extent{flushed_ + begin, out_.size() - begin};
  char* trailer = out_.Room(kTrailerBytes);
  trailer[0] = static_cast<char>(type);
  // The type byte is already behind the block, so one pass covers both.
  const uint32_t checksum = BlockChecksum(footer_.checksum, out_.data() + begin, extent.size + 1) +
                            ContextTerm(footer_.context_base, extent.offset);
  StoreFixed32(trailer + 1, checksum);
  out_.CommitTo(trailer + kTrailerBytes);
  return extent;
}

Extent SstWriter::EmitRaw(const Slice& contents) {
  const size_t begin = out_.size();
  out_.Append(contents);
  return SealInPlace(begin, kNoCompression);
}

Extent SstWriter::EmitCompressed(const Slice& raw, BlockCompressor* compressor) {
  const size_t begin = out_.size();
  Statistics* statistics = builder_options_.statistics;
  const bool timed = statistics != nullptr && statistics->get_stats_level() > kExceptDetailedTimers;
  const uint64_t started = timed ? BlockClock()->NowNanos() : 0;
  const bool smaller = compressor->Compress(raw, &out_);
  if (timed) {
    RecordTimeInHistogram(statistics, COMPRESSION_TIMES_NANOS, BlockClock()->NowNanos() - started);
  }
  if (!smaller) {
    RecordTick(statistics, NUMBER_BLOCK_COMPRESSION_REJECTED);
    RecordTick(statistics, BYTES_COMPRESSION_REJECTED, raw.size());
    // The raw block as it was: readers then need not decompress it.
    return EmitRaw(raw);
  }
  if (options_.verify_compression) {
    BUCKETLSM_SYNC_POINT_ARG("SstWriter::EmitCompressed:Compressed", out_.data() + begin);
    VerifyCompressed(raw, begin, compressor->type(), compressor == compressor_.get());
  }
  RecordTick(statistics, NUMBER_BLOCK_COMPRESSED);
  RecordTick(statistics, BYTES_COMPRESSED_FROM, raw.size());
  RecordTick(statistics, BYTES_COMPRESSED_TO, out_.size() - begin);
  return SealInPlace(begin, compressor->type());
}

void SstWriter::VerifyCompressed(const Slice& raw, size_t begin, CompressionType type,
                                 bool primed) {
  Slice in(out_.data() + begin, out_.size() - begin);
  size_t size = 0;
  Status s = DecompressedSize(type, footer_.format_version, &in, &size);
  if (s.ok() && size == raw.size()) {
    std::string back(size, '\0');
    s = DecompressBlock(type, in, primed ? verify_dictionary_.get() : nullptr, back.data(), size);
    if (s.ok() && Slice(back) == raw) return;
  }
  if (!status_.ok()) return;
  status_ = Status::Corruption("A compressed block does not decompress to its raw bytes",
                               s.ok() ? Slice(CodecName(type)) : Slice(s.ToString()));
}

void SstWriter::Drain(bool all) {
  if (!status_.ok() || out_.empty() || (!all && out_.size() < kDrainAt)) return;
  // Whole units, which the file takes without another copy.
  const size_t n = all ? out_.size() : out_.size() - out_.size() % kDrainAt;
  status_ = file_->Append(Slice(out_.data(), n));
  // Counts the bytes as written even if the write failed: the file is lost anyway (invariant 3),
  // and offsets stay consistent until the owner calls status().
  flushed_ += n;
  out_.DropFront(n);
}

uint64_t SstWriter::FileSize() const {
  // The open block counts once it is closed.
  const bool in_place = compressor_ == nullptr && !closed_;
  return in_place ? flushed_ + data_.begin() : offset();
}

uint64_t SstWriter::EstimatedFileSize() const {
  if (closed_) return offset();
  // offset() already includes an open block that is built in place.
  uint64_t size = offset() + (data_.empty() || compressor_ == nullptr ? 0 : raw_.size());
  size += held_bytes_ + index_.EstimatedSize() + tombstone_bytes_.size();
  if (filter_ != nullptr) size += filter_->EstimatedSize();
  return size;
}

}  // namespace ROCKSDB_NAMESPACE
