// MANIFEST records: the bytes of stock 10.6.2 in and out, older generations in, damage refused.
#include "version/version_edit.h"

#include <gtest/gtest.h>

#include "test/support/status_assertions.h"
#include "util/coding.h"
#include "version/manifest_tags.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::string Unhex(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

std::string Hex(const std::string& bytes) { return Slice(bytes).ToString(true); }

// Every record of a MANIFEST that RocksDB 10.6.2 wrote: creation, flushes, a range deletion, a
// second column family, a trivial move, its drop.
const char* const kStockRecords[] = {
    "81402466383730376137652d303965322d343265392d616161302d323234633236343431643363",
    "",
    "011a6c6576656c64622e4279746577697365436f6d70617261746f7289400101",
    "02000400",
    "090003060400",
    "02080900030a0405670009ae090b6b303001010000000000000b6b3034010500000000000001050505eda285d80606"
    "05eda285d8060d01010c10ba528705747481fbcfd135e13ec50e010f02ee0801",
    "0900030a0a080405",
    "020c0900030e040b67000d9d090a6b300f0b0000000000000a6b320fffffffffffffff0b0b0505eda285d8060605ed"
    "a285d8060d01030c10ba528705747481fbcbd135e13ec50e010e02dc120f029d0901",
    "011a6c6576656c64622e4279746577697365436f6d70617261746f72020c030e040bc80101c9010374776f8940010"
    "1",
    "021009000312040c67001182090978010c0000000000000978010c0000000000000c0c0505eda285d8060605eda285"
    "d8060d01010c10ba528705747481fbd7d135e13ec50e010f02e80801c80101",
    "09000314040d06001106001367061382090978010d0000000000000978010d0000000000000d0d0505eda285d80606"
    "05eda285d8060d01020c10ba528705747481fbd5d135e13ec50e010f02e8080167061182090978010c000000000000"
    "0978010c0000000000000c0c0505eda285d8060605eda285d8060d01010c10ba528705747481fbd7d135e13ec50e01"
    "0f02e80801c80101",
    "0314cb0101040dc80101ca01",
};

TEST(VersionEdit, RecordsOfStock1062DecodeAndEncodeToTheSameBytes) {
  for (const char* hex : kStockRecords) {
    VersionEdit edit;
    ASSERT_OK(edit.DecodeFrom(Unhex(hex))) << hex;
    std::string out;
    ASSERT_TRUE(edit.EncodeTo(&out));
    EXPECT_EQ(Hex(Unhex(hex)), Hex(out));
  }
}

TEST(VersionEdit, AFlushOfStock1062HasTheFileItDescribes) {
  VersionEdit edit;
  ASSERT_OK(edit.DecodeFrom(Unhex(kStockRecords[5])));
  ASSERT_EQ(1u, edit.new_files.size());
  const auto& [level, f] = edit.new_files[0];
  EXPECT_EQ(0, level);
  EXPECT_EQ(9u, f->number);
  EXPECT_EQ("k00", f->smallest_user_key().ToString());
  EXPECT_EQ("k04", f->largest_user_key().ToString());
  EXPECT_EQ(1u, f->smallest_seqno);
  EXPECT_EQ(5u, f->largest_seqno);
  EXPECT_EQ(1u, f->epoch);
  EXPECT_EQ(1198u, f->file_size);
  EXPECT_FALSE(f->ends_exclusive());
  EXPECT_EQ(8u, *edit.log_number);
  EXPECT_EQ(10u, *edit.next_file_number);
}

// Stock begins a table with type 26 where a compaction has cut its output inside a range deletion.
TEST(VersionEdit, ABoundOfTheHighestTypeThatStockRecordsIsKept) {
  std::string record = Unhex(kStockRecords[7]);
  const size_t bound = record.find("k0\x0f\x0b");
  ASSERT_NE(std::string::npos, bound);
  record[bound + 2] = 26;
  VersionEdit edit;
  ASSERT_OK(edit.DecodeFrom(record));
  EXPECT_EQ("k0", edit.new_files[0].second->smallest_user_key().ToString());
  std::string out;
  ASSERT_TRUE(edit.EncodeTo(&out));
  EXPECT_EQ(Hex(record), Hex(out));
}

