// The user's iterator over a plain vector of internal entries.
#include "db/read/db_iter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "test/support/status_assertions.h"
#include "util/entity_codec.h"

namespace ROCKSDB_NAMESPACE {
namespace {

const InternalKeyOrder kOrder(BytewiseComparator());

using Entries = std::vector<std::pair<std::string, std::string>>;

// Counts its seeks in *seeks; those backward fail while *broken. A value is gone with the next
// move.
class VectorIterator : public InternalIterator {
 public:
  VectorIterator(Entries entries, int* seeks, const bool* broken)
      : entries_(std::move(entries)), seeks_(seeks), broken_(broken) {
    std::sort(entries_.begin(), entries_.end(),
              [](const auto& a, const auto& b) { return kOrder.Compare(a.first, b.first) < 0; });
  }
  void SeekToFirst() override { Set(0); }
  void SeekToLast() override { Set(entries_.size() - 1); }
  void Seek(const Slice& target) override {
    ++*seeks_;
    Set(FirstNotBefore(target));
  }
  void SeekForPrev(const Slice& target) override {
    ++*seeks_;
    if (*broken_) {
      status_ = Status::IOError("planned");
      return SetEnd();
    }
    const size_t at = FirstNotBefore(target);
    const bool exact = at < entries_.size() && Slice(entries_[at].first) == target;
    Set(exact ? at : at - 1);
  }
  void Next() override { Set(at_ + 1); }
  void Prev() override { Set(at_ - 1); }
  Status status() const override { return status_; }

 private:
  size_t FirstNotBefore(const Slice& target) const {
    const auto it = std::lower_bound(
        entries_.begin(), entries_.end(), target,
        [](const auto& e, const Slice& t) { return kOrder.Compare(e.first, t) < 0; });
    return static_cast<size_t>(it - entries_.begin());
  }
  void Set(size_t at) {  // size_t wraps below zero, which is as invalid as past the end
    at_ = at;
    status_ = Status::OK();
    valid_ = at_ < entries_.size();
    if (!valid_) return;
    key_ = entries_[at_].first;
    shown_ = entries_[at_].second;
    value_ = shown_;
  }
  Entries entries_;
  int* const seeks_;
  const bool* const broken_;
  size_t at_ = 0;
  std::string shown_;
  Status status_;
};

class Joiner : public AssociativeMergeOperator {
 public:
  const char* Name() const override { return "Joiner"; }
  bool Merge(const Slice&, const Slice* old, const Slice& operand, std::string* out,
             Logger*) const override {
    *out = old == nullptr ? operand.ToString() : old->ToString() + "," + operand.ToString();
    return true;
  }
};

class DbIterTest : public testing::Test {
 protected:
  void Add(const std::string& key, SequenceNumber seq, ValueType type, const std::string& value) {
    entries_.emplace_back(MakeInternalKey(key, seq, type), value);
  }
  void Put(const std::string& key, SequenceNumber seq, const std::string& value) {
    Add(key, seq, kTypeValue, value);
  }
  void Open(SequenceNumber snapshot = 1000) {
    config_.merge_operator = &joiner_;
    DbIter::Sources sources;
    sources.inner = std::make_unique<VectorIterator>(entries_, &seeks_, &broken_);
    sources.sequence = snapshot;
    it_ = std::make_unique<DbIter>(read_, config_, std::move(sources), nullptr);
  }
  std::string At() const {
    return it_->Valid() ? it_->key().ToString() + "=" + it_->value().ToString() : "end";
  }
  std::string Forward() {
    std::string out;
    for (it_->SeekToFirst(); it_->Valid(); it_->Next()) out += At() + " ";
    return out;
  }
  std::string Backward() {
    std::string out;
    for (it_->SeekToLast(); it_->Valid(); it_->Prev()) out += At() + " ";
    return out;
  }

