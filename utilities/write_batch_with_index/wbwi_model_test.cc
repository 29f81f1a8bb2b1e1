// Random updates, save points and reads of an indexed batch over a database, against a list of
// updates that is applied to a std::map anew for every question.
#include <algorithm>
#include <map>
#include <random>

#include "util/random.h"
#include "utilities/write_batch_with_index/wbwi_fixture.h"

namespace ROCKSDB_NAMESPACE {
namespace {

struct Update {
  ColumnFamilyHandle* cf;
  WriteType type;
  std::string key;
  std::string value;
};

struct KeyOrder {
  const Comparator* comparator;
  bool operator()(const std::string& a, const std::string& b) const {
    return comparator->Compare(a, b) < 0;
  }
};
using Content = std::map<std::string, std::string, KeyOrder>;

class IndexedBatchModelTest : public IndexedBatchTest {
 protected:
  void Run(uint64_t seed, bool overwrite) {
    SCOPED_TRACE("seed " + std::to_string(seed) + (overwrite ? ", overwriting" : ""));
    random_ = std::make_unique<Random64>(seed);
    batch_ = std::make_unique<WriteBatchWithIndex>(BytewiseComparator(), 0, overwrite);
    for (int round = 0; round < 2000 && !HasFailure(); ++round) Step();
    if (HasFailure()) return;
    CheckEverything(default_);
    CheckEverything(reverse_);
    // What was read before is what the database has afterwards.
    const Content expected = Overlay(default_);
    ASSERT_OK(db_->Write(WriteOptions(), batch_->GetWriteBatch()));
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    EXPECT_EQ(Forward(it.get()), Pairs(expected.begin(), expected.end()));
  }

 private:
  uint64_t Draw(uint64_t n) { return random_->Uniform(n); }
  // Few keys, so that they meet; some longer than a prefix of 8 bytes.
  std::string DrawKey() {
    const std::string key = "k" + std::to_string(Draw(30));
    return Draw(3) == 0 ? "longer prefix " + key : key;
  }

  void Step() {
    ColumnFamilyHandle* const cf = Draw(2) == 0 ? default_ : reverse_;
    switch (Draw(20)) {
      case 0:
        batch_->SetSavePoint();
        save_points_.push_back(updates_.size());
        return;
      case 1:
        return RollBack();
      case 2:
        return Pop();
      case 3:
        return WriteToDatabase(cf);
      case 4:
        return CheckWalk(cf);
      case 5:
        if (Draw(10) == 0) CheckEverything(cf);
        return;
      case 6:
        if (Draw(100) == 0) Clear();
        return;
      case 7:
      case 8:
        return CheckKey(cf, DrawKey());
      default:
        return Add(cf);
    }
  }

  void Add(ColumnFamilyHandle* cf) {
    const WriteType types[] = {kPutRecord, kMergeRecord, kDeleteRecord, kSingleDeleteRecord};
    Update update{cf, types[Draw(4)], DrawKey(), "v" + std::to_string(Draw(1000))};
    switch (update.type) {
      case kPutRecord:
        ASSERT_OK(batch_->Put(cf, update.key, update.value));
        break;
      case kMergeRecord:
        ASSERT_OK(batch_->Merge(cf, update.key, update.value));
        break;
      case kDeleteRecord:
        ASSERT_OK(batch_->Delete(cf, update.key));
        break;
      default:
        ASSERT_OK(batch_->SingleDelete(cf, update.key));
    }
    if (update.type != kPutRecord && update.type != kMergeRecord) update.value.clear();
    updates_.push_back(update);
  }
  void RollBack() {
    EXPECT_EQ(batch_->RollbackToSavePoint().ok(), !save_points_.empty());
    if (save_points_.empty()) return;
    updates_.resize(save_points_.back());
    save_points_.pop_back();
    EXPECT_EQ(batch_->GetWBWIOpCount(), updates_.size());
  }
  void Pop() {
    EXPECT_EQ(batch_->PopSavePoint().ok(), !save_points_.empty());
    if (!save_points_.empty()) save_points_.pop_back();
  }
  void Clear() {
    batch_->Clear();
    updates_.clear();
    save_points_.clear();
  }
  void WriteToDatabase(ColumnFamilyHandle* cf) {
    const std::string key = DrawKey(), value = "db" + std::to_string(Draw(100));
    if (Draw(3) == 0) {
      ASSERT_OK(db_->Delete(WriteOptions(), cf, key));
      Database(cf).erase(key);
    } else {
      ASSERT_OK(db_->Put(WriteOptions(), cf, key, value));
      Database(cf)[key] = value;
    }
  }

