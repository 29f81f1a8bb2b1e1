// Flushes of several families, marks for compactions, waits, held files, sizes, metadata, the
// options that a database has written down.
#include <algorithm>
#include <set>

#include "test/differential/session.h"

namespace differential {

namespace {

std::string FlushSeveral(Session& session, const Words&) {
  if (session.db == nullptr) return "none";
  std::vector<rocksdb_column_family_handle_t*> families;
  for (auto* family : session.families) {
    if (family != nullptr) families.push_back(family);
  }
  rocksdb_flushoptions_t* options = C(rocksdb_flushoptions_create)();
  char* error = nullptr;
  C(rocksdb_flush_cfs)
  (session.db, options, families.data(), static_cast<int>(families.size()), &error);
  C(rocksdb_flushoptions_destroy)(options);
  return Answer(&error);
}

// suggest FROM TO; an empty bound is none.
std::string Suggest(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const std::string from = words.At(0), to = words.At(1);
  char* error = nullptr;
  C(rocksdb_suggest_compact_range_cf)
  (session.db, family, from.empty() ? nullptr : from.data(), from.size(),
   to.empty() ? nullptr : to.data(), to.size(), &error);
  return Answer(&error);
}

std::string HoldFiles(Session& session, const Words&) {
  if (session.db == nullptr) return "none";
  char* error = nullptr;
  C(rocksdb_disable_file_deletions)(session.db, &error);
  return Answer(&error);
}

std::string ReleaseFiles(Session& session, const Words&) {
  if (session.db == nullptr) return "none";
  char* error = nullptr;
  C(rocksdb_enable_file_deletions)(session.db, &error);
  return Answer(&error);
}

std::string Wait(Session& session, const Words& words) {
  if (session.db == nullptr) return "none";
  rocksdb_wait_for_compact_options_t* options = C(rocksdb_wait_for_compact_options_create)();
  C(rocksdb_wait_for_compact_options_set_flush)(options, words.Has("flush") ? 1 : 0);
  char* error = nullptr;
  C(rocksdb_wait_for_compact)(session.db, options, &error);
  C(rocksdb_wait_for_compact_options_destroy)(options);
  return Answer(&error);
}

// sizes FROM TO: whether tables hold something there; how many bytes is nobody's promise.
std::string Sizes(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const std::string from = words.At(0), to = words.At(1);
  const char *start = from.data(), *limit = to.data();
  const size_t start_size = from.size(), limit_size = to.size();
  uint64_t size = 0;
  char* error = nullptr;
  C(rocksdb_approximate_sizes_cf)
  (session.db, family, 1, &start, &start_size, &limit, &limit_size, &size, &error);
  return Answer(&error) + (size == 0 ? " nothing" : " something");
}

std::string FileRange(rocksdb_level_metadata_t* level, size_t i) {
  rocksdb_sst_file_metadata_t* file = C(rocksdb_level_metadata_get_sst_file_metadata)(level, i);
  size_t first_size = 0, last_size = 0;
  char* first = C(rocksdb_sst_file_metadata_get_smallestkey)(file, &first_size);
  char* last = C(rocksdb_sst_file_metadata_get_largestkey)(file, &last_size);
  const std::string text = ShownAndFreed(first, first_size) + ".." + ShownAndFreed(last, last_size);
  C(rocksdb_sst_file_metadata_destroy)(file);
  return text;
}

std::string Metadata(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  rocksdb_column_family_metadata_t* all =
      C(rocksdb_get_column_family_metadata_cf)(session.db, family);
  char* name = C(rocksdb_column_family_metadata_get_name)(all);
  std::string text = name;
  C(rocksdb_free)(name);
  text += " " + std::to_string(C(rocksdb_column_family_metadata_get_file_count)(all));
  for (size_t n = 0; n < C(rocksdb_column_family_metadata_get_level_count)(all); ++n) {
    rocksdb_level_metadata_t* level = C(rocksdb_column_family_metadata_get_level_metadata)(all, n);
    text += " L" + std::to_string(C(rocksdb_level_metadata_get_level)(level));
    std::multiset<std::string> files;
    for (size_t i = 0; i < C(rocksdb_level_metadata_get_file_count)(level); ++i)
      files.insert(FileRange(level, i));
    for (const std::string& file : files) text += " " + file;
    C(rocksdb_level_metadata_destroy)(level);
  }
  C(rocksdb_column_family_metadata_destroy)(all);
  return text;
}

// What the newest OPTIONS file says of each family.
std::string LatestOptions(Session& session, const Words&) {
  if (session.db == nullptr) return "none";
  rocksdb_env_t* env = C(rocksdb_create_default_env)();
  rocksdb_cache_t* cache = C(rocksdb_cache_create_lru)(1 << 20);
  rocksdb_options_t* options = nullptr;
  rocksdb_options_t** family_options = nullptr;
  size_t count = 0;
  char** names = nullptr;
  char* error = nullptr;
  C(rocksdb_load_latest_options)
  ((session.directory + "/db").c_str(), env, false, cache, &options, &count, &names,
   &family_options, &error);
  std::string text = Answer(&error);
  if (text == "ok") {
    text += Changes(options);
    for (size_t i = 0; i < count; ++i)
      text += std::string(" [") + names[i] + "]" + Changes(family_options[i]);
    C(rocksdb_load_latest_options_destroy)(options, names, family_options, count);
  }
  C(rocksdb_cache_destroy)(cache);
  C(rocksdb_env_destroy)(env);
  return text;
}

// Families one and two in one call.
std::string CreateBoth(Session& session, const Words&) {
  if (session.db == nullptr) return "none";
  const char* names[] = {FamilyName(1), FamilyName(2)};
  size_t made = 0;
  char* error = nullptr;
  rocksdb_column_family_handle_t** handles =
      C(rocksdb_create_column_families)(session.db, session.options, 2, names, &made, &error);
  for (size_t i = 0; i < made; ++i) {
    auto& slot = session.families[i + 1];
    if (slot != nullptr) C(rocksdb_column_family_handle_destroy)(slot);
    slot = handles[i];
  }
  C(rocksdb_create_column_families_destroy)(handles);
  return Answer(&error) + " " + std::to_string(made);
}

}  // namespace

const Table& UpkeepOperations() {
  static const Table table = {
      {"flush_several", FlushSeveral},
      {"suggest", Suggest},
      {"hold_files", HoldFiles},
      {"release_files", ReleaseFiles},
      {"wait", Wait},
      {"sizes", Sizes},
      {"metadata", Metadata},
      {"latest_options", LatestOptions},
      {"create_both", CreateBoth},
  };
  return table;
}

}  // namespace differential
