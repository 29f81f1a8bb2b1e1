// A reader of JSON: see json_value.h.
#include "tools/lsm_sim/json_value.h"

#include <cctype>
#include <cstdlib>

namespace lsm_sim {
namespace {

// Objects and lists within each other; a LOG needs three.
constexpr int kDeepest = 8;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool Value(JsonValue* out, int depth) {
    Skip();
    if (at_ >= text_.size() || depth > kDeepest) return false;
    const char c = text_[at_];
    if (c == '{') return Object(out, depth);
    if (c == '[') return List(out, depth);
    if (c == '"') {
      out->kind = JsonValue::kText;
      return Quoted(&out->text);
    }
    return Plain(out);
  }

 private:
  void Skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  bool Take(char c) {
    Skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool Object(JsonValue* out, int depth) {
    out->kind = JsonValue::kObject;
    if (!Take('{')) return false;
    if (Take('}')) return true;
    do {
      std::string name;
      Skip();
      if (!Quoted(&name) || !Take(':') || !Value(&out->members[name], depth + 1)) return false;
    } while (Take(','));
    return Take('}');
  }

  bool List(JsonValue* out, int depth) {
    out->kind = JsonValue::kList;
    if (!Take('[')) return false;
    if (Take(']')) return true;
    do {
      out->list.emplace_back();
      if (!Value(&out->list.back(), depth + 1)) return false;
    } while (Take(','));
    return Take(']');
  }

  bool Quoted(std::string* out) {
    if (!Take('"')) return false;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\' && ++at_ < text_.size() && text_[at_] == 'u') {
        if (at_ + 5 > text_.size()) return false;
        const std::string digits(text_.substr(at_ + 1, 4));
        out->push_back(static_cast<char>(std::strtoul(digits.c_str(), nullptr, 16)));
        at_ += 5;
        continue;
      }
      if (at_ < text_.size()) out->push_back(text_[at_++]);
    }
    return Take('"');
  }

  // A number, or true, false and null, which count as 1, 0 and nothing.
  bool Plain(JsonValue* out) {
    const size_t begin = at_;
    while (at_ < text_.size() && std::string_view(",]} \n").find(text_[at_]) == text_.npos) ++at_;
    out->text = std::string(text_.substr(begin, at_ - begin));
    if (out->text == "null") return true;
    out->kind = JsonValue::kNumber;
    if (out->text == "true") out->text = "1";
    if (out->text == "false") out->text = "0";
    char* end = nullptr;
    out->number = std::strtod(out->text.c_str(), &end);
    return end != out->text.c_str() && *end == '\0';
  }

  const std::string_view text_;
  size_t at_ = 0;
};

const JsonValue& MemberOf(const JsonValue& object, const std::string& name, JsonValue::Kind kind) {
  static const JsonValue none;
  const auto found = object.members.find(name);
  return found != object.members.end() && found->second.kind == kind ? found->second : none;
}

}  // namespace

uint64_t JsonValue::Whole(const std::string& name) const {
  return std::strtoull(MemberOf(*this, name, kNumber).text.c_str(), nullptr, 10);
}

const std::string& JsonValue::Text(const std::string& name) const {
  return MemberOf(*this, name, kText).text;
}

const std::vector<JsonValue>& JsonValue::List(const std::string& name) const {
  return MemberOf(*this, name, kList).list;
}

bool ParseJson(std::string_view text, JsonValue* value) {
  *value = JsonValue();
  return Reader(text).Value(value, 0) && value->kind == JsonValue::kObject;
}

}  // namespace lsm_sim
