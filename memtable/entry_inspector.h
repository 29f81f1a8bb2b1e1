// EntryInspector: decides whether the bytes of a memtable entry may be believed. Owned by a
// MemTable whose options ask for checks, used by its checked paths only. It must never read outside
// of the arena, whatever an entry's lengths say.
//
// With `guard_bytes` an entry is followed by that many bytes of its guard (util/entry_guard.h).
// Damage of one entry is found wherever it lies: in a key it may lead a search astray, but then
// that entry is next to the place the search ends at, and both neighbours of the place are opened.
// With `paranoid` every entry on the way is opened before a key is compared with it, and the order
// of neighbours is checked.
#pragma once

#include <atomic>
#include <cstdint>

#include "memtable/memtable_entry.h"
#include "rocksdb/status.h"
#include "util/arena.h"
#include "util/entry_guard.h"

namespace ROCKSDB_NAMESPACE {

// Open and MayCompare may run in any number of threads beside Seal; Seal is called by each writer
// for its own entries.
class EntryInspector {
 public:
  // REQUIRES: the arena outlives this and holds all entries asked about.
  EntryInspector(const ConcurrentArena* arena, size_t guard_bytes, bool paranoid)
      : arena_(arena), guard_bytes_(guard_bytes), paranoid_(paranoid) {}

  bool active() const { return guard_bytes_ > 0 || paranoid_; }
  size_t guard_bytes() const { return guard_bytes_; }
  bool paranoid() const { return paranoid_; }

  // Takes an entry apart; false when its lengths cannot be right or its guard does not match.
  [[nodiscard]] bool Open(const char* entry, memtable_entry::View* view) const;
  // Whether a search may compare with the entry's key: its length is one that some key has, and
  // ends within the arena; with paranoid(), Open says so.
  [[nodiscard]] bool MayCompare(const char* entry) const;
  // Compares `bytes` freshly encoded bytes with the guard the entry should have and puts what is
  // kept of it behind them. REQUIRES: guard_bytes() more bytes are there; called before linking.
  [[nodiscard]] Status Seal(char* entry, size_t bytes, uint64_t guard);

  // Corruption that names the entry.
  Status Damage(const char* entry) const;

 private:
  bool Parse(const char* entry, memtable_entry::View* view, const char** end) const;

  const ConcurrentArena* const arena_;
  const size_t guard_bytes_;
  const bool paranoid_;
  // Raised before an entry is linked, so whoever meets the entry sees a bound that holds it.
  std::atomic<uint32_t> largest_key_{0};  // internal, of all entries sealed so far
};

}  // namespace ROCKSDB_NAMESPACE
