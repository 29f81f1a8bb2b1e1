// One value of JSON as the event lines of a LOG have it: whole numbers, texts, lists and objects.
// Plain data.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lsm_sim {

struct JsonValue {
  enum Kind { kNull, kNumber, kText, kList, kObject };
  Kind kind = kNull;
  double number = 0;
  // Of a number: its digits, since a double does not hold every sequence number.
  std::string text;
  std::vector<JsonValue> list;
  std::map<std::string, JsonValue> members;

  // 0, "" and an empty list where there is no such member, or one of another kind.
  uint64_t Whole(const std::string& name) const;
  const std::string& Text(const std::string& name) const;
  const std::vector<JsonValue>& List(const std::string& name) const;
  bool Has(const std::string& name) const { return members.count(name) != 0; }
};

// False where `text` does not begin with an object or it does not end.
[[nodiscard]] bool ParseJson(std::string_view text, JsonValue* value);

}  // namespace lsm_sim
