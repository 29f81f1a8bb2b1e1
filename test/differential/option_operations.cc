// Options through the C API: each getter of a new object, each setter followed by its getter, and
// option strings.
#include "test/differential/session.h"

namespace differential {

namespace {

struct Option {
  const char* name;
  std::string (*get)(rocksdb_options_t*);
  void (*set)(rocksdb_options_t*, uint64_t);
};

// option_calls.py writes the rows, one for each pair of a setter and a getter in rocksdb/c.h.
const Option kOptions[] = {
#define OPTION(type, name)                                             \
  {#name,                                                              \
   [](rocksdb_options_t* options) {                                    \
     return std::to_string(C(rocksdb_options_get_##name)(options));    \
   },                                                                  \
   [](rocksdb_options_t* options, uint64_t value) {                    \
     C(rocksdb_options_set_##name)(options, static_cast<type>(value)); \
   }},
#include "option_calls.inc"
#undef OPTION
};

std::string Defaults(Session&, const Words&) {
  rocksdb_options_t* options = C(rocksdb_options_create)();
  std::string text = "ok";
  for (const Option& option : kOptions)
    text += std::string(" ") + option.name + "=" + option.get(options);
  C(rocksdb_options_destroy)(options);
  return text;
}

// option NAME VALUE: set on a new object, then all that differs from a new one.
std::string SetOne(Session&, const Words& words) {
  rocksdb_options_t* options = C(rocksdb_options_create)();
  const size_t count = std::size(kOptions);
  kOptions[words.NumberAt(0) % count].set(options, words.NumberAt(1));
  std::string text = kOptions[words.NumberAt(0) % count].name + Changes(options);
  C(rocksdb_options_destroy)(options);
  return text;
}

// option_text TEXT: what parsing it changes, or why it is refused.
std::string Parse(Session&, const Words& words) {
  rocksdb_options_t* fresh = C(rocksdb_options_create)();
  rocksdb_options_t* options = C(rocksdb_options_create)();
  char* error = nullptr;
  std::string text = words.At(0);
  for (char& c : text) c = c == '~' ? '=' : c;
  C(rocksdb_get_options_from_string)(fresh, text.c_str(), options, &error);
  std::string answer = Answer(&error);
  if (answer == "ok") answer += Changes(options);
  C(rocksdb_options_destroy)(options);
  C(rocksdb_options_destroy)(fresh);
  return answer;
}

}  // namespace

std::string Changes(rocksdb_options_t* options) {
  rocksdb_options_t* fresh = C(rocksdb_options_create)();
  std::string text;
  for (const Option& option : kOptions) {
    const std::string value = option.get(options);
    if (value != option.get(fresh)) text += std::string(" ") + option.name + "=" + value;
  }
  C(rocksdb_options_destroy)(fresh);
  return text;
}

const Table& OptionOperations() {
  static const Table table = {
      {"option_defaults", Defaults},
      {"option", SetOne},
      {"option_text", Parse},
  };
  return table;
}

}  // namespace differential
