// Indexed write batches in slots: written, read alone, read over the database.
#include "test/differential/session.h"

namespace differential {

namespace {

// indexed_make SLOT [overwrite]
std::string Make(Session& session, const Words& words) {
  session.DropIteratorsOverBatches();
  auto& slot = session.indexed[words.NumberAt(0) % kSlots];
  if (slot != nullptr) C(rocksdb_writebatch_wi_destroy)(slot);
  slot = nullptr;
  // Its index orders the keys of every family by that family's comparator once it has met it.
  if (session.db != nullptr)
    slot = C(rocksdb_writebatch_wi_create)(0, words.Has("overwrite") ? 1 : 0);
  return slot == nullptr ? "none" : "ok";
}

rocksdb_writebatch_wi_t* Batch(Session& session, const Words& words) {
  return session.indexed[words.NumberAt(0) % kSlots];
}

std::string Count(rocksdb_writebatch_wi_t* batch) {
  return std::to_string(C(rocksdb_writebatch_wi_count)(batch));
}

// Adds the words behind the slot: a key and a value, or both ends of a range.
template <class Function>
std::string AddPair(Session& session, const Words& words, Function add) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (family == nullptr || batch == nullptr) return "none";
  session.DropIteratorsOverBatches();
  const std::string first = words.At(1), second = words.At(2);
  add(batch, family, first.data(), first.size(), second.data(), second.size());
  return Count(batch);
}

template <class Function>
std::string AddKey(Session& session, const Words& words, Function add) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (family == nullptr || batch == nullptr) return "none";
  session.DropIteratorsOverBatches();
  const std::string key = words.At(1);
  add(batch, family, key.data(), key.size());
  return Count(batch);
}

std::string Put(Session& session, const Words& words) {
  return AddPair(session, words, C(rocksdb_writebatch_wi_put_cf));
}

std::string Merge(Session& session, const Words& words) {
  return AddPair(session, words, C(rocksdb_writebatch_wi_merge_cf));
}

std::string Delete(Session& session, const Words& words) {
  return AddKey(session, words, C(rocksdb_writebatch_wi_delete_cf));
}

std::string SingleDelete(Session& session, const Words& words) {
  return AddKey(session, words, C(rocksdb_writebatch_wi_singledelete_cf));
}

std::string DeleteRange(Session& session, const Words& words) {
  return AddPair(session, words, C(rocksdb_writebatch_wi_delete_range_cf));
}

std::string Clear(Session& session, const Words& words) {
  session.DropIteratorsOverBatches();
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (batch == nullptr) return "none";
  C(rocksdb_writebatch_wi_clear)(batch);
  return "ok";
}

std::string Save(Session& session, const Words& words) {
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (batch == nullptr) return "none";
  C(rocksdb_writebatch_wi_set_save_point)(batch);
  return "ok";
}

std::string RollBack(Session& session, const Words& words) {
  session.DropIteratorsOverBatches();
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (batch == nullptr) return "none";
  char* error = nullptr;
  C(rocksdb_writebatch_wi_rollback_to_save_point)(batch, &error);
  return Answer(&error);
}

std::string LogData(Session& session, const Words& words) {
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (batch == nullptr) return "none";
  const std::string blob = words.At(1);
  C(rocksdb_writebatch_wi_put_log_data)(batch, blob.data(), blob.size());
  return Count(batch);
}

void SeenPut(void* text, const char* key, size_t key_size, const char* value, size_t value_size) {
  *static_cast<std::string*>(text) +=
      " put:" + Shown(key, key_size) + "=" + Shown(value, value_size);
}

void SeenDelete(void* text, const char* key, size_t key_size) {
  *static_cast<std::string*>(text) += " delete:" + Shown(key, key_size);
}

std::string Iterate(Session& session, const Words& words) {
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (batch == nullptr) return "none";
  std::string text = "ok";
  C(rocksdb_writebatch_wi_iterate)(batch, &text, SeenPut, SeenDelete);
  return text;
}

