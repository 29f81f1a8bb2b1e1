// The model check: random operations on a database and on ordered maps must give the same answers.
// BUCKETLSM_MODEL_OPS sets the operations per option set, BUCKETLSM_SEED replays a run.
#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "rocksdb/utilities/tree_check.h"
#include "rocksdb/write_batch.h"
#include "test/model_options.h"

namespace system_test {
namespace {

struct KeyOrder {
  const Comparator* comparator;
  bool operator()(const std::string& a, const std::string& b) const {
    return comparator->Compare(a, b) < 0;
  }
};
using Map = std::map<std::string, std::string, KeyOrder>;

// What one column family must contain.
struct Family {
  std::string name;
  ColumnFamilyHandle* handle;
  Map map;
};

// A moment that reads may refer back to: a snapshot, or an iterator still open.
struct Moment {
  size_t family;
  Map map;
  const Snapshot* snapshot;
  std::unique_ptr<Iterator> iterator;
};

// Keys that only ever see Put-when-absent and SingleDelete start with this; see the rule of
// SingleDelete.
constexpr char kOncePrefix[] = "once";
constexpr int kKeys = 600;
constexpr int kOnceKeys = 60;

class ModelRun {
 public:
  ModelRun(const OptionSet& set, uint64_t seed) : set_(set), random_(seed) {
    options_ = SmallOptions();
    options_.merge_operator = std::make_shared<AppendOperator>();
    options_.create_missing_column_families = true;
    set_.apply(&options_);
    const KeyOrder order{options_.comparator};
    families_.push_back({kDefaultColumnFamilyName, nullptr, Map(order)});
    families_.push_back({"other", nullptr, Map(order)});
  }
  ~ModelRun() { Close(); }

  void Run(long operations) {
    Open();
    for (long i = 0; i < operations && !testing::Test::HasFatalFailure(); i++) {
      SCOPED_TRACE("operation " + std::to_string(i));
      Step();
    }
    if (testing::Test::HasFatalFailure()) return;
    CheckEverything();
    Reopen();
    CheckEverything();
    CompactAll();
    CheckEverything();
  }

 private:
  // ---- life of the database
  void Open() {
    std::vector<ColumnFamilyDescriptor> descriptors;
    for (const Family& f : families_) descriptors.emplace_back(f.name, options_);
    std::vector<ColumnFamilyHandle*> handles;
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(options_, dir_ / "db", descriptors, &handles, &raw));
    db_.reset(raw);
    for (size_t i = 0; i < handles.size(); i++) families_[i].handle = handles[i];
  }
  void Close() {
    while (!moments_.empty()) Release(moments_.size() - 1);
    if (db_ == nullptr) return;
    for (Family& f : families_) EXPECT_OK(db_->DestroyColumnFamilyHandle(f.handle));
    EXPECT_OK(db_->Close());
    db_.reset();
  }
  void Reopen() {
    Close();
    if (set_.toggle_buckets_at_reopen) {
      buckets_on_ = !buckets_on_;
      SetBuckets(&options_, buckets_on_ ? 8 : 0);
    }
    Open();
  }
  void CompactAll() {
    for (const Family& f : families_) {
      ASSERT_OK(db_->CompactRange(CompactRangeOptions(), f.handle, nullptr, nullptr));
    }
  }

  // ---- random pieces
  uint64_t Uniform(uint64_t n) { return random_() % n; }
  Family& AnyFamily() { return families_[Uniform(4) == 0 ? 1 : 0]; }
  std::string AnyKey() {
    // Half of the operations fall into a narrow range that moves: buckets heat, split and cool.
    const uint64_t hot = (steps_ / 2000 * 97) % kKeys;
    return NumberedKey(Uniform(2) == 0 ? (hot + Uniform(40)) % kKeys : Uniform(kKeys));
  }
  std::string AnyValue() {
    return std::to_string(steps_) +
           std::string(Uniform(8) == 0 ? Uniform(1500) : Uniform(150), 'v');
  }
  std::pair<std::string, std::string> AnyRange(const Family& f) {
    std::string a = AnyKey(), b = AnyKey();
    if (f.map.key_comp()(b, a)) std::swap(a, b);
    return {a, b};
  }

