// Opening and closing, families, flushes, compactions, properties, files.
#include <cstring>
#include <set>

#include "test/differential/session.h"

namespace differential {

namespace {

void Nothing(void*) {}

const char* AppendName(void*) { return "append"; }

// Joins what there is and all operands by commas.
char* Joined(const char* existing, size_t existing_size, const char* const* operands,
             const size_t* sizes, int count, unsigned char* success, size_t* result_size) {
  std::string text;
  bool first = existing == nullptr;
  if (existing != nullptr) text.assign(existing, existing_size);
  *success = 1;
  for (int i = 0; i < count; ++i) {
    const std::string operand(operands[i], sizes[i]);
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
  return Joined(nullptr, 0, operands, sizes, count, success, result_size);
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
  C(rocksdb_options_set_block_based_table_factory)(options, table);
  C(rocksdb_block_based_options_destroy)(table);
}

// This library alone has buckets; stock runs the same program without.
void SetBuckets(rocksdb_options_t* options, const Words& words) {
  using Set = void (*)(rocksdb_options_t*, unsigned char);
  const auto set = reinterpret_cast<Set>(FindFunction("rocksdb_options_set_bucket_enabled"));
  if (set != nullptr) set(options, words.Has("buckets") ? 1 : 0);
}

// Opens all families that are there, or the database alone if it is new.
rocksdb_t* OpenFamilies(const std::string& path, rocksdb_options_t* options, bool read_only,
                        std::array<rocksdb_column_family_handle_t*, kFamilies>* families,
                        char** error) {
  size_t count = 0;
  char* missing = nullptr;
  char** names = C(rocksdb_list_column_families)(options, path.c_str(), &count, &missing);
  std::vector<const char*> wanted;
  if (missing != nullptr) {
    C(rocksdb_free)(missing);
    wanted.push_back("default");
  } else {
    wanted.assign(names, names + count);
  }
  std::vector<const rocksdb_options_t*> each(wanted.size(), options);
  std::vector<rocksdb_column_family_handle_t*> handles(wanted.size());
  const int n = static_cast<int>(wanted.size());
  rocksdb_t* db =
      read_only
          ? C(rocksdb_open_for_read_only_column_families)(options, path.c_str(), n, wanted.data(),
                                                          each.data(), handles.data(), 0, error)
          : C(rocksdb_open_column_families)(options, path.c_str(), n, wanted.data(), each.data(),
                                            handles.data(), error);
  for (size_t i = 0; *error == nullptr && i < wanted.size(); ++i) {
    for (size_t slot = 0; slot < kFamilies; ++slot) {
      if (std::strcmp(wanted[i], FamilyName(slot)) == 0) (*families)[slot] = handles[i];
    }
  }
  if (missing == nullptr && names != nullptr) C(rocksdb_list_column_families_destroy)(names, count);
  return *error == nullptr ? db : nullptr;
}

std::string Open(Session& session, const Words& words) {
  session.Close();
  session.options = MakeOptions(words);
  char* error = nullptr;
  session.db = OpenFamilies(session.directory + "/db", session.options, words.Has("read_only"),
                            &session.families, &error);
  if (session.db == nullptr) {
    C(rocksdb_options_destroy)(session.options);
    session.options = nullptr;
  }
  return Answer(&error);
}

std::string CloseDb(Session& session, const Words&) {
  session.Close();
  return "ok";
}

std::string Destroy(Session& session, const Words& words) {
  session.Close();
  rocksdb_options_t* options = MakeOptions(words);
  char* error = nullptr;
  C(rocksdb_destroy_db)(options, (session.directory + "/db").c_str(), &error);
  C(rocksdb_options_destroy)(options);
  return Answer(&error);
}

std::string ListFamilies(Session& session, const Words& words) {
  rocksdb_options_t* options = MakeOptions(words);
  size_t count = 0;
  char* error = nullptr;
  char** names =
      C(rocksdb_list_column_families)(options, (session.directory + "/db").c_str(), &count, &error);
  C(rocksdb_options_destroy)(options);
  if (error != nullptr) return Answer(&error);
  const std::set<std::string> sorted(names, names + count);
  C(rocksdb_list_column_families_destroy)(names, count);
  std::string text = "ok";
  for (const std::string& name : sorted) text += " " + name;
  return text;
}

std::string CreateFamily(Session& session, const Words& words) {
  const size_t slot = words.NumberAt(0) % kFamilies;
  if (session.db == nullptr) return "none";
  char* error = nullptr;
  rocksdb_column_family_handle_t* made =
      C(rocksdb_create_column_family)(session.db, session.options, FamilyName(slot), &error);
  if (error == nullptr) {
    if (session.families[slot] != nullptr)
      C(rocksdb_column_family_handle_destroy)(session.families[slot]);
    session.families[slot] = made;
  }
  return Answer(&error);
}

std::string DropFamily(Session& session, const Words& words) {
  const size_t slot = words.NumberAt(0) % kFamilies;
  if (session.families[slot] == nullptr) return "none";
  char* error = nullptr;
  C(rocksdb_drop_column_family)(session.db, session.families[slot], &error);
  if (error == nullptr && !words.Has("keep")) {
    C(rocksdb_column_family_handle_destroy)(session.families[slot]);
    session.families[slot] = nullptr;
  }
  return Answer(&error);
}

std::string FamilyOf(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  size_t size = 0;
  char* name = C(rocksdb_column_family_handle_get_name)(family, &size);
  return ShownAndFreed(name, size) + " " +
         std::to_string(C(rocksdb_column_family_handle_get_id)(family));
}

std::string Flush(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  rocksdb_flushoptions_t* options = C(rocksdb_flushoptions_create)();
  char* error = nullptr;
  C(rocksdb_flush_cf)(session.db, options, family, &error);
  C(rocksdb_flushoptions_destroy)(options);
  return Answer(&error);
}

std::string FlushLog(Session& session, const Words& words) {
  if (session.db == nullptr) return "none";
  char* error = nullptr;
  C(rocksdb_flush_wal)(session.db, words.Has("sync") ? 1 : 0, &error);
  return Answer(&error);
}

// compact FROM TO; an empty bound is none.
std::string Compact(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const std::string from = words.At(0), to = words.At(1);
  rocksdb_compactoptions_t* options = C(rocksdb_compactoptions_create)();
  if (words.Has("bottom")) C(rocksdb_compactoptions_set_bottommost_level_compaction)
  (options, static_cast<unsigned char>(words.Number("bottom", 1)));
  if (words.Has("level")) {
    C(rocksdb_compactoptions_set_change_level)(options, 1);
    C(rocksdb_compactoptions_set_target_level)
    (options, static_cast<int>(words.Number("level", 1)));
  }
  C(rocksdb_compact_range_cf_opt)
  (session.db, family, options, from.empty() ? nullptr : from.data(), from.size(),
   to.empty() ? nullptr : to.data(), to.size());
  C(rocksdb_compactoptions_destroy)(options);
  return "ok";
}

std::string DeleteFiles(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const std::string from = words.At(0), to = words.At(1);
  char* error = nullptr;
  C(rocksdb_delete_file_in_range_cf)
  (session.db, family, from.data(), from.size(), to.data(), to.size(), &error);
  return Answer(&error);
}

std::string Property(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  char* value = C(rocksdb_property_value_cf)(session.db, family, words.At(0).c_str());
  return ShownAndFreed(value, value == nullptr ? 0 : std::strlen(value));
}

std::string PropertyInt(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  uint64_t value = 0;
  const int unknown = C(rocksdb_property_int_cf)(session.db, family, words.At(0).c_str(), &value);
  return std::to_string(unknown) + " " + std::to_string(value);
}

std::string SetOptions(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const std::string name = words.At(0), value = words.At(1);
  const char* names[] = {name.c_str()};
  const char* values[] = {value.c_str()};
  char* error = nullptr;
  C(rocksdb_set_options_cf)(session.db, family, 1, names, values, &error);
  return Answer(&error);
}

// Family, level and key range of each table; names and sizes are nobody's promise, and counts of
// entries are known here for tables written since the database was opened.
std::string LiveFiles(Session& session, const Words&) {
  if (session.db == nullptr) return "none";
  const rocksdb_livefiles_t* files = C(rocksdb_livefiles)(session.db);
  std::multiset<std::string> lines;
  for (int i = 0; i < C(rocksdb_livefiles_count)(files); ++i) {
    size_t first_size, last_size;
    const char* first = C(rocksdb_livefiles_smallestkey)(files, i, &first_size);
    const char* last = C(rocksdb_livefiles_largestkey)(files, i, &last_size);
    lines.insert(std::string(C(rocksdb_livefiles_column_family_name)(files, i)) + "/L" +
                 std::to_string(C(rocksdb_livefiles_level)(files, i)) + "[" +
                 Shown(first, first_size) + ".." + Shown(last, last_size) + "]");
  }
  C(rocksdb_livefiles_destroy)(files);
  std::string text = "ok";
  for (const std::string& line : lines) text += " " + line;
  return text;
}

std::string TakeSnapshot(Session& session, const Words& words) {
  if (session.db == nullptr) return "none";
  auto& slot = session.snapshots[words.NumberAt(0) % kSlots];
  if (slot != nullptr) C(rocksdb_release_snapshot)(session.db, slot);
  slot = C(rocksdb_create_snapshot)(session.db);
  return std::to_string(C(rocksdb_snapshot_get_sequence_number)(slot));
}

std::string ReleaseSnapshot(Session& session, const Words& words) {
  auto& slot = session.snapshots[words.NumberAt(0) % kSlots];
  if (slot == nullptr) return "none";
  C(rocksdb_release_snapshot)(session.db, slot);
  slot = nullptr;
  return "ok";
}

std::string Sequence(Session& session, const Words&) {
  if (session.db == nullptr) return "none";
  return std::to_string(C(rocksdb_get_latest_sequence_number)(session.db));
}

}  // namespace

rocksdb_options_t* MakeOptions(const Words& words) {
  rocksdb_options_t* options = C(rocksdb_options_create)();
  C(rocksdb_options_set_create_if_missing)(options, words.Has("no_create") ? 0 : 1);
  C(rocksdb_options_set_error_if_exists)(options, words.Has("fresh") ? 1 : 0);
  if (!words.Has("no_merge")) C(rocksdb_options_set_merge_operator)
  (options,
   C(rocksdb_mergeoperator_create)(nullptr, Nothing, FullMerge, PartialMerge, nullptr, AppendName));
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

std::string ContentsOf(const std::string& path, const Session& session) {
  std::array<rocksdb_column_family_handle_t*, kFamilies> families{};
  char* error = nullptr;
  rocksdb_t* db = OpenFamilies(path, session.options, true, &families, &error);
  if (db == nullptr) return Answer(&error);
  // Not the sequence number: it depends on what a flush has dropped.
  std::string text;
  for (size_t slot = 0; slot < kFamilies; ++slot) {
    if (families[slot] == nullptr) continue;
    text += std::string(" [") + FamilyName(slot) + "] " + Contents(db, families[slot]);
    C(rocksdb_column_family_handle_destroy)(families[slot]);
  }
  C(rocksdb_close)(db);
  return text;
}

const Table& DatabaseOperations() {
  static const Table table = {
      {"open", Open},
      {"close", CloseDb},
      {"destroy", Destroy},
      {"list_families", ListFamilies},
      {"create_family", CreateFamily},
      {"drop_family", DropFamily},
      {"family", FamilyOf},
      {"flush", Flush},
      {"flush_log", FlushLog},
      {"compact", Compact},
      {"delete_files", DeleteFiles},
      {"property", Property},
      {"property_int", PropertyInt},
      {"set_options", SetOptions},
      {"live_files", LiveFiles},
      {"snapshot", TakeSnapshot},
      {"release_snapshot", ReleaseSnapshot},
      {"sequence", Sequence},
  };
  return table;
}

}  // namespace differential
