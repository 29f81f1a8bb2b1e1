#include "util/option_escapes.h"

namespace ROCKSDB_NAMESPACE {

std::string EscapeOptionValue(std::string_view raw) {
  std::string out;
  for (char c : raw) {
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\\':
      case '#':
      // Escaped because it separates list items.
      case ':':
        out += '\\';
        [[fallthrough]];
      default:
        out += c;
    }
  }
  return out;
}

std::string UnescapeOptionValue(std::string_view escaped) {
  std::string out;
  for (size_t i = 0; i < escaped.size(); ++i) {
    char c = escaped[i];
    if (c == '\\' && i + 1 < escaped.size()) {
      c = escaped[++i];
      c = c == 'n' ? '\n' : c == 'r' ? '\r' : c;
    }
    out += c;
  }
  return out;
}

}  // namespace ROCKSDB_NAMESPACE
