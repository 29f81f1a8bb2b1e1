// Merging and concatenating iterators, compared with one sorted map.
#include "table/merging_iterator.h"

#include "table/concat_iterator.h"
#include "table/sst_test_files.h"
#include "test/support/status_assertions.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Iterates over a map, and fails on request.
class MapIterator : public InternalIterator {
 public:
  explicit MapIterator(EntryMap entries) : entries_(std::move(entries)), at_(entries_.end()) {}
  void SeekToFirst() override { Show(entries_.begin()); }
  void SeekToLast() override {
    Show(entries_.empty() ? entries_.end() : std::prev(entries_.end()));
  }
  void Seek(const Slice& target) override { Show(entries_.lower_bound(target.ToString())); }
  void SeekForPrev(const Slice& target) override {
    auto it = entries_.upper_bound(target.ToString());
    Show(it == entries_.begin() ? entries_.end() : std::prev(it));
  }
  void Next() override { Show(std::next(at_)); }
  void Prev() override { Show(at_ == entries_.begin() ? entries_.end() : std::prev(at_)); }
  Status status() const override { return status_; }
  void FailAtEnd() { fail_ = true; }

 private:
  void Show(EntryMap::iterator at) {
    at_ = at;
    valid_ = at != entries_.end();
    if (!valid_ && fail_) status_ = Status::IOError("lost");
    if (!valid_) return;
    key_ = at->first;
    value_ = at->second;
  }
  EntryMap entries_;
  EntryMap::iterator at_;
  bool fail_ = false;
  Status status_;
};

std::string RandomKey(Random64* random) {
  return MakeInternalKey("key" + std::to_string(random->Uniform(500)), random->Uniform(50),
                         kTypeValue);
}

// Moves `it` at random and follows with an iterator of `all`.
void CompareWalk(InternalIterator* it, const EntryMap& all, Random64* random) {
  auto at = all.end();
  for (int step = 0; step < 4000; ++step) {
    const uint64_t move = random->Uniform(it->Valid() ? 12 : 4);
    const std::string target = RandomKey(random);
    if (move == 0) {
      it->SeekToFirst();
      at = all.begin();
    } else if (move == 1) {
      it->SeekToLast();
      at = all.empty() ? all.end() : std::prev(all.end());
    } else if (move == 2) {
      it->Seek(target);
      at = all.lower_bound(target);
    } else if (move == 3) {
      it->SeekForPrev(target);
      at = all.upper_bound(target);
      at = at == all.begin() ? all.end() : std::prev(at);
    } else if (move < 8) {
      it->Next();
      ++at;
    } else {
      it->Prev();
      at = at == all.begin() ? all.end() : std::prev(at);
    }
    ASSERT_EQ(it->Valid(), at != all.end()) << step;
    ASSERT_OK(it->status());
    if (!it->Valid()) continue;
    ASSERT_EQ(it->key(), at->first) << step;
    ASSERT_EQ(it->value(), at->second) << step;
  }
}

TEST(MergingIterator, WalksLikeOneMapInBothDirections) {
  for (const size_t children : {0, 1, 2, 3, 7, 20}) {
    Random64 random(children + 5);
    EntryMap all;
    std::vector<EntryMap> parts(children);
    for (size_t i = 0; i < 300 * children; ++i) {
      const std::string key = RandomKey(&random);
      if (all.emplace(key, std::to_string(i)).second) {
        parts[random.Uniform(children)][key] = std::to_string(i);
      }
    }
    std::vector<std::unique_ptr<InternalIterator>> iterators;
    for (EntryMap& part : parts) iterators.push_back(std::make_unique<MapIterator>(part));
    std::unique_ptr<InternalIterator> it(NewMergingIterator(TestOrder(), std::move(iterators)));
    CompareWalk(it.get(), all, &random);
  }
}

TEST(MergingIterator, GivesEqualKeysInChildOrder) {
  std::vector<std::unique_ptr<InternalIterator>> iterators;
  const std::string key = MakeInternalKey("same", 5, kTypeValue);
  for (const char* value : {"0", "1", "2"}) {
    iterators.push_back(std::make_unique<MapIterator>(EntryMap{{key, value}}));
  }
  std::unique_ptr<InternalIterator> it(NewMergingIterator(TestOrder(), std::move(iterators)));
  std::string order;
  for (const auto& [k, v] : Forward(it.get())) order += v;
  EXPECT_EQ(order, "012");
}

TEST(MergingIterator, EndsInTheErrorOfAChild) {
  std::vector<std::unique_ptr<InternalIterator>> iterators;
  auto bad = std::make_unique<MapIterator>(EntryMap{{MakeInternalKey("a", 1, kTypeValue), "1"}});
  bad->FailAtEnd();
  iterators.push_back(std::move(bad));
  iterators.push_back(
      std::make_unique<MapIterator>(EntryMap{{MakeInternalKey("b", 1, kTypeValue), "1"}}));
  std::unique_ptr<InternalIterator> it(NewMergingIterator(TestOrder(), std::move(iterators)));
  it->SeekToFirst();
  ASSERT_TRUE(it->Valid());
  it->Next();
  EXPECT_FALSE(it->Valid());
  EXPECT_TRUE(it->status().IsIOError());
}

// Files of a level; each is a map.
class Bounds : public FileBoundsList {
 public:
  explicit Bounds(const std::vector<EntryMap>& files) {
    for (const EntryMap& file : files) {
      bounds_.emplace_back(file.begin()->first, file.rbegin()->first);
    }
  }
  size_t count() const override { return bounds_.size(); }
  Slice smallest(size_t i) const override { return bounds_[i].first; }
  Slice largest(size_t i) const override { return bounds_[i].second; }

