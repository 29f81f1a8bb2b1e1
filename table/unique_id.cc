// A unique id is a session's number as it is, and a hash of the database id whose low word is XORed
// with the file number, so that files of one session never collide.
//
//   word 0: session's lower 64 bits
//   word 1: hash(db id, session's upper bits).high ^ file number
//   word 2: the same hash's low word                 (long form only)
#include "table/unique_id.h"

#include <xxhash.h>

#include <atomic>
#include <cinttypes>
#include <cstdio>

#include "util/coding.h"
#include "util/hash.h"
#include "util/random.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// Twelve base-36 digits hold a little more than 62 bits.
constexpr size_t kLowDigits = 12;
constexpr size_t kHighDigits = 8;
constexpr size_t kShortestSession = 13;
constexpr size_t kLongestSession = 24;
constexpr int kLowBits = 62;
constexpr uint64_t kLowMask = UINT64_MAX >> (64 - kLowBits);

bool ParseBase36(const char* p, size_t n, uint64_t* value) {
  uint64_t v = 0;
  for (size_t i = 0; i < n; ++i) {
    const char c = p[i];
    uint64_t digit;
    if (c >= '0' && c <= '9') {
      digit = static_cast<uint64_t>(c - '0');
    } else if (c >= 'A' && c <= 'Z') {
      digit = static_cast<uint64_t>(c - 'A') + 10;
    } else if (c >= 'a' && c <= 'z') {
      digit = static_cast<uint64_t>(c - 'a') + 10;
    } else {
      return false;
    }
    v = v * 36 + digit;
  }
  *value = v;
  return true;
}

// Writes exactly n digits, leading zeroes included.
void StoreBase36(char* p, size_t n, uint64_t value) {
  for (size_t i = n; i-- > 0; value /= 36) {
    p[i] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[value % 36];
  }
}

}  // namespace

Status DecodeSessionId(const std::string& session_id, uint64_t* upper, uint64_t* lower) {
  const size_t n = session_id.size();
  if (n == 0) return Status::NotSupported("Missing db_session_id");
  if (n < kShortestSession || n > kLongestSession) {
    return Status::NotSupported("Unsupported db_session_id length", session_id);
  }
  uint64_t high = 0, low = 0;
  if (!ParseBase36(session_id.data(), n - kLowDigits, &high) ||
      !ParseBase36(session_id.data() + n - kLowDigits, kLowDigits, &low)) {
    return Status::NotSupported("Bad digit in db_session_id", session_id);
  }
  *upper = high >> 2;
  // The low digits hold 62 of the 64 bits; the other two are the lowest bits of the high part.
  *lower = (low & kLowMask) | (high << kLowBits);
  return Status::OK();
}

std::string EncodeSessionId(uint64_t upper, uint64_t lower) {
  std::string text(kHighDigits + kLowDigits, '0');
  StoreBase36(text.data(), kHighDigits, (upper << 2) | (lower >> kLowBits));
  StoreBase36(text.data() + kHighDigits, kLowDigits, lower & kLowMask);
  return text;
}

Status MakeUniqueId(const std::string& db_id, const std::string& session_id, uint64_t file_number,
                    LongUniqueId* id) {
  if (db_id.empty()) return Status::NotSupported("Missing db_id");
  if (file_number == 0) return Status::NotSupported("Missing or bad file number");
  uint64_t upper = 0, lower = 0;
  Status s = DecodeSessionId(session_id, &upper, &lower);
  if (!s.ok()) return s;
  // Stock computes the ids in the MANIFEST like this; both sides must come to the same.
  const XXH128_hash_t hash = XXH3_128bits_withSeed(db_id.data(), db_id.size(), upper);
  *id = {lower, hash.high64 ^ file_number, hash.low64};
  if (lower == 0 && (*id)[1] == 0) return Status::NotSupported("Unique id is all zero");
  return s;
}

Status MakeUniqueId(const std::string& db_id, const std::string& session_id, uint64_t file_number,
                    UniqueId* id) {
  LongUniqueId wide{};
  Status s = MakeUniqueId(db_id, session_id, file_number, &wide);
  if (s.ok()) *id = {wide[0], wide[1]};
  return s;
}

std::string UniqueIdToText(const UniqueId& id) {
  char text[40];
  std::snprintf(text, sizeof(text), "%016" PRIX64 "-%016" PRIX64, id[0], id[1]);
  return text;
}

FileCacheKey MakeFileCacheKey(const std::string& db_id, const std::string& session_id,
                              uint64_t file_number) {
  static std::atomic<uint64_t> next_anonymous{1};
  LongUniqueId id{};
  if (!MakeUniqueId(db_id, session_id, file_number, &id).ok()) {
    id = {next_anonymous.fetch_add(1, std::memory_order_relaxed), 0x9e3779b97f4a7c15u,
          std::hash<std::string>{}(session_id) ^ file_number};
  }
  std::string bytes;
  for (const uint64_t word : id) AppendFixed64(&bytes, word);
  // Offsets are added to the second word only, so two files differ in the first.
  return {Xxh3_64(bytes.data(), bytes.size()), id[1] << 20};
}

// Time alone is not enough: two databases may be opened in the same clock tick. The address makes
// processes differ where addresses are random.
std::string NewSessionId(SystemClock* clock) {
  static std::atomic<uint64_t> counter{0};
  Random64 random(clock->NowNanos() ^ (counter.fetch_add(1) << 48) ^
                  reinterpret_cast<uintptr_t>(&counter));
  return EncodeSessionId(random.Next(), random.Next());
}

}  // namespace ROCKSDB_NAMESPACE
