// Write batches in slots, and the walk over what the logs hold.
#include "test/differential/session.h"

namespace differential {

namespace {

rocksdb_writebatch_t* Batch(Session& session, const Words& words) {
  auto& slot = session.batches[words.NumberAt(0) % kSlots];
  if (slot == nullptr) slot = C(rocksdb_writebatch_create)();
  return slot;
}

std::string Count(rocksdb_writebatch_t* batch) {
  return std::to_string(C(rocksdb_writebatch_count)(batch));
}

// Adds the words behind the slot: a key and a value, or both ends of a range.
template <class Function>
std::string AddPair(Session& session, const Words& words, rocksdb_writebatch_t* batch,
                    Function add) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const std::string first = words.At(1), second = words.At(2);
  add(batch, family, first.data(), first.size(), second.data(), second.size());
  return Count(batch);
}

template <class Function>
std::string AddKey(Session& session, const Words& words, rocksdb_writebatch_t* batch,
                   Function add) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  const std::string key = words.At(1);
  add(batch, family, key.data(), key.size());
  return Count(batch);
}

std::string Put(Session& session, const Words& words) {
  return AddPair(session, words, Batch(session, words), C(rocksdb_writebatch_put_cf));
}

std::string Merge(Session& session, const Words& words) {
  return AddPair(session, words, Batch(session, words), C(rocksdb_writebatch_merge_cf));
}

std::string Delete(Session& session, const Words& words) {
  return AddKey(session, words, Batch(session, words), C(rocksdb_writebatch_delete_cf));
}

std::string SingleDelete(Session& session, const Words& words) {
  return AddKey(session, words, Batch(session, words), C(rocksdb_writebatch_singledelete_cf));
}

std::string DeleteRange(Session& session, const Words& words) {
  return AddPair(session, words, Batch(session, words), C(rocksdb_writebatch_delete_range_cf));
}

std::string LogData(Session& session, const Words& words) {
  const std::string blob = words.At(1);
  rocksdb_writebatch_t* batch = Batch(session, words);
  C(rocksdb_writebatch_put_log_data)(batch, blob.data(), blob.size());
  return Count(batch);
}

std::string Clear(Session& session, const Words& words) {
  C(rocksdb_writebatch_clear)(Batch(session, words));
  return "ok";
}

std::string Save(Session& session, const Words& words) {
  C(rocksdb_writebatch_set_save_point)(Batch(session, words));
  return "ok";
}

std::string RollBack(Session& session, const Words& words) {
  char* error = nullptr;
  C(rocksdb_writebatch_rollback_to_save_point)(Batch(session, words), &error);
  return Answer(&error);
}

std::string Pop(Session& session, const Words& words) {
  char* error = nullptr;
  C(rocksdb_writebatch_pop_save_point)(Batch(session, words), &error);
  return Answer(&error);
}

std::string Bytes(rocksdb_writebatch_t* batch) {
  size_t size = 0;
  const char* data = C(rocksdb_writebatch_data)(batch, &size);
  return Shown(data, size);
}

std::string Data(Session& session, const Words& words) { return Bytes(Batch(session, words)); }

void SeenPut(void* text, uint32_t family, const char* key, size_t key_size, const char* value,
             size_t value_size) {
  *static_cast<std::string*>(text) += " put/" + std::to_string(family) + ":" +
                                      Shown(key, key_size) + "=" + Shown(value, value_size);
}

void SeenDelete(void* text, uint32_t family, const char* key, size_t key_size) {
  *static_cast<std::string*>(text) +=
      " delete/" + std::to_string(family) + ":" + Shown(key, key_size);
}

void SeenMerge(void* text, uint32_t family, const char* key, size_t key_size, const char* value,
               size_t value_size) {
  *static_cast<std::string*>(text) += " merge/" + std::to_string(family) + ":" +
                                      Shown(key, key_size) + "=" + Shown(value, value_size);
}

