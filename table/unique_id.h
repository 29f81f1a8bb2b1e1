// The identity of an SST file, derived from who wrote it: database id, session id and file number.
// The MANIFEST records the internal form; users see the public form. Both must come out as in stock
// RocksDB 10.6.2.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"
#include "rocksdb/table_properties.h"

namespace ROCKSDB_NAMESPACE {

// Two words are kept in the MANIFEST; the third only lengthens the public form.
using UniqueId = std::array<uint64_t, 2>;
using LongUniqueId = std::array<uint64_t, 3>;
inline constexpr UniqueId kNoUniqueId = {0, 0};

// NotSupported when an ingredient is missing or the session id is none: such a file has no identity
// and is not checked. Never yields an all-zero id, which the MANIFEST takes for "none".
[[nodiscard]] Status MakeUniqueId(const std::string& db_id, const std::string& session_id,
                                  uint64_t file_number, LongUniqueId* id);
[[nodiscard]] Status MakeUniqueId(const std::string& db_id, const std::string& session_id,
                                  uint64_t file_number, UniqueId* id);

// Scrambles in place so that every part of the public form is well mixed.
void ToPublicForm(UniqueId* id);
void ToPublicForm(LongUniqueId* id);

// Little-endian bytes, 16 or 24 of them.
std::string EncodeUniqueId(const UniqueId& id);
std::string EncodeUniqueId(const LongUniqueId& id);
[[nodiscard]] Status DecodeUniqueId(const Slice& bytes, UniqueId* id);
// For messages: upper-case hex of the words joined by '-', as stock prints it.
std::string UniqueIdToText(const UniqueId& id);

// A session id is 20 base-36 digits (13 to 24 accepted): the last twelve hold 62 bits of `lower`,
// the rest `upper` and the two bits left over.
[[nodiscard]] Status DecodeSessionId(const std::string& session_id, uint64_t* upper,
                                     uint64_t* lower);
std::string EncodeSessionId(uint64_t upper, uint64_t lower);

// The prefix of every block cache key of one file; the block's offset is mixed into the second
// word. A file that does not tell its origin gets a process-unique one, so its blocks are cached
// but not shared with a second opening.
struct FileCacheKey {
  uint64_t file_word = 0;
  uint64_t offset_word = 0;
};
FileCacheKey MakeFileCacheKey(const std::string& db_id, const std::string& session_id,
                              uint64_t file_number);

}  // namespace ROCKSDB_NAMESPACE
