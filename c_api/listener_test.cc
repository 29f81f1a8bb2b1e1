// Event listeners made of callbacks.
#include <gmock/gmock.h>

#include <mutex>

#include "c_api/c_api_fixture.h"
#include "c_api/handles.h"

namespace c_api_test {
namespace {

using testing::HasSubstr;

// What the callbacks were told, one line each. They come from threads of the database.
class Events {
 public:
  void Add(const std::string& line) {
    std::lock_guard<std::mutex> lock(mutex_);
    text_ += line + "\n";
  }
  std::string text() {
    std::lock_guard<std::mutex> lock(mutex_);
    return text_;
  }
  static Events* Of(void* state) { return static_cast<Events*>(state); }

 private:
  std::mutex mutex_;
  std::string text_;
};

template <class Info>
std::string Text(const char* (*get)(const Info*, size_t*), const Info* info) {
  size_t size = 0;
  const char* bytes = get(info, &size);
  return std::string(bytes, size);
}

std::string Numbers(std::initializer_list<uint64_t> numbers) {
  std::string text;
  for (const uint64_t number : numbers) text += " " + std::to_string(number);
  return text;
}

void OnFlush(Events* events, const char* what, rocksdb_t* db, const rocksdb_flushjobinfo_t* info) {
  uint64_t snapshots = 77;
  rocksdb_property_int(db, "rocksdb.num-snapshots", &snapshots);
  const std::string file = Text(rocksdb_flushjobinfo_file_path, info);
  events->Add(std::string(what) + " of " + Text(rocksdb_flushjobinfo_cf_name, info) +
              (file.find(".sst") != std::string::npos ? " to a table" : "") + ", snapshots" +
              Numbers({snapshots}) + ", sequences" +
              Numbers({rocksdb_flushjobinfo_smallest_seqno(info),
                       rocksdb_flushjobinfo_largest_seqno(info)}) +
              ", slowed or stopped" +
              Numbers({rocksdb_flushjobinfo_triggered_writes_slowdown(info),
                       rocksdb_flushjobinfo_triggered_writes_stop(info)}) +
              ", reason" + Numbers({rocksdb_flushjobinfo_flush_reason(info)}));
}

void OnCompaction(Events* events, const char* what, const rocksdb_compactionjobinfo_t* info) {
  Error error;
  rocksdb_compactionjobinfo_status(info, error.out());
  events->Add(std::string(what) + " of " + Text(rocksdb_compactionjobinfo_cf_name, info) +
              error.Take() + ", files" +
              Numbers({rocksdb_compactionjobinfo_input_files_count(info),
                       rocksdb_compactionjobinfo_output_files_count(info)}) +
              ", levels" +
              Numbers({static_cast<uint64_t>(rocksdb_compactionjobinfo_base_input_level(info)),
                       static_cast<uint64_t>(rocksdb_compactionjobinfo_output_level(info))}) +
              ", reason" + Numbers({rocksdb_compactionjobinfo_compaction_reason(info)}) +
              ", corrupt" + Numbers({rocksdb_compactionjobinfo_num_corrupt_keys(info)}));
}

void OnCompactionEnd(Events* events, const rocksdb_compactionjobinfo_t* info) {
  OnCompaction(events, "compaction ended", info);
  size_t size = 0;
  const char* input = rocksdb_compactionjobinfo_input_file_at(info, 0, &size);
  events->Add("first input is a table: " +
              std::to_string(std::string(input, size).find(".sst") != std::string::npos));
  // A job that the closing of the database ends has no outputs.
  if (rocksdb_compactionjobinfo_output_files_count(info) == 0) return;
  const char* output = rocksdb_compactionjobinfo_output_file_at(info, 0, &size);
  events->Add("first output is a table: " +
              std::to_string(std::string(output, size).find(".sst") != std::string::npos));
  events->Add("records" +
              Numbers({rocksdb_compactionjobinfo_input_records(info),
                       rocksdb_compactionjobinfo_output_records(info)}) +
              ", input files" +
              Numbers({rocksdb_compactionjobinfo_num_input_files(info),
                       rocksdb_compactionjobinfo_num_input_files_at_output_level(info)}));
  const bool measured = rocksdb_compactionjobinfo_total_input_bytes(info) > 0 &&
                        rocksdb_compactionjobinfo_total_output_bytes(info) > 0 &&
                        rocksdb_compactionjobinfo_elapsed_micros(info) > 0;
  events->Add("bytes and time are measured: " + std::to_string(measured));
}

void OnPart(Events* events, const char* what, const rocksdb_subcompactionjobinfo_t* info) {
  Error error;
  rocksdb_subcompactionjobinfo_status(info, error.out());
  events->Add(std::string(what) + " of " + Text(rocksdb_subcompactionjobinfo_cf_name, info) +
              error.Take() + " by a thread: " +
              std::to_string(rocksdb_subcompactionjobinfo_thread_id(info) != 0) + ", levels" +
              Numbers({static_cast<uint64_t>(rocksdb_subcompactionjobinfo_base_input_level(info)),
                       static_cast<uint64_t>(rocksdb_subcompactionjobinfo_output_level(info))}) +
              ", reason" + Numbers({rocksdb_subcompactionjobinfo_compaction_reason(info)}));
}

rocksdb_eventlistener_t* NewListener(Events* events) {
  return rocksdb_eventlistener_create(
      events, [](void* s) { Events::Of(s)->Add("listener destroyed"); },
      [](void* s, rocksdb_t* db, const rocksdb_flushjobinfo_t* info) {
        OnFlush(Events::Of(s), "flush began", db, info);
      },
      [](void* s, rocksdb_t* db, const rocksdb_flushjobinfo_t* info) {
        OnFlush(Events::Of(s), "flush ended", db, info);
      },
      [](void* s, rocksdb_t*, const rocksdb_compactionjobinfo_t* info) {
        OnCompaction(Events::Of(s), "compaction began", info);
      },
      [](void* s, rocksdb_t*, const rocksdb_compactionjobinfo_t* info) {
        OnCompactionEnd(Events::Of(s), info);
      },
      [](void* s, const rocksdb_subcompactionjobinfo_t* info) {
        OnPart(Events::Of(s), "part began", info);
      },
      [](void* s, const rocksdb_subcompactionjobinfo_t* info) {
        OnPart(Events::Of(s), "part ended", info);
      },
      [](void* s, rocksdb_t*, const rocksdb_externalfileingestioninfo_t* info) {
        Events::Of(s)->Add("ingested into " +
                           Text(rocksdb_externalfileingestioninfo_cf_name, info) + ": " +
                           Text(rocksdb_externalfileingestioninfo_internal_file_path, info));
      },
      [](void* s, uint32_t reason, rocksdb_status_ptr_t* status) {
        Error error;
        rocksdb_status_ptr_get_error(status, error.out());
        Events::Of(s)->Add("error" + Numbers({reason}) + " " + error.Take());
        rocksdb_reset_status(status);
      },
      [](void* s, const rocksdb_writestallinfo_t* info) {
        const auto number = [](const rocksdb_writestallcondition_t* condition) {
          return static_cast<uint64_t>(*reinterpret_cast<const int*>(condition));
        };
        Events::Of(s)->Add("stall of " + Text(rocksdb_writestallinfo_cf_name, info) + " from" +
                           Numbers({number(rocksdb_writestallinfo_prev(info))}) + " to" +
                           Numbers({number(rocksdb_writestallinfo_cur(info))}));
      },
      [](void* s, const rocksdb_memtableinfo_t* info) {
        Events::Of(s)->Add("sealed memtable of " + Text(rocksdb_memtableinfo_cf_name, info) +
                           ", entries" +
                           Numbers({rocksdb_memtableinfo_num_entries(info),
                                    rocksdb_memtableinfo_num_deletes(info)}) +
                           ", sequences" +
                           Numbers({rocksdb_memtableinfo_first_seqno(info),
                                    rocksdb_memtableinfo_earliest_seqno(info)}));
      });
}

class Listeners : public CApiTest {
 protected:
  Listeners() { rocksdb_options_add_eventlistener(options_.get(), NewListener(&events_)); }
  // The listener reports its own end to events_.
  ~Listeners() override {
    Close();
    options_.reset();
  }

