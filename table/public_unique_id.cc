// rocksdb/unique_id.h: the identity of a file as bytes.
#include "rocksdb/unique_id.h"
#include "table/unique_id.h"
#include "util/coding.h"
#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// One-to-one on 64 bits, so that identities stay unique; mixes, so that any prefix is. The
// constants are odd and otherwise arbitrary.
uint64_t Mixed(uint64_t word) {
  word ^= word >> 32;
  word *= 0x9e3779b97f4a7c15u;
  word ^= word >> 29;
  word *= 0xbf58476d1ce4e5b9u;
  return word ^ (word >> 32);
}

Status EncodeId(const TableProperties& props, size_t words, std::string* out_id) {
  out_id->clear();
  LongUniqueId id;
  Status s = MakeUniqueId(props.db_id, props.db_session_id, props.orig_file_number, &id);
  for (size_t i = 0; s.ok() && i < words; ++i) {
    // Each word depends on those before it.
    AppendFixed64(out_id, Mixed(i == 0 ? id[0] : id[i] + Mixed(id[i - 1])));
  }
  return s;
}

}  // namespace

Status GetUniqueIdFromTableProperties(const TableProperties& props, std::string* out_id) {
  return EncodeId(props, 2, out_id);
}

Status GetExtendedUniqueIdFromTableProperties(const TableProperties& props, std::string* out_id) {
  return EncodeId(props, 3, out_id);
}

std::string UniqueIdToHumanString(const std::string& id) {
  constexpr size_t kGroup = 8;
  std::string text;
  for (size_t i = 0; i < id.size(); i += kGroup) {
    text += (i > 0 ? "-" : "") + EscapeKey(id.substr(i, kGroup));
  }
  return text;
}

}  // namespace ROCKSDB_NAMESPACE
