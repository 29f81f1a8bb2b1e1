// How a block is found:
//
//   cache --hit--> done
//     | miss
//     v
//   batch | readahead window | tail kept from opening | file     whichever has it, in this order
//     -> checksum -> decompression -> Block (restart array, filter ...) -> guards
//     -> cache, unless it is read once or does not own its bytes
#include "table/sst_file.h"

#include <algorithm>

#include "cache/sharded_cache.h"
#include "rocksdb/statistics.h"
#include "table/block_batch.h"
#include "table/block_checksum.h"
#include "table/block_protection.h"
#include "table/digested_block.h"
#include "util/io_activity.h"
#include "util/perf_context_imp.h"
#include "util/rtti.h"
#include "util/statistics_impl.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// The bytes of the tail that are read without a hint: enough for the meta blocks of a file of some
// ten megabytes. Chosen, not measured.
constexpr size_t kTailGuess = size_t{16} << 10;

// The tickers of one kind of block.
struct CacheTickers {
  uint32_t hit, miss, add, bytes, redundant;
};

// nullptr: the kind has no counters of its own, and only the totals change.
const CacheTickers* TickersOf(BlockKind kind) {
  static constexpr CacheTickers kData = {BLOCK_CACHE_DATA_HIT, BLOCK_CACHE_DATA_MISS,
                                         BLOCK_CACHE_DATA_ADD, BLOCK_CACHE_DATA_BYTES_INSERT,
                                         BLOCK_CACHE_DATA_ADD_REDUNDANT};
  static constexpr CacheTickers kIndex = {BLOCK_CACHE_INDEX_HIT, BLOCK_CACHE_INDEX_MISS,
                                          BLOCK_CACHE_INDEX_ADD, BLOCK_CACHE_INDEX_BYTES_INSERT,
                                          BLOCK_CACHE_INDEX_ADD_REDUNDANT};
  static constexpr CacheTickers kFilter = {BLOCK_CACHE_FILTER_HIT, BLOCK_CACHE_FILTER_MISS,
                                           BLOCK_CACHE_FILTER_ADD, BLOCK_CACHE_FILTER_BYTES_INSERT,
                                           BLOCK_CACHE_FILTER_ADD_REDUNDANT};
  switch (kind) {
    case BlockKind::kData:
      return &kData;
    case BlockKind::kIndex:
      return &kIndex;
    case BlockKind::kFilter:
    case BlockKind::kFilterIndex:
      return &kFilter;
    default:
      return nullptr;
  }
}

bool IsFilter(BlockKind kind) {
  return kind == BlockKind::kFilter || kind == BlockKind::kFilterIndex;
}

void CountAdd(Statistics* statistics, BlockKind kind, size_t charge, bool redundant) {
  if (statistics == nullptr) return;
  RecordTick(statistics, BLOCK_CACHE_ADD);
  RecordTick(statistics, BLOCK_CACHE_BYTES_WRITE, charge);
  if (redundant) RecordTick(statistics, BLOCK_CACHE_ADD_REDUNDANT);
  if (const CacheTickers* t = TickersOf(kind)) {
    RecordTick(statistics, t->add);
    RecordTick(statistics, t->bytes, charge);
    if (redundant) RecordTick(statistics, t->redundant);
  }
}

void CountRead(BlockKind kind, size_t bytes) {
  if (!PerfCounting()) return;
  PerfContext& perf = ThisPerfContext();
  ++perf.block_read_count;
  perf.block_read_byte += bytes;
  if (kind == BlockKind::kIndex) ++perf.index_block_read_count;
  if (IsFilter(kind)) ++perf.filter_block_read_count;
  if (kind == BlockKind::kDictionary) ++perf.compression_dict_block_read_count;
}

