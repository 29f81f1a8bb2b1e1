// Single writes and lookups.
#include "test/differential/session.h"

namespace differential {

namespace {

template <class Function>
std::string WriteValue(Session& session, const Words& words, Function write) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const std::string key = words.At(0), value = words.At(1);
  char* error = nullptr;
  write(session.db, Writing(words).get(), family, key.data(), key.size(), value.data(),
        value.size(), &error);
  return Answer(&error);
}

std::string Put(Session& session, const Words& words) {
  return WriteValue(session, words, C(rocksdb_put_cf));
}

std::string Merge(Session& session, const Words& words) {
  return WriteValue(session, words, C(rocksdb_merge_cf));
}

template <class Function>
std::string Remove(Session& session, const Words& words, Function remove) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const std::string key = words.At(0);
  char* error = nullptr;
  remove(session.db, Writing(words).get(), family, key.data(), key.size(), &error);
  return Answer(&error);
}

std::string Delete(Session& session, const Words& words) {
  return Remove(session, words, C(rocksdb_delete_cf));
}

std::string SingleDelete(Session& session, const Words& words) {
  return Remove(session, words, C(rocksdb_singledelete_cf));
}

std::string DeleteRange(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const std::string from = words.At(0), to = words.At(1);
  char* error = nullptr;
  C(rocksdb_delete_range_cf)
  (session.db, Writing(words).get(), family, from.data(), from.size(), to.data(), to.size(),
   &error);
  return Answer(&error);
}

std::string Get(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const Reading reading(words, session.Snapshot(words));
  const std::string key = words.At(0);
  char* error = nullptr;
  size_t size = 0;
  char* value =
      C(rocksdb_get_cf)(session.db, reading.get(), family, key.data(), key.size(), &size, &error);
  return error != nullptr ? Answer(&error) : ShownAndFreed(value, size);
}

std::string GetPinned(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const Reading reading(words, session.Snapshot(words));
  const std::string key = words.At(0);
  char* error = nullptr;
  rocksdb_pinnableslice_t* pinned =
      C(rocksdb_get_pinned_cf)(session.db, reading.get(), family, key.data(), key.size(), &error);
  if (error != nullptr) return Answer(&error);
  if (pinned == nullptr) return "missing";
  size_t size = 0;
  const char* value = C(rocksdb_pinnableslice_value)(pinned, &size);
  std::string shown = Shown(value, size);
  C(rocksdb_pinnableslice_destroy)(pinned);
  return shown;
}

// All words are keys.
std::string MultiGet(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const Reading reading(words, session.Snapshot(words));
  const size_t n = words.count();
  std::vector<std::string> keys;
  for (size_t i = 0; i < n; ++i) keys.push_back(words.At(i));
  std::vector<const char*> starts;
  std::vector<size_t> sizes, value_sizes(n);
  for (const std::string& key : keys) {
    starts.push_back(key.data());
    sizes.push_back(key.size());
  }
  std::vector<char*> values(n), errors(n);
  const std::vector<const rocksdb_column_family_handle_t*> families(n, family);
  C(rocksdb_multi_get_cf)
  (session.db, reading.get(), families.data(), n, starts.data(), sizes.data(), values.data(),
   value_sizes.data(), errors.data());
  std::string text;
  for (size_t i = 0; i < n; ++i) {
    if (errors[i] != nullptr) {
      const std::string answer = Answer(&errors[i]);
      text += " " + answer.substr(0, answer.find(" | "));
    } else {
      text += " " + ShownAndFreed(values[i], value_sizes[i]);
    }
  }
  return "ok" + text;
}

// All words are keys, which must ascend with `sorted`.
std::string BatchedMultiGet(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const Reading reading(words, session.Snapshot(words));
  const size_t n = words.count();
  std::vector<std::string> keys;
  for (size_t i = 0; i < n; ++i) keys.push_back(words.At(i));
  std::vector<const char*> starts;
  std::vector<size_t> sizes;
  for (const std::string& key : keys) {
    starts.push_back(key.data());
    sizes.push_back(key.size());
  }
  std::vector<rocksdb_pinnableslice_t*> values(n);
  std::vector<char*> errors(n);
  C(rocksdb_batched_multi_get_cf)
  (session.db, reading.get(), family, n, starts.data(), sizes.data(), values.data(), errors.data(),
   words.Has("sorted"));
  std::string text = "ok";
  for (size_t i = 0; i < n; ++i) {
    size_t size = 0;
    const char* value = C(rocksdb_pinnableslice_value)(values[i], &size);
    if (errors[i] != nullptr) {
      const std::string answer = Answer(&errors[i]);
      text += " " + answer.substr(0, answer.find(" | "));
    } else {
      text += " " + (values[i] == nullptr ? "missing" : Shown(value, size));
    }
    if (values[i] != nullptr) C(rocksdb_pinnableslice_destroy)(values[i]);
  }
  return text;
}

// What a Get and then KeyMayExist say; *certain is false for "maybe".
std::string GetAndMayExist(Session& session, rocksdb_column_family_handle_t* family,
                           const Reading& reading, const std::string& key, bool* certain) {
  *certain = true;
  char* error = nullptr;
  size_t size = 0;
  char* value =
      C(rocksdb_get_cf)(session.db, reading.get(), family, key.data(), key.size(), &size, &error);
  if (value != nullptr) C(rocksdb_free)(value);
  if (error != nullptr) return Answer(&error);
  unsigned char found = 2;
  value = nullptr;
  const unsigned char may = C(rocksdb_key_may_exist_cf)(
      session.db, reading.get(), family, key.data(), key.size(), &value, &size, nullptr, 0, &found);
  *certain = may == 0 || found == 1;
  return "ok may=" + std::to_string(may) + " found=" + std::to_string(found) + " " +
         ShownAndFreed(value, size);
}

// After a Get all blocks are in the cache, so the answer is certain, unless a compaction that ends
// between the two calls puts another table in place: then both are made again.
std::string MayExist(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const Reading reading(words, session.Snapshot(words));
  std::string answer;
  bool certain = false;
  for (int attempt = 0; attempt < 10 && !certain; ++attempt)
    answer = GetAndMayExist(session, family, reading, words.At(0), &certain);
  return answer;
}

std::string ShowAll(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  return family == nullptr ? "none" : Contents(session.db, family);
}

}  // namespace

const Table& PointOperations() {
  static const Table table = {
      {"put", Put},
      {"merge", Merge},
      {"delete", Delete},
      {"single_delete", SingleDelete},
      {"get", Get},
      {"delete_range", DeleteRange},
      {"pinned", GetPinned},
      {"multi_get", MultiGet},
      {"batched_multi_get", BatchedMultiGet},
      {"may_exist", MayExist},
      {"contents", ShowAll},
  };
  return table;
}

}  // namespace differential
