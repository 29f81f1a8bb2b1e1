// Text to numbers and back, and the string functions of option parsing and reports. Parsers accept
// the numbers of RocksDB's option strings ("16MB" style suffixes K, M, G, T included).
#pragma once

#include <cstdarg>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rocksdb/slice.h"
#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// "1234", "12K", "12M", "12G": a count for people; units of 1000.
std::string HumanCount(uint64_t n);
// Microseconds as "17 us", from 10 ms on as "12.345 ms", from 10 s on as "12.345 sec".
std::string HumanMicros(uint64_t micros);

// printf into a string of any length.
std::string FormatV(const char* format, va_list ap);
std::string Format(const char* format, ...) __attribute__((__format__(__printf__, 1, 2)));

// "a,,b" has three parts, the middle one empty; "a," has two; the empty text has none.
std::vector<std::string> Split(std::string_view text, char separator);
// Without blanks, tabs and line ends on both sides.
std::string Trim(std::string_view text);
bool StartsWith(std::string_view text, std::string_view prefix);
bool EndsWith(std::string_view text, std::string_view suffix);
std::string ToLower(std::string_view text);

// InvalidArgument, naming the text, when it is not entirely a number in range; *value is then
// unchanged.
Status ParseUint64(std::string_view text, uint64_t* value);
Status ParseUint32(std::string_view text, uint32_t* value);
Status ParseInt64(std::string_view text, int64_t* value);
Status ParseInt(std::string_view text, int* value);
Status ParseDouble(std::string_view text, double* value);
// With six decimals and a point in every locale; ParseDouble reads it back.
std::string DoubleText(double value);
// true, 1, false or 0.
Status ParseBool(std::string_view text, bool* value);

// Reads leading decimal digits of *in as a number and removes them from *in; false when there are
// none or too many. For file names and key formats.
bool TakeDecimal(Slice* in, uint64_t* value);

// Upper-case hex digits of the bytes, and back (false when the text is not even-length hex).
std::string EscapeKey(const Slice& key);
bool UnescapeKey(std::string_view hex, std::string* key);

// The message for an errno value.
std::string ErrnoText(int error_number);

}  // namespace ROCKSDB_NAMESPACE
