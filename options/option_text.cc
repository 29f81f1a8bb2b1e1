// Scanning of option text; see option_text.h.
#include "options/option_text.h"

namespace ROCKSDB_NAMESPACE {

namespace {

constexpr std::string_view kSpaces = " \t\r\n\f\v";

// Index just past the brace that closes the one at text[open], or npos. Only braces are counted, so
// a value with an unbalanced brace cannot be written as text.
size_t PastClosingBrace(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

// Removes one value from the front of *rest: up to `separator`, or a braced group.
Status TakeValue(std::string_view* rest, char separator, std::string* value) {
  *rest = rest->substr(std::min(rest->find_first_not_of(kSpaces), rest->size()));
  if (!rest->empty() && rest->front() == '{') {
    const size_t past = PastClosingBrace(*rest, 0);
    if (past == std::string_view::npos) {
      return Status::InvalidArgument("Mismatched curly braces for nested options");
    }
    value->assign(TrimSpaces(rest->substr(1, past - 2)));
    // Only the separator or the end may follow a group: "{a=1}x" is an error.
    *rest = TrimSpaces(rest->substr(past));
    if (rest->empty()) {
      return Status::OK();
    }
    if (rest->front() != separator) {
      return Status::InvalidArgument("Unexpected chars after nested options");
    }
    rest->remove_prefix(1);
    return Status::OK();
  }
  const size_t end = std::min(rest->find(separator), rest->size());
  value->assign(TrimSpaces(rest->substr(0, end)));
  rest->remove_prefix(std::min(end + 1, rest->size()));
  return Status::OK();
}

bool IsWholeBraced(std::string_view text) {
  return text.size() >= 2 && text.front() == '{' && PastClosingBrace(text, 0) == text.size();
}

}  // namespace

std::string_view TrimSpaces(std::string_view text) {
  const size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

Status SplitOptionText(std::string_view text, OptionMap* pairs) {
  std::string_view rest = TrimSpaces(text);
  while (IsWholeBraced(rest)) {
    rest = TrimSpaces(rest.substr(1, rest.size() - 2));
  }
  while (!(rest = TrimSpaces(rest)).empty()) {
    // One ends each option, the last one too where it is written; a second one is a mistake.
    if (rest.front() == ';') {
      return Status::InvalidArgument("An option is missing before ';'", rest);
    }
    const size_t equals = rest.find('=');
    if (equals == std::string_view::npos) {
      return Status::InvalidArgument("Mismatched key value pair, '=' expected", rest);
    }
    std::string name(TrimSpaces(rest.substr(0, equals)));
    if (name.empty()) {
      return Status::InvalidArgument("Empty key found");
    }
    // One that nothing closes: a comment has cut the line, say.
    if (name.find_first_of("{}") != std::string::npos) {
      return Status::InvalidArgument("Mismatched curly braces in the name of an option", name);
    }
    rest.remove_prefix(equals + 1);
    std::string value;
    Status s = TakeValue(&rest, ';', &value);
    if (!s.ok()) {
      return Status::InvalidArgument(s.getState(), name);
    }
    (*pairs)[std::move(name)] = std::move(value);
  }
  return Status::OK();
}

Status SplitOptionList(std::string_view text, char separator, std::vector<std::string>* items) {
  std::string_view rest = TrimSpaces(text);
  while (!rest.empty()) {
    std::string item;
    Status s = TakeValue(&rest, separator, &item);
    if (!s.ok()) {
      return s;
    }
    items->push_back(std::move(item));
  }
  return Status::OK();
}

std::string_view StripComment(std::string_view line) {
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == '#') {
      line = line.substr(0, i);
      break;
    }
  }
  return TrimSpaces(line);
}

}  // namespace ROCKSDB_NAMESPACE
