// MANIFEST records that are damaged in one field: each is refused as corruption and none is half
// read. Also sound records with rare fields.
#include <gtest/gtest.h>

#include "test/support/status_assertions.h"
#include "util/coding.h"
#include "version/manifest_tags.h"
#include "version/version_edit.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// Builds a record number by number.
struct Bytes {
  Bytes& Number(uint64_t v) {
    AppendVarint64(&text, v);
    return *this;
  }
  Bytes& Tag(Field f) { return Number(static_cast<uint64_t>(f)); }
  Bytes& Sized(const Slice& s) {
    AppendSized(&text, s);
    return *this;
  }
  std::string text;
};

// Every record that ends early, inside its single field, is refused.
void ExpectEveryCutRefused(const std::string& record) {
  VersionEdit edit;
  EXPECT_OK(edit.DecodeFrom(record));
  for (size_t n = 1; n < record.size(); n++) {
    EXPECT_TRUE(edit.DecodeFrom(Slice(record.data(), n)).IsCorruption()) << "cut at " << n;
  }
}

std::string OldFile(Field generation) {
  Bytes b;
  b.Tag(generation).Number(2).Number(8);
  if (generation == Field::kFileV3) b.Number(1);
  b.Number(4096).Sized(MakeInternalKey("a", 7, kTypeValue));
  b.Sized(MakeInternalKey("b", 3, kTypeValue));
  if (generation != Field::kFileV1) b.Number(3).Number(7);
  return b.text;
}

TEST(MalformedEdit, AFileEntryOfAnyGenerationCutAnywhereIsRefused) {
  for (Field generation : {Field::kFileV1, Field::kFileV2, Field::kFileV3}) {
    ExpectEveryCutRefused(OldFile(generation));
  }
}

TEST(MalformedEdit, AnOldFileThatEndsExclusivelyHasTheSequenceOfItsFirstKey) {
  Bytes b;
  b.Tag(Field::kFileV1).Number(1).Number(8).Number(4096);
  b.Sized(MakeInternalKey("a", 7, kTypeValue)).Sized(MakeExclusiveEnd("m"));
  VersionEdit edit;
  ASSERT_OK(edit.DecodeFrom(b.text));
  EXPECT_EQ(7u, edit.new_files[0].second->largest_seqno);
  EXPECT_TRUE(edit.new_files[0].second->ends_exclusive());
}

TEST(MalformedEdit, DeletionsAndCursorsCutAnywhereAreRefused) {
  ExpectEveryCutRefused(Bytes().Tag(Field::kFileGone).Number(3).Number(9000).text);
  const std::string key = MakeInternalKey("k", 1, kTypeValue);
  ExpectEveryCutRefused(Bytes().Tag(Field::kCompactCursor).Number(3).Sized(key).text);
  VersionEdit edit;
  const uint64_t absurd_level = 1 << 20;
  const Bytes b = Bytes().Tag(Field::kCompactCursor).Number(absurd_level).Sized(key);
  EXPECT_TRUE(edit.DecodeFrom(b.text).IsCorruption());
}

TEST(MalformedEdit, WalEntriesCutAnywhereAreRefused) {
  ExpectEveryCutRefused(
      Bytes().Tag(Field::kWalAddedUnsized).Number(12).Number(2).Number(700).Number(1).text);
  const std::string body = Bytes().Number(12).Number(2).Number(700).Number(1).text;
  ExpectEveryCutRefused(Bytes().Tag(Field::kWalAdded).Sized(body).text);
  ExpectEveryCutRefused(Bytes().Tag(Field::kWalsGone).Sized(Bytes().Number(4000).text).text);
}

TEST(MalformedEdit, AWalEntryOfUnknownContentIsRefused) {
  VersionEdit edit;
  const Bytes unknown_tag = Bytes().Number(12).Number(9).Number(700).Number(1);
  EXPECT_TRUE(
      edit.DecodeFrom(Bytes().Tag(Field::kWalAdded).Sized(unknown_tag.text).text).IsCorruption());
  // The body ends before its own end mark, though the record is whole.
  for (const Bytes& body : {Bytes(), Bytes().Number(12), Bytes().Number(12).Number(2)}) {
    EXPECT_TRUE(
        edit.DecodeFrom(Bytes().Tag(Field::kWalAdded).Sized(body.text).text).IsCorruption());
  }
  EXPECT_TRUE(edit.DecodeFrom(Bytes().Tag(Field::kWalsGone).Sized("").text).IsCorruption());
}

