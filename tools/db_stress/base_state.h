// The state that every key is known to be in when a run starts: found and checked by the last
// verification. Kept outside the database, replaced as a whole by rename.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/status.h"
#include "tools/db_stress/trace.h"
#include "tools/db_stress/value_code.h"

namespace stress {

// One column family: its generation (0: there is none) and a word for each key.
struct SlotState {
  uint32_t generation = 0;
  uint32_t last_generation = 0;  // ever used in this slot
  // By key; kAbsent where there is none. Empty slots keep theirs, all kAbsent.
  std::vector<Word> words;

  bool exists() const { return generation != 0; }
};

struct BaseState {
  uint64_t epoch = 0;    // grows by one with each verification
  uint64_t db_seed = 0;  // what the traits of the database come from
  uint32_t keys = 0;
  std::vector<SlotState> slots;

  // No family but "default", no keys.
  static BaseState Empty(uint64_t db_seed, uint32_t keys, uint32_t slots);
  // NotFound when there is none.
  [[nodiscard]] static rocksdb::Status Load(const std::string& path, BaseState* state);
  // Written aside, then renamed over the old one: a kill leaves one of the two whole.
  [[nodiscard]] rocksdb::Status Save(const std::string& path) const;
};

// Slot 0 is "default"; the others change their name with each generation, so that a list of names
// tells which creations and drops took place.
std::string FamilyName(uint32_t slot, uint32_t generation);
bool ParseFamilyName(const std::string& name, uint32_t* slot, uint32_t* generation);

}  // namespace stress
