// The archive of logs that recovery no longer needs: `archive` in the log directory. ObsoleteFiles
// moves them there, where DB::GetUpdatesSince() goes on reading them, and has the archive trimmed.
// Names and numbers stay, so a log is in one of the two directories at any time.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "db/state/archive_policy.h"
#include "db/state/db_context.h"

namespace ROCKSDB_NAMESPACE {

// Thread-safe. No call takes a lock.
class WalArchive {
 public:
  explicit WalArchive(const DbContext* context) : context_(*context) {}

  // Logs are archived, not deleted.
  bool enabled() const { return Limits().any(); }
  // Moves one log, by its full name; deletes it if it is empty. Not OK: it is where it was.
  [[nodiscard]] IOStatus Take(const std::string& path) const;
  // Deletes what the limits no longer allow, if it is time to look.
  void TrimIfDue();

 private:
  ArchiveLimits Limits() const;
  void Trim(const ArchiveLimits& limits, uint64_t now) const;

  const DbContext& context_;
  std::atomic<uint64_t> next_trim_seconds_{0};
};

// The numbers of the logs in `directory`, ascending; none where it does not exist.
[[nodiscard]] Status ListLogNumbers(const DbContext& context, const std::string& directory,
                                    std::vector<uint64_t>* numbers);

}  // namespace ROCKSDB_NAMESPACE