  Content& Database(ColumnFamilyHandle* cf) {
    return content_.try_emplace(cf->GetID(), KeyOrder{cf->GetComparator()}).first->second;
  }
  Content Overlay(ColumnFamilyHandle* cf) {
    Content content = Database(cf);
    for (const Update& update : updates_) {
      if (update.cf != cf) continue;
      if (update.type == kPutRecord) {
        content[update.key] = update.value;
      } else if (update.type == kMergeRecord) {
        std::string& value = content[update.key];
        value = value.empty() ? update.value : value + "," + update.value;
      } else {
        content.erase(update.key);
      }
    }
    return content;
  }

  // What the index should show, by the rules of overwriting.
  std::vector<std::string> ExpectedEntries(ColumnFamilyHandle* cf) const {
    std::map<std::string, std::vector<Update>, KeyOrder> by_key(KeyOrder{cf->GetComparator()});
    for (const Update& update : updates_) {
      if (update.cf != cf) continue;
      std::vector<Update>& entries = by_key[update.key];
      const bool replaces =
          batch_->GetOverwriteKey() && !entries.empty() && update.type != kMergeRecord;
      if (replaces) entries.pop_back();
      entries.push_back(update);
    }
    std::vector<std::string> text;
    for (const auto& [key, entries] : by_key) {
      for (const Update& e : entries) text.push_back("PMDS"[e.type] + key + "=" + e.value);
    }
    return text;
  }
  void CheckEntries(ColumnFamilyHandle* cf) {
    std::vector<std::string> forward, backward;
    const auto text = [](const WriteEntry& e) {
      return "PMDS"[e.type] + e.key.ToString() + "=" + e.value.ToString();
    };
    std::unique_ptr<WBWIIterator> it(batch_->NewIterator(cf));
    for (it->SeekToFirst(); it->Valid(); it->Next()) forward.push_back(text(it->Entry()));
    for (it->SeekToLast(); it->Valid(); it->Prev()) backward.push_back(text(it->Entry()));
    std::reverse(backward.begin(), backward.end());
    EXPECT_EQ(forward, ExpectedEntries(cf));
    EXPECT_EQ(backward, forward);
    const auto stat = batch_->GetCFStats().find(cf->GetID());
    EXPECT_EQ(stat == batch_->GetCFStats().end() ? 0 : stat->second.entry_count, forward.size());
  }

  void CheckKey(ColumnFamilyHandle* cf, const std::string& key) {
    const Content content = Overlay(cf);
    const auto found = content.find(key);
    const std::string expected = found == content.end() ? "NotFound: " : found->second;
    EXPECT_EQ(Get(batch_.get(), cf, key), expected) << key;
    const Slice keys[] = {key, "absent"};
    PinnableSlice values[2];
    Status statuses[2];
    batch_->MultiGetFromBatchAndDB(db_.get(), ReadOptions(), cf, 2, keys, values, statuses, false);
    EXPECT_EQ(statuses[0].ok() ? values[0].ToString() : statuses[0].ToString(), expected);
    EXPECT_TRUE(statuses[1].IsNotFound());
  }

