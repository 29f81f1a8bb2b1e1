// The identity of an SST file, derived from the database id, the session id and the file number
// under which it was written. The MANIFEST records it, so stock RocksDB 10.6.2 must compute the
// same.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "rocksdb/system_clock.h"
#include "rocksdb/table_properties.h"

namespace ROCKSDB_NAMESPACE {

// The MANIFEST keeps the first two words; block cache keys are made of all three.
using UniqueId = std::array<uint64_t, 2>;
using LongUniqueId = std::array<uint64_t, 3>;
inline constexpr UniqueId kNoUniqueId = {0, 0};

// NotSupported when db_id, session_id or file_number is missing, or session_id is malformed: such a
// file has no identity, and nobody checks it. Never yields an all-zero id, which means "none" in
// the MANIFEST.
[[nodiscard]] Status MakeUniqueId(const std::string& db_id, const std::string& session_id,
                                  uint64_t file_number, LongUniqueId* id);
[[nodiscard]] Status MakeUniqueId(const std::string& db_id, const std::string& session_id,
                                  uint64_t file_number, UniqueId* id);

// For messages: upper-case hex of the words joined by '-', as stock prints it.
std::string UniqueIdToText(const UniqueId& id);

// A session id is 20 base-36 digits (13 to 24 accepted): the last twelve hold 62 bits of `lower`,
// the rest `upper` and the two bits left over.
[[nodiscard]] Status DecodeSessionId(const std::string& session_id, uint64_t* upper,
                                     uint64_t* lower);
std::string EncodeSessionId(uint64_t upper, uint64_t lower);
// Differs from every other one, for whoever writes files: an open database, an SstFileWriter.
std::string NewSessionId(SystemClock* clock);

// The prefix of every block cache key of one file; the block's offset is added to the second word.
// A file without a unique id gets a prefix that no other opening in this process gets, so its
// blocks are cached but not shared with a second opening.
struct FileCacheKey {
  uint64_t file_word = 0;
  uint64_t offset_word = 0;
};
FileCacheKey MakeFileCacheKey(const std::string& db_id, const std::string& session_id,
                              uint64_t file_number);

}  // namespace ROCKSDB_NAMESPACE