  Joiner joiner_;
  Entries entries_;
  ReadOptions read_;
  DbIter::Config config_;
  int seeks_ = 0;
  bool broken_ = false;
  std::unique_ptr<DbIter> it_;
};

TEST_F(DbIterTest, ShowsTheNewestVersionOfEachLivingKeyBothWays) {
  Put("a", 1, "old");
  Put("a", 4, "new");
  Put("b", 2, "gone");
  Add("b", 5, kTypeDeletion, "");
  Add("c", 6, kTypeSingleDeletion, "");
  Put("d", 3, "d");
  Open();
  EXPECT_EQ(Forward(), "a=new d=d ");
  EXPECT_EQ(Backward(), "d=d a=new ");
}

TEST_F(DbIterTest, ASnapshotSeesNothingNewer) {
  Put("a", 1, "old");
  Put("a", 4, "new");
  Put("b", 2, "b");
  Add("b", 5, kTypeDeletion, "");
  Put("c", 6, "later");
  Open(3);
  EXPECT_EQ(Forward(), "a=old b=b ");
  EXPECT_EQ(Backward(), "b=b a=old ");
}

TEST_F(DbIterTest, SwitchesDirectionAnywhere) {
  for (const char* key : {"a", "b", "c"}) {
    Put(key, 1, "1");
    Put(key, 2, "2");
    Add(key, 3, kTypeMerge, "3");
  }
  Open();
  it_->Seek("b");
  EXPECT_EQ(At(), "b=2,3");
  it_->Prev();
  EXPECT_EQ(At(), "a=2,3");
  it_->Next();
  EXPECT_EQ(At(), "b=2,3");
  it_->Next();
  EXPECT_EQ(At(), "c=2,3");
  it_->Prev();
  EXPECT_EQ(At(), "b=2,3");
  it_->Prev();
  it_->Prev();
  EXPECT_EQ(At(), "end");
}

TEST_F(DbIterTest, SeeksLandOnTheNearestLivingKey) {
  Put("b", 1, "b");
  Put("d", 2, "d");
  Add("f", 3, kTypeDeletion, "");
  Open();
  it_->Seek("c");
  EXPECT_EQ(At(), "d=d");
  it_->Seek("e");
  EXPECT_EQ(At(), "end");
  it_->SeekForPrev("c");
  EXPECT_EQ(At(), "b=b");
  it_->SeekForPrev("d");
  EXPECT_EQ(At(), "d=d");
  it_->SeekForPrev("z");
  EXPECT_EQ(At(), "d=d");
  it_->SeekForPrev("a");
  EXPECT_EQ(At(), "end");
}

TEST_F(DbIterTest, BoundsHoldBothWays) {
  for (const char* key : {"a", "b", "c", "d"}) Put(key, 1, key);
  const Slice lower("b"), upper("d");
  read_.iterate_lower_bound = &lower;
  read_.iterate_upper_bound = &upper;
  Open();
  EXPECT_EQ(Forward(), "b=b c=c ");
  EXPECT_EQ(Backward(), "c=c b=b ");
  it_->Seek("a");
  EXPECT_EQ(At(), "b=b");
  it_->SeekForPrev("z");
  EXPECT_EQ(At(), "c=c");
  it_->SeekForPrev("a");
  EXPECT_EQ(At(), "end");
}

TEST_F(DbIterTest, PrefixSameAsStartEndsWithThePrefix) {
  for (const char* key : {"aa1", "ab1", "ab2", "ac1"}) Put(key, 1, key);
  std::unique_ptr<const SliceTransform> two(NewFixedPrefixTransform(2));
  config_.prefix_extractor = two.get();
  read_.prefix_same_as_start = true;
  Open();
  it_->Seek("ab");
  EXPECT_EQ(At(), "ab1=ab1");
  it_->Next();
  EXPECT_EQ(At(), "ab2=ab2");
  it_->Next();
  EXPECT_EQ(At(), "end");
  it_->SeekForPrev("ab9");
  EXPECT_EQ(At(), "ab2=ab2");
  it_->Prev();
  it_->Prev();
  EXPECT_EQ(At(), "end");
}

TEST_F(DbIterTest, PrefixSameAsStartEndsWithAnEmptyPrefixToo) {
  Put("", 1, "empty");
  Put("ab", 2, "ab");
  const std::unique_ptr<const SliceTransform> capped(NewCappedPrefixTransform(2));
  config_.prefix_extractor = capped.get();
  read_.prefix_same_as_start = true;
  Open();
  it_->Seek("");
  EXPECT_EQ(At(), "=empty");
  it_->Next();
  EXPECT_EQ(At(), "end");
}

TEST_F(DbIterTest, ASeekThatABoundMovesIntoAnotherPrefixIsOverAtOnce) {
  for (const char* key : {"aa1", "ab1", "ab2", "ac1"}) Put(key, 1, key);
  std::unique_ptr<const SliceTransform> two(NewFixedPrefixTransform(2));
  config_.prefix_extractor = two.get();
  read_.prefix_same_as_start = true;
  const Slice lower("ab2"), upper("ac");
  read_.iterate_lower_bound = &lower;
  read_.iterate_upper_bound = &upper;
  Open();
  it_->Seek("aa1");
  EXPECT_EQ(At(), "end");
  it_->Seek("ab1");
  EXPECT_EQ(At(), "ab2=ab2");
  it_->SeekForPrev("ac1");
  EXPECT_EQ(At(), "end");
  it_->SeekForPrev("ab9");
  EXPECT_EQ(At(), "ab2=ab2");
}

TEST_F(DbIterTest, OperandsFoldDownToADeletionOrTheEnd) {
  Add("a", 4, kTypeMerge, "y");
  Add("a", 3, kTypeMerge, "x");
  Add("a", 2, kTypeDeletion, "");
  Put("a", 1, "hidden");
  Add("b", 5, kTypeMerge, "z");
  Open();
  EXPECT_EQ(Forward(), "a=x,y b=z ");
  EXPECT_EQ(Backward(), "b=z a=x,y ");
}

TEST_F(DbIterTest, ManyVersionsAreSteppedOverWithASeek) {
  for (SequenceNumber seq = 1; seq <= 100; ++seq) Put("a", seq, std::to_string(seq));
  Put("b", 1, "b");
  Open();
  EXPECT_EQ(Forward(), "a=100 b=b ");
  EXPECT_EQ(seeks_, 1);
  EXPECT_EQ(Backward(), "b=b a=100 ");
  Open(50);
  seeks_ = 0;
  it_->SeekToFirst();
  EXPECT_EQ(At(), "a=50");
  EXPECT_EQ(seeks_, 1);
  EXPECT_EQ(Backward(), "b=b a=50 ");
}

TEST_F(DbIterTest, WithTheLargestSkipNoVersionsAreSteppedOverWithASeek) {
  for (SequenceNumber seq = 1; seq <= 20; ++seq) Put("a", seq, std::to_string(seq));
  for (SequenceNumber seq = 1; seq <= 20; ++seq) Add("b", seq, kTypeMerge, std::to_string(seq % 3));
  config_.max_sequential_skip = std::numeric_limits<uint64_t>::max();
  Open(7);
  EXPECT_EQ(Forward(), "a=7 b=1,2,0,1,2,0,1 ");
  EXPECT_EQ(Backward(), "b=1,2,0,1,2,0,1 a=7 ");
  EXPECT_EQ(seeks_, 0);
}

TEST_F(DbIterTest, AReadErrorBesideAKeyOfManyVersionsEndsTheWalk) {
  Put("a", 1, "a");
  for (SequenceNumber seq = 2; seq <= 40; ++seq) Put("b", seq, "b");
  Open();
  broken_ = true;
  it_->SeekToLast();
  EXPECT_FALSE(it_->Valid());
  EXPECT_TRUE(it_->status().IsIOError()) << it_->status().ToString();
  broken_ = false;
  EXPECT_EQ(Backward(), "b=b a=a ");
}

TEST_F(DbIterTest, WithPinDataWhatWasShownStaysInPlace) {
  Put("a", 1, "plain");
  Add("b", 2, kTypeMerge, "x");
  Add("b", 3, kTypeMerge, "y");
  Put("c", 4, "old");
  Put("c", 5, "new");
  std::string entity;
  ASSERT_OK(EncodeEntity({{"", "column"}, {"z", "other"}}, &entity));
  Add("d", 6, kTypeWideColumnEntity, entity);
  read_.pin_data = true;
  Open();
  std::vector<std::pair<Slice, Slice>> shown;
  for (it_->SeekToFirst(); it_->Valid(); it_->Next()) shown.emplace_back(it_->key(), it_->value());
  for (it_->SeekToLast(); it_->Valid(); it_->Prev()) shown.emplace_back(it_->key(), it_->value());
  std::string all;
  for (const auto& [key, value] : shown) all += key.ToString() + "=" + value.ToString() + " ";
  EXPECT_EQ(all, "a=plain b=x,y c=new d=column d=column c=new b=x,y a=plain ");
}

TEST_F(DbIterTest, SaysWhetherKeysAndValuesStay) {
  Put("a", 1, "a");
  for (const bool pin : {false, true}) {
    read_.pin_data = pin;
    Open();
    for (const char* name :
         {"rocksdb.iterator.is-key-pinned", "rocksdb.iterator.is-value-pinned"}) {
      std::string answer;
      it_->SeekToLast();
      ASSERT_OK(it_->GetProperty(name, &answer));
      EXPECT_EQ(answer, pin ? "1" : "0") << name;
    }
  }
}

TEST_F(DbIterTest, TooManySkippedEntriesEndTheWalkIncomplete) {
  Put("a", 1, "a");
  for (char c = 'b'; c <= 'g'; ++c) Add(std::string(1, c), 2, kTypeDeletion, "");
  Put("h", 3, "h");
  read_.max_skippable_internal_keys = 3;
  Open();
  it_->SeekToFirst();
  EXPECT_EQ(At(), "a=a");
  it_->Next();
  EXPECT_FALSE(it_->Valid());
  EXPECT_TRUE(it_->status().IsIncomplete()) << it_->status().ToString();
  it_->Seek("h");
  EXPECT_EQ(At(), "h=h");
  EXPECT_OK(it_->status());
}

TEST_F(DbIterTest, OverwrittenVersionsAreSkippedEntriesBothWays) {
  Put("a", 1, "a");
  for (SequenceNumber seq = 2; seq <= 6; ++seq) Put("b", seq, "b");
  Put("c", 7, "c");
  for (const uint64_t most : {3, 4}) {
    read_.max_skippable_internal_keys = most;
    Open();
    it_->SeekToLast();
    EXPECT_EQ(At(), "c=c");
    it_->Prev();
    EXPECT_EQ(it_->Valid(), most == 4) << "four versions of b are hidden";
    EXPECT_EQ(it_->status().IsIncomplete(), most == 3);
    it_->Seek("b");
    EXPECT_EQ(At(), "b=b");
    it_->Next();
    EXPECT_EQ(it_->Valid(), most == 4);
  }
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
