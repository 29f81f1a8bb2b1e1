// Operations of the model check that write. Rows of the table in test/model/operations.h.
#include "rocksdb/wide_columns.h"
#include "rocksdb/write_batch.h"
#include "test/model/answers.h"
#include "test/model/operations.h"

namespace model {
namespace {

void EraseRange(Map* map, uint32_t from, uint32_t width) {
  map->erase(map->lower_bound(from), map->lower_bound(from + width));
}

Operation PutRow() {
  return {"put",
          330,
          true,
          {{Arg::kFamily}, {Arg::kKey}, {Arg::kTag}, {Arg::kSize}},
          {},
          0,
          [](const Op& op, World* world, std::string* answer) {
            OnFamily(op, world, answer,
                     [&](Map* map) { (*map)[op.args[1]] = ValueOf(op.args[2], op.args[3]); });
          },
          [](const Op& op, Database* database, std::string* answer) {
            OnFamily(op, database, answer, [&](ColumnFamilyHandle* handle) {
              return database->db()->Put(database->HowToWrite(), handle, database->Key(op.args[1]),
                                         ValueOf(op.args[2], op.args[3]));
            });
          }};
}

Operation DeleteRow() {
  return {"delete",
          90,
          false,
          {{Arg::kFamily}, {Arg::kKey}},
          {},
          0,
          [](const Op& op, World* world, std::string* answer) {
            OnFamily(op, world, answer, [&](Map* map) { map->erase(op.args[1]); });
          },
          [](const Op& op, Database* database, std::string* answer) {
            OnFamily(op, database, answer, [&](ColumnFamilyHandle* handle) {
              return database->db()->Delete(database->HowToWrite(), handle,
                                            database->Key(op.args[1]));
            });
          }};
}

// Put where the key is absent, SingleDelete where it is present: always legal, whatever the reducer
// leaves out.
Operation OnceRow() {
  return {"once",
          50,
          false,
          {{Arg::kFamily}, {Arg::kOnceKey}, {Arg::kTag}, {Arg::kSize}},
          {},
          0,
          [](const Op& op, World* world, std::string* answer) {
            OnFamily(op, world, answer, [&](Map* map) {
              if (map->erase(op.args[1]) == 0) (*map)[op.args[1]] = ValueOf(op.args[2], op.args[3]);
            });
          },
          [](const Op& op, Database* database, std::string* answer) {
            OnFamily(op, database, answer, [&](ColumnFamilyHandle* handle) {
              const std::string key = database->Key(op.args[1]);
              auto& present = database->family(op.args[0]).once;
              if (present.erase(op.args[1]) > 0)
                return database->db()->SingleDelete(database->HowToWrite(), handle, key);
              present.insert(op.args[1]);
              return database->db()->Put(database->HowToWrite(), handle, key,
                                         ValueOf(op.args[2], op.args[3]));
            });
          }};
}

Operation DeleteRangeRow() {
  return {"delete_range",
          20,
          false,
          {{Arg::kFamily}, {Arg::kKey}, {Arg::kWidth}},
          {},
          0,
          [](const Op& op, World* world, std::string* answer) {
            OnFamily(op, world, answer, [&](Map* map) { EraseRange(map, op.args[1], op.args[2]); });
          },
          [](const Op& op, Database* database, std::string* answer) {
            OnFamily(op, database, answer, [&](ColumnFamilyHandle* handle) {
              return database->db()->DeleteRange(database->HowToWrite(), handle,
                                                 database->Key(op.args[1]),
                                                 database->Key(op.args[1] + op.args[2]));
            });
          }};
}

Operation MergeRow() {
  return {"merge",
          90,
          false,
          {{Arg::kFamily}, {Arg::kKey}, {Arg::kTag}},
          {},
          0,
          [](const Op& op, World* world, std::string* answer) {
            OnFamily(op, world, answer,
                     [&](Map* map) { MergeInto(map, op.args[1], ValueOf(op.args[2], 0)); });
          },
          [](const Op& op, Database* database, std::string* answer) {
            OnFamily(op, database, answer, [&](ColumnFamilyHandle* handle) {
              return database->db()->Merge(database->HowToWrite(), handle,
                                           database->Key(op.args[1]), ValueOf(op.args[2], 0));
            });
          }};
}

// ---- batches
enum BatchItem { kBatchPut, kBatchDelete, kBatchMerge, kBatchRange, kBatchEntity };

void BatchOnModel(const Op& op, World* world, std::string* answer) {
  for (const Args& item : op.items) {
    Map* map = world->Writable(item[0]);
    if (map == nullptr) continue;
    const uint32_t key = item[2], tag = item[3], size = item[4];
    switch (item[1]) {
      case kBatchDelete:
        map->erase(key);
        break;
      case kBatchMerge:
        MergeInto(map, key, ValueOf(tag, 0));
        break;
      case kBatchRange:
        EraseRange(map, key, size % 8);
        break;
      default:
        (*map)[key] = Cell(ValueOf(tag, size), item[1] == kBatchEntity);
    }
  }
  *answer += "ok";
}

Status AddToBatch(const Args& item, Database* database, WriteBatch* batch) {
  ColumnFamilyHandle* handle = database->handle(item[0]);
  if (handle == nullptr) return Status::OK();
  const uint32_t tag = item[3], size = item[4];
  const std::string key = database->Key(item[2]), value = ValueOf(tag, size);
  switch (item[1]) {
    case kBatchDelete:
      return batch->Delete(handle, key);
    case kBatchMerge:
      return batch->Merge(handle, key, ValueOf(tag, 0));
    case kBatchRange:
      return batch->DeleteRange(handle, key, database->Key(item[2] + size % 8));
    case kBatchEntity:
      return batch->PutEntity(handle, key,
                              {{kDefaultWideColumnName, value}, {"column", "of an entity"}});
    default:
      return batch->Put(handle, key, value);
  }
}

void BatchOnDatabase(const Op& op, Database* database, std::string* answer) {
  WriteBatch batch;
  for (const Args& item : op.items) {
    const Status s = AddToBatch(item, database, &batch);
    if (!s.ok()) return Say(s, answer);
  }
  Say(database->db()->Write(database->HowToWrite(), &batch), answer);
}

Operation BatchRow() {
  return {"batch",
          60,
          false,
          {},
          {{Arg::kFamily},
           {Arg::kWord, {"put", "delete", "merge", "delete_range", "entity"}},
           {Arg::kKey},
           {Arg::kTag},
           {Arg::kSize}},
          12,
          BatchOnModel,
          BatchOnDatabase};
}

}  // namespace

std::vector<Operation> WriteOperations() {
  return {PutRow(), DeleteRow(), OnceRow(), DeleteRangeRow(), MergeRow(), BatchRow()};
}

}  // namespace model
