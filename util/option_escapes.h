// Backslash escapes for the special characters of an OPTIONS file: \ # : and line ends.
#pragma once

#include <string>
#include <string_view>

#include "rocksdb/rocksdb_namespace.h"

namespace ROCKSDB_NAMESPACE {

std::string EscapeOptionValue(std::string_view raw);
std::string UnescapeOptionValue(std::string_view escaped);

}  // namespace ROCKSDB_NAMESPACE