std::string Data(Session& session, const Words& words) {
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (batch == nullptr) return "none";
  size_t size = 0;
  const char* data = C(rocksdb_writebatch_wi_data)(batch, &size);
  return Shown(data, size);
}

std::string GetAlone(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (family == nullptr || batch == nullptr) return "none";
  const std::string key = words.At(1);
  size_t size = 0;
  char* error = nullptr;
  char* value = C(rocksdb_writebatch_wi_get_from_batch_cf)(batch, session.options, family,
                                                           key.data(), key.size(), &size, &error);
  return error != nullptr ? Answer(&error) : ShownAndFreed(value, size);
}

std::string GetOver(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (family == nullptr || batch == nullptr) return "none";
  const Reading reading(words, session.Snapshot(words));
  const std::string key = words.At(1);
  size_t size = 0;
  char* error = nullptr;
  char* value = C(rocksdb_writebatch_wi_get_from_batch_and_db_cf)(
      batch, session.db, reading.get(), family, key.data(), key.size(), &size, &error);
  return error != nullptr ? Answer(&error) : ShownAndFreed(value, size);
}

std::string GetPinnedOver(Session& session, const Words& words) {
  rocksdb_column_family_handle_t* family = session.Family(words);
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (family == nullptr || batch == nullptr) return "none";
  const Reading reading(words, session.Snapshot(words));
  const std::string key = words.At(1);
  char* error = nullptr;
  rocksdb_pinnableslice_t* pinned = C(rocksdb_writebatch_wi_get_pinned_from_batch_and_db_cf)(
      batch, session.db, reading.get(), family, key.data(), key.size(), &error);
  if (error != nullptr) return Answer(&error);
  if (pinned == nullptr) return "missing";
  size_t size = 0;
  const char* value = C(rocksdb_pinnableslice_value)(pinned, &size);
  std::string shown = Shown(value, size);
  C(rocksdb_pinnableslice_destroy)(pinned);
  return shown;
}

// indexed_iterator BATCH ITERATOR: what the batch would make of the database.
std::string Iterator(Session& session, const Words& words) {
  const size_t slot = words.NumberAt(1) % kSlots;
  session.DropIterator(slot);
  rocksdb_column_family_handle_t* family = session.Family(words);
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (family == nullptr || batch == nullptr) return "none";
  IteratorSlot& made = session.iterators[slot];
  made.over_batch = true;
  made.reading = new Reading(words, session.Snapshot(words));
  rocksdb_iterator_t* base = C(rocksdb_create_iterator_cf)(session.db, made.reading->get(), family);
  made.iterator = words.Has("base_bounds")
                      ? C(rocksdb_writebatch_wi_create_iterator_with_base_cf)(batch, base, family)
                      : C(rocksdb_writebatch_wi_create_iterator_with_base_cf_readopts)(
                            batch, base, family, made.reading->get());
  return "ok";
}

std::string Write(Session& session, const Words& words) {
  rocksdb_writebatch_wi_t* batch = Batch(session, words);
  if (batch == nullptr) return "none";
  char* error = nullptr;
  C(rocksdb_write_writebatch_wi)(session.db, Writing(words).get(), batch, &error);
  return Answer(&error);
}

}  // namespace

const Table& IndexedOperations() {
  static const Table table = {
      {"indexed_make", Make},
      {"indexed_put", Put},
      {"indexed_merge", Merge},
      {"indexed_delete", Delete},
      {"indexed_single_delete", SingleDelete},
      {"indexed_delete_range", DeleteRange},
      {"indexed_clear", Clear},
      {"indexed_save", Save},
      {"indexed_roll_back", RollBack},
      {"indexed_log_data", LogData},
      {"indexed_iterate", Iterate},
      {"indexed_data", Data},
      {"indexed_get", GetAlone},
      {"indexed_get_over", GetOver},
      {"indexed_pinned_over", GetPinnedOver},
      {"indexed_iterator", Iterator},
      {"indexed_write", Write},
  };
  return table;
}

}  // namespace differential
