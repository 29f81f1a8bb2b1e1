// Reads a damaged table block by block; see sst_salvage.h. Verifies every checksum and bypasses
// every cache. Counts, notes and skips what fails.
//
//   index block -> [index part ->] data block -> entry -> the caller's function
//   unreadable:    fails Scan      lost, counted  left out
#include "table/sst_salvage.h"

#include <vector>

#include "table/block_cursor.h"
#include "table/properties_reader.h"
#include "table/sst_index.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// From this format version on index values are differences.
constexpr uint32_t kDeltaIndexVersion = 4;

BlockBasedTableOptions Uncached() {
  BlockBasedTableOptions options;
  options.no_block_cache = true;
  return options;
}

ReadOptions Checked() {
  ReadOptions read;
  read.verify_checksums = true;
  return read;
}

}  // namespace

SstSalvage::SstSalvage(std::unique_ptr<RandomAccessFileReader> file, uint64_t size)
    : file_(Uncached(), std::move(file), size, nullptr) {}

SstSalvage::~SstSalvage() = default;

Status SstSalvage::Open(std::unique_ptr<RandomAccessFileReader> file, uint64_t size,
                        std::unique_ptr<SstSalvage>* out) {
  std::unique_ptr<SstSalvage> salvage(new SstSalvage(std::move(file), size));
  // Nothing so far needs the properties, so Open checks no identity: repair decides to which
  // family the table belongs.
  Status s = salvage->file_.Open(Checked(), 0);
  salvage->file_.DropTail();
  if (s.ok()) s = salvage->ReadMetaIndex();
  if (!s.ok()) return s;
  // These may fail: without properties or dictionary there is still something to read.
  salvage->ReadProperties();
  salvage->ReadDictionary();
  *out = std::move(salvage);
  return s;
}

void SstSalvage::Note(const Status& s) {
  if (trouble_.empty()) trouble_ = s.ToString();
}

Status SstSalvage::ReadBlock(const Extent& extent, BlockKind kind, BlockRef* block) const {
  BlockRequest request;
  request.kind = kind;
  request.use_cache = false;
  return file_.Get(Checked(), extent, request, block);
}

Status SstSalvage::ReadMetaIndex() {
  BlockRef block;
  Status s = ReadBlock(file_.footer().metaindex, BlockKind::kMetaIndex, &block);
  if (!s.ok()) return s;
  BlockWalker walker;
  walker.Attach(*block);
  for (walker.First(); walker.valid(); walker.Advance()) {
    Slice in = walker.value();
    Extent extent;
    if (extent.TakeFrom(&in)) meta_[walker.key().ToString()] = extent;
  }
  return s;
}

void SstSalvage::ReadProperties() {
  auto where = meta_.find("rocksdb.properties");
  if (where == meta_.end()) where = meta_.find("rocksdb.stats");
  if (where == meta_.end()) return;
  auto properties = std::make_unique<TableProperties>();
  const Status s = LoadProperties(Checked(), where->second, &file_, properties.get());
  if (s.ok()) {
    file_.SetCompression(properties->compression_name);
    properties_ = std::move(properties);
  } else {
    Note(s);
  }
}

// Without the dictionary no compressed block of the file can be read; Scan counts each as bad.
void SstSalvage::ReadDictionary() {
  const auto where = meta_.find("rocksdb.compression_dict");
  if (where == meta_.end()) return;
  BlockRef block;
  Status s = ReadBlock(where->second, BlockKind::kDictionary, &block);
  if (s.ok()) {
    file_.SetDictionary(std::move(block));
  } else {
    Note(s);
  }
}

void SstSalvage::ReadTombstones(const InternalKeyOrder& order, SequenceNumber global) {
  const auto where = meta_.find("rocksdb.range_del");
  if (where == meta_.end()) return;
  BlockRef block;
  Status s = ReadBlock(where->second, BlockKind::kRangeTombstones, &block);
  if (!s.ok()) {
    ++bad_blocks_;
    Note(s);
    return;
  }
  std::vector<std::string> starts;
  std::vector<RangeTombstone> found;
  DataCursor cursor(order);
  cursor.Attach(*block);
  for (cursor.SeekToFirst(); cursor.valid(); cursor.Next()) {
    ParsedInternalKey key;
    // Leaves out an entry with a malformed key; the entries around it are good all the same.
    if (!ParseInternalKey(cursor.key(), &key).ok()) continue;
    starts.push_back(key.user_key.ToString());
    const SequenceNumber seq = global != kNoGlobalSequence ? global : key.sequence;
    found.push_back({Slice(), cursor.value(), seq});
  }
  for (size_t i = 0; i < found.size(); ++i) found[i].start = starts[i];
  if (found.empty()) return;
  tombstones_ =
      std::make_shared<FragmentedRangeTombstones>(order.user_comparator(), std::move(found), true);
}

