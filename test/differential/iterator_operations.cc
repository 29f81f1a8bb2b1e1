// Iterators in slots: made, moved, shown.
#include "test/differential/session.h"

namespace differential {

namespace {

std::string Position(rocksdb_iterator_t* it) {
  char* error = nullptr;
  C(rocksdb_iter_get_error)(it, &error);
  if (error != nullptr) return Answer(&error);
  if (C(rocksdb_iter_valid)(it) == 0) return "end";
  size_t key_size, value_size;
  const char* key = C(rocksdb_iter_key)(it, &key_size);
  const char* value = C(rocksdb_iter_value)(it, &value_size);
  return Shown(key, key_size) + "=" + Shown(value, value_size);
}

rocksdb_iterator_t* At(Session& session, const Words& words) {
  return session.iterators[words.NumberAt(0) % kSlots].iterator;
}

std::string Make(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  const size_t slot = words.NumberAt(0) % kSlots;
  session.DropIterator(slot);
  if (family == nullptr) return "none";
  IteratorSlot& made = session.iterators[slot];
  made.reading = new Reading(words, session.Snapshot(words));
  made.iterator = C(rocksdb_create_iterator_cf)(session.db, made.reading->get(), family);
  return "ok";
}

// its_make SLOT: one over each family that is there, in this slot and the next ones.
std::string MakeSeveral(Session& session, const Words& words) {
  if (session.db == nullptr) return "none";
  std::vector<rocksdb_column_family_handle_t*> families;
  for (auto* family : session.families) {
    if (family != nullptr) families.push_back(family);
  }
  const size_t slot = words.NumberAt(0);
  std::vector<rocksdb_iterator_t*> made(families.size());
  auto reading = std::make_unique<Reading>(words, session.Snapshot(words));
  for (size_t i = 0; i < families.size(); ++i) session.DropIterator((slot + i) % kSlots);
  char* error = nullptr;
  C(rocksdb_create_iterators)
  (session.db, reading->get(), families.data(), made.data(), families.size(), &error);
  if (error == nullptr) {
    for (size_t i = 0; i < made.size(); ++i)
      session.iterators[(slot + i) % kSlots].iterator = made[i];
    session.shared_readings.push_back(std::move(reading));
  }
  return Answer(&error);
}

std::string Drop(Session& session, const Words& words) {
  session.DropIterator(words.NumberAt(0) % kSlots);
  return "ok";
}

template <class Move>
std::string Moved(Session& session, const Words& words, bool needs_position, Move move) {
  rocksdb_iterator_t* it = At(session, words);
  if (it == nullptr) return "none";
  // A step from nowhere is the caller's mistake, not an answer to compare.
  if (needs_position && C(rocksdb_iter_valid)(it) == 0) return "end";
  move(it, words.At(1));
  return Position(it);
}

std::string First(Session& session, const Words& words) {
  return Moved(session, words, false, [](auto* it, const std::string&) {
    C(rocksdb_iter_seek_to_first)(it);
  });
}

std::string Last(Session& session, const Words& words) {
  return Moved(session, words, false, [](auto* it, const std::string&) {
    C(rocksdb_iter_seek_to_last)(it);
  });
}

std::string Seek(Session& session, const Words& words) {
  return Moved(session, words, false, [](auto* it, const std::string& key) {
    C(rocksdb_iter_seek)(it, key.data(), key.size());
  });
}

std::string SeekBack(Session& session, const Words& words) {
  return Moved(session, words, false, [](auto* it, const std::string& key) {
    C(rocksdb_iter_seek_for_prev)(it, key.data(), key.size());
  });
}

std::string Next(Session& session, const Words& words) {
  return Moved(session, words, true, [](auto* it, const std::string&) {
    C(rocksdb_iter_next)(it);
  });
}

std::string Prev(Session& session, const Words& words) {
  return Moved(session, words, true, [](auto* it, const std::string&) {
    C(rocksdb_iter_prev)(it);
  });
}

std::string Refresh(Session& session, const Words& words) {
  rocksdb_iterator_t* it = At(session, words);
  if (it == nullptr) return "none";
  char* error = nullptr;
  C(rocksdb_iter_refresh)(it, &error);
  return Answer(&error);
}

}  // namespace

const Table& IteratorOperations() {
  static const Table table = {
      {"its_make", MakeSeveral}, {"it_make", Make}, {"it_drop", Drop},
      {"it_first", First},       {"it_last", Last}, {"it_seek", Seek},
      {"it_back", SeekBack},     {"it_next", Next}, {"it_prev", Prev},
      {"it_refresh", Refresh},
  };
  return table;
}

}  // namespace differential