TEST(VersionEdit, ARangeDeletionsEndIsReadAsExclusive) {
  VersionEdit edit;
  ASSERT_OK(edit.DecodeFrom(Unhex(kStockRecords[7])));
  EXPECT_TRUE(edit.new_files[0].second->ends_exclusive());
  EXPECT_NE(0u, edit.new_files[0].second->range_deletion_credit);
}

std::shared_ptr<FileMeta> FullFile() {
  auto f = std::make_shared<FileMeta>();
  f->number = 77;
  f->file_size = 123456;
  f->smallest = MakeInternalKey("a", 5, kTypeValue);
  f->largest = MakeExclusiveEnd("m");
  f->smallest_seqno = 5;
  f->largest_seqno = 900;
  f->epoch = 12;
  f->path_id = 2;
  f->temperature = Temperature::kWarm;
  f->marked_for_compaction = true;
  f->oldest_blob_file_number = 31;
  f->checksum = "sum";
  f->checksum_func_name = "crc";
  f->unique_id = {7, 8};
  f->range_deletion_credit = 99;
  f->tail_size = 55;
  f->persist_user_defined_timestamps = false;
  f->oldest_ancestor_time = 1000;
  f->creation_time = 2000;
  return f;
}

TEST(VersionEdit, EveryAttributeOfAFileSurvivesTheRoundTrip) {
  VersionEdit edit, back;
  edit.AddFile(3, FullFile());
  std::string bytes, again;
  ASSERT_TRUE(edit.EncodeTo(&bytes));
  ASSERT_OK(back.DecodeFrom(bytes));
  const FileMeta& f = *back.new_files[0].second;
  EXPECT_EQ(2u, f.path_id);
  EXPECT_EQ(Temperature::kWarm, f.temperature);
  EXPECT_TRUE(f.marked_for_compaction);
  EXPECT_EQ(31u, f.oldest_blob_file_number);
  EXPECT_EQ("sum", f.checksum);
  EXPECT_EQ("crc", f.checksum_func_name);
  EXPECT_EQ(99u, f.range_deletion_credit);
  EXPECT_EQ(55u, f.tail_size);
  EXPECT_FALSE(f.persist_user_defined_timestamps);
  EXPECT_EQ(1000u, f.oldest_ancestor_time);
  ASSERT_TRUE(back.EncodeTo(&again));
  EXPECT_EQ(Hex(bytes), Hex(again));
}

TEST(VersionEdit, ACloneEncodesToTheSameBytes) {
  VersionEdit a, b;
  a.AddFile(1, FullFile());
  b.AddFile(1, FullFile()->Clone());
  std::string x, y;
  ASSERT_TRUE(a.EncodeTo(&x) && b.EncodeTo(&y));
  EXPECT_EQ(Hex(x), Hex(y));
}

TEST(VersionEdit, DatabaseWideFieldsSurviveTheRoundTrip) {
  VersionEdit edit, back;
  edit.db_id = "id";
  edit.max_column_family = 9;
  edit.min_log_to_keep = 44;
  edit.wal_additions = {{5, UINT64_MAX}, {6, 700}};
  edit.wals_deleted_before = 4;
  edit.in_atomic_group = true;
  edit.atomic_group_remaining = 2;
  edit.full_history_ts_low = "ts";
  edit.compact_cursors = {{2, MakeInternalKey("c", 1, kTypeValue)}};
  edit.bucket_boundaries = "boundaries";
  std::string bytes;
  ASSERT_TRUE(edit.EncodeTo(&bytes));
  ASSERT_OK(back.DecodeFrom(bytes));
  EXPECT_EQ("id", *back.db_id);
  EXPECT_EQ(9u, *back.max_column_family);
  EXPECT_EQ(44u, *back.min_log_to_keep);
  EXPECT_EQ(edit.wal_additions, back.wal_additions);
  EXPECT_EQ(4u, *back.wals_deleted_before);
  EXPECT_TRUE(back.in_atomic_group);
  EXPECT_EQ(2u, back.atomic_group_remaining);
  EXPECT_EQ("ts", *back.full_history_ts_low);
  EXPECT_EQ(edit.compact_cursors, back.compact_cursors);
  EXPECT_EQ("boundaries", *back.bucket_boundaries);
  EXPECT_NE(std::string::npos, back.DebugString().find("DbId: id"));
}