  void Step() {
    steps_++;
    const uint64_t dice = Uniform(1000);
    if (dice < 330)
      Put();
    else if (dice < 420)
      Delete();
    else if (dice < 470)
      Once();
    else if (dice < 490)
      DeleteRange();
    else if (dice < 580)
      Merge();
    else if (dice < 640)
      Batch();
    else if (dice < 800)
      PointLookup();
    else if (dice < 840)
      MultiLookup();
    else if (dice < 950)
      SeekAround();
    else if (dice < 965)
      Remember();
    else if (dice < 980)
      LookBack();
    else if (dice < 988)
      CheckScan(AnyFamily());
    else
      Maintain();
  }
  void Maintain() {
    const uint64_t dice = Uniform(120);
    if (dice < 12) {
      ASSERT_OK(db_->Flush(FlushOptions(), AnyFamily().handle));
    } else if (dice < 16) {
      Family& f = AnyFamily();
      auto [from, to] = AnyRange(f);
      Slice begin(from), end(to);
      ASSERT_OK(db_->CompactRange(CompactRangeOptions(), f.handle, &begin, &end));
    } else if (dice < 18) {
      Reopen();
    }
  }

  // ---- writes
  void Put() {
    Family& f = AnyFamily();
    const std::string key = AnyKey(), value = AnyValue();
    ASSERT_OK(db_->Put(WriteOptions(), f.handle, key, value));
    f.map[key] = value;
  }
  void Delete() {
    Family& f = AnyFamily();
    const std::string key = AnyKey();
    ASSERT_OK(db_->Delete(WriteOptions(), f.handle, key));
    f.map.erase(key);
  }
  void Once() {
    Family& f = AnyFamily();
    const std::string key = kOncePrefix + NumberedKey(Uniform(kOnceKeys));
    if (f.map.erase(key) > 0) {
      ASSERT_OK(db_->SingleDelete(WriteOptions(), f.handle, key));
      return;
    }
    f.map[key] = AnyValue();
    ASSERT_OK(db_->Put(WriteOptions(), f.handle, key, f.map[key]));
  }
  void EraseRange(Family* f, const std::string& from, const std::string& to) {
    f->map.erase(f->map.lower_bound(from), f->map.lower_bound(to));
  }
  void DeleteRange() {
    Family& f = AnyFamily();
    auto [from, to] = AnyRange(f);
    if (Uniform(4) != 0) to = NarrowEnd(f, from, to);
    ASSERT_OK(db_->DeleteRange(WriteOptions(), f.handle, from, to));
    EraseRange(&f, from, to);
  }
  // Wide deletions would leave little to look at; most reach over a few keys only.
  std::string NarrowEnd(const Family& f, const std::string& from, const std::string& to) {
    auto it = f.map.lower_bound(from);
    for (uint64_t n = Uniform(12); n > 0 && it != f.map.end(); n--) ++it;
    return it != f.map.end() && f.map.key_comp()(it->first, to) ? it->first : to;
  }
  static void MergeInto(Map* map, const std::string& key, const std::string& operand) {
    auto [it, fresh] = map->emplace(key, operand);
    if (!fresh) it->second += "," + operand;
  }
  void Merge() {
    Family& f = AnyFamily();
    const std::string key = AnyKey(), operand = std::to_string(steps_);
    ASSERT_OK(db_->Merge(WriteOptions(), f.handle, key, operand));
    MergeInto(&f.map, key, operand);
  }
  void Batch() {
    WriteBatch batch;
    for (uint64_t n = Uniform(12); n > 0; n--) {
      Family& f = AnyFamily();
      const std::string key = AnyKey();
      switch (Uniform(4)) {
        case 0:
          ASSERT_OK(batch.Delete(f.handle, key));
          f.map.erase(key);
          break;
        case 1:
          ASSERT_OK(batch.Merge(f.handle, key, "b"));
          MergeInto(&f.map, key, "b");
          break;
        default:
          f.map[key] = AnyValue();
          ASSERT_OK(batch.Put(f.handle, key, f.map[key]));
      }
    }
    ASSERT_OK(db_->Write(WriteOptions(), &batch));
  }

