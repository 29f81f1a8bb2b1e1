// ThreadStatus: the present work of one thread of the database, as Env::GetThreadList reports it.
// The report is a copy; the thread may have moved on when it is read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "rocksdb/rocksdb_namespace.h"

#ifndef NROCKSDB_THREAD_STATUS
#define ROCKSDB_USING_THREAD_STATUS
#endif

namespace ROCKSDB_NAMESPACE {

// The larger of two constants of one type, as a constant.
template <typename T, T kOne, T kOther>
struct constexpr_max {
  static constexpr T result = kOne < kOther ? kOther : kOne;
};

// Threads of the Env's pools are always listed. Their work is listed only for databases opened
// with enable_thread_tracking, and only flushes and compactions. Threads of the application are
// not listed, so a CompactRange(), which works in its caller's thread, does not show. A plain copy
// that the caller owns.
struct ThreadStatus {
  // The pool to which the thread belongs; USER is for the application's own. This library lists no
  // USER threads.
  enum ThreadType : int {
    HIGH_PRIORITY = 0,
    LOW_PRIORITY,
    USER,
    BOTTOM_PRIORITY,
    NUM_THREAD_TYPES
  };

  // OP_UNKNOWN: idle, or not tracked. Otherwise only OP_COMPACTION and OP_FLUSH are reported.
  enum OperationType : int {
    OP_UNKNOWN = 0,
    OP_COMPACTION,
    OP_FLUSH,
    OP_DBOPEN,
    OP_GET,
    OP_MULTIGET,
    OP_DBITERATOR,
    OP_VERIFY_DB_CHECKSUM,
    OP_VERIFY_FILE_CHECKSUMS,
    OP_GETENTITY,
    OP_MULTIGETENTITY,
    OP_GET_FILE_CHECKSUMS_FROM_CURRENT_MANIFEST,
    NUM_OP_TYPES
  };

  // The progress of the operation. This library never reports the stages without a comment.
  enum OperationStage : int {
    STAGE_UNKNOWN = 0,
    // Writing, to the end of its last file.
    STAGE_FLUSH_RUN,
    STAGE_FLUSH_WRITE_L0,
    // Inputs are chosen, nothing is read yet.
    STAGE_COMPACTION_PREPARE,
    STAGE_COMPACTION_RUN,
    // Reading, merging, writing.
    STAGE_COMPACTION_PROCESS_KV,
    // Recording the result in the MANIFEST.
    STAGE_COMPACTION_INSTALL,
    STAGE_COMPACTION_SYNC_FILE,
    STAGE_PICK_MEMTABLES_TO_FLUSH,
    STAGE_MEMTABLE_ROLLBACK,
    // Recording the result of a flush in the MANIFEST.
    STAGE_MEMTABLE_INSTALL_FLUSH_RESULTS,
    NUM_OP_STAGES
  };

  // The meaning of op_properties[i] for a compaction. Levels: the upmost input in the upper 32
  // bits, the output in the lower. Flags: 1 manual, 2 only removes files, 4 only moves files.
  // Sizes are in bytes; those read and written are set when the files are finished, 0 before.
  enum CompactionPropertyType : int {
    COMPACTION_JOB_ID = 0,
    COMPACTION_INPUT_OUTPUT_LEVEL,
    COMPACTION_PROP_FLAGS,
    COMPACTION_TOTAL_INPUT_BYTES,
    COMPACTION_BYTES_READ,
    COMPACTION_BYTES_WRITTEN,
    NUM_COMPACTION_PROPERTIES
  };
  // The meaning of op_properties[i] for a flush, in bytes; FLUSH_BYTES_WRITTEN stays 0 in this
  // library.
  enum FlushPropertyType : int {
    FLUSH_JOB_ID = 0,
    FLUSH_BYTES_MEMTABLES,
    FLUSH_BYTES_WRITTEN,
    NUM_FLUSH_PROPERTIES
  };
  static constexpr int kNumOperationProperties =
      constexpr_max<int, NUM_COMPACTION_PROPERTIES, NUM_FLUSH_PROPERTIES>::result;

  // This library never reports STATE_MUTEX_WAIT.
  enum StateType : int { STATE_UNKNOWN = 0, STATE_MUTEX_WAIT = 1, NUM_STATE_TYPES };

  // Copies _op_props. REQUIRES: _op_props has kNumOperationProperties elements.
  ThreadStatus(uint64_t _id, ThreadType _thread_type, const std::string& _db_name,
               const std::string& _cf_name, OperationType _operation_type,
               uint64_t _op_elapsed_micros, OperationStage _operation_stage,
               const uint64_t _op_props[], StateType _state_type)
      : thread_id(_id),
        thread_type(_thread_type),
        db_name(_db_name),
        cf_name(_cf_name),
        operation_type(_operation_type),
        op_elapsed_micros(_op_elapsed_micros),
        operation_stage(_operation_stage),
        state_type(_state_type) {
    std::copy(_op_props, _op_props + kNumOperationProperties, op_properties);
  }

  // The id that Env::GetThreadID() returns.
  const uint64_t thread_id;
  const ThreadType thread_type;
  // Empty when the thread's work is not tracked.
  const std::string db_name;
  const std::string cf_name;
  // Microseconds, stage and properties belong to this operation.
  const OperationType operation_type;
  // Microseconds since the operation began; 0 without one.
  const uint64_t op_elapsed_micros;
  const OperationStage operation_stage;
  // Numbered by the two enums above; 0 without an operation.
  uint64_t op_properties[kNumOperationProperties];
  const StateType state_type;

  // The same facts as text for people. Unknown values give empty strings ("Unknown" for a thread
  // type); references are valid for ever. InterpretOperationProperties() returns the properties by
  // name; empty for other operations.
  static std::string GetThreadTypeName(ThreadType thread_type);
  static const std::string& GetOperationName(OperationType op_type);
  static const std::string MicrosToString(uint64_t op_elapsed_time);
  static const std::string& GetOperationStageName(OperationStage stage);
  static const std::string& GetOperationPropertyName(OperationType op_type, int i);
  static std::map<std::string, uint64_t> InterpretOperationProperties(
      OperationType op_type, const uint64_t* op_properties);
  static const std::string& GetStateName(StateType state_type);
};

}  // namespace ROCKSDB_NAMESPACE
