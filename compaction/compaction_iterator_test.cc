// The versions that a flush or compaction keeps. The iterator runs over a vector, without files.
#include "compaction/compaction_iterator.h"

#include <gtest/gtest.h>
#include <strings.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <utility>

#include "test/support/status_assertions.h"
#include "util/entity_codec.h"

namespace ROCKSDB_NAMESPACE {
namespace {

struct Record {
  std::string key;
  SequenceNumber seq;
  ValueType type;
  std::string value;
};

class VectorIterator : public InternalIterator {
 public:
  explicit VectorIterator(const std::vector<Record>& records) {
    for (const Record& r : records)
      entries_.emplace_back(MakeInternalKey(r.key, r.seq, r.type), r.value);
    const InternalKeyOrder order(BytewiseComparator());
    std::sort(entries_.begin(), entries_.end(),
              [&](const auto& a, const auto& b) { return order.Compare(a.first, b.first) < 0; });
  }
  void SeekToFirst() override { Set(0); }
  void SeekToLast() override { Set(entries_.size() - 1); }
  void Seek(const Slice&) override { Set(entries_.size()); }
  void SeekForPrev(const Slice&) override { Set(entries_.size()); }
  void Next() override { Set(at_ + 1); }
  void Prev() override { Set(at_ - 1); }
  Status status() const override { return Status::OK(); }

 private:
  void Set(size_t at) {
    at_ = at;
    valid_ = at_ < entries_.size();
    if (!valid_) return;
    key_ = entries_[at_].first;
    value_ = entries_[at_].second;
  }
  std::vector<std::pair<std::string, std::string>> entries_;
  size_t at_ = 0;
};

// Joins with commas. "bad" cannot be folded in full, "lone" not in part.
class Joiner : public MergeOperator {
 public:
  const char* Name() const override { return "Joiner"; }
  bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
    out->new_value = in.existing_value != nullptr ? in.existing_value->ToString() : "";
    for (const Slice& operand : in.operand_list) {
      if (operand == Slice("bad")) {
        out->op_failure_scope = OpFailureScope::kMustMerge;
        return false;
      }
      if (!out->new_value.empty()) out->new_value += ",";
      out->new_value += operand.ToString();
    }
    return true;
  }
  bool PartialMerge(const Slice&, const Slice& left, const Slice& right, std::string* out,
                    Logger*) const override {
    if (left == Slice("lone") || right == Slice("lone")) return false;
    *out = left.ToString() + "," + right.ToString();
    return true;
  }
};

// Answers by value.
class ByValue : public CompactionFilter {
 public:
  const char* Name() const override { return "ByValue"; }
  Decision FilterV2(int, const Slice&, ValueType, const Slice& value, std::string* changed,
                    std::string* skip_until) const override {
    if (value == Slice("drop")) return Decision::kRemove;
    if (value == Slice("purge")) return Decision::kPurge;
    if (value == Slice("change")) {
      *changed = "changed";
      return Decision::kChangeValue;
    }
    if (value == Slice("skip to m")) {
      *skip_until = "m";
      return Decision::kRemoveAndSkipUntil;
    }
    return Decision::kKeep;
  }
};

const char* Letter(ValueType type) {
  switch (type) {
    case kTypeValue:
      return "=";
    case kTypeDeletion:
      return " del";
    case kTypeSingleDeletion:
      return " single";
    case kTypeMerge:
      return "+";
    default:
      return "?";
  }
}

class CompactionIteratorTest : public testing::Test {
 protected:
  // The surviving records as "key@seq=value key@seq+operand key@seq del".
  std::string Run(const std::vector<Record>& records) {
    FragmentedRangeTombstones tombstones(BytewiseComparator(), tombstones_);
    config_.tombstones = &tombstones;
    if (bottom_) config_.nothing_below = [](const Slice&) { return true; };
    VectorIterator input(records);
    CompactionIterator stream(&input, config_);
    std::string out;
    for (stream.SeekToFirst(); stream.Valid(); stream.Next()) {
      if (!out.empty()) out += " ";
      const ValueType type = TypeOf(stream.key());
      out += stream.user_key().ToString() + "@" + std::to_string(SequenceOf(stream.key())) +
             Letter(type) + stream.value().ToString();
    }
    status_ = stream.status();
    counters_ = stream.counters();
    return out;
  }
  void UseMerge() { config_.merge_operator = &joiner_; }
  void UseFilter() { config_.filter = &filter_; }

