// Tests of file names and of the small files that are replaced as a whole.
#include "env/filename.h"

#include <gtest/gtest.h>

#include "env/current_file.h"
#include "env/mem_fs.h"
#include "test/support/status_assertions.h"

namespace ROCKSDB_NAMESPACE {

TEST(FileName, EveryNameParsesBackToItsKindAndNumber) {
  const struct {
    std::string name;
    uint64_t number;
    FileType type;
  } kCases[] = {
      {WalFileName(12), 12, kWalFile},
      {TableFileName(1234567), 1234567, kTableFile},
      {"000007.ldb", 7, kTableFile},
      {"000007.blob", 7, kBlobFile},
      {ManifestFileName(3), 3, kDescriptorFile},
      {OptionsFileName(9), 9, kOptionsFile},
      {"OPTIONS-000009.dbtmp", 9, kTempFile},
      {"000005.dbtmp", 5, kTempFile},
      {"CURRENT", 0, kCurrentFile},
      {"LOCK", 0, kDBLockFile},
      {"IDENTITY", 0, kIdentityFile},
      {"LOG", 0, kInfoLogFile},
      {"LOG.old.1234", 1234, kInfoLogFile},
      {"METADB-2", 2, kMetaDatabase},
      {"archive/000012.log", 12, kWalFile},
  };
  for (const auto& c : kCases) {
    uint64_t number = 99;
    FileType type;
    ASSERT_TRUE(ParseFileName(c.name, &number, &type)) << c.name;
    EXPECT_EQ(number, c.number) << c.name;
    EXPECT_EQ(type, c.type) << c.name;
  }
}

TEST(FileName, ForeignNamesAreRefused) {
  for (const char* name : {"",
                           "foo",
                           "foo-dx-100.log",
                           ".log",
                           "manifest",
                           "CURREN",
                           "CURRENTX",
                           "MANIFES",
                           "MANIFEST",
                           "MANIFEST-",
                           "MANIFEST-3x",
                           "XMANIFEST-3",
                           "LOC",
                           "LOCKx",
                           "LO",
                           "LOGx",
                           "18446744073709551616.log",
                           "184467440737095516150.log",
                           "100",
                           "100.",
                           "100.lop",
                           "archive/000012.sst",
                           "LOG.old.",
                           "LOG.old.12x"}) {
    uint64_t number = 0;
    FileType type;
    EXPECT_FALSE(ParseFileName(name, &number, &type)) << name;
  }
}

TEST(FileName, InfoLogsInASharedDirectoryCarryTheDatabasePath) {
  const InfoLogName name("/data/my db", "/logs");
  EXPECT_EQ(name.CurrentPath(), "/logs/data_my_db_LOG");
  EXPECT_TRUE(name.IsOldLog("data_my_db_LOG.old.5"));
  EXPECT_FALSE(name.IsOldLog("data_my_db_LOG"));
  EXPECT_EQ(InfoLogName("/data/db", "").CurrentPath(), "/data/db/LOG");
}

TEST(CurrentFile, NamesTheManifestLastSet) {
  auto fs = NewMemFileSystem();
  ASSERT_OK(fs->CreateDirIfMissing("/db", IOOptions(), nullptr));
  ASSERT_OK(SetCurrentFile(fs.get(), "/db", 4, nullptr));
  ASSERT_OK(SetCurrentFile(fs.get(), "/db", 5, nullptr));
  std::string path;
  uint64_t number = 0;
  ASSERT_OK(GetCurrentManifest(fs.get(), "/db", &path, &number));
  EXPECT_EQ(path, "/db/MANIFEST-000005");
  EXPECT_EQ(number, 5u);
  std::vector<std::string> names;
  ASSERT_OK(fs->GetChildren("/db", IOOptions(), &names, nullptr));
  EXPECT_EQ(names, std::vector<std::string>{"CURRENT"});
}

TEST(CurrentFile, ADamagedOneIsReported) {
  auto fs = NewMemFileSystem();
  std::string path;
  uint64_t number = 0;
  for (const char* content : {"", "MANIFEST-000005", "foo\n"}) {
    ASSERT_OK(WriteStringToFile(fs.get(), content, "/db/CURRENT"));
    EXPECT_TRUE(GetCurrentManifest(fs.get(), "/db", &path, &number).IsCorruption()) << content;
  }
}

TEST(IdentityFile, KeepsAnIdAndMakesOneUp) {
  auto fs = NewMemFileSystem();
  ASSERT_OK(fs->CreateDirIfMissing("/db", IOOptions(), nullptr));
  std::string made;
  ASSERT_OK(SetIdentityFile(fs.get(), "/db", &made));
  EXPECT_EQ(made.size(), 36u);
  std::string read;
  ASSERT_OK(ReadIdentityFile(fs.get(), "/db", &read));
  EXPECT_EQ(read, made);
  EXPECT_NE(NewUniqueId(), NewUniqueId());
}

}  // namespace ROCKSDB_NAMESPACE