  Events events_;
};

TEST_F(Listeners, AreToldOfFlushesAndSealedMemtables) {
  Open();
  EXPECT_EQ(Put("a", "1"), "");
  EXPECT_EQ(Put("b", "2"), "");
  rocksdb_delete(db_, write_.get(), "b", 1, error_.out());
  EXPECT_EQ(Flush(), "");
  Close();
  const std::string text = events_.text();
  EXPECT_THAT(text, HasSubstr("sealed memtable of default, entries 3 1, sequences 1"));
  EXPECT_THAT(text, HasSubstr("flush began of default"));
  EXPECT_THAT(text, HasSubstr("flush ended of default to a table, snapshots 0, sequences 1 3, "
                              "slowed or stopped 0 0, reason 10"));
}

TEST_F(Listeners, AreToldOfCompactionsAndTheirParts) {
  rocksdb_options_set_disable_auto_compactions(options_.get(), 1);
  rocksdb_options_set_num_levels(options_.get(), 3);
  Open();
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Put("a", "1"), "");
    EXPECT_EQ(Put("b", "1"), "");
    EXPECT_EQ(Flush(), "");
  }
  rocksdb_compact_range(db_, nullptr, 0, nullptr, 0);
  Close();
  const std::string text = events_.text();
  EXPECT_THAT(text, HasSubstr("compaction began of default, files 2 0, levels 0"));
  EXPECT_THAT(text, HasSubstr("compaction ended of default, files 2 1, levels 0"));
  EXPECT_THAT(text, HasSubstr("reason 9, corrupt 0"));
  EXPECT_THAT(text, HasSubstr("first input is a table: 1"));
  EXPECT_THAT(text, HasSubstr("first output is a table: 1"));
  EXPECT_THAT(text, HasSubstr("records 4 2, input files 2 0"));
  EXPECT_THAT(text, HasSubstr("bytes and time are measured: 1"));
  EXPECT_THAT(text, HasSubstr("part began of default by a thread: 1, levels 0"));
  EXPECT_THAT(text, HasSubstr("part ended of default by a thread: 1, levels 0"));
}