  Joiner joiner_;
  ByValue filter_;
  CompactionIterator::Config config_;
  std::vector<RangeTombstone> tombstones_;
  bool bottom_ = false;
  Status status_;
  CompactionIterator::Counters counters_;
};

constexpr ValueType kPut = kTypeValue, kDel = kTypeDeletion, kSingle = kTypeSingleDeletion,
                    kOperand = kTypeMerge;

TEST_F(CompactionIteratorTest, OnlyTheNewestVersionSurvivesWithoutSnapshots) {
  EXPECT_EQ(Run({{"a", 3, kPut, "z"}, {"a", 2, kPut, "y"}, {"b", 1, kPut, "x"}}), "a@3=z b@1=x");
  EXPECT_EQ(counters_.dropped_hidden, 1u);
  EXPECT_EQ(counters_.input_records, 3u);
  EXPECT_EQ(counters_.output_records, 2u);
}

TEST_F(CompactionIteratorTest, EachSnapshotStripeKeepsItsNewestVersion) {
  config_.snapshots = {2, 5};
  EXPECT_EQ(Run({{"a", 7, kPut, "7"},
                 {"a", 6, kPut, "6"},
                 {"a", 5, kPut, "5"},
                 {"a", 3, kPut, "3"},
                 {"a", 2, kPut, "2"},
                 {"a", 1, kPut, "1"}}),
            "a@7=7 a@5=5 a@2=2");
}

TEST_F(CompactionIteratorTest, DeletionsStayUntilNothingLiesBelow) {
  const std::vector<Record> records = {{"a", 5, kDel, ""}, {"a", 4, kPut, "v"}};
  EXPECT_EQ(Run(records), "a@5 del");
  bottom_ = true;
  EXPECT_EQ(Run(records), "");
  EXPECT_EQ(counters_.dropped_obsolete, 1u);
}

TEST_F(CompactionIteratorTest, ADeletionAboveASnapshotHidesTheOldVersionFromNewerReaders) {
  bottom_ = true;
  config_.snapshots = {4};
  EXPECT_EQ(Run({{"a", 5, kDel, ""}, {"a", 4, kPut, "v"}}), "a@5 del a@4=v");
}

// As stock 10.6.2 leaves them.
TEST_F(CompactionIteratorTest, ADeletionAboveASnapshotGoesWhereItHidesNothingOlder) {
  const std::vector<Record> alone = {{"a", 5, kDel, ""}, {"b", 6, kPut, "v"}};
  config_.snapshots = {4};
  EXPECT_EQ(Run(alone), "a@5 del b@6=v");
  bottom_ = true;
  EXPECT_EQ(Run(alone), "b@6=v");
  EXPECT_EQ(counters_.dropped_obsolete, 1u);
  // What it hides in its own stripe goes with it.
  EXPECT_EQ(Run({{"a", 7, kDel, ""}, {"a", 6, kPut, "x"}, {"a", 5, kDel, ""}}), "");
  EXPECT_EQ(counters_.dropped_hidden, 2u);
  EXPECT_EQ(counters_.input_records, 3u);
  config_.snapshots = {4, 6};
  EXPECT_EQ(Run({{"a", 7, kPut, "new"}, {"a", 5, kDel, ""}}), "a@7=new");
  EXPECT_EQ(Run({{"a", 7, kDel, ""}, {"a", 5, kDel, ""}}), "a@7 del");
  EXPECT_EQ(Run({{"a", 7, kDel, ""}, {"a", 5, kDel, ""}, {"a", 3, kPut, "old"}}),
            "a@7 del a@5 del a@3=old");
  EXPECT_EQ(Run({{"a", 6, kDel, ""}, {"a", 5, kSingle, ""}, {"a", 3, kPut, "old"}}),
            "a@6 del a@5 single a@3=old");
}

TEST_F(CompactionIteratorTest, ARangeTombstoneCoversOnlyWithinItsStripe) {
  tombstones_ = {{"a", "c", 6}};
  const std::vector<Record> records = {
      {"a", 7, kPut, "new"}, {"b", 5, kPut, "old"}, {"b", 3, kPut, "older"}, {"c", 2, kPut, "c"}};
  EXPECT_EQ(Run(records), "a@7=new c@2=c");
  config_.snapshots = {4};
  EXPECT_EQ(Run(records), "a@7=new b@3=older c@2=c");
  EXPECT_EQ(counters_.dropped_range_del, 1u);
}

TEST_F(CompactionIteratorTest, MergesFoldFullyOverABase) {
  UseMerge();
  EXPECT_EQ(Run({{"a", 3, kOperand, "y"}, {"a", 2, kOperand, "x"}, {"a", 1, kPut, "base"}}),
            "a@3=base,x,y");
  EXPECT_EQ(Run({{"a", 3, kOperand, "y"}, {"a", 2, kDel, ""}, {"a", 1, kPut, "base"}}), "a@3=y");
}

TEST_F(CompactionIteratorTest, MergesFoldFullyWithoutABaseOnlyAtTheBottom) {
  UseMerge();
  const std::vector<Record> records = {{"a", 3, kOperand, "y"}, {"a", 2, kOperand, "x"}};
  EXPECT_EQ(Run(records), "a@3+x,y");
  bottom_ = true;
  EXPECT_EQ(Run(records), "a@3=x,y");
}

TEST_F(CompactionIteratorTest, OperandsThatDoNotFoldStayAsTheyAre) {
  UseMerge();
  EXPECT_EQ(Run({{"a", 3, kOperand, "lone"}, {"a", 2, kOperand, "x"}}), "a@3+lone a@2+x");
  EXPECT_EQ(Run({{"a", 3, kOperand, "bad"}, {"a", 2, kOperand, "x"}, {"a", 1, kPut, "b"}}),
            "a@3+bad a@2+x a@1=b");
  EXPECT_OK(status_);
}

TEST_F(CompactionIteratorTest, WithoutAnOperatorOperandsStay) {
  EXPECT_EQ(Run({{"a", 3, kOperand, "y"}, {"a", 2, kOperand, "x"}, {"a", 1, kPut, "b"}}),
            "a@3+y a@2+x a@1=b");
  EXPECT_OK(status_);
}

TEST_F(CompactionIteratorTest, ABaseThatARangeTombstoneCoversDoesNotComeBackWhenOperandsStay) {
  tombstones_ = {{"a", "b", 2}};
  const std::vector<Record> records = {{"a", 3, kOperand, "bad"}, {"a", 1, kPut, "old"}};
  for (const bool bottom : {false, true}) {
    bottom_ = bottom;
    UseMerge();
    EXPECT_EQ(Run(records), "a@3+bad");
    EXPECT_EQ(counters_.dropped_range_del, 1u);
    config_.merge_operator = nullptr;
    EXPECT_EQ(Run(records), "a@3+bad");
  }
  UseMerge();
  EXPECT_EQ(Run({{"a", 4, kOperand, "bad"},
                 {"a", 3, kOperand, "x"},
                 {"a", 1, kOperand, "covered"},
                 {"a", 0, kPut, "old"},
                 {"c", 1, kPut, "c"}}),
            "a@4+bad a@3+x c@1=c");
  EXPECT_EQ(Run({{"a", 3, kOperand, "x"}, {"a", 1, kPut, "old"}}), "a@3=x");
}

TEST_F(CompactionIteratorTest, WhenTheFilterTakesAllOperandsACoveredOneIsNoBase) {
  UseFilter();
  UseMerge();
  tombstones_ = {{"a", "b", 2}};
  EXPECT_EQ(Run({{"a", 3, kOperand, "drop"},
                 {"a", 1, kOperand, "covered"},
                 {"a", 0, kPut, "old"},
                 {"c", 1, kPut, "c"}}),
            "c@1=c");
}

TEST_F(CompactionIteratorTest, AMergeOverATimedPutFoldsOverItsValue) {
  UseMerge();
  const std::string timed = "base" + std::string(8, 7);
  EXPECT_EQ(Run({{"a", 3, kOperand, "x"}, {"a", 1, kTypeValuePreferredSeqno, timed}}),
            "a@3=base,x");
  EXPECT_OK(status_);
  EXPECT_EQ(Run({{"a", 3, kOperand, "bad"}, {"a", 1, kTypeValuePreferredSeqno, timed}}),
            "a@3+bad a@1?" + timed);
  Run({{"a", 3, kOperand, "x"}, {"a", 1, kTypeValuePreferredSeqno, "short"}});
  EXPECT_TRUE(status_.IsCorruption()) << status_.ToString();
}

TEST_F(CompactionIteratorTest, EveryCounterIsPartOfASum) {
  using Numbers = std::array<uint64_t, sizeof(CompactionIterator::Counters) / sizeof(uint64_t)>;
  Numbers numbers, expected;
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = i + 1;
    expected[i] = 2 * (i + 1);
  }
  auto sum = std::bit_cast<CompactionIterator::Counters>(numbers);
  sum.Add(sum);
  EXPECT_EQ(expected, std::bit_cast<Numbers>(sum));
}

