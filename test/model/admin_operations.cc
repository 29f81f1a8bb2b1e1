// Operations of the model check that must not change any answer, and families that come and go.
// Rows of the table in test/model/operations.h.
#include "rocksdb/utilities/tree_check.h"
#include "test/model/answers.h"
#include "test/model/operations.h"

namespace model {
namespace {

// The model's side of what changes nothing.
void NothingOnModel(const Op&, World*, std::string* answer) { *answer += "ok"; }
void NothingOfFamilyOnModel(const Op& op, World* world, std::string* answer) {
  OnFamily(op, world, answer, [](Map*) {});
}
template <class Call>
Status ForEveryFamily(Database* database, const Call& call) {
  Status s;
  for (uint32_t f = 0; f < kFamilies && s.ok(); f++) {
    if (database->handle(f) != nullptr) s = call(database->handle(f));
  }
  return s;
}

void FlushOnDatabase(const Op& op, Database* database, std::string* answer) {
  OnFamily(op, database, answer, [&](ColumnFamilyHandle* handle) {
    FlushOptions options;
    options.wait = op.args[1] == 0;
    options.allow_write_stall = true;
    return database->db()->Flush(options, handle);
  });
}

void CompactOnDatabase(const Op& op, Database* database, std::string* answer) {
  OnFamily(op, database, answer, [&](ColumnFamilyHandle* handle) {
    CompactRangeOptions options;
    if (op.args[1] == 1)
      options.bottommost_level_compaction = BottommostLevelCompaction::kForceOptimized;
    options.exclusive_manual_compaction = op.args[1] == 2;
    options.max_subcompactions = op.args[1] == 2 ? 3 : 0;
    const std::string from = database->Key(op.args[2]);
    const std::string to = database->Key(op.args[2] + op.args[3]);
    const Slice begin(from), end(to);
    return database->db()->CompactRange(options, handle, &begin, &end);
  });
}

void CompactAllOnDatabase(const Op&, Database* database, std::string* answer) {
  Say(ForEveryFamily(database,
                     [&](ColumnFamilyHandle* handle) {
                       return database->db()->CompactRange(CompactRangeOptions(), handle, nullptr,
                                                           nullptr);
                     }),
      answer);
}

// What the set operation may change, by word.
struct Change {
  const char* word;
  const char* option;
  const char* value;
};
constexpr Change kChanges[] = {
    {"buckets_off", "bucket_options", "{enabled=false}"},
    {"buckets_1", "bucket_options",
     "{enabled=true;initial_buckets=1;min_file_size=1;dynamic=false}"},
    {"buckets_8", "bucket_options",
     "{enabled=true;initial_buckets=8;min_file_size=1;dynamic=true}"},
    {"buckets_64", "bucket_options", "{enabled=true;initial_buckets=64;min_file_size=256}"},
    {"buckets_restless", "bucket_options",
     "{enabled=true;min_file_size=1;dynamic=true;window_flushes=1;split_temperature=1.2;"
     "merge_temperature=0.8}"},
    {"buckets_few", "bucket_options", "{enabled=true;max_buckets=2;min_file_size=1}"},
    {"small_memtable", "write_buffer_size", "32768"},
    {"large_memtable", "write_buffer_size", "262144"},
    {"small_files", "target_file_size_base", "8192"},
    {"large_files", "target_file_size_base", "131072"},
    {"trigger_1", "level0_file_num_compaction_trigger", "1"},
    {"trigger_8", "level0_file_num_compaction_trigger", "8"},
    {"small_base", "max_bytes_for_level_base", "32768"},
    {"large_base", "max_bytes_for_level_base", "524288"},
    {"small_jobs", "max_compaction_bytes", "65536"},
    {"lz4", "compression", "kLZ4Compression"},
    {"skip_deep", "max_sequential_skip_in_iterations", "1"},
    {"auto_off", "disable_auto_compactions", "true"},
    {"auto_on", "disable_auto_compactions", "false"},
};

std::vector<std::string> ChangeWords() {
  std::vector<std::string> words;
  for (const Change& change : kChanges) words.push_back(change.word);
  return words;
}

void SetOnDatabase(const Op& op, Database* database, std::string* answer) {
  OnFamily(op, database, answer, [&](ColumnFamilyHandle* handle) {
    const Change& change = kChanges[op.args[1]];
    return database->db()->SetOptions(handle, {{change.option, change.value}});
  });
}

void CreateOnModel(const Op& op, World* world, std::string* answer) {
  World::Family& family = world->families[op.args[0]];
  if (family.exists) {
    *answer += "is there";
    return;
  }
  family = {true, family.life + 1, Map()};
  *answer += "ok";
}
void CreateOnDatabase(const Op& op, Database* database, std::string* answer) {
  if (database->handle(op.args[0]) != nullptr) {
    *answer += "is there";
    return;
  }
  Say(database->CreateFamily(op.args[0]), answer);
}

void DropOnModel(const Op& op, World* world, std::string* answer) {
  World::Family& family = world->families[op.args[0]];
  if (op.args[0] == 0 || !family.exists) {
    *answer += kAbsent;
    return;
  }
  for (auto& held : world->iterators) {
    if (held && held->family == op.args[0]) held.reset();
  }
  family.exists = false;
  family.map.clear();
  *answer += "ok";
}
void DropOnDatabase(const Op& op, Database* database, std::string* answer) {
  if (op.args[0] == 0 || database->handle(op.args[0]) == nullptr) {
    *answer += kAbsent;
    return;
  }
  Say(database->DropFamily(op.args[0]), answer);
}

void ReopenOnModel(const Op& op, World* world, std::string* answer) {
  world->ForgetMoments();
  world->form = op.args[1];
  for (auto& prepared : world->prepared) {
    if (prepared) prepared->holds_locks = false;
  }
  *answer += "ok";
}
void ReopenOnDatabase(const Op& op, Database* database, std::string* answer) {
  Say(database->Reopen(op.args[0], op.args[1]), answer);
}

void WaitOnDatabase(const Op&, Database* database, std::string* answer) {
  Say(database->db()->WaitForCompact(WaitForCompactOptions()), answer);
}
void SyncLogOnDatabase(const Op&, Database* database, std::string* answer) {
  Say(database->db()->FlushWAL(true), answer);
}
void VerifyOnDatabase(const Op&, Database* database, std::string* answer) {
  Say(database->db()->VerifyChecksum(), answer);
}

// ---- everything: the order inside the tree, then all entries both ways and one by one
void AppendAll(const Map& map, std::string* answer) {
  for (const auto& [key, value] : map) *answer += std::to_string(key) + "=" + value + " ";
}

void CheckOnModel(const Op&, World* world, std::string* answer) {
  for (const World::Family& family : world->families) {
    if (!family.exists) continue;
    AppendAll(family.map, answer);
    *answer += "ok ";
  }
}

// What an iterator shows from its end to its beginning, and lookups one by one, must be what it
// shows from its beginning.
Status CheckOtherWays(Database* database, ColumnFamilyHandle* handle,
                      const std::vector<std::pair<std::string, std::string>>& entries) {
  ReadOptions read;
  read.total_order_seek = true;
  const std::unique_ptr<Iterator> it(database->db()->NewIterator(read, handle));
  it->SeekToLast();
  for (auto want = entries.rbegin(); want != entries.rend(); ++want, it->Prev()) {
    if (!it->Valid() || it->key() != want->first || it->value() != want->second)
      return Status::Corruption("backwards differs at", database->KeyText(want->first));
    PinnableSlice value;
    const Status s = database->db()->Get(ReadOptions(), handle, want->first, &value);
    if (!s.ok() || value != want->second)
      return Status::Corruption("lookup differs at", database->KeyText(want->first));
  }
  if (it->Valid()) return Status::Corruption("backwards shows more than forwards");
  return it->status();
}

Status CheckFamily(Database* database, ColumnFamilyHandle* handle, std::string* answer) {
  ReadOptions read;
  read.total_order_seek = true;
  std::vector<std::pair<std::string, std::string>> entries;
  const std::unique_ptr<Iterator> it(database->db()->NewIterator(read, handle));
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    entries.emplace_back(it->key().ToString(), it->value().ToString());
    *answer += database->KeyText(it->key()) + "=" + entries.back().second + " ";
  }
  Status s = it->status();
  if (s.ok()) s = CheckOtherWays(database, handle, entries);
  if (s.ok()) s = CheckTree(database->db(), handle, TreeCheckOptions(), nullptr);
  return s;
}

void CheckOnDatabase(const Op&, Database* database, std::string* answer) {
  for (uint32_t f = 0; f < kFamilies; f++) {
    if (database->handle(f) == nullptr) continue;
    Say(CheckFamily(database, database->handle(f), answer), answer);
    *answer += ' ';
  }
}

}  // namespace

