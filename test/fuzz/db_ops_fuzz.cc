// A sequence of operations on a database in memory and on an ordered map: every answer must be the
// same. Options come first (buckets off, few, many, splitting and merging with nearly every flush),
// then operations, each a byte and its operands.
#include <algorithm>
#include <list>

#include "rocksdb/comparator.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/write_batch.h"
#include "test/fuzz/memory_db.h"

namespace bucketlsm_fuzz {
namespace {

constexpr int kMostOps = 400;

struct ByComparator {
  const Comparator* comparator;
  bool operator()(const std::string& a, const std::string& b) const {
    return comparator->Compare(a, b) < 0;
  }
};
using Map = std::map<std::string, std::string, ByComparator>;

void ChooseOptions(Draws* draws, Options* o) {
  const uint8_t a = draws->Byte(), b = draws->Byte();
  BucketOptions& bucket = o->bucket_options;
  bucket.enabled = (a & 7) != 0;
  static constexpr uint32_t kBuckets[] = {1, 1, 2, 3, 4, 8, 16, 64};
  bucket.initial_buckets = kBuckets[a & 7];
  bucket.min_file_size = 1;
  if ((a & 8) != 0) {
    bucket.window_flushes = 1;
    bucket.split_temperature = 1.1;
    bucket.merge_temperature = 0.9;
  }
  bucket.flush_threads = (a & 16) != 0 ? 2 : 1;
  if ((a & 32) != 0) o->comparator = ReverseBytewiseComparator();
  o->level0_file_num_compaction_trigger = (a & 64) != 0 ? 1 : 4;
  o->level_compaction_dynamic_level_bytes = (a & 128) == 0;
  if ((b & 1) != 0) o->recycle_log_file_num = 2;
  if ((b & 2) != 0) o->wal_compression = kZSTD;
  if ((b & 4) != 0) o->compression = kLZ4Compression;
  o->max_subcompactions = (b & 8) != 0 ? 3 : 1;
  o->enable_pipelined_write = (b & 16) != 0;
  o->disable_auto_compactions = (b & 32) != 0;
  BlockBasedTableOptions table;
  table.no_block_cache = true;
  table.block_size = 64;
  table.block_restart_interval = 2;
  if ((b & 64) != 0) table.filter_policy.reset(NewBloomFilterPolicy(10));
  if ((b & 128) != 0) {
    table.index_type = BlockBasedTableOptions::kTwoLevelIndexSearch;
    table.metadata_block_size = 64;
  }
  o->table_factory.reset(NewBlockBasedTableFactory(table));
}

class Session {
 public:
  explicit Session(Draws draws) : draws_(draws) {
    ChooseOptions(&draws_, &memory_.options());
    FUZZ_OK(memory_.Open());
    map_ = std::make_unique<Map>(ByComparator{memory_.options().comparator});
  }

  void Run() {
    for (int i = 0; i < kMostOps && !draws_.empty(); i++) Step();
    CheckScan(ReadOptions(), *map_);
    FUZZ_OK(CheckTree(db(), nullptr, TreeCheckOptions(), nullptr));
    Reopen();
    CheckScan(ReadOptions(), *map_);
  }

 private:
  struct Moment {
    const Snapshot* snapshot;
    Map map;
  };

  DB* db() { return memory_.db(); }
  std::string Key() { return draws_.Bytes(draws_.Byte() % 4).ToString(); }
  // Values tell when they were written; some are long enough to fill blocks and files.
  std::string Value() {
    const uint8_t size = draws_.Byte();
    return std::to_string(writes_++) + std::string(size > 200 ? size * 8 : size % 16, 'v');
  }

  void Step() {
    const uint8_t op = draws_.Byte() % 32;
    if (op < 10) {
      Write(op);
    } else if (op < 14) {
      Batch();
    } else if (op < 18) {
      CheckGet();
    } else if (op < 22) {
      CheckSeeks();
    } else {
      Maintain(op);
    }
  }

  // ---- writes
  void Write(uint8_t op) {
    WriteBatch batch;
    Add(op, &batch);
    FUZZ_OK(db()->Write(WriteOptions(), &batch));
  }
  void Batch() {
    WriteBatch batch;
    const uint32_t n = 1 + draws_.Below(8);
    for (uint32_t i = 0; i < n; i++) Add(draws_.Byte() % 10, &batch);
    FUZZ_OK(db()->Write(WriteOptions(), &batch));
  }
  void Add(uint8_t op, WriteBatch* batch) {
    const std::string key = Key();
    if (op < 5) {
      (*map_)[key] = Value();
      FUZZ_OK(batch->Put(key, (*map_)[key]));
    } else if (op < 7) {
      map_->erase(key);
      FUZZ_OK(batch->Delete(key));
    } else if (op < 9) {
      const std::string operand = Value();
      const auto [at, fresh] = map_->try_emplace(key, operand);
      if (!fresh) at->second += "," + operand;
      FUZZ_OK(batch->Merge(key, operand));
    } else {
      AddRange(key, batch);
    }
  }
  void AddRange(std::string from, WriteBatch* batch) {
    std::string to = Key();
    if (map_->key_comp()(to, from)) std::swap(from, to);
    map_->erase(map_->lower_bound(from), map_->lower_bound(to));
    FUZZ_OK(batch->DeleteRange(from, to));
  }