// A block's cache key: the two words of the file, with the offset added to the second.
struct CacheKeyBytes {
  CacheKeyBytes(const FileCacheKey& file, uint64_t offset) {
    StoreFixed64(bytes, file.file_word);
    StoreFixed64(bytes + 8, file.offset_word + offset);
  }
  Slice slice() const { return Slice(bytes, sizeof(bytes)); }
  char bytes[16];
};

Status NoMemory() { return Status::MemoryLimit("no memory for a block"); }

}  // namespace

Status SstFile::PrepareIo(const ReadOptions& ro, IOOptions* io) const {
  io->rate_limiter_priority = ro.rate_limiter_priority;
  io->io_activity = ActivityOr(ro.io_activity);
  io->timeout = ro.io_timeout;
  // Only callers with a deadline pay for a look at the clock.
  if (ro.deadline.count() == 0) [[likely]]
    return Status::OK();
  const std::chrono::microseconds now(clock_->NowMicros());
  if (now >= ro.deadline) return Status::TimedOut("Deadline exceeded");
  const std::chrono::microseconds rest = ro.deadline - now;
  if (io->timeout.count() == 0 || rest < io->timeout) io->timeout = rest;
  return Status::OK();
}

void SstFile::CountHit(BlockKind kind, size_t bytes) const {
  if (PerfCounting()) {
    PerfContext& perf = ThisPerfContext();
    ++perf.block_cache_hit_count;
    perf.block_cache_read_byte += bytes;
    if (kind == BlockKind::kIndex) {
      ++perf.block_cache_index_hit_count;
      perf.block_cache_index_read_byte += bytes;
    } else if (IsFilter(kind)) {
      ++perf.block_cache_filter_hit_count;
      perf.block_cache_filter_read_byte += bytes;
    }
    if (level_ >= 0) PERF_COUNT_LEVEL(block_cache_hit_count, 1, static_cast<uint32_t>(level_));
  }
  if (statistics_ == nullptr) return;
  RecordTick(statistics_, BLOCK_CACHE_HIT);
  RecordTick(statistics_, BLOCK_CACHE_BYTES_READ, bytes);
  if (const CacheTickers* t = TickersOf(kind)) RecordTick(statistics_, t->hit);
}

void SstFile::CountMiss(BlockKind kind) const {
  if (level_ >= 0) PERF_COUNT_LEVEL(block_cache_miss_count, 1, static_cast<uint32_t>(level_));
  if (statistics_ == nullptr) return;
  RecordTick(statistics_, BLOCK_CACHE_MISS);
  if (const CacheTickers* t = TickersOf(kind)) RecordTick(statistics_, t->miss);
}

SstFile::SstFile(const BlockBasedTableOptions& options,
                 std::unique_ptr<RandomAccessFileReader> file, uint64_t size,
                 Statistics* statistics)
    : options_(options),
      file_(std::move(file)),
      size_(size),
      statistics_(statistics),
      cache_(options_.block_cache.get()),
      choosy_cache_(CastIfTyped<ShardedCache>(cache_)) {}

Status SstFile::CorruptionAt(const std::string& message, const Extent& extent) const {
  return Status::Corruption(message, "in " + name() + " " + extent.ToText());
}

Status SstFile::FooterBytes(const ReadOptions& ro, size_t tail, Slice* bytes) {
  // Reads back from the recorded size: a file that lost its end then returns fewer bytes, and gets
  // a message of its own.
  const auto n = static_cast<size_t>(std::min<uint64_t>(size_, std::max(tail, kFooterBytes)));
  tail_ = AlignedBuffer(std::max<size_t>(n, 1));
  IOOptions io;
  Status s = PrepareIo(ro, &io);
  if (s.ok()) s = file_->Read(io, size_ - n, n, bytes, tail_.data());
  if (!s.ok()) return s;
  if (bytes->size() != n) {
    return Status::Corruption("file is shorter than its recorded size of " + std::to_string(size_),
                              name());
  }
  tail_bytes_ = *bytes;
  RecordInHistogram(statistics_, TABLE_OPEN_PREFETCH_TAIL_READ_BYTES, n);
  return s;
}

