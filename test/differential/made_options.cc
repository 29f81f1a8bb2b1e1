// The options of a program's databases: merge operator, comparator, filters, tables, and option
// text.
#include <cstring>

#include "test/differential/session.h"

namespace differential {

namespace {

void Nothing(void*) {}

const char* AppendName(void*) { return "append"; }

bool Contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// Joins what there is and all operands by commas. An operand "bad" fails, "solo" is not combined
// with others before the base is known.
char* Joined(const char* existing, size_t existing_size, const char* const* operands,
             const size_t* sizes, int count, unsigned char* success, size_t* result_size) {
  std::string text;
  bool first = existing == nullptr;
  if (existing != nullptr) text.assign(existing, existing_size);
  *success = 1;
  for (int i = 0; i < count; ++i) {
    const std::string operand(operands[i], sizes[i]);
    if (Contains(operand, "bad")) *success = 0;
    if (!first) text.push_back(',');
    first = false;
    text += operand;
  }
  auto* result = static_cast<char*>(std::malloc(text.size() + 1));
  std::memcpy(result, text.data(), text.size());
  *result_size = text.size();
  return result;
}

char* FullMerge(void*, const char*, size_t, const char* existing, size_t existing_size,
                const char* const* operands, const size_t* sizes, int count, unsigned char* success,
                size_t* result_size) {
  return Joined(existing, existing_size, operands, sizes, count, success, result_size);
}

char* PartialMerge(void*, const char*, size_t, const char* const* operands, const size_t* sizes,
                   int count, unsigned char* success, size_t* result_size) {
  char* joined = Joined(nullptr, 0, operands, sizes, count, success, result_size);
  for (int i = 0; i < count; ++i) {
    if (Contains(std::string(operands[i], sizes[i]), "solo")) *success = 0;
  }
  return joined;
}

const char* BackwardName(void*) { return "backward"; }

int Backward(void*, const char* a, size_t a_size, const char* b, size_t b_size) {
  const int order = std::memcmp(b, a, a_size < b_size ? a_size : b_size);
  if (order != 0) return order;
  return a_size == b_size ? 0 : a_size > b_size ? -1 : 1;
}

const char* FilterName(void*) { return "droppers"; }

// Drops values that begin with "drop", replaces those that begin with "turn".
unsigned char Filter(void*, int, const char*, size_t, const char* value, size_t size,
                     char** new_value, size_t* new_size, unsigned char* changed) {
  static char turned[] = "turned";
  if (size >= 4 && std::memcmp(value, "drop", 4) == 0) return 1;
  if (size >= 4 && std::memcmp(value, "turn", 4) == 0) {
    *new_value = turned;
    *new_size = sizeof(turned) - 1;
    *changed = 1;
  }
  return 0;
}

// The backward order lives as long as the process: databases point to it.
rocksdb_comparator_t* BackwardComparator() {
  static rocksdb_comparator_t* made =
      C(rocksdb_comparator_create)(nullptr, Nothing, Backward, BackwardName);
  return made;
}

rocksdb_compactionfilter_t* DroppingFilter() {
  static rocksdb_compactionfilter_t* made =
      C(rocksdb_compactionfilter_create)(nullptr, Nothing, Filter, FilterName);
  return made;
}

// New options, changed as option text says; text that does not parse changes nothing.
rocksdb_options_t* OptionsOfText(const std::string& text) {
  rocksdb_options_t* options = C(rocksdb_options_create)();
  if (text.empty()) return options;
  rocksdb_options_t* fresh = C(rocksdb_options_create)();
  char* error = nullptr;
  C(rocksdb_get_options_from_string)(fresh, text.c_str(), options, &error);
  if (error != nullptr) C(rocksdb_free)(error);
  C(rocksdb_options_destroy)(fresh);
  return options;
}

void SetTable(rocksdb_options_t* options, const Words& words) {
  rocksdb_block_based_table_options_t* table = C(rocksdb_block_based_options_create)();
  C(rocksdb_block_based_options_set_block_size)(table, words.Number("block", 4096));
  C(rocksdb_block_based_options_set_format_version)
  (table, static_cast<int>(words.Number("format", 6)));
  if (words.Has("bloom")) C(rocksdb_block_based_options_set_filter_policy)
  (table, C(rocksdb_filterpolicy_create_bloom_full)(10));
  if (words.Has("ribbon")) C(rocksdb_block_based_options_set_filter_policy)
  (table, C(rocksdb_filterpolicy_create_ribbon)(10));
  if (words.Has("partitioned")) C(rocksdb_block_based_options_set_index_type)
  (table, rocksdb_block_based_table_index_type_two_level_index_search);
  if (words.Has("hash_index")) C(rocksdb_block_based_options_set_data_block_index_type)
  (table, rocksdb_block_based_table_data_block_index_type_binary_search_and_hash);
  if (words.Has("restart")) C(rocksdb_block_based_options_set_block_restart_interval)
  (table, static_cast<int>(words.Number("restart", 16)));
  if (words.Has("plain_keys")) C(rocksdb_block_based_options_set_use_delta_encoding)(table, 0);
  if (words.Has("cached_index")) C(rocksdb_block_based_options_set_cache_index_and_filter_blocks)
  (table, 1);
  if (words.Has("no_cache")) C(rocksdb_block_based_options_set_no_block_cache)(table, 1);
  C(rocksdb_options_set_block_based_table_factory)(options, table);
  C(rocksdb_block_based_options_destroy)(table);
}

// This library alone has buckets; stock runs the same program without.
void SetBuckets(rocksdb_options_t* options, const Words& words) {
  using Set = void (*)(rocksdb_options_t*, unsigned char);
  const auto set = reinterpret_cast<Set>(FindFunction("rocksdb_options_set_bucket_enabled"));
  if (set != nullptr) set(options, words.Has("buckets") ? 1 : 0);
}

}  // namespace

rocksdb_options_t* MakeOptions(const Words& words) {
  rocksdb_options_t* options = OptionsOfText(words.Get("text"));
  C(rocksdb_options_set_create_if_missing)(options, words.Has("no_create") ? 0 : 1);
  C(rocksdb_options_set_error_if_exists)(options, words.Has("fresh") ? 1 : 0);
  if (!words.Has("no_merge")) C(rocksdb_options_set_merge_operator)
  (options,
   C(rocksdb_mergeoperator_create)(nullptr, Nothing, FullMerge, PartialMerge, nullptr, AppendName));
  if (words.Has("recycle")) C(rocksdb_options_set_recycle_log_file_num)
  (options, words.Number("recycle", 2));
  if (words.Has("manual_log")) C(rocksdb_options_set_manual_wal_flush)(options, 1);
  if (words.Has("backward")) C(rocksdb_options_set_comparator)(options, BackwardComparator());
  if (words.Has("filter")) C(rocksdb_options_set_compaction_filter)(options, DroppingFilter());
  if (words.Has("fixed_prefix")) C(rocksdb_options_set_prefix_extractor)
  (options, C(rocksdb_slicetransform_create_fixed_prefix)(words.Number("fixed_prefix", 2)));
  C(rocksdb_options_set_write_buffer_size)(options, words.Number("memtable", 64 << 20));
  // Logs stay readable, whenever either library would have deleted them.
  if (words.Has("archive")) C(rocksdb_options_set_WAL_ttl_seconds)(options, 86400);
  if (words.Has("manual")) C(rocksdb_options_set_disable_auto_compactions)(options, 1);
  C(rocksdb_options_set_compression)(options, static_cast<int>(words.Number("compression", 0)));
  if (words.Has("max_merges"))
    C(rocksdb_options_set_max_successive_merges)(options, words.Number("max_merges", 0));
  SetTable(options, words);
  SetBuckets(options, words);
  return options;
}

}  // namespace differential
