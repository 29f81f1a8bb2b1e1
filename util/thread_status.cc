// The texts of ThreadStatus.
#include "rocksdb/thread_status.h"

#include <array>

#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

const std::string kNone;

template <size_t N>
const std::string& At(const std::array<std::string, N>& texts, int index) {
  return index >= 0 && static_cast<size_t>(index) < N ? texts[static_cast<size_t>(index)] : kNone;
}

const std::array<std::string, ThreadStatus::NUM_OP_TYPES> kOperations = {
    "",
    "Compaction",
    "Flush",
    "DBOpen",
    "Get",
    "MultiGet",
    "DBIterator",
    "VerifyDBChecksum",
    "VerifyFileChecksums",
    "GetEntity",
    "MultiGetEntity",
    "GetFileChecksumsFromCurrentManifest"};

const std::array<std::string, ThreadStatus::NUM_OP_STAGES> kStages = {
    "",
    "FlushJob::Run",
    "FlushJob::WriteLevel0Table",
    "CompactionJob::Prepare",
    "CompactionJob::Run",
    "CompactionJob::ProcessKeyValueCompaction",
    "CompactionJob::Install",
    "CompactionJob::FinishCompactionOutputFile",
    "MemTableList::PickMemtablesToFlush",
    "MemTableList::RollbackMemtableFlush",
    "MemTableList::TryInstallMemtableFlushResults"};

const std::array<std::string, ThreadStatus::NUM_COMPACTION_PROPERTIES> kCompactionProperties = {
    "JobID",           "InputOutputLevel", "Manual/Deletion/Trivial",
    "TotalInputBytes", "BytesRead",        "BytesWritten"};

const std::array<std::string, ThreadStatus::NUM_FLUSH_PROPERTIES> kFlushProperties = {
    "JobID", "BytesMemtables", "BytesWritten"};

const std::array<std::string, ThreadStatus::NUM_STATE_TYPES> kStates = {"", "Mutex Wait"};

}  // namespace

std::string ThreadStatus::GetThreadTypeName(ThreadType thread_type) {
  switch (thread_type) {
    case HIGH_PRIORITY:
      return "High Pri";
    case LOW_PRIORITY:
      return "Low Pri";
    case BOTTOM_PRIORITY:
      return "Bottom Pri";
    case USER:
      return "User";
    default:
      return "Unknown";
  }
}

const std::string& ThreadStatus::GetOperationName(OperationType op_type) {
  return At(kOperations, op_type);
}

const std::string& ThreadStatus::GetOperationStageName(OperationStage stage) {
  return At(kStages, stage);
}

const std::string& ThreadStatus::GetStateName(StateType state_type) {
  return At(kStates, state_type);
}

const std::string ThreadStatus::MicrosToString(uint64_t op_elapsed_time) {
  return op_elapsed_time == 0 ? "" : HumanMicros(op_elapsed_time);
}

const std::string& ThreadStatus::GetOperationPropertyName(OperationType op_type, int i) {
  if (op_type == OP_COMPACTION) {
    return At(kCompactionProperties, i);
  }
  return op_type == OP_FLUSH ? At(kFlushProperties, i) : kNone;
}

std::map<std::string, uint64_t> ThreadStatus::InterpretOperationProperties(
    OperationType op_type, const uint64_t* op_properties) {
  std::map<std::string, uint64_t> result;
  const int count = op_type == OP_COMPACTION ? static_cast<int>(NUM_COMPACTION_PROPERTIES)
                    : op_type == OP_FLUSH    ? static_cast<int>(NUM_FLUSH_PROPERTIES)
                                             : 0;
  for (int i = 0; i < count; ++i) {
    const uint64_t value = op_properties[i];
    if (op_type == OP_COMPACTION && i == COMPACTION_INPUT_OUTPUT_LEVEL) {
      result["BaseInputLevel"] = value >> 32;
      result["OutputLevel"] = value & 0xffffffffu;
    } else if (op_type == OP_COMPACTION && i == COMPACTION_PROP_FLAGS) {
      result["IsManual"] = value & 1;
      result["IsDeletion"] = (value >> 1) & 1;
      result["IsTrivialMove"] = (value >> 2) & 1;
    } else {
      result[GetOperationPropertyName(op_type, i)] = value;
    }
  }
  return result;
}

}  // namespace ROCKSDB_NAMESPACE
