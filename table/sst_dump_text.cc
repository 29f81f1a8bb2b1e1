// The description of a file that sst_dump prints on request, apart from the paths that reads take.
// Stops at the first block that cannot be read.
#include "table/sst_reader.h"

namespace ROCKSDB_NAMESPACE {

namespace {

std::string Hex(const Slice& bytes) { return bytes.ToString(true); }

}  // namespace

void SstReader::DumpMeta(std::ostream& out) const {
  const SstFooter& footer = file_.footer();
  out << "Footer Details:\n--------------------------------------\n"
      << "  metaindex handle: " << footer.metaindex.ToText() << "\n"
      << "  index handle: " << index_->top().ToText() << "\n"
      << "  format version: " << footer.format_version << "\n"
      << "  checksum type: " << static_cast<int>(footer.checksum) << "\n\n"
      << "Metaindex Details:\n--------------------------------------\n";
  for (const auto& [name, extent] : meta_) out << "  " << name << ": " << extent.ToText() << "\n";
  out << "\nTable Properties:\n--------------------------------------\n  "
      << properties_->ToString("\n  ", ": ") << "\n";
  if (tombstones_ == nullptr) return;
  out << "Range deletions:\n--------------------------------------\n";
  for (const auto& fragment : tombstones_->fragments()) {
    out << "  HEX    " << Hex(fragment.start) << ": " << Hex(fragment.end) << "\n";
  }
  out << "\n";
}

Status SstReader::DumpBlock(const Extent& extent, std::ostream& out) const {
  BlockRequest request;
  // A dump must show the file, and must not push an application's blocks out of the cache.
  request.use_cache = false;
  BlockRef block;
  Status s = file_.Get(ReadOptions(), extent, request, &block);
  if (!s.ok()) return s;
  DataCursor cursor(order_);
  // Shows keys as reads see them.
  cursor.SetGlobalSequence(global_sequence_);
  cursor.Attach(*block);
  for (cursor.SeekToFirst(); cursor.valid(); cursor.Next()) {
    ParsedInternalKey key;
    s = ParseInternalKey(cursor.ShownKey(), &key);
    if (!s.ok()) return file_.CorruptionAt(s.ToString(), extent);
    out << "  HEX    " << Hex(key.user_key) << " @ " << key.sequence << " : "
        << static_cast<int>(key.type) << " => " << Hex(cursor.value()) << "\n";
  }
  return cursor.corrupt() ? file_.CorruptionAt(cursor.Complaint("block"), extent) : s;
}

Status SstReader::Dump(std::ostream& out) {
  DumpMeta(out);
  Status s;
  out << "Index Details:\n--------------------------------------\n";
  Status walked = ForEachDataBlock(ReadOptions(), [&](auto& walk) {
    out << "  HEX    " << Hex(walk.separator_user_key()) << ": " << walk.extent().ToText() << "\n";
    return true;
  });
  if (!walked.ok()) return walked;
  size_t number = 0;
  walked = ForEachDataBlock(ReadOptions(), [&](const auto& walk) {
    out << "\nData Block # " << ++number << " @ " << walk.extent().ToText()
        << "\n--------------------------------------\n";
    s = DumpBlock(walk.extent(), out);
    return s.ok();
  });
  return s.ok() ? walked : s;
}

}  // namespace ROCKSDB_NAMESPACE