  // ---- reads
  void CheckKey(const Map& map, const std::string& key, const Status& s, const Slice& value) {
    const auto want = map.find(key);
    if (want == map.end()) {
      ASSERT_TRUE(s.IsNotFound()) << key << " should be absent: " << s.ToString() << " "
                                  << value.ToString();
      return;
    }
    ASSERT_TRUE(s.ok()) << key << " should be present: " << s.ToString();
    ASSERT_EQ(value.ToString(), want->second) << key;
  }
  void PointLookup() {
    Family& f = AnyFamily();
    const std::string key =
        Uniform(10) == 0 ? kOncePrefix + NumberedKey(Uniform(kOnceKeys)) : AnyKey();
    PinnableSlice value;
    const Status s = db_->Get(ReadOptions(), f.handle, key, &value);
    CheckKey(f.map, key, s, value);
  }
  void MultiLookup() {
    Family& f = AnyFamily();
    std::vector<std::string> keys(1 + Uniform(30));
    for (std::string& key : keys) key = AnyKey();
    std::vector<Slice> slices(keys.begin(), keys.end());
    std::vector<PinnableSlice> values(keys.size());
    std::vector<Status> statuses(keys.size());
    db_->MultiGet(ReadOptions(), f.handle, keys.size(), slices.data(), values.data(),
                  statuses.data());
    for (size_t i = 0; i < keys.size(); i++) CheckKey(f.map, keys[i], statuses[i], values[i]);
  }
  // The iterator and the map's cursor stand on the same key, or both nowhere.
  static void CheckCursor(const Map& map, Map::const_iterator at, Iterator* it) {
    ASSERT_OK(it->status());
    if (at == map.end()) {
      ASSERT_FALSE(it->Valid()) << "extra key " << it->key().ToString();
      return;
    }
    ASSERT_TRUE(it->Valid()) << "missing key " << at->first;
    ASSERT_EQ(it->key().ToString(), at->first);
    ASSERT_EQ(it->value().ToString(), at->second);
  }
  static Map::const_iterator LastAtOrBefore(const Map& map, const std::string& key) {
    auto at = map.upper_bound(key);
    return at == map.begin() ? map.end() : std::prev(at);
  }
  // Seeks somewhere, then goes back and forth at random, within bounds half of the time.
  void SeekAround() {
    Family& f = AnyFamily();
    ReadOptions read;
    auto [from, to] = AnyRange(f);
    Slice lower(from), upper(to);
    Map view(f.map.key_comp());
    const bool bounded = Uniform(2) == 0;
    if (bounded) {
      read.iterate_lower_bound = &lower;
      read.iterate_upper_bound = &upper;
      view.insert(f.map.lower_bound(from), f.map.lower_bound(to));
    }
    std::unique_ptr<Iterator> it(db_->NewIterator(read, f.handle));
    Wander(bounded ? view : f.map, it.get());
  }
  void Wander(const Map& map, Iterator* it) {
    Map::const_iterator at = map.end();
    for (int leg = 0; leg < 3; leg++) {
      const std::string target = AnyKey();
      if (Uniform(2) == 0) {
        it->Seek(target);
        at = map.lower_bound(target);
      } else {
        it->SeekForPrev(target);
        at = LastAtOrBefore(map, target);
      }
      CheckCursor(map, at, it);
      for (uint64_t n = Uniform(25); n > 0 && at != map.end(); n--) {
        if (testing::Test::HasFatalFailure()) return;
        if (Uniform(3) != 0) {
          it->Next();
          ++at;
        } else {
          it->Prev();
          at = at == map.begin() ? map.end() : std::prev(at);
        }
        CheckCursor(map, at, it);
      }
    }
  }
  void CheckWhole(const Map& map, Iterator* it) {
    it->SeekToFirst();
    for (auto at = map.begin(); at != map.end() && !testing::Test::HasFatalFailure();
         ++at, it->Next()) {
      CheckCursor(map, at, it);
    }
    if (testing::Test::HasFatalFailure()) return;
    CheckCursor(map, map.end(), it);
    it->SeekToLast();
    for (auto at = map.rbegin(); at != map.rend() && !testing::Test::HasFatalFailure();
         ++at, it->Prev()) {
      CheckCursor(map, std::prev(at.base()), it);
    }
    if (testing::Test::HasFatalFailure()) return;
    CheckCursor(map, map.end(), it);
  }
  void CheckScan(const Family& f) {
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions(), f.handle));
    CheckWhole(f.map, it.get());
  }
  void CheckEverything() {
    for (const Family& f : families_) {
      ASSERT_OK(CheckTree(db_.get(), f.handle, TreeCheckOptions(), nullptr));
      CheckScan(f);
      for (int n = 0; n < kKeys; n++) {
        const std::string key = NumberedKey(n);
        PinnableSlice value;
        const Status s = db_->Get(ReadOptions(), f.handle, key, &value);
        CheckKey(f.map, key, s, value);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }

  // ---- looking back
  void Remember() {
    if (moments_.size() >= 4) Release(Uniform(moments_.size()));
    Moment moment{Uniform(2), families_[0].map, nullptr, nullptr};
    const Family& f = families_[moment.family];
    moment.map = f.map;
    if (Uniform(2) == 0) {
      moment.snapshot = db_->GetSnapshot();
    } else {
      moment.iterator.reset(db_->NewIterator(ReadOptions(), f.handle));
    }
    moments_.push_back(std::move(moment));
  }
  void LookBack() {
    if (moments_.empty()) return;
    Moment& moment = moments_[Uniform(moments_.size())];
    const Family& f = families_[moment.family];
    if (moment.iterator != nullptr) {
      Wander(moment.map, moment.iterator.get());
      return;
    }
    ReadOptions read;
    read.snapshot = moment.snapshot;
    std::unique_ptr<Iterator> it(db_->NewIterator(read, f.handle));
    CheckWhole(moment.map, it.get());
    for (int i = 0; i < 10 && !testing::Test::HasFatalFailure(); i++) {
      const std::string key = AnyKey();
      PinnableSlice value;
      const Status s = db_->Get(read, f.handle, key, &value);
      CheckKey(moment.map, key, s, value);
    }
  }
  void Release(size_t index) {
    Moment& moment = moments_[index];
    moment.iterator.reset();
    if (moment.snapshot != nullptr) db_->ReleaseSnapshot(moment.snapshot);
    moments_.erase(moments_.begin() + static_cast<long>(index));
  }

  const OptionSet& set_;
  std::mt19937_64 random_;
  ScratchDir dir_;
  Options options_;
  std::unique_ptr<DB> db_;
  std::vector<Family> families_;
  std::vector<Moment> moments_;
  uint64_t steps_ = 0;
  bool buckets_on_ = true;
};

class EveryOptionSet : public testing::TestWithParam<size_t> {};

TEST_P(EveryOptionSet, AnswersAsAnOrderedMapDoes) {
  ModelRun run(OptionSets()[GetParam()], TestSeed());
  run.Run(EnvNumber("BUCKETLSM_MODEL_OPS", Scaled(15000)));
}

INSTANTIATE_TEST_SUITE_P(Model, EveryOptionSet, testing::Range(size_t{0}, OptionSets().size()),
                         [](const auto& info) {
                           return std::string(OptionSets()[info.param].name);
                         });

// One writer's keys and what they must hold; no other thread touches them.
class OwnKeys {
 public:
  OwnKeys(DB* db, int id, uint64_t seed)
      : db_(db), prefix_(std::to_string(id) + ":"), random_(seed) {}

  void Run(int operations) {
    for (int i = 0; i < operations && failure_.empty(); i++) {
      const std::string key = prefix_ + NumberedKey(random_() % 300);
      switch (random_() % 5) {
        case 0:
          Note(db_->Delete(WriteOptions(), key));
          map_.erase(key);
          break;
        case 1:
          Check(key);
          break;
        default:
          map_[key] = std::to_string(i) + std::string(random_() % 200, 'w');
          Note(db_->Put(WriteOptions(), key, map_[key]));
      }
    }
    CheckAll();
  }
  const std::string& failure() const { return failure_; }

 private:
  void Note(const Status& s) {
    if (!s.ok()) failure_ = s.ToString();
  }
  void Check(const std::string& key) {
    std::string value;
    const Status s = db_->Get(ReadOptions(), key, &value);
    const auto want = map_.find(key);
    const bool same = want == map_.end() ? s.IsNotFound() : s.ok() && value == want->second;
    if (!same) failure_ = key + ": " + s.ToString() + " " + value.substr(0, 20);
  }
  void CheckAll() {
    std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    auto want = map_.begin();
    for (it->Seek(prefix_); it->Valid() && it->key().starts_with(prefix_); it->Next(), ++want) {
      if (want == map_.end() || it->key() != want->first || it->value() != want->second) {
        failure_ = "scan differs at " + it->key().ToString();
        return;
      }
    }
    Note(it->status());
    if (failure_.empty() && want != map_.end()) failure_ = "scan misses " + want->first;
  }

  DB* const db_;
  const std::string prefix_;
  std::mt19937_64 random_;
  std::map<std::string, std::string> map_;
  std::string failure_;
};

TEST(ModelConcurrent, ParallelWritersEachFindExactlyTheirOwnKeys) {
  const uint64_t seed = TestSeed();
  for (const uint32_t buckets : {0u, 8u}) {
    ScratchDir dir;
    DB* raw = nullptr;
    ASSERT_OK(DB::Open(SmallOptions(buckets), dir / "db", &raw));
    std::unique_ptr<DB> db(raw);
    std::vector<std::unique_ptr<OwnKeys>> owners;
    for (int t = 0; t < 6; t++) owners.push_back(std::make_unique<OwnKeys>(db.get(), t, seed + t));
    std::vector<std::thread> threads;
    for (auto& owner : owners) threads.emplace_back([&owner] { owner->Run(Scaled(8000)); });
    for (std::thread& thread : threads) thread.join();
    for (auto& owner : owners) EXPECT_EQ(owner->failure(), "");
    ASSERT_OK(db->Close());
  }
}

}  // namespace
}  // namespace system_test