Status SstFile::Open(const ReadOptions& ro, size_t tail) {
  Slice bytes;
  Status s = FooterBytes(ro, tail == 0 ? kTailGuess : tail, &bytes);
  if (!s.ok()) return s;
  s = DecodeFooter(bytes, size_, name(), &footer_);
  if (s.IsCorruption()) RecordTick(statistics_, SST_FOOTER_CORRUPTION_COUNT);
  return s;
}

Slice SstFile::FromTail(const Extent& extent) const {
  const uint64_t tail_begin = size_ - tail_bytes_.size();
  // A block that only begins before the tail is read from the file.
  if (tail_bytes_.empty() || extent.offset < tail_begin) return Slice();
  return Slice(tail_bytes_.data() + (extent.offset - tail_begin), extent.size + kTrailerBytes);
}

// What is kept beside the blocks is never more than they are. Of a mapped file the tail lies in the
// mapping, and nothing needs to be kept.
bool SstFile::StaysInTail(const Slice& contents) const {
  const bool buffered =
      contents.data() >= tail_.data() && contents.data() < tail_.data() + tail_.capacity();
  if (!buffered) return true;
  keeps_tail_ = keeps_tail_ || contents.size() >= tail_.capacity() / 2;
  return keeps_tail_;
}

Status SstFile::ReadInto(const ReadOptions& ro, const Extent& extent, char* scratch,
                         Slice* bytes) const {
  PERF_TIMER(block_read_time);
  PERF_CPU_TIMER(block_read_cpu_time);
  if (!tail_bytes_.empty()) RecordTick(statistics_, TABLE_OPEN_PREFETCH_TAIL_MISS);
  IOOptions io;
  Status s = PrepareIo(ro, &io);
  return s.ok() ? file_->Read(io, extent.offset, extent.size + kTrailerBytes, bytes, scratch) : s;
}

Status SstFile::ReadRaw(const ReadOptions& ro, const Extent& extent, const BlockRequest& request,
                        Raw* raw) const {
  Status s = CheckPlace(extent);
  IOOptions io;
  const bool ahead = request.readahead != nullptr || request.batch != nullptr;
  if (s.ok() && ahead) s = PrepareIo(ro, &io);
  if (!s.ok()) return s;
  const size_t n = extent.size + kTrailerBytes;
  if (request.batch != nullptr && request.batch->Read(*file_, io, cache_, extent, &raw->own, &s)) {
    raw->bytes = raw->own.ToSlice();
  } else if (request.readahead != nullptr &&
             request.readahead->Read(*file_, io, extent.offset, n, &raw->bytes, &s)) {
    raw->in_window = true;
  } else {
    s = ReadAlone(ro, extent, raw);
  }
  return s.ok() ? CheckRaw(ro, extent, raw->bytes) : s;
}

Status SstFile::ReadAlone(const ReadOptions& ro, const Extent& extent, Raw* raw) const {
  raw->bytes = FromTail(extent);
  raw->in_tail = !raw->bytes.empty();
  if (raw->in_tail) {
    RecordTick(statistics_, TABLE_OPEN_PREFETCH_TAIL_HIT);
    return Status::OK();
  }
  const size_t n = extent.size + kTrailerBytes;
  char* scratch;
  // A compressed block is only passed through, so it goes to memory that the thread reuses. A block
  // that is expected raw is read straight into the memory where it will live. A wrong guess costs a
  // copy.
  if (compressed_) {
    scratch = raw->scratch.Take(n);
  } else {
    raw->own = BlockBytes::Allocate(n, Allocator());
    if (!raw->own.owned()) return NoMemory();
    scratch = raw->own.mutable_data();
  }
  Status s = ReadInto(ro, extent, scratch, &raw->bytes);
  // The bytes are neither in `scratch` nor in our own buffer, so the file itself holds them, and
  // they live as long as the file.
  raw->mapped = s.ok() && raw->bytes.data() != scratch;
  if (s.ok() && raw->bytes.data() != scratch) raw->own = BlockBytes();
  return s;
}

