// The state of every key when a run starts, as the last verification found it. It lies outside the
// database; a rename replaces it as a whole.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/status.h"
#include "tools/db_stress/trace.h"
#include "tools/db_stress/value_code.h"

namespace stress {

// One column family: its generation (0: the slot is empty) and a word for each key.
struct SlotState {
  uint32_t generation = 0;
  uint32_t last_generation = 0;  // the largest that this slot ever had
  // By key; kAbsent for a key without a value. An empty slot has words too, all kAbsent.
  std::vector<Word> words;

  bool exists() const { return generation != 0; }
};

struct BaseState {
  uint64_t epoch = 0;    // each verification adds one
  uint64_t db_seed = 0;  // the traits of the database come from it
  uint32_t keys = 0;
  std::vector<SlotState> slots;

  // The family "default" alone, without keys.
  static BaseState Empty(uint64_t db_seed, uint32_t keys, uint32_t slots);
  // NotFound if the file is missing.
  [[nodiscard]] static rocksdb::Status Load(const std::string& path, BaseState* state);
  // Writes another file and renames it over the old one: a kill leaves one of the two whole.
  [[nodiscard]] rocksdb::Status Save(const std::string& path) const;
};

// Slot 0 is "default". The other slots have another name in each generation, so that the list of
// names shows which families were created and dropped.
std::string FamilyName(uint32_t slot, uint32_t generation);
bool ParseFamilyName(const std::string& name, uint32_t* slot, uint32_t* generation);

}  // namespace stress
