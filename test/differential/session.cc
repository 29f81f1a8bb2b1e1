// Words, answers and the life of a session: see session.h.
#include "test/differential/session.h"

#include <cstdlib>
#include <cstring>

namespace differential {

namespace {

int Digit(char c) { return c <= '9' ? c - '0' : c - 'A' + 10; }

// %XX is a byte, `-` alone the empty string, `text*n` the text n times.
std::string Unescaped(const std::string& word) {
  if (word == "-") return "";
  std::string bytes;
  for (size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '%' && i + 2 < word.size()) {
      bytes.push_back(static_cast<char>(Digit(word[i + 1]) * 16 + Digit(word[i + 2])));
      i += 2;
    } else if (word[i] == '*') {
      const std::string once = bytes;
      const unsigned long times = std::strtoul(word.c_str() + i + 1, nullptr, 10);
      bytes.clear();
      for (unsigned long n = 0; n < times; ++n) bytes += once;
      return bytes;
    } else {
      bytes.push_back(word[i]);
    }
  }
  return bytes;
}

}  // namespace

Writing::Writing(const Words& words) : options_(C(rocksdb_writeoptions_create)()) {
  if (words.Has("sync")) C(rocksdb_writeoptions_set_sync)(options_, 1);
  if (words.Has("unlogged")) C(rocksdb_writeoptions_disable_WAL)(options_, 1);
  if (words.Has("at_once")) C(rocksdb_writeoptions_set_no_slowdown)(options_, 1);
  if (words.Has("low")) C(rocksdb_writeoptions_set_low_pri)(options_, 1);
  if (words.Has("ignore_missing"))
    C(rocksdb_writeoptions_set_ignore_missing_column_families)(options_, 1);
  if (words.Has("hint")) C(rocksdb_writeoptions_set_memtable_insert_hint_per_batch)(options_, 1);
}

Writing::~Writing() { C(rocksdb_writeoptions_destroy)(options_); }

Words::Words(const std::string& line) {
  size_t at = 0;
  while (at < line.size()) {
    size_t end = line.find(' ', at);
    if (end == std::string::npos) end = line.size();
    const std::string word = line.substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    const size_t equals = word.find('=');
    if (operation_.empty()) {
      operation_ = word;
    } else if (equals != std::string::npos) {
      settings_[word.substr(0, equals)] = Unescaped(word.substr(equals + 1));
    } else {
      plain_.push_back(Unescaped(word));
    }
  }
}

std::string Words::Get(const std::string& name) const {
  const auto found = settings_.find(name);
  return found == settings_.end() ? std::string() : found->second;
}

uint64_t Words::Number(const std::string& name, uint64_t otherwise) const {
  return Has(name) ? std::strtoull(Get(name).c_str(), nullptr, 10) : otherwise;
}

std::string Shown(const char* data, size_t size) {
  constexpr size_t kLongest = 40;
  uint32_t hash = 2166136261U;
  std::string text;
  for (size_t i = 0; i < size; ++i) {
    const auto c = static_cast<unsigned char>(data[i]);
    hash = (hash ^ c) * 16777619U;
    if (i >= kLongest) continue;
    if (c > 32 && c < 127 && c != '%') {
      text.push_back(static_cast<char>(c));
    } else {
      constexpr char kHex[] = "0123456789ABCDEF";
      text += {'%', kHex[c >> 4], kHex[c & 15]};
    }
  }
  if (size > kLongest) text += "...(" + std::to_string(size) + "," + std::to_string(hash) + ")";
  return text.empty() ? "-" : text;
}

std::string Answer(char** error) {
  if (*error == nullptr) return "ok";
  const std::string text = *error;
  C(rocksdb_free)(*error);
  *error = nullptr;
  return text.substr(0, text.find(':')) + " | " + text;
}

std::string ShownAndFreed(char* value, size_t size) {
  if (value == nullptr) return "missing";
  std::string shown = Shown(value, size);
  C(rocksdb_free)(value);
  return shown;
}