TEST_F(CompactionIteratorTest, MergesDoNotFoldAcrossASnapshot) {
  UseMerge();
  config_.snapshots = {2};
  EXPECT_EQ(Run({{"a", 3, kOperand, "y"}, {"a", 2, kOperand, "x"}, {"a", 1, kPut, "b"}}),
            "a@3+y a@2=b,x");
}

TEST_F(CompactionIteratorTest, ASingleDeleteAndItsPutVanishTogether) {
  EXPECT_EQ(Run({{"a", 5, kSingle, ""}, {"a", 4, kPut, "v"}, {"b", 1, kPut, "b"}}), "b@1=b");
}

TEST_F(CompactionIteratorTest, APairNewerThanATransactionsSnapshotLeavesSomethingToFind) {
  bottom_ = true;
  config_.snapshots = {5};
  config_.oldest_conflict_snapshot = 5;
  EXPECT_EQ(Run({{"a", 7, kSingle, ""}, {"a", 6, kPut, "v"}, {"b", 8, kPut, "b"}}),
            "a@7 single a@6= b@8=b");
  EXPECT_EQ(Run({{"a", 4, kSingle, ""}, {"a", 3, kPut, "v"}}), "");
  config_.oldest_conflict_snapshot = kLargestSequence;
  EXPECT_EQ(Run({{"a", 7, kSingle, ""}, {"a", 6, kPut, "v"}}), "");
}

