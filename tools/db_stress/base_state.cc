// The base state as a file: 64-bit numbers, and a checksum at the end.
#include "tools/db_stress/base_state.h"

#include <cstdio>
#include <fstream>

#include "tools/db_bench/random.h"

namespace stress {

using rocksdb::Status;

namespace {

constexpr uint64_t kStateMagic = 0x31657461'74736264;

uint64_t CheckOf(const std::vector<uint64_t>& numbers, size_t count) {
  uint64_t check = kStateMagic;
  for (size_t i = 0; i < count; ++i) check = bench::Scatter(check ^ numbers[i]);
  return check;
}

std::vector<uint64_t> Flatten(const BaseState& state) {
  std::vector<uint64_t> out = {kStateMagic, state.epoch, state.db_seed, state.keys,
                               state.slots.size()};
  for (const SlotState& slot : state.slots) {
    out.push_back(slot.generation);
    out.push_back(slot.last_generation);
    out.insert(out.end(), slot.words.begin(), slot.words.end());
  }
  out.push_back(CheckOf(out, out.size()));
  return out;
}

bool Unflatten(const std::vector<uint64_t>& in, BaseState* state) {
  constexpr size_t kHead = 5;
  // The checksum comes first: the sizes may be wrong without it.
  if (in.size() < kHead + 1 || in[0] != kStateMagic || in.back() != CheckOf(in, in.size() - 1))
    return false;
  *state = BaseState::Empty(in[2], static_cast<uint32_t>(in[3]), static_cast<uint32_t>(in[4]));
  state->epoch = in[1];
  if (in.size() != kHead + state->slots.size() * (2 + size_t{state->keys}) + 1) return false;
  size_t at = kHead;
  for (SlotState& slot : state->slots) {
    slot.generation = static_cast<uint32_t>(in[at++]);
    slot.last_generation = static_cast<uint32_t>(in[at++]);
    for (Word& word : slot.words) word = in[at++];
  }
  return true;
}

}  // namespace

BaseState BaseState::Empty(uint64_t db_seed, uint32_t keys, uint32_t slots) {
  BaseState state;
  state.db_seed = db_seed;
  state.keys = keys;
  state.slots.resize(slots);
  for (SlotState& slot : state.slots) slot.words.assign(keys, kAbsent);
  if (slots > 0) state.slots[0].generation = state.slots[0].last_generation = 1;
  return state;
}

Status BaseState::Load(const std::string& path, BaseState* state) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) return Status::NotFound(path);
  std::vector<uint64_t> numbers(static_cast<size_t>(in.tellg()) / sizeof(uint64_t));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(numbers.data()),
          static_cast<std::streamsize>(numbers.size() * sizeof(uint64_t)));
  if (!in || !Unflatten(numbers, state)) return Status::Corruption("not a base state: " + path);
  return Status::OK();
}

Status BaseState::Save(const std::string& path) const {
  const std::vector<uint64_t> numbers = Flatten(*this);
  const std::string fresh = path + ".new";
  {
    std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(numbers.data()),
              static_cast<std::streamsize>(numbers.size() * sizeof(uint64_t)));
    out.close();
    if (!out) return Status::IOError("write " + fresh);
  }
  if (std::rename(fresh.c_str(), path.c_str()) != 0) return Status::IOError("rename " + fresh);
  return Status::OK();
}

std::string FamilyName(uint32_t slot, uint32_t generation) {
  if (slot == 0) return "default";
  return "s" + std::to_string(slot) + "g" + std::to_string(generation);
}

bool ParseFamilyName(const std::string& name, uint32_t* slot, uint32_t* generation) {
  *slot = 0, *generation = 1;
  if (name == "default") return true;
  return std::sscanf(name.c_str(), "s%ug%u", slot, generation) == 2 && *slot < kMaxSlots &&
         name == FamilyName(*slot, *generation);
}

}  // namespace stress
