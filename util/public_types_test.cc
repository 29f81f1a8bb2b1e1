// Tests of the small public types: slices, statuses, cleanups, comparators, prefix extractors.
#include <gtest/gtest.h>

#include <memory>

#include "rocksdb/cleanable.h"
#include "rocksdb/comparator.h"
#include "rocksdb/concurrent_task_limiter.h"
#include "rocksdb/data_structure.h"
#include "rocksdb/file_checksum.h"
#include "rocksdb/io_status.h"
#include "rocksdb/slice.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/status.h"
#include "test/support/status_assertions.h"
#include "util/internal_key.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

namespace {

void Increment(void* counter, void* /*unused*/) { ++*static_cast<int*>(counter); }

}  // namespace

TEST(Slice, OrderIsBytewiseAndUnsigned) {
  EXPECT_LT(Slice("a").compare("b"), 0);
  EXPECT_LT(Slice("a").compare("aa"), 0);
  EXPECT_GT(Slice("\xff").compare("a"), 0);
  EXPECT_EQ(Slice("").compare(Slice()), 0);
  EXPECT_EQ(Slice("abcd").difference_offset("abxd"), 2u);
}

TEST(Slice, HexComesBack) {
  std::string back;
  EXPECT_EQ(Slice("\x01\xab", 2).ToString(true), "01AB");
  EXPECT_TRUE(Slice("01aB").DecodeHex(&back));
  EXPECT_EQ(back, "\x01\xab");
  EXPECT_FALSE(Slice("01a").DecodeHex(&back));
  EXPECT_FALSE(Slice("zz").DecodeHex(&back));
}

TEST(Slice, PartsAreJoined) {
  const Slice parts[] = {"ab", "", "cd"};
  std::string buf;
  EXPECT_EQ(Slice(SliceParts(parts, 3), &buf), Slice("abcd"));
}

TEST(PinnableSlice, MovingTakesPinOrBufferAlong) {
  int released = 0;
  PinnableSlice pinned;
  pinned.PinSlice("data", Increment, &released, nullptr);
  PinnableSlice moved(std::move(pinned));
  EXPECT_TRUE(moved.IsPinned());
  EXPECT_EQ(moved, Slice("data"));
  moved.Reset();
  EXPECT_EQ(released, 1);

  PinnableSlice copied;
  copied.PinSelf("own");
  PinnableSlice target;
  target = std::move(copied);
  EXPECT_EQ(target, Slice("own"));
  EXPECT_FALSE(target.IsPinned());
  EXPECT_TRUE(copied.empty());  // NOLINT: a moved-from slice is usable here
}

TEST(Cleanable, EveryFunctionRunsOnceWherverItWasDelegated) {
  int runs = 0;
  {
    Cleanable keeper;
    {
      Cleanable source;
      for (int i = 0; i < 3; ++i) {
        source.RegisterCleanup(Increment, &runs, nullptr);
      }
      source.DelegateCleanupsTo(&keeper);
      EXPECT_FALSE(source.HasCleanups());
    }
    EXPECT_EQ(runs, 0);
    keeper.RegisterCleanup(Increment, &runs, nullptr);
  }
  EXPECT_EQ(runs, 4);
}

TEST(SharedCleanable, TheLastHolderRunsTheCleanups) {
  int runs = 0;
  Cleanable user;
  {
    SharedCleanablePtr first;
    first.Allocate();
    first->RegisterCleanup(Increment, &runs, nullptr);
    SharedCleanablePtr second = first;
    first.Reset();
    second.MoveAsCleanupTo(&user);
  }
  EXPECT_EQ(runs, 0);
  user.Reset();
  EXPECT_EQ(runs, 1);
}

TEST(Status, TextsAreThoseOfRocksDb) {
  EXPECT_EQ(Status::OK().ToString(), "OK");
  EXPECT_EQ(Status::NotFound("key", "a").ToString(), "NotFound: key: a");
  EXPECT_EQ(Status::NotFound().ToString(), "NotFound: ");
  EXPECT_EQ(Status::Busy(Status::kDeadlock).ToString(), "Resource busy: Deadlock");
  EXPECT_EQ(IOStatus::NoSpace("While appending", "why").ToString(),
            "IO error: No space left on device: While appending: why");
  EXPECT_EQ(Status::CopyAppendMessage(Status::Corruption("a"), "; ", "b").ToString(),
            "Corruption: a; b");
}

