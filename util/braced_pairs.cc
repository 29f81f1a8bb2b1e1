// See braced_pairs.h.
#include "util/braced_pairs.h"

#include "util/string_util.h"

namespace ROCKSDB_NAMESPACE {

namespace {

// The end of the value that starts at `from`: the next semicolon outside braces, or the end of
// the text; npos when braces do not match.
size_t EndOfValue(const std::string& text, size_t from) {
  int depth = 0;
  size_t at = from;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == ';' && depth == 0) {
      break;
    }
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth < 0) {
      return std::string::npos;
    }
  }
  return depth == 0 ? at : std::string::npos;
}

// Whether the brace at the front closes at the very end.
bool EnclosedByBraces(const std::string& text) {
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') {
    return false;
  }
  int depth = 0;
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    if (depth == 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string StripBraces(const std::string& text) {
  std::string inner = Trim(text);
  while (EnclosedByBraces(inner)) {
    inner = Trim(inner.substr(1, inner.size() - 2));
  }
  return inner;
}

Status SplitBracedPairs(const std::string& text,
                        std::unordered_map<std::string, std::string>* options) {
  const std::string inner = StripBraces(text);
  size_t at = 0;
  while (at < inner.size()) {
    const size_t equals = inner.find('=', at);
    const size_t stop = inner.find(';', at);
    if (equals == std::string::npos || stop < equals) {
      const std::string rest = Trim(inner.substr(at, stop == std::string::npos ? stop : stop - at));
      if (rest.empty() && stop != std::string::npos) {
        at = stop + 1;
        continue;
      }
      return rest.empty()
                 ? Status::OK()
                 : Status::InvalidArgument("Mismatched key value pair, '=' expected", rest);
    }
    const std::string name = Trim(inner.substr(at, equals - at));
    const size_t end = EndOfValue(inner, equals + 1);
    if (name.empty()) {
      return Status::InvalidArgument("Empty key found");
    }
    if (name.find_first_of("{}") != std::string::npos) {
      return Status::InvalidArgument("Mismatched curly braces in the name of an option", name);
    }
    if (end == std::string::npos) {
      return Status::InvalidArgument("Mismatched curly braces for nested options", name);
    }
    (*options)[name] = StripBraces(inner.substr(equals + 1, end - equals - 1));
    at = end + 1;
  }
  return Status::OK();
}

}  // namespace ROCKSDB_NAMESPACE
