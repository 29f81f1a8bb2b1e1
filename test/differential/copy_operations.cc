// Checkpoints and backups, and what is in them.
#include <filesystem>

#include "test/differential/session.h"

namespace differential {

namespace {

// checkpoint NAME LOG_SIZE
std::string Checkpoint(Session& session, const Words& words) {
  if (session.db == nullptr) return "none";
  const std::string path = session.directory + "/checkpoint-" + words.At(0);
  char* error = nullptr;
  rocksdb_checkpoint_t* checkpoint = C(rocksdb_checkpoint_object_create)(session.db, &error);
  if (error != nullptr) return Answer(&error);
  C(rocksdb_checkpoint_create)(checkpoint, path.c_str(), words.NumberAt(1), &error);
  C(rocksdb_checkpoint_object_destroy)(checkpoint);
  return Answer(&error);
}

std::string ShowCheckpoint(Session& session, const Words& words) {
  if (session.db == nullptr) return "none";
  const std::string path = session.directory + "/checkpoint-" + words.At(0);
  if (!std::filesystem::exists(path)) return "none";
  return ContentsOf(path, session);
}

// The engine of the one directory of backups; null, with *answer set, if it does not open.
rocksdb_backup_engine_t* Engine(const Session& session, std::string* answer) {
  char* error = nullptr;
  rocksdb_backup_engine_t* engine = C(rocksdb_backup_engine_open)(
      session.options, (session.directory + "/backups").c_str(), &error);
  if (error == nullptr) return engine;
  *answer = Answer(&error);
  return nullptr;
}

std::string Numbers(rocksdb_backup_engine_t* engine) {
  const rocksdb_backup_engine_info_t* info = C(rocksdb_backup_engine_get_backup_info)(engine);
  std::string text;
  for (int i = 0; i < C(rocksdb_backup_engine_info_count)(info); ++i)
    text += " " + std::to_string(C(rocksdb_backup_engine_info_backup_id)(info, i));
  C(rocksdb_backup_engine_info_destroy)(info);
  return text;
}

template <class Work>
std::string WithEngine(Session& session, Work work) {
  if (session.db == nullptr) return "none";
  std::string answer;
  rocksdb_backup_engine_t* engine = Engine(session, &answer);
  if (engine == nullptr) return answer;
  char* error = nullptr;
  work(engine, &error);
  answer = Answer(&error);
  answer = answer.substr(0, answer.find(" | ")) + Numbers(engine);
  C(rocksdb_backup_engine_close)(engine);
  return answer;
}

std::string Backup(Session& session, const Words& words) {
  return WithEngine(session, [&](rocksdb_backup_engine_t* engine, char** error) {
    C(rocksdb_backup_engine_create_new_backup_flush)
    (engine, session.db, words.Has("flush") ? 1 : 0, error);
  });
}

std::string PurgeBackups(Session& session, const Words& words) {
  return WithEngine(session, [&](rocksdb_backup_engine_t* engine, char** error) {
    C(rocksdb_backup_engine_purge_old_backups)
    (engine, static_cast<uint32_t>(words.NumberAt(0)), error);
  });
}

std::string VerifyBackup(Session& session, const Words& words) {
  return WithEngine(session, [&](rocksdb_backup_engine_t* engine, char** error) {
    C(rocksdb_backup_engine_verify_backup)
    (engine, static_cast<uint32_t>(words.NumberAt(0)), error);
  });
}

// restore NUMBER (0: the latest), then what is in the restored database.
std::string Restore(Session& session, const Words& words) {
  const std::string path = session.directory + "/restored";
  std::string answer = WithEngine(session, [&](rocksdb_backup_engine_t* engine, char** error) {
    rocksdb_restore_options_t* options = C(rocksdb_restore_options_create)();
    const auto number = static_cast<uint32_t>(words.NumberAt(0));
    if (number == 0) {
      C(rocksdb_backup_engine_restore_db_from_latest_backup)
      (engine, path.c_str(), path.c_str(), options, error);
    } else {
      C(rocksdb_backup_engine_restore_db_from_backup)
      (engine, path.c_str(), path.c_str(), options, number, error);
    }
    C(rocksdb_restore_options_destroy)(options);
  });
  if (answer.compare(0, 2, "ok") == 0) answer += " " + ContentsOf(path, session);
  return answer;
}

}  // namespace

const Table& CopyOperations() {
  static const Table table = {
      {"checkpoint", Checkpoint},      {"show_checkpoint", ShowCheckpoint}, {"backup", Backup},
      {"purge_backups", PurgeBackups}, {"verify_backup", VerifyBackup},     {"restore", Restore},
  };
  return table;
}

}  // namespace differential
