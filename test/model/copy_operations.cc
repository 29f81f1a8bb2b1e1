// Operations of the model check that copy the database and read the copy: checkpoint and backup.
// Rows of the table in test/model/operations.h.
#include <memory>

#include "rocksdb/utilities/backup_engine.h"
#include "rocksdb/utilities/checkpoint.h"
#include "test/model/answers.h"
#include "test/model/operations.h"

namespace model {
namespace {

constexpr char kCopy[] = "/copy";
constexpr char kBackups[] = "/backups";

// A copy holds every family as it is now.
void CopyOnModel(const Op&, World* world, std::string* answer) {
  for (const World::Family& family : world->families) {
    if (!family.exists) continue;
    for (const auto& [key, value] : family.map) *answer += std::to_string(key) + "=" + value + " ";
    *answer += "ok ";
  }
}

// Reads the whole copy at kCopy.
Status ReadCopy(Database* database, std::string* answer) {
  std::vector<ColumnFamilyDescriptor> families;
  for (uint32_t f = 0; f < kFamilies; f++) {
    ColumnFamilyHandle* handle = database->handle(f);
    if (handle != nullptr) families.emplace_back(handle->GetName(), database->options());
  }
  std::vector<ColumnFamilyHandle*> handles;
  DB* raw = nullptr;
  Status s = DB::OpenForReadOnly(database->options(), kCopy, families, &handles, &raw);
  if (!s.ok()) return s;
  const std::unique_ptr<DB> copy(raw);
  ReadOptions read;
  read.total_order_seek = true;
  for (ColumnFamilyHandle* handle : handles) {
    const std::unique_ptr<Iterator> it(copy->NewIterator(read, handle));
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
      *answer += database->KeyText(it->key()) + "=" + it->value().ToString() + " ";
    }
    if (s.ok()) s = it->status();
    Say(it->status(), answer);
    *answer += ' ';
  }
  for (ColumnFamilyHandle* handle : handles) {
    const Status destroyed = copy->DestroyColumnFamilyHandle(handle);
    if (s.ok()) s = destroyed;
  }
  return s;
}

Status DeleteCopy(Database* database) {
  Status s = DestroyDB(kCopy, database->options());
  Env* env = database->options().env;
  if (s.ok() && env->FileExists(kCopy).ok()) s = env->DeleteDir(kCopy);
  return s;
}

void ReadAndDeleteCopy(Status made, Database* database, std::string* answer) {
  if (made.ok()) made = ReadCopy(database, answer);
  if (made.ok()) made = DeleteCopy(database);
  if (!made.ok()) Say(made, answer);
}

void CheckpointOnDatabase(const Op& op, Database* database, std::string* answer) {
  Checkpoint* raw = nullptr;
  Status s = Checkpoint::Create(database->db(), &raw);
  const std::unique_ptr<Checkpoint> checkpoint(raw);
  uint64_t sequence = 0;
  if (s.ok()) s = checkpoint->CreateCheckpoint(kCopy, op.args[0] == 0 ? 0 : UINT64_MAX, &sequence);
  if (s.ok() && sequence != database->db()->GetLatestSequenceNumber())
    s = Status::Corruption("the checkpoint ends elsewhere");
  ReadAndDeleteCopy(s, database, answer);
}

// The directory keeps the last two backups, so that later ones share tables with them.
void BackupOnDatabase(const Op& op, Database* database, std::string* answer) {
  BackupEngine* raw = nullptr;
  Env* env = database->options().env;
  Status s = BackupEngine::Open(BackupEngineOptions(kBackups), env, &raw);
  const std::unique_ptr<BackupEngine> engine(raw);
  if (s.ok()) s = engine->CreateNewBackup(database->db(), op.args[0] == 0);
  if (s.ok()) s = engine->PurgeOldBackups(2);
  BackupInfo latest;
  if (s.ok()) s = engine->GetLatestBackupInfo(&latest);
  if (s.ok()) s = engine->VerifyBackup(latest.backup_id, /*verify_with_checksum=*/true);
  if (s.ok()) s = engine->RestoreDBFromLatestBackup(kCopy, kCopy);
  ReadAndDeleteCopy(s, database, answer);
}

}  // namespace

std::vector<Operation> CopyOperations() {
  const ArgSpec logs{Arg::kWord, {"flush", "logs"}};
  return {
      {"checkpoint", 1, false, {logs}, {}, 0, CopyOnModel, CheckpointOnDatabase},
      {"backup", 1, false, {logs}, {}, 0, CopyOnModel, BackupOnDatabase},
  };
}

}  // namespace model