TEST(Status, CopiesAndMovesKeepEverything) {
  IOStatus io = IOStatus::PathNotFound("file");
  io.SetRetryable(true);
  io.SetDataLoss(true);
  io.SetScope(IOStatus::kIOErrorScopeFile);
  const Status general = io;
  EXPECT_TRUE(general.IsPathNotFound());
  IOStatus moved = std::move(io);
  EXPECT_TRUE(moved.GetRetryable());
  EXPECT_EQ(moved.GetScope(), IOStatus::kIOErrorScopeFile);
  const IOStatus back = status_to_io_status(Status(general));
  EXPECT_TRUE(back.GetDataLoss());
  EXPECT_EQ(Status(general, Status::kHardError).severity(), Status::kHardError);
}

TEST(BytewiseComparator, SeparatorsLieBetweenAndAreNeverLonger) {
  Random64 random(5);
  const auto key = [&random] {
    std::string s;
    for (uint64_t n = random.Uniform(6); n > 0; --n) {
      s.push_back("\x00\x01\x7f\xfe\xff"[random.Uniform(5)]);
    }
    return s;
  };
  for (const Comparator* order : {BytewiseComparator(), ReverseBytewiseComparator()}) {
    for (int i = 0; i < 20000; ++i) {
      std::string a = key();
      std::string b = key();
      if (order->Compare(a, b) > 0) {
        std::swap(a, b);
      }
      std::string cut = a;
      order->FindShortestSeparator(&cut, b);
      EXPECT_LE(cut.size(), a.size());
      EXPECT_LE(order->Compare(a, cut), 0);
      if (order->Compare(a, b) < 0) {
        EXPECT_LT(order->Compare(cut, b), 0);
      }
      std::string next = a;
      order->FindShortSuccessor(&next);
      EXPECT_LE(order->Compare(a, next), 0);
    }
  }
}

TEST(BytewiseComparator, ImmediateSuccessorsOfOneLengthAreRecognized) {
  const Comparator* order = BytewiseComparator();
  EXPECT_TRUE(order->IsSameLengthImmediateSuccessor("ab", "ac"));
  EXPECT_TRUE(order->IsSameLengthImmediateSuccessor(Slice("a\xff", 2), Slice("b\0", 2)));
  EXPECT_FALSE(order->IsSameLengthImmediateSuccessor("ab", "ad"));
  EXPECT_FALSE(order->IsSameLengthImmediateSuccessor("ab", "abc"));
  EXPECT_FALSE(order->IsSameLengthImmediateSuccessor(Slice("a\xff", 2), Slice("b\1", 2)));
}

// Counts what it is asked, under a name of its own.
class NamedComparator final : public Comparator {
 public:
  explicit NamedComparator(const char* name) : name_(name) {}
  const char* Name() const override { return name_; }
  int Compare(const Slice& a, const Slice& b) const override {
    ++calls;
    return a.compare(b);
  }
  void FindShortestSeparator(std::string* /*start*/, const Slice& /*limit*/) const override {}
  void FindShortSuccessor(std::string* /*key*/) const override {}
  mutable int calls = 0;

 private:
  const char* name_;
};

TEST(InternalKeyOrder, OfANameThatStandsForMemcmpAsksTheComparatorNothing) {
  const NamedComparator known("RocksDB_SE_v3.10");
  const InternalKeyOrder order(&known);
  EXPECT_TRUE(order.bytewise());
  EXPECT_LT(order.CompareUserKeys("a", "b"), 0);
  EXPECT_TRUE(order.SameUserKey("a", "a"));
  EXPECT_EQ(known.calls, 0);
  EXPECT_EQ(order.user_comparator(), &known);
}