std::vector<Operation> AdminOperations() {
  const ArgSpec family{Arg::kFamily};
  return {
      {"flush",
       3,
       true,
       {family, {Arg::kWord, {"wait", "start"}}},
       {},
       0,
       NothingOfFamilyOnModel,
       FlushOnDatabase},
      {"compact",
       1,
       false,
       {family, {Arg::kWord, {"plain", "force", "alone"}}, {Arg::kKey}, {Arg::kWidth}},
       {},
       0,
       NothingOfFamilyOnModel,
       CompactOnDatabase},
      {"compact_all", 1, false, {}, {}, 0, NothingOnModel, CompactAllOnDatabase},
      {"set",
       2,
       false,
       {family, {Arg::kWord, ChangeWords()}},
       {},
       0,
       NothingOfFamilyOnModel,
       SetOnDatabase},
      {"create", 3, false, {family}, {}, 0, CreateOnModel, CreateOnDatabase},
      {"drop", 1, false, {family}, {}, 0, DropOnModel, DropOnDatabase},
      {"reopen",
       1,
       false,
       {{Arg::kWord, kReopenWords}, {Arg::kWord, kFormWords}},
       {},
       0,
       ReopenOnModel,
       ReopenOnDatabase},
      {"wait", 1, false, {}, {}, 0, NothingOnModel, WaitOnDatabase},
      {"sync_log", 1, false, {}, {}, 0, NothingOnModel, SyncLogOnDatabase},
      {"verify", 1, false, {}, {}, 0, NothingOnModel, VerifyOnDatabase},
      {"check", 1, true, {}, {}, 0, CheckOnModel, CheckOnDatabase},
  };
}

}  // namespace model