  // Seeks and steps at random, now and then an update in between.
  void CheckWalk(ColumnFamilyHandle* cf) {
    const std::string low = DrawKey(), high = DrawKey();
    const Slice lower(low), upper(high);
    ReadOptions options;
    if (cf->GetComparator()->Compare(lower, upper) < 0) {
      if (Draw(2) == 0) options.iterate_lower_bound = &lower;
      if (Draw(2) == 0) options.iterate_upper_bound = &upper;
    }
    const auto it = Over(batch_.get(), cf, options);
    Content content = Inside(cf, options);
    auto at = content.end();
    for (int step = 0; step < 30 && !HasFailure(); ++step) {
      const std::string target = DrawKey();
      const uint64_t move = at == content.end() ? Draw(4) : Draw(12);
      if (move == 0) {
        it->SeekToFirst();
        at = content.begin();
      } else if (move == 1) {
        it->SeekToLast();
        at = content.empty() ? content.end() : std::prev(content.end());
      } else if (move == 2) {
        it->Seek(target);
        at = content.lower_bound(target);
      } else if (move == 3) {
        it->SeekForPrev(target);
        at = content.upper_bound(target);
        at = at == content.begin() ? content.end() : std::prev(at);
      } else if (move < 8) {
        it->Next();
        ++at;
      } else {
        it->Prev();
        at = at == content.begin() ? content.end() : std::prev(at);
      }
      ASSERT_OK(it->status());
      ASSERT_EQ(it->Valid(), at != content.end()) << "move " << move;
      if (!it->Valid()) continue;
      ASSERT_EQ(it->key().ToString(), at->first);
      ASSERT_EQ(it->value().ToString(), at->second);
      if (Draw(10) != 0) continue;
      ASSERT_NO_FATAL_FAILURE(StepOverUpdate(cf, it.get()));
      content = Inside(cf, options);
      it->SeekToFirst();
      at = content.begin();
      ASSERT_EQ(it->Valid(), at != content.end());
    }
  }
  // The key that the iterator stands on may go; it moves on from there all the same. Whether it
  // meets what is added depends on where the batch's side of it stands.
  void StepOverUpdate(ColumnFamilyHandle* cf, Iterator* it) {
    const std::string here = it->key().ToString();
    Add(cf);
    const bool forward = Draw(2) == 0;
    forward ? it->Next() : it->Prev();
    ASSERT_OK(it->status());
    if (!it->Valid()) return;
    const int order = cf->GetComparator()->Compare(it->key(), here);
    ASSERT_TRUE(forward ? order > 0 : order < 0) << here << ", then " << it->key().ToString();
  }
  Content Inside(ColumnFamilyHandle* cf, const ReadOptions& options) {
    Content content = Overlay(cf);
    if (options.iterate_lower_bound != nullptr) {
      content.erase(content.begin(), content.lower_bound(options.iterate_lower_bound->ToString()));
    }
    if (options.iterate_upper_bound != nullptr) {
      content.erase(content.lower_bound(options.iterate_upper_bound->ToString()), content.end());
    }
    return content;
  }

  void CheckEverything(ColumnFamilyHandle* cf) {
    CheckEntries(cf);
    const Content content = Overlay(cf);
    const Pairs expected(content.begin(), content.end());
    EXPECT_EQ(Forward(Over(batch_.get(), cf).get()), expected);
    EXPECT_EQ(Backward(Over(batch_.get(), cf).get()), Pairs(expected.rbegin(), expected.rend()));
  }

  std::unique_ptr<Random64> random_;
  std::unique_ptr<WriteBatchWithIndex> batch_;
  std::vector<Update> updates_;
  std::vector<size_t> save_points_;
  std::map<uint32_t, Content> content_;
};

TEST_F(IndexedBatchModelTest, AnIndexedBatchAnswersAsIfItHadBeenWritten) {
  Run(std::random_device{}(), false);
}

TEST_F(IndexedBatchModelTest, AnOverwritingBatchAnswersAsIfItHadBeenWritten) {
  Run(std::random_device{}(), true);
}

}  // namespace
}  // namespace ROCKSDB_NAMESPACE