TEST_F(CompactionIteratorTest, SingleDeletesThatMeetNoPutAreCounted) {
  Run({{"a", 3, kSingle, ""}, {"a", 2, kDel, ""}, {"b", 2, kSingle, ""}, {"c", 1, kPut, "v"}});
  EXPECT_EQ(counters_.single_delete_mismatches, 1u);
  EXPECT_EQ(counters_.single_delete_fallthrough, 2u);
}

TEST_F(CompactionIteratorTest, ASingleDeleteStaysWhileASnapshotSeesItsPut) {
  config_.snapshots = {4};
  EXPECT_EQ(Run({{"a", 5, kSingle, ""}, {"a", 4, kPut, "v"}}), "a@5 single a@4=v");
}

TEST_F(CompactionIteratorTest, AnUnmatchedSingleDeleteGoesOnlyAtTheBottom) {
  EXPECT_EQ(Run({{"a", 5, kSingle, ""}}), "a@5 single");
  bottom_ = true;
  EXPECT_EQ(Run({{"a", 5, kSingle, ""}}), "");
}

TEST_F(CompactionIteratorTest, APutDoesNotSwallowTheSingleDeleteUnderIt) {
  EXPECT_EQ(Run({{"a", 4, kPut, "v"}, {"a", 3, kSingle, ""}}), "a@4=v a@3 single");
  EXPECT_EQ(Run({{"a", 5, kSingle, ""}, {"a", 4, kPut, "v"}, {"a", 3, kSingle, ""}}), "a@3 single");
  EXPECT_EQ(Run({{"a", 3, kSingle, ""}, {"a", 2, kPut, "w"}}), "");
}

TEST_F(CompactionIteratorTest, AVanishedPairDoesNotHideOlderRecordsOfItsStripe) {
  EXPECT_EQ(Run({{"a", 5, kSingle, ""}, {"a", 4, kPut, "v"}, {"a", 2, kPut, "older"}}),
            "a@2=older");
}

