// DB::SetOptions and DB::SetDBOptions. Thread-safe; keeps no state.
#pragma once

#include <string>
#include <unordered_map>

#include "db/jobs/background.h"

namespace ROCKSDB_NAMESPACE {

class OptionChanges {
 public:
  using Changes = std::unordered_map<std::string, std::string>;

  explicit OptionChanges(DbParts* parts) : parts_(*parts) {}

  // All of `changes` hold afterwards, or none does.
  [[nodiscard]] Status OfFamily(const FamilyPtr& family, const Changes& changes)
      EXCLUDES_LOCK(state_lock);
  [[nodiscard]] Status OfDb(const Changes& changes) EXCLUDES_LOCK(state_lock);

 private:
  Status Apply(const FamilyPtr& family, const Changes& changes) EXCLUDES_LOCK(state_lock);
  Status Persist() EXCLUDES_LOCK(state_lock);

  DbParts& parts_;
};

}  // namespace ROCKSDB_NAMESPACE
