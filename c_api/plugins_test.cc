// Plug-ins made of callbacks: each is called by the database, with its state, and its state ends
// with it.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <regex>

#include "c_api/c_api_fixture.h"

namespace c_api_test {
namespace {

using testing::HasSubstr;

// State of every plug-in of these tests: counts its end.
struct Tracked {
  int destroyed = 0;
  const char* name = "tracked";
  std::string note;

  static void Destroy(void* self) { ++static_cast<Tracked*>(self)->destroyed; }
  static const char* Name(void* self) { return static_cast<Tracked*>(self)->name; }
};

class PlugIns : public CApiTest {
 protected:
  Tracked state_;
};

// ---- Comparators ----

int ReverseOrder(void*, const char* a, size_t a_size, const char* b, size_t b_size) {
  return std::string(b, b_size).compare(std::string(a, a_size));
}

TEST_F(PlugIns, ComparatorsOrderTheKeys) {
  state_.name = "reverse of a test";
  auto* comparator =
      rocksdb_comparator_create(&state_, Tracked::Destroy, ReverseOrder, Tracked::Name);
  rocksdb_options_set_comparator(options_.get(), comparator);
  Open();
  for (const char* key : {"a", "b", "c"}) {
    EXPECT_EQ(Put(key, "v"), "");
  }
  EXPECT_EQ(Flush(), "");
  EXPECT_EQ(Contents(), "c=v b=v a=v");
  Close();

  Owned<rocksdb_options_t> plain(rocksdb_options_create(), rocksdb_options_destroy);
  EXPECT_EQ(rocksdb_open(plain.get(), path().c_str(), error_.out()), nullptr);
  EXPECT_THAT(error_.Take(), HasSubstr("reverse of a test"));
  EXPECT_EQ(state_.destroyed, 0);
  rocksdb_comparator_destroy(comparator);
  EXPECT_EQ(state_.destroyed, 1);
}

TEST_F(PlugIns, ComparatorsWithTimestampsAreRefusedByName) {
  auto* comparator = rocksdb_comparator_with_ts_create(
      &state_, Tracked::Destroy, ReverseOrder, ReverseOrder,
      [](void*, const char* a, size_t a_size, unsigned char, const char* b, size_t b_size,
         unsigned char) { return ReverseOrder(nullptr, a, a_size, b, b_size); },
      Tracked::Name, 8);
  rocksdb_options_set_comparator(options_.get(), comparator);
  EXPECT_EQ(rocksdb_open(options_.get(), path().c_str(), error_.out()), nullptr);
  EXPECT_THAT(error_.Take(), HasSubstr("timestamp"));
  rocksdb_comparator_destroy(comparator);
  EXPECT_EQ(state_.destroyed, 1);
}

// ---- Merge operators ----

// Joins the old value and the operands; a value of "bad" makes it fail.
char* JoinAll(void*, const char*, size_t, const char* existing, size_t existing_size,
              const char* const* operands, const size_t* sizes, int count, unsigned char* success,
              size_t* result_size) {
  std::string joined = existing != nullptr ? std::string(existing, existing_size) : "(none)";
  for (int i = 0; i < count; ++i) {
    joined += "," + std::string(operands[i], sizes[i]);
  }
  *success = joined.find("bad") == std::string::npos;
  *result_size = joined.size();
  char* result = static_cast<char*>(malloc(joined.size()));
  memcpy(result, joined.data(), joined.size());
  return result;
}

char* JoinNothing(void*, const char*, size_t, const char* const*, const size_t*, int,
                  unsigned char* success, size_t* result_size) {
  *success = 0;
  *result_size = 0;
  return nullptr;
}

TEST_F(PlugIns, MergeOperatorsFoldOperands) {
  rocksdb_options_set_merge_operator(
      options_.get(), rocksdb_mergeoperator_create(&state_, Tracked::Destroy, JoinAll, JoinNothing,
                                                   nullptr, Tracked::Name));
  OpenFamilies({"default"});
  const auto merge = [&](const char* key, const std::string& operand) {
    rocksdb_merge(db_, write_.get(), key, strlen(key), operand.data(), operand.size(),
                  error_.out());
    EXPECT_EQ(error_.Take(), "");
  };
  EXPECT_EQ(Put("k", "old"), "");
  merge("k", "1");
  merge("k", "2");
  rocksdb_merge_cf(db_, write_.get(), families_[0], "new", 3, "3", 1, error_.out());
  EXPECT_EQ(Get("k"), "old,1,2");
  EXPECT_EQ(Get("new"), "(none),3");
  EXPECT_EQ(Flush(), "");
  rocksdb_compact_range(db_, nullptr, 0, nullptr, 0);
  EXPECT_EQ(Contents(), "k=old,1,2 new=(none),3");
  merge("k", "bad");
  EXPECT_THAT(Get("k"), HasSubstr("erge operator"));
  Close();
  options_.reset(rocksdb_options_create());
  EXPECT_EQ(state_.destroyed, 1);
}

TEST_F(PlugIns, MergeOperatorsFreeTheirResultsByTheirOwnFunction) {
  static int freed = 0;
  freed = 0;
  rocksdb_options_set_merge_operator(options_.get(),
                                     rocksdb_mergeoperator_create(
                                         &state_, Tracked::Destroy, JoinAll, JoinNothing,
                                         [](void*, const char* value, size_t) {
                                           ++freed;
                                           free(const_cast<char*>(value));
                                         },
                                         Tracked::Name));
  Open();
  rocksdb_merge(db_, write_.get(), "k", 1, "1", 1, error_.out());
  EXPECT_EQ(Get("k"), "(none),1");
  EXPECT_GE(freed, 1);
  rocksdb_mergeoperator_destroy(rocksdb_mergeoperator_create(&state_, Tracked::Destroy, JoinAll,
                                                             JoinNothing, nullptr, Tracked::Name));
  EXPECT_EQ(state_.destroyed, 1);
}

TEST_F(PlugIns, AddsNumbers) {
  rocksdb_options_set_uint64add_merge_operator(options_.get());
  Open();
  const char two[8] = {2};
  const char high[8] = {'\xff', 0};
  for (const char* number : {two, high, two}) {
    rocksdb_merge(db_, write_.get(), "k", 1, number, 8, error_.out());
  }
  EXPECT_EQ(Get("k"), std::string("\x03\x01\0\0\0\0\0\0", 8));
}

// ---- Compaction filters ----

// Drops "drop...", replaces the value of "change...".
unsigned char DropOrChange(void* state, int, const char* key, size_t key_size, const char*, size_t,
                           char** new_value, size_t* new_size, unsigned char* changed) {
  const std::string k(key, key_size);
  auto* tracked = static_cast<Tracked*>(state);
  if (k.find("change") == 0) {
    tracked->note = "changed";
    *new_value = tracked->note.data();
    *new_size = tracked->note.size();
    *changed = 1;
  }
  return k.find("drop") == 0;
}

TEST_F(PlugIns, CompactionFiltersDropAndChangeEntries) {
  auto* filter =
      rocksdb_compactionfilter_create(&state_, Tracked::Destroy, DropOrChange, Tracked::Name);
  rocksdb_compactionfilter_set_ignore_snapshots(filter, 1);
  rocksdb_options_set_compaction_filter(options_.get(), filter);
  Open();
  for (const char* key : {"change", "drop", "keep"}) {
    EXPECT_EQ(Put(key, "v"), "");
  }
  EXPECT_EQ(Flush(), "");
  rocksdb_compact_range(db_, nullptr, 0, nullptr, 0);
  EXPECT_EQ(Contents(), "change=changed keep=v");
  Close();
  options_.reset(rocksdb_options_create());
  rocksdb_compactionfilter_destroy(filter);
  EXPECT_EQ(state_.destroyed, 1);
}

TEST_F(PlugIns, CompactionFiltersThatHeedSnapshotsAreRefusedAtCompaction) {
  auto* filter =
      rocksdb_compactionfilter_create(&state_, Tracked::Destroy, DropOrChange, Tracked::Name);
  rocksdb_compactionfilter_set_ignore_snapshots(filter, 0);
  rocksdb_options_set_compaction_filter(options_.get(), filter);
  Open();
  EXPECT_EQ(Put("drop", "v"), "");
  EXPECT_EQ(Flush(), "");
  rocksdb_compact_range(db_, nullptr, 0, nullptr, 0);
  EXPECT_EQ(Contents(), "drop=v");
  Close();
  options_.reset(rocksdb_options_create());
  rocksdb_compactionfilter_destroy(filter);
}

TEST_F(PlugIns, FilterFactoriesSeeWhatKindOfCompactionItIs) {
  struct Factory : Tracked {
    std::string kinds;
    Tracked filter;
  } factory;
  const auto create = [](void* state, rocksdb_compactionfiltercontext_t* context) {
    auto* self = static_cast<Factory*>(static_cast<Tracked*>(state));
    self->kinds += rocksdb_compactionfiltercontext_is_full_compaction(context) ? "full" : "part";
    self->kinds +=
        rocksdb_compactionfiltercontext_is_manual_compaction(context) ? " manual;" : " own;";
    return rocksdb_compactionfilter_create(&self->filter, Tracked::Destroy, DropOrChange,
                                           Tracked::Name);
  };
  rocksdb_options_set_compaction_filter_factory(
      options_.get(),
      rocksdb_compactionfilterfactory_create(static_cast<Tracked*>(&factory), Tracked::Destroy,
                                             create, Tracked::Name));
  Open();
  EXPECT_EQ(Put("drop", "v"), "");
  EXPECT_EQ(Put("keep", "v"), "");
  EXPECT_EQ(Flush(), "");
  rocksdb_compact_range(db_, nullptr, 0, nullptr, 0);
  EXPECT_EQ(Contents(), "keep=v");
  EXPECT_THAT(factory.kinds, HasSubstr("manual"));
  EXPECT_GE(factory.filter.destroyed, 1);
  Close();
  options_.reset(rocksdb_options_create());
  EXPECT_EQ(factory.destroyed, 1);
  rocksdb_compactionfilterfactory_destroy(rocksdb_compactionfilterfactory_create(
      static_cast<Tracked*>(&factory), Tracked::Destroy, create, Tracked::Name));
  EXPECT_EQ(factory.destroyed, 2);
}

// ---- Prefixes ----

class Prefixes : public PlugIns {
 protected:
  // What a seek to "b2" finds within its prefix.
  std::string SeekWithinPrefix(rocksdb_slicetransform_t* transform) {
    rocksdb_options_set_prefix_extractor(options_.get(), transform);
    Open();
    for (const char* key : {"a1", "b1", "b2", "b3", "c1"}) {
      EXPECT_EQ(Put(key, "v"), "");
    }
    EXPECT_EQ(Flush(), "");
    rocksdb_readoptions_set_prefix_same_as_start(read_.get(), 1);
    Owned<rocksdb_iterator_t> iterator(rocksdb_create_iterator(db_, read_.get()),
                                       rocksdb_iter_destroy);
    rocksdb_iter_seek(iterator.get(), "b2", 2);
    return Rest(iterator.get());
  }
};

TEST_F(Prefixes, OfFixedSizeLimitScans) {
  EXPECT_EQ(SeekWithinPrefix(rocksdb_slicetransform_create_fixed_prefix(1)), "b2=v b3=v");
}

TEST_F(Prefixes, ThatAreWholeKeysLimitScansToTheKey) {
  EXPECT_EQ(SeekWithinPrefix(rocksdb_slicetransform_create_noop()), "b2=v");
}

TEST_F(Prefixes, MadeOfCallbacksLimitScans) {
  auto* transform = rocksdb_slicetransform_create(
      &state_, Tracked::Destroy,
      [](void*, const char* key, size_t, size_t* size) {
        *size = 1;
        return const_cast<char*>(key);
      },
      [](void*, const char*, size_t size) -> unsigned char { return size >= 1; },
      [](void*, const char*, size_t size) -> unsigned char { return size == 1; }, Tracked::Name);
  EXPECT_EQ(SeekWithinPrefix(transform), "b2=v b3=v");
  Close();
  options_.reset(rocksdb_options_create());
  EXPECT_EQ(state_.destroyed, 1);
  rocksdb_slicetransform_destroy(rocksdb_slicetransform_create_noop());
}

// ---- Loggers ----

TEST_F(PlugIns, LoggersGetTheLinesOfTheirLevel) {
  struct Lines {
    std::mutex mutex;
    std::string text;
  } lines;
  const auto log = [](void* state, unsigned int level, char* line, size_t size) {
    auto* self = static_cast<Lines*>(state);
    std::lock_guard<std::mutex> lock(self->mutex);
    self->text += std::to_string(level) + std::string(line, size) + "\n";
  };
  auto* logger = rocksdb_logger_create_callback_logger(1, log, &lines);
  rocksdb_options_set_info_log(options_.get(), logger);
  rocksdb_logger_destroy(logger);
  Open();
  EXPECT_EQ(Flush(), "");
  Close();
  EXPECT_THAT(lines.text, HasSubstr("Options.max_open_files"));
  EXPECT_FALSE(std::filesystem::exists(path() + "/LOG"));
  auto* same = rocksdb_options_get_info_log(options_.get());
  EXPECT_NE(same, nullptr);
  rocksdb_logger_destroy(same);
}

TEST_F(PlugIns, ALoggerWithoutAFunctionDropsEveryLine) {
  auto* logger = rocksdb_logger_create_callback_logger(0, nullptr, nullptr);
  rocksdb_options_set_info_log(options_.get(), logger);
  rocksdb_logger_destroy(logger);
  Open();
  EXPECT_EQ(Flush(), "");
  Close();
  EXPECT_FALSE(std::filesystem::exists(path() + "/LOG"));
}

TEST_F(PlugIns, LoggersWriteToStderrWithTheirPrefix) {
  auto* logger = rocksdb_logger_create_stderr_logger(1, "a prefix");
  rocksdb_options_set_info_log(options_.get(), logger);
  rocksdb_logger_destroy(logger);
  testing::internal::CaptureStderr();
  Open();
  Close();
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_THAT(text, testing::StartsWith("2"));
  EXPECT_TRUE(std::regex_search(text, std::regex("a prefix *Options.max_open_files")));
}

}  // namespace
}  // namespace c_api_test