TEST_F(CompactionIteratorTest, FilterDecisionsOnValues) {
  UseFilter();
  EXPECT_EQ(Run({{"a", 1, kPut, "keep"},
                 {"b", 2, kPut, "drop"},
                 {"c", 3, kPut, "change"},
                 {"d", 4, kPut, "purge"},
                 {"e", 5, kPut, "skip to m"},
                 {"f", 6, kPut, "between"},
                 {"m", 7, kPut, "after"}}),
            "a@1=keep b@2 del c@3=changed d@4 single m@7=after");
}

TEST_F(CompactionIteratorTest, AFilteredValueLeavesNoDeletionAtTheBottom) {
  UseFilter();
  bottom_ = true;
  EXPECT_EQ(Run({{"b", 2, kPut, "drop"}, {"c", 3, kPut, "v"}}), "c@3=v");
}

TEST_F(CompactionIteratorTest, APurgedValueLeavesNoSingleDeletionAtTheBottom) {
  UseFilter();
  bottom_ = true;
  EXPECT_EQ(Run({{"b", 4, kPut, "purge"}, {"b", 2, kPut, "older"}, {"c", 3, kPut, "v"}}), "c@3=v");
}

TEST_F(CompactionIteratorTest, TheFilterDropsAndChangesMergeOperands) {
  UseFilter();
  UseMerge();
  EXPECT_EQ(Run({{"a", 4, kOperand, "drop"},
                 {"a", 3, kOperand, "change"},
                 {"a", 2, kOperand, "x"},
                 {"a", 1, kPut, "base"}}),
            "a@4=base,x,changed");
}

TEST_F(CompactionIteratorTest, TheFilterIsNotAskedOfOperandsThatASnapshotSees) {
  UseFilter();
  UseMerge();
  config_.snapshots = {2, 5};
  EXPECT_EQ(Run({{"a", 6, kOperand, "drop"},
                 {"a", 5, kOperand, "drop"},
                 {"a", 2, kOperand, "change"},
                 {"b", 4, kOperand, "skip to m"},
                 {"c", 6, kPut, "c"}}),
            "a@5+drop a@2+change b@4+skip to m c@6=c");
  EXPECT_EQ(counters_.dropped_by_filter, 1u);
}

TEST_F(CompactionIteratorTest, TheFilterIsNotAskedOfWhatStandsUnderACoveredVersion) {
  UseFilter();
  config_.snapshots = {10};
  tombstones_ = {{"k", "l", 25}};
  EXPECT_EQ(Run({{"k", 20, kPut, "drop"}, {"k", 5, kPut, "drop"}}), "k@5=drop");
  EXPECT_EQ(counters_.dropped_range_del, 1u);
}

TEST_F(CompactionIteratorTest, WhenTheFilterTakesAllOperandsItIsAskedOfTheBaseToo) {
  UseFilter();
  UseMerge();
  bottom_ = true;
  EXPECT_EQ(Run({{"a", 3, kOperand, "drop"}, {"a", 2, kOperand, "drop"}, {"a", 1, kPut, "drop"}}),
            "");
  EXPECT_EQ(Run({{"a", 3, kOperand, "drop"}, {"a", 1, kPut, "change"}}), "a@1=changed");
}

TEST_F(CompactionIteratorTest, WhenTheFilterTakesAllOperandsTheBaseStays) {
  UseFilter();
  UseMerge();
  EXPECT_EQ(Run({{"a", 3, kOperand, "drop"}, {"a", 2, kOperand, "drop"}, {"a", 1, kPut, "base"}}),
            "a@1=base");
  EXPECT_EQ(Run({{"a", 3, kOperand, "drop"}, {"b", 2, kPut, "b"}}), "b@2=b");
  EXPECT_EQ(counters_.dropped_by_filter, 1u);
}

// Entities: drops those without a column "keep"; makes the value "wide" an entity, and an entity
// with a column "flat" a plain value.
class ByColumn : public CompactionFilter {
 public:
  const char* Name() const override { return "ByColumn"; }
  Decision FilterV3(int, const Slice&, ValueType type, const Slice* value,
                    const WideColumns* columns, std::string* new_value,
                    std::vector<std::pair<std::string, std::string>>* new_columns,
                    std::string*) const override {
    if (type == ValueType::kValue) {
      if (*value != Slice("wide")) return Decision::kKeep;
      *new_columns = {{"z", "1"}, {"", "2"}};
      return Decision::kChangeWideColumnEntity;
    }
    for (const WideColumn& column : *columns) {
      if (column.name() == Slice("keep")) return Decision::kKeep;
      if (column.name() != Slice("flat")) continue;
      *new_value = column.value().ToString();
      return Decision::kChangeValue;
    }
    return Decision::kRemove;
  }
};