Reading::Reading(const Words& words, const rocksdb_snapshot_t* snapshot)
    : options_(C(rocksdb_readoptions_create)()),
      lower_(words.Get("lower")),
      upper_(words.Get("upper")) {
  if (snapshot != nullptr) C(rocksdb_readoptions_set_snapshot)(options_, snapshot);
  if (words.Has("lower"))
    C(rocksdb_readoptions_set_iterate_lower_bound)(options_, lower_.data(), lower_.size());
  if (words.Has("upper"))
    C(rocksdb_readoptions_set_iterate_upper_bound)(options_, upper_.data(), upper_.size());
  if (words.Has("prefix")) C(rocksdb_readoptions_set_prefix_same_as_start)(options_, 1);
  if (words.Has("total")) C(rocksdb_readoptions_set_total_order_seek)(options_, 1);
  if (words.Has("pin")) C(rocksdb_readoptions_set_pin_data)(options_, 1);
  if (words.Has("nofill")) C(rocksdb_readoptions_set_fill_cache)(options_, 0);
  if (words.Has("skips"))
    C(rocksdb_readoptions_set_max_skippable_internal_keys)(options_, words.Number("skips", 0));
  if (words.Has("tailing")) C(rocksdb_readoptions_set_tailing)(options_, 1);
  if (words.Has("tier"))
    C(rocksdb_readoptions_set_read_tier)(options_, static_cast<int>(words.Number("tier", 0)));
  if (words.Has("readahead"))
    C(rocksdb_readoptions_set_readahead_size)(options_, words.Number("readahead", 0));
  if (words.Has("async")) C(rocksdb_readoptions_set_async_io)(options_, 1);
  if (words.Has("unverified")) C(rocksdb_readoptions_set_verify_checksums)(options_, 0);
  if (words.Has("purge"))
    C(rocksdb_readoptions_set_background_purge_on_iterator_cleanup)(options_, 1);
  if (words.Has("ignore_ranges")) C(rocksdb_readoptions_set_ignore_range_deletions)(options_, 1);
}

Reading::~Reading() { C(rocksdb_readoptions_destroy)(options_); }

const char* FamilyName(size_t slot) {
  constexpr const char* kNames[kFamilies] = {"default", "one", "two"};
  return kNames[slot];
}

rocksdb_column_family_handle_t* Session::Family(const Words& words) const {
  return families[words.Number("cf", 0) % kFamilies];
}

const rocksdb_snapshot_t* Session::Snapshot(const Words& words) const {
  return words.Has("snap") ? snapshots[words.Number("snap", 0) % kSlots] : nullptr;
}

void Session::DropIterator(size_t slot) {
  IteratorSlot& it = iterators[slot];
  if (it.iterator != nullptr) C(rocksdb_iter_destroy)(it.iterator);
  delete it.reading;
  it = IteratorSlot();
}

void Session::DropIteratorsOverBatches() {
  for (size_t i = 0; i < kSlots; ++i) {
    if (iterators[i].over_batch) DropIterator(i);
  }
}

void Session::Close() {
  if (db == nullptr) return;
  for (size_t i = 0; i < kSlots; ++i) DropIterator(i);
  shared_readings.clear();
  for (auto& snapshot : snapshots) {
    if (snapshot != nullptr) C(rocksdb_release_snapshot)(db, snapshot);
    snapshot = nullptr;
  }
  for (auto& batch : indexed) {
    if (batch != nullptr) C(rocksdb_writebatch_wi_destroy)(batch);
    batch = nullptr;
  }
  for (auto& batch : batches) {
    if (batch != nullptr) C(rocksdb_writebatch_destroy)(batch);
    batch = nullptr;
  }
  for (auto& family : families) {
    if (family != nullptr) C(rocksdb_column_family_handle_destroy)(family);
    family = nullptr;
  }
  C(rocksdb_close)(db);
  db = nullptr;
  C(rocksdb_options_destroy)(options);
  options = nullptr;
}

Session::~Session() { Close(); }

std::string Contents(rocksdb_t* db, rocksdb_column_family_handle_t* family) {
  rocksdb_readoptions_t* reading = C(rocksdb_readoptions_create)();
  C(rocksdb_readoptions_set_total_order_seek)(reading, 1);
  rocksdb_iterator_t* it = C(rocksdb_create_iterator_cf)(db, reading, family);
  std::string text;
  for (C(rocksdb_iter_seek_to_first)(it); C(rocksdb_iter_valid)(it); C(rocksdb_iter_next)(it)) {
    size_t key_size, value_size;
    const char* key = C(rocksdb_iter_key)(it, &key_size);
    const char* value = C(rocksdb_iter_value)(it, &value_size);
    text += " " + Shown(key, key_size) + "=" + Shown(value, value_size);
  }
  char* error = nullptr;
  C(rocksdb_iter_get_error)(it, &error);
  C(rocksdb_iter_destroy)(it);
  C(rocksdb_readoptions_destroy)(reading);
  return Answer(&error) + text;
}

const std::map<std::string, Operation>& Operations() {
  static const std::map<std::string, Operation> all = [] {
    std::map<std::string, Operation> joined;
    for (const Table* table :
         {&DatabaseOperations(), &UpkeepOperations(), &PointOperations(), &IteratorOperations(),
          &BatchOperations(), &IndexedOperations(), &CopyOperations(), &OptionOperations()}) {
      joined.insert(table->begin(), table->end());
    }
    return joined;
  }();
  return all;
}

}  // namespace differential
