// The prepared sections of transactions met while logs are replayed, until a commit applies them or
// a rollback drops them. Filled in by ApplyBatch; log replay owns it. One thread.
//
//   log 4  [ Begin k1 k2 End(x) ][ Begin k3 End(y) ]    log 9  [ Commit(x) ][ Rollback(y) ]
//            kept as x              kept as y                     k1 k2       nothing
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "db/state/prepared_logs.h"
#include "rocksdb/slice.h"

namespace ROCKSDB_NAMESPACE {

class RecoveredSections {
 public:
  struct Section {
    std::string name;
    std::string updates;  // a batch without marks
    uint64_t log = 0;     // the one that holds it
  };

  // A section of the same name is replaced: its end was in a log that is gone.
  void Keep(Section section);
  // Takes the section out into *section. False: there is none of that name.
  bool Take(const Slice& name, Section* section);
  // Forgets those of logs before `log`, which nobody keeps: their ends are in tables, or gone.
  void ForgetBefore(uint64_t log);
  size_t size() const { return open_.size(); }
  // Those without an end, oldest first.
  std::vector<RecoveredTransaction> TakeAll();

 private:
  // Oldest first. Few are open at a time.
  std::vector<Section> open_;
};

}  // namespace ROCKSDB_NAMESPACE
