// Opening an SST file, in this order:
//
//   footer -> metaindex -> properties -> identity -> global sequence number -> dictionary
//          -> tombstones -> index -> filter
//
// Each step needs the ones before: the properties tell how the index is written and with which
// codec blocks are compressed, the identity gives the key under which blocks are cached, the global
// sequence number goes into every tombstone. Any failure fails the opening.
#include <algorithm>

#include "rocksdb/filter_policy.h"
#include "table/properties_block.h"
#include "table/properties_reader.h"
#include "table/sst_reader.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Names of meta blocks in files.
constexpr char kPropertiesName[] = "rocksdb.properties";
constexpr char kOldPropertiesName[] = "rocksdb.stats";
constexpr char kIndexName[] = "rocksdb.index";
constexpr char kTombstonesName[] = "rocksdb.range_del";
constexpr char kDictionaryName[] = "rocksdb.compression_dict";
constexpr char kFullFilter[] = "fullfilter.";
constexpr char kPartitionedFilter[] = "partitionedfilter.";

}  // namespace

SstReader::SstReader(const BlockBasedTableOptions& options,
                     const TableReaderOptions& reader_options,
                     std::unique_ptr<RandomAccessFileReader> file, uint64_t file_size)
    : file_(options, std::move(file), file_size, reader_options.statistics),
      order_(reader_options.order),
      reader_options_(reader_options),
      properties_(std::make_shared<TableProperties>()) {
  file_.SetPlace(reader_options.clock, reader_options.level);
  file_.SetProtection(reader_options.block_protection_bytes_per_key);
}

Status SstReader::Open(const ReadOptions& ro, const BlockBasedTableOptions& options,
                       const TableReaderOptions& reader_options,
                       std::unique_ptr<RandomAccessFileReader> file, uint64_t file_size,
                       bool prefetch, std::unique_ptr<TableReader>* result) {
  std::unique_ptr<SstReader> reader(
      new SstReader(options, reader_options, std::move(file), file_size));
  // Opening reads all it needs, whatever tier the caller's own reads are limited to.
  ReadOptions all = ro;
  all.read_tier = kReadAllTier;
  // A wrong index or property would mislead every read for as long as the file is open.
  all.verify_checksums = true;
  Status s = reader->file_.Open(all, reader_options.tail_size);
  if (s.ok()) s = reader->ReadMetaIndex(all);
  if (s.ok()) s = reader->ReadProperties(all);
  if (s.ok()) s = reader->CheckIdentity();
  if (s.ok()) s = reader->FindGlobalSequence();
  if (s.ok()) s = reader->ReadDictionary(all);
  if (s.ok()) s = reader->ReadTombstones(all);
  if (s.ok()) s = reader->OpenIndex(all, prefetch);
  if (s.ok()) s = reader->OpenFilter(all, prefetch);
  reader->file_.DropTail();
  // Drops the tail after a failure too: only the meta blocks needed it.
  if (s.ok()) *result = std::move(reader);
  return s;
}

Status SstReader::ReadMetaIndex(const ReadOptions& ro) {
  const Extent& where = file_.footer().metaindex;
  BlockRequest request;
  request.kind = BlockKind::kMetaIndex;
  request.use_cache = false;
  BlockRef block;
  Status s = file_.Get(ro, where, request, &block);
  if (!s.ok()) return s;
  BlockWalker walker;
  walker.Attach(*block);
  for (walker.First(); walker.valid(); walker.Advance()) {
    Slice in = walker.value();
    Extent extent;
    // Skips blocks of other writers whose entries are no extents.
    if (!extent.TakeFrom(&in)) continue;
    meta_[walker.key().ToString()] = extent;
  }
  return walker.corrupt() ? file_.CorruptionAt(walker.Complaint("metaindex block"), where) : s;
}

const Extent* SstReader::MetaBlock(const std::string& name) const {
  const auto it = meta_.find(name);
  return it == meta_.end() ? nullptr : &it->second;
}

Status SstReader::ReadProperties(const ReadOptions& ro) {
  const Extent* where = MetaBlock(kPropertiesName);
  // Very old files use another name.
  if (where == nullptr) where = MetaBlock(kOldPropertiesName);
  // Files older than properties have the defaults.
  if (where == nullptr) return Status::OK();
  auto properties = std::make_shared<TableProperties>();
  Status s = LoadProperties(ro, *where, &file_, properties.get());
  if (!s.ok()) return s;
  has_properties_ = true;
  file_.SetCompression(properties->compression_name);
  properties_ = std::move(properties);
  return s;
}

const std::string* SstReader::StoredProperty(const std::string& name) const {
  const auto it = properties_->user_collected_properties.find(name);
  return it == properties_->user_collected_properties.end() ? nullptr : &it->second;
}