std::string Iterate(Session& session, const Words& words) {
  std::string text = "ok";
  C(rocksdb_writebatch_iterate_cf)
  (Batch(session, words), &text, SeenPut, SeenDelete, SeenMerge);
  return text;
}

// The batch anew, from a copy of its bytes. Save points are not in them.
std::string Copy(Session& session, const Words& words) {
  auto& slot = session.batches[words.NumberAt(0) % kSlots];
  size_t size = 0;
  const char* data = C(rocksdb_writebatch_data)(Batch(session, words), &size);
  rocksdb_writebatch_t* copy = C(rocksdb_writebatch_create_from)(data, size);
  C(rocksdb_writebatch_destroy)(slot);
  slot = copy;
  return Count(slot);
}

// An empty batch that holds no more than so many bytes, with or without checksums.
std::string Limited(Session& session, const Words& words) {
  auto& slot = session.batches[words.NumberAt(0) % kSlots];
  if (slot != nullptr) C(rocksdb_writebatch_destroy)(slot);
  slot = C(rocksdb_writebatch_create_with_params)(0, words.NumberAt(1),
                                                  words.Number("protection", 0), 0);
  return Count(slot);
}

// The words behind the slot are a key in two parts and a value in two parts.
std::string PutParts(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  if (family == nullptr) return "none";
  rocksdb_writebatch_t* batch = Batch(session, words);
  std::string parts[4];
  const char* starts[4];
  size_t sizes[4];
  for (size_t i = 0; i < 4; ++i) {
    parts[i] = words.At(i + 1);
    starts[i] = parts[i].data();
    sizes[i] = parts[i].size();
  }
  C(rocksdb_writebatch_putv_cf)
  (batch, family, 2, starts, sizes, 2, starts + 2, sizes + 2);
  return Count(batch);
}

std::string Write(Session& session, const Words& words) {
  if (session.db == nullptr) return "none";
  char* error = nullptr;
  C(rocksdb_write)(session.db, Writing(words).get(), Batch(session, words), &error);
  return Answer(&error);
}

// updates FROM AT_MOST
std::string Updates(Session& session, const Words& words) {
  if (session.db == nullptr) return "none";
  char* error = nullptr;
  rocksdb_wal_iterator_t* it =
      C(rocksdb_get_updates_since)(session.db, words.NumberAt(0), nullptr, &error);
  if (error != nullptr) return Answer(&error);
  std::string text;
  uint64_t left = words.NumberAt(1);
  for (; C(rocksdb_wal_iter_valid)(it) != 0 && left > 0; --left) {
    uint64_t sequence = 0;
    rocksdb_writebatch_t* batch = C(rocksdb_wal_iter_get_batch)(it, &sequence);
    text += " " + std::to_string(sequence) + "+" + Count(batch) + ":" + Bytes(batch);
    C(rocksdb_writebatch_destroy)(batch);
    C(rocksdb_wal_iter_next)(it);
  }
  C(rocksdb_wal_iter_status)(it, &error);
  C(rocksdb_wal_iter_destroy)(it);
  const std::string answer = Answer(&error);
  return answer.substr(0, answer.find(" | ")) + text;
}

}  // namespace

const Table& BatchOperations() {
  static const Table table = {
      {"batch_put", Put},
      {"batch_merge", Merge},
      {"batch_delete", Delete},
      {"batch_single_delete", SingleDelete},
      {"batch_delete_range", DeleteRange},
      {"batch_log_data", LogData},
      {"batch_clear", Clear},
      {"batch_save", Save},
      {"batch_roll_back", RollBack},
      {"batch_pop", Pop},
      {"batch_data", Data},
      {"batch_iterate", Iterate},
      {"batch_copy", Copy},
      {"batch_limited", Limited},
      {"batch_put_parts", PutParts},
      {"batch_write", Write},
      {"updates", Updates},
  };
  return table;
}

}  // namespace differential