TEST_F(Listeners, AreToldOfStallsByNumber) {
  rocksdb_options_set_bucket_enabled(options_.get(), 0);
  rocksdb_options_set_level0_file_num_compaction_trigger(options_.get(), 2);
  rocksdb_options_set_level0_slowdown_writes_trigger(options_.get(), 2);
  Open();
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Put("a", "1"), "");
    EXPECT_EQ(Flush(), "");
  }
  EXPECT_TRUE(test_support::WaitUntil(
      [&] { return events_.text().find("stall of default from 2 to 0") != std::string::npos; }));
}

TEST_F(Listeners, EndWithTheLastOptionsThatHoldThem) {
  Open();
  Close();
  EXPECT_THAT(events_.text(), testing::Not(HasSubstr("listener destroyed")));
  options_.reset(rocksdb_options_create());
  EXPECT_THAT(events_.text(), HasSubstr("listener destroyed"));
  rocksdb_eventlistener_destroy(NewListener(&events_));
}

// No feature of this library ingests files yet and no error is provoked here: the handles answer
// for what the C++ listener is given.
TEST_F(Listeners, PassOnErrorsAndIngestions) {
  Owned<rocksdb_eventlistener_t> listener(NewListener(&events_), rocksdb_eventlistener_destroy);
  auto status = ROCKSDB_NAMESPACE::Status::IOError("broken disk");
  listener->OnBackgroundError(ROCKSDB_NAMESPACE::BackgroundErrorReason::kCompaction, &status);
  EXPECT_THAT(events_.text(), HasSubstr("error 1 IO error: broken disk"));
  EXPECT_TRUE(status.ok());
  ROCKSDB_NAMESPACE::ExternalFileIngestionInfo info;
  info.cf_name = "default";
  info.internal_file_path = "/db/000007.sst";
  listener->OnExternalFileIngested(nullptr, info);
  EXPECT_THAT(events_.text(), HasSubstr("ingested into default: /db/000007.sst"));
}

}  // namespace
}  // namespace c_api_test
