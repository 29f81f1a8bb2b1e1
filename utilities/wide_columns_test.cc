// Entities, written and read in every way that there is: alone, together, by iterators of one
// family and of several, in indexed batches and in transactions.
#include <gtest/gtest.h>

#include "rocksdb/attribute_groups.h"
#include "rocksdb/compaction_filter.h"
#include "rocksdb/sst_file_writer.h"
#include "rocksdb/table.h"
#include "rocksdb/utilities/db_ttl.h"
#include "rocksdb/utilities/transaction.h"
#include "rocksdb/utilities/transaction_db.h"
#include "rocksdb/utilities/write_batch_with_index.h"
#include "test/support/scratch.h"

namespace ROCKSDB_NAMESPACE {
namespace {

std::string Show(const WideColumns& columns) {
  std::string text = "{";
  for (const WideColumn& column : columns) {
    if (text.size() > 1) text += " ";
    text += column.name().ToString() + "=" + column.value().ToString();
  }
  return text + "}";
}

std::string Show(const Status& s, const PinnableWideColumns& columns) {
  if (s.ok()) return Show(columns.columns());
  EXPECT_TRUE(columns.columns().empty());
  return s.IsNotFound() ? "-" : s.ToString();
}

class WideColumnsTest : public system_test::DbTest {
 protected:
  WideColumnsTest() {
    options_ = system_test::SmallOptions();
    options_.create_missing_column_families = true;
    options_.disable_auto_compactions = true;
    options_.merge_operator = std::make_shared<system_test::AppendOperator>();
  }

  void OpenThree() { ASSERT_OK(OpenFamilies(options_, {kDefaultColumnFamilyName, "one", "two"})); }
  Status PutColumns(const std::string& key, const WideColumns& columns, size_t family = 0) {
    return db_->PutEntity(WriteOptions(), handles_[family], key, columns);
  }
  std::string Entity(const std::string& key, const Snapshot* snapshot = nullptr,
                     size_t family = 0) {
    ReadOptions read;
    read.snapshot = snapshot;
    PinnableWideColumns columns;
    const Status s = db_->GetEntity(read, handles_[family], key, &columns);
    return Show(s, columns);
  }
  // Forward, then backward; both must show the same.
  static std::string Walk(Iterator* it) {
    std::string forward, backward;
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
      forward += it->key().ToString() + Show(it->columns()) + " ";
      const WideColumns& columns = it->columns();
      const bool has_default = !columns.empty() && columns[0].name().empty();
      EXPECT_EQ(it->value(), has_default ? columns[0].value() : Slice());
    }
    EXPECT_OK(it->status());
    for (it->SeekToLast(); it->Valid(); it->Prev())
      backward = it->key().ToString() + Show(it->columns()) + " " + backward;
    EXPECT_OK(it->status());
    EXPECT_EQ(forward, backward);
    return forward;
  }
  std::string Walk(size_t family = 0) {
    const std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions(), handles_[family]));
    return Walk(it.get());
  }

  Options options_;
};

TEST_F(WideColumnsTest, AnEntityIsReadFromMemoryAndFromFiles) {
  OpenThree();
  ASSERT_OK(PutColumns("a", {{"z", "3"}, {"", "1"}, {"b", "2"}}));
  ASSERT_OK(PutColumns("b", {{"x", "only"}}));
  ASSERT_OK(Put("c", "plain"));
  const auto check = [this] {
    EXPECT_EQ(Entity("a"), "{=1 b=2 z=3}");
    EXPECT_EQ(Entity("b"), "{x=only}");
    EXPECT_EQ(Entity("c"), "{=plain}");
    EXPECT_EQ(Entity("d"), "-");
    EXPECT_EQ(Get("a"), "1");
    EXPECT_EQ(Get("b"), "");
    EXPECT_EQ(Walk(), "a{=1 b=2 z=3} b{x=only} c{=plain} ");
  };
  check();
  ASSERT_OK(db_->Flush(FlushOptions()));
  check();
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  check();
  OpenThree();
  check();
  const Snapshot* snapshot = db_->GetSnapshot();
  ASSERT_OK(db_->Delete(WriteOptions(), "a"));
  ASSERT_OK(PutColumns("c", {{"n", "new"}}));
  EXPECT_EQ(Entity("a"), "-");
  EXPECT_EQ(Entity("a", snapshot), "{=1 b=2 z=3}");
  EXPECT_EQ(Entity("c"), "{n=new}");
  EXPECT_EQ(Entity("c", snapshot), "{=plain}");
  db_->ReleaseSnapshot(snapshot);
}

