// How the operations of the model check put their answers: the same words on the side of the maps
// and on the side of the database. Included by the files that hold the rows only.
#pragma once

#include <string>

#include "test/model/database.h"
#include "test/model/world.h"

namespace model {

inline constexpr char kAbsent[] = "no family";

inline void Say(const Status& s, std::string* answer) { *answer += s.ok() ? "ok" : s.ToString(); }

// ---- entries and values
inline void AppendEntry(const std::string& key, const Slice& value, std::string* answer) {
  answer->append(key);
  answer->push_back('=');
  answer->append(value.data(), value.size());
  answer->push_back(' ');
}
inline void AppendValue(const Map& map, uint32_t key, std::string* answer) {
  const auto it = map.find(key);
  *answer += it != map.end() ? "=" + it->second : "absent";
  *answer += ' ';
}
inline void AppendValue(const Status& s, const Slice& value, std::string* answer) {
  if (s.ok()) {
    answer->push_back('=');
    answer->append(value.data(), value.size());
  } else {
    *answer += s.IsNotFound() ? "absent" : s.ToString();
  }
  *answer += ' ';
}

// ---- writes and maintenance; the family is the first argument

template <class Change>
void OnFamily(const Op& op, World* world, std::string* answer, const Change& change) {
  Map* map = world->Writable(op.args[0]);
  if (map != nullptr) change(map);
  *answer += map != nullptr ? "ok" : kAbsent;
}

// `call` takes the handle and returns a Status.
template <class Call>
void OnFamily(const Op& op, Database* database, std::string* answer, const Call& call) {
  ColumnFamilyHandle* handle = database->handle(op.args[0]);
  if (handle != nullptr) {
    Say(call(handle), answer);
  } else {
    *answer += kAbsent;
  }
}

// ---- reads; the view is the first argument, the family the second

template <class Read>
void OnView(const Op& op, World* world, std::string* answer, const Read& read) {
  const Map* map = world->MapOf(op.args[1], op.args[0]);
  if (map != nullptr) {
    read(*map);
  } else {
    *answer += kAbsent;
  }
}

inline ReadOptions ReadAt(Database* database, uint32_t view) {
  ReadOptions read;
  read.snapshot = database->SnapshotOf(view);
  read.total_order_seek = true;
  return read;
}

// `read` takes the handle and the read options, and puts its own answer.
template <class Read>
void OnView(const Op& op, Database* database, std::string* answer, const Read& read) {
  ColumnFamilyHandle* handle = database->handle(op.args[1]);
  if (handle != nullptr) {
    read(handle, ReadAt(database, op.args[0]));
  } else {
    *answer += kAbsent;
  }
}

}  // namespace model
