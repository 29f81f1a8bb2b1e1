// LDBCommand: what a derived command's options make of the database that it opens.
#include <gtest/gtest.h>

#include "rocksdb/db.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/table.h"
#include "rocksdb/utilities/ldb_cmd.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Keeps the options that the database was opened with.
class OptionsCommand : public LDBCommand {
 public:
  OptionsCommand(std::map<std::string, std::string> options, const std::vector<std::string>& flags)
      : LDBCommand(options, flags, false, BuildCmdLineOptions({})) {}
  void DoCommand() override { seen = db_->GetOptions(); }

  Options seen;
};

class LdbCommandTest : public testing::Test {
 protected:
  LdbCommandTest() {
    options_.env = env_.get();
    options_.create_if_missing = true;
  }
  void MakeDatabase() {
    Options own = options_;
    own.num_levels = 5;
    std::unique_ptr<DB> db;
    ASSERT_OK(DB::Open(own, "/db", &db));
  }
  void Run(OptionsCommand* command) {
    command->SetDBOptions(options_);
    command->Run();
  }

  const std::unique_ptr<Env> env_{NewMemEnv(Env::Default())};
  Options options_;
};

TEST_F(LdbCommandTest, LoadsTheOptionsFileWhereItIsAskedTo) {
  ASSERT_NO_FATAL_FAILURE(MakeDatabase());
  OptionsCommand loading({{"db", "/db"}}, {"try_load_options"});
  Run(&loading);
  EXPECT_TRUE(loading.GetExecuteState().IsSucceed()) << loading.GetExecuteState().ToString();
  EXPECT_EQ(loading.seen.num_levels, 5);
}

TEST_F(LdbCommandTest, AppliesWhatIsSaidOfTables) {
  ASSERT_NO_FATAL_FAILURE(MakeDatabase());
  OptionsCommand command({{"db", "/db"},
                          {"bloom_bits", "10"},
                          {"block_size", "8192"},
                          {"fix_prefix_len", "3"},
                          {"compression_max_dict_bytes", "4096"}},
                         {});
  Run(&command);
  EXPECT_TRUE(command.GetExecuteState().IsSucceed()) << command.GetExecuteState().ToString();
  const auto* table = command.seen.table_factory->GetOptions<BlockBasedTableOptions>();
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->block_size, 8192u);
  EXPECT_NE(table->filter_policy, nullptr);
  EXPECT_NE(command.seen.prefix_extractor, nullptr);
  EXPECT_EQ(command.seen.compression_opts.max_dict_bytes, 4096u);
}

TEST_F(LdbCommandTest, RefusesSizesThatAreNoneAndAnUnknownEnvironment) {
  for (const char* option : {"bloom_bits", "block_size", "file_size", "write_buffer_size",
                             "db_write_buffer_size", "fix_prefix_len"}) {
    OptionsCommand command({{"db", "/db"}, {option, "-1"}}, {"create_if_missing"});
    Run(&command);
    EXPECT_TRUE(command.GetExecuteState().IsFailed()) << option;
    EXPECT_NE(command.GetExecuteState().ToString().find(option), std::string::npos) << option;
  }
  OptionsCommand command({{"db", "/db"}, {"env_uri", "nosuch://"}}, {"create_if_missing"});
  Run(&command);
  EXPECT_TRUE(command.GetExecuteState().IsFailed());
  EXPECT_TRUE(env_->FileExists("/db/CURRENT").IsNotFound());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
