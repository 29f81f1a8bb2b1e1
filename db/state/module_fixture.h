// Shared by the tests of single modules of db/: a context over a file system in memory, and table
// files written by hand. Included by tests only; no database is opened.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "compaction/table_outputs.h"
#include "db/state/event_log.h"
#include "db/state/obsolete_files.h"
#include "db/state/table_cache.h"
#include "env/fault_fs.h"
#include "env/mem_fs.h"
#include "rocksdb/table.h"
#include "test/support/scratch.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {

class ModuleTest : public testing::Test {
 protected:
  ModuleTest() {
    fs_ = std::make_shared<FaultFileSystem>(std::make_shared<MemFileSystem>());
    env_ = NewCompositeEnv(fs_);
    context_.dbname = "/db";
    context_.env = env_.get();
    context_.fs = fs_;
    context_.clock = SystemClock::Default();
    EXPECT_OK(fs_->CreateDir("/db", IOOptions(), nullptr));
    SetDbOptions(DBOptions());
    ColumnFamilyOptions cf;
    cf.compression = kNoCompression;
    cf.merge_operator = std::make_shared<system_test::AppendOperator>();
    cf.table_factory.reset(NewBlockBasedTableFactory());
    Status s = MakeCfConfig(DBOptions(), cf, &config_);
    EXPECT_OK(s);
    events_ = std::make_unique<EventLog>(&context_);
  }
  void SetDbOptions(DBOptions options) {
    options.env = env_.get();
    std::shared_ptr<const DbConfig> config;
    Status s = MakeDbConfig("/db", options, &config);
    EXPECT_OK(s);
    context_.set_config(std::move(config));
  }
  bool Exists(const std::string& path) { return fs_->FileExists(path, IOOptions(), nullptr).ok(); }

  struct Point {
    std::string key;
    SequenceNumber seq;
    std::string value = "v";
  };
  struct Deletion {
    std::string begin, end;
    SequenceNumber seq;
  };
  // One table file with these records, keys ascending, sequence numbers falling within a key.
  FilePtr WriteTable(const std::vector<Point>& points,
                     const std::vector<Deletion>& deletions = {}) {
    TableOutputs::Settings settings;
    settings.config = config_;
    settings.fs = fs_.get();
    settings.clock = context_.clock.get();
    settings.directory = "/db";
    settings.new_file_number = [this] { return ++last_number_; };
    for (const Deletion& d : deletions) settings.tombstones.push_back({d.begin, d.end, d.seq});
    TableOutputs outputs(std::move(settings));
    for (const Point& p : points)
      EXPECT_OK(outputs.Add(MakeInternalKey(p.key, p.seq, kTypeValue), p.value));
    EXPECT_OK(outputs.Finish());
    EXPECT_EQ(outputs.files().size(), 1u);
    return outputs.files().empty() ? nullptr : outputs.files().front();
  }

  std::shared_ptr<FaultFileSystem> fs_;
  std::unique_ptr<Env> env_;
  DbContext context_;
  std::shared_ptr<const CfConfig> config_;
  std::unique_ptr<EventLog> events_;
  uint64_t last_number_ = 0;
};

}  // namespace ROCKSDB_NAMESPACE