TEST_F(WideColumnsTest, MergesGoOntoTheDefaultColumn) {
  OpenThree();
  ASSERT_OK(PutColumns("a", {{"", "1"}, {"b", "2"}}));
  ASSERT_OK(PutColumns("n", {{"b", "2"}}));
  ASSERT_OK(db_->Flush(FlushOptions()));
  for (const char* key : {"a", "n", "p"}) ASSERT_OK(db_->Merge(WriteOptions(), key, "x"));
  const auto check = [this] {
    EXPECT_EQ(Entity("a"), "{=1,x b=2}");
    EXPECT_EQ(Entity("n"), "{=,x b=2}");
    EXPECT_EQ(Entity("p"), "{=x}");
    EXPECT_EQ(Walk(), "a{=1,x b=2} n{=,x b=2} p{=x} ");
  };
  check();
  ASSERT_OK(db_->Flush(FlushOptions()));
  check();
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  check();
}

TEST_F(WideColumnsTest, IteratorsFindColumnsUnderManyVersions) {
  OpenThree();
  ASSERT_OK(PutColumns("a", {{"", "old"}, {"b", "2"}}));
  const Snapshot* snapshot = db_->GetSnapshot();
  for (int i = 0; i < 30; ++i) {
    ASSERT_OK(PutColumns("a", {{"n", std::to_string(i)}}));
    ASSERT_OK(db_->Merge(WriteOptions(), "b", std::to_string(i % 10)));
  }
  ReadOptions read;
  read.snapshot = snapshot;
  const std::unique_ptr<Iterator> it(db_->NewIterator(read, handles_[0]));
  EXPECT_EQ(Walk(it.get()), "a{=old b=2} ");
  EXPECT_EQ(Walk().substr(0, 8), "a{n=29} ");
  db_->ReleaseSnapshot(snapshot);
}

TEST_F(WideColumnsTest, ManyKeysOfManyFamiliesAreReadAtOneMoment) {
  OpenThree();
  ASSERT_OK(PutColumns("a", {{"x", "0"}}));
  ASSERT_OK(PutColumns("a", {{"x", "1"}}, 1));
  ASSERT_OK(db_->Put(WriteOptions(), handles_[2], "b", "2"));
  ColumnFamilyHandle* families[] = {handles_[0], handles_[1], handles_[2], handles_[2]};
  const Slice keys[] = {"a", "a", "a", "b"};
  PinnableWideColumns columns[4];
  Status statuses[4];
  db_->MultiGetEntity(ReadOptions(), 4, families, keys, columns, statuses);
  EXPECT_EQ(Show(statuses[0], columns[0]), "{x=0}");
  EXPECT_EQ(Show(statuses[1], columns[1]), "{x=1}");
  EXPECT_EQ(Show(statuses[2], columns[2]), "-");
  EXPECT_EQ(Show(statuses[3], columns[3]), "{=2}");
  db_->MultiGetEntity(ReadOptions(), handles_[0], 4, keys, columns, statuses);
  EXPECT_EQ(Show(statuses[1], columns[1]), "{x=0}");
  EXPECT_EQ(Show(statuses[3], columns[3]), "-");
  families[1] = nullptr;
  db_->MultiGetEntity(ReadOptions(), 4, families, keys, columns, statuses);
  EXPECT_TRUE(statuses[0].IsInvalidArgument());
}

