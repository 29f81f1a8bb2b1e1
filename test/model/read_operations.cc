// Operations of the model check that read: now, or at a moment kept in a slot. Rows of the table in
// test/model/operations.h.
#include <algorithm>

#include "test/model/answers.h"
#include "test/model/operations.h"

namespace model {
namespace {

// ---- lookups
void GetOnModel(const Op& op, World* world, std::string* answer) {
  OnView(op, world, answer, [&](const Map& map) { AppendValue(map, op.args[2], answer); });
}

void GetOnDatabase(const Op& op, Database* database, std::string* answer) {
  OnView(op, database, answer, [&](ColumnFamilyHandle* handle, const ReadOptions& read) {
    PinnableSlice value;
    const Status s = database->db()->Get(read, handle, database->Key(op.args[2]), &value);
    AppendValue(s, value, answer);
  });
}

// KeyMayExist may err in one direction only; what it cannot exclude is looked up.
void MayExistOnDatabase(const Op& op, Database* database, std::string* answer) {
  ColumnFamilyHandle* handle = database->handle(op.args[1]);
  std::string value;
  bool found = false;
  if (handle != nullptr &&
      !database->db()->KeyMayExist(ReadAt(database, op.args[0]), handle, database->Key(op.args[2]),
                                   &value, &found)) {
    return AppendValue(Status::NotFound(), Slice(), answer);
  }
  if (found) return AppendValue(Status::OK(), value, answer);
  GetOnDatabase(op, database, answer);
}

// However far the operands were merged, together they are the value.
void OperandsOnDatabase(const Op& op, Database* database, std::string* answer) {
  OnView(op, database, answer, [&](ColumnFamilyHandle* handle, const ReadOptions& read) {
    GetMergeOperandsOptions options;
    options.expected_max_number_of_operands = 1;
    std::vector<PinnableSlice> operands(1);
    int count = 0;
    const std::string key = database->Key(op.args[2]);
    Status s =
        database->db()->GetMergeOperands(read, handle, key, operands.data(), &options, &count);
    if (s.IsIncomplete()) {
      operands = std::vector<PinnableSlice>(static_cast<size_t>(count));
      options.expected_max_number_of_operands = count;
      s = database->db()->GetMergeOperands(read, handle, key, operands.data(), &options, &count);
    }
    std::string all;
    for (int i = 0; s.ok() && i < count; i++) {
      if (i > 0) all += ',';
      all += operands[static_cast<size_t>(i)].ToString();
    }
    AppendValue(s, all, answer);
  });
}

// The default column is what the model knows. The other one comes with every entity, and stays as
// it was written whatever is merged into the entity.
void AppendEntity(const Map& map, uint32_t key, std::string* answer) {
  const auto it = map.find(key);
  if (it != map.end() && it->second.entity) *answer += "entity";
  AppendValue(map, key, answer);
}

void AppendEntity(const Status& s, const WideColumns& columns, std::string* answer) {
  Slice value;
  for (const WideColumn& column : columns) {
    if (column.name().empty()) {
      value = column.value();
    } else if (column.name() != Slice("column") || column.value() != Slice("of an entity")) {
      *answer += "wrong column ";
    }
  }
  if (s.ok() && (columns.empty() || columns.size() > 2)) *answer += "wrong columns ";
  if (s.ok() && columns.size() == 2) *answer += "entity";
  AppendValue(s, value, answer);
}

void EntityOnModel(const Op& op, World* world, std::string* answer) {
  OnView(op, world, answer, [&](const Map& map) { AppendEntity(map, op.args[2], answer); });
}

void EntityOnDatabase(const Op& op, Database* database, std::string* answer) {
  OnView(op, database, answer, [&](ColumnFamilyHandle* handle, const ReadOptions& read) {
    PinnableWideColumns columns;
    const Status s = database->db()->GetEntity(read, handle, database->Key(op.args[2]), &columns);
    AppendEntity(s, columns.columns(), answer);
  });
}

const std::vector<ArgSpec> kLookupArgs = {{Arg::kView}, {Arg::kFamily}, {Arg::kReadKey}};

void MultiGetOnModel(const Op& op, World* world, std::string* answer) {
  for (const Args& item : op.items) {
    const Map* map = world->MapOf(item[0], op.args[0]);
    if (map != nullptr) AppendValue(*map, item[1], answer);
  }
}

void MultiEntityOnModel(const Op& op, World* world, std::string* answer) {
  for (const Args& item : op.items) {
    const Map* map = world->MapOf(item[0], op.args[0]);
    if (map != nullptr) AppendEntity(*map, item[1], answer);
  }
}

// The families that are there, and the keys looked up in them.
void TakeLookups(const Op& op, Database* database, std::vector<ColumnFamilyHandle*>* handles,
                 std::vector<std::string>* keys) {
  for (const Args& item : op.items) {
    if (database->handle(item[0]) == nullptr) continue;
    handles->push_back(database->handle(item[0]));
    keys->push_back(database->Key(item[1]));
  }
}

void MultiGetOnDatabase(const Op& op, Database* database, std::string* answer) {
  std::vector<ColumnFamilyHandle*> handles;
  std::vector<std::string> keys;
  TakeLookups(op, database, &handles, &keys);
  const std::vector<Slice> slices(keys.begin(), keys.end());
  std::vector<PinnableSlice> values(keys.size());
  std::vector<Status> statuses(keys.size());
  const bool one_family =
      !handles.empty() && std::count(handles.begin(), handles.end(), handles[0]) ==
                              static_cast<std::ptrdiff_t>(handles.size());
  const ReadOptions read = ReadAt(database, op.args[0]);
  if (one_family) {
    database->db()->MultiGet(read, handles[0], keys.size(), slices.data(), values.data(),
                             statuses.data());
  } else {
    database->db()->MultiGet(read, keys.size(), handles.data(), slices.data(), values.data(),
                             statuses.data());
  }
  for (size_t i = 0; i < keys.size(); i++) AppendValue(statuses[i], values[i], answer);
}

void MultiEntityOnDatabase(const Op& op, Database* database, std::string* answer) {
  std::vector<ColumnFamilyHandle*> handles;
  std::vector<std::string> keys;
  TakeLookups(op, database, &handles, &keys);
  const std::vector<Slice> slices(keys.begin(), keys.end());
  std::vector<PinnableWideColumns> columns(keys.size());
  std::vector<Status> statuses(keys.size());
  database->db()->MultiGetEntity(ReadAt(database, op.args[0]), keys.size(), handles.data(),
                                 slices.data(), columns.data(), statuses.data());
  for (size_t i = 0; i < keys.size(); i++) AppendEntity(statuses[i], columns[i].columns(), answer);
}

// ---- iterators
enum Move { kSeek, kSeekPrev, kFirst, kLast, kNext, kPrev, kRefresh };
enum Bounds { kAll, kLower, kUpper, kBoth };

// Where an iterator over the map stands: on a key, or nowhere.
using Cursor = std::optional<uint32_t>;

Cursor At(const Map& map, Map::const_iterator it) {
  return it != map.end() ? Cursor(it->first) : std::nullopt;
}
Cursor Before(const Map& map, Map::const_iterator it) {
  return it != map.begin() ? Cursor(std::prev(it)->first) : std::nullopt;
}

Cursor Moved(const Map& map, Cursor at, uint32_t move, uint32_t key) {
  switch (move) {
    case kSeek:
      return At(map, map.lower_bound(key));
    case kSeekPrev:
      return Before(map, map.upper_bound(key));
    case kFirst:
      return At(map, map.begin());
    case kLast:
      return Before(map, map.end());
    case kNext:
      return at ? At(map, map.upper_bound(*at)) : at;
    case kPrev:
      return at ? Before(map, map.lower_bound(*at)) : at;
    default:  // refreshed: nowhere
      return std::nullopt;
  }
}

uint32_t Repeats(const Args& item) {
  return item[0] == kNext || item[0] == kPrev ? 1 + item[2] : 1;
}

void WanderOnModel(const std::vector<Args>& moves, const Map& map, Cursor* at,
                   std::string* answer) {
  for (const Args& item : moves) {
    for (uint32_t n = Repeats(item); n > 0; n--) {
      *at = Moved(map, *at, item[0], item[1]);
      if (*at) AppendEntry(std::to_string(**at), map.at(**at), answer);
    }
    if (!*at) *answer += "end ";
  }
}

void MoveIterator(const Args& item, Database* database, Iterator* it, std::string* answer) {
  switch (item[0]) {
    case kSeek:
      return it->Seek(database->Key(item[1]));
    case kSeekPrev:
      return it->SeekForPrev(database->Key(item[1]));
    case kFirst:
      return it->SeekToFirst();
    case kLast:
      return it->SeekToLast();
    case kNext:
      return it->Next();
    case kPrev:
      return it->Prev();
    default:
      const Status s = it->Refresh();
      if (!s.ok()) *answer += s.ToString();
  }
}

bool IsStep(const Args& item) { return item[0] == kNext || item[0] == kPrev; }

void WanderOnDatabase(const std::vector<Args>& moves, Database* database, Iterator* it,
                      std::string* answer) {
  for (const Args& item : moves) {
    for (uint32_t n = Repeats(item); n > 0 && (it->Valid() || !IsStep(item)); n--) {
      MoveIterator(item, database, it, answer);
      if (it->Valid()) AppendEntry(database->KeyText(it->key()), it->value(), answer);
    }
    if (!it->Valid()) *answer += "end ";
    if (!it->status().ok()) *answer += it->status().ToString();
  }
}

void WalkOnModel(const Op& op, World* world, std::string* answer) {
  OnView(op, world, answer, [&](const Map& map) {
    const uint32_t bounds = op.args[2];
    const auto [lower, upper] = std::minmax(op.args[3], op.args[4]);
    const auto from = bounds & kLower ? map.lower_bound(lower) : map.begin();
    const auto to = bounds & kUpper ? map.lower_bound(upper) : map.end();
    Cursor at;
    WanderOnModel(op.items, bounds == kAll ? map : Map(from, to), &at, answer);
  });
}

void WalkOnDatabase(const Op& op, Database* database, std::string* answer) {
  OnView(op, database, answer, [&](ColumnFamilyHandle* handle, ReadOptions read) {
    const std::string lower = database->Key(std::min(op.args[3], op.args[4]));
    const std::string upper = database->Key(std::max(op.args[3], op.args[4]));
    const Slice lower_bound(lower), upper_bound(upper);
    if (op.args[2] & kLower) read.iterate_lower_bound = &lower_bound;
    if (op.args[2] & kUpper) read.iterate_upper_bound = &upper_bound;
    const std::unique_ptr<Iterator> it(database->db()->NewIterator(read, handle));
    WanderOnDatabase(op.items, database, it.get(), answer);
  });
}

const std::vector<ArgSpec> kMoves = {
    {Arg::kWord, {"seek", "seek_prev", "first", "last", "next", "prev"}},
    {Arg::kKey},
    {Arg::kCount}};
const std::vector<ArgSpec> kHeldMoves = {
    {Arg::kWord, {"seek", "seek_prev", "first", "last", "next", "prev", "refresh"}},
    {Arg::kKey},
    {Arg::kCount}};

// The keys from one key to the end of its prefix. With a prefix extractor the iterator knows only
// the prefix; without, an upper bound says the same.
uint32_t EndOfPrefix(uint32_t key) {
  return (key / Database::kPrefixKeys + 1) * Database::kPrefixKeys;
}

void PrefixOnModel(const Op& op, World* world, std::string* answer) {
  OnView(op, world, answer, [&](const Map& map) {
    const auto end = map.lower_bound(EndOfPrefix(op.args[2]));
    for (auto it = map.lower_bound(op.args[2]); it != end; ++it) {
      AppendEntry(std::to_string(it->first), it->second, answer);
    }
  });
}

void PrefixOnDatabase(const Op& op, Database* database, std::string* answer) {
  OnView(op, database, answer, [&](ColumnFamilyHandle* handle, ReadOptions read) {
    const std::string end = database->Key(EndOfPrefix(op.args[2]));
    const Slice upper_bound(end);
    read.total_order_seek = false;
    if (database->options().prefix_extractor != nullptr) {
      read.prefix_same_as_start = true;
    } else {
      read.iterate_upper_bound = &upper_bound;
    }
    const std::unique_ptr<Iterator> it(database->db()->NewIterator(read, handle));
    for (it->Seek(database->Key(op.args[2])); it->Valid(); it->Next()) {
      AppendEntry(database->KeyText(it->key()), it->value(), answer);
    }
    if (!it->status().ok()) *answer += it->status().ToString();
  });
}

// ---- moments kept
void SnapshotOnModel(const Op& op, World* world, std::string* answer) {
  world->snapshots[op.args[0]] = world->families;
  *answer += "ok";
}
void SnapshotOnDatabase(const Op& op, Database* database, std::string* answer) {
  database->TakeSnapshot(op.args[0]);
  *answer += "ok";
}
void ReleaseOnModel(const Op& op, World* world, std::string* answer) {
  world->snapshots[op.args[0]].reset();
  *answer += "ok";
}
void ReleaseOnDatabase(const Op& op, Database* database, std::string* answer) {
  database->ReleaseSnapshot(op.args[0]);
  *answer += "ok";
}

void HoldOnModel(const Op& op, World* world, std::string* answer) {
  const Map* map = world->MapOf(op.args[1], 0);
  if (map != nullptr) world->iterators[op.args[0]] = World::Held{op.args[1], *map, std::nullopt};
  *answer += map != nullptr ? "ok" : kAbsent;
}
void HoldOnDatabase(const Op& op, Database* database, std::string* answer) {
  const bool present = database->handle(op.args[1]) != nullptr;
  if (present) database->Hold(op.args[0], op.args[1]);
  *answer += present ? "ok" : kAbsent;
}

void LookOnModel(const Op& op, World* world, std::string* answer) {
  auto& held = world->iterators[op.args[0]];
  if (!held) {
    *answer += "nothing held";
    return;
  }
  for (const Args& item : op.items) {
    if (item[0] == kRefresh) held->map = world->families[held->family].map;
    WanderOnModel({item}, held->map, &held->at, answer);
  }
}
void LookOnDatabase(const Op& op, Database* database, std::string* answer) {
  Iterator* it = database->Held(op.args[0]);
  if (it == nullptr) {
    *answer += "nothing held";
    return;
  }
  WanderOnDatabase(op.items, database, it, answer);
}

}  // namespace

std::vector<Operation> ReadOperations() {
  const ArgSpec bounds{Arg::kWord, {"all", "lower", "upper", "both"}};
  return {
      {"get", 130, true, kLookupArgs, {}, 0, GetOnModel, GetOnDatabase},
      {"may_exist", 15, false, kLookupArgs, {}, 0, GetOnModel, MayExistOnDatabase},
      {"entity", 25, false, kLookupArgs, {}, 0, EntityOnModel, EntityOnDatabase},
      {"multientity",
       10,
       false,
       {{Arg::kView}},
       {{Arg::kFamily}, {Arg::kReadKey}},
       30,
       MultiEntityOnModel,
       MultiEntityOnDatabase},
      {"operands", 15, false, kLookupArgs, {}, 0, GetOnModel, OperandsOnDatabase},
      {"multiget",
       40,
       false,
       {{Arg::kView}},
       {{Arg::kFamily}, {Arg::kReadKey}},
       30,
       MultiGetOnModel,
       MultiGetOnDatabase},
      {"walk",
       90,
       true,
       {{Arg::kView}, {Arg::kFamily}, bounds, {Arg::kKey}, {Arg::kKey}},
       kMoves,
       6,
       WalkOnModel,
       WalkOnDatabase},
      {"prefix",
       20,
       false,
       {{Arg::kView}, {Arg::kFamily}, {Arg::kKey}},
       {},
       0,
       PrefixOnModel,
       PrefixOnDatabase},
      {"snapshot", 8, false, {{Arg::kSlot}}, {}, 0, SnapshotOnModel, SnapshotOnDatabase},
      {"release", 4, false, {{Arg::kSlot}}, {}, 0, ReleaseOnModel, ReleaseOnDatabase},
      {"hold", 6, false, {{Arg::kSlot}, {Arg::kFamily}}, {}, 0, HoldOnModel, HoldOnDatabase},
      {"look", 12, false, {{Arg::kSlot}}, kHeldMoves, 6, LookOnModel, LookOnDatabase},
  };
}

}  // namespace model