  // ---- reads
  // The newest state or a remembered one.
  const Map& Choose(ReadOptions* read) {
    const size_t n = draws_.Byte() % (moments_.size() + 1);
    if (n == moments_.size()) return *map_;
    const auto at = std::next(moments_.begin(), static_cast<long>(n));
    read->snapshot = at->snapshot;
    return at->map;
  }
  void CheckGet() {
    ReadOptions read;
    const Map& map = Choose(&read);
    const std::string key = Key();
    PinnableSlice value;
    const Status s = db()->Get(read, db()->DefaultColumnFamily(), key, &value);
    const auto want = map.find(key);
    FUZZ_CHECK(s.ok() ? want != map.end() : s.IsNotFound() && want == map.end(),
               "Get: " + s.ToString());
    FUZZ_CHECK(!s.ok() || value == Slice(want->second), "Get: another value");
  }
  void CheckSeeks() {
    ReadOptions read;
    const Map& map = Choose(&read);
    std::string lower = Key(), upper = Key();
    const uint8_t how = draws_.Byte();
    const Slice lower_slice(lower), upper_slice(upper);
    const bool bounded = (how & 1) != 0 && map.key_comp()(lower, upper);
    if (bounded) {
      read.iterate_lower_bound = &lower_slice;
      read.iterate_upper_bound = &upper_slice;
    }
    const auto begin = bounded ? map.lower_bound(lower) : map.begin();
    const auto end = bounded ? map.lower_bound(upper) : map.end();
    const std::unique_ptr<Iterator> it(db()->NewIterator(read));
    const std::string target = bounded ? (how & 2 ? lower : upper) : Key();
    auto want = map.lower_bound(target);
    if ((how & 4) != 0) {
      it->Seek(target);
    } else {
      it->SeekForPrev(target);
      const bool exact = want != map.end() && want->first == target;
      // The last entry at or before the target that lies within the bounds.
      auto past = bounded && target == upper ? end : exact ? std::next(want) : want;
      want = past == begin ? end : std::prev(past);
    }
    for (int i = 0; i < 6; i++) {
      const bool inside = want != end;
      FUZZ_OK(it->status());
      FUZZ_CHECK(it->Valid() == inside, "an iterator ends elsewhere");
      if (!inside) return;
      FUZZ_CHECK(it->key() == Slice(want->first), "an iterator shows another key");
      FUZZ_CHECK(it->value() == Slice(want->second), "an iterator shows another value");
      if ((how >> (3 + i) & 1) != 0) {
        it->Next();
        ++want;
      } else {
        it->Prev();
        want = want == begin ? end : std::prev(want);
      }
    }
  }
  void CheckScan(const ReadOptions& read, const Map& map) {
    const auto seen = memory_.Contents(read);
    FUZZ_CHECK(seen.size() == map.size(),
               "entries: " + std::to_string(seen.size()) + " for " + std::to_string(map.size()));
    auto want = map.begin();
    for (const auto& [key, value] : seen) {
      FUZZ_CHECK(key == want->first && value == want->second, "a scan shows something else");
      ++want;
    }
  }

  // ---- the rest
  void Maintain(uint8_t op) {
    switch (op) {
      case 22:
      case 23:
      case 24:
        FUZZ_OK(db()->Flush(FlushOptions()));
        break;
      case 25: {
        const std::string a = Key(), b = Key();
        const bool turned = memory_.options().comparator->Compare(a, b) > 0;
        const Slice from(turned ? b : a), to(turned ? a : b);
        FUZZ_OK(db()->CompactRange(CompactRangeOptions(), &from, &to));
        break;
      }
      case 26:
        FUZZ_OK(db()->CompactRange(CompactRangeOptions(), nullptr, nullptr));
        break;
      case 27:
        if (moments_.size() < 4) moments_.push_back({db()->GetSnapshot(), *map_});
        break;
      case 28:
        if (!moments_.empty()) Release();
        break;
      case 29: {
        ReadOptions read;
        const Map& map = Choose(&read);
        CheckScan(read, map);
        break;
      }
      case 30:
        ChangeBuckets();
        break;
      default:
        Reopen();
        break;
    }
  }
  void Release() {
    db()->ReleaseSnapshot(moments_.front().snapshot);
    moments_.pop_front();
  }
  void ChangeBuckets() {
    BucketOptions& bucket = memory_.options().bucket_options;
    bucket.enabled = draws_.Flag();
    FUZZ_OK(db()->SetOptions(
        {{"bucket_options", bucket.enabled ? "{enabled=true}" : "{enabled=false}"}}));
  }
  void Reopen() {
    while (!moments_.empty()) Release();
    FUZZ_OK(memory_.Close());
    FUZZ_OK(memory_.Open());
  }

  Draws draws_;
  MemoryDb memory_;
  std::unique_ptr<Map> map_;
  std::list<Moment> moments_;
  uint64_t writes_ = 0;
};

}  // namespace
}  // namespace bucketlsm_fuzz

FUZZ_TARGET(db_ops) { bucketlsm_fuzz::Session(Draws(input)).Run(); }
