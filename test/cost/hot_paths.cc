// One hot path at a time, on a small database made from a fixed seed, for a tool that counts
// instructions. Public API only, so that the same source measures stock RocksDB.
//
//   hot_paths --list
//   hot_paths PATH DIR      makes a database in DIR and prints how many operations it measured
//
// Only what runs inside MeasuredPart counts (callgrind --toggle-collect=MeasuredPart), and only in
// the thread that called it: nothing here depends on when background threads run.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "rocksdb/cache.h"
#include "rocksdb/db.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/options.h"
#include "rocksdb/sst_file_writer.h"
#include "rocksdb/table.h"
#include "rocksdb/write_batch.h"

extern "C" void MeasuredPart(const std::function<void()>& part);
extern "C" __attribute__((noinline)) void MeasuredPart(const std::function<void()>& part) {
  part();
}

namespace {

using ROCKSDB_NAMESPACE::BlockBasedTableOptions;
using ROCKSDB_NAMESPACE::ColumnFamilyMetaData;
using ROCKSDB_NAMESPACE::CompactionOptions;
using ROCKSDB_NAMESPACE::CompactRangeOptions;
using ROCKSDB_NAMESPACE::DB;
using ROCKSDB_NAMESPACE::EnvOptions;
using ROCKSDB_NAMESPACE::FlushOptions;
using ROCKSDB_NAMESPACE::Iterator;
using ROCKSDB_NAMESPACE::Options;
using ROCKSDB_NAMESPACE::PinnableSlice;
using ROCKSDB_NAMESPACE::ReadOptions;
using ROCKSDB_NAMESPACE::Slice;
using ROCKSDB_NAMESPACE::SstFileWriter;
using ROCKSDB_NAMESPACE::Status;
using ROCKSDB_NAMESPACE::WriteBatch;
using ROCKSDB_NAMESPACE::WriteOptions;

constexpr size_t kKeys = 20000;
constexpr size_t kValueSize = 100;

void Check(const Status& s) {
  if (s.ok()) return;
  std::fprintf(stderr, "hot_paths: %s\n", s.ToString().c_str());
  std::exit(1);
}

// Even numbers are keys; odd ones lie between them and are never written.
std::string KeyOf(uint64_t n) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llu", static_cast<unsigned long long>(n));
  return text;
}

// The same numbers under every standard library: std::mt19937_64 is specified to the bit.
std::vector<std::string> ShuffledKeys(size_t n, uint64_t odd = 0) {
  std::vector<std::string> keys;
  for (size_t i = 0; i < n; ++i) keys.push_back(KeyOf(2 * i + odd));
  std::mt19937_64 draw(301);
  for (size_t i = n; i > 1; --i) std::swap(keys[i - 1], keys[draw() % i]);
  return keys;
}

Options MakeOptions() {
  Options options;
  options.create_if_missing = true;
  options.write_buffer_size = 64 << 20;
  options.compression = ROCKSDB_NAMESPACE::kNoCompression;
  options.disable_auto_compactions = true;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  BlockBasedTableOptions table;
  table.block_cache = ROCKSDB_NAMESPACE::NewLRUCache(64 << 20);
  table.filter_policy.reset(ROCKSDB_NAMESPACE::NewBloomFilterPolicy(10));
  options.table_factory.reset(ROCKSDB_NAMESPACE::NewBlockBasedTableFactory(table));
  return options;
}

class Scene {
 public:
  explicit Scene(const std::string& dir)
      : dir_(dir), options_(MakeOptions()), value_(kValueSize, 'v') {
    DB* db = nullptr;
    Check(DB::Open(options_, dir, &db));
    db_.reset(db);
  }
  ~Scene() { Check(db_->Close()); }

  DB* db() { return db_.get(); }
  const Options& options() const { return options_; }
  const std::string& value() const { return value_; }
  std::string FileIn(const char* name) const { return dir_ + "/" + name; }

  void Fill(const std::vector<std::string>& keys) {
    for (const std::string& key : keys) Check(db_->Put(WriteOptions(), key, value_));
  }
  // All keys in the last level, every fourth again in Level 0, all of it in the block cache.
  void FillTables() {
    const std::vector<std::string> keys = ShuffledKeys(kKeys);
    Fill(keys);
    Check(db_->Flush(FlushOptions()));
    Check(db_->CompactRange(CompactRangeOptions(), nullptr, nullptr));
    for (size_t i = 0; i < keys.size(); i += 4) Fill({keys[i]});
    Check(db_->Flush(FlushOptions()));
    const std::unique_ptr<Iterator> it(db_->NewIterator(ReadOptions()));
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
    }
    Check(it->status());
    Get(keys);
  }
  void Get(const std::vector<std::string>& keys) {
    PinnableSlice found;
    for (const std::string& key : keys) {
      const Status s = db_->Get(ReadOptions(), db_->DefaultColumnFamily(), key, &found);
      if (!s.IsNotFound()) Check(s);
      found.Reset();
    }
  }

 private:
  const std::string dir_;
  const Options options_;
  const std::string value_;
  std::unique_ptr<DB> db_;
};

// Each makes its database, measures, and returns how many operations that were.

size_t PutAll(Scene* scene, bool wal) {
  WriteOptions how;
  how.disableWAL = !wal;
  const std::vector<std::string> keys = ShuffledKeys(kKeys);
  MeasuredPart([&] {
    for (const std::string& key : keys) Check(scene->db()->Put(how, key, scene->value()));
  });
  return keys.size();
}

