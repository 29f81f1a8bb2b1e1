// The syntax of option text: "name=value;outer={inner=1;}". Splits, joins and escapes text,
// independent of any option. Option tables, OPTIONS files and the public string functions use it.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "rocksdb/rocksdb_namespace.h"
#include "rocksdb/status.h"
#include "util/option_escapes.h"

namespace ROCKSDB_NAMESPACE {

using OptionMap = std::unordered_map<std::string, std::string>;

std::string_view TrimSpaces(std::string_view text);

// Reads pairs up to the end of `text` into *pairs; the last value of a repeated name wins. Values
// in braces lose their outer braces, and so may be split again. A text that is braced as a whole is
// unwrapped first. InvalidArgument names the position of the error; *pairs then holds the pairs
// before it.
[[nodiscard]] Status SplitOptionText(std::string_view text, OptionMap* pairs);

// Splits "a:b:{c:d}" at the separators outside braces; elements lose their outer braces.
[[nodiscard]] Status SplitOptionList(std::string_view text, char separator,
                                     std::vector<std::string>* items);

// The line without a trailing '#' comment (an escaped '#' stays) and outer spaces.
std::string_view StripComment(std::string_view line);

}  // namespace ROCKSDB_NAMESPACE