TEST_F(WideColumnsTest, AttributeGroupsSpreadAnEntityOverFamilies) {
  OpenThree();
  ASSERT_OK(db_->PutEntity(WriteOptions(), "a",
                           AttributeGroups{AttributeGroup(handles_[1], {{"x", "1"}}),
                                           AttributeGroup(handles_[2], {{"y", "2"}})}));
  PinnableAttributeGroups groups;
  for (ColumnFamilyHandle* family : handles_) groups.emplace_back(family);
  ASSERT_OK(db_->GetEntity(ReadOptions(), "a", &groups));
  EXPECT_TRUE(groups[0].status().IsNotFound());
  EXPECT_EQ(Show(groups[1].columns()), "{x=1}");
  EXPECT_EQ(Show(groups[2].columns()), "{y=2}");
  const Slice keys[] = {"b", "a"};
  std::vector<PinnableAttributeGroups> results(2);
  for (auto& one : results) {
    for (ColumnFamilyHandle* family : handles_) one.emplace_back(family);
  }
  db_->MultiGetEntity(ReadOptions(), 2, keys, results.data());
  EXPECT_TRUE(results[0][1].status().IsNotFound());
  EXPECT_EQ(Show(results[1][2].columns()), "{y=2}");
  EXPECT_TRUE(db_->PutEntity(WriteOptions(), "a", AttributeGroups()).IsInvalidArgument());
  PinnableAttributeGroups bad;
  bad.emplace_back(handles_[1]);
  bad.emplace_back(nullptr);
  EXPECT_TRUE(db_->GetEntity(ReadOptions(), "a", &bad).IsInvalidArgument());
  EXPECT_TRUE(bad[0].status().IsIncomplete());
  EXPECT_TRUE(bad[1].status().IsInvalidArgument());
}

TEST_F(WideColumnsTest, CoalescedColumnsOfLaterFamiliesWin) {
  OpenThree();
  ASSERT_OK(PutColumns("a", {{"x", "0"}}, 0));
  ASSERT_OK(PutColumns("c", {{"x", "0"}, {"z", "0"}}, 0));
  ASSERT_OK(PutColumns("b", {{"y", "1"}}, 1));
  ASSERT_OK(PutColumns("c", {{"", "d"}, {"x", "1"}, {"y", "1"}}, 1));
  ASSERT_OK(db_->Put(WriteOptions(), handles_[2], "c", "plain"));
  ASSERT_OK(db_->Put(WriteOptions(), handles_[2], "d", "plain"));
  auto it = db_->NewCoalescingIterator(ReadOptions(), handles_);
  EXPECT_EQ(Walk(it.get()), "a{x=0} b{y=1} c{=plain x=1 y=1 z=0} d{=plain} ");
  // To and fro.
  it->Seek("b");
  it->Next();
  EXPECT_EQ(it->key(), "c");
  it->Prev();
  EXPECT_EQ(it->key(), "b");
  it->Prev();
  EXPECT_EQ(it->key(), "a");
  it->Next();
  it->Next();
  EXPECT_EQ(it->key().ToString() + Show(it->columns()), "c{=plain x=1 y=1 z=0}");
  it->SeekForPrev("bb");
  EXPECT_EQ(it->key(), "b");
  it->Seek("e");
  EXPECT_FALSE(it->Valid());
  it = db_->NewCoalescingIterator(ReadOptions(), {handles_[2], handles_[1], handles_[0]});
  it->Seek("c");
  EXPECT_EQ(Show(it->columns()), "{=d x=0 y=1 z=0}");
}

TEST_F(WideColumnsTest, GroupsOfAKeyComeInTheOrderOfTheFamilies) {
  OpenThree();
  ASSERT_OK(PutColumns("a", {{"x", "0"}}, 0));
  ASSERT_OK(PutColumns("a", {{"x", "2"}}, 2));
  ASSERT_OK(PutColumns("b", {{"x", "1"}}, 1));
  const auto it = db_->NewAttributeGroupIterator(ReadOptions(), handles_);
  it->SeekToFirst();
  ASSERT_TRUE(it->Valid());
  ASSERT_EQ(it->attribute_groups().size(), 2u);
  EXPECT_EQ(it->attribute_groups()[0].column_family(), handles_[0]);
  EXPECT_EQ(it->attribute_groups()[1].column_family(), handles_[2]);
  EXPECT_EQ(Show(it->attribute_groups()[1].columns()), "{x=2}");
  it->Next();
  ASSERT_EQ(it->attribute_groups().size(), 1u);
  EXPECT_EQ(it->key(), "b");
  it->Next();
  EXPECT_FALSE(it->Valid());
  ASSERT_OK(it->status());
}