// Finds the place and the type of the index. False when they are unknown.
bool SstSalvage::IndexPlace(Extent* top, uint32_t* type) const {
  *type = BlockBasedTableOptions::kBinarySearch;
  if (properties_ != nullptr) {
    const auto& stored = properties_->user_collected_properties;
    const auto it = stored.find(BlockBasedTablePropertyNames::kIndexType);
    if (it != stored.end() && it->second.size() >= sizeof(uint32_t)) {
      *type = LoadFixed32(it->second.data());
    }
  }
  *top = file_.footer().index;
  if (file_.footer().format_version < 6) return !top->null();
  const auto it = meta_.find("rocksdb.index");
  if (it == meta_.end()) return false;
  *top = it->second;
  return true;
}

Status SstSalvage::ScanBlock(const InternalKeyOrder& order, SequenceNumber global,
                             const Extent& extent, const EntryFn& entry) {
  BlockRef block;
  Status s = ReadBlock(extent, BlockKind::kData, &block);
  if (!s.ok()) {
    ++bad_blocks_;
    Note(s);
    return Status::OK();
  }
  DataCursor data(order);
  data.SetGlobalSequence(global);
  data.Attach(*block);
  for (data.SeekToFirst(); data.valid(); data.Next()) {
    const Slice key = data.ShownKey();
    ParsedInternalKey parsed;
    if (!ParseInternalKey(key, &parsed).ok()) continue;
    // A damaged index may name a block twice or in the wrong place. Entries must ascend, or the
    // new table would be as bad as the old one.
    if (!last_key_.empty() && order.Compare(last_key_, key) >= 0) {
      Note(file_.CorruptionAt("entries out of order", extent));
      continue;
    }
    last_key_.assign(key.data(), key.size());
    s = entry(key, data.value());
    if (!s.ok()) return s;
  }
  if (data.corrupt()) {
    // The entries before the damage have been passed on.
    ++bad_blocks_;
    Note(file_.CorruptionAt(data.Complaint("block"), extent));
  } else {
    ++good_blocks_;
  }
  return s;
}

Status SstSalvage::ScanPart(const InternalKeyOrder& order, SequenceNumber global,
                            const IndexFormat& format, const Extent& extent, const EntryFn& entry) {
  BlockRef part;
  Status s = ReadBlock(extent, BlockKind::kIndex, &part);
  // A lost partition also loses its data blocks: nothing else names them.
  if (!s.ok()) {
    ++bad_blocks_;
    Note(s);
    return Status::OK();
  }
  IndexCursor cursor(order, format);
  cursor.Attach(*part);
  for (cursor.SeekToFirst(); s.ok() && cursor.valid(); cursor.Next()) {
    s = ScanBlock(order, global, cursor.extent(), entry);
  }
  if (cursor.corrupt()) {
    ++bad_blocks_;
    Note(file_.CorruptionAt(cursor.Complaint("index block"), extent));
  }
  return s;
}

Status SstSalvage::Scan(const InternalKeyOrder& order, SequenceNumber global,
                        const EntryFn& entry) {
  Extent top;
  uint32_t type = 0;
  if (!IndexPlace(&top, &type)) return Status::Corruption("No index block", file_.name());
  IndexFormat format;
  if (properties_ != nullptr) {
    format.user_keys = properties_->index_key_is_user_key > 0;
    format.delta_values = properties_->index_value_is_delta_encoded > 0;
  } else {
    // Our own and stock's writers do so unless blocks are aligned. user_keys keeps its default,
    // the common case.
    format.delta_values = file_.footer().format_version >= kDeltaIndexVersion;
  }
  format.first_keys = type == kWithFirstKey;
  bool two_level = type == kTwoLevel;
  SstIndex index(file_, order, format, two_level, top);
  const ReadOptions read = Checked();
  Status s = index.Open(read, BlockHome::kReader, true);
  if (!s.ok()) return s;
  FlatIndexWalk walk(index, read);
  walk.SeekToFirst();
  // A table begins with its first data block; the parts of an index lie behind the last one.
  if (properties_ == nullptr) two_level = walk.valid() && walk.extent().offset != 0;
  for (; s.ok() && walk.valid(); walk.Next()) {
    s = two_level ? ScanPart(order, global, format, walk.extent(), entry)
                  : ScanBlock(order, global, walk.extent(), entry);
  }
  if (!walk.status().ok()) Note(walk.status());
  return s;
}

}  // namespace ROCKSDB_NAMESPACE