TEST(MalformedEdit, BlobEntriesCutAnywhereAreRefused) {
  ExpectEveryCutRefused(Bytes()
                            .Tag(Field::kBlobAdded)
                            .Number(21)
                            .Number(2)
                            .Number(300)
                            .Sized("method")
                            .Sized("value")
                            .Number(5)
                            .Sized("custom")
                            .Number(0)
                            .text);
}

TEST(MalformedEdit, BlobGarbageIsKeptAsItIs) {
  const std::string record =
      Bytes().Tag(Field::kBlobGarbage).Number(21).Number(2).Number(300).Number(0).text;
  ExpectEveryCutRefused(record);
  VersionEdit edit;
  ASSERT_OK(edit.DecodeFrom(record));
  ASSERT_EQ(1u, edit.blob_records.size());
  EXPECT_EQ(401u, edit.blob_records[0].first);
  std::string again;
  ASSERT_TRUE(edit.EncodeTo(&again));
  EXPECT_EQ(record, again);
}

TEST(MalformedEdit, AHalfUniqueIdIsRefused) {
  VersionEdit edit, back;
  auto f = std::make_shared<FileMeta>();
  f->number = 7;
  f->smallest = MakeInternalKey("a", 5, kTypeValue);
  f->largest = MakeInternalKey("b", 5, kTypeValue);
  edit.AddFile(1, f);
  std::string bytes;
  ASSERT_TRUE(edit.EncodeTo(&bytes));
  bytes.pop_back();  // the end mark
  Bytes half{bytes};
  half.Number(static_cast<uint64_t>(FileAttribute::kUniqueId)).Sized(std::string(12, 'u'));
  half.Number(static_cast<uint64_t>(FileAttribute::kEnd));
  EXPECT_TRUE(back.DecodeFrom(half.text).IsCorruption());
}

TEST(MalformedEdit, WhetherTimestampsAreKeptIsAByteOfItsOwn) {
  for (bool kept : {true, false}) {
    VersionEdit edit, back;
    edit.persist_user_defined_timestamps = kept;
    std::string bytes;
    ASSERT_TRUE(edit.EncodeTo(&bytes));
    ASSERT_OK(back.DecodeFrom(bytes));
    EXPECT_EQ(kept, *back.persist_user_defined_timestamps);
    ExpectEveryCutRefused(bytes);
  }
  VersionEdit edit;
  EXPECT_TRUE(
      edit.DecodeFrom(Bytes().Tag(Field::kKeepsTimestamps).Sized("xy").text).IsCorruption());
}

TEST(MalformedEdit, AFileWhoseLastKeyIsTooShortIsNotEncoded) {
  VersionEdit edit;
  auto f = std::make_shared<FileMeta>();
  f->smallest = MakeInternalKey("a", 5, kTypeValue);
  f->largest = "short";
  edit.AddFile(2, f);
  std::string out;
  EXPECT_FALSE(edit.EncodeTo(&out));
}

TEST(MalformedEdit, TheTextOfAnEditShowsWhichFilesEndExclusively) {
  VersionEdit edit;
  auto f = std::make_shared<FileMeta>();
  f->number = 7;
  f->smallest = MakeInternalKey("a", 5, kTypeValue);
  f->largest = MakeExclusiveEnd("m");
  edit.AddFile(2, f);
  auto g = f->Clone();
  g->largest = MakeInternalKey("m", 5, kTypeValue);
  edit.AddFile(3, g);
  const std::string text = edit.DebugString(false);
  EXPECT_NE(std::string::npos, text.find("L2 #7 0B [a .. m) seq")) << text;
  EXPECT_NE(std::string::npos, text.find("L3 #7 0B [a .. m] seq")) << text;
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
