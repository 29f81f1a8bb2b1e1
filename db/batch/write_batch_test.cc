// Batches: their bytes, their order, the records they refuse, and the Status of damaged ones.
#include "rocksdb/write_batch.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "db/batch/batch_reader.h"
#include "db/batch/write_batch_internal.h"
#include "rocksdb/comparator.h"
#include "rocksdb/db.h"
#include "test/support/status_assertions.h"
#include "util/random.h"
#include "util/sync_point.h"

namespace ROCKSDB_NAMESPACE {
namespace {

// A column family that is only an id and a comparator.
class FakeFamily : public ColumnFamilyHandle {
 public:
  explicit FakeFamily(uint32_t id, const Comparator* order = BytewiseComparator())
      : id_(id), order_(order) {}
  const std::string& GetName() const override { return name_; }
  uint32_t GetID() const override { return id_; }
  Status GetDescriptor(ColumnFamilyDescriptor*) override { return Status::OK(); }
  const Comparator* GetComparator() const override { return order_; }

 private:
  const std::string name_ = "fake";
  const uint32_t id_;
  const Comparator* const order_;
};

// Records every call.
class Recorder : public WriteBatch::Handler {
 public:
  Status PutCF(uint32_t cf, const Slice& k, const Slice& v) override {
    return Note("put", cf, k, v);
  }
  Status PutEntityCF(uint32_t cf, const Slice& k, const Slice& v) override {
    WideColumns columns;
    PinnableWideColumns parsed;
    Status s = parsed.SetWideColumnValue(v);
    if (!s.ok()) return s;
    std::string text;
    for (const WideColumn& c : parsed.columns())
      text += c.name().ToString() + ":" + c.value().ToString() + ";";
    return Note("entity", cf, k, text);
  }
  Status DeleteCF(uint32_t cf, const Slice& k) override { return Note("delete", cf, k, Slice()); }
  Status SingleDeleteCF(uint32_t cf, const Slice& k) override {
    return Note("single", cf, k, Slice());
  }
  Status DeleteRangeCF(uint32_t cf, const Slice& b, const Slice& e) override {
    return Note("range", cf, b, e);
  }
  Status MergeCF(uint32_t cf, const Slice& k, const Slice& v) override {
    return Note("merge", cf, k, v);
  }
  Status PutBlobIndexCF(uint32_t cf, const Slice& k, const Slice& v) override {
    return Note("blob", cf, k, v);
  }
  void LogData(const Slice& blob) override { seen += "log(" + blob.ToString() + ")"; }
  Status MarkBeginPrepare(bool unprepared) override {
    seen += unprepared ? "begin-unprepared" : "begin";
    return Status::OK();
  }
  Status MarkEndPrepare(const Slice& xid) override { return Note("end", 0, xid, Slice()); }
  Status MarkNoop(bool empty) override {
    seen += empty ? "noop-empty" : "noop";
    return Status::OK();
  }
  Status MarkRollback(const Slice& xid) override { return Note("rollback", 0, xid, Slice()); }
  Status MarkCommit(const Slice& xid) override { return Note("commit", 0, xid, Slice()); }
  Status MarkCommitWithTimestamp(const Slice& xid, const Slice& ts) override {
    return Note("commit", 0, xid, ts);
  }
  bool Continue() override { return stop_after-- > 0; }

  Status Note(const char* what, uint32_t cf, const Slice& k, const Slice& v) {
    seen += std::string(what) + "@" + std::to_string(cf) + "(" + k.ToString() + "," + v.ToString() +
            ")";
    return answers.empty() ? Status::OK() : Answer();
  }

  std::string seen;
  std::vector<Status> answers;
  int stop_after = 1 << 30;