TEST(InternalKeyOrder, OfAnyOtherNameAsksTheComparator) {
  for (const char* name : {"rev:RocksDB_SE_v3.10", "RocksDB_SE_v3.1", "leveldb.Bytewise", ""}) {
    const NamedComparator unknown(name);
    const InternalKeyOrder order(&unknown);
    EXPECT_FALSE(order.bytewise()) << name;
    EXPECT_LT(order.CompareUserKeys("a", "b"), 0);
    EXPECT_EQ(unknown.calls, 1) << name;
  }
  EXPECT_TRUE(OrdersBytewise(BytewiseComparator()));
  EXPECT_FALSE(OrdersBytewise(ReverseBytewiseComparator()));
  EXPECT_FALSE(OrdersBytewise(BytewiseComparatorWithU64Ts()));
  EXPECT_FALSE(OrdersBytewise(nullptr));
}

TEST(TimestampComparator, NewerTimestampsOfAKeySortFirst) {
  for (const Comparator* order :
       {BytewiseComparatorWithU64Ts(), ReverseBytewiseComparatorWithU64Ts()}) {
    std::string older;
    std::string newer;
    EncodeU64Ts(5, &older);
    EncodeU64Ts(6, &newer);
    EXPECT_LT(order->Compare("key" + newer, "key" + older), 0);
    EXPECT_EQ(order->CompareWithoutTimestamp("key" + newer, "key" + older), 0);
    EXPECT_EQ(order->CompareWithoutTimestamp("key", false, "key" + older, true), 0);
    EXPECT_EQ(order->timestamp_size(), 8u);
  }
  uint64_t ts = 0;
  EXPECT_OK(DecodeU64Ts(MaxU64Ts(), &ts));
  EXPECT_EQ(ts, UINT64_MAX);
  EXPECT_TRUE(DecodeU64Ts("short", &ts).IsInvalidArgument());
}

TEST(SliceTransform, IdsCarryTheLengthAndPrefixesAreCut) {
  const std::unique_ptr<const SliceTransform> fixed(NewFixedPrefixTransform(3));
  const std::unique_ptr<const SliceTransform> capped(NewCappedPrefixTransform(3));
  const std::unique_ptr<const SliceTransform> whole(NewNoopTransform());
  EXPECT_EQ(fixed->AsString(), "rocksdb.FixedPrefix.3");
  EXPECT_EQ(capped->AsString(), "rocksdb.CappedPrefix.3");
  EXPECT_EQ(whole->AsString(), "rocksdb.Noop");
  EXPECT_FALSE(fixed->InDomain("ab"));
  EXPECT_EQ(fixed->Transform("abcd"), Slice("abc"));
  EXPECT_EQ(capped->Transform("ab"), Slice("ab"));
  EXPECT_TRUE(capped->SameResultWhenAppended("abc"));
  EXPECT_FALSE(capped->SameResultWhenAppended("ab"));
  EXPECT_EQ(whole->Transform("abcd"), Slice("abcd"));
}

TEST(SmallEnumSet, HoldsWhatWasAdded) {
  enum Color { kRed, kGreen, kBlue };
  SmallEnumSet<Color, kBlue> set;
  EXPECT_TRUE(set.Add(kGreen));
  EXPECT_FALSE(set.Add(kGreen));
  EXPECT_TRUE(set.Contains(kGreen));
  EXPECT_EQ((SmallEnumSet<Color, kBlue>::All().count()), 3u);
  EXPECT_TRUE(set.Remove(kGreen));
  EXPECT_TRUE(set.empty());
}

TEST(TaskLimiter, TokensRunOutAndComeBack) {
  std::shared_ptr<ConcurrentTaskLimiter> limiter(NewConcurrentTaskLimiter("two", 2));
  auto a = limiter->GetToken(false);
  auto b = limiter->GetToken(false);
  EXPECT_EQ(limiter->GetToken(false), nullptr);
  EXPECT_NE(limiter->GetToken(true), nullptr);
  b.reset();
  EXPECT_EQ(limiter->GetOutstandingTask(), 1);
  EXPECT_NE(limiter->GetToken(false), nullptr);
}

TEST(FileChecksum, TheCrcGeneratorWritesMostSignificantByteFirst) {
  auto generator = GetFileChecksumGenCrc32cFactory()->CreateFileChecksumGenerator({});
  generator->Update("1234", 4);
  generator->Update("56789", 5);
  generator->Finalize();
  EXPECT_EQ(generator->GetChecksum(), "\xe3\x06\x92\x83");
}

}  // namespace ROCKSDB_NAMESPACE