Status SstFile::CheckPlace(const Extent& extent) const {
  // Extents come from blocks that may be damaged, so they are checked before memory is allocated.
  return extent.FitsIn(size_) ? Status::OK()
                              : CorruptionAt("block handle points outside of the file", extent);
}

Status SstFile::CheckRaw(const ReadOptions& ro, const Extent& extent, const Slice& raw) const {
  const size_t n = extent.size + kTrailerBytes;
  // Shorter than the index says: the file was cut, or the extent is wrong. Either way the checksum
  // is not where it should be.
  if (raw.size() != n) {
    return CorruptionAt("truncated block read: expected " + std::to_string(n) + " bytes, got " +
                            std::to_string(raw.size()),
                        extent);
  }
  return ro.verify_checksums ? CheckTrailer(extent, raw) : Status::OK();
}

Status SstFile::CheckTrailer(const Extent& extent, const Slice& with_trailer) const {
  if (footer_.checksum == kNoChecksum) return Status::OK();
  PERF_TIMER(block_checksum_time);
  RecordTick(statistics_, BLOCK_CHECKSUM_COMPUTE_COUNT);
  const uint32_t term = ContextTerm(footer_.context_base, extent.offset);
  // The checksum covers the type byte too, so a damaged type does not pass.
  const uint32_t stored = LoadFixed32(with_trailer.data() + extent.size + 1) - term;
  const uint32_t computed = BlockChecksum(footer_.checksum, with_trailer.data(), extent.size + 1);
  if (stored == computed || stored == WithoutNumber(extent, with_trailer)) return Status::OK();
  RecordTick(statistics_, BLOCK_CHECKSUM_MISMATCH_COUNT);
  // The words are stock's, because people and tools search logs for them.
  return Status::Corruption("block checksum mismatch: stored" +
                            std::string(footer_.context_base != 0 ? "(context removed)" : "") +
                            " = " + std::to_string(stored) +
                            ", computed = " + std::to_string(computed) +
                            ", type = " + std::to_string(static_cast<int>(footer_.checksum)) +
                            "  in " + name() + " " + extent.ToText());
}

uint32_t SstFile::WithoutNumber(const Extent& extent, const Slice& with_trailer) const {
  std::string before = with_trailer.ToString();
  const bool inside = number_place_ != 0 && number_place_ >= extent.offset &&
                      number_place_ + sizeof(uint64_t) <= extent.offset + extent.size;
  if (inside) StoreFixed64(before.data() + (number_place_ - extent.offset), 0);
  return BlockChecksum(footer_.checksum, before.data(), extent.size + 1);
}

Status SstFile::Decompress(CompressionType type, Slice in, const Extent& extent, BlockKind kind,
                           BlockBytes* out) const {
  PERF_TIMER(block_decompress_time);
  const bool timed =
      statistics_ != nullptr && statistics_->get_stats_level() > kExceptDetailedTimers;
  const uint64_t begin = timed ? clock_->NowNanos() : 0;
  const size_t stored = in.size();
  size_t size = 0;
  Status s = DecompressedSize(type, footer_.format_version, &in, &size);
  if (s.ok()) {
    *out = BlockBytes::Allocate(size, Allocator());
    if (!out->owned()) return NoMemory();
    // The file's dictionary primes data blocks only.
    const bool primed = kind == BlockKind::kData && dictionary_;
    const CodecDictionary* dictionary = primed ? dictionary_->dictionary() : nullptr;
    s = DecompressBlock(type, in, dictionary, out->mutable_data(), size);
  }
  if (s.IsCorruption()) return CorruptionAt(s.getState() != nullptr ? s.getState() : "", extent);
  // Measured only if somebody reads the histogram: two looks at the clock cost as much as a small
  // block.
  if (timed) {
    RecordTimeInHistogram(statistics_, DECOMPRESSION_TIMES_NANOS, clock_->NowNanos() - begin);
  }
  RecordTick(statistics_, NUMBER_BLOCK_DECOMPRESSED);
  RecordTick(statistics_, BYTES_DECOMPRESSED_FROM, stored);
  RecordTick(statistics_, BYTES_DECOMPRESSED_TO, size);
  return s;
}

