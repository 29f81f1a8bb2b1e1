// What a call through the C API costs beyond the same call in C++: nanoseconds of the processor per
// call, for reads, writes and steps of an iterator on a small database in memory. Rounds of C++ and
// of C alternate, and the median of the rounds' differences counts, so that what else the machine
// does cancels out.
//
// usage: capi_cost [ROUNDS [CALLS]]
//
// Exits with 1 if a call costs 30 ns or more beyond C++.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rocksdb/c.h"
#include "rocksdb/db.h"
#include "rocksdb/env.h"
#include "rocksdb/write_batch.h"

namespace {

using namespace ROCKSDB_NAMESPACE;  // NOLINT: a program of one file

constexpr double kLimitNanos = 30;
constexpr int kKeys = 1000;
const std::string kValue(100, 'v');

void Check(const Status& s) {
  if (s.ok()) return;
  std::fprintf(stderr, "%s\n", s.ToString().c_str());
  std::exit(1);
}

void Check(char* error) {
  if (error == nullptr) return;
  std::fprintf(stderr, "%s\n", error);
  std::exit(1);
}

const std::vector<std::string>& Keys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> made;
    for (int i = 0; i < kKeys; ++i) {
      char text[32];
      std::snprintf(text, sizeof(text), "key%013d", i);
      made.emplace_back(text);
    }
    return made;
  }();
  return keys;
}

// The same database and the same work, in C++ and in C. Each function makes `calls` calls.
class Cpp {
 public:
  Cpp() : env_(NewMemEnv(Env::Default())) {
    Options options;
    options.create_if_missing = true;
    options.env = env_.get();
    DB* raw = nullptr;
    Check(DB::Open(options, "/cpp", &raw));
    db_.reset(raw);
    write_.disableWAL = true;
  }

  void Put(int calls) {
    for (int i = 0; i < calls; ++i) Check(db_->Put(write_, Keys()[i % kKeys], kValue));
  }
  void Get(int calls) {
    for (int i = 0; i < calls; ++i) {
      std::string value;
      Check(db_->Get(read_, Keys()[i % kKeys], &value));
    }
  }
  void GetPinned(int calls) {
    for (int i = 0; i < calls; ++i) {
      PinnableSlice value;
      Check(db_->Get(read_, db_->DefaultColumnFamily(), Keys()[i % kKeys], &value));
    }
  }
  void Step(int calls) {
    const std::unique_ptr<Iterator> it(db_->NewIterator(read_));
    size_t bytes = 0;
    for (int i = 0; i < calls; ++i) {
      if (!it->Valid()) it->SeekToFirst();
      bytes += it->key().size() + it->value().size();
      it->Next();
    }
    if (bytes == 0) std::exit(1);
  }
  void Batch(int calls) {
    WriteBatch batch;
    for (int i = 0; i < calls; ++i) {
      if (i % kKeys == 0) batch.Clear();
      Check(batch.Put(Keys()[i % kKeys], kValue));
    }
  }

 private:
  const std::unique_ptr<Env> env_;
  std::unique_ptr<DB> db_;
  WriteOptions write_;
  const ReadOptions read_;
};

class C {
 public:
  C() {
    rocksdb_options_t* options = rocksdb_options_create();
    rocksdb_options_set_create_if_missing(options, 1);
    rocksdb_options_set_env(options, env_);
    char* error = nullptr;
    db_ = rocksdb_open(options, "/c", &error);
    Check(error);
    rocksdb_options_destroy(options);
    rocksdb_writeoptions_disable_WAL(write_, 1);
  }
  ~C() {
    rocksdb_close(db_);
    rocksdb_writeoptions_destroy(write_);
    rocksdb_readoptions_destroy(read_);
    rocksdb_env_destroy(env_);
  }
  C(const C&) = delete;
  C& operator=(const C&) = delete;

