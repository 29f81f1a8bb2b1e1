// EntryInspector: decides whether the bytes of a memtable entry are trustworthy. A MemTable whose
// options ask for checks owns it, and only its checked paths use it. It must never read outside of
// the arena, whatever an entry's lengths say.
//
// With `guard_bytes` an entry is followed by that many bytes of its guard (util/entry_guard.h). A
// search finds damage anywhere in an entry. A damaged key may mislead the search, but then that
// entry is next to the position where the search ends, and both neighbours of that position are
// opened. With `paranoid` a search opens every entry on its path before it compares keys, and
// checks the order of neighbours.
#pragma once

#include <atomic>
#include <cstdint>

#include "memtable/memtable_entry.h"
#include "rocksdb/status.h"
#include "util/arena.h"
#include "util/entry_guard.h"

namespace ROCKSDB_NAMESPACE {

// Any number of threads may call Open and MayCompare beside Seal; each writer calls Seal for its
// own entries.
class EntryInspector {
 public:
  // REQUIRES: the arena outlives this and holds all inspected entries.
  EntryInspector(const ConcurrentArena* arena, size_t guard_bytes, bool paranoid)
      : arena_(arena), guard_bytes_(guard_bytes), paranoid_(paranoid) {}

  bool active() const { return guard_bytes_ > 0 || paranoid_; }
  size_t guard_bytes() const { return guard_bytes_; }
  bool paranoid() const { return paranoid_; }

  // Parses an entry; false when its lengths are impossible or its guard does not match.
  [[nodiscard]] bool Open(const char* entry, memtable_entry::View* view) const;
  // Whether a search may compare with the entry's key: a key of that length exists and ends within
  // the arena; with paranoid(), Open succeeds.
  [[nodiscard]] bool MayCompare(const char* entry) const;
  // Compares `bytes` freshly encoded bytes with the guard that the entry should have, and stores
  // guard_bytes() of it behind them. REQUIRES: guard_bytes() more bytes are allocated; the entry is
  // not linked yet.
  [[nodiscard]] Status Seal(char* entry, size_t bytes, uint64_t guard);

  // Corruption that names the entry.
  Status Damage(const char* entry) const;

 private:
  bool Parse(const char* entry, memtable_entry::View* view, const char** end) const;

  const ConcurrentArena* const arena_;
  const size_t guard_bytes_;
  const bool paranoid_;
  // The length of the largest internal key sealed so far. Raised before an entry is linked, so a
  // thread that sees the entry sees a length that covers it.
  std::atomic<uint32_t> largest_key_{0};
};

}  // namespace ROCKSDB_NAMESPACE
