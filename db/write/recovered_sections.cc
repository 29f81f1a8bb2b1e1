#include "db/write/recovered_sections.h"

#include <algorithm>
#include <utility>

namespace ROCKSDB_NAMESPACE {

void RecoveredSections::Keep(Section section) {
  Section former;
  (void)Take(section.name, &former);
  open_.push_back(std::move(section));
}

bool RecoveredSections::Take(const Slice& name, Section* section) {
  const auto at = std::find_if(open_.begin(), open_.end(),
                               [&name](const Section& one) { return name == Slice(one.name); });
  if (at == open_.end()) return false;
  *section = std::move(*at);
  open_.erase(at);
  return true;
}

void RecoveredSections::ForgetBefore(uint64_t log) {
  const auto gone = [log](const Section& one) { return one.log < log; };
  open_.erase(std::remove_if(open_.begin(), open_.end(), gone), open_.end());
}

std::vector<RecoveredTransaction> RecoveredSections::TakeAll() {
  std::vector<RecoveredTransaction> all;
  for (Section& one : open_) {
    all.push_back(
        {std::move(one.name), std::make_unique<WriteBatch>(std::move(one.updates)), one.log});
  }
  open_.clear();
  return all;
}

}  // namespace ROCKSDB_NAMESPACE