Status SstFile::Protect(BlockKind kind, Block* block) const {
  Status s = ProtectBlock(kind, block_context_.guard_bytes, block_context_.index_format, block);
#ifdef BUCKETLSM_SYNC_POINTS
  Slice contents = block->contents();
  BUCKETLSM_SYNC_POINT_ARG(kind == BlockKind::kData    ? "SstFile::Protect:Data"
                           : kind == BlockKind::kIndex ? "SstFile::Protect:Index"
                                                       : "SstFile::Protect:Meta",
                           &contents);
#endif
  return s;
}

Status SstFile::Load(const ReadOptions& ro, const Extent& extent, const BlockRequest& request,
                     std::unique_ptr<Block>* block) const {
  Raw raw;
  HistogramTimer timer(clock_, statistics_,
                       request.transient ? READ_BLOCK_COMPACTION_MICROS : READ_BLOCK_GET_MICROS);
  Status s = ReadRaw(ro, extent, request, &raw);
  return s.ok() ? Assemble(&raw, extent, request, block) : s;
}

Status SstFile::Assemble(Raw* raw, const Extent& extent, const BlockRequest& request,
                         std::unique_ptr<Block>* block) const {
  CountRead(request.kind, raw->bytes.size());
  const auto type = static_cast<CompressionType>(raw->bytes[extent.size]);
  const Slice contents(raw->bytes.data(), extent.size);
  Status s;
  BlockBytes bytes;
  if (type != kNoCompression) {
    s = Decompress(type, contents, extent, request.kind, &bytes);
    if (!s.ok()) return s;
    // Bytes that outlive the block are not copied.
  } else if (raw->mapped || (raw->in_window && request.transient) ||
             (raw->in_tail && request.with_reader && StaysInTail(contents))) {
    bytes = BlockBytes::Borrow(contents);
  } else if (raw->own.owned()) {
    bytes = std::move(raw->own);
    bytes.Shrink(extent.size);
  } else {
    bytes = BlockBytes::Allocate(extent.size, Allocator());
    if (!bytes.owned()) return NoMemory();
    if (extent.size > 0) std::memcpy(bytes.mutable_data(), contents.data(), extent.size);
  }
  const bool digest = request.kind == BlockKind::kDictionary && zstd_blocks_;
  const CompressionType codec = digest ? kZSTD : kNoCompression;
  s = Block::Make(request.kind, std::move(bytes), codec, block);
  // In the cache, which charges them. An index that its reader keeps gets them when it is searched:
  // opening thousands of files must not cost that.
  if (s.ok() && request.kind == BlockKind::kIndex && request.use_cache && block_context_.bytewise) {
    AddDigests(block_context_.index_format, **block);
  }
  // Right after the checksum was verified, if the caller wanted that: later nobody knows whether
  // the bytes are good.
  if (s.ok() && block_context_.guard_bytes > 0) [[unlikely]]
    s = Protect(request.kind, block->get());
  return s.ok() ? s : CorruptionAt(s.getState() != nullptr ? s.getState() : "", extent);
}

Cache::Priority SstFile::PriorityOf(BlockKind kind) const {
  return kind != BlockKind::kData && options_.cache_index_and_filter_blocks_with_high_priority
             ? Cache::Priority::HIGH
             : Cache::Priority::LOW;
}