Status SstReader::CheckIdentity() {
  const TableProperties& p = *properties_;
  // The file's own origin has precedence, so that an ingested or copied file keeps the keys of its
  // blocks. The MANIFEST's ids stand in for files without one.
  const bool known = !p.db_session_id.empty() && p.orig_file_number != 0;
  const std::string session = known ? p.db_session_id : reader_options_.db_session_id;
  const uint64_t number = known ? p.orig_file_number : reader_options_.file_number;
  file_.SetCacheKey(MakeFileCacheKey(p.db_id.empty() ? "unknown" : p.db_id, session, number));
  const UniqueId expected = {reader_options_.unique_id[0], reader_options_.unique_id[1]};
  if (expected == kNoUniqueId) return Status::OK();
  if (!has_properties_) {
    return Status::Corruption("Missing table properties on file with known unique ID",
                              file_.name());
  }
  UniqueId actual{};
  Status s = MakeUniqueId(p.db_id, p.db_session_id, p.orig_file_number, &actual);
  // The MANIFEST records another file: somebody replaced or restored a file under the same number.
  // Reading it would mix two histories.
  if (!s.ok() || actual != expected) {
    return Status::Corruption("Mismatch in unique ID on table file. Expected: " +
                                  UniqueIdToText(expected) + " Actual: " + UniqueIdToText(actual),
                              file_.name());
  }
  return s;
}

// Sets global_sequence_ for ingested files, whose entries have sequence number 0 and all count as
// the number that their database gave them.
Status SstReader::FindGlobalSequence() {
  const std::string* version = StoredProperty(property_names::kExternalVersion);
  const std::string* stored = StoredProperty(property_names::kExternalSequence);
  // A file that was not made for ingestion has sequence numbers of its own.
  if (version == nullptr) {
    if (stored == nullptr) return Status::OK();
    return Status::Corruption("A non-external sst file has global seqno property with value " +
                                  Slice(*stored).ToString(true),
                              file_.name());
  }
  if (version->size() < sizeof(uint32_t)) {
    return Status::Corruption("Bad external sst file version property", file_.name());
  }
  const uint32_t number = LoadFixed32(version->data());
  if (number < 2) {
    if (stored == nullptr && number == 1) return Status::OK();
    return Status::Corruption("An external sst file with version " + std::to_string(number) +
                                  " has a global seqno property or an unknown version",
                              file_.name());
  }
  SequenceNumber sequence = 0;
  if (stored != nullptr) {
    if (stored->size() < sizeof(uint64_t)) {
      return Status::Corruption("Bad global seqno property", file_.name());
    }
    sequence = LoadFixed64(stored->data());
  }
  const SequenceNumber recorded = reader_options_.largest_seqno;
  if (recorded <= kLargestSequence) {
    // The usual case: nobody rewrote the file, and only the MANIFEST has the number.
    if (sequence == 0) sequence = recorded;
    if (sequence != recorded) {
      return Status::Corruption(
          "An external sst file has global seqno property with value " + std::to_string(sequence) +
              ", while largest seqno in the file is " + std::to_string(recorded),
          file_.name());
    }
  }
  if (sequence > kLargestSequence) {
    return Status::Corruption("Global seqno of an external sst file is greater than the largest",
                              file_.name());
  }
  global_sequence_ = sequence;
  return Status::OK();
}

Status SstReader::ReadDictionary(const ReadOptions& ro) {
  const Extent* where = MetaBlock(kDictionaryName);
  if (where == nullptr) return Status::OK();
  BlockRequest request;
  request.kind = BlockKind::kDictionary;
  request.use_cache = false;
  BlockRef block;
  Status s = file_.Get(ro, *where, request, &block);
  if (s.ok()) file_.SetDictionary(std::move(block));
  return s;
}

Status SstReader::ReadTombstones(const ReadOptions& ro) {
  const Extent* where = MetaBlock(kTombstonesName);
  if (where == nullptr) return Status::OK();
  BlockRequest request;
  request.kind = BlockKind::kRangeTombstones;
  request.use_cache = false;
  BlockRef block;
  Status s = file_.Get(ro, *where, request, &block);
  if (!s.ok()) return s;
  std::vector<RangeTombstone> found;
  // The start keys outlive `found`, because the cursor's key may be in its own buffer.
  std::vector<std::string> starts;
  DataCursor cursor(order_);
  cursor.Attach(*block);
  for (cursor.SeekToFirst(); cursor.valid(); cursor.Next()) {
    ParsedInternalKey key;
    s = ParseInternalKey(cursor.key(), &key);
    if (!s.ok()) return file_.CorruptionAt(s.ToString(), *where);
    const bool global = global_sequence_ != kNoGlobalSequence;
    starts.push_back(key.user_key.ToString());
    found.push_back({Slice(), cursor.value(), global ? global_sequence_ : key.sequence});
  }
  if (cursor.corrupt()) {
    return file_.CorruptionAt(cursor.Complaint("range tombstone block"), *where);
  }
  // Not before: growing the vector would have moved short strings and with them their bytes.
  for (size_t i = 0; i < found.size(); ++i) found[i].start = starts[i];
  if (!found.empty()) {
    tombstones_ = std::make_shared<FragmentedRangeTombstones>(order_.user_comparator(),
                                                              std::move(found), true);
  }
  return s;
}

