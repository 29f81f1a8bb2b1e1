// ldb's commands that copy a whole database: checkpoint, backup, restore.
#include <atomic>
#include <iostream>
#include <memory>

#include "rocksdb/convenience.h"
#include "rocksdb/env.h"
#include "rocksdb/metadata.h"
#include "rocksdb/utilities/backup_engine.h"
#include "rocksdb/utilities/checkpoint.h"
#include "tools/ldb/commands.h"
#include "tools/support/progress_line.h"
#include "tools/support/stream_logger.h"
#include "tools/support/work_estimate.h"

namespace ROCKSDB_NAMESPACE::tools {

namespace {

using Access = Session::Access;

Status MakeCheckpoint(Session& session) {
  Status s = session.Open(Access::kWrite);
  if (!s.ok()) return s;
  Checkpoint* raw = nullptr;
  s = Checkpoint::Create(session.db(), &raw);
  const std::unique_ptr<Checkpoint> checkpoint(raw);
  if (s.ok()) s = checkpoint->CreateCheckpoint(session.arguments().Text("checkpoint_dir"));
  return session.SayOk(s);
}

// What backup and restore read from their flags.
struct BackupFlags {
  std::string directory;
  int threads = 1;
  InfoLogLevel level = InfoLogLevel::WARN_LEVEL;
  Env* env = Env::Default();
  std::shared_ptr<Env> env_owner;
};

Status ReadBackupFlags(Session& session, BackupFlags* flags) {
  const Arguments& arguments = session.arguments();
  flags->directory = arguments.Text("backup_dir");
  if (flags->directory.empty()) {
    return Status::InvalidArgument("--backup_dir: missing backup directory");
  }
  int64_t threads = 1;
  int64_t level = static_cast<int64_t>(InfoLogLevel::WARN_LEVEL);
  Status s = arguments.Number("num_threads", threads, &threads);
  if (s.ok()) s = arguments.Number("stderr_log_level", level, &level);
  if (!s.ok()) return s;
  if (threads < 1 || threads > 1024) {
    return Status::InvalidArgument("--num_threads must be 1 to 1024", std::to_string(threads));
  }
  if (level < 0 || level >= static_cast<int64_t>(InfoLogLevel::NUM_INFO_LOG_LEVELS)) {
    return Status::InvalidArgument("--stderr_log_level must be 0 to 5", std::to_string(level));
  }
  flags->threads = static_cast<int>(threads);
  flags->level = static_cast<InfoLogLevel>(level);
  if (!arguments.Has("backup_env_uri") && !arguments.Has("backup_fs_uri")) return s;
  return Env::CreateFromUri(ConfigOptions(), arguments.Text("backup_env_uri"),
                            arguments.Text("backup_fs_uri"), &flags->env, &flags->env_owner);
}

BackupEngineOptions EngineOptions(const BackupFlags& flags, Logger* log) {
  BackupEngineOptions options(flags.directory, flags.env);
  options.info_log = log;
  options.max_background_operations = flags.threads;
  return options;
}

// At most what a backup copies: tables that the directory already has count as well.
uint64_t BytesOf(DB* db) {
  std::vector<LiveFileStorageInfo> files;
  LiveFilesStorageInfoOptions how;
  how.wal_size_for_flush = UINT64_MAX;
  uint64_t bytes = 0;
  if (!db->GetLiveFilesStorageInfo(how, &files).ok()) return 0;
  for (const LiveFileStorageInfo& file : files) bytes += file.size;
  return bytes;
}

Status Backup(Session& session) {
  BackupFlags flags;
  Status s = ReadBackupFlags(session, &flags);
  if (s.ok()) s = session.Open(Access::kWrite);
  if (!s.ok()) return s;
  session.out() << "open db OK\n";
  StreamLogger log(session.err(), flags.level);
  const BackupEngineOptions options = EngineOptions(flags, &log);
  BackupEngine* raw = nullptr;
  s = BackupEngine::Open(options, session.env(), &raw);
  if (!s.ok()) return s;
  const std::unique_ptr<BackupEngine> engine(raw);
  session.out() << "open backup engine OK\n" << std::flush;
  std::atomic<uint64_t> copied{0};
  {
    const ProgressLine line(session.err(), "backup", BytesOf(session.db()),
                            [&copied] { return copied.load(); });
    s = engine->CreateNewBackup(session.db(), /*flush_before_backup=*/false,
                                [&] { copied += options.callback_trigger_interval_size; });
  }
  if (s.ok()) session.out() << "create new backup OK\n";
  return s;
}

Status Restore(Session& session) {
  BackupFlags flags;
  Status s = ReadBackupFlags(session, &flags);
  if (s.ok() && session.path().empty()) s = Status::InvalidArgument("--db=PATH is needed");
  if (s.ok()) s = session.ChooseEnv();
  if (!s.ok()) return s;
  StreamLogger log(session.err(), flags.level);
  BackupEngineReadOnly* raw = nullptr;
  s = BackupEngineReadOnly::Open(EngineOptions(flags, &log), session.env(), &raw);
  if (!s.ok()) return s;
  const std::unique_ptr<BackupEngineReadOnly> engine(raw);
  session.out() << "open restore engine OK\n" << std::flush;
  BackupInfo info;
  engine->GetLatestBackupInfo(&info).PermitUncheckedError();
  {
    const ProgressLine line(session.err(), "restore", info.size,
                            [&] { return BytesIn(session.path()); });
    s = engine->RestoreDBFromLatestBackup(session.path(), session.path());
  }
  if (s.ok()) session.out() << "restore from backup OK\n";
  return s;
}

}  // namespace

const std::vector<Command>& CopyCommands() {
  static const std::set<std::string> backup_flags = {
      "backup_dir", "backup_env_uri", "backup_fs_uri", "num_threads", "stderr_log_level"};
  static const std::vector<Command> commands = {
      {"checkpoint",
       "--checkpoint_dir=DIR",
       "make an openable copy; tables are linked, not copied",
       {"checkpoint_dir"},
       MakeCheckpoint},
      {"backup", "--backup_dir=DIR [--num_threads=N] [--stderr_log_level=0..5]",
       "add a backup to a directory of backups", backup_flags, Backup},
      {"restore", "--backup_dir=DIR [--num_threads=N] [--stderr_log_level=0..5]",
       "make --db what the latest backup holds", backup_flags, Restore},
  };
  return commands;
}

}  // namespace ROCKSDB_NAMESPACE::tools