 private:
  Status Answer() {
    Status s = answers.front();
    answers.erase(answers.begin());
    return s;
  }
};

std::string Walk(const WriteBatch& batch) {
  Recorder recorder;
  Status s = batch.Iterate(&recorder);
  return s.ok() ? recorder.seen : recorder.seen + " " + s.ToString();
}

std::string Bytes(std::initializer_list<int> list) { return std::string(list.begin(), list.end()); }

TEST(WriteBatch, HasTheBytesThatRocksDbWrites) {
  WriteBatch batch;
  FakeFamily two(2), large(300);
  ASSERT_OK(batch.Put("k", "vv"));
  ASSERT_OK(batch.Delete(&two, "d"));
  ASSERT_OK(batch.DeleteRange("a", "b"));
  ASSERT_OK(batch.Merge(&large, "m", ""));
  ASSERT_OK(batch.PutLogData("x"));
  BatchAccess::SetSequence(&batch, 0x0102030405060708);
  const std::string expected = Bytes({8, 7, 6, 5, 4, 3, 2, 1, 4, 0, 0, 0}) +
                               Bytes({0x01, 1, 'k', 2, 'v', 'v'}) + Bytes({0x04, 2, 1, 'd'}) +
                               Bytes({0x0F, 1, 'a', 1, 'b'}) +
                               Bytes({0x06, 0xAC, 0x02, 1, 'm', 0}) + Bytes({0x03, 1, 'x'});
  EXPECT_EQ(batch.Data(), expected);
  EXPECT_EQ(batch.Count(), 4u);
  EXPECT_EQ(batch.GetDataSize(), expected.size());
}

TEST(WriteBatch, GivesUpdatesBackInOrder) {
  WriteBatch batch;
  FakeFamily zero(0), nine(9);
  ASSERT_OK(batch.Put(&zero, "a", "1"));
  ASSERT_OK(batch.Put(&nine, "b", "2"));
  ASSERT_OK(batch.SingleDelete("c"));
  ASSERT_OK(batch.SingleDelete(&nine, "d"));
  ASSERT_OK(batch.DeleteRange(&nine, "e", "f"));
  ASSERT_OK(batch.Merge("g", "3"));
  ASSERT_OK(BatchAccess::AppendBlobIndex(&batch, 9, "h", "4"));
  ASSERT_OK(batch.PutEntity(&zero, "i", {{"z", "6"}, {"", "5"}}));
  ASSERT_OK(batch.PutLogData("note"));
  EXPECT_EQ(Walk(batch),
            "put@0(a,1)put@9(b,2)single@0(c,)single@9(d,)range@9(e,f)merge@0(g,3)blob@9(h,4)"
            "entity@0(i,:5;z:6;)log(note)");
  EXPECT_TRUE(batch.HasPut() && batch.HasSingleDelete() && batch.HasDeleteRange() &&
              batch.HasMerge() && batch.HasPutEntity());
  EXPECT_FALSE(batch.HasDelete() || batch.HasCommit() || batch.HasTimedPut());
}

TEST(WriteBatch, AnEntityWithoutAFamilyIsRefusedBeforeAnythingIsAdded) {
  FakeFamily nine(9);
  WriteBatch batch;
  EXPECT_TRUE(batch.PutEntity(nullptr, "k", {{"c", "v"}}).IsInvalidArgument());
  AttributeGroups groups;
  groups.emplace_back(&nine, WideColumns{{"c", "v"}});
  groups.emplace_back(nullptr, WideColumns{{"c", "v"}});
  EXPECT_TRUE(batch.PutEntity("k", groups).IsInvalidArgument());
  EXPECT_EQ(0u, batch.Count());
  EXPECT_EQ(Walk(batch), "");
}

TEST(WriteBatch, MadeFromBytesKnowsItsContents) {
  WriteBatch batch;
  ASSERT_OK(batch.Delete("k"));
  WriteBatch copy(batch.Data());
  EXPECT_TRUE(copy.HasDelete());
  EXPECT_FALSE(copy.HasPut());
  ASSERT_OK(copy.Put("l", "1"));
  EXPECT_TRUE(copy.HasPut());
  EXPECT_EQ(Walk(copy), "delete@0(k,)put@0(l,1)");
}

TEST(WriteBatch, JoinsKeysAndValuesGivenInParts) {
  WriteBatch batch;
  FakeFamily three(3);
  const Slice key[] = {"ke", "", "y"};
  const Slice value[] = {"va", "lue"};
  ASSERT_OK(batch.Put(&three, SliceParts(key, 3), SliceParts(value, 2)));
  ASSERT_OK(batch.Delete(SliceParts(key, 1)));
  ASSERT_OK(batch.SingleDelete(SliceParts(key, 3)));
  ASSERT_OK(batch.DeleteRange(SliceParts(key, 2), SliceParts(key, 3)));
  ASSERT_OK(batch.Merge(SliceParts(key, 3), SliceParts(value, 0)));
  EXPECT_EQ(Walk(batch), "put@3(key,value)delete@0(ke,)single@0(key,)range@0(ke,key)merge@0(key,)");
}

TEST(WriteBatch, MalformedBytesStayRefusedBehindASavePoint) {
  WriteBatch made;
  ASSERT_OK(made.Put("k", "v"));
  std::string bytes = made.Data();
  bytes.push_back(kTypeValue);  // a record without its key
  WriteBatch batch(bytes);
  batch.SetSavePoint();
  ASSERT_OK(batch.PutLogData("behind"));
  ASSERT_OK(batch.RollbackToSavePoint());
  EXPECT_TRUE(BatchAccess::CheckWritable(batch).IsCorruption());
}

TEST(WriteBatch, RollsBackToNestedSavePoints) {
  WriteBatch batch;
  EXPECT_TRUE(batch.RollbackToSavePoint().IsNotFound());
  batch.SetSavePoint();
  ASSERT_OK(batch.Put("a", "1"));
  batch.SetSavePoint();
  ASSERT_OK(batch.Delete("b"));
  batch.SetSavePoint();
  ASSERT_OK(batch.Merge("c", "2"));
  ASSERT_OK(batch.PopSavePoint());
  ASSERT_OK(batch.RollbackToSavePoint());
  EXPECT_EQ(Walk(batch), "put@0(a,1)");
  EXPECT_EQ(batch.Count(), 1u);
  EXPECT_FALSE(batch.HasDelete() || batch.HasMerge());
  ASSERT_OK(batch.RollbackToSavePoint());
  EXPECT_EQ(batch.GetDataSize(), kBatchHeaderBytes);
  EXPECT_TRUE(batch.PopSavePoint().IsNotFound());
}

TEST(WriteBatch, RefusesWhatWouldExceedItsLimitAndStaysAsItWas) {
  WriteBatch batch(0, kBatchHeaderBytes + 7);
  ASSERT_OK(batch.Put("a", "1"));
  EXPECT_TRUE(batch.Put("b", "2").IsMemoryLimit());
  EXPECT_TRUE(batch.PutLogData("12").IsMemoryLimit());
  EXPECT_EQ(Walk(batch), "put@0(a,1)");
  batch.SetMaxBytes(0);
  EXPECT_OK(batch.Put("b", "2"));
}

TEST(WriteBatch, StopsWhenTheHandlerHasEnough) {
  WriteBatch batch;
  for (const char* key : {"a", "b", "c"}) ASSERT_OK(batch.Delete(key));
  Recorder recorder;
  recorder.stop_after = 2;
  ASSERT_OK(batch.Iterate(&recorder));
  EXPECT_EQ(recorder.seen, "delete@0(a,)delete@0(b,)");
}

TEST(WriteBatch, OffersARecordOnceMoreOnTryAgain) {
  WriteBatch batch;
  ASSERT_OK(batch.Delete("a"));
  Recorder once;
  once.answers = {Status::TryAgain()};
  EXPECT_OK(batch.Iterate(&once));
  EXPECT_EQ(once.seen, "delete@0(a,)delete@0(a,)");
  Recorder twice;
  twice.answers = {Status::TryAgain(), Status::TryAgain()};
  EXPECT_TRUE(batch.Iterate(&twice).IsCorruption());
}

TEST(WriteBatch, DefaultHandlerTakesOnlyTheDefaultColumnFamily) {
  class Plain : public WriteBatch::Handler {
   public:
    void Put(const Slice& k, const Slice&) override { keys += k.ToString(); }
    void Delete(const Slice& k) override { keys += k.ToString(); }
    std::string keys;
  } plain;
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", ""));
  ASSERT_OK(batch.Delete("b"));
  EXPECT_OK(batch.Iterate(&plain));
  EXPECT_EQ(plain.keys, "ab");
  FakeFamily one(1);
  ASSERT_OK(batch.Put(&one, "c", ""));
  EXPECT_TRUE(batch.Iterate(&plain).IsInvalidArgument());
}

TEST(WriteBatch, MovedFromBatchIsEmptyAndUsable) {
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  batch.SetSavePoint();
  ASSERT_OK(batch.Put("b", "2"));
  WriteBatch copy(batch);
  WriteBatch moved(std::move(batch));
  EXPECT_EQ(Walk(moved), Walk(copy));
  ASSERT_OK(copy.RollbackToSavePoint());
  EXPECT_EQ(Walk(copy), "put@0(a,1)");
  EXPECT_EQ(batch.Count(), 0u);  // NOLINT: what a move leaves behind is the point
  ASSERT_OK(batch.Delete("c"));
  EXPECT_EQ(Walk(batch), "delete@0(c,)");
}

TEST(WriteBatch, AppendAddsRecordsAndCounts) {
  WriteBatch first, second;
  ASSERT_OK(first.Put("a", "1"));
  ASSERT_OK(second.Delete("b"));
  second.MarkWalTerminationPoint();
  ASSERT_OK(second.Merge("c", "2"));
  WriteBatch whole(first);
  ASSERT_OK(BatchAccess::Append(&whole, second, false));
  EXPECT_EQ(Walk(whole), "put@0(a,1)delete@0(b,)merge@0(c,2)");
  ASSERT_OK(BatchAccess::Append(&first, second, true));
  EXPECT_EQ(Walk(first), "put@0(a,1)delete@0(b,)");
  EXPECT_FALSE(first.HasMerge());
}

TEST(WriteBatch, CarriesThePreparedSectionOfATransaction) {
  WriteBatch batch;
  BatchAccess::AppendNoop(&batch);
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(BatchAccess::ClosePrepared(&batch, "xid", true, false));
  BatchAccess::AppendNoop(&batch);
  BatchAccess::AppendCommitWithTimestamp(&batch, "xid", "ts");
  BatchAccess::AppendRollback(&batch, "other");
  EXPECT_EQ(Walk(batch), "beginput@0(a,1)end@0(xid,)noop-emptycommit@0(xid,ts)rollback@0(other,)");
  EXPECT_EQ(batch.Count(), 1u);
  EXPECT_TRUE(batch.HasBeginPrepare() && batch.HasEndPrepare() && batch.HasCommit() &&
              batch.HasRollback());
  WriteBatch no_place;
  ASSERT_OK(no_place.Put("a", "1"));
  EXPECT_NOT_OK(BatchAccess::ClosePrepared(&no_place, "xid", true, false));
}

TEST(WriteBatch, FindsEveryCutAndNeverReadsBeyond) {
  WriteBatch batch;
  FakeFamily large(70000);
  ASSERT_OK(batch.Put(&large, "key", std::string(200, 'v')));
  ASSERT_OK(batch.DeleteRange("a", "b"));
  for (size_t n = 0; n < batch.GetDataSize(); ++n) {
    // Exactly n bytes on the heap, so that a sanitizer sees a read beyond them.
    const std::unique_ptr<char[]> cut(new char[n]);
    std::copy_n(batch.Data().data(), n, cut.get());
    BatchReader reader(Slice(cut.get(), n));
    while (reader.Next()) {
    }
    EXPECT_TRUE(reader.status().IsCorruption()) << n << " bytes";
  }
}

TEST(WriteBatch, SurvivesRandomDamage) {
  const uint64_t seed = 301;
  SCOPED_TRACE(seed);
  Random64 random(seed);
  WriteBatch batch;
  for (int i = 0; i < 20; ++i) ASSERT_OK(batch.Put(std::string(i, 'k'), std::string(i * 9, 'v')));
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = batch.Data();
    for (int flips = 0; flips < 3; ++flips) {
      bytes[random.Uniform(bytes.size())] = static_cast<char>(random.Next());
    }
    WriteBatch damaged(std::move(bytes));
    Recorder recorder;
    damaged.Iterate(&recorder).PermitUncheckedError();
    EXPECT_LE(recorder.seen.size(), 40000u);
  }
}

TEST(WriteBatch, WrongCountIsCorruption) {
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  BatchAccess::SetCount(&batch, 2);
  Recorder recorder;
  EXPECT_TRUE(batch.Iterate(&recorder).IsCorruption());
}

TEST(WriteBatch, ProtectionNoticesChangedRecords) {
  WriteBatch batch(0, 0, 8, 0);
  EXPECT_EQ(batch.GetProtectionBytesPerKey(), 8u);
  ASSERT_OK(batch.Put("a", "1"));
  batch.SetSavePoint();
  ASSERT_OK(batch.Put("b", "2"));
  EXPECT_OK(batch.VerifyChecksum());
  ASSERT_OK(batch.RollbackToSavePoint());
  EXPECT_OK(batch.VerifyChecksum());
  const_cast<char&>(batch.Data().back()) ^= 1;
  EXPECT_TRUE(batch.VerifyChecksum().IsCorruption());
}

TEST(WriteBatch, ProtectionStaysRightThroughEveryWayToChangeABatch) {
  FakeFamily other(4, BytewiseComparator());
  WriteBatch batch(0, 0, 8, 0);
  const Slice key_parts[] = {"ke", "y"};
  const Slice value_parts[] = {"va", "lue"};
  ASSERT_OK(batch.Put(SliceParts(key_parts, 2), SliceParts(value_parts, 2)));
  ASSERT_OK(batch.Delete(&other, "gone"));
  ASSERT_OK(batch.PutLogData("blob"));
  ASSERT_OK(batch.DeleteRange("a", "b"));
  EXPECT_OK(batch.VerifyChecksum());
  WriteBatch copy(batch);
  EXPECT_OK(copy.VerifyChecksum());
  EXPECT_EQ(copy.GetProtectionBytesPerKey(), 8u);
  WriteBatch moved(std::move(copy));
  EXPECT_OK(moved.VerifyChecksum());
  ASSERT_OK(BatchAccess::Append(&moved, batch, false));
  EXPECT_OK(moved.VerifyChecksum());
  moved.SetSavePoint();
  ASSERT_OK(moved.Merge("m", "operand"));
  ASSERT_OK(moved.RollbackToSavePoint());
  EXPECT_OK(moved.VerifyChecksum());
  moved.Clear();
  EXPECT_OK(moved.VerifyChecksum());
  ASSERT_OK(moved.Put("k", "v"));
  EXPECT_OK(moved.VerifyChecksum());
  ASSERT_OK(BatchAccess::SetContents(&moved, batch.Data()));
  EXPECT_OK(moved.VerifyChecksum());
  const_cast<char&>(moved.Data().back()) ^= 1;
  EXPECT_TRUE(moved.VerifyChecksum().IsCorruption());
}

TEST(WriteBatch, DamageSurvivesNoWayToChangeAProtectedBatch) {
  WriteBatch damaged(0, 0, 8, 0);
  ASSERT_OK(damaged.Put("a", "1"));
  const_cast<char&>(damaged.Data().back()) ^= 1;
  WriteBatch whole(0, 0, 8, 0);
  ASSERT_OK(whole.Put("b", "2"));
  EXPECT_TRUE(BatchAccess::Append(&whole, damaged, false).IsCorruption());
  EXPECT_OK(whole.VerifyChecksum());
  EXPECT_EQ(whole.Count(), 1u);
  ASSERT_OK(BatchAccess::Append(&damaged, whole, false));
  EXPECT_TRUE(damaged.VerifyChecksum().IsCorruption());
  const auto none = [](uint32_t) { return size_t{0}; };
  EXPECT_TRUE(damaged.UpdateTimestamps("", none).IsCorruption());
  EXPECT_TRUE(BatchAccess::ClosePrepared(&damaged, "x", true, false).IsCorruption());
  ASSERT_OK(damaged.Put("c", "3"));
  EXPECT_TRUE(damaged.VerifyChecksum().IsCorruption());
}

TEST(WriteBatch, GuardsNoticeRecordsThatAreLostOrAdded) {
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  ASSERT_OK(batch.Put("b", "2"));
  BatchGuards guards;
  ASSERT_OK(BatchAccess::MakeGuards(batch, &guards));
  EXPECT_OK(VerifyGuards(batch.Data(), guards));
  BatchGuards fewer(guards.begin(), guards.end() - 1), more(guards);
  more.push_back(1);
  EXPECT_TRUE(VerifyGuards(batch.Data(), fewer).IsCorruption());
  EXPECT_TRUE(VerifyGuards(batch.Data(), more).IsCorruption());
  BatchAccess::SetCount(&batch, 1);
  EXPECT_TRUE(VerifyGuards(batch.Data(), guards).IsCorruption());
}

#ifdef BUCKETLSM_SYNC_POINTS
TEST(WriteBatch, ACopyThatIsNotWhatTheCallerGaveIsToldAtOnce) {
  for (const size_t byte : {size_t{0}, size_t{2}, size_t{4}}) {
    WriteBatch batch(0, 0, 8, 0);
    ASSERT_OK(batch.Put("a", "1"));
    SyncPoints::Get().SetCallback("WriteBatch::AddRecord:Copied",
                                  [byte](void* record) { static_cast<char*>(record)[byte] ^= 4; });
    SyncPoints::Get().Enable();
    Status s = batch.Put("b", "2");
    SyncPoints::Get().Clear();
    EXPECT_TRUE(s.IsCorruption()) << byte << " " << s.ToString();
    EXPECT_TRUE(batch.VerifyChecksum().IsCorruption());
  }
}
#endif

TEST(WriteBatch, ReleasingGivesTheBytesAwayAndLeavesAnEmptyBatch) {
  WriteBatch batch;
  ASSERT_OK(batch.Put("a", "1"));
  batch.SetSavePoint();
  const std::string bytes = batch.Data();
  EXPECT_EQ(batch.Release(), bytes);
  EXPECT_EQ(batch.Count(), 0u);
  EXPECT_TRUE(batch.RollbackToSavePoint().IsNotFound());
  ASSERT_OK(batch.Put("b", "2"));
  EXPECT_EQ(batch.Count(), 1u);
}

TEST(WriteBatch, NotesTimestampSizesWhileItIsAskedTo) {
  FakeFamily stamped(4, BytewiseComparatorWithU64Ts()), plain(5, BytewiseComparator());
  WriteBatch batch;
  ASSERT_OK(batch.Put(&stamped, "a", "1"));
  EXPECT_TRUE(batch.GetColumnFamilyToTimestampSize().empty());
  batch.SetTrackTimestampSize(true);
  ASSERT_OK(batch.Put(&stamped, "a", "1"));
  ASSERT_OK(batch.Put(&plain, "a", "1"));
  batch.MaybeTrackTimestampSize(6, 16);
  const std::unordered_map<uint32_t, size_t> sizes = {{4, 8}, {6, 16}};
  EXPECT_EQ(batch.GetColumnFamilyToTimestampSize(), sizes);
  WriteBatch copy(batch);
  EXPECT_EQ(copy.GetColumnFamilyToTimestampSize(), sizes);
  WriteBatch moved(std::move(copy));
  EXPECT_EQ(moved.GetColumnFamilyToTimestampSize(), sizes);
  moved.Clear();
  EXPECT_TRUE(moved.GetColumnFamilyToTimestampSize().empty());
}

TEST(WriteBatch, StampsKeysOfFamiliesWithTimestamps) {
  FakeFamily stamped(4, BytewiseComparatorWithU64Ts());
  WriteBatch batch;
  const std::string ts(8, 't');
  ASSERT_OK(batch.Put(&stamped, "a", "1"));
  ASSERT_OK(batch.DeleteRange(&stamped, "b", "c"));
  ASSERT_OK(batch.Put(&stamped, "d", ts, "2"));
  EXPECT_TRUE(batch.Put(&stamped, "e", "short", "3").IsInvalidArgument());
  EXPECT_TRUE(BatchAccess::NeedsTimestamps(batch));
  const auto size_of = [](uint32_t cf) { return cf == 4 ? size_t{8} : size_t{0}; };
  ASSERT_OK(batch.UpdateTimestamps(ts, size_of));
  EXPECT_FALSE(BatchAccess::NeedsTimestamps(batch));
  EXPECT_EQ(Walk(batch),
            "put@4(a" + ts + ",1)range@4(b" + ts + ",c" + ts + ")put@4(d" + ts + ",2)");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