// Where a metadata block of this file lives, by the pinning tier; kFallback leaves it to the older
// option.
BlockHome SstReader::HomeOf(PinningTier tier, bool older_pin) const {
  const BlockBasedTableOptions& options = file_.options();
  if (!options.cache_index_and_filter_blocks || file_.cache() == nullptr) {
    return BlockHome::kReader;
  }
  bool pin = older_pin;
  if (tier == PinningTier::kNone) pin = false;
  if (tier == PinningTier::kAll) pin = true;
  if (tier == PinningTier::kFlushedAndSimilar) pin = reader_options_.level == 0;
  return pin ? BlockHome::kPinnedInCache : BlockHome::kCache;
}

Status SstReader::OpenIndex(const ReadOptions& ro, bool prefetch) {
  Extent top = file_.footer().index;
  if (file_.footer().format_version >= 6) {
    const Extent* where = MetaBlock(kIndexName);
    if (where == nullptr) return Status::Corruption("No index block in metaindex", file_.name());
    top = *where;
  }
  uint32_t type = BlockBasedTableOptions::kBinarySearch;
  // Files without the property have a plain index.
  const std::string* stored = StoredProperty(BlockBasedTablePropertyNames::kIndexType);
  if (stored != nullptr && stored->size() >= sizeof(uint32_t)) type = LoadFixed32(stored->data());
  // Refuses unknown index types instead of misreading them.
  if (type > kWithFirstKey) {
    return Status::NotSupported("Unknown index type " + std::to_string(type), file_.name());
  }
  IndexFormat format;
  format.user_keys = properties_->index_key_is_user_key > 0;
  format.delta_values = properties_->index_value_is_delta_encoded > 0;
  format.first_keys = type == kWithFirstKey;
  file_.SetIndexFormat(format, order_.bytewise());
  const MetadataCacheOptions& pinning = file_.options().metadata_cache_options;
  const bool l0_pin =
      file_.options().pin_l0_filter_and_index_blocks_in_cache && reader_options_.level == 0;
  const BlockHome home = type == kTwoLevel ? HomeOf(pinning.top_level_index_pinning,
                                                    file_.options().pin_top_level_index_and_filter)
                                           : HomeOf(pinning.unpartitioned_pinning, l0_pin);
  index_ = std::make_unique<SstIndex>(file_, order_, format, type == kTwoLevel, top);
  return index_->Open(ro, home, prefetch);
}

Status SstReader::OpenFilter(const ReadOptions& ro, bool prefetch) {
  const std::string* whole = StoredProperty(BlockBasedTablePropertyNames::kWholeKeyFiltering);
  const std::string* prefixes = StoredProperty(BlockBasedTablePropertyNames::kPrefixFiltering);
  // The file's properties and the present options must both allow it: the filter has no answer for
  // kinds that were not put in, and the options may switch a kind off.
  whole_keys_in_filter_ =
      file_.options().whole_key_filtering && (whole == nullptr || *whole == "1");
  prefixes_in_filter_ = prefixes == nullptr || *prefixes == "1";
  if (file_.options().filter_policy == nullptr || reader_options_.skip_filters) {
    return Status::OK();
  }
  const std::string policy = file_.options().filter_policy->CompatibilityName();
  const Extent* where = MetaBlock(kFullFilter + policy);
  // A file has one kind or the other. Under a policy with another name the filter is not found,
  // and reads go without it.
  const bool partitioned = where == nullptr;
  if (partitioned) where = MetaBlock(kPartitionedFilter + policy);
  if (where == nullptr) return Status::OK();
  const MetadataCacheOptions& pinning = file_.options().metadata_cache_options;
  const bool l0_pin =
      file_.options().pin_l0_filter_and_index_blocks_in_cache && reader_options_.level == 0;
  const BlockHome home = partitioned ? HomeOf(pinning.top_level_index_pinning,
                                              file_.options().pin_top_level_index_and_filter)
                                     : HomeOf(pinning.unpartitioned_pinning, l0_pin);
  // The partitions' index follows the key and value form of the file's index.
  IndexFormat format = index_->format();
  format.first_keys = false;
  filter_ = std::make_unique<SstFilter>(file_, order_, *where, partitioned, format);
  return filter_->Open(ro, home, prefetch);
}

}  // namespace ROCKSDB_NAMESPACE