TEST_F(WideColumnsTest, FamiliesThatCannotBeWalkedTogetherGiveAnError) {
  Options backward = options_;
  backward.comparator = ReverseBytewiseComparator();
  OpenThree();
  ColumnFamilyHandle* other = nullptr;
  ASSERT_OK(db_->CreateColumnFamily(backward, "backward", &other));
  for (const auto& families :
       {std::vector<ColumnFamilyHandle*>{}, {handles_[0], other}, {handles_[0], nullptr}}) {
    const auto it = db_->NewCoalescingIterator(ReadOptions(), families);
    it->SeekToFirst();
    EXPECT_FALSE(it->Valid());
    EXPECT_TRUE(it->status().IsInvalidArgument());
    EXPECT_TRUE(
        db_->NewAttributeGroupIterator(ReadOptions(), families)->status().IsInvalidArgument());
  }
  handles_.push_back(other);
}

TEST_F(WideColumnsTest, RandomWalksOverFamiliesAgreeWithAMap) {
  OpenThree();
  std::mt19937_64 random(system_test::TestSeed());
  std::map<std::string, std::map<std::string, std::string>> expected;
  for (size_t family = 0; family < 3; ++family) {
    for (int i = 0; i < 60; ++i) {
      const std::string key = system_test::NumberedKey(random() % 80);
      const std::string name = std::to_string(random() % 3), value = std::to_string(random());
      ASSERT_OK(PutColumns(key, {{name, value}}, family));
    }
    const std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions(), handles_[family]));
    for (it->SeekToFirst(); it->Valid(); it->Next())
      expected[it->key().ToString()][it->columns()[0].name().ToString()] =
          it->columns()[0].value().ToString();
  }
  const auto it = db_->NewCoalescingIterator(ReadOptions(), handles_);
  auto at = expected.end();
  for (int step = 0; step < system_test::Scaled(3000); ++step) {
    const std::string target = system_test::NumberedKey(random() % 80);
    const uint64_t dice = random() % 8;
    if (dice == 0) {
      it->Seek(target);
      at = expected.lower_bound(target);
    } else if (dice == 1) {
      it->SeekForPrev(target);
      at = expected.upper_bound(target);
      at = at == expected.begin() ? expected.end() : std::prev(at);
    } else if (at == expected.end()) {
      continue;
    } else if (dice < 5) {
      it->Next();
      ++at;
    } else {
      it->Prev();
      at = at == expected.begin() ? expected.end() : std::prev(at);
    }
    ASSERT_EQ(it->Valid(), at != expected.end());
    if (!it->Valid()) continue;
    ASSERT_EQ(it->key(), Slice(at->first));
    ASSERT_EQ(it->columns().size(), at->second.size());
    for (const WideColumn& column : it->columns())
      ASSERT_EQ(column.value(), Slice(at->second[column.name().ToString()]));
  }
}

