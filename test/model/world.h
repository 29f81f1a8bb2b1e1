// What a database must contain: ordered maps of key numbers, with the moments that snapshots and
// open iterators refer back to. Called by the model side of each operation; plain and slow on
// purpose.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "test/model/op.h"

namespace model {

// A value: that of an entity is its default column, onto which merges go. Writing a plain value
// ends the entity.
struct Cell : std::string {
  Cell() = default;
  Cell(std::string v, bool of_entity = false) : std::string(std::move(v)), entity(of_entity) {}
  bool entity = false;
};
using Map = std::map<uint32_t, Cell>;

struct World {
  struct Family {
    bool exists = false;
    uint64_t life = 0;  // counts creations: a new family of an old name shows nothing of the past
    Map map;
  };
  using Families = std::array<Family, kFamilies>;
  // A two-phase transaction between its phases: what its commit will do.
  struct Prepared {
    std::vector<Args> items;
    // One that recovery has found holds none.
    bool holds_locks = true;
  };
  struct Held {
    uint32_t family;
    Map map;
    std::optional<uint32_t> at;  // where the iterator stands
  };

  Families families;
  std::array<std::optional<Families>, kSlots> snapshots;
  std::array<std::optional<Held>, kSlots> iterators;
  std::array<std::optional<Prepared>, kSlots> prepared;
  uint32_t form = 0;  // of kFormWords

  World() { families[0].exists = families[1].exists = true; }

  // What `family` showed at the moment `view` stands for; null when there is no such family.
  const Map* MapOf(uint32_t family, uint32_t view) const {
    static const Map nothing;
    const Family& now = families[family];
    if (!now.exists) return nullptr;
    if (view == 0 || !snapshots[view - 1]) return &now.map;
    const Family& then = (*snapshots[view - 1])[family];
    return then.exists && then.life == now.life ? &then.map : &nothing;
  }
  // The map to write to; null when there is no such family.
  Map* Writable(uint32_t family) {
    return families[family].exists ? &families[family].map : nullptr;
  }
  // As a reopening database does.
  void ForgetMoments() {
    snapshots.fill(std::nullopt);
    iterators.fill(std::nullopt);
  }
};

inline void MergeInto(Map* map, uint32_t key, const std::string& operand) {
  const auto [it, fresh] = map->emplace(key, operand);
  if (!fresh) it->second += "," + operand;
}

}  // namespace model