Status SstFile::Get(const ReadOptions& ro, const Extent& extent, const BlockRequest& request,
                    BlockRef* block) const {
  // Before the next block is loaded: two pins at once could fill a small strict cache.
  block->Reset();
  const bool cached = cache_ != nullptr && request.use_cache && !request.transient;
  if (cached) {
    const CacheKeyBytes key(cache_key_, extent.offset);
    Cache::Handle* handle = cache_->Lookup(key.slice(), CacheHelperFor(request.kind),
                                           &block_context_, PriorityOf(request.kind), statistics_);
    if (handle != nullptr) {
      *block = BlockRef::FromCache(cache_, handle);
      // Handles of a damaged file may meet: what was checked as one kind is not taken for another.
      if ((*block)->kind() != request.kind) [[unlikely]] {
        block->Reset();
        return CorruptionAt("block is of another kind", extent);
      }
      CountHit(request.kind, (*block)->contents().size());
      return Status::OK();
    }
    CountMiss(request.kind);
  }
  if (ro.read_tier == kBlockCacheTier) {
    return Status::Incomplete("no blocking io");
  }
  if (request.only_cached) return Status::OK();
  std::unique_ptr<Block> loaded;
  Status s = Load(ro, extent, request, &loaded);
  if (!s.ok()) return s;
  if (cached && (request.batch == nullptr || !request.batch->PassesByCache())) {
    const bool passes = (request.readahead != nullptr && request.readahead->LongScan()) ||
                        (request.batch != nullptr && request.batch->LongScan());
    Admit(ro, extent, request.kind, passes ? Cache::Priority::BOTTOM : PriorityOf(request.kind),
          std::move(loaded), block);
  } else {
    *block = BlockRef::Own(std::move(loaded));
  }
  return s;
}

void SstFile::Admit(const ReadOptions& ro, const Extent& extent, BlockKind kind,
                    Cache::Priority priority, std::unique_ptr<Block> loaded, BlockRef* ref) const {
  // Borrowed bytes must not enter the cache: the file may be closed before the cache drops the
  // block.
  if (cache_ == nullptr || !ro.fill_cache || !loaded->bytes_owned()) {
    *ref = BlockRef::Own(std::move(loaded));
    return;
  }
  const CacheKeyBytes key(cache_key_, extent.offset);
  if (!WorthKeeping(key.slice(), kind, priority)) {
    *ref = BlockRef::Own(std::move(loaded));
    return;
  }
  const size_t charge = loaded->MemoryUsage();
  Cache::Handle* handle = nullptr;
  const Status s =
      cache_->Insert(key.slice(), loaded.get(), CacheHelperFor(kind), charge, &handle, priority);
  if (s.ok()) {
    // The cache owns the block now. If another thread inserted one under the same key meanwhile,
    // ours replaced it, and the status says so.
    static_cast<void>(loaded.release());
    *ref = BlockRef::FromCache(cache_, handle);
    CountAdd(statistics_, kind, charge, s.IsOkOverwritten());
    return;
  }
  // The cache is full and has a strict limit: the read succeeds all the same.
  RecordTick(statistics_, BLOCK_CACHE_ADD_FAILURES);
  *ref = BlockRef::Own(std::move(loaded));
}

// Entries of BOTTOM priority have a small share of their own.
bool SstFile::WorthKeeping(const Slice& key, BlockKind kind, Cache::Priority priority) const {
  return kind != BlockKind::kData || priority == Cache::Priority::BOTTOM ||
         choosy_cache_ == nullptr || choosy_cache_->Admits(key);
}

Status SstFile::Verify(const ReadOptions& ro, const Extent& extent, Readahead* readahead) const {
  ReadOptions checked = ro;
  checked.verify_checksums = true;
  BlockRequest request;
  request.readahead = readahead;
  Raw raw;
  return ReadRaw(checked, extent, request, &raw);
}

size_t SstFile::MemoryUsage() const {
  return sizeof(*this) + tail_.capacity() + (dictionary_ ? dictionary_->MemoryUsage() : 0);
}

}  // namespace ROCKSDB_NAMESPACE
