// The syntax of option strings: "a=1; b={c=2; d=3}; e=4". Splits only the outermost level; a braced
// part stays one value.
#pragma once

#include <string>
#include <unordered_map>

#include "rocksdb/status.h"

namespace ROCKSDB_NAMESPACE {

// The text without blanks around it and without braces that enclose it all.
std::string StripBraces(const std::string& text);

// Adds the pairs to *options; the last value of a repeated name wins. Values lose enclosing braces,
// names and values the blanks around them. InvalidArgument names the place where the text breaks
// the syntax; *options then holds the pairs before it.
Status SplitBracedPairs(const std::string& text,
                        std::unordered_map<std::string, std::string>* options);

}  // namespace ROCKSDB_NAMESPACE