TEST_F(WideColumnsTest, AnIndexedBatchShowsColumnsOverThoseOfTheDatabase) {
  OpenThree();
  ASSERT_OK(PutColumns("db", {{"", "1"}, {"x", "db"}}));
  ASSERT_OK(PutColumns("gone", {{"x", "db"}}));
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.PutEntity(handles_[0], "batch", {{"y", "batch"}}));
  ASSERT_OK(batch.Put(handles_[0], "plain", "v"));
  ASSERT_OK(batch.Merge(handles_[0], "db", "m"));
  ASSERT_OK(batch.Merge(handles_[0], "batch", "m"));
  ASSERT_OK(batch.Delete(handles_[0], "gone"));
  const auto alone = [&](const Slice& key) {
    PinnableWideColumns columns;
    const Status s = batch.GetEntityFromBatch(handles_[0], key, &columns);
    return s.IsMergeInProgress() ? "merge" : Show(s, columns);
  };
  EXPECT_EQ(alone("batch"), "{=,m y=batch}");
  EXPECT_EQ(alone("plain"), "{=v}");
  EXPECT_EQ(alone("gone"), "-");
  EXPECT_EQ(alone("none"), "-");
  EXPECT_EQ(alone("db"), "merge");
  const Slice keys[] = {"batch", "db", "gone", "none", "plain"};
  const std::vector<std::string> expected{"{=,m y=batch}", "{=1,m x=db}", "-", "-", "{=v}"};
  PinnableWideColumns columns[5];
  Status statuses[5];
  batch.MultiGetEntityFromBatchAndDB(db_.get(), ReadOptions(), handles_[0], 5, keys, columns,
                                     statuses, false);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(Show(statuses[i], columns[i]), expected[i]) << keys[i].ToString();
    PinnableWideColumns one;
    const Status s =
        batch.GetEntityFromBatchAndDB(db_.get(), ReadOptions(), handles_[0], keys[i], &one);
    EXPECT_EQ(Show(s, one), expected[i]) << keys[i].ToString();
  }
  const std::unique_ptr<Iterator> it(
      batch.NewIteratorWithBase(handles_[0], db_->NewIterator(ReadOptions(), handles_[0])));
  EXPECT_EQ(Walk(it.get()), "batch{=,m y=batch} db{=1,m x=db} plain{=v} ");
  EXPECT_TRUE(batch.GetEntityFromBatch(handles_[0], "a", nullptr).IsInvalidArgument());
  EXPECT_TRUE(batch.GetEntityFromBatch(nullptr, "a", &columns[0]).IsInvalidArgument());
}

// The value is in a block that the read pins, and that goes when it is replaced by the result.
TEST_F(WideColumnsTest, AMergeInABatchMayChooseTheValueOfAFile) {
  class KeepsTheValue final : public system_test::AppendOperator {
   public:
    bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
      out->existing_operand = *in.existing_value;
      return true;
    }
  };
  options_.merge_operator = std::make_shared<KeepsTheValue>();
  BlockBasedTableOptions table;
  table.no_block_cache = true;
  options_.table_factory.reset(NewBlockBasedTableFactory(table));
  OpenThree();
  const std::string value(3000, 'v');
  ASSERT_OK(Put("a", value));
  ASSERT_OK(db_->Flush(FlushOptions()));
  WriteBatchWithIndex batch;
  ASSERT_OK(batch.Merge(handles_[0], "a", "not this"));
  PinnableWideColumns one;
  ASSERT_OK(batch.GetEntityFromBatchAndDB(db_.get(), ReadOptions(), handles_[0], "a", &one));
  EXPECT_EQ(Show(one.columns()), "{=" + value + "}");
  const Slice key = "a";
  Status status;
  batch.MultiGetEntityFromBatchAndDB(db_.get(), ReadOptions(), handles_[0], 1, &key, &one, &status,
                                     false);
  ASSERT_OK(status);
  EXPECT_EQ(Show(one.columns()), "{=" + value + "}");
}

TEST_F(WideColumnsTest, TransactionsReadAndWriteEntities) {
  TransactionDB* raw = nullptr;
  ASSERT_OK(TransactionDB::Open(options_, TransactionDBOptions(), DbPath(), &raw));
  const std::unique_ptr<TransactionDB> db(raw);
  ColumnFamilyHandle* family = db->DefaultColumnFamily();
  ASSERT_OK(db->PutEntity(WriteOptions(), family, "a", {{"x", "1"}}));
  ASSERT_OK(db->PutEntity(WriteOptions(), "g", {AttributeGroup(family, {{"x", "g"}})}));
  const std::unique_ptr<Transaction> one(db->BeginTransaction(WriteOptions()));
  const auto read = [&](const Slice& key) {
    PinnableWideColumns columns;
    const Status s = one->GetEntity(ReadOptions(), family, key, &columns);
    return Show(s, columns);
  };
  PinnableWideColumns columns;
  ASSERT_OK(one->GetEntityForUpdate(ReadOptions(), family, "a", &columns));
  EXPECT_EQ(Show(columns.columns()), "{x=1}");
  ASSERT_OK(one->PutEntity(family, "b", {{"y", "2"}}));
  EXPECT_EQ(read("b"), "{y=2}");
  EXPECT_EQ(read("g"), "{x=g}");
  // Locked, also for groups.
  WriteOptions now;
  EXPECT_TRUE(db->PutEntity(now, "b", {AttributeGroup(family, {{"x", "g"}})}).IsTimedOut());
  ASSERT_OK(one->Commit());
  ASSERT_OK(db->GetEntity(ReadOptions(), family, "b", &columns));
  EXPECT_EQ(Show(columns.columns()), "{y=2}");
  columns.Reset();
}