TEST(VersionEdit, OurBucketRecordIsSkippableByStock) {
  EXPECT_NE(0u, static_cast<uint32_t>(Field::kBucketBoundaries) & kSkippableFieldBit);
  VersionEdit edit;
  edit.bucket_boundaries = "xyz";
  std::string bytes;
  ASSERT_TRUE(edit.EncodeTo(&bytes));
  Slice in(bytes), body;
  uint32_t tag = 0;
  ASSERT_TRUE(TakeVarint32(&in, &tag) && TakeSized(&in, &body));
  EXPECT_EQ(0x6B17u, tag);
  EXPECT_EQ("xyz", body.ToString());
  EXPECT_TRUE(in.empty());
}

TEST(VersionEdit, UnknownSkippableFieldsAreSkippedAndOthersRefused) {
  std::string skippable, mandatory;
  AppendVarint32(&skippable, 9192);
  AppendSized(&skippable, "whatever");
  AppendVarint32(&skippable, 3);
  AppendVarint64(&skippable, 17);
  VersionEdit edit;
  ASSERT_OK(edit.DecodeFrom(skippable));
  EXPECT_EQ(17u, *edit.next_file_number);
  AppendVarint32(&mandatory, 500);
  const Status s = edit.DecodeFrom(mandatory);
  ASSERT_TRUE(s.IsCorruption());
  EXPECT_NE(std::string::npos, s.ToString().find("500"));
}

std::string FileWithAttribute(uint32_t tag, const Slice& value) {
  VersionEdit edit;
  edit.AddFile(0, FullFile());
  std::string bytes;
  EXPECT_TRUE(edit.EncodeTo(&bytes));
  bytes.pop_back();  // the end mark
  AppendVarint32(&bytes, tag);
  AppendSized(&bytes, value);
  bytes.push_back(1);
  return bytes;
}

TEST(VersionEdit, UnknownFileAttributesAreIgnoredUnlessMandatory) {
  VersionEdit edit;
  EXPECT_OK(edit.DecodeFrom(FileWithAttribute(40, "x")));
  EXPECT_OK(edit.DecodeFrom(FileWithAttribute(128, "x")));
  EXPECT_TRUE(edit.DecodeFrom(FileWithAttribute(200, "x")).IsCorruption());
}

TEST(VersionEdit, BadAttributeValuesAreRefused) {
  VersionEdit edit;
  EXPECT_TRUE(edit.DecodeFrom(FileWithAttribute(65, "\x09")).IsCorruption());
  EXPECT_TRUE(edit.DecodeFrom(FileWithAttribute(9, "ab")).IsCorruption());
  EXPECT_TRUE(edit.DecodeFrom(FileWithAttribute(13, "")).IsCorruption());
  EXPECT_TRUE(edit.DecodeFrom(FileWithAttribute(12, "short")).IsCorruption());
  EXPECT_TRUE(edit.DecodeFrom(FileWithAttribute(3, "short")).IsCorruption());
}

TEST(VersionEdit, AMinLogInsideAFileEntryCounts) {
  std::string value;
  AppendFixed64(&value, 321);
  VersionEdit edit;
  ASSERT_OK(edit.DecodeFrom(FileWithAttribute(3, value)));
  EXPECT_EQ(321u, *edit.min_log_to_keep);
}

TEST(VersionEdit, ChecksumsCalledUnknownAreNone) {
  VersionEdit edit;
  ASSERT_OK(edit.DecodeFrom(FileWithAttribute(8, "Unknown")));
  EXPECT_TRUE(edit.new_files[0].second->checksum_func_name.empty());
  EXPECT_TRUE(edit.new_files[0].second->checksum.empty());
}

std::string OldFile(uint32_t generation) {
  std::string bytes;
  AppendVarint32(&bytes, generation);
  AppendVarint32(&bytes, 2);
  AppendVarint64(&bytes, 8);
  if (generation == 102) AppendVarint32(&bytes, 1);
  AppendVarint64(&bytes, 4096);
  AppendSized(&bytes, MakeInternalKey("a", 7, kTypeValue));
  AppendSized(&bytes, MakeInternalKey("b", 3, kTypeValue));
  if (generation != 7) {
    AppendVarint64(&bytes, 3);
    AppendVarint64(&bytes, 7);
  }
  return bytes;
}

