// Tests of OPTIONS files.
#include "options/options_file.h"

#include <gtest/gtest.h>

#include "options/option_rules.h"
#include "options/option_tables.h"
#include "options/stock_option_names.h"
#include "options/table_options_table.h"
#include "rocksdb/comparator.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/utilities/options_util.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {
namespace {

struct Loaded {
  Status status;
  DBOptions db;
  std::vector<ColumnFamilyDescriptor> families;
};

Loaded Load(const std::string& text, const ConfigOptions& config = ConfigOptions()) {
  Loaded loaded;
  OptionsFile file;
  loaded.status = ParseOptionsFile(text, &file);
  if (loaded.status.ok()) {
    loaded.status = OptionsFromFile(config, file, nullptr, &loaded.db, &loaded.families);
  }
  return loaded;
}

std::vector<ColumnFamilyDescriptor> TwoFamilies() {
  std::vector<ColumnFamilyDescriptor> families(2);
  families[1].name = "other \"#\" one";
  families[1].options.write_buffer_size = 1 << 20;
  families[1].options.bucket_options.max_buckets = 5;
  families[1].options.compaction_options_fifo.file_temperature_age_thresholds = {
      {Temperature::kWarm, 10}};
  BlockBasedTableOptions table;
  table.block_size = 16384;
  table.filter_policy.reset(NewBloomFilterPolicy(10));
  families[1].options.table_factory.reset(NewBlockBasedTableFactory(table));
  return families;
}

TEST(OptionsFile, EverythingSurvivesARoundTrip) {
  DBOptions db;
  db.wal_dir = "/a:b#c\\d";
  db.max_open_files = 77;
  const auto families = TwoFamilies();
  const std::string text = FormatOptionsFile(db, families);
  Loaded loaded = Load(text);
  ASSERT_OK(loaded.status) << loaded.status.ToString() << text;
  std::string mismatch;
  EXPECT_TRUE(OptionsEqual(DBOptionsTable(), &db, &loaded.db, &mismatch)) << mismatch;
  ASSERT_EQ(loaded.families.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(loaded.families[i].name, families[i].name);
    EXPECT_TRUE(OptionsEqual(ColumnFamilyOptionsTable(), &families[i].options,
                             &loaded.families[i].options, &mismatch))
        << mismatch;
  }
  const auto* table = TableOptionsOf(loaded.families[1].options.table_factory.get());
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->block_size, 16384u);
  ASSERT_NE(table->filter_policy, nullptr);
}

// The trap of the interop notes: a key unknown to stock makes its loader refuse the whole file.
TEST(OptionsFile, OwnOptionsAreCommentsForStock) {
  const std::string text = FormatOptionsFile(DBOptions(), TwoFamilies());
  EXPECT_NE(text.find("#bucketlsm.bucket_options={"), std::string::npos);
  for (size_t at = text.find("bucket_options"); at != std::string::npos;
       at = text.find("bucket_options", at + 1)) {
    EXPECT_EQ(text.substr(at - 11, 11), "#bucketlsm.");
  }
  EXPECT_EQ(Load(text).families[1].options.bucket_options.max_buckets, 5u);
}

TEST(OptionsFile, StocksFileGivesStocksDefaults) {
  Loaded loaded = Load(kStockOptionsFile);
  ASSERT_OK(loaded.status) << loaded.status.ToString();
  DBOptions db;
  db.create_if_missing = true;  // as that database was opened
  db.info_log_level = INFO_LEVEL;
  const DBOptions expected = CleanDBOptions("/db", db);
  std::string mismatch;
  EXPECT_TRUE(OptionsEqual(DBOptionsTable(), &expected, &loaded.db, &mismatch)) << mismatch;
  ASSERT_EQ(loaded.families.size(), 1u);
  ColumnFamilyOptions cf;
  cf.compression = kSnappyCompression;
  cf = CleanColumnFamilyOptions(expected, cf);
  EXPECT_TRUE(OptionsEqual(ColumnFamilyOptionsTable(), &cf, &loaded.families[0].options, &mismatch))
      << mismatch;
}

TEST(OptionsFile, EveryLineOfStocksFileIsWrittenTheSameWay) {
  Loaded loaded = Load(kStockOptionsFile);
  ASSERT_OK(loaded.status);
  const std::string text = FormatOptionsFile(loaded.db, loaded.families);
  std::istringstream lines{kStockOptionsFile};
  for (std::string line; std::getline(lines, line);) {
    // Fields of nested structs have no fixed order, and the block policy is made by the table
    // floor.
    const bool comparable = line.find("={") == std::string::npos &&
                            line.find("flush_block_policy_factory") == std::string::npos;
    if (comparable && line.find('=') != std::string::npos) {
      EXPECT_NE(text.find(line + "\n"), std::string::npos) << line;
    }
  }
}

