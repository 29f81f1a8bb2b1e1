// The text of meta/<id>: what is written, and what damaged and later ones are taken for.
#include "utilities/backup/backup_meta.h"

#include <gtest/gtest.h>

#include "test/support/status_assertions.h"
#include "utilities/backup/backup_names.h"

namespace ROCKSDB_NAMESPACE::backup {
namespace {

BackupMeta Example() {
  BackupMeta meta;
  meta.timestamp = 1795352243;
  meta.sequence = 150;
  BackupFile table;
  table.name = "shared_checksum/000009_sDLCLJWF6CUO8RD052DC0_6825.sst";
  table.has_crc = true;
  table.crc = 2093184810u;
  table.temperature = Temperature::kCold;
  BackupFile current;
  current.name = "private/3/CURRENT";
  current.has_crc = true;
  current.crc = 7;
  meta.files = {table, current};
  return meta;
}

Status Decode(const std::string& text, BackupMeta* meta) {
  return DecodeMeta(text, "/b/meta/1", meta);
}

Status Decode(const std::string& text) {
  BackupMeta meta;
  return Decode(text, &meta);
}

TEST(BackupMetaTest, SchemaOneIsWhatEveryReleaseReads) {
  BackupMeta meta = Example();
  meta.app_metadata = "hello";
  EXPECT_EQ(EncodeMeta(meta, 1),
            "1795352243\n150\nmetadata 68656C6C6F\n2\n"
            "shared_checksum/000009_sDLCLJWF6CUO8RD052DC0_6825.sst crc32 2093184810\n"
            "private/3/CURRENT crc32 7\n");
}

TEST(BackupMetaTest, SchemaTwoAddsTemperaturesAndExcludedFiles) {
  BackupMeta meta = Example();
  meta.files[1].has_crc = false;
  meta.files[1].excluded = true;
  EXPECT_EQ(EncodeMeta(meta, 2),
            "schema_version 2.1\n1795352243\n150\n1\n"
            "shared_checksum/000009_sDLCLJWF6CUO8RD052DC0_6825.sst crc32 2093184810 temp kCold\n"
            "private/3/CURRENT ni::excluded true\n");
}

TEST(BackupMetaTest, WhatIsWrittenIsReadBack) {
  for (const int schema : {1, 2}) {
    BackupMeta meta = Example();
    meta.app_metadata = std::string("\0\xff binary", 9);
    BackupMeta read;
    ASSERT_OK(Decode(EncodeMeta(meta, schema), &read));
    EXPECT_EQ(read.timestamp, meta.timestamp);
    EXPECT_EQ(read.sequence, meta.sequence);
    EXPECT_EQ(read.app_metadata, meta.app_metadata);
    ASSERT_EQ(read.files.size(), 2u);
    EXPECT_EQ(read.files[0].name, meta.files[0].name);
    EXPECT_EQ(read.files[0].crc, meta.files[0].crc);
    EXPECT_EQ(read.files[0].temperature, schema == 2 ? Temperature::kCold : Temperature::kUnknown);
  }
}

TEST(BackupMetaTest, EveryShorterTextIsDamaged) {
  for (const int schema : {1, 2}) {
    const std::string text = EncodeMeta(Example(), schema);
    for (size_t length = 0; length < text.size(); ++length) {
      const Status s = Decode(text.substr(0, length));
      EXPECT_TRUE(s.IsCorruption() || s.IsNotSupported()) << length << " " << s.ToString();
      EXPECT_NE(s.ToString().find("/b/meta/1"), std::string::npos) << s.ToString();
    }
  }
}

TEST(BackupMetaTest, DamagedLinesAreCorruptionThatNamesTheFile) {
  const char* const texts[] = {
      "x\n1\n1\nprivate/1/CURRENT crc32 1\n",
      "1\nx\n1\nprivate/1/CURRENT crc32 1\n",
      "1\n1\nx\nprivate/1/CURRENT crc32 1\n",
      "1\n1\n-1\nprivate/1/CURRENT crc32 1\n",
      "1\n1\n2\nprivate/1/CURRENT crc32 1\n",
      "1\n1\n0\nprivate/1/CURRENT crc32 1\n",
      "1\n1\n1\nprivate/1/CURRENT\n",
      "1\n1\n1\nprivate/1/CURRENT crc32\n",
      "1\n1\n1\nprivate/1/CURRENT crc33 1\n",
      "1\n1\n1\nprivate/1/CURRENT crc32 4294967296\n",
      "1\n1\n1\nprivate/1/CURRENT crc32 x\n",
      "1\n1\n1\nprivate/1/CURRENT crc32 1 size 5\n",
      "1\n1\n1\nprivate/1/CURRENT crc32 1\n\n",
      "1\n1\nmetadata 6\n1\nprivate/1/CURRENT crc32 1\n",
      "1\n1\nother 61\n1\nprivate/1/CURRENT crc32 1\n",
      "schema_version 2.1\n1\n1\n1\nprivate/1/CURRENT crc32\n",
      "schema_version 2.1\n1\n1\n1\nprivate/1/CURRENT size x\n",
  };
  for (const char* text : texts) {
    const Status s = Decode(text);
    EXPECT_TRUE(s.IsCorruption()) << text << s.ToString();
    EXPECT_NE(s.ToString().find("/b/meta/1"), std::string::npos) << s.ToString();
  }
}

TEST(BackupMetaTest, FieldsOfLaterReleasesAreIgnoredUnlessTheyForbidIt) {
  EXPECT_OK(
      Decode("schema_version 2.9\n1\n1\nnew 1\n1\nprivate/1/CURRENT new 1\n// FOOTER\nnew 1\n"));
  const char* const refused[] = {
      "schema_version 3.0\n1\n1\n0\n",
      "schema_version 1\n1\n1\n0\n",
      "schema_version 20\n1\n1\n0\n",
      "schema_version 2.1\n1\n1\nni::new 1\n1\nprivate/1/CURRENT crc32 1\n",
      "schema_version 2.1\n1\n1\n1\nprivate/1/CURRENT ni::new 1\n",
      "schema_version 2.1\n1\n1\n1\nprivate/1/CURRENT crc32 1\n// FOOTER\nni::new 1\n",
  };
  for (const char* text : refused) EXPECT_TRUE(Decode(text).IsNotSupported()) << text;
}

TEST(BackupMetaTest, ExcludedFilesDoNotCount) {
  BackupMeta meta;
  ASSERT_OK(
      Decode("schema_version 2.1\n1\n1\n1\nprivate/1/CURRENT crc32 1\n"
             "shared_checksum/1_s_1.sst ni::excluded true\n",
             &meta));
  EXPECT_EQ(meta.NumberOfFiles(), 1u);
  EXPECT_EQ(meta.files.size(), 2u);
}

TEST(BackupNamesTest, SharedTablesKeepTheirNumberAndGetAnIdentity) {
  const uint64_t size = 6825;
  const std::string with_size = SharedFileOfSession("000009.sst", "ABC", &size);
  EXPECT_EQ(with_size, "shared_checksum/000009_sABC_6825.sst");
  EXPECT_EQ(SharedFileOfSession("000009.sst", "ABC", nullptr), "shared_checksum/000009_sABC.sst");
  EXPECT_EQ(SharedFileOfChecksum("000009.sst", 17, 5), "shared_checksum/000009_17_5.sst");
  EXPECT_EQ(DatabaseName(with_size), "000009.sst");
  EXPECT_EQ(DatabaseName("shared_checksum/000009_17_5.sst"), "000009.sst");
  EXPECT_EQ(DatabaseName("private/1/CURRENT"), "CURRENT");
  EXPECT_EQ(DatabaseName("shared/000009.sst"), "000009.sst");
  EXPECT_EQ(SessionOf(with_size), "ABC");
  EXPECT_EQ(SessionOf("shared_checksum/000009_sABC.sst"), "ABC");
  EXPECT_EQ(SessionOf("shared_checksum/000009_17_5.sst"), "");
  EXPECT_EQ(TempOf(with_size), "shared_checksum/.000009_sABC_6825.sst.tmp");
}

TEST(BackupNamesTest, OnlyPlainNumbersAreBackups) {
  BackupID id = 0;
  EXPECT_TRUE(ParseBackupId("17", &id));
  EXPECT_EQ(id, 17u);
  for (const char* text : {"", "0", "017", "1x", "x", ".1.tmp", "4294967296", "-1", " 1"}) {
    EXPECT_FALSE(ParseBackupId(text, &id)) << text;
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE::backup
