// Checkpoints and backups through the C API.
#include "c_api/c_api_fixture.h"

namespace c_api_test {
namespace {

using Copies = CApiTest;

TEST_F(Copies, CheckpointsOpenAsDatabases) {
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  rocksdb_checkpoint_t* checkpoint = rocksdb_checkpoint_object_create(db_, error_.out());
  ASSERT_EQ(error_.Take(), "");
  const std::string copy = dir_ / "copy";
  rocksdb_checkpoint_create(checkpoint, copy.c_str(), 0, error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_checkpoint_create(checkpoint, copy.c_str(), 0, error_.out());
  EXPECT_NE(error_.Take(), "");
  rocksdb_checkpoint_object_destroy(checkpoint);
  Close();
  db_ = rocksdb_open(options_.get(), copy.c_str(), error_.out());
  ASSERT_EQ(error_.Take(), "");
  EXPECT_EQ(Get("a"), "1");
}

class Backups : public CApiTest {
 protected:
  Backups() { backups_ = dir_ / "backups"; }
  ~Backups() override { CloseEngine(); }

  void OpenEngine() {
    engine_ = rocksdb_backup_engine_open(options_.get(), backups_.c_str(), error_.out());
    ASSERT_EQ(error_.Take(), "");
  }
  void CloseEngine() {
    if (engine_ != nullptr) rocksdb_backup_engine_close(engine_);
    engine_ = nullptr;
  }
  // Numbers of the backups: "1 2".
  std::string Ids() {
    const auto* info = rocksdb_backup_engine_get_backup_info(engine_);
    std::string ids;
    for (int i = 0; i < rocksdb_backup_engine_info_count(info); ++i) {
      ids += (i > 0 ? " " : "") + std::to_string(rocksdb_backup_engine_info_backup_id(info, i));
      EXPECT_GT(rocksdb_backup_engine_info_timestamp(info, i), 1600000000);
      EXPECT_GT(rocksdb_backup_engine_info_size(info, i), 0u);
      EXPECT_GT(rocksdb_backup_engine_info_number_files(info, i), 0u);
    }
    rocksdb_backup_engine_info_destroy(info);
    return ids;
  }

  std::string backups_;
  rocksdb_backup_engine_t* engine_ = nullptr;
};

TEST_F(Backups, AreMadeVerifiedPurgedAndRestored) {
  Open();
  OpenEngine();
  EXPECT_EQ(Put("a", "1"), "");
  rocksdb_backup_engine_create_new_backup(engine_, db_, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Put("a", "2"), "");
  rocksdb_backup_engine_create_new_backup_flush(engine_, db_, 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Ids(), "1 2");
  rocksdb_backup_engine_verify_backup(engine_, 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  rocksdb_backup_engine_verify_backup(engine_, 7, error_.out());
  EXPECT_NE(error_.Take(), "");
  Close();

  Owned<rocksdb_restore_options_t> restore(rocksdb_restore_options_create(),
                                           rocksdb_restore_options_destroy);
  rocksdb_restore_options_set_keep_log_files(restore.get(), 0);
  rocksdb_backup_engine_restore_db_from_backup(engine_, path().c_str(), path().c_str(),
                                               restore.get(), 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  Open();
  EXPECT_EQ(Get("a"), "1");
  Close();
  rocksdb_backup_engine_restore_db_from_latest_backup(engine_, path().c_str(), path().c_str(),
                                                      restore.get(), error_.out());
  EXPECT_EQ(error_.Take(), "");
  Open();
  EXPECT_EQ(Get("a"), "2");
  rocksdb_backup_engine_purge_old_backups(engine_, 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Ids(), "2");
}

// Sets a value and expects it from the getter.
#define EXPECT_BACKUP_OPTION(NAME, VALUE)                         \
  rocksdb_backup_engine_options_set_##NAME(options.get(), VALUE); \
  EXPECT_EQ(rocksdb_backup_engine_options_get_##NAME(options.get()), VALUE) << #NAME

TEST_F(Backups, FollowTheirOptions) {
  Owned<rocksdb_backup_engine_options_t> options(
      rocksdb_backup_engine_options_create((dir_ / "elsewhere").c_str()),
      rocksdb_backup_engine_options_destroy);
  EXPECT_BACKUP_OPTION(sync, 0);
  EXPECT_BACKUP_OPTION(backup_log_files, 0);
  EXPECT_BACKUP_OPTION(backup_rate_limit, 1u << 30);
  EXPECT_BACKUP_OPTION(restore_rate_limit, 1u << 29);
  EXPECT_BACKUP_OPTION(max_background_operations, 2);
  EXPECT_BACKUP_OPTION(callback_trigger_interval_size, 77u);
  EXPECT_BACKUP_OPTION(max_valid_backups_to_open, 7);
  EXPECT_BACKUP_OPTION(share_files_with_checksum_naming, 1);
  EXPECT_BACKUP_OPTION(share_table_files, 0);
  EXPECT_BACKUP_OPTION(destroy_old_data, 1);
  rocksdb_backup_engine_options_set_max_valid_backups_to_open(options.get(), 1 << 30);
  rocksdb_backup_engine_options_set_backup_dir(options.get(), backups_.c_str());
  Owned<rocksdb_env_t> env(rocksdb_create_default_env(), rocksdb_env_destroy);
  rocksdb_backup_engine_options_set_env(options.get(), env.get());
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  engine_ = rocksdb_backup_engine_open_opts(options.get(), env.get(), error_.out());
  ASSERT_EQ(error_.Take(), "");
  rocksdb_backup_engine_create_new_backup_flush(engine_, db_, 1, error_.out());
  EXPECT_EQ(error_.Take(), "");
  EXPECT_EQ(Ids(), "1");
  EXPECT_TRUE(std::filesystem::exists(backups_ + "/meta/1"));
  EXPECT_FALSE(std::filesystem::exists(dir_ / "elsewhere/meta/1"));
}

}  // namespace
}  // namespace c_api_test
