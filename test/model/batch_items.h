// Updates as items of an operation, on both sides of the model check: what they do to a map, how
// they are added to a batch, and the reads that show them over the database before they are
// written. Included by the files that hold the rows only.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rocksdb/wide_columns.h"
#include "rocksdb/write_batch.h"
#include "test/model/answers.h"
#include "test/model/op.h"

namespace model {

// The first words of an item's second argument; an operation may have more of its own.
enum ItemWord : uint32_t { kItemPut, kItemDelete, kItemMerge, kItemEntity, kItemWords };

inline std::vector<ArgSpec> ItemSpecs(const std::vector<std::string>& more_words = {}) {
  std::vector<std::string> words{"put", "delete", "merge", "entity"};
  words.insert(words.end(), more_words.begin(), more_words.end());
  return {{Arg::kFamily}, {Arg::kWord, words}, {Arg::kKey}, {Arg::kTag}, {Arg::kSize}};
}

inline void ApplyItem(const Args& item, Map* map) {
  const uint32_t key = item[2], tag = item[3], size = item[4];
  if (item[1] == kItemDelete) {
    map->erase(key);
  } else if (item[1] == kItemMerge) {
    MergeInto(map, key, ValueOf(tag, 0));
  } else {
    (*map)[key] = Cell(ValueOf(tag, size), item[1] == kItemEntity);
  }
}

inline WideColumns ColumnsOf(const std::string& value) {
  return {{kDefaultWideColumnName, value}, {"column", "of an entity"}};
}

// `batch` is a WriteBatchBase, a Transaction or an SstFileWriter with the family bound.
template <typename Batch>
Status AddItem(const Args& item, Database* database, Batch* batch) {
  ColumnFamilyHandle* handle = database->handle(item[0]);
  if (handle == nullptr) return Status::OK();
  const std::string key = database->Key(item[2]);
  const std::string value = ValueOf(item[3], item[4]);
  switch (item[1]) {
    case kItemDelete:
      return batch->Delete(handle, key);
    case kItemMerge:
      return batch->Merge(handle, key, ValueOf(item[3], 0));
    case kItemEntity:
      return batch->PutEntity(handle, key, ColumnsOf(value));
    default:
      return batch->Put(handle, key, value);
  }
}

// ---- a walk forwards and one backwards from a key, `count` steps each

inline void WalkBothWays(const Map& map, uint32_t from, uint32_t count, std::string* answer) {
  auto it = map.lower_bound(from);
  for (uint32_t n = 0; n <= count && it != map.end(); n++, ++it) {
    AppendEntry(std::to_string(it->first), it->second, answer);
  }
  auto after = map.upper_bound(from);
  for (uint32_t n = 0; n <= count && after != map.begin(); n++) {
    --after;
    AppendEntry(std::to_string(after->first), after->second, answer);
  }
}

inline void WalkBothWays(const Database& database, Iterator* it, uint32_t from, uint32_t count,
                         std::string* answer) {
  const std::string start = database.Key(from);
  it->Seek(start);
  for (uint32_t n = 0; n <= count && it->Valid(); n++, it->Next()) {
    AppendEntry(database.KeyText(it->key()), it->value(), answer);
  }
  if (!it->status().ok()) *answer += it->status().ToString();
  it->SeekForPrev(start);
  for (uint32_t n = 0; n <= count && it->Valid(); n++, it->Prev()) {
    AppendEntry(database.KeyText(it->key()), it->value(), answer);
  }
  if (!it->status().ok()) *answer += it->status().ToString();
}

}  // namespace model