// Keeps the entries of column "keep", and adds a column to those that have it.
class ColumnFilter : public CompactionFilter {
 public:
  const char* Name() const override { return "ColumnFilter"; }
  Decision FilterV3(int /*level*/, const Slice& /*key*/, ValueType type,
                    const Slice* /*existing_value*/, const WideColumns* existing,
                    std::string* /*new_value*/,
                    std::vector<std::pair<std::string, std::string>>* fresh,
                    std::string* /*skip_until*/) const override {
    if (type != ValueType::kWideColumnEntity) return Decision::kKeep;
    for (const WideColumn& column : *existing) {
      if (column.name() != Slice("keep")) continue;
      fresh->emplace_back("keep", column.value().ToString());
      fresh->emplace_back("seen", "yes");
      return Decision::kChangeWideColumnEntity;
    }
    return Decision::kRemove;
  }
};

TEST_F(WideColumnsTest, CompactionFiltersSeeAndChangeColumns) {
  ColumnFilter filter;
  options_.compaction_filter = &filter;
  OpenThree();
  ASSERT_OK(PutColumns("a", {{"keep", "1"}, {"other", "2"}}));
  ASSERT_OK(PutColumns("b", {{"drop", "1"}}));
  ASSERT_OK(Put("c", "plain"));
  ASSERT_OK(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
  EXPECT_EQ(Walk(), "a{keep=1 seen=yes} c{=plain} ");
  Close();
}

TEST_F(WideColumnsTest, EntitiesAreIngestedAndReadBack) {
  OpenThree();
  SstFileWriter writer(EnvOptions(), options_);
  ASSERT_OK(writer.Open(dir_ / "t.sst"));
  ASSERT_OK(writer.PutEntity("a", {{"x", "1"}, {"", "2"}}));
  ASSERT_OK(writer.Finish());
  ASSERT_OK(db_->IngestExternalFile({dir_ / "t.sst"}, IngestExternalFileOptions()));
  EXPECT_EQ(Entity("a"), "{=2 x=1}");
}

TEST_F(WideColumnsTest, ADatabaseWithTtlRefusesColumns) {
  DBWithTTL* raw = nullptr;
  ASSERT_OK(DBWithTTL::Open(options_, DbPath(), &raw));
  const std::unique_ptr<DBWithTTL> db(raw);
  ColumnFamilyHandle* family = db->DefaultColumnFamily();
  EXPECT_TRUE(db->PutEntity(WriteOptions(), family, "a", {{"x", "1"}}).IsNotSupported());
  EXPECT_TRUE(db->PutEntity(WriteOptions(), "a", {AttributeGroup(family, {})}).IsNotSupported());
  PinnableWideColumns columns;
  EXPECT_TRUE(db->GetEntity(ReadOptions(), family, "a", &columns).IsNotSupported());
  EXPECT_TRUE(db->NewCoalescingIterator(ReadOptions(), {family})->status().IsNotSupported());
}

TEST_F(WideColumnsTest, BadArgumentsAreNamed) {
  OpenThree();
  PinnableWideColumns columns;
  EXPECT_TRUE(db_->GetEntity(ReadOptions(), nullptr, "a", &columns).IsInvalidArgument());
  EXPECT_TRUE(db_->GetEntity(ReadOptions(), handles_[0], "a", nullptr).IsInvalidArgument());
  EXPECT_TRUE(db_->GetEntity(ReadOptions(), "a", nullptr).IsInvalidArgument());
  EXPECT_TRUE(db_->PutEntity(WriteOptions(), nullptr, "a", {}).IsInvalidArgument());
  EXPECT_TRUE(PutColumns("a", {{"x", "1"}, {"x", "2"}}).IsInvalidArgument());
  EXPECT_EQ(Entity("a"), "-");
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