 private:
  std::vector<std::pair<std::string, std::string>> bounds_;
};

std::vector<EntryMap> CutIntoFiles(const EntryMap& all, size_t each) {
  std::vector<EntryMap> files;
  for (const auto& entry : all) {
    if (files.empty() || files.back().size() >= each) files.emplace_back();
    files.back().insert(entry);
  }
  return files;
}

TEST(ConcatIterator, WalksLikeOneMapInBothDirections) {
  Random64 random(3);
  EntryMap all;
  for (int i = 0; i < 700; ++i) all[RandomKey(&random)] = std::to_string(i);
  for (const size_t each : {1, 13, 1000}) {
    const std::vector<EntryMap> files = CutIntoFiles(all, each);
    std::unique_ptr<InternalIterator> it(
        NewConcatIterator(TestOrder(), std::make_shared<Bounds>(files),
                          [&](size_t i) { return new MapIterator(files[i]); }));
    CompareWalk(it.get(), all, &random);
  }
}

TEST(MergingIterator, WalksOverRunsLikeOverOneMapInBothDirections) {
  Random64 random(4);
  for (const size_t each : {1, 13}) {
    EntryMap all, parts[3];
    for (int i = 0; i < 700; ++i) {
      const std::string key = RandomKey(&random);
      all[key] = std::to_string(i);
      for (EntryMap& part : parts) part.erase(key);
      parts[random.Uniform(3)][key] = all[key];
    }
    std::vector<std::vector<EntryMap>> runs;
    for (const EntryMap& part : parts) runs.push_back(CutIntoFiles(part, each));
    std::vector<std::unique_ptr<InternalIterator>> iterators;
    for (const auto& files : runs) {
      iterators.emplace_back(
          NewConcatIterator(TestOrder(), std::make_shared<Bounds>(files),
                            [&files](size_t i) { return new MapIterator(files[i]); }));
    }
    std::unique_ptr<InternalIterator> it(NewMergingIterator(TestOrder(), std::move(iterators)));
    CompareWalk(it.get(), all, &random);
  }
}

TEST(MergingIterator, EndsInTheErrorOfAFileWithinARun) {
  const auto entry = [](const char* key) {
    return EntryMap{{MakeInternalKey(key, 1, kTypeValue), key}};
  };
  const std::vector<EntryMap> files = {entry("a"), entry("c"), entry("e")};
  std::vector<std::unique_ptr<InternalIterator>> iterators;
  iterators.emplace_back(
      NewConcatIterator(TestOrder(), std::make_shared<Bounds>(files), [&](size_t i) {
        auto file = new MapIterator(files[i]);
        if (i == 1) file->FailAtEnd();
        return file;
      }));
  iterators.push_back(std::make_unique<MapIterator>(entry("d")));
  std::unique_ptr<InternalIterator> it(NewMergingIterator(TestOrder(), std::move(iterators)));
  std::string walked;
  for (it->SeekToFirst(); it->Valid(); it->Next()) walked += it->value().ToString();
  EXPECT_EQ(walked, "ac") << "behind the error nothing is certain";
  EXPECT_TRUE(it->status().IsIOError());
}

// As if no prefix were in its filter.
class ClosedIterator : public MapIterator {
 public:
  using MapIterator::MapIterator;
  void Seek(const Slice& target) override { total_order_ ? MapIterator::Seek(target) : SetEnd(); }
  void SeekForPrev(const Slice& target) override {
    total_order_ ? MapIterator::SeekForPrev(target) : SetEnd();
  }
  void SetTotalOrder(bool on) override { total_order_ = on; }

 private:
  bool total_order_ = false;
};

TEST(MergingIterator, HandsTotalOrderToAllFilesOfItsRuns) {
  Random64 random(5);
  EntryMap all, parts[2];
  for (int i = 0; i < 200; ++i) {
    const std::string key = RandomKey(&random);
    if (all.emplace(key, "v").second) parts[random.Uniform(2)][key] = "v";
  }
  std::vector<std::vector<EntryMap>> runs;
  for (const EntryMap& part : parts) runs.push_back(CutIntoFiles(part, 7));
  std::vector<std::unique_ptr<InternalIterator>> iterators;
  for (const auto& files : runs) {
    iterators.emplace_back(
        NewConcatIterator(TestOrder(), std::make_shared<Bounds>(files),
                          [&files](size_t i) { return new ClosedIterator(files[i]); }));
  }
  std::unique_ptr<InternalIterator> it(NewMergingIterator(TestOrder(), std::move(iterators)));
  it->SeekToFirst();  // the first files are open
  it->SetTotalOrder(true);
  CompareWalk(it.get(), all, &random);
  it->SetTotalOrder(false);
  it->SeekForPrev(all.begin()->first);
  EXPECT_FALSE(it->Valid());
}

TEST(ConcatIterator, OpensNoFileBeyondTheUpperBound) {
  EntryMap all;
  for (int i = 100; i < 200; ++i) {
    all[MakeInternalKey("key" + std::to_string(i), 1, kTypeValue)] = "v";
  }
  const std::vector<EntryMap> files = CutIntoFiles(all, 10);
  size_t deepest = 0;
  const Slice upper("key125");
  ConcatOptions options;
  options.upper_bound = &upper;
  std::unique_ptr<InternalIterator> it(NewConcatIterator(
      TestOrder(), std::make_shared<Bounds>(files),
      [&](size_t i) {
        deepest = std::max(deepest, i);
        return new MapIterator(files[i]);
      },
      options));
  it->SeekToFirst();
  while (it->Valid()) it->Next();
  EXPECT_EQ(deepest, 2u);
}

}  // namespace

}  // namespace ROCKSDB_NAMESPACE