TEST_F(CompactionIteratorTest, TheFilterSeesTheColumnsOfEntitiesAndMayMakeThem) {
  ByColumn by_column;
  config_.filter = &by_column;
  const auto entity = [](const WideColumns& columns) {
    std::string bytes;
    EXPECT_OK(EncodeEntity(columns, &bytes));
    return bytes;
  };
  EXPECT_EQ(Run({{"a", 4, kTypeWideColumnEntity, entity({{"keep", "1"}})},
                 {"b", 3, kTypeWideColumnEntity, entity({{"other", "1"}})},
                 {"c", 2, kTypeWideColumnEntity, entity({{"flat", "plain"}})},
                 {"d", 1, kPut, "wide"}}),
            "a@4?" + entity({{"keep", "1"}}) + " b@3 del c@2=plain d@1?" +
                entity({{"", "2"}, {"z", "1"}}));
  EXPECT_EQ(Run({{"a", 4, kTypeWideColumnEntity, "junk"}}), "");
  EXPECT_NOT_OK(status_);
}

TEST_F(CompactionIteratorTest, AnOperandMaySkipAhead) {
  UseFilter();
  UseMerge();
  EXPECT_EQ(Run({{"a", 3, kOperand, "x"},
                 {"a", 2, kOperand, "skip to m"},
                 {"a", 1, kPut, "base"},
                 {"b", 1, kPut, "b"},
                 {"m", 1, kPut, "m"}}),
            "m@1=m");
}

TEST_F(CompactionIteratorTest, SequencesBecomeZeroOnlyWhereNoSnapshotCanTell) {
  bottom_ = true;
  config_.zero_sequences = true;
  config_.snapshots = {3};
  EXPECT_EQ(Run({{"a", 5, kPut, "5"}, {"a", 3, kPut, "3"}, {"b", 2, kPut, "2"}}),
            "a@5=5 a@0=3 b@0=2");
}

// Kept, it would have its file rewritten for it again and again.
TEST_F(CompactionIteratorTest, ADeletionUnderOperandsThatCannotBeFoldedGoesWhereNothingLiesBelow) {
  UseMerge();
  for (const ValueType deletion : {kDel, kSingle}) {
    const std::vector<Record> records = {{"a", 5, kOperand, "bad"}, {"a", 3, deletion, ""}};
    bottom_ = false;
    config_.nothing_below = nullptr;
    config_.snapshots = {};
    EXPECT_EQ(Run(records), std::string("a@5+bad a@3") + Letter(deletion));
    bottom_ = true;
    EXPECT_EQ(Run(records), "a@5+bad");
    EXPECT_EQ(counters_.dropped_obsolete, 1u);
    config_.snapshots = {2};
    EXPECT_EQ(Run(records), std::string("a@5+bad a@3") + Letter(deletion));
  }
}

// "a" and "A" are one key to it.
class WithoutCase : public Comparator {
 public:
  const char* Name() const override { return "WithoutCase"; }
  int Compare(const Slice& a, const Slice& b) const override {
    return strcasecmp(a.ToString().c_str(), b.ToString().c_str());
  }
  void FindShortestSeparator(std::string*, const Slice&) const override {}
  void FindShortSuccessor(std::string*) const override {}
};

TEST_F(CompactionIteratorTest, RecordsThatLoseTheirSequenceKeepTheirOwnBytes) {
  const WithoutCase order;
  config_.order = InternalKeyOrder(&order);
  bottom_ = true;
  config_.zero_sequences = true;
  config_.snapshots = {3};
  EXPECT_EQ(Run({{"A", 5, kPut, "5"}, {"a", 3, kPut, "3"}, {"b", 2, kPut, "2"}}),
            "A@5=5 a@0=3 b@0=2");
}

TEST_F(CompactionIteratorTest, ACancelledStreamSaysSo) {
  const std::atomic<bool> cancel{true};
  config_.cancel_all = &cancel;
  EXPECT_EQ(Run({{"a", 1, kPut, "v"}}), "");
  EXPECT_TRUE(status_.IsShutdownInProgress());
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
