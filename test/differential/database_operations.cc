// Opening and closing, families, flushes, compactions, properties, files.
#include <cstring>
#include <set>

#include "test/differential/session.h"

namespace differential {

namespace {

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

// The default family only, which fails where others are; `ttl` in seconds: values with their age.
std::string OpenAlone(Session& session, const Words& words) {
  session.Close();
  session.options = MakeOptions(words);
  const std::string path = session.directory + "/db";
  char* error = nullptr;
  session.db =
      words.Has("ttl")         ? C(rocksdb_open_with_ttl)(session.options, path.c_str(),
                                                  static_cast<int>(words.Number("ttl", 0)), &error)
      : words.Has("read_only") ? C(rocksdb_open_for_read_only)(session.options, path.c_str(),
                                                               words.Has("no_log") ? 1 : 0, &error)
                               : C(rocksdb_open)(session.options, path.c_str(), &error);
  if (error != nullptr) {
    session.db = nullptr;
    C(rocksdb_options_destroy)(session.options);
    session.options = nullptr;
  } else {
    session.families[0] = C(rocksdb_get_default_column_family_handle)(session.db);
  }
  return Answer(&error);
}

// Words are the names of the families to open, of which some may be missing.
std::string OpenNamed(Session& session, const Words& words) {
  session.Close();
  session.options = MakeOptions(words);
  std::vector<std::string> names;
  std::vector<const char*> wanted;
  for (size_t i = 0; i < words.count(); ++i) names.push_back(words.At(i));
  for (const std::string& name : names) wanted.push_back(name.c_str());
  const std::vector<const rocksdb_options_t*> each(names.size(), session.options);
  std::vector<rocksdb_column_family_handle_t*> handles(names.size());
  char* error = nullptr;
  session.db = C(rocksdb_open_column_families)(session.options, (session.directory + "/db").c_str(),
                                               static_cast<int>(names.size()), wanted.data(),
                                               each.data(), handles.data(), &error);
  if (error != nullptr) {
    session.db = nullptr;
    C(rocksdb_options_destroy)(session.options);
    session.options = nullptr;
    return Answer(&error);
  }
  for (size_t i = 0; i < names.size(); ++i) {
    for (size_t slot = 0; slot < kFamilies; ++slot) {
      if (names[i] != FamilyName(slot)) continue;
      if (session.families[slot] != nullptr)
        C(rocksdb_column_family_handle_destroy)(session.families[slot]);
      session.families[slot] = handles[i];
    }
  }
  return "ok";
}

std::string Repair(Session& session, const Words& words) {
  session.Close();
  rocksdb_options_t* options = MakeOptions(words);
  char* error = nullptr;
  C(rocksdb_repair_db)(options, (session.directory + "/db").c_str(), &error);
  C(rocksdb_options_destroy)(options);
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
      {"open_alone", OpenAlone},
      {"open_named", OpenNamed},
      {"repair", Repair},
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