TEST(VersionEdit, OlderGenerationsOfFileEntriesAreRead) {
  for (uint32_t generation : {7u, 100u, 102u}) {
    VersionEdit edit;
    ASSERT_OK(edit.DecodeFrom(OldFile(generation))) << generation;
    const FileMeta& f = *edit.new_files[0].second;
    EXPECT_EQ(2, edit.new_files[0].first);
    EXPECT_EQ(8u, f.number);
    EXPECT_EQ(4096u, f.file_size);
    EXPECT_EQ(7u, f.largest_seqno);
    EXPECT_EQ(generation == 102 ? 1u : 0u, f.path_id);
    EXPECT_EQ(0u, f.epoch);
  }
}

TEST(VersionEdit, AnOldEntryWithAPathThatCannotBeIsRefused) {
  std::string bytes = OldFile(102);
  const size_t path = 3;  // tag, level and number take a byte each
  ASSERT_EQ(1, bytes[path]);
  bytes[path] = 4;
  VersionEdit edit;
  EXPECT_TRUE(edit.DecodeFrom(bytes).IsCorruption());
}

TEST(VersionEdit, UnsizedWalEntriesAreRead) {
  std::string bytes;
  AppendVarint32(&bytes, 8196);
  AppendVarint64(&bytes, 12);
  AppendVarint32(&bytes, 2);
  AppendVarint64(&bytes, 99);
  AppendVarint32(&bytes, 1);
  AppendVarint32(&bytes, 8197);
  AppendVarint64(&bytes, 11);
  VersionEdit edit;
  ASSERT_OK(edit.DecodeFrom(bytes));
  ASSERT_EQ(1u, edit.wal_additions.size());
  EXPECT_EQ(99u, edit.wal_additions[0].second);
  EXPECT_EQ(11u, *edit.wals_deleted_before);
}

TEST(VersionEdit, BlobEntriesAreKeptAsTheyAre) {
  std::string body;
  for (uint64_t v : {21, 2, 300}) AppendVarint64(&body, v);
  AppendSized(&body, "method");
  AppendSized(&body, "value");
  AppendVarint32(&body, 5);
  AppendSized(&body, "custom");
  AppendVarint32(&body, 0);
  std::string bytes;
  AppendVarint32(&bytes, 400);
  bytes += body;
  VersionEdit edit;
  ASSERT_OK(edit.DecodeFrom(bytes));
  ASSERT_EQ(1u, edit.blob_records.size());
  EXPECT_EQ(400u, edit.blob_records[0].first);
  EXPECT_EQ(body, edit.blob_records[0].second);
  std::string again;
  ASSERT_TRUE(edit.EncodeTo(&again));
  EXPECT_EQ(bytes, again);
}

TEST(VersionEdit, EveryCutShortRecordIsRefusedOrAPrefixOfWholeFields) {
  for (const char* hex : kStockRecords) {
    const std::string whole = Unhex(hex);
    VersionEdit full;
    ASSERT_OK(full.DecodeFrom(whole));
    for (size_t n = 0; n < whole.size(); n++) {
      VersionEdit part;
      const Status s = part.DecodeFrom(Slice(whole.data(), n));
      EXPECT_TRUE(s.ok() || s.IsCorruption());
      EXPECT_LE(part.new_files.size(), full.new_files.size());
    }
  }
}

TEST(VersionEdit, FilesWithoutBoundsOrEpochAreNotEncoded) {
  std::string out;
  VersionEdit no_epoch, no_bound;
  auto f = FullFile();
  f->epoch = 0;
  no_epoch.AddFile(0, f);
  EXPECT_FALSE(no_epoch.EncodeTo(&out));
  auto g = FullFile();
  g->smallest.clear();
  no_bound.AddFile(2, g);
  EXPECT_FALSE(no_bound.EncodeTo(&out));
}

TEST(VersionEdit, MalformedFieldsAreNamed) {
  VersionEdit edit;
  std::string bytes;
  AppendVarint32(&bytes, 6);
  AppendVarint32(&bytes, 1u << 20);  // an absurd level
  EXPECT_TRUE(edit.DecodeFrom(bytes).IsCorruption());
  bytes.clear();
  AppendVarint32(&bytes, 5);
  AppendVarint32(&bytes, 1);
  AppendSized(&bytes, "short");
  EXPECT_TRUE(edit.DecodeFrom(bytes).IsCorruption());
  bytes.clear();
  AppendVarint32(&bytes, 8201);
  AppendSized(&bytes, "");
  EXPECT_TRUE(edit.DecodeFrom(bytes).IsCorruption());
  EXPECT_TRUE(edit.DecodeFrom("\xff").IsCorruption());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