TEST(OptionsFile, DamageIsReportedWithItsLine) {
  const std::string version = "[Version]\nrocksdb_version=10.6.2\noptions_file_version=1.1\n";
  const std::string db = "[DBOptions]\n";
  const std::string cf = "[CFOptions \"default\"]\n";
  EXPECT_OK(Load(version + db + cf).status);
  EXPECT_NOT_OK(Load("").status);
  EXPECT_NOT_OK(Load(db + cf).status);
  EXPECT_NOT_OK(Load(version + cf).status);
  EXPECT_NOT_OK(Load(version + db).status);
  for (const std::string& text :
       {version + db + db + cf, version + db + cf + cf, version + db + "[CFOptions \"x\"]\n" + cf,
        version + db + cf + "[What]\n", version + db + cf + "[TableOptions/BlockBasedTable \"x\"]",
        version + db + "[CFOptions \"default]\n", version + db + "rubbish\n" + cf}) {
    Status s = Load(text).status;
    EXPECT_TRUE(s.IsInvalidArgument()) << text;
    EXPECT_NE(s.ToString().find("line"), std::string::npos) << s.ToString();
  }
}

TEST(OptionsFile, UnknownOptionsFailUnlessIgnored) {
  std::string text = FormatOptionsFile(DBOptions(), {ColumnFamilyDescriptor()});
  text.insert(text.find("[DBOptions]\n") + 12, "  from_the_future=1\n");
  Status s = Load(text).status;
  EXPECT_TRUE(s.IsInvalidArgument());
  EXPECT_NE(s.ToString().find("from_the_future"), std::string::npos);
  ConfigOptions config;
  config.ignore_unknown_options = true;
  EXPECT_OK(Load(text, config).status);
}

TEST(OptionsFile, CompatibilityIsAboutWhatGivesDataItsMeaning) {
  OptionsFile file;
  const std::vector<ColumnFamilyDescriptor> families(1);
  ASSERT_OK(ParseOptionsFile(FormatOptionsFile(DBOptions(), families), &file));
  ConfigOptions loose;
  loose.sanity_level = ConfigOptions::kSanityLevelLooselyCompatible;

  auto changed = families;
  changed[0].options.write_buffer_size = 1 << 20;
  EXPECT_OK(CompareWithOptionsFile(loose, file, DBOptions(), changed));
  Status s = CompareWithOptionsFile(ConfigOptions(), file, DBOptions(), changed);
  EXPECT_TRUE(s.IsInvalidArgument());
  EXPECT_NE(s.ToString().find("write_buffer_size"), std::string::npos);

  // A file that says nothing of them agrees with any.
  changed = families;
  changed[0].options.prefix_extractor.reset(NewFixedPrefixTransform(4));
  changed[0].options.memtable_insert_with_hint_prefix_extractor.reset(NewFixedPrefixTransform(2));
  EXPECT_OK(CompareWithOptionsFile(ConfigOptions(), file, DBOptions(), changed));

  changed = families;
  changed[0].options.comparator = ReverseBytewiseComparator();
  s = CompareWithOptionsFile(loose, file, DBOptions(), changed);
  EXPECT_TRUE(s.IsInvalidArgument());
  EXPECT_NE(s.ToString().find("comparator"), std::string::npos);
  ConfigOptions none;
  none.sanity_level = ConfigOptions::kSanityLevelNone;
  EXPECT_OK(CompareWithOptionsFile(none, file, DBOptions(), changed));
}

TEST(OptionsFile, TheNewestFileOfADirectoryIsLoaded) {
  std::string dir;
  Env* env = Env::Default();
  ASSERT_OK(env->GetTestDirectory(&dir));
  dir += "/options_file_test";
  ASSERT_OK(env->CreateDirIfMissing(dir));
  const std::vector<ColumnFamilyDescriptor> families(1);
  DBOptions db;
  for (uint64_t number : {7, 12, 9}) {
    db.max_open_files = static_cast<int>(number);
    Status s = PersistOptions(env->GetFileSystem().get(), dir, number, db, families);
    ASSERT_OK(s);
  }
  std::string name;
  ASSERT_OK(GetLatestOptionsFileName(dir, env, &name));
  EXPECT_EQ(name, "OPTIONS-000012");
  DBOptions loaded;
  std::vector<ColumnFamilyDescriptor> loaded_families;
  Status s = LoadLatestOptions(ConfigOptions(), dir, &loaded, &loaded_families);
  ASSERT_OK(s);
  EXPECT_EQ(loaded.max_open_files, 12);
  EXPECT_OK(CheckOptionsCompatibility(ConfigOptions(), dir, loaded, loaded_families));
  for (uint64_t number : {7, 12, 9}) {
    char path[32];
    snprintf(path, sizeof(path), "/OPTIONS-%06d", static_cast<int>(number));
    EXPECT_OK(env->DeleteFile(dir + path));
  }
  EXPECT_TRUE(LoadLatestOptions(ConfigOptions(), dir, &loaded, &loaded_families).IsNotFound());
  EXPECT_OK(env->DeleteDir(dir));
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
