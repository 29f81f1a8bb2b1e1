// Texts for the reasons that listeners, the LOG and the event log report.
#include <cstddef>

#include "rocksdb/listener.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Indexed by enumerator; the sizes are checked below.
constexpr const char* kCompactionReasons[] = {
    "Unknown",
    "LevelL0FilesNum",
    "LevelMaxLevelSize",
    "UniversalSizeAmplification",
    "UniversalSizeRatio",
    "UniversalSortedRunNum",
    "FIFOMaxSize",
    "FIFOReduceNumFiles",
    "FIFOTtl",
    "ManualCompaction",
    "FilesMarkedForCompaction",
    "BottommostFiles",
    "Ttl",
    "Flush",
    "ExternalSstIngestion",
    "PeriodicCompaction",
    "ChangeTemperature",
    "ForcedBlobGC",
    "RoundRobinTtl",
    "RefitLevel",
};
static_assert(std::size(kCompactionReasons) == size_t(CompactionReason::kNumOfReasons));

constexpr const char* kFlushReasons[] = {
    "Other Reasons",
    "Get Live Files",
    "Shut down",
    "External File Ingestion",
    "Manual Compaction",
    "Write Buffer Manager",
    "Write Buffer Full",
    "Test",
    "Delete Files",
    "Auto Compaction",
    "Manual Flush",
    "Error Recovery",
    "Error Recovery Retry Flush",
    "WAL Full",
    "Catch Up After Error Recovery",
};
static_assert(std::size(kFlushReasons) == size_t(FlushReason::kCatchUpAfterErrorRecovery) + 1);

constexpr const char* kBackgroundErrorReasons[] = {
    "Flush",         "Compaction", "WriteCallback",      "MemTable",
    "ManifestWrite", "FlushNoWAL", "ManifestWriteNoWAL",
};
static_assert(std::size(kBackgroundErrorReasons) ==
              size_t(BackgroundErrorReason::kManifestWriteNoWAL) + 1);

template <size_t N>
const char* NameAt(const char* const (&names)[N], size_t index) {
  return index < N ? names[index] : "Invalid";
}

}  // namespace

const char* GetCompactionReasonString(CompactionReason compaction_reason) {
  return NameAt(kCompactionReasons, static_cast<size_t>(compaction_reason));
}

const char* GetFlushReasonString(FlushReason flush_reason) {
  return NameAt(kFlushReasons, static_cast<size_t>(flush_reason));
}

const char* GetBackgroundErrorReasonString(BackgroundErrorReason reason) {
  return NameAt(kBackgroundErrorReasons, static_cast<size_t>(reason));
}

}  // namespace ROCKSDB_NAMESPACE
