// See the header.
#include "table/properties_reader.h"

#include "table/properties_block.h"

namespace ROCKSDB_NAMESPACE {
namespace {

Status ReadOnce(const ReadOptions& ro, const Extent& where, const SstFile& file,
                TableProperties* properties) {
  BlockRequest request;
  request.kind = BlockKind::kProperties;
  request.use_cache = false;
  BlockRef block;
  Status s = file.Get(ro, where, request, &block);
  if (!s.ok()) return s;
  *properties = TableProperties();
  s = ParsePropertiesBlock(*block, where.offset, properties);
  return s.ok() ? s : file.CorruptionAt(s.ToString(), where);
}

}  // namespace

Status LoadProperties(const ReadOptions& ro, const Extent& where, SstFile* file,
                      TableProperties* properties) {
  const Status s = ReadOnce(ro, where, *file, properties);
  if (!s.IsCorruption()) return s;
  ReadOptions unchecked = ro;
  unchecked.verify_checksums = false;
  if (!ReadOnce(unchecked, where, *file, properties).ok()) return s;
  const uint64_t place = properties->external_sst_file_global_seqno_offset;
  if (place == 0) return s;
  file->SetNumberPlace(place);
  return ReadOnce(ro, where, *file, properties);
}

}  // namespace ROCKSDB_NAMESPACE