  void Put(int calls) {
    char* error = nullptr;
    for (int i = 0; i < calls; ++i) {
      const std::string& key = Keys()[i % kKeys];
      rocksdb_put(db_, write_, key.data(), key.size(), kValue.data(), kValue.size(), &error);
      Check(error);
    }
  }
  void Get(int calls) {
    char* error = nullptr;
    for (int i = 0; i < calls; ++i) {
      const std::string& key = Keys()[i % kKeys];
      size_t length = 0;
      char* value = rocksdb_get(db_, read_, key.data(), key.size(), &length, &error);
      Check(error);
      rocksdb_free(value);
    }
  }
  void GetPinned(int calls) {
    char* error = nullptr;
    for (int i = 0; i < calls; ++i) {
      const std::string& key = Keys()[i % kKeys];
      rocksdb_pinnableslice_destroy(rocksdb_get_pinned(db_, read_, key.data(), key.size(), &error));
      Check(error);
    }
  }
  void Step(int calls) {
    rocksdb_iterator_t* it = rocksdb_create_iterator(db_, read_);
    size_t bytes = 0;
    for (int i = 0; i < calls; ++i) {
      if (!rocksdb_iter_valid(it)) rocksdb_iter_seek_to_first(it);
      size_t key = 0, value = 0;
      (void)rocksdb_iter_key(it, &key);
      (void)rocksdb_iter_value(it, &value);
      bytes += key + value;
      rocksdb_iter_next(it);
    }
    rocksdb_iter_destroy(it);
    if (bytes == 0) std::exit(1);
  }
  void Batch(int calls) {
    rocksdb_writebatch_t* batch = rocksdb_writebatch_create();
    for (int i = 0; i < calls; ++i) {
      if (i % kKeys == 0) rocksdb_writebatch_clear(batch);
      const std::string& key = Keys()[i % kKeys];
      rocksdb_writebatch_put(batch, key.data(), key.size(), kValue.data(), kValue.size());
    }
    rocksdb_writebatch_destroy(batch);
  }

 private:
  rocksdb_env_t* const env_ = rocksdb_create_mem_env();
  rocksdb_writeoptions_t* const write_ = rocksdb_writeoptions_create();
  rocksdb_readoptions_t* const read_ = rocksdb_readoptions_create();
  rocksdb_t* db_ = nullptr;
};

// Of the processor, so that other programs count for less.
double ThreadNanos() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

double Nanos(const std::function<void(int)>& work, int calls) {
  const double begin = ThreadNanos();
  work(calls);
  return (ThreadNanos() - begin) / calls;
}

double Median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

// Returns whether the C API stays below the limit.
bool Compare(const char* name, int rounds, int calls, const std::function<void(int)>& cpp,
             const std::function<void(int)>& c) {
  std::vector<double> of_cpp, of_c, beyond;
  cpp(calls);
  c(calls);
  for (int round = 0; round < rounds; ++round) {
    // Who is first takes turns too.
    const double first = Nanos(round % 2 == 0 ? cpp : c, calls);
    const double second = Nanos(round % 2 == 0 ? c : cpp, calls);
    of_cpp.push_back(round % 2 == 0 ? first : second);
    of_c.push_back(round % 2 == 0 ? second : first);
    beyond.push_back(of_c.back() - of_cpp.back());
  }
  const double cost = Median(beyond);
  std::printf("%-12s C++ %8.1f ns  C %8.1f ns  beyond %7.1f ns%s\n", name, Median(of_cpp),
              Median(of_c), cost, cost < kLimitNanos ? "" : "  TOO MUCH");
  return cost < kLimitNanos;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 31;
  const int calls = argc > 2 ? std::max(kKeys, std::atoi(argv[2])) : 100000;
  Cpp cpp;
  C c;
  bool good = true;
#define COMPARE(work) \
  good &= Compare(    \
      #work, rounds, calls, [&](int n) { cpp.work(n); }, [&](int n) { c.work(n); })
  cpp.Put(kKeys);
  c.Put(kKeys);
  COMPARE(Get);
  COMPARE(GetPinned);
  COMPARE(Step);
  COMPARE(Batch);
  // Last: steps would pass all the versions that this leaves.
  COMPARE(Put);
#undef COMPARE
  return good ? 0 : 1;
}
