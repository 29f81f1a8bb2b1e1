// The slower calls of the C API layer: see capi/engine.h.
#include "tools/db_bench/capi/engine.h"

#include <cstdio>
#include <cstdlib>

namespace bench {
namespace {

// The number before or after a word of a statistics text; 0 if the text lacks the word.
double NumberAfter(const std::string& text, const std::string& word) {
  const size_t at = text.find(word);
  return at == std::string::npos ? 0 : std::strtod(text.c_str() + at + word.size(), nullptr);
}

std::string TakeText(char* text) {
  if (text == nullptr) return "";
  std::string copy = text;
  rocksdb_free(text);
  return copy;
}

// The text gives gigabytes with two decimals.
void ReadFamilyStats(const std::string& text, std::map<std::string, std::string>* values) {
  const size_t line = text.find("Cumulative compaction:");
  if (line == std::string::npos) return;
  double written = 0, write_rate = 0, read = 0;
  std::sscanf(text.c_str() + line,
              "Cumulative compaction: %lf GB write, %lf MB/s write, %lf GB read", &written,
              &write_rate, &read);
  (*values)["compaction.Sum.WriteGB"] = std::to_string(written);
  (*values)["compaction.Sum.ReadGB"] = std::to_string(read);
}

void ReadDbStats(const std::string& text, std::map<std::string, std::string>* values) {
  const size_t line = text.find("Cumulative stall:");
  int hours = 0, minutes = 0;
  double seconds = 0;
  if (line != std::string::npos) {
    std::sscanf(text.c_str() + line, "Cumulative stall: %d:%d:%lf", &hours, &minutes, &seconds);
  }
  const double micros = (hours * 3600.0 + minutes * 60.0 + seconds) * 1e6;
  (*values)["db.user_write_stall_micros"] = std::to_string(micros);
}

void ReadStallCounts(const std::string& text, std::map<std::string, std::string>* values) {
  for (const char* name : {"l0-file-count-limit-delays", "l0-file-count-limit-stops",
                           "memtable-limit-delays", "memtable-limit-stops",
                           "pending-compaction-bytes-delays", "pending-compaction-bytes-stops"}) {
    (*values)[name] = std::to_string(NumberAfter(text, std::string(name) + ": "));
  }
}

}  // namespace

const rocksdb_readoptions_t* ReadOptions::Make() const {
  rocksdb_readoptions_t* made = rocksdb_readoptions_create();
  rocksdb_readoptions_set_verify_checksums(made, verify_checksums);
  rocksdb_readoptions_set_total_order_seek(made, total_order_seek);
  rocksdb_readoptions_set_prefix_same_as_start(made, prefix_same_as_start);
  rocksdb_readoptions_set_tailing(made, tailing);
  rocksdb_readoptions_set_readahead_size(made, readahead_size);
  rocksdb_readoptions_set_async_io(made, async_io);
  handle.Reset(made);
  return made;
}

const rocksdb_readoptions_t* ReadOptions::MadeWithBounds() const {
  Made();
  if (iterate_lower_bound != nullptr) {
    rocksdb_readoptions_set_iterate_lower_bound(handle.get(), iterate_lower_bound->data(),
                                                iterate_lower_bound->size());
  }
  if (iterate_upper_bound != nullptr) {
    rocksdb_readoptions_set_iterate_upper_bound(handle.get(), iterate_upper_bound->data(),
                                                iterate_upper_bound->size());
  }
  return handle.get();
}

const rocksdb_writeoptions_t* WriteOptions::Make() const {
  rocksdb_writeoptions_t* made = rocksdb_writeoptions_create();
  rocksdb_writeoptions_set_sync(made, sync);
  rocksdb_writeoptions_disable_WAL(made, disableWAL ? 1 : 0);
  handle.Reset(made);
  return made;
}

void DB::MultiGet(const ReadOptions& options, size_t count, ColumnFamilyHandle** families,
                  const Slice* keys, PinnableSlice* values, Status* statuses) {
  // The array form of the C API takes one family. With several, this looks up key by key.
  bool one_family = true;
  for (size_t i = 1; i < count; ++i) one_family &= families[i] == families[0];
  if (!one_family) {
    for (size_t i = 0; i < count; ++i) statuses[i] = Get(options, families[i], keys[i], &values[i]);
    return;
  }
  std::vector<const char*> data(count);
  std::vector<size_t> sizes(count);
  std::vector<rocksdb_pinnableslice_t*> found(count);
  std::vector<char*> errors(count);
  for (size_t i = 0; i < count; ++i) {
    data[i] = keys[i].data();
    sizes[i] = keys[i].size();
  }
  rocksdb_batched_multi_get_cf(handle_.get(), options.Made(), families[0]->get(), count,
                               data.data(), sizes.data(), found.data(), errors.data(), false);
  for (size_t i = 0; i < count; ++i) {
    values[i].Hold(found[i]);
    statuses[i] = errors[i] != nullptr  ? Status::Take(errors[i])
                  : found[i] == nullptr ? Status::NotFound()
                                        : Status::OK();
  }
}

std::vector<Status> DB::MultiGet(const ReadOptions& options,
                                 const std::vector<ColumnFamilyHandle*>& families,
                                 const std::vector<Slice>& keys, std::vector<std::string>* values) {
  const size_t count = keys.size();
  std::vector<const rocksdb_column_family_handle_t*> handles(count);
  std::vector<const char*> data(count);
  std::vector<size_t> sizes(count), found_sizes(count);
  std::vector<char*> found(count), errors(count);
  for (size_t i = 0; i < count; ++i) {
    handles[i] = families[i]->get();
    data[i] = keys[i].data();
    sizes[i] = keys[i].size();
  }
  rocksdb_multi_get_cf(handle_.get(), options.Made(), handles.data(), count, data.data(),
                       sizes.data(), found.data(), found_sizes.data(), errors.data());
  std::vector<Status> statuses(count);
  values->resize(count);
  for (size_t i = 0; i < count; ++i) {
    if (errors[i] != nullptr) {
      statuses[i] = Status::Take(errors[i]);
    } else if (found[i] == nullptr) {
      statuses[i] = Status::NotFound();
    } else {
      (*values)[i].assign(found[i], found_sizes[i]);
      rocksdb_free(found[i]);
    }
  }
  return statuses;
}

bool DB::GetProperty(ColumnFamilyHandle* family, const std::string& name, std::string* value) {
  char* text = rocksdb_property_value_cf(handle_.get(), family->get(), name.c_str());
  if (text == nullptr) return false;
  *value = TakeText(text);
  return true;
}

bool DB::GetProperty(const std::string& name, std::string* value) {
  char* text = rocksdb_property_value(handle_.get(), name.c_str());
  if (text == nullptr) return false;
  *value = TakeText(text);
  return true;
}

bool DB::GetIntProperty(ColumnFamilyHandle* family, const std::string& name, uint64_t* value) {
  return rocksdb_property_int_cf(handle_.get(), family->get(), name.c_str(), value) == 0;
}

bool DB::GetMapProperty(ColumnFamilyHandle* family, const std::string& name,
                        std::map<std::string, std::string>* values) {
  // This map has no text form; the statistics of the column family hold its counts.
  const bool stalls = name == "rocksdb.cf-write-stall-stats";
  std::string text;
  if (!GetProperty(family, stalls ? "rocksdb.cfstats" : name, &text)) return false;
  if (name == "rocksdb.cfstats") ReadFamilyStats(text, values);
  if (name == "rocksdb.dbstats") ReadDbStats(text, values);
  if (stalls) ReadStallCounts(text, values);
  return true;
}

Status OpenEngine(const Options& options, const std::string& path, bool read_only,
                  const std::vector<std::string>& names, std::vector<ColumnFamilyHandle*>* handles,
                  std::unique_ptr<DB>* db) {
  const int count = static_cast<int>(names.size());
  std::vector<const char*> texts;
  for (const std::string& name : names) texts.push_back(name.c_str());
  std::vector<const rocksdb_options_t*> family_options(names.size(), options.handle.get());
  std::vector<rocksdb_column_family_handle_t*> opened(names.size());
  char* error = nullptr;
  rocksdb_t* object =
      read_only
          ? rocksdb_open_for_read_only_column_families(options.handle.get(), path.c_str(), count,
                                                       texts.data(), family_options.data(),
                                                       opened.data(), 0, &error)
          : rocksdb_open_column_families(options.handle.get(), path.c_str(), count, texts.data(),
                                         family_options.data(), opened.data(), &error);
  if (error != nullptr) return Status::Take(error);
  for (rocksdb_column_family_handle_t* family : opened) {
    handles->push_back(new ColumnFamilyHandle(family));
  }
  *db = std::make_unique<DB>(object);
  return Status::OK();
}

Status DestroyEngine(const std::string& path, const std::string& wal_dir) {
  const Options options;
  if (!wal_dir.empty()) rocksdb_options_set_wal_dir(options.handle.get(), wal_dir.c_str());
  char* error = nullptr;
  rocksdb_destroy_db(options.handle.get(), path.c_str(), &error);
  return Status::Take(error);
}

Status CompactEverything(DB* db, ColumnFamilyHandle* family, uint32_t subcompactions, bool bottom) {
  constexpr unsigned char kForceOptimized = 3;
  rocksdb_compactoptions_t* options = rocksdb_compactoptions_create();
  rocksdb_compactoptions_set_max_subcompactions(options, static_cast<int>(subcompactions));
  if (bottom) rocksdb_compactoptions_set_bottommost_level_compaction(options, kForceOptimized);
  rocksdb_compact_range_cf_opt(db->get(), family->get(), options, nullptr, 0, nullptr, 0);
  rocksdb_compactoptions_destroy(options);
  return Status::OK();
}

Status FlushFamilies(DB* db, const std::vector<ColumnFamilyHandle*>& families) {
  rocksdb_flushoptions_t* options = rocksdb_flushoptions_create();
  rocksdb_flushoptions_set_wait(options, 1);
  Status s;
  for (size_t i = 0; i < families.size() && s.ok(); ++i) {
    char* error = nullptr;
    rocksdb_flush_cf(db->get(), options, families[i]->get(), &error);
    s = Status::Take(error);
  }
  rocksdb_flushoptions_destroy(options);
  return s;
}

void BeginPerf(int level) {
  rocksdb_set_perf_level(level);
  rocksdb_perfcontext_t* context = rocksdb_perfcontext_create();
  rocksdb_perfcontext_reset(context);
  rocksdb_perfcontext_destroy(context);
}

std::string PerfText() {
  rocksdb_perfcontext_t* context = rocksdb_perfcontext_create();
  std::string text = TakeText(rocksdb_perfcontext_report(context, 1));
  rocksdb_perfcontext_destroy(context);
  return text;
}

}  // namespace bench
