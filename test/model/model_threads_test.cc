// Threads that each own their keys must find exactly what they wrote. The model check with one
// thread and every operation is test/model/model_test.cc.
#include <map>
#include <thread>

#include "test/support/scratch.h"

namespace system_test {
namespace {

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