size_t Put(Scene* scene) { return PutAll(scene, true); }
size_t PutUnlogged(Scene* scene) { return PutAll(scene, false); }

size_t Batches(Scene* scene) {
  const std::vector<std::string> keys = ShuffledKeys(kKeys);
  MeasuredPart([&] {
    WriteBatch batch;
    for (size_t i = 0; i < keys.size(); ++i) {
      Check(batch.Put(keys[i], scene->value()));
      if (i % 100 != 99) continue;
      Check(scene->db()->Write(WriteOptions(), &batch));
      batch.Clear();
    }
  });
  return keys.size();
}

size_t GetMemtable(Scene* scene) {
  const std::vector<std::string> keys = ShuffledKeys(kKeys);
  scene->Fill(keys);
  MeasuredPart([&] { scene->Get(keys); });
  return keys.size();
}

size_t GetCached(Scene* scene) {
  scene->FillTables();
  const std::vector<std::string> keys = ShuffledKeys(kKeys);
  MeasuredPart([&] { scene->Get(keys); });
  return keys.size();
}

size_t GetMissing(Scene* scene) {
  scene->FillTables();
  const std::vector<std::string> keys = ShuffledKeys(kKeys, 1);
  MeasuredPart([&] { scene->Get(keys); });
  return keys.size();
}

size_t MultiGet(Scene* scene) {
  scene->FillTables();
  constexpr size_t kBatch = 32;
  const std::vector<std::string> keys = ShuffledKeys(kKeys);
  const std::vector<Slice> slices(keys.begin(), keys.end());
  std::vector<PinnableSlice> values(kBatch);
  std::vector<Status> statuses(kBatch);
  MeasuredPart([&] {
    for (size_t i = 0; i + kBatch <= slices.size(); i += kBatch) {
      scene->db()->MultiGet(ReadOptions(), scene->db()->DefaultColumnFamily(), kBatch, &slices[i],
                            values.data(), statuses.data());
      for (size_t k = 0; k < kBatch; ++k) {
        Check(statuses[k]);
        values[k].Reset();
      }
    }
  });
  return keys.size() / kBatch * kBatch;
}

size_t Seek(Scene* scene) {
  scene->FillTables();
  const std::vector<std::string> keys = ShuffledKeys(kKeys / 4);
  const std::unique_ptr<Iterator> it(scene->db()->NewIterator(ReadOptions()));
  MeasuredPart([&] {
    for (const std::string& key : keys) it->Seek(key);
  });
  Check(it->status());
  return keys.size();
}

size_t Step(Scene* scene, bool forward) {
  scene->FillTables();
  const std::unique_ptr<Iterator> it(scene->db()->NewIterator(ReadOptions()));
  size_t steps = 0;
  if (forward) it->SeekToFirst();
  if (!forward) it->SeekToLast();
  MeasuredPart([&] {
    for (; it->Valid(); forward ? it->Next() : it->Prev()) ++steps;
  });
  Check(it->status());
  return steps;
}

size_t Next(Scene* scene) { return Step(scene, true); }
size_t Prev(Scene* scene) { return Step(scene, false); }

size_t WriteTable(Scene* scene) {
  SstFileWriter writer(EnvOptions(), scene->options());
  MeasuredPart([&] {
    Check(writer.Open(scene->FileIn("outside.sst")));
    for (size_t i = 0; i < kKeys; ++i) Check(writer.Put(KeyOf(2 * i), scene->value()));
    Check(writer.Finish());
  });
  return kKeys;
}

// Four overlapping tables of Level 0 become one of Level 1, in this thread.
size_t Compact(Scene* scene) {
  const std::vector<std::string> keys = ShuffledKeys(kKeys);
  for (size_t first = 0; first < keys.size(); first += keys.size() / 4) {
    const auto begin = keys.begin() + static_cast<ptrdiff_t>(first);
    scene->Fill({begin, begin + static_cast<ptrdiff_t>(keys.size() / 4)});
    Check(scene->db()->Flush(FlushOptions()));
  }
  ColumnFamilyMetaData tree;
  scene->db()->GetColumnFamilyMetaData(&tree);
  std::vector<std::string> inputs;
  for (const auto& file : tree.levels[0].files) inputs.push_back(file.name);
  CompactionOptions how;
  how.compression = ROCKSDB_NAMESPACE::kNoCompression;
  MeasuredPart([&] { Check(scene->db()->CompactFiles(how, inputs, 1)); });
  return keys.size();
}

struct Path {
  const char* name;
  size_t (*run)(Scene*);
};

constexpr Path kPaths[] = {
    {"put", Put},
    {"put_unlogged", PutUnlogged},
    {"put_batched", Batches},
    {"get_memtable", GetMemtable},
    {"get_cached", GetCached},
    {"get_missing", GetMissing},
    {"multiget", MultiGet},
    {"seek", Seek},
    {"next", Next},
    {"prev", Prev},
    {"write_table", WriteTable},
    {"compact", Compact},
};

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  for (const Path& path : kPaths) {
    if (name == "--list") std::puts(path.name);
    if (name != path.name || argc != 3) continue;
    Scene scene(argv[2]);
    std::printf("%zu\n", path.run(&scene));
    return 0;
  }
  if (name == "--list") return 0;
  std::fprintf(stderr, "usage: hot_paths --list | hot_paths PATH DIR\n");
  return 2;
}
