// GetAllKeyVersions: walks the memtables and tables of a family as they are.
#include "rocksdb/utilities/debug.h"

#include "db/db_impl.h"
#include "db/engine_of.h"
#include "db/read/tree_iterators.h"
#include "db/state/family_view.h"
#include "util/internal_key.h"

namespace ROCKSDB_NAMESPACE {

namespace {

struct TypeName {
  ValueType type;
  const char* name;
};

// The names are stock's enumerators.
constexpr TypeName kTypeNames[] = {
    {kTypeDeletion, "TypeDeletion"},
    {kTypeValue, "TypeValue"},
    {kTypeMerge, "TypeMerge"},
    {kTypeSingleDeletion, "TypeSingleDeletion"},
    {kTypeRangeDeletion, "TypeRangeDeletion"},
    {kTypeBlobIndex, "TypeBlobIndex"},
    {kTypeDeletionWithTimestamp, "TypeDeletionWithTimestamp"},
    {kTypeWideColumnEntity, "TypeWideColumnEntity"},
    {kTypeValuePreferredSeqno, "TypeValuePreferredSeqno"},
};

}  // namespace

std::string KeyVersion::GetTypeName() const {
  for (const TypeName& known : kTypeNames) {
    if (known.type == type) return known.name;
  }
  return "Invalid";
}

Status GetAllKeyVersions(DB* db, ColumnFamilyHandle* cfh, OptSlice begin_key, OptSlice end_key,
                         size_t max_num_ikeys, std::vector<KeyVersion>* key_versions) {
  if (cfh == nullptr) return Status::InvalidArgument("Column family handle cannot be null.");
  if (key_versions == nullptr) return Status::InvalidArgument("key_versions cannot be null.");
  key_versions->clear();
  auto* engine = EngineOf(db);
  if (engine == nullptr) {
    return Status::NotSupported("GetAllKeyVersions: not a database of this library");
  }
  const FamilyPtr family = FamilyOf(cfh);
  const FamilyView view(engine->parts(), family, true);
  const InternalKeyOrder& order = view.tree().order();
  ReadOptions read;
  // Filters by prefix would leave out what lies behind the prefix of begin_key.
  read.total_order_seek = true;
  const std::unique_ptr<InternalIterator> it =
      NewTreeIterator(read, *view.sv, engine->parts()->tables.get());
  if (begin_key.has_value()) {
    it->Seek(MakeInternalKey(begin_key.value(), kLargestSequence, kSeekType));
  } else {
    it->SeekToFirst();
  }
  for (; it->Valid() && key_versions->size() < max_num_ikeys; it->Next()) {
    ParsedInternalKey key;
    Status s = ParseInternalKey(it->key(), &key);
    if (!s.ok()) return s;
    if (end_key.has_value() && order.CompareUserKeys(key.user_key, end_key.value()) > 0) break;
    key_versions->emplace_back(key.user_key.ToString(), it->value().ToString(), key.sequence,
                               static_cast<int>(key.type));
  }
  return it->status();
}

Status GetAllKeyVersions(DB* db, OptSlice begin_key, OptSlice end_key, size_t max_num_ikeys,
                         std::vector<KeyVersion>* key_versions) {
  if (db == nullptr) return Status::InvalidArgument("db cannot be null.");
  return GetAllKeyVersions(db, db->DefaultColumnFamily(), begin_key, end_key, max_num_ikeys,
                           key_versions);
}

}  // namespace ROCKSDB_NAMESPACE
